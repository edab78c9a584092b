/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "paint-fixture.h"
#include "presenter-scenes.h"

#include <gmodule.h>
#include <math.h>

/*
 * Contrasts of what a class sees, from the picture itself: the linker sends each text and each
 * stroke here, and its colour is compared with the pixels that lie under its ink at that moment.
 */

#define SCREEN 1             /* 1280 × 800 */
#define LEAST_OF_NUMBERS 7.0 /* and of words; WCAG 2.2, 1.4.6 */
#define LEAST_OF_MARKS 3.0   /* WCAG 2.2, 1.4.11 */
#define MARK_PX 2.0          /* thinner strokes are hairs: grids, hatches, frames of cards */
#define SOLID 0xc0           /* of 255: ink, not its soft edge */
#define SHARE 0.10           /* of a text's ink may cross a line of a hatch */
#define MARK_SHARE 0.5       /* of a mark's ink may lie on what it is like, as an outline does on one side */

typedef struct
{
  const char *name;  /* of the picture that is painted, or NULL: nothing is measured */
  gboolean marks;    /* strokes too */
  SystoleColor view; /* under what is transparent */
  cairo_surface_t *mask;
  guint n_texts, n_marks;
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
  SystoleColor under = meter.view;

  return (SystoleColor){ (pixel >> 16 & 0xff) / 255.0 + (1 - alpha) * under.red, (pixel >> 8 & 0xff) / 255.0 + (1 - alpha) * under.green, (pixel & 0xff) / 255.0 + (1 - alpha) * under.blue, 1 };
}

/* The colour that is drawn with; FALSE: no plain one. */
static gboolean
get_color (cairo_t *cr, SystoleColor *out)
{
  return cairo_pattern_get_rgba (cairo_get_source (cr), &out->red, &out->green, &out->blue, &out->alpha) == CAIRO_STATUS_SUCCESS;
}

/* Share of the ink between two corners of the picture whose contrast with what is under it is less; < 0: no ink. */
static double
measure (cairo_t *cr, Ink ink, gconstpointer data, const double box[4], double least, double *worst)
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
          double contrast = systole_color_contrast (blend (color, ground), ground);

          n++;
          bad += contrast < least;
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
      share = measure (cr, ink_words, &words, box, LEAST_OF_NUMBERS, &worst);
      meter.n_texts += share >= 0;
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
      share = measure (cr, ink_digit, &digit, box, LEAST_OF_NUMBERS, &worst);
      meter.n_texts += share >= 0;
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
  if (meter.name != NULL && meter.marks && thick >= MARK_PX)
    {
      Line line = { cairo_copy_path (cr), cairo_get_line_width (cr) };
      double box[4], worst, share;

      cairo_stroke_extents (cr, &box[0], &box[1], &box[2], &box[3]);
      to_device (cr, box);
      share = measure (cr, ink_line, &line, box, LEAST_OF_MARKS, &worst);
      meter.n_marks += share >= 0;
      if (share > MARK_SHARE)
        complain ("a mark", share, worst, box);
      cairo_path_destroy (line.path);
    }
  __real_cairo_stroke (cr);
}

/* --- pictures --- */

static void
test_scene (gconstpointer data)
{
  const PresenterScene *scene = data;

  for (guint i = 0; i < PRESENTER_N_SCHEMES; i++)
    {
      g_autofree char *name = g_strdup_printf ("%s in %s", scene->name, systole_scheme_get_id (presenter_schemes[i]));
      int width = presenter_screens[SCREEN].width, height = presenter_screens[SCREEN].height;
      cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, width, height);
      cairo_t *cr = cairo_create (surface);
      PresenterPicture picture = { 0 };

      presenter_scene_make (scene, presenter_schemes[i], SCREEN, &picture);
      meter = (Meter){
        .name = name,
        /* Orange and sky blue of the light scheme are under 3:1 on white by nature: it is why a class has
         * the high-contrast one unless the teacher says otherwise. There only the words are measured. */
        .marks = presenter_schemes[i] != SYSTOLE_SCHEME_LIGHT,
        .view = picture.paint.style.palette->view,
        .mask = cairo_image_surface_create (CAIRO_FORMAT_A8, width, height)
      };
      systole_presenter_paint (cr, &picture.paint);
      g_assert_cmpuint (meter.n_texts, >, 10);
      g_test_message ("%s: %u texts, %u marks", name, meter.n_texts, meter.n_marks);
      cairo_surface_destroy (meter.mask);
      meter = (Meter){ 0 };
      presenter_scene_clear (&picture);
      cairo_destroy (cr);
      cairo_surface_destroy (surface);
    }
}

/* The meter finds what is too pale, and nothing else. */
static void
test_meter (void)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 100, 100);
  cairo_t *cr = cairo_create (surface);
  const double box[4] = { 10, 10, 90, 90 };
  Line line = { .width = 10 };
  double worst;

  meter = (Meter){ .name = NULL, .view = { 1, 1, 1, 1 }, .mask = cairo_image_surface_create (CAIRO_FORMAT_A8, 100, 100) };
  cairo_set_source_rgb (cr, 1, 1, 1);
  cairo_paint (cr);
  cairo_move_to (cr, 20, 50);
  cairo_line_to (cr, 80, 50);
  line.path = cairo_copy_path (cr);
  cairo_set_source_rgb (cr, 0.6, 0.6, 0.6); /* #999999 on white: 2.85 */
  g_assert_cmpfloat (measure (cr, ink_line, &line, box, 3, &worst), ==, 1);
  g_assert_cmpfloat_with_epsilon (worst, 2.85, 0.01);
  g_assert_cmpfloat (measure (cr, ink_line, &line, box, 2, &worst), ==, 0);
  cairo_set_source_rgb (cr, 0, 0, 0);
  g_assert_cmpfloat (measure (cr, ink_line, &line, box, 7, &worst), ==, 0);
  cairo_path_destroy (line.path);
  cairo_surface_destroy (meter.mask);
  meter = (Meter){ 0 };
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
}

int
main (int argc, char **argv)
{
  paint_fixture_init (&argc, &argv);
  g_test_add_func ("/presenter-contrast/meter", test_meter);
  for (guint i = 0; i < PRESENTER_N_SCENES; i++)
    {
      g_autofree char *path = g_strdup_printf ("/presenter-contrast/%s", presenter_scenes[i].name);

      g_test_add_data_func (path, &presenter_scenes[i], test_scene);
    }
  return g_test_run ();
}
