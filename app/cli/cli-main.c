/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <string.h>

#include "app/cli/cli.h"
#include "app/cli/cli-locale.h"
#include "app/cli/cli-output.h"
#include "app/cli/cli-progress.h"
#include "engine/base/error.h"
#include "engine/base/i18n.h"

static const struct
{
  const char *id;
  SystoleCliCommand run;
  const char *synopsis, *summary;
} commands[] = {
#define COMMAND(id, symbol, synopsis, summary) { id, systole_cli_##symbol, synopsis, summary },
#include "app/cli/commands.def"
#undef COMMAND
};

static void
print_help (void)
{
  g_autoptr (GString) text = g_string_new (NULL);

  g_string_append_printf (text, "%s\n  systole-cli [--language LANG] %s\n\n%s\n\n%s\n", _ ("Usage:"), _ ("COMMAND …"), _ ("Shows where the time goes when a tensor operation runs on an accelerator."), _ ("Commands:"));
  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    g_string_append_printf (text, "  %-10s %s\n", commands[i].id, _ (commands[i].summary));
  g_string_append_printf (text, "\n%s\n  %-18s %s\n  %-18s %s\n  %-18s %s\n\n%s\n", _ ("Options:"), "--help", _ ("Print this, or the options of a command after its name"), "--version", _ ("Print the version"), "--language LANG", _ ("Language of messages and captions, for example es"), _ ("Exit codes: 0 done, 1 a check failed, 2 bad input, 130 cancelled."));
  systole_cli_write (text);
}

static SystoleCliExit
run_command (char **argv, GError **error)
{
  g_autoptr (GString) known = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    {
      if (strcmp (argv[0], commands[i].id) == 0)
        return commands[i].run (argv, error);
      g_string_append_printf (known, "%s%s", i > 0 ? ", " : "", commands[i].id);
    }
  g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_SYNTAX, _ ("%.40s: there is no such command; known: %s"), argv[0], known->str);
  return SYSTOLE_CLI_BAD_INPUT;
}

static SystoleCliExit
run (char **argv, GError **error)
{
  if (argv[0] == NULL)
    {
      g_set_error_literal (error, SYSTOLE_ERROR, SYSTOLE_ERROR_SYNTAX, _ ("COMMAND: a command is missing; see systole-cli --help"));
      return SYSTOLE_CLI_BAD_INPUT;
    }
  if (strcmp (argv[0], "--help") == 0 || strcmp (argv[0], "-h") == 0 || strcmp (argv[0], "help") == 0)
    {
      print_help ();
      return SYSTOLE_CLI_OK;
    }
  if (strcmp (argv[0], "--version") == 0)
    {
      g_autoptr (GString) text = g_string_new ("systole-cli " SYSTOLE_VERSION "\n");

      systole_cli_write (text);
      return SYSTOLE_CLI_OK;
    }
  if (*argv[0] == '-')
    {
      g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_SYNTAX, _ ("%.40s: there is no such option; see systole-cli --help"), argv[0]);
      return SYSTOLE_CLI_BAD_INPUT;
    }
  return run_command (argv, error);
}

static SystoleCliExit
exit_of (const GError *error, SystoleCliExit code)
{
  if (g_error_matches (error, SYSTOLE_ERROR, SYSTOLE_ERROR_CANCELLED))
    return SYSTOLE_CLI_CANCELLED;
  if (g_error_matches (error, SYSTOLE_ERROR, SYSTOLE_ERROR_INTERNAL))
    return SYSTOLE_CLI_FAILED;
  return code == SYSTOLE_CLI_OK ? SYSTOLE_CLI_BAD_INPUT : code;
}

int
main (int argc, char **argv)
{
  g_autoptr (GError) error = NULL;
  SystoleCliExit code;

  systole_cli_set_locale (argv);
  g_set_prgname ("systole-cli");
  systole_cli_watch_interrupt ();
  code = run (argv + 1, &error);
  systole_cli_progress_done ();
  if (!systole_cli_finish_output (error == NULL ? &error : NULL) && code == SYSTOLE_CLI_OK)
    code = SYSTOLE_CLI_BAD_INPUT;
  if (error != NULL)
    {
      systole_cli_complain (error->message);
      code = exit_of (error, code);
    }
  else if (code != SYSTOLE_CLI_OK && systole_cli_is_interrupted ())
    code = SYSTOLE_CLI_CANCELLED;
  return code;
}
