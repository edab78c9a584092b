/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Renders one lane to a PNG, to look at: paint-sheet --machine array:rows=8,cols=8 --gemm 8x8x8 --cycle 18 -o out.png */

#include "paint-fixture.h"

#include <cairo-svg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int
main (int argc, char **argv)
{
  g_autofree char *machine = g_strdup ("array:rows=8,cols=8,dataflow=ws"), *gemm = g_strdup ("8x8x8"), *level = NULL, *size = g_strdup ("372x540"), *scheme_id = g_strdup ("light"), *out = g_strdup ("out.png"), *format_id = g_strdup ("int8"), *pin = NULL, *focus = NULL, *at = NULL;
  gint64 cycle = 0, unit = 0;
  double fraction = 0.0, font_scale = 1.0, line_scale = 0.0, scale = 1.0, zoom = 1.0;
  const GOptionEntry entries[] = {
    { "machine", 'm', 0, G_OPTION_ARG_STRING, &machine, "machine", "TEXT" },
    { "gemm", 'g', 0, G_OPTION_ARG_STRING, &gemm, "M x N x K", "MxNxK" },
    { "format", 0, 0, G_OPTION_ARG_STRING, &format_id, "number format", "ID" },
    { "cycle", 'c', 0, G_OPTION_ARG_INT64, &cycle, "cycle", "N" },
    { "unit", 'u', 0, G_OPTION_ARG_INT64, &unit, "unit", "N" },
    { "fraction", 'f', 0, G_OPTION_ARG_DOUBLE, &fraction, "on the way to the next cycle", "0…1" },
    { "level", 'l', 0, G_OPTION_ARG_STRING, &level, "level of zoom", "ID" },
    { "size", 's', 0, G_OPTION_ARG_STRING, &size, "width x height", "WxH" },
    { "scheme", 0, 0, G_OPTION_ARG_STRING, &scheme_id, "colours", "ID" },
    { "font-scale", 0, 0, G_OPTION_ARG_DOUBLE, &font_scale, "font scale", "X" },
    { "line-scale", 0, 0, G_OPTION_ARG_DOUBLE, &line_scale, "line scale", "X" },
    { "scale", 0, 0, G_OPTION_ARG_DOUBLE, &scale, "device pixels a pixel", "X" },
    { "zoom", 'z', 0, G_OPTION_ARG_DOUBLE, &zoom, "camera's scale", "X" },
    { "pin", 0, 0, G_OPTION_ARG_STRING, &pin, "pinned PE", "R,C" },
    { "focus", 0, 0, G_OPTION_ARG_STRING, &focus, "focused PE", "R,C" },
    { "at", 0, 0, G_OPTION_ARG_STRING, &at, "PE or multiplier looked at (and sub-core)", "R,C[,S]" },
    { "output", 'o', 0, G_OPTION_ARG_FILENAME, &out, "PNG or SVG", "FILE" },
    { NULL },
  };
  g_autoptr (GOptionContext) context = g_option_context_new (NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (SystoleRun) run = NULL;
  SystoleScheme scheme = SYSTOLE_SCHEME_LIGHT;
  SystoleFormat format = SYSTOLE_FORMAT_INT8;
  SystoleLanePaint lane;
  cairo_surface_t *surface;
  g_autofree char *words = NULL;
  guint width = 0, height = 0;
  guint64 m = 0, n = 0, k = 0;

  paint_fixture_init (NULL, NULL);
  g_option_context_add_main_entries (context, entries, NULL);
  if (!g_option_context_parse (context, &argc, &argv, &error))
    g_error ("%s", error->message);
  if (sscanf (gemm, "%" G_GUINT64_FORMAT "x%" G_GUINT64_FORMAT "x%" G_GUINT64_FORMAT, &m, &n, &k) != 3 || sscanf (size, "%ux%u", &width, &height) != 2 || !systole_scheme_from_id (scheme_id, &scheme) || !systole_format_from_id (format_id, &format))
    g_error ("bad option");

  run = paint_fixture_run (machine, m, n, k, format);
  systole_lane_paint_init (&lane);
  systole_camera_init (&lane.camera, run);
  systole_paint_style_init (&lane.style, scheme);
  lane.run = run;
  lane.cycle = MIN ((guint64) cycle, systole_run_get_n_cycles (run) - 1);
  lane.fraction = fraction;
  lane.width = width;
  lane.height = height;
  lane.style.font_scale = font_scale;
  if (line_scale > 0.0)
    lane.style.line_scale = line_scale;
  lane.camera.unit = (guint) unit;
  lane.camera.scale = zoom;
  lane.cache = systole_lane_cache_new ();
  if (level != NULL && !systole_level_from_id (level, &lane.camera.level))
    g_error ("no level %s", level);
  if (at != NULL)
    sscanf (at, "%u,%u,%u", &lane.camera.row, &lane.camera.column, &lane.camera.sub_core);
  if (pin != NULL && sscanf (pin, "%u,%u", &lane.pinned.row, &lane.pinned.column) == 2)
    lane.pinned.kind = SYSTOLE_TARGET_PE;
  if (focus != NULL && sscanf (focus, "%u,%u", &lane.focus.row, &lane.focus.column) == 2)
    {
      lane.focus.kind = SYSTOLE_TARGET_PE;
      lane.has_focus = TRUE;
    }

  if (g_str_has_suffix (out, ".svg"))
    {
      cairo_t *cr;

      lane.style.vector = TRUE;
      surface = cairo_svg_surface_create (out, lane.width, lane.height);
      cr = cairo_create (surface);
      systole_lane_paint (cr, &lane);
      cairo_destroy (cr);
    }
  else
    {
      surface = paint_fixture_render (&lane, scale);
      cairo_surface_write_to_png (surface, out);
    }
  cairo_surface_destroy (surface);
  words = systole_lane_describe (&lane);
  g_print ("%s\n", words);
  if (lane.pinned.kind != SYSTOLE_TARGET_NONE)
    {
      g_autoptr (GArray) facts = NULL;
      g_autofree char *sentence = NULL, *title = systole_lane_explain (&lane, &lane.pinned, &facts, &sentence);

      g_print ("%s\n", title);
      for (guint i = 0; i < facts->len; i++)
        g_print ("  %s: %s\n", g_array_index (facts, SystoleFact, i).name, g_array_index (facts, SystoleFact, i).value);
      g_print ("%s\n", sentence != NULL ? sentence : "");
    }
  systole_lane_cache_free (lane.cache);

  return EXIT_SUCCESS;
}
