/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/presenter-parts.h"

#include <math.h>
#include <string.h>

#include "engine/base/i18n.h"
#include "widgets/energy-painter.h"
#include "widgets/level-painter.h"
#include "widgets/map-painter.h"
#include "widgets/memory-painter.h"
#include "widgets/paint-paragraph.h"
#include "widgets/roofline-painter.h"
#include "widgets/waterfall-painter.h"

/* A page of Explain beside the picture: the charts of the window at the presenter's size, tables in few rows. */

#define TEXT_PX 13.0
#define HEAD_PX 14.5
#define ROW 25.0 /* pitch of a table's rows, px at font scale 1 */
#define GAP 12.0
#define BETWEEN 24.0
#define LEAST_WIDTH 0.6

/* At the second the charts' notes of 11.5 px are just a fiftieth of the height, at the last their names of 13 px. */
static const double tries[] = { 1, 0.905, 0.801 };

/* Charts are drawn at their own size, magnified as a whole. */
typedef struct
{
  const SystolePresenterPaint *presenter;
  SystolePaintStyle style;
  double width;
  double room; /* height that there is for all lanes */
} Pane;

/* One picture a lane; lane n_lanes and beyond: none. Returns its height; draws it where `cr` is given. */
typedef double (*LaneFunc) (const Pane *self, guint lane, cairo_t *cr);

static double
waterfall (const Pane *self, guint lane, cairo_t *cr)
{
  SystoleWaterfallPaint paint = { .run = self->presenter->lanes[lane].run, .letter = self->presenter->lanes[lane].letter, .width = self->width, .highlighted = -1, .style = self->style, .name = self->presenter->lanes[lane].name };

  if (cr != NULL)
    systole_waterfall_paint (cr, &paint);
  return systole_waterfall_get_height (&paint);
}

static double
memory (const Pane *self, guint lane, cairo_t *cr)
{
  SystoleMemoryPaint paint = { .run = self->presenter->lanes[lane].run, .letter = self->presenter->lanes[lane].letter, .width = self->width, .style = self->style, .name = self->presenter->lanes[lane].name };

  for (guint i = 0; i < self->presenter->n_lanes; i++)
    if (self->presenter->lanes[i].run != NULL)
      systole_memory_get_range (self->presenter->lanes[i].run, &paint.least_bytes, &paint.most_bytes);
  if (cr != NULL)
    systole_memory_paint (cr, &paint);
  return systole_memory_get_height (&paint);
}

/* The lanes share the scale of power. */
static double
energy (const Pane *self, guint lane, cairo_t *cr)
{
  SystoleEnergyPaint paint = { .run = self->presenter->lanes[lane].run, .letter = self->presenter->lanes[lane].letter, .width = self->width, .style = self->style, .name = self->presenter->lanes[lane].name };

  for (guint i = 0; i < self->presenter->n_lanes; i++)
    if (self->presenter->lanes[i].run != NULL)
      paint.most_watts = MAX (paint.most_watts, systole_energy_get_most_watts (self->presenter->lanes[i].run));
  if (cr != NULL)
    systole_energy_paint (cr, &paint);
  return systole_energy_get_height (&paint);
}

/* All lanes under their roofs. */
static double
roofline (const Pane *self, guint lane, cairo_t *cr)
{
  SystoleRooflinePaint paint = { .n = self->presenter->n_lanes, .width = self->width, .style = self->style };

  if (lane > 0)
    return 0;
  for (guint i = 0; i < paint.n; i++)
    paint.runs[i] = self->presenter->lanes[i].run;
  if (cr != NULL)
    systole_roofline_paint (cr, &paint);
  return systole_roofline_get_height (&paint);
}

/* Who is faster where, of all lanes. */
static double
map (const Pane *self, guint lane, cairo_t *cr)
{
  SystoleMapPaint paint;

  if (lane > 0)
    return 0;
  paint = *self->presenter->map;
  paint.width = self->width;
  paint.room = floor (self->room);
  paint.style = self->style;
  if (cr != NULL)
    systole_map_paint (cr, &paint);
  return systole_map_get_height (&paint);
}

static double
paint_cell (const Pane *self, cairo_t *cr, const char *text, SystoleWeight weight, SystoleColor color, double x, double y, double room, SystoleAlign align)
{
  return cr != NULL && text != NULL ? systole_paint_text (cr, &self->style, text, NULL, TEXT_PX, weight, color, x, y, room, align) : 0;
}

/* Names at the left, a column a lane at the right. */
static double
table (const Pane *self, guint lane, cairo_t *cr)
{
  const SystolePresenterPaint *presenter = self->presenter;
  double scale = self->style.font_scale, row = ROW * scale, column = 0;

  if (lane > 0)
    return 0;
  for (guint i = 0; i < presenter->n_rows; i++)
    for (guint l = 0; l < presenter->n_lanes; l++)
      if (presenter->rows[i].values[l] != NULL)
        column = MAX (column, systole_paint_text_width (&self->style, presenter->rows[i].values[l], TEXT_PX, SYSTOLE_WEIGHT_BOLD) + GAP * scale);
  column = MIN (column, self->width * 0.35);
  for (guint l = 0; l < presenter->n_lanes; l++)
    {
      char letter[2] = { presenter->lanes[l].letter, '\0' };

      paint_cell (self, cr, letter, SYSTOLE_WEIGHT_BOLD, self->style.palette->text, self->width - column * (presenter->n_lanes - 1 - l), row / 2, 0, SYSTOLE_ALIGN_END);
    }
  for (guint i = 0; i < presenter->n_rows; i++)
    {
      double y = (i + 1.5) * row;

      if (cr != NULL)
        {
          systole_paint_source (cr, self->style.palette->hairline);
          cairo_rectangle (cr, 0, (i + 1) * row, self->width, self->style.line_scale);
          cairo_fill (cr);
        }
      paint_cell (self, cr, presenter->rows[i].title, SYSTOLE_WEIGHT_NORMAL, self->style.palette->text, 0, y, self->width - column * presenter->n_lanes, SYSTOLE_ALIGN_START);
      for (guint l = 0; l < presenter->n_lanes; l++)
        paint_cell (self, cr, presenter->rows[i].values[l], SYSTOLE_WEIGHT_BOLD, self->style.palette->text, self->width - column * (presenter->n_lanes - 1 - l), y, column, SYSTOLE_ALIGN_END);
    }
  return (presenter->n_rows + 1) * row;
}

/* What is pinned, in numbers. */
static double
selection (const Pane *self, guint lane, cairo_t *cr)
{
  const SystolePresenterLane *own = &self->presenter->lanes[lane];
  double scale = self->style.font_scale, row = ROW * scale, y = 0;
  g_autofree char *title = NULL, *sentence = NULL;
  g_autoptr (GArray) facts = NULL;
  g_autoptr (SystoleLaneCache) cache = NULL;
  SystolePresenterLayout layout;
  SystoleLanePaint paint;

  systole_presenter_layout (self->presenter, &layout);
  if (own->pinned.kind == SYSTOLE_TARGET_NONE || !systole_presenter_get_lane (self->presenter, &layout, lane, &paint))
    return 0;
  if (paint.cache == NULL)
    paint.cache = cache = systole_lane_cache_new ();
  title = systole_lane_explain (&paint, &own->pinned, &facts, &sentence);
  if (title == NULL)
    return 0;
  if (cr != NULL)
    systole_paint_text (cr, &self->style, title, NULL, HEAD_PX, SYSTOLE_WEIGHT_BOLD, self->style.palette->text, 0, row / 2, self->width, SYSTOLE_ALIGN_START);
  y += row;
  for (guint i = 0; facts != NULL && i < facts->len; i++, y += row)
    {
      const SystoleFact *fact = &g_array_index (facts, SystoleFact, i);
      SystoleColor ink = fact->meaning < SYSTOLE_N_MEANINGS ? self->style.palette->meanings[fact->meaning].ink : self->style.palette->text;
      double used = paint_cell (self, cr, fact->value, SYSTOLE_WEIGHT_BOLD, ink, self->width, y + row / 2, self->width * 0.6, SYSTOLE_ALIGN_END);

      paint_cell (self, cr, fact->name, SYSTOLE_WEIGHT_NORMAL, self->style.palette->text, 0, y + row / 2, self->width - used - GAP * scale, SYSTOLE_ALIGN_START);
    }
  if (sentence == NULL || *sentence == '\0')
    return y;
  if (cr != NULL)
    systole_paint_paragraph (cr, &self->style, sentence, TEXT_PX, SYSTOLE_WEIGHT_NORMAL, self->style.palette->text, 0, y + GAP * scale / 2, self->width, 0);
  return y + GAP * scale + systole_paragraph_get_height (&self->style, sentence, TEXT_PX, SYSTOLE_WEIGHT_NORMAL, self->width, 0);
}

static const struct
{
  const char *page;
  LaneFunc paint;
} pages[] = {
  { "time", waterfall },
  { "roofline", roofline },
  { "memory", memory },
  { "energy", energy },
  { "map", map },
  { "table", table },
  { "selection", selection },
};

/* The lanes' pictures in `columns`, the height of the highest column; drawn where `cr` is given
 * and only those that fit. */
static double
lay_out (Pane *self, LaneFunc paint, guint columns, cairo_t *cr, double width, double height)
{
  double highest = 0, y[SYSTOLE_PRESENTER_MAX_LANES] = { 0 };

  self->width = (width - BETWEEN * (columns - 1)) / columns;
  self->room = height;
  for (guint i = 0; i < self->presenter->n_lanes; i++)
    {
      guint column = i % columns;
      double own;

      if (self->presenter->lanes[i].run == NULL)
        continue;
      own = paint (self, i, NULL);
      if (own <= 0)
        continue;
      if (cr != NULL && (y[column] <= 0 || y[column] + own <= height))
        {
          cairo_save (cr);
          cairo_translate (cr, column * (self->width + BETWEEN), y[column]);
          paint (self, i, cr);
          cairo_restore (cr);
        }
      y[column] += own + GAP;
      highest = MAX (highest, y[column] - GAP);
    }
  return highest;
}

/* Charts that stand for the lanes: a picture each. */
static gboolean
is_by_lane (LaneFunc paint)
{
  return paint == waterfall || paint == memory || paint == energy;
}

static LaneFunc
find_page (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (pages); i++)
    if (strcmp (pages[i].page, name) == 0)
      return pages[i].paint;
  return NULL;
}

/** Whether there is anything on the page that is asked for. */
gboolean
systole_presenter_has_pane (const SystolePresenterPaint *self)
{
  LaneFunc page = self->pane != NULL ? find_page (self->pane) : NULL;
  gboolean pinned = FALSE;

  for (guint i = 0; i < self->n_lanes; i++)
    pinned |= self->lanes[i].pinned.kind != SYSTOLE_TARGET_NONE;
  return page != NULL && (page != selection || pinned) && (page != map || self->map != NULL);
}

/** Whether a question is about the page, which then stands in the machines' place. */
gboolean
systole_presenter_asks_about_pane (const SystolePresenterPaint *self)
{
  return self->question != NULL && self->map != NULL && self->pane != NULL && find_page (self->pane) == map;
}

/** Whether a page needs the whole width, and the machines' pictures leave it: what compares machines. */
gboolean
systole_presenter_pane_is_wide (const char *page, guint n_lanes)
{
  LaneFunc paint = find_page (page);

  return n_lanes > 1 && paint != NULL && paint != selection;
}

/**
 * systole_presenter_paint_pane:
 *
 * The page that the beat names; what does not fit is drawn as small as text may be, then the
 * last lanes are left out. Nothing where nobody knows the page.
 */
void
systole_presenter_paint_pane (cairo_t *cr, const SystolePresenterPaint *self, const SystolePaintStyle *style, const SystolePresenterBox *box)
{
  LaneFunc paint = find_page (self->pane);
  Pane pane = { self, *style, box->width, box->height };
  double scale = style->font_scale, width = box->width;
  gboolean fits = FALSE;
  guint columns = is_by_lane (paint) ? MAX (self->n_lanes, 1) : 1;

  if (paint == NULL)
    return;
  pane.style.font_scale = 1;
  for (guint i = 0; i < G_N_ELEMENTS (tries) && !fits; i++)
    {
      scale = style->font_scale * tries[i];
      width = box->width;
      fits = lay_out (&pane, paint, columns, NULL, width / scale, box->height / scale) <= box->height / scale;
      /* A chart that keeps its shape becomes lower by being narrower, rather than by losing its notes. */
      for (double narrow = 0.95; paint == roofline && !fits && narrow > LEAST_WIDTH; narrow -= 0.05)
        {
          width = narrow * box->width;
          fits = lay_out (&pane, paint, columns, NULL, width / scale, box->height / scale) <= box->height / scale;
        }
    }
  pane.style.least_px = style->least_px / scale;
  pane.style.line_scale = MAX (1, style->line_scale / scale);
  cairo_save (cr);
  cairo_rectangle (cr, box->x, box->y, box->width, box->height);
  cairo_clip (cr);
  cairo_translate (cr, box->x, box->y);
  cairo_scale (cr, scale, scale);
  lay_out (&pane, paint, columns, cr, width / scale, box->height / scale);
  cairo_restore (cr);
}
