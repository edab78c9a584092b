/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/run/run.h"
#include "widgets/paint.h"

G_BEGIN_DECLS

/* Whether a run's tensors fit main memory: a bar as long as the memory, the tensors in it.
 * `cr` NULL: it is only measured. `y` is the top; returns the height, 0 where no size is known. */
double systole_paint_fit (cairo_t *cr, const SystolePaintStyle *style, const SystoleRun *run, double x, double y, double width);
char *systole_fit_describe (const SystoleRun *run) G_GNUC_WARN_UNUSED_RESULT; /* a sentence, or NULL */

G_END_DECLS
