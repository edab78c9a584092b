/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/window-private.h"

#include "app/beat-edits.h"
#include "engine/base/i18n.h"

/* Making a lesson: what is looked at becomes a beat, and a beat is shown as it was stored. */

static SystoleBeatSelection
get_selection (SystoleMainWindow *self)
{
  SystoleLaneView *lane = systole_stage_get_selected_lane (self->stage);
  SystoleBeatSelection selection = { FALSE, 0, 0, 0 };
  SystoleTarget first, second;

  if (lane == NULL)
    return selection;
  systole_lane_view_get_pinned (lane, &first, &second);
  if (first.kind == SYSTOLE_TARGET_PE && first.unit == 0)
    selection = (SystoleBeatSelection){ TRUE, (guint) (systole_lane_view_get_letter (lane) - 'A'), first.row, first.column };
  return selection;
}

static void
get_view (SystoleMainWindow *self, int *levels, SystoleBeatView *view)
{
  for (guint i = 0; i < SYSTOLE_MAX_LANES; i++)
    {
      SystoleLaneView *lane = systole_stage_get_lane (self->stage, i);
      SystoleCamera camera;

      levels[i] = -1;
      if (lane == NULL || systole_lane_view_get_run (lane) == NULL)
        continue;
      systole_lane_view_get_camera (lane, &camera);
      levels[i] = (int) camera.level;
    }
  view->levels = levels;
  view->pane = systole_main_window_is_explain_shown (self) ? systole_explain_pane_get_page (self->explain) : NULL;
  view->selection = get_selection (self);
}

/* What the beat that is shown has selected, and the page of Explain beside it. */
void
systole_main_window_show_beat (SystoleMainWindow *self)
{
  int i = systole_session_get_beat (self->session);
  const SystoleBeat *beat = i >= 0 ? systole_scenario_get_beat (systole_session_get_base (self->session), (guint) i) : NULL;
  SystoleTarget target = SYSTOLE_TARGET_INIT;
  SystoleLaneView *lane;

  if (beat == NULL)
    return;
  lane = beat->selection.present ? systole_stage_get_lane (self->stage, beat->selection.lane) : NULL;
  target.kind = SYSTOLE_TARGET_PE;
  target.row = beat->selection.row;
  target.column = beat->selection.column;
  target.level = SYSTOLE_LEVEL_PE;
  for (guint n = 0; n < systole_stage_get_n_lanes (self->stage); n++)
    systole_lane_view_set_pinned (systole_stage_get_lane (self->stage, n), NULL);
  if (lane != NULL)
    systole_lane_view_set_pinned (lane, &target);
  if (beat->pane != NULL)
    {
      systole_main_window_set_explain_visible (self, TRUE);
      systole_explain_pane_set_page (self->explain, beat->pane);
    }
}

void
systole_main_window_update_lesson (SystoleMainWindow *self)
{
  const SystoleScenario *base = systole_session_get_base (self->session);
  guint n = systole_scenario_get_n_beats (base);
  int beat = systole_session_get_beat (self->session);
  GtkWidget *widget = GTK_WIDGET (self);

  gtk_widget_action_set_enabled (widget, "win.add-beat", n < SYSTOLE_SCENARIO_MAX_BEATS && !base->read_only);
  gtk_widget_action_set_enabled (widget, "win.update-beat", beat >= 0);
  gtk_widget_action_set_enabled (widget, "win.duplicate-beat", beat >= 0 && n < SYSTOLE_SCENARIO_MAX_BEATS);
  gtk_widget_action_set_enabled (widget, "win.delete-beat", beat >= 0);
  gtk_widget_action_set_enabled (widget, "win.beat-earlier", beat > 0);
  gtk_widget_action_set_enabled (widget, "win.beat-later", beat >= 0 && beat + 1 < (int) n);
}

static void
store_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SystoleMainWindow *self = SYSTOLE_MAIN_WINDOW (widget);
  int levels[SYSTOLE_MAX_LANES];
  SystoleBeatView view;
  g_autofree char *text = NULL;

  get_view (self, levels, &view);
  if (g_str_equal (name, "win.update-beat"))
    systole_edit_update_beat (self->session, &view);
  else if (systole_edit_add_beat (self->session, &view))
    {
      text = g_strdup_printf (_ ("This is beat %d now. Its caption is written in Setup."), systole_session_get_beat (self->session) + 1);
      adw_toast_overlay_add_toast (self->toasts, adw_toast_new (text));
    }
}

static void
beat_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SystoleMainWindow *self = SYSTOLE_MAIN_WINDOW (widget);
  int beat = systole_session_get_beat (self->session);

  if (beat < 0)
    return;
  if (g_str_equal (name, "win.duplicate-beat"))
    systole_edit_duplicate_beat (self->session, (guint) beat);
  else if (g_str_equal (name, "win.delete-beat"))
    systole_edit_delete_beat (self->session, (guint) beat);
  else if (g_str_equal (name, "win.beat-earlier"))
    systole_edit_move_beat (self->session, (guint) beat, (guint) beat - 1);
  else
    systole_edit_move_beat (self->session, (guint) beat, (guint) beat + 1);
}

void
systole_main_window_install_lesson_actions (GtkWidgetClass *klass)
{
  static const struct
  {
    const char *name;
    GtkWidgetActionActivateFunc activate;
  } actions[] = {
    { "win.add-beat", store_action },
    { "win.update-beat", store_action },
    { "win.duplicate-beat", beat_action },
    { "win.delete-beat", beat_action },
    { "win.beat-earlier", beat_action },
    { "win.beat-later", beat_action },
  };

  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    gtk_widget_class_install_action (klass, actions[i].name, NULL, actions[i].activate);
}
