/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/document-file.h"

#include <string.h>

#include "app/safe-file.h"
#include "engine/base/i18n.h"
#include "engine/scenario/scenario.h"

typedef struct
{
  GBytes *bytes;
  char *state;
} Document;

static void
document_free (gpointer data)
{
  Document *self = data;

  g_clear_pointer (&self->bytes, g_bytes_unref);
  g_free (self->state);
  g_free (self);
}

/* --- reading --- */

static gboolean
load_elsewhere (GFile *file, GCancellable *cancellable, char **data, gsize *length, char **state, GError **error)
{
  g_autoptr (GFileInputStream) stream = g_file_read (file, cancellable, error);
  g_autoptr (GFileInfo) info = NULL;

  if (stream == NULL)
    return FALSE;
  *data = g_malloc (SYSTOLE_SCENARIO_MAX_BYTES + 2);
  if (!g_input_stream_read_all (G_INPUT_STREAM (stream), *data, SYSTOLE_SCENARIO_MAX_BYTES + 1, length, cancellable, error))
    return FALSE;
  (*data)[*length] = '\0';
  info = g_file_input_stream_query_info (stream, G_FILE_ATTRIBUTE_ETAG_VALUE, cancellable, NULL);
  *state = info != NULL ? g_strdup (g_file_info_get_etag (info)) : NULL;
  return TRUE;
}

static gboolean
read_file (GFile *file, GCancellable *cancellable, char **data, gsize *length, char **state, GError **error)
{
  const char *path = g_file_peek_path (file);

  return path != NULL ? systole_safe_file_read (path, SYSTOLE_SCENARIO_MAX_BYTES, data, length, state, error)
                      : load_elsewhere (file, cancellable, data, length, state, error);
}

static void
load_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  g_autofree char *text = NULL;
  g_autofree char *state = NULL;
  g_autoptr (GError) error = NULL;
  Document *document;
  gsize length;

  if (!read_file (source, cancellable, &text, &length, &state, &error))
    {
      g_task_return_error (task, g_steal_pointer (&error));
      return;
    }
  document = g_new0 (Document, 1);
  document->bytes = g_bytes_new_take (g_steal_pointer (&text), length);
  document->state = g_steal_pointer (&state);
  g_task_return_pointer (task, document, document_free);
}

/**
 * systole_document_load_async:
 *
 * At most a little more than the format allows is read.
 */
void
systole_document_load_async (GFile *file, GCancellable *cancellable, GAsyncReadyCallback callback, gpointer data)
{
  g_autoptr (GTask) task = g_task_new (file, cancellable, callback, data);

  g_task_run_in_thread (task, load_thread);
}

/**
 * systole_document_load_finish:
 * @state: (out): of the file as it was read; see [func@document_save_async]
 *
 * Returns: (transfer full) (nullable): the bytes of the file
 */
GBytes *
systole_document_load_finish (GAsyncResult *result, char **state, GError **error)
{
  Document *document = g_task_propagate_pointer (G_TASK (result), error);
  GBytes *bytes;

  if (document == NULL)
    return NULL;
  bytes = g_steal_pointer (&document->bytes);
  *state = g_steal_pointer (&document->state);
  document_free (document);
  return bytes;
}

/* --- writing --- */

static gboolean
write_file (GFile *file, const char *text, gsize length, SystoleSafeFileFlags flags, const char *known_state, char **state, GError **error)
{
  const char *path = g_file_peek_path (file);

  return path != NULL ? systole_safe_file_write (path, text, length, flags, known_state, state, error)
                      : g_file_replace_contents (file, text, length, known_state, (flags & SYSTOLE_SAFE_FILE_BACKUP) != 0, G_FILE_CREATE_NONE, state, NULL, error);
}

static void
save_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Document *document = data;
  char *state = NULL;
  GError *error = NULL;
  gsize length;
  const char *text = g_bytes_get_data (document->bytes, &length);

  if (write_file (source, text, length, SYSTOLE_SAFE_FILE_BACKUP, document->state, &state, &error))
    g_task_return_pointer (task, state, g_free);
  else
    g_task_return_error (task, error);
}

/**
 * systole_document_save_async:
 * @known_state: (nullable): of the file when it was read or written last: what another
 *   program wrote since then is not replaced, %G_IO_ERROR_WRONG_ETAG says so
 */
void
systole_document_save_async (GFile *file, GBytes *bytes, const char *known_state, GAsyncReadyCallback callback, gpointer data)
{
  g_autoptr (GTask) task = g_task_new (file, NULL, callback, data);
  Document *document = g_new0 (Document, 1);

  document->bytes = g_bytes_ref (bytes);
  document->state = g_strdup (known_state);
  g_task_set_task_data (task, document, document_free);
  g_task_run_in_thread (task, save_thread);
}

/**
 * systole_document_save_finish:
 * @state: (out): of the file as it was written
 */
gboolean
systole_document_save_finish (GAsyncResult *result, char **state, GError **error)
{
  gboolean failed = g_task_had_error (G_TASK (result));

  *state = g_task_propagate_pointer (G_TASK (result), error);
  return !failed;
}

/* --- keeping an old file --- */

/* "net.systole" of format 1 as "net (format 1).systole", or the first such name that nobody has */
static GFile *
find_name (GFile *file, guint version, char **name)
{
  g_autoptr (GFile) folder = g_file_get_parent (file);
  g_autofree char *stem = g_file_get_basename (file);
  char *dot = strrchr (stem, '.');
  g_autofree char *ending = g_strdup (dot != NULL && dot != stem ? dot : "");

  stem[strlen (stem) - strlen (ending)] = '\0';
  for (guint n = 1;; n++)
    {
      g_autofree char *format = g_strdup_printf (C_ ("file name", "format %u"), version);
      g_autofree char *candidate = n == 1 ? g_strdup_printf ("%s (%s)%s", stem, format, ending) : g_strdup_printf ("%s (%s, %u)%s", stem, format, n, ending);
      g_autoptr (GFile) other = g_file_get_child (folder, candidate);

      if (g_file_query_exists (other, NULL))
        continue;
      *name = g_filename_display_name (candidate);
      return g_steal_pointer (&other);
    }
}

static void
keep_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  g_autofree char *text = NULL;
  g_autofree char *state = NULL;
  g_autofree char *name = NULL;
  g_autoptr (GFile) copy = find_name (source, GPOINTER_TO_UINT (data), &name);
  GError *error = NULL;
  gsize length;

  if (read_file (source, cancellable, &text, &length, &state, &error) &&
      write_file (copy, text, length, SYSTOLE_SAFE_FILE_PLAIN, NULL, NULL, &error))
    g_task_return_pointer (task, g_steal_pointer (&name), g_free);
  else
    g_task_return_error (task, error);
}

/**
 * systole_document_keep_async:
 * @version: of the format that the file is of
 *
 * Copies a file beside itself; nothing that is there is replaced.
 */
void
systole_document_keep_async (GFile *file, guint version, GAsyncReadyCallback callback, gpointer data)
{
  g_autoptr (GTask) task = g_task_new (file, NULL, callback, data);

  g_task_set_task_data (task, GUINT_TO_POINTER (version), NULL);
  g_task_run_in_thread (task, keep_thread);
}

/**
 * systole_document_keep_finish:
 *
 * Returns: (transfer full) (nullable): the name of the copy, for people
 */
char *
systole_document_keep_finish (GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}
