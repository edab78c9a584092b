/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/run/run.h"

G_BEGIN_DECLS

/* Why one run takes longer than another: the difference of their times, by cause. */

typedef enum
{
#define CAUSE(ID, id, title) SYSTOLE_CAUSE_##ID,
#include "engine/run/causes.def"
#undef CAUSE
  SYSTOLE_N_OWN_CAUSES
} SystoleOwnCause;

typedef struct
{
  const char *id;              /* of an own cause or of a part of the waterfall */
  const char *title;           /* translated */
  double seconds_a, seconds_b; /* in the runs; 0 for the own causes, which are of both together */
  double seconds;              /* what it adds to B over A; negative: B gains by it */
} SystoleDifferenceCause;

#define SYSTOLE_DIFFERENCE_MAX_CAUSES (SYSTOLE_N_OWN_CAUSES + SYSTOLE_N_PARTS)

typedef struct
{
  double seconds_a, seconds_b;
  double seconds; /* B − A; Σ causes */
  double factor;  /* B ÷ A */
  guint n_causes;
  SystoleDifferenceCause causes[SYSTOLE_DIFFERENCE_MAX_CAUSES]; /* the largest first; those that are 0 in both are left out */
} SystoleDifference;

void systole_difference_init (SystoleDifference *self, const SystoleRun *a, const SystoleRun *b);
char *systole_difference_describe (const SystoleDifference *self) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
