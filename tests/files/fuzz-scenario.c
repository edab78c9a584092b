/* SPDX-License-Identifier: GPL-3.0-or-later */

/* For libFuzzer (`meson setup -Dfuzzing=true` with clang) and, with fuzz-main.c, a test
 * that replays tests/files/corpus and tests/files/bad. Whatever the bytes are: the
 * reader gives an error or a scenario; what is written of a scenario is read back, and
 * written the same. */

#include <stdint.h>
#include <string.h>

#include "engine/scenario/scenario.h"

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SystoleScenario) scenario = systole_scenario_read ((const char *) data, size, "fuzz", &error);
  g_autoptr (SystoleScenario) again = NULL;
  g_autofree char *written = NULL;
  g_autofree char *written_again = NULL;
  gsize length, length_again;

  g_assert_true ((scenario == NULL) == (error != NULL));
  if (scenario == NULL)
    {
      g_assert_true (g_utf8_validate (error->message, -1, NULL));
      return 0;
    }
  written = systole_scenario_write (scenario, &length);
  again = systole_scenario_read (written, length, "fuzz", &error);
  g_assert_no_error (error);
  written_again = systole_scenario_write (again, &length_again);
  g_assert_cmpmem (written, length, written_again, length_again);
  return 0;
}
