/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/gpu/gpu-plan.h"

#include "engine/base/number.h"

/* Where a plan is at a cycle: in which wave, and what each SM does in it. */

/**
 * systole_gpu_plan_get_part:
 * @unit: an SM
 * @index: 0, 1, … in the order of time
 * @out: (out): its pace, tile and first k-tile; the cycle is 0
 *
 * Returns: FALSE where the SM's share has no such part
 */
gboolean
systole_gpu_plan_get_part (const SystoleGpuPlan *self, guint unit, guint index, SystoleGpuWork *out)
{
  SystoleGpuPart part;

  if (self->part_kernels[0] == NULL || !systole_gpu_stream_get_part (&self->cost.stream, unit, index, &part))
    return FALSE;
  *out = (SystoleGpuWork){ .block = part.tile, .first_tile = part.first, .later = index > 0 };
  systole_sm_pace_init_part (&out->pace, self->part_kernels[out->later ? 1 : 0], part.first, part.n);
  return TRUE;
}

/**
 * systole_gpu_plan_get_groups:
 * @moment: in a wave that is not one of shares
 * @out: (out): SMs with as many blocks as any, then those with one less
 *
 * Returns: how many groups there are, 1 or 2; SMs in none of them have no block
 */
guint
systole_gpu_plan_get_groups (const SystoleGpuPlan *self, const SystoleGpuMoment *moment, SystoleGpuGroup out[2])
{
  gboolean tail = moment->wave >= self->full_waves;
  SystoleGpuRound round = tail ? SYSTOLE_GPU_ROUND_TAIL : SYSTOLE_GPU_ROUND_FULL;
  guint more = (guint) (moment->blocks % self->sms);

  g_return_val_if_fail (moment->runs && !moment->shares, 0);
  if (more == 0)
    more = self->sms;
  out[0] = (SystoleGpuGroup){ round, &self->paces[round], 0, more };
  if (more == moment->active)
    return 1;
  out[1] = (SystoleGpuGroup){ SYSTOLE_GPU_ROUND_LESS, &self->paces[SYSTOLE_GPU_ROUND_LESS], more, moment->active - more };
  return 2;
}

/* How many of a group's blocks that are the @resident-th of their SM are in each class. */
void
systole_gpu_plan_count_edges (const SystoleGpuPlan *self, const SystoleGpuMoment *moment, const SystoleGpuGroup *group, guint resident, guint64 out[SYSTOLE_SM_EDGES])
{
  guint64 first = moment->first_block + (guint64) resident * self->sms + group->first, before[SYSTOLE_SM_EDGES];

  systole_sm_kernel_count_edges (group->pace->kernel, first, before);
  systole_sm_kernel_count_edges (group->pace->kernel, first + group->n, out);
  for (guint e = 0; e < SYSTOLE_SM_EDGES; e++)
    out[e] -= before[e];
}

/**
 * systole_gpu_plan_find_work:
 *
 * Returns: FALSE where the SM has nothing to do at that moment
 */
gboolean
systole_gpu_plan_find_work (const SystoleGpuPlan *self, const SystoleGpuMoment *moment, guint unit, SystoleGpuWork *out)
{
  guint64 cycle = moment->cycle;

  if (!moment->runs || unit >= moment->active)
    return FALSE;
  if (!moment->shares)
    {
      SystoleGpuGroup groups[2];
      const SystoleGpuGroup *group = &groups[0];

      if (systole_gpu_plan_get_groups (self, moment, groups) > 1 && unit >= groups[1].first)
        group = &groups[1];
      *out = (SystoleGpuWork){ *group->pace, group->round, moment->first_block + unit, cycle, systole_sm_kernel_get_first_tile (group->pace->kernel, moment->first_block + unit), FALSE };
      return cycle < group->pace->n_cycles;
    }
  for (guint i = 0; systole_gpu_plan_get_part (self, unit, i, out); i++)
    {
      out->cycle = cycle;
      if (cycle < out->pace.n_cycles)
        return TRUE;
      cycle -= out->pace.n_cycles;
    }
  return FALSE;
}

/* SMs that have something to do at a moment. */
guint
systole_gpu_plan_count_working (const SystoleGpuPlan *self, const SystoleGpuMoment *moment)
{
  guint n = 0;

  if (!moment->runs)
    return 0;
  if (!moment->shares)
    {
      SystoleGpuGroup groups[2];
      guint n_groups = systole_gpu_plan_get_groups (self, moment, groups);

      for (guint i = 0; i < n_groups; i++)
        n += moment->cycle < groups[i].pace->n_cycles ? groups[i].n : 0;
      return n;
    }
  for (guint u = 0; u < self->sms; u++)
    {
      SystoleGpuWork work;

      n += systole_gpu_plan_find_work (self, moment, u, &work);
    }
  return n;
}

/* Those of full rounds, of the tail, and that of shares. */
guint64
systole_gpu_plan_get_waves (const SystoleGpuPlan *self)
{
  return self->full_waves + self->tail_waves + (self->part_kernels[0] != NULL ? 1 : 0);
}

/* Cycle in which a wave begins; of the wave after the last: in which all blocks have ended. */
guint64
systole_gpu_plan_get_wave_start (const SystoleGpuPlan *self, guint64 wave)
{
  guint64 full = MIN (wave, self->full_waves);
  guint64 tail = MIN (wave - full, self->tail_waves);

  return self->launch + full * self->paces[SYSTOLE_GPU_ROUND_FULL].n_cycles + tail * self->paces[SYSTOLE_GPU_ROUND_TAIL].n_cycles + (wave > full + tail ? self->shares_cycles : 0);
}

/* Pace of SM 0's blocks of a wave, and so of those that take longest; NULL for the wave of shares. */
const SystoleSmPace *
systole_gpu_plan_get_pace (const SystoleGpuPlan *self, guint64 wave)
{
  if (wave >= self->full_waves + self->tail_waves)
    return NULL;
  return &self->paces[wave < self->full_waves ? SYSTOLE_GPU_ROUND_FULL : SYSTOLE_GPU_ROUND_TAIL];
}

/**
 * systole_gpu_plan_get_wave_edges:
 * @first: @last_end: @n_cycles: (out): of the wave: cycle of the first mma, end of the last, length
 */
void
systole_gpu_plan_get_wave_edges (const SystoleGpuPlan *self, guint64 wave, guint64 *first, guint64 *last_end, guint64 *n_cycles)
{
  const SystoleSmPace *pace = systole_gpu_plan_get_pace (self, wave);

  *first = pace != NULL ? pace->first : self->shares_first;
  *last_end = pace != NULL ? pace->last_end : self->shares_last_end;
  *n_cycles = pace != NULL ? pace->n_cycles : self->shares_cycles;
}

/**
 * systole_gpu_plan_find:
 * @cycle: 0 … n_cycles
 */
SystoleGpuMoment
systole_gpu_plan_find (const SystoleGpuPlan *self, guint64 cycle)
{
  guint64 waves = systole_gpu_plan_get_waves (self);
  guint64 tail_start = systole_gpu_plan_get_wave_start (self, self->full_waves), shares_start = systole_gpu_plan_get_wave_start (self, self->full_waves + self->tail_waves);
  guint64 at_once = (guint64) self->sms * self->cost.resident;
  SystoleGpuMoment m = { 0 };

  if (cycle < self->launch)
    return m;
  if (cycle >= systole_gpu_plan_get_wave_start (self, waves))
    {
      m.wave = waves;
      m.first_block = self->blocks;
      return m;
    }
  m.runs = TRUE;
  m.shares = cycle >= shares_start;
  m.wave = m.shares ? waves - 1 : cycle >= tail_start ? self->full_waves + (cycle - tail_start) / self->paces[SYSTOLE_GPU_ROUND_TAIL].n_cycles
                                                      : (cycle - self->launch) / self->paces[SYSTOLE_GPU_ROUND_FULL].n_cycles;
  m.cycle = cycle - systole_gpu_plan_get_wave_start (self, m.wave);
  /* Where there are several residents there is one tail wave, where there are more tail waves one resident. */
  m.first_block = m.wave * at_once;
  m.blocks = MIN (at_once, self->blocks - m.first_block);
  m.active = m.shares ? self->cost.stream.workers : (guint) MIN (self->sms, m.blocks);
  return m;
}
