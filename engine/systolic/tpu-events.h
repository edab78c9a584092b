/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/systolic/tpu-program.h"

G_BEGIN_DECLS

guint64 systole_tpu_program_step (const SystoleTpuProgram *self, guint64 cycle, SystoleStep kind, int direction);
gboolean systole_tpu_program_find_event (const SystoleTpuProgram *self, guint64 cycle, SystoleEvents kinds, int direction, guint64 *out, SystoleEvents *out_kind);

G_END_DECLS
