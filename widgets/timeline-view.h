/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/run/sum-trace.h"
#include "widgets/canvas.h"
#include "widgets/timeline-painter.h"

G_BEGIN_DECLS

/*
 * The strips of all lanes over one time axis, with the playhead.
 *
 * Properties: time-base (SYSTOLE_TYPE_TIME_BASE), position (double, axis units: cycles
 * of the active lane, seconds, or share 0 … 1), active (uint), and those of SystoleCanvas.
 *
 * Signals:
 *   seek (double position)     the user asks for an instant, axis units
 *   lane-activated (uint lane) the strip of a lane was clicked
 */

#define SYSTOLE_TYPE_TIMELINE_VIEW (systole_timeline_view_get_type ())
G_DECLARE_FINAL_TYPE (SystoleTimelineView, systole_timeline_view, SYSTOLE, TIMELINE_VIEW, SystoleCanvas)

GtkWidget *systole_timeline_view_new (void) G_GNUC_WARN_UNUSED_RESULT;

void systole_timeline_view_set_runs (SystoleTimelineView *self, SystoleRun *const *runs, guint n);
void systole_timeline_view_set_lane_position (SystoleTimelineView *self, guint lane, double position);           /* cycles of its clock */
void systole_timeline_view_set_bookmarks (SystoleTimelineView *self, const SystoleBookmark *bookmarks, guint n); /* copied */

void systole_timeline_view_set_trace (SystoleTimelineView *self, guint lane, const SystoleTrace *trace); /* NULL: no sum is followed */
void systole_timeline_view_set_untold (SystoleTimelineView *self, gboolean untold, gboolean hides_length);

SystoleTimeBase systole_timeline_view_get_time_base (SystoleTimelineView *self);
double systole_timeline_view_get_position (SystoleTimelineView *self);
guint systole_timeline_view_get_active (SystoleTimelineView *self);
double systole_timeline_view_get_length (SystoleTimelineView *self); /* of the axis, its unit */
void systole_timeline_view_set_time_base (SystoleTimelineView *self, SystoleTimeBase time_base);
void systole_timeline_view_set_position (SystoleTimelineView *self, double position);
void systole_timeline_view_set_active (SystoleTimelineView *self, guint active);

/* Visible part of the axis; `to` ≤ `from`: all of it. */
void systole_timeline_view_get_range (SystoleTimelineView *self, double *from, double *to);
void systole_timeline_view_set_range (SystoleTimelineView *self, double from, double to);
void systole_timeline_view_zoom (SystoleTimelineView *self, double factor, double position); /* > 1: closer, `position` stays where it is */

G_END_DECLS
