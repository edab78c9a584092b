/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "widgets/timeline-painter.h"

G_BEGIN_DECLS

/* Where the parts of the timeline are: shared by drawing and by pointing. */

typedef struct
{
  double font;        /* font scale that lengths follow */
  double left, right; /* plot, pixels; behind `right` only the lengths */
  double name_x;      /* of the lane's short name; < 0: no room for names */
  gboolean lengths;   /* there is room for them */
  double first;       /* top of the first strip */
  double words, busy; /* heights of the two parts of a strip */
  double pitch;       /* of the strips */
  double axis;        /* y of the axis' line */
  double bottom;
  double from, to; /* visible positions at `left` and at `end` */
  double end;      /* x of `to`: room for the flag behind it when all is visible */
  double half;     /* half a cycle of the active lane, in the axis' unit */
} SystoleTimelineGeometry;

void systole_timeline_measure (const SystoleTimelinePaint *self, SystoleTimelineGeometry *out);
double systole_timeline_edge_x (const SystoleTimelineGeometry *self, double position);                       /* x of an instant */
double systole_timeline_edge_position (const SystoleTimelineGeometry *self, double x);                       /* its inverse, not clamped */
char *systole_timeline_lane_name (const SystoleTimelinePaint *self, guint lane) G_GNUC_WARN_UNUSED_RESULT;   /* "array", "NVIDIA T4", "stream-K" */
char *systole_timeline_lane_length (const SystoleTimelinePaint *self, guint lane) G_GNUC_WARN_UNUSED_RESULT; /* "30 cycles", "42.9 ns" */
char *systole_timeline_lane_note (const SystoleTimelinePaint *self, guint lane) G_GNUC_WARN_UNUSED_RESULT;   /* "± 9 %", "not validated" or NULL */

G_END_DECLS
