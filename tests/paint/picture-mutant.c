/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "picture-mutant.h"

#include <gmodule.h>
#include <pango/pangocairo.h>

#define SHIFT_PX 4.0

typedef struct
{
  cairo_surface_t *target;
  PictureMutant kind;
  guint at, n;
  gboolean shows_text;
} State;

static State state;

/* Seen from outside: GNU ld lets what a shared library calls be wrapped too, and refuses hidden wrappers. */
#define WRAPPED(name)               \
  void __real_##name (cairo_t *cr); \
  G_MODULE_EXPORT void __wrap_##name (cairo_t *cr)

WRAPPED (cairo_fill);
WRAPPED (cairo_fill_preserve);
WRAPPED (cairo_stroke);
WRAPPED (cairo_stroke_preserve);
WRAPPED (cairo_paint);
void __real_pango_cairo_show_layout (cairo_t *cr, PangoLayout *layout);
G_MODULE_EXPORT void __wrap_pango_cairo_show_layout (cairo_t *cr, PangoLayout *layout);
void __real_cairo_show_glyphs (cairo_t *cr, const cairo_glyph_t *glyphs, int n);
G_MODULE_EXPORT void __wrap_cairo_show_glyphs (cairo_t *cr, const cairo_glyph_t *glyphs, int n);

const char *
picture_mutant_get_name (PictureMutant self)
{
  static const char *const names[PICTURE_MUTANT_N] = { "none", "moved to the right", "lowered", "omitted", "recoloured" };

  return names[self];
}

void
picture_mutant_begin (cairo_surface_t *target, PictureMutant kind, guint at)
{
  state.target = target;
  state.kind = kind;
  state.at = at;
  state.n = 0;
}

guint
picture_mutant_end (void)
{
  state.target = NULL;
  return state.n;
}

void
picture_mutant_show_text (gboolean shown)
{
  state.shows_text = shown;
}

/* Path and pattern move together: both are placed by the target's offset, the clip was before. */
static void
draw_moved (cairo_t *cr, void (*draw) (cairo_t *cr))
{
  cairo_path_t *path = cairo_copy_path (cr);
  double x, y;

  cairo_surface_get_device_offset (state.target, &x, &y);
  cairo_surface_set_device_offset (state.target, x + (state.kind == PICTURE_MUTANT_MOVED ? SHIFT_PX : 0), y + (state.kind == PICTURE_MUTANT_LOWERED ? SHIFT_PX : 0));
  cairo_new_path (cr);
  cairo_append_path (cr, path);
  draw (cr);
  cairo_surface_set_device_offset (state.target, x, y);
  cairo_new_path (cr);
  cairo_append_path (cr, path);
  cairo_path_destroy (path);
}

/* Red for green, green for blue; greys become bluish. Patterns stay. */
static void
draw_recoloured (cairo_t *cr, void (*draw) (cairo_t *cr))
{
  double red, green, blue, alpha;

  if (cairo_pattern_get_rgba (cairo_get_source (cr), &red, &green, &blue, &alpha) != CAIRO_STATUS_SUCCESS)
    {
      draw (cr);
      return;
    }
  cairo_save (cr);
  if (MAX (red, MAX (green, blue)) - MIN (red, MIN (green, blue)) < 0.06)
    cairo_set_source_rgba (cr, red * 0.85, green * 0.85, MIN (1, blue * 0.85 + 0.15), alpha);
  else
    cairo_set_source_rgba (cr, green, blue, red, alpha);
  draw (cr);
  cairo_restore (cr);
}

static void
draw_op (cairo_t *cr, void (*draw) (cairo_t *cr), gboolean preserves)
{
  gboolean counts = state.target != NULL && cairo_get_target (cr) == state.target;
  guint at = state.n;

  if (counts)
    state.n++;
  if (!counts || at != state.at || state.kind == PICTURE_MUTANT_NONE)
    {
      draw (cr);
      return;
    }
  if (state.kind == PICTURE_MUTANT_RECOLOURED)
    draw_recoloured (cr, draw);
  else if (state.kind != PICTURE_MUTANT_OMITTED)
    draw_moved (cr, draw);
  if (!preserves)
    cairo_new_path (cr);
}

void
__wrap_cairo_fill (cairo_t *cr)
{
  draw_op (cr, __real_cairo_fill, FALSE);
}

void
__wrap_cairo_fill_preserve (cairo_t *cr)
{
  draw_op (cr, __real_cairo_fill_preserve, TRUE);
}

void
__wrap_cairo_stroke (cairo_t *cr)
{
  draw_op (cr, __real_cairo_stroke, FALSE);
}

void
__wrap_cairo_stroke_preserve (cairo_t *cr)
{
  draw_op (cr, __real_cairo_stroke_preserve, TRUE);
}

void
__wrap_cairo_paint (cairo_t *cr)
{
  draw_op (cr, __real_cairo_paint, TRUE);
}

void
__wrap_pango_cairo_show_layout (cairo_t *cr, PangoLayout *layout)
{
  if (state.shows_text)
    __real_pango_cairo_show_layout (cr, layout);
}

void
__wrap_cairo_show_glyphs (cairo_t *cr, const cairo_glyph_t *glyphs, int n)
{
  if (state.shows_text)
    __real_cairo_show_glyphs (cr, glyphs, n);
}
