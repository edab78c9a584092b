/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/workload/op.h"

G_BEGIN_DECLS

/* What people call a dimension of an operation and its words. Keys of one letter are the
 * symbols of the literature; the others have a title. */

typedef enum
{
  SYSTOLE_DIM_NUMBER,
  SYSTOLE_DIM_WORD,  /* one of its row's words */
  SYSTOLE_DIM_SWITCH /* 0 or 1: no or yes */
} SystoleDimForm;

SystoleDimForm systole_dim_get_form (const SystoleOpDim *dim);
char *systole_dim_get_title (const SystoleOpDim *dim) G_GNUC_WARN_UNUSED_RESULT; /* "M", "Stride ↓", translated */
const char *systole_dim_get_lone_word (const SystoleOpDim *dim, guint64 value);
const char *systole_dim_get_word (const SystoleOpDim *dim, guint64 value);

G_END_DECLS
