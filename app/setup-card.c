/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/setup-card.h"

#include "app/choice-row.h"
#include "app/folded.h"
#include "engine/base/i18n.h"

SystoleSetupCard *
systole_setup_card_new (SystoleSession *session, guint lane, gboolean *editing)
{
  SystoleSetupCard *self = g_new0 (SystoleSetupCard, 1);

  self->session = session;
  self->lane = lane;
  self->editing = editing;
  self->rows = g_ptr_array_new_with_free_func (g_free);
  self->box = g_object_ref_sink (gtk_box_new (GTK_ORIENTATION_VERTICAL, 0));
  gtk_widget_add_css_class (self->box, "setup-card");
  return self;
}

void
systole_setup_card_free (SystoleSetupCard *self)
{
  for (guint i = 0; i < self->rows->len; i++)
    {
      SystoleSetupRow *row = g_ptr_array_index (self->rows, i);

      g_signal_handlers_disconnect_by_data (row->widget, row);
      g_signal_handlers_disconnect_by_data (self->session, row);
    }
  g_ptr_array_unref (self->rows);
  g_object_unref (self->box);
  g_free (self);
}

/**
 * systole_setup_card_refresh:
 *
 * Shows the values of the session's present scenario.
 */
void
systole_setup_card_refresh (SystoleSetupCard *self)
{
  for (guint i = 0; i < self->rows->len; i++)
    {
      SystoleSetupRow *row = g_ptr_array_index (self->rows, i);

      if (SYSTOLE_IS_CHOICE_ROW (row->widget))
        systole_choice_row_set_note (SYSTOLE_CHOICE_ROW (row->widget), NULL);
      row->show (row);
    }
}

/**
 * systole_setup_card_find:
 *
 * Returns: (nullable): the SystoleFieldRow or SystoleChoiceRow of that id
 */
GtkWidget *
systole_setup_card_find (SystoleSetupCard *self, const char *id)
{
  for (guint i = 0; i < self->rows->len; i++)
    {
      SystoleSetupRow *row = g_ptr_array_index (self->rows, i);

      if (g_str_equal (row->id, id))
        return row->widget;
    }
  return NULL;
}

static void
edited_cb (SystoleSetupRow *row, double value, gboolean drags)
{
  g_autoptr (GError) error = NULL;
  SystoleSetupCard *card = row->card;

  *card->editing = TRUE;
  if (!row->edit (row, value, drags, &error))
    systole_field_row_set_note (SYSTOLE_FIELD_ROW (row->widget), error->message, TRUE);
  *card->editing = FALSE;
}

static void
chosen_cb (SystoleSetupRow *row, guint index)
{
  SystoleSetupCard *card = row->card;

  *card->editing = TRUE;
  row->choose (row, index);
  *card->editing = FALSE;
}

void
systole_setup_card_append (SystoleSetupCard *self, GtkWidget *widget)
{
  gtk_box_append (GTK_BOX (self->place != NULL ? self->place : self->box), widget);
}

GtkWidget *
systole_setup_card_add_more (SystoleSetupCard *self, GtkWidget *box)
{
  GtkWidget *expander = systole_folded_new (_ ("More"), box);

  gtk_widget_add_css_class (expander, "more-dims");
  gtk_box_append (GTK_BOX (self->box), expander);
  return expander;
}

static SystoleSetupRow *
add (SystoleSetupCard *self, const char *id, GtkWidget *widget)
{
  SystoleSetupRow *row = g_new0 (SystoleSetupRow, 1);

  row->card = self;
  row->widget = widget;
  row->id = g_intern_string (id);
  g_ptr_array_add (self->rows, row);
  systole_setup_card_append (self, widget);
  return row;
}

/* What a screen reader calls a row: with its machine, where there are several. */
static char *
full_label (SystoleSetupCard *self, const char *title)
{
  if (self->lane == G_MAXUINT)
    return g_strdup (title);
  /* Translators: title of a field and letter of a machine: “Clock, machine A” */
  return g_strdup_printf (_ ("%s, machine %c"), title, 'A' + self->lane);
}

SystoleSetupRow *
systole_setup_card_add_number (SystoleSetupCard *self, const char *id, SystoleFieldRow *widget)
{
  SystoleSetupRow *row = add (self, id, GTK_WIDGET (widget));
  g_autofree char *label = full_label (self, systole_field_row_get_title (widget));

  systole_field_row_set_label (widget, label);
  g_signal_connect_swapped (widget, "edited", G_CALLBACK (edited_cb), row);
  return row;
}

SystoleSetupRow *
systole_setup_card_add_choice (SystoleSetupCard *self, const char *id, const char *title, const char *const *items, const char *const *brief, gboolean search)
{
  SystoleChoiceRow *widget = systole_choice_row_new (title, items, brief, search);
  SystoleSetupRow *row = add (self, id, GTK_WIDGET (widget));
  g_autofree char *label = full_label (self, title);

  systole_choice_row_set_label (widget, label);
  g_signal_connect_swapped (widget, "chosen", G_CALLBACK (chosen_cb), row);
  return row;
}
