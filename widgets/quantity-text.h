/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/run/run.h"

G_BEGIN_DECLS

/* Numbers with their units for people: the locale's signs, U+2212 minus, a
 * no-break space before the unit. All return new strings, translated. */

char *systole_text_count (guint64 value) G_GNUC_WARN_UNUSED_RESULT;     /* "4 096" */
char *systole_text_cycles (guint64 value) G_GNUC_WARN_UNUSED_RESULT;    /* "30 cycles" */
char *systole_text_seconds (double value) G_GNUC_WARN_UNUSED_RESULT;    /* "42.9 ns" */
char *systole_text_hertz (double value) G_GNUC_WARN_UNUSED_RESULT;      /* "1.41 GHz" */
char *systole_text_bytes (double value) G_GNUC_WARN_UNUSED_RESULT;      /* "24 MiB" */
char *systole_text_bytes_rate (double value) G_GNUC_WARN_UNUSED_RESULT; /* "900 GB/s": powers of 1000 */
/* "312 TFLOP/s"; `floating` FALSE: "624 TOP/s", operations on whole numbers. */
char *systole_text_operations_rate (double value, gboolean floating) G_GNUC_WARN_UNUSED_RESULT;
char *systole_text_percent (double share) G_GNUC_WARN_UNUSED_RESULT;              /* "75 %" */
char *systole_text_share (guint64 part, guint64 whole) G_GNUC_WARN_UNUSED_RESULT; /* "48 of 64 (75 %)" */
char *systole_text_real (double value, guint digits) G_GNUC_WARN_UNUSED_RESULT;   /* significant digits */
char *systole_text_ratio (double value) G_GNUC_WARN_UNUSED_RESULT;                /* "1.2 ×" */
/* A counter's value by its kind; "–" when absent. */
char *systole_text_quantity (SystoleQuantityKind kind, SystoleQuantity value) G_GNUC_WARN_UNUSED_RESULT;
/* The same, of a run: a rate names the operations of its number format. */
char *systole_text_counter (const SystoleRun *run, SystoleCounter counter) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
