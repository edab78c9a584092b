/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/neighbour-painter.h"

#include "engine/base/i18n.h"
#include "widgets/array-painter.h"
#include "widgets/box.h"
#include "widgets/hatch.h"
#include "widgets/token.h"

/* Lengths at font scale 1. */
#define HEIGHT 136.0
#define MARGIN 8.0
#define BOX 58.0
#define BOX_Y 68.0 /* its middle */
#define WIRE 13.0
#define TOKEN_WIDTH 44.0
#define TOKEN_HEIGHT 24.0
#define TOKEN_PX 13.5
#define WIDE_SUM 0.72 /* of the size of a sum, where its box grows with it */
#define MOST_WIDE 1.7 /* boxes */
#define ARROW 30.0
#define CORNER_PX 14.0
#define SUM_PX 20.0
#define WORDS_PX 12.0

typedef enum
{
  PORT_LEFT,
  PORT_TOP,
  PORT_RIGHT,
  PORT_BOTTOM,
  N_PORTS
} PortSide;

typedef struct
{
  SystoleMeaning meaning;
  SystoleTokenShape shape;
  SystoleValue value; /* what comes; present only while the PE is busy */
  gboolean used;      /* something comes or goes here in this dataflow */
  gboolean lit;
  char *text, *brief; /* who is there */
} Port;

typedef struct
{
  SystoleArrayCell cell;
  SystoleMeaning stays, passes; /* of the numbers in the left and the right corner */
  Port ports[N_PORTS];
} Pe;

static void
name_port (Port *self, const char *format, guint row, guint column)
{
  self->text = g_strdup_printf (format, row, column);
  self->brief = g_strdup_printf ("(%u, %u)", row, column);
}

static void
fill_inputs (Pe *self, gboolean os)
{
  Port *left = &self->ports[PORT_LEFT], *top = &self->ports[PORT_TOP];
  const SystoleArrayCell *cell = &self->cell;

  left->value = self->passes == SYSTOLE_MEANING_A ? cell->a : cell->b;
  left->meaning = self->passes;
  left->shape = SYSTOLE_TOKEN_RIGHT;
  top->value = os ? cell->b : cell->partial_in;
  top->meaning = os ? SYSTOLE_MEANING_B : SYSTOLE_MEANING_SUM;
  top->shape = os ? SYSTOLE_TOKEN_DOWN : SYSTOLE_TOKEN_ROUND;
  left->used = top->used = TRUE;
  if (cell->column > 0)
    name_port (left, _ ("from PE (%u, %u)"), cell->row, cell->column - 1);
  else
    left->text = g_strdup (_ ("from the left edge"));
  if (cell->row > 0)
    name_port (top, _ ("from PE (%u, %u)"), cell->row - 1, cell->column);
  else if (os)
    top->text = g_strdup (_ ("from the top edge"));
  else if (cell->reason == SYSTOLE_REASON_BUSY)
    top->text = g_strdup (systole_array_sum_begins (cell) ? _ ("begins here") : _ ("earlier folds"));
}

static void
fill_outputs (Pe *self, gboolean os, guint rows, guint columns)
{
  Port *right = &self->ports[PORT_RIGHT], *bottom = &self->ports[PORT_BOTTOM];
  const SystoleArrayCell *cell = &self->cell;

  right->meaning = self->passes;
  right->used = cell->column + 1 < columns;
  bottom->meaning = os ? SYSTOLE_MEANING_B : cell->final ? SYSTOLE_MEANING_RESULT
                                                         : SYSTOLE_MEANING_SUM;
  bottom->used = cell->row + 1 < rows || !os;
  if (right->used)
    name_port (right, _ ("to PE (%u, %u)"), cell->row, cell->column + 1);
  if (cell->row + 1 < rows)
    name_port (bottom, _ ("to PE (%u, %u)"), cell->row + 1, cell->column);
  else if (bottom->used)
    bottom->text = g_strdup (_ ("out below"));
}

static gboolean
fill (Pe *self, const SystoleNeighbourPaint *paint)
{
  SystoleWindow window = { paint->row, paint->column, paint->row + 1, paint->column + 1, TRUE };
  SystoleDataflow dataflow = systole_run_get_dataflow (paint->run);
  gboolean os = dataflow == SYSTOLE_DATAFLOW_OS;
  const SystoleArrayCell *cell;
  SystoleArrayFrame frame;
  guint rows, columns;

  *self = (Pe){ 0 };
  if (!systole_run_get_array_size (paint->run, &rows, &columns) || paint->row >= rows || paint->column >= columns)
    return FALSE;
  systole_array_frame_init (&frame);
  systole_run_array_frame (paint->run, paint->unit, paint->cycle, &window, &frame);
  cell = systole_array_frame_get_cell (&frame, paint->row, paint->column);
  if (cell != NULL)
    {
      self->cell = *cell;
      self->stays = dataflow == SYSTOLE_DATAFLOW_IS ? SYSTOLE_MEANING_A : SYSTOLE_MEANING_B;
      self->passes = dataflow == SYSTOLE_DATAFLOW_IS ? SYSTOLE_MEANING_B : SYSTOLE_MEANING_A;
      fill_inputs (self, os);
      fill_outputs (self, os, rows, columns);
      for (guint i = 0; i < N_PORTS; i++)
        {
          self->ports[i].lit = cell->reason == SYSTOLE_REASON_BUSY;
          self->ports[i].value.present = self->ports[i].value.present && self->ports[i].lit;
        }
    }
  systole_array_frame_clear (&frame);
  return cell != NULL;
}

static void
clear (Pe *self)
{
  for (guint i = 0; i < N_PORTS; i++)
    {
      g_free (self->ports[i].text);
      g_free (self->ports[i].brief);
    }
}

/* A number in its room, smaller if it has to be. */
static void
paint_value (cairo_t *cr, const SystolePaintStyle *style, const SystoleValue *value, double px, SystoleWeight weight, SystoleColor color, double x, double y, double room, SystoleAlign align)
{
  g_autofree char *text = NULL;
  double needed;

  if (!value->present)
    return;
  text = systole_paint_format_number (value->value);
  needed = systole_paint_text_width (style, text, px, weight);
  systole_paint_text (cr, style, text, NULL, needed > room ? px * room / needed : px, weight, color, x, y, 0.0, align);
}

/* A value that stays in an idle cell stands on a plate: no hatch through its digits. */
static void
paint_plate (cairo_t *cr, const SystolePaintStyle *style, double x, double y, double width, double height)
{
  cairo_rectangle (cr, x - 2.0, y - height / 2.0, width + 4.0, height);
  systole_paint_source (cr, style->palette->idle_fill);
  cairo_fill (cr);
}

static double
value_width (const SystolePaintStyle *style, const SystoleValue *value, double px, SystoleWeight weight)
{
  g_autofree char *text = value->present ? systole_paint_format_number (value->value) : NULL;

  return text != NULL ? systole_paint_text_width (style, text, px, weight) : 0.0;
}

/* A long sum makes its box and its token wider, up to a limit, before it is drawn smaller. */
static double
cell_width (const SystolePaintStyle *style, const Pe *pe, double size)
{
  double needed = pe->cell.reason == SYSTOLE_REASON_BUSY ? value_width (style, &pe->cell.partial_out, SUM_PX * WIDE_SUM, SYSTOLE_WEIGHT_BOLD) : 0.0;

  return CLAMP (needed + 0.22 * size, size, MOST_WIDE * size);
}

static double
token_width (const SystolePaintStyle *style, const Port *port, double room)
{
  double fs = style->font_scale;

  return CLAMP (value_width (style, &port->value, TOKEN_PX, SYSTOLE_WEIGHT_SEMIBOLD) + 14.0 * fs, TOKEN_WIDTH * fs, MAX (room, TOKEN_WIDTH * fs));
}

static void
paint_cell (cairo_t *cr, const SystolePaintStyle *style, const Pe *pe, double x, double y, double width, double size)
{
  const SystolePalette *palette = style->palette;
  const SystoleArrayCell *cell = &pe->cell;
  gboolean busy = cell->reason == SYSTOLE_REASON_BUSY;
  const SystoleValue *stays = pe->stays == SYSTOLE_MEANING_A ? &cell->a : &cell->b, *passes = pe->passes == SYSTOLE_MEANING_A ? &cell->a : &cell->b;
  double inset = 0.11 * size, half = width / 2.0 - 1.3 * inset;

  systole_paint_box (cr, style, cell->reason, cell->final ? SYSTOLE_MEANING_RESULT : SYSTOLE_MEANING_SUM, x, y, width, size, size);
  if (!busy && stays->present)
    paint_plate (cr, style, x + inset, y + 0.25 * size, MIN (value_width (style, stays, CORNER_PX, SYSTOLE_WEIGHT_SEMIBOLD), half), 1.15 * CORNER_PX * style->font_scale);
  paint_value (cr, style, stays, CORNER_PX, SYSTOLE_WEIGHT_SEMIBOLD, palette->meanings[pe->stays].ink, x + inset, y + 0.25 * size, half, SYSTOLE_ALIGN_START);
  if (busy)
    {
      paint_value (cr, style, passes, CORNER_PX, SYSTOLE_WEIGHT_SEMIBOLD, palette->meanings[pe->passes].ink, x + width - inset, y + 0.25 * size, half, SYSTOLE_ALIGN_END);
      paint_value (cr, style, &cell->partial_out, SUM_PX, SYSTOLE_WEIGHT_BOLD, cell->final ? palette->meanings[SYSTOLE_MEANING_RESULT].ink : palette->text, x + width / 2.0, y + 0.68 * size, width - 2.0 * inset, SYSTOLE_ALIGN_CENTRE);
    }
  else
    systole_paint_idle_letter (cr, style, cell->reason, x + width / 2.0, y + 0.62 * size, 0.36 * size);
}

/* The token that comes, centred on the wire's outer end; its text fits by size. */
static void
paint_port_token (cairo_t *cr, const SystolePaintStyle *style, const Port *port, double cx, double cy, double width)
{
  g_autofree char *text = NULL;
  double px = TOKEN_PX, needed, fs = style->font_scale, room = width - 14.0 * fs;

  if (!port->value.present)
    return;
  text = systole_paint_format_number (port->value.value);
  needed = systole_paint_text_width (style, text, px, SYSTOLE_WEIGHT_SEMIBOLD);
  systole_paint_token (cr, style, port->shape, port->meaning, text, fs * (needed > room ? px * room / needed : px), cx - width / 2.0, cy - TOKEN_HEIGHT / 2.0 * fs, width, TOKEN_HEIGHT * fs);
}

static void
paint_words (cairo_t *cr, const SystolePaintStyle *style, const Port *port, double x, double y, double room, SystoleAlign align)
{
  if (port->text != NULL && room > 0.0)
    systole_paint_text (cr, style, port->text, port->brief, WORDS_PX, SYSTOLE_WEIGHT_NORMAL, style->palette->second_text, x, y, room, align);
}

static void
paint_card (cairo_t *cr, const SystolePaintStyle *style, double width, double height)
{
  systole_paint_rounded (cr, 0.5, 0.5, width - 1.0, height - 1.0, 12.0);
  systole_paint_source (cr, style->palette->card);
  cairo_fill_preserve (cr);
  systole_paint_source (cr, style->palette->border);
  cairo_set_line_width (cr, 1.0);
  cairo_stroke (cr);
}

double
systole_neighbour_get_height (const SystolePaintStyle *style)
{
  return HEIGHT * style->font_scale;
}

/**
 * systole_neighbour_paint:
 *
 * Draws into (0, 0) … (width, systole_neighbour_get_height()).
 */
void
systole_neighbour_paint (cairo_t *cr, const SystoleNeighbourPaint *self)
{
  const SystolePaintStyle *style = &self->style;
  double fs = style->font_scale, size = BOX * fs, cx = self->width / 2.0, cy = BOX_Y * fs, y = cy - size / 2.0;
  double below = cy + 0.42 * size, end = (HEIGHT - MARGIN) * fs, top_y = y - (WIRE + TOKEN_HEIGHT / 2.0) * fs;
  double width, x, left, top;
  Pe pe;

  paint_card (cr, style, self->width, HEIGHT * fs);
  if (!fill (&pe, self))
    return;

  width = cell_width (style, &pe, size);
  x = cx - width / 2.0;
  left = token_width (style, &pe.ports[PORT_LEFT], x - (WIRE + MARGIN) * fs);
  top = token_width (style, &pe.ports[PORT_TOP], MOST_WIDE * size);
  systole_paint_wire (cr, style, pe.ports[PORT_LEFT].lit, pe.ports[PORT_LEFT].meaning, size, x - WIRE * fs, cy, x, cy, FALSE);
  systole_paint_wire (cr, style, pe.ports[PORT_TOP].lit, pe.ports[PORT_TOP].meaning, size, cx, y - WIRE * fs, cx, y, FALSE);
  if (pe.ports[PORT_RIGHT].used)
    systole_paint_wire (cr, style, pe.ports[PORT_RIGHT].lit, pe.ports[PORT_RIGHT].meaning, size, x + width, cy, x + width + ARROW * fs, cy, pe.ports[PORT_RIGHT].lit);
  if (pe.ports[PORT_BOTTOM].used)
    systole_paint_wire (cr, style, pe.ports[PORT_BOTTOM].lit, pe.ports[PORT_BOTTOM].meaning, size, cx, y + size, cx, end, pe.ports[PORT_BOTTOM].lit);
  paint_cell (cr, style, &pe, x, y, width, size);
  paint_port_token (cr, style, &pe.ports[PORT_LEFT], x - WIRE * fs - left / 2.0, cy, left);
  paint_port_token (cr, style, &pe.ports[PORT_TOP], cx, top_y, top);

  paint_words (cr, style, &pe.ports[PORT_LEFT], x - MARGIN * fs, below, x - 2.0 * MARGIN * fs, SYSTOLE_ALIGN_END);
  paint_words (cr, style, &pe.ports[PORT_RIGHT], x + width + MARGIN * fs, below, self->width - (x + width) - 2.0 * MARGIN * fs, SYSTOLE_ALIGN_START);
  paint_words (cr, style, &pe.ports[PORT_TOP], cx + top / 2.0 + MARGIN * fs, top_y, self->width - cx - top / 2.0 - 2.0 * MARGIN * fs, SYSTOLE_ALIGN_START);
  paint_words (cr, style, &pe.ports[PORT_BOTTOM], cx + 1.4 * MARGIN * fs, end - 0.9 * MARGIN * fs, self->width - cx - 2.4 * MARGIN * fs, SYSTOLE_ALIGN_START);
  clear (&pe);
}

char *
systole_neighbour_describe (const SystoleNeighbourPaint *self)
{
  g_autoptr (GString) words = NULL;
  Pe pe;

  if (!fill (&pe, self))
    return NULL;
  words = g_string_new (NULL);
  for (guint i = 0; i < N_PORTS; i++)
    {
      const Port *port = &pe.ports[i];
      g_autofree char *value = port->value.present ? systole_paint_format_number (port->value.value) : NULL;

      if (port->text == NULL)
        continue;
      if (words->len > 0)
        g_string_append (words, "; ");
      if (value != NULL)
        g_string_append_printf (words, "%s ", value);
      g_string_append (words, port->text);
    }
  clear (&pe);
  return g_string_free (g_steal_pointer (&words), FALSE);
}
