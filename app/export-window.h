/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "app/session.h"
#include "widgets/stage.h"

G_BEGIN_DECLS

/* Asks what is to be exported, how and where, and does it. */

#define SYSTOLE_TYPE_EXPORT_WINDOW (systole_export_window_get_type ())
G_DECLARE_FINAL_TYPE (SystoleExportWindow, systole_export_window, SYSTOLE, EXPORT_WINDOW, AdwWindow)

GtkWidget *systole_export_window_new (SystoleSession *session, SystoleStage *stage, const char *suggested_name);
gboolean systole_export_window_choose_kind (SystoleExportWindow *self, const char *id);
void systole_export_window_write (SystoleExportWindow *self, GFile *target);
gboolean systole_export_window_is_busy (SystoleExportWindow *self);

G_END_DECLS
