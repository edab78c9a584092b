/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/kernel/kernel-attention.h"

#include <math.h>
#include <string.h>

#include "engine/base/i18n.h"
#include "engine/base/number.h"

/*
 * Fused attention: a block has some rows of queries and goes over the keys and values in
 * tiles: product with the keys, exponentials, product with the values. Exponentials add to
 * the products' time; sixteen of them a cycle come from the special-function units.
 *
 * Of a decode step each block streams the keys and values of a sequence and head, or of a
 * part of them; one block alone is limited by the bytes that it has in flight.
 */

/*
 * Constants of kernels by generation and library, fitted to attention measurements of TensorRT-LLM, vLLM and
 * FlashAttention (aiconfigurator, LLMCompassPlus): the half of the rows with an even CRC-32 of their dimensions, by
 * coordinate search from one set of starting values for all. Tiles, parts, what is prepared and the last row were
 * chosen before, with all rows in view. What a block of Hopper streams is
 * that of the other library: on H100 it trades against the memory’s share, and H200 would gain nothing. First match.
 */
/* clang-format off */
static const SystoleAttentionTraits traits[] = {
  /* library, generation, style                          rows keys l2   start    dram  issue  fill  pre  pack  | decode: start  dram  tensor lanes fix     fix    group */
  { TRUE,  NULL,   SYSTOLE_ATTENTION_KERNEL_PACKED,       64, 128, 0.88, 7.35e-6, 0.97,  1.000, 3060, 1, TRUE,    6.00e-6, 0.88, 17.1, 17.1, 2.45e-6, 2.45e-6, 0.014e-6, 128, 128 },
  { FALSE, "8.0",  SYSTOLE_ATTENTION_KERNEL_MMA_SYNC,     64,  64, 0.20, 13.5e-6, 0.75,  0.553, 2510, 2, FALSE,   7.35e-6, 0.85, 22.0, 12.7, 3.32e-6, 4.50e-6, 0.105e-6, 256, 512 },
  { FALSE, "8.7",  SYSTOLE_ATTENTION_KERNEL_FLASH,       128, 128, 0.66, 5.51e-6, 0.408, 0.789,    6, 0, FALSE,   5.70e-6, 0.80, 17.0, 13.5, 2.00e-6, 3.00e-6, 0.070e-6, 256, 512 },
  { FALSE, "8.9",  SYSTOLE_ATTENTION_KERNEL_MMA_SYNC,     64,  64, 1.20, 9.00e-6, 0.612, 0.452,    6, 2, FALSE,   4.00e-6, 0.85, 12.0,  8.0, 1.81e-6, 2.85e-6, 0.057e-6, 256, 512 },
  { FALSE, "12.0", SYSTOLE_ATTENTION_KERNEL_MMA_SYNC,     64,  64, 0.90, 11.0e-6, 0.75,  0.500, 3070, 2, FALSE,   4.00e-6, 0.85, 12.0,  8.9, 2.21e-6, 2.45e-6, 0.031e-6, 256, 512 },
  { FALSE, NULL,   SYSTOLE_ATTENTION_KERNEL_WGMMA,       128,  64, 0.22, 13.5e-6, 0.789, 0.713, 4590, 2, FALSE,   5.70e-6, 0.85, 17.1, 14.7, 2.21e-6, 2.45e-6, 0.158e-6, 256, 512 },
  { FALSE, NULL,   SYSTOLE_ATTENTION_KERNEL_TCGEN05,     128,  64, 0.20, 11.0e-6, 0.553, 0.750, 5620, 2, FALSE,   6.75e-6, 0.85, 60.8, 64.0, 3.00e-6, 0.89e-6, 0.158e-6, 256, 512 },
  { FALSE, NULL,   SYSTOLE_ATTENTION_KERNEL_FLASH,       128, 128, 0.66, 5.51e-6, 0.408, 0.789,    6, 0, FALSE,   5.70e-6, 0.80, 17.0, 13.5, 2.00e-6, 3.00e-6, 0.070e-6, 256, 512 },
  { FALSE, NULL,   SYSTOLE_ATTENTION_KERNEL_MMA_SYNC,     64,  64, 0.5, 11.0e-6, 0.63, 0.530, 2000, 2, FALSE,   6.0e-6, 0.90, 14, 13.5, 2.2e-6, 3.0e-6, 0.080e-6, 256, 512 },
};
/* clang-format on */

/**
 * systole_attention_find_traits:
 *
 * Returns: never NULL
 */
const SystoleAttentionTraits *
systole_attention_find_traits (const SystoleKernelGeneration *generation, SystoleLibrary library)
{
  for (guint i = 0; i < G_N_ELEMENTS (traits); i++)
    if (traits[i].vllm == (library == SYSTOLE_LIBRARY_VLLM) && (traits[i].generation == NULL || strcmp (traits[i].generation, generation->id) == 0) && (traits[i].vllm || traits[i].style == generation->attention))
      return &traits[i];
  return &traits[G_N_ELEMENTS (traits) - 1];
}

/**
 * systole_attention_share_in_l2:
 * @bytes: all that the kernels touch
 *
 * Returns: the share of the traffic that L2 serves when equal calls follow one another; 0
 *   with cold operands
 */
double
systole_attention_share_in_l2 (const SystoleKernelChip *chip, const SystoleRun *run, double l2_share, double bytes)
{
  if (run->operands == SYSTOLE_OPERANDS_COLD || !(chip->cache > 0))
    return 0;
  return CLAMP (2 - bytes / (l2_share * chip->cache), 0, 1);
}

/* The work of a launch, split in what is wanted and what is issued beyond it. */
void
systole_attention_set_work (SystoleKernelLaunch *launch, guint64 useful, double issued_a_step)
{
  double issued = issued_a_step * (double) launch->steps;

  launch->useful = useful;
  launch->padding = issued > (double) useful ? (guint64) (issued - (double) useful) : 0;
}

gboolean
systole_kernel_make_attention (SystoleKernelPlan *plan, const SystoleRun *run, GError **error)
{
  SystoleAttention a;

  systole_op_as_attention (&run->op, &a);
  systole_kernel_chip_use_matrix_clock (&plan->chip, run->machine);
  if (run->operands == SYSTOLE_OPERANDS_COLD)
    {
      guint64 q = a.b * a.hq * a.sq * a.d, kv = 2 * a.b * a.hkv * a.skv * a.d;

      plan->compulsory_read = systole_format_get_bytes (a.format, SYSTOLE_OPERAND_A, q + kv);
      plan->compulsory_write = systole_format_get_bytes (a.format, SYSTOLE_OPERAND_A, q);
    }
  if (a.plain)
    return systole_attention_make_plain (plan, run, &a, error);
  return a.phase == SYSTOLE_ATTENTION_DECODE ? systole_attention_make_decode (plan, run, &a, error) : systole_attention_make_prefill (plan, run, &a, error);
}
