/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/run/run-private.h"
#include "engine/systolic/tpu-matrix.h"

G_BEGIN_DECLS

gboolean systole_tpu_fill_totals (SystoleRun *run, const SystoleTpuMatrix *plan, GError **error);

G_END_DECLS
