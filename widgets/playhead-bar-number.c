/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/playhead-bar-private.h"

#include "engine/base/i18n.h"
#include "widgets/quantity-text.h"
#include "widgets/user-number.h"

/* The number of the cycle, which can be typed. */

#define ECHO_MS 2500 /* how long the understood value stays */

static void
hide_message (SystolePlayheadBar *self)
{
  g_clear_handle_id (&self->message_source, g_source_remove);
  if (self->message != NULL && gtk_widget_get_visible (self->message))
    gtk_popover_popdown (GTK_POPOVER (self->message));
  gtk_widget_remove_css_class (self->number, "error");
  gtk_accessible_reset_state (GTK_ACCESSIBLE (self->number), GTK_ACCESSIBLE_STATE_INVALID);
  gtk_accessible_reset_property (GTK_ACCESSIBLE (self->number), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION);
}

static gboolean
message_over (gpointer data)
{
  SystolePlayheadBar *self = data;

  self->message_source = 0;
  hide_message (self);
  return G_SOURCE_REMOVE;
}

static void
show_message (SystolePlayheadBar *self, const char *text, gboolean error)
{
  hide_message (self);
  if (self->message == NULL)
    {
      self->message = gtk_popover_new ();
      self->message_label = gtk_label_new (NULL);
      gtk_label_set_wrap (GTK_LABEL (self->message_label), TRUE);
      gtk_label_set_max_width_chars (GTK_LABEL (self->message_label), 40);
      gtk_popover_set_child (GTK_POPOVER (self->message), self->message_label);
      gtk_popover_set_autohide (GTK_POPOVER (self->message), FALSE);
      gtk_popover_set_position (GTK_POPOVER (self->message), GTK_POS_TOP);
      gtk_widget_set_can_focus (self->message, FALSE);
      gtk_widget_set_parent (self->message, self->number);
    }
  gtk_label_set_label (GTK_LABEL (self->message_label), text);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->number), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text, -1);
  if (error)
    {
      gtk_widget_add_css_class (self->number, "error");
      gtk_accessible_update_state (GTK_ACCESSIBLE (self->number), GTK_ACCESSIBLE_STATE_INVALID, GTK_ACCESSIBLE_INVALID_TRUE, -1);
    }
  else
    self->message_source = g_timeout_add (ECHO_MS, message_over, self);
  if (gtk_widget_get_mapped (self->number))
    gtk_popover_popup (GTK_POPOVER (self->message));
}

void
systole_playhead_bar_show_number (SystolePlayheadBar *self)
{
  g_autofree char *last = self->hides_length ? g_strdup ("?") : systole_text_count (self->n_cycles > 0 ? self->n_cycles - 1 : 0);
  g_autofree char *last_words = g_strdup_printf ("/ %s", last);
  g_autofree char *length = self->hides_length ? g_strdup ("") : systole_text_cycles (self->n_cycles);
  g_autofree char *length_words = NULL;

  if (!self->typing)
    {
      g_autofree char *number = systole_text_count (self->cycle);

      self->updating = TRUE;
      gtk_editable_set_text (GTK_EDITABLE (self->number), number);
      self->updating = FALSE;
    }
  if (self->ended && !self->hides_length)
    /* Translators: length of a run, and that its end is reached: "30 cycles, at the end". */
    length_words = g_strdup_printf (_ ("%s, at the end"), length);
  gtk_label_set_label (GTK_LABEL (self->last_label), last_words);
  gtk_label_set_label (GTK_LABEL (self->length_label), length_words != NULL ? length_words : length);
  gtk_editable_set_width_chars (GTK_EDITABLE (self->number), (int) CLAMP (g_utf8_strlen (last, -1) + 1, 4, 16));
  gtk_editable_set_max_width_chars (GTK_EDITABLE (self->number), gtk_editable_get_width_chars (GTK_EDITABLE (self->number)));
}

static void
changed_cb (GtkEditable *editable, SystolePlayheadBar *self)
{
  if (self->updating)
    return;
  self->typing = TRUE;
  hide_message (self);
}

static void
forget (SystolePlayheadBar *self)
{
  self->typing = FALSE;
  hide_message (self);
  systole_playhead_bar_show_number (self);
}

static void
activate_cb (GtkEntry *entry, SystolePlayheadBar *self)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *echo = NULL;
  guint64 last = self->n_cycles > 0 ? self->n_cycles - 1 : 0;
  guint64 cycle;

  if (!systole_user_number_parse_uint (gtk_editable_get_text (GTK_EDITABLE (entry)), 0, last, last, &cycle, &echo, &error))
    {
      show_message (self, error->message, TRUE);
      return;
    }
  forget (self);
  if (echo != NULL)
    show_message (self, echo, FALSE);
  systole_playhead_bar_emit_seek (self, cycle);
  systole_playhead_bar_show_number (self);
  gtk_editable_select_region (GTK_EDITABLE (entry), 0, -1);
}

static void
leave_cb (GtkEventControllerFocus *controller, SystolePlayheadBar *self)
{
  forget (self);
}

static gboolean
key_cb (GtkEventControllerKey *controller, guint keyval, guint keycode, GdkModifierType state, SystolePlayheadBar *self)
{
  if (keyval != GDK_KEY_Escape || !self->typing)
    return GDK_EVENT_PROPAGATE;
  forget (self);
  return GDK_EVENT_STOP;
}

void
systole_playhead_bar_init_number (SystolePlayheadBar *self)
{
  GtkEventController *controller;

  g_signal_connect (self->number, "changed", G_CALLBACK (changed_cb), self);
  g_signal_connect (self->number, "activate", G_CALLBACK (activate_cb), self);
  controller = gtk_event_controller_focus_new ();
  g_signal_connect (controller, "leave", G_CALLBACK (leave_cb), self);
  gtk_widget_add_controller (self->number, controller);
  controller = gtk_event_controller_key_new ();
  gtk_event_controller_set_propagation_phase (controller, GTK_PHASE_CAPTURE);
  g_signal_connect (controller, "key-pressed", G_CALLBACK (key_cb), self);
  gtk_widget_add_controller (self->number, controller);
}

void
systole_playhead_bar_dispose_number (SystolePlayheadBar *self)
{
  g_clear_handle_id (&self->message_source, g_source_remove);
  g_clear_pointer (&self->message, gtk_widget_unparent);
}
