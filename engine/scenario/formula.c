/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/scenario/formula.h"

#include <string.h>

#include "engine/base/error.h"
#include "engine/base/i18n.h"
#include "engine/base/number.h"
#include "engine/scenario/formula-names.h"

#define MAX_LANE 63
#define MAX_NESTING 32

typedef struct
{
  const char *text; /* for messages */
  const char *at;
  guint depth;
  GError **error;
} Parser;

static SystoleFormula *
fail (Parser *self, const char *message)
{
  if (*self->at == '\0')
    g_set_error (self->error, SYSTOLE_ERROR, SYSTOLE_ERROR_SYNTAX,
                 /* Translators: the formula, what is wrong */
                 _ ("formula “%.80s”: at its end, %s"),
                 self->text,
                 message);
  else
    g_set_error (self->error, SYSTOLE_ERROR, SYSTOLE_ERROR_SYNTAX,
                 /* Translators: the formula, what follows there, what is wrong */
                 _ ("formula “%.80s”: before “%.20s”, %s"),
                 self->text,
                 self->at,
                 message);
  return NULL;
}

static SystoleFormula *
node_new (SystoleFormulaKind kind, SystoleFormula *left, SystoleFormula *right)
{
  SystoleFormula *self = g_new0 (SystoleFormula, 1);

  self->kind = kind;
  self->lane = -1;
  self->left = left;
  self->right = right;
  return self;
}

void
systole_formula_free (SystoleFormula *self)
{
  if (self == NULL)
    return;
  systole_formula_free (self->left);
  systole_formula_free (self->right);
  g_free (self->name);
  g_free (self->field);
  g_free (self);
}

static void
skip_blanks (Parser *self)
{
  while (*self->at == ' ' || *self->at == '\n' || *self->at == '\t' || strncmp (self->at, "\302\240", 2) == 0)
    self->at += *self->at == '\302' ? 2 : 1;
}

static gboolean
accept (Parser *self, const char *token)
{
  skip_blanks (self);
  if (!g_str_has_prefix (self->at, token))
    return FALSE;
  self->at += strlen (token);
  return TRUE;
}

typedef struct
{
  const char *sign;
  SystoleFormulaKind kind;
} Operator;

/* The operator that stands here, of a table that ends with a NULL sign. */
static const Operator *
accept_operator (Parser *self, const Operator *operators)
{
  for (; operators->sign != NULL; operators++)
    if (accept (self, operators->sign))
      return operators;
  return NULL;
}

/* A word: letters, digits, “_”, “.”, and within ids “-”. */
static char *
accept_word (Parser *self)
{
  const char *start;

  skip_blanks (self);
  start = self->at;
  while (g_ascii_isalnum (*self->at) || *self->at == '_' || *self->at == '.' || (*self->at == '-' && self->at > start && g_ascii_isalpha (self->at[1]) && strchr (start, '.') != NULL && strchr (start, '.') < self->at))
    self->at++;
  return self->at > start ? g_strndup (start, (gsize) (self->at - start)) : NULL;
}

/* --- grammar --- */

static SystoleFormula *parse_sum (Parser *self);

/* “(1)”, short for “of lane 1” */
static gboolean
parse_short_lane (Parser *self, SystoleFormula *term)
{
  g_autofree char *number = NULL;
  guint64 value;

  if (*self->at != '(')
    return TRUE;
  self->at++;
  number = accept_word (self);
  if (number == NULL || !systole_number_parse_uint (number, 0, MAX_LANE, "lane", &value, NULL) || !accept (self, ")"))
    return fail (self, _ ("brackets behind a name hold a lane, a number from 0 to 63")) != NULL;
  term->lane = (int) value;
  return TRUE;
}

static gboolean
parse_lane (Parser *self, SystoleFormula *term)
{
  const char *before = self->at;
  g_autofree char *of = accept_word (self);
  g_autofree char *lane = g_strcmp0 (of, "of") == 0 ? accept_word (self) : NULL;
  g_autofree char *number = g_strcmp0 (lane, "lane") == 0 ? accept_word (self) : NULL;
  guint64 value;

  if (g_strcmp0 (of, "of") != 0)
    {
      self->at = before;
      return TRUE;
    }
  if (number == NULL || !systole_number_parse_uint (number, 0, MAX_LANE, "lane", &value, NULL))
    return fail (self, _ ("“of” needs “lane” and a number from 0 to 63")) != NULL;
  term->lane = (int) value;
  return TRUE;
}

static gboolean
parse_at (Parser *self, SystoleFormula *term)
{
  const char *before = self->at;
  g_autofree char *word = accept_word (self);
  g_autofree char *field = g_strcmp0 (word, "at") == 0 ? accept_word (self) : NULL;
  g_autofree char *number = NULL;

  if (g_strcmp0 (word, "at") != 0)
    {
      self->at = before;
      return TRUE;
    }
  if (field == NULL || !systole_formula_is_dim (field) || !accept (self, "="))
    return fail (self, _ ("“at” needs a dimension, “=” and a whole number")) != NULL;
  number = accept_word (self);
  if (number == NULL || !systole_number_parse_uint (number, 0, G_GUINT64_CONSTANT (1) << 50, field, &term->at, NULL))
    return fail (self, _ ("“at” needs a dimension, “=” and a whole number")) != NULL;
  term->field = g_ascii_strdown (field, -1);
  return TRUE;
}

/* `cross M` */
static SystoleFormula *
parse_cross (Parser *self)
{
  g_autofree char *field = accept_word (self);
  SystoleFormula *cross;

  if (field == NULL || !systole_formula_is_dim (field))
    return fail (self, _ ("“cross” needs a dimension"));
  cross = node_new (SYSTOLE_FORMULA_CROSS, NULL, NULL);
  cross->field = g_ascii_strdown (field, -1);
  return cross;
}

static SystoleFormula *
parse_term (Parser *self)
{
  g_autofree char *word = accept_word (self);
  g_autoptr (SystoleFormula) term = NULL;

  if (word == NULL)
    return fail (self, _ ("a number or a name is missing"));
  if (g_ascii_isdigit (*word))
    {
      term = node_new (SYSTOLE_FORMULA_NUMBER, NULL, NULL);
      if (!systole_number_parse_double (word, 0, 1e300, "number", &term->number, self->error))
        return NULL;
      return g_steal_pointer (&term);
    }
  if (strcmp (word, "cross") == 0)
    return parse_cross (self);
  if (!systole_formula_is_name (word))
    {
      g_autofree char *message = g_strdup_printf (_ ("“%s” is neither a counter nor a dimension"), word);

      return fail (self, message);
    }
  term = node_new (SYSTOLE_FORMULA_TERM, NULL, NULL);
  term->name = g_steal_pointer (&word);
  if (!parse_short_lane (self, term) || !parse_lane (self, term) || !parse_at (self, term))
    return NULL;
  return g_steal_pointer (&term);
}

static SystoleFormula *
parse_factor (Parser *self)
{
  static const struct
  {
    const char *open, *close;
    SystoleFormulaKind kind;
    gboolean plain;
  } brackets[] = { { "(", ")", 0, TRUE }, { "⌈", "⌉", SYSTOLE_FORMULA_CEIL, FALSE }, { "⌊", "⌋", SYSTOLE_FORMULA_FLOOR, FALSE } };

  for (guint i = 0; i < G_N_ELEMENTS (brackets); i++)
    if (accept (self, brackets[i].open))
      {
        g_autoptr (SystoleFormula) inner = NULL;

        if (self->depth++ >= MAX_NESTING)
          return fail (self, _ ("too many brackets"));
        inner = parse_sum (self);
        self->depth--;
        if (inner == NULL)
          return NULL;
        if (!accept (self, brackets[i].close))
          return fail (self, _ ("a bracket is not closed"));
        return brackets[i].plain ? g_steal_pointer (&inner) : node_new (brackets[i].kind, g_steal_pointer (&inner), NULL);
      }
  return parse_term (self);
}

/* Operands of one precedence, from left to right. */
static SystoleFormula *
parse_chain (Parser *self, const Operator *operators, SystoleFormula *(*parse_operand) (Parser *) )
{
  g_autoptr (SystoleFormula) left = parse_operand (self);
  const Operator *operator;

  while (left != NULL && (operator= accept_operator (self, operators)) != NULL)
    {
      SystoleFormula *right = parse_operand (self);

      if (right == NULL)
        return NULL;
      left = node_new (operator->kind, g_steal_pointer (&left), right);
    }
  return g_steal_pointer (&left);
}

static SystoleFormula *
parse_product (Parser *self)
{
  static const Operator operators[] = { { "×", SYSTOLE_FORMULA_MULTIPLY }, { "*", SYSTOLE_FORMULA_MULTIPLY }, { "÷", SYSTOLE_FORMULA_DIVIDE }, { "/", SYSTOLE_FORMULA_DIVIDE }, { NULL, 0 } };

  return parse_chain (self, operators, parse_factor);
}

static SystoleFormula *
parse_sum (Parser *self)
{
  static const Operator operators[] = { { "+", SYSTOLE_FORMULA_ADD }, { "−", SYSTOLE_FORMULA_SUBTRACT }, { "-", SYSTOLE_FORMULA_SUBTRACT }, { NULL, 0 } };

  return parse_chain (self, operators, parse_product);
}

/* Terms without a lane take that of the next that has one. Visited from the right. */
static void
fill_lanes (SystoleFormula *self, int *lane)
{
  if (self == NULL)
    return;
  fill_lanes (self->right, lane);
  fill_lanes (self->left, lane);
  if (self->kind != SYSTOLE_FORMULA_TERM)
    return;
  if (self->lane < 0)
    self->lane = *lane;
  *lane = self->lane;
}

/**
 * systole_formula_parse:
 *
 * Returns: (transfer full) (nullable): NULL with %SYSTOLE_ERROR_SYNTAX and a message that
 *   shows the place
 */
SystoleFormula *
systole_formula_parse (const char *text, GError **error)
{
  static const Operator comparisons[] = {
    { "<", SYSTOLE_FORMULA_LESS }, { ">", SYSTOLE_FORMULA_GREATER }, { "≤", SYSTOLE_FORMULA_AT_MOST }, { "≥", SYSTOLE_FORMULA_AT_LEAST }, { "=", SYSTOLE_FORMULA_EQUAL }, { NULL, 0 }
  };
  Parser self = { .text = text, .at = text, .error = error };
  g_autoptr (SystoleFormula) formula = parse_sum (&self);
  const Operator *comparison = formula != NULL ? accept_operator (&self, comparisons) : NULL;
  int lane = 0;

  if (comparison != NULL)
    {
      SystoleFormula *right = parse_sum (&self);

      formula = right != NULL ? node_new (comparison->kind, g_steal_pointer (&formula), right) : (systole_formula_free (g_steal_pointer (&formula)), NULL);
    }
  skip_blanks (&self);
  if (formula != NULL && *self.at != '\0')
    return fail (&self, _ ("an operator is missing"));
  fill_lanes (formula, &lane);
  return g_steal_pointer (&formula);
}

gboolean
systole_formula_check (const char *text, GError **error)
{
  g_autoptr (SystoleFormula) formula = systole_formula_parse (text, error);

  return formula != NULL;
}

gboolean
systole_formula_is_word (const char *text)
{
  g_autoptr (SystoleFormula) formula = systole_formula_parse (text, NULL);

  return formula != NULL && formula->kind == SYSTOLE_FORMULA_TERM && systole_formula_is_word_name (formula->name);
}

/* --- texts with placeholders --- */

static char *
check_one (const char *formula, gpointer data)
{
  GError **error = data;

  if (*error == NULL)
    systole_formula_check (formula, error);
  return g_strdup ("");
}

/**
 * systole_template_check:
 *
 * Returns: FALSE with %SYSTOLE_ERROR_SYNTAX where a placeholder is no formula
 */
gboolean
systole_template_check (const char *text, GError **error)
{
  g_autoptr (GError) local = NULL;
  g_autofree char *expanded = systole_template_expand (text, check_one, &local);

  if (local == NULL)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&local));
  return FALSE;
}

/**
 * systole_template_expand:
 * @text: `{formula}` is a placeholder; a brace without its partner is itself
 *
 * Returns: (transfer full): @text with what @function says in place of the placeholders
 */
char *
systole_template_expand (const char *text, SystoleTemplateFunction function, gpointer data)
{
  GString *out = g_string_new (NULL);

  for (;;)
    {
      const char *open = strchr (text, '{');
      const char *close = open != NULL ? strchr (open, '}') : NULL;
      g_autofree char *formula = NULL;
      g_autofree char *value = NULL;

      if (close == NULL)
        break;
      g_string_append_len (out, text, open - text);
      formula = g_strndup (open + 1, (gsize) (close - open - 1));
      value = function (formula, data);
      g_string_append (out, value);
      text = close + 1;
    }
  g_string_append (out, text);
  return g_string_free (out, FALSE);
}
