/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/place.h"

#include <libintl.h>
#include <locale.h>
#include <string.h>

#include "config.h"
#include "engine/base/i18n.h"

/* The folder of the program's own file, or NULL where the system does not say. */
static char *
own_folder (const char *executable)
{
  g_autofree char *link = g_file_read_link ("/proc/self/exe", NULL);

  if (link != NULL)
    return g_path_get_dirname (link);
  return executable != NULL && strchr (executable, G_DIR_SEPARATOR) != NULL ? g_path_get_dirname (executable) : NULL;
}

/* A build folder has the compiled schema beside the folder of the program (build/app,
 * build/tests/app); an installed tree has not. */
static char *
build_root (const char *executable)
{
  g_autofree char *folder = own_folder (executable);

  for (int up = 0; folder != NULL && up < 3; up++)
    {
      g_autofree char *schemas = g_build_filename (folder, "data", "gschemas.compiled", NULL);
      g_autofree char *ninja = g_build_filename (folder, "build.ninja", NULL);
      char *parent;

      if (g_file_test (schemas, G_FILE_TEST_EXISTS) && g_file_test (ninja, G_FILE_TEST_EXISTS))
        return g_steal_pointer (&folder);
      parent = g_path_get_dirname (folder);
      g_free (folder);
      folder = parent;
    }
  return NULL;
}

/**
 * systole_place_set_up:
 * @executable: argv[0]
 *
 * Finds schema and translations: those of the build folder when run from there, else
 * the installed ones; `APP_LOCALEDIR` names another folder of translations. Before any
 * GSettings.
 */
void
systole_place_set_up (const char *executable)
{
  g_autofree char *root = build_root (executable);
  const char *named = g_getenv ("APP_LOCALEDIR");
  g_autofree char *locale_folder = NULL;

  if (root != NULL && g_getenv ("GSETTINGS_SCHEMA_DIR") == NULL)
    {
      g_autofree char *schemas = g_build_filename (root, "data", NULL);

      g_setenv ("GSETTINGS_SCHEMA_DIR", schemas, TRUE);
    }
  if (named != NULL && *named != '\0')
    locale_folder = g_strdup (named);
  else if (root != NULL)
    locale_folder = g_build_filename (root, "po", NULL);
  else
    locale_folder = g_strdup (SYSTOLE_LOCALEDIR);
  bindtextdomain (SYSTOLE_GETTEXT_DOMAIN, locale_folder);
  bind_textdomain_codeset (SYSTOLE_GETTEXT_DOMAIN, "UTF-8");
  textdomain (SYSTOLE_GETTEXT_DOMAIN);
}

/**
 * systole_place_set_language:
 * @language: code of the language chosen, "" follows the session
 *
 * Sets the locale, at the start or while the program runs: messages are translated into
 * the new language from now on.
 */
void
systole_place_set_language (const char *language)
{
  static gboolean is_known;
  static char *session_language; /* before the first choice; NULL: none */
  const char *messages;

  if (!is_known)
    session_language = g_strdup (g_getenv ("LANGUAGE"));
  is_known = TRUE;
  if (*language != '\0')
    g_setenv ("LANGUAGE", language, TRUE);
  else if (session_language != NULL)
    g_setenv ("LANGUAGE", session_language, TRUE);
  else
    g_unsetenv ("LANGUAGE");
  if (setlocale (LC_ALL, "") == NULL)
    setlocale (LC_ALL, "C.UTF-8");
  messages = setlocale (LC_MESSAGES, NULL);
  /* gettext looks at no language in the C locale, newer ones not in that of UTF-8 either. */
  if (*language != '\0' && (g_strcmp0 (messages, "C") == 0 || g_strcmp0 (messages, "POSIX") == 0 || g_str_has_prefix (messages, "C.")))
    {
      g_autofree char *plain = g_strndup (language, strcspn (language, ".@:"));
      g_autofree char *country = g_ascii_strup (plain, -1);
      g_autofree char *own = strchr (plain, '_') != NULL ? g_strconcat (plain, ".UTF-8", NULL) : g_strdup_printf ("%s_%s.UTF-8", plain, country);

      if (setlocale (LC_MESSAGES, own) == NULL && setlocale (LC_MESSAGES, "en_US.UTF-8") == NULL)
        setlocale (LC_MESSAGES, "C.UTF-8");
      setlocale (LC_CTYPE, "C.UTF-8");
    }
  /* What was translated before is forgotten. */
  textdomain (SYSTOLE_GETTEXT_DOMAIN);
}
