/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/window-private.h"

#include "app/action-search.h"
#include "app/edits.h"
#include "app/machine-window.h"
#include "app/manual-window.h"
#include "config.h"
#include "engine/base/i18n.h"

/* What a window can be told, each as one row; menus, buttons and the list of
 * shortcuts name these actions only. */

#define TEXT_SIZE_STEP 0.1

/* clang-format off */
static const SystoleShortcut shortcuts[] = {
  { "win.play", NULL, "space", FALSE },
  { "win.step", NULL, "Right KP_Right", FALSE },
  { "win.step-back", NULL, "Left KP_Left", FALSE },
  { "win.next-event", NULL, "<Shift>Right <Shift>KP_Right", FALSE },
  { "win.previous-event", NULL, "<Shift>Left <Shift>KP_Left", FALSE },
  { "win.next-mark", NULL, "Page_Down KP_Page_Down", FALSE },
  { "win.previous-mark", NULL, "Page_Up KP_Page_Up", FALSE },
  { "win.first", NULL, "Home KP_Home", FALSE },
  { "win.last", NULL, "End KP_End", FALSE },
  { "win.slower", NULL, "<Control>Down <Control>KP_Down", FALSE },
  { "win.faster", NULL, "<Control>Up <Control>KP_Up", FALSE },
  { "win.bookmark", "1", "1 KP_1", TRUE },
  { "win.bookmark", "2", "2 KP_2", TRUE },
  { "win.bookmark", "3", "3 KP_3", TRUE },
  { "win.bookmark", "4", "4 KP_4", TRUE },
  { "win.bookmark", "5", "5 KP_5", TRUE },
  { "win.bookmark", "6", "6 KP_6", TRUE },
  { "win.bookmark", "7", "7 KP_7", TRUE },
  { "win.bookmark", "8", "8 KP_8", TRUE },
  { "win.bookmark", "9", "9 KP_9", TRUE },
  { "win.toggle-bookmark", NULL, "<Control>d", FALSE },
  { "win.set-bookmark", "1", "<Control>1", FALSE },
  { "win.set-bookmark", "2", "<Control>2", FALSE },
  { "win.set-bookmark", "3", "<Control>3", FALSE },
  { "win.set-bookmark", "4", "<Control>4", FALSE },
  { "win.set-bookmark", "5", "<Control>5", FALSE },
  { "win.set-bookmark", "6", "<Control>6", FALSE },
  { "win.set-bookmark", "7", "<Control>7", FALSE },
  { "win.set-bookmark", "8", "<Control>8", FALSE },
  { "win.set-bookmark", "9", "<Control>9", FALSE },
  { "win.escape", NULL, "Escape", FALSE },
  { "win.audit", NULL, "a", TRUE },
  { "win.differences", NULL, "d", TRUE },
  { "win.trace", NULL, "t", TRUE },
  { "win.text-larger", NULL, "<Control>plus <Control>equal <Control>KP_Add", FALSE },
  { "win.text-smaller", NULL, "<Control>minus <Control>KP_Subtract", FALSE },
  { "win.text-normal", NULL, "<Control>0 <Control>KP_0", FALSE },
  { "win.setup", NULL, "F9", FALSE },
  { "win.explain", NULL, "<Shift>F9", FALSE },
  { "win.panes", NULL, "<Control>F9", FALSE },
  { "win.fullscreen", NULL, "F11", FALSE },
  { "win.present", NULL, "F5", FALSE },
  { "win.present-here", NULL, "<Shift>F5", FALSE },
  { "win.undo", NULL, "<Control>z", FALSE },
  { "win.redo", NULL, "<Control><Shift>z", FALSE },
  { "win.swap", NULL, "<Control><Shift>x", FALSE },
  { "win.open", NULL, "<Control>o", FALSE },
  { "win.save", NULL, "<Control>s", FALSE },
  { "win.save-as", NULL, "<Control><Shift>s", FALSE },
  { "win.export", NULL, "<Control>e", FALSE },
  { "win.print", NULL, "<Control>p", FALSE },
  { "win.add-beat", NULL, "<Control>b", FALSE },
  { "win.close", NULL, "<Control>w", FALSE },
  { "win.manual", NULL, "F1", FALSE },
  { "win.shortcuts", NULL, "<Control>question", FALSE },
  { "win.search", NULL, "<Control><Shift>p", FALSE },
  { "win.start", NULL, "<Alt>Home <Alt>KP_Home", FALSE },
  { "win.next-pane", NULL, "F6", FALSE },
  { "win.previous-pane", NULL, "<Shift>F6", FALSE },
};
/* clang-format on */

/**
 * systole_main_window_get_shortcuts:
 * @n: (out): how many
 *
 * Returns: (transfer none): every shortcut of a window
 */
const SystoleShortcut *
systole_main_window_get_shortcuts (guint *n)
{
  *n = G_N_ELEMENTS (shortcuts);
  return shortcuts;
}

static void
play_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SystoleMainWindow *self = SYSTOLE_MAIN_WINDOW (widget);

  systole_session_set_playing (self->session, !systole_session_get_playing (self->session));
}

static void
time_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SystoleMainWindow *self = SYSTOLE_MAIN_WINDOW (widget);
  SystoleSession *session = self->session;

  self->moved_by_user = TRUE;
  if (g_str_equal (name, "win.step"))
    systole_session_step (session, 1);
  else if (g_str_equal (name, "win.step-back"))
    systole_session_step (session, -1);
  else if (g_str_equal (name, "win.next-event"))
    systole_session_step_event (session, 1);
  else if (g_str_equal (name, "win.previous-event"))
    systole_session_step_event (session, -1);
  else if (g_str_equal (name, "win.next-mark"))
    systole_session_step_mark (session, 1);
  else if (g_str_equal (name, "win.previous-mark"))
    systole_session_step_mark (session, -1);
  else if (g_str_equal (name, "win.first"))
    systole_session_go_first (session);
  else
    systole_session_go_last (session);
}

static void
speed_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SystoleMainWindow *self = SYSTOLE_MAIN_WINDOW (widget);

  if (g_str_equal (name, "win.faster"))
    systole_playhead_bar_faster (self->bar);
  else
    systole_playhead_bar_slower (self->bar);
}

static void
escape_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SystoleMainWindow *self = SYSTOLE_MAIN_WINDOW (widget);
  SystoleLaneView *lane = systole_stage_get_active_lane (self->stage);

  if (systole_main_window_hide_start (self) || systole_main_window_close_sheet (self))
    return;
  if (gtk_revealer_get_reveal_child (self->error_revealer))
    gtk_widget_activate_action (widget, "win.dismiss-error", NULL);
  else if (lane != NULL)
    systole_lane_view_close (lane);
}

static void
explain_page_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SystoleMainWindow *self = SYSTOLE_MAIN_WINDOW (widget);

  systole_main_window_set_explain_visible (self, TRUE);
  systole_explain_pane_show_audit (self->explain);
}

static void
differences_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SystoleMainWindow *self = SYSTOLE_MAIN_WINDOW (widget);

  systole_main_window_set_setup_visible (self, TRUE);
  systole_scenario_panel_show_differences (self->panel);
}

static void
promises_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  systole_main_window_show_promises (SYSTOLE_MAIN_WINDOW (widget));
}

static void
text_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SystoleMainWindow *self = SYSTOLE_MAIN_WINDOW (widget);
  double size = systole_settings_get_double (self->settings, "text-size");

  if (g_str_equal (name, "win.text-larger"))
    size += TEXT_SIZE_STEP;
  else if (g_str_equal (name, "win.text-smaller"))
    size -= TEXT_SIZE_STEP;
  else
    size = 1;
  g_object_set (self->settings, "text-size", CLAMP (size, SYSTOLE_TEXT_SIZE_MIN, SYSTOLE_TEXT_SIZE_MAX), NULL);
}

static void
panes_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SystoleMainWindow *self = SYSTOLE_MAIN_WINDOW (widget);
  gboolean show = !systole_main_window_is_setup_shown (self) && !systole_main_window_is_explain_shown (self);

  systole_main_window_set_setup_visible (self, show);
  systole_main_window_set_explain_visible (self, show);
}

static void
fullscreen_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  if (gtk_window_is_fullscreen (GTK_WINDOW (widget)))
    gtk_window_unfullscreen (GTK_WINDOW (widget));
  else
    gtk_window_fullscreen (GTK_WINDOW (widget));
}

static void
history_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SystoleMainWindow *self = SYSTOLE_MAIN_WINDOW (widget);

  if (g_str_equal (name, "win.undo"))
    systole_session_undo (self->session);
  else
    systole_session_redo (self->session);
}

static void
lane_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SystoleMainWindow *self = SYSTOLE_MAIN_WINDOW (widget);

  if (g_str_equal (name, "win.add-lane"))
    systole_edit_add_lane (self->session);
  else if (g_str_equal (name, "win.swap"))
    systole_edit_swap_lanes (self->session);
  else
    systole_edit_remove_lane (self->session, (guint) g_variant_get_int32 (parameter));
}

static void
machine_fields_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SystoleMainWindow *self = SYSTOLE_MAIN_WINDOW (widget);
  guint lane = (guint) g_variant_get_int32 (parameter);
  GtkWidget *window;

  if (lane >= systole_session_get_scenario (self->session)->lanes->len)
    return;
  window = systole_machine_window_new (self->session, lane);
  g_signal_connect_object (window, "kept", G_CALLBACK (systole_scenario_panel_update), self->panel, G_CONNECT_SWAPPED);
  gtk_window_set_transient_for (GTK_WINDOW (window), GTK_WINDOW (self));
  gtk_window_present (GTK_WINDOW (window));
}

static void
cancel_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  systole_session_cancel (SYSTOLE_MAIN_WINDOW (widget)->session);
}

static void
shortcuts_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  g_autoptr (GtkBuilder) builder = gtk_builder_new_from_resource (SYSTOLE_RESOURCE_ROOT "/help-overlay.ui");
  GtkWindow *overlay = GTK_WINDOW (gtk_builder_get_object (builder, "help_overlay"));

  gtk_window_set_transient_for (overlay, GTK_WINDOW (widget));
  gtk_window_present (overlay);
}

static void
manual_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  gtk_window_present (GTK_WINDOW (systole_manual_window_new (GTK_WINDOW (widget))));
}

static void
search_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SystoleMainWindow *self = SYSTOLE_MAIN_WINDOW (widget);

  gtk_window_present (GTK_WINDOW (systole_action_search_new (self, gtk_menu_button_get_menu_model (self->menu_button))));
}

static void
close_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  gtk_window_close (GTK_WINDOW (widget));
}

/* F6: from part to part of the window, in the order of reading. */
static void
pane_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SystoleMainWindow *self = SYSTOLE_MAIN_WINDOW (widget);
  GtkWidget *parts[] = { GTK_WIDGET (self->panel), GTK_WIDGET (self->stage), GTK_WIDGET (self->explain), GTK_WIDGET (self->timeline), GTK_WIDGET (self->bar) };
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (self));
  int direction = g_str_equal (name, "win.next-pane") ? 1 : -1;
  int n = G_N_ELEMENTS (parts), now = direction > 0 ? 0 : 2;

  for (int i = 0; i < n; i++)
    if (focus != NULL && (focus == parts[i] || gtk_widget_is_ancestor (focus, parts[i])))
      now = i;
  for (int i = 1; i <= n; i++)
    {
      GtkWidget *part = parts[(now + direction * i + n * n) % n];

      if (gtk_widget_get_mapped (part) && (gtk_widget_child_focus (part, GTK_DIR_TAB_FORWARD) || gtk_widget_grab_focus (part)))
        return;
    }
}

/**
 * systole_main_window_install_actions:
 *
 * Every action of a window.
 */
void
systole_main_window_install_actions (GtkWidgetClass *klass)
{
  static const struct
  {
    const char *name, *type;
    GtkWidgetActionActivateFunc activate;
  } actions[] = {
    { "win.play", NULL, play_action },
    { "win.step", NULL, time_action },
    { "win.step-back", NULL, time_action },
    { "win.next-event", NULL, time_action },
    { "win.previous-event", NULL, time_action },
    { "win.next-mark", NULL, time_action },
    { "win.previous-mark", NULL, time_action },
    { "win.first", NULL, time_action },
    { "win.last", NULL, time_action },
    { "win.slower", NULL, speed_action },
    { "win.faster", NULL, speed_action },
    { "win.bookmark", "i", systole_main_window_go_to_bookmark_action },
    { "win.set-bookmark", "i", systole_main_window_set_bookmark_action },
    { "win.toggle-bookmark", NULL, systole_main_window_set_bookmark_action },
    { "win.escape", NULL, escape_action },
    { "win.audit", NULL, explain_page_action },
    { "win.differences", NULL, differences_action },
    { "win.trace", NULL, systole_main_window_trace_action },
    { "win.promises", NULL, promises_action },
    { "win.text-larger", NULL, text_action },
    { "win.text-smaller", NULL, text_action },
    { "win.text-normal", NULL, text_action },
    { "win.panes", NULL, panes_action },
    { "win.fullscreen", NULL, fullscreen_action },
    { "win.present", NULL, systole_main_window_present_action },
    { "win.present-here", NULL, systole_main_window_present_action },
    { "win.back-row", NULL, systole_main_window_back_row_action },
    { "win.undo", NULL, history_action },
    { "win.redo", NULL, history_action },
    { "win.add-lane", NULL, lane_action },
    { "win.swap", NULL, lane_action },
    { "win.remove-lane", "i", lane_action },
    { "win.machine-fields", "i", machine_fields_action },
    { "win.cancel", NULL, cancel_action },
    { "win.manual", NULL, manual_action },
    { "win.shortcuts", NULL, shortcuts_action },
    { "win.search", NULL, search_action },
    { "win.close", NULL, close_action },
    { "win.next-pane", NULL, pane_action },
    { "win.previous-pane", NULL, pane_action },
  };

  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    gtk_widget_class_install_action (klass, actions[i].name, actions[i].type, actions[i].activate);
  gtk_widget_class_install_property_action (klass, "win.setup", "setup-visible");
  gtk_widget_class_install_property_action (klass, "win.explain", "explain-visible");
}
