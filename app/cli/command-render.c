/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/cli/cli.h"

#include <string.h>

#include "app/cli/cli-lanes.h"
#include "app/cli/cli-output.h"
#include "app/cli/cli-progress.h"
#include "app/cli/render-film.h"
#include "app/export/animation.h"
#include "app/export/keyframes.h"
#include "app/export/picture-file.h"
#include "engine/base/error.h"
#include "engine/base/i18n.h"
#include "engine/base/number.h"
#include "widgets/timeline-painter.h"

#define MIN_SIDE 64
#define MAX_SIDE 8192
#define MIN_THUMBNAIL 16
#define THUMBNAIL_WIDTH 640
#define THUMBNAIL_HEIGHT 480

typedef struct
{
  SystoleCliOptions options;
  char *view_name, *size, *scheme, *unit, *sub_core, *at, *across, *upwards;
  char *thumbnail; /* pixels of the longer side, or NULL */
  double scale;
  gboolean list, keyframes;

  SystoleRenderFilm film;

  SystoleCliLanes *lanes;
  GPtrArray *runs; /* SystoleRun, of the lanes */
  SystolePicture picture;
  SystolePictureMap *map; /* of the view “map”, or NULL */
  const SystolePictureView *view;
  const SystolePictureKind *kind;             /* NULL: a film */
  const SystoleAnimationKind *animation_kind; /* NULL: a picture */
} Render;

static gboolean
parse (Render *self, char **argv, GError **error)
{
  const GOptionEntry own[] = {
    { "view", 0, 0, G_OPTION_ARG_STRING, &self->view_name, N_ ("What is drawn, see --list-views (default whole)"), "NAME" },
    { "list-views", 0, 0, G_OPTION_ARG_NONE, &self->list, N_ ("Print the names of the views"), NULL },
    { "size", 0, 0, G_OPTION_ARG_STRING, &self->size, N_ ("Pixels (default 1280x800)"), "WxH" },
    { "thumbnail", 0, 0, G_OPTION_ARG_STRING, &self->thumbnail, N_ ("A small PNG for file managers, whatever the file is called: pixels of its longer side"), "N" },
    { "scheme", 0, 0, G_OPTION_ARG_STRING, &self->scheme, N_ ("Colours: light, dark, high-contrast or print (default light)"), "SCHEME" },
    { "unit", 0, 0, G_OPTION_ARG_STRING, &self->unit, N_ ("Array or SM of the chip, from 0 (default 0)"), "N" },
    { "sub-core", 0, 0, G_OPTION_ARG_STRING, &self->sub_core, N_ ("Sub-core of the SM, from 0 (default 0)"), "N" },
    { "at", 0, 0, G_OPTION_ARG_STRING, &self->at, N_ ("PE of the view “pe” (default 0,0)"), "R,C" },
    { "across", 0, 0, G_OPTION_ARG_STRING, &self->across, N_ ("What the view “map” goes across: m, n=k … (default: by the operation)"), "DIMS" },
    { "upwards", 0, 0, G_OPTION_ARG_STRING, &self->upwards, N_ ("What the view “map” goes upwards"), "DIMS" },
    { "keyframes", 0, 0, G_OPTION_ARG_NONE, &self->keyframes, N_ ("The telling instants instead of one: the pages of a PDF, or numbered PNG files"), NULL },
    { "from", 0, 0, G_OPTION_ARG_STRING, &self->film.from, N_ ("First cycle of a film (default 0)"), "T" },
    { "to", 0, 0, G_OPTION_ARG_STRING, &self->film.to, N_ ("Last cycle of a film (default: the run's)"), "T" },
    { "frames", 0, 0, G_OPTION_ARG_STRING, &self->film.frames, N_ ("Frames of a film, spread evenly (default: every cycle, at most 120)"), "N" },
    { "rate", 0, 0, G_OPTION_ARG_STRING, &self->film.rate, N_ ("Frames a second of a film (default 4)"), "R" },
    { NULL }
  };

  return systole_cli_options_parse (&self->options, argv, SYSTOLE_CLI_OPTION_LANES | SYSTOLE_CLI_OPTION_CYCLE | SYSTOLE_CLI_OPTION_OUTPUT, own, error);
}

static gboolean
parse_size (Render *self, GError **error)
{
  g_auto (GStrv) parts = g_strsplit (self->size != NULL ? self->size : "1280x800", "x", -1);
  guint64 width, height;

  if (g_strv_length (parts) != 2 || !systole_number_parse_uint (parts[0], MIN_SIDE, MAX_SIDE, "", &width, NULL) || !systole_number_parse_uint (parts[1], MIN_SIDE, MAX_SIDE, "", &height, NULL))
    {
      g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_RANGE, _ ("--size: “%.40s” is not WxH with sides from %d to %d"), self->size, MIN_SIDE, MAX_SIDE);
      return FALSE;
    }
  self->picture.width = (double) width;
  self->picture.height = (double) height;
  return TRUE;
}

/* The picture of a window that is small and wide, made smaller still. */
static gboolean
parse_thumbnail (Render *self, GError **error)
{
  guint64 side;

  self->scale = 1;
  if (self->thumbnail == NULL)
    return parse_size (self, error);
  if (!systole_cli_options_get_uint (self->thumbnail, "--thumbnail", MIN_THUMBNAIL, MAX_SIDE, 0, &side, error))
    return FALSE;
  self->picture.width = THUMBNAIL_WIDTH;
  self->picture.height = THUMBNAIL_HEIGHT;
  self->scale = (double) side / THUMBNAIL_WIDTH;
  return TRUE;
}

/* A still picture or a film, by the end of the name. */
static gboolean
find_kind (Render *self, GError **error)
{
  g_autofree char *name = g_filename_display_name (self->options.output);

  if (self->thumbnail == NULL)
    self->animation_kind = systole_animation_kind_find (self->options.output);
  if (self->animation_kind != NULL && self->keyframes)
    g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_SYNTAX, _ ("--keyframes: “%.80s” is a film; telling instants are pictures and end in one of %s"), name, SYSTOLE_PICTURE_ENDINGS);
  if (self->animation_kind != NULL)
    return !self->keyframes;
  self->kind = systole_picture_kind_find (self->thumbnail != NULL ? ".png" : self->options.output);
  if (self->kind == NULL)
    g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_RANGE, _ ("--output: “%.80s” does not end in one of %s, %s"), name, SYSTOLE_PICTURE_ENDINGS, systole_animation_kind_list ());
  else if (systole_render_film_is_asked (&self->film))
    g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_SYNTAX, _ ("--output: “%.80s” is one picture; a film, which --from, --to, --frames and --rate are of, ends in one of %s"), name, systole_animation_kind_list ());
  return self->kind != NULL && !systole_render_film_is_asked (&self->film);
}

/* What can be wrong without running anything. */
static gboolean
check_options (Render *self, GError **error)
{
  SystoleScheme scheme = SYSTOLE_SCHEME_LIGHT;

  if (self->scheme != NULL && !systole_scheme_from_id (self->scheme, &scheme))
    {
      g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_RANGE, _ ("--scheme: “%.40s” is not one of %s"), self->scheme, "light, dark, high-contrast, high-contrast-dark, print");
      return FALSE;
    }
  if (self->options.output == NULL)
    {
      g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_SYNTAX, _ ("--output: say which file to write; it ends in one of %s, %s"), SYSTOLE_PICTURE_ENDINGS, systole_animation_kind_list ());
      return FALSE;
    }
  if (!find_kind (self, error))
    return FALSE;
  self->view = systole_picture_view_find (self->view_name != NULL ? self->view_name : "whole", error);
  if (self->view == NULL || !parse_thumbnail (self, error))
    return FALSE;
  systole_paint_style_init (&self->picture.style, scheme);
  self->picture.style.vector = self->kind != NULL && systole_picture_kind_is_vector (self->kind);
  return TRUE;
}

static gboolean
parse_at (Render *self, const SystoleRun *run, GError **error)
{
  g_auto (GStrv) parts = g_strsplit (self->at != NULL ? self->at : "0,0", ",", -1);
  guint64 row, column;
  guint rows = SYSTOLE_SM_MAX_TENSOR_SIDE, columns = SYSTOLE_SM_MAX_TENSOR_SIDE; /* multipliers, where there is no array */

  systole_run_get_array_size (run, &rows, &columns);
  if (g_strv_length (parts) != 2 || !systole_number_parse_uint (parts[0], 0, rows - 1, "", &row, NULL) || !systole_number_parse_uint (parts[1], 0, columns - 1, "", &column, NULL))
    {
      g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_RANGE, _ ("--at: “%.40s” is not R,C with 0 ≤ R < %u and 0 ≤ C < %u"), self->at, rows, columns);
      return FALSE;
    }
  self->picture.row = (guint) row;
  self->picture.column = (guint) column;
  return TRUE;
}

/* The instant of a lane at which the file was left, in its time base. */
static guint64
find_instant (const Render *self, guint lane)
{
  const SystoleViewState *view = &self->picture.scenario->view;
  const SystoleRun *const *runs = self->picture.runs;
  SystoleTimeBase base = (SystoleTimeBase) view->time_base;
  guint64 cycle = MIN (view->cycle, systole_run_get_n_cycles (runs[view->lane]) - 1);

  if (lane == view->lane)
    return cycle;
  return (guint64) CLAMP (systole_time_to_cycle (base, runs[lane], systole_time_from_cycle (base, runs[view->lane], (double) cycle)), 0, (double) systole_run_get_n_cycles (runs[lane]) - 1);
}

/* Lane and cycle: the options', else those that the file was left at, else the first. */
static gboolean
look_up (Render *self, GError **error)
{
  SystolePicture *picture = &self->picture;
  const SystoleScenario *scenario = picture->scenario;
  gboolean resumes = scenario != NULL && scenario->view.present;
  const SystoleRun *run;
  guint64 lane, unit, sub_core, last;

  if (!systole_cli_options_get_uint (self->options.lane, "--lane", 0, picture->n_lanes - 1, resumes ? scenario->view.lane : 0, &lane, error))
    return FALSE;
  picture->lane = (guint) lane;
  run = picture->runs[picture->lane];
  last = systole_run_get_n_cycles (run) - 1;
  if (!systole_cli_options_get_uint (self->options.cycle, "--cycle", 0, last, resumes && scenario->view.lane < picture->n_lanes ? find_instant (self, picture->lane) : 0, &picture->cycle, error) ||
      !systole_cli_options_get_uint (self->unit, "--unit", 0, systole_run_get_n_units (run) - 1, 0, &unit, error) ||
      !systole_cli_options_get_uint (self->sub_core, "--sub-core", 0, SYSTOLE_SM_MAX_SUB_CORES - 1, 0, &sub_core, error) || !parse_at (self, run, error))
    return FALSE;
  picture->unit = (guint) unit;
  picture->sub_core = (guint) sub_core;
  return systole_picture_check (picture, self->view, error);
}

/* Every lane, run. */
static gboolean
load (Render *self, GError **error)
{
  self->lanes = systole_cli_lanes_load (&self->options, error);
  if (self->lanes == NULL)
    return FALSE;
  self->runs = g_ptr_array_new ();
  for (guint i = 0; i < self->lanes->lanes->len; i++)
    {
      if (!systole_cli_lanes_run (self->lanes, i, error))
        return FALSE;
      g_ptr_array_add (self->runs, systole_cli_lanes_get (self->lanes, i)->run);
    }
  self->picture.scenario = self->lanes->scenario;
  self->picture.title = systole_cli_lanes_get_title (self->lanes, FALSE);
  self->picture.runs = (const SystoleRun *const *) self->runs->pdata;
  self->picture.n_lanes = self->runs->len;
  return TRUE;
}

static GBytes *
encode_film (Render *self, GError **error)
{
  SystoleAnimation film = { .picture = self->picture, .view = self->view, .scale = self->scale };
  GBytes *bytes;

  if (!systole_render_film_read (&self->film, systole_run_get_n_cycles (self->picture.runs[self->picture.lane]), &film, error))
    return NULL;
  systole_cli_watch_interrupt ();
  bytes = systole_animation_encode (&film, self->animation_kind, systole_cli_progress, NULL, error);
  systole_cli_progress_done ();
  return bytes;
}

static gboolean
write_bytes (const char *path, GBytes *bytes, GError **error)
{
  gsize length;
  gconstpointer data = g_bytes_get_data (bytes, &length);

  return systole_cli_write_file (path, data, length, error);
}

/* "out.png" and 3: "out-3.png". */
static char *
number_path (const char *path, guint number)
{
  const char *dot = strrchr (path, '.');

  return g_strdup_printf ("%.*s-%u%s", (int) (dot - path), path, number, dot);
}

/* The telling instants: a PDF of pages, or a file for each. */
static gboolean
render_keyframes (Render *self, GError **error)
{
  guint64 cycles[SYSTOLE_MAX_KEYFRAMES];
  guint n = systole_keyframes_find (&self->picture, cycles, G_N_ELEMENTS (cycles));

  if (systole_picture_kind_is_paged (self->kind))
    {
      g_autoptr (GBytes) pages = systole_keyframes_encode_pdf (&self->picture, self->view, cycles, n, NULL, NULL, error);

      return pages != NULL && write_bytes (self->options.output, pages, error);
    }
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *path = number_path (self->options.output, i + 1);
      g_autoptr (GBytes) bytes = NULL;

      self->picture.cycle = cycles[i];
      bytes = systole_picture_encode (&self->picture, self->view, self->kind, self->scale, error);
      if (bytes == NULL || !write_bytes (path, bytes, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
make_map (Render *self, GError **error)
{
  gboolean good;

  systole_cli_watch_interrupt ();
  good = systole_picture_need_map (&self->picture, self->view, self->across, self->upwards, &self->map, systole_cli_progress, NULL, error);
  if (self->map != NULL)
    systole_cli_progress_done ();
  return good;
}

static gboolean
render (Render *self, GError **error)
{
  g_autoptr (GBytes) bytes = NULL;

  if (!check_options (self, error) || !load (self, error) || !look_up (self, error) || !make_map (self, error))
    return FALSE;
  if (self->keyframes)
    return render_keyframes (self, error);
  bytes = self->kind != NULL ? systole_picture_encode (&self->picture, self->view, self->kind, self->scale, error) : encode_film (self, error);
  return bytes != NULL && write_bytes (self->options.output, bytes, error);
}

static void
list_views (void)
{
  g_autoptr (GString) text = g_string_new (NULL);

  systole_picture_view_list (text);
  systole_cli_write (text);
}

SystoleCliExit
systole_cli_render (char **argv, GError **error)
{
  Render self = { 0 };
  gboolean good = parse (&self, argv, error);

  if (good && self.list)
    list_views ();
  else if (good)
    good = render (&self, error);
  systole_cli_options_clear (&self.options);
  g_clear_pointer (&self.map, systole_picture_map_free);
  g_clear_pointer (&self.runs, g_ptr_array_unref);
  g_clear_pointer (&self.lanes, systole_cli_lanes_free);
  systole_render_film_clear (&self.film);
  g_free (self.view_name);
  g_free (self.size);
  g_free (self.thumbnail);
  g_free (self.scheme);
  g_free (self.unit);
  g_free (self.sub_core);
  g_free (self.at);
  g_free (self.across);
  g_free (self.upwards);
  return good ? SYSTOLE_CLI_OK : SYSTOLE_CLI_BAD_INPUT;
}
