/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/run/run.h"

G_BEGIN_DECLS

/* Every counter of every lane as a file: the table of the window, in base units (cycles,
 * bytes, seconds, shares from 0 to 1), and B ÷ A where there are two lanes or more. */

typedef enum
{
  SYSTOLE_NUMBERS_PROGRAMS,    /* CSV, RFC 4180: ids, decimal points, "" where a lane has no such number */
  SYSTOLE_NUMBERS_SPREADSHEET, /* CSV for people: titles and decimal signs of the locale, "–" */
  SYSTOLE_NUMBERS_JSON         /* ids; null where a lane has no such number */
} SystoleNumbersKind;

GBytes *systole_numbers_encode (const SystoleRun *const *runs, guint n_runs, const char *title, SystoleNumbersKind kind) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
