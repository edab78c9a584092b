/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "widgets/canvas.h"
#include "widgets/presenter-painter.h"

G_BEGIN_DECLS

/*
 * The presenter's picture on a screen, and what the teacher holds over it: a halo around
 * the pointer, a spotlight, a pen, nothing at all (black or white).
 *
 * Properties: those of SystoleCanvas, of which font-scale is the user's.
 *
 * Signals:
 *   pressed (uint lane, SystoleTarget *target)  something of a lane was pressed
 *   choice-pressed (uint choice)                a card of the question was pressed
 */

#define SYSTOLE_TYPE_PRESENTER_VIEW (systole_presenter_view_get_type ())
G_DECLARE_FINAL_TYPE (SystolePresenterView, systole_presenter_view, SYSTOLE, PRESENTER_VIEW, SystoleCanvas)

/* Fills in what is shown; its strings live until the next call. `out` has size, scales and colours already. */
typedef void (*SystolePresenterFill) (SystolePresenterPaint *out, gpointer data);

typedef enum
{
  SYSTOLE_COVER_NONE,
  SYSTOLE_COVER_BLACK,
  SYSTOLE_COVER_WHITE
} SystolePresenterCover;

GtkWidget *systole_presenter_view_new (SystolePresenterFill fill, gpointer data) G_GNUC_WARN_UNUSED_RESULT;
void systole_presenter_view_set_cover (SystolePresenterView *self, SystolePresenterCover cover);
void systole_presenter_view_set_spotlight (SystolePresenterView *self, gboolean spotlight);
void systole_presenter_view_set_pen (SystolePresenterView *self, gboolean pen);
void systole_presenter_view_clear_ink (SystolePresenterView *self);
gboolean systole_presenter_view_has_ink (SystolePresenterView *self);
void systole_presenter_view_get_paint (SystolePresenterView *self, double width, double height, SystolePresenterPaint *out);

G_END_DECLS
