/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "widgets/explain-pane.h"
#include "widgets/neighbour-view.h"

G_BEGIN_DECLS

struct _SystoleExplainPane
{
  GtkWidget parent_instance;

  GtkWidget *box, *header, *switcher, *stack, *selection, *waterfalls, *differences, *rooflines, *memories, *energies, *map, *metrics, *states, *cover;
  GtkWidget *audit, *audit_icon, *audit_label, *audit_list, *audit_popover;

  GtkWidget *neighbours; /* kept while it is off the page */
  GtkWidget *trace;      /* the button, kept too */

  SystoleStage *stage;
  GSignalGroup *stage_signals;
  GSignalGroup *lane_signals; /* of the lane whose selection is shown */
  SystoleScheme scheme;
  double font_scale, line_scale;
  gboolean untold;        /* pages that sum up the run are covered */
  gboolean page_chosen;   /* by somebody, not by what is selected */
  gboolean choosing_page; /* the pane itself does */
  guint update_source;
  guint64 shown_cycle;
  gint64 updated_at; /* monotonic, µs */
};

/* explain-selection.c, explain-audit.c, explain-tabs.c */
void systole_explain_pane_show_selection (SystoleExplainPane *self);
void systole_explain_pane_make_trace (SystoleExplainPane *self); /* explain-trace.c */
void systole_explain_pane_append_trace (SystoleExplainPane *self, SystoleLaneView *lane, const SystoleTarget *target);
void systole_explain_pane_choose_page (SystoleExplainPane *self, gboolean selected); /* explain-page.c */
void systole_explain_pane_update_cover (SystoleExplainPane *self);                   /* explain-cover.c */
void systole_explain_pane_fill_audit (SystoleExplainPane *self);
void systole_explain_pane_add_tabs (SystoleExplainPane *self);
GtkWidget *systole_explain_pane_make_badge (char letter);
GtkWidget *systole_explain_pane_make_words (const char *text, const char *css_class); /* NULL: none */
GtkWidget *systole_explain_pane_make_value (const char *text);
GtkWidget *systole_explain_pane_make_heading (SystoleLaneView *lane, const char *text, gboolean many);
void systole_explain_pane_set_ink (GtkWidget *label, SystoleScheme scheme, SystoleMeaning meaning);
/* explain-pins.c: two things that are pinned, fact by fact */
void systole_explain_pane_append_pins (SystoleExplainPane *self, SystoleLaneView *first_lane, const SystoleTarget *first, SystoleLaneView *second_lane, const SystoleTarget *second);

G_END_DECLS
