/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/presenter-content.h"

#include <string.h>

#include "app/differences.h"
#include "app/lesson-instant.h"
#include "app/presenter-text.h"
#include "engine/base/i18n.h"
#include "engine/scenario/formula.h"
#include "engine/run/run-name.h"
#include "widgets/lesson-text.h"
#include "widgets/metric-rows.h"
#include "widgets/quantity-text.h"

#define MAX_ROWS 12

struct _SystolePresenterContent
{
  char *caption;                                   /* below the picture */
  char *captions[SYSTOLE_PRESENTER_MAX_LANES + 1]; /* without a lesson: by how many lanes there is room for */
  SystoleRunName names[SYSTOLE_PRESENTER_MAX_LANES];
  guint n_most;      /* lanes that are drawn, if there is room */
  char *asks;        /* above it, or NULL */
  char *description; /* for those who do not see the picture, or NULL */
  char *notes, *key;
  char *target, *target_value; /* NULL: nothing is asked for; not yet */
  gboolean hides;              /* "?" stands for `hidden` */
  SystoleCounter hidden;
  const char *pane; /* of the beat's, or NULL */
  SystoleQuestionPaint question;
  char *crossing; /* dimension whose value is the right answer: from there on the other lane is faster; or NULL */
  guint64 crossing_at;
  char *answers[SYSTOLE_QUESTION_MAX_CHOICES], *reveals[SYSTOLE_QUESTION_MAX_CHOICES];
  SystolePresenterRow rows[MAX_ROWS];
  guint n_rows;
};

SystolePresenterContent *
systole_presenter_content_new (void)
{
  return g_new0 (SystolePresenterContent, 1);
}

static void
clear (SystolePresenterContent *self)
{
  g_free (self->caption);
  for (guint i = 0; i < G_N_ELEMENTS (self->captions); i++)
    g_free (self->captions[i]);
  for (guint i = 0; i < G_N_ELEMENTS (self->names); i++)
    systole_run_name_clear (&self->names[i]);
  g_free (self->asks);
  g_free (self->description);
  g_free (self->notes);
  g_free (self->key);
  g_free (self->target);
  g_free (self->target_value);
  g_free (self->crossing);
  for (guint i = 0; i < SYSTOLE_QUESTION_MAX_CHOICES; i++)
    {
      g_free (self->answers[i]);
      g_free (self->reveals[i]);
    }
  for (guint i = 0; i < self->n_rows; i++)
    {
      g_free ((char *) self->rows[i].title);
      for (guint lane = 0; lane < SYSTOLE_PRESENTER_MAX_LANES; lane++)
        g_free ((char *) self->rows[i].values[lane]);
    }
  memset (self, 0, sizeof *self);
}

void
systole_presenter_content_free (SystolePresenterContent *self)
{
  if (self == NULL)
    return;
  clear (self);
  g_free (self);
}

/* FALSE: the lane has no run. */
static gboolean
name_lane (SystoleSession *session, guint lane, SystoleRunName *out)
{
  const SystoleRun *runs[SYSTOLE_MAX_LANES];
  guint n = MIN (systole_session_get_n_lanes (session), G_N_ELEMENTS (runs));

  for (guint i = 0; i < n; i++)
    runs[i] = systole_session_get_run (session, i);
  if (lane >= n || runs[lane] == NULL)
    return FALSE;
  systole_run_name_init (out, runs, n, lane);
  return TRUE;
}

/* --- without a lesson --- */

/* Which lanes there is no room for. */
static void
append_undrawn (GString *words, SystoleSession *session, guint drawn)
{
  g_autoptr (GString) list = g_string_new (NULL);

  for (guint i = drawn; i < systole_session_get_n_lanes (session); i++)
    {
      g_auto (SystoleRunName) name = { NULL };

      if (name_lane (session, i, &name))
        g_string_append_printf (list, "%s%c, %s", list->len > 0 ? "; " : "", 'A' + i, name.brief);
    }
  if (list->len > 0)
    /* Translators: letters and names of machines: “C, NVIDIA T4” */
    g_string_append_printf (words, _ (" Not drawn: %s."), list->str);
}

/* What each machine does now: the sentence of the window, lane by lane, of the first @drawn. */
static char *
describe_now (SystoleSession *session, guint drawn)
{
  GString *words = g_string_new (NULL);
  guint n = MIN (systole_session_get_n_lanes (session), drawn);
  gboolean letters = systole_session_needs_letters (session);

  for (guint i = 0; i < n; i++)
    {
      SystoleRun *run = systole_session_get_run (session, i);
      g_autofree char *text = run != NULL ? systole_run_describe_cycle (run, systole_session_get_cycle (session, i)) : NULL;
      const char *end;

      if (text == NULL || *text == '\0')
        continue;
      /* one sentence a machine: the rest is for reading near by */
      end = n > 1 ? strstr (text, ". ") : NULL;
      if (words->len > 0)
        g_string_append_c (words, ' ');
      if (letters)
        g_string_append_printf (words, "%c. ", 'A' + i);
      g_string_append_len (words, text, end != NULL ? end - text + 1 : (gssize) strlen (text));
    }
  append_undrawn (words, session, n);
  return g_string_free (words, FALSE);
}

/* --- of a beat --- */

static char *
expand (const SystoleLessonNow *now, const GArray *texts)
{
  return systole_lesson_expand (&now->state, systole_texts_choose (texts, g_get_language_names ()), systole_text_lesson_value, NULL);
}

/* Where the right answer is a size of the operation, a map can show it. */
static void
take_crossing (SystolePresenterContent *self, const SystoleLessonNow *now, const SystoleChoice *choice)
{
  g_autoptr (SystoleFormula) formula = systole_formula_parse (choice->value, NULL);
  SystoleLessonValue value;

  if (formula == NULL || formula->kind != SYSTOLE_FORMULA_CROSS)
    return;
  value = systole_lesson_evaluate (&now->state, choice->value);
  if (!value.present || !value.is_whole)
    return;
  self->crossing = g_strdup (formula->field);
  self->crossing_at = value.count;
}

static void
take_question (SystolePresenterContent *self, const SystoleLessonNow *now, const SystoleBeat *beat, const SystolePresenterState *state)
{
  self->question.n = MIN (beat->choices->len, SYSTOLE_QUESTION_MAX_CHOICES);
  self->question.revealed = state->revealed;
  self->question.progress = 1;
  for (guint i = 0; i < self->question.n; i++)
    {
      const SystoleChoice *choice = &g_array_index (beat->choices, SystoleChoice, i);
      SystoleQuestionChoice *shown = &self->question.choices[i];

      self->answers[i] = systole_presenter_text_answer (&now->state, beat, i);
      self->reveals[i] = systole_lesson_reveal (&now->state, choice, g_get_language_names (), systole_text_lesson_value, NULL);
      shown->text = self->answers[i];
      shown->reveal = self->reveals[i];
      shown->hands = systole_presenter_state_count_hands (state, i);
      shown->right = choice->misconception == NULL;
      if (!shown->right)
        continue;
      self->key = g_strdup_printf ("%u: %s", i + 1, self->answers[i]);
      take_crossing (self, now, choice);
    }
}

/* "Vote: hands up for 1, 2, 3 or 4." */
static char *
ask_for_hands (guint n)
{
  switch (n)
    {
    case 2:
      return g_strdup (_ ("Vote: hands up for 1 or 2."));
    case 3:
      return g_strdup (_ ("Vote: hands up for 1, 2 or 3."));
    default:
      return g_strdup (_ ("Vote: hands up for 1, 2, 3 or 4."));
    }
}

/* After the reveal the sentence of the right answer, else the answer itself. */
static char *
tell_answer (const SystolePresenterContent *self)
{
  for (guint i = 0; i < self->question.n; i++)
    if (self->question.choices[i].right)
      {
        if (*self->reveals[i] != '\0')
          return g_strdup (self->reveals[i]);
        /* Translators: number of an answer and the answer: “2: 30 cycles.” */
        return g_strdup_printf (_ ("%u: %s."), i + 1, self->answers[i]);
      }
  return g_strdup ("");
}

/* The number that is asked for, by its name; of two machines both. */
static void
take_target (SystolePresenterContent *self, SystoleSession *session, gboolean hides)
{
  guint n = MIN (systole_session_get_n_lanes (session), SYSTOLE_PRESENTER_BEAT_LANES);
  GString *values = g_string_new (NULL);

  for (guint i = 0; i < n; i++)
    {
      SystoleRun *run = systole_session_get_run (session, i);
      g_autofree char *value = run != NULL ? systole_text_counter (run, self->hidden) : g_strdup ("–");

      if (n > 1)
        g_string_append_printf (values, "%s%c ", i > 0 ? " · " : "", 'A' + i);
      g_string_append (values, hides ? "?" : value);
    }
  self->hides = hides;
  self->target = g_strdup (systole_counter_get_title (self->hidden));
  self->target_value = g_string_free (values, FALSE);
}

static void
take_rows (SystolePresenterContent *self, SystoleSession *session)
{
  g_autoptr (GArray) metrics = g_array_new (FALSE, FALSE, sizeof (SystoleMetric));
  SystoleRun *runs[SYSTOLE_PRESENTER_MAX_LANES] = { NULL };
  guint n = MIN (systole_session_get_n_lanes (session), SYSTOLE_PRESENTER_BEAT_LANES);

  for (guint i = 0; i < n; i++)
    runs[i] = systole_session_get_run (session, i);
  systole_metrics_collect (runs, n, metrics);
  for (guint i = 0; i < metrics->len && self->n_rows < MAX_ROWS; i++)
    {
      const SystoleMetric *metric = &g_array_index (metrics, SystoleMetric, i);
      gboolean asked = self->hides && metric->kind == SYSTOLE_METRIC_COUNTER && metric->which == (guint) self->hidden;
      SystolePresenterRow *row = &self->rows[self->n_rows++];

      row->title = systole_metric_get_title (metric);
      for (guint lane = 0; lane < n; lane++)
        row->values[lane] = runs[lane] == NULL ? g_strdup ("–") : asked ? g_strdup ("?")
                                                                        : systole_metric_format (metric, runs[lane]);
    }
}

static void
take_beat (SystolePresenterContent *self, SystoleSession *session, const SystoleBeat *beat, const SystolePresenterState *state)
{
  g_autofree char *said = NULL;
  gboolean hides = systole_presenter_state_hides (state);
  SystoleLessonNow now;

  systole_lesson_now (session, &now);
  said = systole_presenter_text_caption (&now.state, beat, hides ? beat->hides : NULL);
  self->notes = expand (&now, beat->notes);
  self->description = expand (&now, beat->descriptions);
  self->pane = beat->pane;
  if (beat->choices->len > 0 && !state->put_away)
    {
      take_question (self, &now, beat, state);
      self->asks = g_steal_pointer (&said);
      self->caption = state->revealed ? tell_answer (self) : ask_for_hands (self->question.n);
    }
  else
    self->caption = g_steal_pointer (&said);
  if (beat->hides != NULL && systole_counter_from_id (beat->hides, &self->hidden))
    take_target (self, session, hides);
  if (beat->pane != NULL && strcmp (beat->pane, "table") == 0)
    take_rows (self, session);
}

/**
 * systole_presenter_content_update:
 *
 * After another beat, another instant, a hand, a reveal.
 */
void
systole_presenter_content_update (SystolePresenterContent *self, SystoleSession *session, const SystoleBeat *beat, const SystolePresenterState *state)
{
  clear (self);
  self->n_most = beat != NULL ? SYSTOLE_PRESENTER_BEAT_LANES : SYSTOLE_PRESENTER_MAX_LANES;
  for (guint i = 0; i < G_N_ELEMENTS (self->names); i++)
    name_lane (session, i, &self->names[i]);
  if (beat != NULL)
    take_beat (self, session, beat, state);
  else
    {
      self->caption = describe_now (session, systole_session_get_n_lanes (session));
      for (guint i = 0; i < G_N_ELEMENTS (self->captions); i++)
        self->captions[i] = describe_now (session, i);
    }
}

/**
 * systole_presenter_content_fill:
 * @out: (inout): with size and style
 */
void
systole_presenter_content_fill (const SystolePresenterContent *self, SystoleSession *session, SystolePresenterPaint *out)
{
  out->n_lanes = systole_presenter_count_lanes (out, MIN (systole_session_get_n_lanes (session), self->n_most));
  out->time_base = systole_session_get_time_base (session);
  out->active = systole_session_get_active (session);
  out->axis = systole_session_get_axis (session);
  for (guint i = 0; i < out->n_lanes; i++)
    {
      SystolePresenterLane *lane = &out->lanes[i];
      const GError *error = systole_session_get_error (session, i);

      lane->run = systole_session_get_run (session, i);
      lane->letter = out->n_lanes > 1 || systole_session_get_n_lanes (session) > 1 ? (char) ('A' + i) : '\0';
      lane->position = systole_session_get_position (session, i);
      lane->message = error != NULL ? error->message : NULL;
      lane->name = self->names[i].title != NULL ? &self->names[i] : NULL;
      if (lane->run == NULL)
        lane->title = systole_differences_get_model (systole_scenario_get_lane (systole_session_get_scenario (session), i), systole_session_get_catalogue (session));
    }
  out->caption = self->captions[out->n_lanes] != NULL ? self->captions[out->n_lanes] : self->caption;
  out->asks = self->asks;
  out->question = self->asks != NULL ? &self->question : NULL;
  out->target = self->target;
  out->target_value = self->target_value;
  out->hides = self->hides;
  out->hidden = self->hidden;
  out->pane = self->pane;
  out->rows = self->rows;
  out->n_rows = self->n_rows;
}

void
systole_presenter_content_set_progress (SystolePresenterContent *self, double progress)
{
  self->question.progress = CLAMP (progress, 0, 1);
}

const char *
systole_presenter_content_get_notes (const SystolePresenterContent *self)
{
  return self->notes != NULL ? self->notes : "";
}

const char *
systole_presenter_content_get_caption (const SystolePresenterContent *self)
{
  return self->caption != NULL ? self->caption : "";
}

const char *
systole_presenter_content_get_key (const SystolePresenterContent *self)
{
  return self->key != NULL ? self->key : "";
}

/**
 * systole_presenter_content_mark_answer:
 *
 * Marks on a map of that dimension where the right answer lies, after it has been revealed.
 */
void
systole_presenter_content_mark_answer (const SystolePresenterContent *self, SystoleMapPaint *map)
{
  map->has_answer = self->crossing != NULL && self->question.revealed && map->has_here && g_ascii_strcasecmp (self->crossing, map->x_name) == 0;
  map->answer_x = map->has_answer ? self->crossing_at : 0;
}
