/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "widgets/palette.h"

G_BEGIN_DECLS

/*
 * Contrasts from the picture itself: the linker sends each text and each stroke here, and its colour is
 * compared with the pixels that lie under its ink at that moment. What has too little fails the test.
 */

typedef struct
{
  guint n_texts, n_marks; /* that were measured */
} ContrastCount;

/* What is painted until the end, on a surface of this size. @name is of the picture, @scale 1 on a desk. */
void contrast_meter_begin (const char *name, SystoleScheme scheme, double scale, int width, int height);
ContrastCount contrast_meter_end (void);
void contrast_meter_check (void); /* it finds what is too pale, and nothing else */

G_END_DECLS
