/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What a PE says of itself, and an array of itself, in words. */

#include "widgets/array-painter.h"

#include "engine/base/i18n.h"
#include "engine/base/number.h"
#include "engine/workload/product.h"

static char *
number (double value)
{
  return systole_paint_format_number (value);
}

/* A negative factor or addend stands in brackets. */
static char *
operand (double value)
{
  g_autofree char *text = number (value);

  return value < 0.0 ? g_strdup_printf ("(%s)", text) : g_steal_pointer (&text);
}

static char *
element (const char *tensor, guint64 row, guint64 column)
{
  return g_strdup_printf ("%s[%" G_GUINT64_FORMAT ", %" G_GUINT64_FORMAT "]", tensor, row, column);
}

static void
add_operand (GArray *facts, const char *symbol, const char *tensor, guint64 row, guint64 column, double value, SystoleMeaning meaning)
{
  g_autofree char *name = element (tensor, row, column);

  systole_facts_add_number (facts, g_strdup_printf ("%s = %s", symbol, name), number (value), meaning, value);
}

/* The first cycle whose step of the array is at least @step: a step takes longer where memory holds the array up. The
 * number of cycles if there is none. */
static guint64
find_step (const SystoleLanePaint *lane, guint64 step)
{
  SystoleWindow window = { 0, 0, 1, 1, .values = FALSE };
  guint64 low = 0, high = systole_run_get_n_cycles (lane->run);
  SystoleArrayFrame frame;

  systole_array_frame_init (&frame);
  while (low < high)
    {
      guint64 middle = low + (high - low) / 2;

      systole_run_array_frame (lane->run, lane->camera.unit, middle, &window, &frame);
      if (frame.step >= step)
        high = middle;
      else
        low = middle + 1;
    }
  systole_array_frame_clear (&frame);
  return low;
}

static guint64
get_step (const SystoleLanePaint *lane)
{
  SystoleWindow window = { 0, 0, 1, 1, .values = FALSE };
  SystoleArrayFrame frame;
  guint64 step;

  systole_array_frame_init (&frame);
  systole_run_array_frame (lane->run, lane->camera.unit, lane->cycle, &window, &frame);
  step = frame.step;
  systole_array_frame_clear (&frame);
  return step;
}

/* Steps of the array are cycles unless memory holds it up. */
static gboolean
has_stalls (const SystoleLanePaint *lane)
{
  return systole_machine_get_array (systole_run_get_machine (lane->run)) != NULL && systole_run_get_counter (lane->run, SYSTOLE_COUNTER_STALL_CYCLES).count > 0;
}

gboolean
systole_array_sum_begins (const SystoleArrayCell *cell)
{
  return cell->k == SYSTOLE_NO_INDEX || cell->k <= cell->row;
}

/* The cycle in which the element that a PE adds to is complete: the sum still walks, or stays, until all K products are
 * in, after @left more steps. */
static gboolean
find_final (const SystoleLanePaint *lane, const SystoleArrayCell *cell, SystoleDataflow dataflow, guint rows, guint64 *left, guint64 *cycle)
{
  SystoleProduct product;
  const SystoleGemm *gemm = &product.gemm;

  if (!systole_op_as_product (systole_run_get_op (lane->run), &product) || cell->k == SYSTOLE_NO_INDEX)
    return FALSE;

  *left = gemm->k - 1 - cell->k;
  /* ws, is: only what the rows below still add; later folds add to it in the accumulators */
  if (dataflow != SYSTOLE_DATAFLOW_OS && cell->row + *left >= rows)
    return FALSE;
  *cycle = lane->cycle + *left;
  if (has_stalls (lane))
    *cycle = find_step (lane, get_step (lane) + *left + 1) - 1; /* carried out in the last of its cycles */

  return *cycle < systole_run_get_n_cycles (lane->run);
}

/* The result that a busy PE works for, read from the frame of the cycle in which it is complete. */
static char *
explain_future (const SystoleLanePaint *lane, SystoleLaneCache *cache, const SystoleArrayCell *cell, SystoleDataflow dataflow)
{
  guint rows = 1, columns = 1, row;
  guint64 cycle, left;
  g_autofree char *name = element ("C", cell->m, cell->n);

  systole_run_get_array_size (lane->run, &rows, &columns);
  if (find_final (lane, cell, dataflow, rows, &left, &cycle))
    {
      row = dataflow == SYSTOLE_DATAFLOW_OS ? cell->row : cell->row + (guint) left;
      {
        SystoleWindow window = { row, cell->column, row + 1, cell->column + 1, TRUE };
        const SystoleArrayFrame *frame = systole_lane_cache_array (cache, lane->run, lane->camera.unit, cycle, &window);
        const SystoleArrayCell *last = systole_array_frame_get_cell (frame, row, cell->column);

        if (last != NULL && last->final && last->m == cell->m && last->n == cell->n)
          {
            g_autofree char *value = number (last->partial_out.value);
            g_autofree char *when = systole_number_format_count (cycle);

            if (cycle == lane->cycle)
              return g_strdup_printf (_ ("This sum is %s = %s, complete in this cycle."), name, value);
            return g_strdup_printf (_ ("This sum becomes %s = %s in cycle %s."), name, value, when);
          }
      }
    }

  return g_strdup_printf (_ ("This sum is a part of %s; later folds add the rest."), name);
}

/* Why just this operand is here: when it entered and how far it has moved. */
static char *
explain_past (const SystoleLanePaint *lane, const SystoleArrayCell *cell, SystoleDataflow dataflow)
{
  guint64 entered = lane->cycle >= cell->column ? lane->cycle - cell->column : 0;
  g_autofree char *when = NULL, *index = NULL, *line = NULL;

  if (has_stalls (lane))
    entered = find_step (lane, get_step (lane) - cell->column);
  when = systole_number_format_count (entered);
  index = systole_number_format_count (dataflow == SYSTOLE_DATAFLOW_IS ? cell->n : cell->m);
  line = g_strdup_printf (dataflow == SYSTOLE_DATAFLOW_IS ? _ ("Column %s of B") : _ ("Row %s of A"), index);
  if (cell->column == 0)
    /* Translators: “Row 4 of A”, a row of the array */
    return g_strdup_printf (_ ("%s is here because it enters row %u of the array in this cycle."), line, cell->row);

  return g_strdup_printf (P_ ("%s is here because it entered row %u of the array in cycle %s and moved %u column.", "%s is here because it entered row %u of the array in cycle %s and moved %u columns.", cell->column), line, cell->row, when, cell->column);
}

static void
add_busy_facts (GArray *facts, const SystoleArrayCell *cell, SystoleDataflow dataflow)
{
  g_autofree char *from = number (cell->partial_in.value), *a = operand (cell->a.value), *b = operand (cell->b.value), *out = number (cell->partial_out.value);
  gboolean weight = dataflow == SYSTOLE_DATAFLOW_WS;

  add_operand (facts, "a", "A", cell->m, cell->k, cell->a.value, SYSTOLE_MEANING_A);
  add_operand (facts, weight ? "w" : "b", "B", cell->k, cell->n, cell->b.value, SYSTOLE_MEANING_B);
  systole_facts_add_number (facts, g_strdup (dataflow == SYSTOLE_DATAFLOW_OS ? _ ("Σ before") : cell->row == 0 ? _ ("Σ begins with")
                                                                                                               : _ ("Σ from above")),
                            number (cell->partial_in.value),
                            SYSTOLE_N_MEANINGS,
                            cell->partial_in.value);
  systole_facts_add_number (facts, g_strdup (weight ? "Σ + a × w" : "Σ + a × b"), g_strdup_printf ("%s + %s × %s = %s", from, a, b, out), SYSTOLE_N_MEANINGS, cell->partial_out.value);
}

/* Of a convolution on a bare array: which output, which filter, which tap. */
static void
add_place_facts (GArray *facts, const SystoleLanePaint *lane, const SystoleArrayCell *cell)
{
  SystoleProduct product;
  const SystoleConv *conv = &product.unfolding.conv;

  if (systole_machine_get_family (systole_run_get_machine (lane->run)) != SYSTOLE_FAMILY_ARRAY || !systole_op_as_product (systole_run_get_op (lane->run), &product) ||
      !product.unfolding.unfolds || conv->direction != SYSTOLE_CONV_FORWARD)
    return;
  if (cell->m != SYSTOLE_NO_INDEX)
    {
      g_autofree char *image = systole_number_format_count (cell->m / conv->q / conv->p);
      g_autofree char *y = systole_number_format_count (cell->m / conv->q % conv->p);
      g_autofree char *x = systole_number_format_count (cell->m % conv->q);

      /* Translators: an element of the output of a convolution: image, row, column */
      systole_facts_add (facts, g_strdup (_ ("output")), g_strdup_printf (_ ("image %1$s, pixel (%2$s, %3$s)"), image, y, x), SYSTOLE_N_MEANINGS);
    }
  if (cell->n != SYSTOLE_NO_INDEX)
    systole_facts_add (facts, g_strdup (_ ("filter")), systole_number_format_count (cell->n), SYSTOLE_N_MEANINGS);
  if (cell->k != SYSTOLE_NO_INDEX)
    {
      guint64 channels = conv->c / conv->groups;
      g_autofree char *r = systole_number_format_count (cell->k / channels / conv->s);
      g_autofree char *s = systole_number_format_count (cell->k / channels % conv->s);
      g_autofree char *channel = systole_number_format_count (cell->k % channels);

      /* Translators: a tap of a filter of a convolution: row, column; channel of its group */
      systole_facts_add (facts, g_strdup (_ ("tap")), g_strdup_printf (_ ("(%1$s, %2$s), channel %3$s"), r, s, channel), SYSTOLE_N_MEANINGS);
    }
}

static char *
add_idle_facts (GArray *facts, const SystoleArrayCell *cell, SystoleDataflow dataflow)
{
  systole_facts_add (facts, g_strdup (_ ("idle")), g_strdup (systole_reason_get_title (cell->reason)), SYSTOLE_N_MEANINGS);
  if (cell->b.present && cell->k != SYSTOLE_NO_INDEX && cell->n != SYSTOLE_NO_INDEX)
    add_operand (facts, dataflow == SYSTOLE_DATAFLOW_WS ? "w" : "b", "B", cell->k, cell->n, cell->b.value, SYSTOLE_MEANING_B);
  if (cell->a.present && cell->m != SYSTOLE_NO_INDEX && cell->k != SYSTOLE_NO_INDEX)
    add_operand (facts, "a", "A", cell->m, cell->k, cell->a.value, SYSTOLE_MEANING_A);
  if (cell->partial_in.present && cell->m != SYSTOLE_NO_INDEX && cell->n != SYSTOLE_NO_INDEX)
    add_operand (facts, "Σ", "C", cell->m, cell->n, cell->partial_in.value, SYSTOLE_MEANING_RESULT);

  /* Translators: a PE is idle because: letter of the cause, the cause as a sentence */
  return g_strdup_printf (_ ("Idle (%s): %s."), systole_reason_get_letter (cell->reason), systole_reason_get_sentence (cell->reason, SYSTOLE_FAMILY_ARRAY));
}

/** Title, facts and sentences of one PE. */
char *
systole_array_explain (const SystoleLanePaint *lane, const SystoleTarget *target, GArray **facts, char **sentence)
{
  SystoleLaneCache *owned = NULL, *cache = systole_lane_cache_ensure (lane, &owned);
  SystoleDataflow dataflow = systole_run_get_dataflow (lane->run);
  SystoleWindow window = { target->row, target->column, target->row + 1, target->column + 1, TRUE };
  guint rows = 0, columns = 0;
  const SystoleArrayFrame *frame;
  const SystoleArrayCell *found;
  SystoleArrayCell cell;

  systole_run_get_array_size (lane->run, &rows, &columns);
  if (target->kind != SYSTOLE_TARGET_PE || target->row >= rows || target->column >= columns)
    {
      g_clear_pointer (&owned, systole_lane_cache_free);
      return NULL;
    }

  frame = systole_lane_cache_array (cache, lane->run, lane->camera.unit, lane->cycle, &window);
  found = systole_array_frame_get_cell (frame, target->row, target->column);
  g_assert (found != NULL);
  cell = *found;

  *facts = systole_facts_new ();
  add_place_facts (*facts, lane, &cell);
  if (cell.reason == SYSTOLE_REASON_BUSY)
    {
      g_autofree char *future = NULL, *past = NULL;

      add_busy_facts (*facts, &cell, dataflow);
      future = explain_future (lane, cache, &cell, dataflow);
      past = explain_past (lane, &cell, dataflow);
      *sentence = g_strdup_printf ("%s %s", future, past);
    }
  else
    *sentence = add_idle_facts (*facts, &cell, dataflow);
  g_clear_pointer (&owned, systole_lane_cache_free);

  return g_strdup_printf (_ ("PE (%u, %u)"), target->row, target->column);
}

/** What the picture of an array adds to cycle and counts: the sentence of the run. */
char *
systole_array_describe (const SystoleLanePaint *lane)
{
  return systole_run_describe_cycle (lane->run, lane->cycle);
}
