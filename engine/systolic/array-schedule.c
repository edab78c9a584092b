/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/systolic/array-schedule.h"

#include "engine/base/error.h"
#include "engine/base/i18n.h"
#include "engine/base/number.h"

/* Cycles are handled as signed differences. */
#define MAX_CYCLES (G_GUINT64_CONSTANT (1) << 61)

/**
 * systole_array_plan_init:
 *
 * The whole of @product on the bare array @def: no lead-in, no tail, memory never waits.
 */
void
systole_array_plan_init (SystoleArrayPlan *self, const SystoleProduct *product, const SystoleArrayDef *def)
{
  *self = (SystoleArrayPlan){
    .gemm = product->gemm,
    .unfolding = product->unfolding,
    .m1 = product->gemm.m,
    .n1 = product->gemm.n,
    .rows = def->rows,
    .columns = def->columns,
    .dataflow = def->dataflow,
    .timing = def->timing,
    .rate = 1,
    .passes = 1,
    .push = 1,
    .shadow = def->weights == SYSTOLE_WEIGHTS_SHADOW && def->timing == SYSTOLE_TIMING_HARDWARE && def->dataflow != SYSTOLE_DATAFLOW_OS,
  };
}

static guint64
hash_of (const SystoleArrayPlan *plan)
{
  const guint64 words[] = {
    /* clang-format off */
    plan->gemm.m, plan->gemm.n, plan->gemm.k, plan->gemm.format, plan->gemm.seed, plan->gemm.batch,
    plan->m0, plan->m1, plan->n0, plan->n1, plan->rows, plan->columns, plan->dataflow, plan->timing,
    plan->rate, plan->passes, plan->push, plan->rows_innermost, plan->launch, plan->fetch, plan->convert_in,
    plan->idle, plan->convert_out, plan->tail, plan->bubble, plan->period, plan->shadow
    /* clang-format on */
  };
  guint64 hash = 0;

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    {
      hash = (hash ^ words[i]) * G_GUINT64_CONSTANT (0x9E3779B97F4A7C15);
      hash ^= hash >> 32;
    }
  return hash ^ systole_unfolding_hash (&plan->unfolding);
}

/* (Sr, Sc, T) = os (M, N, K), ws (K, N, M), is (K, M, N). */
static gboolean
map_dimensions (SystoleArraySchedule *self)
{
  const SystoleArrayPlan *plan = &self->plan;
  guint64 m = plan->m1 - plan->m0, n = plan->n1 - plan->n0, k = plan->gemm.k;
  guint64 stream[] = { [SYSTOLE_DATAFLOW_WS] = m, [SYSTOLE_DATAFLOW_OS] = k, [SYSTOLE_DATAFLOW_IS] = n };

  self->spatial_rows = plan->dataflow == SYSTOLE_DATAFLOW_OS ? m : k;
  self->spatial_columns = plan->dataflow == SYSTOLE_DATAFLOW_IS ? m : n;
  if (!systole_checked_mul (stream[plan->dataflow], plan->passes, &self->stream))
    return FALSE;
  self->stream = systole_ceil_div (self->stream, plan->rate);
  self->row_folds = systole_ceil_div (self->spatial_rows, plan->rows);
  self->column_folds = systole_ceil_div (self->spatial_columns, plan->columns);
  self->batch = MAX (plan->gemm.batch, 1);
  return systole_checked_mul (self->row_folds, self->column_folds, &self->folds) && systole_checked_mul (self->folds, self->batch, &self->folds);
}

/* The table of cycle conventions: load, period and what the last fold takes after its begin. */
static gboolean
lay_out (SystoleArraySchedule *self)
{
  const SystoleArrayPlan *plan = &self->plan;
  gboolean os = plan->dataflow == SYSTOLE_DATAFLOW_OS;
  guint64 r = plan->rows, c = plan->columns;
  guint64 wave, last, total;

  if (!systole_checked_add (self->stream, r + c - 2, &wave))
    return FALSE;
  self->overlapped = plan->timing == SYSTOLE_TIMING_OVERLAPPED || plan->shadow;
  self->load = os ? 0 : systole_ceil_div (r, plan->push);
  if (!systole_checked_add (wave, !os ? self->load : plan->timing == SYSTOLE_TIMING_SCALE_SIM ? 0
                                                                                              : r,
                            &last))
    return FALSE;
  self->own_period = self->overlapped ? MAX (os ? r : self->load, self->stream) : last;
  self->busy_period = self->own_period + (self->overlapped ? plan->bubble : 0);
  self->period = self->overlapped ? MAX (self->busy_period, plan->shadow ? wave : plan->period) : self->own_period;

  if (!systole_checked_add (plan->launch, plan->fetch, &self->lead) ||
      !systole_checked_add (self->lead, plan->convert_in, &self->lead) ||
      !systole_checked_mul (self->folds - 1, self->period, &total) ||
      !systole_checked_add (total, last, &total) ||
      !systole_checked_add (total, self->lead, &self->compute_end) ||
      !systole_checked_add (self->compute_end, plan->idle, &self->n_cycles) ||
      !systole_checked_add (self->n_cycles, plan->convert_out, &self->n_cycles) ||
      !systole_checked_add (self->n_cycles, plan->tail, &self->n_cycles))
    return FALSE;
  return self->n_cycles <= MAX_CYCLES;
}

/**
 * systole_array_schedule_init:
 * @plan: a part of C that is not empty, on an array within the limits of its def
 *
 * Returns: FALSE with %SYSTOLE_ERROR_CAPACITY where a count would not fit
 */
gboolean
systole_array_schedule_init (SystoleArraySchedule *self, const SystoleArrayPlan *plan, GError **error)
{
  guint64 issued;

  *self = (SystoleArraySchedule){ .plan = *plan, .identity = hash_of (plan) };
  if (map_dimensions (self) && lay_out (self) &&
      systole_checked_mul (self->folds, self->stream, &issued) && systole_checked_mul (issued, (guint64) plan->rows * plan->columns, &issued) && issued <= G_MAXINT64)
    return TRUE;
  g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_CAPACITY,
               /* Translators: rows and columns of an array */
               _ ("On an array of %u × %u this product takes more than 2^61 cycles or 2^63 multiplications, the most that is counted"),
               plan->rows,
               plan->columns);
  return FALSE;
}

guint64
systole_array_schedule_split_fold (const SystoleArraySchedule *self, guint64 fold, guint64 *row_fold, guint64 *column_fold)
{
  guint64 inner = self->plan.rows_innermost ? self->row_folds : self->column_folds;
  guint64 outer = self->plan.rows_innermost ? self->column_folds : self->row_folds;
  guint64 batch = self->batch > 1 ? fold / inner / outer : 0;

  fold -= batch * inner * outer;
  *(self->plan.rows_innermost ? column_fold : row_fold) = fold / inner;
  *(self->plan.rows_innermost ? row_fold : column_fold) = fold % inner;
  return batch;
}

/* Elements of C that are computed here, all products of the batch. */
guint64
systole_array_schedule_get_n_results (const SystoleArraySchedule *self)
{
  return (self->plan.m1 - self->plan.m0) * (self->plan.n1 - self->plan.n0) * self->batch;
}

/**
 * systole_array_schedule_get_fold_rows:
 *
 * Returns: rows that hold elements of the tensor in @fold; the others are padding
 */
guint
systole_array_schedule_get_fold_rows (const SystoleArraySchedule *self, guint64 fold)
{
  guint64 row_fold, column_fold;

  systole_array_schedule_split_fold (self, fold, &row_fold, &column_fold);
  return (guint) MIN (self->spatial_rows - row_fold * self->plan.rows, self->plan.rows);
}

guint
systole_array_schedule_get_fold_columns (const SystoleArraySchedule *self, guint64 fold)
{
  guint64 row_fold, column_fold;

  systole_array_schedule_split_fold (self, fold, &row_fold, &column_fold);
  return (guint) MIN (self->spatial_columns - column_fold * self->plan.columns, self->plan.columns);
}

/**
 * systole_array_schedule_get_stream_start:
 *
 * Returns: the cycle in which PE (0, 0) multiplies the first element of @fold
 */
guint64
systole_array_schedule_get_stream_start (const SystoleArraySchedule *self, guint64 fold)
{
  return self->lead + self->load + fold * self->period;
}

/**
 * systole_array_schedule_get_leading_fold:
 *
 * Returns: the fold that PE (0, 0) works for, or is made ready for, in @cycle
 */
guint64
systole_array_schedule_get_leading_fold (const SystoleArraySchedule *self, guint64 cycle)
{
  guint64 begin = self->lead + (self->overlapped ? self->load : 0);

  return cycle < begin ? 0 : MIN ((cycle - begin) / self->period, self->folds - 1);
}

gboolean
systole_array_schedule_is_outside (const SystoleArraySchedule *self, guint64 cycle, SystoleReason *reason, SystolePhase *phase)
{
  const SystoleArrayPlan *plan = &self->plan;
  const struct
  {
    guint64 end;
    SystoleReason reason;
    SystolePhase phase;
  } segments[] = {
    { plan->launch, SYSTOLE_REASON_LAUNCH, SYSTOLE_PHASE_LAUNCH },
    { plan->launch + plan->fetch, SYSTOLE_REASON_MEMORY, SYSTOLE_PHASE_COPY },
    { self->lead, SYSTOLE_REASON_OPERAND, SYSTOLE_PHASE_WAIT },
    { self->compute_end, SYSTOLE_REASON_BUSY, SYSTOLE_PHASE_STEADY },
    { self->compute_end + plan->idle, SYSTOLE_REASON_TAIL, SYSTOLE_PHASE_DONE },
    { self->n_cycles - plan->tail, SYSTOLE_REASON_OPERAND, SYSTOLE_PHASE_EPILOGUE },
    { self->n_cycles, SYSTOLE_REASON_MEMORY, SYSTOLE_PHASE_EPILOGUE },
  };
  guint i = 0;

  while (i + 1 < G_N_ELEMENTS (segments) && cycle >= segments[i].end)
    i++;
  *reason = segments[i].reason;
  *phase = segments[i].phase;
  return segments[i].reason != SYSTOLE_REASON_BUSY;
}

/* Why a PE is idle between the wave of one fold and that of the next. */
static SystoleReason
reason_of_gap (const SystoleArraySchedule *self, guint64 slot)
{
  if (self->plan.shadow)
    return SYSTOLE_REASON_DRAIN; /* its block is there, but the fold is not over */
  if (slot >= self->busy_period)
    return SYSTOLE_REASON_MEMORY;
  if (slot >= self->own_period)
    return SYSTOLE_REASON_UNIT_BUSY;
  return self->plan.dataflow == SYSTOLE_DATAFLOW_OS ? SYSTOLE_REASON_DRAIN : SYSTOLE_REASON_WEIGHTS;
}

/**
 * systole_array_schedule_get_diagonal:
 * @diagonal: row + column
 * @cycle: 0 … n_cycles − 1
 *
 * What the PEs of a diagonal share: a wave reaches all of them in the same cycle. Its
 * `place` is that of a PE that holds an element. O(1).
 */
void
systole_array_schedule_get_diagonal (const SystoleArraySchedule *self, guint diagonal, guint64 cycle, SystoleArrayDiagonal *out)
{
  gint64 since = (gint64) cycle - (gint64) (self->lead + self->load);
  gint64 here = since - diagonal; /* since the wave reached these PEs */
  SystoleArrayPlace *place = &out->place;
  SystolePhase phase;

  if (self->overlapped)
    place->fold = here < 0 ? 0 : MIN ((guint64) here / self->period, self->folds - 1);
  else
    place->fold = systole_array_schedule_get_leading_fold (self, cycle);
  place->slot = here - (gint64) (place->fold * self->period);
  systole_product_get_origin (&self->plan.gemm, &self->plan.unfolding, systole_array_schedule_split_fold (self, place->fold, &out->i, &out->j), &out->m0, &out->n0);
  out->m0 += self->plan.m0;
  out->n0 += self->plan.n0;
  out->i *= self->plan.rows;
  out->j *= self->plan.columns;
  out->s = place->slot > 0 ? (guint64) place->slot * self->plan.rate / self->plan.passes : 0;
  out->rows = (guint) MIN (self->spatial_rows - out->i, self->plan.rows);
  out->columns = (guint) MIN (self->spatial_columns - out->j, self->plan.columns);

  if (systole_array_schedule_is_outside (self, cycle, &place->reason, &phase))
    return;
  if (since - (self->overlapped ? 0 : (gint64) (place->fold * self->period)) < 0)
    place->reason = SYSTOLE_REASON_WEIGHTS;
  else if (place->slot < 0)
    place->reason = SYSTOLE_REASON_FILL;
  else if ((guint64) place->slot < self->stream)
    place->reason = SYSTOLE_REASON_BUSY;
  else if (self->overlapped && place->fold + 1 < self->folds)
    place->reason = reason_of_gap (self, (guint64) place->slot);
  else
    place->reason = SYSTOLE_REASON_DRAIN;
}

/**
 * systole_array_schedule_place:
 * @cycle: 0 … n_cycles − 1
 *
 * Which fold the PE works for, which element of the stream is there, and why it is
 * idle if it is. Padding outranks every other reason. O(1).
 */
void
systole_array_schedule_place (const SystoleArraySchedule *self, guint row, guint column, guint64 cycle, SystoleArrayPlace *out)
{
  SystoleArrayDiagonal diagonal;

  systole_array_schedule_get_diagonal (self, row + column, cycle, &diagonal);
  *out = diagonal.place;
  if (row >= diagonal.rows || column >= diagonal.columns)
    out->reason = SYSTOLE_REASON_PADDING;
}

/**
 * systole_array_schedule_get_indices:
 * @slot: 0 … T − 1
 *
 * Global indices of the MAC of @slot in a PE that holds an element of the tensor (in a
 * batch those of systole_product_get_origin()). Where several rows enter each cycle, @m is
 * the first of them.
 */
void
systole_array_schedule_get_indices (const SystoleArraySchedule *self, guint64 fold, guint row, guint column, guint64 slot, guint64 *m, guint64 *n, guint64 *k)
{
  const SystoleArrayPlan *plan = &self->plan;
  guint64 s = slot * plan->rate / plan->passes;
  guint64 i, j, m0, n0;

  systole_product_get_origin (&plan->gemm, &plan->unfolding, systole_array_schedule_split_fold (self, fold, &i, &j), &m0, &n0);
  m0 += plan->m0;
  n0 += plan->n0;
  i = i * plan->rows + row;
  j = j * plan->columns + column;
  switch (plan->dataflow)
    {
    case SYSTOLE_DATAFLOW_WS:
      *m = m0 + s;
      *n = n0 + j;
      *k = i;
      break;
    case SYSTOLE_DATAFLOW_OS:
      *m = m0 + i;
      *n = n0 + j;
      *k = s;
      break;
    case SYSTOLE_DATAFLOW_IS:
      *m = m0 + j;
      *n = n0 + s;
      *k = i;
      break;
    case SYSTOLE_N_DATAFLOWS:
    default:
      g_assert_not_reached ();
    }
}
