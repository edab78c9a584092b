/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "widgets/palette.h"

G_BEGIN_DECLS

/* How far apart colours are for those who see them all, and for those who lack one kind of cone: CIE 1976 ΔE. */

typedef enum
{
  COLOUR_NORMAL,
  COLOUR_DEUTERANOPIA,
  COLOUR_PROTANOPIA,
  COLOUR_TRITANOPIA,
  COLOUR_N_VISIONS
} ColourVision;

double colour_distance (SystoleColor a, SystoleColor b, ColourVision vision);
double colour_least_distance (SystoleColor a, SystoleColor b); /* of all visions */

G_END_DECLS
