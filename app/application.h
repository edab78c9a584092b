/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "app/settings.h"
#include "engine/machine/catalogue.h"
#include "widgets/palette.h"

G_BEGIN_DECLS

/*
 * The program: one window a file, the catalogue, the settings, and what all windows
 * share of the look.
 *
 * Signal: look-changed ()  scheme, size of text, motion or letter keys
 */

#define SYSTOLE_TYPE_APPLICATION (systole_application_get_type ())
G_DECLARE_FINAL_TYPE (SystoleApplication, systole_application, SYSTOLE, APPLICATION, AdwApplication)

SystoleApplication *systole_application_new (SystoleSettings *settings) G_GNUC_WARN_UNUSED_RESULT;
SystoleApplication *systole_application_get_default (void);
SystoleSettings *systole_application_get_settings (SystoleApplication *self);
SystoleCatalogue *systole_application_get_catalogue (SystoleApplication *self);

SystoleScheme systole_application_get_scheme (SystoleApplication *self);
SystoleScheme systole_application_get_presenter_scheme (SystoleApplication *self);
double systole_application_get_font_scale (SystoleApplication *self);
int systole_application_scale_width (SystoleApplication *self, int width);
gboolean systole_application_get_reduced_motion (SystoleApplication *self);

void systole_application_show_preferences (SystoleApplication *self, GtkWindow *parent);
void systole_application_add_actions (SystoleApplication *self); /* application-actions.c */

G_END_DECLS
