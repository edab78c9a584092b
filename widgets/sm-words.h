/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "widgets/lane-painter.h"
#include "widgets/sm-geometry.h"

G_BEGIN_DECLS

/* What the parts of an SM say, translated. */

char *systole_sm_warp_words (const SystoleSmFrame *frame, const SystoleWarpState *warp) G_GNUC_WARN_UNUSED_RESULT;      /* "load B₀", "wait tile 1" */
char *systole_sm_block_words (const SystoleSmFrame *frame, guint resident) G_GNUC_WARN_UNUSED_RESULT;                   /* "block 132"; NULL: it goes without saying */
char *systole_sm_with_block (const SystoleSmFrame *frame, guint resident, const char *words) G_GNUC_WARN_UNUSED_RESULT; /* "mma 3, block 132" */
char *systole_sm_row_words (const SystoleSmFrame *frame, const SystoleWarpRow *row) G_GNUC_WARN_UNUSED_RESULT;          /* the same, or "12 × wait tile 1" */
char *systole_sm_issue_words (const SystoleSmFrame *frame, guint sub_core, gboolean brief) G_GNUC_WARN_UNUSED_RESULT;   /* "issues W1" */
char *systole_sm_tile_name (SystoleOperand operand, guint64 tile) G_GNUC_WARN_UNUSED_RESULT;                            /* "A₁" */
const SystolePipeState *systole_sm_find_pipe (const SystoleSmFrame *frame, SystoleUnit unit, guint sub_core);           /* or NULL */
const SystoleFragmentCell *systole_sm_find_cell (const SystoleSmFrame *frame, guint sub_core, guint row, guint column); /* or NULL */
gboolean systole_sm_cell_rests (const SystoleSmFrame *frame, const SystoleFragmentCell *cell);                          /* the core is at work on other cells of the fragment */
guint systole_sm_count_busy_cells (const SystoleSmFrame *frame, guint sub_core, guint *first, guint *last);             /* and their rows */
char *systole_sm_explain_rest (const SystoleSmFrame *frame, guint sub_core) G_GNUC_WARN_UNUSED_RESULT;                  /* of cells that wait for their turn, a sentence */
SystoleReason systole_sm_core_reason (const SystoleSmFrame *frame, guint sub_core);                                     /* of its tensor core */

char *systole_sm_describe (const SystoleLanePaint *self, const SystoleSmFrame *frame) G_GNUC_WARN_UNUSED_RESULT;
char *systole_sm_explain (const SystoleSmFrame *frame, const SystoleTarget *target, GArray **facts, char **sentence) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
