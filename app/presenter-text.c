/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/presenter-text.h"

#include "engine/scenario/formula.h"
#include "widgets/lesson-text.h"

/* What the right answer counts: a wrong one without its unit would be known by that. */
static SystoleQuantityKind
find_kind (const SystoleLessonState *state, const SystoleBeat *beat, SystoleQuantityKind otherwise)
{
  for (guint i = 0; i < beat->choices->len; i++)
    {
      const SystoleChoice *choice = &g_array_index (beat->choices, SystoleChoice, i);

      if (choice->misconception == NULL)
        return systole_lesson_evaluate (state, choice->value).kind;
    }
  return otherwise;
}

/**
 * systole_presenter_text_answer:
 * @i: one of the choices of @beat
 *
 * Returns: (transfer full): the words of a choice, or its value with the unit of the right one
 */
char *
systole_presenter_text_answer (const SystoleLessonState *state, const SystoleBeat *beat, guint i)
{
  const SystoleChoice *choice = &g_array_index (beat->choices, SystoleChoice, i);
  SystoleLessonValue value = systole_lesson_evaluate (state, choice->value);

  if (choice->answers->len > 0)
    return systole_lesson_answer (state, choice, g_get_language_names (), systole_text_lesson_value, NULL);
  if (!value.present)
    return systole_lesson_answer (state, choice, g_get_language_names (), systole_text_lesson_answer, NULL);
  if (value.is_whole && (value.kind == SYSTOLE_QUANTITY_REAL || value.kind == SYSTOLE_QUANTITY_COUNT))
    value.kind = find_kind (state, beat, value.kind);
  return systole_text_lesson_answer (&value, NULL);
}

static gboolean
mentions (const SystoleFormula *formula, const char *name)
{
  return formula != NULL && (g_strcmp0 (formula->name, name) == 0 || mentions (formula->left, name) || mentions (formula->right, name));
}

typedef struct
{
  const SystoleLessonState *state;
  const char *hidden;
} Hiding;

static char *
expand_one (const char *formula, gpointer data)
{
  const Hiding *self = data;
  g_autoptr (SystoleFormula) tree = self->hidden != NULL ? systole_formula_parse (formula, NULL) : NULL;
  g_autofree char *whole = g_strdup_printf ("{%s}", formula);

  if (mentions (tree, self->hidden))
    return g_strdup ("?");
  return systole_lesson_expand (self->state, whole, systole_text_lesson_value, NULL);
}

/**
 * systole_presenter_text_caption:
 *
 * Returns: (transfer full): what is said at a beat now
 */
char *
systole_presenter_text_caption (const SystoleLessonState *state, const SystoleBeat *beat, const char *hidden)
{
  gboolean holds = systole_lesson_holds (state, beat->when);
  const GArray *texts = holds || beat->neutrals->len == 0 ? beat->captions : beat->neutrals;
  Hiding hiding = { state, hidden };

  return systole_template_expand (systole_texts_choose (texts, g_get_language_names ()), expand_one, &hiding);
}
