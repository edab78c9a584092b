/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/window-private.h"

#include "app/document-file.h"
#include "engine/base/i18n.h"

/* A document that an older version wrote: before the first save replaces its file, the
 * user is asked whether to keep it as it was. */

/**
 * systole_main_window_note_format:
 * @version: of the format that the file of the document is of
 */
void
systole_main_window_note_format (SystoleMainWindow *self, guint version)
{
  self->format = version;
}

/* The file that would be replaced is of an older format, and there. */
gboolean
systole_main_window_replaces_old (SystoleMainWindow *self, GFile *file)
{
  return self->format < SYSTOLE_SCENARIO_FORMAT && self->file != NULL && g_file_equal (file, self->file) && g_file_query_exists (file, NULL);
}

static void
kept_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (SystoleMainWindow) self = data;
  g_autoptr (GError) error = NULL;
  g_autofree char *name = systole_document_keep_finish (result, &error);
  g_autofree char *text = NULL;

  self->saving = FALSE;
  if (name == NULL)
    {
      self->close_after_save = self->save_again = FALSE;
      systole_main_window_show_error (self, error->message);
      return;
    }
  text = g_strdup_printf (_ ("The old file is kept as “%s”."), name);
  adw_toast_overlay_add_toast (self->toasts, adw_toast_new (text));
  self->format = SYSTOLE_SCENARIO_FORMAT;
  systole_main_window_save_to (self, G_FILE (source));
}

static void
answer_cb (GtkWindow *dialog, const char *response, SystoleMainWindow *self)
{
  gtk_window_set_transient_for (dialog, NULL); /* it goes a moment later, perhaps after this window */
  if (g_str_equal (response, "keep") && self->file != NULL)
    {
      self->saving = TRUE;
      systole_document_keep_async (self->file, self->format, kept_cb, g_object_ref (self));
    }
  else if (g_str_equal (response, "replace") && self->file != NULL)
    {
      self->format = SYSTOLE_SCENARIO_FORMAT;
      systole_main_window_save_to (self, self->file);
    }
  else
    self->close_after_save = self->save_again = FALSE;
}

/**
 * systole_main_window_ask_to_keep:
 *
 * Asks what becomes of the old file; the answer saves, or does nothing.
 */
void
systole_main_window_ask_to_keep (SystoleMainWindow *self)
{
  g_autofree char *name = g_file_get_basename (self->file);
  g_autofree char *text = g_strdup_printf (_ ("“%s” was written by an older version of Systole. Saving it makes it a file of this version, which older ones may not be able to change."), name);
  GtkWidget *dialog = adw_message_dialog_new (GTK_WINDOW (self), _ ("Keep the Old File?"), text);

  adw_message_dialog_add_responses (ADW_MESSAGE_DIALOG (dialog), "cancel", _ ("_Cancel"), "replace", _ ("_Replace It"), "keep", _ ("_Keep a Copy"), NULL);
  adw_message_dialog_set_response_appearance (ADW_MESSAGE_DIALOG (dialog), "replace", ADW_RESPONSE_DESTRUCTIVE);
  adw_message_dialog_set_response_appearance (ADW_MESSAGE_DIALOG (dialog), "keep", ADW_RESPONSE_SUGGESTED);
  adw_message_dialog_set_default_response (ADW_MESSAGE_DIALOG (dialog), "keep");
  adw_message_dialog_set_close_response (ADW_MESSAGE_DIALOG (dialog), "cancel");
  g_signal_connect_object (dialog, "response", G_CALLBACK (answer_cb), self, 0);
  gtk_window_present (GTK_WINDOW (dialog));
}
