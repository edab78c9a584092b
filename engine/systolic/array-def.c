/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/systolic/array-def.h"

#include <string.h>

#include "engine/base/error.h"
#include "engine/base/i18n.h"

typedef struct
{
  const char *id, *title;
} Row;

static const Row dataflows[] = {
#define DATAFLOW(ID, id, title) { id, title },
#include "engine/systolic/dataflows.def"
#undef DATAFLOW
};

static const Row timings[] = {
#define TIMING(ID, id, title) { id, title },
#include "engine/systolic/timings.def"
#undef TIMING
};

static const Row weights[] = {
#define WEIGHTS(ID, id, title) { id, title },
#include "engine/systolic/weights.def"
#undef WEIGHTS
};

static const Row bufferings[] = {
#define BUFFERING(ID, id, title) { id, title },
#include "engine/systolic/bufferings.def"
#undef BUFFERING
};

/**
 * systole_array_def_init:
 *
 * 8 × 8 PEs, weight-stationary, hardware timing, 1 GHz.
 */
void
systole_array_def_init (SystoleArrayDef *self)
{
  *self = (SystoleArrayDef){ .rows = 8, .columns = 8, .dataflow = SYSTOLE_DATAFLOW_WS, .timing = SYSTOLE_TIMING_HARDWARE, .clock_hz = 1e9 };
}

static gboolean
check_limit (const char *what, guint value, guint limit, GError **error)
{
  if (value <= limit)
    return TRUE;
  g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_RANGE, _ ("%s: %u is not a whole number from %u to %u"), what, value, 0, limit);
  return FALSE;
}

static gboolean
check_memory (const SystoleArrayMemoryDef *memory, GError **error)
{
  return check_limit ("sram-a-bytes", memory->a.bytes, SYSTOLE_ARRAY_MAX_BUFFER, error) && check_limit ("sram-a-word-bytes", memory->a.word_bytes, SYSTOLE_ARRAY_MAX_WORD, error) &&
         check_limit ("sram-a-ports", memory->a.ports, SYSTOLE_ARRAY_MAX_PORTS, error) && check_limit ("sram-b-bytes", memory->b.bytes, SYSTOLE_ARRAY_MAX_BUFFER, error) &&
         check_limit ("sram-b-word-bytes", memory->b.word_bytes, SYSTOLE_ARRAY_MAX_WORD, error) && check_limit ("sram-b-ports", memory->b.ports, SYSTOLE_ARRAY_MAX_PORTS, error) &&
         check_limit ("sram-c-bytes", memory->c.bytes, SYSTOLE_ARRAY_MAX_BUFFER, error) && check_limit ("sram-c-word-bytes", memory->c.word_bytes, SYSTOLE_ARRAY_MAX_WORD, error) &&
         check_limit ("sram-c-ports", memory->c.ports, SYSTOLE_ARRAY_MAX_PORTS, error) && check_limit ("dram-bytes-per-cycle", memory->dram_bytes_per_cycle, SYSTOLE_ARRAY_MAX_DRAM_RATE, error) &&
         check_limit ("dram-latency", memory->dram_latency, SYSTOLE_ARRAY_MAX_DRAM_LATENCY, error);
}

static gboolean
check_side (const char *what, guint value, GError **error)
{
  if (value >= 1 && value <= SYSTOLE_ARRAY_MAX_SIDE)
    return TRUE;
  g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_RANGE, _ ("%s: %u is not a whole number from 1 to %d"), what, value, SYSTOLE_ARRAY_MAX_SIDE);
  return FALSE;
}

/**
 * systole_array_def_check:
 *
 * Returns: FALSE with %SYSTOLE_ERROR_RANGE that names the first field out of range
 */
gboolean
systole_array_def_check (const SystoleArrayDef *self, GError **error)
{
  if (!check_side ("rows", self->rows, error) || !check_side ("columns", self->columns, error))
    return FALSE;
  if (!(self->clock_hz >= 1 && self->clock_hz <= 1e12))
    {
      g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_RANGE, _ ("clock-hz: %g is not a number from 1 to 1e12"), self->clock_hz);
      return FALSE;
    }
  return check_memory (&self->memory, error);
}

static gboolean
same_buffer (const SystoleArrayBuffer *a, const SystoleArrayBuffer *b)
{
  return a->bytes == b->bytes && a->word_bytes == b->word_bytes && MAX (a->ports, 1) == MAX (b->ports, 1);
}

gboolean
systole_array_def_equal (const SystoleArrayDef *a, const SystoleArrayDef *b)
{
  const SystoleArrayMemoryDef *x = &a->memory, *y = &b->memory;

  return a->rows == b->rows && a->columns == b->columns && a->dataflow == b->dataflow && a->timing == b->timing && a->weights == b->weights &&
         !(a->clock_hz < b->clock_hz) && !(a->clock_hz > b->clock_hz) && same_buffer (&x->a, &y->a) && same_buffer (&x->b, &y->b) && same_buffer (&x->c, &y->c) &&
         x->buffering == y->buffering && x->dram_bytes_per_cycle == y->dram_bytes_per_cycle && x->dram_latency == y->dram_latency;
}

static gboolean
from_id (const Row *rows, guint n, const char *id, guint *out)
{
  for (*out = 0; *out < n; (*out)++)
    if (strcmp (rows[*out].id, id) == 0)
      return TRUE;
  return FALSE;
}

const char *
systole_dataflow_get_id (SystoleDataflow self)
{
  return dataflows[self].id;
}

const char *
systole_dataflow_get_title (SystoleDataflow self)
{
  return _ (dataflows[self].title);
}

gboolean
systole_dataflow_from_id (const char *id, SystoleDataflow *out)
{
  guint i;

  if (!from_id (dataflows, G_N_ELEMENTS (dataflows), id, &i))
    return FALSE;
  *out = (SystoleDataflow) i;
  return TRUE;
}

const char *
systole_timing_get_id (SystoleTiming self)
{
  return timings[self].id;
}

const char *
systole_timing_get_title (SystoleTiming self)
{
  return _ (timings[self].title);
}

gboolean
systole_timing_from_id (const char *id, SystoleTiming *out)
{
  guint i;

  if (!from_id (timings, G_N_ELEMENTS (timings), id, &i))
    return FALSE;
  *out = (SystoleTiming) i;
  return TRUE;
}

const char *
systole_weights_get_id (SystoleWeights self)
{
  return weights[self].id;
}

const char *
systole_weights_get_title (SystoleWeights self)
{
  return _ (weights[self].title);
}

gboolean
systole_weights_from_id (const char *id, SystoleWeights *out)
{
  guint i;

  if (!from_id (weights, G_N_ELEMENTS (weights), id, &i))
    return FALSE;
  *out = (SystoleWeights) i;
  return TRUE;
}

const char *
systole_buffering_get_id (SystoleBuffering self)
{
  return bufferings[self].id;
}

const char *
systole_buffering_get_title (SystoleBuffering self)
{
  return _ (bufferings[self].title);
}

gboolean
systole_buffering_from_id (const char *id, SystoleBuffering *out)
{
  guint i;

  if (!from_id (bufferings, G_N_ELEMENTS (bufferings), id, &i))
    return FALSE;
  *out = (SystoleBuffering) i;
  return TRUE;
}
