/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/beat-maps.h"
#include "app/lesson-instant.h"
#include "app/presenter-content.h"
#include "app/place.h"
#include "data/data.h"
#include "engine/scenario/beat.h"

#include <string.h>

/* Every lesson of the library, beat by beat, as a class sees it on screens of every usual size: asked and
 * answered. With SYSTOLE_SHEET=FOLDER the pictures are written there, to look at. */

static const struct
{
  int width, height;
} screens[] = { { 1024, 768 }, { 1280, 800 }, { 1920, 1080 }, { 3840, 2160 } };

static gboolean
is_over (const SystoleLabel *a, const SystoleLabel *b)
{
  double over_x = MIN (a->x + a->width, b->x + b->width) - MAX (a->x, b->x);
  double over_y = MIN (a->y + a->height, b->y + b->height) - MAX (a->y, b->y);

  return over_x > 1 && over_y > 2.5;
}

static void
complain (const char *name, const SystoleLabel *label, const char *what)
{
  g_test_message ("%s: “%s” (%.0f, %.0f, %.0f × %.0f, %.1f px) %s", name, label->text, label->x, label->y, label->width, label->height, label->font_px, what);
  g_test_fail ();
}

static void
check_labels (const SystolePresenterPaint *paint, const char *name)
{
  const GArray *labels = paint->style.labels;

  for (guint i = 0; i < labels->len; i++)
    {
      const SystoleLabel *a = &g_array_index (labels, SystoleLabel, i);

      if (a->font_px < paint->height / 50 - 0.01)
        complain (name, a, "is too small");
      if (a->x < -0.5 || a->y < -0.5 || a->x + a->width > paint->width + 0.5 || a->y + a->height > paint->height + 0.5)
        complain (name, a, "leaves the screen");
      if (a->shortened == SYSTOLE_SHORTENED_CUT)
        complain (name, a, "is cut");
      for (guint j = i + 1; j < labels->len; j++)
        if (is_over (a, &g_array_index (labels, SystoleLabel, j)))
          {
            g_test_message ("over “%s”:", g_array_index (labels, SystoleLabel, j).text);
            complain (name, a, "overlaps");
          }
    }
}

static void
draw (SystolePresenterPaint *paint, const char *name)
{
  const char *folder = g_getenv ("SYSTOLE_SHEET");
  cairo_surface_t *surface = folder != NULL ? cairo_image_surface_create (CAIRO_FORMAT_RGB24, (int) paint->width, (int) paint->height) : cairo_recording_surface_create (CAIRO_CONTENT_COLOR_ALPHA, &(cairo_rectangle_t){ 0, 0, paint->width, paint->height });
  cairo_t *cr = cairo_create (surface);

  systole_presenter_paint (cr, paint);
  if (folder != NULL)
    {
      g_autofree char *file = g_strdup_printf ("%s/%s.png", folder, name);

      cairo_surface_write_to_png (surface, file);
    }
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
}

static void
show (SystoleSession *session, const SystolePresenterContent *content, SystoleBeatMaps *maps, const SystoleBeat *beat, const SystolePresenterState *state, guint screen, const char *id)
{
  g_autofree char *name = g_strdup_printf ("%s-%u%s-%d", id, state->beat + 1, state->revealed ? "-revealed" : "", screens[screen].height);
  const GArray *zooms = systole_session_get_scenario (session)->view.zooms;
  g_autoptr (GArray) labels = systole_labels_new ();
  SystolePresenterPaint paint;
  SystoleMapPaint map;

  systole_presenter_paint_init (&paint, SYSTOLE_SCHEME_HIGH_CONTRAST, screens[screen].width, screens[screen].height);
  systole_presenter_content_fill (content, session, &paint);
  paint.beat = state->beat;
  paint.n_beats = state->n_beats;
  paint.style.labels = labels;
  if (systole_beat_maps_fill (maps, state->beat, &map))
    {
      map.covered = paint.question != NULL && !state->revealed;
      paint.map = &map;
    }
  for (guint i = 0; i < paint.n_lanes; i++)
    if (paint.lanes[i].run != NULL)
      {
        systole_camera_init (&paint.lanes[i].camera, paint.lanes[i].run);
        if (i < zooms->len && g_array_index (zooms, int, i) >= 0)
          paint.lanes[i].camera.level = (SystoleLevel) g_array_index (zooms, int, i);
        if (beat->selection.present && beat->selection.lane == i)
          paint.lanes[i].pinned = (SystoleTarget){ .kind = SYSTOLE_TARGET_PE, .row = beat->selection.row, .column = beat->selection.column };
      }
  draw (&paint, name);
  check_labels (&paint, name);
}

static void
show_all (SystoleSession *session, SystolePresenterContent *content, SystoleBeatMaps *maps, const SystoleBeat *beat, const SystolePresenterState *state, const char *id)
{
  systole_presenter_content_update (content, session, beat, state);
  for (guint screen = 0; screen < G_N_ELEMENTS (screens); screen++)
    show (session, content, maps, beat, state, screen, id);
}

/* The cycle at which a beat ends: where it plays to, else where its answer is seen; FALSE: where it begins. */
static gboolean
find_end (SystoleSession *session, const SystoleBeat *beat, guint64 *cycle)
{
  SystoleLessonNow now;

  *cycle = beat->play_to;
  if (beat->play_to > 0)
    return TRUE;
  systole_lesson_now (session, &now);
  return systole_lesson_find_answer (&now.state, beat, cycle);
}

static gboolean
leave (SystoleSession *session, const SystoleBeat *beat)
{
  guint lane = beat->state->view.present ? beat->state->view.lane : 0;
  guint64 cycle;

  if (!find_end (session, beat, &cycle))
    return FALSE;
  systole_session_seek (session, lane, cycle, 0);
  return TRUE;
}

static void
map_cb (gpointer data)
{
}

static void
test_lesson (gconstpointer data)
{
  g_autoptr (GBytes) bytes = systole_data_get_scenario (data);
  g_autoptr (GError) error = NULL;
  g_autoptr (SystoleScenario) lesson = systole_scenario_read (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), data, &error);
  g_autoptr (SystoleSession) session = systole_session_new (systole_data_get_catalogue ());
  g_autoptr (SystolePresenterContent) content = systole_presenter_content_new ();
  g_autoptr (SystoleBeatMaps) maps = systole_beat_maps_new (lesson, systole_data_get_catalogue (), map_cb, NULL);
  g_autofree SystolePresenterState *state = g_new0 (SystolePresenterState, 1);

  g_assert_no_error (error);
  systole_presenter_state_init (state);
  for (guint i = 0; i < systole_scenario_get_n_beats (lesson); i++)
    systole_presenter_state_add_beat (state, systole_scenario_get_beat (lesson, i)->choices->len);
  for (guint i = 0; i < state->n_beats; i++)
    {
      const SystoleBeat *beat = systole_scenario_get_beat (lesson, i);
      g_autoptr (SystoleScenario) shown = systole_scenario_at_beat (lesson, i);
      g_autoptr (SystoleResults) results = systole_runner_run (shown, systole_data_get_catalogue ());

      systole_session_load_results (session, shown, results);
      systole_presenter_state_go_to (state, i);
      systole_beat_maps_prepare (maps, i);
      while (!systole_beat_maps_is_settled (maps))
        g_main_context_iteration (NULL, TRUE);
      for (guint asked = 0; asked < (beat->choices->len > 0 ? 2u : 1u); asked++)
        {
          state->revealed = asked == 1;
          show_all (session, content, maps, beat, state, data);
        }
      /* Who comes back to a beat finds it as it was left. */
      if (leave (session, beat))
        show_all (session, content, maps, beat, state, data);
    }
}

int
main (int argc, char **argv)
{
  systole_place_set_up (argv[0]);
  systole_place_set_language ("");
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < systole_data_get_n_scenarios (); i++)
    {
      const char *id = systole_data_get_scenario_id (i);
      g_autoptr (GBytes) bytes = systole_data_get_scenario (id);
      g_autoptr (SystoleScenario) scenario = systole_scenario_read (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), id, NULL);
      g_autofree char *path = g_strdup_printf ("/lessons/%s", id);

      if (systole_scenario_get_n_beats (scenario) > 0)
        g_test_add_data_func (path, id, test_lesson);
    }
  return g_test_run ();
}
