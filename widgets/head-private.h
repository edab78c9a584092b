/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "widgets/head-painter.h"

G_BEGIN_DECLS

/* What the parts of the head's painter share. Heights at font scale 1. */
#define SYSTOLE_HEAD_RIBBON 14.0
#define SYSTOLE_HEAD_WORDS 12.0

double systole_head_scale (const SystoleLanePaint *self);
double systole_head_ribbon_top (const SystoleLanePaint *self);
double systole_head_words_y (const SystoleLanePaint *self); /* the middle */

/* head-ribbon.c */
void systole_head_paint_ribbon (cairo_t *cr, const SystoleLanePaint *self, const SystoleLaneHead *head);
void systole_head_paint_words (cairo_t *cr, const SystoleLanePaint *self, const SystoleLaneHead *head);

G_END_DECLS
