/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/document-file.h"

#include "app/safe-file.h"
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

static void
load_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const char *path = g_file_peek_path (source);
  g_autofree char *text = NULL;
  g_autofree char *state = NULL;
  g_autoptr (GError) error = NULL;
  Document *document;
  gsize length;
  gboolean done = path != NULL ? systole_safe_file_read (path, SYSTOLE_SCENARIO_MAX_BYTES, &text, &length, &state, &error)
                               : load_elsewhere (source, cancellable, &text, &length, &state, &error);

  if (!done)
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

static void
save_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Document *document = data;
  const char *path = g_file_peek_path (source);
  char *state = NULL;
  GError *error = NULL;
  gsize length;
  const char *text = g_bytes_get_data (document->bytes, &length);
  gboolean done = path != NULL ? systole_safe_file_write (path, text, length, SYSTOLE_SAFE_FILE_BACKUP, document->state, &state, &error)
                               : g_file_replace_contents (source, text, length, document->state, TRUE, G_FILE_CREATE_NONE, &state, cancellable, &error);

  if (done)
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
