/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "app/playback.h"
#include "app/session.h"
#include "data/data.h"
#include "engine/base/error.h"
#include "tests/paint/paint-fixture.h"
#include "widgets/state-rows.h"

/*
 * The ways to an instant: to play there, to step there, to scrub there and to come back from the end
 * show the same, in random scenarios of every family. What is shown is the picture (pixels and labels)
 * and its text twin; the picture of each way has a cache of its own, as a lane on the stage has.
 */

#define N_SCENARIOS (g_getenv ("SYSTOLE_SLOW_CHECKER") != NULL ? 8u : 40u)
#define N_FAMILIES 5
#define N_WAYS 4
#define MOST_LANES 4
#define MOST_ROWS 48 /* of the twin that are compared */
#define MOST_STEPS 60

static const char *const way_names[N_WAYS] = { "played", "stepped", "scrubbed", "back from the end" };

static guint
side (guint bits)
{
  guint value = 1u << g_test_rand_int_range (0, (gint32) bits);

  return value + (guint) g_test_rand_int_range (0, (gint32) value);
}

/* A lane of a family with work of its own, in a format that the machine has. */
static void
add_lane (guint lane, guint kind, GString *ops, GString *lanes)
{
  static const char *const tpus[] = { "google-tpu-v2", "google-tpu-v4", "google-tpu-v5e", "google-tpu-v6e" };
  static const char *const gpus[] = { "nvidia-t4", "nvidia-a100-sxm-80", "nvidia-h100-sxm", "amd-mi300x", "nvidia-b200" };
  static const char *const cpus[] = { "cpu-e5-2699v3", "cpu-xeon-phi-7250" };
  static const char *const flows[] = { "ws", "os", "is" }, *const timings[] = { "hardware", "overlapped", "scale-sim" };
  static const char *const formats[] = { "int8", "int8", "bf16", "fp16", "fp32" };
  guint bits = kind < 2 ? 4 : 9;

  g_string_append_printf (ops, "<op id=\"o%u\" name=\"gemm\" m=\"%u\" n=\"%u\" k=\"%u\" dtype=\"%s\"/>", lane, side (bits), side (bits), side (bits), formats[kind]);
  g_string_append_printf (lanes, "<lane op=\"o%u\"%s>", lane, kind < 2 ? " operands=\"on-chip\"" : "");
  if (kind == 0)
    g_string_append_printf (lanes, "<array rows=\"%d\" columns=\"%d\" dataflow=\"%s\" timing=\"%s\"/>", g_test_rand_int_range (1, 9), g_test_rand_int_range (1, 9), flows[g_test_rand_int_range (0, 3)], timings[g_test_rand_int_range (0, 3)]);
  else if (kind == 1)
    g_string_append_printf (lanes, "<sm sub-cores=\"%d\" tensor=\"4x4\" warps=\"8\"/>", 1 << g_test_rand_int_range (0, 3));
  else
    g_string_append_printf (lanes, "<machine ref=\"%s\"/>", kind == 2 ? tpus[g_test_rand_int_range (0, G_N_ELEMENTS (tpus))] : kind == 3 ? gpus[g_test_rand_int_range (0, G_N_ELEMENTS (gpus))]
                                                                                                                                         : cpus[g_test_rand_int_range (0, G_N_ELEMENTS (cpus))]);
  g_string_append (lanes, "</lane>");
}

static char *
random_scenario (guint i)
{
  g_autoptr (GString) ops = g_string_new (NULL), lanes = g_string_new (NULL);
  guint n_lanes = 1 + i / N_FAMILIES % MOST_LANES;

  for (guint lane = 0; lane < n_lanes; lane++)
    add_lane (lane, lane == 0 ? i % N_FAMILIES : (guint) g_test_rand_int_range (0, N_FAMILIES), ops, lanes);
  return g_strdup_printf ("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<scenario xmlns=\"urn:systole:scenario\" version=\"1\"><title xml:lang=\"en\">Ways</title>"
                          "<workload>%s</workload><lanes>%s</lanes></scenario>",
                          ops->str,
                          lanes->str);
}

static SystoleSession *
open_scenario (const char *text)
{
  SystoleSession *session = systole_session_new (systole_data_get_catalogue ());
  g_autoptr (GError) error = NULL;
  g_autoptr (SystoleScenario) scenario = systole_scenario_read (text, strlen (text), "ways", &error);

  g_assert_no_error (error);
  systole_session_load (session, scenario);
  while (systole_session_is_running (session))
    g_main_context_iteration (NULL, TRUE);
  return session;
}

/* What one way has come to: as a lane of the stage keeps it from picture to picture. */
typedef struct
{
  SystoleLaneCache *cache[MOST_LANES];
  SystoleStateRows *rows[MOST_LANES];
} Eyes;

static void
eyes_init (Eyes *self)
{
  for (guint i = 0; i < MOST_LANES; i++)
    {
      self->cache[i] = systole_lane_cache_new ();
      self->rows[i] = systole_state_rows_new ();
    }
}

static void
eyes_clear (Eyes *self)
{
  for (guint i = 0; i < MOST_LANES; i++)
    {
      systole_lane_cache_free (self->cache[i]);
      systole_state_rows_free (self->rows[i]);
    }
}

static void
lane_init (SystoleLanePaint *self, SystoleSession *session, guint lane, Eyes *eyes, GArray *labels)
{
  systole_lane_paint_init (self);
  systole_paint_style_init (&self->style, SYSTOLE_SCHEME_LIGHT);
  self->style.labels = labels;
  self->run = systole_session_get_run (session, lane);
  self->letter = (char) ('A' + lane);
  self->cycle = systole_session_get_cycle (session, lane);
  self->ended = systole_session_has_ended (session, lane);
  systole_camera_init (&self->camera, self->run);
  self->width = 460;
  self->height = 460;
  self->cache = eyes->cache[lane];
}

/* Whether a label with that text lies in the box of a target; `any`: whether any does. */
static gboolean
is_labelled (const SystoleLanePaint *lane, const SystoleTarget *target, const char *text, gboolean *any)
{
  double x, y, width, height;
  gboolean found = FALSE;

  *any = FALSE;
  if (!systole_lane_locate (lane, target, &x, &y, &width, &height))
    return FALSE;
  for (guint i = 0; i < lane->style.labels->len; i++)
    {
      const SystoleLabel *label = &g_array_index (lane->style.labels, SystoleLabel, i);

      if (label->x < x - 1 || label->x + label->width > x + width + 1 || label->y < y - 1 || label->y + label->height > y + height + 1)
        continue;
      *any = TRUE;
      found = found || strcmp (label->text, text) == 0;
    }
  return found;
}

/* A row of the twin beside what the picture says at the same place: the sum that a PE or a multiplier
 * has now, the letter of its reason if it is idle. Returns: how many texts were found at their places */
static guint
compare_row (const SystoleLanePaint *lane, SystoleStateRows *rows, guint row)
{
  SystoleTarget target = systole_state_rows_get_target (rows, row);
  g_autofree char *state = systole_state_rows_get_text (rows, row, 2);
  gboolean busy = g_strcmp0 (state, "works") == 0, any;
  g_autofree char *text = NULL;

  if (target.kind == SYSTOLE_TARGET_PE)
    text = busy ? systole_state_rows_get_text (rows, row, 7) : g_strndup (state, 1);
  else if (target.kind == SYSTOLE_TARGET_MULTIPLIER && busy)
    {
      g_autofree char *sum = systole_state_rows_get_text (rows, row, 3);
      const char *equals = sum != NULL ? strstr (sum, "= ") : NULL;

      text = equals != NULL && strchr (sum, '[') == NULL ? g_strdup (equals + 2) : NULL;
    }
  if (text == NULL || is_labelled (lane, &target, text, &any))
    return text != NULL;
  if (any)
    g_test_message ("lane %c, cycle %" G_GUINT64_FORMAT ", row %u: the twin says “%s”, the picture does not", lane->letter, lane->cycle, row, text);
  g_assert_false (any); /* what has no room is left out */
  return 0;
}

/* Everything that a lane shows, as text; the picture is the sum of its pixels, and its labels. */
static void
tell_lane (GString *out, SystoleSession *session, guint lane, Eyes *eyes, guint *n_compared)
{
  g_autoptr (GArray) labels = systole_labels_new ();
  SystoleLanePaint paint;
  SystoleStateRows *rows = eyes->rows[lane];
  cairo_surface_t *surface;
  g_autofree char *caption = NULL, *pixels = NULL;

  lane_init (&paint, session, lane, eyes, labels);
  caption = systole_run_describe_cycle (paint.run, paint.cycle);
  surface = paint_fixture_render (&paint, 1);
  pixels = g_compute_checksum_for_data (G_CHECKSUM_MD5, cairo_image_surface_get_data (surface), (gsize) cairo_image_surface_get_stride (surface) * (gsize) cairo_image_surface_get_height (surface));
  cairo_surface_destroy (surface);
  g_string_append_printf (out, "\n%c cycle %" G_GUINT64_FORMAT "%s\n%s\n%s\n", paint.letter, paint.cycle, paint.ended ? " ended" : "", caption, pixels);
  for (guint i = 0; i < labels->len; i++)
    g_string_append_printf (out, "%s|", g_array_index (labels, SystoleLabel, i).text);
  systole_state_rows_set (rows, (SystoleRun *) paint.run, paint.cycle, &paint.camera);
  for (guint row = 0; row < MIN (MOST_ROWS, systole_state_rows_get_n_rows (rows)); row++)
    {
      for (guint column = 0; column < systole_state_rows_get_n_columns (rows); column++)
        {
          g_autofree char *text = systole_state_rows_get_text (rows, row, column);

          g_string_append_printf (out, "%s;", text != NULL ? text : "");
        }
      *n_compared += compare_row (&paint, rows, row);
    }
}

static char *
tell (SystoleSession *session, Eyes *eyes, guint *n_compared)
{
  GString *out = g_string_new (NULL);

  g_string_append_printf (out, "axis %.17g", systole_session_get_axis (session));
  for (guint lane = 0; lane < systole_session_get_n_lanes (session); lane++)
    tell_lane (out, session, lane, eyes, n_compared);
  return g_string_free (out, FALSE);
}

/* From `start`, with the pictures between, to `start` + `n_steps` of lane A. */
static void
go (SystoleSession *session, guint way, guint64 start, guint n_steps, Eyes *eyes)
{
  g_autoptr (SystolePlayback) playback = NULL;
  guint64 last = systole_run_get_n_cycles (systole_session_get_run (session, 0)) - 1, back;
  guint unused = 0;

  switch (way)
    {
    case 0:
      playback = systole_playback_new (session, NULL);
      systole_session_seek (session, 0, start, 0);
      systole_session_set_speed (session, 1);
      systole_session_set_playing (session, TRUE);
      for (gint64 now = 0; now <= (n_steps * 8 + 1) * G_TIME_SPAN_SECOND / 10; now += G_TIME_SPAN_SECOND / 10)
        systole_playback_advance (playback, 1000 + now);
      systole_session_set_playing (session, FALSE);
      break;
    case 1:
      systole_session_seek (session, 0, start, 0);
      for (guint i = 0; i < n_steps; i++)
        {
          if (i % 8 == 0)
            g_free (tell (session, eyes, &unused));
          g_assert_true (systole_session_step (session, 1));
        }
      break;
    case 2:
      systole_session_seek (session, 0, last - start, 0);
      g_free (tell (session, eyes, &unused));
      systole_session_seek (session, 0, start + n_steps, 0);
      break;
    default:
      systole_session_go_last (session);
      g_free (tell (session, eyes, &unused));
      back = MIN (last, start + 2 * n_steps + 1);
      systole_session_seek (session, 0, back, 0);
      for (; back > start + n_steps; back--)
        g_assert_true (systole_session_step (session, -1));
    }
}

static void
test_scenario (guint i, guint *n_compared)
{
  g_autofree char *text = random_scenario (i);
  char *told[N_WAYS] = { NULL };
  g_autoptr (SystoleSession) session = open_scenario (text);
  guint64 last, start;
  guint n_steps;

  g_test_message ("%s", text); /* the last one said is the one that fails */
  for (guint lane = 0; lane < systole_session_get_n_lanes (session); lane++)
    g_assert_no_error (systole_session_get_error (session, lane));
  last = systole_run_get_n_cycles (systole_session_get_run (session, 0)) - 1;
  n_steps = (guint) g_test_rand_int_range (1, MOST_STEPS);
  n_steps = (guint) MIN (last, n_steps); /* the macro would ask for two numbers */
  start = (guint64) (g_test_rand_double () * (double) (last - n_steps));
  systole_session_set_step_unit (session, SYSTOLE_STEP_CYCLE);
  systole_session_set_time_base (session, i % 3 == 2 ? SYSTOLE_TIME_WALL : SYSTOLE_TIME_CYCLES);
  for (guint way = 0; way < N_WAYS; way++)
    {
      Eyes eyes;

      eyes_init (&eyes);
      go (session, way, start, n_steps, &eyes);
      g_assert_cmpuint (systole_session_get_cycle (session, 0), ==, start + n_steps);
      told[way] = tell (session, &eyes, n_compared);
      eyes_clear (&eyes);
      if (strcmp (told[way], told[0]) != 0)
        g_test_message ("%s:\n%s\n%s:\n%s", way_names[0], told[0], way_names[way], told[way]);
      g_assert_cmpstr (told[way], ==, told[0]);
    }
  for (guint way = 0; way < N_WAYS; way++)
    g_free (told[way]);
}

static void
test_ways (void)
{
  guint n_compared = 0;

  for (guint i = 0; i < N_SCENARIOS; i++)
    test_scenario (i, &n_compared);
  g_assert_cmpuint (n_compared, >, 5 * N_SCENARIOS);
}

int
main (int argc, char **argv)
{
  paint_fixture_init (&argc, &argv);
  g_test_add_func ("/ways/random", test_ways);
  return g_test_run ();
}
