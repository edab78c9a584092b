/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/run/run-name.h"

#include <math.h>
#include <string.h>

#include "engine/base/i18n.h"
#include "engine/base/number.h"
#include "engine/systolic/array-choices.h"
#include "engine/workload/dim-words.h"

#define N_CHOICES 4 /* at least as many as an array has */

/* Something that two runs of one machine can differ in: its words for number @i of it, NULL:
 * this run has none. */
typedef struct
{
  char *(*tell) (const SystoleRun *run, guint i);
  guint n;
} Aspect;

static char *
tell_work (const SystoleRun *run, guint i)
{
  return g_strdup (systole_op_kind_get_title (systole_run_get_op (run)->kind));
}

static char *
tell_format (const SystoleRun *run, guint i)
{
  return g_strdup (systole_format_get_title (systole_run_get_op (run)->format));
}

static char *
tell_dataflow (const SystoleRun *run, guint i)
{
  const SystoleArrayDef *array = systole_machine_get_array (systole_run_get_machine (run));

  return array != NULL ? g_strdup (systole_dataflow_get_title (array->dataflow)) : NULL;
}

/* What else a bare array was chosen to be like: "Timing: overlapped". */
static char *
tell_choice (const SystoleRun *run, guint i)
{
  const SystoleArrayDef *array = systole_machine_get_array (systole_run_get_machine (run));
  guint n;
  const SystoleArrayChoice *choices = systole_array_choices_get (&n);

  if (array == NULL || i >= n)
    return NULL;
  return g_strdup_printf ("%s: %s", _ (choices[i].title), systole_array_choice_get_brief (&choices[i], systole_array_choice_get (&choices[i], array)));
}

static char *
tell_multiplier (const SystoleRun *run, guint i)
{
  return g_strdup (systole_run_get_mapping (run)->lanes ? C_ ("unit that multiplies", "vector lanes") : C_ ("unit that multiplies", "matrix units"));
}

/* Who left the choice to the engine is named by what it chose. */
static char *
tell_schedule (const SystoleRun *run, guint i)
{
  SystoleTileChoice taken;
  SystoleSchedule schedule = systole_run_get_mapping (run)->schedule;

  if (schedule == SYSTOLE_SCHEDULE_ANY && systole_run_get_tile_choices (run, &taken, 1) > 0)
    schedule = taken.schedule;
  return g_strdup (systole_schedule_get_title (schedule));
}

static char *
tell_tile (const SystoleRun *run, guint i)
{
  SystoleTileChoice taken;

  if (systole_run_get_tile_choices (run, &taken, 1) == 0)
    return NULL;
  return g_strdup_printf ("%u × %u × %u", taken.tile_m, taken.tile_n, taken.tile_k);
}

static char *
tell_stages (const SystoleRun *run, guint i)
{
  guint stages = systole_run_get_mapping (run)->stages;

  return stages > 0 ? g_strdup_printf (P_ ("%u stage", "%u stages", stages), stages) : NULL;
}

static char *
tell_start (const SystoleRun *run, guint i)
{
  return g_strdup (systole_operands_get_title (systole_run_get_operands (run)));
}

/* "M 512", "Groups 8", "three kernels", "Causal: yes". */
static char *
tell_size (const SystoleRun *run, guint i)
{
  const SystoleOp *op = systole_run_get_op (run);
  guint n;
  const SystoleOpDim *dims = systole_op_kind_get_dims (op->kind, &n);
  g_autofree char *title = NULL;
  g_autofree char *count = NULL;
  const char *word;

  if (i >= n)
    return NULL;
  word = systole_dim_get_lone_word (&dims[i], op->dims[i]);
  if (word != NULL)
    return g_strdup (word);
  title = systole_dim_get_title (&dims[i]);
  word = systole_dim_get_word (&dims[i], op->dims[i]);
  if (word != NULL)
    return g_strdup_printf ("%s: %s", title, word);
  count = systole_number_format_count (op->dims[i]);
  return g_strdup_printf ("%s %s", title, count);
}

/* Three digits and a power of 1000, in the locale: "1.41 GHz", "900 GB/s". */
static char *
format_value (double value, const char *unit)
{
  static const char *const prefixes[] = { "", "k", "M", "G", "T", "P" };
  guint power = 0;

  while (fabs (value) >= 1000 && *unit != '\0' && power + 1 < G_N_ELEMENTS (prefixes))
    {
      value /= 1000;
      power++;
    }
  if (*unit == '\0')
    return g_strdup_printf ("%.6g", value);
  return g_strdup_printf ("%.3g\u00a0%s%s", value, prefixes[power], unit);
}

static char *
tell_field (const SystoleRun *run, guint i)
{
  const SystoleMachine *machine = systole_run_get_machine (run);
  g_autofree char *value = NULL;

  if (!systole_machine_has (machine, (SystoleField) i))
    return NULL;
  value = format_value (systole_machine_get (machine, (SystoleField) i), systole_field_get_unit ((SystoleField) i));
  return g_strdup_printf ("%s %s", systole_field_get_title ((SystoleField) i, systole_run_get_maker (run)), value);
}

/* Numbers of a bare machine. */
typedef struct
{
  const char *title, *unit;
  gsize offset;
  gboolean real;
  const char *none; /* what 0 means, NULL: 0 */
} Number;

/* clang-format off */
static const Number array_numbers[] = {
  { N_ ("Clock"), "Hz", G_STRUCT_OFFSET (SystoleArrayDef, clock_hz), TRUE, NULL },
  { N_ ("Buffer of A"), "B", G_STRUCT_OFFSET (SystoleArrayDef, memory.a.bytes), FALSE, N_ ("of any size") },
  { N_ ("Buffer of B"), "B", G_STRUCT_OFFSET (SystoleArrayDef, memory.b.bytes), FALSE, N_ ("of any size") },
  { N_ ("Buffer of C"), "B", G_STRUCT_OFFSET (SystoleArrayDef, memory.c.bytes), FALSE, N_ ("of any size") },
  { N_ ("Main memory"), N_ ("B/cycle"), G_STRUCT_OFFSET (SystoleArrayDef, memory.dram_bytes_per_cycle), FALSE, N_ ("unlimited") },
  { N_ ("Memory latency"), N_ ("cycles"), G_STRUCT_OFFSET (SystoleArrayDef, memory.dram_latency), FALSE, NULL },
};

static const Number sm_numbers[] = {
  { N_ ("Tensor core rows"), "", G_STRUCT_OFFSET (SystoleSmDef, tensor_rows), FALSE, NULL },
  { N_ ("Tensor core columns"), "", G_STRUCT_OFFSET (SystoleSmDef, tensor_columns), FALSE, NULL },
  { N_ ("Warps"), "", G_STRUCT_OFFSET (SystoleSmDef, warps), FALSE, NULL },
  { N_ ("Stages"), "", G_STRUCT_OFFSET (SystoleSmDef, stages), FALSE, NULL },
  { N_ ("Shared-memory load"), "B", G_STRUCT_OFFSET (SystoleSmDef, port_bytes), FALSE, NULL },
  { N_ ("Copies"), N_ ("B/cycle"), G_STRUCT_OFFSET (SystoleSmDef, copy_bytes_per_cycle), FALSE, NULL },
  { N_ ("Copy latency"), N_ ("cycles"), G_STRUCT_OFFSET (SystoleSmDef, copy_latency), FALSE, NULL },
  { N_ ("Clock"), "Hz", G_STRUCT_OFFSET (SystoleSmDef, clock_hz), TRUE, NULL },
};
/* clang-format on */

static char *
tell_number (const Number *number, gconstpointer def)
{
  const char *at = (const char *) def + number->offset;
  g_autofree char *value = NULL;

  if (number->real)
    value = format_value (*(const double *) (const void *) at, number->unit);
  else
    {
      guint whole = *(const guint *) (const void *) at;
      g_autofree char *count = whole == 0 && number->none != NULL ? NULL : systole_number_format_count (whole);

      if (count == NULL)
        return g_strdup_printf ("%s %s", _ (number->title), _ (number->none));
      value = *number->unit != '\0' ? g_strdup_printf ("%s\u00a0%s", count, _ (number->unit)) : g_steal_pointer (&count);
    }
  return g_strdup_printf ("%s %s", _ (number->title), value);
}

static char *
tell_array (const SystoleRun *run, guint i)
{
  const SystoleArrayDef *array = systole_machine_get_array (systole_run_get_machine (run));

  return array != NULL ? tell_number (&array_numbers[i], array) : NULL;
}

static char *
tell_sm (const SystoleRun *run, guint i)
{
  const SystoleSmDef *sm = systole_machine_get_sm (systole_run_get_machine (run));

  return sm != NULL ? tell_number (&sm_numbers[i], sm) : NULL;
}

/* The first that tells apart is the name: what readers chose comes before what follows from it. */
static const Aspect aspects[] = {
  { tell_work, 1 },
  { tell_format, 1 },
  { tell_multiplier, 1 },
  { tell_dataflow, 1 },
  { tell_choice, N_CHOICES },
  { tell_size, SYSTOLE_OP_MAX_DIMS },
  { tell_field, SYSTOLE_N_FIELDS },
  { tell_array, G_N_ELEMENTS (array_numbers) },
  { tell_sm, G_N_ELEMENTS (sm_numbers) },
  { tell_schedule, 1 },
  { tell_tile, 1 },
  { tell_stages, 1 },
  { tell_start, 1 },
};

/* The runs that are not told apart from one of them yet. */
typedef struct
{
  const SystoleRun *const *runs;
  guint n, self, n_alike;
  gboolean *alike;
} Group;

static void
narrow (Group *group, const Aspect *aspect, guint i, GString *out)
{
  g_autofree char *own = aspect->tell (group->runs[group->self], i);
  guint n_alike = 0;

  for (guint r = 0; r < group->n; r++)
    {
      g_autofree char *other = group->alike[r] ? aspect->tell (group->runs[r], i) : NULL;

      if (group->alike[r] && g_strcmp0 (own, other) != 0)
        group->alike[r] = FALSE;
      n_alike += group->alike[r] ? 1 : 0;
    }
  if (n_alike < group->n_alike && own != NULL)
    g_string_append_printf (out, "%s%s", out->len > 0 ? ", " : "", own);
  group->n_alike = n_alike;
}

/* What tells a run from those that @describe says the same of; NULL: nothing, or it is the only one. */
static char *
tell_apart (const SystoleRun *const *runs, guint n, guint self, char *(*describe) (const SystoleRun *) )
{
  g_autofree gboolean *alike = g_new0 (gboolean, n);
  g_autofree char *own = describe (runs[self]);
  Group group = { runs, n, self, 0, alike };
  GString *text = g_string_new (NULL);

  for (guint r = 0; r < n; r++)
    {
      g_autofree char *other = runs[r] != NULL ? describe (runs[r]) : NULL;

      alike[r] = g_strcmp0 (own, other) == 0;
      group.n_alike += alike[r] ? 1 : 0;
    }
  for (guint a = 0; a < G_N_ELEMENTS (aspects); a++)
    for (guint i = 0; i < aspects[a].n && group.n_alike > 1; i++)
      narrow (&group, &aspects[a], i, text);
  return g_string_free (text, text->len == 0);
}

static gboolean
all_alike (const SystoleRun *const *runs, guint n, guint self)
{
  g_autofree char *own = systole_run_describe_briefly (runs[self]);

  for (guint r = 0; r < n; r++)
    {
      g_autofree char *other = runs[r] != NULL ? systole_run_describe_briefly (runs[r]) : NULL;

      if (other != NULL && strcmp (own, other) != 0)
        return FALSE;
    }
  return TRUE;
}

/** The machine's name where its whole one does not fit (transfer full): "Array 8 × 8", "TPU v2"; what is explained in brackets is left out. */
char *
systole_run_describe_briefly (const SystoleRun *self)
{
  const SystoleMachine *machine = systole_run_get_machine (self);
  const SystoleArrayDef *array = systole_machine_get_array (machine);
  const SystoleSmDef *sm = systole_machine_get_sm (machine);
  const char *name, *end;

  if (array != NULL)
    /* Translators: a systolic array of rows and columns, in short */
    return g_strdup_printf (_ ("Array %u × %u"), array->rows, array->columns);
  if (sm != NULL)
    return g_strdup_printf (P_ ("SM, %u tensor core", "SM, %u tensor cores", sm->sub_cores), sm->sub_cores);
  name = systole_machine_get_name (machine);
  end = strstr (name, " (");
  return end != NULL && end > name ? g_strndup (name, (gsize) (end - name)) : g_strdup (name);
}

static char *
join (const char *machine, const char *apart)
{
  return apart != NULL ? g_strdup_printf ("%s · %s", machine, apart) : g_strdup (machine);
}

/**
 * systole_run_name_init:
 * @self: (out): to be cleared
 * @runs: all that are compared; NULL: a lane without one
 * @i: of @runs, not NULL
 *
 * Beside one another no two names are alike, unless the runs are.
 */
void
systole_run_name_init (SystoleRunName *self, const SystoleRun *const *runs, guint n, guint i)
{
  g_autofree char *machine = NULL;
  g_autofree char *brief = NULL;
  g_autofree char *brief_apart = NULL;

  g_return_if_fail (i < n && runs[i] != NULL);
  machine = systole_run_describe_machine (runs[i]);
  brief = systole_run_describe_briefly (runs[i]);
  self->apart = tell_apart (runs, n, i, systole_run_describe_machine);
  brief_apart = tell_apart (runs, n, i, systole_run_describe_briefly);
  self->title = join (machine, self->apart);
  self->brief = brief_apart != NULL && all_alike (runs, n, i) ? g_strdup (brief_apart) : join (brief, brief_apart);
}

void
systole_run_name_clear (SystoleRunName *self)
{
  g_clear_pointer (&self->title, g_free);
  g_clear_pointer (&self->brief, g_free);
  g_clear_pointer (&self->apart, g_free);
}
