/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "colour-vision.h"
#include "paint-fixture.h"
#include "widgets/palette.h"

#include "engine/run/ids.h"

static void
test_known_contrasts (void)
{
  const SystoleColor black = { 0.0, 0.0, 0.0, 1.0 }, white = { 1.0, 1.0, 1.0, 1.0 };
  const SystolePalette *light = systole_palette_get (SYSTOLE_SCHEME_LIGHT);

  g_assert_cmpfloat_with_epsilon (systole_color_contrast (black, white), 21.0, 1e-9);
  g_assert_cmpfloat_with_epsilon (systole_color_contrast (white, white), 1.0, 1e-9);
  g_assert_cmpfloat_with_epsilon (systole_color_contrast (light->meanings[SYSTOLE_MEANING_A].ink, light->meanings[SYSTOLE_MEANING_A].tint), 7.7, 0.05);
  g_assert_cmpfloat_with_epsilon (systole_color_contrast (light->meanings[SYSTOLE_MEANING_SUM].mark, light->view), 2.3, 0.05);
}

/* Text reaches 7:1 on everything it can stand on, in every scheme. */
static void
test_inks (void)
{
  for (guint scheme = 0; scheme < SYSTOLE_N_SCHEMES; scheme++)
    {
      const SystolePalette *palette = systole_palette_get (scheme);
      SystoleColor busy = palette->meanings[SYSTOLE_MEANING_SUM].tint;

      g_assert_cmpint (palette->scheme, ==, scheme);
      for (guint i = 0; i < SYSTOLE_N_MEANINGS; i++)
        {
          const SystoleTriple *colors = &palette->meanings[i];

          g_assert_cmpfloat (systole_color_contrast (colors->ink, colors->tint), >=, 7.0);
          g_assert_cmpfloat (systole_color_contrast (colors->ink, busy), >=, 7.0);
          g_assert_cmpfloat (systole_color_contrast (colors->ink, palette->idle_fill), >=, 7.0);
          g_assert_cmpfloat (systole_color_contrast (palette->text, colors->tint), >=, 7.0);
          g_assert_cmpfloat (systole_color_contrast (palette->second_text, colors->tint), >=, 7.0);
          g_assert_cmpfloat (systole_color_contrast (palette->busy_outline, colors->tint), >=, 8.9);
        }
      g_assert_cmpfloat (systole_color_contrast (palette->text, palette->view), >=, 7.0);
      g_assert_cmpfloat (systole_color_contrast (palette->second_text, palette->view), >=, 7.0);
      g_assert_cmpfloat (systole_color_contrast (palette->second_text, palette->window), >=, 7.0);
      g_assert_cmpfloat (systole_color_contrast (palette->letter, palette->idle_fill), >=, 7.0);
      g_assert_cmpfloat (systole_color_contrast (palette->accent, palette->view), >=, 4.5);
      g_assert_cmpfloat (systole_color_contrast (palette->accent_fill, palette->view), >=, 3.0);
    }
}

/* A, B, sum and result are told apart by every kind of colour vision. */
static void
test_colour_vision (void)
{
  static const SystoleScheme schemes[] = { SYSTOLE_SCHEME_LIGHT, SYSTOLE_SCHEME_DARK };

  for (guint s = 0; s < G_N_ELEMENTS (schemes); s++)
    {
      const SystolePalette *palette = systole_palette_get (schemes[s]);

      for (guint vision = 0; vision < COLOUR_N_VISIONS; vision++)
        for (guint i = SYSTOLE_MEANING_A; i <= SYSTOLE_MEANING_RESULT; i++)
          for (guint j = i + 1; j <= SYSTOLE_MEANING_RESULT; j++)
            {
              double apart = colour_distance (palette->meanings[i].mark, palette->meanings[j].mark, (ColourVision) vision);

              g_test_message ("%s, vision %u, %u–%u: %.1f", systole_scheme_get_id (schemes[s]), vision, i, j, apart);
              g_assert_cmpfloat (apart, >=, 19.0);
            }
    }
}

/* Any two meanings, in every scheme: the nearest are vermilion and orange. */
static void
test_all_meanings (void)
{
  for (guint scheme = 0; scheme < SYSTOLE_N_SCHEMES; scheme++)
    for (guint i = 0; i < SYSTOLE_N_MEANINGS; i++)
      for (guint j = i + 1; j < SYSTOLE_N_MEANINGS; j++)
        {
          const SystolePalette *palette = systole_palette_get (scheme);
          double apart = colour_least_distance (palette->meanings[i].mark, palette->meanings[j].mark);

          g_test_message ("%s, %u–%u: %.1f", systole_scheme_get_id (scheme), i, j, apart);
          g_assert_cmpfloat (apart, >=, 10.0);
        }
}

static void
test_cividis (void)
{
  SystoleColor black = { 0.0, 0.0, 0.0, 1.0 };
  double last = 0.0;

  for (guint i = 0; i <= 100; i++)
    {
      double contrast = systole_color_contrast (systole_palette_cividis (i / 100.0), black);

      g_assert_cmpfloat (contrast, >, last);
      last = contrast;
    }
  g_assert_cmpfloat_with_epsilon (systole_palette_cividis (-1.0).blue, systole_palette_cividis (0.0).blue, 1e-12);
  g_assert_cmpfloat_with_epsilon (systole_palette_cividis (2.0).red, systole_palette_cividis (1.0).red, 1e-12);
}

static void
test_schemes (void)
{
  for (guint i = 0; i < SYSTOLE_N_SCHEMES; i++)
    {
      SystoleScheme scheme = SYSTOLE_N_SCHEMES;

      g_assert_true (systole_scheme_from_id (systole_scheme_get_id (i), &scheme));
      g_assert_cmpint (scheme, ==, i);
    }
  {
    SystoleScheme scheme = SYSTOLE_SCHEME_PRINT;

    g_assert_false (systole_scheme_from_id ("sepia", &scheme));
    g_assert_cmpint (scheme, ==, SYSTOLE_SCHEME_PRINT);
  }
}

/* Each cause has its own letter and its own hatch. */
static void
test_causes (void)
{
  for (guint i = SYSTOLE_REASON_BUSY + 1; i < SYSTOLE_N_REASONS; i++)
    for (guint j = i + 1; j < SYSTOLE_N_REASONS; j++)
      {
        g_assert_cmpstr (systole_reason_get_letter (i), !=, systole_reason_get_letter (j));
        g_assert_cmpint (systole_reason_get_hatch (i), !=, systole_reason_get_hatch (j));
      }
}

int
main (int argc, char **argv)
{
  paint_fixture_init (&argc, &argv);
  g_test_add_func ("/palette/known-contrasts", test_known_contrasts);
  g_test_add_func ("/palette/inks", test_inks);
  g_test_add_func ("/palette/colour-vision", test_colour_vision);
  g_test_add_func ("/palette/all-meanings", test_all_meanings);
  g_test_add_func ("/palette/cividis", test_cividis);
  g_test_add_func ("/palette/schemes", test_schemes);
  g_test_add_func ("/palette/causes", test_causes);

  return g_test_run ();
}
