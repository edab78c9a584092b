/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/tile-note.h"

#include "app/choice-row.h"
#include "engine/base/i18n.h"
#include "widgets/quantity-text.h"

/* Below the choice of a tile: which one the run has, and what the next best would cost. */

#define MOST_OTHERS 3
#define AS_FAST 5e-4 /* what is less does not show */

static char *
name_tile (const SystoleTileChoice *choice)
{
  g_autofree char *tile = g_strdup_printf ("%u × %u × %u", choice->tile_m, choice->tile_n, choice->tile_k);

  if (choice->schedule == SYSTOLE_SCHEDULE_DATA_PARALLEL)
    return g_steal_pointer (&tile);
  /* Translators: a tile: “128 × 128 × 32”; how tiles are dealt to units: “stream-K” */
  return g_strdup_printf (_ ("%1$s, %2$s"), tile, systole_schedule_get_title (choice->schedule));
}

/**
 * systole_tile_note:
 * @run: (nullable)
 *
 * Returns: (transfer full) (nullable): the tile and its rivals in sentences; NULL where
 *   nothing was chosen
 */
char *
systole_tile_note (const SystoleRun *run)
{
  SystoleTileChoice choices[SYSTOLE_RUN_MAX_CHOICES];
  guint n = run != NULL ? systole_run_get_tile_choices (run, choices, G_N_ELEMENTS (choices)) : 0;
  g_autofree char *taken = NULL;
  GString *text;

  if (n < 2)
    return NULL;
  text = g_string_new (NULL);
  taken = name_tile (&choices[0]);
  /* Translators: %s is a tile: “128 × 128 × 32” */
  g_string_append_printf (text, _ ("Taken: %s."), taken);
  for (guint i = 1; i < MIN (n, MOST_OTHERS + 1); i++)
    {
      double share = choices[i].seconds / choices[0].seconds - 1;
      g_autofree char *name = name_tile (&choices[i]), *more = systole_text_percent (ABS (share));

      g_string_append_c (text, ' ');
      if (ABS (share) < AS_FAST)
        /* Translators: a tile */
        g_string_append_printf (text, _ ("%s: as fast."), name);
      else if (share < 0)
        /* Translators: a tile; how much shorter the run would be: “3 %” */
        g_string_append_printf (text, _ ("%1$s: %2$s shorter."), name, more);
      else
        /* Translators: a tile; how much longer the run would be: “3 %”; what most of that goes to: “padding” */
        g_string_append_printf (text, _ ("%1$s: %2$s longer (%3$s)."), name, more, systole_part_get_title (choices[i].lost));
    }
  return g_string_free (text, FALSE);
}

/** Shows the note of the present run of the card's lane. */
void
systole_tile_note_show (SystoleSetupRow *row)
{
  g_autofree char *note = systole_tile_note (systole_session_get_run (row->card->session, row->card->lane));

  systole_choice_row_set_hint (SYSTOLE_CHOICE_ROW (row->widget), note);
}

static void
runs_cb (SystoleSession *session, SystoleSetupRow *row)
{
  systole_tile_note_show (row);
}

/**
 * systole_tile_note_attach:
 * @row: the choice of a tile; its note follows the runs until its card is freed
 */
void
systole_tile_note_attach (SystoleSetupRow *row)
{
  g_signal_connect (row->card->session, "runs-changed", G_CALLBACK (runs_cb), row);
}
