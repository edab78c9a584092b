/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/presenter-keys.h"
#include "app/presenter-state.h"

/* What keys mean while presenting, without a window. */

#define PRESS(state, name) systole_presenter_state_press (state, SYSTOLE_PRESENTER_##name, 0)

/* Five beats, the second and the last ask. */
static void
init (SystolePresenterState *self)
{
  const guint choices[] = { 0, 4, 0, 0, 2 };

  systole_presenter_state_init (self);
  for (guint i = 0; i < G_N_ELEMENTS (choices); i++)
    systole_presenter_state_add_beat (self, choices[i]);
}

static void
test_walk (void)
{
  static const guint beats[] = { 0, 1, 1, 2, 3, 4, 4 };
  static const gboolean revealed[] = { FALSE, FALSE, TRUE, FALSE, FALSE, FALSE, TRUE };
  SystolePresenterState state;

  init (&state);
  for (guint i = 0; i < G_N_ELEMENTS (beats); i++)
    {
      g_assert_cmpuint (state.beat, ==, beats[i]);
      g_assert_cmpint (state.revealed, ==, revealed[i]);
      g_assert_cmpint (systole_presenter_state_hides (&state), ==, (beats[i] == 1 || beats[i] == 4) && !revealed[i]);
      if (i + 1 < G_N_ELEMENTS (beats))
        g_assert_cmpint (PRESS (&state, NEXT), ==, revealed[i + 1] ? SYSTOLE_PRESENTER_SHOW_ANSWER : SYSTOLE_PRESENTER_ENTER);
    }
  g_assert_cmpint (PRESS (&state, NEXT), ==, SYSTOLE_PRESENTER_NOTHING);
  for (guint i = G_N_ELEMENTS (beats) - 1; i > 0; i--)
    {
      g_assert_cmpint (PRESS (&state, PREVIOUS), ==, revealed[i] ? SYSTOLE_PRESENTER_ASK_AGAIN : SYSTOLE_PRESENTER_RETURN);
      g_assert_cmpuint (state.beat, ==, beats[i - 1]);
      g_assert_cmpint (state.revealed, ==, revealed[i - 1]);
    }
  g_assert_cmpint (PRESS (&state, PREVIOUS), ==, SYSTOLE_PRESENTER_NOTHING);
  g_assert_cmpint (PRESS (&state, LAST), ==, SYSTOLE_PRESENTER_ENTER);
  g_assert_cmpuint (state.beat, ==, 4);
  g_assert_false (state.revealed);
  g_assert_cmpint (PRESS (&state, FIRST), ==, SYSTOLE_PRESENTER_ENTER);
  g_assert_cmpuint (state.beat, ==, 0);
}

/* Under a blank screen no step is lost. */
static void
test_blank (void)
{
  static const SystolePresenterKey moving[] = {
    SYSTOLE_PRESENTER_NEXT,
    SYSTOLE_PRESENTER_PREVIOUS,
    SYSTOLE_PRESENTER_FIRST,
    SYSTOLE_PRESENTER_LAST,
    SYSTOLE_PRESENTER_STEP,
    SYSTOLE_PRESENTER_STEP_BACK,
    SYSTOLE_PRESENTER_NEXT_EVENT,
    SYSTOLE_PRESENTER_PREVIOUS_EVENT,
    SYSTOLE_PRESENTER_PLAY,
    SYSTOLE_PRESENTER_REVEAL,
  };
  SystolePresenterState state;

  init (&state);
  PRESS (&state, NEXT);
  for (guint i = 0; i < G_N_ELEMENTS (moving); i++)
    {
      SystolePresenterState before = state;

      PRESS (&state, BLACK);
      g_assert_cmpint (state.blank, ==, SYSTOLE_BLANK_BLACK);
      g_assert_cmpint (systole_presenter_state_press (&state, moving[i], 0), ==, SYSTOLE_PRESENTER_REDRAW);
      g_assert_cmpmem (&state, sizeof state, &before, sizeof before);
    }
  PRESS (&state, BLACK);
  PRESS (&state, WHITE);
  g_assert_cmpint (state.blank, ==, SYSTOLE_BLANK_WHITE);
  PRESS (&state, WHITE);
  g_assert_cmpint (state.blank, ==, SYSTOLE_BLANK_NONE);
  PRESS (&state, BLACK);
  systole_presenter_state_press (&state, SYSTOLE_PRESENTER_DIGIT, 2);
  PRESS (&state, ESCAPE);
  g_assert_cmpint (state.blank, ==, SYSTOLE_BLANK_NONE);
  g_assert_cmpuint (systole_presenter_state_count_hands (&state, 1), ==, 0); /* nobody saw the question */
}

static void
test_hands (void)
{
  SystolePresenterState state;

  init (&state);
  g_assert_cmpint (systole_presenter_state_press (&state, SYSTOLE_PRESENTER_DIGIT, 3), ==, SYSTOLE_PRESENTER_BOOKMARK);
  PRESS (&state, NEXT);
  for (guint i = 0; i < 3 * SYSTOLE_PRESENTER_MAX_HANDS; i++)
    systole_presenter_state_press (&state, SYSTOLE_PRESENTER_DIGIT, 1 + i % 5);
  for (guint i = 0, sum = 0; i < 4; i++)
    {
      sum += systole_presenter_state_count_hands (&state, i);
      if (i == 3)
        g_assert_cmpuint (sum, ==, SYSTOLE_PRESENTER_MAX_HANDS);
    }
  while (state.beats[1].n_hands > 2)
    g_assert_cmpint (PRESS (&state, REMOVE), ==, SYSTOLE_PRESENTER_REDRAW);
  g_assert_cmpuint (systole_presenter_state_count_hands (&state, 0), ==, 1);
  g_assert_cmpuint (systole_presenter_state_count_hands (&state, 1), ==, 1);
  g_assert_cmpint (PRESS (&state, PLAY), ==, SYSTOLE_PRESENTER_NOTHING); /* would show the answer */
  g_assert_cmpint (PRESS (&state, REVEAL), ==, SYSTOLE_PRESENTER_SHOW_ANSWER);
  g_assert_cmpint (systole_presenter_state_press (&state, SYSTOLE_PRESENTER_DIGIT, 1), ==, SYSTOLE_PRESENTER_NOTHING);
  g_assert_cmpint (PRESS (&state, PLAY), ==, SYSTOLE_PRESENTER_MOVE);
  PRESS (&state, NEXT);
  PRESS (&state, PREVIOUS);
  g_assert_true (state.revealed);
  g_assert_cmpuint (systole_presenter_state_count_hands (&state, 1), ==, 1); /* kept */
}

static void
test_escape (void)
{
  SystolePresenterState state;

  init (&state);
  PRESS (&state, NEXT);
  PRESS (&state, PEN);
  PRESS (&state, SPOTLIGHT);
  PRESS (&state, WHITE);
  g_assert_cmpint (PRESS (&state, ESCAPE), ==, SYSTOLE_PRESENTER_REDRAW);
  g_assert_cmpint (state.blank, ==, SYSTOLE_BLANK_NONE);
  g_assert_cmpint (PRESS (&state, ESCAPE), ==, SYSTOLE_PRESENTER_CLEAR_INK);
  g_assert_cmpint (PRESS (&state, ESCAPE), ==, SYSTOLE_PRESENTER_REDRAW);
  g_assert_false (state.spotlight);
  g_assert_cmpint (PRESS (&state, ESCAPE), ==, SYSTOLE_PRESENTER_REDRAW);
  g_assert_false (systole_presenter_state_is_asking (&state));
  g_assert_true (systole_presenter_state_hides (&state)); /* put away is not answered */
  g_assert_cmpint (PRESS (&state, ESCAPE), ==, SYSTOLE_PRESENTER_WARN);
  g_assert_cmpint (PRESS (&state, EXPIRED), ==, SYSTOLE_PRESENTER_REDRAW);
  g_assert_cmpint (PRESS (&state, ESCAPE), ==, SYSTOLE_PRESENTER_WARN);
  g_assert_cmpint (PRESS (&state, STAY), ==, SYSTOLE_PRESENTER_REDRAW); /* a clicker's F5 after its Escape */
  g_assert_cmpint (PRESS (&state, ESCAPE), ==, SYSTOLE_PRESENTER_WARN);
  g_assert_cmpint (PRESS (&state, ESCAPE), ==, SYSTOLE_PRESENTER_LEAVE);
  g_assert_cmpuint (state.beat, ==, 1);
}

static void
test_without_beats (void)
{
  SystolePresenterState state;

  systole_presenter_state_init (&state);
  for (int key = 0; key <= SYSTOLE_PRESENTER_PLAY; key++)
    g_assert_cmpint (systole_presenter_state_press (&state, (SystolePresenterKey) key, 0), ==, SYSTOLE_PRESENTER_MOVE);
  g_assert_cmpint (systole_presenter_state_press (&state, SYSTOLE_PRESENTER_DIGIT, 9), ==, SYSTOLE_PRESENTER_BOOKMARK);
  g_assert_cmpint (PRESS (&state, REVEAL), ==, SYSTOLE_PRESENTER_NOTHING);
  g_assert_false (systole_presenter_state_hides (&state));
}

static void
check (const SystolePresenterState *state)
{
  g_assert_cmpuint (state->beat, <, state->n_beats);
  g_assert_false (state->revealed && state->put_away);
  g_assert_false (state->revealed && state->beats[state->beat].n_choices == 0);
  for (guint beat = 0; beat < state->n_beats; beat++)
    for (guint i = 0; i < state->beats[beat].n_hands; i++)
      g_assert_cmpuint (state->beats[beat].hands[i], <, state->beats[beat].n_choices);
}

/* Whatever is pressed: what is shown exists; back undoes next; nobody leaves without two
 * presses of Escape with nothing in between. */
static void
test_random (void)
{
  SystolePresenterState state;

  init (&state);
  for (guint i = 0, warned = G_MAXUINT; i < 200000; i++)
    {
      SystolePresenterKey key = (SystolePresenterKey) g_test_rand_int_range (0, SYSTOLE_PRESENTER_N_KEYS);
      SystolePresenterState before = state, turned;
      SystolePresenterDeed deed = systole_presenter_state_press (&state, key, (guint) g_test_rand_int_range (1, 10));

      check (&state);
      if (deed == SYSTOLE_PRESENTER_LEAVE)
        g_assert_cmpuint (warned + 1, ==, i);
      warned = deed == SYSTOLE_PRESENTER_WARN ? i : warned;
      if (before.blank != SYSTOLE_BLANK_NONE)
        g_assert_true (state.beat == before.beat && state.revealed == before.revealed);
      if (key != SYSTOLE_PRESENTER_NEXT || (deed != SYSTOLE_PRESENTER_ENTER && deed != SYSTOLE_PRESENTER_SHOW_ANSWER) || before.blank != SYSTOLE_BLANK_NONE || before.put_away)
        continue;
      turned = state;
      PRESS (&turned, PREVIOUS);
      g_assert_cmpuint (turned.beat, ==, before.beat);
      g_assert_cmpint (turned.revealed, ==, before.revealed);
    }
}

static void
test_keys (void)
{
  static const struct
  {
    guint keyval;
    GdkModifierType modifiers;
    SystolePresenterKey key;
  } rows[] = {
    { GDK_KEY_Page_Down, 0, SYSTOLE_PRESENTER_NEXT },
    { GDK_KEY_KP_Page_Up, 0, SYSTOLE_PRESENTER_PREVIOUS },
    { GDK_KEY_F5, 0, SYSTOLE_PRESENTER_STAY },
    { GDK_KEY_B, GDK_SHIFT_MASK, SYSTOLE_PRESENTER_BLACK },
    { GDK_KEY_period, 0, SYSTOLE_PRESENTER_BLACK },
    { GDK_KEY_comma, 0, SYSTOLE_PRESENTER_WHITE },
    { GDK_KEY_Right, GDK_SHIFT_MASK, SYSTOLE_PRESENTER_NEXT_EVENT },
    { GDK_KEY_Right, 0, SYSTOLE_PRESENTER_STEP },
    { GDK_KEY_KP_Enter, 0, SYSTOLE_PRESENTER_REVEAL },
    { GDK_KEY_F9, GDK_SHIFT_MASK, SYSTOLE_PRESENTER_EXPLAIN },
  };
  SystolePresenterKey key;
  guint number;

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_assert_true (systole_presenter_find_key (rows[i].keyval, rows[i].modifiers | GDK_LOCK_MASK, TRUE, &key, &number));
      g_assert_cmpint (key, ==, rows[i].key);
    }
  g_assert_true (systole_presenter_find_key (GDK_KEY_KP_4, 0, FALSE, &key, &number));
  g_assert_cmpint (key, ==, SYSTOLE_PRESENTER_DIGIT);
  g_assert_cmpuint (number, ==, 4);
  g_assert_false (systole_presenter_find_key (GDK_KEY_b, 0, FALSE, &key, &number));               /* letters are switched off */
  g_assert_false (systole_presenter_find_key (GDK_KEY_z, GDK_CONTROL_MASK, TRUE, &key, &number)); /* nothing to undo */
  g_assert_false (systole_presenter_find_key (GDK_KEY_1, GDK_CONTROL_MASK, TRUE, &key, &number));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/presenter-state/walk", test_walk);
  g_test_add_func ("/presenter-state/blank", test_blank);
  g_test_add_func ("/presenter-state/hands", test_hands);
  g_test_add_func ("/presenter-state/escape", test_escape);
  g_test_add_func ("/presenter-state/without-beats", test_without_beats);
  g_test_add_func ("/presenter-state/random", test_random);
  g_test_add_func ("/presenter-state/keys", test_keys);
  return g_test_run ();
}
