/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/run/instruction.h"

static const char *const instruction_ids[] = {
  [SYSTOLE_INSTRUCTION_NONE] = NULL,
  [SYSTOLE_INSTRUCTION_START] = "start",
  [SYSTOLE_INSTRUCTION_COPY] = "copy",
  [SYSTOLE_INSTRUCTION_WAIT] = "wait",
  [SYSTOLE_INSTRUCTION_LOAD] = "load",
  [SYSTOLE_INSTRUCTION_MMA] = "mma",
  [SYSTOLE_INSTRUCTION_STORE] = "store",
  [SYSTOLE_INSTRUCTION_COMPUTE] = "compute",
};

static const char *const operand_ids[] = {
  [SYSTOLE_OPERAND_A] = "A",
  [SYSTOLE_OPERAND_B] = "B",
  [SYSTOLE_OPERAND_C] = "C",
};

/* Documented in instruction.h, as what follows. */
const char *
systole_instruction_get_id (SystoleInstruction self)
{
  g_return_val_if_fail ((guint) self < G_N_ELEMENTS (instruction_ids), NULL);
  return instruction_ids[self];
}

const char *
systole_operand_get_id (SystoleOperand self)
{
  g_return_val_if_fail ((guint) self < G_N_ELEMENTS (operand_ids), NULL);
  return operand_ids[self];
}
