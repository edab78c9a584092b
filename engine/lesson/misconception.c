/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/lesson/misconception.h"

#include <string.h>

#include "engine/base/i18n.h"

static const struct
{
  const char *name, *sentence;
} misconceptions[] = {
#define MISCONCEPTION(name, sentence) { name, sentence },
#include "engine/lesson/misconceptions.def"
#undef MISCONCEPTION
};

guint
systole_misconception_get_n (void)
{
  return G_N_ELEMENTS (misconceptions);
}

const char *
systole_misconception_get_name (guint i)
{
  g_return_val_if_fail (i < G_N_ELEMENTS (misconceptions), NULL);
  return misconceptions[i].name;
}

/**
 * systole_misconception_get_sentence:
 * @name: as in a choice's “misconception”
 *
 * Returns: (nullable): what somebody who has the idea would say, translated; NULL where no
 *   misconception has this name
 */
const char *
systole_misconception_get_sentence (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (misconceptions); i++)
    if (strcmp (misconceptions[i].name, name) == 0)
      return _ (misconceptions[i].sentence);
  return NULL;
}
