/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/workload/op.h"

#include <string.h>

#include "engine/base/error.h"
#include "engine/base/i18n.h"
#include "engine/base/number.h"

/* A dimension as text: a whole number, or one of its words. */

/**
 * systole_op_dim_parse:
 *
 * Returns: FALSE with %SYSTOLE_ERROR_RANGE or _SYNTAX that names the dimension and what
 *   it may be
 */
gboolean
systole_op_dim_parse (const SystoleOpDim *dim, const char *text, guint64 *out, GError **error)
{
  if (dim->words == NULL)
    return systole_number_parse_uint (text, dim->min, dim->max, dim->key, out, error);
  for (guint64 i = 0; i <= dim->max; i++)
    if (strcmp (dim->words[i], text) == 0)
      {
        *out = i;
        return TRUE;
      }

  g_autofree char *words = g_strjoinv (", ", (char **) dim->words);
  g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_RANGE, _ ("%s: “%.40s” is not one of %s"), dim->key, text, words);
  return FALSE;
}

/**
 * systole_op_dim_to_string:
 *
 * Returns: (transfer full): what systole_op_dim_parse() reads
 */
char *
systole_op_dim_to_string (const SystoleOpDim *dim, guint64 value)
{
  if (dim->words == NULL)
    return g_strdup_printf ("%" G_GUINT64_FORMAT, value);
  g_return_val_if_fail (value <= dim->max, NULL);
  return g_strdup (dim->words[value]);
}
