/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/window-private.h"

#include <string.h>

/* A shortcut that is a letter or a digit acts only while the stage has the keyboard. */
static gboolean
letter_cb (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  const SystoleShortcut *shortcut = data;
  SystoleMainWindow *self = SYSTOLE_MAIN_WINDOW (widget);
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (self));
  GtkWidget *stage = GTK_WIDGET (self->stage);
  g_autoptr (GVariant) target = NULL;

  if (focus == NULL || !(focus == stage || gtk_widget_is_ancestor (focus, stage)))
    return FALSE;
  if (!systole_settings_get_boolean (self->settings, "letter-keys"))
    return FALSE;
  if (shortcut->target != NULL)
    target = g_variant_ref_sink (g_variant_new_parsed (shortcut->target));
  return gtk_widget_activate_action_variant (widget, shortcut->action, target);
}

/* F6 and its like are taken by containers on the way up: these are heard first. */
static gboolean
is_early (const SystoleShortcut *shortcut)
{
  return g_str_has_suffix (shortcut->action, "-pane");
}

static GtkShortcut *
make_shortcut (const SystoleShortcut *row, const char *accelerator)
{
  GtkShortcutTrigger *trigger = gtk_shortcut_trigger_parse_string (accelerator);
  GtkShortcutAction *action = row->letter ? gtk_callback_action_new (letter_cb, (gpointer) row, NULL) : gtk_named_action_new (row->action);
  GtkShortcut *shortcut;

  g_assert (trigger != NULL);
  shortcut = gtk_shortcut_new (trigger, action);
  if (!row->letter && row->target != NULL)
    gtk_shortcut_set_arguments (shortcut, g_variant_new_parsed (row->target));
  return shortcut;
}

/**
 * systole_main_window_add_shortcuts:
 *
 * The keys of the table, heard after the focused widget had its turn: an entry keeps
 * its arrows, a button its space.
 */
void
systole_main_window_add_shortcuts (SystoleMainWindow *self)
{
  GtkEventController *late = gtk_shortcut_controller_new (), *early = gtk_shortcut_controller_new ();
  guint n;
  const SystoleShortcut *rows = systole_main_window_get_shortcuts (&n);

  gtk_event_controller_set_propagation_phase (late, GTK_PHASE_BUBBLE);
  gtk_event_controller_set_propagation_phase (early, GTK_PHASE_CAPTURE);
  for (guint i = 0; i < n; i++)
    {
      g_auto (GStrv) accelerators = g_strsplit (rows[i].accelerators, " ", -1);
      GtkEventController *controller = is_early (&rows[i]) ? early : late;

      for (guint j = 0; accelerators[j] != NULL; j++)
        gtk_shortcut_controller_add_shortcut (GTK_SHORTCUT_CONTROLLER (controller), make_shortcut (&rows[i], accelerators[j]));
    }
  gtk_widget_add_controller (GTK_WIDGET (self), late);
  gtk_widget_add_controller (GTK_WIDGET (self), early);
}
