/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "widgets/paint.h"

G_BEGIN_DECLS

/*
 * Every picture that Systole draws: what can be exported, the views on the machines that people look
 * at, and what a class sees.
 */

typedef struct _ViewScene ViewScene;

GPtrArray *view_scenes_new (void) G_GNUC_WARN_UNUSED_RESULT; /* of ViewScene */
const char *view_scene_get_name (const ViewScene *self);     /* a file's, unique */
int view_scene_get_width (const ViewScene *self);
int view_scene_get_height (const ViewScene *self);
gboolean view_scene_scrolls (const ViewScene *self); /* as high as what it says, where letters are large */
gboolean view_scene_is_for_class (const ViewScene *self);
/* Schemes that the picture is seen in: light, dark, high contrast and what else there is of it. */
guint view_scene_get_schemes (const ViewScene *self, SystoleScheme schemes[SYSTOLE_N_SCHEMES]);
/* `fraction` of a cycle, while values glide. A class has a style of its own: of @style only scheme and labels. */
void view_scene_paint (ViewScene *self, const SystolePaintStyle *style, double fraction, cairo_t *cr);
void view_scene_forget (ViewScene *self); /* runs that no other scene needs */

G_END_DECLS
