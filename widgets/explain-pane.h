/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "widgets/map-page.h"
#include "widgets/stage.h"

G_BEGIN_DECLS

/*
 * What the selection, the time and the numbers mean: pages Selection, Time, Roofline,
 * Memory, Energy, Map, Table and State, and the audit below.
 *
 * Properties: stage (SYSTOLE_TYPE_STAGE; followed), page (string: "selection", "time",
 * "roofline", "memory", "energy", "map", "table", "state"), scheme, font-scale, line-scale.
 *
 * Signal: part-activated (uint lane, uint index)  a part of a waterfall was clicked
 */

#define SYSTOLE_TYPE_EXPLAIN_PANE (systole_explain_pane_get_type ())
G_DECLARE_FINAL_TYPE (SystoleExplainPane, systole_explain_pane, SYSTOLE, EXPLAIN_PANE, GtkWidget)

GtkWidget *systole_explain_pane_new (void) G_GNUC_WARN_UNUSED_RESULT;
SystoleStage *systole_explain_pane_get_stage (SystoleExplainPane *self);
void systole_explain_pane_set_stage (SystoleExplainPane *self, SystoleStage *stage);
const char *systole_explain_pane_get_page (SystoleExplainPane *self);
void systole_explain_pane_set_page (SystoleExplainPane *self, const char *page);
void systole_explain_pane_set_flat (SystoleExplainPane *self, gboolean flat);
void systole_explain_pane_set_scheme (SystoleExplainPane *self, SystoleScheme scheme);
void systole_explain_pane_set_font_scale (SystoleExplainPane *self, double font_scale);
void systole_explain_pane_set_line_scale (SystoleExplainPane *self, double line_scale);
void systole_explain_pane_set_untold (SystoleExplainPane *self, gboolean untold); /* what sums up the run is covered */
SystoleMapPage *systole_explain_pane_get_map (SystoleExplainPane *self);
void systole_explain_pane_show_audit (SystoleExplainPane *self);

G_END_DECLS
