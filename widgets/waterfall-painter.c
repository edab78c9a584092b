/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/waterfall-painter.h"

#include <math.h>

#include "engine/base/i18n.h"
#include "engine/base/number.h"
#include "engine/run/roofline.h"
#include "widgets/chart-title.h"
#include "widgets/box.h"
#include "widgets/hatch.h"
#include "widgets/unit-format.h"
#include "widgets/wave-words.h"

/*
 * Two forms. Wide: name, bar and numbers in three columns, as a page of the Explain
 * pane has room for. Narrow: name and numbers on one line, the bar below them. In both,
 * each bar begins where the last ended, and the integers add up to the black sum.
 */

#define EDGE 12.0
#define GAP 6.0
#define LEAST_BAR 3.0
#define LEAST_HATCHED 18.0 /* narrower, one stroke of a zigzag reads as another cause */
#define LEAST_BARS 180.0   /* width of all of them in the wide form */
#define NAME_PX 13.0
#define NOTE_PX 11.5

typedef struct
{
  gboolean wide;
  double scale; /* of lengths that follow the font */
  double top;   /* of the first part */
  double row;   /* pitch of the parts that have a bar */
  double none;  /* height of the line that names parts of zero cycles; 0 without them */
  double bar_left, bar_right, bar_height;
  double number_right, percent_right;
  double rule; /* y of the rule */
  double height;
  const SystoleWaterfallPart *parts;
  guint n;
  double cycles;
} Layout;

static const char *const notes[SYSTOLE_N_PARTS] = {
  [SYSTOLE_PART_FORMAT] = N_ ("rate lost to the number format"),
  [SYSTOLE_PART_PADDING] = N_ ("multipliers without an element"),
  [SYSTOLE_PART_WEIGHTS] = N_ ("weights shift in"),
  [SYSTOLE_PART_FILL_DRAIN] = N_ ("pipelines fill and empty"),
  [SYSTOLE_PART_OPERAND] = N_ ("earlier results are awaited"),
  [SYSTOLE_PART_MEMORY] = N_ ("data is in flight"),
  [SYSTOLE_PART_TAIL] = N_ ("no tile left for some units"),
  [SYSTOLE_PART_POWER] = N_ ("the clock is lowered"),
  [SYSTOLE_PART_LAUNCH] = N_ ("work is being started"),
  [SYSTOLE_PART_TRANSFER] = N_ ("waits for a link"),
};

static char *
format_part (const SystoleWaterfallPart *part)
{
  g_autofree char *count = systole_number_format_count (part->cycles);

  return part->part == SYSTOLE_PART_USEFUL ? g_steal_pointer (&count) : g_strconcat ("+\u00a0", count, NULL);
}

static double
widest_number (const SystoleWaterfallPaint *self, const Layout *layout)
{
  g_autofree char *total = systole_number_format_count (systole_run_get_n_cycles (self->run));
  g_autofree char *sum = g_strconcat ("=\u00a0", total, NULL);

  return systole_paint_text_width (&self->style, sum, NAME_PX + 1, SYSTOLE_WEIGHT_BOLD);
}

static double
widest_name (const SystoleWaterfallPaint *self, const Layout *layout)
{
  double width = systole_paint_text_width (&self->style, _ ("achieved"), NAME_PX, SYSTOLE_WEIGHT_BOLD);

  for (guint i = 0; i < layout->n; i++)
    width = MAX (width, systole_paint_text_width (&self->style, systole_wave_part_title (self->run, layout->parts[i].part), NAME_PX, SYSTOLE_WEIGHT_SEMIBOLD));
  return width;
}

/* Cycles from one operation of a lane to its next, where a chip has fewer units than the sub-cores that ask for them. */
static guint
find_interval (const SystoleRun *run, guint64 lanes)
{
  SystoleRoofline roof;
  double clock = (double) systole_run_get_n_cycles (run) / systole_run_get_seconds (run);

  if (!systole_run_get_roofline (run, &roof) || !(roof.peak > 0))
    return 1;
  return (guint) MAX (llround ((double) lanes * clock / roof.peak), 1);
}

static char *
note_of (const SystoleWaterfallPaint *self, SystolePart part)
{
  SystoleQuantity peak = systole_run_get_counter (self->run, SYSTOLE_COUNTER_PEAK_MACS);

  if (part == SYSTOLE_PART_USEFUL)
    {
      g_autofree char *count = systole_number_format_count ((guint64) llround (peak.real));
      SystoleSummary summary;

      systole_run_summarize (self->run, 0, &summary);
      if (summary.total > 0 && llround (peak.real) == 2 * (gint64) summary.total)
        {
          g_autofree char *half = systole_number_format_count (summary.total);

          /* Translators: what the first bar of the waterfall assumes where a multiplier has two products a cycle; %s is a count */
          return g_strdup_printf (_ ("all %s multipliers, twice a cycle"), half);
        }
      if (!(peak.real > 0))
        {
          g_autofree char *lanes = systole_number_format_count (summary.total);
          guint interval = find_interval (self->run, summary.total);

          if (interval > 1)
            /* Translators: what the first bar of the waterfall assumes where a lane begins an operation every so many cycles */
            return g_strdup_printf (P_ ("all %s lanes, each every %u cycle", "all %s lanes, each every %u cycles", interval), lanes, interval);

          /* Translators: what the first bar of the waterfall assumes where nothing is multiplied; %s is a count */
          return g_strdup_printf (_ ("all %s lanes at their full rate"), lanes);
        }
      /* Translators: what the first bar of the waterfall assumes; %s is a count */
      return g_strdup_printf (_ ("all %s multipliers, every cycle"), count);
    }
  return notes[part] != NULL ? g_strdup (_ (notes[part])) : NULL;
}

/* Notes stand below the numbers: what they need, the bars give, while there is enough left of them. */
static double
widest_note (const SystoleWaterfallPaint *self, const Layout *layout)
{
  double width = 0;

  for (guint i = 0; i < layout->n; i++)
    {
      g_autofree char *note = layout->parts[i].cycles > 0 ? note_of (self, layout->parts[i].part) : NULL;

      if (note != NULL)
        width = MAX (width, systole_paint_text_width (&self->style, note, NOTE_PX, SYSTOLE_WEIGHT_NORMAL));
    }
  return width + 2;
}

static double
row_height (const Layout *layout, guint i)
{
  return layout->parts[i].cycles > 0 ? layout->row : 0;
}

static double
row_top (const Layout *layout, guint row)
{
  double y = layout->top;

  for (guint i = 0; i < row; i++)
    y += row_height (layout, i);
  return y;
}

/* (nullable) (transfer full): the parts of zero cycles in one line; rows without a bar would make the others limp. */
static char *
none_text (const SystoleWaterfallPaint *self, const Layout *layout)
{
  g_autoptr (GString) list = g_string_new (NULL);

  for (guint i = 0; i < layout->n; i++)
    if (layout->parts[i].cycles == 0)
      {
        if (list->len > 0)
          g_string_append (list, ", ");
        g_string_append (list, systole_wave_part_title (self->run, layout->parts[i].part));
      }
  /* Translators: parts of the time that are zero: "0 cycles: padding, last wave" */
  return list->len > 0 ? g_strdup_printf (_ ("0 cycles: %s"), list->str) : NULL;
}

static void
measure (const SystoleWaterfallPaint *self, Layout *out)
{
  double scale = MAX (self->style.font_scale, 0.5);
  double percents = systole_paint_text_width (&self->style, "100.0\u00a0%", NAME_PX, SYSTOLE_WEIGHT_SEMIBOLD);
  double key = 20 * scale + 2 * GAP;
  g_autofree char *none = NULL;

  *out = (Layout){ .scale = scale };
  out->parts = systole_run_get_waterfall (self->run, &out->n);
  if (!systole_run_is_sound (self->run))
    out->n = 0;
  out->cycles = (double) systole_run_get_n_cycles (self->run);
  out->percent_right = self->width - EDGE;
  out->number_right = out->percent_right - percents - 18;
  out->bar_left = EDGE + key + widest_name (self, out) + 12;
  out->bar_right = out->number_right - MAX (widest_number (self, out), 80 * scale) - 18;
  out->wide = out->bar_right - out->bar_left >= LEAST_BARS;
  if (out->wide)
    out->bar_right = MAX (out->bar_left + LEAST_BARS, MIN (out->bar_right, out->percent_right - widest_note (self, out) - GAP));
  out->row = out->wide ? 8 + 32 * scale : 20 * scale + 20;
  none = none_text (self, out);
  out->none = none != NULL ? 22 * scale : 0;
  out->bar_height = out->wide ? 26 : 14;
  out->top = 12 + (out->wide ? 32 : 44) * scale;
  if (!out->wide)
    {
      out->bar_left = EDGE;
      out->bar_right = self->width - EDGE;
      out->number_right = out->percent_right - percents - GAP;
    }
  out->rule = row_top (out, out->n) + out->none + 2;
  out->height = ceil (out->rule + (out->wide ? 12 + 22 * scale : 28 + 24 * scale) + EDGE);
}

double
systole_waterfall_get_height (const SystoleWaterfallPaint *self)
{
  Layout layout;

  measure (self, &layout);
  return layout.height;
}

/**
 * systole_waterfall_pick:
 *
 * Returns: index into systole_run_get_waterfall() of the part whose row is at (@x, @y), or −1; parts of zero cycles have no row
 */
int
systole_waterfall_pick (const SystoleWaterfallPaint *self, double x, double y)
{
  Layout layout;

  measure (self, &layout);
  if (x < 0 || x >= self->width)
    return -1;
  for (guint i = 0; i < layout.n; i++)
    if (y >= row_top (&layout, i) && y < row_top (&layout, i + 1))
      return (int) i;
  return -1;
}

static void
paint_title (cairo_t *cr, const SystoleWaterfallPaint *self, const Layout *layout)
{
  const SystolePalette *palette = self->style.palette;
  double size = 22 * layout->scale;
  double y = 12 + size / 2;
  g_autofree char *cycles = systole_units_format_cycles (systole_run_get_n_cycles (self->run));
  g_autofree char *seconds = systole_units_format_seconds (systole_run_get_seconds (self->run));
  g_autofree char *clock = systole_units_format_hertz (systole_run_get_clock_hz (self->run));
  /* Translators: "295 678 cycles · 169 µs at 1.75 GHz" */
  g_autofree char *length = g_strdup_printf (_ ("%s · %s at %s"), cycles, seconds, clock);
  double used = 0;

  if (systole_run_is_sound (self->run) && layout->wide)
    used = 24 + systole_paint_text (cr, &self->style, length, cycles, 13, SYSTOLE_WEIGHT_SEMIBOLD, palette->text, self->width - EDGE, y, self->width * 0.5, SYSTOLE_ALIGN_END);
  else if (systole_run_is_sound (self->run))
    systole_paint_text (cr, &self->style, length, cycles, 12.5, SYSTOLE_WEIGHT_NORMAL, palette->second_text, EDGE, 12 + size + 10 * layout->scale, self->width - 2 * EDGE, SYSTOLE_ALIGN_START);
  systole_paint_chart_title (cr, &self->style, self->run, self->name, self->letter, layout->wide ? 16 : 14, EDGE, self->width - EDGE - used, y);
}

/* The key: the cell of §2 whose hatch the bar has. */
static void
paint_key (cairo_t *cr, const SystoleWaterfallPaint *self, const Layout *layout, SystolePart part, double x, double y)
{
  double size = 20 * layout->scale;
  SystoleReason reason = systole_part_get_reason (part);

  systole_paint_cell_box (cr, &self->style, reason, SYSTOLE_MEANING_SUM, x, y - size / 2, size);
  if (reason != SYSTOLE_REASON_BUSY)
    systole_paint_idle_letter (cr, &self->style, reason, x + size / 2, y, 0.55 * size);
}

static void
paint_bar (cairo_t *cr, const SystoleWaterfallPaint *self, const Layout *layout, guint i, double x0, double x1, double y)
{
  SystoleReason reason = systole_part_get_reason (layout->parts[i].part);
  double width = MAX (x1 - x0, LEAST_BAR);

  /* A bar that is widened to be seen stays inside the plot. */
  x0 = MIN (x0, layout->bar_right - width);
  if (width >= LEAST_HATCHED)
    systole_paint_box (cr, &self->style, reason, SYSTOLE_MEANING_SUM, x0, y, width, layout->bar_height, SYSTOLE_HATCH_BAR);
  else
    systole_paint_box_plain (cr, &self->style, reason, SYSTOLE_MEANING_SUM, x0, y, width, layout->bar_height, SYSTOLE_HATCH_BAR);
  if (reason != SYSTOLE_REASON_BUSY && layout->wide && width >= 24)
    systole_paint_idle_letter (cr, &self->style, reason, x0 + width / 2, y + layout->bar_height / 2, 13);
  if (self->highlighted == (int) i)
    systole_paint_ring (cr, &self->style, SYSTOLE_RING_HOVER, 0, x0, y, width, layout->bar_height);
}

static void
paint_connector (cairo_t *cr, const SystoleWaterfallPaint *self, double x, double y0, double y1)
{
  static const double dashes[] = { 2, 2 };

  cairo_save (cr);
  cairo_set_dash (cr, dashes, G_N_ELEMENTS (dashes), 0);
  cairo_set_line_width (cr, self->style.line_scale);
  systole_paint_source (cr, self->style.palette->idle_outline);
  cairo_move_to (cr, round (x) + 0.5, y0);
  cairo_line_to (cr, round (x) + 0.5, y1);
  cairo_stroke (cr);
  cairo_restore (cr);
}

/* Of the wide form: all names and keys in their columns. */
static double
name_left (const Layout *layout)
{
  return EDGE + 20 * layout->scale + GAP;
}

static void
paint_none (cairo_t *cr, const SystoleWaterfallPaint *self, const Layout *layout)
{
  g_autofree char *text = none_text (self, layout);
  double left = layout->wide ? name_left (layout) : EDGE;

  if (text != NULL)
    systole_paint_text (cr, &self->style, text, NULL, NOTE_PX, SYSTOLE_WEIGHT_NORMAL, self->style.palette->second_text, left, layout->rule - 2 - layout->none + 9 * layout->scale, self->width - EDGE - left, SYSTOLE_ALIGN_START);
}

static void
paint_row (cairo_t *cr, const SystoleWaterfallPaint *self, const Layout *layout, guint i, double top)
{
  const SystolePalette *palette = self->style.palette;
  const SystoleWaterfallPart *part = &layout->parts[i];
  SystoleWeight weight = part->part == SYSTOLE_PART_USEFUL ? SYSTOLE_WEIGHT_SEMIBOLD : SYSTOLE_WEIGHT_NORMAL;
  const char *title = systole_wave_part_title (self->run, part->part);
  g_autofree char *number = format_part (part);
  g_autofree char *percent = systole_units_format_percent ((double) part->cycles / layout->cycles);
  double key = 20 * layout->scale;
  double y = layout->wide ? top + layout->bar_height / 2 : top + 10 * layout->scale;
  double line = layout->wide ? top + 7 * layout->scale : y;

  if (layout->wide)
    {
      g_autofree char *note = note_of (self, part->part);

      systole_paint_text (cr, &self->style, title, NULL, NAME_PX, weight, palette->text, name_left (layout), y, layout->bar_left - 12 - name_left (layout), SYSTOLE_ALIGN_START);
      if (part->part != SYSTOLE_PART_USEFUL)
        paint_key (cr, self, layout, part->part, EDGE, y);
      if (note != NULL)
        systole_paint_text (cr, &self->style, note, NULL, NOTE_PX, SYSTOLE_WEIGHT_NORMAL, palette->second_text, layout->percent_right, line + 16 * layout->scale, layout->percent_right - layout->bar_right - GAP, SYSTOLE_ALIGN_END);
    }
  else
    {
      double left = EDGE;
      double numbers = systole_paint_text_width (&self->style, number, NAME_PX, SYSTOLE_WEIGHT_BOLD);

      if (part->part != SYSTOLE_PART_USEFUL)
        {
          paint_key (cr, self, layout, part->part, EDGE, y);
          left += key + GAP;
        }
      /* where it does not fit, what it is called as a cause */
      systole_paint_text (cr, &self->style, title, part->part != SYSTOLE_PART_USEFUL ? systole_reason_get_title (systole_part_get_reason (part->part)) : NULL, NAME_PX, weight, palette->text, left, y, layout->number_right - numbers - GAP - left, SYSTOLE_ALIGN_START);
    }
  systole_paint_text (cr, &self->style, number, NULL, NAME_PX, SYSTOLE_WEIGHT_BOLD, palette->text, layout->number_right, line, 0, SYSTOLE_ALIGN_END);
  systole_paint_text (cr, &self->style, percent, NULL, NAME_PX, SYSTOLE_WEIGHT_NORMAL, palette->second_text, layout->percent_right, line, 0, SYSTOLE_ALIGN_END);
}

static void
paint_bars (cairo_t *cr, const SystoleWaterfallPaint *self, const Layout *layout)
{
  double before = 0;
  double unit = (layout->bar_right - layout->bar_left) / layout->cycles;
  double offset = layout->wide ? 0 : 20 * layout->scale + 1;

  for (guint i = 0; i < layout->n; i++)
    {
      double top = row_top (layout, i) + offset;
      double x0 = layout->bar_left + before * unit;
      double x1 = x0 + (double) layout->parts[i].cycles * unit;

      if (layout->parts[i].cycles == 0)
        continue;
      paint_bar (cr, self, layout, i, x0, x1, top);
      before += (double) layout->parts[i].cycles;
      /* To the next bar; in the narrow form the names between them keep it away. */
      if (layout->wide)
        {
          guint next = i + 1;

          while (next < layout->n && layout->parts[next].cycles == 0)
            next++;
          paint_connector (cr, self, MIN (x1, layout->bar_right - 1), top + layout->bar_height, next < layout->n ? row_top (layout, next) : layout->rule);
        }
    }
}

static void
paint_sum (cairo_t *cr, const SystoleWaterfallPaint *self, const Layout *layout)
{
  const SystolePalette *palette = self->style.palette;
  g_autofree char *total = systole_number_format_count (systole_run_get_n_cycles (self->run));
  g_autofree char *sum = g_strconcat ("=\u00a0", total, NULL);
  g_autofree char *whole = g_strdup ("100\u00a0%");
  double useful = layout->n > 0 && layout->parts[0].part == SYSTOLE_PART_USEFUL ? (double) layout->parts[0].cycles / layout->cycles : 0;
  g_autofree char *percent = systole_units_format_percent (useful);
  /* Translators: how much of the peak the run achieved: "97.4 % of peak" */
  g_autofree char *share = g_strdup_printf (_ ("%s of peak"), percent);
  double height = 20 * layout->scale;
  double room = layout->number_right - widest_number (self, layout) - GAP - EDGE;
  double y = layout->rule + 10 + height / 2;
  double bar = layout->wide ? y - height / 2 : y + 12 * layout->scale;

  systole_paint_source (cr, palette->text);
  cairo_set_line_width (cr, 1.5 * self->style.line_scale);
  cairo_move_to (cr, EDGE, layout->rule);
  cairo_line_to (cr, self->width - EDGE, layout->rule);
  cairo_stroke (cr);
  if (layout->wide)
    systole_paint_text (cr, &self->style, _ ("achieved"), NULL, NAME_PX, SYSTOLE_WEIGHT_BOLD, palette->text, name_left (layout), y, 0, SYSTOLE_ALIGN_START);
  else if (room > 0)
    systole_paint_text (cr, &self->style, _ ("achieved"), NULL, NAME_PX, SYSTOLE_WEIGHT_BOLD, palette->text, EDGE, y, room, SYSTOLE_ALIGN_START);
  cairo_rectangle (cr, layout->bar_left, bar, layout->bar_right - layout->bar_left, layout->wide ? height : 18 * layout->scale);
  cairo_fill (cr);
  systole_paint_text (cr, &self->style, share, percent, 12.5, SYSTOLE_WEIGHT_SEMIBOLD, palette->view, layout->bar_left + 8, bar + (layout->wide ? height : 18 * layout->scale) / 2, layout->bar_right - layout->bar_left - 16, SYSTOLE_ALIGN_START);
  systole_paint_text (cr, &self->style, sum, NULL, NAME_PX + 1, SYSTOLE_WEIGHT_BOLD, palette->text, layout->number_right, y, 0, SYSTOLE_ALIGN_END);
  systole_paint_text (cr, &self->style, whole, NULL, NAME_PX, SYSTOLE_WEIGHT_SEMIBOLD, palette->text, layout->percent_right, y, 0, SYSTOLE_ALIGN_END);
}

/**
 * systole_waterfall_paint:
 *
 * All parts of the run's time, none left out: those of zero cycles are named in one line. Of a run that breaks a law, that law. The ground is the caller's.
 */
void
systole_waterfall_paint (cairo_t *cr, const SystoleWaterfallPaint *self)
{
  Layout layout;

  measure (self, &layout);
  paint_title (cr, self, &layout);
  if (systole_paint_chart_breach (cr, &self->style, self->run, EDGE, self->width - EDGE, layout.top + 9 * layout.scale))
    return;
  paint_bars (cr, self, &layout);
  for (guint i = 0; i < layout.n; i++)
    if (layout.parts[i].cycles > 0)
      paint_row (cr, self, &layout, i, row_top (&layout, i));
  paint_none (cr, self, &layout);
  paint_sum (cr, self, &layout);
}

/**
 * systole_waterfall_describe:
 *
 * Returns: (transfer full): the sum in words: "30 cycles: peak 8, load weights 8, …"
 */
char *
systole_waterfall_describe (const SystoleWaterfallPaint *self)
{
  guint n;
  const SystoleWaterfallPart *parts = systole_run_get_waterfall (self->run, &n);
  g_autofree char *total = systole_units_format_cycles (systole_run_get_n_cycles (self->run));
  GString *list;
  char *text;

  if (!systole_run_is_sound (self->run))
    return systole_chart_breach_text (self->run);
  list = g_string_new (NULL);

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *count = systole_number_format_count (parts[i].cycles);

      g_string_append_printf (list, "%s%s %s", i > 0 ? " + " : "", systole_wave_part_title (self->run, parts[i].part), count);
    }
  /* Translators: first the length of a run ("30 cycles"), then its parts ("peak 8 + load weights 8") */
  text = g_strdup_printf (_ ("%s = %s."), total, list->str);
  g_string_free (list, TRUE);
  return text;
}
