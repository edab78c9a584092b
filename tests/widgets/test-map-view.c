/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/widgets/ui-fixture.h"

#include "widgets/map-view.h"

/* Looking at places of a map by keys and pointer, and opening one. */

static const guint64 sizes[] = { 1, 2, 4, 8, 16 };

static gboolean
lines (gpointer data, guint lane, guint64 x, guint64 y, SystoleMapCell *out)
{
  out->seconds = lane == 0 ? 4e-6 : (double) x * 1e-6;
  out->bound = "compute";
  return TRUE;
}

typedef struct
{
  guint n;
  guint64 x, y;
} Opened;

static void
opened_cb (Opened *self, guint64 x, guint64 y)
{
  self->n++;
  self->x = x;
  self->y = y;
}

static gboolean
press (SystoleMapView *view, guint key)
{
  gboolean handled = FALSE;
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (GTK_WIDGET (view));

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (GTK_IS_EVENT_CONTROLLER_KEY (controller))
        g_signal_emit_by_name (controller, "key-pressed", key, 0, 0, &handled);
    }
  return handled;
}

static gboolean
says (SystoleMapView *view, const char *words)
{
  g_autofree char *text = SYSTOLE_CANVAS_GET_CLASS (view)->describe (SYSTOLE_CANVAS (view));

  g_test_message ("%s", text);
  return strstr (text, words) != NULL;
}

static void
test_places (void)
{
  SystoleMapView *view = SYSTOLE_MAP_VIEW (systole_map_view_new ());
  SystoleMapWords words = { "Matrix product", 2, { "T4", "TPU" }, { 'A', 'B' }, "M", "N = K" };
  SystoleMap *map = systole_map_new (sizes, 5, sizes, 5, 2);
  GtkWindow *window;
  Opened opened = { 0 };

  g_assert_true (says (view, "being computed"));
  systole_map_fill (map, 1, lines, NULL, NULL, NULL);
  systole_map_view_set_words (view, &words);
  systole_map_view_take_map (view, map);
  systole_map_view_set_here (view, TRUE, 8, 4);
  g_signal_connect_swapped (view, "place-activated", G_CALLBACK (opened_cb), &opened);
  window = ui_show (GTK_WIDGET (view), 900, 640);
  g_assert_true (says (view, "A, T4, is clearly faster at 40"));
  g_assert_true (says (view, "M 8, N = K 4: A 4\u00a0µs, B 8\u00a0µs. A is 2\u00a0× as fast."));
  g_assert_true (says (view, "Not validated by enough measurements: A, B."));
  g_assert_true (press (view, GDK_KEY_Left)); /* says where one is */
  g_assert_true (press (view, GDK_KEY_Left));
  g_assert_true (says (view, "M 4, N = K 4"));
  g_assert_true (says (view, "No difference"));
  g_assert_true (press (view, GDK_KEY_Up));
  g_assert_true (press (view, GDK_KEY_Return));
  g_assert_cmpuint (opened.n, ==, 1);
  g_assert_cmpuint (opened.x, ==, 4);
  g_assert_cmpuint (opened.y, ==, 8);
  systole_map_view_set_covered (view, TRUE);
  g_assert_false (press (view, GDK_KEY_Return));
  g_assert_cmpuint (opened.n, ==, 1);
  g_assert_true (says (view, "covered"));
  g_assert_false (says (view, "faster"));
  systole_map_view_set_covered (view, FALSE);
  ui_click (GTK_WIDGET (view), 1, 300, 300);
  g_assert_cmpuint (opened.n, ==, 2);
  ui_destroy (window);
}

int
main (int argc, char **argv)
{
  ui_init (&argc, &argv);
  g_test_add_func ("/map-view/places", test_places);
  return g_test_run ();
}
