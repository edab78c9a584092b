/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <signal.h>

#include "app/application.h"
#include "app/place.h"

int
main (int argc, char **argv)
{
  g_autoptr (SystoleSettings) settings = NULL;
  g_autoptr (SystoleApplication) application = NULL;
  g_autofree char *language = NULL;

  /* A file that grows too large is an error of writing, said like any other. */
  signal (SIGXFSZ, SIG_IGN);
  systole_place_set_up (argv[0]);
  settings = systole_settings_new ();
  language = systole_settings_dup_string (settings, "language");
  systole_place_set_language (language);
  application = systole_application_new (settings);
  return g_application_run (G_APPLICATION (application), argc, argv);
}
