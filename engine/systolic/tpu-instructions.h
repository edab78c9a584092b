/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/systolic/tpu-plan.h"

G_BEGIN_DECLS

/* The few instructions that TPU v1 is sent by its host. Several are at work at once. */

typedef enum
{
#define TPU_INSTRUCTION(ID, name, otherwise) SYSTOLE_TPU_##ID,
#include "engine/systolic/tpu-instructions.def"
#undef TPU_INSTRUCTION
  SYSTOLE_N_TPU_INSTRUCTIONS
} SystoleTpuInstruction;

SystoleTpuInstruction systole_tpu_find_instruction (const SystoleTpuPlan *plan, SystoleTpuUnits units);
const char *systole_tpu_instruction_name (const SystoleTpuPlan *plan, SystoleTpuInstruction self);

G_END_DECLS
