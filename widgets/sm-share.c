/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/sm-tensor.h"

#include <math.h>

#include "widgets/box.h"
#include "widgets/hatch.h"
#include "widgets/unit-format.h"

/*
 * Of kernels that are no product it is known how many of a sub-core's multipliers work, not
 * which. Many of them are therefore one block, divided from top to bottom into those that
 * work and those that wait for each cause.
 */

#define LEAST_CELLS 64 /* of fewer each one is drawn */
#define TEXT_PX 12.5
#define LEAST_PART 3.0 /* pixels */

static void
count_cells (const SystoleSmFrame *frame, guint sub_core, guint counts[SYSTOLE_N_REASONS])
{
  for (guint i = 0; i < frame->cells->len; i++)
    {
      const SystoleFragmentCell *cell = &g_array_index (frame->cells, SystoleFragmentCell, i);

      if (cell->sub_core == sub_core)
        counts[cell->reason]++;
    }
}

/**
 * systole_tensor_is_share:
 *
 * Returns: whether a sub-core's cells are told by their number only, and some work while others do not
 */
gboolean
systole_tensor_is_share (const SystoleSmFrame *frame, guint sub_core)
{
  guint counts[SYSTOLE_N_REASONS] = { 0 }, all = frame->fragment_rows * frame->fragment_columns;

  if (frame->fragment_k > 0 || all <= LEAST_CELLS)
    return FALSE;
  count_cells (frame, sub_core, counts);
  return counts[SYSTOLE_REASON_BUSY] > 0 && counts[SYSTOLE_REASON_BUSY] < all;
}

/* A percentage in the part that works, the letter of the cause in the others, where there is room. */
static void
paint_words (cairo_t *cr, const SystolePaintStyle *style, SystoleReason reason, double share, double x, double y, double width, double height)
{
  double letter = systole_region_letter (style, CLAMP (0.5 * height, 11, 18));
  g_autofree char *text = systole_units_format_percent (share);

  if (reason != SYSTOLE_REASON_BUSY)
    {
      if (height >= 1.4 * letter + 2)
        systole_paint_idle_letter (cr, style, reason, x + width / 2, y + height / 2, letter);
    }
  else if (height >= (TEXT_PX + 4) * style->font_scale)
    systole_paint_text (cr, style, text, NULL, TEXT_PX, SYSTOLE_WEIGHT_SEMIBOLD, style->palette->text, x + width / 2, y + height / 2, width - 8, SYSTOLE_ALIGN_CENTRE);
}

/**
 * systole_tensor_paint_share:
 *
 * The parts of a sub-core's multipliers, as high as their shares.
 */
void
systole_tensor_paint_share (cairo_t *cr, const SystolePaintStyle *style, const SystoleSmFrame *frame, guint sub_core, double x, double y, double width, double height)
{
  guint counts[SYSTOLE_N_REASONS] = { 0 }, all = MAX (frame->fragment_rows * frame->fragment_columns, 1), before = 0;

  count_cells (frame, sub_core, counts);
  for (guint r = SYSTOLE_REASON_BUSY; r < SYSTOLE_N_REASONS; r++)
    {
      double top = round (height * before / all), bottom;

      if (counts[r] == 0)
        continue;
      before += counts[r];
      bottom = before == all ? height : round (height * before / all);
      if (bottom - top >= LEAST_PART)
        systole_paint_box (cr, style, (SystoleReason) r, SYSTOLE_MEANING_SUM, x, y + top, width, bottom - top - (before == all ? 0 : 1), SYSTOLE_HATCH_BAR);
      paint_words (cr, style, (SystoleReason) r, (double) counts[r] / all, x, y + top, width, bottom - top);
    }
}
