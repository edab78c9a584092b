/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/sm-geometry.h"

#include "widgets/geometry.h"

#include <math.h>

#define CARD_GAP 6.0
#define PAD 6.0
#define TITLE 20.0
#define ROW 17.0
#define COPY_ROW 16.0
#define LARGEST_PITCH 84.0
#define TOKEN_PITCH 14.0 /* from here on operands are tokens */
#define LEFT_TOKENS 1.2  /* room left of the cells, in pitches */
#define TOP_TOKENS 0.88
#define WIDEST 1.35 /* of a cell for its height, where the card is wide and low */
#define WIDE_FROM 18.0
#define WIDE_TO 32.0
#define EDGE_ROOM 10.0 /* the same when operands are plain edges */
#define LEAST_TENSOR 24.0
#define LEAST_CELL 6.0
#define LARGE_LETTERS 1.4

/** Side of a box, its gap taken off; whole pixels where the pitch is. */
double
systole_sm_cell_size (double pitch)
{
  return pitch - systole_gap_for_pitch (pitch);
}

gboolean
systole_sm_box_contains (const SystoleSmBox *self, double x, double y)
{
  return x >= self->x && x < self->x + self->width && y >= self->y && y < self->y + self->height;
}

static guint
most_warps (const SystoleSmFrame *frame)
{
  guint counts[64] = { 0 };
  guint most = 0;

  for (guint i = 0; i < frame->warps->len; i++)
    {
      guint core = g_array_index (frame->warps, SystoleWarpState, i).sub_core;

      if (core >= G_N_ELEMENTS (counts))
        continue;
      counts[core]++;
      most = MAX (most, counts[core]);
    }
  return most;
}

/* The fragment in an area, relative to the card: as large as it goes, bottom middle. */
static void
place_fragment (SystoleSmCard *card, guint rows, guint columns, double x, double y, double width, double height)
{
  double left, top;

  card->pitch = MIN (MIN (width / (columns + LEFT_TOKENS), height / (rows + TOP_TOKENS)), LARGEST_PITCH);
  card->tokens = card->pitch >= TOKEN_PITCH;
  if (!card->tokens)
    card->pitch = MIN ((width - EDGE_ROOM) / columns, (height - EDGE_ROOM) / rows);
  card->pitch = systole_whole_pitch (MIN (card->pitch, LARGEST_PITCH));
  card->has_tensor = width >= LEAST_TENSOR && height >= LEAST_TENSOR && card->pitch > 0;
  card->wide = card->pitch;
  /* Numbers are wider than high: small cells take what width there is. */
  if (card->tokens && card->pitch >= WIDE_FROM)
    card->wide = MAX (card->pitch, floor (MIN (MIN (width / (columns + LEFT_TOKENS), WIDEST * card->pitch), WIDE_TO)));
  left = card->tokens ? LEFT_TOKENS * card->wide : EDGE_ROOM;
  top = card->tokens ? TOP_TOKENS * card->pitch : EDGE_ROOM;
  card->cells_x = x + left + MAX (0, width - left - columns * card->wide) * 0.6;
  card->cells_y = y + height - rows * card->pitch;
  /* In a tall area the fragment stands under its warps rather than far below them. */
  card->cells_y -= MAX (0, height - top - rows * card->pitch) * 0.4;
}

/* Warps above the tensor core. */
static void
measure_upright (SystoleSmCard *card, guint n_warps, guint rows, guint columns, double width, double height, double font)
{
  double room = (height - TITLE * font) * 0.5;

  card->title = TITLE * font;
  card->row = ROW * font + 1;
  card->n_rows = MIN (n_warps, (guint) MAX (0, floor (room / card->row)));
  if (card->n_rows == 0 && n_warps > 0 && height >= card->title + card->row + PAD)
    card->n_rows = 1;
  card->list = (SystoleSmBox){ PAD, card->title, width - 2 * PAD, card->n_rows * card->row };
  place_fragment (card, rows, columns, PAD, card->title + card->list.height + 2, width - 2 * PAD, height - card->title - card->list.height - 2 - PAD);
  /* Two rows, the others grouped, if only then the cells can be told apart. */
  if (card->pitch < LEAST_CELL && card->n_rows > 2)
    {
      SystoleSmCard fewer = *card;

      fewer.n_rows = 2;
      fewer.list.height = 2 * card->row;
      place_fragment (&fewer, rows, columns, PAD, card->title + fewer.list.height + 2, width - 2 * PAD, height - card->title - fewer.list.height - 2 - PAD);
      if (fewer.pitch >= LEAST_CELL)
        *card = fewer;
    }
}

/* Warps at the left of the tensor core. */
static void
measure_aside (SystoleSmCard *card, guint n_warps, guint rows, guint columns, double width, double height, double font)
{
  double list = MIN (width * 0.4, 230 * font);

  card->title = TITLE * font;
  card->row = ROW * font + 1;
  card->n_rows = MIN (n_warps, (guint) MAX (0, floor ((height - card->title - PAD) / card->row)));
  card->list = (SystoleSmBox){ PAD, card->title, list, card->n_rows * card->row };
  place_fragment (card, rows, columns, 2 * PAD + list, card->title, width - 3 * PAD - list, height - card->title - PAD);
}

static void
measure_card (SystoleSmCard *card, guint n_warps, guint rows, guint columns, double width, double height, double font)
{
  SystoleSmCard upright = { 0 }, aside = { 0 };

  measure_upright (&upright, n_warps, rows, columns, width, height, font);
  measure_aside (&aside, n_warps, rows, columns, width, height, font);
  if (width >= 260 * font && (aside.pitch > upright.pitch * 1.1 || (aside.n_rows > upright.n_rows && aside.pitch > upright.pitch * 0.95)))
    *card = aside;
  else
    *card = upright;
  /* Low beside its letters: the fragment alone, without title and warps. */
  if (height < (TITLE + ROW) * 3 * font && (!card->has_tensor || font >= LARGE_LETTERS))
    {
      SystoleSmCard bare = { .row = ROW * font + 1, .list = { PAD, PAD, width - 2 * PAD, 0 } };

      place_fragment (&bare, rows, columns, PAD, PAD, width - 2 * PAD, height - 2 * PAD);
      if (bare.has_tensor && bare.pitch >= LEAST_CELL && (!card->has_tensor || bare.pitch > 1.1 * card->pitch))
        *card = bare;
    }
}

static void
measure_shared (SystoleSmGeometry *out, double x, double y, double width, double height)
{
  double wanted = CLAMP (height * 0.14, 54 * out->font, 104 * out->font);

  if (height < 290 * out->font) /* words only */
    wanted = 44 * out->font;
  if (height < 150 * out->font)
    wanted = 0;
  out->shared = (SystoleSmBox){ x, y + height - wanted, width, wanted };
  out->stages_width = width * 0.58;
}

/**
 * systole_sm_measure:
 * @frame: gives the counts of sub-cores, warps and cells; its state does not matter
 *
 * Arranges the cards so that the fragments' cells are as large as the room allows; at
 * sub-core level there is one card.
 */
void
systole_sm_measure (const SystoleLanePaint *self, const SystoleSmFrame *frame, double x, double y, double width, double height, SystoleSmGeometry *out)
{
  guint n_warps = most_warps (frame);
  double best = -1, cards;

  *out = (SystoleSmGeometry){ .font = MAX (self->style.font_scale, 0.5), .n_cores = MAX (frame->n_sub_cores, 1), .gap = CARD_GAP };
  if (self->camera.level == SYSTOLE_LEVEL_SUB_CORE)
    {
      out->first_core = MIN (self->camera.sub_core, out->n_cores - 1);
      out->n_cores = 1;
    }
  out->fragment_rows = MAX (frame->fragment_rows, 1);
  out->fragment_columns = MAX (frame->fragment_columns, 1);
  measure_shared (out, x, y, width, height);
  cards = height - (out->shared.height > 0 ? out->shared.height + CARD_GAP : 0);
  out->x = x;
  out->y = y;
  for (guint columns = 1; columns <= out->n_cores; columns++)
    {
      guint rows = (out->n_cores + columns - 1) / columns;
      double w = (width - CARD_GAP * (columns - 1)) / columns;
      double h = (cards - CARD_GAP * (rows - 1)) / rows;
      SystoleSmCard card;
      double score;

      measure_card (&card, n_warps, out->fragment_rows, out->fragment_columns, w, h, out->font);
      /* Cells first; then warps; then cards that are not slivers. */
      score = (card.has_tensor ? card.pitch : 0) * (1 + 0.1 * card.n_rows / MAX (n_warps, 1)) - (card.title > 0 && w < 120 * out->font ? 20 : 0);
      if (score > best || columns == 1)
        {
          best = score;
          out->columns = columns;
          out->rows = rows;
          out->card_width = w;
          out->card_height = h;
          out->card = card;
        }
    }
}

SystoleSmBox
systole_sm_core_box (const SystoleSmGeometry *self, guint sub_core)
{
  guint i = sub_core - self->first_core;

  return (SystoleSmBox){
    self->x + (i % self->columns) * (self->card_width + self->gap),
    self->y + (i / self->columns) * (self->card_height + self->gap),
    self->card_width,
    self->card_height
  };
}

SystoleSmBox
systole_sm_row_box (const SystoleSmGeometry *self, guint sub_core, guint row)
{
  SystoleSmBox core = systole_sm_core_box (self, sub_core);
  const SystoleSmBox *list = &self->card.list;

  return (SystoleSmBox){ core.x + list->x, core.y + list->y + row * self->card.row, list->width, self->card.row - 1 };
}

SystoleSmBox
systole_sm_cell_box (const SystoleSmGeometry *self, guint sub_core, guint row, guint column)
{
  SystoleSmBox core = systole_sm_core_box (self, sub_core);

  /* on whole pixels: equal cells then look alike */
  return (SystoleSmBox){ floor (core.x + self->card.cells_x + 0.5) + column * self->card.wide, floor (core.y + self->card.cells_y + 0.5) + row * self->card.pitch, systole_sm_cell_size (self->card.wide), systole_sm_cell_size (self->card.pitch) };
}

SystoleSmBox
systole_sm_tensor_box (const SystoleSmGeometry *self, guint sub_core)
{
  SystoleSmBox first = systole_sm_cell_box (self, sub_core, 0, 0);

  return (SystoleSmBox){ first.x, first.y, self->card.wide * (self->fragment_columns - 1) + first.width, self->card.pitch * (self->fragment_rows - 1) + first.height };
}

SystoleSmBox
systole_sm_stage_box (const SystoleSmGeometry *self, guint stage, guint n_stages)
{
  double top = TITLE * self->font;
  double width = (self->stages_width - 2 * PAD) / MAX (n_stages, 1);

  return (SystoleSmBox){ self->shared.x + PAD + width * stage, self->shared.y + top, width - 6, self->shared.height - top - 4 };
}

guint
systole_sm_n_copy_rows (const SystoleSmGeometry *self)
{
  return (guint) MAX (0, floor ((self->shared.height - TITLE * self->font - 1) / (COPY_ROW * self->font)));
}

SystoleSmBox
systole_sm_copy_box (const SystoleSmGeometry *self, guint copy)
{
  double x = self->shared.x + self->stages_width + PAD;
  double row = COPY_ROW * self->font;

  return (SystoleSmBox){ x, self->shared.y + TITLE * self->font + copy * row, self->shared.x + self->shared.width - PAD - x, row };
}

static gboolean
is_of (const SystoleSmFrame *frame, guint i, guint sub_core)
{
  return g_array_index (frame->warps, SystoleWarpState, i).sub_core == sub_core;
}

static SystoleWarpRow
row_of (const SystoleWarpState *warp)
{
  return (SystoleWarpRow){ .first = warp, .count = 1, .alike = TRUE };
}

static guint
list_rows (const SystoleSmFrame *frame, guint sub_core, guint max, SystoleWarpRow *out)
{
  guint n = 0;

  for (guint i = 0; i < frame->warps->len && n < max; i++)
    if (is_of (frame, i, sub_core))
      out[n++] = row_of (&g_array_index (frame->warps, SystoleWarpState, i));
  return n;
}

static void
join_row (SystoleWarpRow *row, const SystoleWarpState *warp)
{
  row->count++;
  row->alike = row->alike && warp->instruction == row->first->instruction && warp->tile == row->first->tile && warp->operand == row->first->operand;
}

static guint
group_rows (const SystoleSmFrame *frame, guint sub_core, guint max, SystoleWarpRow *out)
{
  guint n = 0;

  for (guint pass = 0; pass < 2; pass++) /* the issuing ones first */
    for (guint i = 0; i < frame->warps->len; i++)
      {
        const SystoleWarpState *warp = &g_array_index (frame->warps, SystoleWarpState, i);
        guint found;

        if (warp->sub_core != sub_core || warp->issues != (pass == 0))
          continue;
        for (found = 0; found < n; found++)
          if (!warp->issues && !out[found].first->issues && out[found].first->reason == warp->reason)
            break;
        if (found < n)
          join_row (&out[found], warp);
        else if (n < max)
          out[n++] = row_of (warp);
        else
          {
            join_row (&out[n - 1], warp);
            out[n - 1].mixed = TRUE;
          }
      }
  return n;
}

guint
systole_sm_get_rows (const SystoleSmFrame *frame, guint sub_core, guint max, SystoleWarpRow *out)
{
  guint all = 0;

  if (max == 0)
    return 0;
  for (guint i = 0; i < frame->warps->len; i++)
    all += is_of (frame, i, sub_core);
  return all <= max ? list_rows (frame, sub_core, max, out) : group_rows (frame, sub_core, max, out);
}
