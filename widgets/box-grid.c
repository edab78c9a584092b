/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/box.h"

#include "widgets/hatch.h"

#include <string.h>

/*
 * Many boxes of one size on a grid. Boxes that are alike and fill a rectangle are one
 * operation: a picture of one of them, repeated. Hatches of one cause are one fill.
 */

/* A rectangle of boxes that are alike. */
typedef struct
{
  guint row, column, n_rows, n_columns;
  SystoleReason reason;
  SystoleMeaning fill;
  gboolean rests; /* it is idle and has no hatch */
} Part;

static void
decode (guint8 state, Part *part)
{
  gboolean result = state == SYSTOLE_BOX_RESULT;

  part->rests = state == SYSTOLE_BOX_REST;
  part->reason = result ? SYSTOLE_REASON_BUSY : part->rests ? SYSTOLE_REASON_UNIT_BUSY
                                                            : (SystoleReason) state;
  part->fill = result ? SYSTOLE_MEANING_RESULT : SYSTOLE_MEANING_SUM;
}

/* Whether @n states from @at on are all @state. */
static gboolean
are_all (const guint8 *at, guint n, guint8 state)
{
  return at[0] == state && memcmp (at, at + 1, n - 1) == 0;
}

/* The largest part that begins at a place, the row first; its states are crossed out. */
static void
take_part (const SystoleBoxGrid *grid, guint row, guint column, Part *out)
{
  guint8 *at = grid->states + (gsize) row * grid->columns + column, state = *at;

  *out = (Part){ row, column, 1, 1, SYSTOLE_REASON_BUSY, SYSTOLE_MEANING_SUM, FALSE };
  decode (state, out);
  while (column + out->n_columns < grid->columns && at[out->n_columns] == state)
    out->n_columns++;
  while (row + out->n_rows < grid->rows && are_all (at + (gsize) out->n_rows * grid->columns, out->n_columns, state))
    out->n_rows++;
  for (guint i = 0; i < out->n_rows; i++)
    memset (at + (gsize) i * grid->columns, SYSTOLE_BOX_NONE, out->n_columns);
}

static double
column_x (const SystoleBoxGrid *grid, guint column)
{
  return grid->x + column * grid->pitch_x;
}

static double
row_y (const SystoleBoxGrid *grid, guint row)
{
  return grid->y + row * grid->pitch_y;
}

/* Boxes too small for a hatch that do not lie on pixels, or in a vector file: one path a
 * row. They never touch, so they look as if each were alone. */
static void
draw_small_row (cairo_t *cr, const SystolePaintStyle *style, const SystoleBoxGrid *grid, const Part *part, guint row)
{
  gboolean busy = part->reason == SYSTOLE_REASON_BUSY;
  double line = busy ? systole_cell_outline (style, grid->cell) : style->line_scale, radius = busy ? systole_cell_radius (grid->cell) : 0;
  double inset[] = { busy ? 0 : 0.5, busy ? line / 2.0 : 0.5 };

  for (guint pass = 0; pass < 2; pass++)
    {
      double in = inset[pass];

      cairo_new_path (cr);
      for (guint c = part->column; c < part->column + part->n_columns; c++)
        systole_paint_rounded (cr, column_x (grid, c) + in, row_y (grid, row) + in, grid->width - 2 * in, grid->height - 2 * in, pass == 0 ? radius : MAX (0.0, radius - line / 2.0));
      if (pass == 0)
        {
          systole_paint_source (cr, busy ? style->palette->meanings[part->fill].tint : style->palette->idle_fill);
          cairo_fill (cr);
          continue;
        }
      systole_paint_source (cr, busy ? style->palette->busy_outline : systole_idle_color (style));
      cairo_set_line_width (cr, line);
      cairo_stroke (cr);
    }
}

static void
draw_part (cairo_t *cr, const SystolePaintStyle *style, const SystoleBoxGrid *grid, const Part *part)
{
  for (guint r = part->row; r < part->row + part->n_rows; r++)
    if (!grid->hatched || part->rests)
      draw_small_row (cr, style, grid, part, r);
    else
      for (guint c = part->column; c < part->column + part->n_columns; c++)
        systole_paint_box (cr, style, part->reason, part->fill, column_x (grid, c), row_y (grid, r), grid->width, grid->height, grid->cell);
}

/* An idle cell's hatch lies inside its outline, so that all of one cause are one fill. */
static void
hatch_parts (cairo_t *cr, const SystolePaintStyle *style, const SystoleBoxGrid *grid, const GArray *parts, SystoleReason reason)
{
  double line = systole_idle_outline (style);
  gboolean any = FALSE;

  cairo_new_path (cr);
  for (guint i = 0; i < parts->len; i++)
    {
      const Part *part = &g_array_index (parts, Part, i);

      if (part->reason != reason || part->rests)
        continue;
      any = TRUE;
      for (guint r = part->row; r < part->row + part->n_rows; r++)
        for (guint c = part->column; c < part->column + part->n_columns; c++)
          cairo_rectangle (cr, column_x (grid, c) + line, row_y (grid, r) + line, grid->width - 2 * line, grid->height - 2 * line);
    }
  if (any)
    systole_paint_hatch_path (cr, style, systole_reason_get_hatch (reason), grid->cell);
}

/**
 * systole_paint_box_grid:
 * @grid: its states are overwritten
 *
 * Draws each box as systole_paint_box() does. Takes as many operations as there are
 * rectangles of equal boxes, where boxes and gaps are whole pixels.
 */
void
systole_paint_box_grid (cairo_t *cr, const SystolePaintStyle *style, const SystoleBoxGrid *grid)
{
  g_autoptr (GArray) parts = g_array_new (FALSE, FALSE, sizeof (Part));

  for (guint r = 0; r < grid->rows; r++)
    for (guint c = 0; c < grid->columns; c++)
      {
        Part part;

        if (grid->states[(gsize) r * grid->columns + c] == SYSTOLE_BOX_NONE)
          continue;
        take_part (grid, r, c, &part);
        if (systole_paint_box_tiles (cr, style, part.reason, part.fill, grid, part.row, part.column, part.n_rows, part.n_columns))
          g_array_append_val (parts, part);
        else
          draw_part (cr, style, grid, &part);
      }
  for (guint reason = SYSTOLE_REASON_BUSY + 1; reason < SYSTOLE_N_REASONS && grid->hatched; reason++)
    if (reason != SYSTOLE_REASON_NO_WORK)
      hatch_parts (cr, style, grid, parts, (SystoleReason) reason);
}
