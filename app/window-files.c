/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/window-private.h"

#include "engine/base/i18n.h"

/* The document of a window: its actions, the choosers of files, and closing. */

static void
set_filters (GtkFileChooserNative *chooser, gboolean opens, gboolean imports)
{
  g_autoptr (GtkFileFilter) scenarios = gtk_file_filter_new (), tables = gtk_file_filter_new (), all = gtk_file_filter_new ();

  gtk_file_filter_set_name (scenarios, _ ("Scenarios"));
  gtk_file_filter_add_pattern (scenarios, "*.systole");
  gtk_file_filter_set_name (tables, _ ("Tables of layers (CSV)"));
  gtk_file_filter_add_suffix (tables, "csv");
  gtk_file_filter_add_suffix (tables, "tsv");
  gtk_file_filter_set_name (all, _ ("All files"));
  gtk_file_filter_add_pattern (all, "*");
  gtk_file_chooser_add_filter (GTK_FILE_CHOOSER (chooser), scenarios);
  if (opens)
    gtk_file_chooser_add_filter (GTK_FILE_CHOOSER (chooser), tables);
  gtk_file_chooser_add_filter (GTK_FILE_CHOOSER (chooser), all);
  if (imports)
    gtk_file_chooser_set_filter (GTK_FILE_CHOOSER (chooser), tables);
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
    systole_main_window_save_to (self, file);
  else
    systole_main_window_open_here_or_beside (self, file);
}

void
systole_main_window_choose (SystoleMainWindow *self, const char *title, GtkFileChooserAction action, const char *accept, gboolean imports)
{
  if (self->chooser != NULL)
    return;
  self->chooser = gtk_file_chooser_native_new (title, GTK_WINDOW (self), action, accept, NULL);
  set_filters (self->chooser, action == GTK_FILE_CHOOSER_ACTION_OPEN, imports);
  if (action == GTK_FILE_CHOOSER_ACTION_SAVE)
    {
      g_autofree char *name = systole_main_window_suggest_name (self);

      gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (self->chooser), name);
    }
  g_signal_connect_swapped (self->chooser, "response", G_CALLBACK (chooser_cb), self);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (self->chooser));
}

static void
file_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SystoleMainWindow *self = SYSTOLE_MAIN_WINDOW (widget);

  if (g_str_equal (name, "win.open"))
    systole_main_window_choose (self, _ ("Open a Scenario"), GTK_FILE_CHOOSER_ACTION_OPEN, C_ ("verb", "_Open"), FALSE);
  else if (g_str_equal (name, "win.import"))
    systole_main_window_choose (self, _ ("Import a Table of Layers"), GTK_FILE_CHOOSER_ACTION_OPEN, _ ("_Import"), TRUE);
  else if (g_str_equal (name, "win.save"))
    systole_main_window_save (self);
  else if (g_str_equal (name, "win.print"))
    systole_main_window_print (self);
  else
    systole_main_window_choose (self, _ ("Save the Scenario As"), GTK_FILE_CHOOSER_ACTION_SAVE, C_ ("verb", "_Save"), FALSE);
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
  else if (systole_main_window_is_untouched (self))
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

static void
reload_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  systole_main_window_reload (SYSTOLE_MAIN_WINDOW (widget));
}

void
systole_main_window_install_file_actions (GtkWidgetClass *klass)
{
  gtk_widget_class_install_action (klass, "win.open", NULL, file_action);
  gtk_widget_class_install_action (klass, "win.import", NULL, file_action);
  gtk_widget_class_install_action (klass, "win.save", NULL, file_action);
  gtk_widget_class_install_action (klass, "win.save-as", NULL, file_action);
  gtk_widget_class_install_action (klass, "win.export", NULL, systole_main_window_export_action);
  gtk_widget_class_install_action (klass, "win.print", NULL, file_action);
  gtk_widget_class_install_action (klass, "win.open-uri", "s", open_named_action);
  gtk_widget_class_install_action (klass, "win.open-library", "s", open_named_action);
  gtk_widget_class_install_action (klass, "win.reload", NULL, reload_action);
  gtk_widget_class_install_action (klass, "win.dismiss-error", NULL, dismiss_action);
}

/* --- closing --- */

static void
unsaved_cb (GtkWindow *dialog, const char *response, SystoleMainWindow *self)
{
  /* It goes a moment later, perhaps after this window. */
  gtk_window_set_transient_for (dialog, NULL);
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
  g_signal_connect_object (dialog, "response", G_CALLBACK (unsaved_cb), self, 0);
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
  systole_main_window_dispose_keeping (self);
  g_clear_object (&self->file);
  g_clear_pointer (&self->state, g_free);
  g_clear_pointer (&self->library_id, g_free);
}
