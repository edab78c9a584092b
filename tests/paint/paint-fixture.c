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

/* Bare machines need no file; the others are read from the source tree. */
static SystoleCatalogue *
new_catalogue (const char *machine)
{
  const char *source = g_getenv ("SYSTOLE_SOURCE_DIR");
  g_autofree char *folder = g_build_filename (source != NULL ? source : ".", "data", "machines", NULL);
  g_autoptr (GDir) files = strchr (machine, ':') == NULL ? g_dir_open (folder, 0, NULL) : NULL;
  SystoleCatalogue *catalogue = systole_catalogue_new ();
  const char *name;

  while (files != NULL && (name = g_dir_read_name (files)) != NULL)
    {
      g_autoptr (GError) error = NULL;
      g_autofree char *path = g_build_filename (folder, name, NULL), *text = NULL;
      gsize length;

      if (g_str_has_suffix (name, ".xml") && g_file_get_contents (path, &text, &length, NULL) && !systole_catalogue_add_xml (catalogue, text, length, name, &error))
        g_error ("%s", error->message);
    }

  return catalogue;
}

/* `machine`: "array:rows=8,cols=8,…", "sm:…" or a name of the catalogue. */
SystoleRun *
paint_fixture_run (const char *machine, guint64 m, guint64 n, guint64 k, SystoleFormat format)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SystoleCatalogue) catalogue = new_catalogue (machine);
  g_autoptr (SystoleMachine) made = systole_catalogue_parse (catalogue, machine, &error);
  SystoleMapping mapping = { 0 };
  SystoleRun *run = NULL;
  SystoleOp op;

  systole_op_init_gemm (&op, m, n, k, format);
  if (made != NULL)
    run = systole_run_new (&op, made, systole_machine_get_array (made) != NULL || systole_machine_get_sm (made) != NULL ? SYSTOLE_OPERANDS_ON_CHIP : SYSTOLE_OPERANDS_COLD, &mapping, NULL, NULL, &error);
  if (run == NULL)
    g_error ("%s: %s", machine, error->message);

  return run;
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
