/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/paint-paragraph.h"

#include "widgets/paint-store.h"

static PangoLayout *
make_layout (cairo_t *cr, const SystolePaintStyle *style, const char *text, double px, SystoleWeight weight, double width, guint max_lines)
{
  PangoLayout *layout = pango_layout_copy (systole_store_get_layout (cr, style, text, FALSE, px * style->font_scale, weight, 0));

  pango_layout_set_width (layout, (int) (MAX (width, 1) * PANGO_SCALE));
  pango_layout_set_wrap (layout, PANGO_WRAP_WORD_CHAR);
  if (style->rtl)
    pango_layout_set_alignment (layout, PANGO_ALIGN_RIGHT);
  if (max_lines > 0)
    {
      pango_layout_set_height (layout, -(int) max_lines);
      pango_layout_set_ellipsize (layout, PANGO_ELLIPSIZE_END);
    }
  return layout;
}

static double
layout_height (PangoLayout *layout)
{
  int height;

  pango_layout_get_size (layout, NULL, &height);
  return height / (double) PANGO_SCALE;
}

/** Lines that a text takes in a width, however many. */
guint
systole_paragraph_count_lines (const SystolePaintStyle *style, const char *text, double px, SystoleWeight weight, double width)
{
  g_autoptr (PangoLayout) layout = make_layout (NULL, style, text, px, weight, width, 0);

  return (guint) pango_layout_get_line_count (layout);
}

/** Height in pixels; @max_lines 0: as many as it takes. */
double
systole_paragraph_get_height (const SystolePaintStyle *style, const char *text, double px, SystoleWeight weight, double width, guint max_lines)
{
  g_autoptr (PangoLayout) layout = make_layout (NULL, style, text, px, weight, width, max_lines);

  return layout_height (layout);
}

/**
 * systole_paint_paragraph:
 * @y: of the top
 * @max_lines: 0: as many as it takes
 *
 * Draws the text and reports it as one label.
 *
 * Returns: the height drawn; 0 where the text is smaller than the style allows
 */
double
systole_paint_paragraph (cairo_t *cr, const SystolePaintStyle *style, const char *text, double px, SystoleWeight weight, SystoleColor color, double x, double y, double width, guint max_lines)
{
  double size = px * style->font_scale;
  g_autoptr (PangoLayout) layout = NULL;
  PangoRectangle extents;
  double across = 0;

  if (*text == '\0')
    return 0;
  if (size < style->least_px)
    {
      systole_paint_drop (style, text, size);
      return 0;
    }
  layout = make_layout (cr, style, text, px, weight, width, max_lines);
  systole_paint_source (cr, color);
  cairo_move_to (cr, x, y);
  pango_cairo_show_layout (cr, layout);
  cairo_new_path (cr);
  if (style->labels != NULL)
    {
      pango_layout_get_pixel_extents (layout, NULL, &extents);
      SystoleLabel label = { .x = x + extents.x, .y = y, .width = extents.width, .height = extents.height, .font_px = size, .text = g_strdup (text), .shortened = pango_layout_is_ellipsized (layout) ? SYSTOLE_SHORTENED_CUT : SYSTOLE_SHORTENED_NOT };

      cairo_user_to_device (cr, &label.x, &label.y);
      cairo_user_to_device_distance (cr, &across, &label.font_px);
      cairo_user_to_device_distance (cr, &label.width, &label.height);
      g_array_append_val (style->labels, label);
    }
  return layout_height (layout);
}
