/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/window-private.h"

#include "app/library.h"
#include "engine/base/error.h"
#include "engine/base/i18n.h"

#define SYSTOLE_MIME_TYPE "application/x-systole+xml"

/* The document of a window: opening, saving, and not losing it. */

static gboolean
is_untouched (SystoleMainWindow *self)
{
  return self->file == NULL && !systole_history_is_dirty (systole_session_get_history (self->session)) && self->loading == NULL;
}

/* @etag: (nullable): the state of the file on disk that the document knows */
static void
set_file (SystoleMainWindow *self, GFile *file, const char *etag)
{
  g_set_object (&self->file, file);
  g_free (self->etag);
  self->etag = g_strdup (etag);
}

static void
take_scenario (SystoleMainWindow *self, const SystoleScenario *scenario, GFile *file, const char *etag, const char *library_id)
{
  set_file (self, file, etag);
  g_free (self->library_id);
  self->library_id = g_strdup (library_id);
  self->fresh = TRUE;
  for (guint i = 0; i < SYSTOLE_MAX_LANES; i++)
    self->levels[i] = -1;
  systole_session_load (self->session, scenario);
  systole_main_window_update_title (self);
  systole_main_window_show_error (self, scenario->read_only ? _ ("This file was written by a newer version of Systole: it can be looked at, not saved.") : NULL);
}

/**
 * systole_main_window_open_library:
 * @id: of a scenario that ships with the program
 */
void
systole_main_window_open_library (SystoleMainWindow *self, const char *id)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SystoleScenario) scenario = systole_library_load_scenario (id, &error);

  g_return_if_fail (SYSTOLE_IS_MAIN_WINDOW (self));
  if (scenario == NULL)
    {
      systole_main_window_open_blank (self);
      systole_main_window_show_error (self, error->message);
      return;
    }
  take_scenario (self, scenario, NULL, NULL, id);
}

void
systole_main_window_open_welcome (SystoleMainWindow *self)
{
  systole_main_window_open_library (self, "welcome");
}

void
systole_main_window_open_blank (SystoleMainWindow *self)
{
  g_autoptr (SystoleScenario) scenario = systole_scenario_new ();

  g_return_if_fail (SYSTOLE_IS_MAIN_WINDOW (self));
  take_scenario (self, scenario, NULL, NULL, NULL);
}

static void
remember (GFile *file)
{
  g_autofree char *uri = g_file_get_uri (file);
  GtkRecentData data = { NULL, NULL, (char *) SYSTOLE_MIME_TYPE, (char *) "Systole", (char *) "systole %u", NULL, FALSE };

  gtk_recent_manager_add_full (gtk_recent_manager_get_default (), uri, &data);
}

/* Nothing is read beyond what the format allows. */
static gboolean
read_more (const char *contents, goffset size, gpointer data)
{
  return size <= (goffset) SYSTOLE_SCENARIO_MAX_BYTES;
}

static void
loaded_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (SystoleMainWindow) self = data;
  GFile *file = G_FILE (source);
  g_autofree char *contents = NULL;
  g_autofree char *etag = NULL;
  g_autofree char *name = g_file_get_basename (file);
  g_autoptr (GError) error = NULL;
  g_autoptr (SystoleScenario) scenario = NULL;
  gsize length;

  if (g_file_load_partial_contents_finish (file, result, &contents, &length, &etag, &error))
    scenario = systole_scenario_read (contents, length, name, &error);
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  g_clear_object (&self->loading);
  if (scenario == NULL)
    {
      /* A window with nothing in it stays usable. */
      if (systole_session_get_n_lanes (self->session) == 0)
        systole_main_window_open_blank (self);
      systole_main_window_show_error (self, error->message);
      return;
    }
  take_scenario (self, scenario, file, etag, NULL);
  remember (file);
}

/**
 * systole_main_window_open:
 *
 * Reads a scenario into this window; what is wrong with it is said above the stage.
 */
void
systole_main_window_open (SystoleMainWindow *self, GFile *file)
{
  g_return_if_fail (SYSTOLE_IS_MAIN_WINDOW (self));
  if (self->loading != NULL)
    g_cancellable_cancel (self->loading);
  g_clear_object (&self->loading);
  self->loading = g_cancellable_new ();
  g_file_load_partial_contents_async (file, self->loading, read_more, loaded_cb, g_object_ref (self));
}

/* Files of another window than an untouched one open in a window of their own. */
void
systole_main_window_open_here_or_beside (SystoleMainWindow *self, GFile *file)
{
  SystoleMainWindow *window = self;

  if (!is_untouched (self))
    window = systole_main_window_new (SYSTOLE_APPLICATION (gtk_window_get_application (GTK_WINDOW (self))));
  systole_main_window_open (window, file);
  gtk_window_present (GTK_WINDOW (window));
}

/* --- saving --- */

typedef struct
{
  SystoleMainWindow *window;
  const SystoleScenario *entry; /* of the history, only compared */
} Save;

/* What another program wrote is replaced only by who was told of it. */
static void
show_save_error (SystoleMainWindow *self, GFile *file, const GError *error)
{
  g_autofree char *name = g_file_get_basename (file);
  g_autofree char *text = NULL;

  self->close_after_save = self->save_again = FALSE;
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_WRONG_ETAG))
    {
      g_clear_pointer (&self->etag, g_free);
      text = g_strdup_printf (_ ("%s was changed by another program. Save again to replace it, or save under another name."), name);
    }
  systole_main_window_show_error (self, text != NULL ? text : error->message);
}

static void
saved_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autofree Save *save = data;
  g_autoptr (SystoleMainWindow) self = save->window;
  g_autoptr (GError) error = NULL;
  g_autofree char *etag = NULL;
  GFile *file = G_FILE (source);

  self->saving = FALSE;
  if (!g_file_replace_contents_finish (file, result, &etag, &error))
    {
      show_save_error (self, file, error);
      return;
    }
  set_file (self, file, etag);
  g_clear_pointer (&self->library_id, g_free);
  if (save->entry == systole_session_get_scenario (self->session))
    systole_history_mark_saved (systole_session_get_history (self->session));
  systole_main_window_show_error (self, NULL);
  systole_main_window_update_title (self);
  remember (file);
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

static void
write_to (SystoleMainWindow *self, GFile *file)
{
  int levels[SYSTOLE_MAX_LANES];
  g_autoptr (SystoleScenario) document = NULL;
  g_autoptr (GBytes) bytes = NULL;
  const char *etag;
  gsize length;
  char *text;
  Save *save = g_new0 (Save, 1);

  find_levels (self, levels);
  document = systole_session_get_document (self->session, levels);
  text = systole_scenario_write (document, &length);
  bytes = g_bytes_new_take (text, length);
  save->window = g_object_ref (self);
  save->entry = systole_session_get_scenario (self->session);
  self->saving = TRUE;
  etag = self->file != NULL && g_file_equal (file, self->file) ? self->etag : NULL;
  g_file_replace_contents_bytes_async (file, bytes, etag, TRUE, G_FILE_CREATE_NONE, NULL, saved_cb, save);
}

static void
set_filters (GtkFileChooserNative *chooser)
{
  g_autoptr (GtkFileFilter) scenarios = gtk_file_filter_new (), all = gtk_file_filter_new ();

  gtk_file_filter_set_name (scenarios, _ ("Scenarios"));
  gtk_file_filter_add_pattern (scenarios, "*.systole");
  gtk_file_filter_set_name (all, _ ("All files"));
  gtk_file_filter_add_pattern (all, "*");
  gtk_file_chooser_add_filter (GTK_FILE_CHOOSER (chooser), scenarios);
  gtk_file_chooser_add_filter (GTK_FILE_CHOOSER (chooser), all);
}

static void
chooser_cb (SystoleMainWindow *self, int response, GtkNativeDialog *dialog)
{
  g_autoptr (GFile) file = response == GTK_RESPONSE_ACCEPT ? gtk_file_chooser_get_file (GTK_FILE_CHOOSER (dialog)) : NULL;
  gboolean saves = gtk_file_chooser_get_action (GTK_FILE_CHOOSER (dialog)) == GTK_FILE_CHOOSER_ACTION_SAVE;

  g_clear_object (&self->chooser);
  if (file == NULL)
    self->close_after_save = FALSE;
  else if (saves)
    write_to (self, file);
  else
    systole_main_window_open_here_or_beside (self, file);
}

static void
choose (SystoleMainWindow *self, const char *title, GtkFileChooserAction action, const char *accept)
{
  if (self->chooser != NULL)
    return;
  self->chooser = gtk_file_chooser_native_new (title, GTK_WINDOW (self), action, accept, NULL);
  set_filters (self->chooser);
  if (action == GTK_FILE_CHOOSER_ACTION_SAVE)
    {
      g_autofree char *name = self->file != NULL ? g_file_get_basename (self->file) : g_strdup_printf ("%s.systole", self->library_id != NULL ? self->library_id : C_ ("file name", "scenario"));

      gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (self->chooser), name);
    }
  g_signal_connect_swapped (self->chooser, "response", G_CALLBACK (chooser_cb), self);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (self->chooser));
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
    write_to (self, self->file);
  else
    choose (self, _ ("Save the Scenario"), GTK_FILE_CHOOSER_ACTION_SAVE, C_ ("verb", "_Save"));
}

static void
file_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SystoleMainWindow *self = SYSTOLE_MAIN_WINDOW (widget);

  if (g_str_equal (name, "win.open"))
    choose (self, _ ("Open a Scenario"), GTK_FILE_CHOOSER_ACTION_OPEN, C_ ("verb", "_Open"));
  else if (g_str_equal (name, "win.save"))
    systole_main_window_save (self);
  else
    choose (self, _ ("Save the Scenario As"), GTK_FILE_CHOOSER_ACTION_SAVE, C_ ("verb", "_Save"));
}

static void
open_named_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SystoleMainWindow *self = SYSTOLE_MAIN_WINDOW (widget);
  const char *what = g_variant_get_string (parameter, NULL);

  if (g_str_equal (name, "win.open-uri"))
    {
      g_autoptr (GFile) file = g_file_new_for_uri (what);

      systole_main_window_open_here_or_beside (self, file);
    }
  else if (is_untouched (self))
    systole_main_window_open_library (self, what);
  else
    {
      SystoleMainWindow *window = systole_main_window_new (SYSTOLE_APPLICATION (gtk_window_get_application (GTK_WINDOW (self))));

      systole_main_window_open_library (window, what);
      gtk_window_present (GTK_WINDOW (window));
    }
}

static void
dismiss_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SystoleMainWindow *self = SYSTOLE_MAIN_WINDOW (widget);

  g_clear_pointer (&self->file_error, g_free);
  gtk_revealer_set_reveal_child (self->error_revealer, FALSE);
}

void
systole_main_window_install_file_actions (GtkWidgetClass *klass)
{
  gtk_widget_class_install_action (klass, "win.open", NULL, file_action);
  gtk_widget_class_install_action (klass, "win.save", NULL, file_action);
  gtk_widget_class_install_action (klass, "win.save-as", NULL, file_action);
  gtk_widget_class_install_action (klass, "win.open-uri", "s", open_named_action);
  gtk_widget_class_install_action (klass, "win.open-library", "s", open_named_action);
  gtk_widget_class_install_action (klass, "win.dismiss-error", NULL, dismiss_action);
}

/* --- closing --- */

static void
unsaved_cb (SystoleMainWindow *self, const char *response)
{
  self->close_after_save = g_str_equal (response, "save");
  if (self->close_after_save)
    systole_main_window_save (self);
  else if (g_str_equal (response, "discard"))
    {
      self->discarded = TRUE;
      gtk_window_close (GTK_WINDOW (self));
    }
}

/**
 * systole_main_window_may_close:
 *
 * Returns: %FALSE if unsaved changes have to be asked about first: the window closes
 *   itself after the answer
 */
gboolean
systole_main_window_may_close (SystoleMainWindow *self)
{
  GtkWidget *dialog;

  if (self->saving)
    {
      self->close_after_save = TRUE;
      return FALSE;
    }
  /* What cannot be saved is not asked about: its first line said so. */
  if (self->discarded || systole_session_get_scenario (self->session)->read_only || !systole_history_is_dirty (systole_session_get_history (self->session)))
    return TRUE;
  dialog = adw_message_dialog_new (GTK_WINDOW (self), _ ("Save Changes?"), _ ("Changes that are not saved will be lost."));
  adw_message_dialog_add_responses (ADW_MESSAGE_DIALOG (dialog), "cancel", _ ("_Cancel"), "discard", _ ("_Discard"), "save", C_ ("verb", "_Save"), NULL);
  adw_message_dialog_set_response_appearance (ADW_MESSAGE_DIALOG (dialog), "discard", ADW_RESPONSE_DESTRUCTIVE);
  adw_message_dialog_set_response_appearance (ADW_MESSAGE_DIALOG (dialog), "save", ADW_RESPONSE_SUGGESTED);
  adw_message_dialog_set_default_response (ADW_MESSAGE_DIALOG (dialog), "save");
  adw_message_dialog_set_close_response (ADW_MESSAGE_DIALOG (dialog), "cancel");
  g_signal_connect_swapped (dialog, "response", G_CALLBACK (unsaved_cb), self);
  gtk_window_present (GTK_WINDOW (dialog));
  return FALSE;
}

void
systole_main_window_dispose_files (SystoleMainWindow *self)
{
  if (self->loading != NULL)
    g_cancellable_cancel (self->loading);
  g_clear_object (&self->loading);
  if (self->chooser != NULL)
    g_signal_handlers_disconnect_by_data (self->chooser, self);
  g_clear_object (&self->chooser);
  g_clear_object (&self->file);
  g_clear_pointer (&self->etag, g_free);
  g_clear_pointer (&self->library_id, g_free);
}
