/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/fragment-parts.h"

#include "widgets/geometry.h"

#include <math.h>

#define LEFT_TOKENS 1.35
#define TOP_TOKENS 1.0
#define SMALL 0.53       /* a register's cell, in pitches */
#define LEAST_SMALL 15.0 /* pixels, at font scale 1: less is not a number */
#define LARGEST_PITCH 76.0
#define SUM_WIDTH 112.0
#define STEPS 48.0
#define FORMULA 76.0
#define MOST_DEPTH 16

static double
pitch_for (guint rows, guint columns, double depth, double width, double height)
{
  return MIN (MIN (width / (columns + LEFT_TOKENS + depth * SMALL + (depth > 0 ? 0.3 : 0)), height / (rows + TOP_TOKENS + depth * SMALL + (depth > 0 ? 0.2 : 0))), LARGEST_PITCH);
}

/**
 * systole_fragment_measure:
 *
 * The cells as large as they go with the registers beside them; without, where the
 * registers would be unreadable. Formula and strip give way in a low lane.
 */
void
systole_fragment_measure (const SystoleLanePaint *self, const SystoleSmFrame *frame, double x, double y, double width, double height, SystoleFragmentGeometry *out)
{
  double font = MAX (self->style.font_scale, 0.5);
  double depth, used_width, used_height, room = height, left;

  *out = (SystoleFragmentGeometry){ .font = font, .rows = MAX (frame->fragment_rows, 1), .columns = MAX (frame->fragment_columns, 1), .depth = frame->fragment_k };
  if (room >= (FORMULA + 150) * font)
    {
      out->formula = (SystoleSmBox){ x, y + height - FORMULA * font, width, FORMULA * font };
      room -= FORMULA * font + 12;
    }
  if (room >= (STEPS + 130) * font)
    {
      out->steps = (SystoleSmBox){ x, y + room - STEPS * font, width, STEPS * font };
      room -= STEPS * font + 6;
    }
  depth = out->depth;
  out->pitch = pitch_for (out->rows, out->columns, depth, width, room);
  out->registers = depth > 0 && depth <= MOST_DEPTH && SMALL * out->pitch >= LEAST_SMALL;
  if (!out->registers)
    {
      depth = 0;
      out->pitch = pitch_for (out->rows, out->columns, 0, width, room);
    }
  {
    /* A little smaller, if the sum finds room beside it then. */
    double beside = pitch_for (out->rows, out->columns, depth, width - SUM_WIDTH * font - 17, room);

    if (beside >= 0.85 * out->pitch && (!out->registers || SMALL * beside >= LEAST_SMALL))
      out->pitch = beside;
  }
  out->pitch = systole_whole_pitch (out->pitch);
  out->tokens = out->pitch >= 14;
  out->small = SMALL * out->pitch;
  used_width = out->pitch * (out->columns + LEFT_TOKENS + depth * SMALL + (depth > 0 ? 0.3 : 0));
  used_height = out->pitch * (out->rows + TOP_TOKENS + depth * SMALL + (depth > 0 ? 0.2 : 0));
  left = width - used_width;
  if (left >= SUM_WIDTH * font + 16)
    {
      out->sum = (SystoleSmBox){ 0, 0, SUM_WIDTH * font, 0 };
      left -= SUM_WIDTH * font + 16;
    }
  out->cells_x = floor (x + left / 2 + used_width - out->columns * out->pitch + 0.5);
  out->cells_y = floor (y + (room - used_height) * 0.35 + used_height - out->rows * out->pitch + 0.5);
  out->a = (SystoleSmBox){ x + left / 2, out->cells_y + (out->rows * out->pitch - out->rows * out->small) / 2, depth * out->small, out->rows * out->small };
  out->b = (SystoleSmBox){ out->cells_x + (out->columns * out->pitch - out->columns * out->small) / 2, out->cells_y - TOP_TOKENS * out->pitch - 0.2 * out->pitch - depth * out->small, out->columns * out->small, depth * out->small };
  if (out->sum.width > 0)
    {
      out->sum.x = out->cells_x + out->columns * out->pitch + 16;
      out->sum.y = y;
      out->sum.height = room;
    }
}

SystoleSmBox
systole_fragment_cell_box (const SystoleFragmentGeometry *self, guint row, guint column)
{
  double size = systole_sm_cell_size (self->pitch);

  return (SystoleSmBox){ self->cells_x + column * self->pitch, self->cells_y + row * self->pitch, size, size };
}
