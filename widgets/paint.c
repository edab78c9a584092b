/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/paint.h"

#include "widgets/paint-number.h"
#include "widgets/paint-store.h"

#include <math.h>

/* From the centre of the capitals to the baseline, as a share of the size. */
#define HALF_CAP 0.364
/* A label narrower than this many ems says nothing: it is left out. */
#define LEAST_EMS 1.6

/**
 * systole_paint_style_init:
 * @self: the style
 * @scheme: its colours
 *
 * The grammar’s own sizes, the font “Sans”, no labels reported.
 */
void
systole_paint_style_init (SystolePaintStyle *self, SystoleScheme scheme)
{
  memset (self, 0, sizeof *self);
  self->palette = systole_palette_get (scheme);
  self->font_family = "Sans";
  self->font_scale = 1.0;
  self->line_scale = self->palette->line_scale;
}

static void
clear_label (gpointer data)
{
  SystoleLabel *label = data;

  g_clear_pointer (&label->text, g_free);
}

/** An array for `SystolePaintStyle.labels`; drop it with g_array_unref(). */
GArray *
systole_labels_new (void)
{
  GArray *labels = g_array_new (FALSE, TRUE, sizeof (SystoleLabel));

  g_array_set_clear_func (labels, clear_label);

  return labels;
}

/** Sets a colour as the source. */
void
systole_paint_source (cairo_t *cr, SystoleColor color)
{
  cairo_set_source_rgba (cr, color.red, color.green, color.blue, color.alpha);
}

/** Adds the path of a rectangle with round corners; the radius is limited to half the shorter side. */
void
systole_paint_rounded (cairo_t *cr, double x, double y, double width, double height, double radius)
{
  radius = MIN (radius, MIN (width, height) / 2.0);
  if (radius <= 0.0)
    {
      cairo_rectangle (cr, x, y, width, height);
      return;
    }

  cairo_new_sub_path (cr);
  cairo_arc (cr, x + width - radius, y + radius, radius, -G_PI_2, 0.0);
  cairo_arc (cr, x + width - radius, y + height - radius, radius, 0.0, G_PI_2);
  cairo_arc (cr, x + radius, y + height - radius, radius, G_PI_2, G_PI);
  cairo_arc (cr, x + radius, y + radius, radius, G_PI, G_PI + G_PI_2);
  cairo_close_path (cr);
}

/* A picture that is magnified as a whole has larger letters. */
static double
device_length (cairo_t *cr, double length)
{
  double across = 0.0, along = length;

  cairo_user_to_device_distance (cr, &across, &along);
  return hypot (across, along);
}

void
systole_paint_drop (const SystolePaintStyle *style, const char *text, double px)
{
  SystoleLabel label = { .font_px = px };

  if (style->dropped == NULL)
    return;

  label.text = g_strdup (text);
  g_array_append_val (style->dropped, label);
}

void
systole_paint_report (cairo_t *cr, const SystolePaintStyle *style, const char *text, double px, double x, double y, double width, SystoleShortened shortened)
{
  SystoleLabel label = { 0 };
  double right = x + width, bottom = y + 0.58 * px;

  if (style->labels == NULL)
    return;

  label.x = x;
  label.y = y - 0.38 * px;
  cairo_user_to_device (cr, &label.x, &label.y);
  cairo_user_to_device (cr, &right, &bottom);
  label.width = right - label.x;
  label.height = bottom - label.y;
  label.font_px = device_length (cr, px);
  label.text = g_strdup (text);
  label.shortened = shortened;
  g_array_append_val (style->labels, label);
}

static double
layout_width (PangoLayout *layout)
{
  int width;

  pango_layout_get_size (layout, &width, NULL);

  return width / (double) PANGO_SCALE;
}

static double
align_x (double x, double width, SystoleAlign align)
{
  switch (align)
    {
    case SYSTOLE_ALIGN_CENTRE:
      return x - width / 2.0;
    case SYSTOLE_ALIGN_END:
      return x - width;
    case SYSTOLE_ALIGN_START:
    default:
      return x;
    }
}

static double
paint_text (cairo_t *cr, const SystolePaintStyle *style, const char *text, const char *short_form, gboolean markup, double px, SystoleWeight weight, SystoleColor color, double x, double y, double max_width, SystoleAlign align)
{
  double size = px * style->font_scale, width, needed;
  PangoLayout *layout;
  SystoleShortened shortened = SYSTOLE_SHORTENED_NOT;

  if (text == NULL || *text == '\0')
    return 0.0;
  if (size < style->least_px)
    {
      systole_paint_drop (style, text, size);
      return 0.0;
    }

  /* measured first: the store may give up what it gave before */
  needed = max_width > 0.0 ? systole_store_get_width (style, text, markup, size, weight) : 0.0;
  if (max_width > 0.0 && needed > max_width)
    {
      shortened = SYSTOLE_SHORTENED_CUT;
      if (short_form != NULL)
        {
          shortened = SYSTOLE_SHORTENED_FORM;
          text = short_form;
          needed = systole_store_get_width (style, text, markup, size, weight);
        }
      if (needed > max_width)
        {
          shortened = SYSTOLE_SHORTENED_CUT;
          /* For a class half a word is worse than none. */
          if (style->least_px > 0)
            systole_paint_drop (style, text, size);
          if (style->least_px > 0 || max_width < LEAST_EMS * size)
            return 0.0;
        }
    }
  layout = systole_store_get_layout (cr, style, text, markup, size, weight, needed > max_width ? max_width : 0.0);
  width = layout_width (layout);
  if (needed > max_width)
    width = MIN (width, max_width);

  x = align_x (x, width, align);
  systole_paint_source (cr, color);
  cairo_move_to (cr, x, y + HALF_CAP * size - pango_layout_get_baseline (layout) / (double) PANGO_SCALE);
  pango_cairo_show_layout (cr, layout);
  cairo_new_path (cr);
  systole_paint_report (cr, style, pango_layout_get_text (layout), size, x, y, width, shortened);

  return width;
}

/**
 * systole_paint_text:
 * @text: (nullable): plain text, one line
 * @short_form: (nullable): what stands there when @text is too wide
 * @px: size in pixels at font scale 1
 * @x: of the side or the middle that @align names
 * @y: of the middle of the capitals
 * @max_width: in pixels, 0 for no limit
 *
 * Draws one line of text and reports it as a label.
 *
 * Returns: the width drawn, 0 if the label was dropped
 */
double
systole_paint_text (cairo_t *cr, const SystolePaintStyle *style, const char *text, const char *short_form, double px, SystoleWeight weight, SystoleColor color, double x, double y, double max_width, SystoleAlign align)
{
  return paint_text (cr, style, text, short_form, FALSE, px, weight, color, x, y, max_width, align);
}

/** As systole_paint_text() with Pango markup in the texts: italic tensor names. */
double
systole_paint_markup (cairo_t *cr, const SystolePaintStyle *style, const char *markup, const char *short_form, double px, SystoleWeight weight, SystoleColor color, double x, double y, double max_width, SystoleAlign align)
{
  return paint_text (cr, style, markup, short_form, TRUE, px, weight, color, x, y, max_width, align);
}

/** Width in pixels of a line of text; @px at font scale 1. */
double
systole_paint_text_width (const SystolePaintStyle *style, const char *text, double px, SystoleWeight weight)
{
  return systole_store_get_width (style, text, FALSE, px * style->font_scale, weight);
}

/**
 * systole_paint_number:
 * @px: size in pixels at font scale 1
 * @x: of the side or the middle that @align names
 * @y: of the middle of the digits
 *
 * Draws a number from kept glyphs; never shortened.
 */
void
systole_paint_number (cairo_t *cr, const SystolePaintStyle *style, double value, double px, SystoleWeight weight, SystoleColor color, double x, double y, SystoleAlign align)
{
  g_autoptr (SystoleNumbers) numbers = systole_numbers_new (style, px * style->font_scale, weight, color);

  systole_numbers_add (numbers, cr, value, x, y, align);
  systole_numbers_flush (numbers, cr);
}

/** A number as people read it: true minus sign, the locale’s decimals, as many digits as it has. */
char *
systole_paint_format_number (double value)
{
  g_autofree char *digits = isnan (value) ? g_strdup ("\u2026") : g_strdup_printf ("%.9g", fabs (value)); /* a sum too long to add up */

  return g_strconcat (value < 0.0 ? "\u2212" : "", digits, NULL);
}
