/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

#include "engine/run/ids.h"

G_BEGIN_DECLS

/* One thing on a lane that can be pointed at, focused, pinned and zoomed into. A value. */

typedef enum
{
  SYSTOLE_TARGET_NONE,
  SYSTOLE_TARGET_UNIT,       /* an SM or an array of the chip: `unit` */
  SYSTOLE_TARGET_PE,         /* row, column of array `unit` */
  SYSTOLE_TARGET_SUB_CORE,   /* `sub_core` of SM `unit` */
  SYSTOLE_TARGET_WARP,       /* `row` = warp */
  SYSTOLE_TARGET_MULTIPLIER, /* row, column of `sub_core`'s fragment */
  SYSTOLE_TARGET_STAGE,      /* `row` = stage of shared memory */
  SYSTOLE_TARGET_COPY,       /* `row` = index of the copy in flight */
  SYSTOLE_TARGET_MEMORY,     /* `row` = index in the chip frame's memories */
  SYSTOLE_TARGET_ENGINE,     /* `row` = index in the chip frame's engines */
  SYSTOLE_TARGET_LEVEL       /* a breadcrumb: `level` */
} SystoleTargetKind;

typedef struct
{
  SystoleTargetKind kind;
  guint unit, sub_core, row, column;
  SystoleLevel level;
} SystoleTarget;

#define SYSTOLE_TARGET_INIT                             \
  {                                                     \
    SYSTOLE_TARGET_NONE, 0, 0, 0, 0, SYSTOLE_LEVEL_CHIP \
  }

gboolean systole_target_equal (const SystoleTarget *a, const SystoleTarget *b);

G_END_DECLS
