/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/setup-card.h"

#include "app/choice-row.h"
#include "app/edits.h"
#include "app/mapping-rows.h"
#include "app/own-machines.h"
#include "engine/base/i18n.h"
#include "engine/machine/unit-words.h"

/* One machine: which it is, its fields, and where its operands begin. */

/* The list of machines: the two bare ones, the catalogue, then the user's own. */
#define N_BARE 2

static const SystoleLane *
lane_of (SystoleSetupRow *row)
{
  return systole_scenario_get_lane (systole_session_get_scenario (row->card->session), row->card->lane);
}

/* --- which machine --- */

/* As they were when the card was made */
static GPtrArray *
own_machines (SystoleSetupRow *row)
{
  return g_object_get_data (G_OBJECT (row->widget), "own-machines");
}

static void
show_machine (SystoleSetupRow *row)
{
  const GPtrArray *own = own_machines (row);
  const SystoleLane *lane = lane_of (row);
  SystoleCatalogue *catalogue = systole_session_get_catalogue (row->card->session);
  const SystoleMachine *machine;
  guint index = lane->kind == SYSTOLE_LANE_SM ? 1 : 0;

  for (guint i = 0; i < own->len; i++)
    if (systole_own_machine_is (g_ptr_array_index (own, i), lane))
      {
        systole_choice_row_set_selected (SYSTOLE_CHOICE_ROW (row->widget), N_BARE + systole_catalogue_get_n (catalogue) + i);
        return;
      }
  if (lane->kind == SYSTOLE_LANE_MACHINE)
    {
      machine = systole_catalogue_find (catalogue, lane->machine);
      index = GTK_INVALID_LIST_POSITION;
      for (guint i = 0; i < systole_catalogue_get_n (catalogue) && machine != NULL; i++)
        if (systole_catalogue_get (catalogue, i) == machine)
          index = N_BARE + i;
    }
  systole_choice_row_set_selected (SYSTOLE_CHOICE_ROW (row->widget), index);
}

static void
choose_machine (SystoleSetupRow *row, guint index)
{
  SystoleCatalogue *catalogue = systole_session_get_catalogue (row->card->session);
  guint n = systole_catalogue_get_n (catalogue);

  if (index >= N_BARE + n)
    {
      const SystoleOwnMachine *own = g_ptr_array_index (own_machines (row), index - N_BARE - n);

      systole_edit_set_machine_like (row->card->session, row->card->lane, own->lane, own->name);
    }
  else if (index >= N_BARE)
    systole_edit_set_kind (row->card->session, row->card->lane, SYSTOLE_LANE_MACHINE, systole_machine_get_id (systole_catalogue_get (catalogue, index - N_BARE)));
  else
    systole_edit_set_kind (row->card->session, row->card->lane, index == 1 ? SYSTOLE_LANE_SM : SYSTOLE_LANE_ARRAY, NULL);
}

static void
add_machine (SystoleSetupCard *self)
{
  SystoleCatalogue *catalogue = systole_session_get_catalogue (self->session);
  guint n = systole_catalogue_get_n (catalogue);
  g_autofree char *folder = systole_own_machines_get_folder ();
  GPtrArray *own = systole_own_machines_list (folder);
  g_autofree const char **items = g_new0 (const char *, N_BARE + n + own->len + 1);
  const char *const brief[] = { _ ("Bare array"), _ ("Bare SM"), NULL };
  SystoleSetupRow *row;

  items[0] = systole_family_get_title (SYSTOLE_FAMILY_ARRAY);
  items[1] = systole_family_get_title (SYSTOLE_FAMILY_SM);
  for (guint i = 0; i < n; i++)
    items[N_BARE + i] = systole_machine_get_name (systole_catalogue_get (catalogue, i));
  for (guint i = 0; i < own->len; i++)
    items[N_BARE + n + i] = ((const SystoleOwnMachine *) g_ptr_array_index (own, i))->name;
  row = systole_setup_card_add_choice (self, "machine", _ ("Model"), items, brief, TRUE);
  g_object_set_data_full (G_OBJECT (row->widget), "own-machines", own, (GDestroyNotify) g_ptr_array_unref);
  row->show = show_machine;
  row->choose = choose_machine;
}

/* --- fields of a bare array or SM --- */

static void
show_lane_field (SystoleSetupRow *row)
{
  systole_field_row_set_value (SYSTOLE_FIELD_ROW (row->widget), systole_lane_field_get (row->field, lane_of (row)));
}

static gboolean
edit_lane_field (SystoleSetupRow *row, double value, gboolean drags, GError **error)
{
  return systole_edit_set_lane_field (row->card->session, row->card->lane, row->field, value, drags, error);
}

static void
add_lane_field (SystoleSetupCard *self, const SystoleLaneField *field)
{
  SystoleSetupRow *row = systole_setup_card_add_number (self, field->id, systole_field_row_new (_ (field->title), *field->unit != '\0' ? _ (field->unit) : "", field->min, field->max, !field->real));

  row->field = field;
  row->show = show_lane_field;
  row->edit = edit_lane_field;
}

static void
show_choice (SystoleSetupRow *row)
{
  systole_choice_row_set_selected (SYSTOLE_CHOICE_ROW (row->widget), systole_array_choice_get (row->field, &lane_of (row)->array));
}

static void
choose (SystoleSetupRow *row, guint index)
{
  systole_edit_set_array_choice (row->card->session, row->card->lane, row->field, index);
}

static void
add_array_choice (SystoleSetupCard *self, const SystoleArrayChoice *choice)
{
  g_autofree const char **titles = g_new0 (const char *, choice->n + 1);
  g_autofree const char **brief = g_new0 (const char *, choice->n + 1);
  SystoleSetupRow *row;

  for (guint i = 0; i < choice->n; i++)
    {
      titles[i] = choice->get_title (i);
      brief[i] = systole_array_choice_get_brief (choice, i);
    }
  row = systole_setup_card_add_choice (self, choice->id, _ (choice->title), titles, brief, FALSE);
  row->field = choice;
  row->show = show_choice;
  row->choose = choose;
}

/* Those that are folded away, or those that are not. Returns: TRUE if any is not as in a fresh array or SM */
static gboolean
add_lane_fields (SystoleSetupCard *self, const SystoleLane *lane, gboolean detail)
{
  guint n_fields, n_choices;
  const SystoleLaneField *fields = systole_lane_fields_get (&n_fields);
  const SystoleArrayChoice *choices = systole_array_choices_get (&n_choices);
  gboolean changed = FALSE;

  for (guint i = 0; i < n_fields; i++)
    if (fields[i].kind == lane->kind && fields[i].detail == detail)
      {
        add_lane_field (self, &fields[i]);
        changed |= systole_lane_field_get (&fields[i], lane) > 0;
      }
  for (guint i = 0; i < n_choices && lane->kind == SYSTOLE_LANE_ARRAY; i++)
    if (choices[i].detail == detail)
      {
        add_array_choice (self, &choices[i]);
        changed |= systole_array_choice_get (&choices[i], &lane->array) != 0;
      }
  return changed;
}

/* What is seldom asked for is folded, but not if it is in use. */
static void
add_details (SystoleSetupCard *self, const SystoleLane *lane)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *expander = systole_setup_card_add_more (self, box);

  self->place = box;
  gtk_expander_set_expanded (GTK_EXPANDER (expander), add_lane_fields (self, lane, TRUE));
  self->place = NULL;
}

/* --- fields of a machine of the catalogue --- */

static const SystoleFieldSet *
find_set (const SystoleLane *lane, SystoleField field)
{
  int i = systole_lane_find_set (lane, field);

  return i >= 0 ? &g_array_index (lane->sets, SystoleFieldSet, i) : NULL;
}

static void
show_field (SystoleSetupRow *row)
{
  const SystoleLane *lane = lane_of (row);
  SystoleField field = (SystoleField) row->which;
  const SystoleMachine *machine = systole_catalogue_find (systole_session_get_catalogue (row->card->session), lane->machine);
  const SystoleFieldSet *set = find_set (lane, field);

  if (set != NULL)
    {
      systole_field_row_set_value (SYSTOLE_FIELD_ROW (row->widget), set->value);
      systole_field_row_set_origin (SYSTOLE_FIELD_ROW (row->widget), SYSTOLE_PROVENANCE_MINE, set->source, TRUE);
    }
  else if (machine != NULL)
    {
      systole_field_row_set_value (SYSTOLE_FIELD_ROW (row->widget), systole_machine_get (machine, field));
      systole_field_row_set_origin (SYSTOLE_FIELD_ROW (row->widget), systole_machine_get_provenance (machine, field), systole_machine_get_source (machine, field), FALSE);
    }
}

static gboolean
edit_field (SystoleSetupRow *row, double value, gboolean drags, GError **error)
{
  return systole_edit_set_field (row->card->session, row->card->lane, (SystoleField) row->which, value, drags, error);
}

static void
revert_cb (SystoleSetupRow *row)
{
  *row->card->editing = TRUE;
  systole_edit_revert_field (row->card->session, row->card->lane, (SystoleField) row->which);
  *row->card->editing = FALSE;
}

static void
add_fields (SystoleSetupCard *self, const SystoleLane *lane)
{
  guint n;
  const SystoleField *fields = systole_main_fields_get (&n);
  const SystoleMachine *machine = systole_catalogue_find (systole_session_get_catalogue (self->session), lane->machine);

  for (guint i = 0; i < n && machine != NULL; i++)
    {
      SystoleSetupRow *row;
      const char *unit = systole_field_get_unit (fields[i]);
      double min, max;

      if (!systole_machine_has (machine, fields[i]) && find_set (lane, fields[i]) == NULL)
        continue;
      systole_field_get_range (fields[i], &min, &max);
      row = systole_setup_card_add_number (self, systole_field_get_id (fields[i]), systole_field_row_new (systole_field_get_title (fields[i], systole_machine_get_maker (machine)), *unit != '\0' ? _ (unit) : "", min, max, FALSE));
      row->which = fields[i];
      row->show = show_field;
      row->edit = edit_field;
      g_signal_connect_swapped (row->widget, "reverted", G_CALLBACK (revert_cb), row);
    }
}

/* All of them, with their sources, and keeping the machine for other scenarios. */
static void
add_fields_button (SystoleSetupCard *self, SystoleLaneKind kind)
{
  GtkWidget *button = gtk_button_new_with_label (kind == SYSTOLE_LANE_MACHINE ? _ ("All fields…") : _ ("Keep as mine…"));

  gtk_actionable_set_action_target (GTK_ACTIONABLE (button), "i", (int) self->lane);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "win.machine-fields");
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_add_css_class (button, "all-fields");
  gtk_widget_set_halign (button, GTK_ALIGN_START);
  gtk_box_append (GTK_BOX (self->box), button);
}

/* --- operands --- */

static const SystoleOperands operand_places[] = { SYSTOLE_OPERANDS_COLD, SYSTOLE_OPERANDS_RESIDENT, SYSTOLE_OPERANDS_ON_CHIP };

static void
show_operands (SystoleSetupRow *row)
{
  for (guint i = 0; i < G_N_ELEMENTS (operand_places); i++)
    if (operand_places[i] == lane_of (row)->operands)
      systole_choice_row_set_selected (SYSTOLE_CHOICE_ROW (row->widget), i);
}

static void
choose_operands (SystoleSetupRow *row, guint index)
{
  systole_edit_set_operands (row->card->session, row->card->lane, operand_places[index]);
}

static void
add_operands (SystoleSetupCard *self)
{
  const char *items[G_N_ELEMENTS (operand_places) + 1] = { NULL };
  /* In the order of `operand_places`. */
  const char *const brief[G_N_ELEMENTS (operand_places) + 1] = { C_ ("operands", "cold"), C_ ("operands", "resident"), C_ ("operands", "on chip"), NULL };
  SystoleSetupRow *row;

  for (guint i = 0; i < G_N_ELEMENTS (operand_places); i++)
    items[i] = systole_operands_get_title (operand_places[i]);
  row = systole_setup_card_add_choice (self, "operands", _ ("Operands"), items, brief, FALSE);
  row->show = show_operands;
  row->choose = choose_operands;
}

/**
 * systole_lane_card_new:
 * @lane: index of the machine in the scenario
 */
SystoleSetupCard *
systole_lane_card_new (SystoleSession *session, guint lane, gboolean *editing)
{
  SystoleSetupCard *self = systole_setup_card_new (session, lane, editing);
  const SystoleLane *shown = systole_scenario_get_lane (systole_session_get_scenario (session), lane);
  const SystoleMachine *machine = shown->kind == SYSTOLE_LANE_MACHINE ? systole_catalogue_find (systole_session_get_catalogue (session), shown->machine) : NULL;

  add_machine (self);
  if (shown->kind == SYSTOLE_LANE_MACHINE)
    add_fields (self, shown);
  else
    add_lane_fields (self, shown, FALSE);
  if (shown->kind == SYSTOLE_LANE_ARRAY)
    add_details (self, shown);
  if (machine != NULL && systole_machine_get_family (machine) == SYSTOLE_FAMILY_GPU)
    systole_mapping_rows_add (self, machine);
  add_operands (self);
  add_fields_button (self, shown->kind);
  systole_setup_card_refresh (self);
  return self;
}
