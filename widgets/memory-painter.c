/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/memory-painter.h"

#include <math.h>

#include "engine/base/i18n.h"
#include "engine/base/number.h"
#include "widgets/chart-title.h"
#include "widgets/fit-painter.h"
#include "widgets/token.h"
#include "widgets/unit-format.h"

/*
 * One row a level: its name and size, a bar of the bytes on a scale of tens, the reuse.
 * Wide: three columns, as a page of its own has room for. Narrow: name and reuse on one
 * line, the bar below them.
 */

#define EDGE 12.0
#define NAME_PX 13.0
#define NOTE_PX 11.5
#define REUSE_PX 18.0
#define WIDE_BAR 260.0 /* from this room for bars the form is the wide one */

/* How far from the multipliers a level is: levels of one depth stand beside each other,
 * so that nothing flows from one to the next. */
static const guint depths[SYSTOLE_N_MEMORY_LEVELS] = {
  [SYSTOLE_MEMORY_HOST] = 0,
  [SYSTOLE_MEMORY_DRAM] = 1,
  [SYSTOLE_MEMORY_LLC] = 2,
  [SYSTOLE_MEMORY_CMEM] = 2,
  [SYSTOLE_MEMORY_L2] = 3,
  [SYSTOLE_MEMORY_UNIFIED_BUFFER] = 3,
  [SYSTOLE_MEMORY_WEIGHT_FIFO] = 3,
  [SYSTOLE_MEMORY_VMEM] = 3,
  [SYSTOLE_MEMORY_L1] = 4,
  [SYSTOLE_MEMORY_SHARED] = 4,
  [SYSTOLE_MEMORY_SRAM_A] = 4,
  [SYSTOLE_MEMORY_SRAM_B] = 4,
  [SYSTOLE_MEMORY_SRAM_C] = 4,
  [SYSTOLE_MEMORY_ACCUMULATOR] = 5,
  [SYSTOLE_MEMORY_REGISTER] = 6,
};

typedef struct
{
  gboolean wide;
  double scale;
  double top, row, gap; /* of the first row; of a row; between two, with room for the factor */
  double bar_left, bar_right, bar_height;
  double name_right;
  double decade; /* log10 of the bar's left end */
  double unit;   /* pixels a decade */
  double fit;    /* top of the bar that says whether it fits */
  double height;
  const SystoleTraffic *traffic;
  guint n;
} Layout;

static guint64
bytes_of (const SystoleTraffic *traffic)
{
  return traffic->read_bytes + traffic->write_bytes;
}

/* Documented in memory-painter.h. */
gboolean
systole_memory_get_range (const SystoleRun *run, guint64 *least, guint64 *most)
{
  guint n;
  const SystoleTraffic *traffic = systole_run_get_traffic (run, &n);
  gboolean any = FALSE;

  for (guint i = 0; i < n; i++)
    {
      guint64 bytes = bytes_of (&traffic[i]);

      if (bytes == 0)
        continue;
      any = TRUE;
      *least = *least == 0 ? bytes : MIN (*least, bytes);
      *most = MAX (*most, bytes);
    }
  return any;
}

static double
widest_name (const SystoleMemoryPaint *self, const Layout *layout)
{
  double width = 0;

  for (guint i = 0; i < layout->n; i++)
    width = MAX (width, systole_paint_text_width (&self->style, systole_memory_level_get_title (layout->traffic[i].level, systole_run_get_maker (self->run)), NAME_PX, SYSTOLE_WEIGHT_SEMIBOLD));
  return width;
}

static void
measure_scale (const SystoleMemoryPaint *self, Layout *out)
{
  guint64 least = self->least_bytes, most = self->most_bytes;

  if (most == 0)
    systole_memory_get_range (self->run, &least, &most);
  out->decade = floor (log10 (MAX ((double) least, 1))) - 1;
  out->unit = (out->bar_right - out->bar_left) / MAX (ceil (log10 (MAX ((double) most, 10))) - out->decade, 1);
}

static double
fit_height (const SystoleMemoryPaint *self)
{
  double height = systole_paint_fit (NULL, &self->style, self->run, EDGE, 0, self->width - 2 * EDGE);

  return height > 0 ? height + EDGE : 0;
}

static void
measure (const SystoleMemoryPaint *self, Layout *out)
{
  double scale = MAX (self->style.font_scale, 0.5);

  *out = (Layout){ .scale = scale };
  out->traffic = systole_run_get_traffic (self->run, &out->n);
  if (!systole_run_is_sound (self->run))
    out->n = 0;
  out->name_right = EDGE + widest_name (self, out);
  out->bar_left = out->name_right + 14;
  out->bar_right = self->width - EDGE - 190 * scale;
  out->wide = out->bar_right - out->bar_left >= WIDE_BAR;
  out->bar_height = 22 * scale;
  out->top = EDGE + 46 * scale;
  out->row = out->wide ? 40 * scale : 20 * scale + out->bar_height + 16 * scale;
  out->gap = 14 * scale;
  if (!out->wide)
    {
      out->bar_left = EDGE;
      out->bar_right = self->width - EDGE;
    }
  measure_scale (self, out);
  out->height = ceil (out->top + out->n * (out->row + out->gap) - (out->n > 0 ? out->gap : 0) + EDGE);
  if (out->n == 0)
    out->height = ceil (out->top + 40 * scale + EDGE);
  out->fit = out->height;
  if (systole_run_is_sound (self->run))
    out->height = ceil (out->fit + fit_height (self));
}

double
systole_memory_get_height (const SystoleMemoryPaint *self)
{
  Layout layout;

  measure (self, &layout);
  return layout.height;
}

/* Multiplications a byte; < 0: none. */
static double
reuse_of (const SystoleMemoryPaint *self, const SystoleTraffic *traffic)
{
  guint64 macs = systole_run_get_useful_macs (self->run), bytes = bytes_of (traffic);

  return macs > 0 && bytes > 0 ? (double) macs / (double) bytes : -1;
}

/* To two digits, whatever its size: 0.17 beside 0.5 is a third of it, 0.2 would not be. */
static double
round_to_two (double value)
{
  double unit = value > 0 ? pow (10, floor (log10 (value)) - 1) : 1;

  return round (value / unit) * unit;
}

/* Nothing is multiplied: there is no such column. */
static gboolean
has_reuse (const SystoleMemoryPaint *self)
{
  return systole_run_get_useful_macs (self->run) > 0;
}

static char *
format_reuse (double reuse)
{
  return reuse >= 100 ? systole_number_format_count ((guint64) llround (reuse)) : systole_paint_format_number (round_to_two (reuse));
}

/* Bare arrays and SMs have no chip around them, so no memories of a stated size. */
static gboolean
has_chip (const SystoleRun *run)
{
  SystoleLevel levels[SYSTOLE_N_LEVELS];
  guint n = systole_run_get_levels (run, levels, SYSTOLE_N_LEVELS);

  for (guint i = 0; i < MIN (n, SYSTOLE_N_LEVELS); i++)
    if (levels[i] == SYSTOLE_LEVEL_CHIP)
      return TRUE;
  return FALSE;
}

static guint64
size_of (const SystoleMemoryPaint *self, SystoleMemoryLevel level)
{
  SystoleChipFrame frame;
  guint64 bytes = 0;

  if (!has_chip (self->run))
    return 0;
  systole_chip_frame_init (&frame);
  systole_run_chip_frame (self->run, 0, &frame);
  for (guint i = 0; i < frame.memories->len; i++)
    if (g_array_index (frame.memories, SystoleMemoryState, i).level == level)
      bytes = g_array_index (frame.memories, SystoleMemoryState, i).bytes;
  systole_chip_frame_clear (&frame);
  return bytes;
}

static void
paint_grid (cairo_t *cr, const SystoleMemoryPaint *self, const Layout *layout)
{
  systole_paint_source (cr, self->style.palette->dark_wire);
  cairo_set_line_width (cr, self->style.line_scale);
  for (double x = layout->bar_left; x <= layout->bar_right + 0.5; x += layout->unit)
    for (guint i = 0; i < layout->n; i++)
      {
        double y = layout->top + i * (layout->row + layout->gap) + (layout->wide ? 0 : 20 * layout->scale);

        cairo_move_to (cr, round (x) + 0.5, y - 3);
        cairo_line_to (cr, round (x) + 0.5, y + layout->bar_height + 3);
      }
  cairo_stroke (cr);
}

/* The bytes stand in the bar, beside it when it is too short. */
static void
paint_bar (cairo_t *cr, const SystoleMemoryPaint *self, const Layout *layout, const SystoleTraffic *traffic, double y)
{
  const SystoleTriple *colors = &self->style.palette->meanings[SYSTOLE_MEANING_MEMORY];
  guint64 bytes = bytes_of (traffic);
  g_autofree char *text = systole_units_format_bytes (bytes);
  double width = bytes > 0 ? (log10 ((double) bytes) - layout->decade) * layout->unit : 0;
  double words = systole_paint_text_width (&self->style, text, NAME_PX, SYSTOLE_WEIGHT_BOLD);
  double line = 1.5 * self->style.line_scale;

  if (width > line)
    {
      systole_paint_rounded (cr, layout->bar_left + line / 2, y + line / 2, width - line, layout->bar_height - line, 3);
      systole_paint_source (cr, colors->tint);
      cairo_fill_preserve (cr);
      systole_paint_source (cr, colors->mark);
      cairo_set_line_width (cr, line);
      cairo_stroke (cr);
    }
  if (words + 16 <= width)
    systole_paint_text (cr, &self->style, text, NULL, NAME_PX, SYSTOLE_WEIGHT_BOLD, colors->ink, layout->bar_left + 8, y + layout->bar_height / 2, 0, SYSTOLE_ALIGN_START);
  else
    systole_paint_text (cr, &self->style, text, NULL, NAME_PX, SYSTOLE_WEIGHT_BOLD, self->style.palette->text, layout->bar_left + width + 6, y + layout->bar_height / 2, 0, SYSTOLE_ALIGN_START);
}

static char *
note_of (const SystoleTraffic *traffic)
{
  g_autofree char *read = systole_units_format_bytes (traffic->read_bytes);
  g_autofree char *written = systole_units_format_bytes (traffic->write_bytes);

  if (traffic->write_bytes == 0)
    return g_strdup (_ ("only read"));
  if (traffic->read_bytes == 0)
    return g_strdup (_ ("only written"));
  /* Translators: two amounts of bytes */
  return g_strdup_printf (_ ("read %s, written %s"), read, written);
}

/* How much more moves through the next level inside; nothing between levels that stand
 * beside each other. */
static void
paint_factor (cairo_t *cr, const SystoleMemoryPaint *self, const Layout *layout, guint i, double y)
{
  const SystolePalette *palette = self->style.palette;
  guint64 outer = bytes_of (&layout->traffic[i]), inner = bytes_of (&layout->traffic[i + 1]);
  double right = self->width - EDGE, half = 6 * layout->scale;
  g_autofree char *number = NULL;
  g_autofree char *text = NULL;

  if (outer == 0 || fabs ((double) inner / (double) outer - 1) < 0.05 || depths[layout->traffic[i].level] >= depths[layout->traffic[i + 1].level])
    return;
  number = systole_paint_format_number (round (10 * (double) inner / (double) outer) / 10);
  /* Translators: how much more moves through the next memory: “3.8 × more traffic” */
  text = g_strdup_printf (_ ("%s × the traffic"), number);
  systole_paint_source (cr, palette->meanings[SYSTOLE_MEANING_MEMORY].mark);
  cairo_set_line_width (cr, 1.5 * self->style.line_scale);
  cairo_move_to (cr, right - 4, y - half);
  cairo_line_to (cr, right - 4, y + half - 4);
  cairo_stroke (cr);
  systole_paint_arrow_head (cr, right - 4, y - half, right - 4, y + half, 7);
  systole_paint_text (cr, &self->style, text, NULL, NOTE_PX, SYSTOLE_WEIGHT_NORMAL, palette->second_text, right - 14, y, right - 14 - EDGE, SYSTOLE_ALIGN_END);
}

static void
paint_row (cairo_t *cr, const SystoleMemoryPaint *self, const Layout *layout, guint i)
{
  const SystolePalette *palette = self->style.palette;
  const SystoleTraffic *traffic = &layout->traffic[i];
  double scale = layout->scale, top = layout->top + i * (layout->row + layout->gap);
  double bar = layout->wide ? top : top + 20 * scale;
  guint64 size = size_of (self, traffic->level);
  g_autofree char *reuse = has_reuse (self) ? format_reuse (reuse_of (self, traffic)) : NULL;
  g_autofree char *bytes = size > 0 ? systole_units_format_bytes (size) : NULL;
  g_autofree char *note = note_of (traffic);
  const char *title = systole_memory_level_get_title (traffic->level, systole_run_get_maker (self->run));
  double number = reuse != NULL ? systole_paint_text (cr, &self->style, reuse, NULL, REUSE_PX, SYSTOLE_WEIGHT_BOLD, palette->text, self->width - EDGE, layout->wide ? bar + layout->bar_height / 2 : top + 8 * scale, 0, SYSTOLE_ALIGN_END) : 0;

  if (layout->wide)
    {
      systole_paint_text (cr, &self->style, title, NULL, NAME_PX, SYSTOLE_WEIGHT_SEMIBOLD, palette->text, layout->name_right, bar + 8 * scale, 0, SYSTOLE_ALIGN_END);
      if (bytes != NULL)
        systole_paint_text (cr, &self->style, bytes, NULL, NOTE_PX, SYSTOLE_WEIGHT_NORMAL, palette->second_text, layout->name_right, bar + 24 * scale, 0, SYSTOLE_ALIGN_END);
    }
  else
    {
      double room = self->width - 2 * EDGE - number - 12;
      double used = systole_paint_text (cr, &self->style, title, NULL, NAME_PX, SYSTOLE_WEIGHT_SEMIBOLD, palette->text, EDGE, top + 8 * scale, room, SYSTOLE_ALIGN_START);
      double wants = bytes != NULL ? systole_paint_text_width (&self->style, bytes, NOTE_PX, SYSTOLE_WEIGHT_NORMAL) : 0;

      if (bytes != NULL && used + 8 + wants <= room)
        systole_paint_text (cr, &self->style, bytes, NULL, NOTE_PX, SYSTOLE_WEIGHT_NORMAL, palette->second_text, EDGE + used + 8, top + 8 * scale, 0, SYSTOLE_ALIGN_START);
    }
  paint_bar (cr, self, layout, traffic, bar);
  systole_paint_text (cr, &self->style, note, NULL, NOTE_PX, SYSTOLE_WEIGHT_NORMAL, palette->second_text, layout->bar_left, bar + layout->bar_height + 9 * scale, layout->bar_right - layout->bar_left, SYSTOLE_ALIGN_START);
  if (i + 1 < layout->n)
    paint_factor (cr, self, layout, i, top + layout->row + layout->gap / 2 - (layout->wide ? 4 * scale : 0));
}

static void
paint_columns (cairo_t *cr, const SystoleMemoryPaint *self, const Layout *layout)
{
  SystoleColor color = self->style.palette->second_text;
  double y = EDGE + 32 * layout->scale;
  double right = has_reuse (self) ? systole_paint_text (cr, &self->style, _ ("reuse: MACs a byte"), _ ("MACs a byte"), NOTE_PX, SYSTOLE_WEIGHT_NORMAL, color, self->width - EDGE, y, (self->width - 2 * EDGE) / 2, SYSTOLE_ALIGN_END) : 0;

  systole_paint_text (cr, &self->style, _ ("bytes moved (each line is 10 ×)"), _ ("bytes, 10 × a line"), NOTE_PX, SYSTOLE_WEIGHT_NORMAL, color, layout->bar_left, y, self->width - EDGE - right - 12 - layout->bar_left, SYSTOLE_ALIGN_START);
}

/**
 * systole_memory_paint:
 *
 * Every level that the run counts, outer to inner. The ground is the caller's.
 */
void
systole_memory_paint (cairo_t *cr, const SystoleMemoryPaint *self)
{
  Layout layout;

  measure (self, &layout);
  systole_paint_chart_title (cr, &self->style, self->run, self->name, self->letter, layout.wide ? 16 : 14, EDGE, self->width - EDGE, EDGE + 11 * layout.scale);
  if (systole_paint_chart_breach (cr, &self->style, self->run, EDGE, self->width - EDGE, EDGE + 40 * layout.scale))
    return;
  systole_paint_fit (cr, &self->style, self->run, EDGE, layout.fit, self->width - 2 * EDGE);
  if (layout.n == 0)
    {
      systole_paint_text (cr, &self->style, _ ("not modelled"), NULL, NAME_PX, SYSTOLE_WEIGHT_NORMAL, self->style.palette->second_text, EDGE, EDGE + 40 * layout.scale, 0, SYSTOLE_ALIGN_START);
      return;
    }
  paint_columns (cr, self, &layout);
  paint_grid (cr, self, &layout);
  for (guint i = 0; i < layout.n; i++)
    paint_row (cr, self, &layout, i);
}

/**
 * systole_memory_describe:
 *
 * Returns: (transfer full): “Main memory 43.3 MB, 436 MACs a byte; …”
 */
char *
systole_memory_describe (const SystoleMemoryPaint *self)
{
  guint n;
  const SystoleTraffic *traffic = systole_run_get_traffic (self->run, &n);
  g_autofree char *title = self->name != NULL ? g_strdup (self->name->title) : systole_run_describe_machine (self->run);
  g_autoptr (GString) list = g_string_new (NULL);
  g_autofree char *words = NULL;
  g_autofree char *fit = NULL;

  if (!systole_run_is_sound (self->run))
    return systole_chart_breach_text (self->run);
  if (n == 0)
    /* Translators: %s is a machine */
    return g_strdup_printf (_ ("%s: its memories are not modelled."), title);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *bytes = systole_units_format_bytes (bytes_of (&traffic[i]));
      double reuse = reuse_of (self, &traffic[i]);
      g_autofree char *number = reuse >= 0 ? format_reuse (reuse) : NULL;
      const char *level = systole_memory_level_get_title (traffic[i].level, systole_run_get_maker (self->run));

      if (i > 0)
        g_string_append (list, "; ");
      if (number == NULL)
        {
          /* Translators: a memory, the bytes that move through it */
          g_string_append_printf (list, _ ("%s %s"), level, bytes);
          continue;
        }
      /* Translators: a memory, the bytes that move through it, how many MACs each serves */
      g_string_append_printf (list, _ ("%s %s, %s MACs a byte"), level, bytes, number);
    }
  /* Translators: a machine, then its memories */
  words = g_strdup_printf (_ ("%s: %s."), title, list->str);
  fit = systole_fit_describe (self->run);
  return fit != NULL ? g_strdup_printf ("%s %s", words, fit) : g_steal_pointer (&words);
}
