/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "app/start-list.h"

G_BEGIN_DECLS

/* One question of the start page: picture, title, a line, and how many beats it has. */
GtkWidget *systole_start_card_new (const SystoleStartEntry *entry) G_GNUC_WARN_UNUSED_RESULT;
void systole_start_card_set_picture (GtkWidget *self, cairo_surface_t *surface);
void systole_start_card_set_font_scale (GtkWidget *self, double font_scale);

/* Something to begin with, or a file: words alone. */
GtkWidget *systole_start_words_new (const char *label, const char *action, const char *target) G_GNUC_WARN_UNUSED_RESULT;

/* What the child of a flow box stands for is done. */
void systole_start_card_activate (GtkWidget *self);

G_END_DECLS
