/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lessons made by edits, without a window: what is stored, shown, tried and taken back. */

#include "app/beat-edits.h"
#include "app/edits.h"
#include "app/library.h"
#include "data/data.h"
#include "engine/base/error.h"

#include <string.h>

static const int no_levels[SYSTOLE_MAX_LANES] = { -1, -1, -1, -1 };
static const SystoleBeatView plain = { no_levels, NULL, { FALSE, 0, 0, 0 } };

static SystoleSession *
open_welcome (void)
{
  SystoleSession *session = systole_session_new (systole_data_get_catalogue ());
  g_autoptr (SystoleScenario) scenario = systole_library_load_scenario ("welcome", NULL);

  systole_session_load (session, scenario);
  return session;
}

static char *
save (SystoleSession *session)
{
  g_autoptr (SystoleScenario) document = systole_session_get_document (session, NULL);

  return systole_scenario_write (document, NULL);
}

static guint
n_beats (SystoleSession *session)
{
  return systole_scenario_get_n_beats (systole_session_get_base (session));
}

static guint64
get_k (SystoleSession *session)
{
  return systole_edit_get_op (session)->dims[SYSTOLE_GEMM_K];
}

static void
set_k (SystoleSession *session, guint64 k)
{
  g_autoptr (GError) error = NULL;

  systole_edit_set_dim (session, SYSTOLE_GEMM_K, k, FALSE, &error);
  g_assert_no_error (error);
}

static const char *
caption (SystoleSession *session, guint beat)
{
  return systole_beat_get_text (systole_scenario_get_beat (systole_session_get_base (session), beat), SYSTOLE_BEAT_CAPTION, "en");
}

static void
write_caption (SystoleSession *session, guint beat, const char *text)
{
  g_autoptr (GError) error = NULL;

  systole_edit_set_beat_text (session, beat, SYSTOLE_BEAT_CAPTION, "en", text, &error);
  g_assert_no_error (error);
}

/* Explore, add, explore, add: each beat shows what was looked at, and the file stays. */
static void
test_made_by_doing (void)
{
  g_autoptr (SystoleSession) session = open_welcome ();
  const SystoleBeatView selected = { no_levels, "time", { TRUE, 0, 2, 3 } };

  systole_session_seek (session, 0, 5, 0);
  g_assert_true (systole_edit_add_beat (session, &selected));
  g_assert_cmpint (systole_session_get_beat (session), ==, 0);
  set_k (session, 32);
  g_assert_true (systole_session_has_draft (session));
  systole_session_seek (session, 0, 40, 0);
  g_assert_true (systole_edit_add_beat (session, &plain));
  g_assert_cmpuint (n_beats (session), ==, 2);
  g_assert_cmpint (systole_session_get_beat (session), ==, 1);
  g_assert_cmpuint (systole_session_get_cycle (session, 0), ==, 40);

  systole_session_go_to_beat (session, 0);
  g_assert_cmpuint (get_k (session), ==, 8);
  g_assert_cmpuint (systole_session_get_cycle (session, 0), ==, 5);
  systole_session_go_to_beat (session, 1);
  g_assert_cmpuint (get_k (session), ==, 32);
  g_assert_cmpuint (systole_session_get_cycle (session, 0), ==, 40);
  systole_session_go_to_beat (session, -1);
  g_assert_cmpuint (get_k (session), ==, 8);
  g_assert_cmpuint (systole_session_get_base (session)->expectations->len, ==, systole_session_get_scenario (session)->expectations->len);
  g_assert_cmpstr (systole_scenario_get_beat (systole_session_get_base (session), 0)->pane, ==, "time");
  g_assert_cmpuint (systole_scenario_get_beat (systole_session_get_base (session), 0)->selection.column, ==, 3);
}

/* What was tried at a beat changes no document until it is stored. */
static void
test_draft (void)
{
  g_autoptr (SystoleSession) session = open_welcome ();
  SystoleHistory *history = systole_session_get_history (session);
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;

  systole_edit_add_beat (session, &plain);
  systole_history_mark_saved (history);
  before = save (session);
  set_k (session, 16);
  g_assert_false (systole_history_is_dirty (history));
  after = save (session);
  g_assert_cmpstr (after, ==, before);
  g_assert_cmpuint (get_k (session), ==, 16);

  /* Words are written beside it. */
  write_caption (session, 0, "Twice");
  g_assert_cmpuint (get_k (session), ==, 16);
  g_assert_true (systole_session_has_draft (session));
  g_assert_true (systole_history_is_dirty (history));
  systole_session_undo (session);
  g_assert_cmpuint (get_k (session), ==, 16);
  g_assert_false (systole_history_is_dirty (history));

  /* Elsewhere, and undone from there: back at the beat as it was. */
  systole_session_go_to_beat (session, -1);
  systole_session_undo (session);
  g_assert_cmpint (systole_session_get_beat (session), ==, 0);
  g_assert_cmpuint (get_k (session), ==, 8);
  systole_session_redo (session);
  g_assert_cmpuint (get_k (session), ==, 16);
  g_assert_true (systole_session_has_draft (session));

  systole_edit_update_beat (session, &plain);
  g_assert_false (systole_session_has_draft (session));
  g_assert_true (systole_history_is_dirty (history));
  systole_session_go_to_beat (session, -1);
  g_assert_cmpuint (get_k (session), ==, 8);
  systole_session_go_to_beat (session, 0);
  g_assert_cmpuint (get_k (session), ==, 16);
}

/* Every edit is undone to the bytes before it and done again to those after it. */
static void
test_undo_to_the_byte (void)
{
  g_autoptr (SystoleSession) session = open_welcome ();
  g_autoptr (GPtrArray) states = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *undone = NULL;
  guint n;

  g_ptr_array_add (states, save (session));
#define EDIT(call)                                              \
  call;                                                         \
  systole_history_seal (systole_session_get_history (session)); \
  g_ptr_array_add (states, save (session))
  EDIT (systole_edit_add_beat (session, &plain));
  EDIT (write_caption (session, 0, "{op} takes {cycles of lane 0} cycles."));
  EDIT (g_assert_true (systole_edit_set_beat_text (session, 0, SYSTOLE_BEAT_NOTE, "es", "Preguntar.", NULL)));
  EDIT (g_assert_true (systole_edit_set_beat_condition (session, 0, "cycles of lane 0 < cycles of lane 1", NULL)));
  EDIT (systole_edit_set_beat_hides (session, 0, "cycles"));
  EDIT (systole_edit_set_beat_play (session, 0, 12));
  EDIT (systole_edit_duplicate_beat (session, 0));
  EDIT (write_caption (session, 1, "Again."));
  EDIT (systole_edit_move_beat (session, 1, 0));
  EDIT (systole_edit_add_choice (session, 0));
  EDIT (systole_edit_add_choice (session, 0));
  EDIT (g_assert_true (systole_edit_set_choice_value (session, 0, 1, "cycles ÷ 4", NULL)));
  EDIT (systole_edit_set_choice_misconception (session, 0, 1, "area"));
  EDIT (g_assert_true (systole_edit_set_choice_reveal (session, 0, 1, "en", "It waits.", NULL)));
  EDIT (systole_edit_remove_choice (session, 0, 2));
  EDIT (systole_edit_delete_beat (session, 1));
#undef EDIT
  n = states->len;
  for (guint i = 1; i < n; i++)
    g_assert_cmpstr (g_ptr_array_index (states, i), !=, g_ptr_array_index (states, i - 1));
  for (guint i = n - 1; i-- > 0;)
    {
      g_autofree char *now = NULL;

      g_assert_true (systole_session_undo (session));
      now = save (session);
      g_assert_cmpstr (now, ==, g_ptr_array_index (states, i));
    }
  g_assert_false (systole_session_undo (session));
  for (guint i = 1; i < n; i++)
    {
      g_autofree char *now = NULL;

      g_assert_true (systole_session_redo (session));
      now = save (session);
      g_assert_cmpstr (now, ==, g_ptr_array_index (states, i));
    }
}

/* What the window made is a file that reads, and writes the same bytes. */
static void
test_round_trip (void)
{
  g_autoptr (SystoleSession) session = open_welcome ();
  g_autoptr (SystoleScenario) again = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *first = NULL;
  g_autofree char *second = NULL;

  systole_edit_add_beat (session, &plain);
  write_caption (session, 0, "A & B: {cycles of lane 0} < {cycles of lane 1}");
  systole_edit_add_choice (session, 0);
  set_k (session, 64);
  systole_edit_add_beat (session, &plain);
  first = save (session);
  again = systole_scenario_read (first, strlen (first), "made", &error);
  g_assert_no_error (error);
  g_assert_cmpuint (again->warnings->len, ==, 0);
  second = systole_scenario_write (again, NULL);
  g_assert_cmpstr (second, ==, first);
}

/* The beat that is shown stays the one that is shown. */
static void
test_order (void)
{
  g_autoptr (SystoleSession) session = open_welcome ();
  const char *const letters[] = { "a", "b", "c", "d" };

  for (guint i = 0; i < 4; i++)
    {
      systole_edit_add_beat (session, &plain);
      write_caption (session, i, letters[i]);
    }
  systole_session_go_to_beat (session, 2);
  systole_edit_move_beat (session, 0, 3);
  g_assert_cmpint (systole_session_get_beat (session), ==, 1);
  g_assert_cmpstr (caption (session, 1), ==, "c");
  systole_edit_move_beat (session, 1, 0);
  g_assert_cmpint (systole_session_get_beat (session), ==, 0);
  g_assert_cmpstr (caption (session, 0), ==, "c");
  systole_edit_delete_beat (session, 3);
  g_assert_cmpint (systole_session_get_beat (session), ==, 0);
  systole_edit_delete_beat (session, 0);
  systole_edit_delete_beat (session, 0);
  systole_edit_delete_beat (session, 0);
  g_assert_cmpint (systole_session_get_beat (session), ==, -1);
  g_assert_cmpuint (n_beats (session), ==, 0);
  g_assert_false (systole_edit_move_beat (session, 0, 1));
}

/* A beat that inherits follows the file, unless it names what the file has no more. */
static void
test_inherits (void)
{
  g_autoptr (SystoleSession) session = open_welcome ();
  const SystoleBeatView second = { no_levels, NULL, { TRUE, 1, 0, 0 } };
  g_autoptr (SystoleScenario) again = NULL;
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;

  systole_edit_add_beat (session, &plain);
  systole_edit_add_beat (session, &second);
  systole_session_go_to_beat (session, -1);
  set_k (session, 24);
  systole_session_go_to_beat (session, 0);
  g_assert_cmpuint (get_k (session), ==, 24);
  systole_session_go_to_beat (session, -1);
  systole_edit_remove_lane (session, 1);
  systole_session_go_to_beat (session, 1);
  g_assert_cmpuint (systole_session_get_n_lanes (session), ==, 2);
  systole_session_go_to_beat (session, 0);
  g_assert_cmpuint (systole_session_get_n_lanes (session), ==, 1);
  text = save (session);
  again = systole_scenario_read (text, strlen (text), "made", &error);
  g_assert_no_error (error);
}

static void
test_refused (void)
{
  g_autoptr (SystoleSession) session = open_welcome ();
  g_autoptr (GError) error = NULL;

  systole_edit_add_beat (session, &plain);
  g_assert_false (systole_edit_set_beat_text (session, 0, SYSTOLE_BEAT_CAPTION, "en", "It takes {cycles of}.", &error));
  g_assert_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_SYNTAX);
  g_clear_error (&error);
  g_assert_false (systole_edit_set_beat_condition (session, 0, "cycles <", &error));
  g_assert_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_SYNTAX);
  g_assert_cmpstr (caption (session, 0), ==, "");
}

/* Typing is one edit until the field is left. */
static void
test_typing (void)
{
  g_autoptr (SystoleSession) session = open_welcome ();

  systole_edit_add_beat (session, &plain);
  write_caption (session, 0, "A");
  write_caption (session, 0, "Ar");
  write_caption (session, 0, "Array");
  g_assert_cmpstr (systole_history_get_undo_name (systole_session_get_history (session)), ==, "Change the caption of beat 1");
  systole_session_undo (session);
  g_assert_cmpstr (caption (session, 0), ==, "");
  systole_session_redo (session);
  g_assert_cmpstr (caption (session, 0), ==, "Array");
  systole_session_undo (session);
  systole_session_undo (session);
  g_assert_cmpuint (n_beats (session), ==, 0);
  g_assert_cmpint (systole_session_get_beat (session), ==, -1);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/beats/made-by-doing", test_made_by_doing);
  g_test_add_func ("/beats/draft", test_draft);
  g_test_add_func ("/beats/undo-to-the-byte", test_undo_to_the_byte);
  g_test_add_func ("/beats/round-trip", test_round_trip);
  g_test_add_func ("/beats/order", test_order);
  g_test_add_func ("/beats/inherits", test_inherits);
  g_test_add_func ("/beats/refused", test_refused);
  g_test_add_func ("/beats/typing", test_typing);
  return g_test_run ();
}
