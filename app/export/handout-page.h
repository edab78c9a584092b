/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/lesson/shown.h"
#include "widgets/paint.h"

G_BEGIN_DECLS

/* The parts of a handout, painted in CSS pixels: pure functions of a beat and a cairo_t. */

#define SYSTOLE_HANDOUT_WIDTH 794.0 /* A4 at 96 pixels an inch */
#define SYSTOLE_HANDOUT_HEIGHT 1123.0
#define SYSTOLE_HANDOUT_MARGIN 48.0

double systole_handout_paint_head (cairo_t *cr, const SystolePaintStyle *style, const char *title, double y); /* returns where the page goes on */
void systole_handout_paint_beat (cairo_t *cr, const SystolePaintStyle *style, const SystoleLessonShown *shown, guint number, double y, double height);
double systole_handout_get_answer_height (const SystolePaintStyle *style, const SystoleLessonShown *shown, guint number); /* 0: the beat asks nothing */
void systole_handout_paint_answer (cairo_t *cr, const SystolePaintStyle *style, const SystoleLessonShown *shown, guint number, double y);

G_END_DECLS
