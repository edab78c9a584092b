/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/application.h"

#include "app/preferences.h"
#include "app/window.h"
#include "config.h"
#include "engine/base/i18n.h"

static void
new_window (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  SystoleMainWindow *window = systole_main_window_new (data);

  systole_main_window_open_blank (window);
  systole_main_window_show_start (window);
  gtk_window_present (GTK_WINDOW (window));
}

/**
 * systole_application_show_preferences:
 * @parent: (nullable): the window that they belong to
 */
void
systole_application_show_preferences (SystoleApplication *self, GtkWindow *parent)
{
  GtkWidget *preferences = systole_preferences_new (systole_application_get_settings (self));

  gtk_window_set_transient_for (GTK_WINDOW (preferences), parent);
  gtk_window_present (GTK_WINDOW (preferences));
}

static void
show_preferences (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  systole_application_show_preferences (data, gtk_application_get_active_window (data));
}

static void
show_about (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  const char *developers[] = { _ ("The Systole authors"), NULL };

  adw_show_about_window (gtk_application_get_active_window (data),
                         "application-name",
                         "Systole",
                         "application-icon",
                         SYSTOLE_APPLICATION_ID,
                         "version",
                         SYSTOLE_VERSION,
                         "comments",
                         _ ("See, cycle by cycle, why a tensor operation is fast on one accelerator and slow on another."),
                         "developers",
                         developers,
                         /* Translators: your names, one a line */
                         "translator-credits",
                         C_ ("credits", "translator-credits"),
                         "license-type",
                         GTK_LICENSE_GPL_3_0,
                         NULL);
}

/* Each window asks about its own unsaved changes; the last one closed ends the program. */
static void
quit (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  GList *windows = g_list_copy (gtk_application_get_windows (data));

  for (GList *l = windows; l != NULL; l = l->next)
    gtk_window_close (l->data);
  g_list_free (windows);
}

static const GActionEntry entries[] = {
  { "new", new_window },
  { "preferences", show_preferences },
  { "about", show_about },
  { "quit", quit },
};

static const struct
{
  const char *action;
  const char *accelerators[3];
} shortcuts[] = {
  { "app.new", { "<Control>n" } },
  { "app.preferences", { "<Control>comma" } },
  { "app.quit", { "<Control>q" } },
};

/**
 * systole_application_add_actions:
 *
 * The actions of the program as a whole and their shortcuts.
 */
void
systole_application_add_actions (SystoleApplication *self)
{
  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
  for (guint i = 0; i < G_N_ELEMENTS (shortcuts); i++)
    gtk_application_set_accels_for_action (GTK_APPLICATION (self), shortcuts[i].action, shortcuts[i].accelerators);
}
