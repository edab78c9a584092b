/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/window-private.h"

#include <math.h>

#include "engine/base/i18n.h"
#include "widgets/quantity-text.h"

#define SMALL_SHARE 0.0005 /* would be shown as nothing */

/* The chip that says whether the expected values of the file still hold. */

/* "+1, +3.3 %": how far from what was promised; NULL when nothing can be said */
static char *
describe_difference (const SystoleExpectation *promise, SystoleQuantity actual)
{
  double wanted = promise->value.real, difference = actual.real - wanted;
  const char *sign = difference > 0 ? "+" : "";
  g_autofree char *share = NULL;
  g_autofree char *count = NULL;

  if (!actual.present)
    return NULL;
  if (wanted > 0 && fabs (difference / wanted) < SMALL_SHARE)
    /* Translators: a difference too small for the decimals that are shown. */
    share = g_strdup (_ ("less than 0.1 %"));
  else if (wanted > 0)
    {
      g_autofree char *percent = systole_text_percent (difference / wanted);

      share = g_strconcat (sign, percent, NULL);
    }
  if (!systole_counter_is_whole (promise->what))
    return g_steal_pointer (&share);
  count = systole_text_real (difference, 15);
  return share != NULL ? g_strconcat (sign, count, ", ", share, NULL) : g_strconcat (sign, count, NULL);
}

static char *
describe (const SystoleExpectation *promise, SystoleRun *run, gboolean *agrees)
{
  SystoleQuantity actual = { FALSE, 0, 0 };
  SystoleQuantityKind kind = systole_counter_get_kind (promise->what);
  const char *title = systole_counter_get_title (promise->what);
  g_autofree char *wanted = systole_text_quantity (kind, promise->value);
  g_autofree char *got = NULL;
  g_autofree char *difference = NULL;

  *agrees = run != NULL && systole_expectation_check (promise, run, &actual);
  if (*agrees)
    /* Translators: machine, counter, value: “✓ A, Cycles: 30” */
    return g_strdup_printf (_ ("✓ %c, %s: %s"), 'A' + promise->lane, title, wanted);
  if (run == NULL)
    return g_strdup_printf (_ ("≠ %c, %s: %s is expected, there is no run"), 'A' + promise->lane, title, wanted);
  got = systole_text_quantity (kind, actual);
  difference = describe_difference (promise, actual);
  if (difference != NULL)
    /* Translators: machine, counter, value, value, how far apart: “≠ A, Cycles: 30 is expected, 31 was found (+1, +3.3 %)” */
    return g_strdup_printf (_ ("≠ %c, %s: %s is expected, %s was found (%s)"), 'A' + promise->lane, title, wanted, got, difference);
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
  gtk_label_set_max_width_chars (GTK_LABEL (label), 24);
  gtk_label_set_justify (GTK_LABEL (label), GTK_JUSTIFY_CENTER);
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

  self->promises = NULL;
  self->n_broken = 0;
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
  self->promises = child;
  self->n_broken = differ;
}

/**
 * systole_main_window_tell_promises:
 *
 * When a document was opened: what it promised and does not hold is said, wherever the
 * chip is.
 */
void
systole_main_window_tell_promises (SystoleMainWindow *self)
{
  g_autofree char *text = NULL;
  AdwToast *toast;

  if (self->n_broken == 0)
    return;
  text = g_strdup_printf (P_ ("%u value that this file expects was not found", "%u values that this file expects were not found", self->n_broken), self->n_broken);
  toast = adw_toast_new (text);
  adw_toast_set_button_label (toast, _ ("Show"));
  adw_toast_set_action_name (toast, "win.promises");
  adw_toast_overlay_add_toast (self->toasts, toast);
}

/* The list of what was expected, from wherever one is. */
void
systole_main_window_show_promises (SystoleMainWindow *self)
{
  systole_main_window_set_setup_visible (self, TRUE);
  if (self->promises != NULL)
    gtk_menu_button_popup (GTK_MENU_BUTTON (self->promises));
}
