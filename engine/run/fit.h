/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/run/run.h"

G_BEGIN_DECLS

/* What an operation's tensors take of the machine's main memory: each once, as wide as its
 * number format stores it. The program around the operation is not in it. */

#define SYSTOLE_FIT_MAX_PARTS 4

typedef struct
{
  const char *title; /* translated */
  double bytes;
} SystoleFitPart;

typedef struct
{
  guint n;
  SystoleFitPart parts[SYSTOLE_FIT_MAX_PARTS];
  double bytes;    /* their sum */
  double capacity; /* bytes of main memory */
} SystoleFit;

gboolean systole_run_get_fit (const SystoleRun *run, SystoleFit *out); /* FALSE: no memory of a known size */

G_END_DECLS
