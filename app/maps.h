/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "engine/run/axis.h"
#include "engine/run/map.h"
#include "engine/scenario/scenario.h"

G_BEGIN_DECLS

/* A map of a scenario's machines, computed in a thread: coarse at first, then finer. */

typedef struct _SystoleMapJob SystoleMapJob;

SystoleMapJob *systole_map_job_new (const SystoleScenario *scenario, SystoleCatalogue *catalogue, const SystoleAxis *x, const SystoleAxis *y) G_GNUC_WARN_UNUSED_RESULT;
SystoleMapJob *systole_map_job_ref (SystoleMapJob *self);
void systole_map_job_unref (SystoleMapJob *self);
guint systole_map_job_get_lanes (SystoleMapJob *self, guint lanes[SYSTOLE_MAP_MAX_LANES]); /* which of the scenario's are compared */
gboolean systole_map_job_run (SystoleMapJob *self, GCancellable *cancellable);             /* here and now; FALSE: cancelled */
void systole_map_job_run_async (SystoleMapJob *self, GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data);
gboolean systole_map_job_run_finish (SystoleMapJob *self, GAsyncResult *result);
double systole_map_job_get_progress (SystoleMapJob *self);
SystoleMap *systole_map_job_take_map (SystoleMapJob *self) G_GNUC_WARN_UNUSED_RESULT; /* one that is new since the last call, or NULL */

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SystoleMapJob, systole_map_job_unref)

G_END_DECLS
