/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/start-card.h"

#include <string.h>

#include "app/start-thumbnail.h"
#include "engine/base/i18n.h"

#define CARD_WIDTH 216     /* of the picture, at least: one card fits a window of 400 pixels */
#define CARD_CHARACTERS 26 /* of a line of text, as wide as the picture */
#define PICTURE_RADIUS 8.0

static void
set_action (GtkWidget *self, const char *action, const char *target)
{
  g_object_set_data (G_OBJECT (self), "action", (gpointer) g_intern_string (action));
  g_object_set_data_full (G_OBJECT (self), "target", g_strdup (target), g_free);
}

void
systole_start_card_activate (GtkWidget *self)
{
  const char *action = g_object_get_data (G_OBJECT (self), "action");
  const char *target = g_object_get_data (G_OBJECT (self), "target");
  g_autoptr (GVariant) parameter = target != NULL ? g_variant_ref_sink (g_variant_new_string (target)) : NULL;

  gtk_widget_activate_action_variant (self, action, parameter);
}

static void
draw_picture (GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer data)
{
  cairo_surface_t *surface = g_object_get_data (G_OBJECT (area), "surface");
  double scale = MIN ((double) width / SYSTOLE_THUMBNAIL_WIDTH, (double) height / SYSTOLE_THUMBNAIL_HEIGHT);
  double right = width, bottom = height;
  guint32 ground;

  if (surface == NULL)
    return;
  memcpy (&ground, cairo_image_surface_get_data (surface), sizeof ground);
  cairo_new_sub_path (cr);
  cairo_arc (cr, right - PICTURE_RADIUS, PICTURE_RADIUS, PICTURE_RADIUS, -G_PI_2, 0);
  cairo_arc (cr, right - PICTURE_RADIUS, bottom - PICTURE_RADIUS, PICTURE_RADIUS, 0, G_PI_2);
  cairo_arc (cr, PICTURE_RADIUS, bottom - PICTURE_RADIUS, PICTURE_RADIUS, G_PI_2, G_PI);
  cairo_arc (cr, PICTURE_RADIUS, PICTURE_RADIUS, PICTURE_RADIUS, G_PI, 1.5 * G_PI);
  cairo_close_path (cr);
  cairo_clip (cr);
  cairo_set_source_rgb (cr, (ground >> 16 & 0xff) / 255.0, (ground >> 8 & 0xff) / 255.0, (ground & 0xff) / 255.0);
  cairo_paint (cr);
  cairo_translate (cr, (width - SYSTOLE_THUMBNAIL_WIDTH * scale) / 2, (height - SYSTOLE_THUMBNAIL_HEIGHT * scale) / 2);
  cairo_scale (cr, scale, scale);
  cairo_set_source_surface (cr, surface, 0, 0);
  cairo_pattern_set_filter (cairo_get_source (cr), CAIRO_FILTER_GOOD);
  cairo_paint (cr);
}

static GtkWidget *
make_label (const char *text, const char *style, int lines)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_width_chars (GTK_LABEL (label), 8);
  gtk_label_set_max_width_chars (GTK_LABEL (label), CARD_CHARACTERS);
  if (lines > 0)
    {
      gtk_label_set_lines (GTK_LABEL (label), lines);
      gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
    }
  gtk_widget_add_css_class (label, style);
  return label;
}

static GtkWidget *
make_picture (void)
{
  GtkWidget *picture = gtk_drawing_area_new ();

  gtk_drawing_area_set_content_width (GTK_DRAWING_AREA (picture), CARD_WIDTH);
  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (picture), draw_picture, NULL, NULL);
  gtk_widget_add_css_class (picture, "start-picture");
  return picture;
}

/* What a screen reader says of a card, in the order in which it is seen. */
static void
say (GtkWidget *self, const SystoleStartEntry *entry, const char *beats)
{
  g_autofree char *text = beats != NULL ? g_strdup_printf ("%s. %s", beats, entry->line) : g_strdup (entry->line);

  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, entry->title, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text, -1);
}

/**
 * systole_start_card_new:
 *
 * Returns: (transfer full): a GtkFlowBoxChild; its picture comes later
 */
GtkWidget *
systole_start_card_new (const SystoleStartEntry *entry)
{
  GtkWidget *self = gtk_flow_box_child_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  GtkWidget *picture = make_picture ();
  g_autofree char *beats = entry->n_beats > 0 ? g_strdup_printf (P_ ("%u beat", "%u beats", entry->n_beats), entry->n_beats) : NULL;

  gtk_box_append (GTK_BOX (box), picture);
  gtk_box_append (GTK_BOX (box), make_label (entry->title, "heading", 0));
  gtk_box_append (GTK_BOX (box), make_label (entry->line, "start-line", 3));
  if (beats != NULL)
    {
      GtkWidget *chip = gtk_label_new (beats);

      gtk_widget_add_css_class (chip, "start-beats");
      gtk_widget_set_halign (chip, GTK_ALIGN_END);
      gtk_widget_set_valign (chip, GTK_ALIGN_END);
      gtk_widget_set_vexpand (chip, TRUE);
      gtk_box_append (GTK_BOX (box), chip);
    }
  gtk_flow_box_child_set_child (GTK_FLOW_BOX_CHILD (self), box);
  gtk_widget_add_css_class (self, "start-card");
  gtk_widget_set_tooltip_text (self, entry->line);
  g_object_set_data (G_OBJECT (self), "picture", picture);
  set_action (self, "win.open-library", entry->id);
  say (self, entry, beats);
  return self;
}

/* @surface: as systole_start_thumbnail_paint() makes it */
void
systole_start_card_set_picture (GtkWidget *self, cairo_surface_t *surface)
{
  GtkWidget *picture = g_object_get_data (G_OBJECT (self), "picture");

  g_object_set_data_full (G_OBJECT (picture), "surface", cairo_surface_reference (surface), (GDestroyNotify) cairo_surface_destroy);
  gtk_widget_queue_draw (picture);
}

/* The picture grows with the text beside it, in height: its width follows the columns. */
void
systole_start_card_set_font_scale (GtkWidget *self, double font_scale)
{
  GtkDrawingArea *picture = g_object_get_data (G_OBJECT (self), "picture");

  gtk_drawing_area_set_content_height (picture, (int) (MAX (font_scale, 1) * CARD_WIDTH * SYSTOLE_THUMBNAIL_HEIGHT / SYSTOLE_THUMBNAIL_WIDTH));
}

/**
 * systole_start_words_new:
 * @action: of the window
 * @target: (nullable): its parameter, a string
 *
 * Returns: (transfer full): a GtkFlowBoxChild
 */
GtkWidget *
systole_start_words_new (const char *label, const char *action, const char *target)
{
  GtkWidget *self = gtk_flow_box_child_new ();
  GtkWidget *words = gtk_label_new (label);

  gtk_label_set_ellipsize (GTK_LABEL (words), PANGO_ELLIPSIZE_MIDDLE);
  gtk_label_set_width_chars (GTK_LABEL (words), 8);
  gtk_label_set_max_width_chars (GTK_LABEL (words), 2 * CARD_CHARACTERS);
  gtk_flow_box_child_set_child (GTK_FLOW_BOX_CHILD (self), words);
  gtk_widget_add_css_class (self, "start-words");
  gtk_widget_set_tooltip_text (self, label);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  set_action (self, action, target);
  return self;
}
