/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Milliseconds a picture of every other view, on an image surface of 1920 × 1080 and of
 * 3840 × 2160. No limits: read them. What is aimed at: 8 ms and 20 ms.
 * `bench-views SM` measures one view, `bench-views SM FOLDER` keeps its pictures too. */

#include "paint-fixture.h"

#include <stdlib.h>
#include <string.h>

#include "widgets/difference-painter.h"
#include "widgets/energy-painter.h"
#include "widgets/map-painter.h"
#include "widgets/memory-painter.h"
#include "widgets/roofline-painter.h"
#include "widgets/timeline-painter.h"
#include "widgets/waterfall-painter.h"

typedef struct
{
  SystoleRun *a, *b;
  SystoleMap *map;
  double width, height;
  SystolePaintStyle style;
  guint frame;
  SystoleLaneCache *cache;
  SystoleLevel level;
} Bench;

static void
paint_lane (cairo_t *cr, Bench *self)
{
  SystoleLanePaint lane;

  systole_lane_paint_init (&lane);
  systole_camera_init (&lane.camera, self->a);
  lane.camera.level = self->level;
  lane.run = self->a;
  lane.cache = self->cache;
  lane.cycle = 9000 + self->frame;
  lane.width = self->width;
  lane.height = self->height;
  lane.style = self->style;
  systole_lane_paint (cr, &lane);
}

static void
paint_chip (cairo_t *cr, Bench *self)
{
  self->level = SYSTOLE_LEVEL_CHIP;
  paint_lane (cr, self);
}

static void
paint_sm (cairo_t *cr, Bench *self)
{
  self->level = SYSTOLE_LEVEL_SM;
  paint_lane (cr, self);
}

static void
paint_fragment (cairo_t *cr, Bench *self)
{
  self->level = SYSTOLE_LEVEL_FRAGMENT;
  paint_lane (cr, self);
}

static void
paint_timeline (cairo_t *cr, Bench *self)
{
  SystoleTimelinePaint timeline = { .n_lanes = 2, .lanes = { { self->a, 'A', self->frame }, { self->b, 'B', self->frame } }, .position = self->frame, .width = self->width, .style = self->style };

  timeline.height = systole_timeline_preferred_height (&timeline);
  systole_timeline_paint (cr, &timeline);
}

static void
paint_waterfall (cairo_t *cr, Bench *self)
{
  SystoleWaterfallPaint waterfall = { .run = self->a, .letter = 'A', .width = self->width, .highlighted = -1, .style = self->style };

  systole_waterfall_paint (cr, &waterfall);
}

static void
paint_difference (cairo_t *cr, Bench *self)
{
  SystoleDifferencePaint difference = { .a = self->a, .b = self->b, .letter_a = 'A', .letter_b = 'B', .width = self->width, .style = self->style };

  systole_difference_paint (cr, &difference);
}

static void
paint_roofline (cairo_t *cr, Bench *self)
{
  SystoleRooflinePaint roofline = { .runs = { self->a, self->b }, .n = 2, .width = self->width, .style = self->style };

  systole_roofline_paint (cr, &roofline);
}

static void
paint_memory (cairo_t *cr, Bench *self)
{
  SystoleMemoryPaint memory = { .run = self->a, .letter = 'A', .width = self->width, .style = self->style };

  systole_memory_paint (cr, &memory);
}

static void
paint_energy (cairo_t *cr, Bench *self)
{
  SystoleEnergyPaint energy = { .run = self->a, .letter = 'A', .width = self->width, .style = self->style };

  systole_energy_paint (cr, &energy);
}

static void
paint_map (cairo_t *cr, Bench *self)
{
  SystoleMapPaint map = { .map = self->map, .names = { "A100", "TPU v5e" }, .letters = { 'A', 'B' }, .x_name = "M", .y_name = "N = K", .at_x = (int) (self->frame % self->map->n_x), .at_y = 3, .progress = -1, .width = self->width, .style = self->style };

  systole_map_paint (cr, &map);
}

static const struct
{
  const char *what;
  void (*paint) (cairo_t *cr, Bench *self);
} views[] = {
  { "chip of 132 SMs", paint_chip },
  { "SM", paint_sm },
  { "fragment", paint_fragment },
  { "timeline", paint_timeline },
  { "time waterfall", paint_waterfall },
  { "difference by cause", paint_difference },
  { "roofline", paint_roofline },
  { "memory", paint_memory },
  { "energy", paint_energy },
  { "map of 43 × 29 sizes", paint_map },
};

/* Times whose winner changes along a curve: what is timed is the drawing. */
static gboolean
curve (gpointer data, guint lane, guint64 x, guint64 y, SystoleMapCell *out)
{
  out->seconds = lane == 0 ? 1e-6 * (double) (x + y) : 4e-9 * (double) x * (double) y + 1e-4;
  out->known_pct = 12;
  out->bound = "compute";
  return TRUE;
}

static void
measure (Bench *self, guint view, const char *folder)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, (int) self->width, (int) self->height);
  gint64 best = G_MAXINT64, all = 0;
  const guint n = 16, warm = 4;

  for (self->frame = 0; self->frame < n; self->frame++)
    {
      cairo_t *cr = cairo_create (surface);
      gint64 before, took;

      systole_paint_source (cr, self->style.palette->view);
      cairo_paint (cr);
      before = g_get_monotonic_time ();
      views[view].paint (cr, self);
      took = g_get_monotonic_time () - before;
      cairo_destroy (cr);
      best = MIN (best, took);
      all += self->frame >= warm ? took : 0;
      if (folder != NULL)
        {
          g_autofree char *name = g_strdup_printf ("%s/%s-%.0f-%u.png", folder, views[view].what, self->width, self->frame);

          cairo_surface_write_to_png (surface, name);
        }
    }
  g_print ("%-24s %4.0f × %4.0f %6.2f ms best, %6.2f ms mean\n", views[view].what, self->width, self->height, best / 1000.0, all / 1000.0 / (n - warm));
  cairo_surface_destroy (surface);
}

int
main (int argc, char **argv)
{
  static const guint64 batches[] = { 1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16, 20, 24, 28, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384, 448, 512, 640, 768, 896, 1024, 1280, 1536, 1792, 2048, 2560, 3072, 4096 };
  static const guint64 widths[] = { 128, 160, 192, 224, 256, 320, 384, 448, 512, 640, 768, 896, 1024, 1280, 1536, 1792, 2048, 2560, 3072, 3584, 4096, 5120, 6144, 7168, 8192, 10240, 12288, 14336, 16384 };
  Bench self = { 0 };

  paint_fixture_init (NULL, NULL);
  self.a = paint_fixture_run ("nvidia-h100-sxm", 3072, 3000, 2048, SYSTOLE_FORMAT_BF16);
  self.b = paint_fixture_run ("google-tpu-v5e", 3072, 3000, 2048, SYSTOLE_FORMAT_BF16);
  self.map = systole_map_new (batches, G_N_ELEMENTS (batches), widths, G_N_ELEMENTS (widths), 2);
  systole_map_fill (self.map, 1, curve, NULL, NULL, NULL);
  for (guint large = 0; large < 2; large++)
    {
      systole_paint_style_init (&self.style, SYSTOLE_SCHEME_LIGHT);
      self.style.font_scale = large + 1;
      self.width = 1920 * (large + 1);
      self.height = 1080 * (large + 1);
      self.cache = systole_lane_cache_new ();
      for (guint i = 0; i < G_N_ELEMENTS (views); i++)
        if (argc < 2 || strcmp (argv[1], views[i].what) == 0)
          measure (&self, i, argc > 2 ? argv[2] : NULL);
      systole_lane_cache_free (self.cache);
    }
  systole_map_free (self.map);
  systole_run_unref (self.a);
  systole_run_unref (self.b);
  return EXIT_SUCCESS;
}
