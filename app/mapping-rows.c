/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/mapping-rows.h"

#include "app/choice-row.h"
#include "app/mapping-edits.h"
#include "app/tile-note.h"
#include "engine/base/i18n.h"
#include "engine/gpu/gpu-generation.h"

/* Rows of Setup: how a GPU's kernel is laid out. */

static const SystoleMapping *
mapping_of (SystoleSetupRow *row)
{
  return &systole_scenario_get_lane (systole_session_get_scenario (row->card->session), row->card->lane)->mapping;
}

/* Tiles of the result that a GPU's kernel may be told to use; 0: the engine chooses. */
static const guint tiles[][3] = { { 0, 0, 0 }, { 64, 64, 32 }, { 128, 64, 32 }, { 128, 128, 32 }, { 128, 128, 64 }, { 128, 256, 64 }, { 256, 128, 64 } };

static guint
find_tile (const SystoleMapping *mapping)
{
  for (guint i = 0; i < G_N_ELEMENTS (tiles); i++)
    if (mapping->tile_m == tiles[i][0] && mapping->tile_n == tiles[i][1] && mapping->tile_k == tiles[i][2])
      return i;
  return GTK_INVALID_LIST_POSITION;
}

static void
show_tile (SystoleSetupRow *row)
{
  systole_choice_row_set_selected (SYSTOLE_CHOICE_ROW (row->widget), find_tile (mapping_of (row)));
  systole_tile_note_show (row);
}

static void
choose_tile (SystoleSetupRow *row, guint index)
{
  systole_edit_set_tile (row->card->session, row->card->lane, tiles[index][0], tiles[index][1], tiles[index][2]);
}

static void
add_tile (SystoleSetupCard *self)
{
  g_autoptr (GPtrArray) items = g_ptr_array_new_with_free_func (g_free);
  SystoleSetupRow *row;

  g_ptr_array_add (items, g_strdup (C_ ("tile", "automatic")));
  for (guint i = 1; i < G_N_ELEMENTS (tiles); i++)
    g_ptr_array_add (items, g_strdup_printf ("%u × %u × %u", tiles[i][0], tiles[i][1], tiles[i][2]));
  g_ptr_array_add (items, NULL);
  row = systole_setup_card_add_choice (self, "tile", _ ("Tile"), (const char *const *) items->pdata, NULL, FALSE);
  row->show = show_tile;
  row->choose = choose_tile;
  systole_tile_note_attach (row);
}

static void
show_schedule (SystoleSetupRow *row)
{
  SystoleSchedule schedule = mapping_of (row)->schedule;

  systole_choice_row_set_selected (SYSTOLE_CHOICE_ROW (row->widget), schedule);
  systole_choice_row_set_explanation (SYSTOLE_CHOICE_ROW (row->widget), systole_schedule_explain (schedule));
}

static void
choose_schedule (SystoleSetupRow *row, guint index)
{
  systole_edit_set_schedule (row->card->session, row->card->lane, (SystoleSchedule) index);
}

static void
add_schedule (SystoleSetupCard *self)
{
  const char *items[SYSTOLE_N_SCHEDULES + 1] = { NULL };
  SystoleSetupRow *row;

  for (guint i = 0; i < SYSTOLE_N_SCHEDULES; i++)
    items[i] = systole_schedule_get_title ((SystoleSchedule) i);
  row = systole_setup_card_add_choice (self, "schedule", _ ("Tiles are dealt"), items, NULL, FALSE);
  row->show = show_schedule;
  row->choose = choose_schedule;
}

/* Who multiplies, as Setup says it: “automatic”. */
const char *
systole_mapping_get_unit_title (const SystoleMapping *mapping)
{
  return mapping->lanes ? C_ ("unit that multiplies", "vector lanes") : C_ ("unit that multiplies", "automatic");
}

static void
show_unit (SystoleSetupRow *row)
{
  systole_choice_row_set_selected (SYSTOLE_CHOICE_ROW (row->widget), mapping_of (row)->lanes ? 1 : 0);
}

static void
choose_unit (SystoleSetupRow *row, guint index)
{
  systole_edit_set_lanes (row->card->session, row->card->lane, index == 1);
}

static void
add_unit (SystoleSetupCard *self)
{
  const SystoleMapping choices[] = { { .lanes = FALSE }, { .lanes = TRUE } };
  const char *const items[] = { systole_mapping_get_unit_title (&choices[0]), systole_mapping_get_unit_title (&choices[1]), NULL };
  SystoleSetupRow *row = systole_setup_card_add_choice (self, "unit", _ ("Multiplied by"), items, NULL, FALSE);

  row->show = show_unit;
  row->choose = choose_unit;
}

/**
 * systole_mapping_rows_add:
 * @machine: a GPU
 *
 * The tile and how tiles are dealt out; and, where there are matrix units besides vector lanes, who multiplies.
 */
void
systole_mapping_rows_add (SystoleSetupCard *self, const SystoleMachine *machine)
{
  if (systole_gpu_find_generation (machine, FALSE) != NULL && systole_gpu_find_generation (machine, TRUE) != NULL)
    add_unit (self);
  add_tile (self);
  add_schedule (self);
}
