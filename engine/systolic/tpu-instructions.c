/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/systolic/tpu-instructions.h"

#include "engine/base/i18n.h"

static const struct
{
  const char *name, *otherwise;
} instructions[SYSTOLE_N_TPU_INSTRUCTIONS] = {
#define TPU_INSTRUCTION(ID, name, otherwise) { name, otherwise },
#include "engine/systolic/tpu-instructions.def"
#undef TPU_INSTRUCTION
};

/**
 * systole_tpu_find_instruction:
 * @units: that are at work
 *
 * Returns: the instruction that the others serve
 */
SystoleTpuInstruction
systole_tpu_find_instruction (const SystoleTpuPlan *plan, SystoleTpuUnits units)
{
  if ((units & SYSTOLE_TPU_MXU) != 0)
    return plan->program.n_matrices > 0 && plan->program.matrices[0].product.unfolding.unfolds ? SYSTOLE_TPU_CONVOLVE : SYSTOLE_TPU_MATRIX_MULTIPLY;
  if ((units & SYSTOLE_TPU_VPU) != 0)
    return SYSTOLE_TPU_ACTIVATE;
  if ((units & SYSTOLE_TPU_HOST_IN) != 0)
    return SYSTOLE_TPU_READ_HOST_MEMORY;
  return (units & SYSTOLE_TPU_HOST_OUT) != 0 ? SYSTOLE_TPU_WRITE_HOST_MEMORY : SYSTOLE_TPU_READ_WEIGHTS;
}

/**
 * systole_tpu_instruction_name:
 *
 * Returns: its name, the same in every language; or, for a chip whose instructions are not
 *   published, what is done, marked for translation
 */
const char *
systole_tpu_instruction_name (const SystoleTpuPlan *plan, SystoleTpuInstruction self)
{
  return plan->core.generation->names_instructions ? instructions[self].name : instructions[self].otherwise;
}
