/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/canvas.h"

#include "widgets/picture-ring.h"

/* A screen reader is told at most this often while the picture moves. */
#define DESCRIPTION_PERIOD_MS 2000

typedef struct
{
  SystoleScheme scheme;
  double font_scale, line_scale;
  gboolean playing;
  char *label;
  char *font_family;

  cairo_surface_t *picture; /* kept, at the widget's scale factor; NULL: to be painted */
  SystolePictureRing before;
  int picture_width, picture_height, picture_scale;

  char *description;
  gint64 described_at; /* monotonic, µs; 0: never */
  guint describe_source;
} SystoleCanvasPrivate;

enum
{
  PROP_0,
  PROP_SCHEME,
  PROP_FONT_SCALE,
  PROP_LINE_SCALE,
  PROP_PLAYING,
  PROP_LABEL,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_ABSTRACT_TYPE_WITH_PRIVATE (SystoleCanvas, systole_canvas, GTK_TYPE_WIDGET)

static gboolean
describe_now (gpointer data)
{
  SystoleCanvas *self = data;
  SystoleCanvasPrivate *priv = systole_canvas_get_instance_private (self);
  SystoleCanvasClass *klass = SYSTOLE_CANVAS_GET_CLASS (self);
  g_autofree char *description = NULL;

  priv->describe_source = 0;
  priv->described_at = g_get_monotonic_time ();
  if (klass->describe != NULL)
    description = klass->describe (self);
  if (g_strcmp0 (description, priv->description) == 0)
    return G_SOURCE_REMOVE;

  g_free (priv->description);
  priv->description = g_steal_pointer (&description);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self),
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  priv->description != NULL ? priv->description : "",
                                  -1);
  return G_SOURCE_REMOVE;
}

static void
queue_description (SystoleCanvas *self)
{
  SystoleCanvasPrivate *priv = systole_canvas_get_instance_private (self);
  gint64 wait = 0;

  if (priv->describe_source != 0)
    return;
  if (priv->playing && priv->described_at != 0)
    wait = priv->described_at / 1000 + DESCRIPTION_PERIOD_MS - g_get_monotonic_time () / 1000;
  if (wait > 0)
    priv->describe_source = g_timeout_add ((guint) wait, describe_now, self);
  else
    priv->describe_source = g_idle_add (describe_now, self);
}

static void
drop_picture (SystoleCanvas *self)
{
  SystoleCanvasPrivate *priv = systole_canvas_get_instance_private (self);

  if (priv->picture != NULL)
    systole_picture_ring_put (&priv->before, g_steal_pointer (&priv->picture));
}

static void
update_font_family (SystoleCanvas *self)
{
  SystoleCanvasPrivate *priv = systole_canvas_get_instance_private (self);
  PangoContext *context = gtk_widget_get_pango_context (GTK_WIDGET (self));
  const PangoFontDescription *font = pango_context_get_font_description (context);
  const char *family = font != NULL ? pango_font_description_get_family (font) : NULL;

  if (family == NULL)
    family = "Sans";
  if (g_strcmp0 (family, priv->font_family) == 0)
    return;
  g_free (priv->font_family);
  priv->font_family = g_strdup (family);
  systole_canvas_invalidate (self);
}

static void
paint_picture (SystoleCanvas *self, int width, int height, int scale)
{
  SystoleCanvasPrivate *priv = systole_canvas_get_instance_private (self);
  cairo_t *cr;

  if (priv->picture != NULL && priv->picture_width == width && priv->picture_height == height && priv->picture_scale == scale)
    return;

  drop_picture (self);
  priv->picture = systole_picture_ring_take (&priv->before, width * scale, height * scale, scale);
  priv->picture_width = width;
  priv->picture_height = height;
  priv->picture_scale = scale;

  cr = cairo_create (priv->picture);
  SYSTOLE_CANVAS_GET_CLASS (self)->paint (self, cr, width, height);
  cairo_destroy (cr);
}

static void
systole_canvas_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  SystoleCanvas *self = SYSTOLE_CANVAS (widget);
  SystoleCanvasPrivate *priv = systole_canvas_get_instance_private (self);
  SystoleCanvasClass *klass = SYSTOLE_CANVAS_GET_CLASS (self);
  int width = gtk_widget_get_width (widget);
  int height = gtk_widget_get_height (widget);
  graphene_rect_t bounds;
  cairo_t *cr;

  if (width <= 0 || height <= 0 || klass->paint == NULL)
    return;
  if (priv->font_family == NULL)
    update_font_family (self);

  paint_picture (self, width, height, gtk_widget_get_scale_factor (widget));
  graphene_rect_init (&bounds, 0, 0, (float) width, (float) height);
  cr = gtk_snapshot_append_cairo (snapshot, &bounds);
  cairo_set_source_surface (cr, priv->picture, 0, 0);
  cairo_pattern_set_filter (cairo_get_source (cr), CAIRO_FILTER_NEAREST);
  cairo_paint (cr);
  if (klass->paint_over != NULL)
    klass->paint_over (self, cr, width, height);
  cairo_destroy (cr);
}

static void
systole_canvas_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  SystoleCanvas *self = SYSTOLE_CANVAS (widget);
  SystoleCanvasPrivate *priv = systole_canvas_get_instance_private (self);

  if (priv->picture != NULL && (priv->picture_width != width || priv->picture_height != height))
    systole_canvas_invalidate (self);
}

static void
systole_canvas_css_changed (GtkWidget *widget, GtkCssStyleChange *change)
{
  GTK_WIDGET_CLASS (systole_canvas_parent_class)->css_changed (widget, change);
  update_font_family (SYSTOLE_CANVAS (widget));
}

static void
scale_factor_changed (SystoleCanvas *self)
{
  systole_canvas_invalidate (self);
}

static void
systole_canvas_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  SystoleCanvas *self = SYSTOLE_CANVAS (object);
  SystoleCanvasPrivate *priv = systole_canvas_get_instance_private (self);

  switch (id)
    {
    case PROP_SCHEME:
      g_value_set_enum (value, (gint) priv->scheme);
      break;
    case PROP_FONT_SCALE:
      g_value_set_double (value, priv->font_scale);
      break;
    case PROP_LINE_SCALE:
      g_value_set_double (value, priv->line_scale);
      break;
    case PROP_PLAYING:
      g_value_set_boolean (value, priv->playing);
      break;
    case PROP_LABEL:
      g_value_set_string (value, priv->label);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
systole_canvas_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  SystoleCanvas *self = SYSTOLE_CANVAS (object);

  switch (id)
    {
    case PROP_SCHEME:
      systole_canvas_set_scheme (self, (SystoleScheme) g_value_get_enum (value));
      break;
    case PROP_FONT_SCALE:
      systole_canvas_set_font_scale (self, g_value_get_double (value));
      break;
    case PROP_LINE_SCALE:
      systole_canvas_set_line_scale (self, g_value_get_double (value));
      break;
    case PROP_PLAYING:
      systole_canvas_set_playing (self, g_value_get_boolean (value));
      break;
    case PROP_LABEL:
      systole_canvas_set_label (self, g_value_get_string (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
systole_canvas_dispose (GObject *object)
{
  SystoleCanvas *self = SYSTOLE_CANVAS (object);
  SystoleCanvasPrivate *priv = systole_canvas_get_instance_private (self);

  g_clear_handle_id (&priv->describe_source, g_source_remove);
  drop_picture (self);
  systole_picture_ring_clear (&priv->before);
  G_OBJECT_CLASS (systole_canvas_parent_class)->dispose (object);
}

static void
systole_canvas_finalize (GObject *object)
{
  SystoleCanvasPrivate *priv = systole_canvas_get_instance_private (SYSTOLE_CANVAS (object));

  g_free (priv->label);
  g_free (priv->font_family);
  g_free (priv->description);
  G_OBJECT_CLASS (systole_canvas_parent_class)->finalize (object);
}

static void
systole_canvas_class_init (SystoleCanvasClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  const GParamFlags flags = G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  object_class->get_property = systole_canvas_get_property;
  object_class->set_property = systole_canvas_set_property;
  object_class->dispose = systole_canvas_dispose;
  object_class->finalize = systole_canvas_finalize;
  widget_class->snapshot = systole_canvas_snapshot;
  widget_class->size_allocate = systole_canvas_size_allocate;
  widget_class->css_changed = systole_canvas_css_changed;

  properties[PROP_SCHEME] = g_param_spec_enum ("scheme", NULL, NULL, SYSTOLE_TYPE_SCHEME, SYSTOLE_SCHEME_LIGHT, flags);
  properties[PROP_FONT_SCALE] = g_param_spec_double ("font-scale", NULL, NULL, 0.25, 8, 1, flags);
  properties[PROP_LINE_SCALE] = g_param_spec_double ("line-scale", NULL, NULL, 0.25, 8, 1, flags);
  properties[PROP_PLAYING] = g_param_spec_boolean ("playing", NULL, NULL, FALSE, flags);
  properties[PROP_LABEL] = g_param_spec_string ("label", NULL, NULL, NULL, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
  gtk_widget_class_set_css_name (widget_class, "canvas");
}

static void
systole_canvas_init (SystoleCanvas *self)
{
  SystoleCanvasPrivate *priv = systole_canvas_get_instance_private (self);

  priv->font_scale = 1;
  priv->line_scale = 1;
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  g_signal_connect (self, "notify::scale-factor", G_CALLBACK (scale_factor_changed), NULL);
}

SystoleScheme
systole_canvas_get_scheme (SystoleCanvas *self)
{
  SystoleCanvasPrivate *priv = systole_canvas_get_instance_private (self);

  g_return_val_if_fail (SYSTOLE_IS_CANVAS (self), SYSTOLE_SCHEME_LIGHT);
  return priv->scheme;
}

double
systole_canvas_get_font_scale (SystoleCanvas *self)
{
  SystoleCanvasPrivate *priv = systole_canvas_get_instance_private (self);

  g_return_val_if_fail (SYSTOLE_IS_CANVAS (self), 1);
  return priv->font_scale;
}

double
systole_canvas_get_line_scale (SystoleCanvas *self)
{
  SystoleCanvasPrivate *priv = systole_canvas_get_instance_private (self);

  g_return_val_if_fail (SYSTOLE_IS_CANVAS (self), 1);
  return priv->line_scale;
}

gboolean
systole_canvas_get_playing (SystoleCanvas *self)
{
  SystoleCanvasPrivate *priv = systole_canvas_get_instance_private (self);

  g_return_val_if_fail (SYSTOLE_IS_CANVAS (self), FALSE);
  return priv->playing;
}

const char *
systole_canvas_get_label (SystoleCanvas *self)
{
  SystoleCanvasPrivate *priv = systole_canvas_get_instance_private (self);

  g_return_val_if_fail (SYSTOLE_IS_CANVAS (self), NULL);
  return priv->label;
}

const char *
systole_canvas_get_description (SystoleCanvas *self)
{
  SystoleCanvasPrivate *priv = systole_canvas_get_instance_private (self);

  g_return_val_if_fail (SYSTOLE_IS_CANVAS (self), NULL);
  return priv->description;
}

/**
 * systole_canvas_set_scheme:
 *
 * Chooses the colours; see [func@systole_palette_get].
 */
void
systole_canvas_set_scheme (SystoleCanvas *self, SystoleScheme scheme)
{
  SystoleCanvasPrivate *priv = systole_canvas_get_instance_private (self);

  g_return_if_fail (SYSTOLE_IS_CANVAS (self));
  g_return_if_fail (scheme < SYSTOLE_N_SCHEMES);
  if (priv->scheme == scheme)
    return;
  priv->scheme = scheme;
  systole_canvas_invalidate (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SCHEME]);
}

/**
 * systole_canvas_set_font_scale:
 * @font_scale: 0.25 … 8; 1 is the sizes of the design
 *
 * Scales the texts of the picture, and with them its minimum size.
 */
void
systole_canvas_set_font_scale (SystoleCanvas *self, double font_scale)
{
  SystoleCanvasPrivate *priv = systole_canvas_get_instance_private (self);

  g_return_if_fail (SYSTOLE_IS_CANVAS (self));
  font_scale = CLAMP (font_scale, 0.25, 8);
  if (priv->font_scale == font_scale)
    return;
  priv->font_scale = font_scale;
  systole_canvas_invalidate (self);
  gtk_widget_queue_resize (GTK_WIDGET (self));
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_FONT_SCALE]);
}

/**
 * systole_canvas_set_line_scale:
 * @line_scale: 0.25 … 8; multiplies the scheme's own
 *
 * Scales the lines of the picture.
 */
void
systole_canvas_set_line_scale (SystoleCanvas *self, double line_scale)
{
  SystoleCanvasPrivate *priv = systole_canvas_get_instance_private (self);

  g_return_if_fail (SYSTOLE_IS_CANVAS (self));
  line_scale = CLAMP (line_scale, 0.25, 8);
  if (priv->line_scale == line_scale)
    return;
  priv->line_scale = line_scale;
  systole_canvas_invalidate (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_LINE_SCALE]);
}

/**
 * systole_canvas_set_playing:
 *
 * While a picture plays its description changes at most once in two seconds; when
 * it stops, the last one follows at once.
 */
void
systole_canvas_set_playing (SystoleCanvas *self, gboolean playing)
{
  SystoleCanvasPrivate *priv = systole_canvas_get_instance_private (self);

  g_return_if_fail (SYSTOLE_IS_CANVAS (self));
  playing = !!playing;
  if (priv->playing == playing)
    return;
  priv->playing = playing;
  if (!playing)
    {
      g_clear_handle_id (&priv->describe_source, g_source_remove);
      queue_description (self);
    }
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_PLAYING]);
}

/**
 * systole_canvas_set_label:
 * @label: (nullable): what the picture is, translated
 *
 * The accessible name.
 */
void
systole_canvas_set_label (SystoleCanvas *self, const char *label)
{
  SystoleCanvasPrivate *priv = systole_canvas_get_instance_private (self);

  g_return_if_fail (SYSTOLE_IS_CANVAS (self));
  if (g_strcmp0 (priv->label, label) == 0)
    return;
  g_free (priv->label);
  priv->label = g_strdup (label);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, label != NULL ? label : "", -1);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_LABEL]);
}

/**
 * systole_canvas_get_style:
 * @out: (out): filled; the font family lives as long as the canvas
 *
 * What a painter is told besides its data.
 */
void
systole_canvas_get_style (SystoleCanvas *self, SystolePaintStyle *out)
{
  SystoleCanvasPrivate *priv = systole_canvas_get_instance_private (self);

  g_return_if_fail (SYSTOLE_IS_CANVAS (self));
  systole_paint_style_init (out, priv->scheme);
  out->font_family = priv->font_family != NULL ? priv->font_family : "Sans";
  out->font_scale = priv->font_scale;
  out->line_scale *= priv->line_scale;
  out->rtl = gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL;
}

void
systole_canvas_redraw (SystoleCanvas *self)
{
  g_return_if_fail (SYSTOLE_IS_CANVAS (self));
  drop_picture (self);
  queue_description (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
systole_canvas_invalidate (SystoleCanvas *self)
{
  SystoleCanvasClass *klass = SYSTOLE_CANVAS_GET_CLASS (self);

  g_return_if_fail (SYSTOLE_IS_CANVAS (self));
  if (klass->drop != NULL)
    klass->drop (self);
  systole_canvas_redraw (self);
}

/**
 * systole_canvas_take_picture:
 *
 * The picture last painted, for a cross-fade.
 *
 * Returns: (transfer full) (nullable): with the device scale set
 */
cairo_surface_t *
systole_canvas_take_picture (SystoleCanvas *self)
{
  SystoleCanvasPrivate *priv = systole_canvas_get_instance_private (self);

  g_return_val_if_fail (SYSTOLE_IS_CANVAS (self), NULL);
  return priv->picture != NULL ? cairo_surface_reference (priv->picture) : NULL;
}
