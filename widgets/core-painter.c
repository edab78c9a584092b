/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/level-painter.h"

#include "engine/base/i18n.h"
#include "widgets/chip-parts.h"

/* The level "core" of a TPU: its MXUs and memories with the state that the frame
 * has; the other units of a core have no model, and the picture says so. */

#define TITLE_PX 12.5
#define TEXT_PX 11.5

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
paint_other (cairo_t *cr, const SystolePaintStyle *style, SystoleUnit unit, const SystoleChipBox *box)
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
  systole_paint_text (cr, style, systole_unit_get_title (unit), NULL, TITLE_PX, SYSTOLE_WEIGHT_SEMIBOLD, palette->text, middle, box->y + box->height / 2 - line * 0.55, box->width - 12, SYSTOLE_ALIGN_CENTRE);
  systole_paint_text (cr, style, _ ("not modelled"), _ ("n/a"), TEXT_PX, SYSTOLE_WEIGHT_NORMAL, palette->second_text, middle, box->y + box->height / 2 + line * 0.55, box->width - 12, SYSTOLE_ALIGN_CENTRE);
}

static void
paint_others (cairo_t *cr, const SystolePaintStyle *style, const SystoleChipBox *all)
{
  double gap = 8, width = (all->width - gap * (G_N_ELEMENTS (not_modelled) - 1)) / G_N_ELEMENTS (not_modelled);

  if (all->height <= 0)
    return;
  for (guint i = 0; i < G_N_ELEMENTS (not_modelled); i++)
    {
      SystoleChipBox box = { all->x + i * (width + gap), all->y, width, all->height };

      paint_other (cr, style, not_modelled[i], &box);
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
  paint_others (cr, &self->style, &geometry.others);
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

static char *
describe (const SystoleLanePaint *self)
{
  return systole_chip_level.describe (self);
}

const SystoleLevelPainter systole_core_level = {
  .paint = paint,
  .pick = pick,
  .neighbour = neighbour,
  .locate = locate,
  .explain = explain,
  .describe = describe,
};
