/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/cli/simulate-tiles.h"

#include "app/cli/cli-text.h"
#include "engine/base/i18n.h"

#define MOST_LINES 6 /* of the text */
#define AS_FAST 5e-4 /* what is less does not show */

/* As mappings are told: ids, English. */
static char *
describe (const SystoleTileChoice *choice, SystoleMaker maker)
{
  GString *text = g_string_new (NULL);

  g_string_printf (text, "%ux%ux%u", choice->tile_m, choice->tile_n, choice->tile_k);
  if (choice->splits > 1)
    g_string_append_printf (text, ", split-k %u", choice->splits);
  else if (choice->schedule != SYSTOLE_SCHEDULE_DATA_PARALLEL)
    g_string_append_printf (text, ", %s", systole_schedule_get_id (choice->schedule));
  if (choice->resident > 1)
    g_string_append_printf (text, systole_maker_choose (maker, ", %u blocks an SM"), choice->resident);
  return g_string_free (text, FALSE);
}

/**
 * systole_cli_add_tiles_text:
 *
 * The taken tile and the fastest others; nothing where there is no choice.
 */
void
systole_cli_add_tiles_text (const SystoleRun *run, GString *out)
{
  SystoleTileChoice choices[SYSTOLE_RUN_MAX_CHOICES];
  guint n = systole_run_get_tile_choices (run, choices, G_N_ELEMENTS (choices));
  g_autoptr (SystoleCliGrid) grid = systole_cli_grid_new ("lrrl");

  if (n < 2)
    return;
  for (guint i = 0; i < MIN (n, MOST_LINES); i++)
    {
      systole_cli_grid_take (grid, describe (&choices[i], systole_run_get_maker (run)));
      systole_cli_grid_take (grid, systole_cli_text_seconds (choices[i].seconds));
      systole_cli_grid_take (grid, choices[i].taken ? g_strdup ("") : g_strdup_printf ("%+.1f %%", 100 * (choices[i].seconds / choices[0].seconds - 1)));
      systole_cli_grid_add (grid, choices[i].taken ? _ ("taken") : choices[i].seconds < choices[0].seconds * (1 - AS_FAST) ? _ ("faster")
                                                               : choices[i].seconds < choices[0].seconds * (1 + AS_FAST)   ? _ ("as fast")
                                                                                                                           : systole_part_get_title (choices[i].lost));
      systole_cli_grid_end_row (grid);
    }
  g_string_append_printf (out, "  %s\n", _ ("Tiles that the library has, and what the others lose by"));
  systole_cli_grid_append_to (grid, out, 4);
}

void
systole_cli_add_tiles_json (SystoleJson *json, const SystoleRun *run)
{
  SystoleTileChoice choices[SYSTOLE_RUN_MAX_CHOICES];
  guint n = systole_run_get_tile_choices (run, choices, G_N_ELEMENTS (choices));

  systole_json_begin_array (json, "tiles");
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *tile = g_strdup_printf ("%ux%ux%u", choices[i].tile_m, choices[i].tile_n, choices[i].tile_k);

      systole_json_begin_line (json, NULL, '{');
      systole_json_string (json, "tile", tile);
      systole_json_uint (json, "stages", choices[i].stages);
      systole_json_uint (json, "splits", choices[i].splits);
      systole_json_string (json, "schedule", systole_schedule_get_id (choices[i].schedule));
      systole_json_uint (json, "blocks_per_sm", choices[i].resident);
      systole_json_real (json, "seconds", choices[i].seconds);
      if (choices[i].taken)
        systole_json_null (json, "loses_by");
      else
        systole_json_string (json, "loses_by", systole_part_get_id (choices[i].lost));
      systole_json_end (json);
    }
  systole_json_end (json);
}
