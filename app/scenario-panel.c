/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/scenario-panel.h"

#include "app/cliff-hints.h"
#include "app/differences.h"
#include "app/edits.h"
#include "app/fairness.h"
#include "app/lesson-card.h"
#include "app/setup-card.h"
#include "engine/base/i18n.h"
#include "widgets/accessible-name.h"

struct _SystoleScenarioPanel
{
  GtkWidget parent_instance;

  SystoleSession *session;
  GtkWidget *scrolled, *content, *footer;
  GtkWidget *cards;       /* box: workload, hints, machines */
  GtkWidget *differences; /* expander, or hidden */
  GtkLabel *differences_label;
  SystoleLessonCard *lesson;
  SystoleExerciseCard *exercises;
  GtkWidget *begin;   /* a lesson; NULL before the first scenario */
  GtkLabel *fairness; /* of equal conditions; unequal ones stand above the stage */
  SystoleSetupCard *workload;
  SystoleCliffHints *hints;
  SystoleSetupCard *lanes[SYSTOLE_MAX_LANES];
  gboolean editing;
  guint rebuild_source;
};

G_DEFINE_FINAL_TYPE (SystoleScenarioPanel, systole_scenario_panel, GTK_TYPE_WIDGET)

static void
clear (SystoleScenarioPanel *self)
{
  GtkWidget *child;

  self->begin = NULL;
  if (self->hints != NULL)
    systole_cliff_hints_set_card (self->hints, NULL);
  g_clear_pointer (&self->workload, systole_setup_card_free);
  for (guint i = 0; i < SYSTOLE_MAX_LANES; i++)
    g_clear_pointer (&self->lanes[i], systole_setup_card_free);
  while (self->cards != NULL && (child = gtk_widget_get_first_child (self->cards)) != NULL)
    gtk_box_remove (GTK_BOX (self->cards), child);
}

static GtkWidget *
heading (const char *title)
{
  GtkWidget *label = gtk_label_new (title);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_set_hexpand (label, TRUE);
  gtk_widget_add_css_class (label, "heading");
  return label;
}

static GtkWidget *
lane_heading (guint lane, guint n)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  char letter[] = { (char) ('A' + lane), '\0' };
  GtkWidget *badge = gtk_label_new (letter);
  /* Translators: %s is the letter of a machine */
  g_autofree char *title = g_strdup_printf (_ ("Machine %s"), letter);

  gtk_widget_add_css_class (badge, "badge");
  gtk_widget_set_valign (badge, GTK_ALIGN_CENTER);
  gtk_box_append (GTK_BOX (box), badge);
  gtk_box_append (GTK_BOX (box), heading (title));
  if (n > 1)
    {
      GtkWidget *remove = gtk_button_new_from_icon_name ("user-trash-symbolic");
      g_autofree char *label = g_strdup_printf (_ ("Remove machine %s"), letter);

      gtk_widget_add_css_class (remove, "flat");
      gtk_widget_add_css_class (remove, "step");
      gtk_widget_set_valign (remove, GTK_ALIGN_CENTER);
      gtk_widget_set_tooltip_text (remove, label);
      gtk_accessible_update_property (GTK_ACCESSIBLE (remove), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
      gtk_actionable_set_action_target (GTK_ACTIONABLE (remove), "i", (int) lane);
      gtk_actionable_set_action_name (GTK_ACTIONABLE (remove), "win.remove-lane");
      gtk_box_append (GTK_BOX (box), remove);
    }
  return box;
}

static void
show_differences (SystoleScenarioPanel *self)
{
  guint n;
  g_autofree char *text = systole_differences_describe (systole_session_get_scenario (self->session), systole_session_get_catalogue (self->session), &n);
  g_autofree char *title = NULL;

  gtk_widget_set_visible (self->differences, text != NULL);
  if (text == NULL)
    return;
  title = g_strdup_printf (P_ ("A and B differ in %u setting", "A and B differ in %u settings", n), n);
  gtk_expander_set_label (GTK_EXPANDER (self->differences), title);
  systole_accessible_set_name (self->differences, title);
  gtk_label_set_text (self->differences_label, text);
}

static void
show_fairness (SystoleScenarioPanel *self)
{
  SystoleFairness fairness;
  gboolean compared = systole_fairness_judge (systole_session_get_scenario (self->session), systole_session_get_catalogue (self->session), SYSTOLE_MAX_LANES, &fairness);

  gtk_widget_set_visible (GTK_WIDGET (self->fairness), compared && fairness.fair);
  gtk_label_set_text (self->fairness, compared ? fairness.brief : "");
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->fairness), compared ? fairness.detail : NULL);
  systole_fairness_clear (&fairness);
}

/* A lesson that there is has its own button. */
static void
show_begin (SystoleScenarioPanel *self)
{
  if (self->begin != NULL)
    gtk_widget_set_visible (self->begin, systole_scenario_get_n_beats (systole_session_get_base (self->session)) == 0);
}

static void
refresh (SystoleScenarioPanel *self)
{
  if (self->workload != NULL)
    systole_setup_card_refresh (self->workload);
  for (guint i = 0; i < SYSTOLE_MAX_LANES; i++)
    if (self->lanes[i] != NULL)
      systole_setup_card_refresh (self->lanes[i]);
  show_begin (self);
  show_differences (self);
  show_fairness (self);
}

static GtkWidget *
add_button (const char *label, const char *action)
{
  GtkWidget *add = gtk_button_new_with_label (label);

  gtk_actionable_set_action_name (GTK_ACTIONABLE (add), action);
  gtk_widget_add_css_class (add, "compare");
  return add;
}

static void
rebuild (SystoleScenarioPanel *self)
{
  const SystoleScenario *scenario = systole_session_get_scenario (self->session);
  guint n = MIN (scenario->lanes->len, SYSTOLE_MAX_LANES);

  clear (self);
  gtk_box_append (GTK_BOX (self->cards), heading (_ ("Workload")));
  if (systole_edit_get_op (self->session) != NULL)
    {
      self->workload = systole_workload_card_new (self->session, &self->editing);
      gtk_box_append (GTK_BOX (self->cards), self->workload->box);
      systole_cliff_hints_set_card (self->hints, self->workload);
    }
  for (guint i = 0; i < n; i++)
    {
      gtk_box_append (GTK_BOX (self->cards), lane_heading (i, n));
      self->lanes[i] = systole_lane_card_new (self->session, i, &self->editing);
      gtk_box_append (GTK_BOX (self->cards), self->lanes[i]->box);
    }
  if (n < SYSTOLE_MAX_LANES)
    gtk_box_append (GTK_BOX (self->cards), add_button (n > 1 ? _ ("+ Compare another") : _ ("+ Compare"), "win.add-lane"));
  self->begin = add_button (_ ("+ Begin a lesson"), "win.add-beat");
  gtk_widget_set_tooltip_text (self->begin, _ ("What is on the stage now becomes the first beat (Ctrl+B)"));
  gtk_box_append (GTK_BOX (self->cards), self->begin);
  show_begin (self);
  show_differences (self);
  show_fairness (self);
}

static gboolean
rebuild_idle (gpointer data)
{
  SystoleScenarioPanel *self = data;

  self->rebuild_source = 0;
  rebuild (self);
  return G_SOURCE_REMOVE;
}

static void
scenario_cb (SystoleScenarioPanel *self, guint kind)
{
  if (kind != SYSTOLE_EDIT_STRUCTURE && self->rebuild_source == 0)
    refresh (self);
  else if (!self->editing)
    {
      g_clear_handle_id (&self->rebuild_source, g_source_remove);
      rebuild (self);
    }
  /* The row that was edited goes: not while it is still at work. */
  else if (self->rebuild_source == 0)
    self->rebuild_source = g_idle_add (rebuild_idle, self);
}

static void
systole_scenario_panel_dispose (GObject *object)
{
  SystoleScenarioPanel *self = SYSTOLE_SCENARIO_PANEL (object);
  GtkWidget *child;

  g_clear_handle_id (&self->rebuild_source, g_source_remove);
  if (self->session != NULL)
    g_signal_handlers_disconnect_by_data (self->session, self);
  clear (self);
  g_clear_pointer (&self->hints, systole_cliff_hints_free);
  self->cards = NULL;
  g_clear_object (&self->session);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
  G_OBJECT_CLASS (systole_scenario_panel_parent_class)->dispose (object);
}

static void
systole_scenario_panel_class_init (SystoleScenarioPanelClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = systole_scenario_panel_dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BOX_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "scenario-panel");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
systole_scenario_panel_init (SystoleScenarioPanel *self)
{
  GtkWidget *differences = gtk_label_new (NULL);

  gtk_orientable_set_orientation (GTK_ORIENTABLE (gtk_widget_get_layout_manager (GTK_WIDGET (self))), GTK_ORIENTATION_VERTICAL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Setup"), -1);
  self->content = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_widget_add_css_class (self->content, "setup");
  self->differences_label = GTK_LABEL (differences);
  gtk_label_set_xalign (self->differences_label, 0);
  gtk_label_set_wrap (self->differences_label, TRUE);
  gtk_label_set_wrap_mode (self->differences_label, PANGO_WRAP_WORD_CHAR);
  self->differences = gtk_expander_new (NULL);
  gtk_expander_set_child (GTK_EXPANDER (self->differences), differences);
  gtk_widget_set_visible (self->differences, FALSE);
  gtk_widget_add_css_class (self->differences, "differences");
  self->fairness = GTK_LABEL (gtk_label_new (NULL));
  gtk_label_set_xalign (self->fairness, 0);
  gtk_label_set_wrap (self->fairness, TRUE);
  gtk_widget_add_css_class (GTK_WIDGET (self->fairness), "equal-conditions");
  gtk_widget_set_visible (GTK_WIDGET (self->fairness), FALSE);
  self->cards = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_box_append (GTK_BOX (self->content), self->differences);
  gtk_box_append (GTK_BOX (self->content), GTK_WIDGET (self->fairness));
  gtk_box_append (GTK_BOX (self->content), self->cards);

  self->scrolled = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (self->scrolled), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (self->scrolled), TRUE);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scrolled), self->content);
  gtk_widget_set_vexpand (self->scrolled, TRUE);
  gtk_widget_set_parent (self->scrolled, GTK_WIDGET (self));
  self->footer = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_widget_set_parent (self->footer, GTK_WIDGET (self));
}

/**
 * systole_scenario_panel_set_session:
 *
 * Once, before anything is shown.
 */
void
systole_scenario_panel_set_session (SystoleScenarioPanel *self, SystoleSession *session)
{
  g_return_if_fail (SYSTOLE_IS_SCENARIO_PANEL (self));
  g_return_if_fail (self->session == NULL);
  self->session = g_object_ref (session);
  self->hints = systole_cliff_hints_new (session);
  self->lesson = SYSTOLE_LESSON_CARD (systole_lesson_card_new (session));
  self->exercises = SYSTOLE_EXERCISE_CARD (systole_exercise_card_new (session));
  gtk_box_prepend (GTK_BOX (self->content), GTK_WIDGET (self->exercises));
  gtk_box_prepend (GTK_BOX (self->content), GTK_WIDGET (self->lesson));
  g_signal_connect_swapped (session, "scenario-changed", G_CALLBACK (scenario_cb), self);
}

void
systole_scenario_panel_update (SystoleScenarioPanel *self)
{
  scenario_cb (self, SYSTOLE_EDIT_STRUCTURE);
}

void
systole_scenario_panel_show_differences (SystoleScenarioPanel *self)
{
  GtkAdjustment *adjustment = gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (self->scrolled));

  if (!gtk_widget_get_visible (self->differences))
    return;
  gtk_expander_set_expanded (GTK_EXPANDER (self->differences), TRUE);
  gtk_widget_grab_focus (self->differences);
  gtk_adjustment_set_value (adjustment, 0);
}

GtkBox *
systole_scenario_panel_get_footer (SystoleScenarioPanel *self)
{
  return GTK_BOX (self->footer);
}

/**
 * systole_scenario_panel_is_settled:
 *
 * Returns: whether the hints below the numbers are those of the present scenario
 */
gboolean
systole_scenario_panel_is_settled (SystoleScenarioPanel *self)
{
  return systole_cliff_hints_is_settled (self->hints);
}

GtkWidget *
systole_scenario_panel_find (SystoleScenarioPanel *self, int lane, const char *id)
{
  SystoleSetupCard *card = lane < 0 ? self->workload : self->lanes[MIN (lane, SYSTOLE_MAX_LANES - 1)];

  return card != NULL ? systole_setup_card_find (card, id) : NULL;
}

SystoleFieldRow *
systole_scenario_panel_find_row (SystoleScenarioPanel *self, int lane, const char *id)
{
  GtkWidget *row = systole_scenario_panel_find (self, lane, id);

  return SYSTOLE_IS_FIELD_ROW (row) ? SYSTOLE_FIELD_ROW (row) : NULL;
}

SystoleLessonCard *
systole_scenario_panel_get_lesson (SystoleScenarioPanel *self)
{
  return self->lesson;
}

SystoleExerciseCard *
systole_scenario_panel_get_exercises (SystoleScenarioPanel *self)
{
  return self->exercises;
}

/**
 * systole_scenario_panel_set_untold:
 * @untold: a question waits for its answer: hints and promises would tell it
 */
void
systole_scenario_panel_set_untold (SystoleScenarioPanel *self, gboolean untold)
{
  g_return_if_fail (SYSTOLE_IS_SCENARIO_PANEL (self));
  systole_cliff_hints_set_untold (self->hints, untold);
  gtk_widget_set_sensitive (self->footer, !untold);
}
