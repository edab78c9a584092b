/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "paint-scenes.h"

#include "paint-fixture.h"
#include "widgets/difference-painter.h"
#include "widgets/energy-painter.h"
#include "widgets/map-painter.h"
#include "widgets/memory-painter.h"
#include "widgets/neighbour-painter.h"
#include "widgets/page-painter.h"
#include "widgets/presenter-painter.h"
#include "widgets/roofline-painter.h"
#include "widgets/timeline-painter.h"
#include "widgets/waterfall-painter.h"

#define MAX_LANES 4

#define H100 "nvidia-h100-sxm"
#define TPU "google-tpu-v5e"
#define SQUARE "gemm:n=3000,k=2048,m=", 3072

typedef struct
{
  const char *name;
  void (*paint) (cairo_t *cr, const PaintScene *self);
  const char *machines[MAX_LANES];
  const char *op; /* ends in the dimension that a longer run has more of */
  guint64 size;
  SystoleFormat format;
  guint64 from; /* cycle of the first frame */
  double step;  /* cycles a frame */
  SystoleLevel level;
  const char *pane;
} Scene;

struct _PaintScene
{
  const Scene *scene;
  SystoleRun *runs[MAX_LANES];
  SystoleLaneCache *caches[MAX_LANES];
  guint n;
  SystoleMap *map;
  double width, height, position;
  SystolePaintStyle style;
};

/* Lane `i` in a box; `level` of the scene, or the run's own. */
static void
init_lane (const PaintScene *self, guint i, double width, double height, SystoleLanePaint *out)
{
  double position = MIN (self->position, (double) systole_run_get_n_cycles (self->runs[i]) - 1);

  systole_lane_paint_init (out);
  systole_camera_init (&out->camera, self->runs[i]);
  if (self->n == 1)
    out->camera.level = self->scene->level;
  out->run = self->runs[i];
  out->letter = (char) ('A' + i);
  out->cache = self->caches[i];
  out->cycle = (guint64) position;
  out->fraction = position - (double) out->cycle;
  out->width = width;
  out->height = height;
  out->style = self->style;
}

static void
paint_lane (cairo_t *cr, const PaintScene *self)
{
  SystoleLanePaint lane;

  init_lane (self, 0, self->width, self->height, &lane);
  systole_lane_paint (cr, &lane);
}

/* What the stage shows of four lanes. */
static void
paint_lanes (cairo_t *cr, const PaintScene *self)
{
  double width = self->width / 2, height = self->height / 2;

  for (guint i = 0; i < self->n; i++)
    {
      SystoleLanePaint lane;

      init_lane (self, i, width, height, &lane);
      cairo_save (cr);
      cairo_translate (cr, i % 2 * width, i / 2 * height);
      systole_lane_paint (cr, &lane);
      cairo_restore (cr);
    }
}

static void
init_timeline (const PaintScene *self, SystoleTimelinePaint *out)
{
  *out = (SystoleTimelinePaint){ .n_lanes = self->n, .position = self->position, .width = self->width, .style = self->style };
  for (guint i = 0; i < self->n; i++)
    out->lanes[i] = (SystoleTimelineLane){ self->runs[i], (char) ('A' + i), self->position };
  out->height = systole_timeline_preferred_height (out);
}

static void
paint_timeline (cairo_t *cr, const PaintScene *self)
{
  SystoleTimelinePaint timeline;

  init_timeline (self, &timeline);
  systole_timeline_paint (cr, &timeline);
}

static void
paint_waterfall (cairo_t *cr, const PaintScene *self)
{
  systole_waterfall_paint (cr, &(SystoleWaterfallPaint){ .run = self->runs[0], .letter = 'A', .width = self->width, .highlighted = -1, .style = self->style });
}

static void
paint_difference (cairo_t *cr, const PaintScene *self)
{
  systole_difference_paint (cr, &(SystoleDifferencePaint){ .a = self->runs[0], .b = self->runs[1], .letter_a = 'A', .letter_b = 'B', .width = self->width, .style = self->style });
}

static void
paint_roofline (cairo_t *cr, const PaintScene *self)
{
  systole_roofline_paint (cr, &(SystoleRooflinePaint){ .runs = { self->runs[0], self->runs[1], self->runs[2], self->runs[3] }, .n = self->n, .width = self->width, .style = self->style });
}

static void
paint_memory (cairo_t *cr, const PaintScene *self)
{
  systole_memory_paint (cr, &(SystoleMemoryPaint){ .run = self->runs[0], .letter = 'A', .width = self->width, .style = self->style });
}

static void
paint_energy (cairo_t *cr, const PaintScene *self)
{
  systole_energy_paint (cr, &(SystoleEnergyPaint){ .run = self->runs[0], .letter = 'A', .width = self->width, .style = self->style });
}

static void
paint_neighbours (cairo_t *cr, const PaintScene *self)
{
  systole_neighbour_paint (cr, &(SystoleNeighbourPaint){ .run = self->runs[0], .row = 3, .column = 3, .cycle = (guint64) self->position, .width = self->width, .style = self->style });
}

static void
paint_map (cairo_t *cr, const PaintScene *self)
{
  systole_map_paint (cr, &(SystoleMapPaint){ .map = self->map, .names = { "A100", "TPU v5e" }, .letters = { 'A', 'B' }, .x_name = "M", .y_name = "N = K", .at_x = (int) ((guint64) self->position % self->map->n_x), .at_y = 3, .progress = -1, .width = self->width, .style = self->style });
}

/* A whole screen in front of a class. */
static void
paint_presenter (cairo_t *cr, const PaintScene *self)
{
  static const SystolePresenterRow rows[] = { { "Cycles", { "30", "36" } }, { "Time", { "42.9 ns", "25.5 ns" } } };
  static const SystoleQuestionPaint question = { .choices = { { "8 cycles", NULL, 11, FALSE }, { "16 cycles", NULL, 0, FALSE }, { "30 cycles", NULL, 34, TRUE } }, .n = 3, .progress = 1 };
  SystolePresenterPaint paint;

  systole_presenter_paint_init (&paint, SYSTOLE_SCHEME_HIGH_CONTRAST, self->width, self->height);
  paint.n_lanes = MIN (self->n, (guint) SYSTOLE_PRESENTER_MAX_LANES);
  for (guint i = 0; i < paint.n_lanes; i++)
    {
      SystolePresenterLane *lane = &paint.lanes[i];

      lane->run = self->runs[i];
      lane->letter = (char) ('A' + i);
      lane->position = self->position;
      lane->cache = self->caches[i];
      systole_camera_init (&lane->camera, lane->run);
    }
  paint.axis = self->position;
  paint.caption = "Only 8 rows of A pass through, so the wave is never wider than this: 48 of 64 PEs work.";
  paint.beat = 3;
  paint.n_beats = 9;
  paint.rows = rows;
  paint.n_rows = G_N_ELEMENTS (rows);
  paint.pane = self->scene->pane;
  if (g_strcmp0 (self->scene->pane, "question") == 0)
    {
      paint.pane = NULL;
      paint.asks = "How many cycles does the whole product take?";
      paint.question = &question;
    }
  paint.style.labels = self->style.labels;
  systole_presenter_paint (cr, &paint);
}

/* A sheet of paper. */
static void
paint_page (cairo_t *cr, const PaintScene *self)
{
  SystoleLanePaint lanes[MAX_LANES];
  SystoleTimelinePaint timeline;

  for (guint i = 0; i < self->n; i++)
    init_lane (self, i, 0, 0, &lanes[i]);
  init_timeline (self, &timeline);
  systole_page_paint (cr, &(SystolePagePaint){ .title = "Square products", .caption = "", .lanes = lanes, .n_lanes = self->n, .timeline = &timeline, .width = self->width, .height = self->height, .style = self->style });
}

static const Scene scenes[] = {
  { "array 8 × 8", paint_lane, { "array:rows=8,cols=8,dataflow=ws" }, "gemm:n=8,k=8,m=", 64, SYSTOLE_FORMAT_INT8, 16, 0.25, SYSTOLE_LEVEL_ARRAY, NULL },
  { "array 16 × 16", paint_lane, { "array:rows=16,cols=16,dataflow=os" }, "gemm:n=16,m=16,k=", 128, SYSTOLE_FORMAT_INT8, 30, 0.25, SYSTOLE_LEVEL_ARRAY, NULL },
  { "array 32 × 32", paint_lane, { "array:rows=32,cols=32,dataflow=ws" }, "gemm:n=32,k=32,m=", 128, SYSTOLE_FORMAT_INT8, 60, 0.25, SYSTOLE_LEVEL_ARRAY, NULL },
  { "array 32 × 32, steps", paint_lane, { "array:rows=32,cols=32,dataflow=ws" }, "gemm:n=32,k=32,m=", 128, SYSTOLE_FORMAT_INT8, 60, 1, SYSTOLE_LEVEL_ARRAY, NULL },
  { "array 64 × 64", paint_lane, { "array:rows=64,cols=64,dataflow=ws" }, "gemm:n=64,k=64,m=", 128, SYSTOLE_FORMAT_INT8, 130, 1, SYSTOLE_LEVEL_ARRAY, NULL },
  { "array 128 × 128", paint_lane, { "array:rows=128,cols=128,dataflow=ws" }, "gemm:n=128,k=128,m=", 256, SYSTOLE_FORMAT_INT8, 300, 1, SYSTOLE_LEVEL_ARRAY, NULL },
  { "array 256 × 256", paint_lane, { "array:rows=256,cols=256,dataflow=ws,timing=overlapped" }, SQUARE, SYSTOLE_FORMAT_INT8, 295400, 1, SYSTOLE_LEVEL_ARRAY, NULL },
  { "array 1024 × 1024", paint_lane, { "array:rows=1024,cols=1024,dataflow=ws" }, SQUARE, SYSTOLE_FORMAT_INT8, 2500, 1, SYSTOLE_LEVEL_ARRAY, NULL },
  { "PE", paint_lane, { "array:rows=8,cols=8,dataflow=ws" }, "gemm:n=8,k=8,m=", 64, SYSTOLE_FORMAT_INT8, 16, 0.25, SYSTOLE_LEVEL_PE, NULL },
  { "bare SM", paint_lane, { "sm:" }, "gemm:n=8,k=8,m=", 8, SYSTOLE_FORMAT_INT8, 18, 0.25, SYSTOLE_LEVEL_SM, NULL },
  { "SM of V100", paint_lane, { "nvidia-v100-sxm2-16" }, SQUARE, SYSTOLE_FORMAT_FP16, 9000, 0.25, SYSTOLE_LEVEL_SM, NULL },
  { "SM of H100", paint_lane, { H100 }, SQUARE, SYSTOLE_FORMAT_BF16, 9000, 0.25, SYSTOLE_LEVEL_SM, NULL },
  { "SM of B200", paint_lane, { "nvidia-b200" }, SQUARE, SYSTOLE_FORMAT_BF16, 9000, 0.25, SYSTOLE_LEVEL_SM, NULL },
  { "SM of MI300X", paint_lane, { "amd-mi300x" }, SQUARE, SYSTOLE_FORMAT_BF16, 9000, 0.25, SYSTOLE_LEVEL_SM, NULL },
  { "SM of H100, steps", paint_lane, { H100 }, SQUARE, SYSTOLE_FORMAT_BF16, 9000, 1, SYSTOLE_LEVEL_SM, NULL },
  { "SM of H100, fp32", paint_lane, { H100 }, SQUARE, SYSTOLE_FORMAT_FP32, 9000, 0.25, SYSTOLE_LEVEL_SM, NULL },
  { "SM of H100, far apart", paint_lane, { H100 }, SQUARE, SYSTOLE_FORMAT_BF16, 9000, 487, SYSTOLE_LEVEL_SM, NULL },
  { "SM, attention", paint_lane, { H100 }, "attention:b=8,hq=32,hkv=8,d=128,skv=4096,sq=", 128, SYSTOLE_FORMAT_BF16, 9000, 1, SYSTOLE_LEVEL_SM, NULL },
  { "sub-core of H100", paint_lane, { H100 }, SQUARE, SYSTOLE_FORMAT_BF16, 9000, 0.25, SYSTOLE_LEVEL_SUB_CORE, NULL },
  { "fragment of V100", paint_lane, { "nvidia-v100-sxm2-16" }, SQUARE, SYSTOLE_FORMAT_FP16, 9000, 0.25, SYSTOLE_LEVEL_FRAGMENT, NULL },
  { "fragment of H100", paint_lane, { H100 }, SQUARE, SYSTOLE_FORMAT_BF16, 9000, 0.25, SYSTOLE_LEVEL_FRAGMENT, NULL },
  { "fragment of B200", paint_lane, { "nvidia-b200" }, SQUARE, SYSTOLE_FORMAT_BF16, 9000, 0.25, SYSTOLE_LEVEL_FRAGMENT, NULL },
  { "fragment of MI300X", paint_lane, { "amd-mi300x" }, SQUARE, SYSTOLE_FORMAT_BF16, 9000, 0.25, SYSTOLE_LEVEL_FRAGMENT, NULL },
  { "core of TPU v5e", paint_lane, { TPU }, SQUARE, SYSTOLE_FORMAT_BF16, 9000, 1, SYSTOLE_LEVEL_CORE, NULL },
  { "core, attention", paint_lane, { "google-tpu-v4" }, "attention:b=8,hq=32,hkv=8,d=128,skv=4096,sq=", 128, SYSTOLE_FORMAT_BF16, 9000, 1, SYSTOLE_LEVEL_CORE, NULL },
  { "MXU of TPU v5e", paint_lane, { TPU }, SQUARE, SYSTOLE_FORMAT_BF16, 9000, 1, SYSTOLE_LEVEL_ARRAY, NULL },
  { "chip of TPU v4", paint_lane, { "google-tpu-v4" }, SQUARE, SYSTOLE_FORMAT_BF16, 9000, 1, SYSTOLE_LEVEL_CHIP, NULL },
  { "chip of H100", paint_lane, { H100 }, SQUARE, SYSTOLE_FORMAT_BF16, 9000, 1, SYSTOLE_LEVEL_CHIP, NULL },
  { "chip of MI300X", paint_lane, { "amd-mi300x" }, SQUARE, SYSTOLE_FORMAT_BF16, 9000, 1, SYSTOLE_LEVEL_CHIP, NULL },
  { "chip of EPYC 9654", paint_lane, { "cpu-epyc-9654" }, SQUARE, SYSTOLE_FORMAT_FP32, 9000, 1, SYSTOLE_LEVEL_CHIP, NULL },
  { "four lanes", paint_lanes, { H100, TPU, "amd-mi300x", "google-tpu-v4" }, SQUARE, SYSTOLE_FORMAT_BF16, 9000, 0.25, SYSTOLE_LEVEL_CHIP, NULL },
  { "four small lanes", paint_lanes, { "array:rows=8,cols=8,dataflow=ws", "array:rows=8,cols=8,dataflow=os", "array:rows=8,cols=8,dataflow=is", "sm:" }, "gemm:n=8,k=8,m=", 64, SYSTOLE_FORMAT_INT8, 16, 0.25, SYSTOLE_LEVEL_ARRAY, NULL },
  { "timeline", paint_timeline, { H100, TPU }, SQUARE, SYSTOLE_FORMAT_BF16, 0, 1, SYSTOLE_LEVEL_CHIP, NULL },
  { "timeline of four lanes", paint_timeline, { H100, TPU, "amd-mi300x", "google-tpu-v4" }, SQUARE, SYSTOLE_FORMAT_BF16, 0, 1, SYSTOLE_LEVEL_CHIP, NULL },
  { "timeline of arrays", paint_timeline, { "array:rows=256,cols=256,dataflow=ws,timing=overlapped", "array:rows=32,cols=32,dataflow=os" }, SQUARE, SYSTOLE_FORMAT_INT8, 0, 1, SYSTOLE_LEVEL_CHIP, NULL },
  { "time waterfall", paint_waterfall, { H100 }, SQUARE, SYSTOLE_FORMAT_BF16, 0, 1, SYSTOLE_LEVEL_CHIP, NULL },
  { "difference by cause", paint_difference, { H100, TPU }, SQUARE, SYSTOLE_FORMAT_BF16, 0, 1, SYSTOLE_LEVEL_CHIP, NULL },
  { "roofline", paint_roofline, { H100, TPU, "amd-mi300x", "google-tpu-v4" }, SQUARE, SYSTOLE_FORMAT_BF16, 0, 1, SYSTOLE_LEVEL_CHIP, NULL },
  { "memory", paint_memory, { H100 }, SQUARE, SYSTOLE_FORMAT_BF16, 0, 1, SYSTOLE_LEVEL_CHIP, NULL },
  { "energy", paint_energy, { H100 }, SQUARE, SYSTOLE_FORMAT_BF16, 0, 1, SYSTOLE_LEVEL_CHIP, NULL },
  { "neighbours of a PE", paint_neighbours, { "array:rows=8,cols=8,dataflow=ws" }, "gemm:n=8,k=8,m=", 64, SYSTOLE_FORMAT_INT8, 16, 1, SYSTOLE_LEVEL_PE, NULL },
  { "map", paint_map, { H100 }, SQUARE, SYSTOLE_FORMAT_BF16, 0, 1, SYSTOLE_LEVEL_CHIP, NULL },
  { "presenter, array", paint_presenter, { "array:rows=8,cols=8,dataflow=ws" }, "gemm:n=8,k=8,m=", 64, SYSTOLE_FORMAT_INT8, 16, 0.25, SYSTOLE_LEVEL_ARRAY, NULL },
  { "presenter, two chips", paint_presenter, { H100, TPU }, SQUARE, SYSTOLE_FORMAT_BF16, 9000, 1, SYSTOLE_LEVEL_CHIP, NULL },
  { "presenter, time", paint_presenter, { H100, TPU }, SQUARE, SYSTOLE_FORMAT_BF16, 9000, 1, SYSTOLE_LEVEL_CHIP, "time" },
  { "presenter, table", paint_presenter, { H100, TPU }, SQUARE, SYSTOLE_FORMAT_BF16, 9000, 1, SYSTOLE_LEVEL_CHIP, "table" },
  { "presenter, question", paint_presenter, { "array:rows=8,cols=8,dataflow=ws", "sm:" }, "gemm:n=8,k=8,m=", 64, SYSTOLE_FORMAT_INT8, 16, 0.25, SYSTOLE_LEVEL_ARRAY, "question" },
  { "page", paint_page, { H100, TPU }, SQUARE, SYSTOLE_FORMAT_BF16, 9000, 1, SYSTOLE_LEVEL_CHIP, NULL },
};

guint
paint_scenes_count (void)
{
  return G_N_ELEMENTS (scenes);
}

const char *
paint_scenes_get_name (guint i)
{
  return scenes[i].name;
}

static SystoleMap *
new_map (void)
{
  static const guint64 batches[] = { 1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16, 20, 24, 28, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384, 448, 512, 640, 768, 896, 1024, 1280, 1536, 1792, 2048, 2560, 3072, 4096 };
  static const guint64 widths[] = { 128, 160, 192, 224, 256, 320, 384, 448, 512, 640, 768, 896, 1024, 1280, 1536, 1792, 2048, 2560, 3072, 3584, 4096, 5120, 6144, 7168, 8192, 10240, 12288, 14336, 16384 };
  SystoleMap *map = systole_map_new (batches, G_N_ELEMENTS (batches), widths, G_N_ELEMENTS (widths), 2);

  systole_map_fill (map, 1, paint_fixture_curve, NULL, NULL, NULL);
  return map;
}

PaintScene *
paint_scene_new (guint i, guint longer, double width, double height, const SystolePaintStyle *style)
{
  const Scene *scene = &scenes[i];
  g_autofree char *op = g_strdup_printf ("%s%" G_GUINT64_FORMAT, scene->op, scene->size * longer);
  PaintScene *self = g_new0 (PaintScene, 1);

  self->scene = scene;
  self->width = width;
  self->height = height;
  self->style = *style;
  for (; self->n < MAX_LANES && scene->machines[self->n] != NULL; self->n++)
    {
      self->runs[self->n] = paint_fixture_run_op (scene->machines[self->n], op, scene->format);
      self->caches[self->n] = systole_lane_cache_new ();
    }
  if (scene->paint == paint_map)
    self->map = new_map ();
  return self;
}

void
paint_scene_free (PaintScene *self)
{
  for (guint i = 0; i < self->n; i++)
    {
      systole_lane_cache_free (self->caches[i]);
      systole_run_unref (self->runs[i]);
    }
  g_clear_pointer (&self->map, systole_map_free);
  g_free (self);
}

void
paint_scene_set_style (PaintScene *self, const SystolePaintStyle *style)
{
  self->style = *style;
}

void
paint_scene_paint (PaintScene *self, cairo_t *cr, guint frame)
{
  self->position = (double) self->scene->from + frame * self->scene->step;
  self->scene->paint (cr, self);
}

#define LONG_RUN 2000 /* cycles */

void
paint_scene_paint_middle (PaintScene *self, cairo_t *cr, double fraction)
{
  guint64 n = systole_run_get_n_cycles (self->runs[0]);

  self->position = (double) (n >= LONG_RUN ? n / 2 : self->scene->from) + fraction;
  self->scene->paint (cr, self);
}

gboolean
paint_scene_scrolls (guint i)
{
  return scenes[i].paint == paint_waterfall || scenes[i].paint == paint_difference || scenes[i].paint == paint_roofline || scenes[i].paint == paint_memory || scenes[i].paint == paint_energy || scenes[i].paint == paint_map;
}

const SystoleRun *
paint_scene_get_run (const PaintScene *self)
{
  return self->runs[0];
}
