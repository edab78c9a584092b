/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <string.h>

#include "engine/base/error.h"
#include "tests/engine/engine-fixture.h"

/* CPUs: the laws on random operations, frames against summaries, and that more of anything
 * never makes a run slower. */

static SystoleCatalogue *catalogue;

static const char *const cpus[] = { "cpu-xeon-phi-7250", "cpu-epyc-9654", "cpu-2x-xeon-8480plus", "cpu-i9-13900k", "cpu-e5-2699v3", "cpu-laptop-8core" };

static guint
size (guint most)
{
  guint value = 1u << g_test_rand_int_range (0, 12);

  value += g_test_rand_bit () && value > 1 ? (guint) g_test_rand_int_range (0, (gint32) value) : 0;
  return MIN (value, most);
}

static char *
random_op (void)
{
  guint h = size (64) + 8, r = 1 + 2 * (guint) g_test_rand_int_range (0, 3), c = size (256), k = size (256);

  switch (g_test_rand_int_range (0, 11))
    {
    case 5:
      return g_strdup_printf ("stencil:x=%u,y=%u,z=%u,radius=%d,shape=%s,dtype=fp64", size (512), size (512), size (64), g_test_rand_int_range (1, 4), g_test_rand_bit () ? "box" : "star");
    case 6:
      return g_strdup_printf ("spmv:m=%u,n=%u,nnz=%u,band=%u,dtype=fp64", h * 8, h * 8, h * (guint) g_test_rand_int_range (1, 64), g_test_rand_bit () ? size (64) : 0);
    case 7:
      return g_strdup_printf ("sort:n=%u,payload=%d,dtype=fp32", size (4096) * size (1024), g_test_rand_int_range (0, 16));
    case 8:
      return g_strdup_printf ("query:rows=%u,build=%u,passing=%d,dtype=fp32", size (4096) * size (1024), size (4096) * size (64), g_test_rand_int_range (0, 101));
    case 9:
      return g_strdup_printf ("attention:b=%u,sq=%u,skv=%u,hq=%u,hkv=%u,d=64,causal=%d,kernel=%s,dtype=fp32", size (8), h, h + size (512), 4 * r, r, g_test_rand_int_range (0, 2), g_test_rand_bit () ? "plain" : "fused");
    case 10:
      return g_strdup_printf ("mlp:m=%u,hidden=%u,inter=%u,gated=%d,dtype=fp32", size (512), size (1024), size (2048), g_test_rand_int_range (0, 2));
    case 0:
      return g_strdup_printf ("gemm:m=%u,n=%u,k=%u,dtype=fp32", size (4096), size (4096), size (4096));
    case 1:
      return g_strdup_printf ("batched_gemm:b=%u,m=%u,n=%u,k=%u,dtype=fp32", size (64), size (512), size (512), size (512));
    case 2:
      return g_strdup_printf ("conv:n=%u,c=%u,h=%u,w=%u,k=%u,r=%u,s=%u,pad_h=%u,pad_w=%u,stride_h=%u,stride_w=%u,dir=%s,dtype=fp32", size (16), c, h, h, k, r, r, r / 2, r / 2, size (2), size (2), (const char *[]){ "fwd", "bwd_data", "bwd_filter" }[g_test_rand_int_range (0, 3)]);
    case 3:
      return g_strdup_printf ("softmax:m=%u,n=%u,dtype=fp32", size (4096), size (4096));
    default:
      return g_strdup_printf ("add:n=%u,dtype=fp32", size (4096) * 64);
    }
}

static void
test_laws (void)
{
  for (guint i = 0; i < 400; i++)
    {
      g_autofree char *op = random_op ();
      g_autoptr (SystoleRun) run = fixture_run (catalogue, op, cpus[i % G_N_ELEMENTS (cpus)]);
      const SystoleAuditCheck *breach = systole_run_find_breach (run);
      double before = 0;

      g_test_message ("%s on %s", op, cpus[i % G_N_ELEMENTS (cpus)]);
      g_assert_cmpstr (breach != NULL ? breach->id : NULL, ==, NULL);
      for (guint s = 0; s <= 16; s++)
        {
          double done = systole_run_get_work_done (run, systole_run_get_n_cycles (run) * s / 16);

          g_assert_cmpfloat (done, >=, before);
          before = done;
        }
      g_assert_cmpfloat (before, ==, 1);
    }
}

/* Every core of the frame is accounted for in the summary of the same cycle. */
static void
check_frame (const SystoleRun *run, guint64 cycle)
{
  SystoleSummary summary;
  SystoleChipFrame frame;
  guint busy = 0, n = systole_run_get_n_units (run);
  g_autofree char *caption = systole_run_describe_cycle (run, cycle);

  systole_chip_frame_init (&frame);
  systole_run_chip_frame (run, cycle, &frame);
  systole_run_summarize (run, cycle, &summary);
  g_assert_cmpuint (frame.units->len, ==, n);
  for (guint u = 0; u < n; u++)
    {
      const SystoleUnitState *unit = &g_array_index (frame.units, SystoleUnitState, u);

      g_assert_true ((unit->reason == SYSTOLE_REASON_BUSY) == (unit->busy_share > 0));
      g_assert_true (unit->block == SYSTOLE_NO_INDEX || unit->block < frame.blocks);
      busy += unit->reason == SYSTOLE_REASON_BUSY;
    }
  g_assert_cmpuint (summary.busy + summary.idle[SYSTOLE_REASON_PADDING], ==, busy * (summary.total / n));
  g_assert_cmpint (frame.phase, ==, summary.phase);
  g_assert_cmpuint (strlen (caption), >, 10);
  systole_chip_frame_clear (&frame);
}

/* A whole run, cycle by cycle: busy core-cycles are the work; what the steps find is there. */
static void
test_every_cycle (void)
{
  static const char *const ops[] = { "gemm:m=64,n=96,k=64,dtype=fp32", "gemm:m=200,n=30,k=100,dtype=fp32", "softmax:m=40,n=500,dtype=fp32", "conv:n=2,c=16,h=8,w=8,k=16,r=3,s=3,pad_h=1,pad_w=1,dtype=fp32", "stencil:x=64,y=64,dtype=fp32", "sort:n=9000,dtype=fp32", "attention:b=1,sq=40,skv=40,hq=2,hkv=1,d=64,causal=1,dtype=fp32" };

  for (guint i = 0; i < G_N_ELEMENTS (ops); i++)
    {
      g_autoptr (SystoleRun) run = fixture_run (catalogue, ops[i], "cpu-laptop-8core");
      guint64 n = systole_run_get_n_cycles (run), events = 0;
      double share, done = 0;

      g_assert_cmpuint (n, <, 2000000);
      for (guint64 t = 0; t < n; t += 1 + t % 7)
        check_frame (run, t);
      systole_run_get_busy_share (run, 0, (double) n, 1, &share);
      for (guint64 t = 0; t < n; t += 97)
        {
          double now = systole_run_get_work_done (run, t);

          g_assert_cmpfloat (now, >=, done);
          done = now;
        }
      for (guint64 t = 0, at; systole_run_find_event (run, t, (SystoleEvents) ~0u, 1, &at, NULL); t = at)
        {
          guint64 back;

          g_assert_cmpuint (at, >, t);
          g_assert_cmpuint (at, <, n);
          g_assert_true (t == 0 || systole_run_find_event (run, at, (SystoleEvents) ~0u, -1, &back, NULL));
          events++;
        }
      g_assert_cmpuint (events, >, 2);
    }
}

static double
seconds_with (const char *op_text, const SystoleMachine *base, SystoleField field, double factor)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SystoleMachine) machine = systole_machine_with_field (base, field, systole_machine_get (base, field) * factor, NULL, &error);
  SystoleOp op = fixture_op (op_text);
  g_autoptr (SystoleRun) run = NULL;

  g_assert_no_error (error);
  run = systole_run_new (&op, machine, SYSTOLE_OPERANDS_COLD, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  return systole_run_get_seconds (run);
}

/* Cores, clock and bandwidth; whole cycles may be lost in rounding up, one a round. */
static void
test_more_is_not_slower (void)
{
  static const SystoleField fields[] = { SYSTOLE_FIELD_UNITS, SYSTOLE_FIELD_CLOCK_TENSOR, SYSTOLE_FIELD_MEMORY_BANDWIDTH };

  for (guint i = 0; i < 200; i++)
    {
      g_autofree char *op = random_op ();
      const SystoleMachine *base = systole_catalogue_find (catalogue, (const char *[]){ "cpu-xeon-phi-7250", "cpu-epyc-9654", "cpu-2x-xeon-8480plus" }[i % 3]);

      for (guint f = 0; f < G_N_ELEMENTS (fields); f++)
        {
          double less = seconds_with (op, base, fields[f], 1), more = seconds_with (op, base, fields[f], 2);

          g_test_message ("%s, %s", op, systole_field_get_id (fields[f]));
          g_assert_cmpfloat (more, <=, less * 1.003 + 3e-9);
        }
    }
}

/* What a core has no rate for is refused; a matrix unit multiplies faster than the lanes. */
static void
test_formats (void)
{
  g_autoptr (SystoleRun) matrix = fixture_run (catalogue, "gemm:m=4096,n=4096,k=4096,dtype=bf16", "cpu-2x-xeon-8480plus");
  g_autoptr (SystoleRun) lanes = fixture_run (catalogue, "gemm:m=4096,n=4096,k=4096,dtype=fp32", "cpu-2x-xeon-8480plus");
  SystoleOp op = fixture_op ("gemm:m=8,n=8,k=8,dtype=nvfp4");
  g_autoptr (GError) error = NULL;
  g_autoptr (SystoleRun) none = systole_run_new (&op, systole_catalogue_find (catalogue, "cpu-epyc-9654"), SYSTOLE_OPERANDS_COLD, NULL, NULL, NULL, &error);

  g_assert_null (none);
  g_assert_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_NOT_MODELLED);
  g_assert_cmpfloat (systole_run_get_seconds (matrix) * 10, <, systole_run_get_seconds (lanes));
}

int
main (int argc, char **argv)
{
  int result;

  g_test_init (&argc, &argv, NULL);
  catalogue = fixture_catalogue ();
  g_test_add_func ("/cpu/laws", test_laws);
  g_test_add_func ("/cpu/every-cycle", test_every_cycle);
  g_test_add_func ("/cpu/more-is-not-slower", test_more_is_not_slower);
  g_test_add_func ("/cpu/formats", test_formats);
  result = g_test_run ();
  systole_catalogue_unref (catalogue);
  return result;
}
