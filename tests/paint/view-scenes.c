/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "view-scenes.h"

#include "app/export/picture.h"
#include "paint-fixture.h"
#include "paint-scenes.h"
#include "presenter-scenes.h"

#include <string.h>

#define WIDTH 1024
#define HEIGHT 640
#define SCREEN 1 /* of a presentation: 1280 × 800 */

/* What is compared; its views are exported. */
typedef struct
{
  const char *name;
  const char *machines[2];
  guint64 m, n, k, cycles[2];
  SystoleFormat format;
} Pair;

static const Pair pairs[] = {
  { "bare", { "array:rows=8,cols=8,dataflow=ws", "sm:" }, 8, 8, 8, { 18, 18 }, SYSTOLE_FORMAT_INT8 },
  { "chips", { "google-tpu-v5e", "nvidia-h100-sxm" }, 512, 512, 512, { 4000, 4000 }, SYSTOLE_FORMAT_BF16 },
};

typedef struct
{
  SystoleRun *runs[2];
  SystolePictureMap *map;
  guint n_users;
} PairRuns;

struct _ViewScene
{
  char *name;
  int width, height;
  void (*paint) (ViewScene *self, const SystolePaintStyle *style, double fraction, cairo_t *cr);

  PairRuns *runs; /* an exported view */
  const SystolePictureView *view;
  SystolePicture picture;

  guint film; /* a view as a film */
  PaintScene *scene;

  const PresenterScene *presenter;
};

/* "SM of H100, fp32" as a part of a file's name. */
static char *
to_file_name (const char *group, const char *name)
{
  g_autoptr (GString) out = g_string_new (group);

  g_string_append_c (out, '-');
  for (const char *at = name; *at != '\0'; at = g_utf8_next_char (at))
    {
      gunichar letter = g_utf8_get_char (at);

      if (letter == 0xd7) /* × */
        g_string_append_c (out, 'x');
      else if (letter < 128 && g_ascii_isalnum (letter))
        g_string_append_c (out, g_ascii_tolower ((char) letter));
      else if (letter == ' ' && out->str[out->len - 1] != '-')
        g_string_append_c (out, '-');
    }
  return g_string_free (g_steal_pointer (&out), FALSE);
}

static void
paint_exported (ViewScene *self, const SystolePaintStyle *style, double fraction, cairo_t *cr)
{
  self->picture.style = *style;
  if (self->runs->map == NULL)
    g_assert_true (systole_picture_need_map (&self->picture, self->view, NULL, NULL, &self->runs->map, NULL, NULL, NULL));
  self->picture.map = self->runs->map;
  systole_picture_paint (&self->picture, self->view, cr);
}

static void
paint_film (ViewScene *self, const SystolePaintStyle *style, double fraction, cairo_t *cr)
{
  systole_paint_source (cr, style->palette->view);
  cairo_paint (cr);
  if (self->scene == NULL)
    self->scene = paint_scene_new (self->film, 1, self->width, self->height, style);
  paint_scene_set_style (self->scene, style);
  paint_scene_paint_middle (self->scene, cr, fraction);
}

static void
paint_presenter (ViewScene *self, const SystolePaintStyle *style, double fraction, cairo_t *cr)
{
  PresenterPicture picture = { 0 };

  presenter_scene_make (self->presenter, style->palette->scheme, SCREEN, &picture);
  picture.paint.style.labels = style->labels;
  systole_presenter_paint (cr, &picture.paint);
  presenter_scene_clear (&picture);
}

static ViewScene *
scene_new (GPtrArray *scenes, const char *group, const char *name, int width, int height, void (*paint) (ViewScene *self, const SystolePaintStyle *style, double fraction, cairo_t *cr))
{
  ViewScene *self = g_new0 (ViewScene, 1);

  self->name = to_file_name (group, name);
  self->width = width;
  self->height = height;
  self->paint = paint;
  g_ptr_array_add (scenes, self);
  return self;
}

static void
scene_free (gpointer data)
{
  ViewScene *self = data;

  view_scene_forget (self);
  if (self->runs != NULL && --self->runs->n_users == 0)
    {
      g_clear_pointer (&self->runs->map, systole_picture_map_free);
      for (guint i = 0; i < 2; i++)
        systole_run_unref (self->runs->runs[i]);
      g_free (self->runs);
    }
  g_free (self->name);
  g_free (self);
}

/* What shows all lanes is one picture; the others are drawn of each. */
static gboolean
shows_all_lanes (const char *name)
{
  static const char *const names[] = { "whole", "timeline", "roofline", "difference", "map", NULL };

  return g_strv_contains (names, name);
}

static void
add_exported (GPtrArray *scenes, const Pair *pair)
{
  g_autoptr (GString) list = g_string_new (NULL);
  PairRuns *runs = g_new0 (PairRuns, 1);
  g_auto (GStrv) names = NULL;

  for (guint i = 0; i < 2; i++)
    runs->runs[i] = paint_fixture_run (pair->machines[i], pair->m, pair->n, pair->k, pair->format);
  systole_picture_view_list (list);
  names = g_strsplit (g_strchomp (list->str), "\n", -1);
  for (guint lane = 0; lane < 2; lane++)
    for (guint i = 0; names[i] != NULL; i++)
      {
        g_autofree char *group = g_strdup_printf ("view-%s-%c", pair->name, 'a' + (char) lane);
        SystolePicture picture = { .runs = (const SystoleRun *const *) runs->runs, .n_lanes = 2, .lane = lane, .cycle = pair->cycles[lane], .row = 4, .column = 2, .width = WIDTH, .height = HEIGHT };
        const SystolePictureView *view = systole_picture_view_find (names[i], NULL);
        ViewScene *self;

        if ((lane > 0 && shows_all_lanes (names[i])) || !systole_picture_check (&picture, view, NULL))
          continue;
        self = scene_new (scenes, group, names[i], WIDTH, HEIGHT, paint_exported);
        self->picture = picture;
        self->view = view;
        self->runs = runs;
        runs->n_users++;
      }
}

/* Films that differ in how fast they go look alike. */
static void
add_films (GPtrArray *scenes)
{
  for (guint i = 0; i < paint_scenes_count (); i++)
    {
      const char *name = paint_scenes_get_name (i);

      if (strstr (name, ", steps") == NULL && strstr (name, ", far apart") == NULL)
        scene_new (scenes, "film", name, WIDTH, HEIGHT, paint_film)->film = i;
    }
}

GPtrArray *
view_scenes_new (void)
{
  GPtrArray *scenes = g_ptr_array_new_with_free_func (scene_free);

  for (guint i = 0; i < G_N_ELEMENTS (pairs); i++)
    add_exported (scenes, &pairs[i]);
  add_films (scenes);
  for (guint i = 0; i < PRESENTER_N_SCENES; i++)
    scene_new (scenes, "class", presenter_scenes[i].name, presenter_screens[SCREEN].width, presenter_screens[SCREEN].height, paint_presenter)->presenter = &presenter_scenes[i];
  return scenes;
}

const char *
view_scene_get_name (const ViewScene *self)
{
  return self->name;
}

int
view_scene_get_width (const ViewScene *self)
{
  return self->width;
}

int
view_scene_get_height (const ViewScene *self)
{
  return self->height;
}

guint
view_scene_get_schemes (const ViewScene *self, SystoleScheme schemes[SYSTOLE_N_SCHEMES])
{
  guint n = 0;

  for (guint i = 0; i < SYSTOLE_N_SCHEMES; i++)
    if (i != (self->presenter != NULL ? SYSTOLE_SCHEME_PRINT : SYSTOLE_SCHEME_HIGH_CONTRAST_DARK))
      schemes[n++] = (SystoleScheme) i;
  return n;
}

gboolean
view_scene_scrolls (const ViewScene *self)
{
  return self->paint == paint_film && paint_scene_scrolls (self->film);
}

gboolean
view_scene_is_for_class (const ViewScene *self)
{
  return self->presenter != NULL;
}

void
view_scene_paint (ViewScene *self, const SystolePaintStyle *style, double fraction, cairo_t *cr)
{
  self->paint (self, style, fraction, cr);
  g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
}

void
view_scene_forget (ViewScene *self)
{
  g_clear_pointer (&self->scene, paint_scene_free);
}
