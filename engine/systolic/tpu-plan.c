/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/systolic/tpu-plan.h"

#include "engine/base/error.h"
#include "engine/base/i18n.h"
#include "engine/base/number.h"

/* What needs single elements from anywhere: neither the copy engine nor the vector unit, whose
 * lanes load whole registers, does that. */
static gboolean
refuse_scattered (SystoleTpuPlan *self, const SystoleRun *run, GError **error)
{
  (void) self;
  g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_NOT_MODELLED,
               /* Translators: an operation, a machine's name */
               _ ("%s: not modelled on %s: its vector unit loads whole registers, it cannot look up single elements"),
               systole_op_kind_get_title (run->op.kind),
               systole_machine_get_name (run->machine));
  return FALSE;
}

/* One row an operation that a TPU is known to carry out. */
static const struct
{
  SystoleOpKind kind;
  gboolean (*lower) (SystoleTpuPlan *self, const SystoleRun *run, GError **error);
} lowerings[] = {
  { SYSTOLE_OP_GEMM, systole_tpu_plan_product },
  { SYSTOLE_OP_BATCHED_GEMM, systole_tpu_plan_product },
  { SYSTOLE_OP_CONV, systole_tpu_plan_product },
  { SYSTOLE_OP_MLP, systole_tpu_plan_mlp },
  { SYSTOLE_OP_ATTENTION, systole_tpu_plan_attention },
  { SYSTOLE_OP_SOFTMAX, systole_tpu_plan_vector },
  { SYSTOLE_OP_LAYERNORM, systole_tpu_plan_vector },
  { SYSTOLE_OP_RMSNORM, systole_tpu_plan_vector },
  { SYSTOLE_OP_ADD_LAYERNORM, systole_tpu_plan_vector },
  { SYSTOLE_OP_GELU, systole_tpu_plan_vector },
  { SYSTOLE_OP_RELU, systole_tpu_plan_vector },
  { SYSTOLE_OP_TANH, systole_tpu_plan_vector },
  { SYSTOLE_OP_SILU_MUL, systole_tpu_plan_vector },
  { SYSTOLE_OP_ADD, systole_tpu_plan_vector },
  { SYSTOLE_OP_MUL, systole_tpu_plan_vector },
  { SYSTOLE_OP_ADD_SCALAR, systole_tpu_plan_vector },
  { SYSTOLE_OP_MUL_SCALAR, systole_tpu_plan_vector },
  { SYSTOLE_OP_DIV_SCALAR, systole_tpu_plan_vector },
  { SYSTOLE_OP_POW_SCALAR, systole_tpu_plan_vector },
  { SYSTOLE_OP_ELEMENTWISE_UNARY, systole_tpu_plan_vector },
  { SYSTOLE_OP_REDUCE, systole_tpu_plan_vector },
  { SYSTOLE_OP_GATHER, systole_tpu_plan_vector },
  { SYSTOLE_OP_MEMCPY, systole_tpu_plan_vector },
  { SYSTOLE_OP_STREAM_INIT, systole_tpu_plan_vector },
  { SYSTOLE_OP_STREAM_READ, systole_tpu_plan_vector },
  { SYSTOLE_OP_STREAM_TRIAD, systole_tpu_plan_vector },
  { SYSTOLE_OP_STENCIL, systole_tpu_plan_stencil },
  { SYSTOLE_OP_SPMV, refuse_scattered },
  { SYSTOLE_OP_SORT, refuse_scattered },
  { SYSTOLE_OP_QUERY, refuse_scattered },
};

/** Whether any TPU carries the operation out. */
gboolean
systole_tpu_models (const SystoleOp *op)
{
  for (guint i = 0; i < G_N_ELEMENTS (lowerings); i++)
    if (lowerings[i].kind == op->kind)
      return TRUE;
  return FALSE;
}

/* Operands that are said to be on the chip must fit there. */
static gboolean
check_resident (const SystoleTpuPlan *self, const SystoleRun *run, GError **error)
{
  double room = self->core.has_unified_buffer ? self->core.unified_buffer : self->core.vmem + self->core.cmem;
  double needed = (double) self->compulsory_reads + (double) self->compulsory_writes;
  g_autofree char *all = NULL;
  g_autofree char *most = NULL;

  if (run->operands != SYSTOLE_OPERANDS_RESIDENT || needed <= room)
    return TRUE;
  all = g_format_size ((guint64) needed);
  most = g_format_size ((guint64) room);
  g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_CAPACITY,
               /* Translators: a machine's name, two sizes such as "1.2 GB" */
               _ ("%s: operands and results take %s, the memories on the chip hold %s: they cannot be there from the beginning"),
               systole_machine_get_name (run->machine),
               all,
               most);
  return FALSE;
}

/**
 * systole_tpu_plan_init:
 * @run: with what is given filled in
 *
 * Returns: FALSE with %SYSTOLE_ERROR_NOT_MODELLED for a generation, operation or format
 *   without a model, or %SYSTOLE_ERROR_CAPACITY
 */
gboolean
systole_tpu_plan_init (SystoleTpuPlan *self, const SystoleRun *run, GError **error)
{
  *self = (SystoleTpuPlan){ 0 };
  if (!systole_tpu_core_init (&self->core, run->machine, error))
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (lowerings); i++)
    if (lowerings[i].kind == run->op.kind)
      return lowerings[i].lower (self, run, error) && systole_tpu_program_finish (&self->program, error) && check_resident (self, run, error);
  g_return_val_if_reached (FALSE);
}
