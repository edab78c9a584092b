/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/export/trace-tracks.h"

#include "engine/run/instruction.h"

#define MAX_LEVELS 16
#define MAX_UNITS 8u /* arrays or SMs of a chip that have tracks: the others do the same in turn */

static void
track_free (gpointer data)
{
  SystoleTrack *self = data;

  g_free (self->name);
  g_free (self->state);
  g_free (self);
}

/* Takes both texts. */
static void
add (GPtrArray *tracks, char *name, char *state)
{
  SystoleTrack *track = g_new (SystoleTrack, 1);

  *track = (SystoleTrack){ name, state };
  g_ptr_array_add (tracks, track);
}

static char *
describe (SystoleReason reason, const char *activity)
{
  if (reason == SYSTOLE_REASON_BUSY)
    return g_strdup (activity);
  return reason == SYSTOLE_REASON_NO_WORK ? NULL : g_strdup_printf ("waits: %s", systole_reason_get_id (reason));
}

static gboolean
has_level (const SystoleRun *run, SystoleLevel level)
{
  SystoleLevel levels[MAX_LEVELS];
  guint n = systole_run_get_levels (run, levels, G_N_ELEMENTS (levels));

  for (guint i = 0; i < n; i++)
    if (levels[i] == level)
      return TRUE;
  return FALSE;
}

static void
add_chip (const SystoleRun *run, guint64 cycle, const char *unit_name, GPtrArray *tracks)
{
  SystoleMaker maker = systole_run_get_maker (run);
  SystoleChipFrame frame;

  systole_chip_frame_init (&frame);
  systole_run_chip_frame (run, cycle, &frame);
  for (guint i = 0; i < frame.memories->len; i++)
    {
      const SystoleMemoryState *memory = &g_array_index (frame.memories, SystoleMemoryState, i);
      const char *moves = memory->reading && memory->writing ? "read, write" : memory->reading ? "read"
                                                                           : memory->writing   ? "write"
                                                                                               : NULL;

      add (tracks, g_strdup_printf ("Memory: %s", systole_maker_choose (maker, systole_memory_level_get_id (memory->level))), g_strdup (moves));
    }
  for (guint i = 0; i < frame.engines->len; i++)
    {
      const SystoleEngineState *engine = &g_array_index (frame.engines, SystoleEngineState, i);

      add (tracks, g_strdup (engine->title != NULL ? engine->title : systole_unit_get_id (engine->unit)), describe (engine->reason, engine->activity != NULL ? engine->activity : "busy"));
    }
  for (guint i = 0; i < MIN (frame.units->len, MAX_UNITS); i++)
    {
      const SystoleUnitState *unit = &g_array_index (frame.units, SystoleUnitState, i);
      g_autofree char *work = unit->block == SYSTOLE_NO_INDEX ? g_strdup ("busy") : g_strdup_printf ("block %" G_GUINT64_FORMAT, unit->block);

      add (tracks, g_strdup_printf ("%s %u", unit_name, unit->unit), describe (unit->reason, work));
    }
  systole_chip_frame_clear (&frame);
}

static void
add_sm (const SystoleRun *run, guint64 cycle, GPtrArray *tracks)
{
  SystoleSmFrame frame;

  systole_sm_frame_init (&frame);
  systole_run_sm_frame (run, 0, cycle, &frame);
  for (guint i = 0; i < frame.warps->len; i++)
    {
      const SystoleWarpState *warp = &g_array_index (frame.warps, SystoleWarpState, i);

      add (tracks, g_strdup_printf (systole_maker_choose (frame.maker, "Warp %u"), warp->warp), describe (warp->reason, systole_maker_choose (frame.maker, systole_instruction_get_id (warp->instruction))));
    }
  for (guint i = 0; i < frame.pipes->len; i++)
    {
      const SystolePipeState *pipe = &g_array_index (frame.pipes, SystolePipeState, i);
      g_autofree char *work = pipe->warp != G_MAXUINT ? g_strdup_printf (systole_maker_choose (frame.maker, "warp %u"), pipe->warp) : g_strdup ("busy");
      const char *unit = systole_maker_choose (frame.maker, systole_unit_get_id (pipe->unit));

      add (tracks, pipe->sub_core != G_MAXUINT ? g_strdup_printf (systole_maker_choose (frame.maker, "Pipe %s, sub-core %u"), unit, pipe->sub_core) : g_strdup_printf ("Pipe %s", unit), describe (pipe->reason, work));
    }
  systole_sm_frame_clear (&frame);
}

/**
 * systole_tracks_new:
 *
 * Returns: (transfer full): a chip's memories, engines and units; an SM's warps and pipes;
 *   nothing of a bare array, whose phases say all
 */
GPtrArray *
systole_tracks_new (const SystoleRun *run, guint64 cycle)
{
  GPtrArray *tracks = g_ptr_array_new_with_free_func (track_free);
  gboolean has_sm = has_level (run, SYSTOLE_LEVEL_SM);

  if (has_level (run, SYSTOLE_LEVEL_CHIP))
    add_chip (run, cycle, has_sm ? systole_maker_choose (systole_run_get_maker (run), "SM") : "MXU", tracks);
  else if (has_sm)
    add_sm (run, cycle, tracks);
  return tracks;
}
