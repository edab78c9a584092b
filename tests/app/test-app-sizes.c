/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/app/document-fixture.h"

#include "widgets/canvas.h"

/*
 * The window in the language that LANGUAGE names, from small to large, with letters of 80 to 300 %,
 * and mirrored: everything lies inside, no text is cut without a hint or lies on another, and Tab
 * reaches whatever can have the keyboard. With
 * SYSTOLE_SHEET=FOLDER the pictures are written there, to look at.
 */

typedef struct
{
  const char *name;
  int width, height;
  double text_size;
  GtkTextDirection direction;
  gboolean tab; /* is looked at, too */
} Case;

static const Case cases[] = {
  { "usual", 1280, 720, 1, GTK_TEXT_DIR_LTR, TRUE },
  { "mirrored", 1280, 720, 1, GTK_TEXT_DIR_RTL },
  { "smallest", 400, 300, 1, GTK_TEXT_DIR_LTR },
  { "smallest-mirrored", 400, 300, 1, GTK_TEXT_DIR_RTL, TRUE },
  { "small-letters", 800, 500, 0.8, GTK_TEXT_DIR_LTR },
  { "large-letters", 1024, 640, 2, GTK_TEXT_DIR_LTR, TRUE },
  { "largest-letters", 1024, 640, 3, GTK_TEXT_DIR_LTR },
  { "largest-letters-smallest", 400, 300, 3, GTK_TEXT_DIR_RTL },
};

static SystoleMainWindow *
open_case (const Case *row)
{
  SystoleMainWindow *window;

  gtk_widget_set_default_direction (row->direction);
  g_object_set (systole_application_get_settings (application), "text-size", row->text_size, NULL);
  window = systole_main_window_new (application);
  systole_main_window_open_welcome (window);
  gtk_window_set_default_size (GTK_WINDOW (window), row->width, row->height);
  gtk_window_present (GTK_WINDOW (window));
  wait_until (is_ready (window) && gtk_widget_get_width (GTK_WIDGET (window)) > 0);
  /* What is laid out in an idle. */
  for (guint i = 0; i < 50; i++)
    g_main_context_iteration (NULL, FALSE);
  return window;
}

static void
write_picture (GtkWidget *window, const Case *row)
{
  g_autofree char *name = g_strdup_printf ("%s-%s.png", g_getenv ("LANGUAGE"), row->name);
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
static guint
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

/* Whether the window as a whole is wider than what is seen of it. */
static gboolean
scrolls_sideways (GtkWidget *widget)
{
  gboolean found = FALSE;

  if (strcmp (G_OBJECT_TYPE_NAME (widget), "SystoleTimelineView") == 0)
    {
      GtkWidget *scrolled = gtk_widget_get_ancestor (widget, GTK_TYPE_SCROLLED_WINDOW);
      GtkAdjustment *adjustment = gtk_scrolled_window_get_hadjustment (GTK_SCROLLED_WINDOW (scrolled));

      return gtk_adjustment_get_upper (adjustment) > gtk_adjustment_get_page_size (adjustment) + 0.5;
    }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && !found; child = gtk_widget_get_next_sibling (child))
    found = scrolls_sideways (child);
  return found;
}

/* For who mends it: the innermost widgets that do not get smaller. */
static gboolean
tell_too_large (GtkWidget *widget, const Case *row)
{
  int width, height;
  gboolean told = FALSE;

  if (!gtk_widget_get_visible (widget) || GTK_IS_POPOVER (widget))
    return FALSE;
  gtk_widget_measure (widget, GTK_ORIENTATION_HORIZONTAL, -1, &width, NULL, NULL, NULL);
  gtk_widget_measure (widget, GTK_ORIENTATION_VERTICAL, -1, &height, NULL, NULL, NULL);
  if (width <= row->width && height <= row->height)
    return FALSE;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL; child = gtk_widget_get_next_sibling (child))
    told = tell_too_large (child, row) || told;
  if (!told)
    g_test_message ("%s (%s) needs %d × %d", G_OBJECT_TYPE_NAME (widget), gtk_widget_get_name (widget), width, height);
  return TRUE;
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
static guint
count_unreadable (GtkWidget *window)
{
  g_autoptr (GPtrArray) labels = g_ptr_array_new ();
  guint n = 0;

  collect_labels (window, labels);
  g_assert_cmpuint (labels->len, >=, 3);
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

/* What a press of Tab should come to. */
static void
collect_focusable (GtkWidget *widget, GHashTable *found)
{
  if (!gtk_widget_get_mapped (widget) || !gtk_widget_is_sensitive (widget) || GTK_IS_POPOVER (widget) || !gtk_widget_get_can_focus (widget))
    return;
  if (gtk_widget_get_focusable (widget) && (GTK_IS_BUTTON (widget) || GTK_IS_TEXT (widget) || GTK_IS_EXPANDER (widget) || GTK_IS_SWITCH (widget) || GTK_IS_CHECK_BUTTON (widget) || GTK_IS_RANGE (widget) || SYSTOLE_IS_CANVAS (widget)))
    g_hash_table_add (found, widget);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL; child = gtk_widget_get_next_sibling (child))
    collect_focusable (child, found);
}

/* The order of Tab is that of places: what was added since the last frame has none yet. */
static gboolean
is_laid_out (GtkWidget *widget)
{
  if (!gtk_widget_get_mapped (widget) || GTK_IS_POPOVER (widget))
    return TRUE;
  if (GTK_IS_BUTTON (widget) && gtk_widget_get_width (widget) == 0)
    return FALSE;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL; child = gtk_widget_get_next_sibling (child))
    if (!is_laid_out (child))
      return FALSE;
  return TRUE;
}

static void
check_tab (GtkWidget *window)
{
  g_autoptr (GHashTable) wanted = g_hash_table_new (NULL, NULL);
  GHashTableIter iter;
  gpointer widget;
  guint most;

  collect_focusable (window, wanted);
  most = 4 * g_hash_table_size (wanted);
  g_assert_cmpuint (most, >, 40);
  for (guint i = 0; i < most && g_hash_table_size (wanted) > 0; i++)
    {
      wait_until (is_laid_out (window));
      gtk_widget_child_focus (window, GTK_DIR_TAB_FORWARD);
      for (GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (window)); focus != NULL; focus = gtk_widget_get_parent (focus))
        g_hash_table_remove (wanted, focus);
    }
  g_hash_table_iter_init (&iter, wanted);
  while (g_hash_table_iter_next (&iter, &widget, NULL))
    g_test_message ("Tab does not come to %s (%s)", G_OBJECT_TYPE_NAME (widget), gtk_widget_get_tooltip_text (widget));
  g_assert_cmpuint (g_hash_table_size (wanted), ==, 0);
}

static void
test_case (gconstpointer data)
{
  const Case *row = data;
  SystoleMainWindow *window = open_case (row);

  if (g_getenv ("SYSTOLE_SHEET") != NULL)
    write_picture (GTK_WIDGET (window), row);
  if (gtk_widget_get_width (GTK_WIDGET (window)) > row->width || gtk_widget_get_height (GTK_WIDGET (window)) > row->height)
    tell_too_large (GTK_WIDGET (window), row);
  g_assert_cmpint (gtk_widget_get_width (GTK_WIDGET (window)), <=, row->width);
  g_assert_cmpint (gtk_widget_get_height (GTK_WIDGET (window)), <=, row->height);
  g_assert_cmpuint (count_outside (GTK_WIDGET (window), GTK_WIDGET (window)), ==, 0);
  if (row->width >= 1000 && row->text_size <= 2)
    g_assert_cmpuint (count_unreadable (GTK_WIDGET (window)), ==, 0);
  if (row->width > 1000 && row->text_size == 1)
    g_assert_false (scrolls_sideways (GTK_WIDGET (window)));
  if (row->tab)
    check_tab (GTK_WIDGET (window));
  close_window (window);
}

static void
add_tests (void)
{
  g_test_set_nonfatal_assertions ();
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strdup_printf ("/sizes/%s", cases[i].name);

      g_test_add_data_func (path, &cases[i], test_case);
    }
}

int
main (int argc, char **argv)
{
  return run_window_tests (argc, argv, &application, add_tests);
}
