/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/map-field.h"

#include <math.h>

/* --- between the places --- */

typedef struct
{
  guint x0, x1, y0, y1;
  double u, v; /* 0 … 1 from 0 to 1 */
} Square;

static Square
square_at (const SystoleMap *self, double x, double y)
{
  Square out;

  x = CLAMP (x, 0, self->n_x - 1);
  y = CLAMP (y, 0, self->n_y - 1);
  out.x0 = (guint) x;
  out.y0 = (guint) y;
  out.x1 = MIN (out.x0 + 1, self->n_x - 1);
  out.y1 = MIN (out.y0 + 1, self->n_y - 1);
  out.u = x - out.x0;
  out.v = y - out.y0;
  return out;
}

static double
mix (const Square *s, double a, double b, double c, double d)
{
  return (1 - s->v) * ((1 - s->u) * a + s->u * b) + s->v * ((1 - s->u) * c + s->u * d);
}

static double
lead_in (const SystoleMap *self, guint lane, const Square *s)
{
  return mix (s, systole_map_get_lead (self, lane, s->x0, s->y0), systole_map_get_lead (self, lane, s->x1, s->y0), systole_map_get_lead (self, lane, s->x0, s->y1), systole_map_get_lead (self, lane, s->x1, s->y1));
}

static double
error_in (const SystoleMap *self, const Square *s)
{
  return mix (s, systole_map_get_error (self, s->x0, s->y0), systole_map_get_error (self, s->x1, s->y0), systole_map_get_error (self, s->x0, s->y1), systole_map_get_error (self, s->x1, s->y1));
}

/**
 * systole_map_look:
 * @x: 0 … n_x − 1
 * @y: 0 … n_y − 1
 *
 * Returns: who wins there: leads and errors go straight from place to place; beside a place
 *   where a machine cannot run, the nearest place counts
 */
SystoleMapSpot
systole_map_look (const SystoleMap *self, double x, double y)
{
  Square square = square_at (self, x, y);
  double most = -1, factor, error;
  guint winner = 0;
  SystoleMapSpot out;

  for (guint i = 0; i < self->n_lanes; i++)
    {
      double lead = lead_in (self, i, &square);

      if (isnan (lead))
        {
          out.verdict = systole_map_judge (self, square.u < 0.5 ? square.x0 : square.x1, square.v < 0.5 ? square.y0 : square.y1, &out.winner, &factor);
          return out;
        }
      if (lead > most)
        {
          most = lead;
          winner = i;
        }
    }
  error = error_in (self, &square);
  out.winner = winner;
  out.verdict = most < log (SYSTOLE_MAP_EVEN_FACTOR) ? SYSTOLE_MAP_EVEN : most < error ? SYSTOLE_MAP_CLOSE
                                                                                       : SYSTOLE_MAP_FASTER;
  return out;
}

/**
 * systole_map_get_most_factor:
 *
 * Returns: the largest factor by which a lane leads anywhere, ≥ 1
 */
double
systole_map_get_most_factor (const SystoleMap *self)
{
  double most = 0;

  for (guint lane = 0; lane < self->n_lanes; lane++)
    for (guint y = 0; y < self->n_y; y++)
      for (guint x = 0; x < self->n_x; x++)
        most = fmax (most, systole_map_get_lead (self, lane, x, y));
  return exp (most);
}

/* --- lines of one value: marching squares --- */

/* An edge of the grid is crossed at most once. Edge 2 (y n_x + x) goes from place (x, y)
 * to (x + 1, y), the next one from it to (x, y + 1). A square joins the edges that it has
 * crossed in pairs, so a crossing has one neighbour at the border, else two. */
typedef struct
{
  const SystoleMap *map;
  guint lane;
  double level;
  int (*joins)[2]; /* by edge: those that it is joined to, −1: none */
} Trace;

static double
value_at (const Trace *self, guint x, guint y)
{
  return systole_map_get_lead (self->map, self->lane, x, y) - self->level;
}

static int
edge_right (const Trace *self, guint x, guint y)
{
  return (int) (2 * (y * self->map->n_x + x));
}

static int
edge_down (const Trace *self, guint x, guint y)
{
  return edge_right (self, x, y) + 1;
}

static void
join_one (Trace *self, int from, int to)
{
  self->joins[from][self->joins[from][0] < 0 ? 0 : 1] = to;
}

static void
join (Trace *self, int a, int b)
{
  join_one (self, a, b);
  join_one (self, b, a);
}

static void
join_square (Trace *self, guint x, guint y)
{
  double a = value_at (self, x, y), b = value_at (self, x + 1, y), c = value_at (self, x, y + 1), d = value_at (self, x + 1, y + 1);
  const int sides[] = { edge_right (self, x, y), edge_down (self, x + 1, y), edge_right (self, x, y + 1), edge_down (self, x, y) };
  const gboolean crossed[] = { (a < 0) != (b < 0), (b < 0) != (d < 0), (c < 0) != (d < 0), (a < 0) != (c < 0) };
  int open = -1;

  if (isnan (a + b + c + d))
    return;
  if (crossed[0] && crossed[1] && crossed[2] && crossed[3])
    {
      /* A saddle: the middle says which corners belong together. */
      gboolean with_a = ((a + b + c + d) / 4 < 0) == (a < 0);

      join (self, sides[0], sides[with_a ? 1 : 3]);
      join (self, sides[2], sides[with_a ? 3 : 1]);
      return;
    }
  for (guint i = 0; i < 4; i++)
    {
      if (!crossed[i])
        continue;
      if (open >= 0)
        join (self, sides[open], sides[i]);
      open = (int) i;
    }
}

static void
crossing (const Trace *self, int edge, double *point)
{
  guint at = (guint) edge / 2, x = at % self->map->n_x, y = at / self->map->n_x;
  double from = value_at (self, x, y), to = edge % 2 == 0 ? value_at (self, x + 1, y) : value_at (self, x, y + 1);
  double share = from / (from - to);

  point[0] = x + (edge % 2 == 0 ? share : 0);
  point[1] = y + (edge % 2 == 0 ? 0 : share);
}

static int
step (Trace *self, int from, int to)
{
  int next = self->joins[to][0] == from ? self->joins[to][1] : self->joins[to][0];

  /* What was walked is not walked again. */
  for (guint i = 0; i < 2; i++)
    if (self->joins[from][i] == to)
      self->joins[from][i] = -1;
  for (guint i = 0; i < 2; i++)
    if (self->joins[to][i] == from)
      self->joins[to][i] = -1;
  return next;
}

static void
walk (Trace *self, int start, GArray *points, SystoleMapLine line, gpointer data)
{
  int edge = start, next = self->joins[start][0] >= 0 ? self->joins[start][0] : self->joins[start][1];
  double point[2];

  g_array_set_size (points, 0);
  crossing (self, edge, point);
  g_array_append_vals (points, point, 2);
  while (next >= 0 && next != start)
    {
      int after = step (self, edge, next);

      edge = next;
      next = after;
      crossing (self, edge, point);
      g_array_append_vals (points, point, 2);
    }
  if (next == start)
    step (self, edge, next);
  if (points->len >= 4)
    line (&g_array_index (points, double, 0), points->len / 2, next == start, data);
}

/**
 * systole_map_trace:
 * @lead: logarithm of a factor
 * @line: (scope call): called with each line along which lane @lane leads by exactly that
 */
void
systole_map_trace (const SystoleMap *self, guint lane, double lead, SystoleMapLine line, gpointer data)
{
  guint n = 2 * self->n_x * self->n_y;
  Trace trace = { self, lane, lead, g_malloc_n (n, sizeof (int[2])) };
  g_autoptr (GArray) points = g_array_new (FALSE, FALSE, sizeof (double));

  for (guint i = 0; i < n; i++)
    trace.joins[i][0] = trace.joins[i][1] = -1;
  for (guint y = 0; y + 1 < self->n_y; y++)
    for (guint x = 0; x + 1 < self->n_x; x++)
      join_square (&trace, x, y);
  /* Lines that end first, then rings. */
  for (guint pass = 0; pass < 2; pass++)
    for (guint i = 0; i < n; i++)
      if ((trace.joins[i][0] >= 0) != (trace.joins[i][1] >= 0) || (pass == 1 && trace.joins[i][0] >= 0))
        walk (&trace, (int) i, points, line, data);
  g_free (trace.joins);
}
