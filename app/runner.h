/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "engine/scenario/scenario.h"

G_BEGIN_DECLS

/* Runs of a scenario, in a thread. */

#define SYSTOLE_MAX_LANES 4 /* shown at once; a file may hold more */

/* A lane has a run, or the error that says why not. Immutable once finished. */
typedef struct
{
  gatomicrefcount ref_count;
  guint n;
  SystoleRun *runs[SYSTOLE_MAX_LANES];
  GError *errors[SYSTOLE_MAX_LANES];
} SystoleResults;

/* Thousandths done; written by the thread, read by anybody. */
typedef struct
{
  gatomicrefcount ref_count;
  int thousandths;
} SystoleRunProgress;

SystoleResults *systole_results_ref (SystoleResults *self);
void systole_results_unref (SystoleResults *self);

SystoleRunProgress *systole_run_progress_new (void) G_GNUC_WARN_UNUSED_RESULT;
SystoleRunProgress *systole_run_progress_ref (SystoleRunProgress *self);
void systole_run_progress_unref (SystoleRunProgress *self);
double systole_run_progress_get (SystoleRunProgress *self);

SystoleResults *systole_runner_run (const SystoleScenario *scenario, const SystoleCatalogue *catalogue) G_GNUC_WARN_UNUSED_RESULT;
void systole_runner_run_async (const SystoleScenario *scenario, SystoleCatalogue *catalogue, SystoleRunProgress *progress, GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data);
SystoleResults *systole_runner_run_finish (GAsyncResult *result, GError **error) G_GNUC_WARN_UNUSED_RESULT;

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SystoleResults, systole_results_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SystoleRunProgress, systole_run_progress_unref)

G_END_DECLS
