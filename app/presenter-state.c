/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/presenter-state.h"

#include <string.h>

/** Nothing to present yet: no beats, nothing open. */
void
systole_presenter_state_init (SystolePresenterState *self)
{
  memset (self, 0, sizeof *self);
}

/**
 * systole_presenter_state_add_beat:
 * @n_choices: 0: nothing is asked
 *
 * Beats beyond those that a file may have are left out.
 */
void
systole_presenter_state_add_beat (SystolePresenterState *self, guint n_choices)
{
  if (self->n_beats == SYSTOLE_PRESENTER_MAX_BEATS)
    return;
  self->beats[self->n_beats++].n_choices = (guint8) MIN (n_choices, SYSTOLE_PRESENTER_MAX_CHOICES);
}

static const SystolePresenterBeat *
present_beat (const SystolePresenterState *self)
{
  return self->n_beats > 0 ? &self->beats[self->beat] : NULL;
}

static gboolean
has_question (const SystolePresenterState *self)
{
  return self->n_beats > 0 && present_beat (self)->n_choices > 0;
}

gboolean
systole_presenter_state_is_asking (const SystolePresenterState *self)
{
  return has_question (self) && !self->revealed && !self->put_away;
}

/** A beat without a question hides nothing: nobody could reveal it. */
gboolean
systole_presenter_state_hides (const SystolePresenterState *self)
{
  return has_question (self) && !self->revealed;
}

/** Hands that were counted for a choice of the present beat. */
guint
systole_presenter_state_count_hands (const SystolePresenterState *self, guint choice)
{
  const SystolePresenterBeat *beat = present_beat (self);
  guint n = 0;

  for (guint i = 0; beat != NULL && i < beat->n_hands; i++)
    n += beat->hands[i] == choice;
  return n;
}

/** Shows a beat from its beginning; one that there is not: the last. */
void
systole_presenter_state_go_to (SystolePresenterState *self, guint beat)
{
  self->beat = self->n_beats > 0 ? MIN (beat, self->n_beats - 1) : 0;
  self->revealed = self->put_away = FALSE;
}

static SystolePresenterDeed
go_next (SystolePresenterState *self)
{
  if (systole_presenter_state_is_asking (self))
    {
      self->revealed = TRUE;
      return SYSTOLE_PRESENTER_SHOW_ANSWER;
    }
  if (self->beat + 1 >= self->n_beats)
    return SYSTOLE_PRESENTER_NOTHING;
  systole_presenter_state_go_to (self, self->beat + 1);
  return SYSTOLE_PRESENTER_ENTER;
}

static SystolePresenterDeed
go_back (SystolePresenterState *self)
{
  if (has_question (self) && (self->revealed || self->put_away))
    {
      self->revealed = self->put_away = FALSE;
      return SYSTOLE_PRESENTER_ASK_AGAIN;
    }
  if (self->beat == 0)
    return SYSTOLE_PRESENTER_NOTHING;
  systole_presenter_state_go_to (self, self->beat - 1);
  self->revealed = has_question (self);
  return SYSTOLE_PRESENTER_RETURN;
}

static SystolePresenterDeed
go_to_end (SystolePresenterState *self, guint beat)
{
  if (self->beat == beat && !self->revealed && !self->put_away)
    return SYSTOLE_PRESENTER_NOTHING;
  systole_presenter_state_go_to (self, beat);
  return SYSTOLE_PRESENTER_ENTER;
}

static SystolePresenterDeed
turn_beats (SystolePresenterState *self, SystolePresenterKey key)
{
  switch ((int) key)
    {
    case SYSTOLE_PRESENTER_NEXT:
      return go_next (self);
    case SYSTOLE_PRESENTER_PREVIOUS:
      return go_back (self);
    case SYSTOLE_PRESENTER_FIRST:
      return go_to_end (self, 0);
    default:
      return go_to_end (self, self->n_beats - 1);
    }
}

/* Keys that show something else: under a blank screen they only take the blank away, so that
 * no beat passes unseen. */
static gboolean
moves (SystolePresenterKey key)
{
  return key <= SYSTOLE_PRESENTER_PLAY || key == SYSTOLE_PRESENTER_REVEAL;
}

static SystolePresenterDeed
move (SystolePresenterState *self, SystolePresenterKey key)
{
  if (self->n_beats > 0 && key <= SYSTOLE_PRESENTER_LAST)
    return turn_beats (self, key);
  if (key == SYSTOLE_PRESENTER_REVEAL)
    return systole_presenter_state_is_asking (self) ? go_next (self) : SYSTOLE_PRESENTER_NOTHING;
  /* What is asked would be seen: the picture stands until the answer. */
  return systole_presenter_state_is_asking (self) ? SYSTOLE_PRESENTER_NOTHING : SYSTOLE_PRESENTER_MOVE;
}

static SystolePresenterDeed
toggle_blank (SystolePresenterState *self, SystolePresenterBlank blank)
{
  self->blank = self->blank == blank ? SYSTOLE_BLANK_NONE : blank;
  return SYSTOLE_PRESENTER_REDRAW;
}

/* Closes the uppermost thing that is open; where nothing is, leaves at the second press. */
static SystolePresenterDeed
escape (SystolePresenterState *self, gboolean again)
{
  if (self->blank != SYSTOLE_BLANK_NONE)
    return toggle_blank (self, self->blank);
  if (self->pen)
    {
      self->pen = FALSE;
      return SYSTOLE_PRESENTER_CLEAR_INK;
    }
  if (self->spotlight || self->notes)
    {
      self->spotlight = self->notes = FALSE;
      return SYSTOLE_PRESENTER_REDRAW;
    }
  if (systole_presenter_state_is_asking (self))
    {
      self->put_away = TRUE;
      return SYSTOLE_PRESENTER_REDRAW;
    }
  if (again)
    return SYSTOLE_PRESENTER_LEAVE;
  self->leaving = TRUE;
  return SYSTOLE_PRESENTER_WARN;
}

static SystolePresenterDeed
raise_hand (SystolePresenterState *self, guint number)
{
  SystolePresenterBeat *beat;

  if (!systole_presenter_state_is_asking (self))
    return has_question (self) ? SYSTOLE_PRESENTER_NOTHING : SYSTOLE_PRESENTER_BOOKMARK;
  beat = &self->beats[self->beat];
  if (number < 1 || number > beat->n_choices || beat->n_hands == SYSTOLE_PRESENTER_MAX_HANDS)
    return SYSTOLE_PRESENTER_NOTHING;
  beat->hands[beat->n_hands++] = (guint8) (number - 1);
  return SYSTOLE_PRESENTER_REDRAW;
}

static SystolePresenterDeed
lower_hand (SystolePresenterState *self)
{
  if (!systole_presenter_state_is_asking (self) || self->beats[self->beat].n_hands == 0)
    return SYSTOLE_PRESENTER_NOTHING;
  self->beats[self->beat].n_hands--;
  return SYSTOLE_PRESENTER_REDRAW;
}

static SystolePresenterDeed
toggle (gboolean *what)
{
  *what = !*what;
  return SYSTOLE_PRESENTER_REDRAW;
}

static SystolePresenterDeed
do_press (SystolePresenterState *self, SystolePresenterKey key, guint number, gboolean again)
{
  switch (key)
    {
    case SYSTOLE_PRESENTER_BLACK:
      return toggle_blank (self, SYSTOLE_BLANK_BLACK);
    case SYSTOLE_PRESENTER_WHITE:
      return toggle_blank (self, SYSTOLE_BLANK_WHITE);
    case SYSTOLE_PRESENTER_ESCAPE:
      return escape (self, again);
    case SYSTOLE_PRESENTER_DIGIT:
      return self->blank == SYSTOLE_BLANK_NONE ? raise_hand (self, number) : SYSTOLE_PRESENTER_NOTHING;
    case SYSTOLE_PRESENTER_REMOVE:
      return self->blank == SYSTOLE_BLANK_NONE ? lower_hand (self) : SYSTOLE_PRESENTER_NOTHING;
    case SYSTOLE_PRESENTER_SPOTLIGHT:
      return toggle (&self->spotlight);
    case SYSTOLE_PRESENTER_PEN:
      return toggle (&self->pen);
    case SYSTOLE_PRESENTER_NOTES:
      return toggle (&self->notes);
    case SYSTOLE_PRESENTER_SLOWER:
    case SYSTOLE_PRESENTER_FASTER:
      return SYSTOLE_PRESENTER_MOVE;
    case SYSTOLE_PRESENTER_EXPLAIN:
      return systole_presenter_state_is_asking (self) ? SYSTOLE_PRESENTER_NOTHING : SYSTOLE_PRESENTER_DO_EXPLAIN;
    default:
      return SYSTOLE_PRESENTER_NOTHING;
    }
}

/**
 * systole_presenter_state_press:
 * @key: what was pressed, by its meaning
 * @number: of a digit; else ignored
 *
 * Returns: what there is to do; the state is changed
 */
SystolePresenterDeed
systole_presenter_state_press (SystolePresenterState *self, SystolePresenterKey key, guint number)
{
  gboolean again = self->leaving;
  SystolePresenterDeed deed;

  g_return_val_if_fail (key < SYSTOLE_PRESENTER_N_KEYS, SYSTOLE_PRESENTER_NOTHING);
  self->leaving = FALSE;
  if (!moves (key))
    deed = do_press (self, key, number, again);
  else if (self->blank != SYSTOLE_BLANK_NONE)
    deed = toggle_blank (self, self->blank);
  else
    deed = move (self, key);
  /* The words “again to leave” go. */
  return again && deed == SYSTOLE_PRESENTER_NOTHING ? SYSTOLE_PRESENTER_REDRAW : deed;
}
