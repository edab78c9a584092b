/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/lane-view-private.h"

#include <math.h>

#include "engine/base/i18n.h"
#include "widgets/lane-cache.h"
#include "widgets/no-run-painter.h"

/* Smallest lane that still reads, at font scale 1, CSS pixels. */
#define MIN_WIDTH 204    /* three lanes beside each other in a window of 1280 pixels: both panes open, or with letters twice as large */
#define LEAST_HEIGHT 130 /* what a low head leaves room in */
#define NATURAL_WIDTH 372
#define NATURAL_HEIGHT 560

enum
{
  PROP_0,
  PROP_RUN,
  PROP_LETTER,
  PROP_TITLE,
  PROP_POSITION,
  PROP_ENDED,
  PROP_REDUCED_MOTION,
  PROP_SINGLE_LETTER_KEYS,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];
static guint signals[SYSTOLE_LANE_VIEW_N_SIGNALS];

G_DEFINE_FINAL_TYPE (SystoleLaneView, systole_lane_view, SYSTOLE_TYPE_CANVAS)

static const SystoleTarget no_target = SYSTOLE_TARGET_INIT;

void
systole_lane_view_emit (SystoleLaneView *self, guint signal)
{
  g_signal_emit (self, signals[signal], 0);
}

guint64
systole_lane_view_get_cycle (SystoleLaneView *self)
{
  guint64 n_cycles = self->run != NULL ? systole_run_get_n_cycles (self->run) : 0;

  if (n_cycles == 0)
    return 0;
  if (self->ended || self->position >= (double) (n_cycles - 1))
    return n_cycles - 1;
  return (guint64) self->position;
}

void
systole_lane_view_fill_paint (SystoleLaneView *self, SystoleLanePaint *out)
{
  GtkWidget *widget = GTK_WIDGET (self);

  systole_lane_paint_init (out);
  out->run = self->run;
  out->letter = self->letter;
  out->title = self->title;
  out->name = self->name.title != NULL ? &self->name : NULL;
  out->cycle = systole_lane_view_get_cycle (self);
  out->fraction = self->ended || self->reduced_motion ? 0 : self->position - (double) out->cycle;
  if (!(out->fraction >= 0 && out->fraction < 1) || self->run == NULL || out->cycle + 1 >= systole_run_get_n_cycles (self->run))
    out->fraction = 0;
  out->ended = self->ended;
  out->hides = self->hides;
  out->hidden = self->hidden;
  out->camera = self->camera;
  out->hover = self->hover;
  out->focus = self->focus;
  out->pinned = self->pinned;
  out->pinned_second = self->pinned_second;
  out->trace = self->trace;
  out->trail = self->trail_source != 0;
  out->has_focus = gtk_widget_has_visible_focus (widget);
  out->width = gtk_widget_get_width (widget);
  out->height = gtk_widget_get_height (widget);
  systole_canvas_get_style (SYSTOLE_CANVAS (self), &out->style);
  out->cache = self->cache;
}

static void
systole_lane_view_paint (SystoleCanvas *canvas, cairo_t *cr, double width, double height)
{
  SystoleLaneView *self = SYSTOLE_LANE_VIEW (canvas);
  SystoleLanePaint paint;

  if (self->run == NULL)
    {
      SystoleNoRunPaint empty = { .letter = self->letter, .title = self->title, .message = self->message, .width = width, .height = height };

      systole_canvas_get_style (canvas, &empty.style);
      systole_no_run_paint (cr, &empty);
      return;
    }
  systole_lane_view_fill_paint (self, &paint);
  paint.width = width;
  paint.height = height;
  systole_lane_cache_begin (self->cache);
  systole_lane_paint (cr, &paint);
  systole_lane_view_fill_values (self);
}

static void
systole_lane_view_paint_over (SystoleCanvas *canvas, cairo_t *cr, double width, double height)
{
  systole_lane_view_paint_fade (SYSTOLE_LANE_VIEW (canvas), cr);
}

static char *
systole_lane_view_describe (SystoleCanvas *canvas)
{
  SystoleLaneView *self = SYSTOLE_LANE_VIEW (canvas);
  SystoleLanePaint paint;

  if (self->run == NULL)
    return g_strdup (self->message);
  systole_lane_view_fill_paint (self, &paint);
  return systole_lane_describe (&paint);
}

static void
systole_lane_view_drop (SystoleCanvas *canvas)
{
  SystoleLaneView *self = SYSTOLE_LANE_VIEW (canvas);

  g_clear_pointer (&self->cache, systole_lane_cache_free);
  self->cache = systole_lane_view_new_cache ();
}

static void
systole_lane_view_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural, int *minimum_baseline, int *natural_baseline)
{
  double scale = MAX (1, systole_canvas_get_font_scale (SYSTOLE_CANVAS (widget)));
  gboolean horizontal = orientation == GTK_ORIENTATION_HORIZONTAL;

  *minimum = (int) ceil (horizontal ? MIN_WIDTH * scale : LEAST_HEIGHT * scale);
  *natural = MAX (*minimum, (int) ceil (horizontal ? NATURAL_WIDTH : NATURAL_HEIGHT));
}

static void
systole_lane_view_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  SystoleLaneView *self = SYSTOLE_LANE_VIEW (widget);

  GTK_WIDGET_CLASS (systole_lane_view_parent_class)->size_allocate (widget, width, height, baseline);
  if (self->card != NULL)
    gtk_popover_present (GTK_POPOVER (self->card));
}

static void
systole_lane_view_state_flags_changed (GtkWidget *widget, GtkStateFlags old)
{
  const GtkStateFlags watched = GTK_STATE_FLAG_FOCUSED | GTK_STATE_FLAG_FOCUS_VISIBLE;

  GTK_WIDGET_CLASS (systole_lane_view_parent_class)->state_flags_changed (widget, old);
  if (((gtk_widget_get_state_flags (widget) ^ old) & watched) != 0)
    systole_canvas_redraw (SYSTOLE_CANVAS (widget));
}

static void
systole_lane_view_unmap (GtkWidget *widget)
{
  SystoleLaneView *self = SYSTOLE_LANE_VIEW (widget);

  systole_lane_view_hide_card (self);
  systole_lane_view_stop_fade (self);
  GTK_WIDGET_CLASS (systole_lane_view_parent_class)->unmap (widget);
}

static void
systole_lane_view_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  SystoleLaneView *self = SYSTOLE_LANE_VIEW (object);

  switch (id)
    {
    case PROP_RUN:
      g_value_set_boxed (value, self->run);
      break;
    case PROP_LETTER:
      g_value_set_uint (value, (guint) self->letter);
      break;
    case PROP_TITLE:
      g_value_set_string (value, self->title);
      break;
    case PROP_POSITION:
      g_value_set_double (value, self->position);
      break;
    case PROP_ENDED:
      g_value_set_boolean (value, self->ended);
      break;
    case PROP_REDUCED_MOTION:
      g_value_set_boolean (value, self->reduced_motion);
      break;
    case PROP_SINGLE_LETTER_KEYS:
      g_value_set_boolean (value, self->single_letter_keys);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
systole_lane_view_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  SystoleLaneView *self = SYSTOLE_LANE_VIEW (object);

  switch (id)
    {
    case PROP_RUN:
      systole_lane_view_set_run (self, g_value_get_boxed (value));
      break;
    case PROP_LETTER:
      systole_lane_view_set_letter (self, (char) g_value_get_uint (value));
      break;
    case PROP_TITLE:
      systole_lane_view_set_title (self, g_value_get_string (value));
      break;
    case PROP_POSITION:
      systole_lane_view_set_position (self, g_value_get_double (value));
      break;
    case PROP_ENDED:
      systole_lane_view_set_ended (self, g_value_get_boolean (value));
      break;
    case PROP_REDUCED_MOTION:
      systole_lane_view_set_reduced_motion (self, g_value_get_boolean (value));
      break;
    case PROP_SINGLE_LETTER_KEYS:
      systole_lane_view_set_single_letter_keys (self, g_value_get_boolean (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
systole_lane_view_dispose (GObject *object)
{
  SystoleLaneView *self = SYSTOLE_LANE_VIEW (object);

  g_clear_handle_id (&self->leave_source, g_source_remove);
  systole_lane_view_stop_fade (self);
  systole_lane_view_stop_values (self);
  systole_lane_view_dispose_card (self);
  systole_lane_view_stop_trail (self);
  G_OBJECT_CLASS (systole_lane_view_parent_class)->dispose (object);
}

static void
systole_lane_view_finalize (GObject *object)
{
  SystoleLaneView *self = SYSTOLE_LANE_VIEW (object);

  g_clear_pointer (&self->cache, systole_lane_cache_free);
  g_clear_pointer (&self->trace, systole_trace_free);
  g_clear_pointer (&self->run, systole_run_unref);
  g_free (self->title);
  systole_run_name_clear (&self->name);
  g_free (self->message);
  G_OBJECT_CLASS (systole_lane_view_parent_class)->finalize (object);
}

static void
install_properties (GObjectClass *object_class)
{
  const GParamFlags flags = G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  properties[PROP_RUN] = g_param_spec_boxed ("run", NULL, NULL, SYSTOLE_TYPE_RUN, flags);
  properties[PROP_LETTER] = g_param_spec_uint ("letter", NULL, NULL, 'A', 'Z', 'A', flags);
  properties[PROP_TITLE] = g_param_spec_string ("title", NULL, NULL, NULL, flags);
  properties[PROP_POSITION] = g_param_spec_double ("position", NULL, NULL, 0, G_MAXDOUBLE, 0, flags);
  properties[PROP_ENDED] = g_param_spec_boolean ("ended", NULL, NULL, FALSE, flags);
  properties[PROP_REDUCED_MOTION] = g_param_spec_boolean ("reduced-motion", NULL, NULL, FALSE, flags);
  properties[PROP_SINGLE_LETTER_KEYS] = g_param_spec_boolean ("single-letter-keys", NULL, NULL, TRUE, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
systole_lane_view_class_init (SystoleLaneViewClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  SystoleCanvasClass *canvas_class = SYSTOLE_CANVAS_CLASS (klass);
  static const char *const names[] = { "activated", "selection-changed", "camera-changed", "values-changed" };

  object_class->get_property = systole_lane_view_get_property;
  object_class->set_property = systole_lane_view_set_property;
  object_class->dispose = systole_lane_view_dispose;
  object_class->finalize = systole_lane_view_finalize;
  widget_class->measure = systole_lane_view_measure;
  widget_class->size_allocate = systole_lane_view_size_allocate;
  widget_class->state_flags_changed = systole_lane_view_state_flags_changed;
  widget_class->unmap = systole_lane_view_unmap;
  canvas_class->paint = systole_lane_view_paint;
  canvas_class->paint_over = systole_lane_view_paint_over;
  canvas_class->describe = systole_lane_view_describe;
  canvas_class->drop = systole_lane_view_drop;

  install_properties (object_class);
  for (guint i = 0; i < SYSTOLE_LANE_VIEW_N_SIGNALS; i++)
    signals[i] = g_signal_new (names[i], SYSTOLE_TYPE_LANE_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);

  gtk_widget_class_set_css_name (widget_class, "lane");
  systole_lane_view_add_bindings (widget_class);
}

static void
systole_lane_view_init (SystoleLaneView *self)
{
  self->letter = 'A';
  self->single_letter_keys = TRUE;
  self->hover = self->focus = self->pinned = self->pinned_second = self->card_target = no_target;
  self->pointer_x = self->pointer_y = -1;
  self->camera.level = SYSTOLE_LEVEL_CHIP;
  self->camera.scale = 1;
  self->camera.centre_x = self->camera.centre_y = 0.5;
  self->cache = systole_lane_view_new_cache ();
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  systole_lane_view_add_controllers (self);
  systole_lane_view_update_label (self);
}

/**
 * systole_lane_view_new:
 *
 * An empty lane; give it a run.
 */
GtkWidget *
systole_lane_view_new (void)
{
  return g_object_new (SYSTOLE_TYPE_LANE_VIEW, NULL);
}

SystoleRun *
systole_lane_view_get_run (SystoleLaneView *self)
{
  g_return_val_if_fail (SYSTOLE_IS_LANE_VIEW (self), NULL);
  return self->run;
}

double
systole_lane_view_get_position (SystoleLaneView *self)
{
  g_return_val_if_fail (SYSTOLE_IS_LANE_VIEW (self), 0);
  return self->position;
}

gboolean
systole_lane_view_get_ended (SystoleLaneView *self)
{
  g_return_val_if_fail (SYSTOLE_IS_LANE_VIEW (self), FALSE);
  return self->ended;
}

gboolean
systole_lane_view_get_reduced_motion (SystoleLaneView *self)
{
  g_return_val_if_fail (SYSTOLE_IS_LANE_VIEW (self), FALSE);
  return self->reduced_motion;
}

gboolean
systole_lane_view_get_single_letter_keys (SystoleLaneView *self)
{
  g_return_val_if_fail (SYSTOLE_IS_LANE_VIEW (self), FALSE);
  return self->single_letter_keys;
}

/**
 * systole_lane_view_set_run:
 * @run: (nullable): what is shown
 *
 * Camera and selection stay where they still mean something in the new run.
 */
void
systole_lane_view_set_run (SystoleLaneView *self, SystoleRun *run)
{
  gboolean first = self->run == NULL;

  g_return_if_fail (SYSTOLE_IS_LANE_VIEW (self));
  if (self->run == run)
    return;
  if (run != NULL)
    systole_run_ref (run);
  g_clear_pointer (&self->run, systole_run_unref);
  g_clear_pointer (&self->trace, systole_trace_free);
  self->run = run;
  self->hover = no_target;
  systole_lane_view_stop_fade (self);
  systole_lane_view_stop_values (self);
  if (run != NULL && first)
    systole_camera_init (&self->camera, run);
  else if (run != NULL)
    systole_lane_view_keep_camera (self);
  systole_lane_view_update_label (self);
  systole_canvas_invalidate (SYSTOLE_CANVAS (self));
  systole_lane_view_refresh_card (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_RUN]);
}

/**
 * systole_lane_view_set_message:
 * @message: (nullable): why there is no run: the engine's sentence
 */
void
systole_lane_view_set_message (SystoleLaneView *self, const char *message)
{
  g_return_if_fail (SYSTOLE_IS_LANE_VIEW (self));
  if (g_strcmp0 (self->message, message) == 0)
    return;
  g_free (self->message);
  self->message = g_strdup (message);
  systole_canvas_invalidate (SYSTOLE_CANVAS (self));
}

/**
 * systole_lane_view_set_position:
 * @position: cycles of the lane's own clock, from 0: the whole part is the cycle, the
 *   rest how far it is on the way to the next
 */
void
systole_lane_view_set_position (SystoleLaneView *self, double position)
{
  gboolean moved;

  g_return_if_fail (SYSTOLE_IS_LANE_VIEW (self));
  g_return_if_fail (position >= 0);
  if (self->position == position)
    return;
  moved = !self->reduced_motion || floor (self->position) != floor (position);
  systole_lane_view_leave_trail (self, self->position, position);
  self->position = position;
  if (moved && !self->ended)
    systole_canvas_redraw (SYSTOLE_CANVAS (self));
  systole_lane_view_refresh_card (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_POSITION]);
}

/**
 * systole_lane_view_set_ended:
 *
 * An ended lane keeps its last frame and shows a flag.
 */
void
systole_lane_view_set_ended (SystoleLaneView *self, gboolean ended)
{
  g_return_if_fail (SYSTOLE_IS_LANE_VIEW (self));
  ended = !!ended;
  if (self->ended == ended)
    return;
  self->ended = ended;
  systole_canvas_redraw (SYSTOLE_CANVAS (self));
  systole_lane_view_refresh_card (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_ENDED]);
}

void
systole_lane_view_set_reduced_motion (SystoleLaneView *self, gboolean reduced_motion)
{
  g_return_if_fail (SYSTOLE_IS_LANE_VIEW (self));
  reduced_motion = !!reduced_motion;
  if (self->reduced_motion == reduced_motion)
    return;
  self->reduced_motion = reduced_motion;
  systole_lane_view_stop_fade (self);
  systole_canvas_redraw (SYSTOLE_CANVAS (self));
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_REDUCED_MOTION]);
}

void
systole_lane_view_set_single_letter_keys (SystoleLaneView *self, gboolean single_letter_keys)
{
  g_return_if_fail (SYSTOLE_IS_LANE_VIEW (self));
  single_letter_keys = !!single_letter_keys;
  if (self->single_letter_keys == single_letter_keys)
    return;
  self->single_letter_keys = single_letter_keys;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SINGLE_LETTER_KEYS]);
}
