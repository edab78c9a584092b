/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/gpu/gpu-run.h"

/* What happens when in a product on a GPU: phases, steps and events. */

/* Launch, the phases of each wave, or where @max does not take them all waves as one, and the end. Returns how many. */
guint
systole_gpu_run_get_strip (const SystoleRun *run, SystoleStretch *out, guint max)
{
  const SystoleGpuPlan *plan = systole_gpu_run_get_plan (run);
  guint64 waves = systole_gpu_plan_get_waves (plan), end = systole_gpu_plan_get_wave_start (plan, waves);
  guint n = 0;

  if (max < 3)
    {
      out[0] = (SystoleStretch){ 0, run->n_cycles, SYSTOLE_PHASE_COMPUTE, SYSTOLE_REASON_BUSY };
      return 1;
    }
  out[n++] = (SystoleStretch){ 0, plan->launch, SYSTOLE_PHASE_LAUNCH, SYSTOLE_REASON_LAUNCH };
  if (3 * waves + 2 > max)
    out[n++] = (SystoleStretch){ plan->launch, end, SYSTOLE_PHASE_COMPUTE, SYSTOLE_REASON_BUSY };
  else
    for (guint64 w = 0; w < waves; w++)
      {
        guint64 t = systole_gpu_plan_get_wave_start (plan, w), first, last_end, n_cycles;

        systole_gpu_plan_get_wave_edges (plan, w, &first, &last_end, &n_cycles);
        out[n++] = (SystoleStretch){ t, t + first, SYSTOLE_PHASE_COPY, SYSTOLE_REASON_MEMORY };
        out[n++] = (SystoleStretch){ t + first, t + last_end, SYSTOLE_PHASE_COMPUTE, SYSTOLE_REASON_BUSY };
        if (last_end < n_cycles)
          out[n++] = (SystoleStretch){ t + last_end, t + n_cycles, SYSTOLE_PHASE_EPILOGUE, SYSTOLE_REASON_DRAIN };
      }
  if (end < run->n_cycles)
    out[n++] = (SystoleStretch){ end, run->n_cycles, SYSTOLE_PHASE_EPILOGUE, SYSTOLE_REASON_DRAIN };
  return n;
}

/* As systole_sm_pace_find_event() over the parts of SM 0's share. */
static gboolean
find_in_share (const SystoleGpuPlan *plan, gboolean stalls, guint64 cycle, int direction, guint64 *out)
{
  SystoleGpuWork work;
  guint64 start = 0;
  gboolean found = FALSE;

  for (guint i = 0; systole_gpu_plan_get_part (plan, 0, i, &work); i++)
    {
      guint64 end = start + work.pace.n_cycles, at;

      if ((direction > 0 ? end > cycle : start < cycle) && systole_sm_pace_find_event (&work.pace, stalls, cycle < start ? 0 : MIN (cycle - start, work.pace.n_cycles), cycle < start ? 1 : direction, &at))
        {
          *out = start + at;
          found = TRUE;
          if (direction > 0)
            return TRUE;
        }
      start = end;
    }
  return found;
}

/* Places within a wave at which a step or an event may stop; the list is of that wave's block. */
static gboolean
find_in_wave (const SystoleGpuPlan *plan, guint64 wave, SystoleEvents kind, guint64 cycle, int direction, guint64 *out)
{
  const SystoleSmPace *s = systole_gpu_plan_get_pace (plan, wave);
  guint64 start = systole_gpu_plan_get_wave_start (plan, wave), first, last_end, n_cycles, at;
  gboolean before = cycle < start;
  guint64 single;

  systole_gpu_plan_get_wave_edges (plan, wave, &first, &last_end, &n_cycles);
  at = cycle < start ? 0 : MIN (cycle - start, n_cycles);
  switch ((guint) kind)
    {
    case SYSTOLE_EVENT_TILE:
    case SYSTOLE_EVENT_STALL:
      if (s != NULL ? !systole_sm_pace_find_event (s, kind == SYSTOLE_EVENT_STALL, at, direction, out) : !find_in_share (plan, kind == SYSTOLE_EVENT_STALL, at, direction, out))
        return FALSE;
      *out += start;
      return TRUE;
    case SYSTOLE_EVENT_BUSY:
      single = first;
      break;
    case SYSTOLE_EVENT_FIRST_OUTPUT:
      single = last_end;
      if (wave > 0)
        return FALSE;
      break;
    case SYSTOLE_EVENT_WAVE:
      single = 0;
      break;
    default:
      return FALSE;
    }
  *out = start + single;
  return direction > 0 ? *out > cycle : !before && *out < cycle;
}

static gboolean
find_kind (const SystoleRun *run, guint64 cycle, SystoleEvents kind, int direction, guint64 *out)
{
  const SystoleGpuPlan *plan = systole_gpu_run_get_plan (run);
  guint64 waves = systole_gpu_plan_get_waves (plan);
  guint64 wave = MIN (systole_gpu_plan_find (plan, cycle).wave, waves - 1);

  if (kind == SYSTOLE_EVENT_END)
    {
      *out = run->n_cycles - 1;
      return direction > 0 && cycle < *out;
    }
  if (kind == SYSTOLE_EVENT_FIRST_OUTPUT)
    wave = 0;
  /* In this wave or, if there is none any more, in a neighbour; one hop reaches what every wave has. */
  for (guint hop = 0; hop < 2; hop++)
    {
      if (find_in_wave (plan, wave, kind, cycle, direction, out))
        return TRUE;
      if (kind == SYSTOLE_EVENT_FIRST_OUTPUT || (direction > 0 ? wave + 1 >= waves : wave == 0))
        return FALSE;
      wave += direction > 0 ? 1 : (guint64) -1;
    }
  return FALSE;
}

/* The nearest event of @kinds after (before) a cycle; FALSE where there is none. */
gboolean
systole_gpu_run_find_event (const SystoleRun *run, guint64 cycle, SystoleEvents kinds, int direction, guint64 *out, SystoleEvents *out_kind)
{
  static const SystoleEvents all[] = { SYSTOLE_EVENT_FIRST_OUTPUT, SYSTOLE_EVENT_STALL, SYSTOLE_EVENT_TILE, SYSTOLE_EVENT_WAVE, SYSTOLE_EVENT_BUSY, SYSTOLE_EVENT_END };

  return systole_run_find_nearest_event (run, cycle, kinds, direction, all, G_N_ELEMENTS (all), find_kind, out, out_kind);
}

guint64
systole_gpu_run_step (const SystoleRun *run, guint64 cycle, SystoleStep kind, int direction)
{
  return systole_run_step_along (run, cycle, kind, direction, find_kind);
}
