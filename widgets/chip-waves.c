/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/chip-parts.h"

#include <math.h>

#include "engine/base/i18n.h"
#include "engine/base/number.h"
#include "widgets/box.h"
#include "widgets/hatch.h"
#include "widgets/lane-cache.h"
#include "widgets/unit-format.h"
#include "widgets/wave-words.h"

/*
 * Which unit works when: time to the right, units downwards. A wave is a box as high as
 * the units that have a tile in it; the rest of the column is hatched with the cause. Where
 * some units have a tile less than others a wave is two boxes: all of them, then the others.
 */

#define TITLE_PX 12.5
#define TEXT_PX 11.5
#define MOST_WAVES 64    /* drawn one by one; of more, all but the last are one box */
#define MOSTLY 0.5       /* of their multipliers’ cycles, below which units are said to wait */
#define INSTANTS 16      /* at which they are asked for what */
#define LEAST_WIDTH 10.0 /* pixels of a wave, or outlines would be all that is seen of it */

typedef struct
{
  guint64 start, end;   /* cycles */
  guint64 first, last;  /* numbers of the waves that it stands for, from 0 */
  guint at_work;        /* units that have a tile */
  SystoleReason reason; /* of the others */
  SystoleReason waits;  /* for what those that have one mostly wait; BUSY: they mostly work */
  const char *kernel;   /* of several: its name, translated; or NULL */
} Wave;

typedef struct
{
  double left, top, width, height; /* of the plot */
  double cycles;
  guint n_units;
  double playhead; /* x: no text stands on it */
} Plot;

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
  systole_chip_frame_clear (&frame);
  return frame.fewer_from;
}

/* Whether units that have a tile mostly wait for something, and for what: asked at some instants of the stretch. */
static void
find_waiting (const SystoleRun *run, guint n_units, Wave *wave)
{
  guint64 counts[SYSTOLE_N_REASONS] = { 0 };
  double share;

  wave->waits = SYSTOLE_REASON_BUSY;
  if (wave->at_work == 0 || n_units == 0)
    return;
  systole_run_get_busy_share (run, (double) wave->start, (double) wave->end, 1, &share);
  if (share * n_units >= MOSTLY * wave->at_work)
    return;
  for (guint i = 0; i < INSTANTS; i++)
    {
      SystoleSummary summary;

      systole_run_summarize (run, wave->start + (guint64) ((double) (wave->end - wave->start) * (i + 0.5) / INSTANTS), &summary);
      for (guint r = SYSTOLE_REASON_BUSY + 1; r < SYSTOLE_N_REASONS; r++)
        if (r != SYSTOLE_REASON_TAIL && r != SYSTOLE_REASON_PADDING)
          counts[r] += summary.idle[r];
    }
  for (guint r = SYSTOLE_REASON_BUSY + 1; r < SYSTOLE_N_REASONS; r++)
    if (counts[r] > counts[wave->waits])
      wave->waits = (SystoleReason) r;
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
      out[count] = (Wave){ .start = start, .end = count + 1 == MOST_WAVES ? n : CLAMP (frame.kernel_end, start + 1, n) };
      look_at (run, &out[count]);
      out[count].kernel = _ (frame.kernel);
      systole_run_chip_frame (run, out[count].start, &frame);
      out[count].first = frame.wave;
      systole_run_chip_frame (run, out[count].end - 1, &frame);
      out[count].last = frame.wave;
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

/* The stretches from one beginning of a wave to the next; of more waves than @most, one a kernel, or all but the last in one. */
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
      return count;
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
  return 2;
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

/* On a hatch words stand on a plate, after the letter of what is waited for where there is room for it. */
static void
paint_words_plate (cairo_t *cr, const SystolePaintStyle *style, const Plot *plot, SystoleReason reason, double left, double wanted, double right, double height, double *words)
{
  double line = 15 * style->font_scale, letter = systole_region_letter (style, 16), high = MIN (height >= 2.6 * line ? 2.5 * line : 1.3 * line, height - 4);
  gboolean has_letter = left + wanted + 2 * letter + 10 <= right && (plot->playhead < left || plot->playhead > left + wanted + 2 * letter + 10);

  *words = has_letter ? left + 1.4 * letter + 4 : left;
  systole_paint_rounded (cr, left - 5, plot->top + (height - high) / 2, *words - left + wanted + 10, high, 4);
  systole_paint_source (cr, style->palette->idle_fill);
  cairo_fill (cr);
  if (has_letter)
    systole_paint_idle_letter (cr, style, reason, left + 0.6 * letter, plot->top + height / 2, letter);
}

static void
paint_wave (cairo_t *cr, const SystoleLanePaint *self, const Plot *plot, const Wave *wave)
{
  const SystolePaintStyle *style = &self->style;
  const SystolePalette *palette = style->palette;
  double x0 = cycle_x (plot, (double) wave->start), x1 = cycle_x (plot, (double) wave->end);
  double width = MAX (x1 - x0 - (x1 - x0 > 8 ? 2 : 0), 1);
  double share = plot->n_units > 0 ? (double) wave->at_work / plot->n_units : 0;
  double height = plot->height * share;
  g_autofree char *waves = systole_wave_name (self->run, wave->first, wave->last);
  const char *name = wave->kernel != NULL ? wave->kernel : waves;
  g_autofree char *count = wave->kernel != NULL ? g_strdup (waves) : g_strdup_printf (_ ("%u of %u"), wave->at_work, plot->n_units);
  double line = 15 * style->font_scale;
  double left;
  double wanted = MAX (systole_paint_text_width (style, name, TITLE_PX, SYSTOLE_WEIGHT_SEMIBOLD), systole_paint_text_width (style, count, TEXT_PX, SYSTOLE_WEIGHT_NORMAL));

  if (height > 0)
    systole_paint_box (cr, style, wave->waits, SYSTOLE_MEANING_SUM, x0, plot->top, width, height, SYSTOLE_HATCH_BAR);
  if (height < plot->height - 1)
    {
      systole_paint_box (cr, style, wave->reason, SYSTOLE_MEANING_SUM, x0, plot->top + height + 1, width, plot->height - height - 1, 44);
      paint_letter (cr, style, plot, wave->reason, x0, width, height);
    }
  if (wave->at_work == 0)
    return;
  left = beside_playhead (plot, x0 + 9, x0 + width - 7, wanted);
  if (left < 0)
    {
      /* its name is worth more than how many work */
      g_clear_pointer (&count, g_free);
      wanted = systole_paint_text_width (style, name, TITLE_PX, SYSTOLE_WEIGHT_SEMIBOLD);
      left = beside_playhead (plot, x0 + 5, x0 + width - 3, wanted);
    }
  if (left < 0)
    return;
  if (wave->waits != SYSTOLE_REASON_BUSY && height >= 1.2 * line)
    paint_words_plate (cr, style, plot, wave->waits, left, wanted, x0 + width, height, &left);
  if (height >= 2.6 * line && count != NULL)
    {
      systole_paint_text (cr, style, name, NULL, TITLE_PX, SYSTOLE_WEIGHT_SEMIBOLD, palette->text, left, plot->top + height / 2 - line * 0.55, 0, SYSTOLE_ALIGN_START);
      systole_paint_text (cr, style, count, NULL, TEXT_PX, SYSTOLE_WEIGHT_NORMAL, palette->text, left, plot->top + height / 2 + line * 0.55, 0, SYSTOLE_ALIGN_START);
    }
  else if (height >= 1.2 * line)
    {
      double used = systole_paint_text (cr, style, name, NULL, TITLE_PX, SYSTOLE_WEIGHT_SEMIBOLD, palette->text, left, plot->top + height / 2, 0, SYSTOLE_ALIGN_START) + 12;
      double more = count != NULL ? systole_paint_text_width (style, count, TEXT_PX, SYSTOLE_WEIGHT_NORMAL) : 0;

      if (count != NULL && left + used + more <= x0 + width - 7 && (plot->playhead < left || plot->playhead > left + used + more + 6))
        systole_paint_text (cr, style, count, NULL, TEXT_PX, SYSTOLE_WEIGHT_NORMAL, palette->text, left + used, plot->top + height / 2, 0, SYSTOLE_ALIGN_START);
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
  g_autofree char *title = g_strdup_printf (_ ("Which %s works when"), systole_chip_unit_name (self->run));
  double names = MAX (systole_paint_text_width (style, first, TEXT_PX, SYSTOLE_WEIGHT_NORMAL), systole_paint_text_width (style, last, TEXT_PX, SYSTOLE_WEIGHT_NORMAL));
  Wave waves[MOST_WAVES];
  Plot plot;
  guint n;

  /* Its length and the share that has passed would tell what is asked for. */
  if (box->height <= 0 || systole_lane_paint_hides_length (self))
    return;
  plot = (Plot){ box->x + names + 10, box->y + 18 * font + 8, box->width - names - 12, box->height - 36 * font - 10, (double) systole_run_get_n_cycles (self->run), frame->units->len, 0 };
  plot.playhead = cycle_x (&plot, MIN ((double) self->cycle + self->fraction + 0.5, plot.cycles));
  systole_paint_text (cr, style, title, NULL, TITLE_PX, SYSTOLE_WEIGHT_BOLD, palette->text, box->x, box->y + 8 * font, box->width, SYSTOLE_ALIGN_START);
  n = list_waves (self->run, frame->n_waves, (guint) CLAMP (plot.width / (LEAST_WIDTH * style->line_scale), 4, MOST_WAVES), waves);
  for (guint i = 0; i < n; i++)
    {
      find_waiting (self->run, plot.n_units, &waves[i]);
      paint_wave (cr, self, &plot, &waves[i]);
    }
  systole_paint_text (cr, style, first, NULL, TEXT_PX, SYSTOLE_WEIGHT_NORMAL, palette->second_text, plot.left - 10, plot.top + 6 * font, 0, SYSTOLE_ALIGN_END);
  systole_paint_text (cr, style, last, NULL, TEXT_PX, SYSTOLE_WEIGHT_NORMAL, palette->second_text, plot.left - 10, plot.top + plot.height - 6 * font, 0, SYSTOLE_ALIGN_END);
  paint_times (cr, style, &plot, waves, n);
  paint_playhead (cr, style, &plot);
}
