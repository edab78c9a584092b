/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "widgets/paint.h"

G_BEGIN_DECLS

/*
 * A picture in every scheme with letters of twice the size, its labels checked: they lie in
 * the picture and do not touch. With SYSTOLE_SHEET=FOLDER the pictures are written there, to
 * look at; SYSTOLE_SHEET_SCHEMES, _FONTS and _FAMILY choose, and the variable that each call
 * names the sizes ("340x520,600x500" …).
 */

typedef void (*LabelPainter) (cairo_t *cr, const SystolePaintStyle *style, double width, double height, gpointer data);

void label_checks_each (const char *name, const char *sizes_variable, const char *sizes, LabelPainter paint, gpointer data);
void label_checks_init (int *argc, char ***argv); /* the language that LANGUAGE names */

G_END_DECLS
