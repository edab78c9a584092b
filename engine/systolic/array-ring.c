/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/systolic/array-ring.h"

#include <string.h>

gboolean
systole_ring_init (SystoleRing *self, gboolean in_line, guint count, guint depth, guint width, gsize size)
{
  *self = (SystoleRing){ depth, width, count, 0, in_line ? 2 * depth : depth, size, NULL };
  self->data = g_try_malloc0_n ((gsize) count * self->places, width * size);
  return self->data != NULL;
}

void
systole_ring_clear (SystoleRing *self)
{
  g_clear_pointer (&self->data, g_free);
}

void
systole_ring_shift (SystoleRing *self)
{
  if (self->base == 0 && self->places == self->depth)
    self->base = self->depth;
  else if (self->base == 0)
    {
      gsize line = self->width * self->size;

      self->base = self->depth + 1;
      for (guint q = 0; q < self->count; q++)
        {
          guint8 *chain = self->data + q * systole_ring_get_stride (self);

          memmove (chain + self->base * line, chain, (self->depth - 1) * line);
        }
    }
  self->base--;
}
