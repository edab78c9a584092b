/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "count-blocks.h"
#include "paint-fixture.h"
#include "paint-scenes.h"

/*
 * What a frame of each view takes, counted: operations on the target, blocks and bytes from
 * the heap. They may depend on what is seen, never on how long the run is.
 */

#define SHORT 8
#define LONG 80
#define WARM 4
#define FRAMES 2
#define ROUNDS 3
#define WIDTH 1280
#define HEIGHT 720
#define MOST_OPERATIONS 2500

typedef struct
{
  guint operations; /* all frames together */
  guint64 blocks, bytes;
} Cost;

static void
count (cairo_surface_t *observer, cairo_surface_t *target, void *data)
{
  ++*(guint *) data;
}

static void
paint (PaintScene *scene, cairo_surface_t *surface, guint frame)
{
  cairo_t *cr = cairo_create (surface);

  paint_scene_paint (scene, cr, frame);
  g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
  cairo_destroy (cr);
}

static void
measure (guint i, guint longer, Cost *out)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, WIDTH, HEIGHT), *observer;
  SystolePaintStyle style;
  BlockCount before, after;

  *out = (Cost){ 0 };
  systole_paint_style_init (&style, SYSTOLE_SCHEME_LIGHT);
  g_autoptr (PaintScene) scene = paint_scene_new (i, longer, WIDTH, HEIGHT, &style);

  for (guint frame = 0; frame < WARM; frame++)
    paint (scene, surface, frame);
  /* Kept words are forgotten when they are too many, which may fall into one of the rounds. */
  out->blocks = out->bytes = G_MAXUINT64;
  for (guint round = 0; round < ROUNDS; round++)
    {
      count_blocks_get (&before);
      for (guint frame = WARM; frame < WARM + FRAMES; frame++)
        paint (scene, surface, frame);
      count_blocks_get (&after);
      out->blocks = MIN (out->blocks, after.blocks - before.blocks);
      out->bytes = MIN (out->bytes, after.bytes - before.bytes);
    }

  observer = cairo_surface_create_observer (surface, CAIRO_SURFACE_OBSERVER_NORMAL);
  cairo_surface_observer_add_fill_callback (observer, count, &out->operations);
  cairo_surface_observer_add_paint_callback (observer, count, &out->operations);
  cairo_surface_observer_add_stroke_callback (observer, count, &out->operations);
  cairo_surface_observer_add_mask_callback (observer, count, &out->operations);
  cairo_surface_observer_add_glyphs_callback (observer, count, &out->operations);
  for (guint frame = WARM; frame < WARM + FRAMES; frame++)
    paint (scene, observer, frame);
  cairo_surface_destroy (observer);
  cairo_surface_destroy (surface);
}

static void
test_scene (gconstpointer data)
{
  guint i = GPOINTER_TO_UINT (data);
  Cost a, b;

  measure (i, SHORT, &a);
  measure (i, LONG, &b);
  g_test_message ("%s: %u and %u operations, %" G_GUINT64_FORMAT " and %" G_GUINT64_FORMAT " blocks, %" G_GUINT64_FORMAT " and %" G_GUINT64_FORMAT " bytes", paint_scenes_get_name (i), a.operations / FRAMES, b.operations / FRAMES, a.blocks / FRAMES, b.blocks / FRAMES, a.bytes / FRAMES, b.bytes / FRAMES);
  g_assert_cmpuint (a.operations, >, 0);
  g_assert_cmpuint (b.operations / FRAMES, <, MOST_OPERATIONS);
  /* a longer run has longer numbers in its words, other regions at the same cycle, more phases until they are a pixel wide */
  g_assert_cmpuint (b.operations, <=, a.operations * 3 / 2 + 250 * FRAMES);
  g_assert_cmpuint (b.blocks, <=, a.blocks * 3 / 2 + 300 * FRAMES);
  g_assert_cmpuint (b.bytes, <=, a.bytes * 3 / 2 + 200000 * FRAMES);
}

int
main (int argc, char **argv)
{
  paint_fixture_init (&argc, &argv);
  for (guint i = 0; i < paint_scenes_count (); i++)
    {
      g_autofree char *path = g_strdup_printf ("/frame-cost/%s", paint_scenes_get_name (i));

      g_test_add_data_func (path, GUINT_TO_POINTER (i), test_scene);
    }
  return g_test_run ();
}
