/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/cli/cli-progress.h"

#include <signal.h>
#include <unistd.h>

#include "engine/base/error.h"
#include "engine/base/i18n.h"

static volatile sig_atomic_t interrupted;
static gint64 next_update; /* monotonic µs; 0 before the first */
static gboolean shown;

static void
on_interrupt (int signal_number)
{
  interrupted = 1;
}

/**
 * systole_cli_watch_interrupt:
 *
 * From now on Ctrl+C asks the work to stop; a second one ends the program at once.
 */
void
systole_cli_watch_interrupt (void)
{
  struct sigaction action = { .sa_handler = on_interrupt, .sa_flags = (int) SA_RESETHAND };

  sigemptyset (&action.sa_mask);
  sigaction (SIGINT, &action, NULL);
}

gboolean
systole_cli_is_interrupted (void)
{
  return interrupted != 0;
}

/**
 * systole_cli_progress:
 * @fraction: done, 0 … 1
 *
 * A SystoleProgress: shows the share on a terminal, five times a second and only when
 * the work has taken longer than half a second.
 *
 * Returns: FALSE after Ctrl+C
 */
gboolean
systole_cli_progress (double fraction, gpointer data)
{
  gint64 now = g_get_monotonic_time ();

  if (next_update == 0)
    next_update = now + G_USEC_PER_SEC / 2;
  if (now >= next_update && isatty (STDERR_FILENO))
    {
      next_update = now + G_USEC_PER_SEC / 5;
      shown = TRUE;
      g_printerr ("\r%3d %%", (int) (100 * CLAMP (fraction, 0, 1)));
    }
  return !systole_cli_is_interrupted ();
}

/* Wipes the share that stands on the terminal. */
void
systole_cli_progress_done (void)
{
  if (shown)
    g_printerr ("\r     \r");
  shown = FALSE;
  next_update = 0;
}

/**
 * systole_cli_go_on:
 *
 * systole_cli_progress() for loops of the program itself.
 *
 * Returns: FALSE with %SYSTOLE_ERROR_CANCELLED
 */
gboolean
systole_cli_go_on (double fraction, GError **error)
{
  if (systole_cli_progress (fraction, NULL))
    return TRUE;
  g_set_error_literal (error, SYSTOLE_ERROR, SYSTOLE_ERROR_CANCELLED, _ ("cancelled"));
  return FALSE;
}
