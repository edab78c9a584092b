/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/run/frame.h"

static GArray *
array_of (gsize size)
{
  return g_array_new (FALSE, TRUE, (guint) size);
}

/**
 * systole_array_frame_init:
 *
 * Makes the buffers. Pair with systole_array_frame_clear().
 */
void
systole_array_frame_init (SystoleArrayFrame *self)
{
  *self = (SystoleArrayFrame){ 0 };
  self->cells = array_of (sizeof (SystoleArrayCell));
  self->left = array_of (sizeof (SystoleEdgeToken));
  self->top = array_of (sizeof (SystoleEdgeToken));
  self->bottom = array_of (sizeof (SystoleEdgeToken));
  self->more = array_of (sizeof (guint64));
  self->spare = array_of (sizeof (SystoleEdgeToken));
}

void
systole_array_frame_clear (SystoleArrayFrame *self)
{
  g_clear_pointer (&self->cells, g_array_unref);
  g_clear_pointer (&self->left, g_array_unref);
  g_clear_pointer (&self->top, g_array_unref);
  g_clear_pointer (&self->bottom, g_array_unref);
  g_clear_pointer (&self->more, g_array_unref);
  g_clear_pointer (&self->spare, g_array_unref);
}

/**
 * systole_array_frame_get_cell:
 * @row: @column: of the array, not of the window
 *
 * Returns: (nullable): the cell, or NULL outside the window
 */
const SystoleArrayCell *
systole_array_frame_get_cell (const SystoleArrayFrame *self, guint row, guint column)
{
  const SystoleWindow *w = &self->window;

  if (row < w->row0 || row >= w->row1 || column < w->column0 || column >= w->column1)
    return NULL;
  return &g_array_index (self->cells, SystoleArrayCell, (row - w->row0) * (w->column1 - w->column0) + (column - w->column0));
}

void
systole_sm_frame_init (SystoleSmFrame *self)
{
  *self = (SystoleSmFrame){ 0 };
  self->warps = array_of (sizeof (SystoleWarpState));
  self->pipes = array_of (sizeof (SystolePipeState));
  self->copies = array_of (sizeof (SystoleCopyState));
  self->stages = array_of (sizeof (SystoleStageState));
  self->cells = array_of (sizeof (SystoleFragmentCell));
}

/* Number of the block that is resident number @resident, or SYSTOLE_NO_INDEX. */
guint64
systole_sm_frame_get_block (const SystoleSmFrame *self, guint resident)
{
  if (self->block == SYSTOLE_NO_INDEX || resident >= MAX (self->residents, 1))
    return SYSTOLE_NO_INDEX;
  return self->block + resident * self->block_stride;
}

void
systole_sm_frame_clear (SystoleSmFrame *self)
{
  g_clear_pointer (&self->warps, g_array_unref);
  g_clear_pointer (&self->pipes, g_array_unref);
  g_clear_pointer (&self->copies, g_array_unref);
  g_clear_pointer (&self->stages, g_array_unref);
  g_clear_pointer (&self->cells, g_array_unref);
}

void
systole_chip_frame_init (SystoleChipFrame *self)
{
  *self = (SystoleChipFrame){ 0 };
  self->units = array_of (sizeof (SystoleUnitState));
  self->memories = array_of (sizeof (SystoleMemoryState));
  self->engines = array_of (sizeof (SystoleEngineState));
}

void
systole_chip_frame_clear (SystoleChipFrame *self)
{
  g_clear_pointer (&self->units, g_array_unref);
  g_clear_pointer (&self->memories, g_array_unref);
  g_clear_pointer (&self->engines, g_array_unref);
}
