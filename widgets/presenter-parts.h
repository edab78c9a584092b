/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "widgets/presenter-painter.h"

G_BEGIN_DECLS

/* The parts of the presenter's picture, each in its own file. `style` has the presenter's scales. */

/* presenter-head.c */
void systole_presenter_paint_head (cairo_t *cr, const SystoleLanePaint *lane, const SystolePresenterBox *box, gboolean counts);
void systole_presenter_paint_words (cairo_t *cr, const SystoleLanePaint *lane, const SystolePresenterLayout *layout, const SystolePresenterBox *box);
double systole_presenter_head_height (double unit, gboolean counts);

/* presenter-strip.c */
double systole_presenter_strip_height (double unit, guint n_lanes);
void systole_presenter_paint_strip (cairo_t *cr, const SystolePresenterPaint *self, const SystolePaintStyle *style, const SystolePresenterBox *box, double unit);

/* presenter-bar.c */
double systole_presenter_bar_height (const SystolePresenterPaint *self, const SystolePaintStyle *style, double unit, double margin, guint *lines);
void systole_presenter_paint_bar (cairo_t *cr, const SystolePresenterPaint *self, const SystolePaintStyle *style, const SystolePresenterLayout *layout);
void systole_presenter_paint_plates (cairo_t *cr, const SystolePresenterPaint *self, const SystolePaintStyle *style, const SystolePresenterLayout *layout);

/* presenter-pane.c */
gboolean systole_presenter_has_pane (const SystolePresenterPaint *self);
gboolean systole_presenter_asks_about_pane (const SystolePresenterPaint *self);
gboolean systole_presenter_pane_is_wide (const char *page, guint n_lanes);
void systole_presenter_paint_pane (cairo_t *cr, const SystolePresenterPaint *self, const SystolePaintStyle *style, const SystolePresenterBox *box);

G_END_DECLS
