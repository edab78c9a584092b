/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/sm-tensor.h"

#include <math.h>

#include "widgets/box.h"
#include "widgets/hatch.h"
#include "widgets/paint-number.h"
#include "widgets/paint-store.h"
#include "widgets/sm-words.h"
#include "widgets/token.h"

#define BOXES 9.0        /* below: one box for the whole fragment */
#define LEAST_BAND 4.0   /* pixels: height of rows that multiply in a block */
#define HATCHES 14.0     /* below: no hatch in single cells */
#define LEAST_NUMBER 9.6 /* pixels: smaller digits are left out */
#define LEAST_LONG 7.6   /* the same of numbers of four characters and more */
#define GLIDE 0.7        /* share of a cycle in which values move */

double
systole_tensor_glide (double fraction)
{
  double e = CLAMP (fraction / GLIDE, 0, 1);

  return e < 0.5 ? 4 * e * e * e : 1 - pow (2 - 2 * e, 3) / 2;
}

static double
wanted_digits (double height)
{
  return MAX (0.46 * height, MIN (11.0, 0.55 * height));
}

/** FALSE: no sum is written in cells of this pitch, whatever it is. */
gboolean
systole_tensor_has_numbers (double pitch)
{
  return wanted_digits (systole_sm_cell_size (pitch)) >= LEAST_NUMBER;
}

/* Digits of a fragment's sums: all of one size, those of long numbers smaller. Pixels. */
typedef struct
{
  double size, small; /* 0: the numbers do not fit */
} Digits;

/* Like the cells of an array: numbers of four characters and more may be smaller. */
static gboolean
is_long (double value)
{
  return value <= -99.5 || value >= 999.5 || value != floor (value);
}

static void
measure_digits (const SystolePaintStyle *style, const SystoleSmFrame *frame, guint sub_core, double width, double height, Digits *out)
{
  double wanted = wanted_digits (height);
  /* Digits bring their own space, which is all that small cells have; in larger ones air remains beside them. */
  double room = width - 2 * systole_cell_outline (style, height) + CLAMP (2 - 0.5 * (width - 27), -4, 2);
  double widest[2], least = MAX (LEAST_LONG, style->least_px);

  *out = (Digits){ 0, 0 };
  if (wanted < LEAST_NUMBER || wanted < style->least_px)
    return;
  widest[0] = systole_paint_text_width (style, "\u221288", wanted / style->font_scale, SYSTOLE_WEIGHT_BOLD);
  widest[1] = widest[0];
  for (guint r = 0; r < frame->fragment_rows; r++)
    for (guint c = 0; c < frame->fragment_columns; c++)
      {
        const SystoleFragmentCell *cell = systole_sm_find_cell (frame, sub_core, r, c);
        gboolean is_small;

        if (cell == NULL || !cell->partial_out.present)
          continue;
        is_small = is_long (cell->partial_out.value);
        widest[is_small] = MAX (widest[is_small], systole_store_get_number (NULL, style, cell->partial_out.value, wanted, SYSTOLE_WEIGHT_BOLD)->needed);
        /* one that does not fit is enough */
        if (wanted * room < (is_small ? least : LEAST_NUMBER) * widest[is_small])
          return;
      }
  out->size = wanted * MIN (1, room / widest[0]);
  out->small = MIN (out->size, wanted * MIN (1, room / widest[1]));
  if (out->size < LEAST_NUMBER || out->small < least)
    *out = (Digits){ 0, 0 };
}

/* The first cell of a row or column that multiplies tells what is sent to all of it. */
static const SystoleFragmentCell *
busy_in (const SystoleSmFrame *frame, guint sub_core, guint index, gboolean row)
{
  guint n = row ? frame->fragment_columns : frame->fragment_rows;

  for (guint i = 0; i < n; i++)
    {
      const SystoleFragmentCell *cell = row ? systole_sm_find_cell (frame, sub_core, index, i) : systole_sm_find_cell (frame, sub_core, i, index);

      if (cell != NULL && cell->reason == SYSTOLE_REASON_BUSY)
        return cell;
    }
  return NULL;
}

/* What moves along a bus towards the next cycle: a dot, seen in the gaps of the cells. */
static void
paint_pulse (cairo_t *cr, const SystolePaintStyle *style, SystoleMeaning meaning, double x0, double y0, double x1, double y1, double fraction, double pitch)
{
  double e = systole_tensor_glide (fraction);

  if (fraction <= 0 || fraction >= GLIDE)
    return;
  cairo_arc (cr, x0 + (x1 - x0) * e, y0 + (y1 - y0) * e, MAX (3, 0.13 * pitch), 0, 2 * G_PI);
  systole_paint_source (cr, style->palette->meanings[meaning].mark);
  cairo_fill (cr);
}

/* They end below the last cell, whose box hides the end. */
static void
paint_buses (cairo_t *cr, const SystolePaintStyle *style, const SystoleSmFrame *frame, const SystoleSmFrame *next, double fraction, guint sub_core, double x, double y, double wide, double pitch)
{
  double size = systole_sm_cell_size (pitch), across = systole_sm_cell_size (wide);
  double last_x = x + (frame->fragment_columns - 1) * wide + across / 2;
  double last_y = y + (frame->fragment_rows - 1) * pitch + size / 2;

  for (guint r = 0; r < frame->fragment_rows; r++)
    {
      double middle = y + r * pitch + size / 2;

      if (busy_in (frame, sub_core, r, TRUE) != NULL)
        systole_paint_bus (cr, style, SYSTOLE_MEANING_A, size, x - 0.3 * wide, middle, last_x, middle);
      if (next != NULL && busy_in (next, sub_core, r, TRUE) != NULL)
        paint_pulse (cr, style, SYSTOLE_MEANING_A, x - 0.3 * wide, middle, last_x, middle, fraction, pitch);
    }
  for (guint c = 0; c < frame->fragment_columns; c++)
    {
      double middle = x + c * wide + across / 2;

      if (busy_in (frame, sub_core, c, FALSE) != NULL)
        systole_paint_bus (cr, style, SYSTOLE_MEANING_B, size, middle, y - 0.25 * pitch, middle, last_y);
      if (next != NULL && busy_in (next, sub_core, c, FALSE) != NULL)
        paint_pulse (cr, style, SYSTOLE_MEANING_B, middle, y - 0.25 * pitch, middle, last_y, fraction, pitch);
    }
}

/* Height of an operand's number in its token, pixels. */
static double
operand_size (const SystolePaintStyle *style, SystoleTokenShape shape, const SystoleValue *value, double width, double height)
{
  double px = MIN (MAX (0.6 * MIN (width, height), MIN (10.5, 0.7 * height)), 22);
  double room = shape == SYSTOLE_TOKEN_RIGHT ? width * 0.78 : width - 3;
  double needed = value->present ? systole_store_get_number (NULL, style, value->value, px, SYSTOLE_WEIGHT_SEMIBOLD)->needed : 0;

  return needed > room ? px * room / needed : px;
}

/* An operand on its bus. */
static void
paint_operand (cairo_t *cr, const SystolePaintStyle *style, SystoleTokenShape shape, SystoleMeaning meaning, const SystoleValue *value, gboolean numbers, double x, double y, double width, double height)
{
  g_autofree char *text = value->present ? systole_paint_format_number (value->value) : NULL;

  systole_paint_token (cr, style, shape, meaning, numbers ? text : NULL, operand_size (style, shape, value, width, height), x, y, width, height);
}

/* Tokens of one kind have numbers if those of all fit. */
static void
paint_operands (cairo_t *cr, const SystolePaintStyle *style, const SystoleSmFrame *frame, guint sub_core, double x, double y, double wide, double pitch)
{
  double size = systole_sm_cell_size (pitch), across = systole_sm_cell_size (wide);
  /* whole pixels: tokens that are alike are then drawn once */
  double height = floor (MIN (0.78 * size, MAX (0.72 * size, 15))), width = floor (0.9 * wide), drop = floor (0.72 * pitch);
  double left = floor (x - 0.25 * wide - width + 0.5), top = floor (y - 0.14 * pitch - drop + 0.5);
  double least_a = G_MAXDOUBLE, least_b = G_MAXDOUBLE;

  for (guint pass = 0; pass < 2; pass++)
    {
      for (guint r = 0; r < frame->fragment_rows; r++)
        {
          const SystoleFragmentCell *cell = busy_in (frame, sub_core, r, TRUE);

          if (cell != NULL && pass == 0 && least_a >= LEAST_LONG)
            least_a = MIN (least_a, operand_size (style, SYSTOLE_TOKEN_RIGHT, &cell->a, width, height));
          else if (cell != NULL && pass == 1)
            paint_operand (cr, style, SYSTOLE_TOKEN_RIGHT, SYSTOLE_MEANING_A, &cell->a, least_a >= LEAST_LONG, left, y + r * pitch + floor ((size - height) / 2), width, height);
        }
      for (guint c = 0; c < frame->fragment_columns; c++)
        {
          const SystoleFragmentCell *cell = busy_in (frame, sub_core, c, FALSE);

          if (cell != NULL && pass == 0 && least_b >= LEAST_LONG)
            least_b = MIN (least_b, operand_size (style, SYSTOLE_TOKEN_DOWN, &cell->b, across, drop));
          else if (cell != NULL && pass == 1)
            paint_operand (cr, style, SYSTOLE_TOKEN_DOWN, SYSTOLE_MEANING_B, &cell->b, least_b >= LEAST_LONG, x + c * wide, top, across, drop);
        }
    }
}

/* Too small for tokens: an edge in the colour of what is sent. */
static void
paint_edges (cairo_t *cr, const SystolePaintStyle *style, double x, double y, double width, double height)
{
  const SystoleTriple *a = &style->palette->meanings[SYSTOLE_MEANING_A];
  const SystoleTriple *b = &style->palette->meanings[SYSTOLE_MEANING_B];

  cairo_rectangle (cr, x - 8.5, y + 0.5, 5, height - 1);
  systole_paint_source (cr, a->tint);
  cairo_fill_preserve (cr);
  systole_paint_source (cr, a->mark);
  cairo_set_line_width (cr, 1.5 * style->line_scale);
  cairo_stroke (cr);
  cairo_rectangle (cr, x + 0.5, y - 8.5, width - 1, 5);
  systole_paint_source (cr, b->tint);
  cairo_fill_preserve (cr);
  systole_paint_source (cr, b->mark);
  cairo_stroke (cr);
}

static void
paint_numbers (cairo_t *cr, const SystolePaintStyle *style, const SystoleSmFrame *frame, guint sub_core, double x, double y, double wide, double pitch, gboolean products)
{
  double size = systole_sm_cell_size (pitch), across = systole_sm_cell_size (wide);
  g_autoptr (SystoleNumbers) numbers = NULL;
  g_autoptr (SystoleNumbers) smaller = NULL;
  Digits digits;

  measure_digits (style, frame, sub_core, across, size, &digits);
  if (digits.size <= 0)
    return;
  numbers = systole_numbers_new (style, digits.size, SYSTOLE_WEIGHT_BOLD, style->palette->text);
  smaller = systole_numbers_new (style, digits.small, SYSTOLE_WEIGHT_BOLD, style->palette->text);
  for (guint r = 0; r < frame->fragment_rows; r++)
    for (guint c = 0; c < frame->fragment_columns; c++)
      {
        const SystoleFragmentCell *cell = systole_sm_find_cell (frame, sub_core, r, c);
        double middle = x + c * wide + across / 2, top = y + r * pitch;

        if (cell == NULL || cell->reason != SYSTOLE_REASON_BUSY || !cell->partial_out.present)
          continue;
        systole_numbers_add (is_long (cell->partial_out.value) ? smaller : numbers, cr, cell->partial_out.value, middle, top + (products ? 0.62 : 0.5) * size, SYSTOLE_ALIGN_CENTRE);
        if (products)
          {
            g_autofree char *a = systole_paint_format_number (cell->a.value);
            g_autofree char *b = systole_paint_format_number (cell->b.value);
            g_autofree char *product = g_strconcat (a, "·", b, NULL);

            systole_paint_text (cr, style, product, NULL, 0.22 * size / style->font_scale, SYSTOLE_WEIGHT_NORMAL, style->palette->second_text, middle, top + 0.24 * size, size - 6, SYSTOLE_ALIGN_CENTRE);
          }
      }
  systole_numbers_flush (numbers, cr);
  systole_numbers_flush (smaller, cr);
}

static void
paint_cells (cairo_t *cr, const SystolePaintStyle *style, const SystoleSmFrame *frame, guint sub_core, double x, double y, double wide, double pitch)
{
  guint rows = frame->fragment_rows, columns = frame->fragment_columns;
  g_autofree guint8 *states = g_malloc ((gsize) rows * columns);
  SystoleReason core = systole_sm_core_reason (frame, sub_core);

  for (guint r = 0; r < rows; r++)
    for (guint c = 0; c < columns; c++)
      {
        const SystoleFragmentCell *cell = systole_sm_find_cell (frame, sub_core, r, c);

        states[(gsize) r * columns + c] = cell == NULL ? (guint8) core : systole_sm_cell_rests (frame, cell) ? SYSTOLE_BOX_REST
                                                                                                             : (guint8) cell->reason;
      }
  systole_paint_box_grid (cr, style, &(SystoleBoxGrid){ x, y, wide, pitch, systole_sm_cell_size (wide), systole_sm_cell_size (pitch), systole_sm_cell_size (pitch), columns, rows, pitch >= HATCHES, states });
}

/* Is each cell of the row idle for the cause? */
static gboolean
is_row_of (const SystoleSmFrame *frame, guint sub_core, SystoleReason reason, guint row)
{
  for (guint c = 0; c < frame->fragment_columns; c++)
    {
      const SystoleFragmentCell *cell = systole_sm_find_cell (frame, sub_core, row, c);

      if (cell == NULL || cell->reason != reason)
        return FALSE;
    }
  return TRUE;
}

/* The middle of the most rows in a line that are all idle for the cause; @middle if there are none. */
static double
find_rows (const SystoleSmFrame *frame, guint sub_core, SystoleReason reason, double middle)
{
  guint begin = 0, most = 0;

  for (guint r = 0; r < frame->fragment_rows; r++)
    {
      if (!is_row_of (frame, sub_core, reason, r))
        {
          begin = r + 1;
          continue;
        }
      if (r + 1 - begin > most)
        {
          most = r + 1 - begin;
          middle = (begin + r + 1) / 2.0;
        }
    }
  return middle;
}

/* One letter for each cause, in the middle of its cells, or of the largest part of them where others work between. */
static void
paint_letters (cairo_t *cr, const SystolePaintStyle *style, const SystoleSmFrame *frame, guint sub_core, double x, double y, double wide, double pitch, double px)
{
  double sum_x[SYSTOLE_N_REASONS] = { 0 }, sum_y[SYSTOLE_N_REASONS] = { 0 };
  guint n[SYSTOLE_N_REASONS] = { 0 };
  SystoleReason core = systole_sm_core_reason (frame, sub_core);

  for (guint r = 0; r < frame->fragment_rows; r++)
    for (guint c = 0; c < frame->fragment_columns; c++)
      {
        const SystoleFragmentCell *cell = systole_sm_find_cell (frame, sub_core, r, c);
        SystoleReason reason = cell != NULL ? cell->reason : core;

        if (cell != NULL && systole_sm_cell_rests (frame, cell))
          continue;
        sum_x[reason] += c + 0.5;
        sum_y[reason] += r + 0.5;
        n[reason]++;
      }
  for (guint i = SYSTOLE_REASON_BUSY + 1; i < SYSTOLE_N_REASONS; i++)
    if (n[i] > 0)
      {
        double row = sum_y[i] / n[i];

        if (n[SYSTOLE_REASON_BUSY] > 0)
          row = find_rows (frame, sub_core, (SystoleReason) i, row);
        systole_paint_idle_letter (cr, style, (SystoleReason) i, x + (sum_x[i] / n[i]) * wide, y + row * pitch, systole_region_letter (style, px));
      }
}

/* “64 × 64” in the middle of a part of the block, or beside it where it does not fit. */
static void
paint_size (cairo_t *cr, const SystolePaintStyle *style, const SystoleSmFrame *frame, double x, double y, double width, double height, double room)
{
  g_autofree char *text = g_strdup_printf ("%u × %u", frame->fragment_rows, frame->fragment_columns);
  double px = 12.5;
  double needed = systole_paint_text_width (style, text, px, SYSTOLE_WEIGHT_SEMIBOLD);

  if (height < 2 * px * style->font_scale)
    return;
  if (needed <= width - 8)
    systole_paint_text (cr, style, text, NULL, px, SYSTOLE_WEIGHT_SEMIBOLD, style->palette->text, x + width / 2, y + height / 2, 0, SYSTOLE_ALIGN_CENTRE);
  else if (needed <= room - width - 8)
    systole_paint_text (cr, style, text, NULL, px, SYSTOLE_WEIGHT_SEMIBOLD, style->palette->text, x + width + 8, y + height / 2, 0, SYSTOLE_ALIGN_START);
}

static gboolean
is_busy_row (const SystoleSmFrame *frame, guint sub_core, guint row)
{
  return busy_in (frame, sub_core, row, TRUE) != NULL;
}

/* Rows that multiply in this cycle, as bands over a block at rest; the words in the largest part between them. */
static void
paint_bands (cairo_t *cr, const SystolePaintStyle *style, const SystoleSmFrame *frame, guint sub_core, double x, double y, double width, double height, double room)
{
  guint rows = frame->fragment_rows;
  double free_top = 0, free_height = 0, end = 0;

  systole_paint_box_plain (cr, style, SYSTOLE_REASON_UNIT_BUSY, SYSTOLE_MEANING_SUM, x, y, width, height, 44);
  for (guint r = 0, next; r <= rows; r = next)
    {
      double top = r < rows ? floor (height * r / rows) : height;

      next = r + 1;
      if (r < rows && !is_busy_row (frame, sub_core, r))
        continue;
      if (top - end > free_height)
        {
          free_top = end;
          free_height = top - end;
        }
      while (next < rows && is_busy_row (frame, sub_core, next))
        next++;
      end = MIN (MAX (ceil (height * next / rows), top + LEAST_BAND), height);
      if (r < rows)
        systole_paint_box (cr, style, SYSTOLE_REASON_BUSY, SYSTOLE_MEANING_SUM, x, y + MIN (top, height - LEAST_BAND), width, MAX (end - top, LEAST_BAND), MIN (44, end - top));
    }
  paint_size (cr, style, frame, x, y + free_top, width, free_height, room);
}

/* Cells too small to see: the fragment as one box, with its size in words. */
static void
paint_block (cairo_t *cr, const SystolePaintStyle *style, const SystoleSmFrame *frame, guint sub_core, double x, double y, double width, double height, double room)
{
  SystoleReason reason = systole_sm_core_reason (frame, sub_core);
  guint first, last, busy = systole_sm_count_busy_cells (frame, sub_core, &first, &last);

  /* Lanes of other kernels have no rows: a share of them is not a band. */
  if (reason == SYSTOLE_REASON_BUSY && busy > 0 && busy < frame->fragment_rows * frame->fragment_columns && frame->fragment_k > 0)
    {
      paint_bands (cr, style, frame, sub_core, x, y, width, height, room);
      return;
    }
  systole_paint_box (cr, style, reason, SYSTOLE_MEANING_SUM, x, y, width, height, 44);
  if (reason == SYSTOLE_REASON_BUSY)
    paint_size (cr, style, frame, x, y, width, height, room);
  else
    systole_paint_idle_letter (cr, style, reason, x + width / 2, y + height / 2, systole_region_letter (style, CLAMP (0.25 * MIN (width, height), 10, 22)));
}

/**
 * systole_tensor_paint:
 * @x: @y: of the first cell's box; operands stand left of and above it
 * @wide: @pitch: from cell to cell, across and down
 * @room: width from @x that texts may use
 * @tokens: operands as tokens, else as two plain edges
 * @products: each cell shows its factors above its sum
 *
 * The fragment at any size: cells with sums, boxes, or one block.
 */
void
systole_tensor_paint (cairo_t *cr, const SystolePaintStyle *style, const SystoleSmFrame *frame, const SystoleSmFrame *next, double fraction, guint sub_core, double x, double y, double wide, double pitch, double room, gboolean tokens, gboolean products)
{
  double gap = pitch - systole_sm_cell_size (pitch);
  double width = frame->fragment_columns * wide - (wide - systole_sm_cell_size (wide)), height = frame->fragment_rows * pitch - gap;
  /* Lanes of vector arithmetic have no rows and columns that share an operand. */
  gboolean shares = frame->main_unit == SYSTOLE_UNIT_TENSOR;
  gboolean busy = shares && systole_sm_core_reason (frame, sub_core) == SYSTOLE_REASON_BUSY;

  if (systole_tensor_is_share (frame, sub_core))
    {
      if (busy)
        paint_edges (cr, style, x, y, width, height);
      systole_tensor_paint_share (cr, style, frame, sub_core, x, y, width, height);
      return;
    }
  if (tokens && shares)
    paint_buses (cr, style, frame, next, fraction, sub_core, x, y, wide, pitch);
  if (tokens && busy)
    paint_operands (cr, style, frame, sub_core, x, y, wide, pitch);
  else if (busy)
    paint_edges (cr, style, x, y, width, height);
  if (pitch < BOXES)
    {
      paint_block (cr, style, frame, sub_core, x, y, width, height, room);
      return;
    }
  paint_cells (cr, style, frame, sub_core, x, y, wide, pitch);
  paint_numbers (cr, style, frame, sub_core, x, y, wide, pitch, products);
  paint_letters (cr, style, frame, sub_core, x, y, wide, pitch, CLAMP (0.2 * MIN (width, height), 9.6, 22));
}
