/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/cli/meter.h"

#include <math.h>
#include <string.h>

/* AIConfigurator's collector: it times a few calls from the host, and then calls for so long, so often at most. */
#define EAGER 40e-6 /* s that the host needs for one call, so measured */
#define SHORT_CALL 1e-4
#define SHORT_LOOP 0.3
#define LONG_LOOP 1.0
#define MOST_RUNS 3000.0
#define LEAST_RUNS 6.0
#define MOST_COPIES 5.0
#define WINDOW 1.0 /* s that the meter averages over (NVML on Ampere and later) */
#define LAG 0.1    /* s until what it has averaged is shown: it is brought up to date so often */
#define GPUS 8     /* that share the shapes of the table */
/* Its batch sizes: three powers of two from LARGE on, then two for each STEP, then many small ones. */
#define LARGE 8192
#define STEP 256

typedef enum
{
  ORDER_ANY,
  ORDER_LARGE_FIRST
} Order;

/* Of attention: the collector keeps a table for each. */
typedef enum
{
  PHASE_ANY,
  PHASE_PREFILL,
  PHASE_DECODE
} Phase;

typedef struct
{
  const char *source, *device, *format;
  SystoleOpKind kind;
  Phase phase;
  double copies, gap, alike, others;
  Order order;
} Meter;

static const Meter meters[] = {
#define HARNESS(...)
#define COST(...)
#define METER(source, device, format, KIND, phase, copies, gap, alike, others, order) { source, device, format, SYSTOLE_OP_##KIND, PHASE_##phase, copies, gap, alike, others, ORDER_##order },
#define LIBRARY(...)
#define QUANTIZE(...)
#include "app/cli/harness.def"
#undef HARNESS
#undef COST
#undef METER
#undef LIBRARY
#undef QUANTIZE
};

static Phase
get_phase (const SystoleOp *op)
{
  if (op->kind != SYSTOLE_OP_ATTENTION)
    return PHASE_ANY;
  return systole_op_get_dim (op, "sq") == 1 && systole_op_get_dim (op, "skv") > 1 ? PHASE_DECODE : PHASE_PREFILL;
}

static const Meter *
find_meter (const char *source, const char *device, const char *format, const SystoleOp *op)
{
  for (guint i = 0; i < G_N_ELEMENTS (meters); i++)
    if (op->kind == meters[i].kind && (meters[i].phase == PHASE_ANY || meters[i].phase == get_phase (op)) && strstr (source, meters[i].source) != NULL && g_str_has_prefix (device, meters[i].device) && g_str_has_prefix (format, meters[i].format))
      return &meters[i];
  return NULL;
}

static double
count_copies (const Meter *self, const SystoleRun *run)
{
  double l2 = systole_machine_get (systole_run_get_machine (run), SYSTOLE_FIELD_L2), weights;
  const SystoleOp *op = systole_run_get_op (run);
  SystoleGemm gemm;

  if (self->copies > 0 || !systole_op_as_gemm (op, &gemm))
    return MAX (self->copies, 1);
  weights = (double) systole_gemm_get_operand_bytes (&gemm, SYSTOLE_OPERAND_B);
  return CLAMP (ceil (l2 / MAX (weights, 1)), 1, MOST_COPIES);
}

/* Loops with the same weights that ran before on the same GPU. */
static double
count_before (const Meter *self, const SystoleRun *run)
{
  guint64 m, larger;
  SystoleGemm gemm;

  if (self->order == ORDER_ANY || !systole_op_as_gemm (systole_run_get_op (run), &gemm))
    return G_MAXUINT;
  m = gemm.m;
  if (m >= LARGE)
    larger = m >= 4 * LARGE ? 0 : m >= 2 * LARGE ? 1
                                                 : 2;
  else
    larger = 3 + 2 * (17 - MIN (m / STEP, 17)) + (m % STEP == 0 ? 1 : 0);
  return (double) (larger / GPUS);
}

/* Of what the meter shows from the beginning of a loop to its end, on average: the share that the loop itself has. */
static double
get_own_share (double loop)
{
  double shown = MAX (loop - LAG, 0);

  return shown < WINDOW ? shown * shown / (2 * WINDOW * loop) : (shown - WINDOW / 2) / loop;
}

/**
 * systole_meter_read:
 * @seconds: of a call, as measured
 * @active: watts of a call
 * @energy: of the run, modelled: standby and limit are used
 *
 * A loop is read from its beginning to its end by a meter that averages over a second and shows it a little later. Most of
 * what it shows of a short loop is the second before: alike loops, others of the same table, and the gaps between them.
 *
 * Returns: watts that the meter shows; @active where nothing is known of it
 */
double
systole_meter_read (const SystoleRun *run, const char *source, const char *device, const char *format, double seconds, double active, const SystoleEnergy *energy)
{
  const Meter *self = find_meter (source, device, format, systole_run_get_op (run));
  double copies, call, runs, loop, own, before, work = active - energy->standby;

  if (self == NULL || !(seconds > 0))
    return active;
  copies = count_copies (self, run);
  call = copies * MAX (seconds, EAGER);
  runs = CLAMP ((call < SHORT_CALL ? SHORT_LOOP : LONG_LOOP) / call + 1, LEAST_RUNS, MOST_RUNS);
  loop = runs * copies * seconds;
  own = get_own_share (loop);
  before = MIN (1 - own, count_before (self, run) * (loop + self->gap) / WINDOW);
  return energy->standby + own * work + before * (self->alike * work * loop / (loop + self->gap) + self->others * energy->limit);
}
