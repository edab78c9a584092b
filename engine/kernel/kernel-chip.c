/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/kernel/kernel-chip.h"

#include <string.h>

#include "engine/base/error.h"
#include "engine/base/i18n.h"

/*
 * Sources. L1 and L2 bytes a cycle an SM: gpu-benches' curves ÷ SMs ÷ clock (V100, A100,
 * H100, H200, L40, MI210; half of L1's 128 bytes on CDNA and on 8-byte reads of Ada).
 * Shares of main memory, kept share, rates of norms and softmax: from four neutral sets of
 * starting values for all, fitted to the streams of gpu-benches and to the operations of
 * NeuSight, Vidur, LLMCompass, LLMServingSim with an even CRC-32 of their dimensions, shares
 * of memory to 0.96 at most (Blackwell’s consumer chips are there; Orin’s kernels have three
 * streams and more: what one and one reach is not known from them). Constants of
 * convolution: fitted to DeepBench and NeuSight; where a generation has none, those of its nearest relative. Two partitions
 * of L2 that each keep what all SMs read explain a kept share below a half.
 */
/* clang-format off */
static const SystoleKernelGeneration generations[] = {
  /* id      lanes dram  mixed read  write  L2  L1   same  parts kept  norm soft ratio attention                     conv  wino  dram  filt  skip  reuse small  lat  launch */
  { "3.7",    48, 0.72, 1.00, 0.75, 0.80,  10,  64, 1.00, FALSE, 0.10, 1.5, 1.2, 2.0, SYSTOLE_ATTENTION_KERNEL_MMA_SYNC, 0.55, 0.45, 0.62, 0.8, 1.00, 3.8, FALSE, 560, 2.8e-6 },
  { "5.2",    32, 0.76, 1.00, 0.80, 0.85,  14,  64, 1.00, FALSE, 0.36, 1.3, 1.1, 2.0, SYSTOLE_ATTENTION_KERNEL_MMA_SYNC, 0.62, 0.525, 0.635, 0.8, 1.00, 3.8, FALSE, 400, 2.2e-6 },
  { "5.3",    32, 0.76, 1.00, 0.80, 0.85,  14,  64, 1.00, FALSE, 0.36, 1.3, 1.1, 2.0, SYSTOLE_ATTENTION_KERNEL_MMA_SYNC, 0.62, 0.525, 0.635, 0.8, 1.00, 3.8, FALSE, 400, 2.2e-6 },
  { "6.0",    32, 0.75, 1.00, 0.80, 0.90,  17,  64, 1.00, FALSE, 0.36, 1.3, 1.1, 2.0, SYSTOLE_ATTENTION_KERNEL_MMA_SYNC, 0.83, 0.57, 0.865, 0.81, 1.00, 3.3, FALSE, 450, 2.2e-6 },
  { "6.1",    32, 0.80, 1.00, 0.82, 0.90,  17,  64, 1.00, FALSE, 0.36, 1.3, 1.1, 2.0, SYSTOLE_ATTENTION_KERNEL_MMA_SYNC, 0.83, 0.656, 0.753, 0.668, 1.00, 1.7, FALSE, 450, 2.2e-6 },
  { "7.0",    16, 0.93, 1.00, 0.94, 0.99,  21, 126, 1.00, FALSE, 0.45, 2.0, 2.2, 2.2, SYSTOLE_ATTENTION_KERNEL_MMA_SYNC, 1.09, 0.754, 1.15, 0.737, 0.417, 5.3, FALSE, 445, 2.2e-6 },
  { "7.2",    16, 0.80, 1.00, 0.80, 0.90,  17, 126, 1.00, FALSE, 0.45, 2.0, 2.2, 2.2, SYSTOLE_ATTENTION_KERNEL_MMA_SYNC, 1.09, 0.754, 1.15, 0.737, 0.417, 5.3, FALSE, 445, 2.2e-6 },
  { "7.5",    16, 0.76, 1.00, 0.80, 0.90,  17, 126, 1.00, FALSE, 0.31, 0.55, 0.66, 3.0, SYSTOLE_ATTENTION_KERNEL_MMA_SYNC, 0.69, 0.388, 1.05, 0.64, 0.336, 6.00, FALSE, 450, 2.2e-6 },
  { "8.0",    16, 0.89, 1.00, 0.90, 0.96,  36, 126, 0.83, TRUE , 0.28, 2.3, 1.6, 2.3, SYSTOLE_ATTENTION_KERNEL_MMA_SYNC, 0.8, 0.5, 0.9, 0.64, 0.4, 2.5, FALSE, 520, 2.2e-6 },
  { "8.6",    32, 0.88, 1.00, 0.92, 0.95,  16, 126, 1.07, FALSE, 0.13, 1.0, 1.8, 3.0, SYSTOLE_ATTENTION_KERNEL_MMA_SYNC, 0.7, 0.55, 0.9, 0.6, 0.4, 2.5, FALSE, 520, 2.2e-6 },
  { "8.7",    32, 0.84, 0.76, 0.86, 0.90,  36, 126, 1.00, FALSE, 0.50, 1.7, 1.2, 3.0, SYSTOLE_ATTENTION_KERNEL_FLASH,    0.8, 0.65, 0.9, 0.6, 0.4, 2.5, FALSE, 520, 2.2e-6 },
  { "8.9",    32, 0.79, 1.00, 0.92, 0.95,  15,  64, 1.07, FALSE, 0.13, 1.0, 1.8, 5.0, SYSTOLE_ATTENTION_KERNEL_MMA_SYNC, 0.6, 0.45, 0.9, 0.6, 0.4, 2.5, FALSE, 580, 2.2e-6 },
  { "9.0",    32, 0.93, 1.00, 0.97, 0.95,  37, 126, 1.12, TRUE , 0.33, 2.7, 1.8, 1.7, SYSTOLE_ATTENTION_KERNEL_WGMMA,    0.8, 0.7, 0.9, 0.6, 0.4, 2.5, FALSE, 640, 2.2e-6 },
  { "10.0",   32, 0.91, 1.00, 0.90, 0.93,  37, 126, 1.00, TRUE , 0.30, 3.0, 2.4, 2.0, SYSTOLE_ATTENTION_KERNEL_TCGEN05,  0.8, 0.7, 0.9, 0.6, 0.4, 2.5, FALSE, 860, 2.2e-6 },
  { "10.3",   32, 0.91, 1.00, 0.90, 0.93,  37, 126, 1.00, TRUE , 0.30, 3.0, 2.4, 2.0, SYSTOLE_ATTENTION_KERNEL_TCGEN05,  0.8, 0.7, 0.9, 0.6, 0.4, 2.5, FALSE, 860, 2.2e-6 },
  { "11.0",   32, 0.85, 1.00, 0.86, 0.90,  30, 126, 1.00, FALSE, 0.40, 3.0, 2.4, 3.0, SYSTOLE_ATTENTION_KERNEL_MMA_SYNC, 0.8, 0.65, 0.9, 0.6, 0.4, 2.5, FALSE, 860, 2.2e-6 },
  { "12.0",   32, 0.96, 1.00, 0.95, 0.96,  13, 126, 1.00, FALSE, 0.20, 4.8, 2.5, 5.0, SYSTOLE_ATTENTION_KERNEL_MMA_SYNC, 0.7, 0.55, 0.9, 0.6, 0.4, 2.5, FALSE, 936, 2.2e-6 },
  { "gfx900", 16, 0.80, 0.95, 0.82, 0.90,  24,  62, 1.00, FALSE, 0.07, 0.8, 1.4, 2.0, SYSTOLE_ATTENTION_KERNEL_MMA_SYNC, 0.7, 0.8, 0.95, 0.9, 1.00, 4.00, TRUE, 600, 2.4e-6 },
  { "gfx908", 16, 0.84, 0.92, 0.82, 0.93,  28,  62, 1.00, FALSE, 0.47, 0.73, 1.5, 2.0, SYSTOLE_ATTENTION_KERNEL_MMA_SYNC, 0.7, 0.8, 0.95, 0.9, 1.00, 4.00, TRUE, 600, 2.2e-6 },
  { "gfx90a", 16, 0.86, 0.93, 0.82, 0.93,  28,  62, 1.00, FALSE, 0.47, 0.73, 1.5, 2.0, SYSTOLE_ATTENTION_KERNEL_MMA_SYNC, 0.7, 0.8, 0.95, 0.9, 1.00, 4.00, TRUE, 600, 2.2e-6 },
  { "gfx942", 32, 0.82, 0.95, 0.82, 0.93,  28, 126, 1.00, FALSE, 0.10, 1.0, 1.8, 2.0, SYSTOLE_ATTENTION_KERNEL_MMA_SYNC, 0.7, 0.8, 0.95, 0.9, 1.00, 4.00, TRUE, 700, 2.2e-6 },
  { "gfx950", 32, 0.82, 0.95, 0.82, 0.93,  28, 126, 1.00, FALSE, 0.10, 1.0, 1.8, 2.0, SYSTOLE_ATTENTION_KERNEL_MMA_SYNC, 0.7, 0.8, 0.95, 0.9, 1.00, 4.00, TRUE, 700, 2.2e-6 },
  { "gfx1030", 32, 0.86, 1.00, 0.97, 0.95, 28,  62, 1.00, FALSE, 0.30, 1.0, 1.4, 3.0, SYSTOLE_ATTENTION_KERNEL_MMA_SYNC, 0.7, 0.8, 0.95, 0.9, 1.00, 4.00, TRUE, 600, 2.4e-6 },
  { "gfx1100", 64, 0.86, 1.00, 0.95, 0.95, 28,  62, 1.00, FALSE, 0.30, 1.0, 1.4, 3.0, SYSTOLE_ATTENTION_KERNEL_MMA_SYNC, 0.7, 0.8, 0.95, 0.9, 1.00, 4.00, TRUE, 600, 2.4e-6 },
};
/* clang-format on */

/* The faster its pins, the larger the part of a memory's time that its cells need: what is
 * reached of the peak of HBM3e beside HBM2e and HBM3 of the same chip (gpu-benches, H100 and H200). */
static const struct
{
  const char *type;
  double share;
} memories[] = {
  { "HBM3e", 0.84 },
};

static const SystoleKernelGeneration *
find_generation (const char *id)
{
  for (guint i = 0; id != NULL && i < G_N_ELEMENTS (generations); i++)
    if (strcmp (generations[i].id, id) == 0)
      return &generations[i];
  return NULL;
}

static gboolean
refuse (const SystoleMachine *machine, const char *what, GError **error)
{
  g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_NOT_MODELLED, _ ("%s: not modelled: %s"), systole_machine_get_name (machine), what);
  return FALSE;
}

/**
 * systole_kernel_chip_init:
 * @machine: a GPU of the catalogue
 *
 * Returns: FALSE with %SYSTOLE_ERROR_NOT_MODELLED where its generation is not in the
 *   table or the catalogue does not know its units, clock or bandwidth
 */
gboolean
systole_kernel_chip_init (SystoleKernelChip *self, const SystoleMachine *machine, GError **error)
{
  const SystoleKernelGeneration *g = find_generation (systole_machine_get_fact (machine, "compute-capability"));
  const char *memory = systole_machine_get_fact (machine, "memory-type");
  double fp32 = systole_machine_get (machine, SYSTOLE_FIELD_FMA_FP32);

  if (g == NULL)
    return refuse (machine, _ ("this generation’s kernels are not known"), error);
  if (!systole_machine_has (machine, SYSTOLE_FIELD_UNITS) || !systole_machine_has (machine, SYSTOLE_FIELD_MEMORY_BANDWIDTH) || !systole_machine_has (machine, SYSTOLE_FIELD_CLOCK_BOOST))
    return refuse (machine, _ ("the number of units, the clock or the memory’s bandwidth is not known"), error);
  *self = (SystoleKernelChip){ .generation = g, .lanes = g->lanes, .memory_share = 1 };
  for (guint i = 0; memory != NULL && i < G_N_ELEMENTS (memories); i++)
    if (strcmp (memories[i].type, memory) == 0)
      self->memory_share = memories[i].share;
  self->sms = (guint) systole_machine_get (machine, SYSTOLE_FIELD_UNITS);
  self->clock_hz = systole_machine_get (machine, SYSTOLE_FIELD_CLOCK_BOOST);
  self->sub_cores = fp32 >= g->lanes ? (guint) fp32 / g->lanes : 4;
  self->warp_width = systole_machine_has (machine, SYSTOLE_FIELD_WARP_WIDTH) ? (guint) systole_machine_get (machine, SYSTOLE_FIELD_WARP_WIDTH) : 32;
  self->max_threads = systole_machine_has (machine, SYSTOLE_FIELD_MAX_THREADS) ? (guint) systole_machine_get (machine, SYSTOLE_FIELD_MAX_THREADS) : 2048;
  self->max_warps = MAX (self->max_threads / self->warp_width, 1);
  self->dram_bytes_per_cycle = systole_machine_get (machine, SYSTOLE_FIELD_MEMORY_BANDWIDTH) / self->clock_hz;
  self->l2_bytes_per_cycle = g->l2_bytes_per_cycle * self->sms;
  self->cache = systole_machine_has (machine, SYSTOLE_FIELD_L2) ? systole_machine_get (machine, SYSTOLE_FIELD_L2) : 0;
  self->l1 = systole_machine_get (machine, SYSTOLE_FIELD_L1_SHARED);
  self->latency = systole_machine_get (machine, SYSTOLE_FIELD_LATENCY_DRAM);
  if (!(self->latency > 0))
    self->latency = g->latency;
  self->launch = (guint64) (g->launch * self->clock_hz);
  return TRUE;
}

/* Tensor cores at work pull the clock below the advertised maximum. */
void
systole_kernel_chip_use_matrix_clock (SystoleKernelChip *self, const SystoleMachine *machine)
{
  double clock = systole_machine_get (machine, SYSTOLE_FIELD_CLOCK_TENSOR);

  if (!(clock > 0))
    return;
  self->dram_bytes_per_cycle *= self->clock_hz / clock;
  self->launch = (guint64) ((double) self->launch * clock / self->clock_hz);
  self->clock_hz = clock;
}

/**
 * systole_kernel_chip_get_tensor_rate:
 *
 * Returns: MACs a cycle of one SM's tensor cores, 0 where it has none for the format
 */
double
systole_kernel_chip_get_tensor_rate (const SystoleMachine *machine, SystoleFormat format)
{
  const char *shapes = systole_machine_get_fact (machine, "tensor-instructions");

  if (shapes == NULL || strcmp (shapes, "none") == 0)
    return 0;
  return systole_machine_get (machine, format == SYSTOLE_FORMAT_INT8 ? SYSTOLE_FIELD_FMA_INT8 : format == SYSTOLE_FORMAT_BF16 ? SYSTOLE_FIELD_FMA_BF16
                                                                                            : format == SYSTOLE_FORMAT_FP16   ? SYSTOLE_FIELD_FMA_FP16
                                                                                                                              : SYSTOLE_FIELD_FMA_FP32);
}
