/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "widgets/playhead-bar.h"

G_BEGIN_DECLS

struct _SystolePlayheadBar
{
  GtkWidget parent_instance;

  GtkWidget *start, *end;
  GtkWidget *first, *step_back, *play, *step, *last;
  GtkWidget *play_icon, *play_label, *hint;
  GtkWidget *number, *last_label, *length_label;
  GtkWidget *unit_choice, *speed_choice, *base_choice;
  GtkWidget *message; /* popover at the number: what is wrong, or what was understood */
  GtkWidget *message_label;
  guint message_source;

  gboolean crowded, hintless, very_crowded; /* no room for the length of the run; for the hint; for the word on the button */
  int length_width, hint_width, play_width; /* of their labels */
  guint crowd_source;

  SystoleStep step_unit;
  double speed;
  SystoleTimeBase time_base;
  guint64 cycle, n_cycles;
  gboolean ended, playing;
  char *hint_text;
  gboolean hides_length;
  gboolean updating; /* a choice is set by us, not by the user */
  gboolean typing;   /* the number has been touched and not yet taken */
};

/* playhead-bar-number.c */
void systole_playhead_bar_init_number (SystolePlayheadBar *self);
void systole_playhead_bar_show_number (SystolePlayheadBar *self);
void systole_playhead_bar_dispose_number (SystolePlayheadBar *self);
void systole_playhead_bar_emit_seek (SystolePlayheadBar *self, guint64 cycle);

/* playhead-bar-choices.c */
void systole_playhead_bar_init_choices (SystolePlayheadBar *self);
void systole_playhead_bar_show_choices (SystolePlayheadBar *self);

G_END_DECLS
