/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "engine/base/error.h"
#include "engine/machine/catalogue.h"
#include "engine/run/run.h"

/* The laws that hold for every run on an array or a TPU, on random ones (law 3, registers
 * against frames, is test-array-machine's). */

#define N_RUNS 150

static SystoleCatalogue *
load_catalogue (void)
{
  g_autofree char *path = g_build_filename (g_getenv ("SYSTOLE_SOURCE_DIR"), "data/machines/google.xml", NULL);
  g_autofree char *data = NULL;
  SystoleCatalogue *catalogue = systole_catalogue_new ();
  gsize length;

  g_assert_true (g_file_get_contents (path, &data, &length, NULL));
  g_assert_true (systole_catalogue_add_xml (catalogue, data, length, path, NULL));
  return catalogue;
}

static SystoleMachine *
random_machine (const SystoleCatalogue *catalogue, guint i)
{
  static const char *const ids[] = { "google-tpu-v2", "google-tpu-v3", "google-tpu-v4", "google-tpu-v4i", "google-tpu-v5e", "google-tpu-v5p", "google-tpu-v6e", "google-tpu-v7" };
  SystoleArrayDef def = { (guint) g_test_rand_int_range (1, 300), (guint) g_test_rand_int_range (1, 300), (SystoleDataflow) (i / 2 % 3), (SystoleTiming) (i / 6 % 3), 7e8 };

  if (i % 2 == 0)
    return systole_machine_ref ((SystoleMachine *) systole_catalogue_find (catalogue, ids[i / 2 % G_N_ELEMENTS (ids)]));
  return systole_machine_new_array (&def);
}

static guint64
random_side (void)
{
  guint bits = (guint) g_test_rand_int_range (0, 15);

  return (guint64) g_test_rand_int_range (1, (gint32) (2u << bits));
}

static SystoleRun *
random_run (const SystoleCatalogue *catalogue, guint i)
{
  static const SystoleFormat formats[] = { SYSTOLE_FORMAT_BF16, SYSTOLE_FORMAT_FP16, SYSTOLE_FORMAT_FP32 };
  g_autoptr (SystoleMachine) machine = random_machine (catalogue, i);
  g_autofree char *text = NULL;
  GError *error = NULL;
  SystoleRun *run;
  SystoleOp op;

  systole_op_init_gemm (&op, random_side (), random_side (), random_side (), formats[i / 4 % G_N_ELEMENTS (formats)]);
  op.seed = i;
  run = systole_run_new (&op, machine, i % 4 < 2 ? SYSTOLE_OPERANDS_COLD : SYSTOLE_OPERANDS_ON_CHIP, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  text = systole_op_to_string (&op);
  g_test_message ("%u: %s on %s", i, text, systole_machine_get_id (machine)); /* the last one said is the one that fails */
  return run;
}

static guint64
random_cycle (const SystoleRun *run)
{
  return systole_operand_hash ((guint64) g_test_rand_int (), SYSTOLE_OPERAND_A, 0, 0) % systole_run_get_n_cycles (run);
}

static char *
summary_to_string (const SystoleRun *run, guint64 cycle)
{
  SystoleSummary s;
  GString *text = g_string_new (NULL);

  systole_run_summarize (run, cycle, &s);
  g_string_append_printf (text, "%d %" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT, s.phase, s.fold, s.busy);
  for (guint r = 0; r < SYSTOLE_N_REASONS; r++)
    g_string_append_printf (text, " %" G_GUINT64_FORMAT, s.idle[r]);
  return g_string_free (text, FALSE);
}

/* 1: the same scenario gives the same run. */
static void
test_same (void)
{
  g_autoptr (SystoleCatalogue) catalogue = load_catalogue ();

  for (guint i = 0; i < N_RUNS; i++)
    {
      g_autoptr (SystoleRun) a = random_run (catalogue, i);
      g_autoptr (SystoleRun) b = systole_run_new (systole_run_get_op (a), systole_run_get_machine (a), systole_run_get_operands (a), NULL, NULL, NULL, NULL);
      guint64 cycle = random_cycle (a);
      g_autofree char *first = summary_to_string (a, cycle);
      g_autofree char *second = summary_to_string (b, cycle);

      g_assert_cmpuint (systole_run_get_n_cycles (a), ==, systole_run_get_n_cycles (b));
      g_assert_cmpstr (first, ==, second);
      for (guint c = 0; c < SYSTOLE_N_COUNTERS; c++)
        {
          SystoleQuantity x = systole_run_get_counter (a, (SystoleCounter) c), y = systole_run_get_counter (b, (SystoleCounter) c);

          g_assert_true (x.present == y.present && x.count == y.count);
          g_assert_cmpfloat (x.real, ==, y.real);
        }
    }
}

static void
assert_same_frames (const SystoleArrayFrame *a, const SystoleArrayFrame *b)
{
  g_assert_cmpuint (a->cells->len, ==, b->cells->len);
  for (guint i = 0; i < a->cells->len; i++)
    {
      const SystoleArrayCell *x = &g_array_index (a->cells, SystoleArrayCell, i), *y = &g_array_index (b->cells, SystoleArrayCell, i);

      g_assert_true (x->reason == y->reason && x->m == y->m && x->n == y->n && x->k == y->k && x->fold == y->fold && x->final == y->final);
      g_assert_true (x->a.present == y->a.present && x->b.present == y->b.present && x->partial_in.present == y->partial_in.present);
      g_assert_cmpfloat (x->partial_in.value, ==, y->partial_in.value);
      g_assert_cmpfloat (x->partial_out.value, ==, y->partial_out.value);
    }
}

/* 2: stepping forward, seeking and going back agree. */
static void
test_ways (void)
{
  g_autoptr (SystoleCatalogue) catalogue = load_catalogue ();

  for (guint i = 0; i < N_RUNS / 3; i++)
    {
      g_autoptr (SystoleRun) run = random_run (catalogue, i);
      guint64 from = random_cycle (run), to = MIN (from + 6, systole_run_get_n_cycles (run) - 1);
      guint rows, columns;
      SystoleArrayFrame walking, sought;

      g_assert_true (systole_run_get_array_size (run, &rows, &columns));
      SystoleWindow window = { rows / 2, columns / 2, MIN (rows, rows / 2 + 4), MIN (columns, columns / 2 + 4), TRUE };
      systole_array_frame_init (&walking);
      systole_array_frame_init (&sought);
      for (guint64 cycle = from; cycle <= to; cycle++)
        systole_run_array_frame (run, 0, cycle, &window, &walking);
      systole_run_array_frame (run, 0, to, &window, &sought);
      assert_same_frames (&walking, &sought);
      for (guint64 cycle = to; cycle-- > from;)
        systole_run_array_frame (run, 0, cycle, &window, &walking);
      sought.identity = 0;
      systole_run_array_frame (run, 0, from, &window, &sought);
      if (to > from)
        assert_same_frames (&walking, &sought);
      systole_array_frame_clear (&walking);
      systole_array_frame_clear (&sought);
    }
}

/* 4 to 6: the audit finds nothing, and here are its sums again. */
static void
test_totals (void)
{
  g_autoptr (SystoleCatalogue) catalogue = load_catalogue ();

  for (guint i = 0; i < N_RUNS; i++)
    {
      g_autoptr (SystoleRun) run = random_run (catalogue, i);
      g_autofree char *op = systole_op_to_string (systole_run_get_op (run));
      const SystoleWaterfallPart *parts;
      const SystoleAuditCheck *checks;
      const SystoleUtilization *units;
      double bins[50];
      guint64 sum = 0;
      double busy = 0;
      guint n;

      checks = systole_run_get_audit (run, &n);
      for (guint j = 0; j < n; j++)
        if (!checks[j].ok)
          g_error ("%s, %s: %s", systole_machine_get_id (systole_run_get_machine (run)), op, checks[j].title);
      parts = systole_run_get_waterfall (run, &n);
      for (guint j = 0; j < n; j++)
        sum += parts[j].cycles;
      g_assert_cmpuint (sum, ==, systole_run_get_n_cycles (run));
      units = systole_run_get_utilization (run, &n);
      for (guint j = 0; j < n; j++)
        g_assert_true (units[j].share >= 0 && units[j].share <= 1 && units[j].denominator != NULL);
      g_assert_cmpuint (systole_run_get_issued_macs (run), >=, systole_run_get_useful_macs (run));
      systole_run_get_busy_share (run, 0, (double) systole_run_get_n_cycles (run), G_N_ELEMENTS (bins), bins);
      for (guint j = 0; j < G_N_ELEMENTS (bins); j++)
        busy += bins[j] / G_N_ELEMENTS (bins);
      g_assert_cmpfloat (busy, >=, units[0].share * (1 - 1e-6));
    }
}

/* The strip covers the run without gaps, and says "multiplies" only where something does. */
static void
test_strips (void)
{
  g_autoptr (SystoleCatalogue) catalogue = load_catalogue ();

  for (guint i = 0; i < N_RUNS; i++)
    {
      g_autoptr (SystoleRun) run = random_run (catalogue, i);
      SystoleStretch stretches[200];
      guint max = (guint) g_test_rand_int_range (1, G_N_ELEMENTS (stretches));
      guint n = systole_run_get_strip (run, stretches, max);
      guint64 end = 0;

      g_assert_cmpuint (n, >=, 1);
      g_assert_cmpuint (n, <=, max);
      for (guint j = 0; j < n; j++)
        {
          double busy[1];

          g_assert_cmpuint (stretches[j].start, ==, end);
          g_assert_cmpuint (stretches[j].end, >, stretches[j].start);
          end = stretches[j].end;
          systole_run_get_busy_share (run, (double) stretches[j].start, (double) stretches[j].end, 1, busy);
          if (stretches[j].reason == SYSTOLE_REASON_BUSY)
            g_assert_cmpfloat (busy[0], >, 0);
          else
            g_assert_cmpfloat (busy[0], <=, 0);
        }
      g_assert_cmpuint (end, ==, systole_run_get_n_cycles (run));
    }
}

/* Steps and events: forward and back, never past the ends, and always getting somewhere. */
static void
test_steps (void)
{
  g_autoptr (SystoleCatalogue) catalogue = load_catalogue ();

  for (guint i = 0; i < N_RUNS; i++)
    {
      g_autoptr (SystoleRun) run = random_run (catalogue, i);
      guint64 cycle = random_cycle (run), last = systole_run_get_n_cycles (run) - 1;

      for (guint s = 0; s < SYSTOLE_N_STEPS; s++)
        {
          guint64 forward = systole_run_step (run, cycle, (SystoleStep) s, 1), back = systole_run_step (run, cycle, (SystoleStep) s, -1);

          g_assert_true (cycle == last ? forward == last : forward > cycle && forward <= last);
          g_assert_true (cycle == 0 ? back == 0 : back < cycle);
        }
      for (guint kind = SYSTOLE_EVENT_FIRST_OUTPUT; kind <= SYSTOLE_EVENT_END; kind <<= 1)
        {
          guint64 after, before;

          if (systole_run_find_event (run, cycle, (SystoleEvents) kind, 1, &after, NULL))
            {
              g_assert_cmpuint (after, >, cycle);
              g_assert_true (systole_run_find_event (run, after + 1, (SystoleEvents) kind, -1, &before, NULL));
              g_assert_cmpuint (before, ==, after);
            }
        }
      g_autofree char *caption = systole_run_describe_cycle (run, cycle);
      g_assert_true (g_utf8_validate (caption, -1, NULL) && strlen (caption) > 20);
    }
}

/* 8: what would overflow is refused, with the limit in the message. */
static void
test_overflow (void)
{
  const guint64 most = G_GUINT64_CONSTANT (1) << 40;
  static const guint64 exponents[][3] = { { 40, 0, 0 }, { 0, 40, 0 }, { 0, 0, 40 }, { 40, 17, 0 }, { 0, 17, 40 }, { 17, 0, 40 }, { 19, 19, 19 }, { 40, 8, 9 }, { 40, 40, 40 } };
  g_autoptr (SystoleCatalogue) catalogue = load_catalogue ();
  guint refused = 0;

  for (guint i = 0; i < G_N_ELEMENTS (exponents); i++)
    for (guint j = 0; j < 30; j++)
      {
        g_autoptr (SystoleMachine) machine = random_machine (catalogue, j);
        g_autoptr (GError) error = NULL;
        SystoleOp op;

        systole_op_init_gemm (&op, MIN (most, 1ull << exponents[i][0]), MIN (most, 1ull << exponents[i][1]), MIN (most, 1ull << exponents[i][2]), SYSTOLE_FORMAT_FP32);
        g_autoptr (SystoleRun) run = systole_run_new (&op, machine, SYSTOLE_OPERANDS_COLD, NULL, NULL, NULL, &error);
        if (run == NULL)
          {
            g_assert_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_CAPACITY);
            g_assert_nonnull (strstr (error->message, "2^"));
            refused++;
          }
        else
          g_assert_true (systole_run_is_sound (run));
      }
  g_assert_cmpuint (refused, >, 0);
}

/* 9: the last cycle of the longest run is as near as the first. A walk through it would not end. */
static void
test_long (void)
{
  g_autoptr (SystoleCatalogue) catalogue = load_catalogue ();
  SystoleArrayDef def = { 2, 2, SYSTOLE_DATAFLOW_OS, SYSTOLE_TIMING_OVERLAPPED, 1e9 };

  for (guint i = 0; i < 9; i++)
    {
      def.dataflow = (SystoleDataflow) (i % 3);
      def.timing = (SystoleTiming) (i / 3);
      g_autoptr (SystoleMachine) machine = systole_machine_new_array (&def);
      SystoleWindow window = { 0, 0, 2, 2, FALSE };
      SystoleArrayFrame frame;
      SystoleOp op;

      systole_op_init_gemm (&op, G_GUINT64_CONSTANT (1) << 19, G_GUINT64_CONSTANT (1) << 18, G_GUINT64_CONSTANT (1) << 17, SYSTOLE_FORMAT_INT8);
      g_autoptr (SystoleRun) run = systole_run_new (&op, machine, SYSTOLE_OPERANDS_ON_CHIP, NULL, NULL, NULL, NULL);
      g_assert_nonnull (run);
      g_assert_true (systole_run_is_sound (run));
      systole_array_frame_init (&frame);
      for (guint j = 0; j < 200; j++)
        systole_run_array_frame (run, 0, random_cycle (run), &window, &frame);
      systole_run_array_frame (run, 0, systole_run_get_n_cycles (run) - 1, &window, &frame);
      g_assert_cmpuint (systole_run_find_work (run, 1), <, systole_run_get_n_cycles (run));
      systole_array_frame_clear (&frame);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/laws/1-same", test_same);
  g_test_add_func ("/laws/2-ways", test_ways);
  g_test_add_func ("/laws/4-6-totals", test_totals);
  g_test_add_func ("/laws/strips", test_strips);
  g_test_add_func ("/laws/steps", test_steps);
  g_test_add_func ("/laws/8-overflow", test_overflow);
  g_test_add_func ("/laws/9-long", test_long);
  return g_test_run ();
}
