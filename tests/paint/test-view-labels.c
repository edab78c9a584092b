/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "label-checks.h"
#include "view-scenes.h"

/*
 * Every picture that Systole draws, at the size of the smallest window and with letters of twice the size, in
 * every scheme and in the language that LANGUAGE names: its labels lie in it and do not touch; see
 * label-checks.h. What a class sees has a test of its own.
 */

static void
paint (cairo_t *cr, const SystolePaintStyle *style, double width, double height, gpointer data)
{
  view_scene_paint (data, style, 0, cr);
}

static void
test_scene (gconstpointer data)
{
  ViewScene *scene = (ViewScene *) data;

  label_checks_each (view_scene_get_name (scene), "SYSTOLE_SHEET_PICTURES", view_scene_scrolls (scene) ? "1024x2000" : "1024x640", paint, scene);
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
      g_autofree char *path = g_strdup_printf ("/view-labels/%s", view_scene_get_name (g_ptr_array_index (scenes, i)));

      if (!view_scene_is_for_class (g_ptr_array_index (scenes, i)))
        g_test_add_data_func (path, g_ptr_array_index (scenes, i), test_scene);
    }
  return g_test_run ();
}
