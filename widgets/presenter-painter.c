/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/presenter-parts.h"

#include <math.h>
#include <string.h>

#include "engine/base/i18n.h"
#include "widgets/head-painter.h"
#include "widgets/level-painter.h"
#include "widgets/no-run-painter.h"
#include "widgets/paint-paragraph.h"

#define BASE_PX 13.0        /* the size, at font scale 1, that becomes a unit */
#define UNITS_A_SCREEN 40.0 /* a unit is this part of the height */
#define LEAST_PART 50.0     /* smallest text is this part of the height */
#define LINES 540.0         /* lines are as many times as thick as the height has this */
#define LEAST_LINES 1.5
#define MARGIN 1.1         /* units, as all lengths here */
#define TITLE 1.45         /* middle of the first line */
#define TOP 2.5            /* first line and its space */
#define ABOVE 0.8          /* weights that load stand a little above their array */
#define HEADING 16.9       /* base px of what is asked: 1.3 units */
#define TARGET 13.0        /* base px of the name of what is asked for */
#define GAP 1.1            /* between parts */
#define LANE_ROOM 15.0     /* least width of the third lane and more */
#define WORDS_ROOM 13.5    /* least width of the words beside a picture */
#define PICTURE_SHAPE 1.12 /* width by height of the room of an array beside its words */

/** Nothing on it yet. */
void
systole_presenter_paint_init (SystolePresenterPaint *self, SystoleScheme scheme, double width, double height)
{
  memset (self, 0, sizeof *self);
  systole_paint_style_init (&self->style, scheme);
  self->width = width;
  self->height = height;
  self->text_scale = 1;
}

static double
get_unit (const SystolePresenterPaint *self)
{
  return MAX (self->height / UNITS_A_SCREEN, BASE_PX * self->text_scale);
}

/**
 * systole_presenter_paint_style:
 *
 * Text by the height of the screen, never under a fiftieth of it; lines that are seen from the last row.
 */
void
systole_presenter_paint_style (const SystolePresenterPaint *self, SystolePaintStyle *out)
{
  *out = self->style;
  out->font_scale = get_unit (self) / BASE_PX;
  out->line_scale = MAX (LEAST_LINES, self->height / LINES);
  out->least_px = self->height / LEAST_PART;
}

/* Documented in presenter-painter.h. */
guint
systole_presenter_count_lanes (const SystolePresenterPaint *self, guint n)
{
  double unit = get_unit (self), room = self->width - 2 * MARGIN * unit;

  n = MIN (n, SYSTOLE_PRESENTER_MAX_LANES);
  while (n > SYSTOLE_PRESENTER_BEAT_LANES && (room - GAP * unit * (n - 1)) / n < LANE_ROOM * unit)
    n--;
  return n;
}

/* A picture that is about as wide as high: words have room beside it. */
static gboolean
is_square (const SystolePresenterLane *lane)
{
  return lane->run != NULL && (lane->camera.level == SYSTOLE_LEVEL_ARRAY || lane->camera.level == SYSTOLE_LEVEL_PE || lane->camera.level == SYSTOLE_LEVEL_FRAGMENT);
}

/* Name and box of what is asked for, at the right of the question. */
static double
target_width (const SystolePresenterPaint *self, const SystolePaintStyle *style, double unit)
{
  if (self->target == NULL || self->target_value == NULL)
    return 0;
  return systole_paint_text_width (style, self->target, TARGET, SYSTOLE_WEIGHT_SEMIBOLD) + MAX (systole_paint_text_width (style, self->target_value, HEADING, SYSTOLE_WEIGHT_BOLD) + 1.4 * unit, 2.6 * unit) + 2 * unit;
}

/* A dashed box with "?", as a hidden cell is drawn; then the value in the ink of results. */
static void
paint_target (cairo_t *cr, const SystolePresenterPaint *self, const SystolePaintStyle *style, const SystolePresenterLayout *layout)
{
  const SystoleTriple *result = &style->palette->meanings[SYSTOLE_MEANING_RESULT];
  double unit = layout->unit, height = 2 * unit, y = 0.5 * unit, x = self->width - layout->margin, width;
  const double dashes[] = { 3.5 * style->line_scale, 2.5 * style->line_scale };

  if (target_width (self, style, unit) <= 0)
    return;
  width = MAX (systole_paint_text_width (style, self->target_value, HEADING, SYSTOLE_WEIGHT_BOLD) + 1.4 * unit, 2.6 * unit);
  systole_paint_rounded (cr, x - width, y, width, height, 0.2 * unit);
  systole_paint_source (cr, self->hides ? style->palette->view : result->tint);
  cairo_fill_preserve (cr);
  systole_paint_source (cr, result->mark);
  cairo_set_line_width (cr, 1.5 * style->line_scale);
  if (self->hides)
    cairo_set_dash (cr, dashes, 2, 0);
  cairo_stroke (cr);
  cairo_set_dash (cr, NULL, 0, 0);
  systole_paint_text (cr, style, self->target_value, NULL, HEADING, SYSTOLE_WEIGHT_BOLD, result->ink, x - width / 2, y + height / 2, 0, SYSTOLE_ALIGN_CENTRE);
  systole_paint_text (cr, style, self->target, NULL, TARGET, SYSTOLE_WEIGHT_SEMIBOLD, style->palette->second_text, x - width - 0.6 * unit, y + height / 2, 0, SYSTOLE_ALIGN_END);
}

/* What is asked, over the whole width. */
static double
heading_height (const SystolePresenterPaint *self, const SystolePaintStyle *style, double unit, double width)
{
  double text = systole_paragraph_get_height (style, self->asks, HEADING, SYSTOLE_WEIGHT_BOLD, width - target_width (self, style, unit), 3);

  return MAX (TOP * unit, text + 1.2 * unit);
}

/* Lanes beside each other, or one below the other where a chart leaves them half the width. */
static void
place_lanes (const SystolePresenterPaint *self, SystolePresenterLayout *out, const SystolePresenterBox *room, gboolean counts)
{
  double unit = out->unit, gap = GAP * unit;
  guint n = MAX (self->n_lanes, 1);
  gboolean stacked = n > 1 && room->width < room->height * 1.15;
  double width = stacked ? room->width : (room->width - gap * (n - 1)) / n;
  double height = stacked ? (room->height - gap * (n - 1)) / n : room->height;
  double head = systole_presenter_head_height (unit, counts);

  for (guint i = 0; i < MIN (n, SYSTOLE_PRESENTER_MAX_LANES); i++)
    {
      double x = room->x + (stacked ? 0 : i * (width + gap)), y = room->y + (stacked ? i * (height + gap) : 0);

      out->heads[i] = (SystolePresenterBox){ x, y, width, head };
      out->pictures[i] = (SystolePresenterBox){ x, y + head, width, MAX (height - head, 1) };
    }
}

/**
 * systole_presenter_layout:
 * @out: (out): where everything stands
 */
void
systole_presenter_layout (const SystolePresenterPaint *self, SystolePresenterLayout *out)
{
  SystolePaintStyle style;
  SystolePresenterBox room;
  double unit, inner, bottom;
  gboolean asks = self->asks != NULL && self->question != NULL;
  gboolean side = asks || systole_presenter_has_pane (self);
  gboolean wide = !asks && side && systole_presenter_pane_is_wide (self->pane, self->n_lanes);

  systole_presenter_paint_style (self, &style);
  memset (out, 0, sizeof *out);
  out->unit = unit = get_unit (self);
  out->margin = MARGIN * unit;
  out->title = TITLE * unit;
  inner = self->width - 2 * out->margin;
  out->bar.height = systole_presenter_bar_height (self, &style, unit, out->margin, &out->caption_lines);
  out->bar.width = self->width;
  out->bar.y = self->height - out->bar.height;
  out->strip = (SystolePresenterBox){ out->margin, 0, inner, systole_presenter_strip_height (unit, self->n_lanes) };
  /* Where something is asked no strip tells how long it takes; charts that stand for the machines need its room. */
  if (asks || wide)
    out->strip.height = 0;
  out->strip.y = bottom = out->bar.y - 0.45 * unit - out->strip.height;
  room = (SystolePresenterBox){ out->margin, 0.55 * unit, inner, 0 };
  if (asks)
    room.y = heading_height (self, &style, unit, inner);
  room.height = MAX (bottom - 0.5 * unit - room.y, 1);
  if (side)
    {
      out->side = room;
      out->side.width = MAX (0.42 * inner, MIN (17 * unit, 0.5 * inner));
      out->side.x = room.x + inner - out->side.width;
      out->side.y += asks ? 0 : 0.5 * unit;
      out->side.height -= asks ? 0 : 0.5 * unit;
      room.width = inner - out->side.width - GAP * unit;
    }
  if (wide)
    {
      out->side = (SystolePresenterBox){ out->margin, room.y + 0.5 * unit, inner, room.height - 0.5 * unit };
      return;
    }
  if (asks && systole_presenter_asks_about_pane (self))
    {
      out->chart = room;
      return;
    }
  place_lanes (self, out, &room, !asks);
  out->beside = self->n_lanes == 1 && !side && is_square (&self->lanes[0]) && inner - room.height > WORDS_ROOM * unit;
  if (out->beside)
    {
      SystolePresenterBox *picture = &out->pictures[0], *words = &out->heads[0];

      picture->y = room.y + (TOP - 0.2) * unit;
      picture->height = bottom - 0.3 * unit - picture->y;
      picture->width = MIN (picture->height * PICTURE_SHAPE, inner - WORDS_ROOM * unit);
      *words = *picture;
      words->x = picture->x + picture->width + GAP * unit;
      words->width = self->width - out->margin - words->x;
    }
  /* on whole pixels, where cells that are alike are drawn at once */
  for (guint i = 0; i < G_N_ELEMENTS (out->pictures); i++)
    {
      SystolePresenterBox *picture = &out->pictures[i];

      *picture = (SystolePresenterBox){ floor (picture->x), floor (picture->y), floor (picture->width), floor (picture->height) };
    }
}

/* Documented in presenter-painter.h. */
gboolean
systole_presenter_get_lane (const SystolePresenterPaint *self, const SystolePresenterLayout *layout, guint lane, SystoleLanePaint *out)
{
  const SystolePresenterLane *own;
  guint64 n;

  if (lane >= self->n_lanes || self->lanes[lane].run == NULL)
    return FALSE;
  own = &self->lanes[lane];
  n = systole_run_get_n_cycles (own->run);
  systole_lane_paint_init (out);
  systole_presenter_paint_style (self, &out->style);
  out->run = own->run;
  out->letter = own->letter;
  out->name = own->name;
  out->ended = own->position >= (double) n;
  out->cycle = out->ended ? n - 1 : (guint64) own->position;
  out->fraction = out->ended ? 0 : own->position - (double) out->cycle;
  out->camera = own->camera;
  out->pinned = own->pinned;
  out->presented = TRUE;
  out->hides = self->hides;
  out->hidden = self->hidden;
  out->cache = own->cache;
  out->width = layout->pictures[lane].width;
  out->height = layout->pictures[lane].height;
  return TRUE;
}

static void
paint_lane (cairo_t *cr, const SystolePresenterPaint *self, const SystolePresenterLayout *layout, guint i)
{
  const SystolePresenterBox *box = &layout->pictures[i];
  g_autoptr (SystoleLaneCache) own = NULL;
  const SystoleLevelPainter *level;
  SystoleLanePaint lane;

  if (!systole_presenter_get_lane (self, layout, i, &lane))
    {
      SystoleNoRunPaint none = { self->lanes[i].letter, self->lanes[i].title, self->lanes[i].message, box->width, box->height, lane.style };

      systole_presenter_paint_style (self, &none.style);
      cairo_save (cr);
      cairo_translate (cr, box->x, layout->heads[i].y);
      systole_no_run_paint (cr, &none);
      cairo_restore (cr);
      return;
    }
  if (lane.cache == NULL)
    lane.cache = own = systole_lane_cache_new ();
  level = systole_level_painter_get (lane.camera.level);
  cairo_save (cr);
  cairo_translate (cr, box->x, box->y);
  cairo_rectangle (cr, 0, -ABOVE * layout->unit, box->width, box->height + ABOVE * layout->unit);
  cairo_clip (cr);
  if (level != NULL && level->paint != NULL)
    level->paint (cr, &lane, 0, 0, box->width, box->height);
  cairo_restore (cr);
  if (layout->beside)
    systole_presenter_paint_words (cr, &lane, layout, &layout->heads[i]);
  else
    systole_presenter_paint_head (cr, &lane, &layout->heads[i], self->asks == NULL);
}

/**
 * systole_presenter_paint:
 *
 * Draws the whole screen, ground included.
 */
void
systole_presenter_paint (cairo_t *cr, const SystolePresenterPaint *self)
{
  SystolePaintStyle style;
  SystolePresenterLayout layout;

  systole_presenter_paint_style (self, &style);
  systole_presenter_layout (self, &layout);
  systole_paint_source (cr, style.palette->view);
  cairo_rectangle (cr, 0, 0, self->width, self->height);
  cairo_fill (cr);
  for (guint i = 0; i < self->n_lanes; i++)
    if (layout.pictures[i].width > 0)
      paint_lane (cr, self, &layout, i);
  if (self->asks != NULL)
    {
      systole_paint_paragraph (cr, &style, self->asks, HEADING, SYSTOLE_WEIGHT_BOLD, style.palette->text, layout.margin, 0.6 * layout.unit, self->width - 2 * layout.margin - target_width (self, &style, layout.unit), 3);
      paint_target (cr, self, &style, &layout);
    }
  if (layout.chart.width > 0)
    systole_presenter_paint_pane (cr, self, &style, &layout.chart);
  if (self->question != NULL && layout.side.width > 0)
    systole_question_paint (cr, self->question, &style, layout.side.x, layout.side.y, layout.side.width, layout.side.height);
  else if (systole_presenter_has_pane (self))
    systole_presenter_paint_pane (cr, self, &style, &layout.side);
  if (layout.strip.height > 0)
    systole_presenter_paint_strip (cr, self, &style, &layout.strip, layout.unit);
  systole_presenter_paint_bar (cr, self, &style, &layout);
  systole_presenter_paint_plates (cr, self, &style, &layout);
}

/* Documented in presenter-painter.h. */
SystoleTarget
systole_presenter_pick (const SystolePresenterPaint *self, double x, double y, guint *lane)
{
  SystoleTarget none = SYSTOLE_TARGET_INIT;
  SystolePresenterLayout layout;

  systole_presenter_layout (self, &layout);
  for (guint i = 0; i < self->n_lanes; i++)
    {
      const SystolePresenterBox *box = &layout.pictures[i];
      g_autoptr (SystoleLaneCache) own = NULL;
      const SystoleLevelPainter *level;
      SystoleLanePaint paint;

      if (x < box->x || x >= box->x + box->width || y < box->y || y >= box->y + box->height || !systole_presenter_get_lane (self, &layout, i, &paint))
        continue;
      if (paint.cache == NULL)
        paint.cache = own = systole_lane_cache_new ();
      *lane = i;
      level = systole_level_painter_get (paint.camera.level);
      return level != NULL && level->pick != NULL ? level->pick (&paint, 0, 0, box->width, box->height, x - box->x, y - box->y) : none;
    }
  return none;
}

/**
 * systole_presenter_describe:
 *
 * Returns: (transfer full): what is said and asked, for those who do not see it. A target
 *   that is hidden is not told either.
 */
char *
systole_presenter_describe (const SystolePresenterPaint *self)
{
  GString *words = g_string_new (self->asks != NULL ? self->asks : self->caption);

  if (self->question != NULL)
    {
      g_autofree char *choices = systole_question_describe (self->question);

      g_string_append_printf (words, " %s", choices);
    }
  else if (self->map != NULL && systole_presenter_has_pane (self))
    {
      g_autofree char *map = systole_map_describe (self->map);

      g_string_append_printf (words, " %s", map);
    }
  if (self->hint != NULL)
    g_string_append_printf (words, " %s", self->hint);
  return g_string_free (words, FALSE);
}
