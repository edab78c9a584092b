/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/setup-card.h"

#include "app/choice-row.h"
#include "app/edits.h"
#include "engine/base/i18n.h"

/* The operation of the scenario: its kind, its dimensions as its row in ops.def
 * lists them, its format. */

#define MAX_ITEMS 64

static void
show_layer (SystoleSetupRow *row)
{
  systole_choice_row_set_selected (SYSTOLE_CHOICE_ROW (row->widget), systole_edit_get_op_index (row->card->session));
}

static void
choose_layer (SystoleSetupRow *row, guint index)
{
  systole_edit_show_op (row->card->session, index);
}

static void
show_kind (SystoleSetupRow *row)
{
  systole_choice_row_set_selected (SYSTOLE_CHOICE_ROW (row->widget), systole_edit_get_op (row->card->session)->kind);
}

static void
choose_kind (SystoleSetupRow *row, guint index)
{
  if (!systole_edit_set_op_kind (row->card->session, (SystoleOpKind) index, NULL))
    show_kind (row);
}

static void
show_dim (SystoleSetupRow *row)
{
  systole_field_row_set_value (SYSTOLE_FIELD_ROW (row->widget), (double) systole_edit_get_op (row->card->session)->dims[row->which]);
}

static gboolean
edit_dim (SystoleSetupRow *row, double value, gboolean drags, GError **error)
{
  return systole_edit_set_dim (row->card->session, row->which, (guint64) value, drags, error);
}

static void
show_format (SystoleSetupRow *row)
{
  systole_choice_row_set_selected (SYSTOLE_CHOICE_ROW (row->widget), systole_edit_get_op (row->card->session)->format);
}

static void
choose_format (SystoleSetupRow *row, guint index)
{
  if (!systole_edit_set_format (row->card->session, (SystoleFormat) index, NULL))
    show_format (row);
}

/* A workload of several operations: which of them is looked at. */
static void
add_layer (SystoleSetupCard *self)
{
  const SystoleScenario *scenario = systole_session_get_scenario (self->session);
  g_autofree const char **items = NULL;
  SystoleSetupRow *row;

  if (scenario->ops->len < 2)
    return;
  items = g_new0 (const char *, scenario->ops->len + 1);
  for (guint i = 0; i < scenario->ops->len; i++)
    items[i] = g_array_index (scenario->ops, SystoleOp, i).id;
  row = systole_setup_card_add_choice (self, "layer", _ ("Layer"), items, NULL, scenario->ops->len > 8);
  row->show = show_layer;
  row->choose = choose_layer;
}

static void
add_kind (SystoleSetupCard *self)
{
  const char *items[MAX_ITEMS] = { NULL };
  SystoleSetupRow *row;

  for (guint i = 0; i < SYSTOLE_N_OPS; i++)
    items[i] = systole_op_kind_get_title ((SystoleOpKind) i);
  row = systole_setup_card_add_choice (self, "operation", _ ("Operation"), items, NULL, SYSTOLE_N_OPS > 8);
  row->show = show_kind;
  row->choose = choose_kind;
}

static void
add_format (SystoleSetupCard *self)
{
  const char *items[MAX_ITEMS] = { NULL };
  SystoleSetupRow *row;

  for (guint i = 0; i < SYSTOLE_N_FORMATS; i++)
    items[i] = systole_format_get_title ((SystoleFormat) i);
  row = systole_setup_card_add_choice (self, "format", _ ("Format"), items, NULL, FALSE);
  row->show = show_format;
  row->choose = choose_format;
}

/**
 * systole_workload_card_new:
 * @session: (not nullable): whose scenario has an operation
 */
SystoleSetupCard *
systole_workload_card_new (SystoleSession *session, gboolean *editing)
{
  SystoleSetupCard *self = systole_setup_card_new (session, G_MAXUINT, editing);
  const SystoleOp *op = systole_edit_get_op (session);
  guint n;
  const SystoleOpDim *dims = systole_op_kind_get_dims (op->kind, &n);

  add_layer (self);
  add_kind (self);
  for (guint i = 0; i < n; i++)
    if (dims[i].required)
      {
        g_autofree char *symbol = g_ascii_strup (dims[i].key, -1);
        SystoleFieldRow *widget = systole_field_row_new (symbol, "", (double) dims[i].min, (double) dims[i].max, TRUE);
        SystoleSetupRow *row = systole_setup_card_add_number (self, dims[i].key, widget);

        systole_field_row_set_explanation (widget, _ (dims[i].title));
        row->which = i;
        row->show = show_dim;
        row->edit = edit_dim;
        row->hints = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
        gtk_widget_set_visible (row->hints, FALSE);
        gtk_box_append (GTK_BOX (self->box), row->hints);
      }
  add_format (self);
  systole_setup_card_refresh (self);
  return self;
}
