/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/run/run-name.h"
#include "widgets/canvas.h"

G_BEGIN_DECLS

/*
 * The abstract base of charts that show one picture a run, one below the other: the
 * width is given, the height follows.
 */

#define SYSTOLE_RUNS_VIEW_MAX 4
#define SYSTOLE_RUNS_VIEW_MIN_WIDTH 220

#define SYSTOLE_TYPE_RUNS_VIEW (systole_runs_view_get_type ())
G_DECLARE_DERIVABLE_TYPE (SystoleRunsView, systole_runs_view, SYSTOLE, RUNS_VIEW, SystoleCanvas)

struct _SystoleRunsViewClass
{
  SystoleCanvasClass parent_class;

  double (*get_height) (SystoleRunsView *self, guint lane, double width);
  void (*paint_run) (SystoleRunsView *self, guint lane, cairo_t *cr, double width);
  char *(*describe_run) (SystoleRunsView *self, guint lane); /* one sentence (transfer full), or NULL */
  void (*runs_changed) (SystoleRunsView *self);              /* may be NULL */

  gpointer padding[4];
};

void systole_runs_view_set_runs (SystoleRunsView *self, SystoleRun *const *runs, guint n);
guint systole_runs_view_get_n (SystoleRunsView *self);
SystoleRun *systole_runs_view_get_run (SystoleRunsView *self, guint lane);            /* or NULL */
const SystoleRunName *systole_runs_view_get_name (SystoleRunsView *self, guint lane); /* what tells it from the others */
/* The lane at a height of the widget, and the height within its picture; FALSE: between two or below. */
gboolean systole_runs_view_find (SystoleRunsView *self, double y, guint *lane, double *inner_y);

G_END_DECLS
