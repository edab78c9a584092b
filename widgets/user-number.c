/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/user-number.h"

#include <locale.h>
#include <math.h>
#include <string.h>

#include "engine/base/error.h"
#include "engine/base/i18n.h"
#include "engine/base/number.h"
#include "engine/base/size-number.h"
#include "widgets/paint.h"
#include "widgets/quantity-text.h"

#define PERCENT "\u00a0%"
#define MAX_DIGITS 18 /* of the decimals: 10^18 fits 64 bits */

typedef struct
{
  GString *digits; /* all of them, no signs */
  guint decimals;  /* how many of them are behind the decimal sign */
  guint64 factor;
  gboolean percent, negative, doubtful, suffixed;
} Parts;

static gboolean
is_group_mark (gunichar c)
{
  return c == '\'' || c == 0x2019 || g_unichar_isspace (c) || c == 0xa0 || c == 0x202f || c == 0x2009 || c == '_';
}

/* The sign that the locale puts before decimals: '.' or ','. */
static char
locale_point (void)
{
  const char *point = localeconv ()->decimal_point;

  return point != NULL && point[0] == ',' ? ',' : '.';
}

static guint
count_char (const char *text, char c)
{
  guint n = 0;

  for (; *text != '\0'; text++)
    n += *text == c;
  return n;
}

/* Which of '.' and ',' is the decimal sign of `body` (digits and signs only): 0 for none,
 * −1 when the signs cannot be a number. */
static int
find_point (const char *body, gboolean *doubtful)
{
  guint dots = count_char (body, '.'), commas = count_char (body, ',');
  const char *last_dot = strrchr (body, '.'), *last_comma = strrchr (body, ',');
  const char *sign;

  *doubtful = FALSE;
  if (dots == 0 && commas == 0)
    return 0;
  if (dots > 0 && commas > 0)
    {
      char point = last_dot > last_comma ? '.' : ',';

      return count_char (body, point) == 1 ? point : -1;
    }
  if (dots + commas > 1)
    return 0; /* all of them mark thousands */

  /* One sign: three digits behind it can be thousands. */
  sign = dots > 0 ? last_dot : last_comma;
  if (strlen (sign + 1) != 3 || sign == body || sign - body > 3 || body[0] == '0')
    return *sign;
  *doubtful = TRUE;
  return *sign == locale_point () ? *sign : 0;
}

/* Groups must be of three: "1.2.3" is a date or a version, not a number. */
static gboolean
check_groups (const char *body, int point)
{
  const char *end = point > 0 ? strrchr (body, point) : body + strlen (body);
  const char *mark = NULL;

  for (const char *p = body; p < end; p++)
    if (!g_ascii_isdigit (*p))
      {
        if (mark != NULL ? p - mark != 4 : (p == body || p - body > 3))
          return FALSE;
        mark = p;
      }
  return mark == NULL || end - mark == 4;
}

/* Splits "1 234,5" in digits and the number of decimals. */
static gboolean
read_digits (const char *body, Parts *parts)
{
  int point = find_point (body, &parts->doubtful);
  gboolean behind = FALSE;

  if (point < 0 || !check_groups (body, point))
    return FALSE;
  for (const char *p = body; *p != '\0'; p++)
    if (g_ascii_isdigit (*p))
      {
        g_string_append_c (parts->digits, *p);
        parts->decimals += behind;
      }
    else if (*p == point)
      behind = TRUE;
  return parts->digits->len > 0 && parts->digits->len <= 40 && parts->decimals <= MAX_DIGITS;
}

static gboolean
read_suffix (const char *rest, Parts *parts)
{
  parts->factor = 1;
  if (*rest == '\0')
    return TRUE;
  if (strcmp (rest, "%") == 0)
    {
      parts->percent = TRUE;
      return TRUE;
    }
  parts->suffixed = systole_size_factor (rest, &parts->factor);
  return parts->suffixed;
}

static gboolean
split (const char *text, Parts *parts)
{
  g_autoptr (GString) body = g_string_new (NULL);
  g_autofree char *rest = NULL;
  const char *p = text;

  while (g_unichar_isspace (g_utf8_get_char (p)))
    p = g_utf8_next_char (p);
  if (*p == '-' || g_utf8_get_char (p) == 0x2212)
    parts->negative = TRUE;
  if (*p == '+' || parts->negative)
    p = g_utf8_next_char (p);
  for (; *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);

      if (g_ascii_isdigit (*p) || c == '.' || c == ',')
        g_string_append_c (body, *p);
      else if (g_unichar_isdigit (c))
        g_string_append_c (body, (char) ('0' + g_unichar_digit_value (c)));
      else if (!is_group_mark (c))
        break;
    }
  rest = g_strstrip (g_strdup (p));
  return body->len > 0 && read_suffix (rest, parts) && read_digits (body->str, parts);
}

static void
compute (const Parts *parts, SystoleUserNumber *out)
{
  double divisor = pow (10, parts->decimals);
  guint64 mantissa, product, scale = 1;

  *out = (SystoleUserNumber){ .percent = parts->percent, .doubtful = parts->doubtful, .suffixed = parts->suffixed };
  out->value = g_ascii_strtod (parts->digits->str, NULL) / divisor * (double) parts->factor;
  if (parts->percent)
    out->value /= 100;
  if (parts->negative)
    out->value = -out->value;
  for (guint i = 0; i < parts->decimals; i++)
    scale *= 10;
  if (parts->percent || (parts->negative && out->value < 0) || !g_ascii_string_to_unsigned (parts->digits->str, 10, 0, G_MAXUINT64, &mantissa, NULL) || !systole_checked_mul (mantissa, parts->factor, &product) || product % scale != 0)
    return;
  out->exact = TRUE;
  out->integer = product / scale;
}

/**
 * systole_user_number_parse:
 * @text: UTF-8, as typed
 * @out: (out): untouched on failure
 *
 * A lone sign with three digits behind it is read as the locale does: "1.234" is 1234 where the
 * decimal sign is a comma. `doubtful` is then set.
 */
gboolean
systole_user_number_parse (const char *text, SystoleUserNumber *out, GError **error)
{
  Parts parts = { .digits = g_string_new (NULL) };
  gboolean ok = g_utf8_validate (text, -1, NULL) && split (text, &parts);

  if (ok)
    compute (&parts, out);
  else
    g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_SYNTAX, _ ("“%s” is not a number; write for example 1200, 1.2k, 4Ki or 50 %%."), g_utf8_validate (text, -1, NULL) ? text : "?");
  g_string_free (parts.digits, TRUE);
  return ok;
}

static char *
make_echo (const char *text, const SystoleUserNumber *number, const char *value)
{
  g_autofree char *typed = g_strstrip (g_strdup (text));

  if (!number->suffixed && !number->percent && !number->doubtful)
    return NULL;
  /* Translators: what was typed, and the number that was understood: "4Ki = 4 096". */
  return g_strdup_printf (_ ("%s = %s"), typed, value);
}

static void
set_range_error (GError **error, const char *value, const char *least, const char *most)
{
  g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_RANGE, _ ("%s is outside of what is allowed: %s … %s."), value, least, most);
}

gboolean
systole_user_number_parse_uint (const char *text, guint64 min, guint64 max, guint64 percent_of, guint64 *out, char **echo, GError **error)
{
  g_autofree char *typed = g_strstrip (g_strdup (text));
  g_autofree char *least = systole_text_count (min);
  g_autofree char *most = systole_text_count (max);
  g_autofree char *value = NULL;
  SystoleUserNumber number;
  guint64 result;

  if (echo != NULL)
    *echo = NULL;
  if (!systole_user_number_parse (text, &number, error))
    return FALSE;
  if (number.percent && percent_of == 0)
    {
      g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_SYNTAX, _ ("“%s”: a share makes no sense here; write a number."), typed);
      return FALSE;
    }
  if (number.percent && number.value >= 0 && number.value <= 1)
    result = MIN ((guint64) floor (number.value * (double) percent_of + 0.5), percent_of);
  else if (number.exact)
    result = number.integer;
  else if (number.percent || number.value < (double) min || number.value > (double) max)
    {
      set_range_error (error, typed, number.percent ? "0" PERCENT : least, number.percent ? "100" PERCENT : most);
      return FALSE;
    }
  else
    {
      g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_SYNTAX, _ ("“%s” is not a whole number."), typed);
      return FALSE;
    }

  value = systole_text_count (result);
  if (result < min || result > max)
    {
      set_range_error (error, value, least, most);
      return FALSE;
    }
  *out = result;
  if (echo != NULL)
    *echo = make_echo (text, &number, value);
  return TRUE;
}

/**
 * systole_user_number_parse_double:
 *
 * A percentage is its share: "50 %" is 0.5.
 */
gboolean
systole_user_number_parse_double (const char *text, double min, double max, double *out, char **echo, GError **error)
{
  g_autofree char *value = NULL;
  SystoleUserNumber number;

  if (echo != NULL)
    *echo = NULL;
  if (!systole_user_number_parse (text, &number, error))
    return FALSE;
  value = systole_text_real (number.value, 15);
  if (number.value < min || number.value > max)
    {
      g_autofree char *least = systole_text_real (min, 15);
      g_autofree char *most = systole_text_real (max, 15);

      set_range_error (error, value, least, most);
      return FALSE;
    }
  *out = number.value;
  if (echo != NULL)
    *echo = make_echo (text, &number, value);
  return TRUE;
}
