/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/pane.h"

#define WIDEST_SCALE 1.6 /* larger text wraps instead of taking the stage's room */

struct _SystolePane
{
  AdwBin parent_instance;

  int natural_width;
  double font_scale;
};

enum
{
  PROP_0,
  PROP_NATURAL_WIDTH,
  N_PROPS
};

G_DEFINE_FINAL_TYPE (SystolePane, systole_pane, ADW_TYPE_BIN)

static GtkSizeRequestMode
request_mode (GtkWidget *widget)
{
  GtkWidget *child = adw_bin_get_child (ADW_BIN (widget));

  return child != NULL ? gtk_widget_get_request_mode (child) : GTK_SIZE_REQUEST_CONSTANT_SIZE;
}

static void
measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural, int *minimum_baseline, int *natural_baseline)
{
  SystolePane *self = SYSTOLE_PANE (widget);
  GtkWidget *child = adw_bin_get_child (ADW_BIN (widget));

  *minimum = *natural = 0;
  if (child == NULL)
    return;
  gtk_widget_measure (child, orientation, for_size, minimum, natural, NULL, NULL);
  /* A paned gives its fixed child the minimum: the width it wants is its minimum. */
  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    *minimum = *natural = MAX (*minimum, (int) (self->natural_width * MIN (self->font_scale, WIDEST_SCALE)));
}

static void
allocate (GtkWidget *widget, int width, int height, int baseline)
{
  GtkWidget *child = adw_bin_get_child (ADW_BIN (widget));

  if (child != NULL)
    gtk_widget_allocate (child, width, height, baseline, NULL);
}

static void
systole_pane_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  g_value_set_int (value, SYSTOLE_PANE (object)->natural_width);
}

static void
systole_pane_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  SystolePane *self = SYSTOLE_PANE (object);
  int width = g_value_get_int (value);

  if (width == self->natural_width)
    return;
  self->natural_width = width;
  gtk_widget_queue_resize (GTK_WIDGET (self));
  g_object_notify_by_pspec (object, pspec);
}

static void
systole_pane_class_init (SystolePaneClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = systole_pane_get_property;
  object_class->set_property = systole_pane_set_property;
  g_object_class_install_property (object_class, PROP_NATURAL_WIDTH, g_param_spec_int ("natural-width", NULL, NULL, 0, G_MAXINT, 0, G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS));
}

static void
systole_pane_init (SystolePane *self)
{
  self->font_scale = 1;
  gtk_widget_set_layout_manager (GTK_WIDGET (self), gtk_custom_layout_new (request_mode, measure, allocate));
}

/**
 * systole_pane_set_font_scale:
 * @font_scale: size of text against the design; the width follows it
 */
void
systole_pane_set_font_scale (SystolePane *self, double font_scale)
{
  g_return_if_fail (SYSTOLE_IS_PANE (self));
  if (font_scale == self->font_scale)
    return;
  self->font_scale = font_scale;
  gtk_widget_queue_resize (GTK_WIDGET (self));
}
