/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/window-private.h"

#include "app/document-file.h"
#include "engine/base/i18n.h"

/* Saving the document of a window. */

typedef struct
{
  SystoleMainWindow *window;
  SystoleScenario *entry; /* of the history */
} Save;

/* What another program wrote is replaced only by who was told of it. */
static void
show_save_error (SystoleMainWindow *self, const GError *error)
{
  self->close_after_save = self->save_again = FALSE;
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_WRONG_ETAG))
    g_clear_pointer (&self->state, g_free);
  systole_main_window_show_error (self, error->message);
}

static void
save_free (Save *self)
{
  g_object_unref (self->window);
  systole_scenario_unref (self->entry);
  g_free (self);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Save, save_free)

static void
saved_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (Save) save = data;
  SystoleMainWindow *self = save->window;
  g_autoptr (GError) error = NULL;
  g_autofree char *state = NULL;
  GFile *file = G_FILE (source);

  self->saving = FALSE;
  if (!systole_document_save_finish (result, &state, &error))
    {
      show_save_error (self, error);
      return;
    }
  systole_main_window_set_file (self, file, state);
  systole_main_window_note_format (self, SYSTOLE_SCENARIO_FORMAT);
  g_clear_pointer (&self->library_id, g_free);
  if (save->entry == systole_session_get_base (self->session))
    systole_history_mark_saved (systole_session_get_history (self->session));
  systole_main_window_show_error (self, NULL);
  systole_main_window_update_title (self);
  systole_main_window_remember (file);
  if (self->save_again)
    {
      self->save_again = FALSE;
      systole_main_window_save (self);
    }
  else if (self->close_after_save)
    gtk_window_close (GTK_WINDOW (self));
}

/* Levels of zoom that the user changed; −1: as the document has them. */
static void
find_levels (SystoleMainWindow *self, int *levels)
{
  for (guint i = 0; i < SYSTOLE_MAX_LANES; i++)
    {
      SystoleLaneView *lane = systole_stage_get_lane (self->stage, i);
      SystoleCamera camera;

      levels[i] = -1;
      if (lane == NULL || systole_lane_view_get_run (lane) == NULL)
        continue;
      systole_lane_view_get_camera (lane, &camera);
      if ((int) camera.level != self->levels[i])
        levels[i] = (int) camera.level;
    }
}

/**
 * systole_main_window_get_bytes:
 *
 * Returns: (transfer full): the document as a file, with what is looked at now
 */
GBytes *
systole_main_window_get_bytes (SystoleMainWindow *self)
{
  int levels[SYSTOLE_MAX_LANES];
  g_autoptr (SystoleScenario) document = NULL;
  gsize length;
  char *text;

  find_levels (self, levels);
  document = systole_session_get_document (self->session, levels);
  text = systole_scenario_write (document, &length);
  return g_bytes_new_take (text, length);
}

/**
 * systole_main_window_save_to:
 * @file: becomes the file of the document once it is written; where that replaces one
 *   of an older format, the user is asked first
 */
void
systole_main_window_save_to (SystoleMainWindow *self, GFile *file)
{
  g_autoptr (GBytes) bytes = NULL;
  Save *save;

  if (systole_main_window_replaces_old (self, file))
    {
      systole_main_window_ask_to_keep (self);
      return;
    }
  bytes = systole_main_window_get_bytes (self);
  save = g_new0 (Save, 1);
  save->window = g_object_ref (self);
  save->entry = systole_scenario_ref ((SystoleScenario *) systole_session_get_base (self->session));
  self->saving = TRUE;
  systole_document_save_async (file, bytes, self->file != NULL && g_file_equal (file, self->file) ? self->state : NULL, saved_cb, save);
}

/**
 * systole_main_window_save:
 *
 * To the document's file; asks for one if it has none.
 */
void
systole_main_window_save (SystoleMainWindow *self)
{
  g_return_if_fail (SYSTOLE_IS_MAIN_WINDOW (self));
  if (systole_session_get_scenario (self->session)->read_only)
    return;
  if (self->saving)
    {
      self->save_again = TRUE;
      return;
    }
  if (self->file != NULL)
    systole_main_window_save_to (self, self->file);
  else
    systole_main_window_choose (self, _ ("Save the Scenario"), GTK_FILE_CHOOSER_ACTION_SAVE, C_ ("verb", "_Save"), FALSE);
}
