/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "widgets/paint.h"
#include "widgets/types.h"

G_BEGIN_DECLS

/*
 * The abstract base of every picture: a painter's picture, kept in a surface and
 * blitted; a label that says what it is and a description that says what it shows
 * now. Colours and sizes are properties: the application decides them.
 *
 * Properties: scheme (SystoleScheme), font-scale, line-scale (double, 1 = the sizes
 * of the design), playing (boolean), label (string).
 */

#define SYSTOLE_TYPE_CANVAS (systole_canvas_get_type ())
G_DECLARE_DERIVABLE_TYPE (SystoleCanvas, systole_canvas, SYSTOLE, CANVAS, GtkWidget)

struct _SystoleCanvasClass
{
  GtkWidgetClass parent_class;

  /* Draws the whole picture; called only when something changed. */
  void (*paint) (SystoleCanvas *self, cairo_t *cr, double width, double height);
  /* Drawn at each snapshot over the kept picture: cross-fades, focus. May be NULL. */
  void (*paint_over) (SystoleCanvas *self, cairo_t *cr, double width, double height);
  /* What the picture shows now, one sentence (transfer full); NULL: nothing. */
  char *(*describe) (SystoleCanvas *self);
  /* Size, scale, colours or data changed: drop what a painter kept. May be NULL. */
  void (*drop) (SystoleCanvas *self);

  gpointer padding[4];
};

SystoleScheme systole_canvas_get_scheme (SystoleCanvas *self);
double systole_canvas_get_font_scale (SystoleCanvas *self);
double systole_canvas_get_line_scale (SystoleCanvas *self);
gboolean systole_canvas_get_playing (SystoleCanvas *self);
const char *systole_canvas_get_label (SystoleCanvas *self);
void systole_canvas_set_scheme (SystoleCanvas *self, SystoleScheme scheme);
void systole_canvas_set_font_scale (SystoleCanvas *self, double font_scale);
void systole_canvas_set_line_scale (SystoleCanvas *self, double line_scale);
void systole_canvas_set_playing (SystoleCanvas *self, gboolean playing);
void systole_canvas_set_label (SystoleCanvas *self, const char *label);

/* For subclasses. */
void systole_canvas_get_style (SystoleCanvas *self, SystolePaintStyle *out);
void systole_canvas_redraw (SystoleCanvas *self);                                             /* the picture changed */
void systole_canvas_invalidate (SystoleCanvas *self);                                         /* its data changed: kept layers too */
cairo_surface_t *systole_canvas_take_picture (SystoleCanvas *self) G_GNUC_WARN_UNUSED_RESULT; /* the last one painted, or NULL */
const char *systole_canvas_get_description (SystoleCanvas *self);                             /* as last told to assistive technology */

G_END_DECLS
