/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/paint-number.h"

#include "widgets/paint-store.h"

#define HALF_CAP 0.364

struct _SystoleNumbers
{
  const SystolePaintStyle *style;
  double size;
  SystoleWeight weight;
  SystoleColor color;
  cairo_scaled_font_t *font;
  double y;       /* of the glyphs that wait */
  GArray *glyphs; /* cairo_glyph_t, user space */
};

/** Begins a group of numbers; @size in pixels, @style must outlive it. */
SystoleNumbers *
systole_numbers_new (const SystolePaintStyle *style, double size, SystoleWeight weight, SystoleColor color)
{
  SystoleNumbers *self = g_new0 (SystoleNumbers, 1);

  self->style = style;
  self->size = size;
  self->weight = weight;
  self->color = color;
  self->glyphs = g_array_new (FALSE, FALSE, sizeof (cairo_glyph_t));

  return self;
}

void
systole_numbers_free (SystoleNumbers *self)
{
  g_clear_pointer (&self->font, cairo_scaled_font_destroy);
  g_array_unref (self->glyphs);
  g_free (self);
}

/** The room that a number needs, in pixels. */
double
systole_numbers_get_width (SystoleNumbers *self, cairo_t *cr, double value)
{
  return systole_store_get_number (cr, self->style, value, self->size, self->weight)->needed;
}

/** Adds one number with the middle of its digits at @y. */
void
systole_numbers_add (SystoleNumbers *self, cairo_t *cr, double value, double x, double y, SystoleAlign align)
{
  const SystoleGlyphs *glyphs;
  double left, baseline = y + HALF_CAP * self->size;

  if (self->size < self->style->least_px)
    {
      g_autofree char *text = self->style->dropped != NULL ? systole_paint_format_number (value) : NULL;

      systole_paint_drop (self->style, text, self->size);
      return;
    }

  glyphs = systole_store_get_number (cr, self->style, value, self->size, self->weight);
  if (glyphs->font == NULL)
    return;
  left = align == SYSTOLE_ALIGN_START ? x : align == SYSTOLE_ALIGN_END ? x - glyphs->width
                                                                       : x - glyphs->width / 2.0;

  /* one line at a time: cairo's mask of a group is as large as all of it */
  if (self->font == glyphs->font && y != self->y)
    systole_numbers_flush (self, cr);
  self->y = y;
  if (self->font != glyphs->font)
    {
      systole_numbers_flush (self, cr);
      g_clear_pointer (&self->font, cairo_scaled_font_destroy);
      self->font = cairo_scaled_font_reference (glyphs->font);
    }

  for (guint i = 0; i < glyphs->n_glyphs; i++)
    {
      cairo_glyph_t glyph = glyphs->glyphs[i];

      glyph.x += left;
      glyph.y += baseline;
      g_array_append_val (self->glyphs, glyph);
    }

  if (self->style->labels != NULL)
    {
      g_autofree char *text = systole_paint_format_number (value);

      systole_paint_report (cr, self->style, text, self->size, left, y, glyphs->width, SYSTOLE_SHORTENED_NOT);
    }
}

/** Draws what was added. */
void
systole_numbers_flush (SystoleNumbers *self, cairo_t *cr)
{
  if (self->glyphs->len == 0)
    return;

  systole_paint_source (cr, self->color);
  cairo_set_scaled_font (cr, self->font);
  cairo_show_glyphs (cr, (const cairo_glyph_t *) self->glyphs->data, (int) self->glyphs->len);
  g_array_set_size (self->glyphs, 0);
}
