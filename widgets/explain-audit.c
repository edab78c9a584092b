/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/explain-pane-private.h"

#include "engine/base/i18n.h"
#include "engine/run/known-error.h"

/* The badge that says whether the numbers agree with each other, and its list. */

static GtkWidget *
make_check (const SystoleAuditCheck *check)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget *icon = gtk_image_new_from_icon_name (check->ok ? "object-select-symbolic" : "dialog-warning-symbolic");
  GtkWidget *words = gtk_label_new (_ (check->title));

  gtk_accessible_update_property (GTK_ACCESSIBLE (icon), GTK_ACCESSIBLE_PROPERTY_LABEL, check->ok ? _ ("agrees") : _ ("does not agree"), -1);
  gtk_label_set_wrap (GTK_LABEL (words), TRUE);
  gtk_label_set_max_width_chars (GTK_LABEL (words), 40);
  gtk_label_set_xalign (GTK_LABEL (words), 0);
  gtk_box_append (GTK_BOX (row), icon);
  gtk_box_append (GTK_BOX (row), words);
  gtk_widget_add_css_class (row, check->ok ? "agrees" : "breach");
  return row;
}

/* Checks say that the numbers agree with each other, not with the hardware. */
static GtkWidget *
make_known_error (const SystoleRun *run)
{
  SystoleKnownError error = systole_run_get_known_error (run);
  g_autofree char *figures = systole_known_error_describe (&error);
  g_autofree char *text = g_strdup_printf ("%s: %s", _ ("Known error"), figures);
  GtkWidget *words = gtk_label_new (text);

  gtk_label_set_wrap (GTK_LABEL (words), TRUE);
  gtk_label_set_max_width_chars (GTK_LABEL (words), 40);
  gtk_label_set_xalign (GTK_LABEL (words), 0);
  gtk_widget_add_css_class (words, "dim-label");
  return words;
}

void
systole_explain_pane_fill_audit (SystoleExplainPane *self)
{
  guint n_lanes = self->stage != NULL ? systole_stage_get_n_lanes (self->stage) : 0;
  guint n_checks = 0, n_breaches = 0;
  g_autofree char *words = NULL;
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (self->audit_list)) != NULL)
    gtk_box_remove (GTK_BOX (self->audit_list), child);

  for (guint i = 0; i < n_lanes; i++)
    {
      SystoleLaneView *lane = systole_stage_get_lane (self->stage, i);
      SystoleRun *run = systole_lane_view_get_run (lane);
      const SystoleAuditCheck *checks;
      guint n;

      if (run == NULL)
        continue;
      checks = systole_run_get_audit (run, &n);
      if (n_lanes > 1 && n > 0)
        gtk_box_append (GTK_BOX (self->audit_list), systole_explain_pane_make_badge (systole_lane_view_get_letter (lane)));
      for (guint c = 0; c < n; c++)
        {
          n_breaches += !checks[c].ok;
          gtk_box_append (GTK_BOX (self->audit_list), make_check (&checks[c]));
        }
      if (n > 0)
        gtk_box_append (GTK_BOX (self->audit_list), make_known_error (run));
      n_checks += n;
    }

  gtk_widget_set_visible (self->audit, n_checks > 0);
  if (n_breaches == 0)
    words = g_strdup_printf (P_ ("Audit: %u check agrees", "Audit: %u checks agree", n_checks), n_checks);
  else
    /* Translators: how many of all checks fail. */
    words = g_strdup_printf (P_ ("Audit: %u of %u checks fails", "Audit: %u of %u checks fail", n_breaches), n_breaches, n_checks);
  /* One line: a menu button has the height of one, whatever it holds. */
  gtk_label_set_label (GTK_LABEL (self->audit_label), words);
  gtk_widget_set_tooltip_text (self->audit, words);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->audit), GTK_ACCESSIBLE_PROPERTY_LABEL, words, -1);
  gtk_image_set_from_icon_name (GTK_IMAGE (self->audit_icon), n_breaches == 0 ? "object-select-symbolic" : "dialog-warning-symbolic");
  if (n_breaches > 0)
    gtk_widget_add_css_class (self->audit, "breach");
  else
    gtk_widget_remove_css_class (self->audit, "breach");
}

/**
 * systole_explain_pane_show_audit:
 *
 * Opens the list of checks.
 */
void
systole_explain_pane_show_audit (SystoleExplainPane *self)
{
  g_return_if_fail (SYSTOLE_IS_EXPLAIN_PANE (self));
  if (gtk_widget_get_visible (self->audit))
    gtk_menu_button_popup (GTK_MENU_BUTTON (self->audit));
}
