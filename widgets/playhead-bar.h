/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "widgets/types.h"

G_BEGIN_DECLS

/*
 * The transport: ⏮ step back, play, step ⏭, the number of the cycle, and the choice
 * of step unit, speed and time base. Its buttons only name actions: win.first,
 * win.step-back, win.play, win.step, win.last.
 *
 * Properties:
 *   step-unit (SYSTOLE_TYPE_STEP), speed (double, 0.1 … 16; G_MAXDOUBLE: as fast as
 *   it can), time-base (SYSTOLE_TYPE_TIME_BASE): read and write, for g_object_bind_property
 *   cycle (uint64: of the active lane), n-cycles (uint64: its length), ended, playing (booleans)
 *   hint (string; NULL or "": none)
 *
 * Signal:
 *   seek (uint64 cycle)  a number was typed; within the run
 */

#define SYSTOLE_TYPE_PLAYHEAD_BAR (systole_playhead_bar_get_type ())
G_DECLARE_FINAL_TYPE (SystolePlayheadBar, systole_playhead_bar, SYSTOLE, PLAYHEAD_BAR, GtkWidget)

GtkWidget *systole_playhead_bar_new (void) G_GNUC_WARN_UNUSED_RESULT;

SystoleStep systole_playhead_bar_get_step_unit (SystolePlayheadBar *self);
double systole_playhead_bar_get_speed (SystolePlayheadBar *self);
SystoleTimeBase systole_playhead_bar_get_time_base (SystolePlayheadBar *self);
guint64 systole_playhead_bar_get_cycle (SystolePlayheadBar *self);
guint64 systole_playhead_bar_get_n_cycles (SystolePlayheadBar *self);
gboolean systole_playhead_bar_get_ended (SystolePlayheadBar *self);
gboolean systole_playhead_bar_get_playing (SystolePlayheadBar *self);
const char *systole_playhead_bar_get_hint (SystolePlayheadBar *self);
void systole_playhead_bar_set_step_unit (SystolePlayheadBar *self, SystoleStep step_unit);
void systole_playhead_bar_set_speed (SystolePlayheadBar *self, double speed);
void systole_playhead_bar_set_time_base (SystolePlayheadBar *self, SystoleTimeBase time_base);
void systole_playhead_bar_set_cycle (SystolePlayheadBar *self, guint64 cycle);
void systole_playhead_bar_set_n_cycles (SystolePlayheadBar *self, guint64 n_cycles);
void systole_playhead_bar_set_hides_length (SystolePlayheadBar *self, gboolean hides_length); /* “?” stands for it: it is asked for */
void systole_playhead_bar_set_ended (SystolePlayheadBar *self, gboolean ended);
void systole_playhead_bar_set_playing (SystolePlayheadBar *self, gboolean playing);
void systole_playhead_bar_set_hint (SystolePlayheadBar *self, const char *hint);

void systole_playhead_bar_faster (SystolePlayheadBar *self); /* the next speed of the list */
void systole_playhead_bar_slower (SystolePlayheadBar *self);
void systole_playhead_bar_grab_number (SystolePlayheadBar *self); /* focus in the number */

/* The hint of the first seconds, translated. */
const char *systole_playhead_bar_get_first_hint (void);

G_END_DECLS
