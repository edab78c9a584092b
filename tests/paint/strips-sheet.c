/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "hand-run.h"

#include "widgets/timeline-painter.h"
#include "widgets/waterfall-painter.h"

#include <stdlib.h>

/* strips-sheet DIRECTORY [SCHEME [FONT-SCALE]]: pictures of timeline and waterfall, to look at. */

static SystoleScheme scheme;
static double font_scale = 1;

static cairo_t *
begin (double width, double height)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, (int) width, (int) height);
  cairo_t *cr = cairo_create (surface);

  cairo_surface_destroy (surface);
  systole_paint_source (cr, systole_palette_get (scheme)->view);
  cairo_paint (cr);
  return cr;
}

static void
end (cairo_t *cr, const char *directory, const char *name)
{
  g_autofree char *path = g_strdup_printf ("%s/%s.png", directory, name);

  cairo_surface_write_to_png (cairo_get_target (cr), path);
  cairo_destroy (cr);
}

static void
draw_timeline (const char *directory, const char *name, SystoleTimelinePaint *p)
{
  cairo_t *cr;

  systole_paint_style_init (&p->style, scheme);
  p->style.font_family = "Cantarell";
  p->style.font_scale = font_scale;
  p->height = systole_timeline_preferred_height (p);
  cr = begin (p->width, p->height);
  systole_timeline_paint (cr, p);
  end (cr, directory, name);
}

static void
draw_waterfall (const char *directory, const char *name, const SystoleRun *run, double width)
{
  SystoleWaterfallPaint p = { run, 'A', width, 2 };
  cairo_t *cr;

  systole_paint_style_init (&p.style, scheme);
  p.style.font_family = "Cantarell";
  p.style.font_scale = font_scale;
  cr = begin (width, systole_waterfall_get_height (&p));
  systole_waterfall_paint (cr, &p);
  end (cr, directory, name);
}

int
main (int argc, char **argv)
{
  static const HandStretch endless[] = {
    { 1000, SYSTOLE_PHASE_LOAD, SYSTOLE_REASON_WEIGHTS, 0 },
    { G_GUINT64_CONSTANT (30000000000), SYSTOLE_PHASE_STEADY, SYSTOLE_REASON_BUSY, 0.9 },
    { 1000000, SYSTOLE_PHASE_DRAIN, SYSTOLE_REASON_BUSY, 0.5 },
  };
  g_autoptr (SystoleRun) array = hand_run_new_array ();
  g_autoptr (SystoleRun) sm = hand_run_new_sm ();
  g_autoptr (SystoleRun) huge = hand_run_new (SYSTOLE_FAMILY_ARRAY, endless, G_N_ELEMENTS (endless), 123456789, 1e9);
  SystoleBookmark bookmarks[] = { { 0, 8, NULL }, { 1, 20, NULL } };
  SystoleTimelinePaint p = { .n_lanes = 2, .width = 1280, .bookmarks = bookmarks, .n_bookmarks = 2 };
  const char *directory = argc > 1 ? argv[1] : ".";

  if (argc > 2 && !systole_scheme_from_id (argv[2], &scheme))
    return 1;
  if (argc > 3)
    font_scale = g_ascii_strtod (argv[3], NULL);
  p.lanes[0] = (SystoleTimelineLane){ array, 'A', 18 };
  p.lanes[1] = (SystoleTimelineLane){ sm, 'B', 18 };
  p.position = 18;
  draw_timeline (directory, "timeline-cycles", &p);
  p.width = 500;
  draw_timeline (directory, "timeline-narrow", &p);
  p.width = 1280;
  p.time_base = SYSTOLE_TIME_WALL;
  p.position = 18 / 700e6;
  p.lanes[1].position = p.position * 1410e6;
  draw_timeline (directory, "timeline-wall", &p);
  p.time_base = SYSTOLE_TIME_WORK;
  p.position = 0.42;
  draw_timeline (directory, "timeline-work", &p);
  p.time_base = SYSTOLE_TIME_CYCLES;
  p.n_lanes = 1;
  p.n_bookmarks = 0;
  p.position = 12345678901;
  p.lanes[0] = (SystoleTimelineLane){ huge, 'A', p.position };
  p.has_focus = TRUE;
  draw_timeline (directory, "timeline-huge", &p);
  draw_waterfall (directory, "waterfall-wide", array, 940);
  draw_waterfall (directory, "waterfall-narrow", array, 272);
  draw_waterfall (directory, "waterfall-sm", sm, 560);
  return EXIT_SUCCESS;
}
