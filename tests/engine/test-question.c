/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Questions that the engine makes of a run: right, distinct, and the same each time. */

#include "engine/lesson/misconception.h"
#include "engine/lesson/question.h"
#include "engine/scenario/formula.h"

#include <string.h>

static const char array_file[] = "<scenario xmlns=\"urn:systole:scenario\" version=\"1\"><workload><op id=\"p\" name=\"gemm\" m=\"8\" n=\"8\" k=\"8\" dtype=\"int8\" seed=\"1\"/></workload>"
                                 "<lanes><lane op=\"p\" operands=\"on-chip\"><array rows=\"8\" columns=\"8\" dataflow=\"ws\" timing=\"hardware\" clock-hz=\"700e6\"/></lane>"
                                 "<lane op=\"p\" operands=\"on-chip\"><array rows=\"4\" columns=\"4\" dataflow=\"os\" timing=\"hardware\" clock-hz=\"700e6\"/></lane></lanes></scenario>";

typedef struct
{
  SystoleScenario *scenario;
  const SystoleRun *runs[2];
  guint64 cycles[2];
  SystoleLessonState state;
} Fixture;

static void
set_up (Fixture *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  self->scenario = systole_scenario_read (array_file, strlen (array_file), "test", &error);
  g_assert_no_error (error);
  for (guint i = 0; i < 2; i++)
    {
      self->runs[i] = systole_scenario_run_lane (self->scenario, i, NULL, NULL, NULL, &error);
      g_assert_no_error (error);
      self->cycles[i] = 12;
    }
  self->state = (SystoleLessonState){ self->scenario, NULL, self->runs, self->cycles, 2 };
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  for (guint i = 0; i < 2; i++)
    systole_run_unref ((SystoleRun *) self->runs[i]);
  systole_scenario_unref (self->scenario);
}

static char *
write_value (const SystoleLessonValue *value, gpointer data)
{
  return g_strdup_printf ("%.3g", value->real);
}

static SystoleBeat *
make (Fixture *self, SystoleQuestionKind kind, guint lane)
{
  return systole_question_make (kind, &self->state, lane, "en", write_value, NULL);
}

static const SystoleChoice *
find_right (const SystoleBeat *beat)
{
  const SystoleChoice *right = NULL;

  for (guint i = 0; i < beat->choices->len; i++)
    {
      const SystoleChoice *choice = &g_array_index (beat->choices, SystoleChoice, i);

      if (choice->misconception != NULL)
        continue;
      g_assert_null (right);
      right = choice;
    }
  g_assert_nonnull (right);
  return right;
}

/* One right answer, the others by ideas that have a sentence, no two written alike. */
static void
test_every_question (Fixture *self, gconstpointer data)
{
  for (guint kind = 0; kind < SYSTOLE_N_QUESTIONS; kind++)
    for (guint lane = 0; lane < 2; lane++)
      {
        g_autoptr (SystoleBeat) beat = make (self, (SystoleQuestionKind) kind, lane);
        g_autoptr (SystoleBeat) again = make (self, (SystoleQuestionKind) kind, lane);

        if (beat == NULL)
          {
            g_assert_cmpint (kind, ==, SYSTOLE_QUESTION_NEXT_STALL); /* nothing waits for memory here */
            continue;
          }
        find_right (beat);
        g_assert_cmpuint (beat->choices->len, >=, 2);
        g_assert_cmpuint (beat->captions->len, ==, 1);
        for (guint i = 0; i < beat->choices->len; i++)
          {
            const SystoleChoice *choice = &g_array_index (beat->choices, SystoleChoice, i);
            g_autofree char *answer = systole_lesson_answer (&self->state, choice, NULL, write_value, NULL);

            g_assert_true (systole_formula_check (choice->value, NULL));
            g_assert_cmpstr (choice->value, ==, g_array_index (again->choices, SystoleChoice, i).value);
            if (choice->misconception != NULL)
              g_assert_nonnull (systole_misconception_get_sentence (choice->misconception));
            for (guint j = 0; j < i; j++)
              {
                g_autofree char *other = systole_lesson_answer (&self->state, &g_array_index (beat->choices, SystoleChoice, j), NULL, write_value, NULL);

                g_assert_cmpstr (other, !=, answer);
              }
          }
      }
}

static double
answer_of (Fixture *self, SystoleQuestionKind kind, guint lane, const char *misconception)
{
  g_autoptr (SystoleBeat) beat = make (self, kind, lane);

  g_assert_nonnull (beat);
  for (guint i = 0; i < beat->choices->len; i++)
    {
      const SystoleChoice *choice = &g_array_index (beat->choices, SystoleChoice, i);

      if (g_strcmp0 (choice->misconception, misconception) == 0)
        return systole_lesson_evaluate (&self->state, choice->value).real;
    }
  g_assert_not_reached ();
}

/* 8 × 8 × 8 on 8 × 8, weights loaded in 8 cycles, 30 in all: by hand. */
static void
test_by_hand (Fixture *self, gconstpointer data)
{
  g_assert_cmpfloat (answer_of (self, SYSTOLE_QUESTION_CYCLES, 0, NULL), ==, 30);
  g_assert_cmpfloat (answer_of (self, SYSTOLE_QUESTION_CYCLES, 0, "nameplate"), ==, 8);
  g_assert_cmpfloat (answer_of (self, SYSTOLE_QUESTION_CYCLES, 0, "no-travel"), ==, 16);
  g_assert_cmpfloat (answer_of (self, SYSTOLE_QUESTION_CYCLES, 0, "no-transfer"), ==, 22);
  g_assert_cmpfloat_with_epsilon (answer_of (self, SYSTOLE_QUESTION_UTILIZATION, 0, NULL), 8.0 / 30, 1e-9);
  g_assert_cmpfloat_with_epsilon (answer_of (self, SYSTOLE_QUESTION_UTILIZATION, 0, "nameplate"), 1, 1e-9);
  g_assert_cmpfloat (answer_of (self, SYSTOLE_QUESTION_FIRST_RESULT, 0, "first-is-one"), ==, 8);
  g_assert_cmpfloat (answer_of (self, SYSTOLE_QUESTION_FIRST_RESULT, 0, "all-at-once"), ==, 29);
}

/* Choices that are numbers stand in order; the first to end is the one with fewer seconds. */
static void
test_order (Fixture *self, gconstpointer data)
{
  g_autoptr (SystoleBeat) cycles = make (self, SYSTOLE_QUESTION_CYCLES, 1);
  g_autoptr (SystoleBeat) done = make (self, SYSTOLE_QUESTION_FIRST_DONE, 0);
  double last = -1;

  for (guint i = 0; i < cycles->choices->len; i++)
    {
      double value = systole_lesson_evaluate (&self->state, g_array_index (cycles->choices, SystoleChoice, i).value).real;

      g_assert_cmpfloat (value, >, last);
      last = value;
    }
  g_assert_cmpfloat (systole_lesson_evaluate (&self->state, find_right (cycles)->value).real, ==, (double) systole_run_get_n_cycles (self->runs[1]));
  g_assert_cmpstr (find_right (done)->value, ==, systole_run_get_seconds (self->runs[0]) < systole_run_get_seconds (self->runs[1]) ? "seconds of lane 0" : "seconds of lane 1");
  g_assert_true (systole_lesson_holds (&self->state, done->when));
}

/* Nobody ends first where both are the same. */
static void
test_tie (Fixture *self, gconstpointer data)
{
  g_autoptr (SystoleBeat) done = NULL;
  const SystoleRun *runs[] = { self->runs[0], self->runs[0] };

  self->state.runs = runs;
  done = make (self, SYSTOLE_QUESTION_FIRST_DONE, 0);
  g_assert_null (done);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/question/every-question", Fixture, NULL, set_up, test_every_question, tear_down);
  g_test_add ("/question/by-hand", Fixture, NULL, set_up, test_by_hand, tear_down);
  g_test_add ("/question/order", Fixture, NULL, set_up, test_order, tear_down);
  g_test_add ("/question/tie", Fixture, NULL, set_up, test_tie, tear_down);
  return g_test_run ();
}
