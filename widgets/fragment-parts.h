/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "widgets/lane-painter.h"
#include "widgets/sm-geometry.h"

G_BEGIN_DECLS

/* The level "fragment": one tensor core with the registers that feed it. */

typedef struct
{
  double font;
  guint rows, columns, depth; /* of the fragment: m, n, k */
  gboolean registers;         /* A and B as matrices */
  double pitch;               /* of the cells */
  double small;               /* of the registers' cells */
  gboolean tokens;
  double cells_x, cells_y;
  SystoleSmBox a, b;    /* matrices of registers */
  SystoleSmBox sum;     /* the pointed sum, step by step; width 0: no room */
  SystoleSmBox steps;   /* strip of k; height 0: no room */
  SystoleSmBox formula; /* height 0: no room */
} SystoleFragmentGeometry;

/* What is shown, and of which cell. */
typedef struct
{
  const SystoleSmFrame *frame;
  const SystolePipeState *pipe;    /* tensor core; may be NULL */
  const SystoleFragmentCell *cell; /* that is pointed at; may be NULL */
  guint sub_core, row, column;
  gboolean busy;
  guint64 k, k0; /* step in this cycle, and first of the registers; while busy */
} SystoleFragmentView;

void systole_fragment_measure (const SystoleLanePaint *self, const SystoleSmFrame *frame, double x, double y, double width, double height, SystoleFragmentGeometry *out);
SystoleSmBox systole_fragment_cell_box (const SystoleFragmentGeometry *self, guint row, guint column);

void systole_fragment_paint_registers (cairo_t *cr, const SystoleLanePaint *self, const SystoleFragmentGeometry *geometry, const SystoleFragmentView *view);
void systole_fragment_paint_sum (cairo_t *cr, const SystoleLanePaint *self, const SystoleFragmentGeometry *geometry, const SystoleFragmentView *view);
void systole_fragment_paint_steps (cairo_t *cr, const SystoleLanePaint *self, const SystoleFragmentGeometry *geometry, const SystoleFragmentView *view);
void systole_fragment_paint_formula (cairo_t *cr, const SystoleLanePaint *self, const SystoleFragmentGeometry *geometry, const SystoleFragmentView *view);

G_END_DECLS
