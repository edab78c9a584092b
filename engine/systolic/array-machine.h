/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/run/run.h"

G_BEGIN_DECLS

/* The register machine: the second, independent implementation of an array run.
 * Registers and a two-phase clock (read, then commit), one step a cycle; it knows
 * the operands and the order of folds and nothing of the closed forms. The oracle
 * that frames are proved against; slow by comparison. */

typedef struct _SystoleArrayMachine SystoleArrayMachine;

/* Registers that a sum passes on its way from one row to the next. With two (an accumulator
 * and an input register, as in some published designs) rows are skewed by two cycles. */
#define SYSTOLE_ARRAY_MACHINE_MAX_HOP 2

/* For a run on a bare array of at most 2^26 cycles. */
SystoleArrayMachine *systole_array_machine_new (const SystoleRun *run, GError **error) G_GNUC_WARN_UNUSED_RESULT;
SystoleArrayMachine *systole_array_machine_new_with_hop (const SystoleRun *run, guint hop, GError **error) G_GNUC_WARN_UNUSED_RESULT;
void systole_array_machine_free (SystoleArrayMachine *self);
guint64 systole_array_machine_get_cycle (const SystoleArrayMachine *self);
gboolean systole_array_machine_is_done (const SystoleArrayMachine *self); /* the present cycle is behind the last */
void systole_array_machine_step (SystoleArrayMachine *self);
void systole_array_machine_frame (const SystoleArrayMachine *self, const SystoleWindow *window, SystoleArrayFrame *frame); /* of the present cycle; its left and top edges are empty */
gboolean systole_array_machine_get_result (const SystoleArrayMachine *self, guint64 m, guint64 n, double *value);          /* TRUE once it has left the array */

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SystoleArrayMachine, systole_array_machine_free)

G_END_DECLS
