/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/run/run-name.h"
#include "widgets/paint.h"

G_BEGIN_DECLS

/* What every chart of a run begins with: the lane's badge and the machine's title; and
 * the law that stands in place of the numbers of a run that breaks it. */

/* `name`: beside other lanes, or NULL. The middle at `y`; `letter` '\0': no badge. */
void systole_paint_chart_title (cairo_t *cr, const SystolePaintStyle *style, const SystoleRun *run, const SystoleRunName *name, char letter, double px, double left, double right, double y);
/* FALSE: the run is sound, nothing is drawn. `y`: middle of the first line. */
gboolean systole_paint_chart_breach (cairo_t *cr, const SystolePaintStyle *style, const SystoleRun *run, double left, double right, double y);
char *systole_chart_breach_text (const SystoleRun *run) G_GNUC_WARN_UNUSED_RESULT; /* NULL: sound */

G_END_DECLS
