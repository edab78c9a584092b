/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "paint-fixture.h"
#include "presenter-scenes.h"

#include <math.h>
#include <string.h>

#include "engine/base/i18n.h"
#include "engine/base/number.h"
#include "widgets/hatch.h"
#include "widgets/presenter-painter.h"
#include "widgets/unit-format.h"

#include <libintl.h>
#include <locale.h>

/*
 * What a class sees, on screens of every usual size: no text under a fiftieth of the height, nothing
 * cut off, nothing over another, contrasts. With SYSTOLE_SHEET=FOLDER the pictures are written there.
 */

static gboolean
is_over (const SystoleLabel *a, const SystoleLabel *b)
{
  double over_x = MIN (a->x + a->width, b->x + b->width) - MAX (a->x, b->x);
  double over_y = MIN (a->y + a->height, b->y + b->height) - MAX (a->y, b->y);

  return over_x > 1 && over_y > 2.5;
}

/* All that is wrong, rather than the first of it. */
static void
check_labels (const PresenterPicture *self, const char *name)
{
  double width = self->paint.width, height = self->paint.height;

  g_assert_cmpuint (self->labels->len, >, 4);
  for (guint i = 0; i < self->labels->len; i++)
    {
      const SystoleLabel *a = &g_array_index (self->labels, SystoleLabel, i);

      if (a->font_px < height / 50 - 0.01)
        {
          g_test_message ("%s: “%s” is %.1f px high of %.0f", name, a->text, a->font_px, height);
          g_test_fail ();
        }
      if (a->x < -0.5 || a->y < -0.5 || a->x + a->width > width + 0.5 || a->y + a->height > height + 0.5)
        {
          g_test_message ("%s: “%s” leaves the screen at %.0f, %.0f (%.0f × %.0f)", name, a->text, a->x, a->y, a->width, a->height);
          g_test_fail ();
        }
      for (guint j = i + 1; j < self->labels->len; j++)
        {
          const SystoleLabel *b = &g_array_index (self->labels, SystoleLabel, j);

          if (!is_over (a, b))
            continue;
          g_test_message ("%s: “%s” (%.0f, %.0f, %.0f × %.0f) and “%s” (%.0f, %.0f, %.0f × %.0f) overlap", name, a->text, a->x, a->y, a->width, a->height, b->text, b->x, b->y, b->width, b->height);
          g_test_fail ();
        }
      if (a->shortened)
        g_test_message ("%s: shortened “%s”", name, a->text);
    }
}

static void
test_scene (gconstpointer data)
{
  const PresenterScene *scene = data;

  for (guint screen = 0; screen < G_N_ELEMENTS (presenter_screens); screen++)
    for (guint scheme = 0; scheme < G_N_ELEMENTS (presenter_schemes); scheme++)
      {
        g_autofree char *name = g_strdup_printf ("%s-%d-%s", scene->name, presenter_screens[screen].height, systole_scheme_get_id (presenter_schemes[scheme]));
        PresenterPicture picture = { 0 };

        /* where labels stand does not depend on the colours */
        if (scheme > 0 && screen != 0)
          continue;
        presenter_scene_make (scene, presenter_schemes[scheme], screen, &picture);
        presenter_scene_draw (&picture, name);
        check_labels (&picture, name);
        presenter_scene_clear (&picture);
      }
}

static gboolean
says (const PresenterPicture *self, const char *text)
{
  for (guint i = 0; i < self->labels->len; i++)
    if (strstr (g_array_index (self->labels, SystoleLabel, i).text, text) != NULL)
      return TRUE;
  return FALSE;
}

/* What is asked is nowhere before the reveal but among the choices, and there is no strip whose
 * length tells it; a chip's own card hides it too. */
static void
test_hidden (void)
{
  const PresenterScene chip = { "chip", { "nvidia-h100-sxm", "google-tpu-v5e" }, 4096, 4096, 4096, SYSTOLE_FORMAT_BF16, 9000, NULL, TRUE, FALSE };
  PresenterScene open = chip;
  PresenterPicture picture = { 0 };
  SystolePresenterLayout layout;
  g_autofree char *words = NULL, *length = NULL, *count = NULL;

  open.asks = FALSE;
  presenter_scene_make (&open, SYSTOLE_SCHEME_LIGHT, 2, &picture);
  presenter_scene_draw (&picture, "open");
  length = systole_units_format_seconds (systole_run_get_seconds (picture.runs[0]));
  g_assert_true (says (&picture, length));
  count = systole_number_format_count (systole_run_get_n_cycles (picture.runs[0]));
  presenter_scene_clear (&picture);

  presenter_scene_make (&chip, SYSTOLE_SCHEME_LIGHT, 2, &picture);
  picture.question.n = 0;
  presenter_scene_draw (&picture, "hidden");
  systole_presenter_layout (&picture.paint, &layout);
  g_assert_true (says (&picture, "?"));
  g_assert_false (says (&picture, length));
  /* The diagram of the waves ends where the run does. */
  g_assert_false (says (&picture, count));
  g_assert_cmpfloat (layout.strip.height, ==, 0);
  words = systole_presenter_describe (&picture.paint);
  g_assert_cmpstr (words, ==, "How many cycles does the whole product take? ");
  presenter_scene_clear (&picture);
}

/* A page that compares machines has the whole width; a long count and a narrow chip's card have
 * their words whole or not at all. */
static void
test_whole (void)
{
  const PresenterScene roofs = { "roofs", { "nvidia-h100-sxm", "google-tpu-v5e" }, 4096, 4096, 4096, SYSTOLE_FORMAT_BF16, 9000, "roofline", FALSE, FALSE };
  const PresenterScene large = { "large", { "array:rows=256,cols=256,dataflow=ws" }, 1000, 700, 600, SYSTOLE_FORMAT_BF16, 900, NULL, FALSE, FALSE };
  const PresenterScene chips = { "chips", { "nvidia-h100-sxm", "google-tpu-v5e" }, 4096, 4096, 4096, SYSTOLE_FORMAT_BF16, 9000, NULL, TRUE, FALSE };
  PresenterPicture picture = { 0 };
  SystolePresenterLayout layout;
  g_autofree char *count = NULL, *of = NULL;

  presenter_scene_make (&roofs, SYSTOLE_SCHEME_LIGHT, 2, &picture);
  systole_presenter_layout (&picture.paint, &layout);
  g_assert_cmpfloat (layout.side.width, >, 0.9 * picture.paint.width);
  g_assert_cmpfloat (layout.pictures[0].width, ==, 0);
  presenter_scene_draw (&picture, "roofs");
  g_assert_true (says (&picture, _ ("operations a second (each line is 10 ×)")));
  presenter_scene_clear (&picture);

  presenter_scene_make (&large, SYSTOLE_SCHEME_LIGHT, 0, &picture);
  presenter_scene_draw (&picture, "large-count");
  count = systole_number_format_count (65536);
  of = g_strdup_printf (_ ("of %s busy"), count);
  g_assert_true (says (&picture, of));
  presenter_scene_clear (&picture);

  presenter_scene_make (&chips, SYSTOLE_SCHEME_LIGHT, 2, &picture);
  presenter_scene_draw (&picture, "narrow-card");
  g_assert_true (says (&picture, _ ("of peak")) || says (&picture, _ ("of peak over the whole run")));
  presenter_scene_clear (&picture);
}

/* Text and its ground, marks and theirs, of every scheme that a presentation may have. */
static void
test_contrast (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (presenter_schemes); i++)
    {
      const SystolePalette *palette = systole_palette_get (presenter_schemes[i]);
      const SystoleColor grounds[] = { palette->view, palette->window, palette->card };

      for (guint g = 0; g < G_N_ELEMENTS (grounds); g++)
        {
          g_assert_cmpfloat (systole_color_contrast (palette->text, grounds[g]), >=, 7);
          g_assert_cmpfloat (systole_color_contrast (palette->second_text, grounds[g]), >=, 7);
          g_assert_cmpfloat (systole_color_contrast (palette->accent_fill, grounds[g]), >=, 3);
        }
      for (guint m = 0; m < SYSTOLE_N_MEANINGS; m++)
        {
          g_assert_cmpfloat (systole_color_contrast (palette->meanings[m].ink, palette->meanings[m].tint), >=, 7);
          g_assert_cmpfloat (systole_color_contrast (palette->meanings[m].ink, palette->idle_fill), >=, 7);
        }
      g_assert_cmpfloat (systole_color_contrast (palette->letter, palette->idle_fill), >=, 7);
      g_assert_cmpfloat (systole_color_contrast (palette->busy_outline, palette->meanings[SYSTOLE_MEANING_SUM].tint), >=, 7);
      g_assert_cmpfloat (systole_color_contrast (palette->meanings[SYSTOLE_MEANING_MEMORY].tint, palette->meanings[SYSTOLE_MEANING_MEMORY].ink), >=, 7);
    }
}

/* A longer caption takes more lines, the stage gives way; user's larger text as well. */
static void
test_layout (void)
{
  PresenterPicture picture = { 0 };
  SystolePresenterLayout short_one, long_one, large;

  presenter_scene_make (&presenter_scenes[0], SYSTOLE_SCHEME_LIGHT, 0, &picture);
  picture.paint.caption = "Short.";
  systole_presenter_layout (&picture.paint, &short_one);
  g_assert_true (short_one.beside);
  g_assert_cmpfloat (short_one.unit, ==, 768 / 40.0);
  picture.paint.caption = "A sentence that somebody wrote without counting its letters, so that on a small screen it needs rather more than the two lines that captions should have, or even three.";
  systole_presenter_layout (&picture.paint, &long_one);
  g_assert_cmpuint (long_one.caption_lines, >, short_one.caption_lines);
  g_assert_cmpfloat (long_one.bar.height, >, short_one.bar.height);
  g_assert_cmpfloat (long_one.pictures[0].height, <, short_one.pictures[0].height);
  g_assert_cmpfloat (long_one.pictures[0].y + long_one.pictures[0].height, <=, long_one.strip.y);
  g_assert_cmpfloat (long_one.strip.y + long_one.strip.height, <=, long_one.bar.y);
  picture.paint.text_scale = 2;
  systole_presenter_layout (&picture.paint, &large);
  g_assert_cmpfloat (large.unit, ==, 26);
  presenter_scene_clear (&picture);
}

/* What is drawn at a place is what is found there. */
static void
test_pick (void)
{
  PresenterPicture picture = { 0 };
  SystolePresenterLayout layout;
  guint lane = 9, found = 0;

  presenter_scene_make (&presenter_scenes[0], SYSTOLE_SCHEME_LIGHT, 2, &picture);
  systole_presenter_layout (&picture.paint, &layout);
  for (double x = layout.pictures[0].x; x < layout.pictures[0].x + layout.pictures[0].width; x += 20)
    {
      SystoleTarget target = systole_presenter_pick (&picture.paint, x, layout.pictures[0].y + layout.pictures[0].height * 0.4, &lane);

      found += target.kind == SYSTOLE_TARGET_PE;
    }
  g_assert_cmpuint (found, >, 15);
  g_assert_cmpuint (lane, ==, 0);
  g_assert_cmpint (systole_presenter_pick (&picture.paint, 5, layout.bar.y + 5, &lane).kind, ==, SYSTOLE_TARGET_NONE);
  presenter_scene_clear (&picture);
}

/* A picture that is drawn smaller or larger as a whole has its letters where they belong. */
static void
test_letter (void)
{
  const double scales[] = { 0.355, 1, 1.7 };

  for (guint i = 0; i < G_N_ELEMENTS (scales); i++)
    {
      cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_A8, 100, 100);
      cairo_t *cr = cairo_create (surface);
      SystolePaintStyle style;
      int left = 100, right = -1, top = 100, bottom = -1;

      systole_paint_style_init (&style, SYSTOLE_SCHEME_LIGHT);
      cairo_scale (cr, scales[i], scales[i]);
      systole_paint_idle_letter (cr, &style, SYSTOLE_REASON_FILL, 60 / scales[i], 40 / scales[i], 20);
      cairo_destroy (cr);
      cairo_surface_flush (surface);
      for (int y = 0; y < 100; y++)
        for (int x = 0; x < 100; x++)
          if (cairo_image_surface_get_data (surface)[y * cairo_image_surface_get_stride (surface) + x] > 128)
            {
              left = MIN (left, x);
              right = MAX (right, x);
              top = MIN (top, y);
              bottom = MAX (bottom, y);
            }
      g_assert_cmpfloat_with_epsilon ((left + right + 1) / 2.0, 60, 1.5);
      g_assert_cmpfloat_with_epsilon ((top + bottom + 1) / 2.0, 40, 1.5);
      cairo_surface_destroy (surface);
    }
}

int
main (int argc, char **argv)
{
  const char *catalogues = g_getenv ("APP_LOCALEDIR");

  setlocale (LC_ALL, "");
  if (g_getenv ("SYSTOLE_SHEET_FAMILY") != NULL)
    g_test_init (&argc, &argv, NULL);
  else
    paint_fixture_init (&argc, &argv);
  if (catalogues != NULL)
    bindtextdomain (SYSTOLE_GETTEXT_DOMAIN, catalogues);
  bind_textdomain_codeset (SYSTOLE_GETTEXT_DOMAIN, "UTF-8");
  for (guint i = 0; i < G_N_ELEMENTS (presenter_scenes); i++)
    {
      g_autofree char *path = g_strdup_printf ("/presenter/%s", presenter_scenes[i].name);

      g_test_add_data_func (path, &presenter_scenes[i], test_scene);
    }
  g_test_add_func ("/presenter/hidden", test_hidden);
  g_test_add_func ("/presenter/whole", test_whole);
  g_test_add_func ("/presenter/contrast", test_contrast);
  g_test_add_func ("/presenter/layout", test_layout);
  g_test_add_func ("/presenter/pick", test_pick);
  g_test_add_func ("/presenter/letter", test_letter);
  return g_test_run ();
}
