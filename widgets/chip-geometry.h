/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "widgets/lane-painter.h"

G_BEGIN_DECLS

/* Where the parts of a chip are: memories from outer to inner, the units as cells, the
 * diagram of waves, the share of the whole run. Pixels. */

typedef struct
{
  double x, y, width, height; /* height 0: not drawn */
} SystoleChipBox;

typedef struct
{
  double font;
  guint n_units, n_memories;
  guint first_unit;      /* core level: the first of the core's units */
  SystoleChipBox memory; /* of the first; the others follow in steps of `memory_pitch` */
  double memory_pitch;
  SystoleChipBox units; /* card */
  guint columns;
  double pitch, size; /* of a unit's cell */
  double cells_x, cells_y;
  SystoleChipBox others; /* core level: the units that serve the arrays, side by side */
  guint n_others, other_columns;
  SystoleChipBox waves;
  SystoleChipBox share;
} SystoleChipGeometry;

void systole_chip_measure (const SystoleLanePaint *self, const SystoleChipFrame *frame, double x, double y, double width, double height, SystoleChipGeometry *out);
SystoleChipBox systole_chip_unit_box (const SystoleChipGeometry *self, guint unit);
SystoleChipBox systole_chip_memory_box (const SystoleChipGeometry *self, guint memory);
SystoleChipBox systole_chip_engine_box (const SystoleChipGeometry *self, guint engine);
SystoleTarget systole_chip_pick (const SystoleChipGeometry *self, double x, double y);
gboolean systole_chip_locate (const SystoleChipGeometry *self, const SystoleTarget *target, SystoleChipBox *out);
SystoleTarget systole_chip_neighbour (const SystoleChipGeometry *self, const SystoleTarget *from, int dx, int dy);
/* Units of one core: MXUs that share a core's memory; all units where the machine has no cores. */
guint systole_chip_units_per_core (const SystoleRun *run);

G_END_DECLS
