/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/stage-private.h"

#include <math.h>

#include "engine/base/i18n.h"
#include "widgets/lane-view-private.h"
#include "widgets/widget-style.h"

enum
{
  PROP_0,
  PROP_ACTIVE,
  PROP_N_LANES,
  PROP_LINKED,
  PROP_SCHEME,
  PROP_FONT_SCALE,
  PROP_LINE_SCALE,
  PROP_PLAYING,
  PROP_REDUCED_MOTION,
  PROP_SINGLE_LETTER_KEYS,
  N_PROPS
};

enum
{
  SELECTION_CHANGED,
  CAMERA_CHANGED,
  RUNS_CHANGED,
  N_SIGNALS
};

static GParamSpec *properties[N_PROPS];
static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (SystoleStage, systole_stage, GTK_TYPE_WIDGET)

static guint
lane_index (SystoleStage *self, SystoleLaneView *lane)
{
  for (guint i = 0; i < self->n_lanes; i++)
    if (self->lanes[i] == lane)
      return i;
  return G_MAXUINT;
}

static void
activated_cb (SystoleLaneView *lane, SystoleStage *self)
{
  guint i = lane_index (self, lane);

  if (i != G_MAXUINT)
    systole_stage_set_active (self, i);
}

/* While it plays nothing is looked for: the other lanes are unpinned until it stops. */
static gboolean
link_again (gpointer data)
{
  SystoleStage *self = data;

  self->link_source = 0;
  if (!self->linked || self->selected >= self->n_lanes)
    return G_SOURCE_REMOVE;
  self->linking = TRUE;
  if (self->playing)
    systole_stage_unlink_others (self, self->selected);
  else
    systole_stage_link_selection (self, self->selected);
  self->linking = FALSE;
  return G_SOURCE_REMOVE;
}

static void
queue_link (SystoleStage *self)
{
  if (self->link_source == 0 && self->linked && self->selected < self->n_lanes)
    self->link_source = g_idle_add (link_again, self);
}

static void
selection_cb (SystoleLaneView *lane, SystoleStage *self)
{
  guint i = lane_index (self, lane);
  SystoleTarget pinned;

  if (i == G_MAXUINT)
    return;
  /* What linking changes in the other lanes is not the user's choice. */
  if (!self->linking)
    {
      systole_lane_view_get_pinned (lane, &pinned, NULL);
      self->selected = pinned.kind != SYSTOLE_TARGET_NONE ? i : G_MAXUINT;
      self->linking = TRUE;
      if (self->linked)
        systole_stage_link_selection (self, i);
      self->linking = FALSE;
    }
  g_signal_emit (self, signals[SELECTION_CHANGED], 0, i);
}

static void
camera_cb (SystoleLaneView *lane, SystoleStage *self)
{
  guint i = lane_index (self, lane);

  if (i != G_MAXUINT)
    g_signal_emit (self, signals[CAMERA_CHANGED], 0, i);
}

static void
apply (SystoleStage *self)
{
  for (guint i = 0; i < self->n_lanes; i++)
    {
      SystoleCanvas *canvas = SYSTOLE_CANVAS (self->lanes[i]);

      systole_canvas_set_scheme (canvas, self->scheme);
      systole_canvas_set_font_scale (canvas, self->font_scale);
      systole_canvas_set_line_scale (canvas, self->line_scale);
      systole_canvas_set_playing (canvas, self->playing);
      systole_lane_view_set_reduced_motion (self->lanes[i], self->reduced_motion);
      systole_lane_view_set_single_letter_keys (self->lanes[i], self->single_letter_keys);
    }
}

static void
add_lane (SystoleStage *self)
{
  GtkWidget *lane = systole_lane_view_new ();
  guint i = self->n_lanes;

  systole_stage_grid_append (self->grid, lane);
  self->lanes[i] = SYSTOLE_LANE_VIEW (lane);
  self->n_lanes++;
  systole_lane_view_set_letter (self->lanes[i], (char) ('A' + i));
  g_signal_connect (lane, "activated", G_CALLBACK (activated_cb), self);
  g_signal_connect (lane, "selection-changed", G_CALLBACK (selection_cb), self);
  g_signal_connect (lane, "camera-changed", G_CALLBACK (camera_cb), self);
}

static void
remove_lane (SystoleStage *self)
{
  self->n_lanes--;
  g_signal_handlers_disconnect_by_data (self->lanes[self->n_lanes], self);
  self->lanes[self->n_lanes] = NULL;
  systole_stage_grid_remove_last (self->grid);
}

static void
systole_stage_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  SystoleStage *self = SYSTOLE_STAGE (object);

  switch (id)
    {
    case PROP_ACTIVE:
      g_value_set_uint (value, self->active);
      break;
    case PROP_N_LANES:
      g_value_set_uint (value, self->n_lanes);
      break;
    case PROP_LINKED:
      g_value_set_boolean (value, self->linked);
      break;
    case PROP_SCHEME:
      g_value_set_enum (value, (gint) self->scheme);
      break;
    case PROP_FONT_SCALE:
      g_value_set_double (value, self->font_scale);
      break;
    case PROP_LINE_SCALE:
      g_value_set_double (value, self->line_scale);
      break;
    case PROP_PLAYING:
      g_value_set_boolean (value, self->playing);
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
systole_stage_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  SystoleStage *self = SYSTOLE_STAGE (object);

  switch (id)
    {
    case PROP_ACTIVE:
      systole_stage_set_active (self, g_value_get_uint (value));
      break;
    case PROP_LINKED:
      systole_stage_set_linked (self, g_value_get_boolean (value));
      break;
    case PROP_SCHEME:
      systole_stage_set_scheme (self, (SystoleScheme) g_value_get_enum (value));
      break;
    case PROP_FONT_SCALE:
      systole_stage_set_font_scale (self, g_value_get_double (value));
      break;
    case PROP_LINE_SCALE:
      systole_stage_set_line_scale (self, g_value_get_double (value));
      break;
    case PROP_PLAYING:
      systole_stage_set_playing (self, g_value_get_boolean (value));
      break;
    case PROP_REDUCED_MOTION:
      systole_stage_set_reduced_motion (self, g_value_get_boolean (value));
      break;
    case PROP_SINGLE_LETTER_KEYS:
      systole_stage_set_single_letter_keys (self, g_value_get_boolean (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
systole_stage_dispose (GObject *object)
{
  SystoleStage *self = SYSTOLE_STAGE (object);

  g_clear_handle_id (&self->link_source, g_source_remove);
  while (self->n_lanes > 0)
    remove_lane (self);
  g_clear_pointer (&self->scroller, gtk_widget_unparent);
  G_OBJECT_CLASS (systole_stage_parent_class)->dispose (object);
}

static void
install_properties (GObjectClass *object_class)
{
  const GParamFlags flags = G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  properties[PROP_ACTIVE] = g_param_spec_uint ("active", NULL, NULL, 0, SYSTOLE_STAGE_MAX_LANES - 1, 0, flags);
  properties[PROP_N_LANES] = g_param_spec_uint ("n-lanes", NULL, NULL, 0, SYSTOLE_STAGE_MAX_LANES, 0, G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  properties[PROP_LINKED] = g_param_spec_boolean ("linked", NULL, NULL, TRUE, flags);
  properties[PROP_SCHEME] = g_param_spec_enum ("scheme", NULL, NULL, SYSTOLE_TYPE_SCHEME, SYSTOLE_SCHEME_LIGHT, flags);
  properties[PROP_FONT_SCALE] = g_param_spec_double ("font-scale", NULL, NULL, 0.25, 8, 1, flags);
  properties[PROP_LINE_SCALE] = g_param_spec_double ("line-scale", NULL, NULL, 0.25, 8, 1, flags);
  properties[PROP_PLAYING] = g_param_spec_boolean ("playing", NULL, NULL, FALSE, flags);
  properties[PROP_REDUCED_MOTION] = g_param_spec_boolean ("reduced-motion", NULL, NULL, FALSE, flags);
  properties[PROP_SINGLE_LETTER_KEYS] = g_param_spec_boolean ("single-letter-keys", NULL, NULL, TRUE, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
systole_stage_class_init (SystoleStageClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = systole_stage_get_property;
  object_class->set_property = systole_stage_set_property;
  object_class->dispose = systole_stage_dispose;
  install_properties (object_class);

  signals[SELECTION_CHANGED] = g_signal_new ("selection-changed", SYSTOLE_TYPE_STAGE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
  signals[CAMERA_CHANGED] = g_signal_new ("camera-changed", SYSTOLE_TYPE_STAGE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
  signals[RUNS_CHANGED] = g_signal_new ("runs-changed", SYSTOLE_TYPE_STAGE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);

  gtk_widget_class_set_css_name (widget_class, "stage");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
}

/* Escape closes a card first, whichever lane it hangs on. */
static gboolean
close_cards (GtkWidget *widget, GVariant *args, gpointer data)
{
  SystoleStage *self = SYSTOLE_STAGE (widget);
  gboolean shown = FALSE;

  for (guint i = 0; i < self->n_lanes; i++)
    shown |= systole_lane_view_hide_card (self->lanes[i]);
  return shown;
}

static void
add_close_key (SystoleStage *self)
{
  GtkEventController *keys = gtk_shortcut_controller_new ();
  GtkShortcutTrigger *trigger = gtk_keyval_trigger_new (GDK_KEY_Escape, 0);

  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  gtk_shortcut_controller_add_shortcut (GTK_SHORTCUT_CONTROLLER (keys), gtk_shortcut_new (trigger, gtk_callback_action_new (close_cards, NULL, NULL)));
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
}

static void
systole_stage_init (SystoleStage *self)
{
  GtkWidget *grid = systole_stage_grid_new ();

  systole_widget_style_ensure (GTK_WIDGET (self));
  self->linked = TRUE;
  self->single_letter_keys = TRUE;
  self->selected = G_MAXUINT;
  self->font_scale = self->line_scale = 1;
  self->grid = SYSTOLE_STAGE_GRID (grid);
  self->scroller = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scroller), grid);
  gtk_widget_set_focusable (self->scroller, FALSE);
  gtk_widget_set_parent (self->scroller, GTK_WIDGET (self));
  add_close_key (self);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Stage"), -1);
}

GtkWidget *
systole_stage_new (void)
{
  return g_object_new (SYSTOLE_TYPE_STAGE, NULL);
}

static void
name_lane (SystoleLaneView *lane, const SystoleRun *const *runs, guint n, guint i)
{
  g_auto (SystoleRunName) name = { NULL };

  if (runs[i] != NULL)
    systole_run_name_init (&name, runs, n, i);
  systole_lane_view_set_name (lane, runs[i] != NULL ? &name : NULL);
}

void
systole_stage_set_runs (SystoleStage *self, SystoleRun *const *runs, const char *const *titles, guint n)
{
  guint old;

  g_return_if_fail (SYSTOLE_IS_STAGE (self));
  old = self->n_lanes;
  n = MIN (n, SYSTOLE_STAGE_MAX_LANES);
  while (self->n_lanes > n)
    remove_lane (self);
  while (self->n_lanes < n)
    add_lane (self);
  apply (self);
  if (self->selected != G_MAXUINT && self->selected >= n)
    self->selected = G_MAXUINT;
  if (self->active >= MAX (1, n))
    systole_stage_set_active (self, 0);
  for (guint i = 0; i < n; i++)
    {
      systole_lane_view_set_title (self->lanes[i], titles != NULL ? titles[i] : NULL);
      systole_lane_view_set_run (self->lanes[i], runs[i]);
      name_lane (self->lanes[i], (const SystoleRun *const *) runs, n, i);
    }
  if (old != n)
    g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_N_LANES]);
  queue_link (self);
  g_signal_emit (self, signals[RUNS_CHANGED], 0);
}

guint
systole_stage_get_n_lanes (SystoleStage *self)
{
  g_return_val_if_fail (SYSTOLE_IS_STAGE (self), 0);
  return self->n_lanes;
}

SystoleLaneView *
systole_stage_get_lane (SystoleStage *self, guint lane)
{
  g_return_val_if_fail (SYSTOLE_IS_STAGE (self), NULL);
  return lane < self->n_lanes ? self->lanes[lane] : NULL;
}

/**
 * systole_stage_set_position:
 * @lane: must exist
 * @position: cycles of its own clock, with fraction
 * @ended: it has come to its end
 */
void
systole_stage_set_position (SystoleStage *self, guint lane, double position, gboolean ended)
{
  g_return_if_fail (SYSTOLE_IS_STAGE (self));
  g_return_if_fail (lane < self->n_lanes);
  if (!self->playing && floor (systole_lane_view_get_position (self->lanes[lane])) != floor (position))
    queue_link (self);
  systole_lane_view_set_ended (self->lanes[lane], ended);
  systole_lane_view_set_position (self->lanes[lane], position);
}

guint
systole_stage_get_active (SystoleStage *self)
{
  g_return_val_if_fail (SYSTOLE_IS_STAGE (self), 0);
  return self->active;
}

void
systole_stage_set_active (SystoleStage *self, guint lane)
{
  g_return_if_fail (SYSTOLE_IS_STAGE (self));
  if (self->active == lane || lane >= MAX (1, self->n_lanes))
    return;
  self->active = lane;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_ACTIVE]);
}

SystoleLaneView *
systole_stage_get_active_lane (SystoleStage *self)
{
  g_return_val_if_fail (SYSTOLE_IS_STAGE (self), NULL);
  return systole_stage_get_lane (self, self->active);
}

SystoleLaneView *
systole_stage_get_selected_lane (SystoleStage *self)
{
  g_return_val_if_fail (SYSTOLE_IS_STAGE (self), NULL);
  return systole_stage_get_lane (self, self->selected);
}

gboolean
systole_stage_get_linked (SystoleStage *self)
{
  g_return_val_if_fail (SYSTOLE_IS_STAGE (self), FALSE);
  return self->linked;
}

/* A setter of a value that is passed on to every lane. */
#define SETTER(type, name, PROP)                                  \
  void systole_stage_set_##name (SystoleStage *self, type name)   \
  {                                                               \
    g_return_if_fail (SYSTOLE_IS_STAGE (self));                   \
    if (self->name == name)                                       \
      return;                                                     \
    self->name = name;                                            \
    apply (self);                                                 \
    queue_link (self);                                            \
    g_object_notify_by_pspec (G_OBJECT (self), properties[PROP]); \
  }

SETTER (gboolean, linked, PROP_LINKED)
SETTER (SystoleScheme, scheme, PROP_SCHEME)
SETTER (double, font_scale, PROP_FONT_SCALE)
SETTER (double, line_scale, PROP_LINE_SCALE)
SETTER (gboolean, playing, PROP_PLAYING)
SETTER (gboolean, reduced_motion, PROP_REDUCED_MOTION)
SETTER (gboolean, single_letter_keys, PROP_SINGLE_LETTER_KEYS)
