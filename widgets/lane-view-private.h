/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "widgets/lane-view.h"

G_BEGIN_DECLS

struct _SystoleLaneView
{
  SystoleCanvas parent_instance;

  SystoleRun *run;
  char letter;
  char *title;
  SystoleRunName name; /* its title NULL: none */
  char *message;       /* why there is no run, or NULL */
  double position;     /* cycles */
  gboolean ended, reduced_motion, single_letter_keys;
  gboolean hides; /* "?" stands for `hidden` */
  SystoleCounter hidden;

  SystoleCamera camera;
  SystoleTarget hover, focus, pinned, pinned_second;
  guint trail_source;  /* while what moved leaves a trail */
  SystoleTrace *trace; /* of the sum that is followed, or NULL */
  SystoleLaneCache *cache;
  GTask *values_job; /* (transfer none) under way, or NULL */

  /* cross-fade from the picture of the level that was left */
  cairo_surface_t *fade_from;
  gint64 fade_start; /* frame time, µs; 0: at the next tick */
  double fade_alpha; /* of the old picture */
  guint fade_tick;

  /* the card with the facts of what is hovered or has the focus */
  GtkWidget *card;
  SystoleTarget card_target;
  guint card_source;
  guint64 card_cycle;

  /* gestures */
  double pointer_x, pointer_y; /* < 0: outside */
  guint leave_source;
  double drag_centre_x, drag_centre_y, pinch_scale;
  gboolean dragging;
};

enum
{
  SYSTOLE_LANE_VIEW_ACTIVATED,
  SYSTOLE_LANE_VIEW_SELECTION_CHANGED,
  SYSTOLE_LANE_VIEW_CAMERA_CHANGED,
  SYSTOLE_LANE_VIEW_VALUES_CHANGED,
  SYSTOLE_LANE_VIEW_N_SIGNALS
};

void systole_lane_view_emit (SystoleLaneView *self, guint signal);
void systole_lane_view_fill_paint (SystoleLaneView *self, SystoleLanePaint *out); /* with the cache */
void systole_lane_view_set_hover (SystoleLaneView *self, const SystoleTarget *target);
void systole_lane_view_set_focus_target (SystoleLaneView *self, const SystoleTarget *target);
guint64 systole_lane_view_get_cycle (SystoleLaneView *self);

/* lane-view-camera.c */
void systole_lane_view_change_camera (SystoleLaneView *self, const SystoleCamera *camera, gboolean fade);
void systole_lane_view_zoom_at (SystoleLaneView *self, double factor, double x, double y);
void systole_lane_view_pan (SystoleLaneView *self, double dx, double dy);
gboolean systole_lane_view_zoom_into (SystoleLaneView *self, const SystoleTarget *target);
gboolean systole_lane_view_go_to_level (SystoleLaneView *self, SystoleLevel level);
void systole_lane_view_keep_camera (SystoleLaneView *self); /* after the run changed */
void systole_lane_view_paint_fade (SystoleLaneView *self, cairo_t *cr);
void systole_lane_view_stop_fade (SystoleLaneView *self);

/* lane-view-values.c */
SystoleLaneCache *systole_lane_view_new_cache (void) G_GNUC_WARN_UNUSED_RESULT;
void systole_lane_view_fill_values (SystoleLaneView *self);
void systole_lane_view_stop_values (SystoleLaneView *self);
gboolean systole_lane_view_is_settled (SystoleLaneView *self); /* no value is lacking */

/* lane-view-title.c */
void systole_lane_view_update_label (SystoleLaneView *self);

/* lane-view-trail.c */
void systole_lane_view_leave_trail (SystoleLaneView *self, double from, double to);
void systole_lane_view_stop_trail (SystoleLaneView *self);

/* lane-view-card.c */
void systole_lane_view_queue_card (SystoleLaneView *self, const SystoleTarget *target);
void systole_lane_view_refresh_card (SystoleLaneView *self);
void systole_lane_view_dispose_card (SystoleLaneView *self);

/* lane-view-input.c */
void systole_lane_view_add_bindings (GtkWidgetClass *klass);
void systole_lane_view_add_controllers (SystoleLaneView *self);

G_END_DECLS
