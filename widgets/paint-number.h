/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "widgets/paint.h"

G_BEGIN_DECLS

/* Many numbers of one size, weight and colour, drawn by one call: the fast way for
 * the cells of an array. Size in real pixels: in a cell it follows the cell, not the font scale. */

typedef struct _SystoleNumbers SystoleNumbers;

SystoleNumbers *systole_numbers_new (const SystolePaintStyle *style, double size, SystoleWeight weight, SystoleColor color) G_GNUC_WARN_UNUSED_RESULT;
void systole_numbers_free (SystoleNumbers *self);
double systole_numbers_get_width (SystoleNumbers *self, cairo_t *cr, double value);
void systole_numbers_add (SystoleNumbers *self, cairo_t *cr, double value, double x, double y, SystoleAlign align);
void systole_numbers_flush (SystoleNumbers *self, cairo_t *cr);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SystoleNumbers, systole_numbers_free)

G_END_DECLS
