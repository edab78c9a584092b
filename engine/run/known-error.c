/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/run/known-error.h"

#include <string.h>

#include "engine/base/i18n.h"
#include "engine/run/run-private.h"

/* What data/measured calls launch-bound, in seconds at the roofline. */
#define LAUNCH_BOUND 3e-6

typedef struct
{
  const char *quantity, *family, *generation, *class, *format, *regime, *basis;
  guint count;
  double median_pct, mean_pct, p90_pct;
} Row;

static const Row rows[] = {
#define KNOWN_ERROR(...) { __VA_ARGS__ },
#include "engine/run/known-errors.def.h"
#undef KNOWN_ERROR
};

static const struct
{
  const char *class, *op;
} classes[] = {
#define ERROR_CLASS(class, op) { class, op },
#include "engine/run/known-errors.def.h"
#undef ERROR_CLASS
};

static const char *
find_class (const SystoleOp *op)
{
  const char *id = systole_op_kind_get_id (op->kind);

  for (guint i = 0; i < G_N_ELEMENTS (classes); i++)
    if (strcmp (classes[i].op, id) == 0)
      return classes[i].class;
  return NULL;
}

static SystoleValidation
basis_of (const Row *row)
{
  return strcmp (row->basis, "kept-aside") == 0 ? SYSTOLE_VALIDATION_KEPT_ASIDE : SYSTOLE_VALIDATION_FITTED;
}

/* The row that says most about unseen data: kept aside rather than fitted, unless the
 * points are too few for a 90th percentile and the others are more. */
static gboolean
is_better (const Row *row, const Row *than)
{
  if (than == NULL)
    return TRUE;
  if ((row->count >= SYSTOLE_KNOWN_ERROR_ENOUGH) != (than->count >= SYSTOLE_KNOWN_ERROR_ENOUGH))
    return row->count >= SYSTOLE_KNOWN_ERROR_ENOUGH;
  return basis_of (row) == SYSTOLE_VALIDATION_KEPT_ASIDE;
}

static SystoleKnownError
find (const char *quantity, const SystoleMachine *machine, const SystoleOp *op, gboolean launch_bound)
{
  const char *family = systole_family_get_id (systole_machine_get_family (machine));
  const char *generation = systole_machine_get_fact (machine, "architecture");
  const char *class = find_class (op);
  const Row *best = NULL;

  for (guint i = 0; generation != NULL && class != NULL && i < G_N_ELEMENTS (rows); i++)
    if (strcmp (rows[i].quantity, quantity) == 0 && strcmp (rows[i].family, family) == 0 && strcmp (rows[i].generation, generation) == 0 &&
        strcmp (rows[i].class, class) == 0 && strcmp (rows[i].format, systole_format_get_id (op->format)) == 0 &&
        strcmp (rows[i].regime, launch_bound ? "launch" : "large") == 0 && is_better (&rows[i], best))
      best = &rows[i];
  if (best == NULL)
    return (SystoleKnownError){ .basis = SYSTOLE_VALIDATION_NONE, .launch_bound = launch_bound };
  return (SystoleKnownError){ basis_of (best), best->generation, launch_bound, best->count, best->median_pct, best->mean_pct, best->p90_pct };
}

/**
 * systole_known_error_find:
 * @launch_bound: whether the operation takes less than 3 µs at the roofline of the machine
 *
 * Returns: the error of the model's time on measurements of the machine's generation, of
 *   operations of the same class in the same number format; basis NONE where there are none
 */
SystoleKnownError
systole_known_error_find (const SystoleMachine *machine, const SystoleOp *op, gboolean launch_bound)
{
  return find ("time", machine, op, launch_bound);
}

/* Nobody runs, and so nobody measured, a kernel whose matrix units stand still; and measurements are those of
 * libraries, which deal out tiles as they like. */
static gboolean
is_beyond_measurements (const SystoleRun *run)
{
  return run->mapping.lanes || run->mapping.schedule == SYSTOLE_SCHEDULE_STREAM_K || run->mapping.schedule == SYSTOLE_SCHEDULE_PERSISTENT;
}

SystoleKnownError
systole_run_get_known_error (const SystoleRun *run)
{
  double roofline = (double) MAX (run->compute_bound_cycles, run->memory_bound_cycles) / run->clock_hz;

  if (is_beyond_measurements (run))
    return (SystoleKnownError){ .basis = SYSTOLE_VALIDATION_NONE, .launch_bound = roofline < LAUNCH_BOUND };
  return systole_known_error_find (run->machine, &run->op, roofline < LAUNCH_BOUND);
}

/* The same for the power over the run: of operations that are not launch-bound. */
SystoleKnownError
systole_run_get_known_error_of_power (const SystoleRun *run)
{
  if (is_beyond_measurements (run))
    return (SystoleKnownError){ .basis = SYSTOLE_VALIDATION_NONE };
  return find ("power", run->machine, &run->op, FALSE);
}

const char *
systole_known_error_get_status (const SystoleKnownError *self)
{
  return self->basis == SYSTOLE_VALIDATION_NONE ? "not-validated" : "validated";
}

const char *
systole_validation_get_id (SystoleValidation self)
{
  static const char *const ids[] = { "none", "fitted", "kept-aside" };

  return ids[self];
}

/**
 * systole_known_error_describe:
 *
 * Returns: a sentence without full stop, translated: "9.2 % on average, 90 % of 458
 *   measurements within 19.1 % (TPU v4, fitted to them)"
 */
char *
systole_known_error_describe (const SystoleKnownError *self)
{
  g_autofree char *figures = NULL;

  if (self->basis == SYSTOLE_VALIDATION_NONE)
    return g_strdup (_ ("not validated"));
  /* Translators: mean error, number of measurements, error that 90 % of them stay below, generation of machines */
  figures = g_strdup_printf (P_ ("%.1f %% on average; 90 %% of %u measurement of %s within %.1f %%", "%.1f %% on average; 90 %% of %u measurements of %s within %.1f %%", self->count), self->mean_pct, self->count, self->generation, self->p90_pct);
  if (self->basis == SYSTOLE_VALIDATION_FITTED)
    /* Translators: %s says how large the errors are */
    return g_strdup_printf (_ ("%s; the model was fitted to some of them"), figures);
  /* Translators: %s says how large the errors are */
  return g_strdup_printf (_ ("%s; the model has never seen them"), figures);
}

/**
 * systole_known_error_describe_short:
 *
 * Returns: "± 9 %", "few measurements" for fewer than ten points, or "not validated", translated: what stands next to a time
 */
char *
systole_known_error_describe_short (const SystoleKnownError *self)
{
  if (self->basis == SYSTOLE_VALIDATION_NONE)
    return g_strdup (_ ("not validated"));
  if (self->count < SYSTOLE_KNOWN_ERROR_ENOUGH)
    /* Translators: beside a time: so few measurements that their mean error says little */
    return g_strdup (_ ("few measurements"));
  /* Translators: mean error of a time in per cent */
  return g_strdup_printf (_ ("± %.0f %%"), self->mean_pct);
}
