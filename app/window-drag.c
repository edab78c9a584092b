/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/window-private.h"

#include "app/safe-file.h"
#include "engine/base/i18n.h"

/* The document as a file to carry away: to a folder, a message, another window. */

/* A document that is no file yet, or no longer the same one, is written where it may be
 * taken from. Returns: (transfer full): NULL with @error */
static GFile *
write_copy (SystoleMainWindow *self, GError **error)
{
  g_autofree char *folder = g_build_filename (g_get_user_cache_dir (), "systole", "carried", NULL);
  g_autofree char *name = self->file != NULL ? g_file_get_basename (self->file) : systole_main_window_suggest_name (self);
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autoptr (GBytes) bytes = systole_main_window_get_bytes (self);

  g_mkdir_with_parents (folder, 0700);
  if (!systole_safe_file_write (path, g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), SYSTOLE_SAFE_FILE_PLAIN, NULL, NULL, error))
    return NULL;
  return g_file_new_for_path (path);
}

/**
 * systole_main_window_carry:
 *
 * Returns: (transfer full) (nullable): the document, as what is dragged: its own file
 *   where that is what the window shows, else a copy. NULL: it could not be written, and
 *   that was said
 */
GdkContentProvider *
systole_main_window_carry (SystoleMainWindow *self)
{
  gboolean dirty = systole_history_is_dirty (systole_session_get_history (self->session));
  g_autoptr (GError) error = NULL;
  g_autoptr (GFile) file = self->file != NULL && !dirty ? g_object_ref (self->file) : write_copy (self, &error);
  GdkFileList *list;
  GSList *files;
  GdkContentProvider *content;

  if (file == NULL)
    {
      systole_main_window_show_error (self, error->message);
      return NULL;
    }
  files = g_slist_prepend (NULL, file);
  list = gdk_file_list_new_from_list (files);
  content = gdk_content_provider_new_typed (GDK_TYPE_FILE_LIST, list);
  g_boxed_free (GDK_TYPE_FILE_LIST, list);
  g_slist_free (files);
  return content;
}

static GdkContentProvider *
prepare_cb (GtkDragSource *source, double x, double y, SystoleMainWindow *self)
{
  return systole_main_window_carry (self);
}

static void
begin_cb (GtkDragSource *source, GdkDrag *drag, SystoleMainWindow *self)
{
  GtkIconTheme *theme = gtk_icon_theme_get_for_display (gtk_widget_get_display (GTK_WIDGET (self)));
  g_autoptr (GtkIconPaintable) icon = gtk_icon_theme_lookup_icon (theme, "text-x-generic", NULL, 48, 1, GTK_TEXT_DIR_NONE, 0);

  gtk_drag_source_set_icon (source, GDK_PAINTABLE (icon), 24, 24);
}

/**
 * systole_main_window_add_drag:
 *
 * The sheet beside the title is the document: it can be dragged out of the window.
 */
void
systole_main_window_add_drag (SystoleMainWindow *self)
{
  GtkDragSource *source = gtk_drag_source_new ();

  gtk_drag_source_set_actions (source, GDK_ACTION_COPY);
  g_signal_connect (source, "prepare", G_CALLBACK (prepare_cb), self);
  g_signal_connect (source, "drag-begin", G_CALLBACK (begin_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self->document_icon), GTK_EVENT_CONTROLLER (source));
}
