/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/box.h"

#include "widgets/hatch.h"
#include "widgets/paint-store.h"
#include "widgets/plate.h"

#include <math.h>

#define SPRITE_BOX 2
#define LARGE 64.0 /* pixels: boxes of this side on are not kept as pictures */

/** Radius of a cell’s corners, from its side in pixels. */
double
systole_cell_radius (double size)
{
  return 3.0 * sqrt (MAX (size, 0.0) / 29.0);
}

/** Width of a busy cell’s outline, from its side in pixels. */
double
systole_cell_outline (const SystolePaintStyle *style, double size)
{
  /* A large cell's line is thick already: the scale is for the lines of small ones. */
  return MAX ((size < 14.0 ? 1.2 : 2.0) * style->line_scale, 0.055 * size);
}

typedef struct
{
  const SystolePaintStyle *style;
  SystoleReason reason;
  SystoleMeaning fill;
  double width, height, cell;
  guint copies; /* in one picture, side by side */
  double pitch;
} Box;

#define TILE_WIDTH 256.0 /* least, in pixels of the target: short rows are slow to repeat */

static void
draw_fill (cairo_t *cr, const Box *box, double x, double y)
{
  const SystolePalette *palette = box->style->palette;

  systole_paint_rounded (cr, x, y, box->width, box->height, systole_cell_radius (box->cell));
  systole_paint_source (cr, box->reason == SYSTOLE_REASON_BUSY ? palette->meanings[box->fill].tint : palette->idle_fill);
  cairo_fill (cr);
}

/** Width of an idle cell’s outline, pixels. */
double
systole_idle_outline (const SystolePaintStyle *style)
{
  return systole_hatch_is_loud (style) ? 2.0 : style->line_scale;
}

static void
draw_outline (cairo_t *cr, const Box *box, double x, double y)
{
  static const double dash = 2.0;
  const SystolePalette *palette = box->style->palette;
  gboolean busy = box->reason == SYSTOLE_REASON_BUSY;
  double line = busy ? systole_cell_outline (box->style, box->cell) : systole_idle_outline (box->style);

  systole_paint_rounded (cr, x + line / 2.0, y + line / 2.0, box->width - line, box->height - line, MAX (0.0, systole_cell_radius (box->cell) - line / 2.0));
  systole_paint_source (cr, busy ? palette->busy_outline : systole_idle_color (box->style));
  cairo_set_line_width (cr, line);
  if (box->reason == SYSTOLE_REASON_NO_WORK)
    cairo_set_dash (cr, &dash, 1, 0.0);
  cairo_stroke (cr);
  cairo_set_dash (cr, NULL, 0, 0.0);
}

static void
paint_box_sprite (cairo_t *cr, const SystoleSpriteKey *key, gconstpointer data)
{
  const Box *box = data;

  cairo_scale (cr, key->scale / 256.0, key->scale / 256.0);
  for (guint i = 0; i < box->copies; i++)
    {
      draw_fill (cr, box, i * box->pitch, 0.0);
      draw_outline (cr, box, i * box->pitch, 0.0);
    }
}

/* @width, @height: of the picture; more than the box where it is to be repeated. */
static SystoleSpriteKey
box_key (const Box *box, double scale, double width, double height)
{
  /* idle boxes of all causes but “no work” look the same without their hatch */
  int variant = box->reason == SYSTOLE_REASON_BUSY ? (int) box->fill : box->reason == SYSTOLE_REASON_NO_WORK ? 101
                                                                                                             : 100;

  return (SystoleSpriteKey){ SPRITE_BOX, variant, (int) box->style->palette->scheme, (int) (width * scale + 0.5), (int) (height * scale + 0.5), (int) (scale * 256.0 + 0.5), (int) (box->style->line_scale * 256.0 + 0.5) + ((int) (box->cell * 16.0) << 12), (int) (box->width * scale + 0.5) << 16 | (int) (box->height * scale + 0.5) };
}

static void
blit_box (cairo_t *cr, const Box *box, double x, double y, double scale)
{
  SystoleSpriteKey key = box_key (box, scale, box->width, box->height);
  cairo_surface_t *sprite = systole_store_get_sprite (&key, paint_box_sprite, box);

  cairo_surface_set_device_scale (sprite, scale, scale);
  cairo_set_source_surface (cr, sprite, x, y);
  cairo_pattern_set_filter (cairo_get_source (cr), CAIRO_FILTER_NEAREST);
  cairo_paint (cr);
}

static gboolean
is_whole (double value)
{
  return fabs (value - floor (value + 0.5)) < 1e-3;
}

static gboolean
can_blit (cairo_t *cr, double scale, double x, double y, double width, double height)
{
  cairo_user_to_device (cr, &x, &y);

  return scale > 0.0 && width < LARGE && height < LARGE && is_whole (scale * 256.0) && is_whole (x) && is_whole (y) && is_whole (width * scale) && is_whole (height * scale);
}

/** Draws boxes @row … @row + @n_rows − 1 of @grid and so on, all alike, by repeating one picture; see box.h. */
gboolean
systole_paint_box_tiles (cairo_t *cr, const SystolePaintStyle *style, SystoleReason reason, SystoleMeaning fill, const SystoleBoxGrid *grid, guint row, guint column, guint n_rows, guint n_columns)
{
  double scale = systole_store_get_scale (cr, style);
  Box box = { style, reason, fill, grid->width, grid->height, grid->cell, (guint) ceil (TILE_WIDTH / MAX (grid->pitch_x * scale, 1.0)), grid->pitch_x };
  double x = grid->x + column * grid->pitch_x, y = grid->y + row * grid->pitch_y;
  SystoleSpriteKey key;
  cairo_surface_t *tile;
  cairo_pattern_t *pattern;
  cairo_matrix_t matrix;

  if (!can_blit (cr, scale, x, y, grid->width, grid->height) || !is_whole (grid->pitch_x * scale) || !is_whole (grid->pitch_y * scale))
    return FALSE;

  key = box_key (&box, scale, box.copies * grid->pitch_x, grid->pitch_y);
  tile = systole_store_get_sprite (&key, paint_box_sprite, &box);
  cairo_surface_set_device_scale (tile, 1.0, 1.0);
  pattern = cairo_pattern_create_for_surface (tile);
  cairo_matrix_init (&matrix, scale, 0.0, 0.0, scale, -x * scale, -y * scale);
  cairo_pattern_set_matrix (pattern, &matrix);
  cairo_pattern_set_extend (pattern, CAIRO_EXTEND_REPEAT);
  cairo_pattern_set_filter (pattern, CAIRO_FILTER_NEAREST);
  cairo_set_source (cr, pattern);
  cairo_pattern_destroy (pattern);
  cairo_rectangle (cr, x, y, (n_columns - 1) * grid->pitch_x + grid->width, (n_rows - 1) * grid->pitch_y + grid->height);
  cairo_fill (cr);
  return TRUE;
}

/* A large box on whole pixels, whatever its outline but dashes. */
static gboolean
draw_plate (cairo_t *cr, const Box *box, double scale, double x, double y)
{
  const SystolePalette *palette = box->style->palette;
  gboolean busy = box->reason == SYSTOLE_REASON_BUSY;
  double line = busy ? systole_cell_outline (box->style, box->cell) : systole_idle_outline (box->style);

  if (scale <= 0.0 || box->reason == SYSTOLE_REASON_NO_WORK || (box->width < LARGE && box->height < LARGE))
    return FALSE;
  systole_paint_plate (cr, box->style, &(SystolePlate){ x, y, box->width, box->height, MAX (0.0, systole_cell_radius (box->cell) - line / 2.0), line, busy ? palette->meanings[box->fill].tint : palette->idle_fill, busy ? palette->busy_outline : systole_idle_color (box->style), FALSE });
  return TRUE;
}

/* Fill and outline together, where that can be done before the hatch. */
static gboolean
draw_whole (cairo_t *cr, const Box *box, double x, double y)
{
  double scale = systole_store_get_scale (cr, box->style);

  if (!can_blit (cr, scale, x, y, box->width, box->height))
    return draw_plate (cr, box, scale, x, y);
  blit_box (cr, box, x, y, scale);
  return TRUE;
}

/** As systole_paint_cell_box() for a box of any shape; @cell sets corners, outline and hatch. */
void
systole_paint_box (cairo_t *cr, const SystolePaintStyle *style, SystoleReason reason, SystoleMeaning fill, double x, double y, double width, double height, double cell)
{
  Box box = { style, reason, fill, width, height, cell, 1, width };
  double line = systole_idle_outline (style);
  gboolean whole = draw_whole (cr, &box, x, y);

  if (!whole)
    draw_fill (cr, &box, x, y);

  if (reason != SYSTOLE_REASON_BUSY && reason != SYSTOLE_REASON_NO_WORK && cell >= 14.0)
    systole_paint_hatch (cr, style, systole_reason_get_hatch (reason), x + line, y + line, width - 2.0 * line, height - 2.0 * line, cell);

  if (!whole)
    draw_outline (cr, &box, x, y);
}

/** A box without its hatch. */
void
systole_paint_box_plain (cairo_t *cr, const SystolePaintStyle *style, SystoleReason reason, SystoleMeaning fill, double x, double y, double width, double height, double cell)
{
  Box box = { style, reason, fill, width, height, cell, 1, width };

  if (draw_whole (cr, &box, x, y))
    return;
  draw_fill (cr, &box, x, y);
  draw_outline (cr, &box, x, y);
}

/**
 * systole_paint_cell_box:
 * @reason: BUSY, or why it is idle
 * @fill: SUM, or RESULT where the sum is final; of a busy cell
 * @size: side of the box in pixels
 *
 * A cell without its numbers. Below 14 px it has no hatch.
 */
void
systole_paint_cell_box (cairo_t *cr, const SystolePaintStyle *style, SystoleReason reason, SystoleMeaning fill, double x, double y, double size)
{
  systole_paint_box (cr, style, reason, fill, x, y, size, size, size);
}

/**
 * systole_paint_ring:
 * @number: of a pin, in its badge; 0: none
 *
 * A ring around a box: under the pointer, with the keyboard’s focus, pinned.
 */
void
systole_paint_ring (cairo_t *cr, const SystolePaintStyle *style, SystoleRing ring, guint number, double x, double y, double width, double height)
{
  double out = ring == SYSTOLE_RING_HOVER ? 3.0 : 5.0, line = (ring == SYSTOLE_RING_HOVER ? 1.5 : 3.0) * style->line_scale;
  double at = MIN (out - line / 2.0, 4.0);

  systole_paint_rounded (cr, x - at, y - at, width + 2.0 * at, height + 2.0 * at, 3.0 + at);
  systole_paint_source (cr, ring == SYSTOLE_RING_HOVER ? style->palette->accent : style->palette->accent_fill);
  cairo_set_line_width (cr, line);
  cairo_stroke (cr);

  if (ring == SYSTOLE_RING_PINNED && number > 0)
    {
      g_autofree char *text = g_strdup_printf ("%u", number);
      double badge = 20.0 * style->font_scale, cx = x + width, cy = y;

      systole_paint_rounded (cr, cx - badge / 2.0, cy - badge / 2.0, badge, badge, 0.28 * badge);
      systole_paint_source (cr, style->palette->text);
      cairo_fill (cr);
      systole_paint_text (cr, style, text, NULL, 12.5, SYSTOLE_WEIGHT_BOLD, style->palette->view, cx, cy, 0.0, SYSTOLE_ALIGN_CENTRE);
    }
}
