/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "hand-run.h"

#include "engine/machine/catalogue.h"

#include "widgets/level-painter.h"

#include <stdio.h>
#include <stdlib.h>

/* levels-sheet FILE.png LEVEL WIDTHxHEIGHT [SCHEME [FONT-SCALE [OP MACHINE CYCLE [FRACTION]]]]:
 * a lane at one level of zoom, to look at. Without machine: runs made by hand;
 * machine "8x4x16x8x2": units, warps, fragment rows and columns, pieces. */

static SystoleRun *
make_run (int argc, char **argv)
{
  g_autoptr (SystoleCatalogue) catalogue = systole_catalogue_new ();
  g_autoptr (SystoleMachine) machine = NULL;
  g_autoptr (GError) error = NULL;
  SystoleRun *run;
  SystoleOp op;
  guint n[5];

  if (argc < 7)
    return hand_run_new_sm ();
  if (sscanf (argv[6], "%ux%ux%ux%ux%u", &n[0], &n[1], &n[2], &n[3], &n[4]) == 5)
    return hand_run_new_gpu (n[0], n[1], n[2], n[3], n[4]);
  if (argc < 8 || !systole_op_parse (argv[6], SYSTOLE_FORMAT_INT8, &op, &error))
    g_error ("%s", error != NULL ? error->message : "no machine");
  for (guint i = 9; i < (guint) argc; i++)
    if (g_str_has_suffix (argv[i], ".xml"))
      {
        g_autofree char *data = NULL;
        gsize length;

        if (!g_file_get_contents (argv[i], &data, &length, &error) || !systole_catalogue_add_xml (catalogue, data, length, argv[i], &error))
          g_error ("%s", error->message);
      }
  machine = systole_catalogue_parse (catalogue, argv[7], &error);
  run = machine != NULL ? systole_run_new (&op, machine, SYSTOLE_OPERANDS_ON_CHIP, NULL, NULL, NULL, &error) : NULL;
  if (run == NULL)
    g_error ("%s", error->message);
  return run;
}

int
main (int argc, char **argv)
{
  g_autoptr (SystoleRun) run = NULL;
  SystoleLanePaint paint;
  SystoleScheme scheme = SYSTOLE_SCHEME_LIGHT;
  cairo_surface_t *surface;
  cairo_t *cr;
  guint width, height;

  if (argc < 4 || sscanf (argv[3], "%ux%u", &width, &height) != 2)
    return EXIT_FAILURE;
  run = make_run (argc, argv);
  systole_lane_paint_init (&paint);
  if (argc > 4)
    systole_scheme_from_id (argv[4], &scheme);
  systole_paint_style_init (&paint.style, scheme);
  paint.style.font_family = "Cantarell";
  paint.style.font_scale = argc > 5 ? g_ascii_strtod (argv[5], NULL) : 1;
  paint.run = run;
  paint.letter = 'B';
  systole_level_from_id (argv[2], &paint.camera.level);
  paint.cycle = argc > 8 ? g_ascii_strtoull (argv[8], NULL, 10) : 18;
  paint.fraction = argc > 9 ? g_ascii_strtod (argv[9], NULL) : 0;
  paint.width = width;
  paint.height = height;
  surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, (int) width, (int) height);
  cr = cairo_create (surface);
  systole_paint_source (cr, paint.style.palette->view);
  cairo_paint (cr);
  systole_lane_paint (cr, &paint);
  cairo_surface_write_to_png (surface, argv[1]);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
  return EXIT_SUCCESS;
}
