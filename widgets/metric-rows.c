/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/metric-rows.h"

#include "engine/base/i18n.h"
#include "engine/run/known-error.h"
#include "engine/scenario/scenario.h"
#include "widgets/quantity-text.h"

static const guint counts[] = {
  [SYSTOLE_METRIC_COUNTER] = SYSTOLE_N_COUNTERS,
  [SYSTOLE_METRIC_PART] = SYSTOLE_N_PARTS,
  [SYSTOLE_METRIC_BUSY] = SYSTOLE_N_UNITS,
  [SYSTOLE_METRIC_READ] = SYSTOLE_N_MEMORY_LEVELS,
  [SYSTOLE_METRIC_WRITTEN] = SYSTOLE_N_MEMORY_LEVELS,
};

static gboolean
get_part (const SystoleRun *run, SystolePart part, SystoleQuantity *out)
{
  guint n;
  const SystoleWaterfallPart *parts = systole_run_get_waterfall (run, &n);

  for (guint i = 0; i < n; i++)
    if (parts[i].part == part)
      {
        *out = (SystoleQuantity){ TRUE, parts[i].cycles, (double) parts[i].cycles };
        return TRUE;
      }
  return FALSE;
}

static const SystoleUtilization *
find_unit (const SystoleRun *run, SystoleUnit unit)
{
  guint n;
  const SystoleUtilization *units = systole_run_get_utilization (run, &n);

  for (guint i = 0; i < n; i++)
    if (units[i].unit == unit)
      return &units[i];
  return NULL;
}

static gboolean
get_bytes (const SystoleRun *run, SystoleMemoryLevel level, gboolean written, SystoleQuantity *out)
{
  guint n;
  const SystoleTraffic *traffic = systole_run_get_traffic (run, &n);

  for (guint i = 0; i < n; i++)
    if (traffic[i].level == level)
      {
        guint64 bytes = written ? traffic[i].write_bytes : traffic[i].read_bytes;

        *out = (SystoleQuantity){ TRUE, bytes, (double) bytes };
        return TRUE;
      }
  return FALSE;
}

/**
 * systole_metric_get:
 * @run: (nullable): NULL has nothing
 *
 * Returns: FALSE where the run has it not, or breaks a law
 */
gboolean
systole_metric_get (const SystoleMetric *self, const SystoleRun *run, SystoleQuantity *out)
{
  const SystoleUtilization *unit;

  *out = (SystoleQuantity){ 0 };
  if (run == NULL || !systole_run_is_sound (run))
    return FALSE;
  switch (self->kind)
    {
    case SYSTOLE_METRIC_PART:
      return get_part (run, (SystolePart) self->which, out);
    case SYSTOLE_METRIC_BUSY:
      unit = find_unit (run, (SystoleUnit) self->which);
      if (unit != NULL)
        *out = (SystoleQuantity){ TRUE, 0, unit->share };
      return unit != NULL;
    case SYSTOLE_METRIC_READ:
    case SYSTOLE_METRIC_WRITTEN:
      return get_bytes (run, (SystoleMemoryLevel) self->which, self->kind == SYSTOLE_METRIC_WRITTEN, out);
    case SYSTOLE_METRIC_COUNTER:
    default:
      *out = systole_run_get_counter (run, (SystoleCounter) self->which);
      return out->present;
    }
}

/* How sure a time is stands in every table, if only as “not validated”. */
static gboolean
is_known_error (const SystoleMetric *self)
{
  return self->kind == SYSTOLE_METRIC_COUNTER && self->which == SYSTOLE_COUNTER_KNOWN_ERROR;
}

gboolean
systole_metric_compares (const SystoleMetric *self)
{
  return !is_known_error (self);
}

/* Documented in metric-rows.h. */
void
systole_metrics_collect (SystoleRun *const *runs, guint n, GArray *out)
{
  g_array_set_size (out, 0);
  for (guint kind = 0; kind < G_N_ELEMENTS (counts); kind++)
    for (guint which = 0; which < counts[kind]; which++)
      {
        SystoleMetric metric = { (SystoleMetricKind) kind, which, 0 };
        SystoleQuantity value;
        gboolean any = FALSE;

        for (guint i = 0; i < n; i++)
          if (systole_metric_get (&metric, runs[i], &value) || (is_known_error (&metric) && runs[i] != NULL))
            {
              any = TRUE;
              metric.makers |= 1u << systole_run_get_maker (runs[i]);
            }
        if (any)
          g_array_append_val (out, metric);
      }
}

static SystoleQuantityKind
quantity_kind (const SystoleMetric *self)
{
  switch (self->kind)
    {
    case SYSTOLE_METRIC_PART:
      return SYSTOLE_QUANTITY_CYCLES;
    case SYSTOLE_METRIC_BUSY:
      return SYSTOLE_QUANTITY_RATIO;
    case SYSTOLE_METRIC_READ:
    case SYSTOLE_METRIC_WRITTEN:
      return SYSTOLE_QUANTITY_BYTES;
    case SYSTOLE_METRIC_COUNTER:
    default:
      return systole_counter_get_kind ((SystoleCounter) self->which);
    }
}

gboolean
systole_metric_is_whole (const SystoleMetric *self)
{
  if (self->kind == SYSTOLE_METRIC_COUNTER)
    return systole_counter_is_whole ((SystoleCounter) self->which);
  return self->kind != SYSTOLE_METRIC_BUSY;
}

/* Documented in metric-rows.h. */
char *
systole_metric_format (const SystoleMetric *self, const SystoleRun *run)
{
  SystoleQuantity value;

  if (is_known_error (self) && run != NULL && systole_run_is_sound (run))
    {
      SystoleKnownError known = systole_run_get_known_error (run);

      return systole_known_error_describe_short (&known);
    }
  if (!systole_metric_get (self, run, &value))
    return g_strdup ("–");
  /* The title says that they are cycles; the column is narrow. */
  if (quantity_kind (self) == SYSTOLE_QUANTITY_CYCLES)
    return systole_text_count (value.count);
  if (self->kind == SYSTOLE_METRIC_COUNTER)
    return systole_text_counter (run, (SystoleCounter) self->which);
  return systole_text_quantity (quantity_kind (self), value);
}

/* Documented in metric-rows.h. */
char *
systole_metric_get_id (const SystoleMetric *self)
{
  switch (self->kind)
    {
    case SYSTOLE_METRIC_PART:
      return g_strdup_printf ("waterfall.%s", systole_part_get_id ((SystolePart) self->which));
    case SYSTOLE_METRIC_BUSY:
      return g_strdup_printf ("utilization.%s", systole_unit_get_id ((SystoleUnit) self->which));
    case SYSTOLE_METRIC_READ:
      return g_strdup_printf ("traffic.%s.read_bytes", systole_memory_level_get_id ((SystoleMemoryLevel) self->which));
    case SYSTOLE_METRIC_WRITTEN:
      return g_strdup_printf ("traffic.%s.write_bytes", systole_memory_level_get_id ((SystoleMemoryLevel) self->which));
    case SYSTOLE_METRIC_COUNTER:
    default:
      return g_strdup (systole_counter_get_id ((SystoleCounter) self->which));
    }
}

/* What the makers of these runs call it: “tensor cores”, “tensor cores, matrix cores”. */
static char *
name_for_makers (const SystoleMetric *self)
{
  GString *names = g_string_new (NULL);
  const char *last = NULL;

  for (SystoleMaker maker = SYSTOLE_MAKER_USUAL; maker < SYSTOLE_N_MAKERS; maker++)
    {
      const char *name;

      if (((self->makers != 0 ? self->makers : 1u << SYSTOLE_MAKER_USUAL) & 1u << maker) == 0)
        continue;
      name = self->kind == SYSTOLE_METRIC_BUSY ? systole_unit_get_title ((SystoleUnit) self->which, maker) : systole_memory_level_get_title ((SystoleMemoryLevel) self->which, maker);
      if (last == NULL || !g_str_equal (last, name))
        g_string_append_printf (names, "%s%s", last != NULL ? ", " : "", name);
      last = name;
    }
  return g_string_free (names, FALSE);
}

/* Documented in metric-rows.h. */
char *
systole_metric_get_title (const SystoleMetric *self)
{
  g_autofree char *name = NULL;

  switch (self->kind)
    {
    case SYSTOLE_METRIC_PART:
      /* Translators: a part of the time: “time: padding” */
      return g_strdup_printf (_ ("time: %s"), systole_part_get_title ((SystolePart) self->which));
    case SYSTOLE_METRIC_BUSY:
      name = name_for_makers (self);
      /* Translators: a unit: “busy: tensor cores” */
      return g_strdup_printf (_ ("busy: %s"), name);
    case SYSTOLE_METRIC_READ:
      name = name_for_makers (self);
      /* Translators: a memory: “read: L2 cache” */
      return g_strdup_printf (_ ("read: %s"), name);
    case SYSTOLE_METRIC_WRITTEN:
      name = name_for_makers (self);
      /* Translators: a memory: “written: L2 cache” */
      return g_strdup_printf (_ ("written: %s"), name);
    case SYSTOLE_METRIC_COUNTER:
    default:
      return g_strdup (systole_counter_get_title ((SystoleCounter) self->which));
    }
}

static char *
define (const SystoleMetric *self, SystoleRun *const *runs, guint n)
{
  const char *formula;

  switch (self->kind)
    {
    case SYSTOLE_METRIC_PART:
      return g_strdup (_ ("Cycles of this part of the waterfall; all parts add up to the cycles of the run."));
    case SYSTOLE_METRIC_BUSY:
      for (guint i = 0; i < n; i++)
        {
          const SystoleUtilization *unit = runs[i] != NULL ? find_unit (runs[i], (SystoleUnit) self->which) : NULL;

          if (unit != NULL)
            /* Translators: %s is what the whole would be: “all multipliers, every cycle” */
            return g_strdup_printf (_ ("Busy share of the whole run; 1 would be: %s."), _ (unit->denominator));
        }
      return g_strdup ("");
    case SYSTOLE_METRIC_READ:
    case SYSTOLE_METRIC_WRITTEN:
      return g_strdup (_ ("Bytes that move through this memory in the whole run."));
    case SYSTOLE_METRIC_COUNTER:
    default:
      formula = systole_counter_get_formula ((SystoleCounter) self->which);
      if (formula == NULL || *formula == '\0')
        return g_strdup (systole_counter_get_explanation ((SystoleCounter) self->which));
      return g_strdup_printf ("%s\n= %s", systole_counter_get_explanation ((SystoleCounter) self->which), formula);
    }
}

/* The clock is a number of the machine's entry: whose word it is. */
static char *
clock_origin (const SystoleRun *run)
{
  static const SystoleField fields[] = { SYSTOLE_FIELD_MXU_CLOCK, SYSTOLE_FIELD_CLOCK_TENSOR, SYSTOLE_FIELD_CLOCK_BOOST };
  const SystoleMachine *machine = systole_run_get_machine (run);

  for (guint i = 0; i < G_N_ELEMENTS (fields); i++)
    if (systole_machine_has (machine, fields[i]))
      {
        SystoleProvenance provenance = systole_machine_get_provenance (machine, fields[i]);
        const char *note = systole_provenance_get_note (provenance);

        return g_strdup (note != NULL ? note : systole_provenance_get_title (provenance));
      }
  return NULL;
}

static char *
origin (const SystoleMetric *self, const SystoleRun *run)
{
  SystoleKnownError known;
  g_autofree char *figures = NULL;

  if (self->kind != SYSTOLE_METRIC_COUNTER || !systole_run_is_sound (run))
    return NULL;
  if (self->which == SYSTOLE_COUNTER_CLOCK)
    return clock_origin (run);
  if (self->which != SYSTOLE_COUNTER_SECONDS && self->which != SYSTOLE_COUNTER_OPS_RATE)
    return NULL;
  known = systole_run_get_known_error (run);
  figures = systole_known_error_describe (&known);
  return g_strdup_printf ("%s: %s", _ ("Known error"), figures);
}

/* Documented in metric-rows.h. */
char *
systole_metric_explain (const SystoleMetric *self, SystoleRun *const *runs, guint n)
{
  g_autofree char *definition = define (self, runs, n);
  GString *text = g_string_new (definition);

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *from = runs[i] != NULL ? origin (self, runs[i]) : NULL;

      if (from != NULL)
        g_string_append_printf (text, "\n%c  %s", 'A' + i, from);
    }
  return g_string_free (text, FALSE);
}
