/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/window-private.h"

#include "engine/base/i18n.h"
#include "widgets/quantity-text.h"

/* The chip that says whether the expected values of the file still hold. */

static char *
describe (const SystoleExpectation *promise, SystoleRun *run, gboolean *agrees)
{
  SystoleQuantity actual = { FALSE, 0, 0 };
  SystoleQuantityKind kind = systole_counter_get_kind (promise->what);
  const char *title = systole_counter_get_title (promise->what);
  g_autofree char *wanted = systole_text_quantity (kind, promise->value);
  g_autofree char *got = NULL;

  *agrees = run != NULL && systole_expectation_check (promise, run, &actual);
  if (*agrees)
    /* Translators: machine, counter, value: “✓ A, Cycles: 30” */
    return g_strdup_printf (_ ("✓ %c, %s: %s"), 'A' + promise->lane, title, wanted);
  if (run == NULL)
    return g_strdup_printf (_ ("≠ %c, %s: %s is expected, there is no run"), 'A' + promise->lane, title, wanted);
  got = systole_text_quantity (kind, actual);
  return g_strdup_printf (_ ("≠ %c, %s: %s is expected, %s was found"), 'A' + promise->lane, title, wanted, got);
}

static GtkWidget *
make_list (char **lines)
{
  GtkWidget *popover = gtk_popover_new (), *label = gtk_label_new (NULL);
  g_autofree char *text = g_strjoinv ("\n", lines);

  gtk_label_set_text (GTK_LABEL (label), text);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_selectable (GTK_LABEL (label), TRUE);
  gtk_widget_add_css_class (label, "promises");
  gtk_popover_set_child (GTK_POPOVER (popover), label);
  return popover;
}

static GtkWidget *
make_label (const char *text)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_width_chars (GTK_LABEL (label), 10);
  gtk_label_set_max_width_chars (GTK_LABEL (label), 22);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_set_hexpand (label, TRUE);
  return label;
}

/**
 * systole_main_window_update_promises:
 *
 * After runs: checks what the file promises of the lanes that are shown.
 */
void
systole_main_window_update_promises (SystoleMainWindow *self)
{
  const GArray *promises = systole_session_get_scenario (self->session)->expectations;
  GtkBox *footer = systole_scenario_panel_get_footer (self->panel);
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *text = NULL;
  GtkWidget *child;
  guint differ = 0;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (footer))) != NULL)
    gtk_box_remove (footer, child);
  for (guint i = 0; i < promises->len; i++)
    {
      const SystoleExpectation *promise = &g_array_index (promises, SystoleExpectation, i);
      gboolean agrees;

      if (promise->lane >= SYSTOLE_MAX_LANES)
        continue;
      g_ptr_array_add (lines, describe (promise, systole_session_get_run (self->session, promise->lane), &agrees));
      differ += !agrees;
    }
  if (lines->len == 0)
    return;
  g_ptr_array_add (lines, NULL);
  if (differ == 0)
    text = g_strdup_printf (P_ ("✓ %u expected value agrees", "✓ %u expected values agree", lines->len - 1), lines->len - 1);
  else
    text = g_strdup_printf (P_ ("≠ %u expected value differs", "≠ %u expected values differ", differ), differ);
  child = gtk_menu_button_new ();
  gtk_menu_button_set_child (GTK_MENU_BUTTON (child), make_label (text));
  gtk_accessible_update_property (GTK_ACCESSIBLE (child), GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
  gtk_menu_button_set_popover (GTK_MENU_BUTTON (child), make_list ((char **) lines->pdata));
  gtk_menu_button_set_direction (GTK_MENU_BUTTON (child), GTK_ARROW_UP);
  gtk_widget_add_css_class (child, differ == 0 ? "agrees" : "differs");
  gtk_widget_add_css_class (child, "chip");
  gtk_box_append (footer, child);
}
