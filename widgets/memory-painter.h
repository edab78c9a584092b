/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/run/run-name.h"
#include "widgets/paint.h"

G_BEGIN_DECLS

/* What moves through each level of memory, outer to inner, and how often a byte is
 * used there, one run. */

typedef struct
{
  const SystoleRun *run;
  char letter;
  double width;                    /* pixels; the height follows */
  guint64 least_bytes, most_bytes; /* of all runs that are shown beside it; 0: of this one */
  SystolePaintStyle style;
  const SystoleRunName *name; /* beside other lanes; NULL: the machine alone */
} SystoleMemoryPaint;

double systole_memory_get_height (const SystoleMemoryPaint *self);
void systole_memory_paint (cairo_t *cr, const SystoleMemoryPaint *self);
char *systole_memory_describe (const SystoleMemoryPaint *self) G_GNUC_WARN_UNUSED_RESULT;
/* The least and most bytes of a level that anything moves through; FALSE: none. Widens what it is given. */
gboolean systole_memory_get_range (const SystoleRun *run, guint64 *least, guint64 *most);

G_END_DECLS
