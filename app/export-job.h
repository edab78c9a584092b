/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "app/export/export.h"
#include "app/runner.h"
#include "app/session.h"

G_BEGIN_DECLS

/* An export of what a session shows, made and written in a thread. It keeps what it needs:
 * the session may go on meanwhile. */

typedef struct
{
  gatomicrefcount ref_count;
  SystoleExport export; /* to be filled in before the job begins; its picture points into the job */
  SystoleScenario *scenario;
  SystoleCatalogue *catalogue;
  SystoleRun *runs[SYSTOLE_MAX_LANES];
  SystoleCamera cameras[SYSTOLE_MAX_LANES];
  SystoleRunProgress *progress;
} SystoleExportJob;

SystoleExportJob *systole_export_job_new (SystoleSession *session, guint lane, const SystoleCamera *cameras) G_GNUC_WARN_UNUSED_RESULT;
SystoleExportJob *systole_export_job_ref (SystoleExportJob *self);
void systole_export_job_unref (SystoleExportJob *self);

void systole_export_job_write_async (SystoleExportJob *self, GFile *target, GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data);
gboolean systole_export_job_write_finish (GAsyncResult *result, GError **error);

void systole_export_job_estimate_async (SystoleExportJob *self, GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data);
guint64 systole_export_job_estimate_finish (GAsyncResult *result, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SystoleExportJob, systole_export_job_unref)

G_END_DECLS
