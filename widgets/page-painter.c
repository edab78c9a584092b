/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/page-painter.h"

#define TITLE_PX 18.0
#define TITLE_HEIGHT 32.0
#define CAPTION_PX 13.0
#define GAP 10.0

/* Paper is read from near; a caption of many lanes does not push the lanes off the sheet. */
#define MAX_CAPTION_SHARE 0.25

static PangoLayout *
make_caption (cairo_t *cr, const SystolePagePaint *self)
{
  PangoLayout *layout = pango_cairo_create_layout (cr);
  PangoFontDescription *font = pango_font_description_new ();
  double px = CAPTION_PX * self->style.font_scale;

  pango_font_description_set_family (font, self->style.font_family);
  pango_font_description_set_absolute_size (font, px * PANGO_SCALE);
  pango_layout_set_font_description (layout, font);
  pango_layout_set_width (layout, (int) (self->width * PANGO_SCALE));
  pango_layout_set_height (layout, (int) (MAX_CAPTION_SHARE * self->height * PANGO_SCALE));
  pango_layout_set_ellipsize (layout, PANGO_ELLIPSIZE_END);
  pango_layout_set_text (layout, self->caption, -1);
  pango_font_description_free (font);
  return layout;
}

static void
paint_lane (cairo_t *cr, const SystolePagePaint *self, guint lane, double x, double y, double width, double height)
{
  SystoleLanePaint paint = self->lanes[lane];
  g_autoptr (SystoleLaneCache) cache = systole_lane_cache_new ();

  paint.width = width;
  paint.height = height;
  paint.style = self->style;
  paint.cache = cache;
  paint.fraction = 0;
  paint.has_focus = FALSE;
  paint.hover = paint.focus = (SystoleTarget){ SYSTOLE_TARGET_NONE };
  cairo_save (cr);
  cairo_translate (cr, x, y);
  cairo_rectangle (cr, 0, 0, width, height);
  cairo_clip (cr);
  systole_lane_paint (cr, &paint);
  cairo_restore (cr);
}

/* One lane, two side by side, or two by two. */
static void
paint_lanes (cairo_t *cr, const SystolePagePaint *self, double y, double height)
{
  guint columns = self->n_lanes > 1 ? 2 : 1;
  guint rows = self->n_lanes > 2 ? 2 : 1;
  double lane_width = (self->width - (columns - 1) * GAP) / columns;
  double lane_height = (height - (rows - 1) * GAP) / rows;

  for (guint i = 0; i < self->n_lanes; i++)
    if (self->lanes[i].run != NULL)
      paint_lane (cr, self, i, (i % columns) * (lane_width + GAP), y + (i / columns) * (lane_height + GAP), lane_width, lane_height);
}

/**
 * systole_page_paint:
 *
 * One page. What is pointed at and where the keyboard is belongs to the screen and is
 * left out; what is pinned stays.
 */
void
systole_page_paint (cairo_t *cr, const SystolePagePaint *self)
{
  SystoleTimelinePaint timeline = *self->timeline;
  g_autoptr (PangoLayout) caption = make_caption (cr, self);
  double left = self->style.rtl ? self->width : 0;
  double bottom = self->height;
  int caption_height;

  g_return_if_fail (self->n_lanes <= SYSTOLE_MAX_LANES_SHOWN);
  systole_paint_text (cr, &self->style, self->title, NULL, TITLE_PX, SYSTOLE_WEIGHT_BOLD, self->style.palette->text, left, TITLE_HEIGHT / 2, self->width, self->style.rtl ? SYSTOLE_ALIGN_END : SYSTOLE_ALIGN_START);
  pango_layout_get_pixel_size (caption, NULL, &caption_height);
  if (*self->caption != '\0')
    {
      bottom -= caption_height;
      systole_paint_source (cr, self->style.palette->text);
      cairo_move_to (cr, 0, bottom);
      pango_cairo_show_layout (cr, caption);
      bottom -= GAP;
    }
  timeline.width = self->width;
  timeline.style = self->style;
  timeline.has_focus = FALSE;
  timeline.height = systole_timeline_preferred_height (&timeline);
  bottom -= timeline.height;
  cairo_save (cr);
  cairo_translate (cr, 0, bottom);
  systole_timeline_paint (cr, &timeline);
  cairo_restore (cr);
  paint_lanes (cr, self, TITLE_HEIGHT, bottom - GAP - TITLE_HEIGHT);
}
