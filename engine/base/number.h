/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Numbers in files: C locale, the whole string, no NaN, no infinity. */

gboolean systole_number_parse_uint (const char *text, guint64 min, guint64 max, const char *what, guint64 *out, GError **error);
gboolean systole_number_parse_double (const char *text, double min, double max, const char *what, double *out, GError **error);
char *systole_number_format_double (double value) G_GNUC_WARN_UNUSED_RESULT;

/* For people, in the locale. */
char *systole_number_format_count (guint64 value) G_GNUC_WARN_UNUSED_RESULT;

gboolean systole_checked_mul (guint64 a, guint64 b, guint64 *out) G_GNUC_WARN_UNUSED_RESULT;
gboolean systole_checked_add (guint64 a, guint64 b, guint64 *out) G_GNUC_WARN_UNUSED_RESULT;
guint64 systole_ceil_div (guint64 a, guint64 b);

G_END_DECLS
