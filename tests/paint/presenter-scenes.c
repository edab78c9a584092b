/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "presenter-scenes.h"

#include "paint-fixture.h"

const PresenterScreen presenter_screens[PRESENTER_N_SCREENS] = { { 1024, 768 }, { 1280, 800 }, { 1920, 1080 }, { 3840, 2160 } };

const SystoleScheme presenter_schemes[PRESENTER_N_SCHEMES] = { SYSTOLE_SCHEME_HIGH_CONTRAST, SYSTOLE_SCHEME_LIGHT, SYSTOLE_SCHEME_DARK, SYSTOLE_SCHEME_HIGH_CONTRAST_DARK };

const PresenterScene presenter_scenes[PRESENTER_N_SCENES] = {
  { "array", { "array:rows=8,cols=8,dataflow=ws" }, 8, 8, 8, SYSTOLE_FORMAT_INT8, 18, NULL, FALSE, FALSE },
  { "array-os", { "array:rows=8,cols=8,dataflow=os" }, 8, 8, 8, SYSTOLE_FORMAT_INT8, 10, NULL, FALSE, FALSE },
  { "large", { "array:rows=128,cols=128,dataflow=ws" }, 1000, 700, 600, SYSTOLE_FORMAT_BF16, 900, NULL, FALSE, FALSE },
  { "both", { "array:rows=8,cols=8,dataflow=ws", "sm:" }, 8, 8, 8, SYSTOLE_FORMAT_INT8, 18, NULL, FALSE, FALSE },
  { "chips", { "nvidia-h100-sxm", "google-tpu-v5e" }, 4096, 4096, 4096, SYSTOLE_FORMAT_BF16, 9000, NULL, FALSE, FALSE },
  { "time", { "array:rows=8,cols=8,dataflow=ws", "sm:" }, 8, 8, 8, SYSTOLE_FORMAT_INT8, 18, "time", FALSE, FALSE },
  { "memory", { "nvidia-h100-sxm", "google-tpu-v5e" }, 4096, 4096, 4096, SYSTOLE_FORMAT_BF16, 9000, "memory", FALSE, FALSE },
  { "roofline", { "nvidia-t4" }, 4096, 4096, 4096, SYSTOLE_FORMAT_FP16, 9000, "roofline", FALSE, FALSE },
  { "rooflines", { "nvidia-h100-sxm", "google-tpu-v5e" }, 4096, 4096, 4096, SYSTOLE_FORMAT_BF16, 9000, "roofline", FALSE, FALSE },
  { "table", { "array:rows=8,cols=8,dataflow=ws" }, 8, 8, 8, SYSTOLE_FORMAT_INT8, 18, "table", FALSE, FALSE },
  { "asked", { "array:rows=8,cols=8,dataflow=ws" }, 8, 8, 8, SYSTOLE_FORMAT_INT8, 8, NULL, TRUE, FALSE },
  { "revealed", { "array:rows=8,cols=8,dataflow=ws" }, 8, 8, 8, SYSTOLE_FORMAT_INT8, 29, NULL, TRUE, TRUE },
  { "map", { "nvidia-h100-sxm", "google-tpu-v5e" }, 4096, 4096, 4096, SYSTOLE_FORMAT_BF16, 9000, "map", FALSE, FALSE },
  { "asked-map", { "nvidia-h100-sxm", "google-tpu-v5e" }, 4096, 4096, 4096, SYSTOLE_FORMAT_BF16, 0, "map", TRUE, FALSE },
  { "energy", { "nvidia-h100-sxm", "google-tpu-v5e" }, 4096, 4096, 4096, SYSTOLE_FORMAT_BF16, 9000, "energy", FALSE, FALSE },
  { "asked-both", { "array:rows=8,cols=8,dataflow=ws", "sm:" }, 8, 8, 8, SYSTOLE_FORMAT_INT8, 0, NULL, TRUE, FALSE },
};

static const SystolePresenterRow rows[] = {
  { "Cycles", { "30", "36" } },
  { "Time", { "42.9 ns", "25.5 ns" } },
  { "Multiplier utilization", { "26.7 %", "22.2 %" } },
};

static const SystoleQuestionPaint question = {
  .choices = {
      { "8 cycles", "One multiplication is no result: 8 of them must be added before it is one.", 11, FALSE },
      { "16 cycles", "The wave also has to cross 8 columns before the last sum is out.", 0, FALSE },
      { "30 cycles", "8 cycles of loading, then 8 + 8 + 8 − 2 until the last sum leaves.", 34, TRUE },
      { "64 cycles", "That would be one result a cycle, one after another.", 8, FALSE } },
  .n = 4,
  .progress = 1,
};

static const SystoleMap *
get_map (void)
{
  static const guint64 batches[] = { 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096 };
  static const guint64 widths[] = { 128, 256, 512, 1024, 2048, 4096, 8192, 16384 };
  static SystoleMap *map;

  if (map != NULL)
    return map;
  map = systole_map_new (batches, G_N_ELEMENTS (batches), widths, G_N_ELEMENTS (widths), 2);
  systole_map_fill (map, 1, paint_fixture_curve, NULL, NULL, NULL);
  return map;
}

void
presenter_scene_make (const PresenterScene *scene, SystoleScheme scheme, guint screen, PresenterPicture *out)
{
  SystolePresenterPaint *paint = &out->paint;

  systole_presenter_paint_init (paint, scheme, presenter_screens[screen].width, presenter_screens[screen].height);
  out->labels = paint->style.labels = systole_labels_new ();
  out->question = question;
  out->question.revealed = scene->revealed;
  for (guint i = 0; i < 2; i++)
    {
      SystolePresenterLane *lane = &paint->lanes[i];

      out->runs[i] = scene->machines[i] != NULL ? paint_fixture_run (scene->machines[i], scene->m, scene->n, scene->k, scene->format) : NULL;
      if (out->runs[i] == NULL)
        continue;
      paint->n_lanes++;
      lane->run = out->runs[i];
      lane->letter = scene->machines[1] != NULL ? (char) ('A' + i) : '\0';
      lane->position = (double) MIN (scene->cycle, systole_run_get_n_cycles (lane->run));
      systole_camera_init (&lane->camera, lane->run);
    }
  paint->axis = (double) scene->cycle;
  paint->caption = "Only 8 rows of A pass through, so the wave is never wider than this: 48 of 64 PEs work.";
  paint->beat = 3;
  paint->n_beats = 9;
  paint->pane = scene->pane;
  paint->rows = rows;
  paint->n_rows = G_N_ELEMENTS (rows);
  if (g_strcmp0 (scene->pane, "map") == 0)
    {
      out->map = (SystoleMapPaint){ .map = get_map (), .names = { "H100", "TPU v5e" }, .letters = { 'A', 'B' }, .x_name = "M", .y_name = "N = K", .has_here = TRUE, .here_x = 256, .here_y = 2048, .at_x = -1, .at_y = -1, .progress = -1, .covered = scene->asks && !scene->revealed };
      paint->map = &out->map;
    }
  if (!scene->asks)
    return;
  paint->asks = "How many cycles does the whole product take?";
  paint->question = &out->question;
  paint->target = "Cycles";
  paint->target_value = scene->revealed ? "30 cycles" : "?";
  paint->hides = !scene->revealed;
  paint->hidden = SYSTOLE_COUNTER_CYCLES;
}

void
presenter_scene_clear (PresenterPicture *self)
{
  g_array_unref (self->labels);
  for (guint i = 0; i < 2; i++)
    g_clear_pointer (&self->runs[i], systole_run_unref);
}

void
presenter_scene_draw (PresenterPicture *self, const char *name)
{
  const char *folder = g_getenv ("SYSTOLE_SHEET");
  double width = self->paint.width, height = self->paint.height;
  cairo_surface_t *surface = folder != NULL ? cairo_image_surface_create (CAIRO_FORMAT_RGB24, (int) width, (int) height) : cairo_recording_surface_create (CAIRO_CONTENT_COLOR_ALPHA, &(cairo_rectangle_t){ 0, 0, width, height });
  cairo_t *cr = cairo_create (surface);

  systole_presenter_paint (cr, &self->paint);
  g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
  if (folder != NULL)
    {
      g_autofree char *file = g_strdup_printf ("%s/%s.png", folder, name);

      cairo_surface_write_to_png (surface, file);
    }
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
}
