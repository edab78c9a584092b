/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/playhead-bar-private.h"

#include "engine/base/i18n.h"
#include "widgets/widget-style.h"

#define SPACING 12

enum
{
  PROP_0,
  PROP_STEP_UNIT,
  PROP_SPEED,
  PROP_TIME_BASE,
  PROP_CYCLE,
  PROP_N_CYCLES,
  PROP_ENDED,
  PROP_PLAYING,
  PROP_HINT,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];
static guint seek_signal;

G_DEFINE_FINAL_TYPE (SystolePlayheadBar, systole_playhead_bar, GTK_TYPE_WIDGET)

void
systole_playhead_bar_emit_seek (SystolePlayheadBar *self, guint64 cycle)
{
  g_signal_emit (self, seek_signal, 0, cycle);
}

static void
show_play (SystolePlayheadBar *self)
{
  const char *words = self->playing ? _ ("Pause") : _ ("Play");

  gtk_image_set_from_icon_name (GTK_IMAGE (self->play_icon), self->playing ? "systole-pause-symbolic" : "systole-play-symbolic");
  gtk_label_set_label (GTK_LABEL (self->play_label), words);
  gtk_widget_set_tooltip_text (self->play, self->playing ? _ ("Pause (Space)") : _ ("Play (Space)"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->play), GTK_ACCESSIBLE_PROPERTY_LABEL, words, -1);
}

/* One row, or two when both halves do not fit side by side. */
static gboolean
fits_one_row (SystolePlayheadBar *self, int width)
{
  int start, end;

  gtk_widget_measure (self->start, GTK_ORIENTATION_HORIZONTAL, -1, &start, NULL, NULL, NULL);
  gtk_widget_measure (self->end, GTK_ORIENTATION_HORIZONTAL, -1, &end, NULL, NULL, NULL);
  return start + SPACING + end <= width;
}

static GtkSizeRequestMode
systole_playhead_bar_get_request_mode (GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void
systole_playhead_bar_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural, int *minimum_baseline, int *natural_baseline)
{
  SystolePlayheadBar *self = SYSTOLE_PLAYHEAD_BAR (widget);
  int start, end, start_natural, end_natural;

  gtk_widget_measure (self->start, orientation, -1, &start, &start_natural, NULL, NULL);
  gtk_widget_measure (self->end, orientation, -1, &end, &end_natural, NULL, NULL);
  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    {
      *minimum = MAX (start, end);
      *natural = start_natural + SPACING + end_natural;
    }
  else if (for_size < 0 || fits_one_row (self, for_size))
    {
      *minimum = MAX (start, end);
      *natural = MAX (start_natural, end_natural);
    }
  else
    *minimum = *natural = start + SPACING / 2 + end;
}

static gboolean
crowd_cb (gpointer data)
{
  SystolePlayheadBar *self = data;

  self->crowd_source = 0;
  gtk_widget_set_visible (self->length_label, !self->crowded);
  gtk_widget_set_visible (self->play_label, !self->very_crowded);
  gtk_widget_set_visible (self->hint, !self->hintless);
  return G_SOURCE_REMOVE;
}

/* Width of a label that may be hidden: as it was when it was last seen. */
static int
label_width (GtkWidget *label, int *known)
{
  if (gtk_widget_get_visible (label))
    gtk_widget_measure (label, GTK_ORIENTATION_HORIZONTAL, -1, NULL, known, NULL, NULL);
  return gtk_widget_get_visible (label) ? 0 : *known;
}

/* The length of the run stands at its strip too: it goes before the hint is shortened. The
 * word on the button goes before there are two rows: its picture and tooltip say the same. */
static void
notice_crowd (SystolePlayheadBar *self, int width)
{
  int start, end, least_start, least_end, least, length, play, hint;
  gboolean one_row;

  length = label_width (self->length_label, &self->length_width);
  play = label_width (self->play_label, &self->play_width);
  hint = label_width (self->hint, &self->hint_width);
  gtk_widget_measure (self->start, GTK_ORIENTATION_HORIZONTAL, -1, &least_start, &start, NULL, NULL);
  gtk_widget_measure (self->end, GTK_ORIENTATION_HORIZONTAL, -1, &least_end, &end, NULL, NULL);
  self->crowded = start + play + hint + SPACING + end + length > width;
  least = least_start + play + SPACING + least_end + length - self->length_width;
  self->very_crowded = least > width && least - self->play_width <= width;
  /* Some letters of a hint are none. Where there are two rows it has room. */
  one_row = least <= width || self->very_crowded;
  self->hintless = one_row && start + play - (self->very_crowded ? self->play_width : 0) + hint + SPACING + end + length - self->length_width > width;
  if ((self->crowded == gtk_widget_get_visible (self->length_label) || self->very_crowded == gtk_widget_get_visible (self->play_label) || self->hintless == gtk_widget_get_visible (self->hint)) && self->crowd_source == 0)
    self->crowd_source = g_idle_add (crowd_cb, self);
}

static void
systole_playhead_bar_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  SystolePlayheadBar *self = SYSTOLE_PLAYHEAD_BAR (widget);
  gboolean rtl = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL;
  GtkAllocation start = { 0, 0, width, height }, end = start;

  notice_crowd (self, width);
  if (fits_one_row (self, width))
    {
      int end_natural, end_least, start_least;

      gtk_widget_measure (self->start, GTK_ORIENTATION_HORIZONTAL, -1, &start_least, NULL, NULL, NULL);
      gtk_widget_measure (self->end, GTK_ORIENTATION_HORIZONTAL, -1, &end_least, &end_natural, NULL, NULL);
      end.width = CLAMP (end_natural, end_least, width - SPACING - start_least);
      start.width = width - SPACING - end.width;
      if (rtl)
        start.x = end.width + SPACING;
      else
        end.x = start.width + SPACING;
    }
  else
    {
      gtk_widget_measure (self->start, GTK_ORIENTATION_VERTICAL, -1, &start.height, NULL, NULL, NULL);
      end.y = start.height + SPACING / 2;
      end.height = MAX (0, height - end.y);
    }
  gtk_widget_size_allocate (self->start, &start, -1);
  gtk_widget_size_allocate (self->end, &end, -1);
  if (self->message != NULL)
    gtk_popover_present (GTK_POPOVER (self->message));
}

static void
systole_playhead_bar_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  SystolePlayheadBar *self = SYSTOLE_PLAYHEAD_BAR (object);

  switch (id)
    {
    case PROP_STEP_UNIT:
      g_value_set_enum (value, (gint) self->step_unit);
      break;
    case PROP_SPEED:
      g_value_set_double (value, self->speed);
      break;
    case PROP_TIME_BASE:
      g_value_set_enum (value, (gint) self->time_base);
      break;
    case PROP_CYCLE:
      g_value_set_uint64 (value, self->cycle);
      break;
    case PROP_N_CYCLES:
      g_value_set_uint64 (value, self->n_cycles);
      break;
    case PROP_ENDED:
      g_value_set_boolean (value, self->ended);
      break;
    case PROP_PLAYING:
      g_value_set_boolean (value, self->playing);
      break;
    case PROP_HINT:
      g_value_set_string (value, self->hint_text);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
systole_playhead_bar_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  SystolePlayheadBar *self = SYSTOLE_PLAYHEAD_BAR (object);

  switch (id)
    {
    case PROP_STEP_UNIT:
      systole_playhead_bar_set_step_unit (self, (SystoleStep) g_value_get_enum (value));
      break;
    case PROP_SPEED:
      systole_playhead_bar_set_speed (self, g_value_get_double (value));
      break;
    case PROP_TIME_BASE:
      systole_playhead_bar_set_time_base (self, (SystoleTimeBase) g_value_get_enum (value));
      break;
    case PROP_CYCLE:
      systole_playhead_bar_set_cycle (self, g_value_get_uint64 (value));
      break;
    case PROP_N_CYCLES:
      systole_playhead_bar_set_n_cycles (self, g_value_get_uint64 (value));
      break;
    case PROP_ENDED:
      systole_playhead_bar_set_ended (self, g_value_get_boolean (value));
      break;
    case PROP_PLAYING:
      systole_playhead_bar_set_playing (self, g_value_get_boolean (value));
      break;
    case PROP_HINT:
      systole_playhead_bar_set_hint (self, g_value_get_string (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
systole_playhead_bar_dispose (GObject *object)
{
  SystolePlayheadBar *self = SYSTOLE_PLAYHEAD_BAR (object);

  g_clear_handle_id (&self->crowd_source, g_source_remove);
  systole_playhead_bar_dispose_number (self);
  g_clear_pointer (&self->start, gtk_widget_unparent);
  g_clear_pointer (&self->end, gtk_widget_unparent);
  G_OBJECT_CLASS (systole_playhead_bar_parent_class)->dispose (object);
}

static void
systole_playhead_bar_finalize (GObject *object)
{
  g_free (SYSTOLE_PLAYHEAD_BAR (object)->hint_text);
  G_OBJECT_CLASS (systole_playhead_bar_parent_class)->finalize (object);
}

static void
install_properties (GObjectClass *object_class)
{
  const GParamFlags flags = G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  properties[PROP_STEP_UNIT] = g_param_spec_enum ("step-unit", NULL, NULL, SYSTOLE_TYPE_STEP, SYSTOLE_STEP_CYCLE, flags);
  properties[PROP_SPEED] = g_param_spec_double ("speed", NULL, NULL, 0.1, G_MAXDOUBLE, 1, flags);
  properties[PROP_TIME_BASE] = g_param_spec_enum ("time-base", NULL, NULL, SYSTOLE_TYPE_TIME_BASE, SYSTOLE_TIME_CYCLES, flags);
  properties[PROP_CYCLE] = g_param_spec_uint64 ("cycle", NULL, NULL, 0, G_MAXUINT64, 0, flags);
  properties[PROP_N_CYCLES] = g_param_spec_uint64 ("n-cycles", NULL, NULL, 0, G_MAXUINT64, 0, flags);
  properties[PROP_ENDED] = g_param_spec_boolean ("ended", NULL, NULL, FALSE, flags);
  properties[PROP_PLAYING] = g_param_spec_boolean ("playing", NULL, NULL, FALSE, flags);
  properties[PROP_HINT] = g_param_spec_string ("hint", NULL, NULL, NULL, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
systole_playhead_bar_class_init (SystolePlayheadBarClass *klass)
{
  static const char *const children[] = { "start", "end", "first", "step_back", "play", "step", "last", "play_icon", "play_label", "hint", "number", "last_label", "length_label", "unit_choice", "speed_choice", "base_choice" };
  static const gsize offsets[] = {
    G_STRUCT_OFFSET (SystolePlayheadBar, start), G_STRUCT_OFFSET (SystolePlayheadBar, end), G_STRUCT_OFFSET (SystolePlayheadBar, first), G_STRUCT_OFFSET (SystolePlayheadBar, step_back), G_STRUCT_OFFSET (SystolePlayheadBar, play), G_STRUCT_OFFSET (SystolePlayheadBar, step), G_STRUCT_OFFSET (SystolePlayheadBar, last), G_STRUCT_OFFSET (SystolePlayheadBar, play_icon), G_STRUCT_OFFSET (SystolePlayheadBar, play_label), G_STRUCT_OFFSET (SystolePlayheadBar, hint), G_STRUCT_OFFSET (SystolePlayheadBar, number), G_STRUCT_OFFSET (SystolePlayheadBar, last_label), G_STRUCT_OFFSET (SystolePlayheadBar, length_label), G_STRUCT_OFFSET (SystolePlayheadBar, unit_choice), G_STRUCT_OFFSET (SystolePlayheadBar, speed_choice), G_STRUCT_OFFSET (SystolePlayheadBar, base_choice)
  };
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = systole_playhead_bar_get_property;
  object_class->set_property = systole_playhead_bar_set_property;
  object_class->dispose = systole_playhead_bar_dispose;
  object_class->finalize = systole_playhead_bar_finalize;
  widget_class->get_request_mode = systole_playhead_bar_get_request_mode;
  widget_class->measure = systole_playhead_bar_measure;
  widget_class->size_allocate = systole_playhead_bar_size_allocate;
  install_properties (object_class);
  seek_signal = g_signal_new ("seek", SYSTOLE_TYPE_PLAYHEAD_BAR, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT64);

  gtk_widget_class_set_template_from_resource (widget_class, "/org/systole/Systole/widgets/playhead-bar.ui");
  G_STATIC_ASSERT (G_N_ELEMENTS (children) == G_N_ELEMENTS (offsets));
  for (guint i = 0; i < G_N_ELEMENTS (children); i++)
    gtk_widget_class_bind_template_child_full (widget_class, children[i], FALSE, (gssize) offsets[i]);
  gtk_widget_class_set_css_name (widget_class, "playheadbar");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
systole_playhead_bar_init (SystolePlayheadBar *self)
{
  systole_widget_style_ensure (GTK_WIDGET (self));
  self->speed = 1;
  gtk_widget_init_template (GTK_WIDGET (self));
  /* The transport is laid out like time itself. */
  gtk_widget_set_direction (gtk_widget_get_parent (self->first), GTK_TEXT_DIR_LTR);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Playback"), -1);
  systole_playhead_bar_init_number (self);
  systole_playhead_bar_init_choices (self);
  systole_playhead_bar_show_choices (self);
  systole_playhead_bar_show_number (self);
  show_play (self);
}

GtkWidget *
systole_playhead_bar_new (void)
{
  return g_object_new (SYSTOLE_TYPE_PLAYHEAD_BAR, NULL);
}

#define GETTER(type, name)                                           \
  type systole_playhead_bar_get_##name (SystolePlayheadBar *self)    \
  {                                                                  \
    g_return_val_if_fail (SYSTOLE_IS_PLAYHEAD_BAR (self), (type) 0); \
    return self->name;                                               \
  }

#define SETTER(type, name, PROP, show)                                       \
  void systole_playhead_bar_set_##name (SystolePlayheadBar *self, type name) \
  {                                                                          \
    g_return_if_fail (SYSTOLE_IS_PLAYHEAD_BAR (self));                       \
    if (self->name == name)                                                  \
      return;                                                                \
    self->name = name;                                                       \
    show (self);                                                             \
    g_object_notify_by_pspec (G_OBJECT (self), properties[PROP]);            \
  }

GETTER (SystoleStep, step_unit)
GETTER (double, speed)
GETTER (SystoleTimeBase, time_base)
GETTER (guint64, cycle)
GETTER (guint64, n_cycles)
GETTER (gboolean, ended)
GETTER (gboolean, playing)
SETTER (SystoleStep, step_unit, PROP_STEP_UNIT, systole_playhead_bar_show_choices)
SETTER (double, speed, PROP_SPEED, systole_playhead_bar_show_choices)
SETTER (SystoleTimeBase, time_base, PROP_TIME_BASE, systole_playhead_bar_show_choices)
SETTER (guint64, cycle, PROP_CYCLE, systole_playhead_bar_show_number)
SETTER (guint64, n_cycles, PROP_N_CYCLES, systole_playhead_bar_show_number)
SETTER (gboolean, ended, PROP_ENDED, systole_playhead_bar_show_number)
SETTER (gboolean, playing, PROP_PLAYING, show_play)

/**
 * systole_playhead_bar_set_hides_length:
 * @hides_length: a question asks for it: “?” stands for the length of the run
 */
void
systole_playhead_bar_set_hides_length (SystolePlayheadBar *self, gboolean hides_length)
{
  g_return_if_fail (SYSTOLE_IS_PLAYHEAD_BAR (self));
  if (self->hides_length == hides_length)
    return;
  self->hides_length = hides_length;
  systole_playhead_bar_show_number (self);
}

const char *
systole_playhead_bar_get_hint (SystolePlayheadBar *self)
{
  g_return_val_if_fail (SYSTOLE_IS_PLAYHEAD_BAR (self), NULL);
  return self->hint_text;
}

/**
 * systole_playhead_bar_set_hint:
 * @hint: (nullable): a sentence beside the buttons; NULL: none
 */
void
systole_playhead_bar_set_hint (SystolePlayheadBar *self, const char *hint)
{
  g_return_if_fail (SYSTOLE_IS_PLAYHEAD_BAR (self));
  if (g_strcmp0 (self->hint_text, hint) == 0)
    return;
  g_free (self->hint_text);
  self->hint_text = g_strdup (hint);
  gtk_label_set_label (GTK_LABEL (self->hint), hint != NULL ? hint : "");
  gtk_widget_set_tooltip_text (self->hint, hint);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_HINT]);
}

void
systole_playhead_bar_grab_number (SystolePlayheadBar *self)
{
  g_return_if_fail (SYSTOLE_IS_PLAYHEAD_BAR (self));
  gtk_widget_grab_focus (self->number);
}

const char *
systole_playhead_bar_get_first_hint (void)
{
  return _ ("Press Space. ← goes back.");
}
