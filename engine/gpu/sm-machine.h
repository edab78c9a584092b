/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/run/run.h"

G_BEGIN_DECLS

/* The event machine of one SM: warps, scoreboard, pipes, port and copy channel,
 * stepped cycle by cycle from launch to the last store with nothing skipped. The
 * oracle that the periodic schedule's frames are proved against. */

typedef struct _SystoleSmMachine SystoleSmMachine;

/* For a run on a bare SM (or one SM of a GPU: its first block). */
SystoleSmMachine *systole_sm_machine_new (const SystoleRun *run, GError **error) G_GNUC_WARN_UNUSED_RESULT;
void systole_sm_machine_free (SystoleSmMachine *self);
guint64 systole_sm_machine_get_cycle (const SystoleSmMachine *self);
gboolean systole_sm_machine_is_done (const SystoleSmMachine *self);
void systole_sm_machine_step (SystoleSmMachine *self);
void systole_sm_machine_frame (const SystoleSmMachine *self, SystoleSmFrame *frame);
gboolean systole_sm_machine_get_result (const SystoleSmMachine *self, guint64 m, guint64 n, double *value);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SystoleSmMachine, systole_sm_machine_free)

G_END_DECLS
