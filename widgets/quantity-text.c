/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/quantity-text.h"

#include <math.h>

#include "engine/base/i18n.h"
#include "engine/base/number.h"
#include "widgets/paint.h"
#include "widgets/unit-format.h"

#define NO_BREAK_SPACE "\u00a0"

char *
systole_text_count (guint64 value)
{
  return systole_number_format_count (value);
}

char *
systole_text_cycles (guint64 value)
{
  return systole_units_format_cycles (value);
}

char *
systole_text_seconds (double value)
{
  return systole_units_format_seconds (value);
}

char *
systole_text_hertz (double value)
{
  return systole_units_format_hertz (value);
}

/**
 * systole_text_bytes:
 * @value: bytes, ≥ 0
 */
char *
systole_text_bytes (double value)
{
  g_return_val_if_fail (value >= 0, NULL);
  return systole_units_format_bytes (value >= 18446744073709551615.0 ? G_MAXUINT64 : (guint64) value);
}

char *
systole_text_bytes_rate (double value)
{
  return systole_units_format_prefixed (value, "B/s");
}

char *
systole_text_operations_rate (double value, gboolean floating)
{
  return systole_units_format_prefixed (value, floating ? "FLOP/s" : "OP/s");
}

/* Puts the true minus where printf wrote a hyphen. */
static char *
with_minus (char *text)
{
  char *result;

  if (text[0] != '-')
    return text;
  result = g_strconcat ("\u2212", text + 1, NULL);
  g_free (text);
  return result;
}

/**
 * systole_text_real:
 * @digits: 1 … 15 significant digits; zeros at the end of the decimals are left out
 */
char *
systole_text_real (double value, guint digits)
{
  double size = fabs (value);
  int decimals;

  g_return_val_if_fail (digits >= 1 && digits <= 15, NULL);
  if (!isfinite (value))
    return g_strdup ("–");
  if (value == 0)
    return g_strdup ("0");
  if (size < 1e-4 || size >= 1e15)
    return with_minus (g_strdup_printf ("%.*e", (int) digits - 1, value));
  decimals = MAX (0, (int) digits - 1 - (int) floor (log10 (size)));
  while (decimals > 0 && fabs (value * pow (10, decimals - 1) - round (value * pow (10, decimals - 1))) < 0.5 * pow (10, -(int) digits) * pow (10, decimals - 1))
    decimals--;
  if (decimals == 0 && size < 9e15)
    {
      g_autofree char *count = systole_number_format_count ((guint64) round (size));

      return value < 0 ? g_strconcat ("\u2212", count, NULL) : g_steal_pointer (&count);
    }
  return with_minus (g_strdup_printf ("%.*f", decimals, value));
}

/**
 * systole_text_percent:
 * @share: 1 is all; one decimal where it is not whole
 */
char *
systole_text_percent (double share)
{
  double percent = share * 100;
  int decimals = fabs (percent - round (percent)) < 0.05 ? 0 : 1;

  return with_minus (g_strdup_printf ("%.*f" NO_BREAK_SPACE "%%", decimals, percent));
}

char *
systole_text_share (guint64 part, guint64 whole)
{
  g_autofree char *a = systole_text_count (part);
  g_autofree char *b = systole_text_count (whole);
  g_autofree char *percent = NULL;

  if (whole == 0)
    /* Translators: a part of a whole, "48 of 64". */
    return g_strdup_printf (_ ("%s of %s"), a, b);
  percent = systole_text_percent ((double) part / (double) whole);
  /* Translators: a part of a whole, "48 of 64 (75 %)". */
  return g_strdup_printf (_ ("%s of %s (%s)"), a, b, percent);
}

char *
systole_text_ratio (double value)
{
  g_autofree char *number = systole_text_real (value, 3);

  return g_strconcat (number, NO_BREAK_SPACE "×", NULL);
}

/**
 * systole_text_quantity:
 *
 * The value of a counter; "–" when the run has none.
 */
char *
systole_text_quantity (SystoleQuantityKind kind, SystoleQuantity value)
{
  if (!value.present)
    return g_strdup ("–");
  switch (kind)
    {
    case SYSTOLE_QUANTITY_COUNT:
      return systole_units_format_count (value.count);
    case SYSTOLE_QUANTITY_CYCLES:
      return systole_text_cycles (value.count);
    case SYSTOLE_QUANTITY_BYTES:
      return systole_units_format_bytes (value.count);
    case SYSTOLE_QUANTITY_SECONDS:
      return systole_text_seconds (value.real);
    case SYSTOLE_QUANTITY_HERTZ:
      return systole_text_hertz (value.real);
    case SYSTOLE_QUANTITY_RATIO:
      return systole_text_percent (value.real);
    case SYSTOLE_QUANTITY_RATE:
      return systole_text_operations_rate (value.real, FALSE);
    case SYSTOLE_QUANTITY_REAL:
      return systole_text_real (value.real, 4);
    }
  g_return_val_if_reached (NULL);
}

char *
systole_text_counter (const SystoleRun *run, SystoleCounter counter)
{
  SystoleQuantityKind kind = systole_counter_get_kind (counter);
  SystoleQuantity value = systole_run_get_counter (run, counter);

  if (kind == SYSTOLE_QUANTITY_RATE && value.present)
    return systole_text_operations_rate (value.real, !g_str_has_prefix (systole_format_get_accumulator_id (systole_run_get_op (run)->format), "int"));
  return systole_text_quantity (kind, value);
}
