/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/widgets/ui-fixture.h"

#include <stdio.h>
#include <stdlib.h>

void
ui_init (int *argc, char ***argv)
{
  if (g_getenv ("DISPLAY") == NULL && g_getenv ("WAYLAND_DISPLAY") == NULL)
    {
      puts ("1..0 # SKIP no display");
      exit (0);
    }
  gtk_test_init (argc, argv, NULL);
  g_object_set (gtk_settings_get_default (), "gtk-font-name", "Cantarell 11", NULL);
}

static SystoleRun *
run_on (SystoleMachine *machine)
{
  g_autoptr (GError) error = NULL;
  SystoleOp op;
  SystoleRun *run;

  systole_op_init_gemm (&op, 8, 8, 8, SYSTOLE_FORMAT_INT8);
  run = systole_run_new (&op, machine, SYSTOLE_OPERANDS_ON_CHIP, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  systole_machine_unref (machine);
  return run;
}

SystoleRun *
ui_array_run (guint side)
{
  SystoleArrayDef def;

  systole_array_def_init (&def);
  def.rows = def.columns = side;
  def.dataflow = SYSTOLE_DATAFLOW_WS;
  def.clock_hz = 700e6;
  return run_on (systole_machine_new_array (&def));
}

SystoleRun *
ui_sm_run (void)
{
  SystoleSmDef def;

  systole_sm_def_init (&def);
  def.clock_hz = 1410e6;
  return run_on (systole_machine_new_sm (&def));
}

static gboolean
is_ready (gpointer data)
{
  return gtk_widget_get_mapped (data) && gtk_widget_get_width (data) > 0;
}

GtkWindow *
ui_show (GtkWidget *widget, int width, int height)
{
  GtkWindow *window = GTK_WINDOW (gtk_window_new ());

  gtk_window_set_default_size (window, width, height);
  gtk_window_set_decorated (window, FALSE);
  gtk_window_set_child (window, widget);
  gtk_window_present (window);
  g_assert_true (ui_wait (is_ready, widget));
  ui_spin (50);
  return window;
}

void
ui_destroy (GtkWindow *window)
{
  gtk_window_destroy (window);
  ui_spin (20);
}

static gboolean
time_over (gpointer data)
{
  *(gboolean *) data = TRUE;
  return G_SOURCE_REMOVE;
}

void
ui_spin (guint milliseconds)
{
  gboolean over = FALSE;

  g_timeout_add (milliseconds, time_over, &over);
  while (!over)
    g_main_context_iteration (NULL, TRUE);
}

gboolean
ui_wait (gboolean (*condition) (gpointer data), gpointer data)
{
  gint64 end = g_get_monotonic_time () + 10 * G_TIME_SPAN_SECOND;

  while (!condition (data) && g_get_monotonic_time () < end)
    ui_spin (5);
  return condition (data);
}

void
ui_save (GtkWidget *widget, const char *path)
{
  g_autoptr (GdkPaintable) paintable = gtk_widget_paintable_new (widget);
  g_autoptr (GError) error = NULL;
  GtkSnapshot *snapshot = gtk_snapshot_new ();
  GskRenderer *renderer = gsk_cairo_renderer_new ();
  GskRenderNode *node;
  GdkTexture *texture;

  gdk_paintable_snapshot (paintable, GDK_SNAPSHOT (snapshot), gtk_widget_get_width (widget), gtk_widget_get_height (widget));
  node = gtk_snapshot_free_to_node (snapshot);
  g_assert_nonnull (node);
  gsk_renderer_realize (renderer, NULL, &error);
  g_assert_no_error (error);
  texture = gsk_renderer_render_texture (renderer, node, &GRAPHENE_RECT_INIT (0, 0, (float) gtk_widget_get_width (widget), (float) gtk_widget_get_height (widget)));
  gdk_texture_save_to_png (texture, path);
  g_object_unref (texture);
  gsk_render_node_unref (node);
  gsk_renderer_unrealize (renderer);
  g_object_unref (renderer);
}

static void
count_cb (UiCounter *self)
{
  self->count++;
}

void
ui_counter_start (UiCounter *self, gpointer object, const char *signal)
{
  self->object = object;
  self->count = 0;
  self->handler = g_signal_connect_swapped (object, signal, G_CALLBACK (count_cb), self);
}

guint
ui_counter_take (UiCounter *self)
{
  guint count = self->count;

  self->count = 0;
  return count;
}

void
ui_counter_stop (UiCounter *self)
{
  g_signal_handler_disconnect (self->object, self->handler);
}

static gpointer
find_controller (GtkWidget *widget, GType type)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (widget);

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (G_OBJECT_TYPE (controller) == type)
        return controller;
    }
  return NULL;
}

gboolean
ui_press (GtkWidget *widget, const char *accelerator)
{
  GListModel *shortcuts = find_controller (widget, GTK_TYPE_SHORTCUT_CONTROLLER);
  guint key, wanted_key;
  GdkModifierType modifiers, wanted_modifiers;

  g_assert_nonnull (shortcuts);
  g_assert_true (gtk_accelerator_parse (accelerator, &wanted_key, &wanted_modifiers));
  for (guint i = 0; i < g_list_model_get_n_items (shortcuts); i++)
    {
      g_autoptr (GtkShortcut) shortcut = g_list_model_get_item (shortcuts, i);
      GtkShortcutTrigger *trigger = gtk_shortcut_get_trigger (shortcut);

      if (!GTK_IS_KEYVAL_TRIGGER (trigger))
        continue;
      key = gtk_keyval_trigger_get_keyval (GTK_KEYVAL_TRIGGER (trigger));
      modifiers = gtk_keyval_trigger_get_modifiers (GTK_KEYVAL_TRIGGER (trigger));
      if (key == wanted_key && modifiers == wanted_modifiers)
        return gtk_shortcut_action_activate (gtk_shortcut_get_action (shortcut), 0, widget, gtk_shortcut_get_arguments (shortcut));
    }
  g_error ("%s is not bound", accelerator);
}

void
ui_click (GtkWidget *widget, int n_press, double x, double y)
{
  GtkGesture *click = find_controller (widget, GTK_TYPE_GESTURE_CLICK);

  g_assert_nonnull (click);
  g_signal_emit_by_name (click, "pressed", n_press, x, y);
  g_signal_emit_by_name (click, "released", n_press, x, y);
}
