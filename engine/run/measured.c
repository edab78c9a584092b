/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/run/measured.h"

#include <stdlib.h>
#include <string.h>

#include "engine/run/run-private.h"

#define MAX_OF_A_SHAPE 64

typedef struct
{
  guint32 batch, m, n, k;
  float seconds;
  guint8 format, source;
} Row;

static const Row table[] = {
#define MEASURED(batch, m, n, k, seconds, format, source) { batch, m, n, k, seconds##f, format, source },
#include "engine/run/measured.def.h"
#undef MEASURED
};

static const struct
{
  const char *id;
  guint first, n;
} machines[] = {
#define MEASURED_MACHINE(id, first, n) { id, first, n },
#include "engine/run/measured.def.h"
#undef MEASURED_MACHINE
};

static const char *const formats[] = {
#define MEASURED_FORMAT(id) id,
#include "engine/run/measured.def.h"
#undef MEASURED_FORMAT
};

static const char *const sources[] = {
#define MEASURED_SOURCE(title) title,
#include "engine/run/measured.def.h"
#undef MEASURED_SOURCE
};

static gboolean
was_changed (const SystoleMachine *machine)
{
  for (guint i = 0; i < SYSTOLE_N_FIELDS; i++)
    if (systole_machine_get_provenance (machine, (SystoleField) i) == SYSTOLE_PROVENANCE_MINE)
      return TRUE;
  return FALSE;
}

static int
compare (gconstpointer a, gconstpointer b)
{
  return (*(const double *) a > *(const double *) b) - (*(const double *) a < *(const double *) b);
}

static gboolean
is_shape (const Row *row, const SystoleGemm *gemm)
{
  return row->batch == gemm->batch && row->m == gemm->m && row->n == gemm->n && row->k == gemm->k && strcmp (formats[row->format], systole_format_get_id (gemm->format)) == 0;
}

/* Documented in measured.h. */
gboolean
systole_run_get_measured (const SystoleRun *run, SystoleMeasured *out)
{
  const SystoleMachine *machine = systole_run_get_machine (run);
  double seconds[MAX_OF_A_SHAPE];
  SystoleGemm gemm;

  *out = (SystoleMeasured){ 0 };
  if (!systole_op_as_batched (systole_run_get_op (run), &gemm) || gemm.a_transposed || gemm.b_transposed || run->mapping.lanes || run->mapping.schedule != SYSTOLE_SCHEDULE_ANY || was_changed (machine))
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (machines); i++)
    {
      if (g_strcmp0 (machines[i].id, systole_machine_get_id (machine)) != 0)
        continue;
      for (guint k = machines[i].first; k < machines[i].first + machines[i].n && out->count < MAX_OF_A_SHAPE; k++)
        if (is_shape (&table[k], &gemm))
          {
            seconds[out->count++] = (double) table[k].seconds;
            out->source = sources[table[k].source];
          }
    }
  if (out->count == 0)
    return FALSE;
  qsort (seconds, out->count, sizeof *seconds, compare);
  out->seconds = (seconds[(out->count - 1) / 2] + seconds[out->count / 2]) / 2;
  return TRUE;
}
