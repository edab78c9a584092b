/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Exercises: in files, what is right, and where what was filled in first goes wrong. */

#include "engine/lesson/marking.h"

#include <string.h>

#include "data/data.h"
#include "engine/base/error.h"

#define HEAD                                                                                              \
  "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"                                                          \
  "<scenario xmlns=\"urn:systole:scenario\" version=\"1\">\n"                                             \
  "  <workload>\n"                                                                                        \
  "    <op id=\"p\" name=\"gemm\" m=\"8\" n=\"8\" k=\"8\" dtype=\"int8\" seed=\"1\"/>\n"                  \
  "  </workload>\n"                                                                                       \
  "  <lanes>\n"                                                                                           \
  "    <lane op=\"p\" operands=\"on-chip\">\n"                                                            \
  "      <array rows=\"8\" columns=\"8\" dataflow=\"ws\" timing=\"hardware\" clock-hz=\"1000000000\"/>\n" \
  "    </lane>\n"                                                                                         \
  "  </lanes>\n"

static const char file[] = HEAD "  <exercise lane=\"0\" kind=\"row-entry\">\n"
                                "    <task xml:lang=\"en\">When does each row enter?</task>\n"
                                "    <blank of=\"0\" answer=\"8\"/>\n"
                                "    <blank of=\"1\" answer=\"9\"/>\n"
                                "    <blank of=\"2\"/>\n"
                                "  </exercise>\n"
                                "  <exercise lane=\"0\" kind=\"first-multiply\">\n"
                                "    <blank of=\"7\" column=\"7\"/>\n"
                                "  </exercise>\n"
                                "</scenario>\n";

static SystoleScenario *
read (const char *text)
{
  g_autoptr (GError) error = NULL;
  SystoleScenario *scenario = systole_scenario_read (text, strlen (text), "test", &error);

  g_assert_no_error (error);
  g_assert_cmpuint (scenario->warnings->len, ==, 0);
  return scenario;
}

static void
test_bytes (void)
{
  g_autoptr (SystoleScenario) scenario = read (file), copy = systole_scenario_copy (scenario);
  g_autofree char *first = systole_scenario_write (scenario, NULL);
  g_autofree char *second = systole_scenario_write (copy, NULL);

  g_assert_cmpstr (first, ==, file);
  g_assert_cmpstr (second, ==, file);
}

/* What is not understood stays where it was. */
static void
test_unknown (void)
{
  static const char strange[] = HEAD "  <exercise lane=\"0\" kind=\"row-entry\" mood=\"blue\">\n"
                                     "    <sparkles/>\n"
                                     "    <blank of=\"0\" colour=\"red\"/>\n"
                                     "    <!-- after -->\n"
                                     "  </exercise>\n"
                                     "</scenario>\n";
  g_autoptr (SystoleScenario) scenario = systole_scenario_read (strange, strlen (strange), "test", NULL);
  g_autofree char *written = systole_scenario_write (scenario, NULL);

  g_assert_cmpstr (written, ==, strange);
}

static void
test_refused (void)
{
  static const char *const bad[] = {
    "<exercise lane=\"0\" kind=\"row-entry\"/>",
    "<exercise lane=\"1\" kind=\"row-entry\"><blank of=\"0\"/></exercise>",
    "<exercise lane=\"0\" kind=\"sing\"><blank of=\"0\"/></exercise>",
    "<exercise lane=\"0\" kind=\"row-entry\"><blank/></exercise>",
    "<exercise lane=\"0\" kind=\"row-entry\"><blank of=\"0\" answer=\"1.5\"/></exercise>",
    "<exercise lane=\"0\" kind=\"row-entry\"><blank of=\"-1\"/></exercise>",
  };

  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autofree char *text = g_strdup_printf ("%s%s</scenario>", HEAD, bad[i]);
      g_autoptr (GError) error = NULL;

      g_assert_null (systole_scenario_read (text, strlen (text), "test", &error));
      g_assert_nonnull (error);
      g_assert_nonnull (strstr (error->message, "test:11"));
    }
}

static SystoleRun *
run (const SystoleScenario *scenario)
{
  g_autoptr (GError) error = NULL;
  SystoleRun *made = systole_scenario_run_lane (scenario, 0, systole_data_get_catalogue (), NULL, NULL, &error);

  g_assert_no_error (error);
  return made;
}

static void
answer (SystoleExercise *exercise, guint blank, guint64 value)
{
  SystoleBlank *own = &g_array_index (exercise->blanks, SystoleBlank, blank);

  own->answered = TRUE;
  own->answer = value;
}

/* Weights shift in for 8 cycles; row r takes its first operand r cycles later, PE (r, c)
 * multiplies c cycles after its row's first. */
static void
test_by_hand (void)
{
  g_autoptr (SystoleScenario) scenario = read (file);
  g_autoptr (SystoleRun) made = run (scenario);
  SystoleTruth truths[3];

  systole_exercise_solve (systole_scenario_get_exercise (scenario, 0), made, truths);
  for (guint i = 0; i < 3; i++)
    {
      g_assert_true (truths[i].known);
      g_assert_cmpuint (truths[i].answer, ==, 8 + i);
    }
  systole_exercise_solve (systole_scenario_get_exercise (scenario, 1), made, truths);
  g_assert_cmpuint (truths[0].answer, ==, 8 + 7 + 7);
}

static void
test_marks (void)
{
  g_autoptr (SystoleScenario) scenario = read (file);
  g_autoptr (SystoleRun) made = run (scenario);
  g_autoptr (SystoleExercise) own = systole_exercise_copy (systole_scenario_get_exercise (scenario, 0));
  g_auto (SystoleMark) open = { 0 };
  g_auto (SystoleMark) late = { 0 };
  g_auto (SystoleMark) early = { 0 };
  g_auto (SystoleMark) right = { 0 };

  systole_exercise_mark (own, made, &open);
  g_assert_cmpuint (open.n, ==, 3);
  g_assert_cmpuint (open.n_answered, ==, 2);
  g_assert_cmpint (open.first_wrong, ==, -1);
  g_assert_cmpstr (open.sentence, ==, "1 blank is not filled in yet.");

  /* Too late: it goes wrong when it should happen. */
  answer (own, 2, 14);
  systole_exercise_mark (own, made, &late);
  g_assert_cmpint (late.first_wrong, ==, 2);
  g_assert_cmpuint (late.cycle, ==, 10);
  g_assert_cmpstr (late.sentence, ==, "Cycle 10: Row 2 multiplies now; in cycle 14 its operand has passed.");

  /* Too early: it goes wrong when it was said to happen, before the other. */
  answer (own, 1, 5);
  systole_exercise_mark (own, made, &early);
  g_assert_cmpint (early.first_wrong, ==, 1);
  g_assert_cmpuint (early.cycle, ==, 5);
  g_assert_cmpuint (early.n_right, ==, 1);

  answer (own, 1, 9);
  answer (own, 2, 10);
  systole_exercise_mark (own, made, &right);
  g_assert_cmpuint (right.n_right, ==, 3);
  g_assert_cmpint (right.first_wrong, ==, -1);
}

/* The key has every answer; what students get has none, and nothing else differs. */
static void
test_key (void)
{
  g_autoptr (SystoleScenario) scenario = read (file);
  g_autoptr (GError) error = NULL;
  g_autoptr (SystoleScenario) key = systole_scenario_with_key (scenario, systole_data_get_catalogue (), &error);
  g_autoptr (SystoleScenario) student = systole_scenario_without_answers (key);
  g_autoptr (SystoleScenario) blank = systole_scenario_without_answers (scenario);
  g_autofree char *text = NULL;

  g_assert_no_error (error);
  text = systole_scenario_write (student, NULL);
  g_assert_null (strstr (text, "answer"));
  g_assert_true (systole_scenario_equal (student, blank));
  for (guint e = 0; e < 2; e++)
    {
      const SystoleExercise *own = systole_scenario_get_exercise (key, e);
      g_autoptr (SystoleRun) made = run (key);
      g_auto (SystoleMark) mark = { 0 };

      systole_exercise_mark (own, made, &mark);
      g_assert_cmpuint (mark.n_right, ==, own->blanks->len);
      g_assert_true (systole_exercise_same (own, systole_scenario_get_exercise (student, e)));
    }
}

/* Tiles of a whole chip: each on a unit that there is, and none on two at the same time. */
static void
test_tiles (void)
{
  static const char chip[] = "<scenario xmlns=\"urn:systole:scenario\" version=\"1\"><workload><op id=\"p\" name=\"gemm\" m=\"512\" n=\"512\" k=\"256\" dtype=\"fp16\"/></workload>"
                             "<lanes><lane op=\"p\"><machine ref=\"nvidia-t4\"/></lane></lanes></scenario>";
  g_autoptr (SystoleScenario) scenario = read (chip);
  g_autoptr (SystoleRun) made = run (scenario);
  g_autoptr (SystoleExercise) own = systole_exercise_make (SYSTOLE_EXERCISE_TILE_UNIT, 0, made);
  g_autofree SystoleTruth *truths = NULL;

  g_assert_null (systole_exercise_make (SYSTOLE_EXERCISE_ROW_ENTRY, 0, made));
  g_assert_nonnull (own);
  truths = g_new (SystoleTruth, own->blanks->len);
  systole_exercise_solve (own, made, truths);
  for (guint i = 0; i < own->blanks->len; i++)
    {
      g_assert_true (truths[i].known);
      g_assert_cmpuint (truths[i].answer, <, systole_run_get_n_units (made));
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/exercise/bytes", test_bytes);
  g_test_add_func ("/exercise/unknown", test_unknown);
  g_test_add_func ("/exercise/refused", test_refused);
  g_test_add_func ("/exercise/by-hand", test_by_hand);
  g_test_add_func ("/exercise/marks", test_marks);
  g_test_add_func ("/exercise/key", test_key);
  g_test_add_func ("/exercise/tiles", test_tiles);
  return g_test_run ();
}
