/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "paint-fixture.h"

#include "engine/machine/catalogue.h"

#include <glib/gstdio.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* One family, no hinting, grey: the same glyphs wherever the tests run. */
static const char fonts_conf[] =
    "<?xml version=\"1.0\"?>\n<!DOCTYPE fontconfig SYSTEM \"fonts.dtd\">\n<fontconfig>\n"
    "  <dir>/usr/share/fonts/truetype/dejavu</dir>\n  <cachedir>%s</cachedir>\n"
    "  <match target=\"pattern\"><edit name=\"family\" mode=\"assign\" binding=\"strong\"><string>DejaVu Sans</string></edit></match>\n"
    "  <match target=\"font\"><edit name=\"hinting\" mode=\"assign\"><bool>false</bool></edit>"
    "<edit name=\"autohint\" mode=\"assign\"><bool>false</bool></edit>"
    "<edit name=\"hintstyle\" mode=\"assign\"><const>hintnone</const></edit>"
    "<edit name=\"antialias\" mode=\"assign\"><bool>true</bool></edit>"
    "<edit name=\"rgba\" mode=\"assign\"><const>none</const></edit></match>\n"
    "</fontconfig>\n";

void
paint_fixture_init (int *argc, char ***argv)
{
  const char *build = g_getenv ("G_TEST_BUILDDIR");
  g_autofree char *folder = g_build_filename (build != NULL ? build : g_get_tmp_dir (), "paint-fonts", NULL);
  g_autofree char *path = g_build_filename (folder, "fonts.conf", NULL);
  g_autofree char *text = g_strdup_printf (fonts_conf, folder);

  g_mkdir_with_parents (folder, 0755);
  if (g_file_set_contents (path, text, -1, NULL))
    g_setenv ("FONTCONFIG_FILE", path, TRUE);
  if (argc != NULL)
    g_test_init (argc, argv, NULL);
}

/* All machines of the source tree, read when the first one is asked for that is in a file. */
static SystoleCatalogue *
get_catalogue (const char *machine)
{
  static SystoleCatalogue *bare, *whole;
  const char *source = g_getenv ("SYSTOLE_SOURCE_DIR"), *name;
  g_autofree char *folder = g_build_filename (source != NULL ? source : ".", "data", "machines", NULL);
  gboolean is_bare = strchr (machine, ':') != NULL;
  SystoleCatalogue **catalogue = is_bare ? &bare : &whole;
  g_autoptr (GDir) files = NULL;

  if (*catalogue != NULL)
    return *catalogue;
  *catalogue = systole_catalogue_new ();
  files = is_bare ? NULL : g_dir_open (folder, 0, NULL);
  while (files != NULL && (name = g_dir_read_name (files)) != NULL)
    {
      g_autoptr (GError) error = NULL;
      g_autofree char *path = g_build_filename (folder, name, NULL), *text = NULL;
      gsize length;

      if (g_str_has_suffix (name, ".xml") && g_file_get_contents (path, &text, &length, NULL) && !systole_catalogue_add_xml (*catalogue, text, length, name, &error))
        g_error ("%s", error->message);
    }

  return *catalogue;
}

/* `machine`: "array:rows=8,cols=8,…", "sm:…" or a name of the catalogue. */
static SystoleRun *
new_run (const char *machine, const SystoleOp *op)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SystoleMachine) made = systole_catalogue_parse (get_catalogue (machine), machine, &error);
  SystoleMapping mapping = { 0 };
  SystoleRun *run = NULL;

  if (made != NULL)
    run = systole_run_new (op, made, systole_machine_get_array (made) != NULL || systole_machine_get_sm (made) != NULL ? SYSTOLE_OPERANDS_ON_CHIP : SYSTOLE_OPERANDS_COLD, &mapping, NULL, NULL, &error);
  if (run == NULL)
    g_error ("%s: %s", machine, error->message);

  return run;
}

SystoleRun *
paint_fixture_run (const char *machine, guint64 m, guint64 n, guint64 k, SystoleFormat format)
{
  SystoleOp op;

  systole_op_init_gemm (&op, m, n, k, format);

  return new_run (machine, &op);
}

SystoleRun *
paint_fixture_run_op (const char *machine, const char *text, SystoleFormat format)
{
  g_autoptr (GError) error = NULL;
  SystoleOp op;

  if (!systole_op_parse (text, format, &op, &error))
    g_error ("%s: %s", text, error->message);

  return new_run (machine, &op);
}

cairo_surface_t *
paint_fixture_render (const SystoleLanePaint *lane, double scale)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, (int) ceil (lane->width * scale), (int) ceil (lane->height * scale));
  cairo_t *cr;

  cairo_surface_set_device_scale (surface, scale, scale);
  cr = cairo_create (surface);
  systole_paint_source (cr, lane->style.palette->view);
  cairo_paint (cr);
  systole_lane_paint (cr, lane);
  g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
  cairo_destroy (cr);

  return surface;
}

/* There are labels, they say something, lie in the picture and do not touch; a pixel of tolerance for the height of a line. */
void
paint_fixture_assert_labels (const GArray *labels, double width, double height)
{
  g_assert_cmpuint (labels->len, >, 0);
  for (guint i = 0; i < labels->len; i++)
    {
      const SystoleLabel *a = &g_array_index (labels, SystoleLabel, i);

      if (*a->text == '\0' || !(a->width > 0 && a->height > 0))
        g_error ("label %u at %g, %g is empty", i, a->x, a->y);
      if (a->x < -0.5 || a->y < -0.5 || a->x + a->width > width + 0.5 || a->y + a->height > height + 0.5)
        g_error ("“%s” at %g, %g (%g × %g) leaves the picture of %g × %g", a->text, a->x, a->y, a->width, a->height, width, height);
      for (guint j = i + 1; j < labels->len; j++)
        {
          const SystoleLabel *b = &g_array_index (labels, SystoleLabel, j);
          double over_x = MIN (a->x + a->width, b->x + b->width) - MAX (a->x, b->x);
          double over_y = MIN (a->y + a->height, b->y + b->height) - MAX (a->y, b->y);

          if (over_x > 1.0 && over_y > 2.5)
            g_error ("“%s” at %g, %g (%g × %g) and “%s” at %g, %g (%g × %g) overlap", a->text, a->x, a->y, a->width, a->height, b->text, b->x, b->y, b->width, b->height);
        }
    }
}

static gboolean
is_near (guint32 a, guint32 b)
{
  for (guint shift = 0; shift < 24; shift += 8)
    if (ABS ((int) (a >> shift & 255) - (int) (b >> shift & 255)) > 2)
      return FALSE;

  return TRUE;
}

/* Pixels that are not near; all of them where the sizes differ or there is no reference. */
static guint
count_wrong (cairo_surface_t *picture, const char *path)
{
  cairo_surface_t *reference = cairo_image_surface_create_from_png (path);
  int width = cairo_image_surface_get_width (picture), height = cairo_image_surface_get_height (picture);
  guint wrong = 0;

  cairo_surface_flush (picture);
  if (cairo_surface_status (reference) != CAIRO_STATUS_SUCCESS || cairo_image_surface_get_width (reference) != width || cairo_image_surface_get_height (reference) != height)
    wrong = (guint) (width * height);
  for (int y = 0; y < height && wrong < (guint) (width * height); y++)
    {
      const guint32 *a = (const guint32 *) (gpointer) (cairo_image_surface_get_data (picture) + (gsize) y * cairo_image_surface_get_stride (picture));
      const guint32 *b = (const guint32 *) (gpointer) (cairo_image_surface_get_data (reference) + (gsize) y * cairo_image_surface_get_stride (reference));

      for (int x = 0; x < width; x++)
        wrong += !is_near (a[x], b[x]);
    }
  cairo_surface_destroy (reference);

  return wrong;
}

/* Tolerance 2 levels, and 0.1 % of the pixels. A picture that differs is left beside the
 * build as <name>.out.png; with SYSTOLE_UPDATE_REFERENCE set it becomes the reference. */
void
paint_fixture_compare (cairo_surface_t *picture, const char *name)
{
  g_autofree char *file = g_strdup_printf ("%s.png", name), *out_file = g_strdup_printf ("%s.out.png", name);
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "paint", "reference", file, NULL), *out = g_test_build_filename (G_TEST_BUILT, out_file, NULL);
  int n = cairo_image_surface_get_width (picture) * cairo_image_surface_get_height (picture);
  guint wrong = count_wrong (picture, path);

  if (wrong * 1000.0 <= n)
    return;
  if (g_getenv ("SYSTOLE_UPDATE_REFERENCE") != NULL)
    {
      g_autofree char *folder = g_path_get_dirname (path);

      g_mkdir_with_parents (folder, 0755);
      g_assert_cmpint (cairo_surface_write_to_png (picture, path), ==, CAIRO_STATUS_SUCCESS);
      return;
    }
  cairo_surface_write_to_png (picture, out);
  g_error ("%s: %u of %d pixels differ; see %s", name, wrong, n, out);
}

/* Times whose winner changes along a curve: what is drawn, not what is computed. */
gboolean
paint_fixture_curve (gpointer data, guint lane, guint64 x, guint64 y, SystoleMapCell *out)
{
  out->seconds = lane == 0 ? 1e-6 * (double) (x + y) : 4e-9 * (double) x * (double) y + 1e-4;
  out->known_pct = 12;
  out->bound = "compute";
  return TRUE;
}
