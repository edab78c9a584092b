/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/kernel/kernel-plan.h"

G_BEGIN_DECLS

/* Kernels of attention: their constants, the prompt's and the decode step's programs. */

typedef struct
{
  gboolean vllm;
  const char *generation; /* NULL: any */
  SystoleAttentionKernel style;
  guint rows, keys;     /* of a block's tile */
  double l2_share;      /* of L2 that operands of the call before are found in */
  double start;         /* s, until the first kernel begins */
  double dram_share;    /* of main memory's peak */
  double issue_share;   /* of the tensor cores' rate */
  double fill;          /* cycles of a block before its first tile: queries, first keys, and its results */
  guint prepared;       /* 0: no kernel before; 1: writes keys and values; 2: reads and writes all of the input */
  gboolean packs_group; /* query heads that share keys lie in one block */
  /* a decode step */
  double decode_start, decode_dram_share;
  double tensor_bytes, lane_bytes; /* a cycle that one block streams, with tensor cores and without */
  double lane_fix, tensor_fix;     /* s, serial chain of a block */
  double group_fix;                /* s, beside it for each query head of the group */
  guint tensor_chunk, lane_chunk;  /* least keys of a part */
} SystoleAttentionTraits;

const SystoleAttentionTraits *systole_attention_find_traits (const SystoleKernelGeneration *generation, SystoleLibrary library);
double systole_attention_share_in_l2 (const SystoleKernelChip *chip, const SystoleRun *run, double l2_share, double bytes);
void systole_attention_set_work (SystoleKernelLaunch *launch, guint64 useful, double issued_a_step);

gboolean systole_attention_make_plain (SystoleKernelPlan *plan, const SystoleRun *run, const SystoleAttention *attention, GError **error);
gboolean systole_attention_make_prefill (SystoleKernelPlan *plan, const SystoleRun *run, const SystoleAttention *attention, GError **error);
gboolean systole_attention_make_decode (SystoleKernelPlan *plan, const SystoleRun *run, const SystoleAttention *attention, GError **error);

G_END_DECLS
