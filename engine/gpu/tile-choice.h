/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/gpu/gpu-plan.h"

G_BEGIN_DECLS

/* Why a product has the tile that it has: what each other tile of the library would take. */

guint systole_gpu_list_choices (const SystoleGpuPlan *plan, SystoleTileChoice *out, guint max);

G_END_DECLS
