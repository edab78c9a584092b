/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/pin-difference.h"

#include "engine/base/i18n.h"
#include "engine/base/number.h"
#include "widgets/array-painter.h"
#include "widgets/sm-words.h"

/* Why two things that are pinned differ: which of them works, on what, and what holds the other up. */

typedef struct
{
  SystoleReason reason;  /* BUSY: it works */
  guint64 m, n, k, fold; /* SYSTOLE_NO_INDEX: none */
} State;

static gboolean
find_pe (const SystoleLanePaint *lane, const SystoleTarget *target, State *out)
{
  SystoleWindow window = { target->row, target->column, target->row + 1, target->column + 1, FALSE, 0 };
  SystoleArrayFrame frame;
  const SystoleArrayCell *cell;

  systole_array_frame_init (&frame);
  systole_run_array_frame (lane->run, target->unit, lane->cycle, &window, &frame);
  cell = systole_array_frame_get_cell (&frame, target->row, target->column);
  if (cell != NULL)
    *out = (State){ cell->reason, cell->m, cell->n, cell->k, cell->fold };
  systole_array_frame_clear (&frame);
  return cell != NULL;
}

static gboolean
find_unit (const SystoleLanePaint *lane, const SystoleTarget *target, State *out)
{
  SystoleChipFrame frame;
  gboolean found;

  systole_chip_frame_init (&frame);
  systole_run_chip_frame (lane->run, lane->cycle, &frame);
  found = target->unit < frame.units->len;
  if (found)
    out->reason = g_array_index (frame.units, SystoleUnitState, target->unit).reason;
  systole_chip_frame_clear (&frame);
  return found;
}

static gboolean
find_in_sm_frame (const SystoleSmFrame *frame, const SystoleTarget *target, State *out)
{
  const SystoleFragmentCell *cell;

  if (target->kind == SYSTOLE_TARGET_SUB_CORE)
    {
      out->reason = systole_sm_core_reason (frame, target->sub_core);
      return TRUE;
    }
  if (target->kind == SYSTOLE_TARGET_WARP)
    {
      for (guint i = 0; i < frame->warps->len; i++)
        {
          const SystoleWarpState *warp = &g_array_index (frame->warps, SystoleWarpState, i);

          if (warp->warp != target->row)
            continue;
          out->reason = warp->issues ? SYSTOLE_REASON_BUSY : warp->reason;
          return TRUE;
        }
      return FALSE;
    }
  cell = systole_sm_find_cell (frame, target->sub_core, target->row, target->column);
  if (cell != NULL)
    *out = (State){ cell->reason, cell->m, cell->n, cell->k, SYSTOLE_NO_INDEX };
  return cell != NULL;
}

static gboolean
find_state (const SystoleLanePaint *lane, const SystoleTarget *target, State *out)
{
  SystoleSmFrame frame;
  gboolean found;

  *out = (State){ SYSTOLE_REASON_BUSY, SYSTOLE_NO_INDEX, SYSTOLE_NO_INDEX, SYSTOLE_NO_INDEX, SYSTOLE_NO_INDEX };
  if (target->kind == SYSTOLE_TARGET_PE)
    return find_pe (lane, target, out);
  if (target->kind == SYSTOLE_TARGET_UNIT)
    return find_unit (lane, target, out);
  if (target->kind != SYSTOLE_TARGET_SUB_CORE && target->kind != SYSTOLE_TARGET_WARP && target->kind != SYSTOLE_TARGET_MULTIPLIER)
    return FALSE;
  systole_sm_frame_init (&frame);
  systole_run_sm_frame (lane->run, target->unit, lane->cycle, &frame);
  found = find_in_sm_frame (&frame, target, out);
  systole_sm_frame_clear (&frame);
  return found;
}

static char *
format_element (const State *state)
{
  g_autofree char *m = systole_number_format_count (state->m), *n = systole_number_format_count (state->n);

  return g_strdup_printf ("C[%s, %s]", m, n);
}

static char *
format_product (const State *state)
{
  g_autofree char *k = systole_number_format_count (state->k), *element = format_element (state);

  /* Translators: “k = 3 of C[2, 4]”: one of the products that an element of the result is the sum of */
  return g_strdup_printf (_ ("k = %s of %s"), k, element);
}

/* What moves through an array by one PE a step tells by how many steps one PE is behind another. */
static gint64
find_lag (const SystoleRun *run, const State *first, const State *second)
{
  switch (systole_run_get_dataflow (run))
    {
    case SYSTOLE_DATAFLOW_WS:
      return (gint64) (first->m - second->m);
    case SYSTOLE_DATAFLOW_IS:
      return (gint64) (first->n - second->n);
    default:
      return (gint64) (first->k - second->k);
    }
}

static char *
explain_lag (const char *first, const char *second, gint64 lag)
{
  guint64 steps = (guint64) ABS (lag);
  g_autofree char *number = systole_number_format_count (steps);

  if (lag == 0)
    return g_strdup (_ ("Both multiply, at the same point of the wave: they are on one diagonal."));
  /* Translators: names of two PEs, number of steps */
  return g_strdup_printf (P_ ("Both multiply; %s is %s step behind %s, as the wave moves on by one PE a step.", "Both multiply; %s is %s steps behind %s, as the wave moves on by one PE a step.", steps), lag > 0 ? second : first, number, lag > 0 ? first : second);
}

static char *
explain_both (const SystoleRun *first_run, const SystoleTarget *first_target, const SystoleRun *second_run, const SystoleTarget *second_target, const char *first_name, const char *second_name, const State *first, const State *second)
{
  gboolean known = first->k != SYSTOLE_NO_INDEX && second->k != SYSTOLE_NO_INDEX && first->m != SYSTOLE_NO_INDEX && second->m != SYSTOLE_NO_INDEX;
  g_autofree char *first_product = NULL, *second_product = NULL;

  if (!known)
    return g_strdup (_ ("Both work in this cycle."));
  if (first_run == second_run && first_target->kind == SYSTOLE_TARGET_PE && second_target->kind == SYSTOLE_TARGET_PE && first->fold == second->fold)
    return explain_lag (first_name, second_name, find_lag (first_run, first, second));
  first_product = format_product (first);
  second_product = format_product (second);
  if (first->m == second->m && first->n == second->n && first->k == second->k)
    /* Translators: “k = 3 of C[2, 4]” */
    return g_strdup_printf (_ ("Both multiply the same product: %s."), first_product);
  /* Translators: “k = 3 of C[2, 4]”, “k = 5 of C[6, 4]” */
  return g_strdup_printf (_ ("Both multiply: one %s, the other %s."), first_product, second_product);
}

static const char *
get_cause (const SystoleLanePaint *lane, const SystoleTarget *target, SystoleReason reason)
{
  gboolean inside = target->kind != SYSTOLE_TARGET_PE && target->kind != SYSTOLE_TARGET_UNIT;

  return systole_reason_get_sentence (reason, inside ? SYSTOLE_FAMILY_SM : target->kind == SYSTOLE_TARGET_PE ? SYSTOLE_FAMILY_ARRAY
                                                                                                             : systole_machine_get_family (systole_run_get_machine (lane->run)));
}

/* Of two lanes the letter says which is meant. */
static char *
name_target (const SystoleLanePaint *lane, const SystoleTarget *target, gboolean with_letter)
{
  g_autofree char *title = systole_lane_explain (lane, target, NULL, NULL);

  return with_letter ? g_strdup_printf ("%c, %s", lane->letter, title) : g_steal_pointer (&title);
}

/**
 * systole_pin_explain:
 * @first_lane: as it is painted
 * @second_lane: may be the same
 *
 * Returns: (transfer full) (nullable): one sentence that says why the two differ at the cycles that
 *   are painted; %NULL where neither works nor idles (memories, copies, stages)
 */
char *
systole_pin_explain (const SystoleLanePaint *first_lane, const SystoleTarget *first, const SystoleLanePaint *second_lane, const SystoleTarget *second)
{
  gboolean apart = first_lane->letter != second_lane->letter;
  g_autofree char *first_name = NULL, *second_name = NULL;
  const char *first_cause, *second_cause;
  State a, b;

  if (!find_state (first_lane, first, &a) || !find_state (second_lane, second, &b))
    return NULL;
  first_name = name_target (first_lane, first, apart);
  second_name = name_target (second_lane, second, apart);
  if (first_name == NULL || second_name == NULL)
    return NULL;
  if (a.reason == SYSTOLE_REASON_BUSY && b.reason == SYSTOLE_REASON_BUSY)
    return explain_both (first_lane->run, first, second_lane->run, second, first_name, second_name, &a, &b);
  first_cause = get_cause (first_lane, first, a.reason);
  second_cause = get_cause (second_lane, second, b.reason);
  if (a.reason == SYSTOLE_REASON_BUSY)
    /* Translators: two things that are compared, and why the second is idle: “PE (0, 0) works; PE (7, 7) does not: the wave has not arrived.” */
    return g_strdup_printf (_ ("%s works; %s does not: %s."), first_name, second_name, second_cause);
  if (b.reason == SYSTOLE_REASON_BUSY)
    return g_strdup_printf (_ ("%s works; %s does not: %s."), second_name, first_name, first_cause);
  if (a.reason == b.reason)
    return g_strdup_printf (_ ("Neither works, for the same cause: %s."), first_cause);
  /* Translators: two things that are compared, each with why it is idle */
  return g_strdup_printf (_ ("Neither works. %s: %s. %s: %s."), first_name, first_cause, second_name, second_cause);
}
