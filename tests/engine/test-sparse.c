/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "engine/base/error.h"
#include "engine/gpu/sm-machine.h"
#include "engine/gpu/sm-run.h"
#include "engine/run/fit.h"
#include "engine/workload/gemm-sums.h"
#include "tests/engine/engine-fixture.h"
#include "tests/engine/sm-compare.h"

/* 2:4 sparse products: what is pruned, what is multiplied, what it takes in memory, where it runs. */

static const SystoleFormat sparse[] = { SYSTOLE_FORMAT_INT8_2OF4, SYSTOLE_FORMAT_BF16_2OF4, SYSTOLE_FORMAT_FP16_2OF4, SYSTOLE_FORMAT_FP8_2OF4 };
static const SystoleFormat dense[] = { SYSTOLE_FORMAT_INT8, SYSTOLE_FORMAT_BF16, SYSTOLE_FORMAT_FP16, SYSTOLE_FORMAT_FP8 };

/* Of each four rows two at most are left, none is smaller than one that is pruned, and what is left is unchanged. */
static void
test_pruning (void)
{
  for (guint f = 0; f < G_N_ELEMENTS (sparse); f++)
    for (guint64 k = 1; k < 40; k++)
      {
        SystoleGemm gemm = { .m = 3, .n = 9, .k = k, .format = sparse[f], .seed = k, .batch = 1 }, unpruned = gemm;

        unpruned.format = dense[f];
        for (guint64 n = 0; n < gemm.n; n++)
          for (guint64 first = 0; first < k; first += 4)
            {
              guint kept = 0;
              double least = HUGE_VAL, most_pruned = 0;

              for (guint64 row = first; row < MIN (first + 4, k); row++)
                {
                  double before = systole_gemm_b (&unpruned, row, n), after = systole_gemm_b (&gemm, row, n);

                  if (after != 0)
                    {
                      g_assert_cmpfloat (after, ==, before);
                      kept++;
                      least = MIN (least, fabs (after));
                    }
                  else
                    most_pruned = MAX (most_pruned, fabs (before));
                }
              g_assert_cmpuint (kept, <=, 2);
              g_assert_cmpfloat (most_pruned, <=, least);
            }
      }
}

/* The slots of a column are the rows that are left, in ascending order, and sums over them are sums over all rows. */
static void
test_slots (void)
{
  for (guint f = 0; f < G_N_ELEMENTS (sparse); f++)
    for (guint64 k = 1; k < 70; k++)
      {
        SystoleGemm gemm = { .m = 5, .n = 5, .k = k, .format = sparse[f], .seed = 3 + k, .batch = 1 };
        SystoleGemmSum quick = { 1, 2, k, 0 };
        guint64 depth = systole_gemm_get_depth (&gemm);
        double sum = 0, of_slots = 0;

        g_assert_cmpuint (depth, ==, k / 4 * 2 + MIN (k % 4, 2));
        for (guint64 row = 0; row < k; row++)
          sum = systole_format_add (gemm.format, sum, systole_format_multiply (gemm.format, systole_gemm_a (&gemm, 1, row), systole_gemm_b (&gemm, row, 2)));
        for (guint64 slot = 0; slot < depth; slot++)
          {
            guint64 row = systole_gemm_get_row (&gemm, slot, 2);

            g_assert_cmpuint (row, <, k);
            g_assert_cmpuint (row / 4, ==, slot / 2);
            if (slot > 0)
              g_assert_cmpuint (row, >, systole_gemm_get_row (&gemm, slot - 1, 2));
            of_slots = systole_format_add (gemm.format, of_slots, systole_format_multiply (gemm.format, systole_gemm_a (&gemm, 1, row), systole_gemm_b (&gemm, row, 2)));
          }
        g_assert_cmpfloat (of_slots, ==, sum);
        g_assert_cmpfloat (systole_gemm_partial (&gemm, 1, 2, k), ==, sum);
        g_assert_true (systole_gemm_sums (&gemm, &quick, 1, NULL, NULL));
        g_assert_cmpfloat (quick.sum, ==, sum);
      }
}

/* What is kept takes its own bytes and two bits more; useful MACs are those that are left, the others are named apart. */
static void
test_counts (void)
{
  g_autoptr (SystoleCatalogue) catalogue = fixture_catalogue ();
  g_autoptr (SystoleRun) run = fixture_run (catalogue, "gemm:m=512,n=1024,k=2048,dtype=bf16_2of4", "nvidia-a100-sxm-80");
  g_autoptr (SystoleRun) full = fixture_run (catalogue, "gemm:m=512,n=1024,k=2048,dtype=bf16", "nvidia-a100-sxm-80");
  guint64 macs = G_GUINT64_CONSTANT (512) * 1024 * 2048;
  SystoleGemm gemm;
  SystoleFit fit;

  g_assert_true (systole_op_as_gemm (systole_run_get_op (run), &gemm));
  g_assert_cmpuint (systole_gemm_get_operand_bytes (&gemm, SYSTOLE_OPERAND_A), ==, 512 * 2048 * 2);
  g_assert_cmpuint (systole_gemm_get_operand_bytes (&gemm, SYSTOLE_OPERAND_B), ==, 1024 * 1024 * 18 / 8);
  systole_run_get_fit (run, &fit);
  g_assert_cmpfloat (fit.bytes, ==, 512 * 2048 * 2 + 1024 * 1024 * 18 / 8 + 512 * 1024 * 2);
  g_assert_cmpuint (systole_run_get_useful_macs (run), ==, macs / 2);
  g_assert_cmpuint (systole_run_get_counter (run, SYSTOLE_COUNTER_DENSE_MACS).count, ==, macs);
  g_assert_false (systole_run_get_counter (full, SYSTOLE_COUNTER_DENSE_MACS).present);
  g_assert_true (systole_run_is_sound (run));
  /* The multipliers are the same; it is faster, but memory and what A brings are not halved. */
  g_assert_cmpfloat (systole_run_get_counter (run, SYSTOLE_COUNTER_PEAK_MACS).real, ==, systole_run_get_counter (full, SYSTOLE_COUNTER_PEAK_MACS).real);
  g_assert_cmpfloat (systole_run_get_seconds (run), <, systole_run_get_seconds (full));
  g_assert_cmpfloat (systole_run_get_seconds (run) * 2, >, systole_run_get_seconds (full));
}

/* Values and rows of every cycle of a block against the event machine, which picks A by the two bits beside B. */
static void
test_machine (void)
{
  static const char *const ops[] = { "gemm:m=60,n=70,k=630,dtype=bf16_2of4", "gemm:m=33,n=20,k=257,dtype=fp16_2of4", "gemm:m=17,n=65,k=1030,dtype=int8_2of4" };
  static const char *const gpus[] = { "nvidia-a100-sxm-80", "nvidia-l40s", "nvidia-h100-sxm", "nvidia-b200", "amd-mi300x" };
  g_autoptr (SystoleCatalogue) catalogue = fixture_catalogue ();
  SystoleSmFrame expected, frame;

  systole_sm_frame_init (&expected);
  systole_sm_frame_init (&frame);
  frame.values = TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (gpus); i++)
    {
      const char *op = ops[i % G_N_ELEMENTS (ops)];
      g_autoptr (SystoleRun) run = fixture_run (catalogue, op, gpus[i]);
      g_autoptr (GError) error = NULL;
      g_autoptr (SystoleSmMachine) machine = systole_sm_machine_new (run, &error);
      guint64 last = systole_sm_run_get_schedule (run)->last_mma_end, first = systole_sm_run_get_schedule (run)->first_mma;
      guint64 start, next = first, checked = 0;
      SystoleStretch strip[64];
      SystoleGemm gemm;
      double result;

      g_assert_no_error (error);
      g_assert_true (systole_op_as_gemm (systole_run_get_op (run), &gemm));
      systole_run_get_strip (run, strip, G_N_ELEMENTS (strip));
      start = strip[0].end;
      for (; !systole_sm_machine_is_done (machine); systole_sm_machine_step (machine))
        {
          guint64 cycle = systole_sm_machine_get_cycle (machine);

          if (cycle < next)
            continue;
          systole_sm_machine_frame (machine, &expected);
          if (g_array_index (expected.pipes, SystolePipeState, 0).reason != SYSTOLE_REASON_BUSY)
            continue;
          next = cycle + (last - first) / 5;
          systole_run_sm_frame (run, 0, start + cycle, &frame);
          g_assert_true (frame.sparse);
          assert_same_frame (&expected, &frame);
          for (guint c = 0; c < frame.cells->len; c++)
            {
              const SystoleFragmentCell *cell = &g_array_index (frame.cells, SystoleFragmentCell, c);

              if (cell->reason != SYSTOLE_REASON_BUSY)
                continue;
              g_assert_cmpfloat (cell->a.value, ==, systole_gemm_a (&gemm, cell->m, cell->k));
              g_assert_cmpfloat (cell->b.value, ==, systole_gemm_b (&gemm, cell->k, cell->n));
              checked++;
            }
        }
      g_assert_cmpuint (checked, >, 100);
      if (systole_sm_machine_get_result (machine, 3, 4, &result) && systole_sm_run_get_schedule (run)->kernel->shape.splits == 1)
        g_assert_cmpfloat (result, ==, systole_gemm_partial (&gemm, 3, 4, gemm.k));
    }
  systole_sm_frame_clear (&expected);
  systole_sm_frame_clear (&frame);
}

static void
test_refused (void)
{
  static const struct
  {
    const char *op, *machine;
  } cases[] = {
    { "gemm:m=64,n=64,k=64,dtype=fp16_2of4", "nvidia-v100-sxm2-16" },
    { "gemm:m=64,n=64,k=64,dtype=fp16_2of4", "nvidia-t4" },
    { "gemm:m=64,n=64,k=64,dtype=fp16_2of4", "amd-mi210" },
    { "gemm:m=64,n=64,k=64,dtype=fp8_2of4", "nvidia-a100-sxm-80" },
    { "gemm:m=64,n=64,k=64,dtype=bf16_2of4", "google-tpu-v4" },
    { "gemm:m=64,n=64,k=64,dtype=int8_2of4", "array:rows=8,cols=8" },
    { "gemm:m=64,n=64,k=64,dtype=int8_2of4", "sm:warps=8" },
    { "conv:n=1,c=8,h=6,w=6,k=8,r=3,s=3,dtype=fp16_2of4", "nvidia-a100-sxm-80" },
    { "softmax:m=64,n=64,dtype=fp16_2of4", "nvidia-a100-sxm-80" },
  };
  g_autoptr (SystoleCatalogue) catalogue = fixture_catalogue ();

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (SystoleMachine) machine = systole_catalogue_parse (catalogue, cases[i].machine, &error);
      SystoleOp op = fixture_op (cases[i].op);

      g_assert_no_error (error);
      g_assert_null (systole_run_new (&op, machine, SYSTOLE_OPERANDS_COLD, NULL, NULL, NULL, &error));
      g_assert_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_NOT_MODELLED);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sparse/pruning", test_pruning);
  g_test_add_func ("/sparse/slots", test_slots);
  g_test_add_func ("/sparse/counts", test_counts);
  g_test_add_func ("/sparse/machine", test_machine);
  g_test_add_func ("/sparse/refused", test_refused);
  return g_test_run ();
}
