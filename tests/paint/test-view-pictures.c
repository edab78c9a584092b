/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include <glib/gstdio.h>

#include "label-checks.h"
#include "paint-fixture.h"
#include "picture-mutant.h"
#include "picture-print.h"
#include "view-scenes.h"

/*
 * Every view in every scheme, without its texts, against what is kept of it in reference/views: NAME.png
 * is the picture in English, NAME-es.png what is different in Spanish; where nothing is there is no
 * such file. What differs is left in the folder view-pictures of the build: actual, expected, and the
 * actual one with frames around what differs. With SYSTOLE_SHEET=FOLDER the pictures, texts and all, are
 * written there, to look at.
 */

#define MAX_SCHEMES SYSTOLE_N_SCHEMES

static GPtrArray *scenes;

static gboolean
is_slow (void)
{
  return g_getenv ("SYSTOLE_SLOW_CHECKER") != NULL;
}

static gboolean
is_updating (void)
{
  return g_getenv ("SYSTOLE_UPDATE_REFERENCE") != NULL;
}

static const char *
get_language (void)
{
  const char *language = g_getenv ("LANGUAGE");

  return language != NULL && !g_str_has_prefix (language, "en") ? language : NULL;
}

/* `language`: NULL for English. */
static char *
get_reference (const ViewScene *scene, const char *language)
{
  g_autofree char *file = g_strdup_printf ("%s%s%s.png", view_scene_get_name (scene), language != NULL ? "-" : "", language != NULL ? language : "");

  return g_test_build_filename (G_TEST_DIST, "paint", "reference", "views", file, NULL);
}

#define GLIDES 0.25 /* of a cycle */

static cairo_surface_t *
new_surface (const ViewScene *scene)
{
  return cairo_image_surface_create (CAIRO_FORMAT_RGB24, view_scene_get_width (scene), view_scene_get_height (scene));
}

static void
paint_on (ViewScene *scene, SystoleScheme scheme, cairo_surface_t *surface)
{
  cairo_t *cr = cairo_create (surface);
  SystolePaintStyle style;

  systole_paint_style_init (&style, scheme);
  view_scene_paint (scene, &style, GLIDES, cr);
  cairo_destroy (cr);
  cairo_surface_flush (surface);
}

static cairo_surface_t *
paint_picture (ViewScene *scene, SystoleScheme scheme)
{
  cairo_surface_t *surface = new_surface (scene);

  paint_on (scene, scheme, surface);
  return surface;
}

static void
write_picture (cairo_surface_t *picture, const char *name, const char *what)
{
  g_autofree char *folder = g_test_build_filename (G_TEST_BUILT, "view-pictures", NULL);
  g_autofree char *file = g_strdup_printf ("%s.%s.png", name, what);
  g_autofree char *path = g_build_filename (folder, file, NULL);

  g_mkdir_with_parents (folder, 0755);
  cairo_surface_write_to_png (picture, path);
  g_test_message ("see %s", path);
  cairo_surface_destroy (picture);
}

/* All that is wrong, rather than the first of it. */
static void
check (cairo_surface_t *picture, const PicturePrint *expected, const char *name)
{
  g_autoptr (PicturePrint) actual = picture_print_new (picture);
  PictureDifference difference;

  if (picture_print_is_alike (actual, expected))
    return;
  difference = picture_print_compare (actual, expected);
  g_test_message ("%s: %u of %u cells differ, by up to %u levels (%u beyond tolerance); after a look at them: tests/update-reference", name, difference.n, actual->columns * actual->rows, difference.worst, difference.excess);
  write_picture (cairo_surface_reference (picture), name, "actual");
  write_picture (picture_print_enlarge (expected), name, "expected");
  write_picture (picture_print_mark (picture, actual, expected), name, "difference");
  g_test_fail ();
}

static void
free_prints (PicturePrint **prints, guint n)
{
  for (guint i = 0; i < n; i++)
    g_clear_pointer (&prints[i], picture_print_free);
}

/* What is kept of a scene in a language; FALSE: nothing is. */
static gboolean
read_expected (const ViewScene *scene, guint n, PicturePrint **out)
{
  g_autofree char *path = get_reference (scene, NULL), *own = get_reference (scene, get_language ());
  PicturePrint *english[MAX_SCHEMES];

  if (!picture_prints_read (path, n, NULL, english))
    return FALSE;
  if (get_language () == NULL || !picture_prints_read (own, n, english, out))
    {
      memcpy (out, english, n * sizeof *out);
      return TRUE;
    }
  free_prints (english, n);
  return TRUE;
}

static void
write_sheet (ViewScene *scene, const SystoleScheme *schemes, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *path = g_strdup_printf ("%s/%s-%s.png", g_getenv ("SYSTOLE_SHEET"), view_scene_get_name (scene), systole_scheme_get_id (schemes[i]));
      cairo_surface_t *picture;

      picture_mutant_show_text (TRUE);
      picture = paint_picture (scene, schemes[i]);
      picture_mutant_show_text (FALSE);
      g_assert_cmpint (cairo_surface_write_to_png (picture, path), ==, CAIRO_STATUS_SUCCESS);
      cairo_surface_destroy (picture);
    }
}

static void
update (ViewScene *scene, const SystoleScheme *schemes, guint n)
{
  g_autofree char *path = get_reference (scene, get_language ()), *base_path = get_reference (scene, NULL), *folder = g_path_get_dirname (path);
  PicturePrint *prints[MAX_SCHEMES], *kept[MAX_SCHEMES] = { NULL }, *base[MAX_SCHEMES] = { NULL };
  gboolean alike, differs = get_language () == NULL;

  for (guint i = 0; i < n; i++)
    {
      cairo_surface_t *picture = paint_picture (scene, schemes[i]);

      prints[i] = picture_print_new (picture);
      cairo_surface_destroy (picture);
    }
  /* what is alike stays as it is: a small difference of fonts is no new picture */
  alike = read_expected (scene, n, kept);
  for (guint i = 0; alike && i < n; i++)
    alike = picture_print_is_alike (prints[i], kept[i]);
  if (!alike)
    {
      g_mkdir_with_parents (folder, 0755);
      if (get_language () != NULL)
        g_assert_true (picture_prints_read (base_path, n, NULL, base));
      for (guint i = 0; !differs && i < n; i++)
        differs = !picture_print_equal (prints[i], base[i]);
      if (differs)
        g_assert_cmpint (picture_prints_write (prints, get_language () != NULL ? base : NULL, n, path), ==, CAIRO_STATUS_SUCCESS);
      else
        g_unlink (path);
    }
  free_prints (prints, n);
  free_prints (kept, n);
  free_prints (base, n);
}

static void
test_scene (gconstpointer data)
{
  ViewScene *scene = (ViewScene *) data;
  SystoleScheme schemes[MAX_SCHEMES];
  PicturePrint *expected[MAX_SCHEMES];
  guint n = view_scene_get_schemes (scene, schemes);

  if (g_getenv ("SYSTOLE_SHEET") != NULL)
    write_sheet (scene, schemes, n);
  else if (is_updating ())
    update (scene, schemes, n);
  else if (!read_expected (scene, n, expected))
    {
      g_test_message ("%s has no reference picture: tests/update-reference", view_scene_get_name (scene));
      g_test_fail ();
    }
  else
    {
      for (guint i = 0; i < n; i++)
        {
          g_autofree char *name = g_strdup_printf ("%s-%s%s%s", view_scene_get_name (scene), systole_scheme_get_id (schemes[i]), get_language () != NULL ? "-" : "", get_language () != NULL ? get_language () : "");
          cairo_surface_t *picture = paint_picture (scene, schemes[i]);

          check (picture, expected[i], name);
          cairo_surface_destroy (picture);
        }
      free_prints (expected, n);
    }
  view_scene_forget (scene);
}

/* --- would it notice? --- */

#define N_TRIES 4      /* of each kind, in each picture */
#define LEAST_PX 64    /* that a wrong operation changes: less is no box */
#define LEAST_FOUND 85 /* per cent of a few dozen; of all operations of all pictures it is 98 */
#define LEAST_LEVEL 16

static guint
count_changed (cairo_surface_t *a, cairo_surface_t *b)
{
  int width = cairo_image_surface_get_width (a), height = cairo_image_surface_get_height (a);
  guint n = 0;

  for (int y = 0; y < height; y++)
    {
      const guint8 *p = cairo_image_surface_get_data (a) + (gsize) y * cairo_image_surface_get_stride (a);
      const guint8 *q = cairo_image_surface_get_data (b) + (gsize) y * cairo_image_surface_get_stride (b);

      for (int x = 0; x < width; x++, p += 4, q += 4)
        n += ABS (p[0] - q[0]) + ABS (p[1] - q[1]) + ABS (p[2] - q[2]) >= LEAST_LEVEL;
    }
  return n;
}

/* One operation of each picture done wrong at a time: nearly all of what changes a picture is found. */
static void
test_mutants (void)
{
  guint n_wrong[PICTURE_MUTANT_N] = { 0 }, n_found[PICTURE_MUTANT_N] = { 0 };
  const char *only = g_getenv ("SYSTOLE_MUTANTS");
  guint tries = only != NULL ? (guint) g_ascii_strtoull (only, NULL, 10) : N_TRIES;

  for (guint s = 0; s < scenes->len; s += only != NULL ? 1 : 7)
    {
      ViewScene *scene = g_ptr_array_index (scenes, s);
      cairo_surface_t *right = new_surface (scene), *wrong = new_surface (scene);
      g_autoptr (PicturePrint) expected = NULL;
      guint n;

      picture_mutant_begin (right, PICTURE_MUTANT_NONE, 0);
      paint_on (scene, SYSTOLE_SCHEME_LIGHT, right);
      n = picture_mutant_end ();
      expected = picture_print_new (right);
      for (guint kind = PICTURE_MUTANT_NONE + 1; kind < PICTURE_MUTANT_N; kind++)
        for (guint i = 0; i < MIN (tries, n); i++)
          {
            g_autoptr (PicturePrint) actual = NULL;
            guint changed, at = (guint) ((guint64) n * (2 * i + 1) / (2 * MIN (tries, n)));
            gboolean found;

            picture_mutant_begin (wrong, (PictureMutant) kind, at);
            paint_on (scene, SYSTOLE_SCHEME_LIGHT, wrong);
            picture_mutant_end ();
            changed = count_changed (right, wrong);
            if (changed < LEAST_PX)
              continue;
            actual = picture_print_new (wrong);
            found = !picture_print_is_alike (actual, expected);
            n_wrong[kind]++;
            n_found[kind] += found;
            if (!found)
              g_test_message ("%s: operation %u of %u %s: %u pixels, not found", view_scene_get_name (scene), at, n, picture_mutant_get_name ((PictureMutant) kind), changed);
          }
      cairo_surface_destroy (right);
      cairo_surface_destroy (wrong);
      view_scene_forget (scene);
    }
  for (guint kind = PICTURE_MUTANT_NONE + 1; kind < PICTURE_MUTANT_N; kind++)
    {
      g_test_message ("%s: %u of %u found", picture_mutant_get_name ((PictureMutant) kind), n_found[kind], n_wrong[kind]);
      g_assert_cmpuint (n_wrong[kind], >, 10);
      g_assert_cmpuint (n_found[kind] * 100, >=, n_wrong[kind] * LEAST_FOUND);
    }
}

/* No file is left of a view that is no more. */
static void
test_files (void)
{
  g_autofree char *folder = g_test_build_filename (G_TEST_DIST, "paint", "reference", "views", NULL);
  g_autoptr (GDir) files = g_dir_open (folder, 0, NULL);
  g_autoptr (GHashTable) known = g_hash_table_new (g_str_hash, g_str_equal);
  const char *name;

  for (guint i = 0; i < scenes->len; i++)
    g_assert_true (g_hash_table_add (known, (gpointer) view_scene_get_name (g_ptr_array_index (scenes, i))));
  g_assert_nonnull (files);
  while ((name = g_dir_read_name (files)) != NULL)
    {
      g_autofree char *scene = g_strndup (name, strcspn (name, "."));

      if (g_str_has_suffix (scene, "-es"))
        scene[strlen (scene) - 3] = '\0';
      else if (g_str_has_suffix (scene, "-qps"))
        scene[strlen (scene) - 4] = '\0';
      if (!g_hash_table_contains (known, scene))
        g_error ("%s is of no view: remove it", name);
    }
}

int
main (int argc, char **argv)
{
  int result;

  label_checks_init (&argc, &argv);
  scenes = view_scenes_new ();
  for (guint i = 0; i < scenes->len; i += is_slow () ? 5 : 1)
    {
      g_autofree char *path = g_strdup_printf ("/view-pictures/%s", view_scene_get_name (g_ptr_array_index (scenes, i)));

      g_test_add_data_func (path, g_ptr_array_index (scenes, i), test_scene);
    }
  if (get_language () == NULL)
    g_test_add_func ("/view-pictures/files", test_files);
  if (get_language () == NULL && !is_slow () && !is_updating ())
    g_test_add_func ("/view-pictures/mutants", test_mutants);
  result = g_test_run ();
  g_ptr_array_unref (scenes);
  return result;
}
