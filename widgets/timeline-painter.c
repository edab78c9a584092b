/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/timeline-painter.h"

#include <math.h>

#include "engine/base/i18n.h"
#include "engine/base/number.h"
#include "widgets/strip-painter.h"
#include "widgets/timeline-geometry.h"
#include "widgets/unit-format.h"

#define AXIS_PX 11.5
#define NAME_PX 12.5
#define NOTE_PX 11.5
#define BADGE 18.0
#define HANDLE 12.0 /* width of the playhead's handle */

static const char *
axis_unit (const SystoleTimelinePaint *self)
{
  return self->time_base == SYSTOLE_TIME_WALL ? "s" : self->time_base == SYSTOLE_TIME_WORK ? "%"
                                                                                           : "";
}

/* The playhead's place in words: the whole number, never rounded to fit. */
static char *
format_position (const SystoleTimelinePaint *self)
{
  if (self->time_base == SYSTOLE_TIME_WALL)
    return systole_units_format_seconds (self->position);
  if (self->time_base == SYSTOLE_TIME_WORK)
    return systole_units_format_percent (self->position);
  return systole_number_format_count ((guint64) floor (MAX (self->position, 0) + 1e-9));
}

static void
paint_badge (cairo_t *cr, const SystoleTimelinePaint *self, char letter, double x, double y, double size)
{
  const SystolePalette *palette = self->style.palette;
  char text[2] = { letter, '\0' };

  systole_paint_rounded (cr, x, y, size, size, 0.28 * size);
  systole_paint_source (cr, palette->text);
  cairo_fill (cr);
  systole_paint_text (cr, &self->style, text, NULL, 11, SYSTOLE_WEIGHT_BOLD, palette->view, x + size / 2, y + size / 2, 0, SYSTOLE_ALIGN_CENTRE);
}

static void
paint_gutters (cairo_t *cr, const SystoleTimelinePaint *self, const SystoleTimelineGeometry *geometry, guint lane)
{
  const SystolePalette *palette = self->style.palette;
  double middle = geometry->first + geometry->pitch * lane + (geometry->words + geometry->busy) / 2 + 2;
  double size = MIN (BADGE * geometry->font, geometry->pitch - 3);
  g_autofree char *length = systole_timeline_lane_length (self, lane);
  g_autofree char *note = systole_timeline_lane_note (self, lane);
  g_autofree char *name = systole_timeline_lane_name (self, lane);

  paint_badge (cr, self, self->lanes[lane].letter, 14, round (middle - size / 2), size);
  if (geometry->name_x >= 0)
    systole_paint_text (cr, &self->style, name, NULL, NAME_PX, SYSTOLE_WEIGHT_NORMAL, palette->second_text, geometry->name_x, middle, geometry->left - geometry->name_x - 8, SYSTOLE_ALIGN_START);
  if (!geometry->lengths)
    return;
  systole_paint_text (cr, &self->style, length, NULL, NAME_PX, SYSTOLE_WEIGHT_SEMIBOLD, palette->text, self->width - 14, note != NULL ? middle - 7 * geometry->font : middle, 0, SYSTOLE_ALIGN_END);
  if (note != NULL)
    systole_paint_text (cr, &self->style, note, NULL, NOTE_PX, SYSTOLE_WEIGHT_NORMAL, palette->second_text, self->width - 14, middle + 8 * geometry->font, 0, SYSTOLE_ALIGN_END);
}

/* Boxes on the axis that a label must leave free: the plate and the bookmarks. */
typedef struct
{
  double from, to;
} Taken;

static gboolean
is_taken (const GArray *taken, double from, double to)
{
  for (guint i = 0; i < taken->len; i++)
    {
      const Taken *t = &g_array_index (taken, Taken, i);

      if (from < t->to && to > t->from)
        return TRUE;
    }
  return FALSE;
}

static double
tick_step (const SystoleTimelinePaint *self, const SystoleTimelineGeometry *geometry)
{
  double per_pixel = (geometry->to - geometry->from) / (geometry->end - geometry->left);
  double step = systole_units_round_step (per_pixel * 80 * geometry->font);
  g_autofree char *widest = systole_units_format_tick (geometry->to, step, axis_unit (self));
  double width = systole_paint_text_width (&self->style, widest, AXIS_PX, SYSTOLE_WEIGHT_NORMAL);

  step = systole_units_round_step (per_pixel * MAX (80 * geometry->font, width + 24));
  return self->time_base == SYSTOLE_TIME_CYCLES ? MAX (step, 1) : step;
}

static void
paint_tick (cairo_t *cr, const SystoleTimelineGeometry *geometry, double position, double length)
{
  double x = round (systole_timeline_edge_x (geometry, position)) + 0.5;

  cairo_move_to (cr, x, geometry->axis);
  cairo_rel_line_to (cr, 0, length);
}

static void
paint_axis (cairo_t *cr, const SystoleTimelinePaint *self, const SystoleTimelineGeometry *geometry, const GArray *taken)
{
  const SystolePalette *palette = self->style.palette;
  double step = tick_step (self, geometry);
  double minor = step / 5;
  double y = geometry->axis + 4 + 8 * geometry->font;

  if (self->time_base == SYSTOLE_TIME_CYCLES && minor < 1)
    minor = 1;
  systole_paint_source (cr, palette->idle_outline);
  cairo_set_line_width (cr, self->style.line_scale);
  cairo_move_to (cr, geometry->left, geometry->axis + 0.5);
  cairo_line_to (cr, geometry->right, geometry->axis + 0.5);
  for (double i = ceil (geometry->from / minor - 1e-9); i * minor <= geometry->to * (1 + 1e-12); i++)
    paint_tick (cr, geometry, i * minor, 3);
  for (double i = ceil (geometry->from / step - 1e-9); i * step <= geometry->to * (1 + 1e-12); i++)
    paint_tick (cr, geometry, i * step, 6);
  cairo_stroke (cr);
  if (self->hides_length)
    return;
  for (double i = ceil (geometry->from / step - 1e-9); i * step <= geometry->to * (1 + 1e-12); i++)
    {
      g_autofree char *text = systole_units_format_tick (i * step, step, axis_unit (self));
      double width = systole_paint_text_width (&self->style, text, AXIS_PX, SYSTOLE_WEIGHT_NORMAL);
      double x = systole_timeline_edge_x (geometry, i * step + (self->time_base == SYSTOLE_TIME_CYCLES ? geometry->half : 0));

      x = MAX (x, geometry->left + width / 2 + 1);
      if (x + width / 2 < self->width - 2 && !is_taken (taken, x - width / 2 - 4, x + width / 2 + 4))
        systole_paint_text (cr, &self->style, text, NULL, AXIS_PX, SYSTOLE_WEIGHT_NORMAL, palette->second_text, x, y, 0, SYSTOLE_ALIGN_CENTRE);
    }
}

/* < 0: the lane of the bookmark is not shown. */
static double
bookmark_x (const SystoleTimelinePaint *self, const SystoleTimelineGeometry *geometry, const SystoleBookmark *bookmark)
{
  for (guint i = 0; i < self->n_lanes; i++)
    if (self->lanes[i].letter == (char) ('A' + bookmark->lane))
      {
        double low = systole_time_from_cycle (self->time_base, self->lanes[i].run, (double) bookmark->cycle);
        double high = systole_time_from_cycle (self->time_base, self->lanes[i].run, (double) bookmark->cycle + 1);

        return systole_timeline_edge_x (geometry, (low + high) / 2);
      }
  return -1;
}

static void
paint_bookmarks (cairo_t *cr, const SystoleTimelinePaint *self, const SystoleTimelineGeometry *geometry, GArray *taken)
{
  double radius = 7.5 * geometry->font;
  double y = geometry->axis + 4 + 8 * geometry->font;
  gboolean drawn[SYSTOLE_SCENARIO_MAX_BOOKMARKS] = { FALSE };

  for (guint i = 0; i < MIN (self->n_bookmarks, SYSTOLE_SCENARIO_MAX_BOOKMARKS); i++)
    {
      double x = bookmark_x (self, geometry, &self->bookmarks[i]), end = x, half;
      g_autoptr (GString) numbers = g_string_new (NULL);

      if (drawn[i] || x < geometry->left - 1 || x > geometry->end + 1)
        continue;
      /* Those that would lie on each other share one disc. */
      for (guint j = i; j < MIN (self->n_bookmarks, SYSTOLE_SCENARIO_MAX_BOOKMARKS); j++)
        {
          double other = bookmark_x (self, geometry, &self->bookmarks[j]);

          if (drawn[j] || fabs (other - x) >= 2 * radius + 1)
            continue;
          drawn[j] = TRUE;
          g_string_append_printf (numbers, numbers->len > 0 ? ",%u" : "%u", j + 1);
          end = other;
        }
      half = MAX (radius, systole_paint_text_width (&self->style, numbers->str, 10.5, SYSTOLE_WEIGHT_BOLD) / 2 + 4 * geometry->font);
      x = (x + end) / 2;
      if (is_taken (taken, x - half, x + half))
        continue;
      systole_paint_rounded (cr, x - half, y - radius, 2 * half, 2 * radius, radius);
      systole_paint_source (cr, self->style.palette->second_text);
      cairo_fill (cr);
      systole_paint_text (cr, &self->style, numbers->str, NULL, 10.5, SYSTOLE_WEIGHT_BOLD, self->style.palette->view, x, y, 0, SYSTOLE_ALIGN_CENTRE);
      g_array_append_val (taken, ((Taken){ x - half, x + half }));
    }
}

static double
playhead_x (const SystoleTimelinePaint *self, const SystoleTimelineGeometry *geometry)
{
  return systole_timeline_edge_x (geometry, self->position + geometry->half);
}

/* The plate with the number, kept inside the widget. */
static gboolean
measure_plate (const SystoleTimelinePaint *self, const SystoleTimelineGeometry *geometry, Taken *out)
{
  g_autofree char *text = format_position (self);
  double width = systole_paint_text_width (&self->style, text, 13, SYSTOLE_WEIGHT_BOLD) + 14;
  double x = playhead_x (self, geometry);

  if (self->n_lanes == 0 || x < geometry->left - 1 || x > geometry->right + 1)
    return FALSE;
  width = MAX (width, 24);
  out->from = CLAMP (x - width / 2, 2, self->width - 2 - width);
  out->to = out->from + width;
  return TRUE;
}

/* When the sum that is followed is born, and when it is written: a bracket over the strip. */
static void
paint_traced (cairo_t *cr, const SystoleTimelinePaint *self, const SystoleTimelineGeometry *geometry, guint lane)
{
  const SystoleTimelineLane *shown = &self->lanes[lane];
  double y = geometry->first + geometry->pitch * lane + geometry->words + 1, height = 5 * geometry->font, x0, x1;

  if (!shown->traced)
    return;
  x0 = systole_timeline_edge_x (geometry, systole_time_from_cycle (self->time_base, shown->run, (double) shown->born));
  x1 = systole_timeline_edge_x (geometry, systole_time_from_cycle (self->time_base, shown->run, (double) shown->written + 1));
  if (x1 < geometry->left || x0 > geometry->end)
    return;
  x0 = MAX (x0, geometry->left);
  x1 = MAX (MIN (x1, geometry->end), x0 + 2);
  cairo_move_to (cr, x0, y + height);
  cairo_line_to (cr, x0, y);
  cairo_line_to (cr, x1, y);
  cairo_line_to (cr, x1, y + height);
  systole_paint_source (cr, self->style.palette->meanings[SYSTOLE_MEANING_RESULT].mark);
  cairo_set_line_width (cr, 3 * self->style.line_scale);
  cairo_stroke (cr);
}

/* The present cycle of a lane, as a column over its strip. */
static void
paint_column (cairo_t *cr, const SystoleTimelinePaint *self, const SystoleTimelineGeometry *geometry, guint lane)
{
  const SystoleRun *run = self->lanes[lane].run;
  double cycle = floor (self->lanes[lane].position + 1e-9);
  double top = geometry->first + geometry->pitch * lane;
  double x0, x1;
  SystoleColor color = self->style.palette->accent_fill;

  if (cycle >= (double) systole_run_get_n_cycles (run))
    return;
  x0 = MAX (systole_timeline_edge_x (geometry, systole_time_from_cycle (self->time_base, run, cycle)), geometry->left);
  x1 = MIN (systole_timeline_edge_x (geometry, systole_time_from_cycle (self->time_base, run, cycle + 1)), geometry->end);
  if (x1 - x0 < 1)
    return;
  color.alpha = 0.18;
  systole_paint_source (cr, color);
  cairo_rectangle (cr, x0, top, x1 - x0, geometry->words + geometry->busy);
  cairo_fill (cr);
}

static void
paint_playhead (cairo_t *cr, const SystoleTimelinePaint *self, const SystoleTimelineGeometry *geometry, const Taken *plate)
{
  const SystolePalette *palette = self->style.palette;
  double x = playhead_x (self, geometry);
  double height = 17 * geometry->font + 1;
  double top = geometry->axis + 3;
  double line = 2 * self->style.line_scale;
  g_autofree char *text = format_position (self);

  for (guint i = 0; i < self->n_lanes; i++)
    paint_column (cr, self, geometry, i);
  systole_paint_source (cr, palette->accent);
  cairo_rectangle (cr, x - line / 2, geometry->first - 8, line, top - geometry->first + 9);
  cairo_fill (cr);
  cairo_move_to (cr, x - HANDLE / 2, geometry->first - 10);
  cairo_rel_line_to (cr, HANDLE, 0);
  cairo_rel_line_to (cr, -HANDLE / 2, HANDLE * 0.75);
  cairo_close_path (cr);
  cairo_fill (cr);
  systole_paint_rounded (cr, plate->from, top, plate->to - plate->from, height, 5);
  systole_paint_source (cr, palette->accent);
  cairo_fill (cr);
  if (self->has_focus)
    {
      systole_paint_rounded (cr, plate->from - 2.5, top - 2.5, plate->to - plate->from + 5, height + 5, 7);
      systole_paint_source (cr, palette->accent_fill);
      cairo_set_line_width (cr, 2 * self->style.line_scale);
      cairo_stroke (cr);
    }
  systole_paint_text (cr, &self->style, text, NULL, 13, SYSTOLE_WEIGHT_BOLD, palette->view, (plate->from + plate->to) / 2, top + height / 2, 0, SYSTOLE_ALIGN_CENTRE);
}

/**
 * systole_timeline_paint_strips:
 *
 * The part that only a new run, size, range or palette changes: strips, names, lengths.
 * A view keeps it as its static layer.
 */
void
systole_timeline_paint_strips (cairo_t *cr, const SystoleTimelinePaint *self)
{
  SystoleTimelineGeometry geometry;

  systole_timeline_measure (self, &geometry);
  for (guint i = 0; i < self->n_lanes; i++)
    {
      paint_gutters (cr, self, &geometry, i);
      systole_strip_paint (cr, self, &geometry, i);
    }
}

/**
 * systole_timeline_paint_playhead:
 *
 * The part that moves: axis labels (they make room for the plate), bookmarks, playhead.
 */
void
systole_timeline_paint_playhead (cairo_t *cr, const SystoleTimelinePaint *self)
{
  SystoleTimelineGeometry geometry;
  g_autoptr (GArray) taken = g_array_new (FALSE, FALSE, sizeof (Taken));
  Taken plate;
  gboolean has_plate;

  systole_timeline_measure (self, &geometry);
  has_plate = measure_plate (self, &geometry, &plate);
  for (guint i = 0; i < self->n_lanes; i++)
    paint_traced (cr, self, &geometry, i);
  if (has_plate)
    g_array_append_val (taken, plate);
  if (self->n_lanes > 0)
    paint_bookmarks (cr, self, &geometry, taken);
  paint_axis (cr, self, &geometry, taken);
  if (has_plate)
    paint_playhead (cr, self, &geometry, &plate);
}

void
systole_timeline_paint (cairo_t *cr, const SystoleTimelinePaint *self)
{
  systole_timeline_paint_strips (cr, self);
  systole_timeline_paint_playhead (cr, self);
}

/**
 * systole_timeline_describe:
 *
 * Returns: (transfer full): where the playhead is, and where each lane is, in words
 */
char *
systole_timeline_describe (const SystoleTimelinePaint *self)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < self->n_lanes; i++)
    {
      const SystoleTimelineLane *lane = &self->lanes[i];
      guint64 n = systole_run_get_n_cycles (lane->run);
      g_autofree char *length = self->hides_length ? g_strdup ("?") : systole_units_format_cycles (n);
      g_autofree char *name = systole_timeline_lane_name (self, i);
      g_autofree char *cycle = systole_number_format_count ((guint64) floor (CLAMP (lane->position, 0, (double) (n - 1)) + 1e-9));

      if (i > 0)
        g_string_append_c (text, ' ');
      if (floor (lane->position + 1e-9) >= (double) n)
        /* Translators: letter and name of a lane, and its length: "A, array: ended after 30 cycles." */
        g_string_append_printf (text, _ ("%c, %s: ended after %s."), lane->letter, name, length);
      else
        {
          SystoleSummary summary;

          systole_run_summarize (lane->run, (guint64) floor (MAX (lane->position, 0) + 1e-9), &summary);
          /* Translators: "A, array: cycle 18 of 30 cycles, fill." */
          g_string_append_printf (text, _ ("%c, %s: cycle %s of %s, %s."), lane->letter, name, cycle, length, systole_phase_get_title (summary.phase));
        }
    }
  return g_string_free (text, FALSE);
}
