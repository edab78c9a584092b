/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/*
 * Files that are whole at every instant: whoever looks, even after the program was
 * killed or the power failed, finds all of the old content or all of the new.
 *
 * The content goes to a file beside the target, is on disk, and only then takes the
 * target's name; the folder is synchronised too. A symbolic link stays one and its
 * target is replaced; permissions, and where allowed the owner, stay.
 *
 * A *state* is a short text that changes whenever somebody else writes the file.
 * Errors are of %G_IO_ERROR, with a whole sentence for the user.
 */

typedef enum
{
  SYSTOLE_SAFE_FILE_PLAIN = 0,
  SYSTOLE_SAFE_FILE_BACKUP = 1 << 0 /* what was there, unless it was empty, is kept as "NAME~" */
} SystoleSafeFileFlags;

gboolean systole_safe_file_write (const char *path, const char *data, gsize length, SystoleSafeFileFlags flags, const char *known_state, char **state, GError **error);
gboolean systole_safe_file_read (const char *path, gsize max_bytes, char **data, gsize *length, char **state, GError **error);
char *systole_safe_file_get_state (const char *path) G_GNUC_WARN_UNUSED_RESULT; /* NULL: there is none */

G_END_DECLS
