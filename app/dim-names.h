/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/workload/op.h"

G_BEGIN_DECLS

/* What Setup and the names of edits call a dimension and its words. Keys of one letter
 * are the symbols of the literature; the others have a title. */

typedef enum
{
  SYSTOLE_DIM_NUMBER,
  SYSTOLE_DIM_WORD,  /* one of its row's words */
  SYSTOLE_DIM_SWITCH /* 0 or 1: no or yes */
} SystoleDimForm;

SystoleDimForm systole_dim_get_form (const SystoleOpDim *dim);
char *systole_dim_get_title (const SystoleOpDim *dim) G_GNUC_WARN_UNUSED_RESULT;                      /* "M", "Stride ↓", translated */
char *systole_dim_get_value_title (const SystoleOpDim *dim, guint64 value) G_GNUC_WARN_UNUSED_RESULT; /* "4 096", "forward", "yes", translated */

G_END_DECLS
