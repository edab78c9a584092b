/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/window-private.h"

#include <string.h>

#include "app/document-file.h"
#include "engine/base/i18n.h"

/* Not losing the document of a window: what is unsaved outlives a crash, and what
 * other programs do to its file is noticed. */

#define AUTOSAVE_SECONDS 30
#define LOOK_DELAY_MS 200 /* editors write in several steps */

/* --- autosave --- */

static gboolean
is_unsaved (SystoleMainWindow *self)
{
  return systole_history_is_dirty (systole_session_get_history (self->session)) && !systole_session_get_scenario (self->session)->read_only;
}

/* @scenario: (nullable) */
static void
set_autosaved (SystoleMainWindow *self, const SystoleScenario *scenario)
{
  g_clear_pointer (&self->autosaved, systole_scenario_unref);
  if (scenario != NULL)
    self->autosaved = systole_scenario_ref ((SystoleScenario *) scenario);
}

/* Said once: it would come again every half minute. */
static void
autosave_failed (SystoleMainWindow *self, const GError *error)
{
  if (!self->autosave_failed)
    systole_main_window_show_error (self, error->message);
  self->autosave_failed = TRUE;
}

static gboolean
has_autosave (SystoleMainWindow *self)
{
  g_autofree char *folder = systole_autosave_get_folder ();
  g_autofree char *uri = self->file != NULL ? g_file_get_uri (self->file) : NULL;
  g_autoptr (GError) error = NULL;

  if (self->autosave == NULL)
    self->autosave = systole_autosave_new (folder, &error);
  if (self->autosave == NULL)
    autosave_failed (self, error);
  else
    systole_autosave_set_origin (self->autosave, uri);
  return self->autosave != NULL;
}

static void
autosave_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  GError *error = NULL;
  gsize length;
  const char *text = g_bytes_get_data (data, &length);

  if (systole_autosave_write (g_object_get_data (G_OBJECT (task), "autosave"), text, length, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

static void
autosaved_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  SystoleMainWindow *self = SYSTOLE_MAIN_WINDOW (source);
  g_autoptr (GError) error = NULL;

  self->autosaving = FALSE;
  if (!g_task_propagate_boolean (G_TASK (result), &error) && self->settings != NULL)
    autosave_failed (self, error);
}

/* Playing or looking elsewhere is no change: only another state is written again. */
static gboolean
autosave (gpointer data)
{
  SystoleMainWindow *self = data;
  const SystoleScenario *now = systole_session_get_base (self->session);
  g_autoptr (GTask) task = NULL;

  if (self->autosaving || now == self->autosaved || !is_unsaved (self) || !has_autosave (self))
    return G_SOURCE_CONTINUE;
  self->autosaving = TRUE;
  set_autosaved (self, now);
  task = g_task_new (self, NULL, autosaved_cb, NULL);
  g_object_set_data_full (G_OBJECT (task), "autosave", systole_autosave_ref (self->autosave), (GDestroyNotify) systole_autosave_unref);
  g_task_set_task_data (task, systole_main_window_get_bytes (self), (GDestroyNotify) g_bytes_unref);
  g_task_run_in_thread (task, autosave_thread);
  return G_SOURCE_CONTINUE;
}

/**
 * systole_main_window_keep_now:
 *
 * The program ends without asking: what is unsaved is written before this returns and
 * waits for the next start.
 */
void
systole_main_window_keep_now (SystoleMainWindow *self)
{
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (GError) error = NULL;
  const char *text;
  gsize length;

  g_return_if_fail (SYSTOLE_IS_MAIN_WINDOW (self));
  if (!is_unsaved (self) || !has_autosave (self))
    return;
  bytes = systole_main_window_get_bytes (self);
  text = g_bytes_get_data (bytes, &length);
  if (!systole_autosave_write (self->autosave, text, length, &error))
    g_message ("%s", error->message);
  systole_autosave_leave (self->autosave);
}

/**
 * systole_main_window_watch_changes:
 *
 * After an edit, undo, saving: keeps what is unsaved every half minute, and forgets it
 * when nothing is.
 */
void
systole_main_window_watch_changes (SystoleMainWindow *self)
{
  if (is_unsaved (self))
    {
      if (self->autosave_source == 0)
        self->autosave_source = g_timeout_add_seconds (AUTOSAVE_SECONDS, autosave, self);
      return;
    }
  g_clear_handle_id (&self->autosave_source, g_source_remove);
  set_autosaved (self, NULL);
  if (self->autosave != NULL)
    systole_autosave_forget (self->autosave);
}

static char *
name_of_origin (const char *uri)
{
  g_autoptr (GFile) file = NULL;

  if (uri == NULL)
    return NULL;
  file = g_file_new_for_uri (uri);
  return g_file_get_basename (file);
}

/* The program ended between saving and forgetting: nothing is lost. */
static gboolean
is_in_its_file (const SystoleUnsaved *unsaved, const char *data, gsize length)
{
  g_autoptr (GFile) file = unsaved->origin != NULL ? g_file_new_for_uri (unsaved->origin) : NULL;
  g_autofree char *there = NULL;
  gsize there_length;

  return file != NULL && g_file_load_contents (file, NULL, &there, &there_length, NULL, NULL) && there_length == length && memcmp (there, data, length) == 0;
}

/**
 * systole_main_window_recover:
 * @folder: of [func@autosave_get_folder]
 *
 * Opens as an untitled document what a program that ended left behind. The file it
 * belongs to is not touched.
 *
 * Returns: FALSE if there was nothing to recover in it
 */
gboolean
systole_main_window_recover (SystoleMainWindow *self, const char *folder, const SystoleUnsaved *unsaved)
{
  g_autoptr (SystoleScenario) scenario = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *data = NULL;
  g_autofree char *text = NULL;
  g_autofree char *name = name_of_origin (unsaved->origin);
  gsize length;

  g_return_val_if_fail (SYSTOLE_IS_MAIN_WINDOW (self) && self->autosave == NULL, FALSE);
  self->autosave = systole_autosave_adopt (folder, unsaved, NULL);
  if (self->autosave == NULL)
    return FALSE;
  if (g_file_get_contents (unsaved->path, &data, &length, &error))
    scenario = systole_scenario_read (data, length, name != NULL ? name : C_ ("document", "Untitled"), &error);
  if (scenario == NULL)
    {
      systole_autosave_leave (self->autosave);
      g_clear_pointer (&self->autosave, systole_autosave_unref);
      systole_main_window_open_blank (self);
      text = g_strdup_printf (_ ("Unsaved changes that were found cannot be read (%s). They stay in %s."), error->message, unsaved->path);
      systole_main_window_show_error (self, text);
      return TRUE;
    }
  if (is_in_its_file (unsaved, data, length))
    {
      g_clear_pointer (&self->autosave, systole_autosave_unref);
      return FALSE;
    }
  systole_main_window_take_untitled (self, scenario, name);
  set_autosaved (self, systole_session_get_base (self->session));
  if (name != NULL)
    text = g_strdup_printf (_ ("These are changes to “%s” that were not saved when Systole ended. Save them, or close the window to discard them."), name);
  else
    text = g_strdup (_ ("This was not saved when Systole ended. Save it, or close the window to discard it."));
  systole_main_window_show_error (self, text);
  return TRUE;
}

/* --- other programs --- */

static void
offer_reload (SystoleMainWindow *self, const char *message)
{
  systole_main_window_show_error (self, message);
  gtk_widget_set_visible (GTK_WIDGET (self->reload_button), TRUE);
}

/* An edit like any other: undo brings back what was there. */
static void
take_again (SystoleMainWindow *self, SystoleScenario *scenario, const char *name)
{
  g_autofree char *text = g_strdup_printf (_ ("“%s” was changed by another program and has been read again."), name);

  systole_session_edit_base (self->session, scenario, systole_session_get_beat (self->session), _ ("Read the file again"), SYSTOLE_EDIT_STRUCTURE, NULL);
  systole_history_mark_saved (systole_session_get_history (self->session));
  systole_main_window_show_error (self, NULL);
  adw_toast_overlay_add_toast (self->toasts, adw_toast_new (text));
}

typedef struct
{
  SystoleMainWindow *window;
  gboolean wanted; /* the user asked for it */
} Look;

static void
file_is_gone (SystoleMainWindow *self, const char *name)
{
  g_autofree char *text = g_strdup_printf (_ ("“%s” was removed or renamed by another program. What you see is not lost: save to write it again."), name);

  g_clear_pointer (&self->state, g_free);
  systole_history_mark_unsaved (systole_session_get_history (self->session));
  systole_main_window_show_error (self, text);
}

/* Another content is there now. */
static void
file_is_another (SystoleMainWindow *self, GBytes *bytes, const char *state, const char *name, gboolean wanted)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SystoleScenario) scenario = systole_main_window_read (bytes, self->file, NULL, &error);
  g_autofree char *text = NULL;

  if (scenario != NULL && (wanted || !is_unsaved (self)))
    {
      systole_main_window_set_file (self, self->file, state);
      systole_main_window_note_format (self, scenario->version);
      take_again (self, g_steal_pointer (&scenario), name);
      return;
    }
  /* It has been said: saving may replace it. */
  g_clear_pointer (&self->state, g_free);
  systole_history_mark_unsaved (systole_session_get_history (self->session));
  if (scenario == NULL)
    {
      text = g_strdup_printf (_ ("“%s” was changed by another program and cannot be read now (%s). What you see is not lost: save to write it again."), name, error->message);
      systole_main_window_show_error (self, text);
      return;
    }
  text = g_strdup_printf (_ ("“%s” was changed by another program, and so was this window. Save to replace the file, or read it again."), name);
  offer_reload (self, text);
}

static void
looked_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autofree Look *look = data;
  g_autoptr (SystoleMainWindow) self = look->window;
  g_autoptr (GError) error = NULL;
  g_autofree char *state = NULL;
  g_autoptr (GBytes) bytes = systole_document_load_finish (result, &state, &error);
  g_autofree char *name = g_file_get_basename (G_FILE (source));

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED) || self->file == NULL || !g_file_equal (self->file, G_FILE (source)))
    return;
  g_clear_object (&self->looking);
  if (self->saving || (!look->wanted && (self->state == NULL || g_strcmp0 (state, self->state) == 0)))
    return;
  if (bytes != NULL)
    file_is_another (self, bytes, state, name, look->wanted);
  else if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND))
    file_is_gone (self, name);
  else
    systole_main_window_show_error (self, error->message);
}

static void
look_at_file (SystoleMainWindow *self, gboolean wanted)
{
  Look *look = g_new0 (Look, 1);

  if (self->looking != NULL)
    g_cancellable_cancel (self->looking);
  g_clear_object (&self->looking);
  self->looking = g_cancellable_new ();
  look->window = g_object_ref (self);
  look->wanted = wanted;
  systole_document_load_async (self->file, self->looking, looked_cb, look);
}

static gboolean
look_delay (gpointer data)
{
  SystoleMainWindow *self = data;

  self->look_source = 0;
  if (self->file != NULL && !self->saving)
    look_at_file (self, FALSE);
  return G_SOURCE_REMOVE;
}

static void
monitor_cb (SystoleMainWindow *self)
{
  if (self->look_source == 0)
    self->look_source = g_timeout_add (LOOK_DELAY_MS, look_delay, self);
}

static void
forget_monitor (SystoleMainWindow *self)
{
  if (self->monitor != NULL)
    {
      g_signal_handlers_disconnect_by_data (self->monitor, self);
      g_file_monitor_cancel (self->monitor);
    }
  g_clear_object (&self->monitor);
  g_clear_handle_id (&self->look_source, g_source_remove);
  if (self->looking != NULL)
    g_cancellable_cancel (self->looking);
  g_clear_object (&self->looking);
}

/**
 * systole_main_window_watch_file:
 *
 * The document has another file, or none.
 */
void
systole_main_window_watch_file (SystoleMainWindow *self)
{
  forget_monitor (self);
  if (self->file == NULL)
    return;
  /* Without a monitor, saving still notices. */
  self->monitor = g_file_monitor_file (self->file, G_FILE_MONITOR_WATCH_MOVES, NULL, NULL);
  if (self->monitor != NULL)
    g_signal_connect_swapped (self->monitor, "changed", G_CALLBACK (monitor_cb), self);
}

void
systole_main_window_reload (SystoleMainWindow *self)
{
  if (self->file != NULL)
    look_at_file (self, TRUE);
}

/* Closing is the answer to the question about unsaved changes. */
void
systole_main_window_dispose_keeping (SystoleMainWindow *self)
{
  forget_monitor (self);
  g_clear_handle_id (&self->autosave_source, g_source_remove);
  g_clear_pointer (&self->autosave, systole_autosave_unref);
  set_autosaved (self, NULL);
  g_clear_pointer (&self->suggested, g_free);
}
