/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/run/run-private.h"

/* Runs made by hand for the painters' tests: of any length, without an engine. */

typedef struct
{
  guint64 cycles;
  SystolePhase phase;
  SystoleReason reason;
  double share; /* busy */
} HandStretch;

/* A bare 8 × 8 array or SM of 64 multipliers that goes through the stretches. */
SystoleRun *hand_run_new (SystoleFamily family, const HandStretch *stretches, guint n, guint64 first_output, double clock_hz);
/* The teaching pair by its strips; the SM has one frame, that of cycle 18, at every cycle. */
SystoleRun *hand_run_new_array (void);
SystoleRun *hand_run_new_sm (void);
/* One SM of a large GPU: 4 sub-cores, `warps` in all, fragments rows × columns; all reasons occur. */
SystoleRun *hand_run_new_gpu (guint n_units, guint warps, guint rows, guint columns, guint pieces);
