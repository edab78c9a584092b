/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "tests/app/document-fixture.h"

/* What is wrong with the texts and places of a window that is on screen. */

static G_GNUC_UNUSED void
write_picture (GtkWidget *window, const char *what)
{
  g_autofree char *name = g_strdup_printf ("%s-%s.png", g_getenv ("LANGUAGE"), what);
  g_autofree char *path = g_build_filename (g_getenv ("SYSTOLE_SHEET"), name, NULL);
  g_autoptr (GdkPaintable) paintable = gtk_widget_paintable_new (window);
  g_autoptr (GskRenderNode) node = NULL;
  g_autoptr (GdkTexture) texture = NULL;

  while (node == NULL)
    {
      GtkSnapshot *snapshot = gtk_snapshot_new ();

      g_main_context_iteration (NULL, FALSE);
      gdk_paintable_snapshot (paintable, snapshot, gtk_widget_get_width (window), gtk_widget_get_height (window));
      node = gtk_snapshot_free_to_node (snapshot);
    }
  texture = gsk_renderer_render_texture (gtk_native_get_renderer (GTK_NATIVE (window)), node, NULL);
  g_assert_true (gdk_texture_save_to_png (texture, path));
}

/* Whether a widget may be larger than what is seen of it. */
static gboolean
is_scrolled (GtkWidget *widget)
{
  return gtk_widget_get_ancestor (widget, GTK_TYPE_SCROLLED_WINDOW) != NULL || gtk_widget_get_ancestor (widget, GTK_TYPE_VIEWPORT) != NULL;
}

/* All that is wrong, rather than the first of it. Returns: how much */
static G_GNUC_UNUSED guint
count_outside (GtkWidget *window, GtkWidget *widget)
{
  graphene_rect_t bounds;
  guint n = 0;

  if (!gtk_widget_get_mapped (widget) || GTK_IS_POPOVER (widget))
    return 0;
  if (widget != window && !is_scrolled (widget) && gtk_widget_compute_bounds (widget, window, &bounds) &&
      (bounds.origin.x < -1 || bounds.origin.y < -1 || bounds.origin.x + bounds.size.width > gtk_widget_get_width (window) + 1 ||
       bounds.origin.y + bounds.size.height > gtk_widget_get_height (window) + 1))
    {
      g_test_message ("%s (%s) is at %.0f, %.0f, %.0f × %.0f", G_OBJECT_TYPE_NAME (widget), gtk_widget_get_name (widget), bounds.origin.x, bounds.origin.y, bounds.size.width, bounds.size.height);
      n++;
    }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL; child = gtk_widget_get_next_sibling (child))
    n += count_outside (window, child);
  return n;
}

static void
collect_labels (GtkWidget *widget, GPtrArray *out)
{
  if (!gtk_widget_get_mapped (widget) || GTK_IS_POPOVER (widget))
    return;
  if (GTK_IS_LABEL (widget) && gtk_label_get_text (GTK_LABEL (widget))[0] != '\0')
    g_ptr_array_add (out, widget);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL; child = gtk_widget_get_next_sibling (child))
    collect_labels (child, out);
}

/* Whether what is cut can be read elsewhere: in a hint of the label, or of what it stands in. */
static gboolean
has_hint (GtkWidget *label)
{
  for (GtkWidget *widget = label; widget != NULL && !GTK_IS_WINDOW (widget); widget = gtk_widget_get_parent (widget))
    if (gtk_widget_get_has_tooltip (widget))
      return TRUE;
  return FALSE;
}

/* Texts of widgets that are cut without a hint, that get less room than they need, or lie on one another. */
static G_GNUC_UNUSED guint
count_unreadable (GtkWidget *window)
{
  g_autoptr (GPtrArray) labels = g_ptr_array_new ();
  guint n = 0;

  collect_labels (window, labels);
  g_assert_cmpuint (labels->len, >=, 1);
  for (guint i = 0; i < labels->len; i++)
    {
      GtkWidget *label = labels->pdata[i];
      const char *text = gtk_label_get_text (GTK_LABEL (label));
      graphene_rect_t bounds, other, both;
      int least;

      if (gtk_widget_get_width (label) == 0) /* of a pane that is folded away */
        continue;
      pango_layout_get_pixel_size (gtk_label_get_layout (GTK_LABEL (label)), NULL, &least);
      if (pango_layout_is_ellipsized (gtk_label_get_layout (GTK_LABEL (label))) && !has_hint (label))
        g_test_message ("“%s” is cut and has no hint", text), n++;
      else if (gtk_widget_get_height (label) < least - 1)
        g_test_message ("“%s” has %d pixels of height, and needs %d", text, gtk_widget_get_height (label), least), n++;
      if (!gtk_widget_compute_bounds (label, window, &bounds))
        continue;
      for (guint j = 0; j < i; j++)
        if (!is_scrolled (label) && !is_scrolled (labels->pdata[j]) && gtk_widget_compute_bounds (labels->pdata[j], window, &other) &&
            graphene_rect_intersection (&bounds, &other, &both) && both.size.width > 1 && both.size.height > 1)
          g_test_message ("“%s” lies on “%s”", text, gtk_label_get_text (labels->pdata[j])), n++;
    }
  return n;
}
