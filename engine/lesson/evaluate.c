/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/lesson/evaluate.h"

#include <math.h>
#include <string.h>

#include "engine/base/i18n.h"
#include "engine/base/number.h"
#include "engine/scenario/formula.h"

static const SystoleLessonValue absent = { FALSE, 0, 0, FALSE, SYSTOLE_QUANTITY_REAL };

static SystoleLessonValue
whole (guint64 count, SystoleQuantityKind kind)
{
  return (SystoleLessonValue){ TRUE, (double) count, count, TRUE, kind };
}

static SystoleLessonValue
real (double value, SystoleQuantityKind kind)
{
  if (!isfinite (value))
    return absent;
  return (SystoleLessonValue){ TRUE, value, 0, FALSE, kind };
}

/* --- the names --- */

/* One place of a formula: a run, and the cycle that is shown of it. */
typedef struct
{
  const SystoleRun *run;
  guint64 cycle;
} Place;

static SystoleLessonValue
get_waterfall (const Place *place, const char *id)
{
  guint n;
  const SystoleWaterfallPart *parts = systole_run_get_waterfall (place->run, &n);

  for (guint i = 0; i < n; i++)
    if (strcmp (systole_part_get_id (parts[i].part), id) == 0)
      return whole (parts[i].cycles, SYSTOLE_QUANTITY_CYCLES);
  return whole (0, SYSTOLE_QUANTITY_CYCLES); /* a cause that this run does not know costs nothing */
}

static SystoleLessonValue
get_idle (const Place *place, const char *id)
{
  SystoleSummary summary;

  systole_run_summarize (place->run, place->cycle, &summary);
  for (guint reason = 1; reason < SYSTOLE_N_REASONS; reason++)
    if (strcmp (systole_reason_get_id ((SystoleReason) reason), id) == 0)
      return whole (summary.idle[reason], SYSTOLE_QUANTITY_COUNT);
  return absent;
}

static SystoleLessonValue
get_utilization (const Place *place, const char *id)
{
  guint n;
  const SystoleUtilization *units = systole_run_get_utilization (place->run, &n);

  for (guint i = 0; i < n; i++)
    if (strcmp (systole_unit_get_id (units[i].unit), id) == 0)
      return real (units[i].share, SYSTOLE_QUANTITY_RATIO);
  return absent;
}

static SystoleLessonValue
get_busy (const Place *place, const char *name)
{
  SystoleSummary summary;

  systole_run_summarize (place->run, place->cycle, &summary);
  return whole (strcmp (name, "busy") == 0 ? summary.busy : summary.total, SYSTOLE_QUANTITY_COUNT);
}

static SystoleLessonValue
get_cycle (const Place *place, const char *name)
{
  return whole (place->cycle, SYSTOLE_QUANTITY_COUNT);
}

static SystoleLessonValue
get_side (const Place *place, const char *name)
{
  guint rows, columns;

  if (!systole_run_get_array_size (place->run, &rows, &columns))
    return absent;
  return whole (strcmp (name, "rows") == 0 ? rows : columns, SYSTOLE_QUANTITY_COUNT);
}

static SystoleLessonValue
get_counter (const Place *place, SystoleCounter counter)
{
  SystoleQuantity quantity = systole_run_get_counter (place->run, counter);

  if (!quantity.present)
    return absent;
  if (systole_counter_is_whole (counter))
    return whole (quantity.count, systole_counter_get_kind (counter));
  return real (quantity.real, systole_counter_get_kind (counter));
}

static SystoleLessonValue
get_dim (const Place *place, const char *name)
{
  const SystoleOp *op = systole_run_get_op (place->run);
  g_autofree char *key = g_ascii_strdown (name, -1);
  guint n;
  const SystoleOpDim *dims = systole_op_kind_get_dims (op->kind, &n);

  for (guint i = 0; i < n; i++)
    if (strcmp (dims[i].key, key) == 0)
      return whole (op->dims[i], SYSTOLE_QUANTITY_COUNT);
  return absent;
}

static SystoleLessonValue
get_name (const Place *place, const char *name)
{
  static const struct
  {
    const char *prefix;
    SystoleLessonValue (*get) (const Place *place, const char *rest);
  } families[] = { { "waterfall.", get_waterfall }, { "idle.", get_idle }, { "utilization.", get_utilization } };
  static const struct
  {
    const char *name;
    SystoleLessonValue (*get) (const Place *place, const char *name);
  } names[] = { { "busy", get_busy }, { "units", get_busy }, { "cycle", get_cycle }, { "rows", get_side }, { "columns", get_side } };
  SystoleCounter counter;

  for (guint i = 0; i < G_N_ELEMENTS (families); i++)
    if (g_str_has_prefix (name, families[i].prefix))
      return families[i].get (place, name + strlen (families[i].prefix));
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (strcmp (names[i].name, name) == 0)
      return names[i].get (place, name);
  if (systole_counter_from_id (name, &counter))
    return get_counter (place, counter);
  return get_dim (place, name);
}

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
  Place place;

  if (lane >= state->n_lanes || state->runs[lane] == NULL)
    return absent;
  place = (Place){ state->runs[lane], MIN (state->cycles[lane], systole_run_get_n_cycles (state->runs[lane]) - 1) };
  if (term->field != NULL)
    {
      other = run_at (state, lane, term->field, term->at);
      if (other == NULL)
        return absent;
      place = (Place){ other, MIN (place.cycle, systole_run_get_n_cycles (other) - 1) };
    }
  return get_name (&place, term->name);
}

/* Exact where both are whole and the result is a whole number that fits. */
static SystoleLessonValue
combine (SystoleFormulaKind kind, SystoleLessonValue a, SystoleLessonValue b)
{
  SystoleQuantityKind like = a.kind == b.kind ? a.kind : SYSTOLE_QUANTITY_REAL;
  gboolean exact = a.is_whole && b.is_whole;
  guint64 product;

  if (!a.present || !b.present)
    return absent;
  switch (kind)
    {
    case SYSTOLE_FORMULA_ADD:
      return exact ? whole (a.count + b.count, like) : real (a.real + b.real, like);
    case SYSTOLE_FORMULA_SUBTRACT:
      return exact && a.count >= b.count ? whole (a.count - b.count, like) : real (a.real - b.real, like);
    case SYSTOLE_FORMULA_MULTIPLY:
      like = b.kind == SYSTOLE_QUANTITY_COUNT || b.kind == SYSTOLE_QUANTITY_REAL ? a.kind : b.kind;
      return exact && systole_checked_mul (a.count, b.count, &product) ? whole (product, like) : real (a.real * b.real, like);
    case SYSTOLE_FORMULA_DIVIDE:
      like = a.kind == b.kind ? SYSTOLE_QUANTITY_REAL : b.kind == SYSTOLE_QUANTITY_COUNT || b.kind == SYSTOLE_QUANTITY_REAL ? a.kind
                                                                                                                            : SYSTOLE_QUANTITY_REAL;
      if (exact && b.count != 0 && a.count % b.count == 0)
        return whole (a.count / b.count, like);
      return b.real > 0 || b.real < 0 ? real (a.real / b.real, like) : absent;
    default:
      g_return_val_if_reached (absent);
    }
}

static SystoleLessonValue
round_to (SystoleFormulaKind kind, SystoleLessonValue value)
{
  if (!value.present || value.is_whole)
    return value;
  value.real = kind == SYSTOLE_FORMULA_CEIL ? ceil (value.real) : floor (value.real);
  return value.real >= 0 && value.real < 1e18 ? whole ((guint64) value.real, value.kind) : value;
}

/* Numbers of a formula are plain counts: `cycles ÷ 4` stays cycles. */
static SystoleLessonValue
get_number (double number)
{
  return floor (number) >= number && number < 1e18 ? whole ((guint64) number, SYSTOLE_QUANTITY_COUNT) : real (number, SYSTOLE_QUANTITY_REAL);
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
      return absent; /* a truth is no number */
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

  return tree != NULL ? evaluate (state, tree) : absent;
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

/**
 * systole_lesson_get_word:
 * @formula: for which systole_formula_is_word() holds
 *
 * Returns: (transfer full) (nullable): "64 × 64 × 64" for the operation of a lane, "128 ×
 *   128" for its array, the machine's title; NULL where there is none
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
