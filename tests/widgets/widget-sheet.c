/* SPDX-License-Identifier: GPL-3.0-or-later */
/* To look at: every widget in a window, as PNG files: widget-sheet DIRECTORY [scheme [font scale]]. */
#include "tests/widgets/ui-fixture.h"

#include <stdio.h>

#include "widgets/explain-pane.h"
#include "widgets/metric-table.h"
#include "widgets/playhead-bar.h"
#include "widgets/stage.h"
#include "widgets/state-table.h"
#include "widgets/timeline-view.h"

static const char *directory;
static SystoleScheme scheme;
static double font_scale = 1;
static SystoleRun *runs[2];

static void
shoot (GtkWidget *widget, const char *name, int width, int height)
{
  GtkWindow *window = ui_show (widget, width, height);
  g_autofree char *path = g_strdup_printf ("%s/%s-%s.png", directory, name, systole_scheme_get_id (scheme));

  ui_spin (150);
  ui_save (GTK_WIDGET (window), path);
  printf ("%s: %d × %d\n", path, gtk_widget_get_width (widget), gtk_widget_get_height (widget));
  gtk_window_set_child (window, NULL);
  ui_destroy (window);
}

static SystoleStage *
make_stage (guint n)
{
  SystoleStage *stage = g_object_ref_sink (SYSTOLE_STAGE (systole_stage_new ()));
  SystoleTarget target = { SYSTOLE_TARGET_PE, 0, 0, 4, 2, SYSTOLE_LEVEL_CHIP };
  SystoleRun *shown[] = { runs[0], runs[1], runs[0], runs[1] };

  systole_stage_set_scheme (stage, scheme);
  systole_stage_set_font_scale (stage, font_scale);
  systole_stage_set_runs (stage, shown, NULL, n);
  for (guint i = 0; i < n; i++)
    systole_stage_set_position (stage, i, 18, FALSE);
  systole_lane_view_set_pinned (systole_stage_get_lane (stage, 0), &target);
  return stage;
}

static void
shoot_explain (SystoleStage *stage)
{
  static const char *const pages[] = { "selection", "time", "roofline", "memory", "table", "state" };

  for (guint i = 0; i < G_N_ELEMENTS (pages); i++)
    {
      SystoleExplainPane *pane = SYSTOLE_EXPLAIN_PANE (systole_explain_pane_new ());
      g_autofree char *name = g_strconcat ("explain-", pages[i], NULL);

      systole_explain_pane_set_scheme (pane, scheme);
      systole_explain_pane_set_font_scale (pane, font_scale);
      systole_explain_pane_set_stage (pane, stage);
      systole_explain_pane_set_page (pane, pages[i]);
      shoot (GTK_WIDGET (pane), name, 296, 560);
    }
}

static GtkWidget *
make_bar (void)
{
  SystolePlayheadBar *bar = SYSTOLE_PLAYHEAD_BAR (systole_playhead_bar_new ());

  systole_playhead_bar_set_n_cycles (bar, 36);
  systole_playhead_bar_set_cycle (bar, 18);
  systole_playhead_bar_set_hint (bar, systole_playhead_bar_get_first_hint ());
  return GTK_WIDGET (bar);
}

static GtkWidget *
make_timeline (void)
{
  SystoleTimelineView *view = SYSTOLE_TIMELINE_VIEW (systole_timeline_view_new ());

  systole_canvas_set_scheme (SYSTOLE_CANVAS (view), scheme);
  systole_canvas_set_font_scale (SYSTOLE_CANVAS (view), font_scale);
  systole_timeline_view_set_runs (view, runs, 2);
  systole_timeline_view_set_lane_position (view, 0, 18);
  systole_timeline_view_set_lane_position (view, 1, 18);
  systole_timeline_view_set_position (view, 18);
  return GTK_WIDGET (view);
}

int
main (int argc, char **argv)
{
  SystoleStage *stage;

  ui_init (&argc, &argv);
  directory = argc > 1 ? argv[1] : ".";
  if (argc > 2 && !systole_scheme_from_id (argv[2], &scheme))
    return 2;
  if (argc > 3)
    font_scale = g_ascii_strtod (argv[3], NULL);
  g_object_set (gtk_settings_get_default (), "gtk-application-prefer-dark-theme", scheme == SYSTOLE_SCHEME_DARK || scheme == SYSTOLE_SCHEME_HIGH_CONTRAST_DARK, NULL);
  g_object_set (gtk_settings_get_default (), "gtk-xft-dpi", (int) (96 * 1024 * font_scale), NULL);
  runs[0] = ui_array_run (8);
  runs[1] = ui_sm_run ();

  stage = make_stage (2);
  shoot (GTK_WIDGET (stage), "stage-2", 744, 560);
  shoot_explain (stage);
  g_object_unref (stage);
  stage = make_stage (4);
  shoot (GTK_WIDGET (stage), "stage-4", 744, 560);
  g_object_unref (stage);
  stage = make_stage (2);
  shoot (GTK_WIDGET (stage), "stage-narrow", 400, 800);
  g_object_unref (stage);
  shoot (make_bar (), "bar", 1280, 48);
  shoot (make_bar (), "bar-narrow", 640, 90);
  shoot (make_timeline (), "timeline", 1280, 100);
  systole_run_unref (runs[0]);
  systole_run_unref (runs[1]);
  return 0;
}
