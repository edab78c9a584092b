/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/widgets/ui-fixture.h"

#include "widgets/timeline-view.h"
#include "widgets/waterfall-view.h"

static SystoleRun *runs[2];

static SystoleTimelineView *
new_timeline (void)
{
  SystoleTimelineView *view = g_object_ref_sink (SYSTOLE_TIMELINE_VIEW (systole_timeline_view_new ()));

  systole_timeline_view_set_runs (view, runs, 2);
  return view;
}

static void
test_properties (void)
{
  SystoleTimelineView *view = new_timeline ();
  UiCounter counter;
  double position, from, to;
  guint active;
  int base;

  ui_counter_start (&counter, view, "notify::position");
  systole_timeline_view_set_position (view, 0);
  g_assert_cmpuint (ui_counter_take (&counter), ==, 0);
  systole_timeline_view_set_position (view, 12.5);
  g_assert_cmpuint (ui_counter_take (&counter), ==, 1);
  ui_counter_stop (&counter);
  systole_timeline_view_set_range (view, 4, 8);
  g_object_set (view, "active", 1u, "time-base", SYSTOLE_TIME_WORK, NULL);
  g_object_get (view, "active", &active, "time-base", &base, "position", &position, NULL);
  g_assert_cmpuint (active, ==, 1);
  g_assert_cmpint (base, ==, SYSTOLE_TIME_WORK);
  g_assert_cmpfloat (position, ==, 12.5);
  systole_timeline_view_get_range (view, &from, &to); /* another unit: all of it again */
  g_assert_cmpfloat (from, ==, to);
  g_assert_finalize_object (view);
}

static void
test_zoom (void)
{
  SystoleTimelineView *view = new_timeline ();
  double length = systole_timeline_view_get_length (view), from, to;

  g_assert_cmpfloat (length, >=, 36);
  systole_timeline_view_zoom (view, 2, 18);
  systole_timeline_view_get_range (view, &from, &to);
  g_assert_cmpfloat_with_epsilon (to - from, length / 2, 1e-9);
  g_assert_cmpfloat_with_epsilon ((18 - from) / (to - from), 18 / length, 1e-9); /* it stays under the pointer */
  for (guint i = 0; i < 40; i++)
    systole_timeline_view_zoom (view, 2, 18);
  systole_timeline_view_get_range (view, &from, &to);
  g_assert_cmpfloat_with_epsilon (to - from, 4, 1e-9);
  systole_timeline_view_set_position (view, 30); /* the playhead stays in sight */
  systole_timeline_view_get_range (view, &from, &to);
  g_assert_cmpfloat (from, <=, 30);
  g_assert_cmpfloat (to, >=, 30);
  for (guint i = 0; i < 40; i++)
    systole_timeline_view_zoom (view, 0.5, 18);
  systole_timeline_view_get_range (view, &from, &to);
  g_assert_cmpfloat (from, ==, to);
  g_assert_finalize_object (view);
}

static void
seek_cb (GtkWidget *view, double position, double *out)
{
  *out = position;
}

static void
lane_cb (GtkWidget *view, guint lane, int *out)
{
  *out = (int) lane;
}

static void
drag (GtkWidget *widget, const char *signal, double x, double y)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (widget);

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (GTK_IS_GESTURE_DRAG (controller))
        g_signal_emit_by_name (controller, signal, x, y);
    }
}

static void
test_scrub (void)
{
  SystoleTimelineView *view = new_timeline ();
  GtkWidget *widget = GTK_WIDGET (view);
  GtkWindow *window = ui_show (widget, 1000, 100);
  SystoleTimelinePaint paint = { .n_lanes = 2, .width = gtk_widget_get_width (widget), .height = gtk_widget_get_height (widget) };
  double sought = -1, x;
  int lane = -1;

  for (guint i = 0; i < 2; i++)
    paint.lanes[i] = (SystoleTimelineLane){ runs[i], (char) ('A' + i), 0 };
  systole_canvas_get_style (SYSTOLE_CANVAS (view), &paint.style);
  x = systole_timeline_x_at (&paint, 18);
  g_signal_connect (view, "seek", G_CALLBACK (seek_cb), &sought);
  g_signal_connect (view, "lane-activated", G_CALLBACK (lane_cb), &lane);
  drag (widget, "drag-begin", x, 15);
  g_assert_cmpfloat_with_epsilon (sought, 18, 0.1);
  g_assert_cmpint (lane, ==, -1); /* lane A is active already */
  drag (widget, "drag-update", systole_timeline_x_at (&paint, 24) - x, 0);
  g_assert_cmpfloat_with_epsilon (sought, 24, 0.1);
  drag (widget, "drag-update", -5000, 0);
  g_assert_cmpfloat (sought, ==, 0);
  for (double y = 0; y < paint.height && lane < 0; y += 4)
    drag (widget, "drag-begin", x, y);
  g_assert_cmpint (lane, ==, 1);
  gtk_test_accessible_assert_role (GTK_ACCESSIBLE (view), GTK_ACCESSIBLE_ROLE_IMG);
  gtk_test_accessible_assert_property (GTK_ACCESSIBLE (view), GTK_ACCESSIBLE_PROPERTY_LABEL, "Timeline");
  ui_destroy (window);
  g_assert_finalize_object (view);
}

static void
part_cb (GtkWidget *view, guint lane, guint part, guint *out)
{
  out[0] = lane;
  out[1] = part;
}

static void
test_waterfall (void)
{
  SystoleWaterfallView *view = g_object_ref_sink (SYSTOLE_WATERFALL_VIEW (systole_waterfall_view_new ()));
  GtkWidget *widget = GTK_WIDGET (view);
  GtkWindow *window;
  guint found[2] = { 99, 99 }, seen = 0, n;

  systole_runs_view_set_runs (SYSTOLE_RUNS_VIEW (view), runs, 2);
  window = ui_show (widget, 296, 700);
  g_signal_connect (view, "part-activated", G_CALLBACK (part_cb), found);
  systole_run_get_waterfall (runs[1], &n);
  for (double y = 2; y < gtk_widget_get_height (widget); y += 4)
    {
      ui_click (widget, 1, 150, y);
      if (found[0] == 1)
        seen |= 1u << found[1];
    }
  g_assert_cmpuint (found[0], ==, 1);
  g_assert_cmpuint (seen, !=, 0);
  g_assert_cmpuint (seen, <, 1u << n);
  g_assert_true (ui_press (widget, "<Alt>Up"));
  g_assert_nonnull (systole_canvas_get_description (SYSTOLE_CANVAS (view)));
  ui_destroy (window);
  g_assert_finalize_object (view);
}

/* A lane that cannot run has no picture, but the others keep their letters. */
static void
test_missing (void)
{
  SystoleWaterfallView *view = g_object_ref_sink (SYSTOLE_WATERFALL_VIEW (systole_waterfall_view_new ()));
  SystoleRun *shown[] = { NULL, runs[1] };
  guint lane = 9;
  double y;

  systole_runs_view_set_runs (SYSTOLE_RUNS_VIEW (view), shown, 2);
  g_assert_true (systole_runs_view_find (SYSTOLE_RUNS_VIEW (view), 5, &lane, &y));
  g_assert_cmpuint (lane, ==, 1);
  g_assert_cmpfloat (y, ==, 5);
  g_assert_true (ui_press (GTK_WIDGET (view), "<Alt>Down"));
  g_assert_finalize_object (view);
}

int
main (int argc, char **argv)
{
  int result;

  ui_init (&argc, &argv);
  runs[0] = ui_array_run (8);
  runs[1] = ui_sm_run ();
  g_test_add_func ("/timeline-view/properties", test_properties);
  g_test_add_func ("/timeline-view/zoom", test_zoom);
  g_test_add_func ("/timeline-view/scrub", test_scrub);
  g_test_add_func ("/waterfall-view/parts", test_waterfall);
  g_test_add_func ("/waterfall-view/missing", test_missing);
  result = g_test_run ();
  systole_run_unref (runs[0]);
  systole_run_unref (runs[1]);
  return result;
}
