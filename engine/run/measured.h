/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/run/run.h"

G_BEGIN_DECLS

/* What others measured: products of data/measured, built into the engine. */

typedef struct
{
  double seconds;     /* of one call: the median of `count` measurements */
  guint count;        /* of this shape and number format on this machine */
  const char *source; /* title of one of them */
} SystoleMeasured;

/* FALSE: nobody measured exactly this, or the machine is not the one that is sold: a field of
 * it was changed. */
gboolean systole_run_get_measured (const SystoleRun *run, SystoleMeasured *out);

G_END_DECLS
