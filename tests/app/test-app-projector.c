/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/app/app-fixture.h"

#include "app/presenter.h"
#include "app/teacher-window.h"

#include <gmodule.h>
#include <string.h>

/* What is around a presentation: a desktop that would go dark, and a second monitor. */

#define WIDTH 480 /* of the monitor that is added */
#define HEIGHT 360

static SystoleApplication *application;
static GdkMonitor *second; /* NULL: the one of the screen only */
static GdkMonitor *filled;
static guint n_inhibited, n_released;
static GtkApplicationInhibitFlags inhibited;

/* The linker sends calls of the program here: no desktop of a test listens, and a display of a test has one monitor. */
/* Seen from outside: GNU ld lets what a shared library calls be wrapped too, and refuses hidden wrappers. */
G_MODULE_EXPORT guint __wrap_gtk_application_inhibit (GtkApplication *self, GtkWindow *window, GtkApplicationInhibitFlags flags, const char *reason);
G_MODULE_EXPORT void __wrap_gtk_application_uninhibit (GtkApplication *self, guint cookie);
GListModel *__real_gdk_display_get_monitors (GdkDisplay *display);
G_MODULE_EXPORT GListModel *__wrap_gdk_display_get_monitors (GdkDisplay *display);
void __real_gdk_monitor_get_geometry (GdkMonitor *monitor, GdkRectangle *geometry);
G_MODULE_EXPORT void __wrap_gdk_monitor_get_geometry (GdkMonitor *monitor, GdkRectangle *geometry);
G_MODULE_EXPORT void __wrap_gtk_window_fullscreen_on_monitor (GtkWindow *window, GdkMonitor *monitor);

guint
__wrap_gtk_application_inhibit (GtkApplication *self, GtkWindow *window, GtkApplicationInhibitFlags flags, const char *reason)
{
  g_assert_nonnull (reason);
  inhibited = flags;
  return ++n_inhibited;
}

void
__wrap_gtk_application_uninhibit (GtkApplication *self, guint cookie)
{
  g_assert_cmpuint (cookie, ==, n_inhibited);
  n_released++;
}

GListModel *
__wrap_gdk_display_get_monitors (GdkDisplay *display)
{
  static GListStore *both;
  g_autoptr (GdkMonitor) first = NULL;

  if (second == NULL)
    return __real_gdk_display_get_monitors (display);
  first = g_list_model_get_item (__real_gdk_display_get_monitors (display), 0);
  if (both == NULL)
    both = g_list_store_new (GDK_TYPE_MONITOR);
  g_list_store_remove_all (both);
  g_list_store_append (both, first);
  g_list_store_append (both, second);
  return G_LIST_MODEL (both);
}

void
__wrap_gdk_monitor_get_geometry (GdkMonitor *monitor, GdkRectangle *geometry)
{
  if (monitor == second)
    *geometry = (GdkRectangle){ 1280, 0, WIDTH, HEIGHT };
  else
    __real_gdk_monitor_get_geometry (monitor, geometry);
}

void
__wrap_gtk_window_fullscreen_on_monitor (GtkWindow *window, GdkMonitor *monitor)
{
  filled = monitor;
}

static SystoleMainWindow *
open_lesson (void)
{
  SystoleMainWindow *window = systole_main_window_new (application);
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "files", "lessons", "classroom.systole", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);

  systole_main_window_open (window, file);
  gtk_window_present (GTK_WINDOW (window));
  wait_until (is_ready (window) && systole_main_window_get_file (window) != NULL);
  return window;
}

static GtkWindow *
find_teacher (void)
{
  GListModel *windows = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GtkWindow) window = g_list_model_get_item (windows, i);

      if (SYSTOLE_IS_TEACHER_WINDOW (window))
        return window;
    }
  return NULL;
}

static gboolean
has_label (GtkWidget *widget, const char *words)
{
  if (GTK_IS_LABEL (widget) && strstr (gtk_label_get_text (GTK_LABEL (widget)), words) != NULL)
    return TRUE;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL; child = gtk_widget_get_next_sibling (child))
    if (has_label (child, words))
      return TRUE;
  return FALSE;
}

/* Awake from the first beat until it is left, in whatever way. */
static void
test_awake (void)
{
  SystoleMainWindow *window = open_lesson ();

  g_assert_cmpuint (n_inhibited, ==, 0);
  systole_main_window_present (window, 0);
  g_assert_cmpuint (n_inhibited, ==, 1);
  g_assert_true ((inhibited & GTK_APPLICATION_INHIBIT_IDLE) != 0);
  systole_main_window_present (window, 0); /* only brings it to the front */
  g_assert_cmpuint (n_inhibited, ==, 1);
  g_assert_cmpuint (n_released, ==, 0);
  gtk_window_close (GTK_WINDOW (systole_main_window_get_presenter (window)));
  wait_until (systole_main_window_get_presenter (window) == NULL);
  g_assert_cmpuint (n_released, ==, 1);
  systole_main_window_present (window, 1);
  g_assert_cmpuint (n_inhibited, ==, 2);
  close_window (window); /* with the presentation */
  g_assert_cmpuint (n_released, ==, 2);
}

/* On one monitor the class has all of it. */
static void
test_one_monitor (void)
{
  SystoleMainWindow *window = open_lesson ();
  int width, height;

  systole_main_window_present (window, 0);
  gtk_window_get_default_size (GTK_WINDOW (systole_main_window_get_presenter (window)), &width, &height);
  g_assert_cmpint (width, >, WIDTH);
  g_assert_null (filled);
  g_assert_null (find_teacher ());
  close_window (window);
}

/* The class has the other monitor, as large as that is; what only the teacher reads is on his own. */
static void
test_second_monitor (void)
{
  SystoleMainWindow *window = open_lesson ();
  GtkWindow *teacher;
  int width, height;

  second = g_object_new (GDK_TYPE_MONITOR, "display", gdk_display_get_default (), NULL);
  systole_main_window_present (window, 0);
  g_assert_true (filled == second);
  gtk_window_get_default_size (GTK_WINDOW (systole_main_window_get_presenter (window)), &width, &height);
  g_assert_cmpint (width, ==, WIDTH);
  g_assert_cmpint (height, ==, HEIGHT);
  teacher = find_teacher ();
  g_assert_nonnull (teacher);
  wait_until (gtk_widget_get_mapped (GTK_WIDGET (teacher)) && has_label (GTK_WIDGET (teacher), "Let them find the diagonal"));
  g_assert_true (has_label (GTK_WIDGET (teacher), "1 / 6"));
  gtk_window_close (teacher); /* ends both */
  wait_until (systole_main_window_get_presenter (window) == NULL);
  g_assert_null (find_teacher ());
  close_window (window);
  g_clear_object (&second);
}

static void
add_tests (void)
{
  g_test_add_func ("/projector/awake", test_awake);
  g_test_add_func ("/projector/one-monitor", test_one_monitor);
  g_test_add_func ("/projector/second-monitor", test_second_monitor);
}

int
main (int argc, char **argv)
{
  return run_window_tests (argc, argv, &application, add_tests);
}
