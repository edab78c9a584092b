/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/timeline-geometry.h"

#include <math.h>

#include "engine/run/known-error.h"
#include "engine/run/run-name.h"
#include "widgets/unit-format.h"

#define LARGE_LETTERS 1.4
#define EDGE 14.0 /* left and right of everything */
#define BADGE 18.0
#define GAP 6.0
#define FLAG_ROOM 16.0
#define COMPACT_WORDS 12.0 /* room of the marks */
#define NAMES 0.14         /* most of the width, */
#define LARGE_NAMES 0.26   /* of large letters, while enough is left */
#define LEAST_PLOT 160.0

/**
 * systole_timeline_lane_name:
 *
 * Returns: (transfer full): the short name beside a strip: what tells it from the other
 *   lanes; a bare array or SM that is the only one is called that
 */
char *
systole_timeline_lane_name (const SystoleTimelinePaint *self, guint lane)
{
  const SystoleRun *runs[SYSTOLE_MAX_LANES_SHOWN];
  const SystoleMachine *machine = systole_run_get_machine (self->lanes[lane].run);
  SystoleFamily family = systole_machine_get_family (machine);
  g_auto (SystoleRunName) name = { NULL };
  guint relatives = 0;

  for (guint i = 0; i < self->n_lanes; i++)
    {
      runs[i] = self->lanes[i].run;
      if (systole_machine_get_family (systole_run_get_machine (runs[i])) == family)
        relatives++;
    }
  if (relatives == 1 && systole_machine_get_array (machine) != NULL)
    return g_strdup (systole_level_get_title (SYSTOLE_LEVEL_ARRAY, SYSTOLE_MAKER_USUAL));
  if (relatives == 1 && systole_machine_get_sm (machine) != NULL)
    return g_strdup (systole_level_get_title (SYSTOLE_LEVEL_SM, SYSTOLE_MAKER_USUAL));
  systole_run_name_init (&name, runs, self->n_lanes, lane);
  return g_steal_pointer (&name.brief);
}

char *
systole_timeline_lane_length (const SystoleTimelinePaint *self, guint lane)
{
  const SystoleRun *run = self->lanes[lane].run;

  if (self->hides_length)
    return g_strdup ("?");
  if (self->time_base == SYSTOLE_TIME_WALL)
    {
      SystoleKnownError error = systole_run_get_known_error (run);
      g_autofree char *seconds = systole_units_format_seconds (systole_run_get_seconds (run));
      g_autofree char *known = systole_known_error_describe_short (&error);

      return self->style.font_scale > LARGE_LETTERS ? g_strconcat (seconds, " ", known, NULL) : g_steal_pointer (&seconds);
    }
  return systole_units_format_cycles (systole_run_get_n_cycles (run));
}

/* How far the time can be trusted, below it; NULL: what stands there is no time, or it is
 * beside it, since lines of large letters are dear. */
char *
systole_timeline_lane_note (const SystoleTimelinePaint *self, guint lane)
{
  SystoleKnownError error;

  if (self->hides_length || self->time_base != SYSTOLE_TIME_WALL || self->style.font_scale > LARGE_LETTERS)
    return NULL;
  error = systole_run_get_known_error (self->lanes[lane].run);
  return systole_known_error_describe_short (&error);
}

/**
 * systole_timeline_get_length:
 *
 * Returns: the whole axis in its unit: the longest lane in cycles or seconds; 1 for work
 */
double
systole_timeline_get_length (const SystoleTimelinePaint *self)
{
  double length = 0;

  for (guint i = 0; i < self->n_lanes; i++)
    {
      const SystoleRun *run = self->lanes[i].run;

      length = MAX (length, systole_time_from_cycle (self->time_base, run, (double) systole_run_get_n_cycles (run)));
    }
  return length;
}

/* Half a cycle of the active lane: the playhead stands in the middle of its cycle. */
static double
half_cycle (const SystoleTimelinePaint *self)
{
  if (self->time_base == SYSTOLE_TIME_CYCLES)
    return 0.5;
  if (self->time_base == SYSTOLE_TIME_WALL && self->n_lanes > 0)
    return 0.5 / systole_run_get_clock_hz (self->lanes[MIN (self->active, self->n_lanes - 1)].run);
  return 0;
}

static double
text_width (const SystoleTimelinePaint *self, const char *text, SystoleWeight weight)
{
  return systole_paint_text_width (&self->style, text, 12.5, weight);
}

/* Names and lengths take what they need; the names give way first, then they are dropped, then the lengths. */
static void
measure_gutters (const SystoleTimelinePaint *self, SystoleTimelineGeometry *out)
{
  double names = 0, lengths = 0;

  for (guint i = 0; i < self->n_lanes; i++)
    {
      g_autofree char *length = systole_timeline_lane_length (self, i);
      g_autofree char *note = systole_timeline_lane_note (self, i);
      g_autofree char *name = systole_timeline_lane_name (self, i);

      names = MAX (names, text_width (self, name, SYSTOLE_WEIGHT_NORMAL));
      lengths = MAX (lengths, text_width (self, length, SYSTOLE_WEIGHT_SEMIBOLD));
      if (note != NULL)
        lengths = MAX (lengths, text_width (self, note, SYSTOLE_WEIGHT_NORMAL));
    }
  out->name_x = EDGE + BADGE * out->font + GAP;
  /* on whole pixels, so that fonts that differ by next to nothing give one picture */
  out->right = floor (self->width - EDGE - lengths - 12);
  out->left = ceil (MAX (out->name_x + MIN (names, self->width * NAMES) + 12, 84));
  if (self->style.font_scale > LARGE_LETTERS)
    out->left = ceil (MAX (out->left, MIN (out->name_x + MIN (names, self->width * LARGE_NAMES) + 12, out->right - 2 * LEAST_PLOT)));
  if (out->right - out->left < LEAST_PLOT)
    {
      out->left = out->name_x + GAP;
      out->name_x = -1;
    }
  out->lengths = out->right - out->left >= LEAST_PLOT / 2;
  if (!out->lengths)
    out->right = MAX (self->width - EDGE, out->left + 1);
}

/* Many lanes of large letters: strips without phase words, or little would be left for the machines. */
static gboolean
is_compact (const SystoleTimelinePaint *self)
{
  return self->style.font_scale > LARGE_LETTERS && self->n_lanes > 2;
}

/**
 * systole_timeline_measure:
 *
 * Places the plot, the strips and the axis for the size, the font scale and the
 * visible range.
 */
void
systole_timeline_measure (const SystoleTimelinePaint *self, SystoleTimelineGeometry *out)
{
  double length = systole_timeline_get_length (self);
  double font = MAX (self->style.font_scale, 0.5);

  *out = (SystoleTimelineGeometry){ .font = font };
  measure_gutters (self, out);
  out->first = 12;
  out->words = is_compact (self) ? COMPACT_WORDS : 13 * font;
  out->busy = 16;
  out->pitch = out->words + out->busy + 7;
  if (is_compact (self))
    out->pitch = MAX (out->pitch, 17 * font);
  /* A time has its known error below it. */
  if (self->time_base == SYSTOLE_TIME_WALL && out->lengths && font <= LARGE_LETTERS)
    out->pitch = MAX (out->pitch, 31 * font + 3);
  out->axis = out->first + out->pitch * MAX (self->n_lanes, 1) - 5;
  out->bottom = out->axis + 4 + 19 * font;
  out->half = half_cycle (self);
  out->from = 0;
  out->to = length;
  if (self->to > self->from)
    {
      out->from = CLAMP (self->from, 0, length);
      out->to = CLAMP (self->to, 0, length);
    }
  if (out->to <= out->from)
    out->to = out->from + MAX (length, 1) * 1e-9;
  out->end = MAX (out->right - FLAG_ROOM * MAX (1, font), out->left + 1);
}

double
systole_timeline_preferred_height (const SystoleTimelinePaint *self)
{
  SystoleTimelineGeometry geometry;

  systole_timeline_measure (self, &geometry);
  return ceil (geometry.bottom);
}

double
systole_timeline_edge_x (const SystoleTimelineGeometry *self, double position)
{
  return self->left + (position - self->from) / (self->to - self->from) * (self->end - self->left);
}

double
systole_timeline_edge_position (const SystoleTimelineGeometry *self, double x)
{
  return self->from + (x - self->left) / (self->end - self->left) * (self->to - self->from);
}

/**
 * systole_timeline_position_at:
 * @x: pixels
 *
 * Returns: the position whose playhead would stand at @x, in the axis' unit, 0 … length;
 *   in the bases "cycles" and "wall time" a position is drawn in the middle of its cycle
 */
double
systole_timeline_position_at (const SystoleTimelinePaint *self, double x)
{
  SystoleTimelineGeometry geometry;

  systole_timeline_measure (self, &geometry);
  return CLAMP (systole_timeline_edge_position (&geometry, x) - geometry.half, 0, systole_timeline_get_length (self));
}

double
systole_timeline_x_at (const SystoleTimelinePaint *self, double position)
{
  SystoleTimelineGeometry geometry;

  systole_timeline_measure (self, &geometry);
  return systole_timeline_edge_x (&geometry, position + geometry.half);
}

int
systole_timeline_lane_at (const SystoleTimelinePaint *self, double y)
{
  SystoleTimelineGeometry geometry;
  double lane;

  systole_timeline_measure (self, &geometry);
  lane = floor ((y - geometry.first) / geometry.pitch);
  return lane >= 0 && lane < self->n_lanes ? (int) lane : -1;
}
