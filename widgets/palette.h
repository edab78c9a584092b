/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Colours by meaning. Each meaning has a mark (lines, borders), an ink (text) and
 * a tint (fill under text), in every scheme. */

typedef enum
{
#define SCHEME(ID, id) SYSTOLE_SCHEME_##ID,
#include "widgets/schemes.def"
#undef SCHEME
  SYSTOLE_N_SCHEMES
} SystoleScheme;

typedef enum
{
  SYSTOLE_MEANING_A,   /* operand A */
  SYSTOLE_MEANING_B,   /* operand B, weight */
  SYSTOLE_MEANING_SUM, /* partial sum, busy fill */
  SYSTOLE_MEANING_RESULT,
  SYSTOLE_MEANING_MEMORY, /* memory, "agrees" */
  SYSTOLE_MEANING_ADVICE, /* advice, cliff, stall */
  SYSTOLE_N_MEANINGS
} SystoleMeaning;

typedef struct
{
  double red, green, blue, alpha; /* 0 … 1 */
} SystoleColor;

typedef struct
{
  SystoleColor mark, ink, tint;
} SystoleTriple;

typedef struct
{
  SystoleScheme scheme;
  SystoleTriple meanings[SYSTOLE_N_MEANINGS];
  SystoleColor view, window, header, card, border, hairline;
  SystoleColor text, second_text, busy_outline;
  SystoleColor idle_fill, idle_outline, hatch, letter;
  SystoleColor dark_wire, accent, accent_fill;
  SystoleColor lanes[4]; /* strokes of lanes A … D in charts */
  double line_scale;
} SystolePalette;

const SystolePalette *systole_palette_get (SystoleScheme scheme);
const char *systole_scheme_get_id (SystoleScheme self);
gboolean systole_scheme_from_id (const char *id, SystoleScheme *out);
SystoleColor systole_palette_cividis (double value);            /* 0 … 1 */
double systole_color_contrast (SystoleColor a, SystoleColor b); /* WCAG 2.2, 1 … 21 */

G_END_DECLS
