/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "widgets/chip-geometry.h"

G_BEGIN_DECLS

/* What the levels "chip" and "core" are drawn of, and their words. */

void systole_chip_paint_memories (cairo_t *cr, const SystolePaintStyle *style, const SystoleChipGeometry *geometry, const SystoleChipFrame *frame);
void systole_chip_paint_units (cairo_t *cr, const SystoleLanePaint *self, const SystoleChipGeometry *geometry, const SystoleChipFrame *frame);
void systole_chip_paint_share (cairo_t *cr, const SystoleLanePaint *self, const SystoleChipBox *box);
void systole_chip_paint_rings (cairo_t *cr, const SystoleLanePaint *self, const SystoleChipGeometry *geometry);

/* Which unit works when: waves over time, with the playhead (chip-waves.c). */
void systole_chip_paint_waves (cairo_t *cr, const SystoleLanePaint *self, const SystoleChipBox *box, const SystoleChipFrame *frame);

const char *systole_chip_engine_title (const SystoleEngineState *state);
const char *systole_chip_unit_name (const SystoleRun *run); /* "SM", "MXU", "array" */
char *systole_chip_describe (const SystoleLanePaint *self, const SystoleChipFrame *frame) G_GNUC_WARN_UNUSED_RESULT;
char *systole_chip_explain (const SystoleLanePaint *self, const SystoleChipFrame *frame, const SystoleTarget *target, GArray *facts, char **sentence) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
