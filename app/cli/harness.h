/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/run/run.h"

G_BEGIN_DECLS

/* What a published measurement contains besides the operation's own time, told from its
 * source: the framework's part on the host, and whether operands come back in the cache. */

typedef struct
{
  double host;              /* s: a framework's way to a kernel on this host; 0: measured on the device */
  double extra;             /* s, beside it */
  SystoleOperands operands; /* of operations that are no product */
  SystoleLibrary library;
  gboolean divided; /* the time of one SM’s part, divided by how many SMs there are */
} SystoleHarness;

void systole_harness_find (const char *source, const char *device, const SystoleOp *op, SystoleHarness *out);
double systole_harness_apply (const SystoleHarness *self, const SystoleRun *run);

G_END_DECLS
