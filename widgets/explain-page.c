/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/explain-pane-private.h"

/*
 * The page that is shown until somebody chooses one: what is selected, or, while nothing
 * is, where the time goes. A pane that only says “click something” answers no question.
 */

void
systole_explain_pane_choose_page (SystoleExplainPane *self, gboolean selected)
{
  if (self->page_chosen || self->stage == NULL || self->untold)
    return;
  self->choosing_page = TRUE;
  systole_explain_pane_set_page (self, selected || systole_stage_get_n_lanes (self->stage) == 0 ? "selection" : "time");
  self->choosing_page = FALSE;
}
