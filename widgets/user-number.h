/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/*
 * Numbers that people type: "1200", "1.2k", "4Ki", "50 %", "1 234,5". Both decimal
 * signs; k M G T are powers of 1000, Ki Mi Gi Ti of 1024. What was understood is
 * given back in words, so that nobody has to guess.
 */

typedef struct
{
  double value;     /* "50 %": 0.5 */
  gboolean percent; /* a % was written */
  gboolean exact;   /* `integer` holds the value exactly */
  guint64 integer;
  gboolean doubtful; /* a single sign could be read either way: "1.234" */
  gboolean suffixed; /* k, Ki … */
} SystoleUserNumber;

/* Reads `text`; SYSTOLE_ERROR_SYNTAX with a sentence otherwise. */
gboolean systole_user_number_parse (const char *text, SystoleUserNumber *out, GError **error);
/* The same, a whole number min … max; SYSTOLE_ERROR_RANGE names the limit. `percent_of`:
 * what 100 % is, 0: no percentages. `echo` (may be NULL): "4Ki = 4 096" when the
 * text is not simply the number, else NULL. */
gboolean systole_user_number_parse_uint (const char *text, guint64 min, guint64 max, guint64 percent_of, guint64 *out, char **echo, GError **error);
/* The same, a real number min … max. */
gboolean systole_user_number_parse_double (const char *text, double min, double max, double *out, char **echo, GError **error);

G_END_DECLS
