/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/strip-painter.h"

#include <math.h>

#include "engine/base/i18n.h"
#include "widgets/hatch.h"

#define MAX_STRETCHES 256
#define LEAST_CYCLE 3.0 /* pixels a cycle from which each cycle is its own step */
#define WORD_PX 12.5
#define GAP 5.0
#define MARK_RADIUS 5.5
#define LEAST_WORD 3.0 /* letters that a shortened word must keep */

/* x of an instant of the lane's own clock. */
static double
cycle_x (const SystoleTimelinePaint *self, const SystoleTimelineGeometry *geometry, guint lane, double cycle)
{
  return systole_timeline_edge_x (geometry, systole_time_from_cycle (self->time_base, self->lanes[lane].run, cycle));
}

static double
pixel_cycle (const SystoleTimelinePaint *self, const SystoleTimelineGeometry *geometry, guint lane, double x)
{
  return systole_time_to_cycle (self->time_base, self->lanes[lane].run, systole_timeline_edge_position (geometry, x));
}

static void
sample_bins (const SystoleRun *run, double from, double to, guint n, SystoleStripSamples *out)
{
  g_array_set_size (out->edges, n + 1);
  g_array_set_size (out->shares, n);
  for (guint i = 0; i <= n; i++)
    g_array_index (out->edges, double, i) = from + (to - from) * i / n;
  systole_run_get_busy_share (run, from, to, n, (double *) out->shares->data);
}

/* In the base "work" the pixels are not equally long: each has its own bin. */
static void
sample_pixels (const SystoleTimelinePaint *self, const SystoleTimelineGeometry *geometry, guint lane, guint n, SystoleStripSamples *out)
{
  const SystoleRun *run = self->lanes[lane].run;
  double before = pixel_cycle (self, geometry, lane, geometry->left);

  g_array_append_val (out->edges, before);
  for (guint i = 0; i < n; i++)
    {
      double after = pixel_cycle (self, geometry, lane, geometry->left + (geometry->end - geometry->left) * (i + 1) / n);
      double share;

      if (after <= before)
        continue;
      systole_run_get_busy_share (run, before, after, 1, &share);
      g_array_append_val (out->edges, after);
      g_array_append_val (out->shares, share);
      before = after;
    }
}

/**
 * systole_strip_sample:
 * @out: (out): clear with systole_strip_samples_clear()
 *
 * The busy share over the visible part of a lane, exact: the shares weighted by the
 * lengths of their bins are the busy multiplier-cycles between the first edge and the
 * last. Costs the pixels, whatever the length of the run.
 */
void
systole_strip_sample (const SystoleTimelinePaint *self, const SystoleTimelineGeometry *geometry, guint lane, SystoleStripSamples *out)
{
  const SystoleRun *run = self->lanes[lane].run;
  double end = (double) systole_run_get_n_cycles (run);
  double from = pixel_cycle (self, geometry, lane, geometry->left);
  double to = pixel_cycle (self, geometry, lane, geometry->end);
  guint pixels = (guint) MAX (1, ceil (geometry->end - geometry->left));
  double per_cycle = to > from ? (geometry->end - geometry->left) / (to - from) : 0;

  out->edges = g_array_new (FALSE, TRUE, sizeof (double));
  out->shares = g_array_new (FALSE, TRUE, sizeof (double));
  if (to <= from)
    return;
  if (self->time_base == SYSTOLE_TIME_WORK)
    sample_pixels (self, geometry, lane, pixels, out);
  else if (per_cycle >= LEAST_CYCLE || to - from <= pixels / LEAST_CYCLE)
    {
      from = floor (from);
      to = MIN (ceil (to), end);
      sample_bins (run, from, to, (guint) (to - from), out);
    }
  else
    {
      double x = MIN (cycle_x (self, geometry, lane, to), geometry->end) - geometry->left;

      sample_bins (run, from, to, (guint) MAX (1, ceil (x)), out);
    }
}

void
systole_strip_samples_clear (SystoleStripSamples *self)
{
  g_clear_pointer (&self->edges, g_array_unref);
  g_clear_pointer (&self->shares, g_array_unref);
}

/* A path of so many steps is drawn at once: the cost of one grows with the square of its steps. */
#define STEPS 48

typedef struct
{
  const SystoleTimelinePaint *timeline;
  const SystoleTimelineGeometry *geometry;
  guint lane;
  SystoleStripSamples samples;
  double top, height;
} Share;

static double
step_x (const Share *self, guint i)
{
  return cycle_x (self->timeline, self->geometry, self->lane, g_array_index (self->samples.edges, double, i));
}

/* Steps from … to − 1 as a path; `closed` down to the foot of the strip. */
static void
trace_steps (cairo_t *cr, const Share *self, guint from, guint to, gboolean closed)
{
  double first = step_x (self, from), last = first;

  cairo_new_path (cr);
  for (guint i = from; i < to; i++)
    {
      double y = self->top + self->height - 0.75 - (self->height - 1.5) * g_array_index (self->samples.shares, double, i);

      cairo_line_to (cr, last, y);
      last = step_x (self, i + 1);
      cairo_line_to (cr, last, y);
    }
  if (!closed)
    return;
  cairo_line_to (cr, last, self->top + self->height);
  cairo_line_to (cr, first, self->top + self->height);
  cairo_close_path (cr);
}

/* Pieces overlap by a step, so that no gap shows between them. */
static void
paint_share (cairo_t *cr, const SystoleTimelinePaint *timeline, const SystoleTimelineGeometry *geometry, guint lane, double top, double height)
{
  const SystolePalette *palette = timeline->style.palette;
  Share self = { timeline, geometry, lane, { NULL, NULL }, top, height };
  guint n;

  systole_strip_sample (timeline, geometry, lane, &self.samples);
  n = self.samples.shares->len;
  cairo_set_line_width (cr, 1.5 * timeline->style.line_scale);
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_MITER);
  for (guint from = 0; from < n; from += STEPS)
    {
      trace_steps (cr, &self, from > 0 ? from - 1 : 0, MIN (from + STEPS, n), TRUE);
      systole_paint_source (cr, palette->meanings[SYSTOLE_MEANING_SUM].tint);
      cairo_fill (cr);
    }
  for (guint from = 0; from < n; from += STEPS)
    {
      trace_steps (cr, &self, from > 0 ? from - 1 : 0, MIN (from + STEPS, n), FALSE);
      systole_paint_source (cr, palette->busy_outline);
      cairo_stroke (cr);
    }
  systole_strip_samples_clear (&self.samples);
}

/* Words of a stretch: up to the next stretch or the first mark in the way; shortened, then dropped. */
static void
paint_word (cairo_t *cr, const SystoleTimelinePaint *self, SystolePhase phase, double x, double room, double y)
{
  const char *title = systole_phase_get_title (phase);
  const char *brief = phase == SYSTOLE_PHASE_EPILOGUE ? C_ ("phase, in short", "store") : phase == SYSTOLE_PHASE_LOAD ? C_ ("phase, in short", "load")
                                                                                                                      : NULL;
  double width = systole_paint_text_width (&self->style, title, WORD_PX, SYSTOLE_WEIGHT_NORMAL);
  double least = LEAST_WORD * 0.6 * WORD_PX * self->style.font_scale;

  if (width > room && room < least + 0.8 * WORD_PX * self->style.font_scale)
    return;
  /* A phase with a short form is not cut: it is that or nothing. */
  if (width > room && brief != NULL && systole_paint_text_width (&self->style, brief, WORD_PX, SYSTOLE_WEIGHT_NORMAL) > room)
    return;
  systole_paint_text (cr, &self->style, title, brief, WORD_PX, SYSTOLE_WEIGHT_NORMAL, self->style.palette->second_text, x, y, room, SYSTOLE_ALIGN_START);
}

/* Stretches of one phase may differ in their cause: the phase is named once. */
static gboolean
begins_phase (const SystoleStretch *stretches, guint i)
{
  return i == 0 || stretches[i - 1].phase != stretches[i].phase;
}

static guint64
end_of_phase (const SystoleStretch *stretches, guint n, guint i)
{
  while (i + 1 < n && stretches[i + 1].phase == stretches[i].phase)
    i++;
  return stretches[i].end;
}

static void
paint_stretch (cairo_t *cr, const SystoleTimelinePaint *self, const SystoleTimelineGeometry *geometry, const SystoleStretch *stretch, gboolean begins, double x0, double x1, double top)
{
  const SystolePalette *palette = self->style.palette;
  double busy = top + geometry->words;

  if (stretch->reason != SYSTOLE_REASON_BUSY && x1 > x0)
    systole_paint_hatch (cr, &self->style, systole_reason_get_hatch (stretch->reason), x0, busy, x1 - x0, geometry->busy, SYSTOLE_HATCH_BAR);
  if (begins && x0 > geometry->left)
    {
      systole_paint_source (cr, palette->idle_outline);
      cairo_set_line_width (cr, self->style.line_scale);
      cairo_move_to (cr, round (x0) + 0.5, top);
      cairo_line_to (cr, round (x0) + 0.5, busy + geometry->busy);
      cairo_stroke (cr);
    }
}

static void
paint_mark (cairo_t *cr, const SystoleTimelinePaint *self, SystoleMeaning meaning, gboolean diamond, double x, double y)
{
  const SystolePalette *palette = self->style.palette;
  double r = MARK_RADIUS * MAX (1, self->style.font_scale);

  if (diamond)
    {
      cairo_move_to (cr, x, y - r);
      cairo_line_to (cr, x + r, y);
      cairo_line_to (cr, x, y + r);
      cairo_line_to (cr, x - r, y);
    }
  else
    {
      cairo_move_to (cr, x, y - r);
      cairo_line_to (cr, x + r, y + r * 0.8);
      cairo_line_to (cr, x - r, y + r * 0.8);
    }
  cairo_close_path (cr);
  systole_paint_source (cr, palette->meanings[meaning].mark);
  cairo_fill_preserve (cr);
  systole_paint_source (cr, palette->text);
  cairo_set_line_width (cr, 1.5 * self->style.line_scale);
  cairo_stroke (cr);
}

/* x of the middle of the first event of a kind; FALSE: none, or not visible. */
static gboolean
find_mark (const SystoleTimelinePaint *self, const SystoleTimelineGeometry *geometry, guint lane, SystoleEvents kind, double *x)
{
  guint64 cycle;

  if (!systole_run_find_event (self->lanes[lane].run, 0, kind, 1, &cycle, NULL))
    return FALSE;
  if (self->untold && (double) cycle > self->lanes[lane].position)
    return FALSE;
  *x = (cycle_x (self, geometry, lane, (double) cycle) + cycle_x (self, geometry, lane, (double) cycle + 1)) / 2;
  return *x >= geometry->left - 1 && *x <= geometry->end + 1;
}

static void
paint_flag (cairo_t *cr, const SystoleTimelinePaint *self, const SystoleTimelineGeometry *geometry, double x, double top)
{
  double pole = 2 * self->style.line_scale, scale = MAX (1, self->style.font_scale);

  systole_paint_source (cr, self->style.palette->text);
  cairo_rectangle (cr, x - pole / 2, top, pole, geometry->words + geometry->busy);
  cairo_fill (cr);
  cairo_move_to (cr, x, top);
  cairo_rel_line_to (cr, 11 * scale, 4.5 * scale);
  cairo_rel_line_to (cr, -11 * scale, 4.5 * scale);
  cairo_close_path (cr);
  cairo_fill (cr);
}

static void
paint_words (cairo_t *cr, const SystoleTimelinePaint *self, const SystoleTimelineGeometry *geometry, guint lane, const SystoleStretch *stretches, guint n, double top)
{
  static const struct
  {
    SystoleEvents kind;
    SystoleMeaning meaning;
    gboolean diamond;
  } marks[] = {
    { SYSTOLE_EVENT_FIRST_OUTPUT, SYSTOLE_MEANING_RESULT, TRUE },
    { SYSTOLE_EVENT_STALL, SYSTOLE_MEANING_ADVICE, FALSE },
  };
  double y = top + geometry->words * 0.5;
  double room = (MARK_RADIUS + 2.5) * MAX (1, self->style.font_scale);
  double x[G_N_ELEMENTS (marks)];
  gboolean shown[G_N_ELEMENTS (marks)];

  for (guint i = 0; i < G_N_ELEMENTS (marks); i++)
    shown[i] = find_mark (self, geometry, lane, marks[i].kind, &x[i]);
  for (guint i = 0; i < n; i++)
    {
      double x0 = MAX (cycle_x (self, geometry, lane, (double) stretches[i].start), geometry->left) + GAP;
      double x1 = MIN (cycle_x (self, geometry, lane, (double) end_of_phase (stretches, n, i)), geometry->end) - GAP;

      if (!begins_phase (stretches, i) || geometry->words < WORD_PX * self->style.font_scale)
        continue;
      for (guint j = 0; j < G_N_ELEMENTS (marks); j++)
        if (shown[j] && x[j] + room > x0 && x[j] - room < x1)
          x1 = x[j] - room;
      if (x1 > x0)
        paint_word (cr, self, stretches[i].phase, x0, x1 - x0, y);
    }
  for (guint i = 0; i < G_N_ELEMENTS (marks); i++)
    if (shown[i])
      paint_mark (cr, self, marks[i].meaning, marks[i].diamond, x[i], y);
}

/**
 * systole_strip_paint:
 *
 * What of a strip does not move: phases, busy share, marks, the flag at the end.
 */
void
systole_strip_paint (cairo_t *cr, const SystoleTimelinePaint *self, const SystoleTimelineGeometry *geometry, guint lane)
{
  const SystolePalette *palette = self->style.palette;
  const SystoleRun *run = self->lanes[lane].run;
  SystoleStretch stretches[MAX_STRETCHES];
  guint n = systole_run_get_strip (run, stretches, MAX_STRETCHES);
  double top = geometry->first + geometry->pitch * lane;
  double busy = top + geometry->words;
  double finish = cycle_x (self, geometry, lane, (double) systole_run_get_n_cycles (run));
  double end = MIN (finish, geometry->end);

  /* A strip that goes on past the playhead would tell how long it is. */
  if (self->hides_length)
    end = MIN (end, cycle_x (self, geometry, lane, self->lanes[lane].position));
  if (end > geometry->left)
    {
      systole_paint_source (cr, palette->idle_fill);
      cairo_rectangle (cr, geometry->left, busy, end - geometry->left, geometry->busy);
      cairo_fill (cr);
    }
  cairo_save (cr);
  cairo_rectangle (cr, geometry->left, top, MAX (0, (self->hides_length ? end : geometry->end) - geometry->left + 1), geometry->words + geometry->busy + 2);
  cairo_clip (cr);
  for (guint i = 0; i < n; i++)
    {
      double x0 = MAX (cycle_x (self, geometry, lane, (double) stretches[i].start), geometry->left);
      double x1 = MIN (cycle_x (self, geometry, lane, (double) stretches[i].end), geometry->end);

      if (x1 >= x0)
        paint_stretch (cr, self, geometry, &stretches[i], begins_phase (stretches, i), x0, x1, top);
    }
  paint_share (cr, self, geometry, lane, busy, geometry->busy);
  cairo_restore (cr);
  systole_paint_source (cr, palette->idle_outline);
  cairo_set_line_width (cr, self->style.line_scale);
  cairo_move_to (cr, geometry->left, busy + geometry->busy + 0.5);
  cairo_line_to (cr, geometry->right, busy + geometry->busy + 0.5);
  cairo_stroke (cr);
  if (self->hides_length)
    return;
  paint_words (cr, self, geometry, lane, stretches, n, top);
  if (finish >= geometry->left && finish <= geometry->end + 0.5)
    paint_flag (cr, self, geometry, finish, top);
}
