/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "contrast-meter.h"
#include "label-checks.h"
#include "paint-fixture.h"
#include "view-scenes.h"

#include <string.h>

/* Contrasts of every picture that Systole draws, in every scheme; see contrast-meter.h. */

static void
test_scene (gconstpointer data)
{
  ViewScene *scene = (ViewScene *) data;
  int width = view_scene_get_width (scene), height = view_scene_get_height (scene);
  SystoleScheme schemes[SYSTOLE_N_SCHEMES];
  guint n = view_scene_get_schemes (scene, schemes);

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *name = g_strdup_printf ("%s in %s", view_scene_get_name (scene), systole_scheme_get_id (schemes[i]));
      cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, width, height);
      cairo_t *cr = cairo_create (surface);
      SystolePaintStyle style;
      ContrastCount count;

      systole_paint_style_init (&style, schemes[i]);
      contrast_meter_begin (name, schemes[i], 1, width, height);
      view_scene_paint (scene, &style, 0.25, cr);
      count = contrast_meter_end ();
      g_test_message ("%s: %u texts, %u marks", name, count.n_texts, count.n_marks);
      g_assert_cmpuint (count.n_texts, >, 0);
      cairo_destroy (cr);
      cairo_surface_destroy (surface);
    }
  view_scene_forget (scene);
}

int
main (int argc, char **argv)
{
  g_autoptr (GPtrArray) scenes = NULL;

  label_checks_init (&argc, &argv);
  scenes = view_scenes_new ();
  for (guint i = 0; i < scenes->len; i++)
    {
      ViewScene *scene = g_ptr_array_index (scenes, i);
      g_autofree char *path = g_strdup_printf ("/view-contrast/%s", view_scene_get_name (scene));

      /* what a class sees has a test of its own */
      if (!view_scene_is_for_class (scene) && strstr (view_scene_get_name (scene), "presenter") == NULL)
        g_test_add_data_func (path, scene, test_scene);
    }
  return g_test_run ();
}
