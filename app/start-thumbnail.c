/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/start-thumbnail.h"

#include <string.h>

#include "app/export/picture.h"
#include "app/library.h"
#include "app/runner.h"

#define LEAST_TEXT_PX 11.5 /* smaller text could not be read once the picture is a card's */
#define MARGIN 14.0        /* around what is drawn, pixels */
#define COLUMN_SHARE 0.72  /* of the width, of a column: more of it is seen */
#define SCALE 2            /* of what is made smaller after that */

/* How large the painters think that the picture is: lanes are wide, pages of Explain are columns. */
typedef struct
{
  gboolean stage;
  int width, height;
} Size;

static Size
choose_size (const char *view)
{
  gboolean stage = g_str_equal (view, "whole") || g_str_equal (view, "lane");

  return stage ? (Size){ TRUE, 520, 320 } : (Size){ FALSE, 340, 900 };
}

static void
paint_picture (const SystoleScenario *scenario, const SystoleResults *results, const SystolePictureView *view, Size size, SystoleScheme scheme, cairo_t *cr)
{
  SystolePicture picture = {
    .scenario = scenario,
    .runs = (const SystoleRun *const *) results->runs,
    .n_lanes = results->n,
    .no_timeline = TRUE,
    .width = size.width,
    .height = size.height,
  };

  if (scenario->view.present && scenario->view.lane < results->n)
    {
      picture.lane = scenario->view.lane;
      picture.cycle = scenario->view.cycle;
    }
  picture.cycle = MIN (picture.cycle, systole_run_get_n_cycles (results->runs[picture.lane]) - 1);
  systole_paint_style_init (&picture.style, scheme);
  if (size.stage)
    picture.style.least_px = LEAST_TEXT_PX;
  cairo_scale (cr, SCALE, SCALE);
  systole_picture_paint (&picture, view, cr);
}

/* The part of an image that is not its ground, in its pixels. */
static cairo_rectangle_int_t
find_drawn (cairo_surface_t *surface)
{
  int width = cairo_image_surface_get_width (surface), height = cairo_image_surface_get_height (surface);
  int stride = cairo_image_surface_get_stride (surface);
  int left = width, top = height, right = 0, bottom = 0;
  const unsigned char *data;

  cairo_surface_flush (surface);
  data = cairo_image_surface_get_data (surface);
  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++)
      if (memcmp (data + y * stride + 4 * x, data, 3) != 0)
        {
          left = MIN (left, x);
          right = MAX (right, x + 1);
          top = MIN (top, y);
          bottom = MAX (bottom, y + 1);
        }
  return right > left ? (cairo_rectangle_int_t){ left, top, right - left, bottom - top } : (cairo_rectangle_int_t){ 0, 0, width, height };
}

/* What is drawn, as large as fits, in the middle; of a column its upper end. */
static cairo_surface_t *
fit (cairo_surface_t *image, gboolean whole, SystoleScheme scheme)
{
  const SystoleColor *ground = &systole_palette_get (scheme)->view;
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, SYSTOLE_THUMBNAIL_WIDTH, SYSTOLE_THUMBNAIL_HEIGHT);
  cairo_t *cr = cairo_create (surface);
  cairo_rectangle_int_t drawn = find_drawn (image);
  double wide = (SYSTOLE_THUMBNAIL_WIDTH - 2 * MARGIN) / drawn.width, high = (SYSTOLE_THUMBNAIL_HEIGHT - 2 * MARGIN) / drawn.height;
  double scale = whole ? MIN (wide, high) : COLUMN_SHARE * wide;

  cairo_set_source_rgb (cr, ground->red, ground->green, ground->blue);
  cairo_paint (cr);
  cairo_translate (cr, (SYSTOLE_THUMBNAIL_WIDTH - drawn.width * scale) / 2, MAX ((SYSTOLE_THUMBNAIL_HEIGHT - drawn.height * scale) / 2, MARGIN));
  cairo_scale (cr, scale, scale);
  cairo_set_source_surface (cr, image, -drawn.x, -drawn.y);
  cairo_pattern_set_filter (cairo_get_source (cr), CAIRO_FILTER_GOOD);
  cairo_rectangle (cr, 0, 0, drawn.width, drawn.height);
  cairo_fill (cr);
  cairo_destroy (cr);
  return surface;
}

/**
 * systole_start_thumbnail_paint:
 * @id: of the library
 * @view: name of a view of app/export/picture.h
 *
 * Runs every lane of the scenario: a few hundredths of a second for those of the library.
 *
 * Returns: (transfer full) (nullable): an image; NULL where a lane cannot be run
 */
cairo_surface_t *
systole_start_thumbnail_paint (const char *id, const char *view, const SystoleCatalogue *catalogue, SystoleScheme scheme)
{
  g_autoptr (SystoleScenario) scenario = systole_library_load_scenario (id, NULL);
  const SystolePictureView *found = systole_picture_view_find (view, NULL);
  g_autoptr (SystoleResults) results = NULL;
  Size size = choose_size (view);
  cairo_surface_t *image, *surface;
  cairo_t *cr;

  if (scenario == NULL || found == NULL)
    return NULL;
  results = systole_runner_run (scenario, catalogue);
  for (guint i = 0; i < results->n; i++)
    if (results->runs[i] == NULL)
      return NULL;
  if (results->n == 0)
    return NULL;
  image = cairo_image_surface_create (CAIRO_FORMAT_RGB24, SCALE * size.width, SCALE * size.height);
  cr = cairo_create (image);
  paint_picture (scenario, results, found, size, scheme, cr);
  cairo_destroy (cr);
  surface = fit (image, size.stage, scheme);
  cairo_surface_destroy (image);
  return surface;
}

/* --- in a thread --- */

typedef struct
{
  GPtrArray *entries;
  SystoleCatalogue *catalogue;
  SystoleScheme scheme;
  GCancellable *cancellable;
  SystoleThumbnailFunction function;
  gpointer data;
} Work;

typedef struct
{
  GCancellable *cancellable;
  SystoleThumbnailFunction function;
  gpointer data;
  guint entry;
  cairo_surface_t *surface;
} Delivery;

static gboolean
deliver (gpointer data)
{
  Delivery *self = data;

  if (!g_cancellable_is_cancelled (self->cancellable))
    self->function (self->entry, self->surface, self->data);
  return G_SOURCE_REMOVE;
}

static void
free_delivery (gpointer data)
{
  Delivery *self = data;

  g_object_unref (self->cancellable);
  cairo_surface_destroy (self->surface);
  g_free (self);
}

static void
free_work (gpointer data)
{
  Work *self = data;

  g_ptr_array_unref (self->entries);
  systole_catalogue_unref (self->catalogue);
  g_object_unref (self->cancellable);
  g_free (self);
}

static void
work_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  Work *work = task_data;

  for (guint i = 0; i < work->entries->len && !g_cancellable_is_cancelled (cancellable); i++)
    {
      const SystoleStartEntry *entry = g_ptr_array_index (work->entries, i);
      cairo_surface_t *surface = systole_start_thumbnail_paint (entry->id, entry->view, work->catalogue, work->scheme);
      Delivery *delivery;

      if (surface == NULL)
        continue;
      delivery = g_new (Delivery, 1);
      *delivery = (Delivery){ g_object_ref (work->cancellable), work->function, work->data, i, surface };
      g_main_context_invoke_full (NULL, G_PRIORITY_LOW, deliver, delivery, free_delivery);
    }
  g_task_return_boolean (task, TRUE);
}

/**
 * systole_start_thumbnails_paint_async:
 * @entries: of SystoleStartEntry, not changed any more
 * @cancellable: once it is cancelled in the main thread, @function is not called again
 * @function: in the main thread, for each picture when it is ready
 */
void
systole_start_thumbnails_paint_async (GPtrArray *entries, SystoleCatalogue *catalogue, SystoleScheme scheme, GCancellable *cancellable, SystoleThumbnailFunction function, gpointer data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, NULL, NULL);
  Work *work = g_new (Work, 1);

  *work = (Work){ g_ptr_array_ref (entries), systole_catalogue_ref (catalogue), scheme, g_object_ref (cancellable), function, data };
  g_task_set_task_data (task, work, free_work);
  g_task_run_in_thread (task, work_thread);
}
