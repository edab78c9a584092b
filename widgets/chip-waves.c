/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/chip-parts.h"

#include <math.h>

#include "engine/base/i18n.h"
#include "engine/base/number.h"
#include "widgets/box.h"
#include "widgets/hatch.h"
#include "widgets/plate.h"
#include "widgets/unit-format.h"
#include "widgets/wave-words.h"

/*
 * Which unit has work when: time to the right, units downwards. A wave is a box as high as
 * the units that have a tile in it, filled from below as far as their multipliers are busy
 * meanwhile, above that hatched with what they mostly wait for; the rest of the column is
 * hatched with the cause. Where some units have a tile less than others a wave is two boxes:
 * all of them, then the others.
 */

#define TITLE_PX 12.5
#define TEXT_PX 11.5
#define MOST_WAVES 64    /* drawn one by one; of more, all but the last are one box */
#define LEAST_WIDTH 10.0 /* pixels of a wave, or outlines would be all that is seen of it */
#define LEAST_IDLE 4.0   /* pixels: less of a box is not hatched */
#define LOOKS 16         /* instants of a wave at which it is asked what its units wait for */

typedef struct
{
  guint64 start, end;   /* cycles */
  guint64 first, last;  /* numbers of the waves that it stands for, from 0 */
  guint at_work;        /* units that have a tile */
  SystoleReason reason; /* of the others */
  double busy;          /* share of their multipliers that are, 0 … 1 */
  SystoleReason cause;  /* of most of those that are not */
  const char *kernel;   /* of several: its name, translated; or NULL */
} Wave;

typedef struct
{
  double left, top, width, height; /* of the plot */
  double cycles;
  guint n_units;
  double playhead; /* x: no text stands on it */
} Plot;

/* How much of the units that have a tile multiplies, and what the rest waits for. */
static void
measure_busy (const SystoleRun *run, guint n_units, Wave *wave)
{
  guint64 idle[SYSTOLE_N_REASONS] = { 0 };
  double share = 0;

  wave->busy = 0;
  wave->cause = SYSTOLE_REASON_BUSY;
  if (wave->at_work == 0 || wave->end <= wave->start)
    return;
  systole_run_get_busy_share (run, (double) wave->start, (double) wave->end, 1, &share);
  wave->busy = CLAMP (share * n_units / wave->at_work, 0, 1);
  for (guint i = 0; i < LOOKS; i++)
    {
      SystoleSummary summary;

      systole_run_summarize (run, wave->start + (guint64) ((double) (wave->end - wave->start) * (i + 0.5) / LOOKS), &summary);
      for (guint r = SYSTOLE_REASON_BUSY + 1; r < SYSTOLE_N_REASONS; r++)
        if (wave->at_work == n_units || r != (guint) wave->reason)
          idle[r] += summary.idle[r];
    }
  for (guint r = SYSTOLE_REASON_BUSY + 1; r < SYSTOLE_N_REASONS; r++)
    if (idle[r] > 0 && (wave->cause == SYSTOLE_REASON_BUSY || idle[r] > idle[wave->cause]))
      wave->cause = (SystoleReason) r;
}

/* Which wave runs in the middle of a stretch, how many units work, and why the others do not. Returns the cycle
 * from which on fewer of them do, 0: no such. */
static guint64
look_at (const SystoleRun *run, Wave *wave)
{
  SystoleChipFrame frame;
  guint counts[SYSTOLE_N_REASONS] = { 0 };

  systole_chip_frame_init (&frame);
  systole_run_chip_frame (run, wave->start + (wave->end - wave->start) / 2, &frame);
  wave->first = wave->last = frame.wave;
  wave->at_work = 0;
  wave->reason = SYSTOLE_REASON_TAIL;
  for (guint i = 0; i < frame.units->len; i++)
    {
      const SystoleUnitState *state = &g_array_index (frame.units, SystoleUnitState, i);

      if (state->block != SYSTOLE_NO_INDEX)
        wave->at_work++;
      else if (state->reason != SYSTOLE_REASON_BUSY)
        counts[state->reason]++;
    }
  for (guint r = SYSTOLE_REASON_BUSY + 1; r < SYSTOLE_N_REASONS; r++)
    if (counts[r] > counts[wave->reason])
      wave->reason = (SystoleReason) r;
  measure_busy (run, frame.units->len, wave);
  systole_chip_frame_clear (&frame);
  return frame.fewer_from;
}

static gboolean
has_work (const SystoleRun *run, guint64 cycle)
{
  SystoleChipFrame frame;
  gboolean found = FALSE;

  systole_chip_frame_init (&frame);
  systole_run_chip_frame (run, cycle, &frame);
  for (guint i = 0; i < frame.units->len && !found; i++)
    found = g_array_index (frame.units, SystoleUnitState, i).block != SYSTOLE_NO_INDEX;
  systole_chip_frame_clear (&frame);
  return found;
}

/* A run that ends with no unit at work, as its result is handed back: that part is no wave. Returns the new count. */
static guint
split_end (const SystoleRun *run, guint count, Wave *out)
{
  Wave *last = &out[count - 1];
  guint64 with = last->start + (last->end - last->start) / 2, without = last->end - 1;

  if (last->at_work == 0 || without <= with || has_work (run, without))
    return count;
  while (without - with > 1)
    {
      guint64 middle = with + (without - with) / 2;

      if (has_work (run, middle))
        with = middle;
      else
        without = middle;
    }
  out[count] = (Wave){ .start = without, .end = last->end };
  last->end = without;
  look_at (run, last);
  look_at (run, &out[count]);
  return count + 1;
}

/* A box for each of several kernels; 0: there is only one. */
static guint
list_kernels (const SystoleRun *run, Wave *out)
{
  guint64 n = systole_run_get_n_cycles (run), start = 0;
  SystoleChipFrame frame;
  guint count = 0;

  systole_chip_frame_init (&frame);
  while (start < n && count < MOST_WAVES)
    {
      systole_run_chip_frame (run, start, &frame);
      if (frame.kernel == NULL)
        break;
      out[count] = (Wave){ .start = start, .end = count + 1 == MOST_WAVES ? n : CLAMP (frame.kernel_end, start + 1, n), .kernel = _ (frame.kernel) };
      look_at (run, &out[count]);
      systole_run_chip_frame (run, out[count].start, &frame);
      out[count].first = frame.wave;
      systole_run_chip_frame (run, out[count].end - 1, &frame);
      out[count].last = frame.wave;
      measure_busy (run, frame.units->len, &out[count]);
      start = out[count++].end;
    }
  systole_chip_frame_clear (&frame);
  return count;
}

/* First cycle of the wave after the one that @cycle is in; the end of the run if there is none. */
static guint64
next_wave (const SystoleRun *run, guint64 cycle)
{
  guint64 n = systole_run_get_n_cycles (run);
  guint64 next = systole_run_step (run, cycle, SYSTOLE_STEP_WAVE, 1);

  return next <= cycle || next + 1 >= n ? n : next;
}

/* The stretches from one beginning of a wave to the next; of more waves than @most, one a kernel, or all but the last in one.
 * Fills at most MOST_WAVES + 1. */
static guint
list_waves (const SystoleRun *run, guint64 n_waves, guint most, Wave *out)
{
  guint64 n = systole_run_get_n_cycles (run);
  guint64 start = 0, last;
  guint count = 0;

  if (n_waves + 2 <= most)
    {
      while (count < MOST_WAVES && start < n)
        {
          guint64 fewer;

          out[count] = (Wave){ .start = start, .end = count + 1 == MOST_WAVES ? n : next_wave (run, start) };
          fewer = look_at (run, &out[count]);
          if (fewer > start && fewer < out[count].end && count + 1 < MOST_WAVES)
            {
              out[count].end = fewer;
              look_at (run, &out[count]);
            }
          start = out[count++].end;
        }
      return count > 0 ? split_end (run, count, out) : 0;
    }
  count = list_kernels (run, out);
  if (count > 1)
    return count;
  last = CLAMP (systole_run_step (run, n - 1, SYSTOLE_STEP_WAVE, -1), 1, n - 1);
  out[0] = (Wave){ .start = 0, .end = last };
  out[1] = (Wave){ .start = last, .end = n };
  look_at (run, &out[0]);
  look_at (run, &out[1]);
  out[0].first = 0;
  out[0].last = out[1].first - (out[1].first > 0);
  measure_busy (run, systole_run_get_n_units (run), &out[0]);
  return split_end (run, 2, out);
}

static double
cycle_x (const Plot *plot, double cycle)
{
  return plot->left + plot->width * cycle / plot->cycles;
}

/* Left end of a text of a width within x0 … x1 that the playhead does not cross; < 0: no room. */
static double
beside_playhead (const Plot *plot, double x0, double x1, double wanted)
{
  double gap = 6;

  if (plot->playhead < x0 - gap || plot->playhead > x0 + wanted + gap)
    return x0 + wanted <= x1 ? x0 : -1;
  return plot->playhead + gap + wanted <= x1 ? plot->playhead + gap : -1;
}

/* In the middle of the part that waits, if it holds a letter of this size. */
static void
paint_letter (cairo_t *cr, const SystolePaintStyle *style, const Plot *plot, SystoleReason reason, double x0, double width, double height)
{
  double side = MAX (22 * style->font_scale, 22), letter;

  if (width < side + 4 || plot->height - height < side + 4)
    return;
  letter = beside_playhead (plot, x0 + width / 2 - side / 2, x0 + width - 2, side);
  if (letter < 0) /* the playhead is right of the middle, near the end */
    letter = plot->playhead - side - 6;
  if (letter >= x0 + 2)
    systole_paint_idle_letter (cr, style, reason, letter + side / 2, plot->top + (plot->height + height) / 2, systole_region_letter (style, 16));
}

static double
wave_width (const Plot *plot, const Wave *wave)
{
  double width = cycle_x (plot, (double) wave->end) - cycle_x (plot, (double) wave->start);

  return MAX (width - (width > 8 ? 2 : 0), 1);
}

static double
wave_height (const Plot *plot, const Wave *wave)
{
  return plot->n_units > 0 ? plot->height * wave->at_work / plot->n_units : 0;
}

/* Height of what is hatched at the top of a wave's box; 0: its units are as good as always busy. */
static double
idle_height (const Plot *plot, const Wave *wave)
{
  double height = wave_height (plot, wave), idle = height * (1 - wave->busy);

  return wave->cause == SYSTOLE_REASON_BUSY || idle < LEAST_IDLE ? 0 : MIN (idle, height);
}

static void
paint_wave (cairo_t *cr, const SystolePaintStyle *style, const Plot *plot, const Wave *wave)
{
  double x = cycle_x (plot, (double) wave->start), width = wave_width (plot, wave), height = wave_height (plot, wave);
  double idle = idle_height (plot, wave), line = systole_cell_outline (style, SYSTOLE_HATCH_BAR);

  if (height > 0)
    systole_paint_box (cr, style, SYSTOLE_REASON_BUSY, SYSTOLE_MEANING_SUM, x, plot->top, width, height, SYSTOLE_HATCH_BAR);
  if (idle > line && width > 2 * line)
    {
      double bottom = MIN (plot->top + idle, plot->top + height - line);

      cairo_rectangle (cr, x + line, plot->top + line, width - 2 * line, bottom - plot->top - line);
      systole_paint_source (cr, style->palette->idle_fill);
      cairo_fill (cr);
      systole_paint_hatch (cr, style, systole_reason_get_hatch (wave->cause), x + line, plot->top + line, width - 2 * line, bottom - plot->top - line, SYSTOLE_HATCH_BAR);
      cairo_rectangle (cr, x + line, bottom - style->line_scale, width - 2 * line, style->line_scale);
      systole_paint_source (cr, style->palette->busy_outline);
      cairo_fill (cr);
    }
  if (height < plot->height - 1)
    {
      systole_paint_box (cr, style, wave->reason, SYSTOLE_MEANING_SUM, x, plot->top + height + 1, width, plot->height - height - 1, 44);
      paint_letter (cr, style, plot, wave->reason, x, width, height);
    }
}

/* A line of a label on a ground of its own: hatch and playhead end beside it. */
static void
paint_line (cairo_t *cr, const SystolePaintStyle *style, const char *text, double px, SystoleWeight weight, gboolean busy, double left, double y)
{
  double width = systole_paint_text_width (style, text, px, weight), height = (px + 3) * style->font_scale;

  systole_paint_badge (cr, style, left - 3, y - height / 2, width + 6, height, 3, busy ? style->palette->meanings[SYSTOLE_MEANING_SUM].tint : style->palette->idle_fill);
  systole_paint_text (cr, style, text, NULL, px, weight, style->palette->text, left, y, 0, SYSTOLE_ALIGN_START);
}

/* "wave 3" and how many units have a tile, or a kernel and its waves, in the middle of the box; where there is room
 * for one line only, the first. Returns whether there is room for it. */
static gboolean
paint_label (cairo_t *cr, const SystoleLanePaint *self, const Plot *plot, const Wave *wave)
{
  const SystolePaintStyle *style = &self->style;
  double x = cycle_x (plot, (double) wave->start), width = wave_width (plot, wave), height = wave_height (plot, wave);
  double line = 15 * style->font_scale, middle = plot->top + height / 2, idle = plot->top + idle_height (plot, wave);
  g_autofree char *waves = systole_wave_name (self->run, wave->first, wave->last);
  g_autofree char *units = g_strdup_printf (_ ("%u of %u"), wave->at_work, plot->n_units);
  const char *name = wave->kernel != NULL ? wave->kernel : waves, *count = wave->kernel != NULL ? waves : units;
  double of_name = systole_paint_text_width (style, name, TITLE_PX, SYSTOLE_WEIGHT_SEMIBOLD), of_count = systole_paint_text_width (style, count, TEXT_PX, SYSTOLE_WEIGHT_NORMAL);
  gboolean both = height >= 2.6 * line && MAX (of_name, of_count) <= width - 16;
  double pad = of_name <= width - 16 ? 9 : 4, wanted = both ? MAX (of_name, of_count) : of_name;
  double left = beside_playhead (plot, x + pad, x + width - pad + 2, wanted);

  /* Where there is no room beside it the playhead stands behind the words of the wave that it is in. */
  if (left < 0 && wanted <= width - 2 * pad + 2)
    left = x + pad;
  if (wave->at_work == 0 || left < 0 || height < 1.2 * line)
    return FALSE;
  if (both)
    {
      paint_line (cr, style, name, TITLE_PX, SYSTOLE_WEIGHT_SEMIBOLD, middle - line > idle, left, middle - line * 0.55);
      paint_line (cr, style, count, TEXT_PX, SYSTOLE_WEIGHT_NORMAL, middle > idle, left, middle + line * 0.55);
      return TRUE;
    }
  paint_line (cr, style, name, TITLE_PX, SYSTOLE_WEIGHT_SEMIBOLD, middle - line > idle, left, middle);
  if (left + of_name + 12 + of_count <= x + width - 7 && (plot->playhead < left || plot->playhead > left + of_name + 12 + of_count + 6))
    paint_line (cr, style, count, TEXT_PX, SYSTOLE_WEIGHT_NORMAL, middle - line > idle, left + of_name + 12, middle);
  return TRUE;
}

#define LETTER_PX 16.0
#define LEAST_LETTER_PX 11.0
#define DISC 1.4 /* its ground, for its size */

/* Size of a letter in a part of such a height, 0: none. */
static double
cause_px (const SystolePaintStyle *style, double height)
{
  double px = MIN (LETTER_PX * MAX (style->font_scale, 1), (height - 3) / DISC);

  return px >= MAX (LEAST_LETTER_PX, style->least_px) ? px : 0;
}

/* Waves from the first on that wait for one cause, each too narrow for a letter of its own. */
static guint
count_alike (const SystolePaintStyle *style, const Plot *plot, const Wave *waves, guint n, double side)
{
  guint i = 1;

  while (i < n && waves[i].cause == waves[0].cause && cause_px (style, idle_height (plot, &waves[i])) > 0 && wave_width (plot, &waves[i]) < side)
    i++;
  return i;
}

/* The letters of what the units with a tile wait for; narrow waves that are alike have one together.
 * @labelled: which waves have words in their middle */
static void
paint_causes (cairo_t *cr, const SystolePaintStyle *style, const Plot *plot, const Wave *waves, const gboolean *labelled, guint n)
{
  for (guint i = 0, next; i < n; i = next)
    {
      double idle = idle_height (plot, &waves[i]), x0 = cycle_x (plot, (double) waves[i].start), width = wave_width (plot, &waves[i]);
      double side = DISC * cause_px (style, idle), left, y;

      next = i + 1;
      if (side <= 0)
        continue;
      if (width < side + 4)
        {
          next = i + count_alike (style, plot, &waves[i], n - i, side + 4);
          for (guint j = i; j < next; j++)
            idle = MIN (idle, idle_height (plot, &waves[j]));
          side = DISC * cause_px (style, idle);
          width = cycle_x (plot, (double) waves[next - 1].end) - x0;
        }
      y = plot->top + idle / 2;
      if (labelled[i]) /* above the words, or where these are not */
        y = MIN (y, plot->top + wave_height (plot, &waves[i]) / 2 - 17 * style->font_scale - side / 2);
      left = beside_playhead (plot, x0 + width / 2 - side / 2, x0 + width - 2, side);
      if (left < 0)
        left = plot->playhead - side - 6;
      if (width >= side + 4 && left >= x0 && y - side / 2 >= plot->top + 1)
        systole_paint_idle_letter (cr, style, waves[i].cause, left + side / 2, y, cause_px (style, idle));
    }
}

/* Cycles at which waves begin, and the end, as long as they do not touch. */
static void
paint_times (cairo_t *cr, const SystolePaintStyle *style, const Plot *plot, const Wave *waves, guint n)
{
  double y = plot->top + plot->height + 10 * style->font_scale;
  double free_from = plot->left - 40;
  g_autofree char *end = systole_number_format_count ((guint64) plot->cycles);
  double end_width = systole_paint_text_width (style, end, TEXT_PX, SYSTOLE_WEIGHT_NORMAL);
  double end_left = plot->left + plot->width - end_width;

  systole_paint_text (cr, style, end, NULL, TEXT_PX, SYSTOLE_WEIGHT_NORMAL, style->palette->second_text, plot->left + plot->width, y, 0, SYSTOLE_ALIGN_END);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *text = systole_number_format_count (waves[i].start);
      double width = systole_paint_text_width (style, text, TEXT_PX, SYSTOLE_WEIGHT_NORMAL);
      double x = cycle_x (plot, (double) waves[i].start);

      if (x < free_from || x + width + 10 > end_left)
        continue;
      systole_paint_text (cr, style, text, NULL, TEXT_PX, SYSTOLE_WEIGHT_NORMAL, style->palette->second_text, x, y, 0, SYSTOLE_ALIGN_START);
      free_from = x + width + 10;
    }
}

static void
paint_playhead (cairo_t *cr, const SystolePaintStyle *style, const Plot *plot)
{
  double x = plot->playhead;
  double line = 2 * style->line_scale;

  systole_paint_source (cr, style->palette->accent);
  cairo_rectangle (cr, x - line / 2, plot->top - 6, line, plot->height + 9);
  cairo_fill (cr);
  cairo_move_to (cr, x - 6, plot->top - 10);
  cairo_rel_line_to (cr, 12, 0);
  cairo_rel_line_to (cr, -6, 8);
  cairo_close_path (cr);
  cairo_fill (cr);
}

/**
 * systole_chip_paint_waves:
 *
 * Costs the waves that are drawn one by one, at most 64, whatever the length of the run.
 */
void
systole_chip_paint_waves (cairo_t *cr, const SystoleLanePaint *self, const SystoleChipBox *box, const SystoleChipFrame *frame)
{
  const SystolePaintStyle *style = &self->style;
  const SystolePalette *palette = style->palette;
  double font = style->font_scale;
  g_autofree char *first = g_strdup_printf ("%s 0", systole_chip_unit_name (self->run));
  g_autofree char *last = g_strdup_printf ("%u", MAX (frame->units->len, 1) - 1);
  /* Translators: heading of a diagram; %s is SM or MXU */
  g_autofree char *title = g_strdup_printf (_ ("Which %s has work when"), systole_chip_unit_name (self->run));
  const char *key = _ ("filled: multipliers at work");
  double names = MAX (systole_paint_text_width (style, first, TEXT_PX, SYSTOLE_WEIGHT_NORMAL), systole_paint_text_width (style, last, TEXT_PX, SYSTOLE_WEIGHT_NORMAL));
  Wave waves[MOST_WAVES + 1];
  gboolean labelled[MOST_WAVES + 1];
  Plot plot;
  guint n;

  /* Its length and the share that has passed would tell what is asked for. */
  if (box->height <= 0 || systole_lane_paint_hides_length (self))
    return;
  plot = (Plot){ box->x + names + 10, box->y + 18 * font + 8, box->width - names - 12, box->height - 36 * font - 10, (double) systole_run_get_n_cycles (self->run), frame->units->len, 0 };
  plot.playhead = cycle_x (&plot, MIN ((double) self->cycle + self->fraction + 0.5, plot.cycles));
  systole_paint_text (cr, style, title, NULL, TITLE_PX, SYSTOLE_WEIGHT_BOLD, palette->text, box->x, box->y + 8 * font, box->width, SYSTOLE_ALIGN_START);
  if (systole_paint_text_width (style, title, TITLE_PX, SYSTOLE_WEIGHT_BOLD) + 24 + systole_paint_text_width (style, key, TEXT_PX, SYSTOLE_WEIGHT_NORMAL) <= box->width)
    systole_paint_text (cr, style, key, NULL, TEXT_PX, SYSTOLE_WEIGHT_NORMAL, palette->second_text, box->x + box->width, box->y + 8 * font, 0, SYSTOLE_ALIGN_END);
  n = list_waves (self->run, frame->n_waves, (guint) CLAMP (plot.width / (LEAST_WIDTH * style->line_scale), 4, MOST_WAVES), waves);
  for (guint i = 0; i < n; i++)
    paint_wave (cr, style, &plot, &waves[i]);
  paint_playhead (cr, style, &plot);
  for (guint i = 0; i < n; i++)
    labelled[i] = paint_label (cr, self, &plot, &waves[i]);
  paint_causes (cr, style, &plot, waves, labelled, n);
  systole_paint_text (cr, style, first, NULL, TEXT_PX, SYSTOLE_WEIGHT_NORMAL, palette->second_text, plot.left - 10, plot.top + 6 * font, 0, SYSTOLE_ALIGN_END);
  systole_paint_text (cr, style, last, NULL, TEXT_PX, SYSTOLE_WEIGHT_NORMAL, palette->second_text, plot.left - 10, plot.top + plot.height - 6 * font, 0, SYSTOLE_ALIGN_END);
  paint_times (cr, style, &plot, waves, n);
}
