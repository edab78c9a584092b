/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "widgets/lane-painter.h"

G_BEGIN_DECLS

/* Two things that are pinned, fact by fact: what is equal, what differs and by how much, and why. */

typedef struct
{
  char *name;           /* "a" */
  char *first, *second; /* "A[4, 4] = 5"; "–": only the other one has it */
  char *difference;     /* "−8", "× 2", "differs"; "=" where nothing does */
  gboolean equal;
  SystoleMeaning meaning; /* ink of the values; SYSTOLE_N_MEANINGS: text */
} SystolePinRow;

GArray *systole_pin_rows_new (const GArray *first, const GArray *second) G_GNUC_WARN_UNUSED_RESULT;
guint systole_pin_rows_count_different (const GArray *rows);
char *systole_pin_row_describe (const SystolePinRow *self) G_GNUC_WARN_UNUSED_RESULT; /* one line, for those who hear it */
char *systole_pin_explain (const SystoleLanePaint *first_lane, const SystoleTarget *first, const SystoleLanePaint *second_lane, const SystoleTarget *second) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
