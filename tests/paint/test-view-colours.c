/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "colour-vision.h"
#include "label-checks.h"
#include "picture-mutant.h"
#include "view-scenes.h"

/*
 * Colours that stand beside one another in a picture, found in its pixels, are told apart by every kind of
 * colour vision. Of a meaning that is the colour of its lines: tints are paler and alike, and never
 * without a line, a hatch or a letter. Texts are not drawn.
 */

#define NEAR_PX 8
#define LEAST_PLACES 6 /* of two colours in a picture: fewer is a corner */
#define LEAST_APART 10.0
#define LEAST_OF_FRAMES 5.0 /* the desktop's blue is a frame or the playhead: its shape tells it from operand A */

typedef struct
{
  char name[24];
  SystoleColor color;
  guint32 pixel;
} Role;

#define MAX_ROLES 24

static guint32
to_pixel (SystoleColor color)
{
  return (guint32) (color.red * 255 + 0.5) << 16 | (guint32) (color.green * 255 + 0.5) << 8 | (guint32) (color.blue * 255 + 0.5);
}

static void
add_role (Role *roles, guint *n, const char *name, SystoleColor color)
{
  guint32 pixel = to_pixel (color);

  for (guint i = 0; i < *n; i++)
    if (roles[i].pixel == pixel) /* one colour, one meaning: lane A is drawn in that of operand A */
      return;
  g_strlcpy (roles[*n].name, name, sizeof roles[*n].name);
  roles[*n].color = color;
  roles[(*n)++].pixel = pixel;
}

static guint
list_roles (const SystolePalette *palette, Role *roles)
{
  static const char *const meanings[SYSTOLE_N_MEANINGS] = { "A", "B", "sum", "result", "memory", "advice" };
  guint n = 0;

  for (guint i = 0; i < SYSTOLE_N_MEANINGS; i++)
    add_role (roles, &n, meanings[i], palette->meanings[i].mark);
  for (guint i = 0; i < G_N_ELEMENTS (palette->lanes); i++)
    add_role (roles, &n, "lane", palette->lanes[i]);
  add_role (roles, &n, "busy outline", palette->busy_outline);
  /* the last */
  add_role (roles, &n, "playhead", palette->accent);
  return n;
}

typedef struct
{
  int role, at; /* that was last seen, and where */
} Seen;

static void
look (Seen *seen, int role, int at, guint counts[MAX_ROLES][MAX_ROLES])
{
  if (role < 0)
    return;
  if (seen->role >= 0 && seen->role != role && at - seen->at <= NEAR_PX)
    counts[MIN (seen->role, role)][MAX (seen->role, role)]++;
  *seen = (Seen){ role, at };
}

/* How often two colours are near one another, along rows and columns. */
static void
count_neighbours (cairo_surface_t *picture, const Role *roles, guint n, guint counts[MAX_ROLES][MAX_ROLES])
{
  int width = cairo_image_surface_get_width (picture), height = cairo_image_surface_get_height (picture);
  g_autofree Seen *above = g_new (Seen, width);

  for (int x = 0; x < width; x++)
    above[x].role = -1;
  for (int y = 0; y < height; y++)
    {
      const guint32 *row = (const guint32 *) (gconstpointer) (cairo_image_surface_get_data (picture) + (gsize) y * cairo_image_surface_get_stride (picture));
      Seen left = { -1, 0 };

      for (int x = 0; x < width; x++)
        {
          int role = -1;

          for (guint i = 0; role < 0 && i < n; i++)
            if (roles[i].pixel == (row[x] & 0xffffff))
              role = (int) i;
          look (&left, role, x, counts);
          look (&above[x], role, y, counts);
        }
    }
}

static guint n_pairs;
static double least[SYSTOLE_N_SCHEMES];

static void
test_scene (gconstpointer data)
{
  ViewScene *scene = (ViewScene *) data;
  SystoleScheme schemes[SYSTOLE_N_SCHEMES];
  guint n_schemes = view_scene_get_schemes (scene, schemes);

  for (guint s = 0; s < n_schemes; s++)
    {
      cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, view_scene_get_width (scene), view_scene_get_height (scene));
      cairo_t *cr = cairo_create (surface);
      guint counts[MAX_ROLES][MAX_ROLES] = { 0 }, n;
      Role roles[MAX_ROLES];
      SystolePaintStyle style;

      systole_paint_style_init (&style, schemes[s]);
      view_scene_paint (scene, &style, 0.25, cr);
      cairo_destroy (cr);
      cairo_surface_flush (surface);
      n = list_roles (style.palette, roles);
      count_neighbours (surface, roles, n, counts);
      cairo_surface_destroy (surface);
      for (guint i = 0; i < n; i++)
        for (guint j = i + 1; j < n; j++)
          {
            double apart = colour_least_distance (roles[i].color, roles[j].color), enough = j == n - 1 ? LEAST_OF_FRAMES : LEAST_APART;

            if (counts[i][j] < LEAST_PLACES)
              continue;
            n_pairs++;
            least[schemes[s]] = MIN (least[schemes[s]], apart);
            if (apart >= enough)
              continue;
            g_test_message ("%s in %s: %s beside %s, %u times: %.1f apart", view_scene_get_name (scene), systole_scheme_get_id (schemes[s]), roles[i].name, roles[j].name, counts[i][j], apart);
            g_test_fail ();
          }
    }
  view_scene_forget (scene);
}

/* There was something to be told apart. */
static void
test_found (void)
{
  for (guint i = 0; i < SYSTOLE_N_SCHEMES; i++)
    g_test_message ("%s: the nearest neighbours are %.1f apart", systole_scheme_get_id (i), least[i]);
  g_test_message ("%u pairs in all", n_pairs);
  g_assert_cmpuint (n_pairs, >, 300);
}

int
main (int argc, char **argv)
{
  g_autoptr (GPtrArray) scenes = NULL;

  label_checks_init (&argc, &argv);
  scenes = view_scenes_new ();
  for (guint i = 0; i < SYSTOLE_N_SCHEMES; i++)
    least[i] = G_MAXDOUBLE;
  for (guint i = 0; i < scenes->len; i++)
    {
      g_autofree char *path = g_strdup_printf ("/view-colours/%s", view_scene_get_name (g_ptr_array_index (scenes, i)));

      g_test_add_data_func (path, g_ptr_array_index (scenes, i), test_scene);
    }
  g_test_add_func ("/view-colours/found", test_found);
  return g_test_run ();
}
