/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/systolic/tpu-core.h"

#include <math.h>

#include "engine/base/error.h"
#include "engine/base/i18n.h"

static const SystoleTpuGeneration generations[] = {
#define GENERATION(ID, architecture, int8, bf16, fp16, fp8, fp32_passes, push, vector_alus, unpack, pack, launch, join, efficiency, bubble, fp16_bubble, shared_fp16_bubble, port, whole, first, long_share, exposed_results, keeps, names_instructions) \
  { architecture, int8, bf16, fp16, fp8, fp32_passes, push, vector_alus, unpack, pack, launch, join, efficiency, bubble, fp16_bubble, shared_fp16_bubble, port, whole, first, long_share, exposed_results, keeps, names_instructions },
#include "engine/systolic/tpu-generations.def"
#undef GENERATION
};

static const SystoleTpuGeneration *
find_generation (const SystoleMachine *machine)
{
  const char *architecture = systole_machine_get_fact (machine, "architecture");

  for (guint i = 0; i < G_N_ELEMENTS (generations); i++)
    if (g_strcmp0 (generations[i].architecture, architecture) == 0)
      return &generations[i];
  return NULL;
}

static gboolean
need_field (const SystoleMachine *machine, SystoleField field, GError **error)
{
  if (systole_machine_get (machine, field) >= 1)
    return TRUE;
  g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_NOT_MODELLED,
               /* Translators: a machine's name, a field's name */
               _ ("%s: not modelled without the field “%s”"),
               systole_machine_get_name (machine),
               systole_field_get_id (field));
  return FALSE;
}

/* "4 SparseCores", "2 x 16 subcores x 8 lanes"; "none", or one that programs cannot use. */
static gboolean
find_sparse_core (const SystoleMachine *machine)
{
  const char *fact = systole_machine_get_fact (machine, "sparsecore");

  return fact != NULL && g_ascii_isdigit (*fact);
}

/* 0 where the catalogue has none. */
static double
get_or_none (const SystoleMachine *machine, SystoleField field)
{
  return systole_machine_has (machine, field) ? systole_machine_get (machine, field) : 0;
}

/**
 * systole_tpu_core_init:
 *
 * Returns: FALSE with %SYSTOLE_ERROR_NOT_MODELLED for a generation about which too little is
 *   known, or without a field that is needed
 */
gboolean
systole_tpu_core_init (SystoleTpuCore *self, const SystoleMachine *machine, GError **error)
{
  static const SystoleField needed[] = { SYSTOLE_FIELD_MXU_COUNT, SYSTOLE_FIELD_MXU_ROWS, SYSTOLE_FIELD_MXU_COLUMNS, SYSTOLE_FIELD_MXU_CLOCK };
  /* A chip without memory of its own streams from its host. */
  SystoleField outer = systole_machine_has (machine, SYSTOLE_FIELD_MEMORY_BANDWIDTH) || !systole_machine_has (machine, SYSTOLE_FIELD_HOST_BANDWIDTH) ? SYSTOLE_FIELD_MEMORY_BANDWIDTH : SYSTOLE_FIELD_HOST_BANDWIDTH;
  guint cores;

  *self = (SystoleTpuCore){ .generation = find_generation (machine) };
  if (self->generation == NULL)
    {
      g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_NOT_MODELLED,
                   /* Translators: %s is a machine's name */
                   _ ("%s: not modelled: too little is published about this generation"),
                   systole_machine_get_name (machine));
      return FALSE;
    }
  self->has_unified_buffer = systole_machine_has (machine, SYSTOLE_FIELD_UNIFIED_BUFFER);
  for (guint i = 0; i < G_N_ELEMENTS (needed); i++)
    if (!need_field (machine, needed[i], error))
      return FALSE;
  if (!need_field (machine, outer, error) || !need_field (machine, self->has_unified_buffer ? SYSTOLE_FIELD_HOST_BANDWIDTH : SYSTOLE_FIELD_VMEM, error))
    return FALSE;
  self->rows = (guint) systole_machine_get (machine, SYSTOLE_FIELD_MXU_ROWS);
  self->columns = (guint) systole_machine_get (machine, SYSTOLE_FIELD_MXU_COLUMNS);
  self->mxus = (guint) MIN (systole_machine_get (machine, SYSTOLE_FIELD_MXU_COUNT), 4096);
  cores = (guint) CLAMP (get_or_none (machine, SYSTOLE_FIELD_TENSOR_CORES), 1, 4096);
  self->cores = MIN (cores, self->mxus);
  self->rate_factor = MAX (1, (guint) get_or_none (machine, SYSTOLE_FIELD_MXU_RATE_FACTOR));
  self->clock_hz = systole_machine_get (machine, SYSTOLE_FIELD_MXU_CLOCK);
  self->outer = outer == SYSTOLE_FIELD_HOST_BANDWIDTH ? SYSTOLE_MEMORY_HOST : SYSTOLE_MEMORY_DRAM;
  self->bandwidth = systole_machine_get (machine, outer);
  self->core_bandwidth = self->bandwidth / cores;
  self->vmem = get_or_none (machine, SYSTOLE_FIELD_VMEM);
  self->cmem = get_or_none (machine, SYSTOLE_FIELD_CMEM);
  self->has_sparse_core = find_sparse_core (machine);
  self->unified_buffer = get_or_none (machine, SYSTOLE_FIELD_UNIFIED_BUFFER);
  self->host_bandwidth = self->has_unified_buffer ? systole_machine_get (machine, SYSTOLE_FIELD_HOST_BANDWIDTH) : 0;
  return TRUE;
}

/**
 * systole_tpu_core_find_rate:
 * @name: of the machine, for the message
 * @rate: (out): rows of A that enter an array each cycle
 * @passes: (out): how often a row passes
 *
 * Returns: FALSE with %SYSTOLE_ERROR_NOT_MODELLED for a format that the arrays lack
 */
gboolean
systole_tpu_core_find_rate (const SystoleTpuCore *self, const char *name, SystoleFormat format, guint *rate, guint *passes, GError **error)
{
  const SystoleTpuGeneration *g = self->generation;
  const struct
  {
    guint rate, passes;
  } rates[SYSTOLE_N_FORMATS] = {
    [SYSTOLE_FORMAT_INT8] = { g->int8, 1 },
    [SYSTOLE_FORMAT_BF16] = { g->bf16, 1 },
    [SYSTOLE_FORMAT_FP16] = { g->fp16, 1 },
    [SYSTOLE_FORMAT_FP8] = { g->fp8, 1 },
    [SYSTOLE_FORMAT_FP32] = { g->fp32_passes > 0, g->fp32_passes },
  };

  *rate = rates[format].rate * self->rate_factor;
  *passes = rates[format].passes;
  if (*rate > 0)
    return TRUE;
  g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_NOT_MODELLED,
               /* Translators: a machine's name, a number format */
               _ ("%s: not modelled: its arrays do not multiply %s"),
               name,
               systole_format_get_id (format));
  return FALSE;
}

guint64
systole_tpu_core_get_cycles (const SystoleTpuCore *self, double seconds)
{
  return (guint64) ceil (seconds * self->clock_hz);
}

/**
 * systole_tpu_core_get_bytes_per_cycle:
 *
 * Returns: bytes a cycle between main memory and one core; each has its share of the
 *   channels, also while the others rest
 */
double
systole_tpu_core_get_bytes_per_cycle (const SystoleTpuCore *self)
{
  return self->core_bandwidth * self->generation->efficiency / self->clock_hz;
}
