/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Milliseconds a frame of the array painter, on an image surface, playing cycle by cycle. No limits: read them. */

#include "paint-fixture.h"

#include <stdlib.h>

typedef struct
{
  const char *what, *machine;
  guint64 m, n, k, from;
  double width, height, step;
} Case;

static const Case cases[] = {
  { "8 × 8 in 372 × 540", "array:rows=8,cols=8,dataflow=ws", 64, 8, 8, 16, 372.0, 540.0, 1.0 },
  { "8 × 8 in 372 × 540, gliding", "array:rows=8,cols=8,dataflow=ws", 64, 8, 8, 16, 372.0, 540.0, 0.25 },
  { "32 × 32 with values in 1920 × 1200", "array:rows=32,cols=32,dataflow=ws", 128, 32, 32, 60, 1920.0, 1300.0, 1.0 },
  { "32 × 32 gliding in 1920 × 1200", "array:rows=32,cols=32,dataflow=ws", 128, 32, 32, 60, 1920.0, 1300.0, 0.25 },
  { "64 × 64 in 1920 × 1080", "array:rows=64,cols=64,dataflow=ws", 128, 64, 64, 130, 1920.0, 1080.0, 1.0 },
  { "128 × 128 in 1920 × 1080", "array:rows=128,cols=128,dataflow=ws", 256, 128, 128, 300, 1920.0, 1080.0, 1.0 },
  { "256 × 256 in 1920 × 1080", "array:rows=256,cols=256,dataflow=ws,timing=overlapped", 3072, 3000, 2048, 295400, 1920.0, 1080.0, 1.0 },
};

/* With a number: that case only. */
int
main (int argc, char **argv)
{
  paint_fixture_init (NULL, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      if (argc > 1 && (guint) atoi (argv[1]) != i)
        continue;

      const Case *c = &cases[i];
      g_autoptr (SystoleRun) run = paint_fixture_run (c->machine, c->m, c->n, c->k, SYSTOLE_FORMAT_INT8);
      cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, (int) c->width, (int) c->height);
      SystoleLanePaint lane;
      gint64 best = G_MAXINT64, all = 0;
      guint n = 24;

      systole_lane_paint_init (&lane);
      systole_camera_init (&lane.camera, run);
      lane.run = run;
      lane.width = c->width;
      lane.height = c->height;
      lane.cache = systole_lane_cache_new ();
      for (guint frame = 0; frame < n; frame++)
        {
          double position = (double) c->from + frame * c->step;
          gint64 before, took;
          cairo_t *cr = cairo_create (surface);

          lane.cycle = (guint64) position;
          lane.fraction = position - (double) lane.cycle;
          systole_paint_source (cr, lane.style.palette->view);
          cairo_paint (cr);
          before = g_get_monotonic_time ();
          systole_lane_paint (cr, &lane);
          took = g_get_monotonic_time () - before;
          cairo_destroy (cr);
          if (frame >= 4)
            {
              best = MIN (best, took);
              all += took;
            }
        }
      g_print ("%-40s %6.2f ms best, %6.2f ms mean\n", c->what, best / 1000.0, all / 1000.0 / (n - 4));
      systole_lane_cache_free (lane.cache);
      cairo_surface_destroy (surface);
    }

  return EXIT_SUCCESS;
}
