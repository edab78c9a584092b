/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/explain-pane-private.h"

/* While a question waits for its answer, pages that sum up the whole run would tell it. */

/* Those that show the present instant only. */
static const char *const open_pages[] = { "selection", "state", NULL };

/** Covers the page that is shown, or uncovers it. */
void
systole_explain_pane_update_cover (SystoleExplainPane *self)
{
  const char *page = systole_explain_pane_get_page (self);
  gboolean covered = self->untold && page != NULL && !g_strv_contains (open_pages, page);

  gtk_widget_set_visible (self->stack, !covered);
  gtk_widget_set_visible (self->cover, covered);
}

/**
 * systole_explain_pane_set_untold:
 * @untold: a question is asked: pages that sum up the run are covered until it is FALSE again
 */
void
systole_explain_pane_set_untold (SystoleExplainPane *self, gboolean untold)
{
  g_return_if_fail (SYSTOLE_IS_EXPLAIN_PANE (self));
  if (self->untold == untold)
    return;
  self->untold = untold;
  systole_explain_pane_update_cover (self);
}
