/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/cli/cli-options.h"

#include <string.h>

#include "engine/base/error.h"
#include "engine/base/i18n.h"
#include "engine/base/number.h"

static const struct
{
  const char *id, *synopsis, *summary;
} commands[] = {
#define COMMAND(id, symbol, synopsis, summary) { id, synopsis, summary },
#include "app/cli/commands.def"
#undef COMMAND
};

static const char *const format_ids[] = { "text", "json", "csv" };

static void
add_shared (GOptionContext *context, SystoleCliOptions *self, guint groups, char **language)
{
  const GOptionEntry lanes[] = {
    { "op", 0, 0, G_OPTION_ARG_STRING, &self->op, N_ ("Operation, for example gemm:m=512,n=512,k=512,dtype=bf16"), "OP" },
    { "machine", 0, 0, G_OPTION_ARG_STRING_ARRAY, &self->machines, N_ ("Machine: a name of “systole-cli devices”, array:rows=8,cols=8 or sm:warps=8; repeat it to compare"), "NAME" },
    { "start", 0, 0, G_OPTION_ARG_STRING, &self->start, N_ ("Where the operands are at the start: cold, resident or on-chip (default: cold; bare arrays and SMs on-chip)"), "PLACE" },
    { "mapping", 0, 0, G_OPTION_ARG_STRING, &self->mapping, N_ ("Tile, stages and schedule instead of the automatic ones: tile=64x64x32,stages=2,schedule=stream-k"), "MAPPING" },
    { NULL }
  };
  const GOptionEntry cycle[] = {
    { "lane", 0, 0, G_OPTION_ARG_STRING, &self->lane, N_ ("Lane, from 0 (default 0)"), "N" },
    { "cycle", 0, 0, G_OPTION_ARG_STRING, &self->cycle, N_ ("Cycle, from 0"), "T" },
    { NULL }
  };
  const GOptionEntry format[] = {
    { "format", 0, 0, G_OPTION_ARG_STRING, &self->format, N_ ("Form of the output; json and csv never follow the locale"), "FORMAT" },
    { NULL }
  };
  const GOptionEntry output[] = {
    { "output", 'o', 0, G_OPTION_ARG_FILENAME, &self->output, N_ ("File to write, - for standard output"), "FILE" },
    { NULL }
  };
  const GOptionEntry always[] = {
    { "language", 0, 0, G_OPTION_ARG_STRING, language, N_ ("Language of messages and captions, for example es"), "LANG" },
    { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &self->files, NULL, NULL },
    { NULL }
  };

  if (groups & SYSTOLE_CLI_OPTION_LANES)
    g_option_context_add_main_entries (context, lanes, SYSTOLE_GETTEXT_DOMAIN);
  if (groups & SYSTOLE_CLI_OPTION_CYCLE)
    g_option_context_add_main_entries (context, cycle, SYSTOLE_GETTEXT_DOMAIN);
  if (groups & SYSTOLE_CLI_OPTION_FORMAT)
    g_option_context_add_main_entries (context, format, SYSTOLE_GETTEXT_DOMAIN);
  if (groups & SYSTOLE_CLI_OPTION_OUTPUT)
    g_option_context_add_main_entries (context, output, SYSTOLE_GETTEXT_DOMAIN);
  g_option_context_add_main_entries (context, always, SYSTOLE_GETTEXT_DOMAIN);
}

/* GLib names the option at the end of its sentence; here it comes first. */
static void
improve (GError **error, const char *command)
{
  const char *option = *error != NULL ? strstr ((*error)->message, " -") : NULL;
  g_autofree char *name = option != NULL ? g_strdup (option + 1) : NULL;

  if (name == NULL)
    return;
  if (g_error_matches (*error, G_OPTION_ERROR, G_OPTION_ERROR_UNKNOWN_OPTION))
    {
      g_clear_error (error);
      /* Translators: an option, then the name of a command */
      g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_UNKNOWN_OPTION, _ ("%s: there is no such option; see systole-cli %s --help"), name, command);
    }
  else
    {
      name[strcspn (name, " ")] = '\0';
      g_prefix_error (error, "%s: ", name);
    }
}

/**
 * systole_cli_options_parse:
 * @argv: (array zero-terminated=1): the command and its arguments
 * @groups: SystoleCliOptionGroup of the shared options it takes
 * @own: (nullable): its own options; a NULL-terminated table
 *
 * `--help` prints and ends the program, as everywhere in GLib.
 */
gboolean
systole_cli_options_parse (SystoleCliOptions *self, char **argv, guint groups, const GOptionEntry *own, GError **error)
{
  g_autofree char *language = NULL;
  g_autofree char *title = NULL;
  g_auto (GStrv) arguments = g_strdupv (argv);
  g_autoptr (GOptionContext) context = NULL;
  guint row = 0;

  *self = (SystoleCliOptions){ 0 };
  while (strcmp (commands[row].id, argv[0]) != 0)
    row++;
  title = g_strdup_printf ("%s", commands[row].synopsis);
  context = g_option_context_new (title);
  g_option_context_set_translation_domain (context, SYSTOLE_GETTEXT_DOMAIN);
  g_option_context_set_summary (context, commands[row].summary);
  if (own != NULL)
    g_option_context_add_main_entries (context, own, SYSTOLE_GETTEXT_DOMAIN);
  add_shared (context, self, groups, &language);
  g_free (arguments[0]);
  arguments[0] = g_strdup_printf ("systole-cli %s", argv[0]);
  g_set_prgname (arguments[0]);
  if (!g_option_context_parse_strv (context, &arguments, error))
    {
      improve (error, argv[0]);
      return FALSE;
    }
  if (self->files == NULL)
    self->files = g_new0 (char *, 1);
  return TRUE;
}

void
systole_cli_options_clear (SystoleCliOptions *self)
{
  g_free (self->op);
  g_strfreev (self->machines);
  g_free (self->start);
  g_free (self->mapping);
  g_free (self->lane);
  g_free (self->cycle);
  g_free (self->format);
  g_free (self->output);
  g_strfreev (self->files);
  *self = (SystoleCliOptions){ 0 };
}

/**
 * systole_cli_options_get_format:
 * @allowed: bits 1 << SystoleCliFormat; the least of them is the default
 */
gboolean
systole_cli_options_get_format (const SystoleCliOptions *self, guint allowed, SystoleCliFormat *out, GError **error)
{
  g_autoptr (GString) ids = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (format_ids); i++)
    {
      if ((allowed & (1u << i)) == 0)
        continue;
      if (self->format == NULL || strcmp (self->format, format_ids[i]) == 0)
        {
          *out = (SystoleCliFormat) i;
          return TRUE;
        }
      g_string_append_printf (ids, "%s%s", ids->len > 0 ? ", " : "", format_ids[i]);
    }
  g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_RANGE, _ ("--format: “%.40s” is not one of %s"), self->format, ids->str);
  return FALSE;
}

/* @text: (nullable): NULL gives @initial */
gboolean
systole_cli_options_get_uint (const char *text, const char *option, guint64 min, guint64 max, guint64 initial, guint64 *out, GError **error)
{
  *out = initial;
  return text == NULL || systole_number_parse_uint (text, min, max, option, out, error);
}

gboolean
systole_cli_options_need_files (const SystoleCliOptions *self, guint min, guint max, GError **error)
{
  guint n = g_strv_length (self->files);

  if (n < min)
    g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_SYNTAX, _ ("FILE: a file is missing; see %s --help"), g_get_prgname ());
  else if (n > max)
    g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_SYNTAX, _ ("%.80s: one argument too many; see %s --help"), self->files[max], g_get_prgname ());
  return n >= min && n <= max;
}

/* Puts the option or the place before the message. */
void
systole_cli_error_in (GError **error, const char *place)
{
  g_prefix_error (error, "%s: ", place);
}
