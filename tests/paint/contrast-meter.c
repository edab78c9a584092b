/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "contrast-meter.h"

#include <gmodule.h>
#include <math.h>
#include <pango/pangocairo.h>

#define LEAST_OF_NUMBERS 7.0 /* and of words; WCAG 2.2, 1.4.6 */
#define LEAST_ON_ACCENT 4.5  /* bold, on the plate of the playhead in the desktop's blue; WCAG 2.2, 1.4.3 */
#define LEAST_OF_MARKS 3.0   /* WCAG 2.2, 1.4.11 */
#define LEAST_OF_PALE 2.0    /* orange and sky blue of the light scheme and on paper, on white and on their own tints */
#define MARK_PX 2.0          /* of a picture for a desk: thinner strokes are hairs: grids, hatches, frames of cards */
#define SOLID 0xc0           /* of 255: ink, not its soft edge */
#define SHARE 0.10           /* of a text's ink may cross a line of a hatch */
#define MARK_SHARE 0.5       /* of a mark's ink may lie on what it is like, as an outline does on one side */

typedef struct
{
  const char *name; /* of the picture that is painted, or NULL: nothing is measured */
  double mark_px;   /* strokes as thick as this are measured */
  double least_of_marks;
  const SystolePalette *palette;
  cairo_surface_t *mask;
  ContrastCount count;
} Meter;

static Meter meter;

typedef void (*Ink) (cairo_t *cr, gconstpointer data);

/* Seen from outside: GNU ld lets what a shared library calls be wrapped too, and refuses hidden wrappers. */
void __real_pango_cairo_show_layout (cairo_t *cr, PangoLayout *layout);
G_MODULE_EXPORT void __wrap_pango_cairo_show_layout (cairo_t *cr, PangoLayout *layout);
void __real_cairo_show_glyphs (cairo_t *cr, const cairo_glyph_t *glyphs, int n);
G_MODULE_EXPORT void __wrap_cairo_show_glyphs (cairo_t *cr, const cairo_glyph_t *glyphs, int n);
void __real_cairo_stroke (cairo_t *cr);
G_MODULE_EXPORT void __wrap_cairo_stroke (cairo_t *cr);

/* --- pixels --- */

static SystoleColor
blend (SystoleColor over, SystoleColor under)
{
  double a = over.alpha;

  return (SystoleColor){ a * over.red + (1 - a) * under.red, a * over.green + (1 - a) * under.green, a * over.blue + (1 - a) * under.blue, 1 };
}

static SystoleColor
read_pixel (cairo_surface_t *surface, int x, int y)
{
  const guint32 *row = (const guint32 *) (const void *) (cairo_image_surface_get_data (surface) + y * cairo_image_surface_get_stride (surface));
  guint32 pixel = row[x];
  double alpha = cairo_image_surface_get_format (surface) == CAIRO_FORMAT_RGB24 ? 1 : (pixel >> 24) / 255.0;
  SystoleColor under = meter.palette->view;

  return (SystoleColor){ (pixel >> 16 & 0xff) / 255.0 + (1 - alpha) * under.red, (pixel >> 8 & 0xff) / 255.0 + (1 - alpha) * under.green, (pixel & 0xff) / 255.0 + (1 - alpha) * under.blue, 1 };
}

/* The colour that is drawn with; FALSE: no plain one. */
static gboolean
get_color (cairo_t *cr, SystoleColor *out)
{
  return cairo_pattern_get_rgba (cairo_get_source (cr), &out->red, &out->green, &out->blue, &out->alpha) == CAIRO_STATUS_SUCCESS;
}

static double
contrast_on (SystoleColor color, SystoleColor ground)
{
  return systole_color_contrast (blend (color, ground), ground);
}

static gboolean
is_accent (SystoleColor color)
{
  const SystoleColor *accent = &meter.palette->accent;

  return fabs (color.red - accent->red) + fabs (color.green - accent->green) + fabs (color.blue - accent->blue) < 0.02;
}

/* With what lies on the four sides, outside of the ink: a line that covers another one is seen by its sides. */
static double
contrast_beside (cairo_surface_t *target, SystoleColor color, int x, int y, int distance)
{
  static const int sides[4][2] = { { -1, 0 }, { 1, 0 }, { 0, -1 }, { 0, 1 } };
  int width = cairo_image_surface_get_width (meter.mask), height = cairo_image_surface_get_height (meter.mask);
  double best = 1;

  for (guint i = 0; i < G_N_ELEMENTS (sides); i++)
    {
      int u = x + sides[i][0] * distance, v = y + sides[i][1] * distance;

      if (u < 0 || v < 0 || u >= width || v >= height || cairo_image_surface_get_data (meter.mask)[v * cairo_image_surface_get_stride (meter.mask) + u] > 0)
        continue;
      best = MAX (best, contrast_on (color, read_pixel (target, u, v)));
    }
  return best;
}

/* Share of the ink between two corners of the picture whose contrast with what is under it is less, or, @beside pixels
 * away, with what is beside it; < 0: no ink. */
static double
measure (cairo_t *cr, Ink ink, gconstpointer data, const double box[4], double least, int beside, double *worst)
{
  cairo_surface_t *target = cairo_get_group_target (cr);
  int width = cairo_image_surface_get_width (meter.mask), height = cairo_image_surface_get_height (meter.mask);
  int left = MAX ((int) floor (box[0]) - 1, 0), top = MAX ((int) floor (box[1]) - 1, 0), right = MIN ((int) ceil (box[2]) + 1, width), bottom = MIN ((int) ceil (box[3]) + 1, height);
  cairo_t *mask = cairo_create (meter.mask);
  guint n = 0, bad = 0;
  cairo_matrix_t matrix;
  SystoleColor color;

  *worst = G_MAXDOUBLE;
  cairo_set_operator (mask, CAIRO_OPERATOR_CLEAR);
  cairo_rectangle (mask, left, top, right - left, bottom - top);
  cairo_fill (mask);
  cairo_set_operator (mask, CAIRO_OPERATOR_OVER);
  cairo_get_matrix (cr, &matrix);
  cairo_set_matrix (mask, &matrix);
  ink (mask, data);
  cairo_destroy (mask);
  cairo_surface_flush (meter.mask);
  cairo_surface_flush (target);
  if (cairo_surface_get_type (target) != CAIRO_SURFACE_TYPE_IMAGE || cairo_image_surface_get_width (target) != width || !get_color (cr, &color))
    return -1;
  for (int y = top; y < bottom; y++)
    for (int x = left; x < right; x++)
      if (cairo_image_surface_get_data (meter.mask)[y * cairo_image_surface_get_stride (meter.mask) + x] >= SOLID)
        {
          SystoleColor ground = read_pixel (target, x, y);
          double contrast = contrast_on (color, ground), enough = least > LEAST_ON_ACCENT && is_accent (ground) ? LEAST_ON_ACCENT : least;

          if (contrast < enough && beside > 0)
            contrast = MAX (contrast, contrast_beside (target, color, x, y, beside));
          n++;
          bad += contrast < enough;
          *worst = MIN (*worst, contrast);
        }
  return n > 0 ? (double) bad / n : -1;
}

static void
to_device (cairo_t *cr, double box[4])
{
  cairo_user_to_device (cr, &box[0], &box[1]);
  cairo_user_to_device (cr, &box[2], &box[3]);
}

static void
complain (const char *what, double share, double worst, const double box[4])
{
  g_test_message ("%s: %s at %.0f, %.0f: %.0f %% of its ink has too little contrast, down to %.2f", meter.name, what, box[0], box[1], 100 * share, worst);
  g_test_fail ();
}

/* --- what is drawn --- */

typedef struct
{
  PangoLayout *layout;
  double x, y;
} Words;

static void
ink_words (cairo_t *cr, gconstpointer data)
{
  const Words *words = data;

  cairo_move_to (cr, words->x, words->y);
  __real_pango_cairo_show_layout (cr, words->layout);
}

void
__wrap_pango_cairo_show_layout (cairo_t *cr, PangoLayout *layout)
{
  if (meter.name != NULL)
    {
      Words words = { .layout = layout };
      PangoRectangle extents;
      double box[4], worst, share;

      cairo_get_current_point (cr, &words.x, &words.y);
      pango_layout_get_pixel_extents (layout, &extents, NULL);
      box[0] = words.x + extents.x;
      box[1] = words.y + extents.y;
      box[2] = box[0] + extents.width;
      box[3] = box[1] + extents.height;
      to_device (cr, box);
      share = measure (cr, ink_words, &words, box, LEAST_OF_NUMBERS, 0, &worst);
      meter.count.n_texts += share >= 0;
      if (share > SHARE)
        complain (pango_layout_get_text (layout), share, worst, box);
    }
  __real_pango_cairo_show_layout (cr, layout);
}

typedef struct
{
  cairo_scaled_font_t *font;
  const cairo_glyph_t *glyph;
} Digit;

static void
ink_digit (cairo_t *cr, gconstpointer data)
{
  const Digit *digit = data;

  cairo_set_scaled_font (cr, digit->font);
  __real_cairo_show_glyphs (cr, digit->glyph, 1);
}

void
__wrap_cairo_show_glyphs (cairo_t *cr, const cairo_glyph_t *glyphs, int n)
{
  for (int i = 0; meter.name != NULL && i < n; i++)
    {
      Digit digit = { cairo_get_scaled_font (cr), &glyphs[i] };
      cairo_text_extents_t extents;
      double box[4], worst, share;

      cairo_glyph_extents (cr, &glyphs[i], 1, &extents);
      box[0] = glyphs[i].x + extents.x_bearing;
      box[1] = glyphs[i].y + extents.y_bearing;
      box[2] = box[0] + extents.width;
      box[3] = box[1] + extents.height;
      to_device (cr, box);
      share = measure (cr, ink_digit, &digit, box, LEAST_OF_NUMBERS, 0, &worst);
      meter.count.n_texts += share >= 0;
      if (share > SHARE)
        complain ("a digit", share, worst, box);
    }
  __real_cairo_show_glyphs (cr, glyphs, n);
}

typedef struct
{
  cairo_path_t *path;
  double width;
} Line;

static void
ink_line (cairo_t *cr, gconstpointer data)
{
  const Line *line = data;

  cairo_append_path (cr, line->path);
  cairo_set_line_width (cr, line->width);
  __real_cairo_stroke (cr);
}

void
__wrap_cairo_stroke (cairo_t *cr)
{
  double thick = cairo_get_line_width (cr), none = 0;

  cairo_user_to_device_distance (cr, &thick, &none);
  if (meter.name != NULL && thick >= meter.mark_px)
    {
      Line line = { cairo_copy_path (cr), cairo_get_line_width (cr) };
      double box[4], worst, share;

      cairo_stroke_extents (cr, &box[0], &box[1], &box[2], &box[3]);
      to_device (cr, box);
      share = measure (cr, ink_line, &line, box, meter.least_of_marks, (int) ceil (thick) + 1, &worst);
      meter.count.n_marks += share >= 0;
      if (share > MARK_SHARE)
        complain ("a mark", share, worst, box);
      cairo_path_destroy (line.path);
    }
  __real_cairo_stroke (cr);
}

/* --- what tests call --- */

void
contrast_meter_begin (const char *name, SystoleScheme scheme, double scale, int width, int height)
{
  meter = (Meter){
    .name = name,
    /* Orange and sky blue of the light scheme are under 3:1 on white by nature: it is why a class has
     * the high-contrast one unless the teacher says otherwise. */
    .least_of_marks = scheme == SYSTOLE_SCHEME_LIGHT || scheme == SYSTOLE_SCHEME_PRINT ? LEAST_OF_PALE : LEAST_OF_MARKS,
    .mark_px = MARK_PX * scale,
    .palette = systole_palette_get (scheme),
    .mask = cairo_image_surface_create (CAIRO_FORMAT_A8, width, height)
  };
}

ContrastCount
contrast_meter_end (void)
{
  ContrastCount count = meter.count;

  cairo_surface_destroy (meter.mask);
  meter = (Meter){ 0 };
  return count;
}

void
contrast_meter_check (void)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 100, 100);
  cairo_t *cr = cairo_create (surface);
  const double box[4] = { 10, 10, 90, 90 };
  Line line = { .width = 10 };
  double worst;

  meter = (Meter){ .name = NULL, .palette = systole_palette_get (SYSTOLE_SCHEME_LIGHT), .mask = cairo_image_surface_create (CAIRO_FORMAT_A8, 100, 100) };
  cairo_set_source_rgb (cr, 1, 1, 1);
  cairo_paint (cr);
  cairo_move_to (cr, 20, 50);
  cairo_line_to (cr, 80, 50);
  line.path = cairo_copy_path (cr);
  cairo_set_source_rgb (cr, 0.6, 0.6, 0.6); /* #999999 on white: 2.85 */
  g_assert_cmpfloat (measure (cr, ink_line, &line, box, 3, 0, &worst), ==, 1);
  g_assert_cmpfloat_with_epsilon (worst, 2.85, 0.01);
  g_assert_cmpfloat (measure (cr, ink_line, &line, box, 2, 0, &worst), ==, 0);
  cairo_set_source_rgb (cr, 0, 0, 0);
  g_assert_cmpfloat (measure (cr, ink_line, &line, box, 7, 0, &worst), ==, 0);
  cairo_path_destroy (line.path);
  cairo_surface_destroy (meter.mask);
  meter = (Meter){ 0 };
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
}
