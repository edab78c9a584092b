/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/systolic/tpu-caption.h"

#include "engine/base/i18n.h"
#include "engine/base/number.h"
#include "engine/systolic/tpu-instructions.h"

/* How much of the chip multiplies, and what holds the rest up. */

static SystoleReason
find_main_reason (const SystoleSummary *summary)
{
  SystoleReason main = SYSTOLE_REASON_BUSY;
  guint64 most = 0;

  for (guint r = 1; r < SYSTOLE_N_REASONS; r++)
    if (summary->idle[r] > most)
      {
        most = summary->idle[r];
        main = (SystoleReason) r;
      }
  return main;
}

static char *
explain_fetch (const SystoleTpuMatrix *self, guint64 cycle)
{
  const SystoleArraySchedule *s = &self->kinds[0].schedule;
  g_autofree char *size = g_format_size (self->transfers.exposed);
  guint64 left = s->plan.launch + s->plan.fetch - cycle;
  g_autofree char *cycles = systole_number_format_count (left);

  if (self->core.generation->names_instructions)
    return g_strdup_printf (P_ ("Read_Weights: the first tile comes from the memory of weights: %s more cycle.", "Read_Weights: the first tile comes from the memory of weights: %s more cycles.", left), cycles);
  if (self->core.outer == SYSTOLE_MEMORY_HOST)
    return g_strdup_printf (P_ ("The first %1$s come from the host and no work can hide that: %2$s more cycle.", "The first %1$s come from the host and no work can hide that: %2$s more cycles.", left), size, cycles);
  /* Translators: a size such as "8.4 MB"; cycles */
  return g_strdup_printf (P_ ("The first %1$s come from main memory and no work can hide that: %2$s more cycle.", "The first %1$s come from main memory and no work can hide that: %2$s more cycles.", left), size, cycles);
}

static char *
explain_compute (const SystoleTpuMatrix *self, const SystoleSummary *summary)
{
  const SystoleArraySchedule *s = &self->kinds[0].schedule;
  g_autofree char *period = systole_number_format_count (s->period);
  g_autofree char *stream = systole_number_format_count (s->stream);
  g_autofree char *rows = systole_number_format_count (self->core.rows);

  if (s->period > s->busy_period && self->transfers.host.holds_up)
    /* Translators: cycles from fold to fold, cycles of work in each */
    return g_strdup_printf (_ ("The link to the host carries the rows of a fold in %1$s cycles, which are %2$s cycles of work."), period, stream);
  if (s->period > s->busy_period)
    /* Translators: cycles from fold to fold, cycles of work in each */
    return g_strdup_printf (_ ("Memory delivers a weight tile and its rows every %1$s cycles, which are %2$s cycles of work."), period, stream);
  if (s->stream < self->core.rows)
    /* Translators: cycles of work, cycles to push the next weight tile */
    return g_strdup_printf (P_ ("The rows of A pass in %1$s cycle, the next weights need %2$s: too few rows to hide them.", "The rows of A pass in %1$s cycles, the next weights need %2$s: too few rows to hide them.", s->stream), stream, rows);
  if (find_main_reason (summary) == SYSTOLE_REASON_NO_WORK)
    return g_strdup (_ ("There are fewer blocks of C than arrays, and a block is not divided along K."));
  if (find_main_reason (summary) == SYSTOLE_REASON_PADDING)
    return g_strdup (_ ("The matrices do not fill whole tiles; the margin multiplies nothing."));
  return g_strdup_printf (P_ ("Each weight tile stays for %s cycle while the next one is pushed behind it.", "Each weight tile stays for %s cycles while the next one is pushed behind it.", s->stream), stream);
}

static char *
explain_store (const SystoleTpuCore *core, gboolean last)
{
  if (core->outer == SYSTOLE_MEMORY_HOST)
    return g_strdup (last ? _ ("The last results travel to the host.") : _ ("Results travel to the host."));
  return g_strdup (last ? _ ("The last results travel to main memory.") : _ ("Results travel to main memory."));
}

static char *
explain_matrix (const SystoleTpuMatrix *self, guint64 cycle, const SystoleSummary *summary)
{
  const SystoleArraySchedule *s = &self->kinds[0].schedule;

  if (cycle < s->plan.launch)
    return g_strdup (_ ("The program is being started; nothing has been asked of memory yet."));
  if (cycle < s->plan.launch + s->plan.fetch)
    return explain_fetch (self, cycle);
  if (cycle >= s->n_cycles - s->plan.tail)
    return explain_store (&self->core, TRUE);
  if (summary->phase == SYSTOLE_PHASE_LOAD)
    return g_strdup (_ ("The first weight tiles are pushed into the arrays; later ones will be hidden."));
  return explain_compute (self, summary);
}

/* What v1 exchanges with its host, by the instruction's name where that is published. */
static char *
explain_host (const SystoleTpuPlan *self, const SystoleTpuPlace *place)
{
  gboolean reads = place->step->kind == SYSTOLE_TPU_STEP_HOST_READ;
  const char *name = self->core.generation->names_instructions ? systole_tpu_instruction_name (self, reads ? SYSTOLE_TPU_READ_HOST_MEMORY : SYSTOLE_TPU_WRITE_HOST_MEMORY) : reads ? _ ("Link to the host, inwards")
                                                                                                                                                                                   : _ ("Link to the host, outwards");
  g_autofree char *size = g_format_size (reads ? place->step->host_in : place->step->host_out);
  guint64 left = place->step->cycles - place->offset;
  g_autofree char *cycles = systole_number_format_count (left);

  if (reads)
    /* Translators: an instruction such as "Read_Host_Memory"; a size; cycles */
    return g_strdup_printf (P_ ("%1$s: %2$s of activations come into the unified buffer; the array can only wait: %3$s more cycle.", "%1$s: %2$s of activations come into the unified buffer; the array can only wait: %3$s more cycles.", left), name, size, cycles);
  return g_strdup_printf (P_ ("%1$s: the last %2$s of results leave the unified buffer: %3$s more cycle.", "%1$s: the last %2$s of results leave the unified buffer: %3$s more cycles.", left), name, size, cycles);
}

/* Why the arrays wait in a step, or what they do. */
static char *
explain_step (const SystoleTpuPlan *self, const SystoleTpuPlace *place, const SystoleSummary *summary)
{
  const SystoleTpuStep *step = place->step;
  gboolean last = place->stage + 1 == self->program.stages + self->program.n_stages && place->repetition + 1 == place->stage->count;

  switch (step->kind)
    {
    case SYSTOLE_TPU_STEP_LAUNCH:
      return g_strdup (_ ("The program is being started; nothing has been asked of memory yet."));
    case SYSTOLE_TPU_STEP_FETCH:
      if ((step->units & SYSTOLE_TPU_OUT) != 0)
        return g_strdup (_ ("Only memory is at work: what goes and comes takes longer than what is done with it."));
      return g_strdup (_ ("The copy engine brings operands in; there is nothing to work on yet."));
    case SYSTOLE_TPU_STEP_MULTIPLY:
      if ((step->units & SYSTOLE_TPU_VPU) != 0)
        return g_strdup (_ ("The arrays multiply while the vector unit works on what they made before."));
      return g_strdup (_ ("The arrays multiply; the vector unit waits for their sums."));
    case SYSTOLE_TPU_STEP_VECTOR:
      if (self->multiplies && summary->busy > 0)
        return g_strdup (_ ("The vector unit works on the first sums while the last rows still pass through the arrays."));
      if (self->multiplies)
        return g_strdup (_ ("The vector unit works on the sums; the arrays wait for what it makes of them."));
      if ((step->units & (SYSTOLE_TPU_IN | SYSTOLE_TPU_OUT)) != 0)
        return g_strdup (_ ("The vector unit works on a block while the copy engine moves the next ones."));
      return g_strdup (_ ("The vector unit is the slower: the copy engine has brought the next block already."));
    case SYSTOLE_TPU_STEP_HOST_READ:
    case SYSTOLE_TPU_STEP_HOST_WRITE:
      return explain_host (self, place);
    case SYSTOLE_TPU_STEP_ACTIVATE:
      if (self->core.generation->names_instructions)
        /* Translators: Activate is the name of an instruction */
        return g_strdup (_ ("Activate: a row of sums a cycle leaves the accumulators, through the function, into the unified buffer."));
      return g_strdup (_ ("A row of sums a cycle leaves the accumulators, through the function, into the unified buffer."));
    case SYSTOLE_TPU_STEP_LATENCY:
      return g_strdup (_ ("A wave is on its way through the arrays; the next step needs its result."));
    case SYSTOLE_TPU_STEP_GATHER:
      if ((step->units & SYSTOLE_TPU_SPARSE) != 0)
        return g_strdup (_ ("The SparseCores ask for rows here and there; memory delivers whole pieces."));
      return g_strdup (_ ("The scalar unit asks for one row after the other; memory delivers whole pieces."));
    case SYSTOLE_TPU_STEP_STORE:
      return explain_store (&self->core, last);
    case SYSTOLE_TPU_STEP_MATRIX:
    case SYSTOLE_N_TPU_STEPS:
    default:
      g_return_val_if_reached (g_strdup (""));
    }
}

/* Where a PE multiplies several rows a cycle, its picture has only one of them. */
static char *
add_group (const SystoleTpuMatrix *matrix, const SystoleSummary *summary, const char *reason)
{
  guint rows = matrix->rate / MAX (1, matrix->passes);

  if (rows <= 1 || summary->busy == 0)
    return g_strdup (reason);
  /* Translators: a sentence; how many rows of A a PE multiplies each cycle */
  return g_strdup_printf (_ ("%s Each PE takes %u rows of A a cycle; the picture has the first of them."), reason, rows);
}

static char *
describe_matrix (const SystoleTpuPlan *self, const SystoleTpuMatrix *matrix, guint64 cycle, const SystoleSummary *summary)
{
  g_autofree char *busy = systole_number_format_count (summary->busy);
  g_autofree char *total = systole_number_format_count (summary->total);
  g_autofree char *fold = systole_number_format_count (summary->fold + 1);
  g_autofree char *folds = systole_number_format_count (summary->n_folds);
  g_autofree char *reason = explain_matrix (matrix, cycle, summary);
  g_autofree char *why = add_group (matrix, summary, reason);

  if (self->core.generation->names_instructions && systole_tpu_matrix_get_longest (matrix)->lead <= cycle)
    /* Translators: an instruction such as MatrixMultiply; PEs that multiply, all PEs, fold, all folds; a sentence that says why */
    return g_strdup_printf (_ ("%1$s: %2$s of %3$s PEs multiply, fold %4$s of %5$s. %6$s"), systole_tpu_instruction_name (self, systole_tpu_find_instruction (self, SYSTOLE_TPU_MXU)), busy, total, fold, folds, why);
  /* Translators: PEs that multiply, all PEs, arrays of the chip, fold, all folds; a sentence that says why */
  return g_strdup_printf (P_ ("TPU: %1$s of %2$s PEs in %3$u array multiply, fold %4$s of %5$s. %6$s", "TPU: %1$s of %2$s PEs in %3$u arrays multiply, fold %4$s of %5$s. %6$s", self->core.mxus), busy, total, self->core.mxus, fold, folds, why);
}

/**
 * systole_tpu_plan_describe_cycle:
 *
 * Returns: (transfer full): how much of the chip works, and why no more
 */
char *
systole_tpu_plan_describe_cycle (const SystoleTpuPlan *self, guint64 cycle, const SystoleSummary *summary)
{
  const SystoleTpuMatrix *matrix;
  g_autofree char *why = NULL;
  g_autofree char *part = NULL;
  g_autofree char *parts = NULL;
  SystoleTpuPlace place;

  systole_tpu_program_find (&self->program, cycle, &place);
  matrix = systole_tpu_program_get_matrix (&self->program, place.step);
  if (matrix != NULL)
    return describe_matrix (self, matrix, place.offset, summary);
  why = explain_step (self, &place, summary);
  if (place.stage->count == 1)
    return g_steal_pointer (&why);
  part = systole_number_format_count (place.repetition + 1);
  parts = systole_number_format_count (place.stage->count);
  /* Translators: what a TPU repeats, such as "block of scores"; which of them, of how many; a sentence that says what it does */
  return g_strdup_printf (_ ("TPU, %1$s %2$s of %3$s: %4$s"), _ (place.stage->title), part, parts, why);
}
