/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "paint-fixture.h"

#include "engine/base/i18n.h"
#include "label-checks.h"
#include "widgets/timeline-painter.h"

/*
 * Lanes at every level and the timeline in the language that LANGUAGE names; see
 * label-checks.h.
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
        label_checks_each (name, "SYSTOLE_SHEET_SIZES", "1024x640,500x270", paint_lane, &lane);
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
          label_checks_each (name, "SYSTOLE_SHEET_TIMELINES", "1024x640", paint_timeline, &timeline);
        }
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
  label_checks_init (&argc, &argv);
  for (guint i = 0; i < G_N_ELEMENTS (scenes); i++)
    {
      g_autofree char *path = g_strdup_printf ("/languages/%s", scenes[i].name);

      g_test_add_data_func (path, &scenes[i], test_lane);
    }
  g_test_add_func ("/languages/timeline", test_timeline);
  g_test_add_func ("/languages/catalogue", test_catalogue);
  return g_test_run ();
}
