/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/fairness.h"

#include "app/dim-names.h"
#include "engine/base/i18n.h"
#include "engine/base/number.h"
#include "widgets/quantity-text.h"

#define MAX_LANES 4

typedef struct
{
  const SystoleScenario *scenario;
  const SystoleCatalogue *catalogue;
  guint n_lanes; /* compared */
} Context;

/* --- conditions: what a lane says of each (transfer full), NULL: nothing --- */

/* Whether a lane of the same kind of work has another value of this dimension: of what is
 * computed, for the way in which it is done may be what is compared. */
static gboolean
differs (const Context *context, const SystoleOp *op, guint dim)
{
  guint n;

  if (systole_op_kind_get_dims (op->kind, &n)[dim].way)
    return FALSE;
  for (guint lane = 0; lane < context->n_lanes; lane++)
    {
      const SystoleOp *other = systole_scenario_get_lane_op (context->scenario, lane);

      if (other != NULL && other->kind == op->kind && other->dims[dim] != op->dims[dim])
        return TRUE;
    }
  return FALSE;
}

/* The kind of work and the dimensions that are not alike. The format is a condition of its
 * own, the seed of the values none. */
static char *
get_work (const Context *context, guint lane)
{
  const SystoleOp *op = systole_scenario_get_lane_op (context->scenario, lane);
  GString *text;
  const SystoleOpDim *dims;
  guint n;

  if (op == NULL)
    return NULL;
  dims = systole_op_kind_get_dims (op->kind, &n);
  text = g_string_new (systole_op_kind_get_title (op->kind));
  for (guint i = 0; i < n; i++)
    if (differs (context, op, i))
      {
        g_autofree char *title = systole_dim_get_title (&dims[i]);
        g_autofree char *value = systole_dim_get_value_title (&dims[i], op->dims[i]);

        g_string_append_printf (text, " %s = %s", title, value);
      }
  return g_string_free (text, FALSE);
}

static char *
get_format (const Context *context, guint lane)
{
  const SystoleOp *op = systole_scenario_get_lane_op (context->scenario, lane);

  return op != NULL ? g_strdup (systole_format_get_title (op->format)) : NULL;
}

static char *
get_operands (const Context *context, guint lane)
{
  return g_strdup (systole_operands_get_title (systole_scenario_get_lane (context->scenario, lane)->operands));
}

static char *
get_extent (const Context *context, guint lane)
{
  if (systole_scenario_get_lane (context->scenario, lane)->kind == SYSTOLE_LANE_MACHINE)
    return g_strdup (C_ ("extent of a model", "a whole chip"));
  return g_strdup (C_ ("extent of a model", "one unit, without memory and launch"));
}

static char *
get_counting (const Context *context, guint lane)
{
  const SystoleLane *found = systole_scenario_get_lane (context->scenario, lane);

  if (found->kind == SYSTOLE_LANE_ARRAY && found->array.timing == SYSTOLE_TIMING_SCALE_SIM)
    return g_strdup (systole_timing_get_title (found->array.timing));
  return g_strdup (C_ ("how cycles are counted", "every cycle, from the first load to the last result"));
}

static char *
get_changes (const Context *context, guint lane)
{
  const SystoleLane *found = systole_scenario_get_lane (context->scenario, lane);

  if (found->kind == SYSTOLE_LANE_MACHINE && found->sets->len > 0)
    return g_strdup_printf (P_ ("%u number changed from the catalogue", "%u numbers changed from the catalogue", found->sets->len), found->sets->len);
  return g_strdup (C_ ("numbers of a machine", "as built"));
}

static char *
get_units (const Context *context, guint lane)
{
  if (systole_scenario_get_lane (context->scenario, lane)->mapping.lanes)
    return g_strdup (C_ ("units that multiply", "vector lanes, though it has matrix units"));
  return g_strdup (C_ ("units that multiply", "as the engine chooses"));
}

static char *
get_clock (const Context *context, guint lane)
{
  const SystoleLane *found = systole_scenario_get_lane (context->scenario, lane);

  if (found->kind == SYSTOLE_LANE_ARRAY)
    return systole_text_hertz (found->array.clock_hz);
  return found->kind == SYSTOLE_LANE_SM ? systole_text_hertz (found->sm.clock_hz) : NULL;
}

static const struct
{
  gboolean counts; /* a difference makes the comparison unfair */
  const char *brief;
  const char *sentence; /* %s: “A int8, B bf16” */
  char *(*get) (const Context *context, guint lane);
} conditions[] = {
  /* Translators: what differs, in a list: “Unequal conditions: work, number format” */
  { TRUE, N_ ("work"), N_ ("They do not do the same work: %s."), get_work },
  { TRUE, N_ ("number format"), N_ ("They compute in different number formats: %s."), get_format },
  { TRUE, N_ ("operands’ place"), N_ ("Their operands begin in different places: %s."), get_operands },
  { TRUE, N_ ("extent of the model"), N_ ("Not as much of each machine is modelled: %s."), get_extent },
  { TRUE, N_ ("counting of cycles"), N_ ("Their cycles are not counted in the same way: %s."), get_counting },
  { FALSE, N_ ("changed numbers"), N_ ("Not all are as built: %s."), get_changes },
  { FALSE, N_ ("multiplying units"), N_ ("One was told what to multiply with: %s."), get_units },
  { FALSE, N_ ("clock"), N_ ("Their clocks differ, so equal cycles are not equal times: %s."), get_clock },
};

/* Lanes that say the same stand together: “A, C int8; B bf16”. NULL: all say the same. */
static char *
group (char **values, guint n)
{
  GString *text = g_string_new (NULL);
  gboolean done[MAX_LANES] = { FALSE };
  guint groups = 0;

  for (guint i = 0; i < n; i++)
    {
      if (done[i] || values[i] == NULL)
        continue;
      if (groups++ > 0)
        g_string_append (text, "; ");
      g_string_append_c (text, (char) ('A' + i));
      for (guint j = i + 1; j < n; j++)
        if (g_strcmp0 (values[i], values[j]) == 0)
          {
            done[j] = TRUE;
            g_string_append_printf (text, ", %c", 'A' + j);
          }
      g_string_append_printf (text, " %s", values[i]);
    }
  return g_string_free (text, groups < 2);
}

static void
add_line (GString *text, const char *separator, const char *line)
{
  if (text->len > 0)
    g_string_append (text, separator);
  g_string_append (text, line);
}

/* One difference is told at once, several are named. */
static char *
make_brief (const Context *context, guint n_unequal, const char *first, const GString *what)
{
  g_autofree char *format = get_format (context, 0);

  if (n_unequal == 1)
    return g_strdup (first);
  if (n_unequal > 1)
    /* Translators: %s is a list: “work, number format” */
    return g_strdup_printf (_ ("Unequal conditions: %s"), what->str);
  /* Translators: a number format, and where operands are: “Equal conditions: int8 → int32, operands already on the chip” */
  return g_strdup_printf (_ ("Equal conditions: %s, %s"), format, systole_operands_get_title (systole_scenario_get_lane (context->scenario, 0)->operands));
}

/* Documented in fairness.h. */
gboolean
systole_fairness_judge (const SystoleScenario *scenario, const SystoleCatalogue *catalogue, guint n_lanes, SystoleFairness *out)
{
  guint n = MIN (MIN (scenario->lanes->len, n_lanes), MAX_LANES);
  const Context context = { scenario, catalogue, n };
  g_autoptr (GString) what = g_string_new (NULL);
  g_autoptr (GString) detail = g_string_new (NULL);
  g_autofree char *first = NULL;
  guint n_unequal = 0;

  *out = (SystoleFairness){ .fair = TRUE };
  if (n < 2 || systole_scenario_get_lane_op (scenario, 0) == NULL)
    return FALSE;
  for (guint c = 0; c < G_N_ELEMENTS (conditions); c++)
    {
      char *values[MAX_LANES] = { NULL };
      g_autofree char *groups = NULL;
      g_autofree char *line = NULL;

      for (guint i = 0; i < n; i++)
        values[i] = conditions[c].get (&context, i);
      groups = group (values, n);
      for (guint i = 0; i < n; i++)
        g_free (values[i]);
      if (groups == NULL)
        continue;
      line = g_strdup_printf (_ (conditions[c].sentence), groups);
      add_line (detail, "\n", line);
      if (!conditions[c].counts)
        continue;
      if (n_unequal++ == 0)
        first = g_steal_pointer (&line);
      add_line (what, ", ", _ (conditions[c].brief));
    }
  out->brief = make_brief (&context, n_unequal, first, what);
  out->fair = n_unequal == 0;
  out->detail = detail->len > 0 ? g_strdup (detail->str) : NULL;
  return TRUE;
}

void
systole_fairness_clear (SystoleFairness *self)
{
  g_clear_pointer (&self->brief, g_free);
  g_clear_pointer (&self->detail, g_free);
}
