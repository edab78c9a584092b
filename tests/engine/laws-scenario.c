/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "laws-scenario.h"

#include <math.h>
#include <string.h>

#include "engine/machine/catalogue.h"

void
scenario_fail (const Scenario *self, const char *place, const char *condition)
{
  g_error ("%s: law %u does not hold, %s, in cycle %" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT " of\n  systole-cli simulate --op %s --machine %s --operands %s", place, self->law, condition, self->cycle, self->run != NULL ? systole_run_get_n_cycles (self->run) : 0, self->op, self->machine, systole_operands_get_id (self->operands));
}

guint
scenario_pick (guint below)
{
  return (guint) g_test_rand_int_range (0, (gint32) below);
}

/* 1 … most, small ones more often. */
static guint
side (guint most)
{
  guint a = scenario_pick (most), b = scenario_pick (most);

  return 1 + MIN (a, b);
}

/* Buffers from a few bytes to many, narrow ports, slow and quick main memory. */
static void
add_memory (GString *text)
{
  static const char *const buffers[] = { "a", "b", "c" };

  for (guint i = 0; i < G_N_ELEMENTS (buffers); i++)
    {
      if (scenario_pick (2) == 0)
        g_string_append_printf (text, ",sram-%s-bytes=%u", buffers[i], 1u << scenario_pick (14));
      if (scenario_pick (3) == 0)
        g_string_append_printf (text, ",sram-%s-word-bytes=%u,sram-%s-ports=%u", buffers[i], 1 + scenario_pick (12), buffers[i], 1 + scenario_pick (2));
    }
  if (scenario_pick (3) > 0)
    g_string_append_printf (text, ",dram-bytes-per-cycle=%u,dram-latency=%u", 1 + scenario_pick (40), scenario_pick (30));
  if (scenario_pick (4) == 0)
    g_string_append (text, ",buffering=single");
}

char *
scenario_random_machine (guint most)
{
  static const char *const dataflows[] = { "ws", "os", "is" };
  static const char *const timings[] = { "hardware", "scale-sim", "overlapped" };
  GString *text = g_string_new (NULL);

  g_string_printf (text, "array:rows=%u,cols=%u,dataflow=%s,timing=%s", side (most), side (most), dataflows[scenario_pick (3)], timings[scenario_pick (3)]);
  if (scenario_pick (4) == 0)
    g_string_append (text, ",weights=shadow");
  if (scenario_pick (2) == 0)
    add_memory (text);
  return g_string_free (text, FALSE);
}

static char *
random_op (guint most)
{
  static const char *const formats[] = { "int8", "int8", "bf16", "fp16", "fp32", "fp8", "fp64" };
  const char *format = formats[scenario_pick (G_N_ELEMENTS (formats))];
  guint groups = side (3), taps = side (3);

  switch (scenario_pick (4))
    {
    case 0:
      return g_strdup_printf ("batched_gemm:m=%u,n=%u,k=%u,b=%u,dtype=%s", side (most), side (most), side (most), side (4), format);
    case 1:
      return g_strdup_printf ("conv:n=%u,c=%u,h=%u,w=%u,k=%u,r=%u,s=%u,stride_h=%u,pad_w=%u,dilation_h=%u,groups=%u,dtype=%s", side (2), groups * side (3), 2 * taps + scenario_pick (3), taps + scenario_pick (3), groups * side (3), taps, side (taps), side (2), scenario_pick (3), side (2), groups, format);
    default:
      return g_strdup_printf ("gemm:m=%u,n=%u,k=%u,dtype=%s", side (most), side (most), side (most), format);
    }
}

SystoleRun *
scenario_run (const Scenario *self, GError **error)
{
  g_autoptr (SystoleCatalogue) catalogue = systole_catalogue_new ();
  g_autoptr (SystoleMachine) machine = systole_catalogue_parse (catalogue, self->machine, error);
  SystoleOp op;

  if (machine == NULL || !systole_op_parse (self->op, SYSTOLE_FORMAT_INT8, &op, error))
    return NULL;
  return systole_run_new (&op, machine, self->operands, NULL, NULL, NULL, error);
}

void
scenario_init (Scenario *self, guint law, guint most_pes, guint most)
{
  GError *error = NULL;

  *self = (Scenario){ .law = law, .machine = scenario_random_machine (most_pes), .op = random_op (most), .operands = scenario_pick (2) == 0 ? SYSTOLE_OPERANDS_COLD : SYSTOLE_OPERANDS_ON_CHIP };
  self->run = scenario_run (self, &error);
  if (error != NULL)
    scenario_fail (self, G_STRLOC, error->message);
  self->cycle = systole_operand_hash (g_test_rand_int (), SYSTOLE_OPERAND_A, 0, 0) % systole_run_get_n_cycles (self->run);
}

void
scenario_clear (Scenario *self)
{
  g_clear_pointer (&self->run, systole_run_unref);
  g_free (self->machine);
  g_free (self->op);
}

/* FALSE: memory never makes the array wait. */
gboolean
scenario_has_memory (const Scenario *self)
{
  return strstr (self->machine, "sram") != NULL || strstr (self->machine, "dram") != NULL;
}

SystoleWindow
scenario_get_window (const SystoleRun *run, gboolean values)
{
  guint rows = 0, columns = 0;

  g_assert_true (systole_run_get_array_size (run, &rows, &columns));
  return (SystoleWindow){ 0, 0, rows, columns, values, 0 };
}

gboolean
scenario_same_number (double a, double b)
{
  return (a >= b && a <= b) || (isnan (a) && isnan (b));
}

static gboolean
same_value (const SystoleValue *a, const SystoleValue *b)
{
  return a->present == b->present && (!a->present || scenario_same_number (a->value, b->value));
}

gboolean
scenario_same_frames (const SystoleArrayFrame *a, const SystoleArrayFrame *b)
{
  if (a->cells->len != b->cells->len || a->bottom->len != b->bottom->len || a->phase != b->phase || a->out_done != b->out_done)
    return FALSE;
  for (guint i = 0; i < a->cells->len; i++)
    {
      const SystoleArrayCell *x = &g_array_index (a->cells, SystoleArrayCell, i), *y = &g_array_index (b->cells, SystoleArrayCell, i);

      if (x->reason != y->reason || x->m != y->m || x->n != y->n || x->k != y->k || x->fold != y->fold || x->final != y->final || !same_value (&x->a, &y->a) ||
          !same_value (&x->b, &y->b) || !same_value (&x->product, &y->product) || !same_value (&x->partial_in, &y->partial_in) || !same_value (&x->partial_out, &y->partial_out))
        return FALSE;
    }
  for (guint i = 0; i < a->bottom->len; i++)
    {
      const SystoleEdgeToken *x = &g_array_index (a->bottom, SystoleEdgeToken, i), *y = &g_array_index (b->bottom, SystoleEdgeToken, i);

      if (x->lane != y->lane || x->slot != y->slot || x->i != y->i || x->j != y->j || x->final != y->final || !scenario_same_number (x->value, y->value))
        return FALSE;
    }
  return TRUE;
}
