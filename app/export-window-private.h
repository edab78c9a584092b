/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "app/export-job.h"
#include "app/export-window.h"

G_BEGIN_DECLS

/* What export-window.c, which does what is asked, shares with export-rows.c, where it is asked. */

struct _SystoleExportWindow
{
  AdwWindow parent_instance;

  SystoleSession *session;
  SystoleStage *stage;
  char *suggested_name; /* without an ending */
  guint lane;

  AdwComboRow *kind_row, *view_row, *scheme_row;
  GtkWidget *picture_group, *film_group;
  GtkSpinButton *width, *height, *from, *to, *frames, *rate;
  GtkLabel *size_label, *result;
  GtkWidget *start, *stop;
  GtkProgressBar *bar;

  GArray *kinds; /* const SystoleExportKind *, those that this build can write */
  GArray *views; /* const SystolePictureView *, those that the lane has */
  GtkFileChooserNative *chooser;
  GCancellable *writing, *estimating;
  SystoleExportJob *job; /* that is being written */
  guint pulse_source, estimate_source;
};

/* Makes the rows at the end of @page and fills `kinds`, `views` and the widgets they are of. */
void systole_export_window_add_rows (SystoleExportWindow *self, GtkWidget *page);

/* Another choice: shows what belongs to it, and estimates the size of a film anew. */
void systole_export_window_changed (SystoleExportWindow *self);

G_END_DECLS
