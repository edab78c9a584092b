/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "colour-vision.h"

#include <math.h>

/* Machado, Oliveira and Fernandes, IEEE TVCG 15(6), 2009: full severity, linear RGB. */
static const double visions[COLOUR_N_VISIONS][3][3] = {
  { { 1.0, 0.0, 0.0 }, { 0.0, 1.0, 0.0 }, { 0.0, 0.0, 1.0 } },
  { { 0.367322, 0.860646, -0.227968 }, { 0.280085, 0.672501, 0.047413 }, { -0.011820, 0.042940, 0.968881 } },
  { { 0.152286, 1.052583, -0.204868 }, { 0.114503, 0.786281, 0.099216 }, { -0.003882, -0.048116, 1.051998 } },
  { { 1.255528, -0.076749, -0.178779 }, { -0.078411, 0.930809, 0.147602 }, { 0.004733, 0.691367, 0.303900 } },
};

static double
linear (double c)
{
  return c <= 0.04045 ? c / 12.92 : pow ((c + 0.055) / 1.055, 2.4);
}

static double
f (double t)
{
  return t > 0.008856 ? cbrt (t) : 7.787 * t + 16.0 / 116.0;
}

static void
to_lab (SystoleColor color, ColourVision vision, double lab[3])
{
  double in[3] = { linear (color.red), linear (color.green), linear (color.blue) }, rgb[3];
  double x, y, z;

  for (guint i = 0; i < 3; i++)
    rgb[i] = CLAMP (visions[vision][i][0] * in[0] + visions[vision][i][1] * in[1] + visions[vision][i][2] * in[2], 0.0, 1.0);
  x = f ((0.4124 * rgb[0] + 0.3576 * rgb[1] + 0.1805 * rgb[2]) / 0.95047);
  y = f (0.2126 * rgb[0] + 0.7152 * rgb[1] + 0.0722 * rgb[2]);
  z = f ((0.0193 * rgb[0] + 0.1192 * rgb[1] + 0.9505 * rgb[2]) / 1.08883);
  lab[0] = 116.0 * y - 16.0;
  lab[1] = 500.0 * (x - y);
  lab[2] = 200.0 * (y - z);
}

double
colour_distance (SystoleColor a, SystoleColor b, ColourVision vision)
{
  double p[3], q[3];

  to_lab (a, vision, p);
  to_lab (b, vision, q);

  return sqrt ((p[0] - q[0]) * (p[0] - q[0]) + (p[1] - q[1]) * (p[1] - q[1]) + (p[2] - q[2]) * (p[2] - q[2]));
}

double
colour_least_distance (SystoleColor a, SystoleColor b)
{
  double least = G_MAXDOUBLE;

  for (guint vision = 0; vision < COLOUR_N_VISIONS; vision++)
    least = MIN (least, colour_distance (a, b, (ColourVision) vision));

  return least;
}
