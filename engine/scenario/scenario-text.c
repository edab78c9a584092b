/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/scenario/beat.h"
#include "engine/scenario/scenario-private.h"

#include <string.h>

/* Titles and summaries: the same text in several languages. */

static void
clear_text (gpointer data)
{
  SystoleText *text = data;

  g_free (text->language);
  g_free (text->text);
  systole_unknown_unref (text->unknown);
}

GArray *
systole_text_array_new (void)
{
  GArray *self = g_array_new (FALSE, FALSE, sizeof (SystoleText));

  g_array_set_clear_func (self, clear_text);
  return self;
}

GArray *
systole_text_array_copy (const GArray *self)
{
  GArray *copy = systole_text_array_new ();

  for (guint i = 0; i < self->len; i++)
    {
      const SystoleText *text = &g_array_index (self, SystoleText, i);
      SystoleText own = { g_strdup (text->language), g_strdup (text->text), systole_unknown_ref (text->unknown) };

      g_array_append_val (copy, own);
    }
  return copy;
}

/* "es-ES", "es_ES.UTF-8", "es_ES@euro" → "es_es"; "C" is the language of the sources */
static char *
normalise (const char *language)
{
  g_autofree char *plain = g_ascii_strdown (language, -1);

  g_strdelimit (plain, "-", '_');
  plain[strcspn (plain, ".@")] = '\0';
  if (strcmp (plain, "c") == 0 || strcmp (plain, "posix") == 0)
    return g_strdup ("en");
  return g_steal_pointer (&plain);
}

static const SystoleText *
find_language (const GArray *texts, const char *wanted)
{
  for (guint i = 0; i < texts->len; i++)
    {
      const SystoleText *text = &g_array_index (texts, SystoleText, i);
      g_autofree char *has = normalise (text->language);

      if (strcmp (has, wanted) == 0)
        return text;
    }
  return NULL;
}

/**
 * systole_texts_choose:
 * @texts: (element-type SystoleText)
 * @languages: (nullable): preferred first, as g_get_language_names()
 *
 * Returns: the text in the first of @languages that there is, else the first; "" without any
 */
const char *
systole_texts_choose (const GArray *texts, const char *const *languages)
{
  for (guint i = 0; languages != NULL && languages[i] != NULL; i++)
    {
      g_autofree char *wanted = normalise (languages[i]);
      const SystoleText *text = find_language (texts, wanted);

      if (text == NULL && strchr (wanted, '_') != NULL)
        {
          *strchr (wanted, '_') = '\0';
          text = find_language (texts, wanted);
        }
      if (text != NULL)
        return text->text;
    }
  return texts->len > 0 ? g_array_index (texts, SystoleText, 0).text : "";
}

/**
 * systole_scenario_get_title:
 * @languages: (nullable): preferred first, as g_get_language_names()
 *
 * Returns: the title in the first of @languages that the file has, else the file's
 *   first; "" without any
 */
const char *
systole_scenario_get_title (const SystoleScenario *self, const char *const *languages)
{
  return systole_texts_choose (self->titles, languages);
}

const char *
systole_scenario_get_summary (const SystoleScenario *self, const char *const *languages)
{
  return systole_texts_choose (self->summaries, languages);
}

/**
 * systole_texts_set:
 * @texts: (element-type SystoleText): of something that belongs to nobody else yet
 * @language: "en", "es", …, or "" for none stated
 */
void
systole_texts_set (GArray *texts, const char *language, const char *text)
{
  SystoleText own = { g_strdup (language), g_strdup (text), NULL };

  for (guint i = 0; i < texts->len; i++)
    {
      SystoleText *old = &g_array_index (texts, SystoleText, i);

      if (strcmp (old->language, language) == 0)
        {
          g_free (old->text);
          old->text = own.text;
          g_free (own.language);
          return;
        }
    }
  g_array_append_val (texts, own);
}

/* Only while the scenario belongs to nobody else. */
void
systole_scenario_set_title (SystoleScenario *self, const char *language, const char *title)
{
  systole_texts_set (self->titles, language, title);
}
