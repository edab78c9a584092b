/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/gpu/sm-def.h"

#include "engine/base/error.h"
#include "engine/base/i18n.h"

/**
 * systole_sm_def_init:
 *
 * Four sub-cores with 4 × 4 multipliers, eight warps, a port of 16 bytes, 8 bytes a
 * cycle into shared memory after 3 cycles, two stages, 1 GHz.
 */
void
systole_sm_def_init (SystoleSmDef *self)
{
  *self = (SystoleSmDef){ 4, 4, 4, 8, 16, 8, 3, 2, 1e9 };
}

static gboolean
check (const char *what, guint value, guint min, guint max, GError **error)
{
  if (value >= min && value <= max)
    return TRUE;
  g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_RANGE, _ ("%s: %u is not a whole number from %u to %u"), what, value, min, max);
  return FALSE;
}

/**
 * systole_sm_def_check:
 *
 * Returns: FALSE with %SYSTOLE_ERROR_RANGE or _SHAPE that names the first field at fault
 */
gboolean
systole_sm_def_check (const SystoleSmDef *self, GError **error)
{
  if (!check ("sub-cores", self->sub_cores, 1, SYSTOLE_SM_MAX_SUB_CORES, error) || !check ("tensor", self->tensor_rows, 1, SYSTOLE_SM_MAX_TENSOR_SIDE, error) ||
      !check ("tensor", self->tensor_columns, 1, SYSTOLE_SM_MAX_TENSOR_SIDE, error) || !check ("warps", self->warps, 2, SYSTOLE_SM_MAX_WARPS, error) ||
      !check ("port-bytes", self->port_bytes, 1, SYSTOLE_SM_MAX_PORT_BYTES, error) || !check ("copy-bytes-per-cycle", self->copy_bytes_per_cycle, 1, SYSTOLE_SM_MAX_COPY_BYTES, error) ||
      !check ("copy-latency", self->copy_latency, 0, SYSTOLE_SM_MAX_COPY_LATENCY, error) || !check ("stages", self->stages, 1, SYSTOLE_SM_MAX_STAGES, error))
    return FALSE;
  if (self->warps % 2 != 0)
    {
      g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_SHAPE, _ ("warps: %u is odd, but half of them multiply and half copy"), self->warps);
      return FALSE;
    }
  if (!(self->clock_hz >= 1 && self->clock_hz <= 1e12))
    {
      g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_RANGE, _ ("clock-hz: %g is not a number from 1 to 1e12"), self->clock_hz);
      return FALSE;
    }
  return TRUE;
}

gboolean
systole_sm_def_equal (const SystoleSmDef *a, const SystoleSmDef *b)
{
  return a->sub_cores == b->sub_cores && a->tensor_rows == b->tensor_rows && a->tensor_columns == b->tensor_columns &&
         a->warps == b->warps && a->port_bytes == b->port_bytes && a->copy_bytes_per_cycle == b->copy_bytes_per_cycle &&
         a->copy_latency == b->copy_latency && a->stages == b->stages && !(a->clock_hz < b->clock_hz) && !(a->clock_hz > b->clock_hz);
}
