/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/widgets/ui-fixture.h"

#include "widgets/lane-cache.h"
#include "widgets/lane-view-private.h"

static SystoleLaneView *
new_lane (void)
{
  g_autoptr (SystoleRun) run = ui_array_run (8);
  SystoleLaneView *lane = g_object_ref_sink (SYSTOLE_LANE_VIEW (systole_lane_view_new ()));

  systole_lane_view_set_run (lane, run);
  systole_lane_view_set_position (lane, 18);
  return lane;
}

static void
test_properties (void)
{
  SystoleLaneView *lane = new_lane ();
  UiCounter counter;
  double position, font_scale;
  gboolean ended, playing, reduced_motion, letters;
  g_autofree char *title = NULL;
  SystoleRun *run = NULL;
  guint letter;
  int scheme;

  ui_counter_start (&counter, lane, "notify::position");
  systole_lane_view_set_position (lane, 18); /* what it is already */
  g_assert_cmpuint (ui_counter_take (&counter), ==, 0);
  systole_lane_view_set_position (lane, 7.5);
  g_assert_cmpuint (ui_counter_take (&counter), ==, 1);
  g_object_set (lane, "position", 8.25, NULL);
  g_assert_cmpuint (ui_counter_take (&counter), ==, 1);
  g_assert_cmpfloat (systole_lane_view_get_position (lane), ==, 8.25);
  ui_counter_stop (&counter);

  ui_counter_start (&counter, lane, "notify::title");
  systole_lane_view_set_title (lane, "A machine");
  systole_lane_view_set_title (lane, "A machine");
  g_assert_cmpuint (ui_counter_take (&counter), ==, 1);
  ui_counter_stop (&counter);

  ui_counter_start (&counter, lane, "notify::scheme");
  systole_canvas_set_scheme (SYSTOLE_CANVAS (lane), SYSTOLE_SCHEME_LIGHT);
  g_assert_cmpuint (ui_counter_take (&counter), ==, 0);
  systole_canvas_set_scheme (SYSTOLE_CANVAS (lane), SYSTOLE_SCHEME_DARK);
  g_assert_cmpuint (ui_counter_take (&counter), ==, 1);
  ui_counter_stop (&counter);

  g_object_set (lane, "letter", (guint) 'C', "ended", TRUE, "playing", TRUE, "reduced-motion", TRUE, "single-letter-keys", FALSE, "font-scale", 2.0, NULL);
  g_object_get (lane, "position", &position, "title", &title, "run", &run, "letter", &letter, "ended", &ended, "playing", &playing, "reduced-motion", &reduced_motion, "single-letter-keys", &letters, "scheme", &scheme, "font-scale", &font_scale, NULL);
  g_assert_cmpfloat (position, ==, 8.25);
  g_assert_cmpstr (title, ==, "A machine");
  g_assert_true (run == systole_lane_view_get_run (lane));
  g_assert_cmpuint (letter, ==, 'C');
  g_assert_true (ended && playing && reduced_motion && !letters);
  g_assert_cmpint (scheme, ==, SYSTOLE_SCHEME_DARK);
  g_assert_cmpfloat (font_scale, ==, 2);
  systole_run_unref (run);
  g_assert_finalize_object (lane);
}

static gboolean
is_described (gpointer data)
{
  return systole_canvas_get_description (data) != NULL;
}

static void
test_accessible (void)
{
  SystoleLaneView *lane = new_lane ();
  GtkAccessible *accessible = GTK_ACCESSIBLE (lane);
  g_autofree char *paused = NULL;

  gtk_test_accessible_assert_role (accessible, GTK_ACCESSIBLE_ROLE_IMG);
  gtk_test_accessible_assert_property (accessible, GTK_ACCESSIBLE_PROPERTY_LABEL, "Lane A: Systolic array 8 × 8");
  g_assert_true (ui_wait (is_described, lane));
  paused = g_strdup (systole_canvas_get_description (SYSTOLE_CANVAS (lane)));
  g_assert_nonnull (strstr (paused, "48 of 64"));
  gtk_test_accessible_assert_property (accessible, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, paused);

  /* While it plays, at most one change in two seconds; after it, the last one at once. */
  systole_canvas_set_playing (SYSTOLE_CANVAS (lane), TRUE);
  systole_lane_view_set_position (lane, 19);
  ui_spin (200);
  g_assert_cmpstr (systole_canvas_get_description (SYSTOLE_CANVAS (lane)), ==, paused);
  systole_lane_view_set_position (lane, 20);
  systole_canvas_set_playing (SYSTOLE_CANVAS (lane), FALSE);
  ui_spin (100);
  g_assert_cmpstr (systole_canvas_get_description (SYSTOLE_CANVAS (lane)), !=, paused);
  g_assert_nonnull (strstr (systole_canvas_get_description (SYSTOLE_CANVAS (lane)), "20"));
  g_assert_finalize_object (lane);
}

static void
locate (SystoleLaneView *lane, const SystoleTarget *target, double *x, double *y)
{
  SystoleLanePaint paint;
  double left, top, width, height;

  systole_lane_view_get_paint (lane, &paint);
  g_assert_true (systole_lane_locate (&paint, target, &left, &top, &width, &height));
  *x = left + width / 2;
  *y = top + height / 2;
}

static void
test_pointer (void)
{
  SystoleLaneView *lane = new_lane ();
  GtkWidget *widget = GTK_WIDGET (lane);
  GtkWindow *window = ui_show (widget, 372, 560);
  SystoleTarget wanted = { SYSTOLE_TARGET_PE, 0, 0, 4, 2, SYSTOLE_LEVEL_CHIP };
  SystoleTarget pinned, focus;
  SystoleCamera camera;
  UiCounter selected, activated, moved;
  double x, y;

  ui_counter_start (&selected, lane, "selection-changed");
  ui_counter_start (&activated, lane, "activated");
  ui_counter_start (&moved, lane, "camera-changed");
  locate (lane, &wanted, &x, &y);
  ui_click (widget, 1, x, y);
  systole_lane_view_get_pinned (lane, &pinned, NULL);
  g_assert_cmpint (pinned.kind, ==, SYSTOLE_TARGET_PE);
  g_assert_cmpuint (pinned.row, ==, 4);
  g_assert_cmpuint (pinned.column, ==, 2);
  systole_lane_view_get_focus_target (lane, &focus);
  g_assert_true (systole_target_equal (&pinned, &focus));
  g_assert_cmpuint (ui_counter_take (&selected), ==, 1);
  g_assert_cmpuint (ui_counter_take (&activated), >=, 1);

  ui_click (widget, 1, x, y); /* the same again changes nothing */
  g_assert_cmpuint (ui_counter_take (&selected), ==, 0);

  ui_click (widget, 2, x, y); /* a double click goes in */
  systole_lane_view_get_camera (lane, &camera);
  g_assert_cmpint (camera.level, ==, SYSTOLE_LEVEL_PE);
  g_assert_cmpuint (camera.row, ==, 4);
  g_assert_cmpuint (camera.column, ==, 2);
  g_assert_cmpuint (ui_counter_take (&moved), ==, 1);

  ui_counter_stop (&selected);
  ui_counter_stop (&activated);
  ui_counter_stop (&moved);
  ui_destroy (window);
  g_assert_finalize_object (lane);
}

static void
test_keys (void)
{
  SystoleLaneView *lane = new_lane ();
  GtkWidget *widget = GTK_WIDGET (lane);
  GtkWindow *window = ui_show (widget, 372, 560);
  SystoleTarget focus, other, first, second;
  SystoleCamera camera;

  g_assert_false (ui_press (widget, "Escape")); /* nothing to close: the window may have it */
  g_assert_false (ui_press (widget, "<Ctrl>Return"));
  g_assert_true (ui_press (widget, "<Alt>Right"));
  systole_lane_view_get_focus_target (lane, &focus);
  g_assert_cmpint (focus.kind, ==, SYSTOLE_TARGET_PE);
  g_assert_true (ui_press (widget, "<Alt>Right"));
  g_assert_true (ui_press (widget, "<Alt>Down"));
  systole_lane_view_get_focus_target (lane, &other);
  g_assert_cmpuint (other.column, ==, focus.column + 1);
  g_assert_cmpuint (other.row, ==, focus.row + 1);

  g_assert_true (ui_press (widget, "<Ctrl>Return"));
  g_assert_true (ui_press (widget, "<Alt>Left"));
  g_assert_true (ui_press (widget, "<Ctrl><Shift>Return"));
  systole_lane_view_get_pinned (lane, &first, &second);
  g_assert_true (systole_target_equal (&first, &other));
  g_assert_cmpuint (second.column, ==, other.column - 1);

  g_assert_true (ui_press (widget, "Return"));
  systole_lane_view_get_camera (lane, &camera);
  g_assert_cmpint (camera.level, ==, SYSTOLE_LEVEL_PE);
  while (ui_press (widget, "Escape"))
    ;
  systole_lane_view_get_camera (lane, &camera);
  g_assert_cmpint (camera.level, !=, SYSTOLE_LEVEL_PE);
  systole_lane_view_get_pinned (lane, &first, &second);
  g_assert_cmpint (first.kind, ==, SYSTOLE_TARGET_NONE);
  g_assert_cmpint (second.kind, ==, SYSTOLE_TARGET_NONE);
  ui_destroy (window);
  g_assert_finalize_object (lane);
}

static gboolean
card_shown (gpointer data)
{
  GtkWidget *child = gtk_widget_get_first_child (data);

  return child != NULL && GTK_IS_POPOVER (child) && gtk_widget_get_mapped (child);
}

static void
test_card (void)
{
  SystoleLaneView *lane = new_lane ();
  GtkWidget *widget = GTK_WIDGET (lane);
  GtkWindow *window = ui_show (widget, 372, 560);
  SystoleCamera before, after;

  g_assert_true (ui_press (widget, "<Alt>Right"));
  g_assert_false (card_shown (widget)); /* not at once */
  g_assert_true (ui_wait (card_shown, widget));
  systole_lane_view_get_camera (lane, &before);
  g_assert_true (ui_press (widget, "Escape")); /* closes the card, and only it */
  systole_lane_view_get_camera (lane, &after);
  g_assert_cmpint (before.level, ==, after.level);
  ui_destroy (window);
  g_assert_finalize_object (lane);
}

static void
test_measure (void)
{
  SystoleLaneView *lane = new_lane ();
  int small, large, natural;

  gtk_widget_measure (GTK_WIDGET (lane), GTK_ORIENTATION_HORIZONTAL, -1, &small, &natural, NULL, NULL);
  g_assert_cmpint (small, >, 0);
  g_assert_cmpint (natural, >=, small);
  systole_canvas_set_font_scale (SYSTOLE_CANVAS (lane), 2);
  gtk_widget_measure (GTK_WIDGET (lane), GTK_ORIENTATION_HORIZONTAL, -1, &large, &natural, NULL, NULL);
  g_assert_cmpint (large, >, small);
  g_assert_finalize_object (lane);
}

/* Another run: what does not exist in it is no longer selected or looked at. */
static void
test_other_run (void)
{
  SystoleLaneView *lane = new_lane ();
  g_autoptr (SystoleRun) small = ui_array_run (4);
  SystoleTarget corner = { SYSTOLE_TARGET_PE, 0, 0, 7, 7, SYSTOLE_LEVEL_CHIP }, pinned;
  SystoleCamera camera;

  systole_lane_view_get_camera (lane, &camera);
  camera.level = SYSTOLE_LEVEL_PE;
  camera.row = camera.column = 7;
  systole_lane_view_set_camera (lane, &camera);
  systole_lane_view_set_pinned (lane, &corner);
  systole_lane_view_set_run (lane, small);
  systole_lane_view_get_camera (lane, &camera);
  g_assert_cmpint (camera.level, ==, SYSTOLE_LEVEL_ARRAY);
  systole_lane_view_get_pinned (lane, &pinned, NULL);
  g_assert_cmpint (pinned.kind, ==, SYSTOLE_TARGET_NONE);
  g_assert_finalize_object (lane);
}

/* --- sums that take long --- */

static SystoleRun *
new_long_run (void)
{
  SystoleArrayDef def;
  g_autoptr (SystoleMachine) machine = NULL;
  SystoleOp op;

  systole_array_def_init (&def);
  def.rows = def.columns = 8;
  def.dataflow = SYSTOLE_DATAFLOW_OS;
  machine = systole_machine_new_array (&def);
  systole_op_init_gemm (&op, 8, 8, 3000000, SYSTOLE_FORMAT_INT8);
  return systole_run_new (&op, machine, SYSTOLE_OPERANDS_ON_CHIP, NULL, NULL, NULL, NULL);
}

static gboolean
is_settled (gpointer lane)
{
  return systole_lane_view_is_settled (lane);
}

/* What the lane shows of a cycle is what the engine says of it, every sum. */
static void
assert_values (SystoleLaneView *lane, guint64 cycle)
{
  SystoleWindow window = { 0, 0, 8, 8, TRUE, 0 };
  const SystoleArrayFrame *shown = systole_lane_cache_array (lane->cache, lane->run, 0, cycle, &window);
  SystoleArrayFrame whole;

  systole_array_frame_init (&whole);
  systole_run_array_frame (lane->run, 0, cycle, &window, &whole);
  g_assert_false (whole.lacks_sums);
  g_assert_false (shown->lacks_sums);
  g_assert_cmpuint (shown->cells->len, ==, 64);
  for (guint i = 0; i < shown->cells->len; i++)
    {
      const SystoleArrayCell *a = &g_array_index (shown->cells, SystoleArrayCell, i), *b = &g_array_index (whole.cells, SystoleArrayCell, i);

      g_assert_true (a->partial_out.present == b->partial_out.present);
      if (a->partial_out.present)
        g_assert_cmpfloat (a->partial_out.value, ==, b->partial_out.value);
    }
  systole_array_frame_clear (&whole);
}

/* The frame is there at once, its sums when a thread has added them up; one step further
 * is immediate, and nothing is lost when the playhead goes elsewhere meanwhile. */
static void
test_values (void)
{
  g_autoptr (SystoleRun) run = new_long_run ();
  SystoleLaneView *lane = g_object_ref_sink (SYSTOLE_LANE_VIEW (systole_lane_view_new ()));
  GtkWindow *window;

  systole_lane_view_set_run (lane, run);
  systole_lane_view_set_position (lane, 2000000);
  window = ui_show (GTK_WIDGET (lane), 420, 560);
  g_assert_true (ui_wait (is_settled, lane));
  assert_values (lane, 2000000);
  systole_lane_view_set_position (lane, 2000001);
  ui_spin (30);
  g_assert_true (systole_lane_view_is_settled (lane));
  assert_values (lane, 2000001);
  for (guint i = 0; i < 6; i++)
    {
      systole_lane_view_set_position (lane, 2900000 - 100000 * i);
      ui_spin (20);
    }
  g_assert_true (ui_wait (is_settled, lane));
  assert_values (lane, 2400000);
  /* Gone while a thread is at work. */
  systole_lane_view_set_position (lane, 2950000);
  ui_spin (20);
  systole_lane_view_set_run (lane, NULL);
  ui_spin (50);
  ui_destroy (window);
  g_assert_true (systole_lane_view_is_settled (lane));
  while (G_OBJECT (lane)->ref_count > 1)
    ui_spin (20);
  g_assert_finalize_object (lane);
}

/* T, the window's action and the button of Explain do the same. */
static void
test_trace (void)
{
  SystoleLaneView *lane = g_object_ref_sink (SYSTOLE_LANE_VIEW (systole_lane_view_new ()));
  g_autoptr (SystoleRun) run = ui_array_run (8);
  const SystoleTarget pe = { SYSTOLE_TARGET_PE, 0, 0, 4, 2, SYSTOLE_LEVEL_CHIP }, other = { SYSTOLE_TARGET_PE, 0, 0, 4, 3, SYSTOLE_LEVEL_CHIP };
  const SystoleTrace *trace;

  systole_lane_view_set_run (lane, run);
  g_assert_false (systole_lane_view_toggle_trace (lane));
  systole_lane_view_set_position (lane, 18);
  systole_lane_view_set_pinned (lane, &pe);
  g_assert_true (systole_lane_view_toggle_trace (lane));
  trace = systole_lane_view_get_trace (lane);
  g_assert_nonnull (trace);
  g_assert_nonnull (systole_trace_find (trace, 18));
  /* it is the same sum in another cycle */
  systole_lane_view_set_position (lane, 20);
  g_assert_true (systole_lane_view_get_trace (lane) == trace);
  /* Escape follows no longer before it unpins */
  g_assert_true (systole_lane_view_close (lane));
  g_assert_null (systole_lane_view_get_trace (lane));
  g_assert_true (systole_lane_view_toggle_trace (lane));
  systole_lane_view_set_pinned (lane, &other);
  g_assert_null (systole_lane_view_get_trace (lane));
  g_assert_true (systole_lane_view_toggle_trace (lane));
  systole_lane_view_set_run (lane, NULL);
  g_assert_null (systole_lane_view_get_trace (lane));
  g_assert_finalize_object (lane);
}

/* A sum that stays on an SM, from the multiplier that is pinned. */
static void
test_trace_on_sm (void)
{
  SystoleLaneView *lane = g_object_ref_sink (SYSTOLE_LANE_VIEW (systole_lane_view_new ()));
  g_autoptr (SystoleRun) run = ui_sm_run ();
  const SystoleTarget multiplier = { SYSTOLE_TARGET_MULTIPLIER, 0, 1, 2, 0, SYSTOLE_LEVEL_CHIP };
  const SystoleTrace *trace;

  systole_lane_view_set_run (lane, run);
  systole_lane_view_set_position (lane, 18);
  systole_lane_view_set_pinned (lane, &multiplier);
  g_assert_true (systole_lane_view_toggle_trace (lane));
  trace = systole_lane_view_get_trace (lane);
  g_assert_true (trace->stays);
  g_assert_cmpuint (trace->sub_core, ==, 1);
  g_assert_nonnull (systole_trace_find (trace, 18));
  g_assert_true (systole_lane_view_toggle_trace (lane));
  g_assert_null (systole_lane_view_get_trace (lane));
  g_assert_finalize_object (lane);
}

/* Only a step with less motion leaves a trail, and not for long. */
static void
test_trail (void)
{
  SystoleLaneView *lane = new_lane ();
  SystoleLanePaint paint;

  systole_lane_view_set_position (lane, 19);
  systole_lane_view_get_paint (lane, &paint);
  g_assert_false (paint.trail);
  systole_lane_view_set_reduced_motion (lane, TRUE);
  systole_lane_view_set_position (lane, 12);
  systole_lane_view_get_paint (lane, &paint);
  g_assert_false (paint.trail);
  systole_lane_view_set_position (lane, 13);
  systole_lane_view_get_paint (lane, &paint);
  g_assert_true (paint.trail);
  g_assert_cmpfloat (paint.fraction, ==, 0);
  while (lane->trail_source != 0)
    g_main_context_iteration (NULL, TRUE);
  systole_lane_view_get_paint (lane, &paint);
  g_assert_false (paint.trail);
  g_assert_finalize_object (lane);
}

int
main (int argc, char **argv)
{
  ui_init (&argc, &argv);
  g_test_add_func ("/lane-view/properties", test_properties);
  g_test_add_func ("/lane-view/accessible", test_accessible);
  g_test_add_func ("/lane-view/pointer", test_pointer);
  g_test_add_func ("/lane-view/keys", test_keys);
  g_test_add_func ("/lane-view/card", test_card);
  g_test_add_func ("/lane-view/measure", test_measure);
  g_test_add_func ("/lane-view/other-run", test_other_run);
  g_test_add_func ("/lane-view/values", test_values);
  g_test_add_func ("/lane-view/trace", test_trace);
  g_test_add_func ("/lane-view/trace-on-sm", test_trace_on_sm);
  g_test_add_func ("/lane-view/trail", test_trail);
  return g_test_run ();
}
