/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/run/run.h"

G_BEGIN_DECLS

/* How a published measurement was taken (harness.def), told from its source, device and format: what its time holds
 * besides the run's, and what the caches held before. */

typedef struct _SystoleHarness SystoleHarness;

const SystoleHarness *systole_harness_find (const char *source, const char *device, const char *format); /* or NULL */
void systole_harness_set_layout (const SystoleHarness *self, SystoleOp *op, gboolean given);
SystoleOperands systole_harness_get_operands (const SystoleHarness *self, const SystoleOp *op, SystoleFamily family);
SystoleLibrary systole_harness_get_library (const char *source, const char *device);
double systole_harness_get_seconds (const SystoleHarness *self, const SystoleRun *run, const char *source, const char *device);

G_END_DECLS
