/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/cli/cli.h"

#include "app/cli/cli-output.h"
#include "app/cli/render-file.h"
#include "engine/base/error.h"
#include "engine/base/i18n.h"
#include "engine/base/number.h"

#define MIN_SIDE 64
#define MAX_SIDE 8192
#define MIN_THUMBNAIL 16
#define THUMBNAIL_WIDTH 640
#define THUMBNAIL_HEIGHT 480

typedef struct
{
  SystoleCliOptions options;
  char *view_name, *size, *scheme, *unit, *sub_core, *at;
  char *thumbnail; /* pixels of the longer side, or NULL */
  double scale;
  gboolean list;

  SystolePicture picture;
  const SystolePictureView *view;
  const SystolePictureKind *kind;
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
      g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_SYNTAX, _ ("--output: say which file to write; it ends in .png, .svg or .pdf"));
      return FALSE;
    }
  self->kind = systole_picture_kind_find (self->thumbnail != NULL ? ".png" : self->options.output, error);
  self->view = self->kind != NULL ? systole_picture_view_find (self->view_name != NULL ? self->view_name : "whole", error) : NULL;
  if (self->view == NULL || !parse_thumbnail (self, error))
    return FALSE;
  systole_paint_style_init (&self->picture.style, scheme);
  self->picture.style.vector = systole_picture_kind_is_vector (self->kind);
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

/* Lane and cycle: the options', else those that the file was left at, else the first. */
static gboolean
look_up (Render *self, GError **error)
{
  SystolePicture *picture = &self->picture;
  const SystoleScenario *scenario = picture->lanes->scenario;
  gboolean resumes = scenario != NULL && scenario->view.present;
  const SystoleRun *run;
  guint64 lane, unit, sub_core, last;

  if (!systole_cli_options_get_uint (self->options.lane, "--lane", 0, picture->lanes->lanes->len - 1, resumes ? scenario->view.lane : 0, &lane, error))
    return FALSE;
  picture->lane = (guint) lane;
  run = systole_cli_lanes_get (picture->lanes, picture->lane)->run;
  last = systole_run_get_n_cycles (run) - 1;
  if (!systole_cli_options_get_uint (self->options.cycle, "--cycle", 0, last, resumes && lane == scenario->view.lane ? MIN (scenario->view.cycle, last) : 0, &picture->cycle, error) ||
      !systole_cli_options_get_uint (self->unit, "--unit", 0, systole_run_get_n_units (run) - 1, 0, &unit, error) ||
      !systole_cli_options_get_uint (self->sub_core, "--sub-core", 0, SYSTOLE_SM_MAX_SUB_CORES - 1, 0, &sub_core, error) || !parse_at (self, run, error))
    return FALSE;
  picture->unit = (guint) unit;
  picture->sub_core = (guint) sub_core;
  return systole_picture_check (picture, self->view, error);
}

static gboolean
render (Render *self, GError **error)
{
  if (!check_options (self, error))
    return FALSE;
  self->picture.lanes = systole_cli_lanes_load (&self->options, error);
  if (self->picture.lanes == NULL)
    return FALSE;
  for (guint i = 0; i < self->picture.lanes->lanes->len; i++)
    if (!systole_cli_lanes_run (self->picture.lanes, i, error))
      return FALSE;
  return look_up (self, error) && systole_picture_write (&self->picture, self->view, self->kind, self->scale, self->options.output, error);
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
  g_clear_pointer (&self.picture.lanes, systole_cli_lanes_free);
  g_free (self.view_name);
  g_free (self.size);
  g_free (self.thumbnail);
  g_free (self.scheme);
  g_free (self.unit);
  g_free (self.sub_core);
  g_free (self.at);
  return good ? SYSTOLE_CLI_OK : SYSTOLE_CLI_BAD_INPUT;
}
