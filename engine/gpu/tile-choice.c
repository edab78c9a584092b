/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/gpu/tile-choice.h"

#include <string.h>

#include "engine/base/number.h"

#define MAX_SPLITS 128
#define MAX_TILES 64

/* Seconds of a way to do it, by what they go to; the time that all ways share is left out. */
typedef struct
{
  double parts[SYSTOLE_N_PARTS];
} Losses;

typedef struct
{
  SystoleGpuCost cost;
  Losses losses;
} Way;

static void
find_losses (const SystoleGpuProblem *p, const SystoleGpuCost *c, Losses *out)
{
  double useful = (double) p->gemm.m * (double) p->gemm.n * (double) p->depth * (double) MAX (p->gemm.batch, 1);
  double issued = (double) c->blocks * (double) c->k_tiles * c->tile->m * c->tile->n * p->unit.tile_k;
  double evenly = c->multiply * c->slow * (double) c->k_tiles * (double) c->blocks / p->sms / p->unit.clock_hz, alone = (c->seconds - c->adding) / c->contention;

  memset (out, 0, sizeof *out);
  out->parts[SYSTOLE_PART_TAIL] = c->by_multiplying - evenly;
  out->parts[SYSTOLE_PART_PADDING] = evenly * (1 - useful / issued);
  out->parts[SYSTOLE_PART_OPERAND] = evenly * (useful / issued) - useful / (p->unit.rate * p->sms * p->unit.clock_hz);
  out->parts[SYSTOLE_PART_MEMORY] = alone * (c->contention - 1);
  out->parts[SYSTOLE_PART_FILL_DRAIN] = MAX (alone - c->by_multiplying, 0) + c->adding;
}

/* The part that the second way has most more of. */
static SystolePart
compare (const Losses *taken, const Losses *other)
{
  SystolePart most = SYSTOLE_PART_FILL_DRAIN;

  for (guint i = 0; i < SYSTOLE_N_PARTS; i++)
    if (other->parts[i] - taken->parts[i] > other->parts[most] - taken->parts[most])
      most = (SystolePart) i;
  return most;
}

/* The fastest split of K with a tile. */
static gboolean
find_fastest (const SystoleGpuProblem *p, const SystoleGpuTile *tile, guint stages, SystoleGpuCost *out)
{
  gboolean found = FALSE;

  for (guint splits = 1; splits <= (p->unit.splits ? MAX_SPLITS : 1); splits *= 2)
    {
      SystoleGpuCost cost;

      if (!systole_gpu_cost_compute (p, tile, SYSTOLE_SCHEDULE_ANY, splits, stages, G_MAXDOUBLE, &cost))
        break;
      if (!found || cost.seconds < out->seconds)
        *out = cost;
      found = TRUE;
    }
  return found;
}

static int
by_time (gconstpointer a, gconstpointer b)
{
  const Way *one = a, *other = b;

  return one->cost.seconds < other->cost.seconds ? -1 : one->cost.seconds > other->cost.seconds;
}

/* The taken tile dealt out in other ways. */
static guint
add_schedules (const SystoleGpuPlan *plan, Way *ways, guint n, guint max)
{
  static const SystoleSchedule others[] = { SYSTOLE_SCHEDULE_DATA_PARALLEL, SYSTOLE_SCHEDULE_STREAM_K, SYSTOLE_SCHEDULE_PERSISTENT };
  const SystoleGpuProblem *p = &plan->problem;

  for (guint i = 0; i < G_N_ELEMENTS (others) && n < max; i++)
    {
      SystoleGpuCost *cost = &ways[n].cost;

      if (others[i] == plan->cost.schedule || !systole_gpu_cost_compute (p, plan->cost.tile, others[i], 1, 0, G_MAXDOUBLE, cost))
        continue;
      /* Whole waves have nothing to cut. */
      if (others[i] == SYSTOLE_SCHEDULE_STREAM_K && cost->stream.workers == 0)
        continue;
      find_losses (p, cost, &ways[n].losses);
      n++;
    }
  return n;
}

/**
 * systole_gpu_list_choices:
 * @out: (array length=max)
 *
 * The taken tile, then from the fastest to the slowest the others of the library, each with
 * its best split of K and as many stages as the taken one may have, and the taken tile dealt out in
 * other ways.
 *
 * Returns: how many were filled
 */
guint
systole_gpu_list_choices (const SystoleGpuPlan *plan, SystoleTileChoice *out, guint max)
{
  const SystoleGpuProblem *p = &plan->problem;
  Way ways[MAX_TILES];
  Losses taken;
  guint n = 0, filled = 0;

  find_losses (p, &plan->cost, &taken);
  ways[n++] = (Way){ plan->cost, taken };
  for (guint i = 0; i < p->unit.n_tiles && n < MAX_TILES; i++)
    if (&p->unit.tiles[i] != plan->cost.tile && find_fastest (p, &p->unit.tiles[i], 0, &ways[n].cost))
      {
        find_losses (p, &ways[n].cost, &ways[n].losses);
        n++;
      }
  n = add_schedules (plan, ways, n, MAX_TILES);
  qsort (&ways[1], n - 1, sizeof ways[0], by_time);
  for (guint i = 0; i < n && filled < max; i++)
    {
      const SystoleGpuCost *c = &ways[i].cost;

      out[filled++] = (SystoleTileChoice){
        .tile_m = c->tile->m,
        .tile_n = c->tile->n,
        .tile_k = p->unit.tile_k,
        .stages = c->stages,
        .splits = c->splits,
        .resident = c->resident,
        .schedule = c->schedule,
        .seconds = c->seconds + (double) plan->launch / p->unit.clock_hz,
        .lost = i == 0 ? SYSTOLE_PART_USEFUL : compare (&taken, &ways[i].losses),
        .taken = i == 0,
      };
    }
  return filled;
}
