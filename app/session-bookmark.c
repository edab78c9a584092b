/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/session-private.h"

#include "engine/base/i18n.h"

/* Bookmarks of a scenario: instants of a lane, numbered in the order in which they were set. */

/**
 * systole_session_go_to_bookmark:
 * @number: 1 … 9
 *
 * Returns: %FALSE if there is no such bookmark, or its lane has no run
 */
gboolean
systole_session_go_to_bookmark (SystoleSession *self, guint number)
{
  const GArray *bookmarks = systole_session_get_scenario (self)->view.bookmarks;
  const SystoleBookmark *bookmark;

  g_return_val_if_fail (SYSTOLE_IS_SESSION (self), FALSE);
  if (number == 0 || number > bookmarks->len)
    return FALSE;
  bookmark = &g_array_index (bookmarks, SystoleBookmark, number - 1);
  if (systole_session_get_run (self, bookmark->lane) == NULL)
    return FALSE;
  systole_session_set_playing (self, FALSE);
  systole_session_move (self, bookmark->lane, MIN (bookmark->cycle, systole_session_run_length (self, bookmark->lane)), 0);
  return TRUE;
}

/**
 * systole_session_set_bookmark:
 * @number: 1 … 9; one beyond the last adds a bookmark
 *
 * An edit: it can be undone.
 *
 * Returns: the number it got, or 0 if there is nothing to mark
 */
guint
systole_session_set_bookmark (SystoleSession *self, guint number)
{
  SystoleBookmark here = { self->active, systole_session_get_cycle (self, self->active), NULL };
  SystoleScenario *next;
  g_autofree char *name = NULL;

  g_return_val_if_fail (SYSTOLE_IS_SESSION (self), 0);
  if (number == 0 || number > SYSTOLE_SCENARIO_MAX_BOOKMARKS || systole_session_get_run (self, self->active) == NULL)
    return 0;
  next = systole_scenario_copy (systole_session_get_scenario (self));
  next->view.present = TRUE;
  if (number <= next->view.bookmarks->len)
    {
      SystoleBookmark *old = &g_array_index (next->view.bookmarks, SystoleBookmark, number - 1);

      old->lane = here.lane;
      old->cycle = here.cycle;
    }
  else
    {
      g_array_append_val (next->view.bookmarks, here);
      number = next->view.bookmarks->len;
    }
  /* Translators: name of an edit that can be undone */
  name = g_strdup_printf (_ ("Set bookmark %u"), number);
  systole_session_edit (self, next, name, SYSTOLE_EDIT_DATA, NULL);
  return number;
}

/** Returns: the number of the bookmark at the active lane’s instant, or 0 */
guint
systole_session_find_bookmark (SystoleSession *self)
{
  const GArray *bookmarks = systole_session_get_scenario (self)->view.bookmarks;

  for (guint i = 0; i < bookmarks->len; i++)
    {
      const SystoleBookmark *bookmark = &g_array_index (bookmarks, SystoleBookmark, i);

      if (bookmark->lane == self->active && bookmark->cycle == systole_session_get_cycle (self, self->active))
        return i + 1;
    }
  return 0;
}

/**
 * systole_session_remove_bookmark:
 * @number: 1 … as many as there are; those after it move up
 *
 * An edit: it can be undone.
 */
void
systole_session_remove_bookmark (SystoleSession *self, guint number)
{
  SystoleScenario *next;
  g_autofree char *name = NULL;

  g_return_if_fail (SYSTOLE_IS_SESSION (self));
  g_return_if_fail (number >= 1 && number <= systole_session_get_scenario (self)->view.bookmarks->len);
  next = systole_scenario_copy (systole_session_get_scenario (self));
  g_array_remove_index (next->view.bookmarks, number - 1);
  /* Translators: name of an edit that can be undone */
  name = g_strdup_printf (_ ("Remove bookmark %u"), number);
  systole_session_edit (self, next, name, SYSTOLE_EDIT_DATA, NULL);
}
