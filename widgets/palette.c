/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/palette.h"

#include <math.h>
#include <string.h>

/* clang-format off */
#define RGB(hex) { (((hex) >> 16) & 255) / 255.0, (((hex) >> 8) & 255) / 255.0, ((hex) & 255) / 255.0, 1.0 }
#define TRIPLE(mark, ink, tint) { RGB (mark), RGB (ink), RGB (tint) }

static const SystolePalette palettes[SYSTOLE_N_SCHEMES] = {
  [SYSTOLE_SCHEME_LIGHT] = {
    .scheme = SYSTOLE_SCHEME_LIGHT,
    .meanings = {
      [SYSTOLE_MEANING_A] = TRIPLE (0x0072B2, 0x004B76, 0xDCEDF8),
      [SYSTOLE_MEANING_B] = TRIPLE (0xD55E00, 0x7D3600, 0xFCE9DC),
      [SYSTOLE_MEANING_SUM] = TRIPLE (0x56B4E9, 0x0B4B70, 0xE3F3FC),
      [SYSTOLE_MEANING_RESULT] = TRIPLE (0xCC79A7, 0x7D2A58, 0xF7E3ED),
      [SYSTOLE_MEANING_MEMORY] = TRIPLE (0x009E73, 0x00563F, 0xD5F0E7),
      [SYSTOLE_MEANING_ADVICE] = TRIPLE (0xE69F00, 0x6B4A00, 0xFCEFD0) },
    .view = RGB (0xFFFFFF), .window = RGB (0xFAFAFA), .header = RGB (0xEBEBEB), .card = RGB (0xFFFFFF),
    .border = RGB (0xD5D3D0), .hairline = RGB (0xDEDDDA),
    .text = RGB (0x1E1E1E), .second_text = RGB (0x4C4A51), .busy_outline = RGB (0x1E1E1E),
    .idle_fill = RGB (0xF3F2F1), .idle_outline = RGB (0xA9A7A3), .hatch = RGB (0xA8A6A2), .letter = RGB (0x4E4C53),
    .dark_wire = RGB (0xC9C7C4), .accent = RGB (0x1C71D8), .accent_fill = RGB (0x3584E4),
    .lanes = { RGB (0x0072B2), RGB (0xD55E00), RGB (0x009E73), RGB (0xCC79A7) },
    .line_scale = 1.0 },
  [SYSTOLE_SCHEME_DARK] = {
    .scheme = SYSTOLE_SCHEME_DARK,
    .meanings = {
      [SYSTOLE_MEANING_A] = TRIPLE (0x4A9FE0, 0x9FD2F5, 0x173A54),
      [SYSTOLE_MEANING_B] = TRIPLE (0xF08A4B, 0xFFB98A, 0x51290D),
      [SYSTOLE_MEANING_SUM] = TRIPLE (0xB5E2FA, 0xD6EEFB, 0x20384A),
      [SYSTOLE_MEANING_RESULT] = TRIPLE (0xDB94BC, 0xF5C0DC, 0x4A2439),
      [SYSTOLE_MEANING_MEMORY] = TRIPLE (0x35C79B, 0x8BE6C8, 0x123F32),
      [SYSTOLE_MEANING_ADVICE] = TRIPLE (0xF0B429, 0xFFD98A, 0x463407) },
    .view = RGB (0x1E1E1E), .window = RGB (0x242424), .header = RGB (0x303030), .card = RGB (0x303030),
    .border = RGB (0x454545), .hairline = RGB (0x3A3A3A),
    .text = RGB (0xFFFFFF), .second_text = RGB (0xC8C7CC), .busy_outline = RGB (0xE8E6E3),
    .idle_fill = RGB (0x292929), .idle_outline = RGB (0x6A6A6A), .hatch = RGB (0x545454), .letter = RGB (0xC4C3C8),
    .dark_wire = RGB (0x4A4A4A), .accent = RGB (0x78AEED), .accent_fill = RGB (0x3584E4),
    .lanes = { RGB (0x4A9FE0), RGB (0xF08A4B), RGB (0x35C79B), RGB (0xDB94BC) },
    .line_scale = 1.0 },
  [SYSTOLE_SCHEME_HIGH_CONTRAST] = {
    .scheme = SYSTOLE_SCHEME_HIGH_CONTRAST,
    .meanings = {
      [SYSTOLE_MEANING_A] = TRIPLE (0x005A8F, 0x003E63, 0xD3E8F5),
      [SYSTOLE_MEANING_B] = TRIPLE (0xA84600, 0x6A2C00, 0xFBE3D2),
      [SYSTOLE_MEANING_SUM] = TRIPLE (0x1F7FB8, 0x003E63, 0xE9F6FD),
      [SYSTOLE_MEANING_RESULT] = TRIPLE (0x9E3D74, 0x611C44, 0xF9EAF2),
      [SYSTOLE_MEANING_MEMORY] = TRIPLE (0x00704F, 0x00442F, 0xDDF4EC),
      [SYSTOLE_MEANING_ADVICE] = TRIPLE (0xA67C00, 0x523700, 0xFFF3D6) },
    .view = RGB (0xFFFFFF), .window = RGB (0xFFFFFF), .header = RGB (0xFFFFFF), .card = RGB (0xFFFFFF),
    .border = RGB (0x000000), .hairline = RGB (0x000000),
    .text = RGB (0x000000), .second_text = RGB (0x2A2A2A), .busy_outline = RGB (0x000000),
    .idle_fill = RGB (0xFFFFFF), .idle_outline = RGB (0x4A4A4A), .hatch = RGB (0x767676), .letter = RGB (0x1E1E1E),
    .dark_wire = RGB (0x8A8A8A), .accent = RGB (0x0B4A9E), .accent_fill = RGB (0x0B4A9E),
    .lanes = { RGB (0x005A8F), RGB (0xA84600), RGB (0x00704F), RGB (0x9E3D74) },
    .line_scale = 1.5 },
  [SYSTOLE_SCHEME_HIGH_CONTRAST_DARK] = {
    .scheme = SYSTOLE_SCHEME_HIGH_CONTRAST_DARK,
    .meanings = {
      [SYSTOLE_MEANING_A] = TRIPLE (0x4A9FE0, 0x9FD2F5, 0x000000),
      [SYSTOLE_MEANING_B] = TRIPLE (0xF08A4B, 0xFFB98A, 0x000000),
      [SYSTOLE_MEANING_SUM] = TRIPLE (0xB5E2FA, 0xD6EEFB, 0x000000),
      [SYSTOLE_MEANING_RESULT] = TRIPLE (0xDB94BC, 0xF5C0DC, 0x000000),
      [SYSTOLE_MEANING_MEMORY] = TRIPLE (0x35C79B, 0x8BE6C8, 0x000000),
      [SYSTOLE_MEANING_ADVICE] = TRIPLE (0xF0B429, 0xFFD98A, 0x000000) },
    .view = RGB (0x000000), .window = RGB (0x000000), .header = RGB (0x000000), .card = RGB (0x000000),
    .border = RGB (0xFFFFFF), .hairline = RGB (0xFFFFFF),
    .text = RGB (0xFFFFFF), .second_text = RGB (0xE0E0E0), .busy_outline = RGB (0xFFFFFF),
    .idle_fill = RGB (0x000000), .idle_outline = RGB (0xFFFFFF), .hatch = RGB (0x9A9A9A), .letter = RGB (0xFFFFFF),
    .dark_wire = RGB (0x9A9A9A), .accent = RGB (0x78AEED), .accent_fill = RGB (0x3584E4),
    .lanes = { RGB (0x4A9FE0), RGB (0xF08A4B), RGB (0x35C79B), RGB (0xDB94BC) },
    .line_scale = 1.5 },
  [SYSTOLE_SCHEME_PRINT] = {
    .scheme = SYSTOLE_SCHEME_PRINT,
    .meanings = {
      [SYSTOLE_MEANING_A] = TRIPLE (0x0072B2, 0x004D78, 0xE4F1F9),
      [SYSTOLE_MEANING_B] = TRIPLE (0xD55E00, 0x7A3500, 0xFDEEE3),
      [SYSTOLE_MEANING_SUM] = TRIPLE (0x56B4E9, 0x0B4B70, 0xF1F9FE),
      [SYSTOLE_MEANING_RESULT] = TRIPLE (0xCC79A7, 0x7D2A58, 0xFBF0F6),
      [SYSTOLE_MEANING_MEMORY] = TRIPLE (0x009E73, 0x00563F, 0xE6F6F1),
      [SYSTOLE_MEANING_ADVICE] = TRIPLE (0xE69F00, 0x6B4A00, 0xFEF7E6) },
    .view = RGB (0xFFFFFF), .window = RGB (0xFFFFFF), .header = RGB (0xFFFFFF), .card = RGB (0xFFFFFF),
    .border = RGB (0x8A8A8A), .hairline = RGB (0xB5B5B5),
    .text = RGB (0x000000), .second_text = RGB (0x3C3C3C), .busy_outline = RGB (0x000000),
    .idle_fill = RGB (0xFFFFFF), .idle_outline = RGB (0x8A8A8A), .hatch = RGB (0xA0A0A0), .letter = RGB (0x3C3C3C),
    .dark_wire = RGB (0xB5B5B5), .accent = RGB (0x000000), .accent_fill = RGB (0x3C3C3C),
    .lanes = { RGB (0x0072B2), RGB (0xD55E00), RGB (0x009E73), RGB (0xCC79A7) },
    .line_scale = 1.0 },
};

static const char *const scheme_ids[SYSTOLE_N_SCHEMES] = {
#define SCHEME(ID, id) [SYSTOLE_SCHEME_##ID] = id,
#include "widgets/schemes.def"
#undef SCHEME
};

/* Ten equidistant points of cividis (Nuñez, Anderton and Renslow, PLOS ONE 13(7), 2018). */
static const SystoleColor cividis[] = {
  RGB (0x00204D), RGB (0x00336F), RGB (0x39486B), RGB (0x575C6D), RGB (0x707173),
  RGB (0x8A8779), RGB (0xA69D75), RGB (0xC4B56C), RGB (0xE4CF5B), RGB (0xFFEA46),
};
/* clang-format on */

/**
 * systole_palette_get:
 * @scheme: one of the schemes
 *
 * The colours of a scheme; static.
 */
const SystolePalette *
systole_palette_get (SystoleScheme scheme)
{
  g_return_val_if_fail (scheme < SYSTOLE_N_SCHEMES, &palettes[0]);

  return &palettes[scheme];
}

/** The id of a scheme as options and files write it. */
const char *
systole_scheme_get_id (SystoleScheme self)
{
  g_return_val_if_fail (self < SYSTOLE_N_SCHEMES, NULL);

  return scheme_ids[self];
}

/** The scheme called @id; FALSE and @out untouched if there is none. */
gboolean
systole_scheme_from_id (const char *id, SystoleScheme *out)
{
  for (guint i = 0; i < SYSTOLE_N_SCHEMES; i++)
    if (strcmp (id, scheme_ids[i]) == 0)
      {
        *out = i;
        return TRUE;
      }

  return FALSE;
}

/** Magnitude 0 … 1 (clamped) as a colour that grey vision and every colour vision orders alike. */
SystoleColor
systole_palette_cividis (double value)
{
  double place = CLAMP (value, 0.0, 1.0) * (G_N_ELEMENTS (cividis) - 1);
  guint low = MIN ((guint) place, G_N_ELEMENTS (cividis) - 2);
  double t = place - low;
  const SystoleColor *a = &cividis[low], *b = &cividis[low + 1];

  return (SystoleColor){ a->red + t * (b->red - a->red), a->green + t * (b->green - a->green), a->blue + t * (b->blue - a->blue), 1.0 };
}

static double
linear (double channel)
{
  return channel <= 0.04045 ? channel / 12.92 : pow ((channel + 0.055) / 1.055, 2.4);
}

static double
luminance (SystoleColor color)
{
  return 0.2126 * linear (color.red) + 0.7152 * linear (color.green) + 0.0722 * linear (color.blue);
}

/** Contrast ratio of two opaque colours, 1 … 21 (WCAG 2.2, “contrast ratio”). */
double
systole_color_contrast (SystoleColor a, SystoleColor b)
{
  double la = luminance (a), lb = luminance (b);

  return (MAX (la, lb) + 0.05) / (MIN (la, lb) + 0.05);
}
