/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/base/size-number.h"

#include <string.h>

#include "engine/base/number.h"

#define MAX_DECIMALS 18 /* 10^18 fits 64 bits */

static const struct
{
  const char *suffix;
  guint64 factor;
} suffixes[] = {
  { "Ki", G_GUINT64_CONSTANT (1) << 10 },
  { "Mi", G_GUINT64_CONSTANT (1) << 20 },
  { "Gi", G_GUINT64_CONSTANT (1) << 30 },
  { "Ti", G_GUINT64_CONSTANT (1) << 40 },
  { "ki", G_GUINT64_CONSTANT (1) << 10 },
  { "k", 1000 },
  { "K", 1000 },
  { "M", 1000000 },
  { "G", 1000000000 },
  { "T", G_GUINT64_CONSTANT (1000000000000) },
};

/**
 * systole_size_factor:
 * @suffix: "k", "Ki", "M", …, exactly
 * @out: (out): what a number before it is multiplied by; untouched on failure
 *
 * The one list of suffixes, for the window's entries and the command line.
 *
 * Returns: FALSE if @suffix is none
 */
gboolean
systole_size_factor (const char *suffix, guint64 *out)
{
  for (guint i = 0; i < G_N_ELEMENTS (suffixes); i++)
    if (strcmp (suffix, suffixes[i].suffix) == 0)
      {
        *out = suffixes[i].factor;
        return TRUE;
      }
  return FALSE;
}

/* "1.5k" → 1500; FALSE for what has no suffix or is no whole number. */
static gboolean
read_suffixed (const char *text, guint64 *out)
{
  gsize whole = strspn (text, "0123456789");
  gsize decimals = text[whole] == '.' ? strspn (text + whole + 1, "0123456789") : 0;
  const char *suffix = text + whole + (decimals > 0 ? decimals + 1 : 0);
  g_autofree char *digits = g_strdup_printf ("%.*s%.*s", (int) MIN (whole, 40), text, (int) MIN (decimals, 40), decimals > 0 ? text + whole + 1 : "");
  guint64 factor, mantissa, product, scale = 1;

  if (whole == 0 || decimals > MAX_DECIMALS || !systole_size_factor (suffix, &factor))
    return FALSE;
  for (gsize i = 0; i < decimals; i++)
    scale *= 10;
  if (!g_ascii_string_to_unsigned (digits, 10, 0, G_MAXUINT64, &mantissa, NULL) || !systole_checked_mul (mantissa, factor, &product) || product % scale != 0)
    return FALSE;
  *out = product / scale;
  return TRUE;
}

/**
 * systole_size_parse:
 * @text: digits, or digits with a decimal point and a suffix: "4096", "4Ki", "1.5k"; the C locale
 * @min: @max: allowed range, inclusive
 * @what: the name of the thing, for the message
 * @out: (out): untouched on failure
 *
 * Returns: FALSE with %SYSTOLE_ERROR_RANGE if @text is not a whole number in the range
 */
gboolean
systole_size_parse (const char *text, guint64 min, guint64 max, const char *what, guint64 *out, GError **error)
{
  guint64 value;

  if (!read_suffixed (text, &value) || value < min || value > max)
    return systole_number_parse_uint (text, min, max, what, out, error);
  *out = value;
  return TRUE;
}
