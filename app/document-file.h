/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* Documents read and written in the background, wherever they are: files of this
 * machine by safe-file.h, others by GIO. What fails fails with a whole sentence. */

void systole_document_load_async (GFile *file, GCancellable *cancellable, GAsyncReadyCallback callback, gpointer data);
GBytes *systole_document_load_finish (GAsyncResult *result, char **state, GError **error) G_GNUC_WARN_UNUSED_RESULT;
void systole_document_save_async (GFile *file, GBytes *bytes, const char *known_state, GAsyncReadyCallback callback, gpointer data);
gboolean systole_document_save_finish (GAsyncResult *result, char **state, GError **error);

/* A copy beside the file, under a name that tells its format. */
void systole_document_keep_async (GFile *file, guint version, GAsyncReadyCallback callback, gpointer data);
char *systole_document_keep_finish (GAsyncResult *result, GError **error) G_GNUC_WARN_UNUSED_RESULT; /* its name for people */

G_END_DECLS
