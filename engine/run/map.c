/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/run/map.h"

#include <math.h>
#include <string.h>

#include "engine/run/known-error.h"

#define MEAN_OCTAVES (1.0 / 3.0) /* the mean goes over sizes so far to each side */

static gsize
place (const SystoleMap *self, guint lane, guint x, guint y)
{
  return ((gsize) lane * self->n_y + y) * self->n_x + x;
}

/**
 * systole_map_new:
 * @x: ascending, at least one
 * @y: ascending, at least one
 * @n_lanes: 1 … %SYSTOLE_MAP_MAX_LANES
 *
 * Nothing is known yet.
 */
SystoleMap *
systole_map_new (const guint64 *x, guint n_x, const guint64 *y, guint n_y, guint n_lanes)
{
  SystoleMap *self;
  gsize n = (gsize) n_lanes * n_x * n_y;

  g_return_val_if_fail (n_x >= 1 && n_y >= 1 && n_lanes >= 1 && n_lanes <= SYSTOLE_MAP_MAX_LANES, NULL);
  self = g_new0 (SystoleMap, 1);
  self->n_lanes = n_lanes;
  self->n_x = n_x;
  self->n_y = n_y;
  self->x = g_memdup2 (x, n_x * sizeof *x);
  self->y = g_memdup2 (y, n_y * sizeof *y);
  self->cells = g_new0 (SystoleMapCell, n);
  self->lead = g_new (double, n);
  self->error = g_new (double, (gsize) n_x *n_y);
  for (gsize i = 0; i < (gsize) n_x * n_y; i++)
    self->error[i] = NAN;
  for (gsize i = 0; i < n; i++)
    {
      self->cells[i].known_pct = -1;
      self->lead[i] = NAN;
    }
  return self;
}

void
systole_map_free (SystoleMap *self)
{
  g_free (self->x);
  g_free (self->y);
  g_free (self->cells);
  g_free (self->lead);
  g_free (self->error);
  g_free (self);
}

static gboolean
is_on_grid (guint i, guint n, guint stride)
{
  return stride > 0 && (i % stride == 0 || i == n - 1);
}

static guint
next_on_grid (guint i, guint n, guint stride)
{
  return i == n - 1 ? n : MIN ((i / stride + 1) * stride, n - 1);
}

/* Mean of the logarithm of a lane's time around a place; NaN where it cannot run there. */
static double
mean_log (const SystoleMap *self, guint lane, guint x, guint y)
{
  double near = pow (2, MEAN_OCTAVES), sum = 0;
  guint n = 0;

  if (!(self->cells[place (self, lane, x, y)].seconds > 0))
    return NAN;
  for (guint j = 0; j < self->n_y; j++)
    {
      double of_y = (double) MAX (self->y[j], self->y[y]) / (double) MAX (MIN (self->y[j], self->y[y]), 1);

      if (!is_on_grid (j, self->n_y, self->stride) || (j != y && of_y > near))
        continue;
      for (guint i = 0; i < self->n_x; i++)
        {
          double of_x = (double) MAX (self->x[i], self->x[x]) / (double) MAX (MIN (self->x[i], self->x[x]), 1);
          double seconds = self->cells[place (self, lane, i, j)].seconds;

          if (!is_on_grid (i, self->n_x, self->stride) || (i != x && of_x > near) || !(seconds > 0))
            continue;
          sum += log (seconds);
          n++;
        }
    }
  return sum / n;
}

/* The two fastest at a place by their own times; −1 where there is none. */
static void
find_fastest (const SystoleMap *self, guint x, guint y, int *first, int *second)
{
  *first = *second = -1;
  for (guint i = 0; i < self->n_lanes; i++)
    {
      double seconds = self->cells[place (self, i, x, y)].seconds;

      if (!(seconds > 0))
        continue;
      if (*first < 0 || seconds < self->cells[place (self, (guint) *first, x, y)].seconds)
        {
          *second = *first;
          *first = (int) i;
        }
      else if (*second < 0 || seconds < self->cells[place (self, (guint) *second, x, y)].seconds)
        *second = (int) i;
    }
}

static double
error_at (const SystoleMap *self, guint x, guint y)
{
  int first, second;
  double a, b;

  find_fastest (self, x, y, &first, &second);
  if (second < 0)
    return NAN;
  a = self->cells[place (self, (guint) first, x, y)].known_pct;
  b = self->cells[place (self, (guint) second, x, y)].known_pct;
  return a < 0 || b < 0 ? NAN : hypot (log1p (a / 100), log1p (b / 100));
}

static void
find_leads (SystoleMap *self)
{
  for (guint y = 0; y < self->n_y; y = next_on_grid (y, self->n_y, self->stride))
    for (guint x = 0; x < self->n_x; x = next_on_grid (x, self->n_x, self->stride))
      {
        double own[SYSTOLE_MAP_MAX_LANES];

        self->error[place (self, 0, x, y)] = error_at (self, x, y);
        for (guint i = 0; i < self->n_lanes; i++)
          own[i] = mean_log (self, i, x, y);
        for (guint i = 0; i < self->n_lanes; i++)
          {
            double best = NAN;

            for (guint j = 0; j < self->n_lanes; j++)
              if (j != i)
                best = fmin (best, own[j]);
            self->lead[place (self, i, x, y)] = best - own[i];
          }
      }
}

/**
 * systole_map_fill:
 * @stride: every how many values are looked at, ≥ 1; what an earlier call found is kept if
 *   its stride was a multiple
 * @ask: (scope call): tells the time of one lane at one place
 * @progress: (nullable) (scope call): told the share that is done of this call
 *
 * Returns: FALSE when @ask or @progress ended it; the map is then as before, with some
 *   cells more
 */
gboolean
systole_map_fill (SystoleMap *self, guint stride, SystoleMapTime ask, gpointer data, SystoleProgress progress, gpointer progress_data)
{
  g_return_val_if_fail (stride >= 1, FALSE);
  for (guint y = 0; y < self->n_y; y = next_on_grid (y, self->n_y, stride))
    {
      if (progress != NULL && !progress ((double) y / self->n_y, progress_data))
        return FALSE;
      for (guint x = 0; x < self->n_x; x = next_on_grid (x, self->n_x, stride))
        {
          if (is_on_grid (x, self->n_x, self->stride) && is_on_grid (y, self->n_y, self->stride))
            continue;
          for (guint lane = 0; lane < self->n_lanes; lane++)
            if (!ask (data, lane, self->x[x], self->y[y], &self->cells[place (self, lane, x, y)]))
              return FALSE;
        }
    }
  self->stride = stride;
  find_leads (self);
  return TRUE;
}

static guint
list_grid (guint n, guint stride, guint *out)
{
  guint found = 0;

  for (guint i = 0; i < n; i = next_on_grid (i, n, stride))
    out[found++] = i;
  return found;
}

/**
 * systole_map_thin:
 *
 * Returns: (transfer full): a map of the values that were filled, with no gap; %NULL while
 *   nothing was
 */
SystoleMap *
systole_map_thin (const SystoleMap *self)
{
  g_autofree guint *at_x = g_new (guint, self->n_x);
  g_autofree guint *at_y = g_new (guint, self->n_y);
  guint n_x, n_y;
  g_autofree guint64 *x = g_new (guint64, self->n_x);
  g_autofree guint64 *y = g_new (guint64, self->n_y);
  SystoleMap *out;

  if (self->stride == 0)
    return NULL;
  n_x = list_grid (self->n_x, self->stride, at_x);
  n_y = list_grid (self->n_y, self->stride, at_y);
  for (guint i = 0; i < n_x; i++)
    x[i] = self->x[at_x[i]];
  for (guint i = 0; i < n_y; i++)
    y[i] = self->y[at_y[i]];
  out = systole_map_new (x, n_x, y, n_y, self->n_lanes);
  out->stride = 1;
  for (guint j = 0; j < n_y; j++)
    for (guint i = 0; i < n_x; i++)
      out->error[place (out, 0, i, j)] = self->error[place (self, 0, at_x[i], at_y[j])];
  for (guint lane = 0; lane < self->n_lanes; lane++)
    for (guint j = 0; j < n_y; j++)
      for (guint i = 0; i < n_x; i++)
        {
          out->cells[place (out, lane, i, j)] = self->cells[place (self, lane, at_x[i], at_y[j])];
          out->lead[place (out, lane, i, j)] = self->lead[place (self, lane, at_x[i], at_y[j])];
        }
  return out;
}

/* What the map keeps of a run; one whose audit does not hold is none. */
void
systole_map_set_cell (SystoleMapCell *cell, const SystoleRun *run)
{
  SystoleKnownError known;

  if (!systole_run_is_sound (run))
    return;
  known = systole_run_get_known_error (run);
  cell->seconds = systole_run_get_seconds (run);
  cell->known_pct = known.count >= SYSTOLE_KNOWN_ERROR_ENOUGH ? known.mean_pct : -1;
  cell->bound = g_intern_string (systole_run_get_bound (run)); /* of a small set; the run goes away */
}

const SystoleMapCell *
systole_map_get_cell (const SystoleMap *self, guint lane, guint x, guint y)
{
  g_return_val_if_fail (lane < self->n_lanes && x < self->n_x && y < self->n_y, NULL);
  return &self->cells[place (self, lane, x, y)];
}

double
systole_map_get_lead (const SystoleMap *self, guint lane, guint x, guint y)
{
  g_return_val_if_fail (lane < self->n_lanes && x < self->n_x && y < self->n_y, NAN);
  return self->lead[place (self, lane, x, y)];
}

/**
 * systole_map_get_error:
 *
 * Returns: the known error of the quotient of the two fastest times at a place, as a
 *   natural logarithm: the root of the sum of both squares, as for independent errors; NaN
 *   where one of them is not validated
 */
double
systole_map_get_error (const SystoleMap *self, guint x, guint y)
{
  g_return_val_if_fail (x < self->n_x && y < self->n_y, NAN);
  return self->error[place (self, 0, x, y)];
}

static SystoleMapVerdict
judge (const SystoleMap *self, guint x, guint y, double lead)
{
  if (lead < log (SYSTOLE_MAP_EVEN_FACTOR))
    return SYSTOLE_MAP_EVEN;
  /* With NaN, not validated, it is false. */
  return lead < systole_map_get_error (self, x, y) ? SYSTOLE_MAP_CLOSE : SYSTOLE_MAP_FASTER;
}

/**
 * systole_map_judge_exactly:
 * @winner: (out): the fastest lane, where there is one
 * @factor: (out): time of the next ÷ its time, ≥ 1; 1 without a rival
 *
 * By the times of exactly this place.
 */
SystoleMapVerdict
systole_map_judge_exactly (const SystoleMap *self, guint x, guint y, guint *winner, double *factor)
{
  int first, second;

  *winner = 0;
  *factor = 1;
  find_fastest (self, x, y, &first, &second);
  if (first < 0)
    return SYSTOLE_MAP_NONE;
  *winner = (guint) first;
  if (second < 0)
    return self->n_lanes > 1 ? SYSTOLE_MAP_ALONE : SYSTOLE_MAP_NONE;
  *factor = self->cells[place (self, (guint) second, x, y)].seconds / self->cells[place (self, (guint) first, x, y)].seconds;
  return judge (self, x, y, log (*factor));
}

/**
 * systole_map_judge:
 *
 * systole_map_judge_exactly() by the means that the map is drawn from.
 */
SystoleMapVerdict
systole_map_judge (const SystoleMap *self, guint x, guint y, guint *winner, double *factor)
{
  SystoleMapVerdict exactly = systole_map_judge_exactly (self, x, y, winner, factor);
  double most = -1;

  if (exactly == SYSTOLE_MAP_NONE || exactly == SYSTOLE_MAP_ALONE)
    return exactly;
  for (guint i = 0; i < self->n_lanes; i++)
    if (self->lead[place (self, i, x, y)] > most)
      {
        most = self->lead[place (self, i, x, y)];
        *winner = i;
      }
  most = MAX (most, 0);
  *factor = exp (most);
  return judge (self, x, y, most);
}

/**
 * systole_map_count:
 * @shares: (out): by lane, the share of the places where it is the clear winner, or alone
 * @undecided: (out): the share where two are even or too close to say
 */
void
systole_map_count (const SystoleMap *self, double shares[SYSTOLE_MAP_MAX_LANES], double *undecided)
{
  double one = 1.0 / ((double) self->n_x * self->n_y);

  memset (shares, 0, SYSTOLE_MAP_MAX_LANES * sizeof *shares);
  *undecided = 0;
  for (guint y = 0; y < self->n_y; y++)
    for (guint x = 0; x < self->n_x; x++)
      {
        guint winner;
        double factor;
        SystoleMapVerdict verdict = systole_map_judge (self, x, y, &winner, &factor);

        if (verdict == SYSTOLE_MAP_FASTER || verdict == SYSTOLE_MAP_ALONE)
          shares[winner] += one;
        else if (verdict != SYSTOLE_MAP_NONE)
          *undecided += one;
      }
}

/* The index whose value is nearest by factor. */
static guint
find (const guint64 *values, guint n, guint64 value)
{
  guint best = 0;

  for (guint i = 1; i < n; i++)
    if (fabs (log ((double) MAX (values[i], 1) / (double) MAX (value, 1))) < fabs (log ((double) MAX (values[best], 1) / (double) MAX (value, 1))))
      best = i;
  return best;
}

/* The column whose value along the axis is nearest to @x by factor. */
guint
systole_map_find_x (const SystoleMap *self, guint64 x)
{
  return find (self->x, self->n_x, x);
}

/* The row whose value along the axis is nearest to @y by factor. */
guint
systole_map_find_y (const SystoleMap *self, guint64 y)
{
  return find (self->y, self->n_y, y);
}
