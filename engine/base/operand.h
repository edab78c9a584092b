/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/base/format.h"

G_BEGIN_DECLS

/* Operand values are a pure function of (seed, operand, i, j). */

guint64 systole_operand_hash (guint64 seed, SystoleOperand operand, guint64 i, guint64 j);
double systole_operand_value (SystoleFormat format, guint64 seed, SystoleOperand operand, guint64 i, guint64 j);

G_END_DECLS
