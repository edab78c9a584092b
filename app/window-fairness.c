/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/window-private.h"

#include "app/fairness.h"

/**
 * systole_main_window_update_fairness:
 *
 * The strip above the stage: in what the machines do not work under equal conditions.
 * Equal ones are told in Setup: they are nothing to be warned of.
 */
void
systole_main_window_update_fairness (SystoleMainWindow *self)
{
  SystoleFairness fairness;
  gboolean compared = systole_fairness_judge (systole_session_get_scenario (self->session), systole_session_get_catalogue (self->session), SYSTOLE_MAX_LANES, &fairness);

  if (compared && !fairness.fair)
    {
      gtk_label_set_text (self->fairness_label, fairness.brief);
      gtk_label_set_text (self->fairness_detail, fairness.detail);
      gtk_accessible_update_property (GTK_ACCESSIBLE (self->fairness_button), GTK_ACCESSIBLE_PROPERTY_LABEL, fairness.brief, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, fairness.detail, -1);
    }
  gtk_widget_set_visible (GTK_WIDGET (self->fairness_button), compared && !fairness.fair);
  gtk_revealer_set_reveal_child (self->fairness_revealer, compared && !fairness.fair);
  systole_fairness_clear (&fairness);
}
