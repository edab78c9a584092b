/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/lesson/question.h"

#include <math.h>
#include <string.h>

#include "engine/base/i18n.h"

typedef struct
{
  const char *id, *title, *sentence, *hides, *value, *instant;
} Row;

typedef struct
{
  SystoleQuestionKind kind;
  const char *misconception, *value;
} Wrong;

static const Row rows[SYSTOLE_N_QUESTIONS] = {
#define QUESTION(ID, id, title, sentence, hides, value, instant) { id, title, sentence, hides, value, instant },
#define WRONG(ID, misconception, value)
#include "engine/lesson/questions.def"
#undef QUESTION
#undef WRONG
};

static const Wrong wrongs[] = {
#define QUESTION(ID, id, title, sentence, hides, value, instant)
#define WRONG(ID, misconception, value) { SYSTOLE_QUESTION_##ID, misconception, value },
#include "engine/lesson/questions.def"
#undef QUESTION
#undef WRONG
};

const char *
systole_question_get_id (SystoleQuestionKind self)
{
  return rows[self].id;
}

const char *
systole_question_get_title (SystoleQuestionKind self)
{
  return _ (rows[self].title);
}

typedef struct
{
  const SystoleLessonState *state;
  guint lane;
  const char *language;
  SystoleLessonFormat format;
  gpointer data;
  SystoleBeat *beat;
} Maker;

/* --- choices that are numbers --- */

/* The formula of a row, of the lane: the first lane is not named. */
static char *
of_lane (const Maker *self, const char *formula)
{
  g_auto (GStrv) parts = g_strsplit (formula, "@", -1);
  g_autofree char *lane = self->lane > 0 ? g_strdup_printf (" of lane %u", self->lane) : g_strdup ("");

  return g_strjoinv (lane, parts);
}

/* Whether no choice so far is written like this one. */
static gboolean
is_new (const Maker *self, const char *answer)
{
  for (guint i = 0; i < self->beat->choices->len; i++)
    {
      g_autofree char *other = systole_lesson_answer (self->state, &g_array_index (self->beat->choices, SystoleChoice, i), NULL, self->format, self->data);

      if (strcmp (other, answer) == 0)
        return FALSE;
    }
  return TRUE;
}

/* Nothing where the value is none that one could mean, or is there already. */
static gboolean
offer (Maker *self, const char *row, const char *misconception, const char *instant_row)
{
  g_autofree char *formula = of_lane (self, row);
  g_autofree char *instant = instant_row != NULL ? of_lane (self, instant_row) : NULL;
  const SystoleChoice choice = { .value = formula, .misconception = (char *) misconception, .instant = instant };
  SystoleLessonValue value = systole_lesson_evaluate (self->state, formula);
  g_autofree char *answer = NULL;

  if (!value.present || value.real < 0 || self->beat->choices->len == SYSTOLE_BEAT_MAX_CHOICES)
    return FALSE;
  answer = self->format (&value, self->data);
  if (!is_new (self, answer))
    return FALSE;
  systole_beat_add_choice (self->beat, &choice);
  return TRUE;
}

typedef struct
{
  double value;
  guint index;
} Place;

static int
compare_places (gconstpointer a, gconstpointer b)
{
  const Place *first = a, *second = b;

  if (first->value < second->value)
    return -1;
  return first->value > second->value ? 1 : (int) first->index - (int) second->index;
}

/* From the least to the largest: the place of the right one says nothing. */
static void
sort_choices (Maker *self)
{
  g_autoptr (SystoleBeat) old = systole_beat_copy (self->beat);
  Place places[SYSTOLE_BEAT_MAX_CHOICES];
  guint n = old->choices->len;

  for (guint i = 0; i < n; i++)
    places[i] = (Place){ systole_lesson_evaluate (self->state, g_array_index (old->choices, SystoleChoice, i).value).real, i };
  qsort (places, n, sizeof places[0], compare_places);
  g_array_set_size (self->beat->choices, 0);
  for (guint i = 0; i < n; i++)
    systole_beat_add_choice (self->beat, &g_array_index (old->choices, SystoleChoice, places[i].index));
}

static void
make_numbers (Maker *self, SystoleQuestionKind kind)
{
  if (!offer (self, rows[kind].value, NULL, rows[kind].instant))
    return;
  for (guint i = 0; i < G_N_ELEMENTS (wrongs); i++)
    if (wrongs[i].kind == kind)
      offer (self, wrongs[i].value, wrongs[i].misconception, NULL);
  sort_choices (self);
}

/* --- choices that are words --- */

static void
offer_words (Maker *self, const char *value, const char *misconception, const char *language, const char *words)
{
  g_autoptr (SystoleBeat) holder = systole_beat_new (); /* of the texts, until they are copied */
  const SystoleChoice choice = { .value = (char *) value, .misconception = (char *) misconception, .answers = holder->captions };

  systole_texts_set (holder->captions, language, words);
  systole_beat_add_choice (self->beat, &choice);
}

static double
get_number (Maker *self, const char *name, guint lane)
{
  g_autofree char *formula = g_strdup_printf ("%s of lane %u", name, lane);
  SystoleLessonValue value = systole_lesson_evaluate (self->state, formula);

  return value.present ? value.real : 0;
}

/* What makes one believe in the slower machine: what is larger of it. */
static const char *
find_reason (Maker *self, guint slow, guint fast)
{
  static const struct
  {
    const char *name, *misconception;
  } figures[] = { { "peak", "nameplate" }, { "bandwidth", "bandwidth-only" }, { "clock_hz", "clock-too" }, { "units", "count-cores" } };

  for (guint i = 0; i < G_N_ELEMENTS (figures); i++)
    if (get_number (self, figures[i].name, slow) > get_number (self, figures[i].name, fast))
      return figures[i].misconception;
  return "made-for-it";
}

static void
make_first_done (Maker *self)
{
  guint n = MIN (self->state->n_lanes, SYSTOLE_BEAT_MAX_CHOICES), first = 0, ties = 0;
  double best = 0;

  for (guint i = 0; i < n; i++)
    {
      double seconds = self->state->runs[i] != NULL ? systole_run_get_seconds (self->state->runs[i]) : 0;

      if (!(seconds > 0))
        return;
      if (i == 0 || seconds < best)
        {
          best = seconds;
          first = i;
        }
    }
  for (guint i = 0; i < n; i++)
    ties += !(systole_run_get_seconds (self->state->runs[i]) > best);
  if (n < 2 || ties > 1)
    return;
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *value = g_strdup_printf ("seconds of lane %u", i);
      g_autofree char *words = g_strdup_printf ("%c: {machine of lane %u}", 'A' + i, i);

      offer_words (self, value, i == first ? NULL : find_reason (self, i, first), "", words);
    }
  /* With other sizes another may be first: the question is for this one. */
  if (n == 2)
    self->beat->when = g_strdup_printf ("seconds of lane %u < seconds of lane %u", first, 1 - first);
}

static void
make_bound (Maker *self)
{
  static const struct
  {
    const char *bound, *value, *words, *misconception;
  } kinds[] = {
    { "compute", "waterfall.useful@", N_ ("its multipliers"), "nameplate" },
    { "memory", "waterfall.memory@", N_ ("memory"), "bytes-only" },
    { "latency", "waterfall.launch + waterfall.fill-drain@", N_ ("starting and ending"), "one-at-a-time" },
  };
  const SystoleRun *run = self->lane < self->state->n_lanes ? self->state->runs[self->lane] : NULL;
  const char *bound = run != NULL ? systole_run_get_bound (run) : "";
  gboolean found = FALSE;

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    found = found || g_str_has_prefix (bound, kinds[i].bound);
  for (guint i = 0; found && i < G_N_ELEMENTS (kinds); i++)
    {
      g_autofree char *value = of_lane (self, kinds[i].value);

      offer_words (self, value, g_str_has_prefix (bound, kinds[i].bound) ? NULL : kinds[i].misconception, self->language, _ (kinds[i].words));
    }
}

/**
 * systole_question_make:
 * @state: what is shown
 * @lane: of which it is asked
 *
 * The same state gives the same question: choices that are numbers stand from the least to
 * the largest, machines and causes in their own order.
 */
SystoleBeat *
systole_question_make (SystoleQuestionKind self, const SystoleLessonState *state, guint lane, const char *language, SystoleLessonFormat format, gpointer data)
{
  g_autoptr (SystoleBeat) beat = systole_beat_new ();
  Maker maker = { state, lane, language, format, data, beat };

  g_return_val_if_fail (self < SYSTOLE_N_QUESTIONS, NULL);
  if (self == SYSTOLE_QUESTION_FIRST_DONE)
    make_first_done (&maker);
  else if (self == SYSTOLE_QUESTION_BOUND)
    make_bound (&maker);
  else
    make_numbers (&maker, self);
  if (beat->choices->len < 2)
    return NULL;
  beat->hides = g_strdup (rows[self].hides);
  systole_texts_set (beat->captions, language, _ (rows[self].sentence));
  return g_steal_pointer (&beat);
}
