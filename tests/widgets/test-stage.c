/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/widgets/ui-fixture.h"

#include "widgets/stage-grid.h"
#include "widgets/stage.h"

static SystoleStage *
new_stage (guint n)
{
  SystoleStage *stage = g_object_ref_sink (SYSTOLE_STAGE (systole_stage_new ()));
  SystoleRun *array = ui_array_run (8), *sm = ui_sm_run ();
  SystoleRun *runs[] = { array, sm, array, sm };

  systole_stage_set_runs (stage, runs, NULL, n);
  for (guint i = 0; i < n; i++)
    systole_stage_set_position (stage, i, 18, FALSE);
  systole_run_unref (array);
  systole_run_unref (sm);
  return stage;
}

static void
test_columns (void)
{
  /* The design's stage: two lanes side by side. */
  g_assert_cmpuint (systole_stage_grid_choose_columns (2, 744, 560, 230, 200), ==, 2);
  g_assert_cmpuint (systole_stage_grid_choose_columns (1, 744, 560, 230, 200), ==, 1);
  /* Narrow and high: one above the other. */
  g_assert_cmpuint (systole_stage_grid_choose_columns (2, 400, 900, 230, 200), ==, 1);
  /* Too narrow for two columns, whatever the height. */
  g_assert_cmpuint (systole_stage_grid_choose_columns (2, 440, 300, 230, 200), ==, 1);
  /* Three side by side: two rows would leave little below their heads. */
  g_assert_cmpuint (systole_stage_grid_choose_columns (3, 725, 500, 230, 200), ==, 3);
  /* Small multiples. */
  g_assert_cmpuint (systole_stage_grid_choose_columns (4, 744, 560, 230, 200), ==, 2);
  g_assert_cmpuint (systole_stage_grid_choose_columns (4, 1800, 500, 230, 200), ==, 4);
}

/* Both panes open in a window of 1280 × 800. */
static void
test_three_columns (void)
{
  GtkWidget *lane = g_object_ref_sink (systole_lane_view_new ());
  int width, height;

  gtk_widget_measure (lane, GTK_ORIENTATION_HORIZONTAL, -1, &width, NULL, NULL, NULL);
  gtk_widget_measure (lane, GTK_ORIENTATION_VERTICAL, -1, &height, NULL, NULL, NULL);
  g_assert_cmpuint (systole_stage_grid_choose_columns (3, 712, 504, width, height), ==, 3);
  g_object_unref (lane);
}

static void
test_layout (void)
{
  SystoleStage *stage = new_stage (2);
  GtkWindow *window = ui_show (GTK_WIDGET (stage), 744, 560);
  GtkWidget *a = GTK_WIDGET (systole_stage_get_lane (stage, 0)), *b = GTK_WIDGET (systole_stage_get_lane (stage, 1));
  double x, y;
  int width, height;

  g_assert_true (gtk_widget_translate_coordinates (b, a, 0, 0, &x, &y));
  g_assert_cmpfloat (x, >=, gtk_widget_get_width (a)); /* no overlap */
  g_assert_cmpfloat (y, ==, 0);
  g_assert_cmpint (gtk_widget_get_height (a), ==, 560);
  ui_destroy (window);

  /* Too low for its lanes: it scrolls, and no lane is under its minimum. */
  window = ui_show (GTK_WIDGET (stage), 300, 200);
  gtk_widget_measure (a, GTK_ORIENTATION_HORIZONTAL, -1, &width, NULL, NULL, NULL);
  gtk_widget_measure (a, GTK_ORIENTATION_VERTICAL, -1, &height, NULL, NULL, NULL);
  g_assert_cmpint (2 * height, >, 200);
  g_assert_cmpint (gtk_widget_get_height (a), >=, height);
  g_assert_cmpint (gtk_widget_get_width (a), >=, width);
  ui_destroy (window);
  g_assert_finalize_object (stage);
}

static void
test_properties (void)
{
  SystoleStage *stage = new_stage (2);
  UiCounter counter;
  guint active, n_lanes;
  gboolean linked, playing;
  int scheme;

  ui_counter_start (&counter, stage, "notify::active");
  systole_stage_set_active (stage, 0);
  g_assert_cmpuint (ui_counter_take (&counter), ==, 0);
  systole_stage_set_active (stage, 1);
  g_assert_cmpuint (ui_counter_take (&counter), ==, 1);
  systole_stage_set_active (stage, 3); /* there is none */
  g_assert_cmpuint (ui_counter_take (&counter), ==, 0);
  ui_counter_stop (&counter);

  g_object_set (stage, "scheme", SYSTOLE_SCHEME_HIGH_CONTRAST, "playing", TRUE, "font-scale", 1.5, "reduced-motion", TRUE, NULL);
  g_object_get (stage, "active", &active, "n-lanes", &n_lanes, "linked", &linked, "playing", &playing, "scheme", &scheme, NULL);
  g_assert_cmpuint (active, ==, 1);
  g_assert_cmpuint (n_lanes, ==, 2);
  g_assert_true (linked && playing);
  g_assert_cmpint (scheme, ==, SYSTOLE_SCHEME_HIGH_CONTRAST);
  for (guint i = 0; i < 2; i++)
    {
      SystoleLaneView *lane = systole_stage_get_lane (stage, i);

      g_assert_cmpint (systole_canvas_get_scheme (SYSTOLE_CANVAS (lane)), ==, SYSTOLE_SCHEME_HIGH_CONTRAST);
      g_assert_cmpfloat (systole_canvas_get_font_scale (SYSTOLE_CANVAS (lane)), ==, 1.5);
      g_assert_true (systole_canvas_get_playing (SYSTOLE_CANVAS (lane)));
      g_assert_true (systole_lane_view_get_reduced_motion (lane));
      g_assert_cmpint (systole_lane_view_get_letter (lane), ==, 'A' + (int) i);
    }
  g_assert_null (systole_stage_get_lane (stage, 2));
  g_assert_finalize_object (stage);
}

/* Fewer lanes: the active lane and the selection still exist. */
static void
test_fewer (void)
{
  SystoleStage *stage = new_stage (4);
  g_autoptr (SystoleRun) run = ui_array_run (8);
  SystoleTarget target = { SYSTOLE_TARGET_PE, 0, 0, 1, 1, SYSTOLE_LEVEL_CHIP };
  UiCounter counter;

  systole_stage_set_active (stage, 3);
  systole_lane_view_set_pinned (systole_stage_get_lane (stage, 2), &target);
  g_assert_true (systole_stage_get_selected_lane (stage) == systole_stage_get_lane (stage, 2));
  ui_counter_start (&counter, stage, "runs-changed");
  systole_stage_set_runs (stage, &run, NULL, 1);
  g_assert_cmpuint (ui_counter_take (&counter), ==, 1);
  ui_counter_stop (&counter);
  g_assert_cmpuint (systole_stage_get_n_lanes (stage), ==, 1);
  g_assert_cmpuint (systole_stage_get_active (stage), ==, 0);
  g_assert_null (systole_stage_get_selected_lane (stage));
  systole_stage_set_runs (stage, NULL, NULL, 0);
  g_assert_null (systole_stage_get_active_lane (stage));
  g_assert_finalize_object (stage);
}

static void
element_of (SystoleLaneView *lane, guint64 *m, guint64 *n)
{
  SystoleTarget target;
  SystoleSmFrame frame;

  *m = *n = SYSTOLE_NO_INDEX;
  systole_lane_view_get_pinned (lane, &target, NULL);
  g_assert_cmpint (target.kind, ==, SYSTOLE_TARGET_MULTIPLIER);
  systole_sm_frame_init (&frame);
  systole_run_sm_frame (systole_lane_view_get_run (lane), 0, 18, &frame);
  for (guint i = 0; i < frame.cells->len; i++)
    {
      const SystoleFragmentCell *cell = &g_array_index (frame.cells, SystoleFragmentCell, i);

      if (cell->sub_core == target.sub_core && cell->row == target.row && cell->column == target.column)
        {
          *m = cell->m;
          *n = cell->n;
        }
    }
  systole_sm_frame_clear (&frame);
}

/* Time moves on: what is pinned in the other lane is still the same element, or nothing. */
static void
check_link_follows_time (SystoleStage *stage)
{
  SystoleLaneView *a = systole_stage_get_lane (stage, 0), *b = systole_stage_get_lane (stage, 1);
  SystoleWindow window = { 4, 2, 5, 3, FALSE };
  SystoleArrayFrame frame;
  guint linked = 0;

  systole_lane_view_set_pinned (a, &(SystoleTarget){ SYSTOLE_TARGET_PE, 0, 0, 4, 2, SYSTOLE_LEVEL_CHIP });
  systole_array_frame_init (&frame);
  for (guint cycle = 15; cycle < 24; cycle++)
    {
      const SystoleArrayCell *cell;
      SystoleTarget other;
      guint64 m, n;

      systole_stage_set_position (stage, 0, cycle, FALSE);
      ui_spin (20);
      systole_run_array_frame (systole_lane_view_get_run (a), 0, cycle, &window, &frame);
      cell = &g_array_index (frame.cells, SystoleArrayCell, 0);
      systole_lane_view_get_pinned (b, &other, NULL);
      if (other.kind == SYSTOLE_TARGET_NONE)
        continue;
      linked++;
      element_of (b, &m, &n);
      g_assert_cmpuint (m, ==, cell->m);
      g_assert_cmpuint (n, ==, cell->n);
    }
  g_assert_cmpuint (linked, >, 0);
  systole_array_frame_clear (&frame);

  systole_stage_set_playing (stage, TRUE);
  ui_spin (20);
  {
    SystoleTarget other;

    systole_lane_view_get_pinned (b, &other, NULL);
    g_assert_cmpint (other.kind, ==, SYSTOLE_TARGET_NONE);
  }
  systole_stage_set_playing (stage, FALSE);
}

/* Selecting an element in one lane selects the same in the other. */
static void
test_link (void)
{
  SystoleStage *stage = new_stage (2);
  SystoleLaneView *a = systole_stage_get_lane (stage, 0), *b = systole_stage_get_lane (stage, 1);
  SystoleArrayFrame frame;
  SystoleWindow window = { 0, 0, 8, 8, FALSE };
  guint linked = 0;

  systole_array_frame_init (&frame);
  systole_run_array_frame (systole_lane_view_get_run (a), 0, 18, &window, &frame);
  for (guint i = 0; i < frame.cells->len; i++)
    {
      const SystoleArrayCell *cell = &g_array_index (frame.cells, SystoleArrayCell, i);
      SystoleTarget target = { SYSTOLE_TARGET_PE, 0, 0, cell->row, cell->column, SYSTOLE_LEVEL_CHIP }, other;
      guint64 m, n;

      systole_lane_view_set_pinned (a, &target);
      g_assert_true (systole_stage_get_selected_lane (stage) == a);
      systole_lane_view_get_pinned (b, &other, NULL);
      if (other.kind == SYSTOLE_TARGET_NONE)
        continue;
      linked++;
      element_of (b, &m, &n);
      g_assert_cmpuint (m, ==, cell->m);
      g_assert_cmpuint (n, ==, cell->n);
    }
  g_assert_cmpuint (linked, >, 0);
  systole_array_frame_clear (&frame);
  check_link_follows_time (stage);

  systole_lane_view_set_pinned (a, NULL);
  g_assert_null (systole_stage_get_selected_lane (stage));
  systole_stage_set_linked (stage, FALSE);
  systole_lane_view_set_pinned (a, &(SystoleTarget){ SYSTOLE_TARGET_PE, 0, 0, 4, 2, SYSTOLE_LEVEL_CHIP });
  {
    SystoleTarget other;

    systole_lane_view_get_pinned (b, &other, NULL);
    g_assert_cmpint (other.kind, ==, SYSTOLE_TARGET_NONE);
  }
  g_assert_finalize_object (stage);
}

static gboolean
card_shown (gpointer data)
{
  GtkWidget *child = gtk_widget_get_first_child (data);

  return child != NULL && GTK_IS_POPOVER (child) && gtk_widget_get_mapped (child);
}

/* Escape closes the card of any lane, not only of the one with the keyboard. */
static void
test_card_of_another_lane (void)
{
  SystoleStage *stage = new_stage (2);
  GtkWindow *window = ui_show (GTK_WIDGET (stage), 744, 560);
  GtkWidget *b = GTK_WIDGET (systole_stage_get_lane (stage, 1));

  g_assert_false (ui_press (GTK_WIDGET (stage), "Escape")); /* nothing to close: a lane may have it */
  g_assert_true (ui_press (b, "<Alt>Right"));
  g_assert_true (ui_wait (card_shown, b));
  systole_stage_set_active (stage, 0);
  g_assert_true (ui_press (GTK_WIDGET (stage), "Escape"));
  g_assert_false (ui_press (GTK_WIDGET (stage), "Escape"));
  ui_destroy (window);
  g_assert_finalize_object (stage);
}

int
main (int argc, char **argv)
{
  ui_init (&argc, &argv);
  g_test_add_func ("/stage/columns", test_columns);
  g_test_add_func ("/stage/three-columns", test_three_columns);
  g_test_add_func ("/stage/layout", test_layout);
  g_test_add_func ("/stage/properties", test_properties);
  g_test_add_func ("/stage/fewer", test_fewer);
  g_test_add_func ("/stage/link", test_link);
  g_test_add_func ("/stage/card-of-another-lane", test_card_of_another_lane);
  return g_test_run ();
}
