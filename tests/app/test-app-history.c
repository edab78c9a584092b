/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/edits.h"
#include "app/history.h"
#include "app/library.h"
#include "data/data.h"

/* Undo and redo: whole states, and what of them is saved. */

static SystoleScenario *
with_k (const SystoleScenario *from, guint64 k)
{
  SystoleScenario *next = systole_scenario_copy (from);

  g_array_index (next->ops, SystoleOp, 0).dims[SYSTOLE_GEMM_K] = k;
  return next;
}

static void
push_k (SystoleHistory *history, guint64 k, const char *key)
{
  g_autoptr (SystoleScenario) next = with_k (systole_history_get_current (history), k);

  systole_history_push (history, next, "Set K", SYSTOLE_EDIT_PARAMETER, key);
}

static guint64
k_of (SystoleHistory *history)
{
  return g_array_index (systole_history_get_current (history)->ops, SystoleOp, 0).dims[SYSTOLE_GEMM_K];
}

static void
test_undo_redo (void)
{
  g_autoptr (SystoleScenario) first = systole_scenario_new ();
  g_autoptr (SystoleHistory) history = systole_history_new (first);
  SystoleEditKind kind = SYSTOLE_EDIT_STRUCTURE;

  g_assert_false (systole_history_can_undo (history));
  g_assert_false (systole_history_undo (history, NULL, NULL));
  push_k (history, 16, NULL);
  push_k (history, 32, NULL);
  g_assert_cmpuint (systole_history_get_n_edits (history), ==, 2);
  g_assert_true (systole_history_undo (history, &kind, NULL));
  g_assert_cmpint (kind, ==, SYSTOLE_EDIT_PARAMETER);
  g_assert_cmpuint (k_of (history), ==, 16);
  g_assert_true (systole_history_can_redo (history));
  g_assert_cmpstr (systole_history_get_redo_name (history), ==, "Set K");
  g_assert_true (systole_history_redo (history, NULL, NULL));
  g_assert_cmpuint (k_of (history), ==, 32);
  g_assert_false (systole_history_redo (history, NULL, NULL));

  /* Another edit forgets what was undone. */
  systole_history_undo (history, NULL, NULL);
  push_k (history, 64, NULL);
  g_assert_false (systole_history_can_redo (history));
  systole_history_undo (history, NULL, NULL);
  systole_history_undo (history, NULL, NULL);
  g_assert_true (systole_scenario_equal (systole_history_get_current (history), first));
}

static void
test_same_is_no_edit (void)
{
  g_autoptr (SystoleScenario) first = systole_scenario_new ();
  g_autoptr (SystoleHistory) history = systole_history_new (first);

  push_k (history, k_of (history), NULL);
  g_assert_false (systole_history_can_undo (history));
  g_assert_false (systole_history_is_dirty (history));
}

static void
test_merge (void)
{
  g_autoptr (SystoleScenario) first = systole_scenario_new ();
  g_autoptr (SystoleHistory) history = systole_history_new (first);
  guint64 k = k_of (history);

  for (guint i = 1; i <= 5; i++)
    push_k (history, k + i, "k");
  g_assert_cmpuint (systole_history_get_n_edits (history), ==, 1);
  systole_history_seal (history);
  push_k (history, k + 6, "k");
  g_assert_cmpuint (systole_history_get_n_edits (history), ==, 2);
  /* What is on disk is not merged into. */
  systole_history_mark_saved (history);
  push_k (history, k + 7, "k");
  g_assert_cmpuint (systole_history_get_n_edits (history), ==, 3);
  g_assert_true (systole_history_is_dirty (history));
  /* Back where the drag began: no edit. */
  push_k (history, k + 6, "k");
  g_assert_cmpuint (systole_history_get_n_edits (history), ==, 2);
  g_assert_false (systole_history_is_dirty (history));
}

static void
test_dirty (void)
{
  g_autoptr (SystoleScenario) first = systole_scenario_new ();
  g_autoptr (SystoleHistory) history = systole_history_new (first);

  g_assert_false (systole_history_is_dirty (history));
  push_k (history, 16, NULL);
  g_assert_true (systole_history_is_dirty (history));
  systole_history_mark_saved (history);
  g_assert_false (systole_history_is_dirty (history));
  systole_history_undo (history, NULL, NULL);
  g_assert_true (systole_history_is_dirty (history));
  systole_history_redo (history, NULL, NULL);
  g_assert_false (systole_history_is_dirty (history));
  /* The saved state is gone once another edit takes its place. */
  systole_history_undo (history, NULL, NULL);
  push_k (history, 32, NULL);
  systole_history_undo (history, NULL, NULL);
  g_assert_true (systole_history_is_dirty (history));
}

/* Every edit of Setup, at random, then undone: the bytes of the beginning. */
static void
random_edit (SystoleSession *session, GRand *rand)
{
  const SystoleScenario *scenario = systole_session_get_scenario (session);
  guint lane = (guint) g_rand_int_range (rand, 0, (int) scenario->lanes->len);
  guint n;
  const SystoleLaneField *fields = systole_lane_fields_get (&n);
  const SystoleLaneField *field = &fields[g_rand_int_range (rand, 0, (int) n)];
  SystoleCatalogue *catalogue = systole_session_get_catalogue (session);
  const SystoleMachine *machine = systole_catalogue_get (catalogue, (guint) g_rand_int_range (rand, 0, (int) systole_catalogue_get_n (catalogue)));

  switch (g_rand_int_range (rand, 0, 10))
    {
    case 0:
      systole_edit_set_dim (session, (guint) g_rand_int_range (rand, 0, 3), (guint64) g_rand_int_range (rand, 1, 20), g_rand_boolean (rand), NULL);
      break;
    case 1:
      systole_edit_set_format (session, (SystoleFormat) g_rand_int_range (rand, 0, SYSTOLE_N_FORMATS), NULL);
      break;
    case 2:
      systole_edit_add_lane (session);
      break;
    case 3:
      systole_edit_remove_lane (session, lane);
      break;
    case 4:
      systole_edit_swap_lanes (session);
      break;
    case 5:
      systole_edit_set_operands (session, lane, g_rand_boolean (rand) ? SYSTOLE_OPERANDS_COLD : SYSTOLE_OPERANDS_ON_CHIP);
      break;
    case 6:
      systole_edit_set_kind (session, lane, SYSTOLE_LANE_MACHINE, systole_machine_get_id (machine));
      break;
    case 7:
      systole_edit_set_kind (session, lane, g_rand_boolean (rand) ? SYSTOLE_LANE_ARRAY : SYSTOLE_LANE_SM, NULL);
      break;
    case 8:
      systole_session_set_bookmark (session, (guint) g_rand_int_range (rand, 1, 10));
      break;
    default:
      systole_edit_set_lane_field (session, lane, field, field->min + 2 * g_rand_int_range (rand, 0, 4), FALSE, NULL);
    }
}

static void
test_random_edits (void)
{
  GRand *rand = g_rand_new_with_seed (7);

  for (guint round = 0; round < 8; round++)
    {
      g_autoptr (SystoleSession) session = systole_session_new (systole_data_get_catalogue ());
      g_autoptr (SystoleScenario) welcome = systole_library_load_scenario ("welcome", NULL);
      g_autofree char *before = systole_scenario_write (welcome, NULL);
      g_autofree char *after = NULL;
      g_autofree char *again = NULL;
      g_autofree char *last = NULL;

      systole_session_load (session, welcome);
      for (guint i = 0; i < 25; i++)
        random_edit (session, rand);
      last = systole_scenario_write (systole_session_get_scenario (session), NULL);
      while (systole_session_undo (session))
        continue;
      after = systole_scenario_write (systole_session_get_scenario (session), NULL);
      g_assert_cmpstr (after, ==, before);
      g_assert_false (systole_history_is_dirty (systole_session_get_history (session)));
      while (systole_session_redo (session))
        continue;
      again = systole_scenario_write (systole_session_get_scenario (session), NULL);
      g_assert_cmpstr (again, ==, last);
      systole_session_cancel (session);
    }
  g_rand_free (rand);
}

/* Saved somewhere among random edits: wherever undo and redo lead, a document that is
 * called saved has the bytes that were. */
static void
test_random_saves (void)
{
  GRand *rand = g_rand_new_with_seed (11);

  for (guint round = 0; round < 6; round++)
    {
      g_autoptr (SystoleSession) session = systole_session_new (systole_data_get_catalogue ());
      g_autoptr (SystoleScenario) welcome = systole_library_load_scenario ("welcome", NULL);
      SystoleHistory *history = systole_session_get_history (session);
      g_autofree char *saved = systole_scenario_write (welcome, NULL);
      guint n_clean = 0;

      systole_session_load (session, welcome);
      for (guint i = 0; i < 60; i++)
        {
          g_autofree char *now = NULL;
          int what = g_rand_int_range (rand, 0, 10);

          if (what < 4)
            random_edit (session, rand);
          else if (what < 7)
            systole_session_undo (session);
          else if (what < 9)
            systole_session_redo (session);
          else
            {
              systole_history_mark_saved (history);
              g_free (saved);
              saved = systole_scenario_write (systole_session_get_scenario (session), NULL);
            }
          now = systole_scenario_write (systole_session_get_scenario (session), NULL);
          if (systole_history_is_dirty (history))
            continue;
          n_clean++;
          g_assert_cmpstr (now, ==, saved);
        }
      g_assert_cmpuint (n_clean, >, 0);
      systole_session_cancel (session);
    }
  g_rand_free (rand);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/history/undo-redo", test_undo_redo);
  g_test_add_func ("/history/same-is-no-edit", test_same_is_no_edit);
  g_test_add_func ("/history/merge", test_merge);
  g_test_add_func ("/history/dirty", test_dirty);
  g_test_add_func ("/history/random-edits", test_random_edits);
  g_test_add_func ("/history/random-saves", test_random_saves);
  return g_test_run ();
}
