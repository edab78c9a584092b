/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/window-private.h"

#include "app/start-page.h"
#include "engine/base/i18n.h"

/* The start page of a window, over its document. */

#define DOCUMENT "document"
#define START "start"

gboolean
systole_main_window_is_start_shown (SystoleMainWindow *self)
{
  return g_strcmp0 (gtk_stack_get_visible_child_name (self->content), START) == 0;
}

/* What acts on the document goes with it. */
static void
update_header (SystoleMainWindow *self, gboolean start)
{
  gtk_widget_set_visible (GTK_WIDGET (self->save_button), !start);
  gtk_widget_set_visible (GTK_WIDGET (self->setup_button), !start);
  gtk_widget_set_visible (GTK_WIDGET (self->explain_button), !start);
  systole_main_window_update_layout (self);
  systole_main_window_update_title (self);
}

/**
 * systole_main_window_show_start:
 *
 * The page is made when it is first shown.
 */
void
systole_main_window_show_start (SystoleMainWindow *self)
{
  GtkWidget *page = gtk_stack_get_child_by_name (self->content, START);

  g_return_if_fail (SYSTOLE_IS_MAIN_WINDOW (self));
  if (page == NULL)
    {
      page = systole_start_page_new ();
      gtk_stack_add_named (self->content, page, START);
    }
  systole_session_set_playing (self->session, FALSE);
  gtk_stack_set_visible_child (self->content, page);
  update_header (self, TRUE);
  gtk_widget_grab_focus (page);
}

/**
 * systole_main_window_hide_start:
 *
 * Returns: whether it was shown
 */
gboolean
systole_main_window_hide_start (SystoleMainWindow *self)
{
  if (!systole_main_window_is_start_shown (self))
    return FALSE;
  gtk_stack_set_visible_child_name (self->content, DOCUMENT);
  update_header (self, FALSE);
  systole_main_window_focus_stage (self);
  return TRUE;
}

/* A window for something new: this one, where nothing of the user's is in it. */
static SystoleMainWindow *
open_blank (SystoleMainWindow *self, gboolean choose_machine)
{
  SystoleMainWindow *window = self;

  if (!systole_main_window_is_untouched (self))
    window = systole_main_window_new (SYSTOLE_APPLICATION (gtk_window_get_application (GTK_WINDOW (self))));
  window->choose_machine = choose_machine; /* small runs are there before this returns */
  systole_main_window_open_blank (window);
  gtk_window_present (GTK_WINDOW (window));
  return window;
}

static void
start_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SystoleMainWindow *self = SYSTOLE_MAIN_WINDOW (widget);

  if (g_str_equal (name, "win.start"))
    systole_main_window_show_start (self);
  else if (g_str_equal (name, "win.start-blank"))
    open_blank (self, FALSE);
  else
    systole_main_window_set_setup_visible (open_blank (self, TRUE), TRUE);
}

/**
 * systole_main_window_focus_machine:
 *
 * Once the lanes of a document that was begun with a machine are there: the keyboard goes to
 * the list of machines.
 *
 * Returns: whether it was begun so
 */
gboolean
systole_main_window_focus_machine (SystoleMainWindow *self)
{
  GtkWidget *row = self->choose_machine ? systole_scenario_panel_find (self->panel, 0, "machine") : NULL;

  self->choose_machine = FALSE;
  return row != NULL && gtk_widget_child_focus (row, GTK_DIR_TAB_FORWARD);
}

void
systole_main_window_install_start_actions (GtkWidgetClass *klass)
{
  gtk_widget_class_install_action (klass, "win.start", NULL, start_action);
  gtk_widget_class_install_action (klass, "win.start-blank", NULL, start_action);
  gtk_widget_class_install_action (klass, "win.start-machine", NULL, start_action);
}
