/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Milliseconds of the processor and allocations a frame of every view, on image surfaces. Nothing is asserted:
 * read them. What is aimed at: 8 ms at 1920 × 1080, 20 ms at 3840 × 2160, whether its pixels
 * are twice as fine or show twice as much; 3 ms for the raster of 256 × 256 at 1080p.
 *
 * `bench-views` measures all, `bench-views SM fragment` those whose name has one of the words;
 * `-n FRAMES` sets how many, `-s 1080|4k|wide` one of the sizes, `-o FOLDER` keeps the last picture of each
 * and the labels in it, to compare with those of another day.
 */

#include "count-blocks.h"
#include "paint-fixture.h"
#include "paint-scenes.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#define WARM 4

static const struct
{
  const char *name;
  int width, height; /* device pixels */
  double scale;      /* of one CSS pixel */
} sizes[] = { { "1080", 1920, 1080, 1 }, { "4k", 3840, 2160, 2 }, { "wide", 3840, 2160, 1 } };

static int n_frames = 24;
static char *folder, *size_name;
static char **words;

static const GOptionEntry options[] = {
  { "frames", 'n', 0, G_OPTION_ARG_INT, &n_frames, "Frames of each", "N" },
  { "size", 's', 0, G_OPTION_ARG_STRING, &size_name, "One size only", "1080|4k|wide" },
  { "output", 'o', 0, G_OPTION_ARG_FILENAME, &folder, "Where to keep pictures and labels", "FOLDER" },
  { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_STRING_ARRAY, &words, NULL, NULL },
  { NULL }
};

static gboolean
is_wanted (const char *name)
{
  for (char **word = words; word != NULL && *word != NULL; word++)
    if (strstr (name, *word) != NULL)
      return TRUE;
  return words == NULL;
}

static void
paint_frame (PaintScene *scene, cairo_surface_t *surface, guint frame)
{
  cairo_t *cr = cairo_create (surface);

  paint_scene_paint (scene, cr, frame);
  cairo_destroy (cr);
}

static void
clear (cairo_surface_t *surface, const SystolePaintStyle *style)
{
  cairo_t *cr = cairo_create (surface);

  systole_paint_source (cr, style->palette->view);
  cairo_paint (cr);
  cairo_destroy (cr);
}

static void
keep (guint scene, guint size, cairo_surface_t *surface)
{
  g_autofree char *path = g_strdup_printf ("%s/%s-%s", folder, paint_scenes_get_name (scene), sizes[size].name);
  g_autofree char *picture = g_strconcat (path, ".png", NULL), *list = g_strconcat (path, ".labels", NULL);
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GArray) labels = systole_labels_new ();
  SystolePaintStyle style;

  systole_paint_style_init (&style, SYSTOLE_SCHEME_LIGHT);
  style.labels = labels;
  g_autoptr (PaintScene) labelled = paint_scene_new (scene, 1, sizes[size].width / sizes[size].scale, sizes[size].height / sizes[size].scale, &style);

  clear (surface, &style);
  paint_frame (labelled, surface, WARM + 1);
  cairo_surface_write_to_png (surface, picture);
  for (guint i = 0; i < labels->len; i++)
    {
      const SystoleLabel *label = &g_array_index (labels, SystoleLabel, i);

      g_string_append_printf (text, "%.2f %.2f %.2f %.2f %.2f %d %s\n", label->x, label->y, label->width, label->height, label->font_px, label->shortened, label->text);
    }
  g_file_set_contents (list, text->str, -1, NULL);
}

/* µs of the processor, not of the clock: others may be using the machine. */
static gint64
now (void)
{
  struct timespec time;

  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &time);
  return time.tv_sec * G_USEC_PER_SEC + time.tv_nsec / 1000;
}

static int
compare (gconstpointer a, gconstpointer b)
{
  gint64 x = *(const gint64 *) a, y = *(const gint64 *) b;

  return (x > y) - (x < y);
}

static void
measure (guint i, guint size)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, sizes[size].width, sizes[size].height);
  g_autofree gint64 *times = g_new0 (gint64, n_frames);
  SystolePaintStyle style;
  BlockCount before = { 0 }, after;

  cairo_surface_set_device_scale (surface, sizes[size].scale, sizes[size].scale);
  systole_paint_style_init (&style, SYSTOLE_SCHEME_LIGHT);
  g_autoptr (PaintScene) scene = paint_scene_new (i, 1, sizes[size].width / sizes[size].scale, sizes[size].height / sizes[size].scale, &style);

  for (guint frame = 0; frame < WARM + (guint) n_frames; frame++)
    {
      gint64 began;

      if (frame == WARM)
        count_blocks_get (&before);
      clear (surface, &style);
      began = now ();
      paint_frame (scene, surface, frame);
      if (frame >= WARM)
        times[frame - WARM] = now () - began;
    }
  count_blocks_get (&after);
  qsort (times, (size_t) n_frames, sizeof *times, compare);
  g_print ("%-24s %-4s %7.2f ms least %7.2f ms median %8.1f blocks %9.1f kB\n", paint_scenes_get_name (i), sizes[size].name, times[0] / 1000.0, times[n_frames / 2] / 1000.0, (double) (after.blocks - before.blocks) / n_frames, (double) (after.bytes - before.bytes) / n_frames / 1000);
  if (folder != NULL)
    keep (i, size, surface);
  cairo_surface_destroy (surface);
}

int
main (int argc, char **argv)
{
  g_autoptr (GOptionContext) context = g_option_context_new ("[WORD…]");
  g_autoptr (GError) error = NULL;

  g_option_context_add_main_entries (context, options, NULL);
  if (!g_option_context_parse (context, &argc, &argv, &error) || n_frames < 1)
    {
      g_printerr ("%s\n", error != NULL ? error->message : "no frames");
      return EXIT_FAILURE;
    }
  paint_fixture_init (NULL, NULL);
  for (guint i = 0; i < paint_scenes_count (); i++)
    for (guint size = 0; size < G_N_ELEMENTS (sizes); size++)
      if (is_wanted (paint_scenes_get_name (i)) && (size_name == NULL || g_str_equal (size_name, sizes[size].name)))
        measure (i, size);
  g_strfreev (words);
  g_free (folder);
  g_free (size_name);
  return EXIT_SUCCESS;
}
