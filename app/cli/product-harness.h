/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/run/run.h"

G_BEGIN_DECLS

/* How a published measurement of a product was taken (product-harness.def): what its time holds besides the
 * kernel's, and what the caches held before. */

typedef struct
{
  const char *source, *device; /* part of the table's source; beginning of its device's name */
  SystoleOperands operands;
  const char *layout_a, *layout_b;
  double start, dispatch;             /* µs */
  double of_product, of_batch, share; /* of `dispatch` */
} SystoleProductHarness;

const SystoleProductHarness *systole_product_harness_find (const char *source, const char *device); /* or NULL */
void systole_product_harness_set_layout (const SystoleProductHarness *self, SystoleOp *op, gboolean given);
double systole_product_harness_get_seconds (const SystoleProductHarness *self, const SystoleRun *run, const char *source, const char *device);

G_END_DECLS
