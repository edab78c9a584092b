/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "engine/lesson/check.h"
#include "engine/lesson/misconception.h"
#include "tests/files/files.h"
#include "widgets/lesson-text.h"

/* What is wrong with a lesson is told, each fault by its own sentence. */

static SystoleScenario *
read_with (const char *old, const char *replacement)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "lessons", "two-beats.systole", NULL);
  gsize length;
  g_autofree char *data = files_read (path, &length);
  g_auto (GStrv) halves = g_strsplit (data, old, 2);
  g_autofree char *text = halves[1] != NULL ? g_strconcat (halves[0], replacement, halves[1], NULL) : NULL;
  g_autoptr (GError) error = NULL;
  SystoleScenario *scenario;

  g_assert_nonnull (text);
  scenario = systole_scenario_read (text, strlen (text), "lesson.systole", &error);
  g_assert_no_error (error);
  return scenario;
}

static void
test_good (void)
{
  g_autoptr (SystoleScenario) lesson = read_with ("Lesson", "Lesson");
  g_autoptr (SystoleCatalogue) catalogue = systole_catalogue_new ();
  g_autoptr (GPtrArray) complaints = systole_lesson_check (lesson, catalogue, systole_text_lesson_value, NULL);

  for (guint i = 0; i < complaints->len; i++)
    g_test_message ("%s", (const char *) complaints->pdata[i]);
  g_assert_cmpuint (complaints->len, ==, 0);
}

static void
test_faults (void)
{
  static const struct
  {
    const char *old, *replacement;
    const char *words[3]; /* all in one complaint, the first of all */
  } rows[] = {
    { "takes {cycles} cycles", "takes {cycles of lane 3} cycles", { "beat 1", "differ" } },
    { "{op} takes {cycles} cycles.</caption>\n      <caption xml:lang=\"es\">{op} tarda {cycles}", "{dram_read_bytes}</caption>\n      <caption xml:lang=\"es\">{dram_read_bytes}", { "beat 1", "{dram_read_bytes}" } },
    { "tarda {cycles} ciclos", "tarda {cycles} ciclos, más o menos, según se mire y quién lo mire, que siempre hay alguien que lo ve", { "“es”", "90" } },
    { "<title xml:lang=\"en\">Lesson", "<title xml:lang=\"en\">A lesson whose title no screen has any room for at all", { "title", "45" } },
    { "<title xml:lang=\"en\">Lesson</title>", "<title xml:lang=\"en\">Lesson</title>\n  <title xml:lang=\"fr\">Leçon</title>", { "beat 1", "“fr”" } },
    { "cycles of lane 0 &lt; cycles of lane 1", "cycles of lane 0 &gt; cycles of lane 1", { "beat 2", "condition" } },
    { "cycles ÷ 4", "cycles of lane 1 + 0 × M", { "the right answer", "area" } },
    { "cycles ÷ 4", "dram_read_bytes", { "area", "dram_read_bytes" } },
    { "misconception=\"area\"", "misconception=\"area\" instant=\"stall_cycles ÷ 0\"", { "area", "stall_cycles ÷ 0" } },
    { "<reveal xml:lang=\"en\">No.", "<reveal xml:lang=\"en\">No, and that for a reason which fills more than a single line here.", { "reveal", "60" } },
    { "</lanes>\n      <view time-base=\"cycles\" lane=\"0\" cycle=\"0\"", "</lanes>\n      <expect lane=\"1\" what=\"cycles\" value=\"105\"/>\n      <view time-base=\"cycles\" lane=\"0\" cycle=\"0\"", { "lane 1", "cycles", "promised" } },
  };
  g_autoptr (SystoleCatalogue) catalogue = systole_catalogue_new ();

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (SystoleScenario) lesson = read_with (rows[i].old, rows[i].replacement);
      g_autoptr (GPtrArray) complaints = systole_lesson_check (lesson, catalogue, systole_text_lesson_value, NULL);

      g_assert_cmpuint (complaints->len, >=, 1);
      g_test_message ("%s", (const char *) complaints->pdata[0]);
      for (guint word = 0; word < 3 && rows[i].words[word] != NULL; word++)
        g_assert_nonnull (strstr (complaints->pdata[0], rows[i].words[word]));
    }
}

/* A beat's own promises and the texts of its choices are written where they were read. */
static void
test_kept (void)
{
  static const char beat[] = "<expect lane=\"1\" what=\"cycles\" value=\"104\"/>\n      <view time-base=\"cycles\" lane=\"0\" cycle=\"0\"";
  static const char choice[] = "<choice value=\"cycles of lane 1\" instant=\"M + 1\">\n        <answer xml:lang=\"en\">cycle {value}</answer>\n      </choice>";
  static const char *const english[] = { "en", NULL };
  g_autoptr (SystoleScenario) first = read_with ("<view time-base=\"cycles\" lane=\"0\" cycle=\"0\"", beat);
  g_autoptr (SystoleScenario) second = read_with ("<choice value=\"cycles of lane 1\"/>", choice);
  g_autofree char *first_text = systole_scenario_write (first, NULL);
  g_autofree char *second_text = systole_scenario_write (second, NULL);
  g_autoptr (SystoleCatalogue) catalogue = systole_catalogue_new ();
  g_autoptr (SystoleLessonShown) shown = systole_lesson_shown_new (second, 1, catalogue);
  const SystoleChoice *offered = &g_array_index (shown->beat->choices, SystoleChoice, 0);
  g_autofree char *answer = systole_lesson_answer (&shown->state, offered, english, systole_text_lesson_value, NULL);
  g_autofree char *bare = systole_lesson_answer (&shown->state, offered + 1, english, systole_text_lesson_value, NULL);
  g_autoptr (SystoleScenario) at_beat = systole_scenario_at_beat (first, 1);

  g_assert_nonnull (strstr (first_text, beat));
  g_assert_nonnull (strstr (second_text, choice));
  g_assert_cmpuint (at_beat->expectations->len, ==, 1);
  g_assert_cmpstr (answer, ==, "cycle 104");
  g_assert_cmpstr (bare, ==, "9.5"); /* 38 ÷ 4 */
}

static void
test_misconceptions (void)
{
  g_autoptr (SystoleScenario) unknown = read_with ("misconception=\"area\"", "misconception=\"aera\"");

  g_assert_cmpuint (unknown->warnings->len, ==, 1);
  g_assert_nonnull (strstr (unknown->warnings->pdata[0], "aera"));
  g_assert_true (g_str_has_prefix (unknown->warnings->pdata[0], "lesson.systole:"));
  g_assert_null (systole_misconception_get_sentence ("aera"));
  for (guint i = 0; i < systole_misconception_get_n (); i++)
    {
      g_assert_nonnull (systole_misconception_get_sentence (systole_misconception_get_name (i)));
      for (guint j = 0; j < i; j++)
        g_assert_cmpstr (systole_misconception_get_name (i), !=, systole_misconception_get_name (j));
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/lesson-check/good", test_good);
  g_test_add_func ("/lesson-check/faults", test_faults);
  g_test_add_func ("/lesson-check/kept", test_kept);
  g_test_add_func ("/lesson-check/misconceptions", test_misconceptions);
  return g_test_run ();
}
