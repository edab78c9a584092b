/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/window-private.h"

#include "config.h"
#include "app/differences.h"
#include "engine/base/i18n.h"
#include "engine/run/part-instant.h"
#include "widgets/telling-target.h"
#include "widgets/types.h"

#define LARGE_TEXT 1.25 /* from this scale the caption has three lines … */
#define HIGH_WINDOW 760 /* … where the picture does not need the room */

enum
{
  PROP_0,
  PROP_SETUP_VISIBLE,
  PROP_EXPLAIN_VISIBLE,
  PROP_SESSION,
  N_PROPS
};

G_DEFINE_FINAL_TYPE (SystoleMainWindow, systole_main_window, ADW_TYPE_APPLICATION_WINDOW)

/* --- session → widgets --- */

static void
moved_cb (SystoleMainWindow *self)
{
  SystoleSession *session = self->session;
  guint leader = systole_session_get_leader (session);
  guint counted = systole_session_get_time_base (session) == SYSTOLE_TIME_CYCLES ? leader : systole_session_get_active (session);

  for (guint i = 0; i < systole_session_get_n_lanes (session); i++)
    {
      double position = systole_session_get_position (session, i);

      if (systole_session_has_ended (session, i))
        position = (double) systole_session_get_cycle (session, i);
      systole_stage_set_position (self->stage, i, position, systole_session_has_ended (session, i));
      systole_timeline_view_set_lane_position (self->timeline, i, systole_session_get_position (session, i));
    }
  systole_timeline_view_set_position (self->timeline, systole_session_get_axis (session));
  systole_playhead_bar_set_cycle (self->bar, systole_session_get_cycle (session, counted));
  systole_playhead_bar_set_ended (self->bar, systole_session_has_ended (session, counted)); /* as the cycle before it, of that lane */
  systole_main_window_update_caption (self);
  systole_main_window_update_hint (self);
}

/* The view of the file, once its lanes are on the stage. */
static void
take_zooms (SystoleMainWindow *self)
{
  const GArray *zooms = systole_session_get_scenario (self->session)->view.zooms;

  for (guint i = 0; i < systole_stage_get_n_lanes (self->stage); i++)
    {
      SystoleLaneView *lane = systole_stage_get_lane (self->stage, i);
      SystoleRun *run = systole_session_get_run (self->session, i);
      SystoleCamera camera;

      if (run == NULL)
        continue;
      systole_camera_init (&camera, run);
      if (i < zooms->len && g_array_index (zooms, int, i) >= 0)
        camera.level = (SystoleLevel) g_array_index (zooms, int, i);
      systole_lane_view_set_camera (lane, &camera);
      self->levels[i] = (int) camera.level;
    }
}

/* The numbers of something that multiplies, at once: nobody has to know that one can click. */
static void
pin_something (SystoleMainWindow *self)
{
  for (guint i = 0; i < systole_stage_get_n_lanes (self->stage); i++)
    {
      SystoleLaneView *lane = systole_stage_get_lane (self->stage, i);
      SystoleRun *run = systole_session_get_run (self->session, i);
      SystoleCamera camera;
      SystoleTarget target;

      if (run == NULL)
        continue;
      systole_lane_view_get_camera (lane, &camera);
      if (!systole_find_telling_target (run, camera.level, camera.unit, systole_session_get_cycle (self->session, i), &target))
        continue;
      systole_lane_view_set_pinned (lane, &target);
      return;
    }
}

static guint64
counted_length (SystoleMainWindow *self)
{
  SystoleRun *run = systole_session_get_run (self->session, systole_session_get_active (self->session));

  if (systole_session_get_time_base (self->session) == SYSTOLE_TIME_CYCLES)
    return (guint64) systole_session_get_length (self->session);
  return run != NULL ? systole_run_get_n_cycles (run) : 0;
}

static void
length_changed (SystoleMainWindow *self)
{
  systole_playhead_bar_set_n_cycles (self->bar, counted_length (self));
}

/* The stage has the keyboard first: its keys are those of the window. */
void
systole_main_window_focus_stage (SystoleMainWindow *self)
{
  SystoleLaneView *lane = systole_stage_get_active_lane (self->stage);

  if (lane != NULL && !systole_main_window_is_start_shown (self))
    gtk_window_set_focus (GTK_WINDOW (self), GTK_WIDGET (lane));
}

static void
runs_cb (SystoleMainWindow *self)
{
  guint n = systole_session_get_n_lanes (self->session);
  gboolean opened = self->fresh && n > 0;
  SystoleRun *runs[SYSTOLE_MAX_LANES] = { NULL };
  const char *titles[SYSTOLE_MAX_LANES] = { NULL };

  for (guint i = 0; i < n; i++)
    {
      runs[i] = systole_session_get_run (self->session, i);
      if (runs[i] == NULL)
        titles[i] = systole_differences_get_model (systole_scenario_get_lane (systole_session_get_scenario (self->session), i), systole_session_get_catalogue (self->session));
    }
  systole_stage_set_runs (self->stage, runs, titles, n);
  for (guint i = 0; i < n; i++)
    {
      const GError *error = systole_session_get_error (self->session, i);

      systole_lane_view_set_message (systole_stage_get_lane (self->stage, i), error != NULL ? error->message : NULL);
    }
  systole_timeline_view_set_runs (self->timeline, runs, n);
  systole_stage_set_active (self->stage, systole_session_get_active (self->session));
  if (opened)
    {
      take_zooms (self);
      pin_something (self);
      if (!systole_main_window_focus_machine (self))
        systole_main_window_focus_stage (self);
      self->fresh = FALSE;
    }
  else if (self->fresh_beat && n > 0)
    {
      take_zooms (self);
      systole_main_window_show_beat (self);
    }
  self->fresh_beat = FALSE;
  length_changed (self);
  systole_main_window_update_errors (self);
  systole_main_window_update_promises (self);
  if (opened)
    systole_main_window_tell_promises (self);
  systole_main_window_update_fairness (self);
  systole_main_window_update_untold (self);
}

static void
view_taken_cb (SystoleMainWindow *self)
{
  self->fresh_beat = TRUE;
}

static void
bookmarks_changed (SystoleMainWindow *self)
{
  const GArray *bookmarks = systole_session_get_scenario (self->session)->view.bookmarks;

  systole_timeline_view_set_bookmarks (self->timeline, (const SystoleBookmark *) bookmarks->data, bookmarks->len);
}

static void
scenario_cb (SystoleMainWindow *self, guint kind)
{
  bookmarks_changed (self);
  systole_main_window_update_title (self);
  systole_main_window_update_lesson (self);
}

static void
history_cb (SystoleMainWindow *self)
{
  SystoleHistory *history = systole_session_get_history (self->session);
  const char *undo = systole_history_get_undo_name (history), *redo = systole_history_get_redo_name (history);
  /* Translators: %s is the name of an edit: “Undo “Set K to 512”” */
  g_autofree char *undo_label = undo != NULL ? g_strdup_printf (_ ("Undo “%s”"), undo) : g_strdup (_ ("Undo"));
  g_autofree char *redo_label = redo != NULL ? g_strdup_printf (_ ("Redo “%s”"), redo) : g_strdup (_ ("Redo"));

  gtk_widget_action_set_enabled (GTK_WIDGET (self), "win.undo", systole_history_can_undo (history));
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "win.redo", systole_history_can_redo (history));
  g_menu_remove_all (self->edit_section);
  g_menu_append (self->edit_section, undo_label, "win.undo");
  g_menu_append (self->edit_section, redo_label, "win.redo");
  systole_main_window_update_title (self);
  systole_main_window_watch_changes (self);
}

static void
playing_cb (SystoleMainWindow *self)
{
  gboolean playing = systole_session_get_playing (self->session);

  systole_stage_set_playing (self->stage, playing);
  systole_canvas_set_playing (SYSTOLE_CANVAS (self->timeline), playing);
  systole_playhead_bar_set_playing (self->bar, playing);
  systole_main_window_update_caption (self);
  systole_main_window_update_hint (self);
}

/* --- widgets → session --- */

static void
stage_active_cb (SystoleMainWindow *self)
{
  systole_session_set_active (self->session, systole_stage_get_active (self->stage));
}

static void
lane_activated_cb (SystoleMainWindow *self, guint lane)
{
  systole_session_set_active (self->session, lane);
}

static void
session_active_cb (SystoleMainWindow *self)
{
  guint active = systole_session_get_active (self->session);

  systole_stage_set_active (self->stage, active);
  systole_timeline_view_set_active (self->timeline, active);
  length_changed (self);
}

static void
timeline_seek_cb (SystoleMainWindow *self, double position)
{
  self->moved_by_user = TRUE;
  systole_session_seek_axis (self->session, position);
}

static void
bar_seek_cb (SystoleMainWindow *self, guint64 cycle)
{
  self->moved_by_user = TRUE;
  if (systole_session_get_time_base (self->session) == SYSTOLE_TIME_CYCLES)
    systole_session_seek_axis (self->session, (double) cycle);
  else
    systole_session_seek (self->session, systole_session_get_active (self->session), cycle, 0);
}

/* A part of the waterfall was clicked: to a cycle in which it happens. */
static void
part_activated_cb (SystoleMainWindow *self, guint lane, guint index)
{
  SystoleRun *run = systole_session_get_run (self->session, lane);
  const SystoleWaterfallPart *parts;
  guint64 cycle;
  guint n;

  if (run == NULL)
    return;
  parts = systole_run_get_waterfall (run, &n);
  if (index >= n || !systole_run_find_part (run, parts[index].part, &cycle))
    return;
  self->moved_by_user = TRUE;
  systole_session_set_active (self->session, lane);
  systole_session_seek (self->session, lane, cycle, 0);
}

/* --- look --- */

static void
look_cb (SystoleMainWindow *self, SystoleApplication *application)
{
  SystoleScheme scheme = systole_application_get_scheme (application);
  double font_scale = systole_application_get_font_scale (application);
  gboolean reduced = systole_application_get_reduced_motion (application);

  systole_stage_set_scheme (self->stage, scheme);
  systole_stage_set_font_scale (self->stage, font_scale);
  systole_stage_set_reduced_motion (self->stage, reduced);
  systole_stage_set_single_letter_keys (self->stage, systole_settings_get_boolean (self->settings, "letter-keys"));
  systole_canvas_set_scheme (SYSTOLE_CANVAS (self->timeline), scheme);
  systole_canvas_set_font_scale (SYSTOLE_CANVAS (self->timeline), font_scale);
  systole_explain_pane_set_scheme (self->explain, scheme);
  systole_explain_pane_set_font_scale (self->explain, font_scale);
  systole_pane_set_font_scale (self->setup_bin, font_scale);
  systole_pane_set_font_scale (self->explain_bin, font_scale);
  systole_playback_set_reduced_motion (self->playback, reduced);
  gtk_label_set_lines (self->caption, font_scale > LARGE_TEXT && gtk_widget_get_height (GTK_WIDGET (self)) >= HIGH_WINDOW ? 3 : 2);
  systole_main_window_queue_caption (self);
  if (gtk_widget_get_width (GTK_WIDGET (self)) > 0)
    systole_main_window_size_changed (self, gtk_widget_get_width (GTK_WIDGET (self)));
  if (scheme == SYSTOLE_SCHEME_HIGH_CONTRAST || scheme == SYSTOLE_SCHEME_HIGH_CONTRAST_DARK)
    gtk_widget_add_css_class (GTK_WIDGET (self), "high-contrast");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self), "high-contrast");
}

/* --- class --- */

static void
systole_main_window_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  systole_main_window_size_changed (SYSTOLE_MAIN_WINDOW (widget), width);
  GTK_WIDGET_CLASS (systole_main_window_parent_class)->size_allocate (widget, width, height, baseline);
}

static gboolean
systole_main_window_close_request (GtkWindow *window)
{
  SystoleMainWindow *self = SYSTOLE_MAIN_WINDOW (window);
  int width, height;

  if (!systole_main_window_may_close (self))
    return TRUE;
  gtk_window_get_default_size (window, &width, &height);
  g_object_set (self->settings, "window-maximized", gtk_window_is_maximized (window), NULL);
  if (!gtk_window_is_maximized (window) && !gtk_window_is_fullscreen (window))
    g_object_set (self->settings, "window-width", width, "window-height", height, NULL);
  systole_session_cancel (self->session);
  return GTK_WINDOW_CLASS (systole_main_window_parent_class)->close_request (window);
}

static void
systole_main_window_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  SystoleMainWindow *self = SYSTOLE_MAIN_WINDOW (object);

  switch (id)
    {
    case PROP_SETUP_VISIBLE:
      g_value_set_boolean (value, systole_main_window_is_setup_shown (self));
      break;
    case PROP_EXPLAIN_VISIBLE:
      g_value_set_boolean (value, systole_main_window_is_explain_shown (self));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
systole_main_window_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  SystoleMainWindow *self = SYSTOLE_MAIN_WINDOW (object);

  switch (id)
    {
    case PROP_SETUP_VISIBLE:
      systole_main_window_set_setup_visible (self, g_value_get_boolean (value));
      break;
    case PROP_EXPLAIN_VISIBLE:
      systole_main_window_set_explain_visible (self, g_value_get_boolean (value));
      break;
    case PROP_SESSION:
      self->session = g_value_dup_object (value);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
systole_main_window_dispose (GObject *object)
{
  SystoleMainWindow *self = SYSTOLE_MAIN_WINDOW (object);

  g_clear_handle_id (&self->layout_source, g_source_remove);
  systole_main_window_dispose_files (self);
  systole_main_window_dispose_presenter (self);
  systole_main_window_dispose_guess (self);
  systole_main_window_dispose_caption (self);
  if (self->session != NULL)
    {
      if (!self->handed_over)
        systole_session_cancel (self->session);
      g_signal_handlers_disconnect_by_data (systole_session_get_history (self->session), self);
      g_signal_handlers_disconnect_by_data (self->session, self);
    }
  g_clear_pointer (&self->map, systole_map_controller_free);
  g_clear_object (&self->playback);
  if (self->setup_popover != NULL && gtk_widget_get_parent (GTK_WIDGET (self->setup_popover)) != NULL)
    gtk_widget_unparent (GTK_WIDGET (self->setup_popover));
  self->setup_popover = NULL;
  if (self->session != NULL)
    gtk_widget_dispose_template (GTK_WIDGET (self), SYSTOLE_TYPE_MAIN_WINDOW);
  g_clear_object (&self->session);
  g_clear_object (&self->settings);
  G_OBJECT_CLASS (systole_main_window_parent_class)->dispose (object);
}

static void
bind_children (GtkWidgetClass *klass)
{
#define CHILD(name) gtk_widget_class_bind_template_child (klass, SystoleMainWindow, name)
  CHILD (toasts);
  CHILD (content);
  CHILD (title_box);
  CHILD (document_icon);
  CHILD (title_label);
  CHILD (state_label);
  CHILD (summary_button);
  CHILD (summary_label);
  CHILD (open_button);
  CHILD (save_button);
  CHILD (menu_button);
  CHILD (setup_button);
  CHILD (explain_button);
  CHILD (setup_paned);
  CHILD (explain_paned);
  CHILD (setup_bin);
  CHILD (explain_bin);
  CHILD (sheet_bin);
  CHILD (sheet);
  CHILD (setup_popover);
  CHILD (error_revealer);
  CHILD (fairness_revealer);
  CHILD (fairness_button);
  CHILD (fairness_label);
  CHILD (fairness_detail);
  CHILD (progress_revealer);
  CHILD (error_label);
  CHILD (reload_button);
  CHILD (caption);
  CHILD (progress_bar);
  CHILD (panel);
  CHILD (stage);
  CHILD (explain);
  CHILD (time_box);
  CHILD (timeline);
  CHILD (bar);
  CHILD (edit_section);
#undef CHILD
}

static void
connect_session (SystoleMainWindow *self)
{
  SystoleSession *session = self->session;

  g_signal_connect_swapped (session, "moved", G_CALLBACK (moved_cb), self);
  g_signal_connect_swapped (session, "view-taken", G_CALLBACK (view_taken_cb), self);
  g_signal_connect_swapped (session, "runs-changed", G_CALLBACK (runs_cb), self);
  g_signal_connect_swapped (session, "scenario-changed", G_CALLBACK (scenario_cb), self);
  g_signal_connect_swapped (session, "notify::playing", G_CALLBACK (playing_cb), self);
  g_signal_connect_swapped (session, "notify::active", G_CALLBACK (session_active_cb), self);
  g_signal_connect_swapped (session, "notify::time-base", G_CALLBACK (length_changed), self);
  g_signal_connect_swapped (session, "notify::running", G_CALLBACK (systole_main_window_update_progress), self);
  g_signal_connect_swapped (session, "notify::fraction", G_CALLBACK (systole_main_window_update_progress), self);
  g_signal_connect_swapped (systole_session_get_history (session), "changed", G_CALLBACK (history_cb), self);

  g_object_bind_property (session, "step-unit", self->bar, "step-unit", G_BINDING_BIDIRECTIONAL | G_BINDING_SYNC_CREATE);
  g_object_bind_property (session, "speed", self->bar, "speed", G_BINDING_BIDIRECTIONAL | G_BINDING_SYNC_CREATE);
  g_object_bind_property (session, "time-base", self->bar, "time-base", G_BINDING_BIDIRECTIONAL | G_BINDING_SYNC_CREATE);
  g_object_bind_property (session, "time-base", self->timeline, "time-base", G_BINDING_SYNC_CREATE);

  g_signal_connect_swapped (self->stage, "notify::active", G_CALLBACK (stage_active_cb), self);
  systole_main_window_follow_trace (self);
  g_signal_connect_swapped (self->timeline, "seek", G_CALLBACK (timeline_seek_cb), self);
  g_signal_connect_swapped (self->timeline, "lane-activated", G_CALLBACK (lane_activated_cb), self);
  g_signal_connect_swapped (self->bar, "seek", G_CALLBACK (bar_seek_cb), self);
  g_signal_connect_swapped (self->explain, "part-activated", G_CALLBACK (part_activated_cb), self);
  systole_explain_pane_set_stage (self->explain, self->stage);
  systole_scenario_panel_set_session (self->panel, session);
  systole_main_window_init_exercises (self);
}

static void
systole_main_window_constructed (GObject *object)
{
  SystoleMainWindow *self = SYSTOLE_MAIN_WINDOW (object);
  SystoleApplication *application = systole_application_get_default ();

  G_OBJECT_CLASS (systole_main_window_parent_class)->constructed (object);
  if (self->session == NULL)
    self->session = systole_session_new (systole_application_get_catalogue (application));
  self->playback = systole_playback_new (self->session, GTK_WIDGET (self));
  self->map = systole_map_controller_new (self->session, systole_explain_pane_get_map (self->explain));
  systole_main_window_init_files (self);
  systole_main_window_add_shortcuts (self);
  connect_session (self);
  g_signal_connect_object (application, "look-changed", G_CALLBACK (look_cb), self, G_CONNECT_SWAPPED);
  look_cb (self, application);
  history_cb (self);
  systole_main_window_update_lesson (self);
  systole_main_window_update_progress (self);
  systole_main_window_update_layout (self);
}

static void
systole_main_window_class_init (SystoleMainWindowClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  const GParamFlags flags = G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  object_class->get_property = systole_main_window_get_property;
  object_class->set_property = systole_main_window_set_property;
  object_class->constructed = systole_main_window_constructed;
  object_class->dispose = systole_main_window_dispose;
  widget_class->size_allocate = systole_main_window_size_allocate;
  GTK_WINDOW_CLASS (klass)->close_request = systole_main_window_close_request;
  g_object_class_install_property (object_class, PROP_SETUP_VISIBLE, g_param_spec_boolean ("setup-visible", NULL, NULL, TRUE, flags));
  g_object_class_install_property (object_class, PROP_EXPLAIN_VISIBLE, g_param_spec_boolean ("explain-visible", NULL, NULL, TRUE, flags));
  g_object_class_install_property (object_class, PROP_SESSION, g_param_spec_object ("session", NULL, NULL, SYSTOLE_TYPE_SESSION, G_PARAM_WRITABLE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS));

  g_type_ensure (SYSTOLE_TYPE_EXPLAIN_PANE);
  g_type_ensure (SYSTOLE_TYPE_PANE);
  g_type_ensure (SYSTOLE_TYPE_PLAYHEAD_BAR);
  g_type_ensure (SYSTOLE_TYPE_SCENARIO_PANEL);
  g_type_ensure (SYSTOLE_TYPE_STAGE);
  g_type_ensure (SYSTOLE_TYPE_TIMELINE_VIEW);
  gtk_widget_class_set_template_from_resource (widget_class, SYSTOLE_RESOURCE_ROOT "/window.ui");
  bind_children (widget_class);
  systole_main_window_install_actions (widget_class);
  systole_main_window_install_file_actions (widget_class);
  systole_main_window_install_lesson_actions (widget_class);
  systole_main_window_install_exercise_actions (widget_class);
  systole_main_window_install_guess_actions (widget_class);
  systole_main_window_install_start_actions (widget_class);
}

static void
systole_main_window_init (SystoleMainWindow *self)
{
  SystoleApplication *application = systole_application_get_default ();

  self->settings = g_object_ref (systole_application_get_settings (application));
  self->setup_visible = systole_settings_get_boolean (self->settings, "setup-visible");
  self->explain_visible = systole_settings_get_boolean (self->settings, "explain-visible");
  gtk_widget_init_template (GTK_WIDGET (self));
  systole_main_window_watch_renderer (self);
  gtk_widget_set_parent (GTK_WIDGET (self->setup_popover), GTK_WIDGET (self->setup_button));
  gtk_window_set_default_size (GTK_WINDOW (self), systole_settings_get_int (self->settings, "window-width"), systole_settings_get_int (self->settings, "window-height"));
  if (systole_settings_get_boolean (self->settings, "window-maximized"))
    gtk_window_maximize (GTK_WINDOW (self));
}

/* A session that was there before the window. */
void
systole_main_window_show_session (SystoleMainWindow *self)
{
  gboolean fresh = self->fresh;

  self->fresh = FALSE;
  systole_scenario_panel_update (self->panel);
  scenario_cb (self, SYSTOLE_EDIT_STRUCTURE);
  runs_cb (self);
  session_active_cb (self);
  playing_cb (self);
  moved_cb (self);
  self->fresh = fresh;
}

/**
 * systole_main_window_new:
 *
 * Returns: (transfer none): a window with nothing in it yet; GTK owns it until it is closed
 */
SystoleMainWindow *
systole_main_window_new (SystoleApplication *application)
{
  return g_object_new (SYSTOLE_TYPE_MAIN_WINDOW, "application", application, NULL);
}

SystoleSession *
systole_main_window_get_session (SystoleMainWindow *self)
{
  return self->session;
}

GFile *
systole_main_window_get_file (SystoleMainWindow *self)
{
  return self->file;
}
