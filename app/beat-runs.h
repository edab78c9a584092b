/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "app/runner.h"
#include "engine/scenario/beat.h"

G_BEGIN_DECLS

/* The runs of a lesson's beats, made ahead of time in the background; beats that show
 * the same work on the same machines share theirs. */

typedef struct _SystoleBeatRuns SystoleBeatRuns;

/* A beat that was waited for is there. */
typedef void (*SystoleBeatRunsReady) (guint beat, gpointer data);

SystoleBeatRuns *systole_beat_runs_new (const SystoleScenario *lesson, SystoleCatalogue *catalogue, SystoleBeatRunsReady ready, gpointer data) G_GNUC_WARN_UNUSED_RESULT;
void systole_beat_runs_free (SystoleBeatRuns *self);                /* ends what is under way */
void systole_beat_runs_prepare (SystoleBeatRuns *self, guint beat); /* this one, those after it, the one before it */
const SystoleScenario *systole_beat_runs_get_scenario (SystoleBeatRuns *self, guint beat);
SystoleResults *systole_beat_runs_get (SystoleBeatRuns *self, guint beat); /* (transfer none); NULL: not yet */

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SystoleBeatRuns, systole_beat_runs_free)

G_END_DECLS
