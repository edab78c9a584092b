/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/export/picture.h"

#include <string.h>

#include "app/export/picture-charts.h"
#include "engine/base/error.h"
#include "engine/base/i18n.h"
#include "widgets/level-painter.h"
#include "widgets/timeline-painter.h"

#define MARGIN 12.0
#define MAX_LEVELS 16

struct _SystolePictureView
{
  const char *name;
  const char *title; /* marked for translation; NULL: the level's */
  int level;         /* SystoleLevel of the lane, −1: the lane's own, or none */
  void (*paint) (const SystolePicture *self, const SystolePictureView *view, cairo_t *cr);
  char *(*describe) (const SystolePicture *self, const SystolePictureView *view);
  gboolean (*check) (const SystolePicture *self, GError **error); /* NULL: every lane has it */
};

static const SystoleRun *
get_run (const SystolePicture *self, guint lane)
{
  return self->runs[lane];
}

static guint
get_n_shown (const SystolePicture *self)
{
  return MIN (self->n_lanes, (guint) SYSTOLE_MAX_LANES_SHOWN);
}

static SystoleTimeBase
get_time_base (const SystolePicture *self)
{
  const SystoleScenario *scenario = self->scenario;

  return scenario != NULL && scenario->view.present ? scenario->view.time_base : SYSTOLE_TIME_CYCLES;
}

/* Where another lane is while the picture's own is at its cycle; may be past its end. */
static double
get_position (const SystolePicture *self, guint lane)
{
  SystoleTimeBase base = get_time_base (self);

  if (lane == self->lane)
    return (double) self->cycle;
  return systole_time_to_cycle (base, get_run (self, lane), systole_time_from_cycle (base, get_run (self, self->lane), (double) self->cycle));
}

/* At the level that the file names, else the run's own. */
static void
init_camera (const SystolePicture *self, guint lane, SystoleCamera *out)
{
  const GArray *zooms = self->scenario != NULL && self->scenario->view.present ? self->scenario->view.zooms : NULL;

  systole_camera_init (out, get_run (self, lane));
  if (zooms != NULL && lane < zooms->len && g_array_index (zooms, int, lane) >= 0)
    out->level = (SystoleLevel) g_array_index (zooms, int, lane);
}

static void
init_lane (const SystolePicture *self, guint lane, int level, double width, double height, SystoleLanePaint *out)
{
  const SystoleRun *run = get_run (self, lane);
  double position = get_position (self, lane);
  double last = (double) (systole_run_get_n_cycles (run) - 1);

  systole_lane_paint_init (out);
  out->run = run;
  out->letter = (char) ('A' + lane % 26);
  out->cycle = (guint64) CLAMP (position, 0, last);
  out->ended = position > last;
  if (self->cameras != NULL && level < 0)
    out->camera = self->cameras[lane];
  else
    init_camera (self, lane, &out->camera);
  if (level >= 0)
    {
      out->camera.level = (SystoleLevel) level;
      out->camera.unit = self->unit;
      out->camera.sub_core = self->sub_core;
      out->camera.row = self->row;
      out->camera.column = self->column;
    }
  out->hides = self->hides;
  out->hidden = self->hidden;
  out->width = width;
  out->height = height;
  out->style = self->style;
}

static void
paint_lane (const SystolePicture *self, guint lane, int level, double width, double height, cairo_t *cr)
{
  g_autoptr (SystoleLaneCache) cache = systole_lane_cache_new ();
  g_auto (SystoleRunName) name = { NULL };
  SystoleLanePaint paint;

  init_lane (self, lane, level, width, height, &paint);
  systole_run_name_init (&name, self->runs, self->n_lanes, lane);
  paint.name = &name;
  paint.cache = cache;
  systole_lane_paint (cr, &paint);
}

static void
paint_one_lane (const SystolePicture *self, const SystolePictureView *view, cairo_t *cr)
{
  paint_lane (self, self->lane, view->level, self->width, self->height, cr);
}

static char *
describe_one_lane (const SystolePicture *self, const SystolePictureView *view)
{
  g_autoptr (SystoleLaneCache) cache = systole_lane_cache_new ();
  SystoleLanePaint paint;

  init_lane (self, self->lane, view->level, self->width, self->height, &paint);
  paint.cache = cache;
  return systole_lane_describe (&paint);
}

static void
init_timeline (const SystolePicture *self, double width, SystoleTimelinePaint *out)
{
  const SystoleScenario *scenario = self->scenario;

  *out = (SystoleTimelinePaint){ .n_lanes = get_n_shown (self), .active = self->lane, .time_base = get_time_base (self), .width = width, .style = self->style };
  for (guint i = 0; i < out->n_lanes; i++)
    out->lanes[i] = (SystoleTimelineLane){ get_run (self, i), (char) ('A' + i), get_position (self, i) };
  out->position = systole_time_from_cycle (out->time_base, get_run (self, self->lane), (double) self->cycle);
  if (scenario != NULL && scenario->view.present)
    {
      out->bookmarks = (const SystoleBookmark *) scenario->view.bookmarks->data;
      out->n_bookmarks = scenario->view.bookmarks->len;
    }
  out->height = systole_timeline_preferred_height (out);
}

static void
paint_timeline (const SystolePicture *self, const SystolePictureView *view, cairo_t *cr)
{
  SystoleTimelinePaint paint;

  init_timeline (self, self->width, &paint);
  paint.height = self->height;
  systole_timeline_paint (cr, &paint);
}

static char *
describe_timeline (const SystolePicture *self, const SystolePictureView *view)
{
  SystoleTimelinePaint paint;

  init_timeline (self, self->width, &paint);
  return systole_timeline_describe (&paint);
}

/* Lanes side by side, the timeline below them. */
static void
paint_whole (const SystolePicture *self, const SystolePictureView *view, cairo_t *cr)
{
  SystoleTimelinePaint timeline;
  guint n = get_n_shown (self);
  double width = self->width / n, stage;

  init_timeline (self, self->width, &timeline);
  stage = self->height - (self->no_timeline ? 0 : timeline.height);
  for (guint i = 0; i < n; i++)
    {
      cairo_save (cr);
      cairo_translate (cr, i * width, 0);
      cairo_rectangle (cr, 0, 0, width, stage);
      cairo_clip (cr);
      paint_lane (self, i, -1, width, stage, cr);
      cairo_restore (cr);
    }
  systole_paint_source (cr, self->style.palette->border);
  cairo_set_line_width (cr, 1);
  for (guint i = 1; i < n; i++)
    {
      cairo_move_to (cr, i * width, MARGIN);
      cairo_line_to (cr, i * width, stage - MARGIN);
    }
  cairo_stroke (cr);
  if (self->no_timeline)
    return;
  cairo_move_to (cr, 0, stage + 0.5);
  cairo_line_to (cr, self->width, stage + 0.5);
  cairo_stroke (cr);
  cairo_translate (cr, 0, stage);
  systole_timeline_paint (cr, &timeline);
}

static char *
describe_whole (const SystolePicture *self, const SystolePictureView *view)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < get_n_shown (self); i++)
    {
      SystolePicture one = *self;
      g_autofree char *lane = NULL;

      one.cycle = (guint64) CLAMP (get_position (self, i), 0, (double) (systole_run_get_n_cycles (get_run (self, i)) - 1));
      one.lane = i;
      lane = describe_one_lane (&one, view);
      g_string_append_printf (text, "%s%s", i > 0 ? " " : "", lane);
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* VIEW: what --view names; the levels are those of the window's breadcrumbs. */
static const SystolePictureView views[] = {
  { "whole", N_ ("Everything"), -1, paint_whole, describe_whole },
  { "lane", N_ ("Lane as it stands"), -1, paint_one_lane, describe_one_lane },
  { "chip", NULL, SYSTOLE_LEVEL_CHIP, paint_one_lane, describe_one_lane },
  { "core", NULL, SYSTOLE_LEVEL_CORE, paint_one_lane, describe_one_lane },
  { "sm", NULL, SYSTOLE_LEVEL_SM, paint_one_lane, describe_one_lane },
  { "array", NULL, SYSTOLE_LEVEL_ARRAY, paint_one_lane, describe_one_lane },
  { "sub-core", NULL, SYSTOLE_LEVEL_SUB_CORE, paint_one_lane, describe_one_lane },
  { "pe", NULL, SYSTOLE_LEVEL_PE, paint_one_lane, describe_one_lane },
  { "fragment", NULL, SYSTOLE_LEVEL_FRAGMENT, paint_one_lane, describe_one_lane },
  { "timeline", N_ ("Timeline"), -1, paint_timeline, describe_timeline },
  { "time", N_ ("Where the time goes"), -1, systole_picture_paint_waterfall, systole_picture_describe_waterfall },
  { "roofline", N_ ("Roofline"), -1, systole_picture_paint_roofline, systole_picture_describe_roofline },
  { "memory", N_ ("Memory"), -1, systole_picture_paint_memory, systole_picture_describe_memory },
  { "energy", N_ ("Energy"), -1, systole_picture_paint_energy, systole_picture_describe_energy },
  { "difference", N_ ("Why the lanes differ"), -1, systole_picture_paint_difference, systole_picture_describe_difference, systole_picture_check_difference },
  { "neighbours", N_ ("A PE among its neighbours"), -1, systole_picture_paint_neighbours, systole_picture_describe_neighbours, systole_picture_check_neighbours },
  { "map", N_ ("Which is faster?"), -1, systole_picture_paint_map, systole_picture_describe_map, systole_picture_check_map },
};

/* A level that nobody draws yet is not offered. */
static gboolean
is_drawn (const SystolePictureView *view)
{
  return view->level < 0 || systole_level_painter_get ((SystoleLevel) view->level) != NULL;
}

/**
 * systole_picture_view_get:
 *
 * Returns: (nullable): view number @i of those that are drawn, NULL past the last
 */
const SystolePictureView *
systole_picture_view_get (guint i)
{
  for (guint v = 0; v < G_N_ELEMENTS (views); v++)
    if (is_drawn (&views[v]) && i-- == 0)
      return &views[v];
  return NULL;
}

/* Translated, for people. */
const char *
systole_picture_view_get_title (const SystolePictureView *self)
{
  return self->title != NULL ? _ (self->title) : systole_level_get_title ((SystoleLevel) self->level, SYSTOLE_MAKER_USUAL);
}

/* The names, one a line. */
void
systole_picture_view_list (GString *out)
{
  for (guint i = 0; i < G_N_ELEMENTS (views); i++)
    if (is_drawn (&views[i]))
      g_string_append_printf (out, "%s\n", views[i].name);
}

/* By what --view names; NULL with SYSTOLE_ERROR_RANGE and the names there are. */
const SystolePictureView *
systole_picture_view_find (const char *name, GError **error)
{
  g_autoptr (GString) names = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (views); i++)
    {
      if (!is_drawn (&views[i]))
        continue;
      if (strcmp (views[i].name, name) == 0)
        return &views[i];
      g_string_append_printf (names, "%s%s", i > 0 ? ", " : "", views[i].name);
    }
  g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_RANGE, _ ("--view: “%.40s” is not one of %s"), name, names->str);
  return NULL;
}

/**
 * systole_picture_check:
 *
 * Returns: FALSE where the lane has not what the view shows; the message lists the levels
 *   that it has
 */
gboolean
systole_picture_check (const SystolePicture *self, const SystolePictureView *view, GError **error)
{
  SystoleLevel levels[MAX_LEVELS];
  guint n = systole_run_get_levels (get_run (self, self->lane), levels, G_N_ELEMENTS (levels));
  g_autoptr (GString) names = g_string_new (NULL);

  if (view->check != NULL && !view->check (self, error))
    return FALSE;
  if (view->level < 0)
    return TRUE;
  for (guint i = 0; i < n; i++)
    {
      if ((int) levels[i] == view->level)
        return TRUE;
      g_string_append_printf (names, "%s%s", i > 0 ? ", " : "", systole_level_get_id (levels[i]));
    }
  /* Translators: name of a view, number of a lane, names of its levels */
  g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_SHAPE, _ ("--view: lane %2$u has no level “%1$s”; it has %3$s"), view->name, self->lane, names->str);
  return FALSE;
}

/**
 * systole_picture_need_map:
 * @x_keys: (nullable): see systole_picture_map_new()
 * @out: where the map is put that @self now shows; stays as it is where @view shows none
 *
 * Makes what @view needs beside the runs.
 *
 * Returns: FALSE with SYSTOLE_ERROR_RANGE or SYSTOLE_ERROR_CANCELLED
 */
gboolean
systole_picture_need_map (SystolePicture *self, const SystolePictureView *view, const char *x_keys, const char *y_keys, SystolePictureMap **out, SystoleProgress progress, gpointer progress_data, GError **error)
{
  if (view->paint != systole_picture_paint_map)
    return TRUE;
  self->map = *out = systole_picture_map_new (self->runs, self->n_lanes, x_keys, y_keys, progress, progress_data, error);
  return *out != NULL;
}

/* Fills width × height of @self from the origin of @cr; @view is one that systole_picture_check() lets pass. */
void
systole_picture_paint (const SystolePicture *self, const SystolePictureView *view, cairo_t *cr)
{
  systole_paint_source (cr, self->style.palette->view);
  cairo_paint (cr);
  view->paint (self, view, cr);
}

/* One sentence or more for those who do not see the picture. */
char *
systole_picture_describe (const SystolePicture *self, const SystolePictureView *view)
{
  return view->describe (self, view);
}

static char *
name_lane (const SystolePicture *self)
{
  g_auto (SystoleRunName) name = { NULL };

  systole_run_name_init (&name, self->runs, self->n_lanes, self->lane);
  return g_steal_pointer (&name.title);
}

/* The given one, else the name of the lane. */
char *
systole_picture_get_title (const SystolePicture *self, const SystolePictureView *view)
{
  return self->title != NULL && *self->title != '\0' ? g_strdup (self->title) : name_lane (self);
}
