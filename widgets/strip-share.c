/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/strip-painter.h"

#include <math.h>

/* The step line of a strip: which bins it has, how much of each is busy, and how it is drawn. */

#define LEAST_CYCLE 3.0 /* pixels a cycle from which each cycle is its own step */

/* x of an instant of the lane's own clock. */
double
systole_strip_cycle_x (const SystoleTimelinePaint *self, const SystoleTimelineGeometry *geometry, guint lane, double cycle)
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
      double x = MIN (systole_strip_cycle_x (self, geometry, lane, to), geometry->end) - geometry->left;

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

/*
 * Where a share goes up and down from pixel to pixel (tiles shorter than some pixels) the
 * line through every pixel would be a thick black band whose knots are those of the
 * pixels, not of the run. There the line is the mean of the pixels around and what it
 * swings over is a band behind it.
 */
#define AROUND 4        /* pixels to each side */
#define LEAST_TURNS 3   /* of direction within them, by at least … */
#define LEAST_SWING 1.0 /* pixels */
#define SWING_ALPHA 0.25

typedef struct
{
  const SystoleTimelinePaint *timeline;
  const SystoleTimelineGeometry *geometry;
  guint lane;
  SystoleStripSamples samples;
  const double *level, *least, *most; /* a bin: what the line shows, what it swings over */
  double top, height;
} Share;

static double
step_x (const Share *self, guint i)
{
  return systole_strip_cycle_x (self->timeline, self->geometry, self->lane, g_array_index (self->samples.edges, double, i));
}

static double
level_y (const Share *self, double share)
{
  return self->top + self->height - 0.75 - (self->height - 1.5) * share;
}

/* How often the shares of bins from … to − 1 turn by more than @swing. */
static guint
count_turns (const double *shares, guint from, guint to, double swing)
{
  guint turns = 0;
  double turned = shares[from];
  int way = 0;

  for (guint i = from + 1; i < to; i++)
    {
      double change = shares[i] - turned;
      int now = change > 0 ? 1 : -1;

      if (fabs (change) < swing && now != way)
        continue;
      turns += way != 0 && now != way;
      way = now;
      turned = shares[i];
    }
  return turns;
}

/* Fills level, least and most of every bin, @n each. */
static void
level_out (const SystoleStripSamples *samples, double height, gboolean pixels, double *level, double *least, double *most)
{
  const double *shares = (const double *) samples->shares->data, *edges = (const double *) samples->edges->data;
  guint n = samples->shares->len;

  for (guint i = 0; i < n; i++)
    {
      guint from = i > AROUND ? i - AROUND : 0, to = MIN (i + AROUND + 1, n);
      double busy = 0;

      level[i] = least[i] = most[i] = shares[i];
      if (!pixels || count_turns (shares, from, to, LEAST_SWING / height) < LEAST_TURNS)
        continue;
      for (guint j = from; j < to; j++)
        {
          busy += shares[j] * (edges[j + 1] - edges[j]);
          least[i] = MIN (least[i], shares[j]);
          most[i] = MAX (most[i], shares[j]);
        }
      level[i] = busy / (edges[to] - edges[from]);
    }
}

/* Steps from … to − 1 as a path; `closed` down to the foot of the strip. */
static void
trace_steps (cairo_t *cr, const Share *self, const double *level, guint from, guint to, gboolean closed)
{
  double first = step_x (self, from), last = first;

  cairo_new_path (cr);
  for (guint i = from; i < to; i++)
    {
      double y = level_y (self, level[i]);

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

/* Between least and most, where they differ. */
static void
fill_swing (cairo_t *cr, const Share *self, guint n)
{
  cairo_new_path (cr);
  for (guint i = 0; i < n; i++)
    if (self->most[i] > self->least[i])
      {
        double x = step_x (self, i), y = level_y (self, self->most[i]);

        cairo_rectangle (cr, x, y, step_x (self, i + 1) - x, level_y (self, self->least[i]) - y);
      }
  cairo_fill (cr);
}

/* Pieces overlap by a step, so that no gap shows between them. */
void
systole_strip_paint_share (cairo_t *cr, const SystoleTimelinePaint *timeline, const SystoleTimelineGeometry *geometry, guint lane, double top)
{
  const SystolePalette *palette = timeline->style.palette;
  Share self = { timeline, geometry, lane, { NULL, NULL }, NULL, NULL, NULL, top, geometry->busy };
  g_autofree double *levels = NULL;
  SystoleColor swing = palette->busy_outline;
  gboolean pixels;
  guint n;

  systole_strip_sample (timeline, geometry, lane, &self.samples);
  n = self.samples.shares->len;
  levels = g_new (double, 3 * (gsize) n + 1);
  self.level = levels;
  self.least = levels + n;
  self.most = levels + 2 * (gsize) n;
  pixels = n > 1 && (step_x (&self, n) - step_x (&self, 0)) / n < LEAST_CYCLE;
  level_out (&self.samples, self.height, pixels, levels, levels + n, levels + 2 * (gsize) n);
  cairo_set_line_width (cr, 1.5 * timeline->style.line_scale);
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_MITER);
  for (guint from = 0; from < n; from += STEPS)
    {
      trace_steps (cr, &self, self.most, from > 0 ? from - 1 : 0, MIN (from + STEPS, n), TRUE);
      systole_paint_source (cr, palette->meanings[SYSTOLE_MEANING_SUM].tint);
      cairo_fill (cr);
    }
  swing.alpha *= SWING_ALPHA;
  systole_paint_source (cr, swing);
  fill_swing (cr, &self, n);
  for (guint from = 0; from < n; from += STEPS)
    {
      trace_steps (cr, &self, self.level, from > 0 ? from - 1 : 0, MIN (from + STEPS, n), FALSE);
      systole_paint_source (cr, palette->busy_outline);
      cairo_stroke (cr);
    }
  systole_strip_samples_clear (&self.samples);
}
