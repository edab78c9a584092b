/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/mapping-edits.h"

#include "engine/base/i18n.h"

static void
push (SystoleSession *session, SystoleScenario *next, char *name)
{
  systole_session_edit (session, next, name, SYSTOLE_EDIT_PARAMETER, NULL);
  systole_history_seal (systole_session_get_history (session));
  g_free (name);
}

/**
 * systole_edit_set_tile:
 *
 * Elements of one thread block's tile; all 0: the engine chooses.
 */
void
systole_edit_set_tile (SystoleSession *session, guint lane, guint m, guint n, guint k)
{
  SystoleScenario *next = systole_scenario_copy (systole_session_get_scenario (session));
  SystoleMapping *mapping = &systole_scenario_get_lane (next, lane)->mapping;

  mapping->tile_m = m;
  mapping->tile_n = n;
  mapping->tile_k = k;
  if (m == 0)
    push (session, next, g_strdup_printf (_ ("Let the engine choose the tiles of %c"), 'A' + lane));
  else
    push (session, next, g_strdup_printf (_ ("Set the tile of %c to %u × %u × %u"), 'A' + lane, m, n, k));
}

/**
 * systole_edit_set_schedule:
 *
 * How tiles are dealt to units; %SYSTOLE_SCHEDULE_ANY: the engine chooses.
 */
void
systole_edit_set_schedule (SystoleSession *session, guint lane, SystoleSchedule schedule)
{
  SystoleScenario *next = systole_scenario_copy (systole_session_get_scenario (session));

  systole_scenario_get_lane (next, lane)->mapping.schedule = schedule;
  if (schedule == SYSTOLE_SCHEDULE_ANY)
    push (session, next, g_strdup_printf (_ ("Let the engine deal out the tiles of %c"), 'A' + lane));
  else
    /* Translators: letter of a machine; how tiles are dealt to units: “stream-K” */
    push (session, next, g_strdup_printf (_ ("Deal out the tiles of %1$c by “%2$s”"), 'A' + lane, systole_schedule_get_title (schedule)));
}

/**
 * systole_edit_set_lanes:
 * @lanes: whether the vector lanes multiply even where matrix units could
 */
void
systole_edit_set_lanes (SystoleSession *session, guint lane, gboolean lanes)
{
  SystoleScenario *next = systole_scenario_copy (systole_session_get_scenario (session));

  systole_scenario_get_lane (next, lane)->mapping.lanes = lanes;
  push (session, next, lanes ? g_strdup_printf (_ ("Let the vector lanes of %c multiply"), 'A' + lane) : g_strdup_printf (_ ("Let the fastest units of %c multiply"), 'A' + lane));
}
