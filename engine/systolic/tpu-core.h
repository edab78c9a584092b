/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/machine/machine.h"
#include "engine/run/ids.h"
#include "engine/workload/op.h"

G_BEGIN_DECLS

/*
 * A TPU as its timing sees it: what the catalogue says of the machine, and what is known of
 * its generation (tpu-generations.def).
 */

typedef struct
{
  const char *architecture;
  guint int8, bf16, fp16, fp8; /* rows a cycle relative to the rate factor, 0: none */
  guint fp32_passes;
  guint push;                             /* rows of weights a cycle */
  guint vector_alus;                      /* of one core */
  double unpack, pack;                    /* vector operations an fp16 element read, written */
  double launch;                          /* s */
  double join;                            /* s, before several cores share an operation */
  double efficiency;                      /* of main memory, 0 … 1 */
  double bubble;                          /* share of a tile's pass */
  double fp16_bubble, shared_fp16_bubble; /* more of it for fp16, on one core, on several that share a product */
  double port;                            /* cycles of vector memory that a cycle of transfer takes from the arrays */
  double whole, first;                    /* bytes of operands that a core brings in before it begins: all up to `whole`, else `first` */
  double long_share;                      /* of A, if K is longer than a block of it */
  double exposed_results;                 /* share of C that is written after the last sum */
  gboolean keeps;                         /* on the chip, from kernel to kernel */
  gboolean names_instructions;            /* they are published */
} SystoleTpuGeneration;

typedef struct
{
  const SystoleTpuGeneration *generation;
  gboolean has_unified_buffer; /* v1: activations stay on the chip, weights come through a FIFO */
  guint rows, columns, mxus;   /* MXUs of the chip */
  guint cores;                 /* that have an MXU */
  guint rate_factor;
  double clock_hz;
  SystoleMemoryLevel outer;         /* where operands come from: main memory, or the host's through its link */
  double bandwidth, core_bandwidth; /* of it, B/s; a core's share */
  double vmem, cmem;                /* bytes of the chip */
  double unified_buffer;
  double host_bandwidth;    /* v1: of the link that activations and results travel on, B/s */
  gboolean has_sparse_core; /* for programs: the first two generations' was not */
} SystoleTpuCore;

gboolean systole_tpu_core_init (SystoleTpuCore *self, const SystoleMachine *machine, GError **error);
gboolean systole_tpu_core_find_rate (const SystoleTpuCore *self, const char *name, SystoleFormat format, guint *rate, guint *passes, GError **error);
guint64 systole_tpu_core_get_cycles (const SystoleTpuCore *self, double seconds); /* rounded up */
double systole_tpu_core_get_bytes_per_cycle (const SystoleTpuCore *self);

G_END_DECLS
