/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/telling-target.h"

#define LOOKED_AT 64u /* PEs a side around the middle: a larger picture shows no numbers */

static gboolean
find_pe (const SystoleRun *run, guint unit, guint64 cycle, SystoleTarget *out)
{
  guint rows, columns, best = G_MAXUINT;
  SystoleArrayFrame frame;
  SystoleWindow window;

  if (!systole_run_get_array_size (run, &rows, &columns))
    return FALSE;
  window = (SystoleWindow){ rows / 2 - MIN (rows / 2, LOOKED_AT / 2), columns / 2 - MIN (columns / 2, LOOKED_AT / 2), MIN (rows, rows / 2 + LOOKED_AT / 2), MIN (columns, columns / 2 + LOOKED_AT / 2), FALSE };
  systole_array_frame_init (&frame);
  systole_run_array_frame (run, unit, cycle, &window, &frame);
  for (guint i = 0; i < frame.cells->len; i++)
    {
      const SystoleArrayCell *cell = &g_array_index (frame.cells, SystoleArrayCell, i);
      int down = (int) cell->row - (int) (rows / 2), across = (int) cell->column - (int) (columns / 2);
      guint distance = (guint) (down * down + across * across);

      if (cell->reason != SYSTOLE_REASON_BUSY || distance >= best)
        continue;
      best = distance;
      *out = (SystoleTarget){ SYSTOLE_TARGET_PE, unit, 0, cell->row, cell->column, SYSTOLE_LEVEL_CHIP };
    }
  systole_array_frame_clear (&frame);
  return best != G_MAXUINT;
}

static gboolean
find_multiplier (const SystoleRun *run, guint unit, guint64 cycle, SystoleTarget *out)
{
  SystoleSmFrame frame;
  gboolean found = FALSE;

  systole_sm_frame_init (&frame);
  systole_run_sm_frame (run, unit, cycle, &frame);
  for (guint i = 0; i < frame.cells->len && !found; i++)
    {
      const SystoleFragmentCell *cell = &g_array_index (frame.cells, SystoleFragmentCell, i);

      found = cell->reason == SYSTOLE_REASON_BUSY;
      if (found)
        *out = (SystoleTarget){ SYSTOLE_TARGET_MULTIPLIER, unit, cell->sub_core, cell->row, cell->column, SYSTOLE_LEVEL_CHIP };
    }
  systole_sm_frame_clear (&frame);
  return found;
}

/**
 * systole_find_telling_target:
 * @level: that is looked at; only PEs and multipliers can be told of
 * @unit: array or SM that is looked at
 *
 * Returns: FALSE if nothing there multiplies in this cycle
 */
gboolean
systole_find_telling_target (const SystoleRun *run, SystoleLevel level, guint unit, guint64 cycle, SystoleTarget *out)
{
  switch (level)
    {
    case SYSTOLE_LEVEL_ARRAY:
      return find_pe (run, unit, cycle, out);
    case SYSTOLE_LEVEL_SM:
      return find_multiplier (run, unit, cycle, out);
    default:
      return FALSE;
    }
}
