/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/base/number.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "engine/base/error.h"
#include "engine/base/i18n.h"

/* Digits only, without overflow. g_ascii_string_to_unsigned() also looks at errno, which GLib’s own first
 * allocations may have set. */
static gboolean
read_digits (const char *text, guint64 *out)
{
  *out = 0;
  for (const char *p = text; *p != '\0'; p++)
    if (!g_ascii_isdigit (*p) || !g_uint64_checked_mul (out, *out, 10) || !g_uint64_checked_add (out, *out, (guint64) g_ascii_digit_value (*p)))
      return FALSE;
  return *text != '\0';
}

/**
 * systole_number_parse_uint:
 * @text: decimal digits only
 * @min: @max: allowed range, inclusive
 * @what: the name of the thing, for the message
 *
 * Returns: FALSE with %SYSTOLE_ERROR_RANGE, @out untouched, if @text is not a whole
 *   number in the range
 */
gboolean
systole_number_parse_uint (const char *text, guint64 min, guint64 max, const char *what, guint64 *out, GError **error)
{
  guint64 value;

  if (!read_digits (text, &value) || value < min || value > max)
    {
      g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_RANGE,
                   /* Translators: a wrong number: name, what was written, least, most */
                   _ ("%s: “%.40s” is not a whole number from %" PRIu64 " to %" PRIu64),
                   what,
                   text,
                   min,
                   max);
      return FALSE;
    }
  *out = value;
  return TRUE;
}

/**
 * systole_number_parse_double:
 *
 * As systole_number_parse_uint() for a decimal or exponential number; NaN, infinities,
 * hexadecimal and blanks are refused.
 */
gboolean
systole_number_parse_double (const char *text, double min, double max, const char *what, double *out, GError **error)
{
  char *end = NULL;
  double value = 0;
  gboolean good = *text != '\0';

  for (const char *p = text; *p != '\0' && good; p++)
    good = g_ascii_isdigit (*p) || *p == '+' || *p == '-' || *p == '.' || *p == 'e' || *p == 'E';
  if (good)
    {
      value = g_ascii_strtod (text, &end);
      good = *end == '\0' && isfinite (value) && value >= min && value <= max;
    }
  if (!good)
    {
      g_autofree char *low = systole_number_format_double (min);
      g_autofree char *high = systole_number_format_double (max);

      g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_RANGE,
                   /* Translators: a wrong number: name, what was written, least, most */
                   _ ("%s: “%.40s” is not a number from %s to %s"),
                   what,
                   text,
                   low,
                   high);
      return FALSE;
    }
  *out = value;
  return TRUE;
}

/**
 * systole_number_format_double:
 *
 * Returns: (transfer full): the shortest decimal that reads back as the same double,
 *   in the C locale ("7e8" as "700000000", "0.1", "1.41e9" as "1410000000")
 */
char *
systole_number_format_double (double value)
{
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];
  static const char *const formats[] = { "%.15g", "%.16g", "%.17g" };

  /* 15 digits survive the way through a double: if a shorter number reads back as this one, it
   * is what stands there, the zeros behind it dropped by %g. */
  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    {
      double back;

      g_ascii_formatd (buffer, sizeof buffer, formats[i], value);
      back = g_ascii_strtod (buffer, NULL);
      if (!(back < value) && !(back > value))
        break;
    }
  if (fabs (value) < 1e15 && !(value < floor (value)) && !(value > floor (value)))
    g_ascii_formatd (buffer, sizeof buffer, "%.0f", value);
  return g_strdup (buffer);
}

/**
 * systole_number_format_count:
 *
 * Returns: (transfer full): a count with its thousands apart: in the locale's way, else
 *   by no-break spaces (narrow ones are hardly to be seen in Cantarell)
 */
char *
systole_number_format_count (guint64 value)
{
  g_autofree char *grouped = g_strdup_printf ("%'" PRIu64, value);
  g_autofree char *plain = g_strdup_printf ("%" PRIu64, value);
  gsize n = strlen (plain);
  GString *out;

  if (strlen (grouped) > n && g_utf8_validate (grouped, -1, NULL))
    return g_steal_pointer (&grouped);
  out = g_string_new (NULL);
  for (gsize i = 0; i < n; i++)
    {
      if (i > 0 && (n - i) % 3 == 0)
        g_string_append (out, "\u00a0");
      g_string_append_c (out, plain[i]);
    }
  return g_string_free (out, FALSE);
}

gboolean
systole_checked_mul (guint64 a, guint64 b, guint64 *out)
{
  return g_uint64_checked_mul (out, a, b);
}

gboolean
systole_checked_add (guint64 a, guint64 b, guint64 *out)
{
  return g_uint64_checked_add (out, a, b);
}

/* ⌈a ÷ b⌉, b > 0 */
guint64
systole_ceil_div (guint64 a, guint64 b)
{
  return a / b + (a % b != 0);
}
