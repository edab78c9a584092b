/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/setup-card.h"

#include "app/choice-row.h"
#include "app/dim-names.h"
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
  g_autoptr (GError) error = NULL;

  if (systole_edit_set_op_kind (row->card->session, (SystoleOpKind) index, &error))
    return;
  show_kind (row);
  systole_choice_row_set_note (SYSTOLE_CHOICE_ROW (row->widget), error->message);
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

/* --- a word or a switch: one of few --- */

static void
show_word (SystoleSetupRow *row)
{
  systole_choice_row_set_selected (SYSTOLE_CHOICE_ROW (row->widget), (guint) systole_edit_get_op (row->card->session)->dims[row->which]);
}

static void
choose_word (SystoleSetupRow *row, guint index)
{
  g_autoptr (GError) error = NULL;

  if (systole_edit_set_dim (row->card->session, row->which, index, FALSE, &error))
    return;
  show_word (row);
  systole_choice_row_set_note (SYSTOLE_CHOICE_ROW (row->widget), error->message);
}

static void
show_format (SystoleSetupRow *row)
{
  systole_choice_row_set_selected (SYSTOLE_CHOICE_ROW (row->widget), systole_edit_get_op (row->card->session)->format);
}

static void
choose_format (SystoleSetupRow *row, guint index)
{
  g_autoptr (GError) error = NULL;

  if (systole_edit_set_format (row->card->session, (SystoleFormat) index, &error))
    return;
  show_format (row);
  systole_choice_row_set_note (SYSTOLE_CHOICE_ROW (row->widget), error->message);
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

static SystoleSetupRow *
add_word (SystoleSetupCard *self, const SystoleOpDim *dim, const char *title)
{
  g_autoptr (GPtrArray) items = g_ptr_array_new_with_free_func (g_free);
  SystoleSetupRow *row;

  for (guint64 value = 0; value <= dim->max; value++)
    g_ptr_array_add (items, systole_dim_get_value_title (dim, value));
  g_ptr_array_add (items, NULL);
  row = systole_setup_card_add_choice (self, dim->key, title, (const char *const *) items->pdata, NULL, FALSE);
  systole_choice_row_set_explanation (SYSTOLE_CHOICE_ROW (row->widget), _ (dim->title));
  row->show = show_word;
  row->choose = choose_word;
  return row;
}

static SystoleSetupRow *
add_number (SystoleSetupCard *self, const SystoleOpDim *dim, const char *title)
{
  SystoleFieldRow *widget = systole_field_row_new (title, "", (double) dim->min, (double) dim->max, TRUE);
  SystoleSetupRow *row = systole_setup_card_add_number (self, dim->key, widget);

  systole_field_row_set_explanation (widget, _ (dim->title));
  row->show = show_dim;
  row->edit = edit_dim;
  row->hints = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_widget_set_visible (row->hints, FALSE);
  systole_setup_card_append (self, row->hints);
  return row;
}

static void
add_dim (SystoleSetupCard *self, const SystoleOpDim *dims, guint i)
{
  g_autofree char *title = systole_dim_get_title (&dims[i]);
  SystoleSetupRow *row = systole_dim_get_form (&dims[i]) == SYSTOLE_DIM_NUMBER ? add_number (self, &dims[i], title) : add_word (self, &dims[i], title);

  row->which = i;
}

/* What is seldom changed is folded away, unless it was. */
static void
add_optional (SystoleSetupCard *self, const SystoleOp *op, const SystoleOpDim *dims, guint n)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *expander = systole_setup_card_add_more (self, box);
  gboolean changed = FALSE;

  self->place = box;
  for (guint i = 0; i < n; i++)
    if (!dims[i].required)
      {
        add_dim (self, dims, i);
        changed |= op->dims[i] != dims[i].initial;
      }
  self->place = NULL;
  gtk_expander_set_expanded (GTK_EXPANDER (expander), changed);
}

/**
 * systole_workload_card_new:
 * @session: (not nullable): whose scenario has an operation
 *
 * Rows for every dimension of the operation: numbers, words and switches; those that may
 * be left out are folded.
 */
SystoleSetupCard *
systole_workload_card_new (SystoleSession *session, gboolean *editing)
{
  SystoleSetupCard *self = systole_setup_card_new (session, G_MAXUINT, editing);
  const SystoleOp *op = systole_edit_get_op (session);
  guint n, n_optional = 0;
  const SystoleOpDim *dims = systole_op_kind_get_dims (op->kind, &n);

  add_layer (self);
  add_kind (self);
  for (guint i = 0; i < n; i++)
    {
      n_optional += !dims[i].required;
      if (dims[i].required)
        add_dim (self, dims, i);
    }
  if (n_optional > 0)
    add_optional (self, op, dims, n);
  add_format (self);
  systole_setup_card_refresh (self);
  return self;
}
