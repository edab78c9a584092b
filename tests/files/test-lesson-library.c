/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "data/data.h"
#include "engine/lesson/check.h"
#include "tests/files/files.h"
#include "widgets/lesson-text.h"

/* The lessons that ship: each beat shown forwards and backwards, in both languages. */

static const char *const languages[][2] = { { "en", NULL }, { "es", NULL } };
static const char *const locales[] = { "C", "es_ES.UTF-8" };

typedef void (*LessonTest) (const char *id, const SystoleScenario *lesson);

static void
for_each_lesson (LessonTest test)
{
  guint n = 0;

  for (guint i = 0; i < systole_data_get_n_scenarios (); i++)
    {
      const char *id = systole_data_get_scenario_id (i);
      g_autoptr (GBytes) bytes = systole_data_get_scenario (id);
      gsize length;
      const char *data = g_bytes_get_data (bytes, &length);
      g_autoptr (SystoleScenario) lesson = systole_scenario_read (data, length, id, NULL);

      g_assert_nonnull (lesson);
      if (systole_scenario_get_n_beats (lesson) == 0)
        continue;
      n++;
      g_assert_cmpuint (lesson->warnings->len, ==, 0);
      test (id, lesson);
    }
  g_assert_cmpuint (n, >=, 1);
}

/* Every sentence of a beat in one language, one a line */
static char *
say_beat (const SystoleScenario *lesson, guint beat, guint language)
{
  g_autoptr (SystoleLessonShown) shown = systole_lesson_shown_new (lesson, beat, systole_data_get_catalogue ());
  g_autofree char *caption = systole_lesson_caption (&shown->state, shown->beat, languages[language], systole_text_lesson_value, NULL);
  g_autofree char *description = systole_lesson_expand (&shown->state, systole_texts_choose (shown->beat->descriptions, languages[language]), systole_text_lesson_value, NULL);
  g_autofree char *note = systole_lesson_expand (&shown->state, systole_texts_choose (shown->beat->notes, languages[language]), systole_text_lesson_value, NULL);
  GString *all = g_string_new (NULL);

  g_assert_cmpstr (caption, !=, "");
  g_assert_cmpstr (description, !=, "");
  g_assert_cmpstr (note, !=, "");
  g_string_append_printf (all, "%s\n  %s\n  %s", caption, description, note);
  for (guint i = 0; i < shown->beat->choices->len; i++)
    {
      const SystoleChoice *choice = &g_array_index (shown->beat->choices, SystoleChoice, i);
      g_autofree char *answer = systole_lesson_answer (&shown->state, choice, languages[language], systole_text_lesson_value, NULL);
      g_autofree char *reveal = systole_lesson_reveal (&shown->state, choice, languages[language], systole_text_lesson_value, NULL);

      g_assert_cmpstr (reveal, !=, "");
      g_string_append_printf (all, "\n  %s %s: %s", choice->misconception != NULL ? "✗" : "✓", answer, reveal);
    }
  return g_string_free (all, FALSE);
}

static void
walk (const char *id, const SystoleScenario *lesson)
{
  guint n = systole_scenario_get_n_beats (lesson);

  g_assert_cmpuint (n, >=, 6);
  g_assert_cmpuint (n, <=, 11); /* ten, and what to try next */
  for (guint language = 0; language < G_N_ELEMENTS (languages); language++)
    {
      g_autoptr (GPtrArray) said = g_ptr_array_new_with_free_func (g_free);

      files_set_locale (locales[language]);
      g_test_message ("%s (%s)", systole_scenario_get_title (lesson, languages[language]), id);
      for (guint i = 0; i < n; i++)
        {
          g_ptr_array_add (said, say_beat (lesson, i, language));
          g_test_message ("%u %s", i + 1, (const char *) said->pdata[i]);
        }
      for (guint i = n; i-- > 0;)
        {
          g_autofree char *again = say_beat (lesson, i, language);

          g_assert_cmpstr (again, ==, said->pdata[i]);
        }
    }
  files_set_locale ("C");
}

static void
test_walk (void)
{
  for_each_lesson (walk);
}

/* Lengths with the numbers filled in, placeholders, choices, conditions, promises */
static void
check (const char *id, const SystoleScenario *lesson)
{
  for (guint language = 0; language < G_N_ELEMENTS (languages); language++)
    {
      g_autoptr (GPtrArray) complaints = NULL;

      files_set_locale (locales[language]);
      complaints = systole_lesson_check (lesson, systole_data_get_catalogue (), systole_text_lesson_value, NULL);
      for (guint i = 0; i < complaints->len; i++)
        g_test_fail_printf ("%s: %s", id, (const char *) complaints->pdata[i]);
    }
  files_set_locale ("C");
}

static void
test_check (void)
{
  for_each_lesson (check);
}

static gboolean
has_language (const GArray *texts, const char *language)
{
  for (guint i = 0; i < texts->len; i++)
    if (strcmp (g_array_index (texts, SystoleText, i).language, language) == 0)
      return TRUE;
  return FALSE;
}

/* Both languages say all there is to say; questions are questions. */
static void
check_whole (const char *id, const SystoleScenario *lesson)
{
  guint n_questions = 0, n_promises = 0;

  for (guint language = 0; language < G_N_ELEMENTS (languages); language++)
    {
      const char *name = languages[language][0];

      g_assert_true (has_language (lesson->titles, name));
      g_assert_true (g_str_has_suffix (systole_scenario_get_title (lesson, languages[language]), "?"));
      g_assert_true (has_language (lesson->summaries, name));
      for (guint i = 0; i < systole_scenario_get_n_beats (lesson); i++)
        {
          const SystoleBeat *beat = systole_scenario_get_beat (lesson, i);

          g_test_message ("%s, beat %u, %s", id, i + 1, name);
          g_assert_true (has_language (beat->captions, name));
          g_assert_true (has_language (beat->descriptions, name));
          g_assert_true (has_language (beat->notes, name));
          g_assert_true (beat->when == NULL || has_language (beat->neutrals, name));
          n_questions += language == 0 && beat->choices->len > 0;
          n_promises += language == 0 ? beat->state->expectations->len : 0;
          for (guint c = 0; c < beat->choices->len; c++)
            {
              const SystoleChoice *choice = &g_array_index (beat->choices, SystoleChoice, c);

              g_assert_true (has_language (choice->reveals, name));
              g_assert_true (choice->answers->len == 0 || has_language (choice->answers, name));
            }
        }
    }
  g_assert_cmpuint (n_questions, >=, 1);
  g_assert_cmpuint (n_promises, >=, 1);
}

static void
test_whole (void)
{
  for_each_lesson (check_whole);
}

/* --- a word is explained before it is used --- */

/* What a lesson needs to have been seen; the words that its captions explain, with their other forms. */
static const struct
{
  const char *id;
  const char *needs[3];
  const char *words[12];
} lessons[] = {
  { "two-dimensions", { NULL }, { "PE|PEs", "weight|weights", "peso|pesos", "array", "arreglo", "SM", "tensor core|tensor cores", "núcleo tensorial|núcleos tensoriales", NULL } },
  { "large-products", { "two-dimensions" }, { "fill and drain|fill|drain", "llenado", "cliff", "escalón", NULL } },
  { "tensor-cores", { "two-dimensions" }, { "layer", "capa", NULL } },
  { "gpu-and-cpu", { "two-dimensions" }, { "warp|warps", "in flight", "en vuelo", NULL } },
  { "tpu-or-gpu", { "tensor-cores" }, { "batch", "lote", "map", "mapa", NULL } },
  { "versatile", { "two-dimensions", "tensor-cores" }, { "vector unit", "unidad vectorial", NULL } },
  { "operations-per-watt", { "tensor-cores" }, { "watt|watts|Watts", NULL } },
  { "consumer-card", { "tensor-cores" }, { "token", NULL } },
  { "cheapest-cloud", { "consumer-card" }, { NULL } },
  { "science-and-data", { "tensor-cores", "gpu-and-cpu" }, { "fp64", NULL } },
};

/* Words of the trade that no lesson explains yet: no caption may use them. */
/* clang-format off */
static const char unexplained[] =
  "fold|folds|pliegue|pliegues|vaciado|padding|relleno|format|formato|accumulator|acumulador|intensity|intensidad|latency|latencia|utilization|"
  "gather|joule|joules|stencil|n-body|prefill|decode|KV|int8|bf16|all-reduce|gradient|gradiente|placement|pipeline|optimiser|optimizador|"
  "LoRA|epoch|época|kernel|kernels|ECC|MXU|VMEM|HBM|TDP|FMA|MAC|MACs|DRAM|L2|GEMM|occupancy|ocupación|fp16|fp8|fp4|int4|tf32";
/* clang-format on */

static guint
find_lesson (const char *id)
{
  for (guint i = 0; i < G_N_ELEMENTS (lessons); i++)
    if (strcmp (lessons[i].id, id) == 0)
      return i;
  g_error ("lesson %s is not in the table of words", id);
}

/* Whether a lesson, or one that it needs, is @other. */
static gboolean
needs (guint lesson, guint other)
{
  if (lesson == other)
    return TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (lessons[0].needs) && lessons[lesson].needs[i] != NULL; i++)
    if (needs (find_lesson (lessons[lesson].needs[i]), other))
      return TRUE;
  return FALSE;
}

/* One of the forms of a word: “weight|weights” */
static gboolean
says (const char *text, const char *forms)
{
  g_autofree char *pattern = g_strdup_printf ("(?<![\\p{L}\\d])(%s)(?![\\p{L}\\d])", forms);

  return g_regex_match_simple (pattern, text, 0, 0);
}

/* Bytes over a link are a time, of every beat that has a chip with a link to its host. */
static void
check_link (const char *id, const SystoleScenario *lesson)
{
  g_autoptr (SystoleLessonShown) shown = NULL;
  SystoleLessonValue bytes, rate, time;

  if (strcmp (id, "science-and-data") != 0)
    return;
  shown = systole_lesson_shown_new (lesson, systole_scenario_get_n_beats (lesson) - 1, systole_data_get_catalogue ());
  bytes = systole_lesson_evaluate (&shown->state, "read.dram(0)");
  rate = systole_lesson_evaluate (&shown->state, "host.bandwidth(0)");
  time = systole_lesson_evaluate (&shown->state, "read.dram ÷ host.bandwidth(0)");
  g_assert_true (bytes.present && rate.present && time.present);
  g_assert_cmpint (time.kind, ==, SYSTOLE_QUANTITY_SECONDS);
  g_assert_cmpfloat_with_epsilon (time.real, (double) bytes.count / rate.real, 1e-12);
  g_assert_cmpint (systole_lesson_evaluate (&shown->state, "host.bandwidth(0) ÷ host.bandwidth(0)").kind, ==, SYSTOLE_QUANTITY_REAL);
}

static void
test_link (void)
{
  for_each_lesson (check_link);
}

/* Without what the engine fills in: names of fields are no words. */
static gboolean
says_plainly (const char *text, const char *word)
{
  g_autoptr (GRegex) filled = g_regex_new ("\\{[^}]*\\}", 0, 0, NULL);
  g_autofree char *plain = g_regex_replace_literal (filled, text, -1, 0, "0", 0, NULL);

  return says (plain, word);
}

/* What a lesson is in the table for, one of its captions says: else it explains nothing. */
static void
check_own_words (const char *id, const SystoleScenario *lesson, guint here)
{
  for (guint w = 0; lessons[here].words[w] != NULL; w++)
    {
      gboolean said = FALSE;

      for (guint i = 0; i < systole_scenario_get_n_beats (lesson); i++)
        {
          const GArray *captions = systole_scenario_get_beat (lesson, i)->captions;

          for (guint t = 0; t < captions->len; t++)
            said = said || says_plainly (g_array_index (captions, SystoleText, t).text, lessons[here].words[w]);
        }
      if (!said)
        g_test_fail_printf ("%s: no caption says “%s”", id, lessons[here].words[w]);
    }
  for (guint i = 0; i < G_N_ELEMENTS (lessons[0].needs) && lessons[here].needs[i] != NULL; i++)
    {
      g_autoptr (GBytes) needed = systole_data_get_scenario (lessons[here].needs[i]);

      g_assert_nonnull (needed);
    }
}

static void
check_words (const char *id, const SystoleScenario *lesson)
{
  guint here = find_lesson (id);

  for (guint i = 0; i < systole_scenario_get_n_beats (lesson); i++)
    {
      const SystoleBeat *beat = systole_scenario_get_beat (lesson, i);

      for (guint t = 0; t < beat->captions->len; t++)
        for (guint other = 0; other < G_N_ELEMENTS (lessons); other++)
          for (guint w = 0; lessons[other].words[w] != NULL && !needs (here, other); w++)
            if (says_plainly (g_array_index (beat->captions, SystoleText, t).text, lessons[other].words[w]))
              g_test_fail_printf ("%s, beat %u: “%s” is explained in %s only", id, i + 1, lessons[other].words[w], lessons[other].id);
      for (guint t = 0; t < beat->captions->len; t++)
        if (says_plainly (g_array_index (beat->captions, SystoleText, t).text, unexplained))
          g_test_fail_printf ("%s, beat %u: a word that nothing explains: “%s”", id, i + 1, g_array_index (beat->captions, SystoleText, t).text);
    }
  check_own_words (id, lesson, here);
}

static void
test_words (void)
{
  g_assert_true (says_plainly ("a {read.dram} weight", "weight") && !says_plainly ("{folds of lane 0} times", "folds"));
  g_assert_true (says ("a fold, twice", "fold") && !says ("twofold", "fold") && says ("el pliegue", "pliegue"));
  for_each_lesson (check_words);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/lesson-library/walk", test_walk);
  g_test_add_func ("/lesson-library/check", test_check);
  g_test_add_func ("/lesson-library/whole", test_whole);
  g_test_add_func ("/lesson-library/link", test_link);
  g_test_add_func ("/lesson-library/words", test_words);
  return g_test_run ();
}
