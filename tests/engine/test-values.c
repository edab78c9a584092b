/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <string.h>

#include "engine/run/run.h"
#include "engine/workload/product.h"

/* Sums of frames: many at once equal each alone, and a frame whose sums are filled in later
 * is the frame that had them from the start. */

static const SystoleFormat formats[] = { SYSTOLE_FORMAT_INT8, SYSTOLE_FORMAT_BF16, SYSTOLE_FORMAT_FP16, SYSTOLE_FORMAT_FP32, SYSTOLE_FORMAT_FP64, SYSTOLE_FORMAT_NVFP4, SYSTOLE_FORMAT_INT4W_FP16A };

static void
assert_sums (const SystoleGemm *gemm, const SystoleGemmSum *sums, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      double expected = systole_gemm_partial (gemm, sums[i].m, sums[i].n, sums[i].k_end);

      if (fabs (sums[i].sum - expected) > 0)
        g_error ("C[%" G_GUINT64_FORMAT ", %" G_GUINT64_FORMAT "] to k = %" G_GUINT64_FORMAT ", %s: %g, expected %g", sums[i].m, sums[i].n, sums[i].k_end, systole_format_get_id (gemm->format), sums[i].sum, expected);
    }
}

static void
test_many (void)
{
  for (guint i = 0; i < 120; i++)
    {
      SystoleGemm gemm = { 50, 50, (guint64) g_test_rand_int_range (1, 4000), formats[i % G_N_ELEMENTS (formats)], i };
      SystoleGemmSum sums[40];
      guint n = (guint) g_test_rand_int_range (1, G_N_ELEMENTS (sums));

      for (guint j = 0; j < n; j++)
        sums[j] = (SystoleGemmSum){ (guint64) g_test_rand_int_range (0, 1 + (gint) i / 3), (guint64) g_test_rand_int_range (0, 50), (guint64) g_test_rand_int_range (0, (gint) gemm.k + 1), NAN };
      g_assert_true (systole_gemm_sums (&gemm, sums, n, NULL, NULL));
      assert_sums (&gemm, sums, n);
    }
}

/* The same of convolutions, whose operands are unfolded: several groups, padding, each direction. */
static void
test_unfolded (void)
{
  static const char *const directions[] = { "fwd", "bwd_data", "bwd_filter" };

  for (guint i = 0; i < 90; i++)
    {
      g_autofree char *text = g_strdup_printf ("conv:n=2,c=6,h=9,w=%u,k=4,r=3,s=2,stride_h=2,pad_h=1,pad_w=%u,groups=%u,dir=%s", 5 + i % 4, i % 2, 1 + i % 2, directions[i % 3]);
      SystoleGemmSum sums[40];
      SystoleProduct product;
      SystoleOp op;

      g_assert_true (systole_op_parse (text, formats[i % G_N_ELEMENTS (formats)], &op, NULL));
      op.seed = i;
      g_assert_true (systole_op_as_product (&op, &product));
      for (guint j = 0; j < G_N_ELEMENTS (sums); j++)
        {
          guint64 m, n;

          systole_product_get_origin (&product.gemm, &product.unfolding, (guint64) g_test_rand_int_range (0, (gint32) product.gemm.batch), &m, &n);
          sums[j] = (SystoleGemmSum){ m + (guint64) g_test_rand_int_range (0, (gint32) product.gemm.m), n + (guint64) g_test_rand_int_range (0, (gint32) product.gemm.n), (guint64) g_test_rand_int_range (0, (gint32) product.gemm.k + 1), NAN };
        }
      g_assert_true (systole_product_sums (&product.gemm, &product.unfolding, sums, G_N_ELEMENTS (sums), NULL, NULL));
      for (guint j = 0; j < G_N_ELEMENTS (sums); j++)
        g_assert_cmpfloat (sums[j].sum, ==, systole_product_partial (&product.gemm, &product.unfolding, sums[j].m, sums[j].n, sums[j].k_end));
    }
}

/* Where an fp32 sum is no longer exact, it is rounded after each addition: here beyond 2^18, in 64ths. */
static void
test_rounded (void)
{
  SystoleGemm gemm = { 1, 1, 70000000, SYSTOLE_FORMAT_FP32, 1 };
  SystoleGemm exact = { 1, 1, 70000000, SYSTOLE_FORMAT_INT8, 1 };
  SystoleGemmSum sum = { 0, 0, gemm.k, 0 };

  g_assert_true (systole_gemm_sums (&gemm, &sum, 1, NULL, NULL));
  assert_sums (&gemm, &sum, 1);
  g_assert_cmpfloat (sum.sum, >, 1 << 18);
  g_assert_cmpfloat (sum.sum * 64, !=, systole_gemm_partial (&exact, 0, 0, gemm.k));
}

static SystoleRun *
random_run (guint i)
{
  SystoleArrayDef def = { (guint) g_test_rand_int_range (1, 7), (guint) g_test_rand_int_range (1, 7), (SystoleDataflow) (i % 3), (SystoleTiming) (i / 3 % 3), 1e9 };
  g_autoptr (SystoleMachine) machine = NULL;
  GError *error = NULL;
  SystoleRun *run;
  SystoleOp op;

  if (i % 5 == 0)
    def.memory.dram_bytes_per_cycle = 3; /* the array waits, and holds what it has */
  machine = systole_machine_new_array (&def);
  systole_op_init_gemm (&op, (guint64) g_test_rand_int_range (1, 30), (guint64) g_test_rand_int_range (1, 30), (guint64) g_test_rand_int_range (1, 60), formats[i % G_N_ELEMENTS (formats)]);
  op.seed = i;
  run = systole_run_new (&op, machine, i % 5 == 0 ? SYSTOLE_OPERANDS_COLD : SYSTOLE_OPERANDS_ON_CHIP, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  return run;
}

static void
assert_same_value (const SystoleValue *a, const SystoleValue *b)
{
  g_assert_cmpint (a->present, ==, b->present);
  if (a->present)
    g_assert_cmpfloat (a->value, ==, b->value);
}

static void
assert_same_frame (const SystoleArrayFrame *a, const SystoleArrayFrame *b)
{
  g_assert_cmpuint (a->cells->len, ==, b->cells->len);
  for (guint i = 0; i < a->cells->len; i++)
    {
      const SystoleArrayCell *x = &g_array_index (a->cells, SystoleArrayCell, i), *y = &g_array_index (b->cells, SystoleArrayCell, i);

      g_assert_true (x->reason == y->reason && x->m == y->m && x->n == y->n && x->k == y->k);
      assert_same_value (&x->product, &y->product);
      assert_same_value (&x->partial_in, &y->partial_in);
      assert_same_value (&x->partial_out, &y->partial_out);
    }
  g_assert_cmpuint (a->bottom->len, ==, b->bottom->len);
  for (guint i = 0; i < a->bottom->len; i++)
    g_assert_cmpfloat (g_array_index (a->bottom, SystoleEdgeToken, i).value, ==, g_array_index (b->bottom, SystoleEdgeToken, i).value);
}

static gboolean
has_gaps (const SystoleArrayFrame *frame)
{
  for (guint i = 0; i < frame->cells->len; i++)
    {
      const SystoleArrayCell *cell = &g_array_index (frame->cells, SystoleArrayCell, i);

      if (cell->reason == SYSTOLE_REASON_BUSY && !cell->partial_in.present)
        return TRUE;
    }
  for (guint i = 0; i < frame->bottom->len; i++)
    if (isnan (g_array_index (frame->bottom, SystoleEdgeToken, i).value))
      return TRUE;
  return FALSE;
}

/* Frames with few additions allowed, one after the other in one buffer, and filled in a copy. */
static void
test_later (void)
{
  guint lacking = 0;

  for (guint i = 0; i < 90; i++)
    {
      g_autoptr (SystoleRun) run = random_run (i);
      SystoleArrayFrame whole, quick;
      guint rows, columns;

      g_assert_true (systole_run_get_array_size (run, &rows, &columns));
      systole_array_frame_init (&whole);
      systole_array_frame_init (&quick);
      for (guint64 cycle = 0; cycle < systole_run_get_n_cycles (run); cycle += 1 + (cycle % 7 == 0) * 3)
        {
          SystoleWindow all = { 0, 0, rows, columns, TRUE, 0 }, few = { 0, 0, rows, columns, TRUE, 30 };

          whole.identity = 0;
          systole_run_array_frame (run, 0, cycle, &all, &whole);
          g_assert_false (whole.lacks_sums);
          g_assert_false (has_gaps (&whole));
          systole_run_array_frame (run, 0, cycle, &few, &quick);
          lacking += quick.lacks_sums;
          if (has_gaps (&quick))
            g_assert_true (quick.lacks_sums);
          if (cycle % 2 == 0)
            {
              g_assert_true (systole_run_array_values (run, 0, &quick, NULL, NULL));
              g_assert_false (quick.lacks_sums);
            }
          if (!quick.lacks_sums)
            assert_same_frame (&whole, &quick);
        }
      systole_array_frame_clear (&whole);
      systole_array_frame_clear (&quick);
    }
  g_assert_cmpuint (lacking, >, 100);
}

/* A step costs one addition a sum: frames that follow one another lack nothing although hardly an addition is
 * allowed, until a new fold begins. */
static void
test_steps (void)
{
  static const guint64 shapes[SYSTOLE_N_DATAFLOWS][3] = { { 300, 3, 3 }, { 3, 3, 300 }, { 3, 300, 3 } }; /* m, n, k: one fold */

  for (guint i = 0; i < SYSTOLE_N_DATAFLOWS * SYSTOLE_N_TIMINGS; i++)
    {
      SystoleArrayDef def = { 3, 3, (SystoleDataflow) (i % 3), (SystoleTiming) (i / 3), 1e9 };
      g_autoptr (SystoleMachine) machine = systole_machine_new_array (&def);
      const guint64 *shape = shapes[i % 3];
      SystoleWindow all = { 0, 0, 3, 3, TRUE, 0 }, few = { 0, 0, 3, 3, TRUE, 1 };
      SystoleArrayFrame whole, frame;
      SystoleOp op;

      systole_op_init_gemm (&op, shape[0], shape[1], shape[2], SYSTOLE_FORMAT_INT8);
      g_autoptr (SystoleRun) run = systole_run_new (&op, machine, SYSTOLE_OPERANDS_ON_CHIP, NULL, NULL, NULL, NULL);
      systole_array_frame_init (&whole);
      systole_array_frame_init (&frame);
      systole_run_array_frame (run, 0, 100, &all, &frame);
      for (guint64 cycle = 101; cycle < systole_run_get_n_cycles (run); cycle++)
        {
          systole_run_array_frame (run, 0, cycle, &few, &frame);
          if (frame.lacks_sums)
            g_error ("%s, cycle %" G_GUINT64_FORMAT " lacks sums", systole_machine_get_id (machine), cycle);
          whole.identity = 0;
          systole_run_array_frame (run, 0, cycle, &all, &whole);
          assert_same_frame (&whole, &frame);
        }
      systole_array_frame_clear (&whole);
      systole_array_frame_clear (&frame);
    }
}

/* A buffer may be used for one window after another, from cycle to cycle. */
static void
test_windows (void)
{
  for (guint i = 0; i < 90; i++)
    {
      g_autoptr (SystoleRun) run = random_run (i);
      SystoleArrayFrame fresh, reused;
      guint rows, columns;

      g_assert_true (systole_run_get_array_size (run, &rows, &columns));
      systole_array_frame_init (&fresh);
      systole_array_frame_init (&reused);
      for (guint64 cycle = 0; cycle < systole_run_get_n_cycles (run); cycle++)
        {
          guint row = (guint) g_test_rand_int_range (0, (gint32) rows), column = (guint) g_test_rand_int_range (0, (gint32) columns);
          SystoleWindow window = { 0, 0, rows, columns, TRUE, 0 };

          if (cycle % 4 == 1)
            window.row0 = row;
          else if (cycle % 4 == 2)
            window.column1 = column + 1;
          else if (cycle % 4 == 3)
            window.row1 = row + 1;
          if (cycle % 8 > 4)
            window.column0 = MIN (column, window.column1 - 1);
          fresh.identity = 0;
          systole_run_array_frame (run, 0, cycle, &window, &fresh);
          systole_run_array_frame (run, 0, cycle, &window, &reused);
          assert_same_frame (&fresh, &reused);
        }
      systole_array_frame_clear (&fresh);
      systole_array_frame_clear (&reused);
    }
}

static gboolean
stop (double fraction, gpointer data)
{
  (*(guint *) data)++;
  return FALSE;
}

static void
test_stopped (void)
{
  SystoleArrayDef def = { 4, 4, SYSTOLE_DATAFLOW_OS, SYSTOLE_TIMING_HARDWARE, 1e9 };
  g_autoptr (SystoleMachine) machine = systole_machine_new_array (&def);
  SystoleWindow window = { 0, 0, 4, 4, TRUE, 1 };
  SystoleArrayFrame frame;
  guint calls = 0;
  SystoleOp op;

  systole_op_init_gemm (&op, 4, 4, 100000, SYSTOLE_FORMAT_INT8);
  g_autoptr (SystoleRun) run = systole_run_new (&op, machine, SYSTOLE_OPERANDS_ON_CHIP, NULL, NULL, NULL, NULL);
  systole_array_frame_init (&frame);
  systole_run_array_frame (run, 0, 90000, &window, &frame);
  g_assert_true (frame.lacks_sums && has_gaps (&frame));
  g_assert_false (systole_run_array_values (run, 0, &frame, stop, &calls));
  g_assert_cmpuint (calls, ==, 1);
  g_assert_true (frame.lacks_sums && has_gaps (&frame));
  g_assert_true (systole_run_array_values (run, 0, &frame, NULL, NULL));
  g_assert_false (frame.lacks_sums || has_gaps (&frame));
  systole_array_frame_clear (&frame);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/values/many", test_many);
  if (g_getenv ("SYSTOLE_SLOW_CHECKER") == NULL) /* 70 million additions */
    g_test_add_func ("/values/rounded", test_rounded);
  g_test_add_func ("/values/unfolded", test_unfolded);
  g_test_add_func ("/values/later", test_later);
  g_test_add_func ("/values/steps", test_steps);
  g_test_add_func ("/values/windows", test_windows);
  g_test_add_func ("/values/stopped", test_stopped);
  return g_test_run ();
}
