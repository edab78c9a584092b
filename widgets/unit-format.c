/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/unit-format.h"

#include <math.h>

#include "engine/base/i18n.h"
#include "engine/base/number.h"
#include "widgets/paint.h"

/* Unit and number stay on one line. */
#define NO_BREAK_SPACE "\u00a0"

static const struct
{
  double factor;
  const char *prefix;
} prefixes[] = {
  { 1e-12, "p" },
  { 1e-9, "n" },
  { 1e-6, "µ" },
  { 1e-3, "m" },
  { 1, "" },
  { 1e3, "k" },
  { 1e6, "M" },
  { 1e9, "G" },
  { 1e12, "T" },
  { 1e15, "P" },
  { 1e18, "E" },
};

/* Smaller counts have all their digits in any case: they are read, not compared. */
#define ROUNDED_FROM 100000

static SystoleNumberStyle number_style;

/**
 * systole_units_set_style:
 *
 * How counts and sizes are written from now on; texts that stand already do not change.
 */
void
systole_units_set_style (const SystoleNumberStyle *style)
{
  number_style = *style;
}

SystoleNumberStyle
systole_units_get_style (void)
{
  return number_style;
}

/* The largest prefix that leaves at least 1 before the decimals. */
static guint
find_prefix (double value)
{
  guint found = 0;

  for (guint i = 0; i < G_N_ELEMENTS (prefixes); i++)
    if (fabs (value) >= prefixes[i].factor * (1 - 1e-9))
      found = i;
  return found;
}

static char *
format_significant (double value, const char *unit)
{
  guint prefix;
  double shown;
  int decimals;

  if (value == 0)
    return g_strdup_printf ("0" NO_BREAK_SPACE "%s", unit);
  prefix = find_prefix (value);
  shown = value / prefixes[prefix].factor;
  if (fabs (shown) >= 999.5 && prefix + 1 < G_N_ELEMENTS (prefixes))
    shown = value / prefixes[++prefix].factor;
  decimals = fabs (shown) >= 99.95 ? 0 : fabs (shown) >= 9.995 ? 1
                                                               : 2;
  /* A whole number needs no zeros behind it: "1 GHz", "700 MHz". */
  while (decimals > 0 && fabs (shown * pow (10, decimals - 1) - round (shown * pow (10, decimals - 1))) < 1e-6)
    decimals--;
  return g_strdup_printf ("%.*f" NO_BREAK_SPACE "%s%s", decimals, shown, prefixes[prefix].prefix, unit);
}

char *
systole_units_format_seconds (double seconds)
{
  return format_significant (seconds, "s");
}

char *
systole_units_format_hertz (double hertz)
{
  return format_significant (hertz, "Hz");
}

char *
systole_units_format_prefixed (double value, const char *unit)
{
  return format_significant (value, unit);
}

/**
 * systole_unit_column_init:
 * @largest: of the amounts, in size
 *
 * Four digits of the largest, so that small ones are seen too.
 */
void
systole_unit_column_init (SystoleUnitColumn *self, double largest, const char *unit)
{
  self->unit = unit;
  self->prefix = find_prefix (largest);
  largest = fabs (largest) / prefixes[self->prefix].factor;
  self->decimals = largest >= 99.95 ? 1 : largest >= 9.995 ? 2
                                                           : 3;
}

/**
 * systole_unit_column_round:
 * @values: (inout): become what is shown
 *
 * What rounding leaves over goes to the largest amount, where it changes least.
 */
void
systole_unit_column_round (const SystoleUnitColumn *self, double *values, guint n, double total)
{
  double step = prefixes[self->prefix].factor / pow (10, self->decimals), left = round (total / step);
  guint largest = 0;

  for (guint i = 0; i < n; i++)
    {
      double steps = round (values[i] / step);

      if (fabs (values[i]) > fabs (values[largest]))
        largest = i;
      left -= steps;
    }
  for (guint i = 0; i < n; i++)
    values[i] = round (values[i] / step) * step;
  if (n > 0)
    values[largest] += left * step;
}

char *
systole_unit_column_format (const SystoleUnitColumn *self, double value)
{
  return g_strdup_printf ("%.*f" NO_BREAK_SPACE "%s%s", self->decimals, value / prefixes[self->prefix].factor, prefixes[self->prefix].prefix, self->unit);
}

/**
 * systole_units_format_count:
 *
 * An amount: every digit, or three of them where the user wants it so. Not for what is
 * counted off (a cycle, a row): that needs its digits.
 */
char *
systole_units_format_count (guint64 value)
{
  if (number_style.rounded_counts && value >= ROUNDED_FROM)
    return format_significant ((double) value, "");
  return systole_number_format_count (value);
}

char *
systole_units_format_bytes (guint64 bytes)
{
  static const char *const units[] = { "B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB" };
  double value = (double) bytes;
  guint unit = 0;
  int decimals = 0;

  if (number_style.decimal_bytes)
    return format_significant (value, "B");
  while (value >= 1024 && unit + 1 < G_N_ELEMENTS (units))
    {
      value /= 1024;
      unit++;
    }
  if (value < 99.95 && fabs (value - round (value)) >= 0.05)
    decimals = 1;
  return g_strdup_printf ("%.*f" NO_BREAK_SPACE "%s", decimals, value, units[unit]);
}

char *
systole_units_format_cycles (guint64 cycles)
{
  g_autofree char *count = systole_units_format_count (cycles);

  /* Translators: a length of time; %s is a number with its thousands marked */
  return g_strdup_printf (P_ ("%s cycle", "%s cycles", MIN (cycles, G_MAXULONG)), count);
}

/* None is said only of nothing, and all only of all. */
char *
systole_units_format_percent (double share)
{
  if (share > 0 && share < 0.0005)
    return g_strdup_printf ("<" NO_BREAK_SPACE "%.1f" NO_BREAK_SPACE "%%", 0.1);
  if (share < 1 && share >= 0.9995)
    return g_strdup_printf (">" NO_BREAK_SPACE "%.1f" NO_BREAK_SPACE "%%", 99.9);
  return g_strdup_printf ("%.1f" NO_BREAK_SPACE "%%", share * 100);
}

/**
 * systole_units_format_tick:
 * @value: of the mark, in the axis' unit
 * @step: distance of two marks, > 0: gives the decimals
 * @unit: "s", "%" or "" for a plain count
 *
 * All marks of one axis get the prefix that suits the largest step, so that neighbours compare.
 */
char *
systole_units_format_tick (double value, double step, const char *unit)
{
  guint prefix;
  double shown, shown_step;
  int decimals = 0;

  if (value == 0)
    return g_strdup ("0");
  if (*unit == '\0' && step < 1000 && fabs (value) < 1e5)
    {
      if (step >= 1)
        return systole_number_format_count ((guint64) llround (value));
      return g_strdup_printf ("%g", value);
    }
  if (*unit == '%')
    return g_strdup_printf ("%.*f" NO_BREAK_SPACE "%%", step < 0.01 ? 1 : 0, value * 100);
  prefix = find_prefix (value);
  shown = value / prefixes[prefix].factor;
  shown_step = step / prefixes[prefix].factor;
  while (decimals < 6 && fabs (shown_step * pow (10, decimals) - round (shown_step * pow (10, decimals))) > 1e-6)
    decimals++;
  if (*prefixes[prefix].prefix == '\0' && *unit == '\0')
    return g_strdup_printf ("%.*f", decimals, shown);
  return g_strdup_printf ("%.*f" NO_BREAK_SPACE "%s%s", decimals, shown, prefixes[prefix].prefix, unit);
}

double
systole_units_round_step (double rough)
{
  static const double mantissas[] = { 1, 2, 5, 10 };
  double power;

  g_return_val_if_fail (rough > 0, 1);
  power = pow (10, floor (log10 (rough)));
  for (guint i = 0; i < G_N_ELEMENTS (mantissas); i++)
    if (mantissas[i] * power >= rough * (1 - 1e-9))
      return mantissas[i] * power;
  return 10 * power;
}
