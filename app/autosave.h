/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/*
 * Changes that are not saved yet, kept where the system keeps the state of programs,
 * so that they outlive a crash.
 *
 * A window has one; it holds two files: "ID.lock", locked as long as the program lives,
 * says whose changes they are, and "ID.systole", there while something is unsaved, is
 * the whole document. Who finds a document whose lock nobody holds may adopt it.
 */

typedef struct _SystoleAutosave SystoleAutosave;

typedef struct
{
  char *id;
  char *path;     /* of the document */
  char *origin;   /* URI of the file that was changed, or NULL: never saved */
  guint attempts; /* to recover it, that did not end well */
} SystoleUnsaved;

char *systole_autosave_get_folder (void) G_GNUC_WARN_UNUSED_RESULT;
SystoleAutosave *systole_autosave_new (const char *folder, GError **error) G_GNUC_WARN_UNUSED_RESULT;
SystoleAutosave *systole_autosave_adopt (const char *folder, const SystoleUnsaved *unsaved, GError **error) G_GNUC_WARN_UNUSED_RESULT;
SystoleAutosave *systole_autosave_ref (SystoleAutosave *self);
void systole_autosave_unref (SystoleAutosave *self);
void systole_autosave_set_origin (SystoleAutosave *self, const char *uri);
gboolean systole_autosave_write (SystoleAutosave *self, const char *data, gsize length, GError **error);
void systole_autosave_forget (SystoleAutosave *self);
void systole_autosave_leave (SystoleAutosave *self);
const char *systole_autosave_get_path (const SystoleAutosave *self);

GPtrArray *systole_autosave_find (const char *folder) G_GNUC_WARN_UNUSED_RESULT; /* SystoleUnsaved, oldest first */
void systole_unsaved_free (SystoleUnsaved *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SystoleAutosave, systole_autosave_unref)

G_END_DECLS
