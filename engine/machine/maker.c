/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/machine/maker.h"

#include "engine/base/i18n.h"

#include <string.h>

/* What a text is with each maker; NULL: as in the first. Of texts without a plural @many is NULL. */
typedef struct
{
  const char *one, *many;
} Words;

static const Words sayings[][SYSTOLE_N_MAKERS] = {
#define SAYING(usual, amd, intel) { { usual, NULL }, { amd, NULL }, { intel, NULL } },
#define SAYINGS(one, many, amd, intel) { { one, many }, { amd }, { intel } },
#include "engine/machine/maker-words.def"
#undef SAYING
#undef SAYINGS
};

static const Words *
find (SystoleMaker maker, const char *text)
{
  for (guint i = 0; maker != SYSTOLE_MAKER_USUAL && i < G_N_ELEMENTS (sayings); i++)
    if (strcmp (sayings[i][SYSTOLE_MAKER_USUAL].one, text) == 0 && sayings[i][maker].one != NULL)
      return &sayings[i][maker];
  return NULL;
}

/**
 * systole_maker_choose:
 * @text: in NVIDIA’s words, marked for translation; it may be a format
 *
 * Returns: the same in the maker’s words, not translated; @text itself where there are none of its own
 */
const char *
systole_maker_choose (SystoleMaker self, const char *text)
{
  const Words *words = find (self, text);

  return words != NULL ? words->one : text;
}

/** systole_maker_choose(), translated. */
const char *
systole_maker_say (SystoleMaker self, const char *text)
{
  return _ (systole_maker_choose (self, text));
}

/**
 * systole_maker_say_many:
 * @one: in NVIDIA’s words, of one; with @many marked by NP_()
 * @many: of several
 *
 * Returns: the text of @n in the maker’s words, translated
 */
const char *
systole_maker_say_many (SystoleMaker self, const char *one, const char *many, guint64 n)
{
  const Words *words = find (self, one);

  return words != NULL && words->many != NULL ? P_ (words->one, words->many, n) : P_ (one, many, n);
}

/**
 * systole_maker_get_words:
 * @i: row of the table, from 0
 * @one: (out): the text of @maker; NULL: as in NVIDIA’s words
 * @many: (out): its plural, or NULL
 *
 * Returns: whether there is such a row
 */
gboolean
systole_maker_get_words (guint i, SystoleMaker maker, const char **one, const char **many)
{
  g_return_val_if_fail (maker < SYSTOLE_N_MAKERS, FALSE);
  if (i >= G_N_ELEMENTS (sayings))
    return FALSE;
  *one = sayings[i][maker].one;
  *many = sayings[i][maker].many;
  return TRUE;
}
