/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "paint-fixture.h"

#include "widgets/timeline-painter.h"
#include "widgets/memory-painter.h"
#include "widgets/roofline-painter.h"
#include "widgets/waterfall-painter.h"

#include "engine/base/i18n.h"

#include <libintl.h>
#include <locale.h>
#include <string.h>

/*
 * Every view in the language that LANGUAGE names: labels lie in the picture and do not touch,
 * at twice the size of letters. With SYSTOLE_SHEET=FOLDER the pictures are written there, to
 * look at; SYSTOLE_SHEET_SIZES, _SCHEMES, _FONTS and _FAMILY choose ("340x520,600x500" …).
 */

typedef struct
{
  const char *name;
  const char *machine;
  guint64 m, n, k;
  SystoleFormat format;
  guint n_cycles;
  guint64 cycles[5]; /* at most the run's last */
} Scene;

#define LAST G_MAXUINT64

static const Scene scenes[] = {
  { "welcome-a", "array:rows=8,cols=8,dataflow=ws", 8, 8, 8, SYSTOLE_FORMAT_INT8, 4, { 3, 12, 18, LAST } },
  { "welcome-b", "sm:", 8, 8, 8, SYSTOLE_FORMAT_INT8, 5, { 0, 6, 18, 30, LAST } },
  { "array-os", "array:rows=8,cols=8,dataflow=os", 8, 8, 8, SYSTOLE_FORMAT_INT8, 3, { 3, 10, LAST } },
  { "array-is", "array:rows=8,cols=8,dataflow=is", 8, 8, 8, SYSTOLE_FORMAT_INT8, 3, { 3, 18, LAST } },
  { "short", "array:rows=8,cols=8,dataflow=ws", 3, 6, 5, SYSTOLE_FORMAT_INT8, 3, { 4, 12, LAST } },
  { "one", "array:rows=1,cols=1,dataflow=ws", 2, 2, 2, SYSTOLE_FORMAT_INT8, 2, { 1, LAST } },
  { "largest", "array:rows=1024,cols=1024,dataflow=ws", 4096, 3000, 2000, SYSTOLE_FORMAT_BF16, 2, { 2500, LAST } },
  { "waves-a", "array:rows=256,cols=256,dataflow=ws,timing=overlapped", 3072, 3000, 2048, SYSTOLE_FORMAT_BF16, 3, { 100, 100000, LAST } },
  { "waves-b", "nvidia-h100-sxm", 3072, 3000, 2048, SYSTOLE_FORMAT_BF16, 4, { 0, 9000, 100000, LAST } },
  { "t4", "nvidia-t4", 8192, 8192, 8192, SYSTOLE_FORMAT_FP16, 3, { 2000, 12000000, LAST } },
  { "tpu-v2", "google-tpu-v2", 8192, 8192, 8192, SYSTOLE_FORMAT_BF16, 3, { 2000, 8000000, LAST } },
  { "tpu-v5e", "google-tpu-v5e", 8192, 8192, 8192, SYSTOLE_FORMAT_BF16, 2, { 2000, 8000000 } },
  { "tpu-v1", "google-tpu-v1", 1000, 700, 600, SYSTOLE_FORMAT_INT8, 3, { 200, 3000, LAST } },
};

static char **
choices (const char *variable, const char *otherwise)
{
  const char *text = g_getenv (variable);

  return g_strsplit (text != NULL ? text : otherwise, ",", -1);
}

static gboolean
is_outside (const SystoleLabel *label, double width, double height)
{
  return label->x < -0.5 || label->y < -0.5 || label->x + label->width > width + 0.5 || label->y + label->height > height + 0.5;
}

/* A pixel of tolerance, and more for the height of a line. */
static gboolean
is_over (const SystoleLabel *a, const SystoleLabel *b)
{
  double over_x = MIN (a->x + a->width, b->x + b->width) - MAX (a->x, b->x);
  double over_y = MIN (a->y + a->height, b->y + b->height) - MAX (a->y, b->y);

  return over_x > 1.0 && over_y > 2.5;
}

/* All that is wrong, rather than the first of it. */
static void
check_labels (const GArray *labels, double width, double height, const char *name)
{
  g_assert_cmpuint (labels->len, >, 0);
  for (guint i = 0; i < labels->len; i++)
    {
      const SystoleLabel *a = &g_array_index (labels, SystoleLabel, i);

      if (is_outside (a, width, height))
        {
          g_test_message ("%s: “%s” leaves the picture at %.0f, %.0f (%.0f × %.0f)", name, a->text, a->x, a->y, a->width, a->height);
          g_test_fail ();
        }
      for (guint j = i + 1; j < labels->len; j++)
        {
          const SystoleLabel *b = &g_array_index (labels, SystoleLabel, j);

          if (!is_over (a, b))
            continue;
          g_test_message ("%s: “%s” (%.0f, %.0f, %.0f × %.0f) and “%s” (%.0f, %.0f, %.0f × %.0f) overlap", name, a->text, a->x, a->y, a->width, a->height, b->text, b->x, b->y, b->width, b->height);
          g_test_fail ();
        }
      if (a->shortened)
        g_test_message ("%s: shortened “%s”", name, a->text);
    }
}

typedef void (*Painter) (cairo_t *cr, const SystolePaintStyle *style, double width, double height, gpointer data);

static void
paint_all (const char *name, const char *size, const char *scheme_id, const char *font, Painter paint, gpointer data)
{
  const char *folder = g_getenv ("SYSTOLE_SHEET"), *family = g_getenv ("SYSTOLE_SHEET_FAMILY");
  g_autoptr (GArray) labels = systole_labels_new ();
  g_autofree char *title = g_strdup_printf ("%s-%s-%s-%s", name, size, scheme_id, font);
  SystolePaintStyle style;
  SystoleScheme scheme;
  cairo_surface_t *surface;
  cairo_t *cr;
  char *after;
  double width = g_ascii_strtod (size, &after), height = g_ascii_strtod (after + 1, NULL);

  g_assert_true (systole_scheme_from_id (scheme_id, &scheme));
  systole_paint_style_init (&style, scheme);
  style.font_scale = g_ascii_strtod (font, NULL);
  style.labels = labels;
  if (family != NULL)
    style.font_family = family;
  surface = folder != NULL ? cairo_image_surface_create (CAIRO_FORMAT_RGB24, (int) width, (int) height) : cairo_recording_surface_create (CAIRO_CONTENT_COLOR_ALPHA, &(cairo_rectangle_t){ 0, 0, width, height });
  cr = cairo_create (surface);
  systole_paint_source (cr, style.palette->view);
  cairo_paint (cr);
  paint (cr, &style, width, height, data);
  g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
  if (folder != NULL)
    {
      g_autofree char *file = g_strdup_printf ("%s/%s.png", folder, title);

      cairo_surface_write_to_png (surface, file);
    }
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
  check_labels (labels, width, height, title);
}

static void
each_style (const char *name, const char *sizes_variable, const char *size, Painter paint, gpointer data)
{
  g_auto (GStrv) sizes = choices (sizes_variable, size);
  g_auto (GStrv) schemes = choices ("SYSTOLE_SHEET_SCHEMES", "light,dark,high-contrast,print");
  g_auto (GStrv) fonts = choices ("SYSTOLE_SHEET_FONTS", "2");

  for (guint i = 0; sizes[i] != NULL; i++)
    for (guint j = 0; schemes[j] != NULL; j++)
      for (guint k = 0; fonts[k] != NULL; k++)
        paint_all (name, sizes[i], schemes[j], fonts[k], paint, data);
}

static void
paint_lane (cairo_t *cr, const SystolePaintStyle *style, double width, double height, gpointer data)
{
  SystoleLanePaint *lane = data;

  lane->style = *style;
  lane->width = width;
  lane->height = height;
  systole_lane_paint (cr, lane);
}

static void
test_lane (gconstpointer data)
{
  const Scene *scene = data;
  g_autoptr (SystoleRun) run = paint_fixture_run (scene->machine, scene->m, scene->n, scene->k, scene->format);
  g_autoptr (SystoleLaneCache) cache = systole_lane_cache_new ();
  SystoleLevel levels[SYSTOLE_N_LEVELS];
  guint n = systole_run_get_levels (run, levels, SYSTOLE_N_LEVELS);
  SystoleLanePaint lane;

  systole_lane_paint_init (&lane);
  systole_camera_init (&lane.camera, run);
  lane.run = run;
  lane.cache = cache;
  for (guint i = 0; i < n; i++)
    for (guint c = 0; c < scene->n_cycles; c++)
      {
        guint64 cycle = MIN (scene->cycles[c], systole_run_get_n_cycles (run) - 1);
        g_autofree char *name = g_strdup_printf ("%s-%s-%" G_GUINT64_FORMAT, scene->name, systole_level_get_id (levels[i]), cycle);

        lane.cycle = cycle;
        lane.camera.level = levels[i];
        each_style (name, "SYSTOLE_SHEET_SIZES", "1024x640", paint_lane, &lane);
      }
}

static void
paint_timeline (cairo_t *cr, const SystolePaintStyle *style, double width, double height, gpointer data)
{
  SystoleTimelinePaint *timeline = data;

  timeline->style = *style;
  timeline->width = width;
  timeline->height = systole_timeline_preferred_height (timeline);
  systole_timeline_paint (cr, timeline);
}

static void
test_timeline (void)
{
  const SystoleBookmark bookmarks[] = { { .cycle = 8 }, { .cycle = 8, .lane = 1 }, { .cycle = 20 } };

  for (guint i = 0; i < G_N_ELEMENTS (scenes); i += 2)
    {
      const Scene *a = &scenes[i], *b = &scenes[MIN (i + 1, G_N_ELEMENTS (scenes) - 1)];
      g_autoptr (SystoleRun) first = paint_fixture_run (a->machine, a->m, a->n, a->k, a->format);
      g_autoptr (SystoleRun) second = paint_fixture_run (b->machine, b->m, b->n, b->k, b->format);
      SystoleTimelinePaint timeline = { .n_lanes = 2, .bookmarks = bookmarks, .n_bookmarks = G_N_ELEMENTS (bookmarks) };

      for (int base = SYSTOLE_TIME_CYCLES; base <= SYSTOLE_TIME_WORK; base++)
        {
          g_autofree char *name = g_strdup_printf ("timeline-%s-%d", a->name, base);
          double half = (double) MIN (a->cycles[1], systole_run_get_n_cycles (first) - 1);

          timeline.time_base = (SystoleTimeBase) base;
          timeline.position = systole_time_from_cycle (timeline.time_base, first, half);
          timeline.lanes[0] = (SystoleTimelineLane){ first, 'A', half };
          timeline.lanes[1] = (SystoleTimelineLane){ second, 'B', systole_time_to_cycle (timeline.time_base, second, timeline.position) };
          each_style (name, "SYSTOLE_SHEET_TIMELINES", "1024x640", paint_timeline, &timeline);
        }
    }
}

static void
paint_waterfall (cairo_t *cr, const SystolePaintStyle *style, double width, double height, gpointer data)
{
  SystoleWaterfallPaint *waterfall = data;

  waterfall->style = *style;
  waterfall->width = width;
  systole_waterfall_paint (cr, waterfall);
}

static void
test_waterfall (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (scenes); i++)
    {
      g_autoptr (SystoleRun) run = paint_fixture_run (scenes[i].machine, scenes[i].m, scenes[i].n, scenes[i].k, scenes[i].format);
      SystoleWaterfallPaint waterfall = { .run = run, .letter = 'A', .highlighted = -1 };
      g_autofree char *name = g_strdup_printf ("waterfall-%s", scenes[i].name);

      each_style (name, "SYSTOLE_SHEET_WATERFALLS", "1024x1400,560x1400", paint_waterfall, &waterfall);
    }
}

static void
paint_memory (cairo_t *cr, const SystolePaintStyle *style, double width, double height, gpointer data)
{
  SystoleMemoryPaint *memory = data;

  memory->style = *style;
  memory->width = width;
  systole_memory_paint (cr, memory);
}

static void
test_memory (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (scenes); i++)
    {
      g_autoptr (SystoleRun) run = paint_fixture_run (scenes[i].machine, scenes[i].m, scenes[i].n, scenes[i].k, scenes[i].format);
      SystoleMemoryPaint memory = { .run = run, .letter = 'A' };
      g_autofree char *name = g_strdup_printf ("memory-%s", scenes[i].name);

      each_style (name, "SYSTOLE_SHEET_MEMORIES", "1024x1400,560x1400", paint_memory, &memory);
    }
}

static void
paint_roofline (cairo_t *cr, const SystolePaintStyle *style, double width, double height, gpointer data)
{
  SystoleRooflinePaint *roofline = data;

  roofline->style = *style;
  roofline->width = width;
  systole_roofline_paint (cr, roofline);
}

static void
test_roofline (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (scenes); i++)
    {
      g_autoptr (SystoleRun) run = paint_fixture_run (scenes[i].machine, scenes[i].m, scenes[i].n, scenes[i].k, scenes[i].format);
      SystoleRooflinePaint roofline = { .runs = { run, run }, .n = 2 };
      g_autofree char *name = g_strdup_printf ("roofline-%s", scenes[i].name);

      each_style (name, "SYSTOLE_SHEET_ROOFLINES", "1024x1400,560x1400", paint_roofline, &roofline);
    }
}

/* What is tested is the language asked for. */
static void
test_catalogue (void)
{
  const char *language = g_getenv ("LANGUAGE");

  if (language == NULL || g_str_has_prefix (language, "en"))
    g_assert_cmpstr (_ ("drain"), ==, "drain");
  else
    g_assert_cmpstr (_ ("drain"), !=, "drain");
}

int
main (int argc, char **argv)
{
  const char *catalogues = g_getenv ("APP_LOCALEDIR");

  setlocale (LC_ALL, "");
  if (g_getenv ("SYSTOLE_SHEET_FAMILY") != NULL)
    g_test_init (&argc, &argv, NULL);
  else
    paint_fixture_init (&argc, &argv);
  if (catalogues != NULL)
    bindtextdomain (SYSTOLE_GETTEXT_DOMAIN, catalogues);
  bind_textdomain_codeset (SYSTOLE_GETTEXT_DOMAIN, "UTF-8");
  for (guint i = 0; i < G_N_ELEMENTS (scenes); i++)
    {
      g_autofree char *path = g_strdup_printf ("/languages/%s", scenes[i].name);

      g_test_add_data_func (path, &scenes[i], test_lane);
    }
  g_test_add_func ("/languages/timeline", test_timeline);
  g_test_add_func ("/languages/waterfall", test_waterfall);
  g_test_add_func ("/languages/roofline", test_roofline);
  g_test_add_func ("/languages/memory", test_memory);
  g_test_add_func ("/languages/catalogue", test_catalogue);
  return g_test_run ();
}
