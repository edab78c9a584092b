/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/machine/machine.h"
#include "engine/workload/op.h"

G_BEGIN_DECLS

/*
 * One direction of a sweep: a field, or several that are always equal, and the values that
 * it takes. As text:
 *
 *     m=1..4096*2        1, 2, 4 … 4096: each the factor times the one before
 *     m=64..512+64       64, 128 … 512
 *     n=k=256..16384/4   sizes of 1, 1¼, 1½ and 1¾ times the powers of two: 1, 2 or 4 an octave
 *     k=96,128,1000      these
 *
 * A field is a dimension of the operation, else a field of a bare array or SM, else one of
 * a machine of the catalogue (`fields.def`).
 */

#define SYSTOLE_AXIS_MAX_VALUES 4096

typedef struct
{
  char **keys;    /* at least one */
  GArray *values; /* guint64, ascending unless they were listed */
} SystoleAxis;

SystoleAxis *systole_axis_parse (const char *text, GError **error) G_GNUC_WARN_UNUSED_RESULT;
SystoleAxis *systole_axis_new_sizes (const char *const *keys, guint64 min, guint64 max, guint per_octave) G_GNUC_WARN_UNUSED_RESULT;
void systole_axis_free (SystoleAxis *self);
guint systole_axis_get_n (const SystoleAxis *self);
guint64 systole_axis_get (const SystoleAxis *self, guint i);
char *systole_axis_get_name (const SystoleAxis *self) G_GNUC_WARN_UNUSED_RESULT; /* "n=k" */
gboolean systole_axis_set_dims (const SystoleAxis *self, guint64 value, SystoleOp *op);
gboolean systole_axis_apply (const SystoleAxis *self, guint64 value, SystoleOp *op, SystoleMachine **machine, GError **error);
gboolean systole_axis_fits (const SystoleAxis *self, const SystoleOp *op, const SystoleMachine *machine);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SystoleAxis, systole_axis_free)

G_END_DECLS
