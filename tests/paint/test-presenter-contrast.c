/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "contrast-meter.h"
#include "paint-fixture.h"
#include "presenter-scenes.h"

/* Contrasts of what a class sees; see contrast-meter.h. */

#define CONTRAST_N_SCREENS 3 /* of the usual ones; the largest takes long */

static void
test_scene (gconstpointer data)
{
  const PresenterScene *scene = data;

  for (guint i = 0; i < PRESENTER_N_SCHEMES; i++)
    for (guint screen = 0; screen < CONTRAST_N_SCREENS; screen++)
      {
        int width = presenter_screens[screen].width, height = presenter_screens[screen].height;
        g_autofree char *name = g_strdup_printf ("%s in %s at %d × %d", scene->name, systole_scheme_get_id (presenter_schemes[i]), width, height);
        cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, width, height);
        cairo_t *cr = cairo_create (surface);
        PresenterPicture picture = { 0 };
        ContrastCount count;

        presenter_scene_make (scene, presenter_schemes[i], screen, &picture);
        contrast_meter_begin (name, presenter_schemes[i], height / 800.0, width, height);
        systole_presenter_paint (cr, &picture.paint);
        count = contrast_meter_end ();
        g_test_message ("%s: %u texts, %u marks", name, count.n_texts, count.n_marks);
        g_assert_cmpuint (count.n_texts, >, 10);
        presenter_scene_clear (&picture);
        cairo_destroy (cr);
        cairo_surface_destroy (surface);
      }
}

int
main (int argc, char **argv)
{
  paint_fixture_init (&argc, &argv);
  g_test_add_func ("/presenter-contrast/meter", contrast_meter_check);
  for (guint i = 0; i < PRESENTER_N_SCENES; i++)
    {
      g_autofree char *path = g_strdup_printf ("/presenter-contrast/%s", presenter_scenes[i].name);

      g_test_add_data_func (path, &presenter_scenes[i], test_scene);
    }
  return g_test_run ();
}
