/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "widgets/canvas.h"
#include "widgets/lane-painter.h"

G_BEGIN_DECLS

/*
 * One machine's strip on the stage: the lane painter, with pointer and keyboard.
 *
 * Properties: run (SYSTOLE_TYPE_RUN), letter (uint: 'A' … 'D'), title (string, NULL:
 * the run's own), position (double, cycles: whole part = cycle, rest = the way to the
 * next), ended, reduced-motion, single-letter-keys (booleans), and those of SystoleCanvas.
 *
 * Signals:
 *   activated ()          a press or the keyboard came here
 *   selection-changed ()  what is pinned, first or second, is another
 *   camera-changed ()     another level, or another part of it
 *   values-changed ()     sums that were lacking are there
 */

#define SYSTOLE_TYPE_LANE_VIEW (systole_lane_view_get_type ())
G_DECLARE_FINAL_TYPE (SystoleLaneView, systole_lane_view, SYSTOLE, LANE_VIEW, SystoleCanvas)

GtkWidget *systole_lane_view_new (void) G_GNUC_WARN_UNUSED_RESULT;

SystoleRun *systole_lane_view_get_run (SystoleLaneView *self); /* or NULL */
char systole_lane_view_get_letter (SystoleLaneView *self);
const char *systole_lane_view_get_title (SystoleLaneView *self);
double systole_lane_view_get_position (SystoleLaneView *self);
gboolean systole_lane_view_get_ended (SystoleLaneView *self);
gboolean systole_lane_view_get_reduced_motion (SystoleLaneView *self);
gboolean systole_lane_view_get_single_letter_keys (SystoleLaneView *self);
void systole_lane_view_set_run (SystoleLaneView *self, SystoleRun *run);
void systole_lane_view_set_message (SystoleLaneView *self, const char *message); /* NULL: nothing to say */
void systole_lane_view_set_letter (SystoleLaneView *self, char letter);
void systole_lane_view_set_title (SystoleLaneView *self, const char *title);
void systole_lane_view_set_name (SystoleLaneView *self, const SystoleRunName *name);
void systole_lane_view_set_position (SystoleLaneView *self, double position);
void systole_lane_view_set_ended (SystoleLaneView *self, gboolean ended);
void systole_lane_view_set_reduced_motion (SystoleLaneView *self, gboolean reduced_motion);
void systole_lane_view_set_hidden (SystoleLaneView *self, gboolean hides, SystoleCounter hidden); /* “?” stands for a counter that is asked for */
void systole_lane_view_set_single_letter_keys (SystoleLaneView *self, gboolean single_letter_keys);

void systole_lane_view_get_camera (SystoleLaneView *self, SystoleCamera *out);
void systole_lane_view_set_camera (SystoleLaneView *self, const SystoleCamera *camera);
void systole_lane_view_get_pinned (SystoleLaneView *self, SystoleTarget *first, SystoleTarget *second); /* each may be NULL */
void systole_lane_view_set_pinned (SystoleLaneView *self, const SystoleTarget *target);                 /* NULL: unpin */
void systole_lane_view_set_pinned_second (SystoleLaneView *self, const SystoleTarget *target);          /* NULL: unpin */
void systole_lane_view_get_focus_target (SystoleLaneView *self, SystoleTarget *out);
void systole_lane_view_get_hover_target (SystoleLaneView *self, SystoleTarget *out);

/* What the keys do; each returns whether it did something. */
gboolean systole_lane_view_zoom_in (SystoleLaneView *self); /* into the focused, else pinned, else first thing */
gboolean systole_lane_view_zoom_out (SystoleLaneView *self);
gboolean systole_lane_view_close (SystoleLaneView *self); /* Escape: card › trace › zoom out › unpin */
gboolean systole_lane_view_move_focus (SystoleLaneView *self, int dx, int dy);
gboolean systole_lane_view_pin (SystoleLaneView *self);
gboolean systole_lane_view_pin_second (SystoleLaneView *self);
gboolean systole_lane_view_toggle_trace (SystoleLaneView *self); /* follows the sum of the pinned PE through the array */
gboolean systole_lane_view_stop_trace (SystoleLaneView *self);
const SystoleTrace *systole_lane_view_get_trace (SystoleLaneView *self); /* or NULL */

/* The painter's struct as it stands, without a cache: export, Explain. Lives until
 * the view changes; free nothing of it. */
void systole_lane_view_get_paint (SystoleLaneView *self, SystoleLanePaint *out);
/* Title, facts and sentence of a target now, as systole_lane_explain(). */
char *systole_lane_view_explain (SystoleLaneView *self, const SystoleTarget *target, GArray **facts, char **sentence) G_GNUC_WARN_UNUSED_RESULT;
gboolean systole_lane_view_hide_card (SystoleLaneView *self); /* of what is pointed at; TRUE: it was shown */

G_END_DECLS
