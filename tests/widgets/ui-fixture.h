/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "widgets/types.h"

/* What every test of widgets needs. */

/* Ends the program with a TAP skip when there is no display. */
void ui_init (int *argc, char ***argv);

SystoleRun *ui_array_run (guint side) G_GNUC_WARN_UNUSED_RESULT; /* 8 × 8 × 8 int8, weight-stationary, on chip */
SystoleRun *ui_sm_run (void) G_GNUC_WARN_UNUSED_RESULT;          /* the same product on the teaching SM */

/* Shows a widget in a window of a size; the window owns it. */
GtkWindow *ui_show (GtkWidget *widget, int width, int height);
void ui_destroy (GtkWindow *window);
void ui_spin (guint milliseconds);                                       /* main loop for a while */
gboolean ui_wait (gboolean (*condition) (gpointer data), gpointer data); /* at most 10 s */
void ui_save (GtkWidget *widget, const char *path);                      /* PNG of what it shows */

/* Counts notifications of a property. */
typedef struct
{
  GObject *object;
  gulong handler;
  guint count;
} UiCounter;

void ui_counter_start (UiCounter *self, gpointer object, const char *signal);
guint ui_counter_take (UiCounter *self); /* and starts again from 0 */
void ui_counter_stop (UiCounter *self);

/* Presses a key that a widget binds ("<Alt>Right"); whether it was handled. */
gboolean ui_press (GtkWidget *widget, const char *accelerator);
/* A press and a release with the main button at a point. */
void ui_click (GtkWidget *widget, int n_press, double x, double y);
