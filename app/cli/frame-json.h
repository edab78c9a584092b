/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "app/export/json-writer.h"
#include "engine/run/frame.h"
#include "engine/workload/product.h"

G_BEGIN_DECLS

/* The parts of a frame as JSON. */

void systole_cli_frame_json_array_cell (SystoleJson *json, const SystoleArrayCell *cell, const SystoleProduct *product);
void systole_cli_frame_json_sm (SystoleJson *json, const SystoleSmFrame *frame);
gboolean systole_cli_frame_json_operands (SystoleJson *json, const SystoleProduct *product, GError **error);

G_END_DECLS
