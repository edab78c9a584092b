/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The PEs of an array as boxes: wires first, then boxes, then numbers, each kind of
 * mark in one go. */

#include "widgets/array-painter.h"

#include "engine/base/number.h"
#include "widgets/box.h"
#include "widgets/hatch.h"
#include "widgets/paint-number.h"
#include "widgets/paint-store.h"
#include "widgets/token.h"

#include <math.h>
#include <string.h>

#define CORNER 0.33 /* size of a corner's number, as a share of the box */
#define SMALL_CORNER 0.22
#define LEAST_CORNER 8.5 /* pixels: smaller numbers are left out */
#define CORNER_Y 0.23
#define MARGIN 0.12
#define PLATE_HEIGHT 1.0 /* of a number's size: digits, and a little above and below */
#define PLATE_PAD 0.03   /* of the box, left and right of it */
#define LEAST_SUM 0.2
#define LEAST_LINED 44.0       /* pixels: a second line inside all around */
#define LEAST_LINED_LARGE 64.0 /* where numbers are large in their boxes, for a class */
#define LEAST_NUMBERED 18.0    /* pixels: boxes with a number when they are too small for all */

/* Sizes of the sum by its characters. */
static const double sum_sizes[] = { 0.43, 0.40, 0.33 };

typedef struct
{
  SystoleNumbers *stays[2], *passes[2];              /* whole size, and small for long numbers */
  SystoleNumbers *sums[2][G_N_ELEMENTS (sum_sizes)]; /* text, result */
} Numbers;

static double
line_at (const SystoleGeometry *geometry, double origin, guint index)
{
  return origin + index * geometry->pitch;
}

/* --- wires --- */

static gboolean
sends_right (const SystoleArrayCell *cell)
{
  return cell->reason == SYSTOLE_REASON_BUSY;
}

/* What leaves a PE downwards in this cycle: its sum, or the operand that shifts in (os: B; loading: what will stay). */
static gboolean
sends_down (const SystoleArrayPicture *self, const SystoleArrayCell *cell, SystoleMeaning *meaning)
{
  gboolean os = self->dataflow == SYSTOLE_DATAFLOW_OS;

  if (cell->reason == SYSTOLE_REASON_BUSY)
    {
      *meaning = os ? SYSTOLE_MEANING_B : cell->final ? SYSTOLE_MEANING_RESULT
                                                      : SYSTOLE_MEANING_SUM;
      return TRUE;
    }
  if (os)
    {
      *meaning = SYSTOLE_MEANING_RESULT;
      return self->shown->phase == SYSTOLE_PHASE_DRAIN && cell->reason == SYSTOLE_REASON_DRAIN && cell->partial_in.present;
    }
  *meaning = self->stays;

  return cell->reason == SYSTOLE_REASON_WEIGHTS && (self->stays == SYSTOLE_MEANING_A ? cell->a.present : cell->b.present);
}

static void
stroke_wires (cairo_t *cr, const SystoleArrayPicture *self, gboolean lit, SystoleMeaning meaning)
{
  const SystoleGeometry *geometry = &self->geometry;
  double size = geometry->size, half = size / 2.0, gap = geometry->gap;

  for (guint i = 0; i < self->shown->cells->len; i++)
    {
      const SystoleArrayCell *cell = &g_array_index (self->shown->cells, SystoleArrayCell, i);
      double x = line_at (geometry, geometry->x, cell->column), y = line_at (geometry, geometry->y, cell->row);
      SystoleMeaning down = SYSTOLE_MEANING_SUM;
      gboolean is_lit = sends_right (cell);

      if (cell->column + 1 < geometry->columns && is_lit == lit && (!lit || meaning == self->passes))
        {
          cairo_move_to (cr, x + size - 1.0, y + half);
          cairo_line_to (cr, x + size + gap + 1.0, y + half);
        }
      is_lit = sends_down (self, cell, &down);
      if (is_lit == lit && (!lit || meaning == down) && (cell->row + 1 < geometry->rows || (lit && geometry->edges.bottom_slots > 0)))
        {
          cairo_move_to (cr, x + half, y + size - 1.0);
          cairo_line_to (cr, x + half, y + size + (cell->row + 1 < geometry->rows ? gap : 0.25 * geometry->pitch) + 1.0);
        }
    }

  systole_paint_source (cr, lit ? self->palette->meanings[meaning].mark : self->palette->dark_wire);
  cairo_set_line_width (cr, lit ? systole_wire_width (&self->lane->style, size) : self->lane->style.line_scale);
  cairo_stroke (cr);
}

/* --- boxes and what is in them --- */

static void
paint_boxes (cairo_t *cr, const SystoleArrayPicture *self)
{
  const SystoleGeometry *geometry = &self->geometry;
  guint columns = geometry->column1 - geometry->column0, rows = geometry->row1 - geometry->row0;
  g_autofree guint8 *states = g_malloc ((gsize) rows * columns);

  memset (states, SYSTOLE_BOX_NONE, (gsize) rows * columns);
  for (guint i = 0; i < self->shown->cells->len; i++)
    {
      const SystoleArrayCell *cell = &g_array_index (self->shown->cells, SystoleArrayCell, i);

      states[(gsize) (cell->row - geometry->row0) * columns + (cell->column - geometry->column0)] = cell->reason == SYSTOLE_REASON_BUSY && cell->final ? SYSTOLE_BOX_RESULT : (guint8) cell->reason;
    }
  systole_paint_box_grid (cr, &self->lane->style, &(SystoleBoxGrid){ line_at (geometry, geometry->x, geometry->column0), line_at (geometry, geometry->y, geometry->row0), geometry->pitch, geometry->pitch, geometry->size, geometry->size, geometry->size, columns, rows, geometry->detail >= SYSTOLE_DETAIL_SOME, states });
}

static void
numbers_begin (Numbers *self, const SystoleArrayPicture *picture)
{
  const SystolePaintStyle *style = &picture->lane->style;
  double size = picture->geometry.size;

  for (guint i = 0; i < 2; i++)
    {
      double px = (i == 0 ? CORNER : SMALL_CORNER) * size;

      self->stays[i] = systole_numbers_new (style, px, SYSTOLE_WEIGHT_SEMIBOLD, picture->palette->meanings[picture->stays].ink);
      self->passes[i] = systole_numbers_new (style, px, SYSTOLE_WEIGHT_SEMIBOLD, picture->palette->meanings[picture->passes].ink);
    }
  for (guint i = 0; i < G_N_ELEMENTS (sum_sizes); i++)
    {
      self->sums[0][i] = systole_numbers_new (style, sum_sizes[i] * size, SYSTOLE_WEIGHT_BOLD, picture->palette->text);
      self->sums[1][i] = systole_numbers_new (style, sum_sizes[i] * size, SYSTOLE_WEIGHT_BOLD, picture->palette->meanings[SYSTOLE_MEANING_RESULT].ink);
    }
}

static void
numbers_end (Numbers *self, cairo_t *cr)
{
  for (guint i = 0; i < 2; i++)
    {
      systole_numbers_flush (self->stays[i], cr);
      systole_numbers_flush (self->passes[i], cr);
      systole_numbers_free (self->stays[i]);
      systole_numbers_free (self->passes[i]);
    }
  for (guint k = 0; k < 2; k++)
    for (guint i = 0; i < G_N_ELEMENTS (sum_sizes); i++)
      {
        systole_numbers_flush (self->sums[k][i], cr);
        systole_numbers_free (self->sums[k][i]);
      }
}

static guint
count_characters (double value)
{
  g_autofree char *text = NULL;

  if (value == floor (value) && fabs (value) < 1000.0)
    return (value < 0.0) + (fabs (value) >= 100.0 ? 3 : fabs (value) >= 10.0 ? 2
                                                                             : 1);
  text = systole_paint_format_number (value);

  return (guint) g_utf8_strlen (text, -1);
}

/* The sum is never dropped: one that is too wide at the least size is told to be there, and read in its card. */
static void
add_sum (const SystoleArrayPicture *self, cairo_t *cr, Numbers *numbers, double value, gboolean final, double x, double y)
{
  const SystolePaintStyle *style = &self->lane->style;
  guint n = count_characters (value), i = n <= 2 ? 0 : n == 3 ? 1
                                                              : 2;
  double room = self->geometry.size - 2.0 * systole_cell_outline (style, self->geometry.size) - 1.0;
  double px = sum_sizes[i] * self->geometry.size, width = systole_numbers_get_width (numbers->sums[final][i], cr, value);
  SystoleColor color = final ? self->palette->meanings[SYSTOLE_MEANING_RESULT].ink : self->palette->text;

  for (; i < G_N_ELEMENTS (sum_sizes) && sum_sizes[i] * self->geometry.size >= style->least_px; i++)
    if (systole_numbers_get_width (numbers->sums[final][i], cr, value) <= room)
      {
        systole_numbers_add (numbers->sums[final][i], cr, value, x, y, SYSTOLE_ALIGN_CENTRE);
        return;
      }

  px *= room / width;
  if (px >= MAX (LEAST_SUM * self->geometry.size, style->least_px))
    systole_paint_number (cr, style, value, px / style->font_scale, SYSTOLE_WEIGHT_BOLD, color, x, y, SYSTOLE_ALIGN_CENTRE);
  else
    systole_paint_text (cr, style, "…", NULL, 0.43 * self->geometry.size / style->font_scale, SYSTOLE_WEIGHT_BOLD, color, x, y, 0.0, SYSTOLE_ALIGN_CENTRE);
}

/* The corner of what stays; a long number is drawn small before it is left out: FALSE. */
static gboolean
fit_left (const SystoleArrayPicture *self, cairo_t *cr, Numbers *numbers, const SystoleArrayCell *cell, guint *small, double *used)
{
  double size = self->geometry.size, room = size - 2.0 * MARGIN * size;
  const SystoleValue *stays = self->stays == SYSTOLE_MEANING_A ? &cell->a : &cell->b;

  *small = 0;
  *used = 0.0;
  if (!stays->present || (self->dataflow == SYSTOLE_DATAFLOW_OS && self->moving))
    return FALSE;
  *used = systole_numbers_get_width (numbers->stays[0], cr, stays->value);
  if (*used > room && SMALL_CORNER * size >= LEAST_CORNER)
    *used = systole_numbers_get_width (numbers->stays[*small = 1], cr, stays->value);
  return *used <= room;
}

/* No line of a hatch goes through a number. */
static void
paint_plates (cairo_t *cr, const SystoleArrayPicture *self, Numbers *numbers)
{
  const SystoleGeometry *geometry = &self->geometry;
  double size = geometry->size, pad = PLATE_PAD * size, used;
  guint small;

  for (guint i = 0; i < self->shown->cells->len; i++)
    {
      const SystoleArrayCell *cell = &g_array_index (self->shown->cells, SystoleArrayCell, i);
      double x = line_at (geometry, geometry->x, cell->column), y = line_at (geometry, geometry->y, cell->row), high;

      if (cell->reason == SYSTOLE_REASON_BUSY || !fit_left (self, cr, numbers, cell, &small, &used))
        continue;
      high = PLATE_HEIGHT * size * (small == 0 ? CORNER : SMALL_CORNER);
      cairo_rectangle (cr, x + MARGIN * size - pad, y + CORNER_Y * size - high / 2.0, used + 2.0 * pad, high);
    }
  systole_paint_source (cr, self->palette->idle_fill);
  cairo_fill (cr);
}

static void
add_corners (const SystoleArrayPicture *self, cairo_t *cr, Numbers *numbers, const SystoleArrayCell *cell, double x, double y, gboolean *has_left)
{
  double size = self->geometry.size, margin = MARGIN * size, cy = y + CORNER_Y * size;
  const SystoleValue *stays = self->stays == SYSTOLE_MEANING_A ? &cell->a : &cell->b;
  const SystoleValue *passes = self->passes == SYSTOLE_MEANING_A ? &cell->a : &cell->b;
  gboolean right = passes->present && cell->reason == SYSTOLE_REASON_BUSY && !self->moving;
  double room = size - 2.0 * margin, used;
  guint small, last = SMALL_CORNER * size >= LEAST_CORNER ? 1 : 0;
  /* what stays is worth more than what passes by */
  gboolean left = fit_left (self, cr, numbers, cell, &small, &used);

  if (left)
    systole_numbers_add (numbers->stays[small], cr, stays->value, x + margin, cy, SYSTOLE_ALIGN_START);
  *has_left = left;

  if (!right)
    return;
  used = left ? used + MAX (2.0, 0.1 * size) : 0.0;
  for (small = 0; small <= last; small++)
    if (used + systole_numbers_get_width (numbers->passes[small], cr, passes->value) <= room)
      {
        systole_numbers_add (numbers->passes[small], cr, passes->value, x + size - margin, cy, SYSTOLE_ALIGN_END);
        return;
      }
}

/* os, done: the sum that the PE still holds or passes down, on a plate, and the letter above it. */
static void
paint_held_sum (cairo_t *cr, const SystoleArrayPicture *self, Numbers *numbers, const SystoleArrayCell *cell, double x, double y)
{
  double size = self->geometry.size, inset = 0.07 * size;

  systole_paint_idle_letter (cr, &self->lane->style, cell->reason, x + size / 2.0, y + 0.27 * size, CORNER * size);
  systole_paint_source (cr, self->palette->idle_fill);
  cairo_rectangle (cr, x + inset, y + 0.5 * size, size - 2.0 * inset, 0.42 * size);
  cairo_fill (cr);
  add_sum (self, cr, numbers, cell->partial_in.value, TRUE, x + size / 2.0, y + 0.71 * size);
}

/* os: the sum stays. A second line inside the box says so; in small boxes, where it would
 * cross the corners, only below the sum. */
static void
paint_inner_lines (cairo_t *cr, const SystoleArrayPicture *self)
{
  const SystoleGeometry *geometry = &self->geometry;
  double line = self->lane->style.line_scale, in = systole_cell_outline (&self->lane->style, geometry->size) + 2.0 + line / 2.0;
  gboolean whole = geometry->size > (self->lane->style.least_px > 0 ? LEAST_LINED_LARGE : LEAST_LINED);

  for (guint i = 0; i < self->shown->cells->len; i++)
    {
      const SystoleArrayCell *cell = &g_array_index (self->shown->cells, SystoleArrayCell, i);
      double x = line_at (geometry, geometry->x, cell->column), y = line_at (geometry, geometry->y, cell->row), size = geometry->size;

      if (cell->reason != SYSTOLE_REASON_BUSY)
        continue;
      if (whole)
        {
          cairo_rectangle (cr, x + in, y + in, size - 2.0 * in, size - 2.0 * in);
          continue;
        }
      cairo_move_to (cr, x + in, y + size - in + 1.0);
      cairo_line_to (cr, x + size - in, y + size - in + 1.0);
    }
  systole_paint_source (cr, self->palette->busy_outline);
  cairo_set_line_width (cr, line);
  cairo_stroke (cr);
}

static void
paint_contents (cairo_t *cr, const SystoleArrayPicture *self)
{
  const SystoleGeometry *geometry = &self->geometry;
  gboolean os = self->dataflow == SYSTOLE_DATAFLOW_OS;
  double size = geometry->size;
  Numbers numbers;

  if (os)
    paint_inner_lines (cr, self);
  numbers_begin (&numbers, self);
  paint_plates (cr, self, &numbers);
  for (guint i = 0; i < self->shown->cells->len; i++)
    {
      const SystoleArrayCell *cell = &g_array_index (self->shown->cells, SystoleArrayCell, i);
      double x = line_at (geometry, geometry->x, cell->column), y = line_at (geometry, geometry->y, cell->row);
      gboolean weight = FALSE;

      add_corners (self, cr, &numbers, cell, x, y, &weight);
      if (cell->reason == SYSTOLE_REASON_BUSY)
        {
          if (!self->moving || os)
            add_sum (self, cr, &numbers, cell->partial_out.value, cell->final, x + size / 2.0, y + 0.70 * size);
        }
      else
        {
          if (os && cell->partial_in.present)
            paint_held_sum (cr, self, &numbers, cell, x, y);
          else
            systole_paint_idle_letter (cr, &self->lane->style, cell->reason, x + size / 2.0, y + (weight ? 0.62 : 0.5) * size, 0.41 * size);
        }
    }
  numbers_end (&numbers, cr);
}

/* --- smaller cells: one letter a region, numbers of what is pointed at --- */

/* The cell nearest to the middle of all cells of a cause: a region's visual centre, but inside it. */
static void
paint_region_letters (cairo_t *cr, const SystoleArrayPicture *self)
{
  const SystoleGeometry *geometry = &self->geometry;
  double sums[SYSTOLE_N_REASONS][3] = { { 0.0 } };
  double best[SYSTOLE_N_REASONS];
  const SystoleArrayCell *at[SYSTOLE_N_REASONS] = { NULL };

  for (guint i = 0; i < self->shown->cells->len; i++)
    {
      const SystoleArrayCell *cell = &g_array_index (self->shown->cells, SystoleArrayCell, i);

      sums[cell->reason][0] += 1.0;
      sums[cell->reason][1] += cell->row;
      sums[cell->reason][2] += cell->column;
    }
  for (guint i = 0; i < self->shown->cells->len; i++)
    {
      const SystoleArrayCell *cell = &g_array_index (self->shown->cells, SystoleArrayCell, i);
      double *sum = sums[cell->reason];
      double distance = hypot (cell->row - sum[1] / sum[0], cell->column - sum[2] / sum[0]);

      if (at[cell->reason] == NULL || distance < best[cell->reason])
        {
          at[cell->reason] = cell;
          best[cell->reason] = distance;
        }
    }

  for (guint reason = SYSTOLE_REASON_BUSY + 1; reason < SYSTOLE_N_REASONS; reason++)
    if (at[reason] != NULL)
      systole_paint_idle_letter (cr, &self->lane->style, reason, line_at (geometry, geometry->x, at[reason]->column) + geometry->size / 2.0, line_at (geometry, geometry->y, at[reason]->row) + geometry->size / 2.0, systole_region_letter (&self->lane->style, MIN (16.0 * self->lane->style.font_scale, MAX (10.0 * self->lane->style.font_scale, 0.75 * geometry->size))));
}

/* Cells too small for letters: letters and counts in one line below. */
static void
paint_region_counts (cairo_t *cr, const SystoleArrayPicture *self)
{
  const SystoleGeometry *geometry = &self->geometry;
  const SystolePaintStyle *style = &self->lane->style;
  double x = geometry->x, y = geometry->y + geometry->rows * geometry->pitch + 12.0 * style->font_scale;
  guint counts[SYSTOLE_N_REASONS] = { 0 };

  if (geometry->panned)
    return;
  for (guint i = 0; i < self->shown->cells->len; i++)
    counts[g_array_index (self->shown->cells, SystoleArrayCell, i).reason]++;
  for (guint reason = SYSTOLE_REASON_BUSY + 1; reason < SYSTOLE_N_REASONS; reason++)
    if (counts[reason] > 0)
      {
        g_autofree char *count = systole_number_format_count (counts[reason]);

        x += systole_paint_text (cr, style, systole_reason_get_letter (reason), NULL, 11.5, SYSTOLE_WEIGHT_BOLD, self->palette->text, x, y, 0.0, SYSTOLE_ALIGN_START) + 5.0 * style->font_scale;
        x += systole_paint_text (cr, style, count, NULL, 11.5, SYSTOLE_WEIGHT_NORMAL, self->palette->second_text, x, y, 0.0, SYSTOLE_ALIGN_START) + 14.0 * style->font_scale;
      }
}

static void
paint_one_number (cairo_t *cr, const SystoleArrayPicture *self, const SystoleTarget *target)
{
  const SystoleGeometry *geometry = &self->geometry;
  SystoleWindow window = { target->row, target->column, target->row + 1, target->column + 1, TRUE };
  const SystoleArrayFrame *frame;
  const SystoleArrayCell *cell;
  Numbers numbers;

  if (target->kind != SYSTOLE_TARGET_PE || target->row < geometry->row0 || target->row >= geometry->row1 || target->column < geometry->column0 || target->column >= geometry->column1 || geometry->size < LEAST_NUMBERED)
    return;

  frame = systole_lane_cache_array (self->cache, self->lane->run, self->lane->camera.unit, self->shown->cycle, &window);
  cell = systole_array_frame_get_cell (frame, target->row, target->column);
  if (cell == NULL || cell->reason != SYSTOLE_REASON_BUSY)
    return;

  numbers_begin (&numbers, self);
  add_sum (self, cr, &numbers, cell->partial_out.value, cell->final, line_at (geometry, geometry->x, target->column) + geometry->size / 2.0, line_at (geometry, geometry->y, target->row) + geometry->size / 2.0);
  numbers_end (&numbers, cr);
}

/* The sums of the PEs that began to multiply in this cycle, or whose sum became a result:
 * where the wave is. Those that cannot be read in their box are left out. */
static void
paint_changed_numbers (cairo_t *cr, const SystoleArrayPicture *self)
{
  const SystoleGeometry *geometry = &self->geometry;
  const SystoleLanePaint *lane = self->lane;
  SystoleWindow window = { geometry->row0, geometry->column0, geometry->row1, geometry->column1, TRUE, 0 };
  double size = geometry->size, room = size - 2.0 * systole_cell_outline (&lane->style, size);
  const SystoleArrayFrame *now, *before;

  if (size < LEAST_NUMBERED || self->shown->cycle == 0)
    return;
  now = systole_lane_cache_array (self->cache, lane->run, lane->camera.unit, self->shown->cycle, &window);
  window.values = FALSE;
  before = systole_lane_cache_array (self->cache, lane->run, lane->camera.unit, self->shown->cycle - 1, &window);
  for (guint i = 0; i < MIN (now->cells->len, before->cells->len); i++)
    {
      const SystoleArrayCell *cell = &g_array_index (now->cells, SystoleArrayCell, i), *old = &g_array_index (before->cells, SystoleArrayCell, i);
      gboolean changed = cell->reason == SYSTOLE_REASON_BUSY && (old->reason != SYSTOLE_REASON_BUSY || cell->final != old->final);
      double px = MAX (0.4 * size, LEAST_CORNER);

      if (!changed || !cell->partial_out.present || systole_store_get_number (cr, &lane->style, cell->partial_out.value, px, SYSTOLE_WEIGHT_BOLD)->needed > room)
        continue;
      systole_paint_number (cr, &lane->style, cell->partial_out.value, px / lane->style.font_scale, SYSTOLE_WEIGHT_BOLD, cell->final ? self->palette->meanings[SYSTOLE_MEANING_RESULT].ink : self->palette->text, line_at (geometry, geometry->x, cell->column) + size / 2.0, line_at (geometry, geometry->y, cell->row) + size / 2.0, SYSTOLE_ALIGN_CENTRE);
    }
}

/** Draws the cells that are seen at the level of detail of the geometry. */
void
systole_array_paint_cells (cairo_t *cr, const SystoleArrayPicture *self)
{
  static const SystoleMeaning carried[] = { SYSTOLE_MEANING_A, SYSTOLE_MEANING_B, SYSTOLE_MEANING_SUM, SYSTOLE_MEANING_RESULT };

  if (self->geometry.detail == SYSTOLE_DETAIL_ALL)
    {
      stroke_wires (cr, self, FALSE, SYSTOLE_MEANING_SUM);
      for (guint i = 0; i < G_N_ELEMENTS (carried); i++)
        stroke_wires (cr, self, TRUE, carried[i]);
    }
  paint_boxes (cr, self);
  if (self->geometry.detail == SYSTOLE_DETAIL_ALL)
    paint_contents (cr, self);
  else if (self->geometry.detail == SYSTOLE_DETAIL_BOXES && !self->geometry.plain)
    paint_region_counts (cr, self);
  else if (self->geometry.detail == SYSTOLE_DETAIL_SOME)
    {
      const SystoleTarget *targets[] = { &self->lane->pinned, &self->lane->pinned_second, &self->lane->focus, &self->lane->hover };

      paint_region_letters (cr, self);
      paint_changed_numbers (cr, self);
      for (guint i = 0; i < G_N_ELEMENTS (targets); i++)
        paint_one_number (cr, self, targets[i]);
    }
}
