/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/*
 * Registers that only hand on what they hold to the next: a chain of `depth` lines, each
 * `width` registers wide, of which line 0 is the newest. Nothing is moved at a clock edge: the place
 * where line 0 lies moves instead. `count` chains side by side have their edges at once.
 */
typedef struct
{
  guint depth, width, count;
  guint base;   /* place of line 0 */
  guint places; /* depth, the lines going round; or 2 · depth, and they lie one behind the other, for loops over them */
  gsize size;   /* bytes a register */
  guint8 *data;
} SystoleRing;

gboolean systole_ring_init (SystoleRing *self, gboolean in_line, guint count, guint depth, guint width, gsize size); /* all zero; FALSE: no memory */
void systole_ring_clear (SystoleRing *self);
void systole_ring_shift (SystoleRing *self); /* an edge: what line 0 then holds is to be written */

/* Line @line of chain @chain. */
static inline gpointer
systole_ring_get (const SystoleRing *self, guint chain, guint line)
{
  guint place = self->base + line;

  if (place >= self->places)
    place -= self->places;
  return self->data + ((gsize) chain * self->places + place) * self->width * self->size;
}

/* Bytes from a chain to the next. */
static inline gsize
systole_ring_get_stride (const SystoleRing *self)
{
  return (gsize) self->places * self->width * self->size;
}

G_END_DECLS
