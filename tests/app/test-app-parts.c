/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/app/readable-fixture.h"

#include "widgets/explain-pane.h"

/*
 * At 1024 × 640 and with letters of 200 %, in the language that LANGUAGE names: each page of Explain, the
 * start page, and each window beside the main one. SYSTOLE_SHEET=FOLDER as in test-app-sizes.c.
 */

#define WIDTH 1024
#define HEIGHT 640

static const char *const pages[] = { "selection", "state", "time", "roofline", "memory", "energy", "map", "table" };

/* Each opens one window. GTK's own of the shortcuts is as wide as its columns, and is not among them. */
static const char *const windows[] = {
  "win.ask",
  "win.export",
  "win.back-row",
  "win.search",
  "win.manual",
  "app.preferences",
  "app.about",
};

static SystoleMainWindow *
open_window (void)
{
  SystoleMainWindow *window;

  g_object_set (systole_application_get_settings (application), "text-size", 2.0, NULL);
  window = systole_main_window_new (application);
  systole_main_window_open_welcome (window);
  gtk_window_set_default_size (GTK_WINDOW (window), WIDTH, HEIGHT);
  gtk_window_present (GTK_WINDOW (window));
  wait_until (is_ready (window) && gtk_widget_get_width (GTK_WIDGET (window)) > 0);
  return window;
}

static void
settle (void)
{
  for (guint i = 0; i < 100; i++)
    g_main_context_iteration (NULL, FALSE);
}

static void
check (GtkWidget *window, const char *what)
{
  const char *dot = strchr (what, '.');

  settle ();
  if (g_getenv ("SYSTOLE_SHEET") != NULL)
    write_picture (window, dot != NULL ? dot + 1 : what);
  g_test_message ("%s: %d × %d", what, gtk_widget_get_width (window), gtk_widget_get_height (window));
  g_assert_cmpint (gtk_widget_get_width (window), <=, WIDTH);
  g_assert_cmpint (gtk_widget_get_height (window), <=, HEIGHT);
  g_assert_cmpuint (count_outside (window, window), ==, 0);
  g_assert_cmpuint (count_unreadable (window), ==, 0);
}

static GtkWidget *
find (GtkWidget *widget, GType type)
{
  GtkWidget *found = G_TYPE_CHECK_INSTANCE_TYPE (widget, type) ? widget : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL; child = gtk_widget_get_next_sibling (child))
    found = find (child, type);
  return found;
}

static void
test_explain (void)
{
  SystoleMainWindow *window = open_window ();
  SystoleExplainPane *explain = SYSTOLE_EXPLAIN_PANE (find (GTK_WIDGET (window), SYSTOLE_TYPE_EXPLAIN_PANE));

  g_object_set (window, "explain-visible", TRUE, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (pages); i++)
    {
      systole_explain_pane_set_page (explain, pages[i]);
      g_assert_cmpstr (systole_explain_pane_get_page (explain), ==, pages[i]);
      check (GTK_WIDGET (window), pages[i]);
      /* Tabs take 80 pixels: as much again is left to read. */
      g_assert_cmpint (gtk_widget_get_height (GTK_WIDGET (explain)), >=, 240);
    }
  close_window (window);
}

static void
test_start (void)
{
  SystoleMainWindow *window = open_window ();

  systole_main_window_show_start (window);
  check (GTK_WIDGET (window), "start");
  close_window (window);
}

/* The window that came last, or NULL. */
static GtkWidget *
find_other (SystoleMainWindow *main_window)
{
  GListModel *all = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (all); i++)
    {
      g_autoptr (GtkWidget) window = g_list_model_get_item (all, i);

      if (window != GTK_WIDGET (main_window) && gtk_widget_get_mapped (window))
        return window;
    }
  return NULL;
}

static void
test_windows (void)
{
  SystoleMainWindow *window = open_window ();

  for (guint i = 0; i < G_N_ELEMENTS (windows); i++)
    {
      GtkWidget *other;

      if (g_str_has_prefix (windows[i], "app."))
        g_action_group_activate_action (G_ACTION_GROUP (application), windows[i] + strlen ("app."), NULL);
      else
        activate (window, windows[i]);
      settle ();
      wait_until (find_other (window) != NULL);
      other = find_other (window);
      wait_until (gtk_widget_get_width (other) > 0);
      check (other, windows[i]);
      gtk_window_destroy (GTK_WINDOW (other));
    }
  close_window (window);
}

static void
add_tests (void)
{
  g_test_set_nonfatal_assertions ();
  g_test_add_func ("/parts/explain", test_explain);
  g_test_add_func ("/parts/start", test_start);
  g_test_add_func ("/parts/windows", test_windows);
}

int
main (int argc, char **argv)
{
  return run_window_tests (argc, argv, &application, add_tests);
}
