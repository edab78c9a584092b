/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/run/cliff.h"

#define JUMP_SHARE 100 /* a jump is more than 1/100 of the present time … */
#define MIN_JUMP 1     /* … and more than this many cycles */
#define MIN_REACH 64   /* elements that are looked at beyond the present value */
#define MAX_SLOPES 3   /* guesses of what an element costs between jumps … */
#define SLOPE_REACH 16 /* … the first from this many */

typedef struct
{
  SystoleCliffCycles cycles;
  gpointer data;
  guint lane;
  guint64 value, now; /* cycles at value */
  int direction;      /* 1 up, −1 down */
} Search;

static guint64
at_distance (const Search *self, guint64 distance)
{
  return self->direction > 0 ? self->value + distance : self->value - distance;
}

/* What the dimension's change by @distance costs (down: saves) beyond the slope. */
static gboolean
get_excess (const Search *self, guint64 distance, double slope, double *out)
{
  guint64 there;

  if (!self->cycles (self->data, self->lane, at_distance (self, distance), &there))
    return FALSE;
  *out = self->direction * ((double) there - (double) self->now) - slope * (double) distance;
  return TRUE;
}

static double
jump_of (guint64 now)
{
  return MAX ((double) now / JUMP_SHARE, MIN_JUMP);
}

/* Gallops to the first distance whose excess is a jump's, then halves between it and
 * the one before. `*near_one` is not beyond the jump, `*far_one` is. */
static gboolean
bracket (const Search *self, guint64 reach, double slope, guint64 *near_one, guint64 *far_one)
{
  double jump = jump_of (self->now), excess;
  guint64 near = 0, far = 1;

  for (;;)
    {
      if (!get_excess (self, far, slope, &excess))
        return FALSE;
      if (excess > jump)
        break;
      if (far == reach)
        return FALSE;
      near = far;
      far = MIN (2 * far, reach);
    }
  while (far - near > 1)
    {
      guint64 middle = near + (far - near) / 2;

      if (!get_excess (self, middle, slope, &excess))
        return FALSE;
      if (excess > jump)
        far = middle;
      else
        near = middle;
    }
  *near_one = near;
  *far_one = far;
  return TRUE;
}

/* What an element costs on the flattest stretch that begins or ends here; never less
 * than 0. @above and @below: elements up to the
 * ends of the range. */
static double
guess_slope (Search search, guint64 above, guint64 below)
{
  double slope = G_MAXDOUBLE;

  for (search.direction = -1; search.direction <= 1; search.direction += 2)
    for (guint64 distance = 1; distance <= MIN (search.direction > 0 ? above : below, SLOPE_REACH); distance *= 2)
      {
        double excess;

        if (get_excess (&search, distance, 0, &excess))
          slope = MIN (slope, excess / (double) distance);
      }
  return slope < G_MAXDOUBLE ? MAX (slope, 0) : 0;
}

/* The distance to the first value beyond a jump; 0: there is none within @reach. What
 * only adds up by and by is a slope that was guessed too small. */
static guint64
find_jump (const Search *self, guint64 reach, double slope)
{
  for (guint i = 0; i < MAX_SLOPES; i++)
    {
      guint64 near, far;
      double before, after;

      if (reach == 0 || !bracket (self, reach, slope, &near, &far) || !get_excess (self, near, 0, &before) || !get_excess (self, far, 0, &after))
        return 0;
      if (after - before > jump_of (self->now) / 2)
        return far;
      slope = after / (double) far;
    }
  return 0;
}

static void
fill_place (SystoleCliff *self, SystoleCliffPlace *place, guint64 value, SystoleCliffCycles cycles, gpointer data)
{
  place->value = value;
  place->found = TRUE;
  for (guint i = 0; i < self->n_lanes; i++)
    {
      guint64 there;

      if (!self->runs[i])
        continue;
      if (cycles (data, i, value, &there))
        place->change[i] = (gint64) there - (gint64) self->cycles[i];
      else
        place->found = FALSE;
    }
}

/**
 * systole_cliff_find:
 * @value: of the dimension now, @min … @max
 * @n_lanes: 1 … %SYSTOLE_CLIFF_MAX_LANES
 * @cycles: (scope call): asked some tens of times a lane, not only once for a value; once it
 *   fails a lane's search ends, so that it can cancel
 *
 * Finds the nearest edges over all lanes. A lane that cannot run now is left out.
 *
 * Returns: FALSE when no lane runs
 */
gboolean
systole_cliff_find (guint64 value, guint64 min, guint64 max, guint n_lanes, SystoleCliffCycles cycles, gpointer data, SystoleCliff *out)
{
  guint64 below = 0, room = G_MAXUINT64;
  guint64 reach = MAX (value, MIN_REACH);
  gboolean any = FALSE, has_below = FALSE;

  g_return_val_if_fail (min <= value && value <= max, FALSE);
  g_return_val_if_fail (n_lanes <= SYSTOLE_CLIFF_MAX_LANES, FALSE);
  *out = (SystoleCliff){ .value = value, .n_lanes = n_lanes };
  for (guint i = 0; i < n_lanes; i++)
    {
      Search search = { cycles, data, i, value, 0, 1 };
      guint64 distance;
      double slope;

      out->runs[i] = cycles (data, i, value, &out->cycles[i]);
      if (!out->runs[i])
        continue;
      any = TRUE;
      search.now = out->cycles[i];
      slope = guess_slope (search, max - value, value - min);
      distance = find_jump (&search, MIN (reach, max - value), slope);
      if (distance > 0)
        room = MIN (room, value + distance - 1);
      search.direction = -1;
      distance = find_jump (&search, value - min, slope);
      if (distance > 0)
        below = has_below ? MAX (below, value - distance) : value - distance;
      has_below |= distance > 0;
    }
  if (has_below)
    fill_place (out, &out->lower, below, cycles, data);
  if (room < max)
    {
      fill_place (out, &out->room, room, cycles, data);
      fill_place (out, &out->beyond, room + 1, cycles, data);
      for (guint i = 0; i < n_lanes; i++)
        out->beyond.change[i] -= out->room.change[i];
    }
  if (any && value <= max / 2)
    fill_place (out, &out->doubled, 2 * value, cycles, data);
  return any;
}
