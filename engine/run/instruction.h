/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/run/frame.h"

G_BEGIN_DECLS

/* Identifiers of what the frames of an SM speak of, for JSON and traces; never translated. */

/* "mma"; NULL for SYSTOLE_INSTRUCTION_NONE. */
const char *systole_instruction_get_id (SystoleInstruction self);
/* "A", "B" or "C". */
const char *systole_operand_get_id (SystoleOperand self);

G_END_DECLS
