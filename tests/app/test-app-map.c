/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/library.h"
#include "app/map-axes.h"
#include "app/map-controller.h"
#include "app/maps.h"
#include "tests/app/app-fixture.h"

/* The map of a scenario: what lies along its sides, the thread that computes it, and a click. */

static SystoleAxis *
axis_of (const char *keys, const char *op_text, gboolean bare)
{
  SystoleOp op;

  g_assert_true (systole_op_parse (op_text, SYSTOLE_FORMAT_BF16, &op, NULL));
  return systole_map_axis_new (keys, &op, bare);
}

static void
test_axes (void)
{
  g_autoptr (SystoleAxis) batch = axis_of ("m", "gemm:m=256,n=2048,k=2048", FALSE);
  g_autoptr (SystoleAxis) width = axis_of ("n=k", "gemm:m=256,n=2048,k=2048", FALSE);
  g_autoptr (SystoleAxis) far = axis_of ("m", "gemm:m=5000,n=2048,k=2048", FALSE);
  g_autoptr (SystoleAxis) edge = axis_of ("m", "gemm:m=4096,n=2048,k=2048", FALSE);
  g_autoptr (SystoleAxis) low = axis_of ("n=k", "gemm:m=256,n=64,k=64", FALSE);
  g_autoptr (SystoleAxis) bare = axis_of ("n=k", "gemm:m=8,n=8,k=8", TRUE);
  g_autoptr (GPtrArray) choices = NULL;
  SystoleOp op;
  guint x, y;
  guint64 value;

  g_assert_cmpuint (systole_axis_get (batch, 0), ==, 1);
  g_assert_cmpuint (systole_axis_get (batch, systole_axis_get_n (batch) - 1), ==, 4096);
  g_assert_cmpuint (systole_axis_get (width, 0), ==, 128);
  g_assert_cmpuint (systole_axis_get (width, systole_axis_get_n (width) - 1), ==, 16384);
  g_assert_cmpuint (systole_axis_get (far, systole_axis_get_n (far) - 1), ==, 16384);
  g_assert_cmpuint (systole_axis_get (edge, systole_axis_get_n (edge) - 1), ==, 8192); /* an octave past the stage's place */
  g_assert_cmpuint (systole_axis_get (low, 0), ==, 32);
  g_assert_cmpuint (systole_axis_get (bare, systole_axis_get_n (bare) - 1), ==, 256);
  g_assert_true (systole_op_parse ("gemm:m=8,n=64,k=32", SYSTOLE_FORMAT_BF16, &op, NULL));
  choices = systole_map_choices_new (&op);
  systole_map_choices_get_default (choices, &op, &x, &y);
  g_assert_cmpstr (((SystoleMapChoice *) choices->pdata[x])->keys, ==, "m");
  g_assert_cmpstr (((SystoleMapChoice *) choices->pdata[y])->title, ==, "N = K");
  g_assert_false (systole_map_axis_get_value (width, &op, &value));
  g_assert_true (systole_map_axis_get_value (batch, &op, &value));
  g_assert_cmpuint (value, ==, 8);
}

/* Every operation of the table has sides that it can have. */
static void
test_every_operation (void)
{
  for (guint kind = 0; kind < SYSTOLE_N_OPS; kind++)
    {
      SystoleOp op;
      guint x, y;
      g_autoptr (GPtrArray) choices = NULL;

      systole_op_init (&op, (SystoleOpKind) kind, SYSTOLE_FORMAT_FP32);
      choices = systole_map_choices_new (&op);
      g_assert_cmpuint (choices->len, >, 0);
      systole_map_choices_get_default (choices, &op, &x, &y);
      g_assert_cmpuint (MAX (x, y), <, choices->len);
      for (guint i = 0; i < choices->len; i++)
        {
          g_autoptr (SystoleAxis) axis = systole_map_axis_new (((SystoleMapChoice *) choices->pdata[i])->keys, &op, FALSE);

          g_assert_cmpuint (systole_axis_get_n (axis), >, 1);
        }
    }
}

/* The map's times are those of the runs; cancelling ends it. */
static void
test_job (void)
{
  g_autoptr (SystoleScenario) scenario = systole_library_load_scenario ("t4-or-tpu", NULL);
  g_autoptr (SystoleAxis) x = systole_axis_parse ("m=8192", NULL);
  g_autoptr (SystoleAxis) y = systole_axis_parse ("n=k=4096,8192", NULL);
  g_autoptr (SystoleMapJob) job = systole_map_job_new (scenario, systole_data_get_catalogue (), x, y);
  g_autoptr (SystoleMapJob) other = systole_map_job_new (scenario, systole_data_get_catalogue (), x, y);
  g_autoptr (GCancellable) cancelled = g_cancellable_new ();
  g_autoptr (SystoleResults) results = systole_runner_run (scenario, systole_data_get_catalogue ());
  g_autoptr (SystoleMap) map = NULL;
  guint lanes[SYSTOLE_MAP_MAX_LANES];

  g_assert_cmpuint (systole_map_job_get_lanes (job, lanes), ==, 3);
  g_assert_true (systole_map_job_run (job, NULL));
  map = systole_map_job_take_map (job);
  g_assert_nonnull (map);
  g_assert_null (systole_map_job_take_map (job));
  for (guint i = 0; i < 3; i++)
    g_assert_cmpfloat (systole_map_get_cell (map, i, 0, 1)->seconds, ==, systole_run_get_seconds (results->runs[i]));
  g_cancellable_cancel (cancelled);
  g_assert_false (systole_map_job_run (other, cancelled));
  g_assert_null (systole_map_job_take_map (other));
}

/* A page that is seen gets its map; a place that is opened is an edit with a name, and the
 * map stays. */
static void
test_page (void)
{
  g_autoptr (SystoleSession) session = systole_session_new (systole_data_get_catalogue ());
  g_autoptr (SystoleScenario) scenario = systole_library_load_scenario ("memory-bound", NULL);
  SystoleMapPage *page = SYSTOLE_MAP_PAGE (g_object_ref_sink (systole_map_page_new ()));
  SystoleMapController *controller = systole_map_controller_new (session, page);
  GtkWidget *window = gtk_window_new ();
  const SystoleMap *map;
  const SystoleOp *op;

  systole_session_load (session, scenario);
  wait_until (!systole_session_is_running (session));
  g_assert_false (systole_map_controller_is_settled (controller)); /* nobody sees it */
  gtk_window_set_child (GTK_WINDOW (window), GTK_WIDGET (page));
  gtk_window_present (GTK_WINDOW (window));
  wait_until (systole_map_controller_is_settled (controller));
  map = systole_map_view_get_map (systole_map_page_get_view (page));
  g_assert_nonnull (map);
  g_assert_cmpuint (map->n_x, >, 13);
  g_signal_emit_by_name (systole_map_page_get_view (page), "place-activated", map->x[3], map->y[2]);
  op = systole_scenario_get_lane_op (systole_session_get_scenario (session), 0);
  g_assert_cmpuint (systole_op_get_dim (op, "m"), ==, map->x[3]);
  g_assert_cmpuint (systole_op_get_dim (op, "n"), ==, map->y[2]);
  g_assert_cmpuint (systole_op_get_dim (op, "k"), ==, map->y[2]);
  g_assert_true (systole_session_undo (session));
  wait_until (!systole_session_is_running (session));
  g_assert_true (systole_map_view_get_map (systole_map_page_get_view (page)) == map);
  systole_map_controller_free (controller);
  gtk_window_destroy (GTK_WINDOW (window));
  g_object_unref (page);
}

int
main (int argc, char **argv)
{
  gboolean display = gtk_init_check ();

  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/app/map/axes", test_axes);
  g_test_add_func ("/app/map/every-operation", test_every_operation);
  g_test_add_func ("/app/map/job", test_job);
  if (display)
    g_test_add_func ("/app/map/page", test_page);
  return g_test_run ();
}
