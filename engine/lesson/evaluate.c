/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/lesson/evaluate.h"

#include <math.h>
#include <string.h>

#include "engine/base/i18n.h"
#include "engine/base/number.h"
#include "engine/lesson/names-private.h"
#include "engine/scenario/formula.h"

/* --- the tree --- */

/* The lane's run with another dimension; NULL where it has no such dimension or cannot run. */
static SystoleRun *
run_at (const SystoleLessonState *state, guint lane, const char *field, guint64 value)
{
  g_autoptr (SystoleScenario) other = systole_scenario_copy (state->scenario);
  SystoleOp *op = (SystoleOp *) systole_scenario_get_lane_op (other, lane);
  guint n;
  const SystoleOpDim *dims = systole_op_kind_get_dims (op->kind, &n);

  for (guint i = 0; i < n; i++)
    if (strcmp (dims[i].key, field) == 0)
      {
        op->dims[i] = value;
        return systole_scenario_run_lane (other, lane, state->catalogue, NULL, NULL, NULL);
      }
  return NULL;
}

static SystoleLessonValue
evaluate_term (const SystoleLessonState *state, const SystoleFormula *term)
{
  guint lane = (guint) term->lane;
  g_autoptr (SystoleRun) other = NULL;
  SystoleLessonPlace place;

  if (lane >= state->n_lanes || state->runs[lane] == NULL)
    return systole_lesson_absent;
  place = (SystoleLessonPlace){ state->runs[lane], MIN (state->cycles[lane], systole_run_get_n_cycles (state->runs[lane]) - 1), systole_scenario_get_lane (state->scenario, lane) };
  if (term->field != NULL)
    {
      other = run_at (state, lane, term->field, term->at);
      if (other == NULL)
        return systole_lesson_absent;
      place = (SystoleLessonPlace){ other, MIN (place.cycle, systole_run_get_n_cycles (other) - 1), place.lane };
    }
  return systole_lesson_get_name (&place, term->name);
}

/* --- crossings --- */

#define LAST_CROSSING (G_GUINT64_CONSTANT (1) << 20)

/* Which of the lanes 0 and 1 ends first with this value of the dimension: −1 or 1, 0 at the same
 * time; FALSE where one of them does not run. */
static gboolean
compare_at (const SystoleLessonState *state, const char *field, guint64 value, int *order)
{
  g_autoptr (SystoleRun) a = run_at (state, 0, field, value);
  g_autoptr (SystoleRun) b = run_at (state, 1, field, value);
  double difference;

  if (a == NULL || b == NULL)
    return FALSE;
  difference = systole_run_get_seconds (a) - systole_run_get_seconds (b);
  *order = difference < 0 ? -1 : difference > 0;
  return TRUE;
}

/* Twice as far until the other lane is first, then halves. */
static SystoleLessonValue
find_crossing (const SystoleLessonState *state, const char *field)
{
  guint64 low = 1, high = 1;
  int first, order;

  if (state->n_lanes < 2 || !compare_at (state, field, low, &first) || first == 0)
    return systole_lesson_absent;
  do
    {
      low = high;
      high *= 2;
      if (high > LAST_CROSSING || !compare_at (state, field, high, &order))
        return systole_lesson_absent;
    }
  while (order != -first);
  while (high - low > 1)
    {
      guint64 middle = low + (high - low) / 2;

      if (!compare_at (state, field, middle, &order))
        return systole_lesson_absent;
      *(order == -first ? &high : &low) = middle;
    }
  return systole_lesson_whole (high, SYSTOLE_QUANTITY_COUNT);
}

/* Exact where both are whole and the result is a whole number that fits. */
static SystoleLessonValue
combine (SystoleFormulaKind kind, SystoleLessonValue a, SystoleLessonValue b)
{
  SystoleQuantityKind like = a.kind == b.kind ? a.kind : SYSTOLE_QUANTITY_REAL;
  gboolean exact = a.is_whole && b.is_whole;
  guint64 product;

  if (!a.present || !b.present)
    return systole_lesson_absent;
  switch (kind)
    {
    case SYSTOLE_FORMULA_ADD:
      return exact ? systole_lesson_whole (a.count + b.count, like) : systole_lesson_real (a.real + b.real, like);
    case SYSTOLE_FORMULA_SUBTRACT:
      return exact && a.count >= b.count ? systole_lesson_whole (a.count - b.count, like) : systole_lesson_real (a.real - b.real, like);
    case SYSTOLE_FORMULA_MULTIPLY:
      like = b.kind == SYSTOLE_QUANTITY_COUNT || b.kind == SYSTOLE_QUANTITY_REAL ? a.kind : b.kind;
      return exact && systole_checked_mul (a.count, b.count, &product) ? systole_lesson_whole (product, like) : systole_lesson_real (a.real * b.real, like);
    case SYSTOLE_FORMULA_DIVIDE:
      if (a.kind == SYSTOLE_QUANTITY_BYTES && b.is_bytes_rate)
        return systole_lesson_real (a.real / b.real, SYSTOLE_QUANTITY_SECONDS);
      like = a.kind == b.kind ? SYSTOLE_QUANTITY_REAL : b.kind == SYSTOLE_QUANTITY_COUNT || b.kind == SYSTOLE_QUANTITY_REAL ? a.kind
                                                                                                                            : SYSTOLE_QUANTITY_REAL;
      if (exact && b.count != 0 && a.count % b.count == 0)
        return systole_lesson_whole (a.count / b.count, like);
      return b.real > 0 || b.real < 0 ? systole_lesson_real (a.real / b.real, like) : systole_lesson_absent;
    default:
      g_return_val_if_reached (systole_lesson_absent);
    }
}

static SystoleLessonValue
round_to (SystoleFormulaKind kind, SystoleLessonValue value)
{
  if (!value.present || value.is_whole)
    return value;
  value.real = kind == SYSTOLE_FORMULA_CEIL ? ceil (value.real) : floor (value.real);
  return value.real >= 0 && value.real < 1e18 ? systole_lesson_whole ((guint64) value.real, value.kind) : value;
}

/* Numbers of a formula are plain counts: `cycles ÷ 4` stays cycles. */
static SystoleLessonValue
get_number (double number)
{
  return floor (number) >= number && number < 1e18 ? systole_lesson_whole ((guint64) number, SYSTOLE_QUANTITY_COUNT) : systole_lesson_real (number, SYSTOLE_QUANTITY_REAL);
}

static SystoleLessonValue
evaluate (const SystoleLessonState *state, const SystoleFormula *formula)
{
  switch (formula->kind)
    {
    case SYSTOLE_FORMULA_NUMBER:
      return get_number (formula->number);
    case SYSTOLE_FORMULA_TERM:
      return evaluate_term (state, formula);
    case SYSTOLE_FORMULA_CROSS:
      return find_crossing (state, formula->field);
    case SYSTOLE_FORMULA_CEIL:
    case SYSTOLE_FORMULA_FLOOR:
      return round_to (formula->kind, evaluate (state, formula->left));
    case SYSTOLE_FORMULA_ADD:
    case SYSTOLE_FORMULA_SUBTRACT:
    case SYSTOLE_FORMULA_MULTIPLY:
    case SYSTOLE_FORMULA_DIVIDE:
      return combine (formula->kind, evaluate (state, formula->left), evaluate (state, formula->right));
    case SYSTOLE_FORMULA_LESS:
    case SYSTOLE_FORMULA_GREATER:
    case SYSTOLE_FORMULA_AT_MOST:
    case SYSTOLE_FORMULA_AT_LEAST:
    case SYSTOLE_FORMULA_EQUAL:
    default:
      return systole_lesson_absent; /* a truth is no number */
    }
}

/**
 * systole_lesson_evaluate:
 * @formula: that systole_formula_check() accepts
 *
 * A term with `at` runs its lane again: milliseconds for the shapes of lessons.
 *
 * Returns: the value; not present where a lane is not modelled, does not have the name, or
 *   the result is no finite number
 */
SystoleLessonValue
systole_lesson_evaluate (const SystoleLessonState *state, const char *formula)
{
  g_autoptr (SystoleFormula) tree = systole_formula_parse (formula, NULL);

  return tree != NULL ? evaluate (state, tree) : systole_lesson_absent;
}

static gboolean
compare (SystoleFormulaKind kind, double a, double b)
{
  switch (kind)
    {
    case SYSTOLE_FORMULA_LESS:
      return a < b;
    case SYSTOLE_FORMULA_GREATER:
      return a > b;
    case SYSTOLE_FORMULA_AT_MOST:
      return a <= b;
    case SYSTOLE_FORMULA_AT_LEAST:
      return a >= b;
    case SYSTOLE_FORMULA_EQUAL:
      return !(a < b) && !(a > b);
    default:
      return FALSE;
    }
}

/**
 * systole_lesson_holds:
 * @condition: (nullable): a comparison; NULL holds always
 *
 * Returns: FALSE also where one side has no value
 */
gboolean
systole_lesson_holds (const SystoleLessonState *state, const char *condition)
{
  g_autoptr (SystoleFormula) tree = NULL;
  SystoleLessonValue left, right;

  if (condition == NULL)
    return TRUE;
  tree = systole_formula_parse (condition, NULL);
  if (tree == NULL || tree->kind < SYSTOLE_FORMULA_LESS)
    return FALSE;
  left = evaluate (state, tree->left);
  right = evaluate (state, tree->right);
  return left.present && right.present && compare (tree->kind, left.real, right.real);
}

/* --- texts --- */

static char *
join_dims (const SystoleOp *op)
{
  guint n;
  const SystoleOpDim *dims = systole_op_kind_get_dims (op->kind, &n);
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *count = systole_number_format_count (op->dims[i]);

      if (dims[i].required)
        g_string_append_printf (text, "%s%s", text->len > 0 ? " × " : "", count);
    }
  return g_string_free (text, FALSE);
}

/* A year is no count: no language groups its digits. */
static char *
write_year (const SystoleMachine *machine)
{
  if (machine == NULL || !systole_machine_has (machine, SYSTOLE_FIELD_LAUNCH_YEAR))
    return NULL;
  return g_strdup_printf ("%.0f", systole_machine_get (machine, SYSTOLE_FIELD_LAUNCH_YEAR));
}

/**
 * systole_lesson_get_word:
 * @formula: for which systole_formula_is_word() holds
 *
 * Returns: (transfer full) (nullable): "64 × 64 × 64" for the operation of a lane, "128 ×
 *   128" for its array, the machine's title, its year; NULL where there is none
 */
char *
systole_lesson_get_word (const SystoleLessonState *state, const char *formula)
{
  g_autoptr (SystoleFormula) tree = systole_formula_parse (formula, NULL);
  const SystoleRun *run = tree != NULL && (guint) tree->lane < state->n_lanes ? state->runs[tree->lane] : NULL;
  guint rows, columns;

  if (run == NULL || tree->name == NULL)
    return NULL;
  if (strcmp (tree->name, "op") == 0)
    return join_dims (systole_run_get_op (run));
  if (strcmp (tree->name, "machine") == 0)
    return systole_run_describe_machine (run);
  if (strcmp (tree->name, "year") == 0)
    return write_year (systole_run_get_machine (run));
  return systole_run_get_array_size (run, &rows, &columns) ? g_strdup_printf ("%u × %u", rows, columns) : NULL;
}

typedef struct
{
  const SystoleLessonState *state;
  SystoleLessonFormat format;
  gpointer data;
} Expansion;

static char *
expand_one (const char *formula, gpointer data)
{
  const Expansion *self = data;
  SystoleLessonValue value;
  char *word = systole_formula_is_word (formula) ? systole_lesson_get_word (self->state, formula) : NULL;

  if (word != NULL)
    return word;
  value = systole_lesson_evaluate (self->state, formula);
  /* Translators: “not available”: a number in a sentence that the engine cannot compute */
  return value.present ? self->format (&value, self->data) : g_strdup (_ ("n/a"));
}

/**
 * systole_lesson_expand:
 *
 * Returns: (transfer full): @text with its placeholders filled in
 */
char *
systole_lesson_expand (const SystoleLessonState *state, const char *text, SystoleLessonFormat format, gpointer data)
{
  Expansion expansion = { state, format, data };

  return systole_template_expand (text, expand_one, &expansion);
}

/**
 * systole_lesson_caption:
 *
 * Returns: (transfer full): the caption of a beat; where its condition does not hold, the
 *   neutral sentence if there is one
 */
char *
systole_lesson_caption (const SystoleLessonState *state, const SystoleBeat *beat, const char *const *languages, SystoleLessonFormat format, gpointer data)
{
  gboolean holds = systole_lesson_holds (state, beat->when);
  const GArray *texts = holds || beat->neutrals->len == 0 ? beat->captions : beat->neutrals;

  return systole_lesson_expand (state, systole_texts_choose (texts, languages), format, data);
}

/* A text of a choice: {value} is the choice’s own. */
static char *
expand_of_choice (const SystoleLessonState *state, const SystoleChoice *choice, const char *text, SystoleLessonFormat format, gpointer data)
{
  g_autofree char *formula = g_strdup_printf ("{%s}", choice->value);
  g_auto (GStrv) pieces = g_strsplit (text, "{value}", -1);
  g_autofree char *whole = g_strjoinv (formula, pieces);

  return systole_lesson_expand (state, whole, format, data);
}

/**
 * systole_lesson_answer:
 *
 * Returns: (transfer full): what a choice offers: its text, else its value alone
 */
char *
systole_lesson_answer (const SystoleLessonState *state, const SystoleChoice *choice, const char *const *languages, SystoleLessonFormat format, gpointer data)
{
  const char *text = systole_texts_choose (choice->answers, languages);

  return expand_of_choice (state, choice, *text != '\0' ? text : "{value}", format, data);
}

/**
 * systole_lesson_reveal:
 *
 * Returns: (transfer full): what the reveal says of a choice; "" where there is nothing to say
 */
char *
systole_lesson_reveal (const SystoleLessonState *state, const SystoleChoice *choice, const char *const *languages, SystoleLessonFormat format, gpointer data)
{
  return expand_of_choice (state, choice, systole_texts_choose (choice->reveals, languages), format, data);
}
