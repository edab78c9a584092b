/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/systolic/tpu-totals.h"

#include <math.h>

#include "engine/base/i18n.h"
#include "engine/base/number.h"

/* The numbers of a run on a TPU: traffic, waterfall, bound, utilization. */

/* Where the cycles went. */
typedef struct
{
  guint64 part[SYSTOLE_N_PARTS];
  double streamed, streamed_by_all; /* cycles in which the busiest array multiplies; the same spread over all */
  double vector;                    /* cycles of vector steps that do the operation's own work */
  guint64 reads, writes;            /* bytes of main memory */
  guint64 host_in, host_out;        /* bytes of v1's link to the host */
  guint64 units[3];                 /* cycles with the vector unit, the copy engine, the link at work */
} Cycles;

enum
{
  VECTOR_UNIT,
  COPY_ENGINE,
  LINK
};

/* An array's own schedule has every cause in itself. */
static void
add_matrix (Cycles *c, const SystoleTpuMatrix *matrix)
{
  const SystoleArraySchedule *s = systole_tpu_matrix_get_longest (matrix);
  guint64 memory = s->plan.fetch + s->plan.tail, slower = (s->folds - 1) * (s->period - s->busy_period);
  double all = 0;

  for (guint i = 0; i < matrix->n_kinds; i++)
    all += (double) matrix->kinds[i].n * (double) matrix->kinds[i].schedule.folds * (double) matrix->kinds[i].schedule.stream;
  c->streamed += (double) s->folds * (double) s->stream;
  c->streamed_by_all += all / matrix->core.mxus;
  c->part[SYSTOLE_PART_WEIGHTS] += s->load + (s->folds - 1) * (s->own_period - s->stream);
  c->part[SYSTOLE_PART_OPERAND] += (s->folds - 1) * (s->busy_period - s->own_period);
  c->part[SYSTOLE_PART_MEMORY] += memory;
  c->part[matrix->transfers.host.holds_up ? SYSTOLE_PART_TRANSFER : SYSTOLE_PART_MEMORY] += slower;
  c->part[SYSTOLE_PART_LAUNCH] += s->plan.launch;
  c->units[VECTOR_UNIT] += s->compute_end - s->lead;
  c->units[COPY_ENGINE] += s->plan.fetch + s->plan.tail + (matrix->transfers.hidden > 0 ? MIN (s->compute_end - s->lead, (guint64) ceil ((double) matrix->transfers.hidden / matrix->transfers.bytes_per_cycle)) : 0);
}

static void
add_step (Cycles *c, const SystoleTpuPlan *plan, const SystoleTpuStep *step, guint64 count)
{
  guint64 cycles = step->cycles * count;
  const SystoleTpuMatrix *matrix = systole_tpu_program_get_matrix (&plan->program, step);

  c->reads += step->bytes_in * count;
  c->writes += step->bytes_out * count;
  c->host_in += step->host_in * count;
  c->host_out += step->host_out * count;
  if (matrix != NULL)
    {
      add_matrix (c, matrix);
      return;
    }
  c->units[VECTOR_UNIT] += (step->units & SYSTOLE_TPU_VPU) != 0 ? cycles : 0;
  c->units[COPY_ENGINE] += (step->units & (SYSTOLE_TPU_IN | SYSTOLE_TPU_OUT)) != 0 ? cycles : 0;
  c->units[LINK] += (step->units & (SYSTOLE_TPU_HOST_IN | SYSTOLE_TPU_HOST_OUT)) != 0 ? cycles : 0;
  if (step->kind == SYSTOLE_TPU_STEP_MULTIPLY)
    {
      /* What is not multiplying in it is filling and draining. */
      double busy = step->slots / plan->peak * (double) count;

      c->streamed += busy;
      c->streamed_by_all += busy;
    }
  else if (step->kind == SYSTOLE_TPU_STEP_VECTOR && !plan->multiplies)
    c->vector += (double) cycles;
  else
    c->part[systole_tpu_step_get_part (step)] += cycles;
}

static void
find_cycles (const SystoleTpuPlan *plan, Cycles *out)
{
  *out = (Cycles){ 0 };
  for (guint i = 0; i < plan->program.n_stages; i++)
    for (guint j = 0; j < plan->program.stages[i].n_steps; j++)
      add_step (out, plan, &plan->program.stages[i].steps[j], plan->program.stages[i].count);
}

static guint64
sum_of (const Cycles *c)
{
  guint64 sum = 0;

  for (guint i = 0; i < SYSTOLE_N_PARTS; i++)
    sum += c->part[i];
  return sum;
}

/* Cumulative bounds, each rounded up; a part is the difference of two. What is left is fill and drain. */
static void
share_multiplying (Cycles *c, const SystoleRun *run, const SystoleTpuPlan *plan)
{
  double one_pass = (double) plan->total * plan->rate;
  guint64 others = sum_of (c), most = run->n_cycles - MIN (others, run->n_cycles);
  guint64 peak = MIN (most, (guint64) ceil ((double) run->useful_macs / one_pass));
  guint64 format = CLAMP ((guint64) ceil ((double) run->useful_macs / one_pass * plan->passes), peak, most);
  guint64 tiles = CLAMP ((guint64) ceil (c->streamed_by_all), format, most), streamed = CLAMP ((guint64) ceil (c->streamed), tiles, most);

  c->part[SYSTOLE_PART_USEFUL] = peak;
  c->part[SYSTOLE_PART_FORMAT] = format - peak;
  c->part[SYSTOLE_PART_PADDING] = tiles - format;
  c->part[SYSTOLE_PART_TAIL] = streamed - tiles;
  c->part[SYSTOLE_PART_FILL_DRAIN] += most - streamed;
}

/* The same for the lanes of the vector units: one core works, the others have nothing to do. */
static void
share_vector (Cycles *c, const SystoleRun *run, const SystoleTpuPlan *plan)
{
  guint64 all = (guint64) c->vector, peak, format, tail;

  if (c->vector <= 0)
    {
      /* An operation that only moves bytes: its memory is its unit. */
      peak = MIN ((guint64) ceil ((double) run->useful_work / plan->peak), c->part[SYSTOLE_PART_MEMORY]);
      c->part[SYSTOLE_PART_USEFUL] = peak;
      c->part[SYSTOLE_PART_MEMORY] -= peak;
      return;
    }
  peak = MIN (all, (guint64) ceil ((double) run->useful_work / plan->peak));
  format = MIN (all - peak, (guint64) ceil (plan->format_cycles / plan->core.cores));
  tail = MIN (all - peak - format, (guint64) (c->vector * (plan->core.cores - 1) / plan->core.cores));
  c->part[SYSTOLE_PART_USEFUL] = peak;
  c->part[SYSTOLE_PART_FORMAT] = format;
  c->part[SYSTOLE_PART_TAIL] = tail;
  c->part[SYSTOLE_PART_OPERAND] += all - peak - format - tail;
}

static void
add_waterfall (SystoleRun *run, const Cycles *c)
{
  static const SystolePart order[] = {
    SYSTOLE_PART_USEFUL, SYSTOLE_PART_FORMAT, SYSTOLE_PART_PADDING, SYSTOLE_PART_WEIGHTS, SYSTOLE_PART_FILL_DRAIN, SYSTOLE_PART_OPERAND, SYSTOLE_PART_MEMORY, SYSTOLE_PART_TRANSFER, SYSTOLE_PART_TAIL, SYSTOLE_PART_LAUNCH
  };

  for (guint i = 0; i < G_N_ELEMENTS (order); i++)
    systole_run_add_part (run, order[i], c->part[order[i]]);
}

/* v1: activations come from the host and weights from main memory, or both from the host. */
static void
add_traffic_of_v1 (SystoleRun *run, const SystoleTpuPlan *plan, const Cycles *c)
{
  gboolean shared = plan->core.outer == SYSTOLE_MEMORY_HOST;
  guint64 reads = c->host_in + (shared ? c->reads : 0);

  if (!shared && c->reads > 0)
    systole_run_add_traffic (run, SYSTOLE_MEMORY_DRAM, c->reads, 0);
  if (reads + c->host_out > 0)
    systole_run_add_traffic (run, SYSTOLE_MEMORY_HOST, reads, c->host_out);
  systole_run_add_traffic (run, SYSTOLE_MEMORY_WEIGHT_FIFO, plan->weights, c->reads);
  systole_run_add_traffic (run, SYSTOLE_MEMORY_UNIFIED_BUFFER, plan->unified_reads + c->host_out, plan->unified_writes + c->host_in);
  systole_run_add_traffic (run, SYSTOLE_MEMORY_ACCUMULATOR, plan->sums_reads, plan->sums_writes);
}

/* Outermost first. What comes from main memory is written into the inner one, and read there at least once. */
static void
add_traffic (SystoleRun *run, const SystoleTpuPlan *plan, const Cycles *c)
{
  if (plan->core.has_unified_buffer)
    {
      add_traffic_of_v1 (run, plan, c);
      return;
    }
  if (c->reads + c->writes > 0)
    systole_run_add_traffic (run, plan->core.outer, c->reads, c->writes);
  systole_run_add_traffic (run, SYSTOLE_MEMORY_VMEM, MAX (plan->vmem_reads, c->reads + c->writes), MAX (plan->vmem_writes, c->reads + c->writes));
}

/* What takes most of the run. */
static const char *
find_bound (const SystoleRun *run, const SystoleTpuPlan *plan, const Cycles *c)
{
  guint64 launch = c->part[SYSTOLE_PART_LAUNCH], memory = c->part[SYSTOLE_PART_MEMORY], transfer = c->part[SYSTOLE_PART_TRANSFER];
  guint64 others = run->n_cycles - memory - launch - transfer;
  const SystoleTpuMatrix *matrix = plan->program.n_matrices > 0 ? &plan->program.matrices[0] : NULL;
  gboolean waits = matrix != NULL && systole_tpu_matrix_get_longest (matrix)->period > systole_tpu_matrix_get_longest (matrix)->busy_period;

  if (launch > others && launch > memory)
    return "latency";
  if (transfer > others && transfer > memory)
    return "link:host";
  if (memory > others || waits || (!plan->multiplies && c->vector <= 0))
    return plan->core.outer == SYSTOLE_MEMORY_HOST ? "memory:host" : "memory:dram";
  return "compute";
}

static void
add_folds (SystoleRun *run, const SystoleTpuPlan *plan)
{
  for (guint i = 0; i < plan->program.n_matrices; i++)
    for (guint kind = 0; kind < plan->program.matrices[i].n_kinds; kind++)
      run->folds += plan->program.matrices[i].kinds[kind].n * plan->program.matrices[i].kinds[kind].schedule.folds;
  run->has_folds = run->folds > 0;
}

static double
share_of (const SystoleRun *run, guint64 cycles)
{
  return MIN (1, (double) cycles / (double) run->n_cycles);
}

static void
add_utilizations (SystoleRun *run, const SystoleTpuPlan *plan, const Cycles *c)
{
  double work = (double) run->useful_work / (plan->peak * (double) run->n_cycles);

  if (plan->multiplies)
    systole_run_add_utilization (run, SYSTOLE_UNIT_MXU, work, N_ ("all PEs of all MXUs in every cycle of the run"));
  else if (c->vector > 0)
    systole_run_add_utilization (run, SYSTOLE_UNIT_VPU, work, N_ ("all lanes of all vector units in every cycle of the run"));
  if (plan->multiplies && !plan->core.has_unified_buffer)
    systole_run_add_utilization (run, SYSTOLE_UNIT_VPU, share_of (run, c->units[VECTOR_UNIT]), N_ ("cycles in which it works at all"));
  if (plan->core.has_unified_buffer)
    systole_run_add_utilization (run, SYSTOLE_UNIT_LINK, share_of (run, c->units[LINK]), N_ ("cycles in which it moves anything"));
  systole_run_add_utilization (run, SYSTOLE_UNIT_DMA, share_of (run, c->units[COPY_ENGINE]), N_ ("cycles in which it moves anything"));
}

static guint64
find_memory_bound (const SystoleTpuPlan *plan, const Cycles *c)
{
  const SystoleTpuCore *core = &plan->core;
  double seconds = ((double) c->reads + (double) c->writes + (core->outer == SYSTOLE_MEMORY_HOST ? (double) c->host_in : 0)) / core->bandwidth;

  if (core->has_unified_buffer)
    seconds = MAX (seconds, (double) MAX (c->host_in, c->host_out) / core->host_bandwidth);
  return (guint64) ceil (seconds * core->clock_hz);
}

/**
 * systole_tpu_fill_totals:
 * @run: the plan's numbers are put in
 */
void
systole_tpu_fill_totals (SystoleRun *run, const SystoleTpuPlan *plan)
{
  gboolean cold = run->operands == SYSTOLE_OPERANDS_COLD;
  Cycles c;

  find_cycles (plan, &c);
  run->n_cycles = plan->program.n_cycles;
  run->clock_hz = plan->core.clock_hz;
  run->n_units = plan->core.mxus;
  run->peak_macs_per_cycle = plan->peak;
  run->issued_macs = plan->multiplies ? MAX (run->useful_macs, (guint64) plan->issued) : 0;
  add_folds (run, plan);
  run->has_stalls = TRUE;
  run->stall_cycles = c.part[SYSTOLE_PART_MEMORY] + c.part[SYSTOLE_PART_TRANSFER];
  run->compute_bound_cycles = (guint64) ceil ((double) run->useful_work / plan->peak);
  run->memory_bound_cycles = find_memory_bound (plan, &c);
  run->compulsory_read_bytes = cold ? plan->compulsory_reads : 0;
  run->compulsory_write_bytes = cold ? plan->compulsory_writes : 0;
  g_strlcpy (run->bound, find_bound (run, plan, &c), sizeof run->bound);
  if (plan->multiplies)
    share_multiplying (&c, run, plan);
  else
    share_vector (&c, run, plan);
  add_waterfall (run, &c);
  add_traffic (run, plan, &c);
  add_utilizations (run, plan, &c);
}
