/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Sizes as people write them: 4096, 4Ki, 1.5k. Not for files, whose numbers are digits. */

gboolean systole_size_factor (const char *suffix, guint64 *out);
gboolean systole_size_parse (const char *text, guint64 min, guint64 max, const char *what, guint64 *out, GError **error);

G_END_DECLS
