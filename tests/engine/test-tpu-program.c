/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "engine/base/error.h"
#include "engine/machine/catalogue.h"
#include "engine/run/run.h"

/* Every operation on TPUs: the laws hold on each, frames agree with the strip, and what does not fit is refused. */

static const char *const machines[] = { "google-tpu-v3", "google-tpu-v4", "google-tpu-v5e", "google-tpu-v6e", "google-tpu-v7" };

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

static guint64
random_to (guint bits)
{
  return (guint64) g_test_rand_int_range (1, (gint32) (2u << (guint) g_test_rand_int_range (0, (gint32) bits)));
}

/* %s is filled in below; one line an operation. */
static char *
random_op (guint i)
{
  guint64 a = random_to (10), b = random_to (10), c = random_to (10), heads = (guint64) 1 << g_test_rand_int_range (0, 4);

  switch (i % 10)
    {
    case 0:
      return g_strdup_printf ("batched_gemm:b=%d,m=%d,n=%d,k=%d", (int) random_to (6), (int) a, (int) b, (int) c);
    case 1:
      return g_strdup_printf ("conv:n=%d,c=%d,h=14,w=14,k=%d,r=3,s=3,pad_h=1,pad_w=1", (int) random_to (4), (int) random_to (6), (int) random_to (7));
    case 2:
      return g_strdup_printf ("attention:b=2,sq=%d,skv=%d,hq=%d,hkv=%d,d=128", (int) a, (int) (a + b), (int) heads, (int) heads);
    case 3:
      return g_strdup_printf ("attention:b=1,sq=%d,skv=%d,hq=%d,hkv=1,d=64,causal=1", (int) a, (int) (a + b), (int) heads);
    case 4:
      return g_strdup_printf ("attention:b=1,sq=%d,skv=%d,hq=%d,hkv=%d,d=64", (int) a, (int) b, (int) heads, (int) heads);
    case 5:
      return g_strdup_printf ("mlp:m=%d,hidden=%d,inter=%d,gated=%d", (int) a, (int) b, (int) c, (int) (i / 10 % 2));
    case 6:
      return g_strdup_printf ("softmax:m=%d,n=%d", (int) a, (int) b);
    case 7:
      return g_strdup_printf ("layernorm:m=%d,n=%d", (int) a, (int) b);
    case 8:
      return g_strdup_printf ("gather:m=%d,n=%d,rows=%d", (int) a, (int) b, (int) (a + c));
    default:
      return g_strdup_printf ("memcpy:bytes=%d", (int) (8 * a * b));
    }
}

static SystoleRun *
run_of (const SystoleCatalogue *catalogue, const char *text, const char *id, SystoleOperands operands, GError **error)
{
  SystoleOp op;

  if (!systole_op_parse (text, SYSTOLE_FORMAT_BF16, &op, error))
    return NULL;
  return systole_run_new (&op, systole_catalogue_find (catalogue, id), operands, NULL, NULL, NULL, error);
}

static void
check_sound (const SystoleRun *run, const char *text)
{
  const SystoleAuditCheck *breach = systole_run_find_breach (run);

  if (breach != NULL)
    g_error ("%s on %s: %s", text, systole_machine_get_id (systole_run_get_machine (run)), breach->title);
}

/* The strip covers the run without gaps, and units agree with the summary at its edges. */
static void
check_strip (const SystoleRun *run)
{
  SystoleStretch strip[64];
  guint n = systole_run_get_strip (run, strip, G_N_ELEMENTS (strip));
  SystoleChipFrame frame;
  SystoleSummary summary;
  guint64 end = 0;

  systole_chip_frame_init (&frame);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *caption = systole_run_describe_cycle (run, strip[i].start);

      g_assert_cmpuint (strip[i].start, ==, end);
      end = strip[i].end;
      g_assert_cmpuint (strlen (caption), >, 5);
      systole_run_summarize (run, strip[i].start, &summary);
      g_assert_true (strstr (caption, "the arrays wait") == NULL || summary.busy == 0);
      systole_run_chip_frame (run, strip[i].start, &frame);
      g_assert_cmpuint (frame.engines->len, >=, 3);
      for (guint j = 0; j < frame.engines->len; j++)
        {
          const SystoleEngineState *engine = &g_array_index (frame.engines, SystoleEngineState, j);

          g_assert_true ((engine->reason == SYSTOLE_REASON_BUSY) == (engine->activity != NULL));
        }
    }
  g_assert_cmpuint (end, ==, systole_run_get_n_cycles (run));
  systole_chip_frame_clear (&frame);
}

/* Steps lead forward to the end and back to the begin; an event after a cycle is before a later one. */
static void
check_steps (const SystoleRun *run)
{
  for (guint kind = SYSTOLE_STEP_TILE; kind <= SYSTOLE_STEP_WAVE; kind++)
    {
      guint64 cycle = 0, next;

      for (guint i = 0; i < 40; i++, cycle = next)
        {
          next = systole_run_step (run, cycle, (SystoleStep) kind, 1);
          g_assert_cmpuint (next, >=, cycle);
          if (next > cycle && next + 1 < systole_run_get_n_cycles (run))
            g_assert_cmpuint (systole_run_step (run, next, (SystoleStep) kind, -1), <, next);
        }
    }
}

static void
test_every_operation (void)
{
  g_autoptr (SystoleCatalogue) catalogue = load_catalogue ();

  for (guint i = 0; i < 300; i++)
    {
      g_autofree char *text = random_op (i);
      g_autoptr (GError) error = NULL;
      g_autoptr (SystoleRun) run = run_of (catalogue, text, machines[i / 10 % G_N_ELEMENTS (machines)], i % 4 == 0 ? SYSTOLE_OPERANDS_ON_CHIP : SYSTOLE_OPERANDS_COLD, &error);

      g_assert_no_error (error);
      check_sound (run, text);
      check_strip (run);
      check_steps (run);
    }
}

/* More memory bandwidth or vector memory never makes an operation slower. */
static void
test_monotone (void)
{
  g_autoptr (SystoleCatalogue) catalogue = load_catalogue ();
  static const SystoleField fields[] = { SYSTOLE_FIELD_MEMORY_BANDWIDTH, SYSTOLE_FIELD_VMEM };

  for (guint i = 0; i < 80; i++)
    {
      g_autofree char *text = i % 2 == 0 ? random_op (i) : g_strdup_printf ("gemm:m=%d,n=%d,k=%d", (int) random_to (13), (int) random_to (13), (int) random_to (13));
      const SystoleMachine *machine = systole_catalogue_find (catalogue, machines[i / 2 % G_N_ELEMENTS (machines)]);
      SystoleField field = fields[i / 10 % G_N_ELEMENTS (fields)];
      guint64 before = G_MAXUINT64;
      SystoleOp op;

      g_assert_true (systole_op_parse (text, SYSTOLE_FORMAT_BF16, &op, NULL));
      for (double factor = 0.25; factor <= 16; factor *= 2)
        {
          g_autoptr (SystoleMachine) changed = systole_machine_with_field (machine, field, factor * systole_machine_get (machine, field), "test", NULL);
          g_autoptr (SystoleRun) run = systole_run_new (&op, changed, SYSTOLE_OPERANDS_COLD, NULL, NULL, NULL, NULL);

          g_assert_nonnull (run);
          if (systole_run_get_n_cycles (run) > before)
            g_error ("%s on %s is slower with more of %s: %" G_GUINT64_FORMAT " after %" G_GUINT64_FORMAT, text, systole_machine_get_id (machine), systole_field_get_id (field), systole_run_get_n_cycles (run), before);
          before = systole_run_get_n_cycles (run);
        }
    }
}

static void
test_resident (void)
{
  g_autoptr (SystoleCatalogue) catalogue = load_catalogue ();
  g_autoptr (GError) error = NULL;
  g_autoptr (SystoleRun) fits = run_of (catalogue, "gemm:m=1024,n=1024,k=1024", "google-tpu-v6e", SYSTOLE_OPERANDS_RESIDENT, NULL);
  g_autoptr (SystoleRun) large = run_of (catalogue, "gemm:m=16384,n=16384,k=16384", "google-tpu-v6e", SYSTOLE_OPERANDS_RESIDENT, &error);

  g_assert_nonnull (fits);
  g_assert_null (large);
  g_assert_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_CAPACITY);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/tpu-program/every-operation", test_every_operation);
  g_test_add_func ("/tpu-program/monotone", test_monotone);
  g_test_add_func ("/tpu-program/resident", test_resident);
  return g_test_run ();
}
