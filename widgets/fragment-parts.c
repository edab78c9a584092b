/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/fragment-parts.h"

#include <math.h>

#include "engine/base/i18n.h"
#include "engine/base/number.h"
#include "widgets/hatch.h"
#include "widgets/plate.h"
#include "widgets/sm-words.h"

#define NAME_PX 12.0
#define NOTE_PX 11.5
#define PAD 14.0
#define MOST_STEPS 8

/* A number as large as its cell allows; left out when that is too small. */
static void
paint_fitted (cairo_t *cr, const SystolePaintStyle *style, double value, double px, double least, SystoleWeight weight, SystoleColor color, double x, double y, double room)
{
  g_autofree char *text = systole_paint_format_number (value);
  double width = systole_paint_text_width (style, text, px / style->font_scale, weight);

  if (width > room)
    px *= room / width;
  if (px >= least)
    systole_paint_text (cr, style, text, NULL, px / style->font_scale, weight, color, x, y, 0, SYSTOLE_ALIGN_CENTRE);
}

/* One register: bordered in the mark; tinted and thick when it is sent in this cycle. */
static void
paint_register (cairo_t *cr, const SystolePaintStyle *style, SystoleMeaning meaning, gboolean lit, double value, double x, double y, double size)
{
  const SystoleTriple *triple = &style->palette->meanings[meaning];
  double line = (lit ? 2.5 : 1) * style->line_scale;

  systole_paint_rounded (cr, x + line / 2, y + line / 2, size - line, size - line, 3);
  systole_paint_source (cr, lit ? triple->tint : style->palette->view);
  cairo_fill_preserve (cr);
  systole_paint_source (cr, triple->mark);
  cairo_set_line_width (cr, line);
  cairo_stroke (cr);
  paint_fitted (cr, style, value, 0.46 * size, 8, lit ? SYSTOLE_WEIGHT_BOLD : SYSTOLE_WEIGHT_NORMAL, triple->ink, x + size / 2, y + size / 2, size - 5);
}

static void
paint_heading (cairo_t *cr, const SystolePaintStyle *style, SystoleMeaning meaning, const char *title, const char *brief, const char *note, double x, double y, double room)
{
  double font = style->font_scale;

  systole_paint_text (cr, style, title, brief, NAME_PX, SYSTOLE_WEIGHT_SEMIBOLD, style->palette->meanings[meaning].ink, x, y, room, SYSTOLE_ALIGN_START);
  if (systole_paint_text_width (style, note, NOTE_PX, SYSTOLE_WEIGHT_NORMAL) <= room)
    systole_paint_text (cr, style, note, NULL, NOTE_PX, SYSTOLE_WEIGHT_NORMAL, style->palette->second_text, x, y + 16 * font, 0, SYSTOLE_ALIGN_START);
}

/* Is it multiplied in this cycle? Of a sparse B each column takes two rows of four. */
static gboolean
is_lit (const SystoleFragmentView *view, guint64 k)
{
  return view->frame->sparse ? k / 4 == view->k / 4 : k == view->k;
}

/* "k = 0 – 3" and whose registers, above A and beside B. */
static void
paint_headings (cairo_t *cr, const SystoleLanePaint *self, const SystoleFragmentGeometry *geometry, const SystoleFragmentView *view)
{
  const SystolePaintStyle *style = &self->style;
  g_autofree char *from = systole_number_format_count (view->k0);
  g_autofree char *to = systole_number_format_count (view->k0 + geometry->depth - 1);
  g_autofree char *range = g_strdup_printf ("k = %s – %s", from, to);
  /* Translators: %s is an operand, %u a warp: "A in registers of W0" */
  g_autofree char *a = g_strdup_printf (systole_maker_say (view->frame->maker, N_ ("%s in registers of W%u")), "A", view->pipe->warp);
  g_autofree char *b = g_strdup_printf (systole_maker_say (view->frame->maker, N_ ("%s in registers of W%u")), "B", view->pipe->warp);
  double right = geometry->b.x + geometry->b.width + 12;
  double end = geometry->sum.width > 0 ? geometry->sum.x + geometry->sum.width : geometry->cells_x + geometry->columns * geometry->pitch;
  double line = 16 * style->font_scale;

  paint_heading (cr, style, SYSTOLE_MEANING_A, a, "A", range, geometry->a.x, geometry->a.y - 1.7 * line, MAX (geometry->cells_x - 1.3 * geometry->pitch - geometry->a.x, 10));
  if (end - right >= 60 * style->font_scale)
    paint_heading (cr, style, SYSTOLE_MEANING_B, b, "B", range, right, geometry->b.y + line * 0.5, end - right);
  else
    paint_heading (cr, style, SYSTOLE_MEANING_B, b, "B", range, geometry->a.x, geometry->b.y + line * 0.5, geometry->b.x - geometry->a.x - 10);
}

/**
 * systole_fragment_paint_registers:
 *
 * A and B as the warp holds them, column k and row k lit: they are sent to all
 * multipliers in this cycle. Drawn while the core is busy; the values are the operands'.
 */
void
systole_fragment_paint_registers (cairo_t *cr, const SystoleLanePaint *self, const SystoleFragmentGeometry *geometry, const SystoleFragmentView *view)
{
  double size = geometry->small - 3;
  SystoleGemm gemm;

  if (!geometry->registers || !view->busy || !systole_op_as_gemm (systole_run_get_op (self->run), &gemm))
    return;
  for (guint r = 0; r < geometry->rows; r++)
    for (guint i = 0; i < geometry->depth; i++)
      if (view->pipe->m0 + r < gemm.m && view->k0 + i < gemm.k)
        paint_register (cr, &self->style, SYSTOLE_MEANING_A, is_lit (view, view->k0 + i), systole_gemm_a (&gemm, view->pipe->m0 + r, view->k0 + i), geometry->a.x + i * geometry->small, geometry->a.y + r * geometry->small, size);
  for (guint i = 0; i < geometry->depth; i++)
    for (guint c = 0; c < geometry->columns; c++)
      if (view->pipe->n0 + c < gemm.n && view->k0 + i < gemm.k)
        paint_register (cr, &self->style, SYSTOLE_MEANING_B, is_lit (view, view->k0 + i), systole_gemm_b (&gemm, view->k0 + i, view->pipe->n0 + c), geometry->b.x + c * geometry->small, geometry->b.y + i * geometry->small, size);
  paint_headings (cr, self, geometry, view);
}

static void
paint_sum_line (cairo_t *cr, const SystolePaintStyle *style, const SystoleSmBox *box, const char *name, double value, gboolean bold, double y)
{
  g_autofree char *number = systole_paint_format_number (value);
  SystoleWeight weight = bold ? SYSTOLE_WEIGHT_BOLD : SYSTOLE_WEIGHT_NORMAL;
  double used = systole_paint_text (cr, style, number, NULL, 13, SYSTOLE_WEIGHT_BOLD, style->palette->text, box->x + box->width, y, 0, SYSTOLE_ALIGN_END);

  if (systole_paint_text_width (style, name, 12, weight) <= box->width - used - 6)
    systole_paint_text (cr, style, name, NULL, 12, weight, bold ? style->palette->text : style->palette->second_text, box->x, y, 0, SYSTOLE_ALIGN_START);
}

static char *
format_factor (double value)
{
  g_autofree char *text = systole_paint_format_number (value);

  return value < 0 ? g_strdup_printf ("(%s)", text) : g_steal_pointer (&text);
}

/* "2 × (−3)": negative factors are bracketed. */
static char *
format_product (double a, double b)
{
  g_autofree char *left = format_factor (a);
  g_autofree char *right = format_factor (b);

  return g_strdup_printf ("%s × %s", left, right);
}

void
systole_fragment_paint_sum (cairo_t *cr, const SystoleLanePaint *self, const SystoleFragmentGeometry *geometry, const SystoleFragmentView *view)
{
  const SystolePaintStyle *style = &self->style;
  const SystoleFragmentCell *cell = view->cell;
  SystoleSmBox box = geometry->sum;
  double line = 22 * style->font_scale, y;
  g_autofree char *title = NULL;
  g_autofree char *product = NULL;
  g_autofree char *plus = NULL;

  if (box.width <= 0 || cell == NULL || cell->reason != SYSTOLE_REASON_BUSY || !cell->partial_out.present)
    return;
  title = g_strdup_printf ("C[%" G_GUINT64_FORMAT ", %" G_GUINT64_FORMAT "]", cell->m, cell->n);
  product = format_product (cell->a.value, cell->b.value);
  plus = g_strconcat ("+ ", product, NULL);
  box.width = MIN (box.width, 112 * style->font_scale);
  if (geometry->registers) /* the words of B stand above it */
    {
      box.height -= geometry->b.y + 38 * style->font_scale - box.y;
      box.y = geometry->b.y + 38 * style->font_scale;
    }
  if (box.height < 4.2 * line)
    return;
  /* Beside the cells, as far as it does not leave the room. */
  y = CLAMP (geometry->cells_y + (geometry->rows * geometry->pitch - 4.2 * line) * 0.4, box.y, box.y + box.height - 4.2 * line) + line / 2;
  systole_paint_text (cr, style, title, NULL, 14, SYSTOLE_WEIGHT_BOLD, style->palette->text, box.x, y, box.width, SYSTOLE_ALIGN_START);
  paint_sum_line (cr, style, &box, _ ("before"), cell->partial_in.value, FALSE, y + 1.15 * line);
  paint_sum_line (cr, style, &box, plus, cell->product.value, FALSE, y + 2.15 * line);
  systole_paint_source (cr, style->palette->text);
  cairo_set_line_width (cr, 1.5 * style->line_scale);
  cairo_move_to (cr, box.x, y + 2.65 * line);
  cairo_line_to (cr, box.x + box.width, y + 2.65 * line);
  cairo_stroke (cr);
  paint_sum_line (cr, style, &box, _ ("now"), cell->partial_out.value, TRUE, y + 3.2 * line);
}

/* Eight steps of k about the present one: done, now, to come. */
void
systole_fragment_paint_steps (cairo_t *cr, const SystoleLanePaint *self, const SystoleFragmentGeometry *geometry, const SystoleFragmentView *view)
{
  const SystolePaintStyle *style = &self->style;
  const SystolePalette *palette = style->palette;
  const SystoleSmBox *box = &geometry->steps;
  double size = 26 * style->font_scale, pitch;
  double name = ceil (systole_paint_text_width (style, _ ("k-step"), 12, SYSTOLE_WEIGHT_NORMAL)) + 12;
  g_autofree char *widest = NULL;
  guint64 first, n_steps;
  SystoleGemm gemm;
  guint shown;
  double x;

  if (box->height <= 0 || !view->busy || !systole_op_as_gemm (systole_run_get_op (self->run), &gemm))
    return;
  n_steps = gemm.k;
  widest = systole_number_format_count (n_steps - 1);
  pitch = ceil (MAX (size, systole_paint_text_width (style, widest, 12, SYSTOLE_WEIGHT_BOLD) + 10)) + 4;
  shown = (guint) MIN (MIN (n_steps, MOST_STEPS), (guint64) MAX (1, (box->width - name) / pitch));
  first = view->k / shown * shown;
  shown = (guint) MIN (shown, n_steps - first);
  x = CLAMP (geometry->cells_x, box->x + name, MAX (box->x + name, box->x + box->width - shown * pitch));
  systole_paint_text (cr, style, _ ("k-step"), NULL, 12, SYSTOLE_WEIGHT_NORMAL, palette->second_text, x - 12, box->y + size / 2 + 2, 0, SYSTOLE_ALIGN_END);
  for (guint i = 0; i < shown; i++)
    {
      gboolean now = is_lit (view, first + i), done = first + i < view->k;
      double line = (now ? 2 : 1) * style->line_scale;
      double left = x + i * pitch;
      g_autofree char *text = systole_number_format_count (first + i);

      systole_paint_rounded (cr, left + line / 2, box->y + 2 + line / 2, pitch - 4 - line, size - line, 3);
      systole_paint_source (cr, now ? palette->meanings[SYSTOLE_MEANING_SUM].tint : done ? palette->header
                                                                                         : palette->view);
      cairo_fill_preserve (cr);
      systole_paint_source (cr, now ? palette->busy_outline : palette->idle_outline);
      cairo_set_line_width (cr, line);
      cairo_stroke (cr);
      systole_paint_text (cr, style, text, NULL, 12, now ? SYSTOLE_WEIGHT_BOLD : SYSTOLE_WEIGHT_NORMAL, now || done ? palette->text : palette->second_text, left + (pitch - 4) / 2, box->y + 2 + size / 2, 0, SYSTOLE_ALIGN_CENTRE);
    }
  {
    guint64 left = n_steps - MIN (n_steps, view->k + (view->frame->sparse ? 4 : 1));
    g_autofree char *count = systole_number_format_count (left);
    g_autofree char *words = left == 0 ? g_strdup (_ ("the last step of K")) : g_strdup_printf (P_ ("%s more step of K", "%s more steps of K", MIN (left, G_MAXULONG)), count);

    systole_paint_text (cr, style, words, NULL, NOTE_PX, SYSTOLE_WEIGHT_NORMAL, palette->second_text, x, box->y + size + 14 * style->font_scale, box->x + box->width - x, SYSTOLE_ALIGN_START);
  }
}

static char *
formula (const SystoleFragmentCell *cell, gboolean brief)
{
  g_autofree char *before = systole_paint_format_number (cell->partial_in.value);
  g_autofree char *now = systole_paint_format_number (cell->partial_out.value);
  g_autofree char *product = format_product (cell->a.value, cell->b.value);

  if (brief)
    return g_strdup_printf ("%s + %s = %s", before, product, now);
  return g_strdup_printf ("Σ + A[%" G_GUINT64_FORMAT ", %" G_GUINT64_FORMAT "] × B[%" G_GUINT64_FORMAT ", %" G_GUINT64_FORMAT "] = %s + %s = %s",
                          cell->m,
                          cell->k,
                          cell->k,
                          cell->n,
                          before,
                          product,
                          now);
}

void
systole_fragment_paint_formula (cairo_t *cr, const SystoleLanePaint *self, const SystoleFragmentGeometry *geometry, const SystoleFragmentView *view)
{
  const SystolePaintStyle *style = &self->style;
  const SystolePalette *palette = style->palette;
  const SystoleSmBox *box = &geometry->formula;
  const SystoleFragmentCell *cell = view->cell;
  double font = style->font_scale, y = box->y + 22 * font, room = box->width - 2 * PAD;
  guint first, last, n = systole_sm_count_busy_cells (view->frame, view->sub_core, &first, &last);
  g_autofree char *sentence = NULL;
  const char *brief = NULL;

  if (box->height <= 0)
    return;
  systole_paint_card (cr, style, box->x, box->y, box->width, box->height, 10);
  if (cell != NULL && cell->reason == SYSTOLE_REASON_BUSY && cell->partial_out.present)
    {
      g_autofree char *text = formula (cell, FALSE);
      g_autofree char *numbers = formula (cell, TRUE);

      if (systole_paint_text_width (style, numbers, 16, SYSTOLE_WEIGHT_SEMIBOLD) <= room)
        systole_paint_text (cr, style, text, numbers, 16, SYSTOLE_WEIGHT_SEMIBOLD, palette->text, box->x + PAD, y, room, SYSTOLE_ALIGN_START);
      if (view->frame->sparse)
        {
          g_autofree char *from = systole_number_format_count (view->k);
          g_autofree char *to = systole_number_format_count (view->k + 3);

          /* Translators: row numbers: “of rows 4 … 7 of B” */
          sentence = g_strdup_printf (_ ("The sum stays; of rows %1$s … %2$s of B each column multiplies the two that were not pruned."), from, to);
          brief = _ ("The sum stays; two rows of four are multiplied.");
        }
      else
        {
          sentence = g_strdup_printf (P_ ("The sum stays; column k of A and row k of B go to %u multiplier.", "The sum stays; column k of A and row k of B go to all %u multipliers.", n), n);
          brief = _ ("The sum stays; k is sent to all.");
        }
    }
  else if (cell != NULL && systole_sm_cell_rests (view->frame, cell))
    {
      systole_paint_text (cr, style, _ ("not its turn"), NULL, 16, SYSTOLE_WEIGHT_SEMIBOLD, palette->text, box->x + PAD, y, room, SYSTOLE_ALIGN_START);
      sentence = systole_sm_explain_rest (view->frame, view->sub_core);
    }
  else
    {
      SystoleReason reason = cell != NULL ? cell->reason : systole_sm_core_reason (view->frame, view->sub_core);

      if (reason == SYSTOLE_REASON_BUSY) /* its values are not known */
        return;
      systole_paint_text (cr, style, systole_reason_get_title (reason), NULL, 16, SYSTOLE_WEIGHT_SEMIBOLD, palette->text, box->x + PAD, y, room, SYSTOLE_ALIGN_START);
      sentence = g_strdup_printf (_ ("Idle: %s."), systole_reason_get_sentence (reason, SYSTOLE_FAMILY_SM));
    }
  systole_paint_text (cr, style, sentence, brief, 12.5, SYSTOLE_WEIGHT_NORMAL, palette->second_text, box->x + PAD, y + 28 * font, room, SYSTOLE_ALIGN_START);
}
