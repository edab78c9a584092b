/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Numbers with units for people: the locale's decimals, a no-break space before the
 * unit, three significant digits where a value is not a count. */

/* What a user chose; like the locale it holds for the whole process. */
typedef struct
{
  gboolean rounded_counts; /* "12.3 M" for 12 345 678; FALSE: every digit */
  gboolean decimal_bytes;  /* kB, MB: powers of 1000; FALSE: KiB, MiB, powers of 1024 */
} SystoleNumberStyle;

/* From the main thread, before or between the pictures. */
void systole_units_set_style (const SystoleNumberStyle *style);
SystoleNumberStyle systole_units_get_style (void);

char *systole_units_format_count (guint64 value) G_GNUC_WARN_UNUSED_RESULT; /* "4 096"; as the user chose */

char *systole_units_format_seconds (double seconds) G_GNUC_WARN_UNUSED_RESULT;                  /* "42.9 ns" */
char *systole_units_format_hertz (double hertz) G_GNUC_WARN_UNUSED_RESULT;                      /* "1.41 GHz" */
char *systole_units_format_bytes (guint64 bytes) G_GNUC_WARN_UNUSED_RESULT;                     /* "50 MiB", "52.4 MB" */
char *systole_units_format_cycles (guint64 cycles) G_GNUC_WARN_UNUSED_RESULT;                   /* "30 cycles" */
char *systole_units_format_percent (double share) G_GNUC_WARN_UNUSED_RESULT;                    /* 0 … 1: "97.4 %" */
char *systole_units_format_prefixed (double value, const char *unit) G_GNUC_WARN_UNUSED_RESULT; /* powers of 1000: "900 GB/s" */
/* A mark of an axis whose marks lie `step` apart: "15", "20 k", "1.5 µs"; `unit` may be "". */
/* Amounts of one column, which are added by eye: one prefix, as many decimals. */
typedef struct
{
  guint prefix;
  int decimals;
  const char *unit;
} SystoleUnitColumn;

void systole_unit_column_init (SystoleUnitColumn *self, double largest, const char *unit);
void systole_unit_column_round (const SystoleUnitColumn *self, double *values, guint n, double total); /* so that what is shown adds up to the total that is shown */
char *systole_unit_column_format (const SystoleUnitColumn *self, double value) G_GNUC_WARN_UNUSED_RESULT;

char *systole_units_format_tick (double value, double step, const char *unit) G_GNUC_WARN_UNUSED_RESULT;
/* The smallest of 1, 2, 5 × 10ⁿ that is at least `rough`. */
double systole_units_round_step (double rough);

G_END_DECLS
