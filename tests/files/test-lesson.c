/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "engine/base/error.h"
#include "engine/lesson/evaluate.h"
#include "engine/scenario/formula.h"
#include "tests/files/files.h"

/* Lessons in files: read and written, what their formulas mean, what is refused. */

typedef struct
{
  SystoleScenario *scenario; /* at a beat */
  SystoleCatalogue *catalogue;
  SystoleRun *runs[4];
  guint64 cycles[4];
  SystoleLessonState state;
} Shown;

static SystoleScenario *
read_lesson (void)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "lessons", "two-beats.systole", NULL);
  gsize length;
  g_autofree char *data = files_read (path, &length);
  g_autoptr (GError) error = NULL;
  SystoleScenario *scenario = systole_scenario_read (data, length, "two-beats.systole", &error);

  g_assert_no_error (error);
  g_assert_cmpuint (scenario->warnings->len, ==, 0);
  return scenario;
}

static void
show (Shown *self, const SystoleScenario *lesson, guint beat)
{
  *self = (Shown){ .scenario = systole_scenario_at_beat (lesson, beat), .catalogue = systole_catalogue_new () };
  self->state = (SystoleLessonState){ self->scenario, self->catalogue, (const SystoleRun *const *) self->runs, self->cycles, self->scenario->lanes->len };
  for (guint i = 0; i < self->scenario->lanes->len; i++)
    {
      self->runs[i] = systole_scenario_run_lane (self->scenario, i, self->catalogue, NULL, NULL, NULL);
      self->cycles[i] = self->scenario->view.cycle;
      g_assert_nonnull (self->runs[i]);
    }
}

static void
hide (Shown *self)
{
  for (guint i = 0; i < G_N_ELEMENTS (self->runs); i++)
    g_clear_pointer (&self->runs[i], systole_run_unref);
  systole_scenario_unref (self->scenario);
  systole_catalogue_unref (self->catalogue);
}

static void
test_bytes (void)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "lessons", "two-beats.systole", NULL);
  gsize length, written;
  g_autofree char *data = files_read (path, &length);

  for (guint i = 0; files_locales[i] != NULL; i++)
    {
      g_autoptr (SystoleScenario) scenario = NULL;
      g_autoptr (SystoleScenario) copy = NULL;
      g_autofree char *again = NULL;

      files_set_locale (files_locales[i]);
      scenario = read_lesson ();
      copy = systole_scenario_copy (scenario);
      again = systole_scenario_write (copy, &written);
      files_assert_same (again, data);
      g_assert_cmpuint (written, ==, length);
    }
  files_set_locale ("C");
}

static void
test_beats (void)
{
  g_autoptr (SystoleScenario) lesson = read_lesson ();
  const SystoleBeat *second = systole_scenario_get_beat (lesson, 1);
  g_autoptr (SystoleScenario) first_shown = systole_scenario_at_beat (lesson, 0);
  g_autoptr (SystoleScenario) second_shown = systole_scenario_at_beat (lesson, 1);

  g_assert_cmpuint (systole_scenario_get_n_beats (lesson), ==, 2);
  g_assert_null (systole_scenario_get_beat (lesson, 2));
  g_assert_cmpuint (first_shown->lanes->len, ==, 1);
  g_assert_cmpuint (first_shown->view.cycle, ==, 12);
  g_assert_cmpuint (second_shown->lanes->len, ==, 2);
  g_assert_cmpuint (systole_scenario_get_lane_op (second_shown, 1)->dims[SYSTOLE_GEMM_M], ==, 16);
  g_assert_cmpuint (systole_scenario_get_n_beats (second_shown), ==, 0);
  g_assert_cmpstr (second->hides, ==, "cycles");
  g_assert_true (second->selection.present && second->selection.column == 2);
  g_assert_cmpuint (second->choices->len, ==, 2);
  /* What a copy of a beat changes is not the lesson's. */
  {
    g_autoptr (SystoleBeat) copy = systole_beat_copy (second);

    systole_texts_set (copy->captions, "", "Other");
    g_assert_cmpstr (systole_texts_choose (second->captions, NULL), ==, "How many?");
    g_assert_cmpstr (systole_texts_choose (copy->captions, NULL), ==, "Other");
  }
}

static char *
format_plain (const SystoleLessonValue *value, gpointer data)
{
  return value->is_whole ? g_strdup_printf ("%" G_GUINT64_FORMAT, value->count) : g_strdup_printf ("%.4f", value->real);
}

/* Each value has a second origin: the run itself, or arithmetic on the shapes of the file. */
static void
test_values (void)
{
  static const struct
  {
    const char *formula;
    double value;
  } rows[] = {
    { "cycles", 38 },               /* 2R + C + M − 2 with R = C = 8, M = 16 */
    { "cycles of lane 1", 4 * 26 }, /* four folds of 2R + C + M − 2 with 4 × 4 */
    { "cycles of lane 1 − cycles of lane 0", 66 },
    { "cycles − cycles of lane 1", 0 }, /* both of lane 1 */
    { "cycles of lane 0 at M = 8", 30 },
    { "cycles of lane 0 − cycles of lane 0 at M = 8", 8 },
    { "M × N × K", 1024 },
    { "useful_macs", 1024 },
    { "useful_macs ÷ 64 ÷ cycles", 16.0 / 38 },
    { "⌈K ÷ 3⌉ + ⌊K ÷ 3⌋", 5 },
    { "(M + N) × 2", 48 },
    { "2 + 3 × 4 − 6 / 2", 11 },
    { "units", 64 },
    { "busy", 0 }, /* weights are loaded in cycle 0 */
    { "rows × columns", 64 },
    { "rows of lane 1", 4 },
    { "waterfall.memory", 0 },
    { "reads", 16 * 8 + 8 * 8 },               /* each element once */
    { "reads of lane 1", 2 * 16 * 8 + 8 * 8 }, /* A again for each column of folds */
    { "useful_macs ÷ reads.a of lane 0", 8 },  /* each element of A meets eight columns */
    { "read.sram-b of lane 1", 64 },           /* int8: a byte a weight */
    { "traffic.sram-c", 16 * 8 * 4 },          /* sums of four bytes, written once */
    { "peak(0)", 2.0 * 64 * 1e9 },
    { "chip.units(1)", 1 },
    { "cycle", 0 },
  };
  g_autoptr (SystoleScenario) lesson = read_lesson ();
  Shown shown;

  show (&shown, lesson, 1);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      SystoleLessonValue value = systole_lesson_evaluate (&shown.state, rows[i].formula);

      g_test_message ("%s", rows[i].formula);
      g_assert_true (value.present);
      g_assert_cmpfloat_with_epsilon (value.real, rows[i].value, 1e-12);
      g_assert_true (!value.is_whole || value.count == (guint64) rows[i].value);
    }
  g_assert_false (systole_lesson_evaluate (&shown.state, "cycles of lane 2").present);
  g_assert_false (systole_lesson_evaluate (&shown.state, "energy.dram").present); /* of no chip */
  g_assert_false (systole_lesson_evaluate (&shown.state, "bandwidth").present);
  g_assert_false (systole_lesson_evaluate (&shown.state, "sm.stages").present);
  g_assert_false (systole_lesson_evaluate (&shown.state, "value").present);
  g_assert_false (systole_lesson_evaluate (&shown.state, "cross M").present); /* the larger array is first at any M */
  g_assert_false (systole_lesson_evaluate (&shown.state, "cycles ÷ (M − N × 2)").present);
  g_assert_false (systole_lesson_evaluate (&shown.state, "HIDDEN").present);
  g_assert_false (systole_lesson_evaluate (&shown.state, "cycles < 3").present);
  g_assert_true (systole_lesson_holds (&shown.state, "cycles of lane 0 < cycles of lane 1"));
  g_assert_false (systole_lesson_holds (&shown.state, "cycles of lane 0 ≥ cycles of lane 1"));
  g_assert_false (systole_lesson_holds (&shown.state, "cycles of lane 0 < cycles of lane 3"));
  g_assert_true (systole_lesson_holds (&shown.state, NULL));
  hide (&shown);
}

/* Two arrays of which the larger one has the faster clock: it takes (22 + M) ÷ 2 ns, the other 10 + M. */
static void
test_crossing (void)
{
  static const char text[] = "<scenario xmlns=\"urn:systole:scenario\" version=\"1\"><title>t</title>"
                             "<workload><op id=\"p\" name=\"gemm\" m=\"1\" n=\"4\" k=\"4\" dtype=\"int8\"/></workload><lanes>"
                             "<lane op=\"p\"><array rows=\"4\" columns=\"4\" dataflow=\"ws\" timing=\"hardware\" clock-hz=\"1e9\"/></lane>"
                             "<lane op=\"p\"><array rows=\"8\" columns=\"8\" dataflow=\"ws\" timing=\"hardware\" clock-hz=\"2e9\"/></lane>"
                             "</lanes><lesson><beat/></lesson></scenario>";
  g_autoptr (GError) error = NULL;
  g_autoptr (SystoleScenario) lesson = systole_scenario_read (text, strlen (text), "crossing", &error);
  SystoleLessonValue cross;
  Shown shown;

  g_assert_no_error (error);
  show (&shown, lesson, 0);
  cross = systole_lesson_evaluate (&shown.state, "cross M");
  g_assert_true (cross.present && cross.is_whole);
  g_assert_cmpuint (cross.count, ==, 3);
  g_assert_true (systole_lesson_holds (&shown.state, "seconds(0) at M = 2 ≤ seconds(1) at M = 2"));
  g_assert_true (systole_lesson_holds (&shown.state, "seconds(0) at M = 3 > seconds(1) at M = 3"));
  hide (&shown);
}

static void
test_captions (void)
{
  static const char *const spanish[] = { "es_MX", NULL };
  static const char *const german[] = { "de", NULL };
  g_autoptr (SystoleScenario) lesson = read_lesson ();
  g_autofree char *es = NULL;
  g_autofree char *other = NULL;
  g_autofree char *text = NULL;
  Shown shown;

  show (&shown, lesson, 0);
  es = systole_lesson_caption (&shown.state, systole_scenario_get_beat (lesson, 0), spanish, format_plain, NULL);
  other = systole_lesson_caption (&shown.state, systole_scenario_get_beat (lesson, 0), german, format_plain, NULL);
  g_assert_cmpstr (es, ==, "8 × 8 × 8 tarda 30 ciclos.");
  g_assert_cmpstr (other, ==, "8 × 8 × 8 takes 30 cycles.");
  text = systole_lesson_expand (&shown.state, "{array}: {cycles of lane 7}, {open", format_plain, NULL);
  g_assert_cmpstr (text, ==, "8 × 8: n/a, {open");
  hide (&shown);
}

/* The neutral sentence takes the place of a claim that the engine does not find true. */
static void
test_condition (void)
{
  g_autoptr (SystoleScenario) lesson = read_lesson ();
  g_autoptr (SystoleBeat) beat = systole_beat_copy (systole_scenario_get_beat (lesson, 1));
  g_autofree char *holds = NULL;
  g_autofree char *fails = NULL;
  Shown shown;

  show (&shown, lesson, 1);
  holds = systole_lesson_caption (&shown.state, beat, NULL, format_plain, NULL);
  g_free (beat->when);
  beat->when = g_strdup ("cycles of lane 0 > cycles of lane 1");
  fails = systole_lesson_caption (&shown.state, beat, NULL, format_plain, NULL);
  g_assert_cmpstr (holds, ==, "How many?");
  g_assert_cmpstr (fails, ==, "Who knows?");
  hide (&shown);
}

static void
test_refused (void)
{
  static const struct
  {
    const char *old, *replacement, *word;
  } rows[] = {
    { "{cycles} cycles", "{cicles} cycles", "“cicles”" },
    { "{cycles} cycles", "{cycles of line 1} cycles", "lane" },
    { "{cycles} cycles", "{cycles of lane 64} cycles", "63" },
    { "{cycles} cycles", "{(cycles} cycles", "bracket" },
    { "{cycles} cycles", "{cycles at J = 3} cycles", "dimension" },
    { "{cycles} cycles", "{cycles cycles} cycles", "operator" },
    { "{cycles} cycles", "{} cycles", "missing" },
    { "{cycles} cycles", "{cycles(64)} cycles", "63" },
    { "{cycles} cycles", "{cross cycles} cycles", "cross" },
    { "{cycles} cycles", "{read.sram-d} cycles", "read.sram" },
    { "hides=\"cycles\"", "hides=\"speed\"", "speed" },
    { "row=\"1\"", "row=\"1024\"", "1023" },
    { "select lane=\"0\"", "select lane=\"2\"", "lane 2" },
    { " misconception=\"area\"", "", "misconception" },
    { "value=\"cycles of lane 1\"", "value=\"cycles of lane 1\" misconception=\"b\"", "misconception" },
    { "m=\"16\"", "m=\"0\"", "1099511627776" },
  };
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "lessons", "two-beats.systole", NULL);
  gsize length;
  g_autofree char *data = files_read (path, &length);

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_auto (GStrv) halves = g_strsplit (data, rows[i].old, 2);
      g_autofree char *bad = g_strconcat (halves[0], rows[i].replacement, halves[1], NULL);
      g_autoptr (GError) error = NULL;
      g_autoptr (SystoleScenario) scenario = systole_scenario_read (bad, strlen (bad), "bad.systole", &error);

      g_test_message ("%s: %s", rows[i].replacement, error != NULL ? error->message : "accepted");
      g_assert_null (scenario);
      g_assert_true (g_str_has_prefix (error->message, "bad.systole:"));
      g_assert_nonnull (strstr (error->message, rows[i].word));
    }
}

/* No text makes the parser read beyond it, loop or nest without end. */
static void
test_random (void)
{
  static const char *const pieces[] = { "cycles", " of lane ", "1", "(", ")", "⌈", "⌉", "÷", "×", "−", "+", "<", "at", " M", "=", ".", "{", "}", "\303", "" };

  for (guint i = 0; i < 20000; i++)
    {
      GString *text = g_string_new (NULL);
      guint n = (guint) g_test_rand_int_range (0, 12);

      for (guint j = 0; j < n; j++)
        g_string_append (text, pieces[g_test_rand_int_range (0, G_N_ELEMENTS (pieces))]);
      if (systole_formula_check (text->str, NULL))
        {
          g_autoptr (SystoleFormula) formula = systole_formula_parse (text->str, NULL);

          g_assert_nonnull (formula);
        }
      g_string_free (text, TRUE);
    }
  {
    g_autofree char *deep = g_strnfill (100000, '(');

    g_assert_false (systole_formula_check (deep, NULL));
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/lesson/bytes", test_bytes);
  g_test_add_func ("/lesson/beats", test_beats);
  g_test_add_func ("/lesson/values", test_values);
  g_test_add_func ("/lesson/crossing", test_crossing);
  g_test_add_func ("/lesson/captions", test_captions);
  g_test_add_func ("/lesson/condition", test_condition);
  g_test_add_func ("/lesson/refused", test_refused);
  g_test_add_func ("/lesson/random", test_random);
  return g_test_run ();
}
