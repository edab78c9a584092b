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

/**
 * systole_array_def_init:
 *
 * 8 × 8 PEs, weight-stationary, hardware timing, 1 GHz.
 */
void
systole_array_def_init (SystoleArrayDef *self)
{
  *self = (SystoleArrayDef){ 8, 8, SYSTOLE_DATAFLOW_WS, SYSTOLE_TIMING_HARDWARE, 1e9 };
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
  return TRUE;
}

gboolean
systole_array_def_equal (const SystoleArrayDef *a, const SystoleArrayDef *b)
{
  return a->rows == b->rows && a->columns == b->columns && a->dataflow == b->dataflow && a->timing == b->timing &&
         !(a->clock_hz < b->clock_hz) && !(a->clock_hz > b->clock_hz);
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
