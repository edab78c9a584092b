/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/*
 * systole-cli: one file a command, one row of commands.def for it.
 *
 * A command gets its own arguments (argv[0] is its name), writes its result through
 * cli-output.h and answers with an exit code. What a user can cause is a GError: main
 * prints it as one line and chooses the exit code.
 */

typedef enum
{
  SYSTOLE_CLI_OK = 0,
  SYSTOLE_CLI_FAILED = 1,      /* a check failed: an expected value differs, a law is broken */
  SYSTOLE_CLI_BAD_INPUT = 2,   /* one line on standard error says what and what is allowed */
  SYSTOLE_CLI_CANCELLED = 130, /* Ctrl+C: 128 + SIGINT, as shells have it */
} SystoleCliExit;

typedef SystoleCliExit (*SystoleCliCommand) (char **argv, GError **error);

#define COMMAND(id, symbol, synopsis, summary) SystoleCliExit systole_cli_##symbol (char **argv, GError **error);
#include "app/cli/commands.def"
#undef COMMAND

G_END_DECLS
