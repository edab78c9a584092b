/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What waits at the edges of an array and what has left it, with the words in the
 * triangle that the skew leaves empty. */

#include "widgets/array-painter.h"

#include "engine/base/i18n.h"
#include "engine/base/number.h"
#include "widgets/hatch.h"
#include "widgets/token.h"

#include <math.h>

#define TOKEN_HEIGHT 0.68 /* of the box */
#define TOKEN_TEXT 0.38
#define LINE 18.0 /* from line to line of the words, at font scale 1 */
#define HOLE 1.6

/* Where the operands stand in a box. */
#define CORNER_Y 0.25
#define RIGHT_X 0.72

static double
token_height (const SystoleGeometry *geometry)
{
  return floor (TOKEN_HEIGHT * geometry->size + 0.5);
}

static void
paint_hole (cairo_t *cr, const SystoleArrayPicture *self, double x, double y)
{
  systole_paint_source (cr, self->palette->second_text);
  cairo_new_path (cr);
  cairo_arc (cr, x, y, HOLE * self->lane->style.line_scale, 0.0, 2.0 * G_PI);
  cairo_fill (cr);
}

static void
paint_value (cairo_t *cr, const SystoleArrayPicture *self, SystoleTokenShape shape, SystoleMeaning meaning, double value, double x, double y, double width, double height)
{
  const SystolePaintStyle *style = &self->lane->style;
  g_autofree char *text = systole_paint_format_number (value);
  double px = TOKEN_TEXT * self->geometry.size, room = width - 6.0 - (shape == SYSTOLE_TOKEN_RIGHT ? 0.13 * height : 0.0);
  double needed = systole_paint_text_width (style, text, px / style->font_scale, SYSTOLE_WEIGHT_SEMIBOLD);

  /* a long number makes its digits smaller, never fewer */
  if (needed > room)
    px = MAX (px * room / needed, 0.2 * self->geometry.size);
  systole_paint_token (cr, style, shape, meaning, text, px, x, y, width, height);
}

/* Rows whose queue holds nothing at all: where words may stand. Returns the longest run. */
static void
find_empty_rows (const SystoleArrayPicture *self, guint *first, guint *n)
{
  g_autofree gboolean *taken = g_new0 (gboolean, self->geometry.rows);
  guint run = 0;

  for (guint i = 0; i < self->shown->left->len; i++)
    taken[g_array_index (self->shown->left, SystoleEdgeToken, i).lane] = TRUE;
  for (guint i = 0; i < self->shown->more->len; i++)
    if (g_array_index (self->shown->more, guint64, i) > 0)
      taken[self->shown->window.row0 + i] = TRUE;

  *first = *n = 0;
  for (guint row = self->geometry.row0; row < self->geometry.row1; row++)
    {
      run = taken[row] ? 0 : run + 1;
      if (run > *n)
        {
          *n = run;
          *first = row + 1 - run;
        }
    }
}

static void
paint_left_words (cairo_t *cr, const SystoleArrayPicture *self)
{
  const SystoleGeometry *geometry = &self->geometry;
  const SystolePaintStyle *style = &self->lane->style;
  double line = LINE * style->font_scale, x = geometry->left, room = geometry->x - x - 10.0, y;
  guint first, n;

  find_empty_rows (self, &first, &n);
  y = geometry->y + first * geometry->pitch + 0.7 * line;
  if (n * geometry->pitch < 3.3 * line)
    return;

  /* Translators: words beside the queue at the left edge; <i>A</i> is a tensor */
  systole_paint_markup (cr, style, self->passes == SYSTOLE_MEANING_A ? _ ("<i>A</i> enters,") : _ ("<i>B</i> enters,"), NULL, 12.5, SYSTOLE_WEIGHT_BOLD, self->palette->meanings[self->passes].ink, x, y, room, SYSTOLE_ALIGN_START);
  systole_paint_text (cr, style, _ ("each row"), NULL, 12.5, SYSTOLE_WEIGHT_NORMAL, self->palette->second_text, x, y + line, room, SYSTOLE_ALIGN_START);
  systole_paint_text (cr, style, _ ("1 cycle later"), _ ("+1 cycle"), 12.5, SYSTOLE_WEIGHT_NORMAL, self->palette->second_text, x, y + 2.0 * line, room, SYSTOLE_ALIGN_START);
  if (n * geometry->pitch >= 4.0 * line)
    systole_paint_wire (cr, style, TRUE, self->passes, 20.0, x, y + 3.0 * line, x + MIN (44.0 * style->font_scale, room), y + 3.0 * line, TRUE);
}

static void
paint_left (cairo_t *cr, const SystoleArrayPicture *self)
{
  const SystoleGeometry *geometry = &self->geometry;
  const SystoleArrayFrame *frame = self->shown;
  double height = token_height (geometry), width = floor (0.69 * geometry->pitch);
  double wire = systole_wire_width (&self->lane->style, geometry->size);

  for (guint i = 0; i < frame->left->len; i++)
    {
      const SystoleEdgeToken *token = &g_array_index (frame->left, SystoleEdgeToken, i);
      double cy = geometry->y + token->lane * geometry->pitch + geometry->size / 2.0;
      double x = floor (geometry->x - 0.31 * geometry->pitch - width - token->slot * geometry->slot_width);

      if (token->slot >= geometry->edges.left_slots)
        continue;
      if (token->hole)
        {
          paint_hole (cr, self, x + width / 2.0, cy);
          continue;
        }
      if (token->slot == 0)
        {
          cairo_move_to (cr, x + width - 1.0, cy);
          cairo_line_to (cr, geometry->x + 1.0, cy);
          systole_paint_source (cr, self->palette->meanings[self->passes].mark);
          cairo_set_line_width (cr, wire);
          cairo_stroke (cr);
        }
      if (self->moving && token->slot == 0 && self->shown == self->frame)
        continue; /* it is on its way: drawn with what moves */
      paint_value (cr, self, SYSTOLE_TOKEN_RIGHT, self->passes, token->value, x, floor (cy - height / 2.0), width, height);
    }
}

static void
paint_left_more (cairo_t *cr, const SystoleArrayPicture *self)
{
  const SystoleGeometry *geometry = &self->geometry;
  const SystolePaintStyle *style = &self->lane->style;
  double px = MAX (0.34 * geometry->size, 9.8 * style->font_scale), step = 0.0;

  /* at most one number in 15 px, the first and then every so many */
  for (guint i = 0; i < self->shown->more->len; i++)
    {
      guint row = self->shown->window.row0 + i;
      guint64 more = g_array_index (self->shown->more, guint64, i);
      double x = geometry->x - 0.31 * geometry->pitch - geometry->edges.left_slots * geometry->slot_width - 1.0;
      double y = geometry->y + row * geometry->pitch + geometry->size / 2.0;
      g_autofree char *count = NULL, *text = NULL;

      if (more == 0 || y < step)
        continue;
      step = y + 15.0 * style->font_scale;
      count = systole_number_format_count (more);
      text = g_strdup_printf ("+%s", count);
      if (systole_paint_text_width (style, text, px / style->font_scale, SYSTOLE_WEIGHT_SEMIBOLD) <= x - geometry->room_x + 10.0)
        systole_paint_text (cr, style, text, NULL, px / style->font_scale, SYSTOLE_WEIGHT_SEMIBOLD, self->palette->meanings[self->passes].ink, x, y, 0.0, SYSTOLE_ALIGN_END);
    }
}

static void
paint_top (cairo_t *cr, const SystoleArrayPicture *self)
{
  const SystoleGeometry *geometry = &self->geometry;
  const SystoleArrayFrame *frame = self->shown;
  double height = token_height (geometry), width = floor (0.76 * geometry->size);
  double wire = systole_wire_width (&self->lane->style, geometry->size);
  guint slots = MAX (geometry->edges.top_slots, 1);

  for (guint i = 0; i < frame->top->len; i++)
    {
      const SystoleEdgeToken *token = &g_array_index (frame->top, SystoleEdgeToken, i);
      double cx = geometry->x + token->lane * geometry->pitch + geometry->size / 2.0;
      double y = geometry->y - 0.2 * geometry->pitch - height - token->slot * geometry->slot_height;

      if (token->slot >= slots)
        continue;
      if (token->hole)
        {
          paint_hole (cr, self, cx, y + height / 2.0);
          continue;
        }
      if (token->slot == 0)
        {
          cairo_move_to (cr, cx, y + height - 1.0);
          cairo_line_to (cr, cx, geometry->y + 1.0);
          systole_paint_source (cr, self->palette->meanings[self->stays].mark);
          cairo_set_line_width (cr, wire);
          cairo_stroke (cr);
        }
      if (self->moving && token->slot == 0 && self->shown == self->frame && self->dataflow == SYSTOLE_DATAFLOW_OS)
        continue;
      paint_value (cr, self, SYSTOLE_TOKEN_DOWN, self->stays, token->value, floor (cx - width / 2.0), floor (y), width, height);
    }
}

static void
paint_bottom_words (cairo_t *cr, const SystoleArrayPicture *self, gboolean partial, guint first_free, guint n_free)
{
  const SystoleGeometry *geometry = &self->geometry;
  const SystolePaintStyle *style = &self->lane->style;
  double line = LINE * style->font_scale, room = n_free * geometry->pitch - 0.6 * geometry->pitch, x, y;
  g_autofree char *done = systole_number_format_count (self->shown->out_done), *total = systole_number_format_count (self->shown->out_total);
  SystoleMeaning meaning = partial ? SYSTOLE_MEANING_SUM : SYSTOLE_MEANING_RESULT;
  g_autofree char *out = NULL, *brief = g_strdup_printf (_ ("%s of %s"), done, total);

  /* Translators: results that have left the array, of all */
  out = g_strdup_printf (P_ ("%s of %s is out", "%s of %s are out", self->shown->out_done), done, total);
  x = geometry->x + (first_free + 0.6) * geometry->pitch;
  y = geometry->y + geometry->rows * geometry->pitch + 0.3 * geometry->pitch + 0.4 * line;
  if (room < 80.0 * style->font_scale || geometry->edges.bottom_slots * geometry->slot_height < 1.2 * line)
    return;

  if (geometry->edges.bottom_slots * geometry->slot_height > 2.2 * line)
    systole_paint_wire (cr, style, TRUE, meaning, 20.0, x - 0.2 * geometry->pitch, y - 0.3 * line, x - 0.2 * geometry->pitch, y + 1.6 * line, TRUE);
  x += 8.0 * style->font_scale;
  systole_paint_markup (cr, style, partial ? _ ("partial sums leave") : _ ("<i>C</i> leaves below"), partial ? _ ("parts leave") : _ ("<i>C</i> leaves"), 12.5, SYSTOLE_WEIGHT_BOLD, self->palette->meanings[meaning].ink, x, y, room - 8.0, SYSTOLE_ALIGN_START);
  systole_paint_text (cr, style, out, brief, 12.5, SYSTOLE_WEIGHT_NORMAL, self->palette->second_text, x, y + line, room - 8.0, SYSTOLE_ALIGN_START);
}

static void
paint_bottom (cairo_t *cr, const SystoleArrayPicture *self)
{
  const SystoleGeometry *geometry = &self->geometry;
  const SystoleArrayFrame *frame = self->shown;
  double height = token_height (geometry), width = geometry->size;
  double top = geometry->y + geometry->rows * geometry->pitch + 0.25 * geometry->pitch;
  guint last = 0, first = geometry->columns;
  gboolean partial = FALSE;

  for (guint i = 0; i < frame->bottom->len; i++)
    {
      const SystoleEdgeToken *token = &g_array_index (frame->bottom, SystoleEdgeToken, i);
      double x = geometry->x + token->lane * geometry->pitch, y = top + token->slot * geometry->slot_height;

      if (token->slot >= geometry->edges.bottom_slots || token->hole)
        continue;
      last = MAX (last, token->lane + 1);
      first = MIN (first, token->lane);
      paint_value (cr, self, token->final ? SYSTOLE_TOKEN_SQUARE : SYSTOLE_TOKEN_ROUND, token->final ? SYSTOLE_MEANING_RESULT : SYSTOLE_MEANING_SUM, token->value, x, floor (y), width, height);
      partial |= !token->final;
    }

  if (first > last)
    first = last = 0;
  if (geometry->columns - last >= first)
    paint_bottom_words (cr, self, partial, last, geometry->columns - last);
  else
    paint_bottom_words (cr, self, partial, 0, first);
}

/** Draws the queues at the edges of an array at full detail. */
void
systole_array_paint_queues (cairo_t *cr, const SystoleArrayPicture *self)
{
  const SystoleGeometry *geometry = &self->geometry;

  if (geometry->detail != SYSTOLE_DETAIL_ALL)
    return;

  if (geometry->edges.left_slots > 0)
    {
      paint_left (cr, self);
      paint_left_more (cr, self);
      if (!geometry->panned)
        paint_left_words (cr, self);
    }
  paint_top (cr, self);
  if (geometry->edges.bottom_slots > 0)
    paint_bottom (cr, self);
}

/* --- in motion --- */

/* A value on its way by (dx, dy) pitches from where it stands in its PE, as shares of the box. */
static void
paint_glide (cairo_t *cr, const SystoleArrayPicture *self, SystoleTokenShape shape, SystoleMeaning meaning, double value, double row, double column, double at_x, double at_y, double dx, double dy)
{
  const SystoleGeometry *geometry = &self->geometry;
  double size = geometry->size, height = floor (0.46 * size), width = floor ((shape == SYSTOLE_TOKEN_ROUND || shape == SYSTOLE_TOKEN_SQUARE ? 0.78 : 0.56) * size);
  double x = geometry->x + (column + self->glide * dx) * geometry->pitch + at_x * size, y = geometry->y + (row + self->glide * dy) * geometry->pitch + at_y * size;

  paint_value (cr, self, shape, meaning, value, floor (x - width / 2.0 + 0.5), floor (y - height / 2.0 + 0.5), width, height);
}

/** Draws the values that are on their way from this cycle to the next. */
void
systole_array_paint_moving (cairo_t *cr, const SystoleArrayPicture *self)
{
  const SystoleGeometry *geometry = &self->geometry;
  gboolean os = self->dataflow == SYSTOLE_DATAFLOW_OS;

  if (!self->moving)
    return;

  for (guint i = 0; i < self->frame->cells->len; i++)
    {
      const SystoleArrayCell *cell = &g_array_index (self->frame->cells, SystoleArrayCell, i);
      const SystoleValue *passes = self->passes == SYSTOLE_MEANING_A ? &cell->a : &cell->b;

      if (cell->reason != SYSTOLE_REASON_BUSY)
        continue;
      if (cell->column + 1 < geometry->columns)
        paint_glide (cr, self, SYSTOLE_TOKEN_RIGHT, self->passes, passes->value, cell->row, cell->column, RIGHT_X, CORNER_Y, 1.0, 0.0);
      if (os && cell->row + 1 < geometry->rows)
        paint_glide (cr, self, SYSTOLE_TOKEN_DOWN, SYSTOLE_MEANING_B, cell->b.value, cell->row, cell->column, 1.0 - RIGHT_X, CORNER_Y, 0.0, 1.0);
      else if (!os)
        paint_glide (cr, self, cell->row + 1 < geometry->rows ? SYSTOLE_TOKEN_ROUND : SYSTOLE_TOKEN_SQUARE, cell->final ? SYSTOLE_MEANING_RESULT : SYSTOLE_MEANING_SUM, cell->partial_out.value, cell->row, cell->column, 0.5, 0.70, 0.0, 1.0);
    }

  for (guint i = 0; i < self->frame->left->len && geometry->edges.left_slots > 0; i++)
    {
      const SystoleEdgeToken *token = &g_array_index (self->frame->left, SystoleEdgeToken, i);

      if (token->slot == 0 && !token->hole)
        paint_glide (cr, self, SYSTOLE_TOKEN_RIGHT, self->passes, token->value, token->lane, -1.0, RIGHT_X, CORNER_Y + (1.0 - self->glide) * (0.5 - CORNER_Y), 1.0, 0.0);
    }
  for (guint i = 0; os && i < self->frame->top->len; i++)
    {
      const SystoleEdgeToken *token = &g_array_index (self->frame->top, SystoleEdgeToken, i);

      if (token->slot == 0 && !token->hole)
        paint_glide (cr, self, SYSTOLE_TOKEN_DOWN, SYSTOLE_MEANING_B, token->value, -1.0, token->lane, 1.0 - RIGHT_X + (1.0 - self->glide) * (RIGHT_X - 0.5), CORNER_Y, 0.0, 1.0);
    }
}
