/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Numbers with units for people: the locale's decimals, a no-break space before the
 * unit, three significant digits where a value is not a count. */

char *systole_units_format_seconds (double seconds) G_GNUC_WARN_UNUSED_RESULT;                  /* "42.9 ns" */
char *systole_units_format_hertz (double hertz) G_GNUC_WARN_UNUSED_RESULT;                      /* "1.41 GHz" */
char *systole_units_format_bytes (guint64 bytes) G_GNUC_WARN_UNUSED_RESULT;                     /* "50 MiB" */
char *systole_units_format_cycles (guint64 cycles) G_GNUC_WARN_UNUSED_RESULT;                   /* "30 cycles" */
char *systole_units_format_percent (double share) G_GNUC_WARN_UNUSED_RESULT;                    /* 0 … 1: "97.4 %" */
char *systole_units_format_prefixed (double value, const char *unit) G_GNUC_WARN_UNUSED_RESULT; /* powers of 1000: "900 GB/s" */
/* A mark of an axis whose marks lie `step` apart: "15", "20 k", "1.5 µs"; `unit` may be "". */
char *systole_units_format_tick (double value, double step, const char *unit) G_GNUC_WARN_UNUSED_RESULT;
/* The smallest of 1, 2, 5 × 10ⁿ that is at least `rough`. */
double systole_units_round_step (double rough);

G_END_DECLS
