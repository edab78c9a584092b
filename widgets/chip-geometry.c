/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/chip-geometry.h"

#include <math.h>

#include "widgets/geometry.h"

#define GAP 8.0
#define PAD 8.0
#define TITLE 22.0
#define MEMORY 28.0
#define SHARE 48.0
#define OTHERS 58.0
#define UNKNOWN_ENGINES 3 /* vector unit, scalar unit, copy engine: where they have no model */
#define LEAST_WAVES 110.0
#define MOST_WAVES 240.0
#define LARGEST_CELL 96.0
#define LARGEST_OF_FEW 180.0
#define LARGEST_OF_CORE 320.0 /* they are what a core is drawn for */
#define FEW 8                 /* units that may be so large */
#define WIRE 26.0             /* between the units of a core and what serves them */
#define HIGHEST_OTHERS 84.0
#define NARROWEST_OTHER 112.0 /* where its words fit */
#define MANY 32               /* units from which cells stay small */
#define LARGEST_OF_MANY 44.0

guint
systole_chip_units_per_core (const SystoleRun *run)
{
  const SystoleMachine *machine = systole_run_get_machine (run);
  guint units = systole_run_get_n_units (run);
  guint cores = (guint) systole_machine_get (machine, SYSTOLE_FIELD_TENSOR_CORES);

  return cores > 1 && units % cores == 0 ? units / cores : units;
}

/* Columns that make the cells as large as the card allows; of cells as large, the fewest rows. */
static void
place_cells (SystoleChipGeometry *self)
{
  double width = self->units.width - 2 * PAD;
  double height = self->units.height - TITLE * self->font - PAD;
  double largest = self->n_units > MANY ? LARGEST_OF_MANY : self->n_others > 0 ? LARGEST_OF_CORE
                                                        : self->n_units <= FEW ? LARGEST_OF_FEW
                                                                               : LARGEST_CELL;

  self->pitch = 0;
  self->columns = MAX (self->n_units, 1);
  for (guint columns = 1; columns <= MAX (self->n_units, 1); columns++)
    {
      guint rows = (self->n_units + columns - 1) / columns;
      double pitch = systole_whole_pitch (MIN (width / columns, height / MAX (rows, 1)));

      if (pitch >= self->pitch)
        {
          self->pitch = pitch;
          self->columns = columns;
        }
    }
  if (self->pitch > largest)
    {
      guint fit = (guint) MAX (1, floor (width / largest));
      guint rows = (MAX (self->n_units, 1) + fit - 1) / fit;

      self->pitch = largest;
      self->columns = (MAX (self->n_units, 1) + rows - 1) / rows; /* rows alike */
    }
  self->pitch = systole_whole_pitch (self->pitch);
  self->size = self->pitch - (self->pitch < 6 ? MAX (1, 0.09 * self->pitch) : systole_gap_for_pitch (self->pitch));
  self->cells_x = floor (self->units.x + PAD + (self->n_others > 0 ? MAX (0, width - (self->columns - 1) * self->pitch - self->size) / 2 : 0) + 0.5);
  self->cells_y = floor (self->units.y + TITLE * self->font + 0.5);
}

/* A card that is higher than its rows of cells gives the rest back. */
static double
used_height (const SystoleChipGeometry *self)
{
  guint rows = (self->n_units + self->columns - 1) / self->columns;

  return MIN (self->units.height, TITLE * self->font + rows * self->pitch + PAD);
}

/* What serves the units stands below them, as high as the room allows. */
static void
place_others (SystoleChipGeometry *self)
{
  double bottom = self->others.y + self->others.height, least = self->units.y + self->units.height + WIRE * self->font;

  if (self->others.height <= 0 || least >= self->others.y)
    return;
  self->others.height = MIN ((self->other_columns < self->n_others ? 2 * OTHERS + GAP : HIGHEST_OTHERS) * self->font, bottom - least);
  self->others.y = least;
}

/**
 * systole_chip_measure:
 * @frame: gives the counts of units and memories
 *
 * From top to bottom; where the room is short the waves are dropped first, then the
 * share of the run, then what serves the units of a core, then the memories.
 */
void
systole_chip_measure (const SystoleLanePaint *self, const SystoleChipFrame *frame, double x, double y, double width, double height, SystoleChipGeometry *out)
{
  double font = MAX (self->style.font_scale, 0.5);
  gboolean core = self->camera.level == SYSTOLE_LEVEL_CORE;
  double top = y, bottom = y + height, room;

  *out = (SystoleChipGeometry){ .font = font, .n_units = frame->units->len, .n_memories = frame->memories->len };
  if (core)
    {
      guint of_core = MAX (systole_chip_units_per_core (self->run), 1);

      out->first_unit = MIN (self->camera.unit, MAX (out->n_units, 1) - 1) / of_core * of_core;
      out->n_units = MIN (of_core, out->n_units - out->first_unit);
    }
  out->memory_pitch = (MEMORY + GAP) * font;
  if (height >= 130 * font + out->n_memories * out->memory_pitch && out->n_memories > 0)
    {
      out->memory = (SystoleChipBox){ x, top, width, MEMORY * font };
      top += out->n_memories * out->memory_pitch;
    }
  /* Of a core, what serves the arrays is worth more than the share of the run. */
  if (bottom - top >= (150 + SHARE + (core ? OTHERS + GAP : 0)) * font)
    {
      out->share = (SystoleChipBox){ x, bottom - SHARE * font, width, SHARE * font };
      bottom -= SHARE * font + 12;
    }
  if (core && bottom - top >= (120 + OTHERS) * font)
    {
      double least;

      out->n_others = frame->engines->len > 0 ? frame->engines->len : UNKNOWN_ENGINES;
      out->other_columns = width / out->n_others >= NARROWEST_OTHER * font || bottom - top < (96 + 2 * OTHERS) * font ? out->n_others : 2;
      least = (out->other_columns < out->n_others ? 2 : 1) * OTHERS * font;
      out->others = (SystoleChipBox){ x, bottom - least, width, least };
      bottom -= least + GAP;
    }
  room = bottom - top;
  out->units = (SystoleChipBox){ x, top, width, room };
  if (!core && frame->n_waves > 0 && room >= (LEAST_WAVES + 90) * font)
    {
      out->waves.height = CLAMP (room * 0.5, LEAST_WAVES * font, MOST_WAVES * font);
      out->units.height = room - out->waves.height - 12;
    }
  place_cells (out);
  out->units.height = used_height (out);
  place_others (out);
  if (out->waves.height > 0)
    {
      double left = bottom - (out->units.y + out->units.height + 12);

      out->waves = (SystoleChipBox){ x, out->units.y + out->units.height + 12, width, MIN (left, MOST_WAVES * 1.25 * font) };
    }
}

SystoleChipBox
systole_chip_unit_box (const SystoleChipGeometry *self, guint unit)
{
  guint i = unit - self->first_unit;

  return (SystoleChipBox){ self->cells_x + (i % self->columns) * self->pitch, self->cells_y + (i / self->columns) * self->pitch, self->size, self->size };
}

SystoleChipBox
systole_chip_memory_box (const SystoleChipGeometry *self, guint memory)
{
  return (SystoleChipBox){ self->memory.x, self->memory.y + memory * self->memory_pitch, self->memory.width, self->memory.height };
}

SystoleChipBox
systole_chip_engine_box (const SystoleChipGeometry *self, guint engine)
{
  guint columns = MAX (self->other_columns, 1), rows = (self->n_others + columns - 1) / columns;
  double width = (self->others.width - GAP * (columns - 1)) / columns, height = (self->others.height - GAP * (rows - 1)) / rows;

  return (SystoleChipBox){ self->others.x + engine % columns * (width + GAP), self->others.y + engine / columns * (height + GAP), width, height };
}

static gboolean
contains (const SystoleChipBox *box, double x, double y)
{
  return x >= box->x && x < box->x + box->width && y >= box->y && y < box->y + box->height;
}

SystoleTarget
systole_chip_pick (const SystoleChipGeometry *self, double x, double y)
{
  SystoleTarget target = SYSTOLE_TARGET_INIT;

  for (guint i = 0; i < self->n_memories && self->memory.height > 0; i++)
    {
      SystoleChipBox box = systole_chip_memory_box (self, i);

      if (contains (&box, x, y))
        {
          target.kind = SYSTOLE_TARGET_MEMORY;
          target.row = i;
          return target;
        }
    }
  for (guint i = 0; i < self->n_others && self->others.height > 0; i++)
    {
      SystoleChipBox box = systole_chip_engine_box (self, i);

      if (contains (&box, x, y))
        {
          target.kind = SYSTOLE_TARGET_ENGINE;
          target.row = i;
          return target;
        }
    }
  if (self->pitch > 0 && x >= self->cells_x && y >= self->cells_y)
    {
      guint column = (guint) ((x - self->cells_x) / self->pitch), row = (guint) ((y - self->cells_y) / self->pitch);

      if (column < self->columns && row * self->columns + column < self->n_units)
        {
          target.kind = SYSTOLE_TARGET_UNIT;
          target.unit = self->first_unit + row * self->columns + column;
        }
    }
  return target;
}

gboolean
systole_chip_locate (const SystoleChipGeometry *self, const SystoleTarget *target, SystoleChipBox *out)
{
  if (target->kind == SYSTOLE_TARGET_UNIT && target->unit >= self->first_unit && target->unit < self->first_unit + self->n_units)
    {
      *out = systole_chip_unit_box (self, target->unit);
      return TRUE;
    }
  if (target->kind == SYSTOLE_TARGET_MEMORY && target->row < self->n_memories && self->memory.height > 0)
    {
      *out = systole_chip_memory_box (self, target->row);
      return TRUE;
    }
  if (target->kind == SYSTOLE_TARGET_ENGINE && target->row < self->n_others && self->others.height > 0)
    {
      *out = systole_chip_engine_box (self, target->row);
      return TRUE;
    }
  return FALSE;
}

/**
 * systole_chip_neighbour:
 *
 * Memories from top to bottom, the cells, the units that serve them: the way they lie.
 */
SystoleTarget
systole_chip_neighbour (const SystoleChipGeometry *self, const SystoleTarget *from, int dx, int dy)
{
  SystoleTarget to = *from;
  gboolean memories = self->memory.height > 0 && self->n_memories > 0;
  guint i;

  if (from->kind == SYSTOLE_TARGET_MEMORY)
    {
      if (dy < 0 && from->row > 0)
        to.row--;
      else if (dy > 0 && from->row + 1 < self->n_memories)
        to.row++;
      else if (dy > 0 && self->n_units > 0)
        to = (SystoleTarget){ SYSTOLE_TARGET_UNIT, self->first_unit, 0, 0, 0, SYSTOLE_LEVEL_CHIP };
      return to;
    }
  if (from->kind == SYSTOLE_TARGET_ENGINE)
    {
      if (dx < 0 && from->row % self->other_columns > 0)
        to.row--;
      else if (dx > 0 && (from->row + 1) % self->other_columns > 0 && from->row + 1 < self->n_others)
        to.row++;
      else if (dy < 0 && from->row >= self->other_columns)
        to.row -= self->other_columns;
      else if (dy > 0 && from->row + self->other_columns < self->n_others)
        to.row += self->other_columns;
      else if (dy < 0 && self->n_units > 0)
        to = (SystoleTarget){ SYSTOLE_TARGET_UNIT, self->first_unit + self->n_units - 1, 0, 0, 0, SYSTOLE_LEVEL_CHIP };
      return to;
    }
  if (from->kind != SYSTOLE_TARGET_UNIT || self->n_units == 0)
    return self->n_units > 0 ? (SystoleTarget){ SYSTOLE_TARGET_UNIT, self->first_unit, 0, 0, 0, SYSTOLE_LEVEL_CHIP } : (SystoleTarget) SYSTOLE_TARGET_INIT;
  i = from->unit - self->first_unit;
  if (dx < 0 && i % self->columns > 0)
    i--;
  else if (dx > 0 && (i + 1) % self->columns > 0 && i + 1 < self->n_units)
    i++;
  else if (dy < 0 && i >= self->columns)
    i -= self->columns;
  else if (dy > 0 && i + self->columns < self->n_units)
    i += self->columns;
  else if (dy < 0 && memories)
    return (SystoleTarget){ SYSTOLE_TARGET_MEMORY, 0, 0, self->n_memories - 1, 0, SYSTOLE_LEVEL_CHIP };
  else if (dy > 0 && self->n_others > 0 && self->others.height > 0)
    return (SystoleTarget){ SYSTOLE_TARGET_ENGINE, 0, 0, 0, 0, SYSTOLE_LEVEL_CHIP };
  to.unit = self->first_unit + i;
  return to;
}
