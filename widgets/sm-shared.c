/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/sm-shared.h"

#include <math.h>

#include "engine/base/i18n.h"
#include "engine/base/number.h"
#include "widgets/hatch.h"
#include "widgets/plate.h"
#include "widgets/sm-words.h"
#include "widgets/token.h"

#define TITLE_PX 12.0
#define TEXT_PX 11.5
#define PAD 8.0
#define MOST_PIECES 4 /* drawn one by one; more pieces are one box that fills */
#define LEAST_PIECE 7.0

/* Bytes of a copy that have arrived at a fraction of a cycle. */
static double
arrived_share (const SystoleCopyState *copy, const SystoleSmFrame *next, double fraction)
{
  double now = copy->bytes > 0 ? (double) copy->arrived / (double) copy->bytes : 0;
  double then = 1;

  if (next == NULL || copy->bytes == 0)
    return now;
  for (guint i = 0; i < next->copies->len; i++)
    {
      const SystoleCopyState *other = &g_array_index (next->copies, SystoleCopyState, i);

      if (other->operand == copy->operand && other->resident == copy->resident && other->tile == copy->tile && other->piece == copy->piece)
        then = (double) other->arrived / (double) other->bytes;
    }
  return now + (then - now) * fraction;
}

static const SystoleCopyState *
find_copy (const SystoleSmFrame *frame, SystoleOperand operand, guint resident, guint64 tile, guint piece)
{
  for (guint i = 0; i < frame->copies->len; i++)
    {
      const SystoleCopyState *copy = &g_array_index (frame->copies, SystoleCopyState, i);

      if (copy->operand == operand && copy->resident == resident && copy->tile == tile && copy->piece == piece)
        return copy;
    }
  return NULL;
}

/* A piece as a small matrix, filled from below as far as it has arrived; its border is whole when it
 * may be read: from the cycle after its last bytes. */
static void
paint_piece (cairo_t *cr, const SystolePaintStyle *style, SystoleMeaning meaning, double share, gboolean landed, double x, double y, double width, double height)
{
  const SystoleTriple *triple = &style->palette->meanings[meaning];
  double line = 1.5 * style->line_scale;

  if (share > 0)
    {
      cairo_rectangle (cr, x, y + height * (1 - share), width, height * share);
      systole_paint_source (cr, triple->tint);
      cairo_fill (cr);
      cairo_save (cr);
      cairo_rectangle (cr, x, y + height * (1 - share), width, height * share);
      cairo_clip (cr);
      systole_paint_source (cr, triple->mark);
      cairo_set_line_width (cr, 0.75 * style->line_scale);
      for (double d = 1; d < 4; d++)
        {
          cairo_move_to (cr, x + width * d / 4, y);
          cairo_line_to (cr, x + width * d / 4, y + height);
          cairo_move_to (cr, x, y + height * d / 4);
          cairo_line_to (cr, x + width, y + height * d / 4);
        }
      cairo_stroke (cr);
      cairo_restore (cr);
    }
  cairo_save (cr);
  if (!landed)
    cairo_set_dash (cr, (double[]){ 3, 2.5 }, 2, 0);
  cairo_rectangle (cr, x + line / 2, y + line / 2, width - line, height - line);
  systole_paint_source (cr, triple->mark);
  cairo_set_line_width (cr, line);
  cairo_stroke (cr);
  cairo_restore (cr);
}

static gboolean
has_landed (guint64 mask, guint landed, guint piece)
{
  return piece < 64 ? (mask >> piece & 1) != 0 : piece < landed;
}

/* A thread block's bytes are several operands' and no one's: they look like what lies in a memory. */
static SystoleMeaning
meaning_of (SystoleOperand operand, gboolean by_block)
{
  if (by_block)
    return SYSTOLE_MEANING_MEMORY;
  return operand == SYSTOLE_OPERAND_A ? SYSTOLE_MEANING_A : SYSTOLE_MEANING_B;
}

/* The pieces of one operand's tile: A from top to bottom, B from left to right. */
static void
paint_operand (cairo_t *cr, const SystolePaintStyle *style, const SystoleSmFrame *frame, const SystoleSmFrame *next, double fraction, const SystoleStageState *stage, SystoleOperand operand, const SystoleSmBox *box)
{
  gboolean is_a = operand == SYSTOLE_OPERAND_A;
  SystoleMeaning meaning = meaning_of (operand, stage->by_block);
  guint pieces = is_a ? stage->pieces_a : stage->pieces_b;
  guint landed = is_a ? stage->landed_a : stage->landed_b;
  double side = pieces > 0 ? (is_a ? box->height : box->width) / pieces : 0;

  if (pieces == 0)
    return;
  if (pieces > MOST_PIECES || side < LEAST_PIECE)
    {
      paint_piece (cr, style, meaning, (double) landed / pieces, landed == pieces, box->x, box->y, box->width, box->height);
      return;
    }
  for (guint i = 0; i < pieces; i++)
    {
      const SystoleCopyState *copy = find_copy (frame, operand, stage->resident, stage->tile, i);
      gboolean there = has_landed (is_a ? stage->landed_mask_a : stage->landed_mask_b, landed, i);
      double share = there ? 1 : copy != NULL ? arrived_share (copy, next, fraction)
                                              : 0;

      if (is_a)
        paint_piece (cr, style, meaning, share, there, box->x, box->y + i * side, box->width, side - (pieces > 1 ? 1 : 0));
      else
        paint_piece (cr, style, meaning, share, there, box->x + i * side, box->y, side - (pieces > 1 ? 1 : 0), box->height);
    }
}

static void
paint_tick (cairo_t *cr, const SystolePaintStyle *style, double x, double y, double size)
{
  cairo_move_to (cr, x, y);
  cairo_rel_line_to (cr, 0.35 * size, 0.35 * size);
  cairo_rel_line_to (cr, 0.65 * size, -0.75 * size);
  systole_paint_source (cr, style->palette->meanings[SYSTOLE_MEANING_MEMORY].ink);
  cairo_set_line_width (cr, 2 * style->line_scale);
  cairo_stroke (cr);
}

/* "tile 0 ✓" or "tile 1 2/4", beside the pieces where there is room, else below them; with its block where the SM
 * has several and there is room. */
static void
paint_stage_words (cairo_t *cr, const SystolePaintStyle *style, const SystoleSmFrame *frame, const SystoleStageState *stage, double x, double y, double room)
{
  const SystolePalette *palette = style->palette;
  guint landed = stage->landed_a + stage->landed_b, pieces = stage->pieces_a + stage->pieces_b;
  gboolean complete = landed == pieces;
  g_autofree char *number = stage->tile != SYSTOLE_NO_INDEX ? systole_number_format_count (stage->tile) : NULL;
  /* Translators: a k-tile in shared memory: "tile 0" */
  g_autofree char *words = number == NULL ? g_strdup (_ ("free")) : stage->by_block ? g_strdup_printf (_ ("block %s"), number)
                                                                                    : g_strdup_printf (_ ("tile %s"), number);
  g_autofree char *count = g_strdup_printf ("%u/%u", landed, pieces);
  double size = 9 * style->font_scale;
  double needed = systole_paint_text_width (style, count, TEXT_PX, SYSTOLE_WEIGHT_NORMAL);
  SystoleWeight weight = complete && number != NULL ? SYSTOLE_WEIGHT_SEMIBOLD : SYSTOLE_WEIGHT_NORMAL;
  double full = systole_paint_text_width (style, words, TEXT_PX, weight);
  /* one piece: its line tells that it is not there */
  double behind = number == NULL || (pieces == 1 && !complete) ? 0 : complete ? size + 5
                                                                              : needed + 5;
  g_autofree char *with_block = number != NULL && !stage->by_block ? systole_sm_with_block (frame, stage->resident, words) : NULL;
  double with_width = with_block != NULL ? systole_paint_text_width (style, with_block, TEXT_PX, weight) : 0;
  double width;

  if (with_block != NULL && with_width + behind <= room)
    {
      g_free (words);
      words = g_steal_pointer (&with_block);
      full = with_width;
    }
  if (full + behind > room && number != NULL) /* the number alone */
    {
      g_free (words);
      words = g_strdup (number);
      full = systole_paint_text_width (style, words, TEXT_PX, weight);
    }
  if (full > room)
    return;
  width = systole_paint_text (cr, style, words, NULL, TEXT_PX, weight, complete && number != NULL ? palette->text : palette->second_text, x, y, 0, SYSTOLE_ALIGN_START);
  if (behind <= 0 || width + behind > room)
    return;
  if (complete)
    paint_tick (cr, style, x + width + 5, y, size);
  else
    systole_paint_text (cr, style, count, NULL, TEXT_PX, SYSTOLE_WEIGHT_NORMAL, palette->second_text, x + width + 5, y, 0, SYSTOLE_ALIGN_START);
}

static void
paint_stage (cairo_t *cr, const SystolePaintStyle *style, const SystoleSmFrame *frame, const SystoleSmFrame *next, double fraction, guint index, const SystoleSmBox *box)
{
  const SystoleStageState *stage = &g_array_index (frame->stages, SystoleStageState, index);
  double words = 14 * style->font_scale;
  double side = MIN (box->height, 46);
  SystoleSmBox a, b;

  if (stage->tile == SYSTOLE_NO_INDEX || side < 2 * LEAST_PIECE || side < words + LEAST_PIECE)
    {
      paint_stage_words (cr, style, frame, stage, box->x, box->y + MIN (box->height, 2 * words) / 2, box->width);
      return;
    }
  /* A stands, B lies beside it; the words are below B. */
  a = (SystoleSmBox){ box->x, box->y, MAX (side * 0.47, 8), side };
  b = (SystoleSmBox){ a.x + a.width + 4, box->y, MIN (side, box->width - a.width - 4), MAX (MIN (side * 0.5, side - words), LEAST_PIECE) };
  paint_operand (cr, style, frame, next, fraction, stage, SYSTOLE_OPERAND_A, &a);
  paint_operand (cr, style, frame, next, fraction, stage, SYSTOLE_OPERAND_B, &b);
  paint_stage_words (cr, style, frame, stage, b.x, b.y + b.height + (side - b.height) / 2 + 1, box->x + box->width - b.x);
}

static void
paint_bar (cairo_t *cr, const SystolePaintStyle *style, const SystoleCopyState *copy, double share, double x, double y, double width)
{
  const SystolePalette *palette = style->palette;
  SystoleMeaning meaning = meaning_of (copy->operand, copy->by_block);

  systole_paint_plate (cr, style, &(SystolePlate){ x, y, width, 10, 3, style->line_scale, palette->idle_fill, palette->idle_outline, FALSE });
  if (copy->queued)
    systole_paint_hatch (cr, style, systole_reason_get_hatch (SYSTOLE_REASON_UNIT_BUSY), x + 1, y + 1, width - 2, 8, SYSTOLE_HATCH_BAR);
  if (share <= 0)
    return;
  systole_paint_source (cr, palette->meanings[meaning].mark);
  systole_paint_rounded (cr, x + 1, y + 1, (width - 2) * share, 8, MIN (2, (width - 2) * share / 2));
  cairo_fill (cr);
}

static void
paint_copy (cairo_t *cr, const SystolePaintStyle *style, const SystoleSmFrame *frame, const SystoleCopyState *copy, const SystoleSmFrame *next, double fraction, const SystoleSmBox *box)
{
  const SystoleTriple *memory = &style->palette->meanings[SYSTOLE_MEANING_MEMORY];
  gboolean is_a = copy->operand == SYSTOLE_OPERAND_A;
  g_autofree char *name = systole_sm_tile_name (copy->operand, copy->tile);
  g_autofree char *block = systole_number_format_count (copy->tile);
  g_autofree char *part = g_strdup_printf ("%s %u/%u", name, copy->piece + 1, copy->n_pieces);
  g_autofree char *of_block = g_strdup_printf (_ ("block %s"), block);
  /* which of the block's turns they are for, where it has more than one */
  g_autofree char *turn = copy->n_pieces > 1 ? g_strdup_printf ("%s  %u/%u", of_block, copy->piece + 1, copy->n_pieces) : NULL;
  g_autofree char *piece = !copy->by_block ? systole_sm_with_block (frame, copy->resident, part) : g_strdup (turn != NULL ? turn : of_block);
  double middle = box->y + box->height / 2;
  double token = 14;
  double x = box->x + token + 4 + 6;
  double bar = MAX (box->width * 0.42, 24);
  double left = box->x + box->width - bar;

  if (copy->by_block)
    systole_paint_plate (cr, style, &(SystolePlate){ round (box->x), round (middle - token / 2) + 1, token, token - 2, 2, 1.5 * style->line_scale, memory->tint, memory->mark, FALSE });
  else
    systole_paint_token (cr, style, is_a ? SYSTOLE_TOKEN_RIGHT : SYSTOLE_TOKEN_DOWN, is_a ? SYSTOLE_MEANING_A : SYSTOLE_MEANING_B, NULL, 0, box->x, middle - token / 2, token + 4, token);
  systole_paint_text (cr, style, piece, copy->by_block ? of_block : name, TEXT_PX, SYSTOLE_WEIGHT_NORMAL, style->palette->text, x, middle, left - 6 - x, SYSTOLE_ALIGN_START);
  paint_bar (cr, style, copy, arrived_share (copy, next, fraction), left, middle - 5, bar);
}

static void
paint_copies (cairo_t *cr, const SystoleLanePaint *self, const SystoleSmGeometry *geometry, const SystoleSmFrame *frame, const SystoleSmFrame *next, double fraction)
{
  const SystolePaintStyle *style = &self->style;
  guint rows = systole_sm_n_copy_rows (geometry);
  guint shown = frame->copies->len <= rows ? frame->copies->len : MAX (rows, 1) - 1;
  SystoleSmBox box;

  for (guint i = 0; i < shown; i++)
    {
      box = systole_sm_copy_box (geometry, i);
      paint_copy (cr, style, frame, &g_array_index (frame->copies, SystoleCopyState, i), next, fraction, &box);
    }
  box = systole_sm_copy_box (geometry, shown);
  if (shown < frame->copies->len && rows > 0)
    {
      guint more = frame->copies->len - shown;
      g_autofree char *text = g_strdup_printf (P_ ("%u more", "%u more", more), more);

      systole_paint_text (cr, style, text, NULL, TEXT_PX, SYSTOLE_WEIGHT_NORMAL, style->palette->second_text, box.x, box.y + box.height / 2, box.width, SYSTOLE_ALIGN_START);
    }
  else if (frame->copies->len == 0 && rows > 0)
    systole_paint_text (cr, style, _ ("none"), NULL, TEXT_PX, SYSTOLE_WEIGHT_NORMAL, style->palette->second_text, box.x, box.y + box.height / 2, box.width, SYSTOLE_ALIGN_START);
}

/* Title at the left, second text at the right while both fit. */
static void
paint_heading (cairo_t *cr, const SystolePaintStyle *style, const char *title, const char *second, double x, double y, double room)
{
  double needed = second != NULL ? systole_paint_text_width (style, second, TEXT_PX, SYSTOLE_WEIGHT_NORMAL) : 0;
  double width = systole_paint_text (cr, style, title, NULL, TITLE_PX, SYSTOLE_WEIGHT_SEMIBOLD, style->palette->text, x, y, room, SYSTOLE_ALIGN_START);

  if (second != NULL && width + 8 + needed <= room)
    systole_paint_text (cr, style, second, NULL, TEXT_PX, SYSTOLE_WEIGHT_NORMAL, style->palette->second_text, x + room, y, 0, SYSTOLE_ALIGN_END);
}

void
systole_shared_paint (cairo_t *cr, const SystoleLanePaint *self, const SystoleSmGeometry *geometry, const SystoleSmFrame *frame, const SystoleSmFrame *next, double fraction)
{
  const SystolePaintStyle *style = &self->style;
  const SystoleSmBox *box = &geometry->shared;
  const SystolePipeState *port = systole_sm_find_pipe (frame, SYSTOLE_UNIT_LSU, G_MAXUINT);
  double title = box->y + 10 * geometry->font + 1;
  double divider = box->x + geometry->stages_width;
  double room = box->width - geometry->stages_width - 2 * PAD;
  g_autofree char *user = port != NULL && port->reason == SYSTOLE_REASON_BUSY && port->warp != G_MAXUINT ? g_strdup_printf (systole_maker_say (frame->maker, N_ ("port: W%u")), port->warp) : NULL;
  /* Translators: what a thread block does: “takes exponentials” */
  g_autofree char *activity = frame->activity != NULL ? g_strdup_printf (_ ("a block %s"), systole_maker_say (frame->maker, frame->activity)) : NULL;
  /* Translators: bytes a cycle that the copies in flight bring */
  g_autofree char *rate = frame->copy_bytes_per_cycle > 0 && frame->copies->len > 0 ? g_strdup_printf (_ ("%u B/cycle"), frame->copy_bytes_per_cycle) : NULL;

  if (box->height <= 0)
    return;
  systole_paint_card (cr, style, box->x, box->y, box->width, box->height, 6);
  systole_paint_source (cr, style->palette->border);
  cairo_set_line_width (cr, style->line_scale);
  cairo_move_to (cr, round (divider) + 0.5, box->y + 8);
  cairo_line_to (cr, round (divider) + 0.5, box->y + box->height - 8);
  cairo_stroke (cr);
  paint_heading (cr, style, systole_maker_say (frame->maker, N_ ("Shared memory")), activity != NULL ? activity : user, box->x + PAD, title, geometry->stages_width - 2 * PAD);
  paint_heading (cr, style, frame->copies_title != NULL && systole_paint_text_width (style, _ (frame->copies_title), TITLE_PX, SYSTOLE_WEIGHT_SEMIBOLD) <= room ? _ (frame->copies_title) : _ ("Copies in flight"), rate, divider + PAD, title, room);
  for (guint i = 0; i < frame->stages->len; i++)
    {
      SystoleSmBox stage = systole_sm_stage_box (geometry, i, frame->stages->len);

      if (stage.width >= 12)
        paint_stage (cr, style, frame, next, fraction, i, &stage);
    }
  paint_copies (cr, self, geometry, frame, next, fraction);
}
