/* SPDX-License-Identifier: GPL-3.0-or-later */

/* One PE from inside: its registers, the multiplier and the adder, and the wires to its
 * neighbours, with the values of this cycle. */

#include "widgets/array-painter.h"

#include "engine/base/i18n.h"
#include "engine/base/number.h"
#include "widgets/box.h"
#include "widgets/hatch.h"
#include "widgets/plate.h"
#include "widgets/token.h"

#include <math.h>

#define CARD 88.0
#define SIDE 90.0 /* “from PE (4, 1)” */
#define LEAST_SIDE 60.0
#define LEAST_TEXT 7.0   /* pixels: what is smaller is not to be read */
#define SUM_X 0.88       /* where the sum comes in */
#define LEAST_TOKEN 0.22 /* width of its token, as a share of the box */

typedef struct
{
  cairo_t *cr;
  const SystoleLanePaint *lane;
  const SystolePaintStyle *style;
  const SystolePalette *palette;
  SystoleDataflow dataflow;
  SystoleArrayCell cell;
  guint rows, columns;
  double left, right; /* of the room */
  double x, y, size;  /* of the box */
  double unit;        /* 1 at a box of 300 px */
} Pe;

static void
words (const Pe *self, const char *text, const char *brief, double px, SystoleWeight weight, SystoleColor color, double x, double y, SystoleAlign align)
{
  double room = align == SYSTOLE_ALIGN_START ? self->right - x : align == SYSTOLE_ALIGN_END ? x - self->left
                                                                                            : 0.0;

  systole_paint_text (self->cr, self->style, text, brief, px, weight, color, x, y, MAX (room, 0.0), align);
}

/* A register: box in its meaning's colours, its name at the left, its value at the right, a clock notch below. */
static void
paint_register (const Pe *self, SystoleMeaning meaning, const char *name, const SystoleValue *value, double x, double y, double width, double height)
{
  const SystoleTriple *colors = &self->palette->meanings[meaning];
  double line = 2.0 * self->style->line_scale, notch = 0.14 * height;
  cairo_t *cr = self->cr;

  systole_paint_rounded (cr, x, y, width, height, 3.0);
  systole_paint_source (cr, colors->tint);
  cairo_fill_preserve (cr);
  systole_paint_source (cr, colors->mark);
  cairo_set_line_width (cr, line);
  cairo_stroke (cr);
  cairo_move_to (cr, x + width / 2.0 - notch, y + height);
  cairo_line_to (cr, x + width / 2.0, y + height - notch);
  cairo_line_to (cr, x + width / 2.0 + notch, y + height);
  cairo_set_line_width (cr, line * 0.6);
  cairo_stroke (cr);

  if (0.3 * height >= LEAST_TEXT)
    systole_paint_text (cr, self->style, name, NULL, 0.3 * height / self->style->font_scale, SYSTOLE_WEIGHT_SEMIBOLD, colors->ink, x + 0.1 * width, y + height / 2.0, 0.0, SYSTOLE_ALIGN_START);
  if (value->present)
    {
      g_autofree char *text = systole_paint_format_number (value->value);
      /* without its name a number has the whole box */
      double px = 0.54 * height / self->style->font_scale, room = (0.3 * height >= LEAST_TEXT ? 0.68 : 0.84) * width, needed = systole_paint_text_width (self->style, text, px, SYSTOLE_WEIGHT_BOLD);

      px = needed > room ? px * room / needed : px;
      if (px * self->style->font_scale >= LEAST_TEXT)
        systole_paint_text (cr, self->style, text, NULL, px, SYSTOLE_WEIGHT_BOLD, colors->ink, x + 0.92 * width, y + height / 2.0, 0.0, SYSTOLE_ALIGN_END);
    }
}

static void
paint_operator (const Pe *self, const char *sign, double x, double y, double radius)
{
  cairo_new_path (self->cr);
  cairo_arc (self->cr, x, y, radius, 0.0, 2.0 * G_PI);
  systole_paint_source (self->cr, self->palette->view);
  cairo_fill_preserve (self->cr);
  systole_paint_source (self->cr, self->palette->busy_outline);
  cairo_set_line_width (self->cr, 2.5 * self->style->line_scale);
  cairo_stroke (self->cr);
  systole_paint_text (self->cr, self->style, sign, NULL, 1.1 * radius / self->style->font_scale, SYSTOLE_WEIGHT_BOLD, self->palette->text, x, y, 0.0, SYSTOLE_ALIGN_CENTRE);
}

/* A bent wire: straight pieces, an arrow at the end. */
static void
paint_path (const Pe *self, gboolean lit, SystoleColor color, const double (*points)[2], guint n, gboolean head)
{
  double line = lit ? 3.0 * self->style->line_scale : self->style->line_scale, length = head ? 10.0 * MAX (1.0, self->unit) : 0.0;
  const double *a = points[n - 2], *b = points[n - 1];
  double reach = hypot (b[0] - a[0], b[1] - a[1]);

  cairo_new_path (self->cr);
  for (guint i = 0; i + 1 < n; i++)
    cairo_line_to (self->cr, points[i][0], points[i][1]);
  cairo_line_to (self->cr, b[0] - (b[0] - a[0]) / MAX (reach, 1e-9) * MIN (reach, 0.7 * length), b[1] - (b[1] - a[1]) / MAX (reach, 1e-9) * MIN (reach, 0.7 * length));
  systole_paint_source (self->cr, lit ? color : self->palette->dark_wire);
  cairo_set_line_width (self->cr, line);
  cairo_stroke (self->cr);
  if (head)
    systole_paint_arrow_head (self->cr, a[0], a[1], b[0], b[1], length);
}

/* Where one wire leads over another: a bow on the ground's colour. */
static void
paint_hop (const Pe *self, gboolean lit, SystoleColor color, double x, double y)
{
  double radius = 8.0 * MAX (1.0, self->unit), line = lit ? 3.0 * self->style->line_scale : self->style->line_scale;
  const SystolePalette *palette = self->palette;

  systole_paint_source (self->cr, self->cell.reason == SYSTOLE_REASON_BUSY ? palette->meanings[SYSTOLE_MEANING_SUM].tint : palette->idle_fill);
  cairo_rectangle (self->cr, x - radius, y - line, 2.0 * radius, 2.0 * line);
  cairo_fill (self->cr);
  cairo_new_path (self->cr);
  cairo_arc (self->cr, x, y, radius, G_PI, 2.0 * G_PI);
  systole_paint_source (self->cr, lit ? color : palette->dark_wire);
  cairo_set_line_width (self->cr, line);
  cairo_stroke (self->cr);
}

static void
paint_neighbour (const Pe *self, const char *format, guint row, guint column, const char *second, double x, double y, SystoleAlign align)
{
  g_autofree char *text = g_strdup_printf (format, row, column), *brief = g_strdup_printf ("(%u, %u)", row, column);

  words (self, text, brief, 12.5, SYSTOLE_WEIGHT_BOLD, self->palette->text, x, y, align);
  /* a number in it is never cut */
  if (second != NULL && systole_paint_text_width (self->style, second, 11.5, SYSTOLE_WEIGHT_NORMAL) <= (align == SYSTOLE_ALIGN_START ? self->right - x : x - self->left))
    words (self, second, NULL, 11.5, SYSTOLE_WEIGHT_NORMAL, self->palette->second_text, x, y + 17.0 * self->style->font_scale, align);
}

static SystoleColor
mark (const Pe *self, SystoleMeaning meaning)
{
  return self->palette->meanings[meaning].mark;
}

/* The operand that passes: in from the left, out to the right. */
static void
paint_passing (const Pe *self, SystoleMeaning meaning, const SystoleValue *value, const char *name, double multiplier_x, double multiplier_y, double radius)
{
  double s = self->size, left = self->x, right = self->x + s, register_x = left + 0.07 * s, register_w = 0.34 * s, h = 0.135 * s;
  double dot = register_x + register_w + 0.05 * s, up = self->y + 0.33 * s, token_w = 0.25 * s, token_h = 0.125 * s;
  gboolean lit = self->cell.reason == SYSTOLE_REASON_BUSY;
  const double in[][2] = { { left - 0.10 * s, multiplier_y }, { register_x, multiplier_y } };
  const double on[][2] = { { register_x + register_w, multiplier_y }, { multiplier_x - radius, multiplier_y } };
  const double out[][2] = { { dot, multiplier_y }, { dot, up }, { right + 0.2 * s, up } };
  const char *tensor = meaning == SYSTOLE_MEANING_A ? "A" : "B";
  guint64 row = meaning == SYSTOLE_MEANING_A ? self->cell.m : self->cell.k, column = meaning == SYSTOLE_MEANING_A ? self->cell.k : self->cell.n;
  g_autofree char *second = NULL;

  paint_path (self, lit, mark (self, meaning), in, 2, FALSE);
  paint_path (self, lit, mark (self, meaning), out, 3, lit);
  paint_hop (self, lit, mark (self, meaning), multiplier_x, up);
  if (self->dataflow != SYSTOLE_DATAFLOW_OS)
    paint_hop (self, lit, mark (self, meaning), left + SUM_X * s, up);
  paint_path (self, lit, mark (self, meaning), on, 2, lit);
  if (lit)
    {
      g_autofree char *text = systole_paint_format_number (value->value);

      cairo_new_path (self->cr);
      cairo_arc (self->cr, dot, multiplier_y, 4.5 * MAX (1.0, self->unit), 0.0, 2.0 * G_PI);
      systole_paint_source (self->cr, mark (self, meaning));
      cairo_fill (self->cr);
      second = g_strdup_printf ("%s[%" G_GUINT64_FORMAT ", %" G_GUINT64_FORMAT "]", tensor, row, column);
      /* a fifth of it is the point */
      token_w = MAX (token_w, (systole_paint_text_width (self->style, text, 0.56 * token_h / self->style->font_scale, SYSTOLE_WEIGHT_SEMIBOLD) + 0.06 * s) / 0.8);
      systole_paint_token (self->cr, self->style, SYSTOLE_TOKEN_RIGHT, meaning, text, 0.0, left - 0.10 * s - token_w, multiplier_y - token_h / 2.0, token_w, token_h);
    }
  paint_register (self, meaning, name, value, register_x, multiplier_y - h / 2.0, register_w, h);

  if (self->cell.column > 0)
    paint_neighbour (self, _ ("from PE (%u, %u)"), self->cell.row, self->cell.column - 1, second, left - 0.06 * s, multiplier_y + 0.08 * s + 9.0 * self->style->font_scale, SYSTOLE_ALIGN_END);
  else
    {
      words (self, _ ("from the left edge"), _ ("left edge"), 12.5, SYSTOLE_WEIGHT_BOLD, self->palette->text, left - 0.06 * s, multiplier_y + 0.08 * s + 9.0 * self->style->font_scale, SYSTOLE_ALIGN_END);
      if (second != NULL)
        words (self, second, NULL, 11.5, SYSTOLE_WEIGHT_NORMAL, self->palette->second_text, left - 0.06 * s, multiplier_y + 0.08 * s + 26.0 * self->style->font_scale, SYSTOLE_ALIGN_END);
    }
  if (self->cell.column + 1 < self->columns)
    {
      g_autofree char *next = systole_number_format_count (self->lane->cycle + 1), *when = g_strdup_printf (_ ("in cycle %s"), next);

      paint_neighbour (self, _ ("to PE (%u, %u)"), self->cell.row, self->cell.column + 1, lit ? when : NULL, right + 0.045 * s, up + 16.0 * self->style->font_scale, SYSTOLE_ALIGN_START);
    }
}

/* Above the wire, or further left: the sum that comes in has its token and words at the right. */
static void
paint_staying_words (const Pe *self, const char *text, double middle, double y)
{
  double width = systole_paint_text_width (self->style, text, 11.5, SYSTOLE_WEIGHT_NORMAL), end = self->x + (SUM_X - 0.5 * LEAST_TOKEN - 0.05) * self->size;

  words (self, text, NULL, 11.5, SYSTOLE_WEIGHT_NORMAL, self->palette->second_text, MIN (middle + width / 2.0, end), y, SYSTOLE_ALIGN_END);
}

/* The operand that stays, or (os) comes from above. */
static void
paint_staying (const Pe *self, SystoleMeaning meaning, const SystoleValue *value, const char *name, double multiplier_x, double multiplier_y, double radius)
{
  double s = self->size, register_x = self->x + 0.07 * s, register_w = 0.34 * s, h = 0.135 * s, y = self->y + 0.185 * s, cx = register_x + register_w / 2.0;
  gboolean lit = self->cell.reason == SYSTOLE_REASON_BUSY, os = self->dataflow == SYSTOLE_DATAFLOW_OS;
  const double down[][2] = { { register_x + register_w, y }, { multiplier_x, y }, { multiplier_x, multiplier_y - radius } };
  const double dash[] = { 5.0, 4.0 };
  double top = self->y - 0.22 * s, end = self->y - 0.012 * s;

  paint_path (self, lit, mark (self, meaning), down, 3, lit);
  paint_register (self, meaning, name, value, register_x, y - h / 2.0, register_w, h);

  if (!os && !value->present)
    return; /* it has not been shifted in yet */
  systole_paint_source (self->cr, mark (self, meaning));
  cairo_move_to (self->cr, cx, top);
  cairo_line_to (self->cr, cx, end - 6.0);
  cairo_set_line_width (self->cr, 2.0 * self->style->line_scale);
  if (!os)
    cairo_set_dash (self->cr, dash, 2, 0.0);
  cairo_stroke (self->cr);
  cairo_set_dash (self->cr, NULL, 0, 0.0);
  systole_paint_arrow_head (self->cr, cx, top, cx, end, 10.0);
  paint_staying_words (self, os ? _ ("from above, every cycle") : _ ("shifted in from above, stays"), cx - 0.05 * s, top - 10.0 * self->style->font_scale);
}

/* The sum: product into the adder, sum in, sum out. */
static void
paint_sum (const Pe *self, double x, double multiplier_y, double adder_y, double radius)
{
  double s = self->size, in_x = self->x + SUM_X * s, top = self->y - 0.27 * s, register_y = self->y + 0.865 * s, register_w = 0.34 * s, h = 0.135 * s;
  gboolean lit = self->cell.reason == SYSTOLE_REASON_BUSY, os = self->dataflow == SYSTOLE_DATAFLOW_OS;
  SystoleMeaning meaning = self->cell.final ? SYSTOLE_MEANING_RESULT : SYSTOLE_MEANING_SUM;
  const double product[][2] = { { x, multiplier_y + radius }, { x, adder_y - radius } };
  const double sum[][2] = { { x, adder_y + radius }, { x, register_y - h / 2.0 } };
  const double from[][2] = { { in_x, top + 0.12 * s }, { in_x, adder_y }, { x + radius, adder_y } };
  const double back[][2] = { { x + register_w / 2.0, register_y }, { in_x, register_y }, { in_x, adder_y }, { x + radius, adder_y } };
  const double down[][2] = { { x, register_y + h / 2.0 }, { x, self->y + 1.16 * s } };
  SystoleColor text = self->palette->text;
  double token = LEAST_TOKEN * s;

  paint_path (self, lit, mark (self, SYSTOLE_MEANING_SUM), os ? back : from, os ? 4 : 3, lit);
  paint_path (self, lit, text, product, 2, lit);
  paint_path (self, lit, mark (self, SYSTOLE_MEANING_SUM), sum, 2, lit);
  if (!os)
    paint_path (self, lit, mark (self, meaning), down, 2, lit);
  if (lit)
    {
      g_autofree char *value = systole_paint_format_number (self->cell.product.value), *in = systole_paint_format_number (self->cell.partial_in.value);
      double width = systole_paint_text_width (self->style, value, 14.5, SYSTOLE_WEIGHT_BOLD), y = (multiplier_y + adder_y) / 2.0 + 0.025 * s;
      double end = x - radius - 6.0, room = end - 4.0 - self->x, px = 14.5 * MIN (1.0, MIN (room / width, 0.105 * s / (14.5 * self->style->font_scale)));

      /* in a small picture the equation below says it */
      if (px * self->style->font_scale >= LEAST_TEXT)
        systole_paint_text (self->cr, self->style, value, NULL, px, SYSTOLE_WEIGHT_BOLD, text, end, y, 0.0, SYSTOLE_ALIGN_END);
      if (s > 220.0)
        systole_paint_text (self->cr, self->style, _ ("product"), NULL, 11.5, SYSTOLE_WEIGHT_NORMAL, self->palette->second_text, end - 6.0 - width, y, end - 12.0 - width - self->x, SYSTOLE_ALIGN_END);
      token = MAX (token, systole_paint_text_width (self->style, in, 0.07 * s / self->style->font_scale, SYSTOLE_WEIGHT_SEMIBOLD) + 0.06 * s);
      if (!os)
        systole_paint_token (self->cr, self->style, SYSTOLE_TOKEN_ROUND, SYSTOLE_MEANING_SUM, in, 0.0, in_x - token / 2.0, top, token, 0.125 * s);
    }
  paint_register (self, meaning, "Σ", self->cell.reason == SYSTOLE_REASON_BUSY ? &self->cell.partial_out : &self->cell.partial_in, x - register_w / 2.0, register_y - h / 2.0, register_w, h);

  if (os)
    return;
  if (self->cell.row > 0)
    {
      g_autofree char *before = systole_number_format_count (self->lane->cycle > 0 ? self->lane->cycle - 1 : 0), *when = g_strdup_printf (_ ("written in cycle %s"), before);

      paint_neighbour (self, _ ("from PE (%u, %u)"), self->cell.row - 1, self->cell.column, lit ? when : NULL, MIN (in_x + token / 2.0 + 0.04 * s, self->right - SIDE * self->style->font_scale), top + 0.05 * s, SYSTOLE_ALIGN_START);
    }
  else
    words (self, !lit ? "" : systole_array_sum_begins (&self->cell) ? _ ("begins here")
                                                                    : _ ("earlier folds"),
           NULL,
           12.5,
           SYSTOLE_WEIGHT_BOLD,
           text,
           in_x + token / 2.0 + 0.04 * s,
           top + 0.06 * s,
           SYSTOLE_ALIGN_START);
  if (self->cell.row + 1 < self->rows)
    paint_neighbour (self, _ ("to PE (%u, %u)"), self->cell.row + 1, self->cell.column, NULL, x + 0.05 * s, self->y + 1.1 * s, SYSTOLE_ALIGN_START);
  else
    words (self, _ ("out below"), NULL, 12.5, SYSTOLE_WEIGHT_BOLD, text, x + 0.05 * s, self->y + 1.1 * s, SYSTOLE_ALIGN_START);
}

/* The card below: the sum in numbers, and what becomes of it. */
static void
paint_card (const Pe *self, double x, double y, double width, double height)
{
  const SystoleTarget target = { SYSTOLE_TARGET_PE, self->lane->camera.unit, 0, self->cell.row, self->cell.column, SYSTOLE_LEVEL_PE };
  g_autoptr (GArray) facts = NULL;
  g_autofree char *sentence = NULL, *title = systole_array_explain (self->lane, &target, &facts, &sentence), *sum = NULL;
  const SystoleFact *last = facts != NULL && facts->len > 0 ? &g_array_index (facts, SystoleFact, facts->len - 1) : NULL;
  double fs = self->style->font_scale;
  const char *second = sentence;
  g_autofree char *first = NULL;

  systole_paint_plate (self->cr, self->style, &(SystolePlate){ x, y, width, height, 10.0, self->style->line_scale, self->palette->window, self->palette->border, FALSE });

  if (last != NULL)
    {
      if (self->cell.reason == SYSTOLE_REASON_BUSY)
        sum = g_strdup_printf ("%s = %s", last->name, last->value);
      else
        sum = g_strdup_printf (_ ("idle: %s"), systole_reason_get_title (self->cell.reason));
      systole_paint_text (self->cr, self->style, sum, last->value, 16.0, SYSTOLE_WEIGHT_BOLD, self->palette->text, x + 14.0, y + 22.0 * fs, width - 28.0, SYSTOLE_ALIGN_START);
    }
  if (sentence != NULL)
    {
      const char *stop = g_strstr_len (sentence, -1, ". ");

      if (stop != NULL)
        {
          first = g_strndup (sentence, (gsize) (stop - sentence) + 1);
          second = stop + 2;
          systole_paint_text (self->cr, self->style, first, NULL, 12.5, SYSTOLE_WEIGHT_NORMAL, self->palette->text, x + 14.0, y + 48.0 * fs, width - 28.0, SYSTOLE_ALIGN_START);
        }
      systole_paint_text (self->cr, self->style, second, NULL, 11.5, SYSTOLE_WEIGHT_NORMAL, self->palette->second_text, x + 14.0, y + (first != NULL ? 68.0 : 50.0) * fs, width - 28.0, SYSTOLE_ALIGN_START);
    }
}

static void
pe_paint (cairo_t *cr, const SystoleLanePaint *lane, double x, double y, double width, double height)
{
  SystoleLaneCache *owned = NULL, *cache = systole_lane_cache_ensure (lane, &owned);
  SystoleWindow window = { lane->camera.row, lane->camera.column, lane->camera.row + 1, lane->camera.column + 1, TRUE };
  double fs = lane->style.font_scale, card = CARD * fs, side, multiplier_x, multiplier_y, adder_y, radius;
  Pe self = { .cr = cr, .lane = lane, .style = &lane->style, .palette = lane->style.palette };
  SystoleMeaning passes, stays;
  const SystoleArrayCell *cell;

  systole_run_get_array_size (lane->run, &self.rows, &self.columns);
  window.row0 = MIN (window.row0, self.rows - 1);
  window.column0 = MIN (window.column0, self.columns - 1);
  window.row1 = window.row0 + 1;
  window.column1 = window.column0 + 1;
  cell = systole_array_frame_get_cell (systole_lane_cache_array (cache, lane->run, lane->camera.unit, lane->cycle, &window), window.row0, window.column0);
  self.cell = *cell;
  self.dataflow = systole_run_get_dataflow (lane->run);

  /* the box in the middle; room for the neighbours' names at left and right, a third of it above and a fifth below */
  side = MIN (MAX (width - 2.0 * SIDE * fs, 0.42 * width), (height - card - 12.0) / 1.62);
  if (side < LEAST_SIDE)
    {
      /* No room for wires and their words: what is computed goes first. */
      paint_card (&self, x, y + MAX (0.0, height - card), width, MIN (card, height));
      g_clear_pointer (&owned, systole_lane_cache_free);
      return;
    }
  self.left = x;
  self.right = x + width;
  self.size = floor (side);
  self.unit = self.size / 300.0;
  self.x = floor (x + (width - self.size) / 2.0);
  self.y = floor (y + 0.38 * self.size + MAX (0.0, (height - card - 12.0 - 1.62 * self.size) / 2.0));
  multiplier_x = self.x + 0.635 * self.size;
  multiplier_y = self.y + 0.475 * self.size;
  adder_y = self.y + 0.675 * self.size;
  radius = 0.07 * self.size;
  stays = self.dataflow == SYSTOLE_DATAFLOW_IS ? SYSTOLE_MEANING_A : SYSTOLE_MEANING_B;
  passes = self.dataflow == SYSTOLE_DATAFLOW_IS ? SYSTOLE_MEANING_B : SYSTOLE_MEANING_A;

  systole_paint_box (cr, self.style, self.cell.reason, SYSTOLE_MEANING_SUM, self.x, self.y, self.size, self.size, 70.0);
  paint_passing (&self, passes, passes == SYSTOLE_MEANING_A ? &self.cell.a : &self.cell.b, passes == SYSTOLE_MEANING_A ? "a" : "b", multiplier_x, multiplier_y, radius);
  paint_staying (&self, stays, stays == SYSTOLE_MEANING_A ? &self.cell.a : &self.cell.b, self.dataflow == SYSTOLE_DATAFLOW_WS ? "w" : stays == SYSTOLE_MEANING_A ? "a"
                                                                                                                                                                 : "b",
                 multiplier_x,
                 multiplier_y,
                 radius);
  paint_sum (&self, multiplier_x, multiplier_y, adder_y, radius);
  paint_operator (&self, "×", multiplier_x, multiplier_y, radius);
  paint_operator (&self, "+", multiplier_x, adder_y, radius);
  if (self.cell.reason != SYSTOLE_REASON_BUSY)
    systole_paint_idle_letter (cr, self.style, self.cell.reason, self.x + 0.24 * self.size, self.y + 0.74 * self.size, 0.13 * self.size);
  paint_card (&self, x, y + height - card, width, card);
  g_clear_pointer (&owned, systole_lane_cache_free);
}

static SystoleTarget
this_pe (const SystoleLanePaint *lane)
{
  SystoleTarget target = { SYSTOLE_TARGET_PE, lane->camera.unit, 0, lane->camera.row, lane->camera.column, SYSTOLE_LEVEL_CHIP };

  return target;
}

static SystoleTarget
pe_pick (const SystoleLanePaint *lane, double x, double y, double width, double height, double px, double py)
{
  SystoleTarget none = SYSTOLE_TARGET_INIT;

  return px >= x && px < x + width && py >= y && py < y + height ? this_pe (lane) : none;
}

/* The arrow keys walk over the array: the view moves the camera to what is focused. */
static SystoleTarget
pe_neighbour (const SystoleLanePaint *lane, const SystoleTarget *from, int dx, int dy)
{
  SystoleTarget here = this_pe (lane);

  return systole_array_level.neighbour (lane, from->kind == SYSTOLE_TARGET_PE ? from : &here, dx, dy);
}

static gboolean
pe_locate (const SystoleLanePaint *lane, double x, double y, double width, double height, const SystoleTarget *target, double *out_x, double *out_y, double *out_width, double *out_height)
{
  if (target->kind != SYSTOLE_TARGET_PE || target->row != lane->camera.row || target->column != lane->camera.column)
    return FALSE;

  *out_x = x;
  *out_y = y;
  *out_width = width;
  *out_height = height;

  return TRUE;
}

static char *
pe_describe (const SystoleLanePaint *lane)
{
  SystoleTarget target = this_pe (lane);
  g_autoptr (GArray) facts = NULL;
  g_autofree char *sentence = NULL, *title = systole_array_explain (lane, &target, &facts, &sentence);
  const SystoleFact *last = facts != NULL && facts->len > 0 ? &g_array_index (facts, SystoleFact, facts->len - 1) : NULL;

  if (title == NULL || last == NULL)
    return NULL;

  /* Translators: name of a PE, what it computes or holds, its value, and what follows */
  return g_strdup_printf (_ ("%s: %s = %s. %s"), title, last->name, last->value, sentence);
}

static void
pe_fill_head (const SystoleLanePaint *lane, SystoleLaneHead *head)
{
  head->title = g_strdup (_ ("One PE of the array"));
  head->brief = g_strdup (_ ("One PE"));
  head->mapping = g_strdup_printf (_ ("row %u, column %u"), lane->camera.row, lane->camera.column);
}

const SystoleLevelPainter systole_pe_level = {
  .paint = pe_paint,
  .pick = pe_pick,
  .neighbour = pe_neighbour,
  .locate = pe_locate,
  .explain = systole_array_explain,
  .describe = pe_describe,
  .fill_head = pe_fill_head,
};
