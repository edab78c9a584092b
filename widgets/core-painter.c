/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/level-painter.h"

#include "engine/base/i18n.h"
#include "widgets/chip-parts.h"
#include "widgets/box.h"
#include "widgets/hatch.h"
#include "widgets/plate.h"
#include "widgets/token.h"

/* The level "core" of a TPU: memories, arrays, and below them the units that serve the arrays,
 * each at work or with the hatch, letter and words of what it waits for. Wires lead from
 * memory to the copy engine and from the vector unit to the arrays. */

#define TITLE_PX 12.5
#define TEXT_PX 11.5
#define GAP 8.0
#define LETTER_PX 15.0

static const SystoleUnit not_modelled[] = { SYSTOLE_UNIT_VPU, SYSTOLE_UNIT_SCALAR, SYSTOLE_UNIT_DMA };

static const SystoleChipFrame *
view_open (const SystoleLanePaint *self, SystoleLaneCache **owned, double x, double y, double width, double height, SystoleChipGeometry *geometry)
{
  SystoleLaneCache *cache = systole_lane_cache_ensure (self, owned);
  guint64 last = systole_run_get_n_cycles (self->run) - 1;
  guint64 cycle = self->fraction >= 0.5 ? MIN (self->cycle + 1, last) : self->cycle;
  const SystoleChipFrame *frame = systole_lane_cache_chip (cache, self->run, cycle);

  systole_chip_measure (self, frame, x, y, width, height, geometry);
  return frame;
}

/* "Not modelled": a dashed line, the unit's name, and the words. */
static void
paint_unknown (cairo_t *cr, const SystolePaintStyle *style, SystoleUnit unit, const SystoleChipBox *box)
{
  const SystolePalette *palette = style->palette;
  double middle = box->x + box->width / 2, line = 15 * style->font_scale;

  cairo_save (cr);
  cairo_set_dash (cr, (double[]){ 2, 3 }, 2, 0);
  systole_paint_rounded (cr, box->x + 0.75, box->y + 0.75, box->width - 1.5, box->height - 1.5, 6);
  systole_paint_source (cr, palette->second_text);
  cairo_set_line_width (cr, 1.5 * style->line_scale);
  cairo_stroke (cr);
  cairo_restore (cr);
  systole_paint_text (cr, style, systole_unit_get_title (unit, SYSTOLE_MAKER_USUAL), NULL, TITLE_PX, SYSTOLE_WEIGHT_SEMIBOLD, palette->text, middle, box->y + box->height / 2 - line * 0.55, box->width - 12, SYSTOLE_ALIGN_CENTRE);
  systole_paint_text (cr, style, _ ("not modelled"), _ ("n/a"), TEXT_PX, SYSTOLE_WEIGHT_NORMAL, palette->second_text, middle, box->y + box->height / 2 + line * 0.55, box->width - 12, SYSTOLE_ALIGN_CENTRE);
}

/* Words on a hatch need a ground of their own. */
static void
paint_ground (cairo_t *cr, const SystolePaintStyle *style, const char *words, double px, SystoleWeight weight, double x, double y, double most)
{
  double width = MIN (most, systole_paint_text_width (style, words, px, weight)) + 6, height = (px + 4) * style->font_scale;

  systole_paint_badge (cr, style, x - width / 2, y - height / 2, width, height, 3, style->palette->idle_fill);
}

/* A unit as a cell: what it does, or the letter of what it waits for. */
static void
paint_engine (cairo_t *cr, const SystolePaintStyle *style, const SystoleEngineState *state, const SystoleChipBox *box)
{
  const SystolePalette *palette = style->palette;
  gboolean busy = state->reason == SYSTOLE_REASON_BUSY;
  const char *title = systole_chip_engine_title (state);
  const char *words = busy ? _ (state->activity) : systole_reason_get_short (state->reason);
  double line = 15 * style->font_scale, letter = LETTER_PX * style->font_scale;
  double high = box->height >= 5 * line && !busy ? letter * 0.75 : 0;
  double middle = box->x + box->width / 2, room = box->width - 12;
  double first = box->y + box->height / 2 - line * 0.55 + high, second = box->y + box->height / 2 + line * 0.55 + high;

  systole_paint_box (cr, style, state->reason, SYSTOLE_MEANING_SUM, box->x, box->y, box->width, box->height, 29);
  if (!busy)
    {
      paint_ground (cr, style, title, TITLE_PX, SYSTOLE_WEIGHT_SEMIBOLD, middle, first, room);
      paint_ground (cr, style, words, TEXT_PX, SYSTOLE_WEIGHT_NORMAL, middle, second, room);
      if (high > 0)
        systole_paint_idle_letter (cr, style, state->reason, middle, first - line - 2, systole_region_letter (style, LETTER_PX));
    }
  systole_paint_text (cr, style, title, NULL, TITLE_PX, SYSTOLE_WEIGHT_SEMIBOLD, palette->text, middle, first, room, SYSTOLE_ALIGN_CENTRE);
  systole_paint_text (cr, style, words, NULL, TEXT_PX, SYSTOLE_WEIGHT_NORMAL, busy ? palette->text : palette->second_text, middle, second, room, SYSTOLE_ALIGN_CENTRE);
}

/* From a unit up to the card of the arrays: lit while something moves there. */
static void
paint_wire (cairo_t *cr, const SystolePaintStyle *style, const SystoleChipGeometry *geometry, const SystoleEngineState *state, const SystoleChipBox *box)
{
  double x = box->x + box->width / 2, top = geometry->units.y + geometry->units.height;

  if (state->unit == SYSTOLE_UNIT_VPU)
    systole_paint_wire (cr, style, state->reason == SYSTOLE_REASON_BUSY, SYSTOLE_MEANING_SUM, 29, x, box->y, x, top, FALSE);
}

static void
paint_engines (cairo_t *cr, const SystolePaintStyle *style, const SystoleChipGeometry *geometry, const SystoleChipFrame *frame)
{
  guint n = frame->engines->len > 0 ? frame->engines->len : G_N_ELEMENTS (not_modelled);

  if (geometry->others.height <= 0)
    return;
  for (guint i = 0; i < n; i++)
    {
      SystoleChipBox box = systole_chip_engine_box (geometry, i);
      const SystoleEngineState *state = frame->engines->len > 0 ? &g_array_index (frame->engines, SystoleEngineState, i) : NULL;

      if (state == NULL)
        {
          paint_unknown (cr, style, not_modelled[i], &box);
          continue;
        }
      paint_wire (cr, style, geometry, state, &box);
      paint_engine (cr, style, state, &box);
    }
}

static void
paint (cairo_t *cr, const SystoleLanePaint *self, double x, double y, double width, double height)
{
  SystoleLaneCache *owned = NULL;
  SystoleChipGeometry geometry;
  const SystoleChipFrame *frame = view_open (self, &owned, x, y, width, height, &geometry);

  systole_chip_paint_memories (cr, &self->style, &geometry, frame);
  systole_chip_paint_units (cr, self, &geometry, frame);
  paint_engines (cr, &self->style, &geometry, frame);
  systole_chip_paint_share (cr, self, &geometry.share);
  systole_chip_paint_rings (cr, self, &geometry);
  systole_lane_cache_free (owned);
}

static SystoleTarget
pick (const SystoleLanePaint *self, double x, double y, double width, double height, double px, double py)
{
  SystoleLaneCache *owned = NULL;
  SystoleChipGeometry geometry;

  view_open (self, &owned, x, y, width, height, &geometry);
  systole_lane_cache_free (owned);
  return systole_chip_pick (&geometry, px, py);
}

static SystoleTarget
neighbour (const SystoleLanePaint *self, const SystoleTarget *from, int dx, int dy)
{
  return systole_chip_level.neighbour (self, from, dx, dy);
}

static gboolean
locate (const SystoleLanePaint *self, double x, double y, double width, double height, const SystoleTarget *target, double *out_x, double *out_y, double *out_width, double *out_height)
{
  return systole_chip_level.locate (self, x, y, width, height, target, out_x, out_y, out_width, out_height);
}

static char *
explain (const SystoleLanePaint *self, const SystoleTarget *target, GArray **facts, char **sentence)
{
  return systole_chip_level.explain (self, target, facts, sentence);
}

static void
append_engine (GString *text, const SystoleEngineState *state)
{
  g_string_append_c (text, ' ');
  if (state->reason == SYSTOLE_REASON_BUSY)
    /* Translators: a unit of a TPU core, what it does: "vector unit: computes on vectors." */
    g_string_append_printf (text, _ ("%s: %s."), systole_chip_engine_title (state), _ (state->activity));
  else
    /* Translators: a unit of a TPU core, why it waits: "vector unit waits: data is in flight." */
    g_string_append_printf (text, _ ("%s waits: %s."), systole_chip_engine_title (state), systole_reason_get_sentence (state->reason, SYSTOLE_FAMILY_OTHER));
}

/* The arrays as at the chip, then each unit that serves them. */
static char *
describe (const SystoleLanePaint *self)
{
  SystoleLaneCache *owned = NULL;
  SystoleLaneCache *cache = systole_lane_cache_ensure (self, &owned);
  const SystoleChipFrame *frame = systole_lane_cache_chip (cache, self->run, self->cycle);
  g_autofree char *arrays = systole_chip_level.describe (self);
  GString *text = g_string_new (arrays);

  for (guint i = 0; i < frame->engines->len; i++)
    append_engine (text, &g_array_index (frame->engines, SystoleEngineState, i));
  systole_lane_cache_free (owned);
  return g_string_free (text, FALSE);
}

const SystoleLevelPainter systole_core_level = {
  .paint = paint,
  .pick = pick,
  .neighbour = neighbour,
  .locate = locate,
  .explain = explain,
  .describe = describe,
};
