/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/action-search.h"

#include <string.h>

#include "app/application.h"
#include "config.h"
#include "engine/base/i18n.h"

struct _SystoleActionSearch
{
  AdwWindow parent_instance;

  GtkWidget *main; /* the window that is told; weak */
  GtkEditable *entry;
  GtkListBox *list;
  GHashTable *seen; /* actions with their targets, as text */
};

typedef struct
{
  char *title;
  char *action;
  GVariant *target; /* or NULL */
} Found;

G_DEFINE_FINAL_TYPE (SystoleActionSearch, systole_action_search, ADW_TYPE_WINDOW)

static void
found_free (gpointer data)
{
  Found *self = data;

  g_free (self->title);
  g_free (self->action);
  g_clear_pointer (&self->target, g_variant_unref);
  g_free (self);
}

static Found *
get_found (GtkListBoxRow *row)
{
  return g_object_get_data (G_OBJECT (row), "found");
}

/* @accelerator: (nullable): as gtk_accelerator_parse() reads it */
static char *
label_of_keys (const char *accelerator)
{
  GdkModifierType modifiers;
  guint key;

  if (accelerator == NULL || !gtk_accelerator_parse (accelerator, &key, &modifiers))
    return g_strdup ("");
  return gtk_accelerator_get_label (key, modifiers);
}

static void
add (SystoleActionSearch *self, const char *title, const char *action, GVariant *target, const char *accelerator)
{
  g_autofree char *keys = label_of_keys (accelerator);
  g_autofree char *printed = target != NULL ? g_variant_print (target, FALSE) : g_strdup ("");
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12), *label = gtk_label_new (title), *hint = gtk_label_new (keys);
  GtkListBoxRow *row;
  Found *found;

  if (!g_hash_table_add (self->seen, g_strconcat (action, " ", printed, NULL)))
    {
      g_object_unref (g_object_ref_sink (box));
      g_object_unref (g_object_ref_sink (label));
      g_object_unref (g_object_ref_sink (hint));
      return;
    }
  found = g_new0 (Found, 1);
  found->title = g_strdup (title);
  found->action = g_strdup (action);
  found->target = target != NULL ? g_variant_ref (target) : NULL;
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_widget_set_tooltip_text (label, title); /* should it be cut */
  gtk_widget_set_hexpand (label, TRUE);
  gtk_widget_add_css_class (hint, "dim-label");
  gtk_box_append (GTK_BOX (box), label);
  gtk_box_append (GTK_BOX (box), hint);
  gtk_widget_add_css_class (box, "found-action");
  row = GTK_LIST_BOX_ROW (gtk_list_box_row_new ());
  gtk_list_box_row_set_child (row, box);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, title, -1);
  g_object_set_data_full (G_OBJECT (row), "found", found, found_free);
  gtk_list_box_append (self->list, GTK_WIDGET (row));
}

/* --- the list of shortcuts --- */

static void
add_shortcut (SystoleActionSearch *self, const char *title, const char *accelerator)
{
  guint n;
  const SystoleShortcut *rows = systole_main_window_get_shortcuts (&n);

  for (guint i = 0; i < n; i++)
    {
      g_auto (GStrv) accelerators = g_strsplit (rows[i].accelerators, " ", -1);
      g_autoptr (GVariant) target = NULL;

      if (!g_strv_contains ((const char *const *) accelerators, accelerator))
        continue;
      if (rows[i].target != NULL)
        target = g_variant_ref_sink (g_variant_new_parsed (rows[i].target));
      add (self, title, rows[i].action, target, accelerator);
      return;
    }
}

static void
add_shortcuts_below (SystoleActionSearch *self, GtkWidget *widget)
{
  if (GTK_IS_SHORTCUTS_SHORTCUT (widget))
    {
      g_autofree char *title = NULL;
      g_autofree char *accelerators = NULL;
      g_auto (GStrv) each = NULL;

      g_object_get (widget, "title", &title, "accelerator", &accelerators, NULL);
      each = g_strsplit (accelerators != NULL ? accelerators : "", " ", -1);
      if (title != NULL && each[0] != NULL)
        add_shortcut (self, title, each[0]);
      return;
    }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL; child = gtk_widget_get_next_sibling (child))
    add_shortcuts_below (self, child);
}

static void
add_shortcuts (SystoleActionSearch *self)
{
  g_autoptr (GtkBuilder) builder = gtk_builder_new_from_resource (SYSTOLE_RESOURCE_ROOT "/help-overlay.ui");
  GtkWidget *overlay = GTK_WIDGET (gtk_builder_get_object (builder, "help_overlay"));

  add_shortcuts_below (self, overlay);
  gtk_window_destroy (GTK_WINDOW (overlay));
}

/* --- the menu --- */

/* @path: (nullable): of the submenu: “Text Size › Larger” */
static void
add_menu (SystoleActionSearch *self, GMenuModel *menu, const char *path)
{
  for (int i = 0; i < g_menu_model_get_n_items (menu); i++)
    {
      g_autoptr (GMenuModel) section = g_menu_model_get_item_link (menu, i, G_MENU_LINK_SECTION);
      g_autoptr (GMenuModel) submenu = g_menu_model_get_item_link (menu, i, G_MENU_LINK_SUBMENU);
      g_autoptr (GVariant) target = g_menu_model_get_item_attribute_value (menu, i, G_MENU_ATTRIBUTE_TARGET, NULL);
      g_autofree char *label = NULL;
      g_autofree char *action = NULL;
      g_autofree char *title = NULL;

      g_menu_model_get_item_attribute (menu, i, G_MENU_ATTRIBUTE_LABEL, "s", &label);
      g_menu_model_get_item_attribute (menu, i, G_MENU_ATTRIBUTE_ACTION, "s", &action);
      title = path != NULL && label != NULL ? g_strconcat (path, " › ", label, NULL) : g_strdup (label);
      if (section != NULL)
        add_menu (self, section, path);
      if (submenu != NULL)
        add_menu (self, submenu, title);
      if (action != NULL && title != NULL)
        add (self, title, action, target, NULL);
    }
}

/* --- searching --- */

static gboolean
filter (GtkListBoxRow *row, gpointer data)
{
  SystoleActionSearch *self = data;
  const char *words = gtk_editable_get_text (self->entry);

  return *words == '\0' || g_str_match_string (words, get_found (row)->title, TRUE);
}

static GtkListBoxRow *
first_shown (SystoleActionSearch *self)
{
  GtkListBoxRow *row;

  for (int i = 0; (row = gtk_list_box_get_row_at_index (self->list, i)) != NULL; i++)
    if (gtk_widget_get_child_visible (GTK_WIDGET (row)))
      return row;
  return NULL;
}

static void
changed_cb (SystoleActionSearch *self)
{
  gtk_list_box_invalidate_filter (self->list);
  gtk_list_box_select_row (self->list, first_shown (self));
}

/* The window is told once this one is gone, so that the keyboard is where it was. */
static void
row_cb (SystoleActionSearch *self, GtkListBoxRow *row)
{
  Found *found = get_found (row);
  g_autofree char *action = g_strdup (found->action);
  g_autoptr (GVariant) target = found->target != NULL ? g_variant_ref (found->target) : NULL;
  GtkWidget *main = self->main;

  gtk_window_destroy (GTK_WINDOW (self));
  if (main != NULL)
    gtk_widget_activate_action_variant (main, action, target);
}

static void
entry_activate_cb (SystoleActionSearch *self)
{
  systole_action_search_activate (self);
}

static gboolean
entry_key_cb (SystoleActionSearch *self, guint key)
{
  GtkListBoxRow *row = gtk_list_box_get_selected_row (self->list);

  if (key != GDK_KEY_Down || row == NULL)
    return FALSE;
  gtk_widget_grab_focus (GTK_WIDGET (row));
  return TRUE;
}

/**
 * systole_action_search_find:
 *
 * As if @words had been typed.
 */
guint
systole_action_search_find (SystoleActionSearch *self, const char *words)
{
  GtkListBoxRow *row;
  guint n = 0;

  gtk_editable_set_text (self->entry, words);
  changed_cb (self);
  for (int i = 0; (row = gtk_list_box_get_row_at_index (self->list, i)) != NULL; i++)
    n += gtk_widget_get_child_visible (GTK_WIDGET (row));
  return n;
}

gboolean
systole_action_search_activate (SystoleActionSearch *self)
{
  GtkListBoxRow *row = gtk_list_box_get_selected_row (self->list);

  if (row == NULL)
    return FALSE;
  row_cb (self, row);
  return TRUE;
}

static void
systole_action_search_finalize (GObject *object)
{
  SystoleActionSearch *self = SYSTOLE_ACTION_SEARCH (object);

  g_clear_weak_pointer (&self->main);
  g_hash_table_unref (self->seen);
  G_OBJECT_CLASS (systole_action_search_parent_class)->finalize (object);
}

static void
systole_action_search_class_init (SystoleActionSearchClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = systole_action_search_finalize;
  gtk_widget_class_add_binding_action (GTK_WIDGET_CLASS (klass), GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
systole_action_search_init (SystoleActionSearch *self)
{
  GtkWidget *page = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0), *bar = adw_header_bar_new (), *entry = gtk_search_entry_new ();
  GtkWidget *scrolled = gtk_scrolled_window_new (), *list = gtk_list_box_new ();
  GtkEventController *keys = gtk_event_controller_key_new ();

  self->seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->entry = GTK_EDITABLE (entry);
  self->list = GTK_LIST_BOX (list);
  gtk_window_set_title (GTK_WINDOW (self), _ ("Search Actions"));
  gtk_window_set_default_size (GTK_WINDOW (self), systole_application_scale_width (systole_application_get_default (), 420), 480);
  gtk_window_set_destroy_with_parent (GTK_WINDOW (self), TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Search Actions"), -1);
  gtk_accessible_update_property (GTK_ACCESSIBLE (list), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Actions"), -1);
  gtk_widget_set_hexpand (entry, TRUE);
  adw_header_bar_set_title_widget (ADW_HEADER_BAR (bar), entry);
  gtk_list_box_set_filter_func (self->list, filter, self, NULL);
  g_signal_connect_swapped (list, "row-activated", G_CALLBACK (row_cb), self);
  g_signal_connect_swapped (entry, "search-changed", G_CALLBACK (changed_cb), self);
  g_signal_connect_swapped (entry, "activate", G_CALLBACK (entry_activate_cb), self);
  g_signal_connect_swapped (entry, "stop-search", G_CALLBACK (gtk_window_close), self);
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect_swapped (keys, "key-pressed", G_CALLBACK (entry_key_cb), self);
  gtk_widget_add_controller (entry, keys);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), list);
  gtk_widget_set_vexpand (scrolled, TRUE);
  gtk_box_append (GTK_BOX (page), bar);
  gtk_box_append (GTK_BOX (page), scrolled);
  adw_window_set_content (ADW_WINDOW (self), page);
  gtk_window_set_focus (GTK_WINDOW (self), entry);
}

/**
 * systole_action_search_new:
 * @menu: of the window
 */
GtkWidget *
systole_action_search_new (SystoleMainWindow *window, GMenuModel *menu)
{
  SystoleActionSearch *self = g_object_new (SYSTOLE_TYPE_ACTION_SEARCH, NULL);

  g_set_weak_pointer (&self->main, GTK_WIDGET (window));
  add_shortcuts (self);
  add_menu (self, menu, NULL);
  changed_cb (self);
  gtk_window_set_transient_for (GTK_WINDOW (self), GTK_WINDOW (window));
  return GTK_WIDGET (self);
}
