/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/wave-words.h"

#include "engine/base/i18n.h"
#include "engine/base/number.h"

static gboolean
has_rounds (const SystoleRun *run)
{
  return systole_machine_get_family (systole_run_get_machine (run)) == SYSTOLE_FAMILY_CPU;
}

char *
systole_wave_describe (const SystoleRun *run, guint64 wave, guint64 n_waves)
{
  g_autofree char *number = systole_number_format_count (wave + 1);
  g_autofree char *all = systole_number_format_count (n_waves);

  /* Translators: what the cores of a CPU do at once, now, of how many */
  if (has_rounds (run))
    return g_strdup_printf (_ ("round %s of %s"), number, all);
  /* Translators: the round of tiles that runs now, of how many */
  return g_strdup_printf (_ ("wave %s of %s"), number, all);
}

char *
systole_wave_name (const SystoleRun *run, guint64 first, guint64 last)
{
  g_autofree char *from = systole_number_format_count (first + 1);
  g_autofree char *to = systole_number_format_count (last + 1);

  if (has_rounds (run))
    return first == last ? g_strdup_printf (_ ("round %s"), from) : g_strdup_printf (_ ("rounds %s – %s"), from, to);
  /* Translators: one round of tiles over all units; waves are counted from 1 */
  return first == last ? g_strdup_printf (_ ("wave %s"), from) : g_strdup_printf (_ ("waves %s – %s"), from, to);
}

char *
systole_wave_count (const SystoleRun *run, guint64 n_waves, const guint64 *n_tiles)
{
  gulong n = (gulong) MIN (n_waves, G_MAXULONG);
  g_autofree char *waves = systole_number_format_count (n_waves);
  g_autofree char *tiles = n_tiles != NULL ? systole_number_format_count (*n_tiles) : NULL;

  if (has_rounds (run))
    return tiles != NULL ? g_strdup_printf (P_ ("%s round, %s items", "%s rounds, %s items", n), waves, tiles) : g_strdup_printf (P_ ("%s round", "%s rounds", n), waves);
  return tiles != NULL ? g_strdup_printf (P_ ("%s wave, %s tiles", "%s waves, %s tiles", n), waves, tiles) : g_strdup_printf (P_ ("%s wave", "%s waves", n), waves);
}

/* As systole_part_get_title(), with the word the rest of the run's pictures has for a wave. */
const char *
systole_wave_part_title (const SystoleRun *run, SystolePart part)
{
  /* Translators: a part of a CPU's time: cores that have no item left in the last round */
  return part == SYSTOLE_PART_TAIL && has_rounds (run) ? _ ("last round") : systole_part_get_title (part);
}
