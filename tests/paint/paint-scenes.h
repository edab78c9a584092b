/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/run/run.h"
#include "widgets/paint.h"

G_BEGIN_DECLS

/*
 * A picture of every view, on machines that people look at, as a film of one frame a
 * step: benchmarks time them, tests count what they allocate and draw. What a window
 * keeps from frame to frame is kept.
 */

typedef struct _PaintScene PaintScene;

guint paint_scenes_count (void);
const char *paint_scenes_get_name (guint i);
/* `longer`: the operation’s size in one dimension is so many times what it is; 1: as it is. */
PaintScene *paint_scene_new (guint i, guint longer, double width, double height, const SystolePaintStyle *style) G_GNUC_WARN_UNUSED_RESULT;
void paint_scene_free (PaintScene *self);
void paint_scene_set_style (PaintScene *self, const SystolePaintStyle *style);
void paint_scene_paint (PaintScene *self, cairo_t *cr, guint frame);            /* on whatever ground there is */
void paint_scene_paint_middle (PaintScene *self, cairo_t *cr, double fraction); /* so much of a cycle after the middle of a long run, or after where a short film begins */
gboolean paint_scene_scrolls (guint i);                                         /* a page, as high as what it says */
const SystoleRun *paint_scene_get_run (const PaintScene *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaintScene, paint_scene_free)

G_END_DECLS
