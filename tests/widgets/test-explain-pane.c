/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/widgets/ui-fixture.h"

#include "widgets/explain-pane.h"
#include "widgets/metric-table.h"
#include "widgets/state-table.h"

static SystoleRun *runs[2];

static SystoleStage *
new_stage (void)
{
  SystoleStage *stage = g_object_ref_sink (SYSTOLE_STAGE (systole_stage_new ()));

  systole_stage_set_runs (stage, runs, NULL, 2);
  systole_stage_set_position (stage, 0, 18, FALSE);
  systole_stage_set_position (stage, 1, 18, FALSE);
  return stage;
}

/* Whether some label below `widget` has these words in it. */
static gboolean
says (GtkWidget *widget, const char *words)
{
  if (GTK_IS_LABEL (widget) && strstr (gtk_label_get_text (GTK_LABEL (widget)), words) != NULL)
    return TRUE;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL; child = gtk_widget_get_next_sibling (child))
    if (says (child, words))
      return TRUE;
  return FALSE;
}

static void
test_selection (void)
{
  SystoleStage *stage = new_stage ();
  SystoleExplainPane *pane = g_object_ref_sink (SYSTOLE_EXPLAIN_PANE (systole_explain_pane_new ()));
  GtkWidget *widget = GTK_WIDGET (pane);
  SystoleTarget first = { SYSTOLE_TARGET_PE, 0, 0, 4, 2, SYSTOLE_LEVEL_CHIP };
  SystoleTarget second = { SYSTOLE_TARGET_PE, 0, 0, 5, 1, SYSTOLE_LEVEL_CHIP };

  g_assert_true (says (widget, "Click a part"));
  systole_explain_pane_set_stage (pane, stage);
  systole_lane_view_set_pinned (systole_stage_get_lane (stage, 0), &first);
  ui_spin (50);
  g_assert_true (says (widget, "PE (4, 2)"));
  g_assert_true (says (widget, "A[4, 4]"));
  g_assert_false (says (widget, "Click a part"));
  g_assert_false (says (widget, "Compared with"));
  systole_lane_view_set_pinned_second (systole_stage_get_lane (stage, 0), &second);
  ui_spin (50);
  g_assert_true (says (widget, "Compared with"));
  g_assert_true (says (widget, "PE (5, 1)"));
  g_assert_true (says (widget, "Difference"));
  g_assert_true (says (widget, "Both multiply, at the same point of the wave"));
  systole_stage_set_position (stage, 0, 19, FALSE); /* it follows time */
  ui_spin (50);
  g_assert_true (says (widget, "A[5, 4]"));
  systole_lane_view_set_pinned (systole_stage_get_lane (stage, 0), NULL);
  ui_spin (50);
  g_assert_true (says (widget, "Click a part"));
  g_assert_finalize_object (pane);
  g_assert_finalize_object (stage);
}

static void
test_pages (void)
{
  static const char *const pages[] = { "time", "roofline", "memory", "energy", "map", "table", "state", "selection" };
  SystoleStage *stage = new_stage ();
  SystoleExplainPane *pane = g_object_ref_sink (SYSTOLE_EXPLAIN_PANE (systole_explain_pane_new ()));
  GtkWindow *window;
  UiCounter counter;
  guint n_checks = 0, n;
  g_autofree char *badge = NULL;

  systole_explain_pane_set_stage (pane, stage);
  systole_explain_pane_set_page (pane, "selection");
  window = ui_show (GTK_WIDGET (pane), 296, 560);
  g_assert_cmpint (gtk_widget_get_width (GTK_WIDGET (pane)), <=, 300);
  ui_counter_start (&counter, pane, "notify::page");
  for (guint i = 0; i < G_N_ELEMENTS (pages); i++)
    {
      systole_explain_pane_set_page (pane, pages[i]);
      g_assert_cmpstr (systole_explain_pane_get_page (pane), ==, pages[i]);
      g_assert_cmpuint (ui_counter_take (&counter), ==, 1);
      ui_spin (30);
    }
  systole_explain_pane_set_page (pane, "nothing of the kind");
  g_assert_cmpuint (ui_counter_take (&counter), ==, 0);
  ui_counter_stop (&counter);

  for (guint i = 0; i < 2; i++)
    {
      systole_run_get_audit (runs[i], &n);
      n_checks += n;
      g_assert_true (systole_run_is_sound (runs[i]));
    }
  badge = g_strdup_printf ("Audit: %u checks agree", n_checks);
  g_assert_true (says (GTK_WIDGET (pane), badge));
  systole_explain_pane_show_audit (pane);
  /* GTK 4.8 asks a surface that is gone for the pointer when a window ends within the delay of a tooltip (500 ms). */
  ui_spin (700);
  ui_destroy (window);
  g_assert_finalize_object (pane);
  g_assert_finalize_object (stage);
}

/* Until a page is chosen it is what is selected, or else where the time goes. */
static void
test_page_of_itself (void)
{
  SystoleStage *stage = new_stage ();
  SystoleExplainPane *pane = g_object_ref_sink (SYSTOLE_EXPLAIN_PANE (systole_explain_pane_new ()));
  SystoleLaneView *lane = systole_stage_get_lane (stage, 0);
  SystoleTarget pe = { SYSTOLE_TARGET_PE, 0, 0, 4, 2, SYSTOLE_LEVEL_CHIP };

  systole_explain_pane_set_stage (pane, stage);
  ui_spin (50);
  g_assert_cmpstr (systole_explain_pane_get_page (pane), ==, "time");
  systole_lane_view_set_pinned (lane, &pe);
  ui_spin (50);
  g_assert_cmpstr (systole_explain_pane_get_page (pane), ==, "selection");
  systole_lane_view_set_pinned (lane, NULL);
  ui_spin (50);
  g_assert_cmpstr (systole_explain_pane_get_page (pane), ==, "time");
  systole_explain_pane_set_page (pane, "table");
  systole_lane_view_set_pinned (lane, &pe);
  ui_spin (50);
  g_assert_cmpstr (systole_explain_pane_get_page (pane), ==, "table");
  g_assert_finalize_object (pane);
  g_assert_finalize_object (stage);
}

static void
test_metrics (void)
{
  SystoleMetricTable *table = g_object_ref_sink (SYSTOLE_METRIC_TABLE (systole_metric_table_new ()));
  g_autofree char *tsv = NULL;
  g_auto (GStrv) lines = NULL;
  guint seen = 0, bytes = 0, busy = 0;
  guint64 parts[2] = { 0 };

  systole_metric_table_set_runs (table, runs, 2);
  tsv = systole_metric_table_to_tsv (table);
  lines = g_strsplit (tsv, "\n", -1);
  g_assert_cmpstr (lines[0], ==, "Measure\tA\tB\tB ÷ A");
  for (guint i = 1; lines[i] != NULL && *lines[i] != '\0'; i++)
    {
      g_auto (GStrv) cells = g_strsplit (lines[i], "\t", -1);
      SystoleCounter counter;

      g_assert_cmpuint (g_strv_length (cells), ==, 4);
      /* All that a run counts: parts that add up, shares, bytes. */
      if (strchr (cells[0], '.') != NULL)
        {
          for (guint lane = 0; lane < 2 && g_str_has_prefix (cells[0], "waterfall."); lane++)
            parts[lane] += g_ascii_strtoull (cells[lane + 1], NULL, 10);
          bytes += g_str_has_prefix (cells[0], "traffic.");
          busy += g_str_has_prefix (cells[0], "utilization.");
          continue;
        }
      g_assert_true (systole_counter_from_id (cells[0], &counter));
      for (guint lane = 0; lane < 2; lane++)
        {
          SystoleQuantity quantity = systole_run_get_counter (runs[lane], counter);

          if (quantity.present)
            g_assert_cmpfloat_with_epsilon (g_ascii_strtod (cells[lane + 1], NULL), quantity.real, 1e-9 * (1 + quantity.real));
          else
            g_assert_cmpstr (cells[lane + 1], ==, "");
        }
      seen++;
    }
  g_assert_cmpuint (seen, >, 5);
  g_assert_cmpuint (bytes, >=, 6);
  g_assert_cmpuint (busy, >=, 2);
  for (guint lane = 0; lane < 2; lane++)
    g_assert_cmpuint (parts[lane], ==, systole_run_get_n_cycles (runs[lane]));
  systole_metric_table_set_runs (table, runs, 1);
  g_assert_finalize_object (table);
}

/* The text twin says what the frame says, for every PE. */
static void
test_states (void)
{
  SystoleStage *stage = new_stage ();
  SystoleStateTable *table = g_object_ref_sink (SYSTOLE_STATE_TABLE (systole_state_table_new ()));
  SystoleWindow window = { 0, 0, 8, 8, TRUE };
  SystoleArrayFrame frame;
  g_autofree char *tsv = NULL;
  g_auto (GStrv) lines = NULL;
  guint busy = 0;

  systole_state_table_set_lane (table, systole_stage_get_lane (stage, 0));
  g_assert_cmpuint (systole_state_table_get_n_rows (table), ==, 64);
  tsv = systole_state_table_to_tsv (table);
  lines = g_strsplit (tsv, "\n", -1);
  systole_array_frame_init (&frame);
  systole_run_array_frame (runs[0], 0, 18, &window, &frame);
  for (guint i = 0; i < 64; i++)
    {
      const SystoleArrayCell *cell = &g_array_index (frame.cells, SystoleArrayCell, i);
      g_auto (GStrv) cells = g_strsplit (lines[i + 1], "\t", -1);
      g_autofree char *sum = cell->partial_out.present ? systole_paint_format_number (cell->partial_out.value) : g_strdup ("");

      g_assert_cmpuint ((guint) g_ascii_strtoull (cells[0], NULL, 10), ==, cell->row);
      g_assert_cmpuint ((guint) g_ascii_strtoull (cells[1], NULL, 10), ==, cell->column);
      g_assert_cmpint (strcmp (cells[2], "works") == 0, ==, cell->reason == SYSTOLE_REASON_BUSY);
      if (cell->reason != SYSTOLE_REASON_BUSY)
        g_assert_nonnull (strstr (cells[2], systole_reason_get_title (cell->reason)));
      g_assert_cmpstr (cells[7], ==, sum);
      busy += cell->reason == SYSTOLE_REASON_BUSY;
    }
  g_assert_cmpuint (busy, ==, 48);
  systole_array_frame_clear (&frame);

  /* Another lane, another kind of machine: other columns. */
  systole_state_table_set_lane (table, systole_stage_get_lane (stage, 1));
  g_assert_cmpuint (systole_state_table_get_n_rows (table), >=, 8 + 4);
  systole_state_table_set_lane (table, NULL);
  g_assert_cmpuint (systole_state_table_get_n_rows (table), ==, 0);
  g_assert_finalize_object (table);
  g_assert_finalize_object (stage);
}

int
main (int argc, char **argv)
{
  int result;

  ui_init (&argc, &argv);
  runs[0] = ui_array_run (8);
  runs[1] = ui_sm_run ();
  g_test_add_func ("/explain-pane/selection", test_selection);
  g_test_add_func ("/explain-pane/pages", test_pages);
  g_test_add_func ("/explain-pane/page-of-itself", test_page_of_itself);
  g_test_add_func ("/metric-table/tsv", test_metrics);
  g_test_add_func ("/state-table/frame", test_states);
  result = g_test_run ();
  systole_run_unref (runs[0]);
  systole_run_unref (runs[1]);
  return result;
}
