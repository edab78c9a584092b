/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/presenter-text.h"

#include "engine/scenario/formula.h"
#include "widgets/lesson-text.h"

/**
 * systole_presenter_text_answer:
 *
 * Returns: (transfer full): the words of a choice, or its value with its unit
 */
char *
systole_presenter_text_answer (const SystoleLessonState *state, const SystoleChoice *choice)
{
  return systole_lesson_answer (state, choice, g_get_language_names (), choice->answers->len > 0 ? systole_text_lesson_value : systole_text_lesson_answer, NULL);
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
