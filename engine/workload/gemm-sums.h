/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/base/progress.h"
#include "engine/workload/op.h"

G_BEGIN_DECLS

/* One partial sum that is wanted: of the first `k_end` products of C[m, n]. */
typedef struct
{
  guint64 m, n;
  guint64 k_end; /* 0 … k */
  double sum;    /* out */
} SystoleGemmSum;

/* Element (i, j) of A or B; `data` is the caller's. */
typedef double (*SystoleGemmElement) (gconstpointer data, SystoleOperand operand, guint64 i, guint64 j);

gboolean systole_gemm_sums_of (const SystoleGemm *self, SystoleGemmElement element, gconstpointer data, SystoleGemmSum *sums, gsize n_sums, SystoleProgress progress, gpointer progress_data);
gboolean systole_gemm_sums (const SystoleGemm *self, SystoleGemmSum *sums, gsize n_sums, SystoleProgress progress, gpointer progress_data);

G_END_DECLS
