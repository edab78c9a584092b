/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/window-private.h"

#include "engine/base/i18n.h"

/* Bookmarks by key and from the menu. What was done is said, since a mark may lie under the playhead. */

/* Takes the place of what was said of the bookmark before: toasts wait for one another. */
static void
say (SystoleMainWindow *self, const char *text)
{
  AdwToast *before = g_object_get_data (G_OBJECT (self->toasts), "bookmark"), *toast = adw_toast_new (text);

  if (before != NULL)
    adw_toast_dismiss (before);
  g_object_set_data_full (G_OBJECT (self->toasts), "bookmark", g_object_ref (toast), g_object_unref);
  adw_toast_overlay_add_toast (self->toasts, toast);
}

void
systole_main_window_go_to_bookmark_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SystoleMainWindow *self = SYSTOLE_MAIN_WINDOW (widget);
  guint number = (guint) g_variant_get_int32 (parameter);
  g_autofree char *text = NULL;

  if (systole_session_go_to_bookmark (self->session, number))
    return;
  text = g_strdup_printf (_ ("There is no bookmark %u; Ctrl+%u sets it."), number, number);
  say (self, text);
}

/* Sets a bookmark at this instant; where that very bookmark is already, it goes. @parameter: its number, NULL: a new one. */
void
systole_main_window_set_bookmark_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SystoleMainWindow *self = SYSTOLE_MAIN_WINDOW (widget);
  guint here = systole_session_find_bookmark (self->session), n = systole_session_get_scenario (self->session)->view.bookmarks->len;
  guint number = parameter != NULL ? (guint) g_variant_get_int32 (parameter) : here > 0 ? here
                                                                                        : n + 1;
  g_autofree char *text = NULL;

  if (number == here)
    {
      systole_session_remove_bookmark (self->session, number);
      text = g_strdup_printf (_ ("Bookmark %u is removed."), number);
    }
  else if (number > SYSTOLE_SCENARIO_MAX_BOOKMARKS)
    text = g_strdup_printf (_ ("There are %d bookmarks, as many as can be; Ctrl and a number moves one here."), SYSTOLE_SCENARIO_MAX_BOOKMARKS);
  else if ((number = systole_session_set_bookmark (self->session, number)) > 0)
    text = g_strdup_printf (_ ("Bookmark %u is here; the key %u comes back."), number, number);
  else
    return;
  say (self, text);
}
