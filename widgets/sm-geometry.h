/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "widgets/lane-painter.h"

G_BEGIN_DECLS

/* Where the parts of an SM are: cards of sub-cores in a grid, the card of shared
 * memory below. Used by drawing, pointing and the keyboard. Pixels. */

typedef struct
{
  double x, y, width, height;
} SystoleSmBox;

/* Inside every card, relative to its corner. */
typedef struct
{
  double title;        /* height of the title row */
  double row;          /* pitch of the warp rows */
  guint n_rows;        /* that fit; 0: none */
  SystoleSmBox list;   /* of warp rows */
  gboolean has_tensor; /* FALSE: no room */
  double wide, pitch;  /* of the fragment's cells, across and down */
  gboolean tokens;     /* operands as tokens with numbers; else two plain edges */
  double cells_x, cells_y;
} SystoleSmCard;

typedef struct
{
  double font;   /* font scale that heights follow */
  guint n_cores; /* shown */
  guint first_core;
  guint columns, rows; /* of cards */
  double x, y;         /* of the first card */
  double card_width, card_height, gap;
  guint fragment_rows, fragment_columns;
  SystoleSmCard card;
  SystoleSmBox shared; /* height 0: no room for it */
  double stages_width; /* of the shared card's left part */
} SystoleSmGeometry;

/* `n_warps`: of the sub-core with most. */
void systole_sm_measure (const SystoleLanePaint *self, const SystoleSmFrame *frame, double x, double y, double width, double height, SystoleSmGeometry *out);
SystoleSmBox systole_sm_core_box (const SystoleSmGeometry *self, guint sub_core);
SystoleSmBox systole_sm_row_box (const SystoleSmGeometry *self, guint sub_core, guint row);
SystoleSmBox systole_sm_cell_box (const SystoleSmGeometry *self, guint sub_core, guint row, guint column);
SystoleSmBox systole_sm_tensor_box (const SystoleSmGeometry *self, guint sub_core); /* all cells */
SystoleSmBox systole_sm_stage_box (const SystoleSmGeometry *self, guint stage, guint n_stages);
SystoleSmBox systole_sm_copy_box (const SystoleSmGeometry *self, guint copy);
guint systole_sm_n_copy_rows (const SystoleSmGeometry *self);
double systole_sm_cell_size (double pitch); /* side of a box, its gap taken off */
gboolean systole_sm_box_contains (const SystoleSmBox *self, double x, double y);

/* What one row of a card stands for: a warp, or several that wait for one reason. */
typedef struct
{
  const SystoleWarpState *first;
  guint count;
  gboolean alike; /* they wait with the same instruction for the same tile */
  gboolean mixed; /* stands for the rest, whatever their reasons */
} SystoleWarpRow;

/* At most @max rows of a sub-core: the issuing warps, then the others; grouped by
 * reason when they are more than @max. Returns the number of rows. */
guint systole_sm_get_rows (const SystoleSmFrame *frame, guint sub_core, guint max, SystoleWarpRow *out);

G_END_DECLS
