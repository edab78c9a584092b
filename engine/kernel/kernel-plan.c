/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/kernel/kernel-plan.h"

#include "engine/base/error.h"
#include "engine/base/i18n.h"

/* The program of each operation: a new one is a row here and a file. */
static const SystoleKernelProgram programs[SYSTOLE_N_OPS] = {
  [SYSTOLE_OP_ATTENTION] = systole_kernel_make_attention,
  [SYSTOLE_OP_CONV] = systole_kernel_make_conv,
  [SYSTOLE_OP_SOFTMAX] = systole_kernel_make_vector,
  [SYSTOLE_OP_LAYERNORM] = systole_kernel_make_vector,
  [SYSTOLE_OP_RMSNORM] = systole_kernel_make_vector,
  [SYSTOLE_OP_ADD_LAYERNORM] = systole_kernel_make_vector,
  [SYSTOLE_OP_GELU] = systole_kernel_make_vector,
  [SYSTOLE_OP_RELU] = systole_kernel_make_vector,
  [SYSTOLE_OP_TANH] = systole_kernel_make_vector,
  [SYSTOLE_OP_SILU_MUL] = systole_kernel_make_vector,
  [SYSTOLE_OP_ADD] = systole_kernel_make_vector,
  [SYSTOLE_OP_MUL] = systole_kernel_make_vector,
  [SYSTOLE_OP_ADD_SCALAR] = systole_kernel_make_vector,
  [SYSTOLE_OP_MUL_SCALAR] = systole_kernel_make_vector,
  [SYSTOLE_OP_DIV_SCALAR] = systole_kernel_make_vector,
  [SYSTOLE_OP_POW_SCALAR] = systole_kernel_make_vector,
  [SYSTOLE_OP_ELEMENTWISE_UNARY] = systole_kernel_make_vector,
  [SYSTOLE_OP_REDUCE] = systole_kernel_make_vector,
  [SYSTOLE_OP_GATHER] = systole_kernel_make_vector,
  [SYSTOLE_OP_MEMCPY] = systole_kernel_make_vector,
  [SYSTOLE_OP_STREAM_INIT] = systole_kernel_make_vector,
  [SYSTOLE_OP_STREAM_READ] = systole_kernel_make_vector,
  [SYSTOLE_OP_STREAM_TRIAD] = systole_kernel_make_vector,
  [SYSTOLE_OP_MLP] = systole_kernel_make_mlp,
  [SYSTOLE_OP_STENCIL] = systole_kernel_make_stencil,
  [SYSTOLE_OP_SPMV] = systole_kernel_make_spmv,
  [SYSTOLE_OP_SORT] = systole_kernel_make_sort,
  [SYSTOLE_OP_QUERY] = systole_kernel_make_query,
  [SYSTOLE_OP_L1_READ] = systole_kernel_make_cache,
  [SYSTOLE_OP_L2_READ] = systole_kernel_make_cache,
};

/* Share of L2 in which buffers that come back are found, and where it ends (fitted once
 * over element-wise operations that repeat on the same tensors). */
#define WARM_SHARE 0.4
#define WARM_KNEE 2.3

gboolean
systole_kernel_models (const SystoleOp *op)
{
  return programs[op->kind] != NULL;
}

/**
 * systole_kernel_plan_new:
 *
 * Returns: (transfer full) (nullable): NULL with %SYSTOLE_ERROR_NOT_MODELLED or _CAPACITY
 */
SystoleKernelPlan *
systole_kernel_plan_new (const SystoleRun *run, GError **error)
{
  SystoleKernelPlan *self = g_new0 (SystoleKernelPlan, 1);

  if (!systole_kernel_chip_init (&self->chip, run->machine, error))
    {
      g_free (self);
      return NULL;
    }
  self->schedule.sms = self->schedule.used = self->chip.sms;
  self->schedule.sub_cores = self->chip.sub_cores;
  self->schedule.lanes = self->chip.lanes;
  self->schedule.interval = 1;
  self->schedule.unit = SYSTOLE_UNIT_FP32;
  if (!programs[run->op.kind](self, run, error))
    {
      systole_kernel_plan_free (self);
      return NULL;
    }
  return self;
}

void
systole_kernel_plan_free (SystoleKernelPlan *self)
{
  systole_kernel_schedule_clear (&self->schedule);
  g_free (self);
}

/**
 * systole_kernel_warm_share:
 * @bytes: of all operands that an earlier, equal call has used
 *
 * Returns: the share of them that is found in L2; 0 with cold operands
 */
double
systole_kernel_warm_share (const SystoleKernelPlan *plan, const SystoleRun *run, double bytes)
{
  if (run->operands == SYSTOLE_OPERANDS_COLD || !(plan->chip.cache > 0))
    return 0;
  return CLAMP ((WARM_KNEE - bytes / (WARM_SHARE * plan->chip.cache)) / (WARM_KNEE - 1), 0, 1);
}

gboolean
systole_kernel_too_long (GError **error)
{
  g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_CAPACITY, _ ("the run has more cycles than are counted"));
  return FALSE;
}
