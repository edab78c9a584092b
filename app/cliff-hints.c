/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/cliff-hints.h"

#include "app/cliff-text.h"
#include "app/dim-names.h"
#include "app/edits.h"
#include "engine/base/i18n.h"
#include "widgets/quantity-text.h"

/* Somebody who drags or types has not chosen yet. */
#define DELAY_MS 250

struct _SystoleCliffHints
{
  SystoleSession *session;
  SystoleSetupCard *card;    /* or NULL */
  GCancellable *cancellable; /* of the search under way, or NULL */
  guint source;              /* until it begins, or 0 */
  SystoleCliffs *cliffs;     /* of the present scenario, or NULL */
  gboolean untold;           /* a question waits: they would tell */
};

/* --- shown --- */

static void
go_cb (GtkButton *button, SystoleSetupRow *row)
{
  guint64 *value = g_object_get_data (G_OBJECT (button), "value");

  *row->card->editing = TRUE;
  systole_edit_set_dim (row->card->session, row->which, *value, FALSE, NULL);
  *row->card->editing = FALSE;
}

static GtkWidget *
make_button (SystoleSetupRow *row, const char *symbol, guint64 value)
{
  g_autofree char *text = systole_text_count (value);
  /* Translators: what a button does: “Set K to 512” */
  g_autofree char *label = g_strdup_printf (_ ("Set %s to %s"), symbol, text);
  GtkWidget *button = gtk_button_new_with_label (text);

  gtk_widget_set_valign (button, GTK_ALIGN_START);
  gtk_widget_set_tooltip_text (button, label);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  g_object_set_data_full (G_OBJECT (button), "value", g_memdup2 (&value, sizeof value), g_free);
  g_signal_connect (button, "clicked", G_CALLBACK (go_cb), row);
  return button;
}

static GtkWidget *
make_hint (SystoleSetupRow *row, const char *symbol, const SystoleCliffHint *hint)
{
  static const char *const classes[] = { [SYSTOLE_CLIFF_ADVICE] = "advice", [SYSTOLE_CLIFF_ROOM] = "flat-hint", [SYSTOLE_CLIFF_EDGE] = "edge" };
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *label = gtk_label_new (hint->text);

  gtk_widget_add_css_class (box, "hint-card");
  gtk_widget_add_css_class (box, classes[hint->kind]);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_width_chars (GTK_LABEL (label), 10);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_set_hexpand (label, TRUE);
  gtk_box_append (GTK_BOX (box), label);
  if (hint->value != 0)
    gtk_box_append (GTK_BOX (box), make_button (row, symbol, hint->value));
  return box;
}

static void
show_row (SystoleCliffHints *self, SystoleSetupRow *row)
{
  SystoleCliffHint hints[SYSTOLE_CLIFF_MAX_HINTS] = { 0 };
  g_autofree char *symbol = NULL;
  GtkWidget *child;
  guint n;
  const SystoleOpDim *dims = systole_op_kind_get_dims (systole_edit_get_op (self->session)->kind, &n);

  g_return_if_fail (row->which < n);
  symbol = systole_dim_get_title (&dims[row->which]);
  n = systole_cliff_text_make (self->cliffs, row->which, symbol, hints);

  while ((child = gtk_widget_get_first_child (row->hints)) != NULL)
    gtk_box_remove (GTK_BOX (row->hints), child);
  for (guint i = 0; i < n; i++)
    {
      gtk_box_append (GTK_BOX (row->hints), make_hint (row, symbol, &hints[i]));
      g_free (hints[i].text);
    }
  gtk_widget_set_visible (row->hints, n > 0);
}

/* Old hints keep their place, unseen, until the new ones are there: nothing jumps, and
 * nothing says what is not so any more. */
static void
show (SystoleCliffHints *self)
{
  gboolean seen = self->cliffs != NULL && !self->untold;

  for (guint i = 0; self->card != NULL && i < self->card->rows->len; i++)
    {
      SystoleSetupRow *row = g_ptr_array_index (self->card->rows, i);

      if (row->hints == NULL)
        continue;
      if (self->cliffs != NULL)
        show_row (self, row);
      gtk_widget_set_opacity (row->hints, seen ? 1 : 0);
      gtk_widget_set_sensitive (row->hints, seen);
      gtk_accessible_update_state (GTK_ACCESSIBLE (row->hints), GTK_ACCESSIBLE_STATE_HIDDEN, !seen, -1);
    }
}

/* --- found --- */

static void
found_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  SystoleCliffs *cliffs = systole_cliffs_find_finish (result, NULL);
  SystoleCliffHints *self = data;

  /* Cancelled: whoever did it has gone on, and may be gone. */
  if (cliffs == NULL)
    return;
  g_clear_object (&self->cancellable);
  self->cliffs = cliffs;
  show (self);
}

static gboolean
begin_cb (gpointer data)
{
  SystoleCliffHints *self = data;

  self->source = 0;
  self->cancellable = g_cancellable_new ();
  systole_cliffs_find_async (systole_session_get_scenario (self->session), systole_session_get_catalogue (self->session), self->cancellable, found_cb, self);
  return G_SOURCE_REMOVE;
}

static void
stop (SystoleCliffHints *self)
{
  g_clear_handle_id (&self->source, g_source_remove);
  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  g_clear_pointer (&self->cliffs, g_free);
}

/* The runs of an edit come first: what is looked at, then advice. */
static void
runs_cb (SystoleCliffHints *self)
{
  stop (self);
  show (self);
  self->source = g_timeout_add (DELAY_MS, begin_cb, self);
}

static void
scenario_cb (SystoleCliffHints *self, guint kind)
{
  if (kind == SYSTOLE_EDIT_DATA)
    return;
  stop (self);
  show (self);
}

SystoleCliffHints *
systole_cliff_hints_new (SystoleSession *session)
{
  SystoleCliffHints *self = g_new0 (SystoleCliffHints, 1);

  self->session = session;
  g_signal_connect_swapped (session, "scenario-changed", G_CALLBACK (scenario_cb), self);
  g_signal_connect_swapped (session, "runs-changed", G_CALLBACK (runs_cb), self);
  return self;
}

void
systole_cliff_hints_free (SystoleCliffHints *self)
{
  stop (self);
  g_signal_handlers_disconnect_by_data (self->session, self);
  g_free (self);
}

/**
 * systole_cliff_hints_set_card:
 * @card: (nullable): the rows of the operation that the session has now
 */
void
systole_cliff_hints_set_card (SystoleCliffHints *self, SystoleSetupCard *card)
{
  self->card = card;
  show (self);
}

/**
 * systole_cliff_hints_set_untold:
 * @untold: hints keep their place, unseen: they name lengths that a question asks for
 */
void
systole_cliff_hints_set_untold (SystoleCliffHints *self, gboolean untold)
{
  self->untold = untold;
  show (self);
}

gboolean
systole_cliff_hints_is_settled (SystoleCliffHints *self)
{
  return self->cliffs != NULL;
}
