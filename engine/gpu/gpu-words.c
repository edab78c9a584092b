/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/gpu/gpu-run.h"

#include "engine/base/i18n.h"
#include "engine/base/number.h"
#include "engine/gpu/gpu-frame.h"
#include "engine/gpu/sm-caption.h"
#include "engine/machine/unit-words.h"

/* A product on a GPU in words. */

/* “128x256x64, 4 stages, 2 blocks an SM”: in words of files, not of people. */
char *
systole_gpu_run_describe_mapping (const SystoleRun *run)
{
  const SystoleGpuPlan *plan = systole_gpu_run_get_plan (run);
  const SystoleSmShape *s = &systole_gpu_plan_get_kernel (plan)->shape;
  GString *text = g_string_new (NULL);

  g_string_printf (text, "%ux%ux%u, %u stages", s->tile_m, s->tile_n, s->tile_k, s->stages);
  if (s->splits > 1)
    g_string_append_printf (text, ", split-k %u", s->splits);
  else if (plan->cost.schedule != SYSTOLE_SCHEDULE_DATA_PARALLEL)
    g_string_append_printf (text, ", %s", systole_schedule_get_id (plan->cost.schedule));
  if (plan->cost.resident > 1)
    g_string_append_printf (text, systole_maker_choose (systole_machine_get_maker (run->machine), ", %u blocks an SM"), plan->cost.resident);
  if (run->mapping.lanes)
    g_string_append (text, ", lanes");
  return g_string_free (text, FALSE);
}

/* “H100 SXM, 132 SMs”, translated. */
char *
systole_gpu_run_describe_machine (const SystoleRun *run)
{
  g_autofree char *units = systole_machine_describe_units (run->machine, systole_gpu_run_get_plan (run)->sms);

  /* Translators: name of a GPU; "132 SMs" */
  return g_strdup_printf (_ ("%1$s, %2$s"), systole_machine_get_name (run->machine), units);
}

/* @wave: "GPU: wave 3 of 3"; @sm: what SM 0 does */
static char *
describe_shares (const SystoleGpuPlan *plan, const SystoleGpuMoment *m, const char *wave, const char *units, const char *sm)
{
  const SystoleGpuStream *stream = &plan->cost.stream;
  g_autofree char *tiles = systole_number_format_count (stream->n_tiles), *steps = systole_number_format_count (stream->share);
  guint at_work = systole_gpu_plan_count_working (plan, m);

  /* Translators: "GPU: wave 3 of 3"; how many tiles; how many SMs; of how many: "132 SMs"; k-tiles of a share; a sentence about one SM */
  return g_strdup_printf (_ ("%1$s: %2$s tiles are cut into equal shares of %5$s K-steps; %3$u of %4$s have not come to the end of theirs. %6$s"), wave, tiles, at_work, units, steps, sm);
}

/* SMs that have one block more than the others of a wave; 0: all have as many. */
static guint
count_more (const SystoleGpuPlan *plan, const SystoleGpuMoment *m)
{
  SystoleGpuGroup groups[2];

  return systole_gpu_plan_get_groups (plan, m, groups) == 2 ? groups[0].n : 0;
}

static char *
describe_wave (const SystoleRun *run, guint64 cycle)
{
  const SystoleGpuPlan *plan = systole_gpu_run_get_plan (run);
  SystoleGpuMoment m = systole_gpu_plan_find (plan, cycle);
  guint64 waves = systole_gpu_plan_get_waves (plan);
  g_autofree char *sm = NULL, *wave = NULL, *this_wave = NULL, *all_waves = NULL, *units = NULL;
  SystoleSmFrame frame;
  guint at_work, more;

  if (!m.runs)
    {
      if (m.first_block >= plan->blocks && plan->cost.stream.workers > 0)
        return g_strdup (_ ("GPU: all shares are done; who began a tile adds to it the sums of those who went on with it."));
      if (m.first_block >= plan->blocks)
        return g_strdup (_ ("GPU: all blocks are done; a second kernel adds up the parts of each sum."));
      /* Translators: "SM" */
      return g_strdup_printf (_ ("GPU: the kernel is being launched; no %s has a block yet."), systole_machine_get_unit_word (run->machine));
    }
  this_wave = systole_number_format_count (m.wave + 1);
  all_waves = systole_number_format_count (waves);
  /* Translators: which wave, of how many */
  wave = g_strdup_printf (_ ("GPU: wave %1$s of %2$s"), this_wave, all_waves);
  systole_sm_frame_init (&frame);
  systole_gpu_sm_frame (plan, 0, cycle, &frame);
  sm = systole_sm_caption (&frame, run->machine);
  units = systole_machine_count_units (run->machine, plan->sms);
  systole_sm_frame_clear (&frame);
  if (m.shares)
    return describe_shares (plan, &m, wave, units, sm);
  at_work = systole_gpu_plan_count_working (plan, &m);
  more = count_more (plan, &m);
  if (at_work == plan->sms && more > 0)
    /* Translators: "GPU: wave 1 of 1"; "108 SMs"; how many of them; a sentence about one SM */
    return g_strdup_printf (P_ ("%1$s, all %2$s have a block, %3$u of them one more than the others. %4$s", "%1$s, all %2$s have a block, %3$u of them one more than the others. %4$s", more), wave, units, more, sm);
  if (at_work == plan->sms)
    /* Translators: "GPU: wave 1 of 3"; "132 SMs"; a sentence about one SM */
    return g_strdup_printf (P_ ("%1$s, its %2$s has a block. %3$s", "%1$s, all %2$s have a block. %3$s", plan->sms), wave, units, sm);
  /* Translators: "GPU: wave 3 of 3"; how many SMs; of how many: "132 SMs"; a sentence about one SM */
  return g_strdup_printf (P_ ("%1$s, %2$u of %3$s has a block, no tile is left for the others. %4$s", "%1$s, %2$u of %3$s have a block, no tile is left for the others. %4$s", at_work), wave, at_work, units, sm);
}

/* What the GPU and its first SM do in a cycle and why, translated. */
char *
systole_gpu_run_describe_cycle (const SystoleRun *run, guint64 cycle)
{
  g_autofree char *told = describe_wave (run, cycle);

  if (run->mapping.lanes || !systole_gpu_library_has_only_lanes (run->machine, run->op.format))
    return g_steal_pointer (&told);
  /* Translators: a sentence about the GPU; "int8" */
  return g_strdup_printf (_ ("%1$s The library has no %2$s kernel for the tensor cores, so the integer lanes multiply."), told, systole_format_get_id (run->op.format));
}
