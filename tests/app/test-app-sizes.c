/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/app/readable-fixture.h"

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
    write_picture (GTK_WIDGET (window), row->name);
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
