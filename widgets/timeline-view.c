/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/timeline-view.h"

#include <math.h>

#include "engine/base/i18n.h"
#include "widgets/strip-layer.h"

#define WHEEL_FACTOR 1.25
#define WHEEL_SHARE 0.02 /* of the visible axis, one notch */

struct _SystoleTimelineView
{
  SystoleCanvas parent_instance;

  SystoleRun *runs[SYSTOLE_MAX_LANES_SHOWN]; /* of the lanes that have one */
  guint lanes[SYSTOLE_MAX_LANES_SHOWN];      /* theirs */
  double positions[SYSTOLE_MAX_LANES_SHOWN];
  struct
  {
    gboolean traced;
    guint64 born, written;
  } traces[SYSTOLE_MAX_LANES_SHOWN];
  guint n_runs, active;
  gboolean untold, hides_length;
  SystoleTimeBase time_base;
  double position, from, to;
  GArray *bookmarks; /* SystoleBookmark, with names of its own */
  double pointer_x;
  double drag_x;
  SystoleStripLayer strips;
};

enum
{
  PROP_0,
  PROP_TIME_BASE,
  PROP_POSITION,
  PROP_ACTIVE,
  N_PROPS
};

enum
{
  SEEK,
  LANE_ACTIVATED,
  N_SIGNALS
};

static GParamSpec *properties[N_PROPS];
static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (SystoleTimelineView, systole_timeline_view, SYSTOLE_TYPE_CANVAS)

static void
fill_paint (SystoleTimelineView *self, SystoleTimelinePaint *out)
{
  *out = (SystoleTimelinePaint){ .n_lanes = self->n_runs };
  for (guint i = 0; i < self->n_runs; i++)
    {
      out->lanes[i] = (SystoleTimelineLane){ self->runs[i], (char) ('A' + self->lanes[i]), self->positions[self->lanes[i]], self->traces[self->lanes[i]].traced, self->traces[self->lanes[i]].born, self->traces[self->lanes[i]].written };
      if (self->lanes[i] == self->active)
        out->active = i;
    }
  out->time_base = self->time_base;
  out->untold = self->untold;
  out->hides_length = self->hides_length;
  out->position = self->position;
  out->from = self->from;
  out->to = self->to;
  out->bookmarks = self->bookmarks->len > 0 ? &g_array_index (self->bookmarks, SystoleBookmark, 0) : NULL;
  out->n_bookmarks = self->bookmarks->len;
  out->has_focus = gtk_widget_has_visible_focus (GTK_WIDGET (self));
  out->width = gtk_widget_get_width (GTK_WIDGET (self));
  out->height = gtk_widget_get_height (GTK_WIDGET (self));
  systole_canvas_get_style (SYSTOLE_CANVAS (self), &out->style);
}

static void
systole_timeline_view_paint (SystoleCanvas *canvas, cairo_t *cr, double width, double height)
{
  SystoleTimelineView *self = SYSTOLE_TIMELINE_VIEW (canvas);
  SystoleTimelinePaint paint;

  if (self->n_runs == 0)
    return;
  fill_paint (self, &paint);
  paint.width = width;
  paint.height = height;
  systole_strip_layer_paint (&self->strips, cr, &paint);
  systole_timeline_paint_playhead (cr, &paint);
}

static void
systole_timeline_view_drop (SystoleCanvas *canvas)
{
  systole_strip_layer_drop (&SYSTOLE_TIMELINE_VIEW (canvas)->strips);
}

static char *
systole_timeline_view_describe (SystoleCanvas *canvas)
{
  SystoleTimelineView *self = SYSTOLE_TIMELINE_VIEW (canvas);
  SystoleTimelinePaint paint;

  if (self->n_runs == 0)
    return NULL;
  fill_paint (self, &paint);
  return systole_timeline_describe (&paint);
}

static void
systole_timeline_view_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural, int *minimum_baseline, int *natural_baseline)
{
  SystoleTimelineView *self = SYSTOLE_TIMELINE_VIEW (widget);
  SystoleTimelinePaint paint;

  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    {
      *minimum = (int) ceil (240 * MAX (1, systole_canvas_get_font_scale (SYSTOLE_CANVAS (self))));
      *natural = MAX (*minimum, 800);
      return;
    }
  fill_paint (self, &paint);
  *minimum = *natural = MAX (24, (int) ceil (systole_timeline_preferred_height (&paint)));
}

static void
systole_timeline_view_state_flags_changed (GtkWidget *widget, GtkStateFlags old)
{
  const GtkStateFlags watched = GTK_STATE_FLAG_FOCUSED | GTK_STATE_FLAG_FOCUS_VISIBLE;

  GTK_WIDGET_CLASS (systole_timeline_view_parent_class)->state_flags_changed (widget, old);
  if (((gtk_widget_get_state_flags (widget) ^ old) & watched) != 0)
    systole_canvas_redraw (SYSTOLE_CANVAS (widget));
}

static void
seek_to (SystoleTimelineView *self, double x)
{
  SystoleTimelinePaint paint;

  if (self->n_runs == 0)
    return;
  fill_paint (self, &paint);
  g_signal_emit (self, signals[SEEK], 0, systole_timeline_position_at (&paint, x));
}

static void
drag_begin_cb (GtkGestureDrag *gesture, double x, double y, SystoleTimelineView *self)
{
  SystoleTimelinePaint paint;
  int lane;

  self->drag_x = x;
  if (self->n_runs == 0)
    return;
  gtk_widget_grab_focus (GTK_WIDGET (self));
  fill_paint (self, &paint);
  lane = systole_timeline_lane_at (&paint, y);
  if (lane >= 0 && self->lanes[lane] != self->active)
    g_signal_emit (self, signals[LANE_ACTIVATED], 0, self->lanes[lane]);
  seek_to (self, x);
}

static void
drag_update_cb (GtkGestureDrag *gesture, double dx, double dy, SystoleTimelineView *self)
{
  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  seek_to (self, self->drag_x + dx);
}

static void
motion_cb (GtkEventControllerMotion *controller, double x, double y, SystoleTimelineView *self)
{
  self->pointer_x = x;
}

static gboolean
scroll_cb (GtkEventControllerScroll *controller, double dx, double dy, SystoleTimelineView *self)
{
  GdkModifierType modifiers = gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (controller));
  double delta = fabs (dx) > fabs (dy) ? dx : dy;
  SystoleTimelinePaint paint;
  double length, step;

  if (self->n_runs == 0)
    return GDK_EVENT_PROPAGATE;
  fill_paint (self, &paint);
  if ((modifiers & GDK_CONTROL_MASK) != 0)
    {
      systole_timeline_view_zoom (self, pow (WHEEL_FACTOR, -dy), systole_timeline_position_at (&paint, self->pointer_x));
      return GDK_EVENT_STOP;
    }
  length = systole_timeline_get_length (&paint);
  if (self->to > self->from)
    length = self->to - self->from;
  step = length * WHEEL_SHARE;
  /* One notch is at least one cycle: less would show nothing. */
  if (self->time_base == SYSTOLE_TIME_CYCLES)
    step = MAX (1, round (step));
  g_signal_emit (self, signals[SEEK], 0, CLAMP (self->position + delta * step, 0, systole_timeline_get_length (&paint)));
  return GDK_EVENT_STOP;
}

static void
add_controllers (SystoleTimelineView *self)
{
  GtkEventController *controller;
  GtkGesture *drag = gtk_gesture_drag_new ();

  g_signal_connect (drag, "drag-begin", G_CALLBACK (drag_begin_cb), self);
  g_signal_connect (drag, "drag-update", G_CALLBACK (drag_update_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drag));

  controller = gtk_event_controller_motion_new ();
  g_signal_connect (controller, "enter", G_CALLBACK (motion_cb), self);
  g_signal_connect (controller, "motion", G_CALLBACK (motion_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), controller);

  controller = gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES);
  g_signal_connect (controller, "scroll", G_CALLBACK (scroll_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), controller);
}

static void
systole_timeline_view_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  SystoleTimelineView *self = SYSTOLE_TIMELINE_VIEW (object);

  switch (id)
    {
    case PROP_TIME_BASE:
      g_value_set_enum (value, (gint) self->time_base);
      break;
    case PROP_POSITION:
      g_value_set_double (value, self->position);
      break;
    case PROP_ACTIVE:
      g_value_set_uint (value, self->active);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
systole_timeline_view_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  SystoleTimelineView *self = SYSTOLE_TIMELINE_VIEW (object);

  switch (id)
    {
    case PROP_TIME_BASE:
      systole_timeline_view_set_time_base (self, (SystoleTimeBase) g_value_get_enum (value));
      break;
    case PROP_POSITION:
      systole_timeline_view_set_position (self, g_value_get_double (value));
      break;
    case PROP_ACTIVE:
      systole_timeline_view_set_active (self, g_value_get_uint (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
bookmark_clear (gpointer data)
{
  g_free (((SystoleBookmark *) data)->name);
}

static void
drop_runs (SystoleTimelineView *self)
{
  for (guint i = 0; i < self->n_runs; i++)
    g_clear_pointer (&self->runs[i], systole_run_unref);
  self->n_runs = 0;
}

static void
systole_timeline_view_finalize (GObject *object)
{
  SystoleTimelineView *self = SYSTOLE_TIMELINE_VIEW (object);

  drop_runs (self);
  systole_strip_layer_drop (&self->strips);
  g_array_unref (self->bookmarks);
  G_OBJECT_CLASS (systole_timeline_view_parent_class)->finalize (object);
}

static void
systole_timeline_view_class_init (SystoleTimelineViewClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  SystoleCanvasClass *canvas_class = SYSTOLE_CANVAS_CLASS (klass);
  const GParamFlags flags = G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  object_class->get_property = systole_timeline_view_get_property;
  object_class->set_property = systole_timeline_view_set_property;
  object_class->finalize = systole_timeline_view_finalize;
  widget_class->measure = systole_timeline_view_measure;
  widget_class->state_flags_changed = systole_timeline_view_state_flags_changed;
  canvas_class->paint = systole_timeline_view_paint;
  canvas_class->describe = systole_timeline_view_describe;
  canvas_class->drop = systole_timeline_view_drop;

  properties[PROP_TIME_BASE] = g_param_spec_enum ("time-base", NULL, NULL, SYSTOLE_TYPE_TIME_BASE, SYSTOLE_TIME_CYCLES, flags);
  properties[PROP_POSITION] = g_param_spec_double ("position", NULL, NULL, 0, G_MAXDOUBLE, 0, flags);
  properties[PROP_ACTIVE] = g_param_spec_uint ("active", NULL, NULL, 0, SYSTOLE_MAX_LANES_SHOWN - 1, 0, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);
  signals[SEEK] = g_signal_new ("seek", SYSTOLE_TYPE_TIMELINE_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_DOUBLE);
  signals[LANE_ACTIVATED] = g_signal_new ("lane-activated", SYSTOLE_TYPE_TIMELINE_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
  gtk_widget_class_set_css_name (widget_class, "timeline");
}

static void
systole_timeline_view_init (SystoleTimelineView *self)
{
  self->bookmarks = g_array_new (FALSE, TRUE, sizeof (SystoleBookmark));
  g_array_set_clear_func (self->bookmarks, bookmark_clear);
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  systole_canvas_set_label (SYSTOLE_CANVAS (self), _ ("Timeline"));
  add_controllers (self);
}

GtkWidget *
systole_timeline_view_new (void)
{
  return g_object_new (SYSTOLE_TYPE_TIMELINE_VIEW, NULL);
}

/**
 * systole_timeline_view_set_runs:
 * @runs: by lane; NULL: a lane that cannot run, which has no strip
 * @n: 0 … 4; more are left out
 */
void
systole_timeline_view_set_runs (SystoleTimelineView *self, SystoleRun *const *runs, guint n)
{
  g_return_if_fail (SYSTOLE_IS_TIMELINE_VIEW (self));
  n = MIN (n, SYSTOLE_MAX_LANES_SHOWN);
  for (guint i = 0; i < n; i++)
    if (runs[i] != NULL)
      systole_run_ref (runs[i]);
  drop_runs (self);
  for (guint i = 0; i < n; i++)
    if (runs[i] != NULL)
      {
        self->lanes[self->n_runs] = i;
        self->runs[self->n_runs++] = runs[i];
      }
  systole_canvas_invalidate (SYSTOLE_CANVAS (self));
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

void
systole_timeline_view_set_lane_position (SystoleTimelineView *self, guint lane, double position)
{
  g_return_if_fail (SYSTOLE_IS_TIMELINE_VIEW (self));
  g_return_if_fail (lane < SYSTOLE_MAX_LANES_SHOWN);
  if (self->positions[lane] == position)
    return;
  self->positions[lane] = position;
  systole_canvas_redraw (SYSTOLE_CANVAS (self));
}

void
systole_timeline_view_set_trace (SystoleTimelineView *self, guint lane, const SystoleTrace *trace)
{
  g_return_if_fail (SYSTOLE_IS_TIMELINE_VIEW (self));
  g_return_if_fail (lane < SYSTOLE_MAX_LANES_SHOWN);
  if (trace == NULL && !self->traces[lane].traced)
    return;
  self->traces[lane].traced = trace != NULL;
  if (trace != NULL)
    {
      self->traces[lane].born = systole_trace_get_first (trace)->cycle;
      self->traces[lane].written = systole_trace_get_last (trace)->cycle;
    }
  systole_canvas_redraw (SYSTOLE_CANVAS (self));
}

void
systole_timeline_view_set_bookmarks (SystoleTimelineView *self, const SystoleBookmark *bookmarks, guint n)
{
  g_return_if_fail (SYSTOLE_IS_TIMELINE_VIEW (self));
  g_array_set_size (self->bookmarks, 0);
  for (guint i = 0; i < n; i++)
    {
      SystoleBookmark copy = bookmarks[i];

      copy.name = g_strdup (copy.name);
      g_array_append_val (self->bookmarks, copy);
    }
  systole_canvas_invalidate (SYSTOLE_CANVAS (self));
}

SystoleTimeBase
systole_timeline_view_get_time_base (SystoleTimelineView *self)
{
  g_return_val_if_fail (SYSTOLE_IS_TIMELINE_VIEW (self), SYSTOLE_TIME_CYCLES);
  return self->time_base;
}

double
systole_timeline_view_get_position (SystoleTimelineView *self)
{
  g_return_val_if_fail (SYSTOLE_IS_TIMELINE_VIEW (self), 0);
  return self->position;
}

guint
systole_timeline_view_get_active (SystoleTimelineView *self)
{
  g_return_val_if_fail (SYSTOLE_IS_TIMELINE_VIEW (self), 0);
  return self->active;
}

double
systole_timeline_view_get_length (SystoleTimelineView *self)
{
  SystoleTimelinePaint paint;

  g_return_val_if_fail (SYSTOLE_IS_TIMELINE_VIEW (self), 0);
  if (self->n_runs == 0)
    return 0;
  fill_paint (self, &paint);
  return systole_timeline_get_length (&paint);
}

/**
 * systole_timeline_view_set_time_base:
 *
 * Shows all of the axis again; the owner sets the position in the new unit.
 */
void
systole_timeline_view_set_time_base (SystoleTimelineView *self, SystoleTimeBase time_base)
{
  g_return_if_fail (SYSTOLE_IS_TIMELINE_VIEW (self));
  if (self->time_base == time_base)
    return;
  self->time_base = time_base;
  self->from = self->to = 0;
  systole_canvas_invalidate (SYSTOLE_CANVAS (self));
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_TIME_BASE]);
}

void
systole_timeline_view_set_position (SystoleTimelineView *self, double position)
{
  g_return_if_fail (SYSTOLE_IS_TIMELINE_VIEW (self));
  if (self->position == position)
    return;
  self->position = position;
  /* The playhead does not leave the part that is shown. */
  if (self->to > self->from && (position < self->from || position > self->to))
    {
      double span = self->to - self->from;

      self->from = CLAMP (position - span / 2, 0, MAX (0, systole_timeline_view_get_length (self) - span));
      self->to = self->from + span;
    }
  systole_canvas_redraw (SYSTOLE_CANVAS (self));
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_POSITION]);
}

void
systole_timeline_view_set_active (SystoleTimelineView *self, guint active)
{
  g_return_if_fail (SYSTOLE_IS_TIMELINE_VIEW (self));
  g_return_if_fail (active < SYSTOLE_MAX_LANES_SHOWN);
  if (self->active == active)
    return;
  self->active = active;
  systole_canvas_invalidate (SYSTOLE_CANVAS (self));
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_ACTIVE]);
}

void
systole_timeline_view_get_range (SystoleTimelineView *self, double *from, double *to)
{
  g_return_if_fail (SYSTOLE_IS_TIMELINE_VIEW (self));
  *from = self->from;
  *to = self->to;
}

void
systole_timeline_view_set_range (SystoleTimelineView *self, double from, double to)
{
  g_return_if_fail (SYSTOLE_IS_TIMELINE_VIEW (self));
  if (self->from == from && self->to == to)
    return;
  self->from = from;
  self->to = to;
  systole_canvas_invalidate (SYSTOLE_CANVAS (self));
}

/**
 * systole_timeline_view_zoom:
 * @factor: > 1: closer; never closer than a 10⁶th of the axis or 4 cycles
 * @position: axis units; stays where it is
 */
void
systole_timeline_view_zoom (SystoleTimelineView *self, double factor, double position)
{
  double length = systole_timeline_view_get_length (self);
  double from = self->from, to = self->to, span, least;

  g_return_if_fail (SYSTOLE_IS_TIMELINE_VIEW (self));
  g_return_if_fail (factor > 0);
  if (!(length > 0))
    return;
  if (to <= from)
    {
      from = 0;
      to = length;
    }
  least = self->time_base == SYSTOLE_TIME_CYCLES ? MIN (4, length) : length * 1e-6;
  span = MAX ((to - from) / factor, least);
  if (span >= length)
    {
      systole_timeline_view_set_range (self, 0, 0);
      return;
    }
  from = position - (position - from) * span / (to - from);
  from = CLAMP (from, 0, length - span);
  systole_timeline_view_set_range (self, from, from + span);
}

/**
 * systole_timeline_view_set_untold:
 * @untold: something is asked: marks that lie ahead are left out
 * @hides_length: lengths are what is asked
 */
void
systole_timeline_view_set_untold (SystoleTimelineView *self, gboolean untold, gboolean hides_length)
{
  g_return_if_fail (SYSTOLE_IS_TIMELINE_VIEW (self));
  if (self->untold == untold && self->hides_length == hides_length)
    return;
  self->untold = untold;
  self->hides_length = hides_length;
  systole_canvas_invalidate (SYSTOLE_CANVAS (self));
}
