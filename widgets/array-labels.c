/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Numbers of rows and columns, and the key cell that explains the corners of all others. */

#include "widgets/array-painter.h"

#include "engine/base/i18n.h"
#include "widgets/box.h"
#include "widgets/paint-number.h"

#include <math.h>

#define LABEL_PX 11.5
#define LINE 17.0

/* Every so many rows or columns has its number: 1, 2, 4, 8, … so that numbers do not touch. */
static guint
label_step (double pitch, double needed)
{
  guint step = 1;

  while (step * pitch < needed && step < 4096)
    step *= 2;

  return step;
}

static void
paint_columns (cairo_t *cr, const SystoleArrayPicture *self, double font_scale)
{
  const SystoleGeometry *geometry = &self->geometry;
  g_autoptr (SystoleNumbers) numbers = systole_numbers_new (&self->lane->style, LABEL_PX * font_scale, SYSTOLE_WEIGHT_NORMAL, self->palette->second_text);
  guint step = label_step (geometry->pitch, systole_numbers_get_width (numbers, cr, geometry->columns - 1) + 6.0);
  double y = geometry->y - 11.0 * font_scale;

  if (geometry->edges.top_slots > 0 || geometry->panned)
    y = geometry->room_y + 8.0 * font_scale;
  else if (self->shown->top->len > 0 && geometry->detail == SYSTOLE_DETAIL_ALL)
    return; /* what is loaded stands there */

  for (guint column = (geometry->column0 + step - 1) / step * step; column < geometry->column1; column += step)
    {
      double x = geometry->x + column * geometry->pitch + geometry->size / 2.0;

      if (!geometry->panned || (x > geometry->clip_x + 8.0 && x < geometry->room_x + geometry->room_width - 8.0))
        systole_numbers_add (numbers, cr, column, x, y, SYSTOLE_ALIGN_CENTRE);
    }
  systole_numbers_flush (numbers, cr);
}

static void
paint_rows (cairo_t *cr, const SystoleArrayPicture *self, double font_scale)
{
  const SystoleGeometry *geometry = &self->geometry;
  g_autoptr (SystoleNumbers) numbers = NULL;
  guint step = label_step (geometry->pitch, (LABEL_PX + 3.0) * font_scale);

  double x = geometry->panned ? geometry->clip_x - 5.0 : geometry->x - 6.0;

  if (geometry->edges.left_slots > 0 && !geometry->panned)
    return; /* the queues stand there; the columns' numbers begin at 0 for both */

  numbers = systole_numbers_new (&self->lane->style, LABEL_PX * font_scale, SYSTOLE_WEIGHT_NORMAL, self->palette->second_text);
  for (guint row = (geometry->row0 + step - 1) / step * step; row < geometry->row1; row += step)
    {
      double y = geometry->y + row * geometry->pitch + geometry->size / 2.0;

      if (!geometry->panned || (y > geometry->clip_y + 6.0 && y < geometry->room_y + geometry->room_height - 6.0))
        systole_numbers_add (numbers, cr, row, x, y, SYSTOLE_ALIGN_END);
    }
  systole_numbers_flush (numbers, cr);
}

/* Whether what stays is there: words over the array's left. */
static void
paint_stationary_words (cairo_t *cr, const SystoleArrayPicture *self, double font_scale)
{
  const SystoleGeometry *geometry = &self->geometry;
  double y = geometry->edges.top_slots > 0 ? geometry->room_y + 8.0 * font_scale : geometry->y - 11.0 * font_scale;
  double room = geometry->x - geometry->left - 8.0;
  gboolean loading = self->shown->phase == SYSTOLE_PHASE_LOAD;
  const char *words, *brief;

  if (geometry->edges.left_slots == 0 || geometry->panned)
    return;
  switch (self->dataflow)
    {
    case SYSTOLE_DATAFLOW_IS:
      words = loading ? _ ("<i>A</i> loads") : _ ("<i>A</i> is loaded");
      brief = _ ("<i>A</i> stays");
      break;
    case SYSTOLE_DATAFLOW_OS:
      words = _ ("<i>B</i> enters");
      brief = NULL;
      break;
    case SYSTOLE_DATAFLOW_WS:
    default:
      words = loading ? _ ("<i>B</i> loads") : _ ("<i>B</i> is loaded");
      brief = _ ("<i>B</i> stays");
      break;
    }
  systole_paint_markup (cr, &self->lane->style, words, brief, 12.5, SYSTOLE_WEIGHT_BOLD, self->palette->meanings[self->stays].ink, geometry->left, y, room, SYSTOLE_ALIGN_START);
}

typedef struct
{
  const char *symbol;
  SystoleMeaning meaning; /* SYSTOLE_N_MEANINGS: text */
  const char *words, *brief;
} KeyLine;

/* clang-format off */
static const KeyLine key_lines[SYSTOLE_N_DATAFLOWS][3] = {
  [SYSTOLE_DATAFLOW_WS] = {
    { "w", SYSTOLE_MEANING_B, N_("weight: an element of B, stays"), N_("weight, stays") },
    { "a", SYSTOLE_MEANING_A, N_("element of A, moves right"), N_("moves right") },
    { "Σ", SYSTOLE_N_MEANINGS, N_("partial sum Σ + a·w, moves down"), N_("sum, moves down") } },
  [SYSTOLE_DATAFLOW_IS] = {
    { "a", SYSTOLE_MEANING_A, N_("element of A, stays"), N_("of A, stays") },
    { "b", SYSTOLE_MEANING_B, N_("element of B, moves right"), N_("moves right") },
    { "Σ", SYSTOLE_N_MEANINGS, N_("partial sum Σ + a·b, moves down"), N_("sum, moves down") } },
  [SYSTOLE_DATAFLOW_OS] = {
    { "b", SYSTOLE_MEANING_B, N_("element of B, moves down"), N_("moves down") },
    { "a", SYSTOLE_MEANING_A, N_("element of A, moves right"), N_("moves right") },
    { "Σ", SYSTOLE_N_MEANINGS, N_("sum Σ + a·b, stays here"), N_("sum, stays") } },
};
/* clang-format on */

/**
 * systole_array_paint_key:
 * @size: of the key cell; its words follow at the right, up to @right
 *
 * What the three places of a cell mean.
 */
void
systole_array_paint_key (cairo_t *cr, const SystoleLanePaint *lane, double x, double y, double size, double right)
{
  const SystolePaintStyle *style = &lane->style;
  const KeyLine *lines = key_lines[systole_run_get_dataflow (lane->run)];
  double font_scale = style->font_scale, line = LINE * font_scale;

  systole_paint_box (cr, style, SYSTOLE_REASON_BUSY, SYSTOLE_MEANING_SUM, x, y, size, size, MIN (size, 44.0));
  for (guint i = 0; i < 3; i++)
    {
      SystoleColor ink = lines[i].meaning == SYSTOLE_N_MEANINGS ? style->palette->text : style->palette->meanings[lines[i].meaning].ink;
      double cx = x + (i == 0 ? 0.24 : i == 1 ? 0.76
                                              : 0.5) *
                          size,
             cy = y + (i < 2 ? 0.28 : 0.68) * size;
      double text_y = y + size / 2.0 + (i - 1.0) * line, text_x = x + size + 12.0;

      systole_paint_text (cr, style, lines[i].symbol, NULL, (i < 2 ? 0.27 : 0.36) * size / font_scale, i < 2 ? SYSTOLE_WEIGHT_SEMIBOLD : SYSTOLE_WEIGHT_BOLD, ink, cx, cy, 0.0, SYSTOLE_ALIGN_CENTRE);
      systole_paint_text (cr, style, lines[i].symbol, NULL, 12.5, SYSTOLE_WEIGHT_BOLD, ink, text_x, text_y, 0.0, SYSTOLE_ALIGN_START);
      systole_paint_text (cr, style, _ (lines[i].words), _ (lines[i].brief), 12.5, SYSTOLE_WEIGHT_NORMAL, style->palette->text, text_x + 16.0 * font_scale, text_y, right - text_x - 16.0 * font_scale, SYSTOLE_ALIGN_START);
    }
}

/** Draws the numbers of rows and columns and the key cell, as far as there is room. */
void
systole_array_paint_labels (cairo_t *cr, const SystoleArrayPicture *self)
{
  double font_scale = self->lane->style.font_scale;

  paint_columns (cr, self, font_scale);
  paint_rows (cr, self, font_scale);
  if (self->geometry.detail == SYSTOLE_DETAIL_ALL)
    {
      paint_stationary_words (cr, self, font_scale);
      if (self->geometry.key_size > 0.0)
        systole_array_paint_key (cr, self->lane, self->geometry.key_x, self->geometry.key_y, self->geometry.key_size, self->geometry.room_x + self->geometry.room_width);
    }
}
