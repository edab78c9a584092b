/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/chip-parts.h"

#include <math.h>
#include <string.h>

#include "engine/base/i18n.h"
#include "engine/base/number.h"
#include "engine/machine/unit-words.h"
#include "widgets/box.h"
#include "widgets/hatch.h"
#include "widgets/paint-number.h"
#include "widgets/plate.h"
#include "widgets/token.h"
#include "widgets/unit-format.h"
#include "widgets/wave-words.h"

#define TITLE_PX 12.5
#define TEXT_PX 11.5
#define PAD 8.0
#define LETTERS 28.0 /* every idle cell has its letter from here on */
#define HATCHES 14.0
#define BOXES 5.0
#define LARGEST_HATCH 96.0 /* the hatch of larger cells is that of these */

static const char *
memory_words (const SystoleMemoryState *memory)
{
  if (memory->reading && memory->writing)
    return _ ("reads and writes");
  if (memory->reading)
    return C_ ("memory", "reads");
  if (memory->writing)
    return C_ ("memory", "writes");
  return C_ ("memory", "rests");
}

/* A memory as a bar: tinted and bordered in its mark while something moves through it. */
static void
paint_memory (cairo_t *cr, const SystolePaintStyle *style, SystoleMaker maker, const SystoleMemoryState *memory, const SystoleChipBox *box)
{
  const SystolePalette *palette = style->palette;
  const SystoleTriple *triple = &palette->meanings[SYSTOLE_MEANING_MEMORY];
  gboolean lit = memory->reading || memory->writing;
  double line = (lit ? 1.5 : 1) * style->line_scale;
  double middle = box->y + box->height / 2;
  double room = box->width - 4 * PAD, used;
  g_autofree char *size = memory->bytes > 0 ? systole_units_format_bytes (memory->bytes) : NULL;
  g_autofree char *name = size != NULL ? g_strdup_printf ("%s  %s", systole_memory_level_get_title (memory->level, maker), size) : g_strdup (systole_memory_level_get_title (memory->level, maker));

  systole_paint_plate (cr, style, &(SystolePlate){ box->x, box->y, box->width, box->height, 6, line, lit ? triple->tint : palette->card, lit ? triple->mark : palette->border, FALSE });
  used = systole_paint_text (cr, style, name, systole_memory_level_get_title (memory->level, maker), TITLE_PX, SYSTOLE_WEIGHT_SEMIBOLD, lit ? triple->ink : palette->text, box->x + 12, middle, room, SYSTOLE_ALIGN_START);
  if (systole_paint_text_width (style, memory_words (memory), TEXT_PX, SYSTOLE_WEIGHT_NORMAL) <= room - used - 12)
    systole_paint_text (cr, style, memory_words (memory), NULL, TEXT_PX, SYSTOLE_WEIGHT_NORMAL, lit ? triple->ink : palette->second_text, box->x + box->width - 12, middle, 0, SYSTOLE_ALIGN_END);
}

void
systole_chip_paint_memories (cairo_t *cr, const SystolePaintStyle *style, const SystoleChipGeometry *geometry, const SystoleChipFrame *frame)
{
  if (geometry->memory.height <= 0)
    return;
  for (guint i = 0; i < geometry->n_memories; i++)
    {
      const SystoleMemoryState *memory = &g_array_index (frame->memories, SystoleMemoryState, i);
      SystoleChipBox box = systole_chip_memory_box (geometry, i);
      double x = box.x + box.width / 2, y = box.y + box.height;
      double next = geometry->memory.y + (i + 1) * geometry->memory_pitch;

      paint_memory (cr, style, frame->maker, memory, &box);
      systole_paint_wire (cr, style, memory->reading || memory->writing, SYSTOLE_MEANING_MEMORY, 29, x, y, x, next, FALSE);
    }
}

/** What a unit beside the arrays is called on its machine. */
const char *
systole_chip_engine_title (const SystoleEngineState *state)
{
  return state->title != NULL ? _ (state->title) : systole_unit_get_title (state->unit, SYSTOLE_MAKER_USUAL);
}

/* Documented in chip-parts.h. */
const char *
systole_chip_unit_name (const SystoleRun *run)
{
  const SystoleMachine *machine = systole_run_get_machine (run);

  if (systole_machine_get_family (machine) == SYSTOLE_FAMILY_GPU)
    return systole_machine_get_unit_word (machine);
  return systole_family_get_unit (systole_machine_get_family (machine));
}

static const SystoleUnitState *
unit_at (const SystoleChipGeometry *geometry, const SystoleChipFrame *frame, guint i)
{
  return &g_array_index (frame->units, SystoleUnitState, geometry->first_unit + i);
}

/* Units too small for boxes: how busy they are. */
static void
paint_shades (cairo_t *cr, const SystoleChipGeometry *geometry, const SystoleChipFrame *frame)
{
  for (guint i = 0; i < geometry->n_units; i++)
    {
      SystoleChipBox box = systole_chip_unit_box (geometry, geometry->first_unit + i);

      systole_paint_source (cr, systole_palette_cividis (unit_at (geometry, frame, i)->busy_share));
      cairo_rectangle (cr, box.x, box.y, box.width, box.height);
      cairo_fill (cr);
    }
}

static void
paint_boxes (cairo_t *cr, const SystolePaintStyle *style, const SystoleChipGeometry *geometry, const SystoleChipFrame *frame)
{
  guint columns = MIN (geometry->columns, geometry->n_units), rows = (geometry->n_units + MAX (columns, 1) - 1) / MAX (columns, 1);
  g_autofree guint8 *states = g_malloc ((gsize) rows * columns);

  memset (states, SYSTOLE_BOX_NONE, (gsize) rows * columns);
  for (guint i = 0; i < geometry->n_units; i++)
    states[i] = (guint8) unit_at (geometry, frame, i)->reason;
  systole_paint_box_grid (cr, style, &(SystoleBoxGrid){ geometry->cells_x, geometry->cells_y, geometry->pitch, geometry->pitch, geometry->size, geometry->size, MIN (geometry->size, LARGEST_HATCH), columns, rows, geometry->size >= HATCHES, states });
}

/* In each box the unit's number, or the letter of what it waits for. */
static void
paint_contents (cairo_t *cr, const SystolePaintStyle *style, const SystoleChipGeometry *geometry, const SystoleChipFrame *frame)
{
  double size = geometry->size, px = MIN (0.38 * size, 20);
  g_autoptr (SystoleNumbers) numbers = systole_numbers_new (style, px, SYSTOLE_WEIGHT_BOLD, style->palette->text);

  for (guint i = 0; i < geometry->n_units; i++)
    {
      const SystoleUnitState *state = unit_at (geometry, frame, i);
      SystoleChipBox box = systole_chip_unit_box (geometry, geometry->first_unit + i);

      if (state->reason != SYSTOLE_REASON_BUSY)
        systole_paint_idle_letter (cr, style, state->reason, box.x + size / 2, box.y + size / 2, MIN (0.41 * size, 22));
      else if (px >= style->least_px)
        systole_numbers_add (numbers, cr, state->unit, box.x + size / 2, box.y + size / 2, SYSTOLE_ALIGN_CENTRE);
    }
  systole_numbers_flush (numbers, cr);
}

/* Cells too small for letters: one for each cause, in the middle of its cells. */
static void
paint_letters (cairo_t *cr, const SystolePaintStyle *style, const SystoleChipGeometry *geometry, const SystoleChipFrame *frame)
{
  double x[SYSTOLE_N_REASONS] = { 0 }, y[SYSTOLE_N_REASONS] = { 0 };
  guint n[SYSTOLE_N_REASONS] = { 0 };

  for (guint i = 0; i < geometry->n_units; i++)
    {
      const SystoleUnitState *state = &g_array_index (frame->units, SystoleUnitState, geometry->first_unit + i);
      SystoleChipBox box = systole_chip_unit_box (geometry, geometry->first_unit + i);

      x[state->reason] += box.x + box.width / 2;
      y[state->reason] += box.y + box.height / 2;
      n[state->reason]++;
    }
  for (guint r = SYSTOLE_REASON_BUSY + 1; r < SYSTOLE_N_REASONS; r++)
    if (n[r] > 0)
      systole_paint_idle_letter (cr, style, (SystoleReason) r, x[r] / n[r], y[r] / n[r], systole_region_letter (style, 14));
}

void
systole_chip_paint_units (cairo_t *cr, const SystoleLanePaint *self, const SystoleChipGeometry *geometry, const SystoleChipFrame *frame)
{
  const SystolePaintStyle *style = &self->style;
  guint busy = 0;
  g_autofree char *title = NULL;
  g_autofree char *count = NULL;
  double y = geometry->units.y + 11 * geometry->font + 1, used;
  double room = geometry->units.width - 2 * PAD;

  for (guint i = 0; i < geometry->n_units; i++)
    busy += g_array_index (frame->units, SystoleUnitState, geometry->first_unit + i).reason == SYSTOLE_REASON_BUSY;
  /* Translators: how many units a chip has, and what they are: "132 × SM" */
  title = g_strdup_printf (_ ("%u × %s"), geometry->n_units, systole_chip_unit_name (self->run));
  count = g_strdup_printf (_ ("%u of %u busy"), busy, geometry->n_units);
  systole_paint_card (cr, style, geometry->units.x, geometry->units.y, geometry->units.width, geometry->units.height, 6);
  used = systole_paint_text (cr, style, title, NULL, TITLE_PX, SYSTOLE_WEIGHT_SEMIBOLD, style->palette->text, geometry->units.x + PAD, y, room, SYSTOLE_ALIGN_START);
  if (systole_paint_text_width (style, count, TEXT_PX, SYSTOLE_WEIGHT_NORMAL) <= room - used - 10)
    systole_paint_text (cr, style, count, NULL, TEXT_PX, SYSTOLE_WEIGHT_NORMAL, style->palette->second_text, geometry->units.x + geometry->units.width - PAD, y, 0, SYSTOLE_ALIGN_END);
  if (geometry->size < BOXES)
    paint_shades (cr, geometry, frame);
  else
    paint_boxes (cr, style, geometry, frame);
  if (geometry->size >= LETTERS && MIN (0.41 * geometry->size, 22) >= style->least_px)
    paint_contents (cr, style, geometry, frame);
  else
    paint_letters (cr, style, geometry, frame);
}

/* "3 waves, 288 tiles"; `brief`: "3 waves". */
static char *
share_words (const SystoleRun *run, gboolean brief)
{
  SystoleQuantity waves = systole_run_get_counter (run, SYSTOLE_COUNTER_WAVES);
  SystoleQuantity tiles = systole_run_get_counter (run, SYSTOLE_COUNTER_TILES);
  SystoleQuantity folds = systole_run_get_counter (run, SYSTOLE_COUNTER_FOLDS);
  g_autofree char *n = NULL;

  if (waves.present)
    return systole_wave_count (run, waves.count, tiles.present && !brief ? &tiles.count : NULL);
  if (!folds.present)
    return NULL;
  n = systole_number_format_count (folds.count);
  return g_strdup_printf (P_ ("%s fold", "%s folds", MIN (folds.count, G_MAXULONG)), n);
}

/* "68.5 % of peak over the whole run · 64.6 µs" in one card: machines are compared by the time, the head counts cycles. */
void
systole_chip_paint_share (cairo_t *cr, const SystoleLanePaint *self, const SystoleChipBox *box)
{
  const SystolePaintStyle *style = &self->style;
  const SystolePalette *palette = style->palette;
  double font = style->font_scale;
  SystoleQuantity utilization = systole_run_get_counter (self->run, SYSTOLE_COUNTER_UTILIZATION);
  /* Each of the two tells the other: two lanes' shares of their peaks are the inverse of their times. */
  gboolean hides_share = (self->hides && self->hidden == SYSTOLE_COUNTER_UTILIZATION) || systole_lane_paint_hides_length (self);
  gboolean hides_length = hides_share;
  g_autofree char *percent = hides_share ? g_strdup ("?") : utilization.present ? systole_units_format_percent (utilization.real)
                                                                                : g_strdup ("–");
  g_autofree char *time = hides_length ? g_strdup ("?") : utilization.present ? systole_units_format_seconds (systole_run_get_seconds (self->run))
                                                                              : g_strdup ("–");
  g_autofree char *words = share_words (self->run, FALSE);
  g_autofree char *brief = share_words (self->run, TRUE);
  double middle = box->y + box->height / 2;
  double length, least, left, x;

  if (box->height <= 0)
    return;
  systole_paint_card (cr, style, box->x, box->y, box->width, box->height, 10);
  left = box->x + 14 + systole_paint_text (cr, style, percent, NULL, 20, SYSTOLE_WEIGHT_BOLD, palette->text, box->x + 14, middle, 0, SYSTOLE_ALIGN_START);
  length = systole_paint_text_width (style, time, 15, SYSTOLE_WEIGHT_BOLD);
  least = systole_paint_text_width (style, _ ("of peak"), 12, SYSTOLE_WEIGHT_SEMIBOLD);
  x = box->x + box->width - 14 - length;
  /* A share without its words says nothing: in a narrow card they are worth more than the length. */
  if (x - 12 - (left + 14) < least)
    x = box->x + box->width;
  else
    systole_paint_text (cr, style, time, NULL, 15, SYSTOLE_WEIGHT_BOLD, palette->text, box->x + box->width - 14, middle, 0, SYSTOLE_ALIGN_END);
  left += 14;
  if (x - 12 - left < least)
    return;
  if (words == NULL || systole_paint_text_width (style, brief, 12, SYSTOLE_WEIGHT_NORMAL) > x - 12 - left)
    systole_paint_text (cr, style, _ ("of peak over the whole run"), _ ("of peak"), 12, SYSTOLE_WEIGHT_SEMIBOLD, palette->text, left, middle, x - 12 - left, SYSTOLE_ALIGN_START);
  else
    {
      systole_paint_text (cr, style, _ ("of peak over the whole run"), _ ("of peak"), 12, SYSTOLE_WEIGHT_SEMIBOLD, palette->text, left, middle - 8.5 * font, x - 12 - left, SYSTOLE_ALIGN_START);
      systole_paint_text (cr, style, words, brief, 12, SYSTOLE_WEIGHT_NORMAL, palette->second_text, left, middle + 8.5 * font, x - 12 - left, SYSTOLE_ALIGN_START);
    }
}

static void
paint_ring (cairo_t *cr, const SystoleLanePaint *self, const SystoleChipGeometry *geometry, const SystoleTarget *target, SystoleRing ring, guint number)
{
  SystoleChipBox box;

  if (systole_chip_locate (geometry, target, &box))
    systole_paint_ring (cr, &self->style, ring, number, box.x, box.y, box.width, box.height);
}

void
systole_chip_paint_rings (cairo_t *cr, const SystoleLanePaint *self, const SystoleChipGeometry *geometry)
{
  paint_ring (cr, self, geometry, &self->pinned, SYSTOLE_RING_PINNED, self->pinned_second.kind != SYSTOLE_TARGET_NONE ? 1 : 0);
  paint_ring (cr, self, geometry, &self->pinned_second, SYSTOLE_RING_PINNED, 2);
  paint_ring (cr, self, geometry, &self->hover, SYSTOLE_RING_HOVER, 0);
  if (self->has_focus)
    paint_ring (cr, self, geometry, &self->focus, SYSTOLE_RING_FOCUS, 0);
}
