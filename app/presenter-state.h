/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/*
 * Where a presentation stands, and what a key means there: a value and a function, without
 * a window, a clock or a run. The window draws what the state says and does what the
 * function answers.
 *
 * A beat with a question has two positions: asked, and revealed. A lesson without beats
 * has none: then keys move in time.
 */

#define SYSTOLE_PRESENTER_MAX_BEATS 200
#define SYSTOLE_PRESENTER_MAX_CHOICES 4
#define SYSTOLE_PRESENTER_MAX_HANDS 250

typedef enum
{
  SYSTOLE_BLANK_NONE,
  SYSTOLE_BLANK_BLACK,
  SYSTOLE_BLANK_WHITE
} SystolePresenterBlank;

typedef struct
{
  guint8 n_choices; /* 0: nothing is asked */
  guint8 n_hands;
  guint8 hands[SYSTOLE_PRESENTER_MAX_HANDS]; /* choices, in the order in which they were typed */
} SystolePresenterBeat;

typedef struct
{
  guint n_beats;
  SystolePresenterBeat beats[SYSTOLE_PRESENTER_MAX_BEATS];
  guint beat;        /* the one that is shown */
  gboolean revealed; /* its answer is shown */
  gboolean put_away; /* its question was closed without an answer */
  gboolean leaving;  /* “again to leave” is shown */
  gboolean spotlight, pen, notes;
  SystolePresenterBlank blank;
} SystolePresenterState;

/* What a key means, whichever key it is. */
typedef enum
{
  SYSTOLE_PRESENTER_NEXT,
  SYSTOLE_PRESENTER_PREVIOUS,
  SYSTOLE_PRESENTER_FIRST,
  SYSTOLE_PRESENTER_LAST,
  SYSTOLE_PRESENTER_STEP,
  SYSTOLE_PRESENTER_STEP_BACK,
  SYSTOLE_PRESENTER_NEXT_EVENT,
  SYSTOLE_PRESENTER_PREVIOUS_EVENT,
  SYSTOLE_PRESENTER_PLAY,
  SYSTOLE_PRESENTER_SLOWER,
  SYSTOLE_PRESENTER_FASTER,
  SYSTOLE_PRESENTER_BLACK,
  SYSTOLE_PRESENTER_WHITE,
  SYSTOLE_PRESENTER_STAY,
  SYSTOLE_PRESENTER_ESCAPE,
  SYSTOLE_PRESENTER_DIGIT, /* with its number */
  SYSTOLE_PRESENTER_REMOVE,
  SYSTOLE_PRESENTER_REVEAL,
  SYSTOLE_PRESENTER_SPOTLIGHT,
  SYSTOLE_PRESENTER_PEN,
  SYSTOLE_PRESENTER_NOTES,
  SYSTOLE_PRESENTER_EXPLAIN,
  SYSTOLE_PRESENTER_EXPIRED, /* no key: the seconds of “again to leave” are over */
  SYSTOLE_PRESENTER_N_KEYS
} SystolePresenterKey;

/* What there is to do besides drawing anew. */
typedef enum
{
  SYSTOLE_PRESENTER_NOTHING, /* not even drawing */
  SYSTOLE_PRESENTER_REDRAW,
  SYSTOLE_PRESENTER_ENTER,  /* another beat is shown from its beginning */
  SYSTOLE_PRESENTER_RETURN, /* an earlier beat is shown as it was left */
  SYSTOLE_PRESENTER_SHOW_ANSWER,
  SYSTOLE_PRESENTER_ASK_AGAIN,
  SYSTOLE_PRESENTER_MOVE,      /* in time, as the key says */
  SYSTOLE_PRESENTER_BOOKMARK,  /* to the one of the number */
  SYSTOLE_PRESENTER_CLEAR_INK, /* what the pen drew goes */
  SYSTOLE_PRESENTER_WARN,      /* say “again to leave” for three seconds */
  SYSTOLE_PRESENTER_LEAVE,
  SYSTOLE_PRESENTER_DO_EXPLAIN
} SystolePresenterDeed;

void systole_presenter_state_init (SystolePresenterState *self);
void systole_presenter_state_add_beat (SystolePresenterState *self, guint n_choices);
void systole_presenter_state_go_to (SystolePresenterState *self, guint beat);
SystolePresenterDeed systole_presenter_state_press (SystolePresenterState *self, SystolePresenterKey key, guint number);

gboolean systole_presenter_state_is_asking (const SystolePresenterState *self); /* choices are shown, their answer is not */
gboolean systole_presenter_state_hides (const SystolePresenterState *self);     /* the beat's target is “?” */
guint systole_presenter_state_count_hands (const SystolePresenterState *self, guint choice);

G_END_DECLS
