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
/* Schemes that the picture is seen in: light, dark, high contrast and what else there is of it. */
guint view_scene_get_schemes (const ViewScene *self, SystoleScheme schemes[SYSTOLE_N_SCHEMES]);
void view_scene_paint (ViewScene *self, SystoleScheme scheme, cairo_surface_t *surface); /* RGB24, as large as the scene */
void view_scene_forget (ViewScene *self);                                                /* runs that no other scene needs */

G_END_DECLS
