/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/cli/cli-locale.h"

#include "config.h"

#include <libintl.h>
#include <locale.h>
#include <string.h>

#include "engine/base/i18n.h"

static const char *asked; /* --language; NULL: not given */

/* Takes --language out of the arguments: it has to be known before the first message. */
static const char *
take_language (char **argv)
{
  const char *language = NULL;
  char **to = argv;
  gboolean options_end = FALSE;

  for (char **from = argv; *from != NULL; from++)
    {
      options_end = options_end || strcmp (*from, "--") == 0;
      if (!options_end && g_str_has_prefix (*from, "--language="))
        language = *from + strlen ("--language=");
      else if (!options_end && strcmp (*from, "--language") == 0 && from[1] != NULL)
        language = *++from;
      else
        *to++ = *from;
    }
  *to = NULL;
  return language;
}

static gboolean
is_untranslated (const char *locale)
{
  return strcmp (locale, "C") == 0 || strcmp (locale, "POSIX") == 0 || g_str_has_prefix (locale, "C.");
}

/* The C locales may have no translations at all, whatever LANGUAGE says: then the
 * language's own locale is looked for, at last the C locale in UTF-8. */
static void
use_language (const char *language)
{
  g_autofree char *plain = g_strndup (language, strcspn (language, ".@:"));
  g_autofree char *country = g_ascii_strup (plain, -1);
  g_autofree char *own = strchr (plain, '_') != NULL ? g_strconcat (plain, ".UTF-8", NULL) : g_strdup_printf ("%s_%s.UTF-8", plain, country);
  const char *const candidates[] = { own, "en_US.UTF-8", "C.UTF-8" };

  g_setenv ("LANGUAGE", language, TRUE);
  if (!is_untranslated (setlocale (LC_MESSAGES, NULL)))
    return;
  for (guint i = 0; i < G_N_ELEMENTS (candidates); i++)
    if (setlocale (LC_MESSAGES, candidates[i]) != NULL)
      break;
}

/* A program in a build folder finds the translations there, an installed one in its own
 * place; APP_LOCALEDIR names another folder. */
static char *
find_translations (void)
{
  const char *named = g_getenv ("APP_LOCALEDIR");
  g_autofree char *program = g_file_read_link ("/proc/self/exe", NULL);
  g_autofree char *folder = program != NULL ? g_path_get_dirname (program) : g_strdup (".");
  g_autofree char *root = g_path_get_dirname (folder);
  g_autofree char *ninja = g_build_filename (root, "build.ninja", NULL);

  if (named != NULL && *named != '\0')
    return g_strdup (named);
  if (g_file_test (ninja, G_FILE_TEST_EXISTS))
    return g_build_filename (root, "po", NULL);
  return g_strdup (SYSTOLE_LOCALEDIR);
}

/**
 * systole_cli_set_locale:
 * @argv: --language is taken out of it
 *
 * An unknown locale is the C locale. All text is UTF-8, in the C locale too.
 */
void
systole_cli_set_locale (char **argv)
{
  g_autofree char *folder = find_translations ();

  setlocale (LC_ALL, "");
  if (strcmp (setlocale (LC_CTYPE, NULL), "C") == 0 || strcmp (setlocale (LC_CTYPE, NULL), "POSIX") == 0)
    setlocale (LC_CTYPE, "C.UTF-8");
  asked = take_language (argv);
  if (asked != NULL)
    use_language (asked);
  bindtextdomain (SYSTOLE_GETTEXT_DOMAIN, folder);
  bind_textdomain_codeset (SYSTOLE_GETTEXT_DOMAIN, "UTF-8");
  textdomain (SYSTOLE_GETTEXT_DOMAIN);
}

/* Returns: (nullable): the value of --language */
const char *
systole_cli_get_language (void)
{
  return asked;
}

/**
 * systole_cli_suspend_translation:
 *
 * From here on messages are English, for output that programs read.
 *
 * Returns: (transfer full): for systole_cli_resume_translation()
 */
char *
systole_cli_suspend_translation (void)
{
  char *locale = g_strdup (setlocale (LC_MESSAGES, NULL));

  setlocale (LC_MESSAGES, "C");
  return locale;
}

void
systole_cli_resume_translation (const char *locale)
{
  setlocale (LC_MESSAGES, locale);
}
