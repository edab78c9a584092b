/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/widgets/ui-fixture.h"

#include "widgets/playhead-bar.h"

static SystolePlayheadBar *
new_bar (void)
{
  SystolePlayheadBar *bar = g_object_ref_sink (SYSTOLE_PLAYHEAD_BAR (systole_playhead_bar_new ()));

  systole_playhead_bar_set_n_cycles (bar, 36);
  systole_playhead_bar_set_cycle (bar, 18);
  return bar;
}

static GtkWidget *
find (GtkWidget *widget, GType type, guint *skip)
{
  GtkWidget *found;

  if (g_type_is_a (G_OBJECT_TYPE (widget), type) && (*skip)-- == 0)
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL; child = gtk_widget_get_next_sibling (child))
    if ((found = find (child, type, skip)) != NULL)
      return found;
  return NULL;
}

static GtkWidget *
nth (SystolePlayheadBar *bar, GType type, guint n)
{
  GtkWidget *found = find (GTK_WIDGET (bar), type, &n);

  g_assert_nonnull (found);
  return found;
}

static void
test_properties (void)
{
  SystolePlayheadBar *bar = new_bar ();
  UiCounter counter;
  double speed;
  int unit, base;
  guint64 cycle, n_cycles;
  gboolean ended, playing;
  g_autofree char *hint = NULL;

  ui_counter_start (&counter, bar, "notify::speed");
  systole_playhead_bar_set_speed (bar, 1);
  g_assert_cmpuint (ui_counter_take (&counter), ==, 0);
  systole_playhead_bar_faster (bar);
  g_assert_cmpuint (ui_counter_take (&counter), ==, 1);
  g_assert_cmpfloat (systole_playhead_bar_get_speed (bar), ==, 2);
  for (guint i = 0; i < 10; i++)
    systole_playhead_bar_faster (bar);
  g_assert_cmpfloat (systole_playhead_bar_get_speed (bar), ==, G_MAXDOUBLE);
  for (guint i = 0; i < 20; i++)
    systole_playhead_bar_slower (bar);
  g_assert_cmpfloat (systole_playhead_bar_get_speed (bar), ==, 0.1);
  ui_counter_stop (&counter);

  g_object_set (bar, "step-unit", SYSTOLE_STEP_TILE, "time-base", SYSTOLE_TIME_WALL, "playing", TRUE, "ended", TRUE, "hint", "Press", NULL);
  g_object_get (bar, "step-unit", &unit, "speed", &speed, "time-base", &base, "cycle", &cycle, "n-cycles", &n_cycles, "ended", &ended, "playing", &playing, "hint", &hint, NULL);
  g_assert_cmpint (unit, ==, SYSTOLE_STEP_TILE);
  g_assert_cmpfloat (speed, ==, 0.1);
  g_assert_cmpint (base, ==, SYSTOLE_TIME_WALL);
  g_assert_cmpuint (cycle, ==, 18);
  g_assert_cmpuint (n_cycles, ==, 36);
  g_assert_true (ended && playing);
  g_assert_cmpstr (hint, ==, "Press");
  g_assert_finalize_object (bar);
}

/* The choices are two-way: what the user picks is the property. */
static void
test_choices (void)
{
  SystolePlayheadBar *bar = new_bar ();
  GtkDropDown *unit = GTK_DROP_DOWN (nth (bar, GTK_TYPE_DROP_DOWN, 0));
  GtkDropDown *speed = GTK_DROP_DOWN (nth (bar, GTK_TYPE_DROP_DOWN, 1));
  GtkDropDown *base = GTK_DROP_DOWN (nth (bar, GTK_TYPE_DROP_DOWN, 2));
  UiCounter counter;

  ui_counter_start (&counter, bar, "notify::step-unit");
  gtk_drop_down_set_selected (unit, SYSTOLE_STEP_EVENT);
  g_assert_cmpint (systole_playhead_bar_get_step_unit (bar), ==, SYSTOLE_STEP_EVENT);
  g_assert_cmpuint (ui_counter_take (&counter), ==, 1);
  systole_playhead_bar_set_step_unit (bar, SYSTOLE_STEP_PHASE);
  g_assert_cmpuint (gtk_drop_down_get_selected (unit), ==, SYSTOLE_STEP_PHASE);
  g_assert_cmpuint (ui_counter_take (&counter), ==, 1);
  ui_counter_stop (&counter);

  gtk_drop_down_set_selected (speed, 0);
  g_assert_cmpfloat (systole_playhead_bar_get_speed (bar), ==, 0.1);
  gtk_drop_down_set_selected (speed, g_list_model_get_n_items (gtk_drop_down_get_model (speed)) - 1);
  g_assert_cmpfloat (systole_playhead_bar_get_speed (bar), ==, G_MAXDOUBLE);
  gtk_drop_down_set_selected (base, SYSTOLE_TIME_WORK);
  g_assert_cmpint (systole_playhead_bar_get_time_base (bar), ==, SYSTOLE_TIME_WORK);
  g_assert_finalize_object (bar);
}

static void
seek_cb (SystolePlayheadBar *bar, guint64 cycle, guint64 *out)
{
  *out = cycle;
  systole_playhead_bar_set_cycle (bar, cycle);
}

static void
type_number (GtkWidget *entry, const char *text)
{
  gtk_editable_set_text (GTK_EDITABLE (entry), text);
  g_signal_emit_by_name (entry, "activate");
}

static void
test_number (void)
{
  SystolePlayheadBar *bar = new_bar ();
  GtkWidget *entry = nth (bar, GTK_TYPE_ENTRY, 0);
  guint64 sought = G_MAXUINT64;

  g_signal_connect (bar, "seek", G_CALLBACK (seek_cb), &sought);
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (entry)), ==, "18");
  type_number (entry, "12");
  g_assert_cmpuint (sought, ==, 12);
  g_assert_cmpuint (systole_playhead_bar_get_cycle (bar), ==, 12);
  type_number (entry, "100 %");
  g_assert_cmpuint (sought, ==, 35);
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (entry)), ==, "35");

  /* Out of range: said, not clamped. */
  type_number (entry, "36");
  g_assert_cmpuint (sought, ==, 35);
  g_assert_true (gtk_widget_has_css_class (entry, "error"));
  gtk_test_accessible_assert_state (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_STATE_INVALID, GTK_ACCESSIBLE_INVALID_TRUE);
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (entry)), ==, "36");

  /* While it is typed, the running playhead does not overwrite it. */
  gtk_editable_set_text (GTK_EDITABLE (entry), "2");
  g_assert_false (gtk_widget_has_css_class (entry, "error"));
  systole_playhead_bar_set_cycle (bar, 20);
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (entry)), ==, "2");
  g_signal_emit_by_name (entry, "activate");
  g_assert_cmpuint (sought, ==, 2);
  g_assert_finalize_object (bar);
}

/* Every control has a name, and a size that a finger can hit. */
static void
test_accessible (void)
{
  static const char *const names[] = { "First cycle", "Step back", "Play", "Step forward", "Last cycle" };
  SystolePlayheadBar *bar = new_bar ();
  GtkWindow *window = ui_show (GTK_WIDGET (bar), 1280, 60);

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      GtkWidget *button = nth (bar, GTK_TYPE_BUTTON, i);

      gtk_test_accessible_assert_role (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_ROLE_BUTTON);
      gtk_test_accessible_assert_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, names[i]);
      g_assert_nonnull (gtk_widget_get_tooltip_text (button));
      g_assert_nonnull (gtk_actionable_get_action_name (GTK_ACTIONABLE (button)));
      g_assert_cmpint (gtk_widget_get_width (button), >=, 24);
      g_assert_cmpint (gtk_widget_get_height (button), >=, 24);
    }
  systole_playhead_bar_set_playing (bar, TRUE);
  gtk_test_accessible_assert_property (GTK_ACCESSIBLE (nth (bar, GTK_TYPE_BUTTON, 2)), GTK_ACCESSIBLE_PROPERTY_LABEL, "Pause");
  ui_destroy (window);
  g_assert_finalize_object (bar);
}

/* Narrow: two rows, nothing cut off. */
static void
test_narrow (void)
{
  SystolePlayheadBar *bar = new_bar ();
  int least, natural, wide, narrow;

  gtk_widget_measure (GTK_WIDGET (bar), GTK_ORIENTATION_HORIZONTAL, -1, &least, &natural, NULL, NULL);
  g_assert_cmpint (least, <, 640);
  gtk_widget_measure (GTK_WIDGET (bar), GTK_ORIENTATION_VERTICAL, natural, &wide, NULL, NULL, NULL);
  gtk_widget_measure (GTK_WIDGET (bar), GTK_ORIENTATION_VERTICAL, least, &narrow, NULL, NULL, NULL);
  g_assert_cmpint (narrow, >, wide);
  g_assert_finalize_object (bar);
}

int
main (int argc, char **argv)
{
  ui_init (&argc, &argv);
  g_test_add_func ("/playhead-bar/properties", test_properties);
  g_test_add_func ("/playhead-bar/choices", test_choices);
  g_test_add_func ("/playhead-bar/number", test_number);
  g_test_add_func ("/playhead-bar/accessible", test_accessible);
  g_test_add_func ("/playhead-bar/narrow", test_narrow);
  return g_test_run ();
}
