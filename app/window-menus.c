/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/window-private.h"

#include "app/library.h"
#include "app/recent-files.h"
#include "engine/base/i18n.h"

/* Title, the list below Open, and files that are dropped. */

/**
 * systole_main_window_update_title:
 *
 * Title of the scenario, below it whether it is saved, beside it what it is about.
 */
void
systole_main_window_update_title (SystoleMainWindow *self)
{
  const SystoleScenario *scenario = systole_session_get_scenario (self->session);
  const char *title = systole_scenario_get_title (scenario, g_get_language_names ());
  gboolean dirty = systole_history_is_dirty (systole_session_get_history (self->session));
  const char *summary = systole_scenario_get_summary (scenario, g_get_language_names ());
  const char *state = C_ ("document", "✓ saved");

  if (*title == '\0')
    title = C_ ("document", "Untitled");
  if (scenario->read_only)
    state = C_ ("document", "read-only");
  else if (dirty)
    state = C_ ("document", "● changed");
  else if (self->library_id != NULL)
    state = C_ ("document", "from the library");
  else if (self->file == NULL)
    state = C_ ("document", "new");
  gtk_label_set_text (self->title_label, title);
  gtk_label_set_text (self->state_label, state);
  gtk_label_set_text (self->summary_label, summary);
  gtk_widget_set_visible (GTK_WIDGET (self->summary_button), *summary != '\0');
  gtk_window_set_title (GTK_WINDOW (self), systole_main_window_is_start_shown (self) ? "Systole" : title);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "win.save", !scenario->read_only);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "win.save-as", !scenario->read_only);
}

static void
add_recent (GMenu *section)
{
  const guint limit = 8;
  g_autoptr (GPtrArray) files = systole_recent_files_list (limit);

  for (guint i = 0; i < files->len; i++)
    {
      GtkRecentInfo *file = g_ptr_array_index (files, i);
      g_autoptr (GMenuItem) item = g_menu_item_new (gtk_recent_info_get_display_name (file), NULL);

      g_menu_item_set_action_and_target (item, "win.open-uri", "s", gtk_recent_info_get_uri (file));
      g_menu_append_item (section, item);
    }
}

/* Filled when it opens: titles are read from the files then. */
static void
fill_open_menu (SystoleMainWindow *self)
{
  g_autoptr (GMenu) menu = g_menu_new (), start = g_menu_new (), lessons = g_menu_new (), library = g_menu_new (), recent = g_menu_new ();
  g_autoptr (GPtrArray) items = systole_library_list (g_get_language_names ());

  for (guint i = 0; i < items->len; i++)
    {
      const SystoleLibraryItem *entry = g_ptr_array_index (items, i);
      g_autoptr (GMenuItem) item = g_menu_item_new (entry->title, NULL);

      g_menu_item_set_action_and_target (item, "win.open-library", "s", entry->id);
      g_menu_append_item (entry->is_lesson ? lessons : library, item);
    }
  add_recent (recent);
  g_menu_append (start, _ ("Start Page"), "win.start");
  g_menu_append_section (menu, NULL, G_MENU_MODEL (start));
  g_menu_append_section (menu, _ ("Lessons"), G_MENU_MODEL (lessons));
  g_menu_append_section (menu, _ ("Scenarios"), G_MENU_MODEL (library));
  if (g_menu_model_get_n_items (G_MENU_MODEL (recent)) > 0)
    g_menu_append_section (menu, _ ("Recent"), G_MENU_MODEL (recent));
  gtk_popover_menu_set_menu_model (GTK_POPOVER_MENU (adw_split_button_get_popover (self->open_button)), G_MENU_MODEL (menu));
}

static gboolean
drop_cb (GtkDropTarget *target, const GValue *value, double x, double y, SystoleMainWindow *self)
{
  GSList *files = g_value_get_boxed (value);

  if (files != NULL && files->next != NULL)
    systole_main_window_compare (self, files);
  else if (files != NULL)
    systole_main_window_open_here_or_beside (self, files->data);
  return files != NULL;
}

/* The arrow of a split button has a tooltip, not a name. */
static void
name_arrow (AdwSplitButton *button)
{
  for (GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (button)); child != NULL; child = gtk_widget_get_next_sibling (child))
    if (GTK_IS_MENU_BUTTON (child))
      gtk_accessible_update_property (GTK_ACCESSIBLE (child), GTK_ACCESSIBLE_PROPERTY_LABEL, adw_split_button_get_dropdown_tooltip (button), -1);
}

void
systole_main_window_init_files (SystoleMainWindow *self)
{
  GtkWidget *popover = gtk_popover_menu_new_from_model (NULL);
  GtkDropTarget *drop = gtk_drop_target_new (GDK_TYPE_FILE_LIST, GDK_ACTION_COPY);

  adw_split_button_set_popover (self->open_button, GTK_POPOVER (popover));
  name_arrow (self->open_button);
  g_signal_connect_swapped (popover, "show", G_CALLBACK (fill_open_menu), self);
  g_signal_connect (drop, "drop", G_CALLBACK (drop_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drop));
  systole_main_window_add_drag (self);
}
