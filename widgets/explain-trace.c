/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/explain-pane-private.h"

#include "engine/base/i18n.h"

/* On the page "Selection": a button that follows the sum of the pinned PE or multiplier, and its way in words. */

static void
clicked_cb (SystoleExplainPane *self)
{
  SystoleLaneView *lane = self->stage != NULL ? systole_stage_get_selected_lane (self->stage) : NULL;

  if (lane != NULL && !systole_lane_view_toggle_trace (lane))
    gtk_widget_error_bell (self->trace);
}

void
systole_explain_pane_make_trace (SystoleExplainPane *self)
{
  self->trace = g_object_ref_sink (gtk_button_new ());
  gtk_widget_set_halign (self->trace, GTK_ALIGN_START);
  gtk_widget_set_tooltip_text (self->trace, _ ("T: where this sum was born, what adds to it, and when it is written"));
  g_signal_connect_swapped (self->trace, "clicked", G_CALLBACK (clicked_cb), self);
}

/* Below what is pinned, where that is a PE or a multiplier. */
void
systole_explain_pane_append_trace (SystoleExplainPane *self, SystoleLaneView *lane, const SystoleTarget *target)
{
  const SystoleTrace *trace = systole_lane_view_get_trace (lane);
  GtkBox *box = GTK_BOX (self->selection);

  if (target->kind != SYSTOLE_TARGET_PE && target->kind != SYSTOLE_TARGET_MULTIPLIER)
    return;
  gtk_button_set_label (GTK_BUTTON (self->trace), trace != NULL ? _ ("Follow no longer") : _ ("Follow this sum"));
  gtk_box_append (box, self->trace);
  if (trace != NULL)
    {
      g_autofree char *words = systole_trace_describe (trace);
      GtkWidget *label = gtk_label_new (words);

      gtk_label_set_wrap (GTK_LABEL (label), TRUE);
      gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
      gtk_label_set_xalign (GTK_LABEL (label), 0);
      gtk_widget_add_css_class (label, "sentence");
      gtk_box_append (box, label);
    }
}
