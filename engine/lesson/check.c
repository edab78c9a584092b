/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/lesson/check.h"

#include <string.h>

#include "engine/base/i18n.h"
#include "engine/scenario/formula.h"

typedef struct
{
  const SystoleLessonShown *shown;
  guint beat; /* from 0 */
  SystoleLessonFormat format;
  gpointer data;
  GPtrArray *complaints;
} Checker;

static void
    G_GNUC_PRINTF (2, 3)
        complain (Checker *self, const char *format, ...)
{
  va_list arguments;
  g_autofree char *what = NULL;

  va_start (arguments, format);
  what = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  /* Translators: number of a step of a lesson, what is wrong with it */
  g_ptr_array_add (self->complaints, g_strdup_printf (_ ("beat %u: %s"), self->beat + 1, what));
}

/* --- placeholders --- */

static char *
collect_one (const char *formula, gpointer data)
{
  g_ptr_array_add (data, g_strdup (formula));
  return g_strdup ("");
}

static int
compare_strings (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* The placeholders of a text, sorted, one a line */
static char *
list_placeholders (const char *text)
{
  g_autoptr (GPtrArray) list = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *rest = systole_template_expand (text, collect_one, list);

  g_ptr_array_sort (list, compare_strings);
  g_ptr_array_add (list, NULL);
  return g_strjoinv ("\n", (char **) list->pdata);
}

static void
check_same_placeholders (Checker *self, const char *what, const GArray *texts)
{
  const SystoleText *first = &g_array_index (texts, SystoleText, 0);

  for (guint i = 1; i < texts->len; i++)
    {
      const SystoleText *text = &g_array_index (texts, SystoleText, i);
      g_autofree char *a = list_placeholders (first->text);
      g_autofree char *b = list_placeholders (text->text);

      if (strcmp (a, b) != 0)
        /* Translators: caption, note …; two languages */
        complain (self, _ ("%s: the placeholders of “%s” and “%s” differ"), what, first->language, text->language);
    }
}

typedef struct
{
  Checker *checker;
  const char *what;
} Resolution;

static char *
resolve_one (const char *formula, gpointer data)
{
  const Resolution *self = data;
  const SystoleLessonState *state = &self->checker->shown->state;
  g_autofree char *word = systole_formula_is_word (formula) ? systole_lesson_get_word (state, formula) : NULL;

  if (word == NULL && !systole_lesson_evaluate (state, formula).present)
    complain (self->checker, _ ("%s: {%s} has no value"), self->what, formula);
  return g_strdup ("");
}

static void
check_resolves (Checker *self, const char *what, const char *text)
{
  Resolution resolution = { self, what };
  g_autofree char *rest = systole_template_expand (text, resolve_one, &resolution);
}

/* Texts by language: the same placeholders, each with a value, none too long when filled in. */
static void
check_texts (Checker *self, const char *what, const GArray *texts, glong max)
{
  if (texts->len == 0)
    return;
  check_same_placeholders (self, what, texts);
  check_resolves (self, what, g_array_index (texts, SystoleText, 0).text);
  for (guint i = 0; i < texts->len; i++)
    {
      const SystoleText *text = &g_array_index (texts, SystoleText, i);
      g_autofree char *filled = systole_lesson_expand (&self->shown->state, text->text, self->format, self->data);
      glong length = g_utf8_strlen (filled, -1);

      if (max > 0 && length > max)
        /* Translators: caption, note …; a language; letters; at most as many; the text */
        complain (self, _ ("%s, “%s”: %ld letters, at most %ld: %s"), what, text->language, length, max, filled);
    }
}

/* --- questions --- */

static void
check_choice_texts (Checker *self, const SystoleChoice *choice)
{
  static const struct
  {
    const char *id;
    gsize offset;
    glong max;
  } kinds[] = { { "answer", G_STRUCT_OFFSET (SystoleChoice, answers), SYSTOLE_LESSON_MAX_REVEAL }, { "reveal", G_STRUCT_OFFSET (SystoleChoice, reveals), SYSTOLE_LESSON_MAX_REVEAL } };

  for (guint kind = 0; kind < G_N_ELEMENTS (kinds); kind++)
    {
      const GArray *texts = *(GArray *const *) (gconstpointer) ((const char *) choice + kinds[kind].offset);

      for (guint i = 0; i < texts->len; i++)
        {
          const SystoleText *text = &g_array_index (texts, SystoleText, i);
          const char *languages[] = { text->language, NULL };
          g_autofree char *filled = kind == 0 ? systole_lesson_answer (&self->shown->state, choice, languages, self->format, self->data)
                                              : systole_lesson_reveal (&self->shown->state, choice, languages, self->format, self->data);
          glong length = g_utf8_strlen (filled, -1);

          if (length > kinds[kind].max)
            complain (self, _ ("%s, “%s”: %ld letters, at most %ld: %s"), kinds[kind].id, text->language, length, kinds[kind].max, filled);
        }
      if (texts->len > 0)
        check_same_placeholders (self, kinds[kind].id, texts);
    }
}

static const char *
name_choice (const SystoleChoice *choice)
{
  return choice->misconception != NULL ? choice->misconception : _ ("the right answer");
}

static void
check_question (Checker *self)
{
  const GArray *choices = self->shown->beat->choices;
  g_autoptr (GPtrArray) answers = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < choices->len; i++)
    {
      const SystoleChoice *choice = &g_array_index (choices, SystoleChoice, i);
      char *answer = systole_lesson_answer (&self->shown->state, choice, NULL, self->format, self->data);

      if (!systole_lesson_evaluate (&self->shown->state, choice->value).present)
        complain (self, _ ("%s: {%s} has no value"), name_choice (choice), choice->value);
      if (choice->instant != NULL && !systole_lesson_evaluate (&self->shown->state, choice->instant).present)
        complain (self, _ ("%s: {%s} has no value"), name_choice (choice), choice->instant);
      check_choice_texts (self, choice);
      for (guint j = 0; j < i; j++)
        if (strcmp (g_ptr_array_index (answers, j), answer) == 0)
          /* Translators: a text; the names of two wrong ideas */
          complain (self, _ ("“%s” is the choice of both %s and %s"), answer, name_choice (&g_array_index (choices, SystoleChoice, j)), name_choice (choice));
      g_ptr_array_add (answers, answer);
    }
}

/* --- the whole --- */

static void
check_promises (Checker *self)
{
  const SystoleScenario *scenario = self->shown->scenario;

  for (guint i = 0; i < scenario->expectations->len; i++)
    {
      const SystoleExpectation *promise = &g_array_index (scenario->expectations, SystoleExpectation, i);
      const SystoleRun *run = promise->lane < self->shown->runs->len ? g_ptr_array_index (self->shown->runs, promise->lane) : NULL;

      if (run == NULL)
        complain (self, _ ("expect: lane %u does not run"), promise->lane);
      else if (!systole_expectation_check (promise, run, NULL))
        complain (self, _ ("expect: lane %u, %s: not what is promised"), promise->lane, systole_counter_get_id (promise->what));
    }
}

static void
check_languages (Checker *self, const SystoleScenario *lesson)
{
  const GArray *captions = self->shown->beat->captions;

  for (guint i = 0; i < lesson->titles->len; i++)
    {
      const char *language = g_array_index (lesson->titles, SystoleText, i).language;
      gboolean found = FALSE;

      for (guint j = 0; j < captions->len; j++)
        {
          const char *own = g_array_index (captions, SystoleText, j).language;

          found = found || *own == '\0' || strcmp (own, language) == 0; /* without a language: for everybody */
        }
      if (!found)
        complain (self, _ ("there is no caption in “%s”, a language of the title"), language);
    }
}

static void
check_beat (Checker *self, const SystoleScenario *lesson)
{
  const SystoleBeat *beat = self->shown->beat;

  check_languages (self, lesson);
  check_texts (self, "caption", beat->captions, SYSTOLE_LESSON_MAX_CAPTION);
  check_texts (self, "neutral", beat->neutrals, SYSTOLE_LESSON_MAX_CAPTION);
  check_texts (self, "description", beat->descriptions, SYSTOLE_LESSON_MAX_DESCRIPTION);
  check_texts (self, "note", beat->notes, 0);
  check_question (self);
  check_promises (self);
  if (!systole_lesson_holds (&self->shown->state, beat->when))
    complain (self, _ ("the condition “%s” does not hold"), beat->when);
}

/**
 * systole_lesson_check_beat:
 * @beat: a beat of @lesson
 *
 * Returns: (transfer full) (element-type utf8): what is wrong with the beat, translated
 */
GPtrArray *
systole_lesson_check_beat (const SystoleScenario *lesson, guint beat, const SystoleCatalogue *catalogue, SystoleLessonFormat format, gpointer data)
{
  g_autoptr (SystoleLessonShown) shown = systole_lesson_shown_new (lesson, beat, catalogue);
  Checker self = { shown, beat, format, data, g_ptr_array_new_with_free_func (g_free) };

  check_beat (&self, lesson);
  return self.complaints;
}

/* Only lessons are told on walls. */
static void
check_titles (const SystoleScenario *lesson, GPtrArray *complaints)
{
  for (guint i = 0; i < lesson->titles->len; i++)
    {
      const SystoleText *title = &g_array_index (lesson->titles, SystoleText, i);
      glong max = g_str_has_prefix (title->language, "en") ? SYSTOLE_LESSON_MAX_ENGLISH_TITLE : SYSTOLE_LESSON_MAX_TITLE;

      if (g_utf8_strlen (title->text, -1) > max)
        g_ptr_array_add (complaints, g_strdup_printf (_ ("%s, “%s”: %ld letters, at most %ld: %s"), "title", title->language, g_utf8_strlen (title->text, -1), max, title->text));
    }
}

/**
 * systole_lesson_check:
 * @lesson: a scenario; without beats nothing is wrong
 *
 * Every beat is run and its texts filled in. What needs no numbers (unknown elements, formulas
 * that cannot be read, names of misconceptions) the reader has told.
 *
 * Returns: (transfer full) (element-type utf8): what is wrong, translated
 */
GPtrArray *
systole_lesson_check (const SystoleScenario *lesson, const SystoleCatalogue *catalogue, SystoleLessonFormat format, gpointer data)
{
  GPtrArray *complaints = g_ptr_array_new_with_free_func (g_free);

  if (systole_scenario_get_n_beats (lesson) == 0)
    return complaints;
  check_titles (lesson, complaints);
  for (guint i = 0; i < systole_scenario_get_n_beats (lesson); i++)
    g_ptr_array_extend_and_steal (complaints, systole_lesson_check_beat (lesson, i, catalogue, format, data));
  return complaints;
}
