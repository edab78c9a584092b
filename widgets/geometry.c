/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/geometry.h"

#include <math.h>
#include <string.h>

/* A level begins at this size of a cell’s box, at font scale 1. */
static const double thresholds[] = {
  [SYSTOLE_DETAIL_TILES] = 0.0,
  [SYSTOLE_DETAIL_RASTER] = 1.0,
  [SYSTOLE_DETAIL_BOXES] = 6.0,
  [SYSTOLE_DETAIL_SOME] = 14.0,
  [SYSTOLE_DETAIL_ALL] = 28.0,
};

#define HYSTERESIS 2.0
#define MAX_PITCH 96.0
#define KEY_SIZE 46.0
#define KEY_WIDTH 330.0     /* with its three lines of words and the space before it */
#define LABEL_ROOM 22.0     /* numbers of the columns */
#define SIDE_ROOM 30.0      /* numbers of the rows where there is no queue: three digits, */
#define DIGIT 8.0           /* of which each takes */
#define RASTER_SIDE 62.0    /* “row 255” */
#define RASTER_FOOT 56.0    /* the colour bar and its words */
#define PLAIN_ROOM 110.0    /* under this height cells stand alone */
#define MUCH_LARGER 1.4     /* cells without words than among them */
#define WORDS_FOOT 26.0     /* letters and counts under small cells */
#define SLOT_PITCHES 0.75   /* of a slot of the left queue, as grammar’s queues say */
#define RESULT_PITCHES 0.75 /* rows of results lie closer than rows of cells */

/**
 * systole_detail_for_size:
 * @size: side of a cell’s box in pixels
 * @font_scale: thresholds grow with it, since words and numbers do
 * @previous: level drawn before, or SYSTOLE_DETAIL_UNKNOWN
 *
 * What is drawn at a size. A level drawn before is left only 2 px below its threshold,
 * so that a pinch does not flicker.
 */
SystoleDetail
systole_detail_for_size (double size, double font_scale, SystoleDetail previous)
{
  for (int level = SYSTOLE_DETAIL_ALL; level > SYSTOLE_DETAIL_TILES; level--)
    {
      double scale = level >= SYSTOLE_DETAIL_BOXES ? font_scale : 1.0;
      double threshold = thresholds[level] * scale;

      if (previous != SYSTOLE_DETAIL_UNKNOWN && level >= SYSTOLE_DETAIL_BOXES && (int) previous >= level)
        threshold -= HYSTERESIS;
      if (size >= threshold)
        return (SystoleDetail) level;
    }

  return SYSTOLE_DETAIL_TILES;
}

/** Gap between two boxes, pixels. */
double
systole_gap_for_pitch (double pitch)
{
  return MAX (2.0, floor (0.09 * pitch + 0.5));
}

/** The largest pitch up to @pitch at which every box begins on a pixel; where cells are too small for boxes, @pitch. */
double
systole_whole_pitch (double pitch)
{
  return pitch >= thresholds[SYSTOLE_DETAIL_BOXES] ? floor (pitch) : pitch;
}

/* Of the numbers of the rows: what few rows do not need is the cells’. */
static double
side_room (guint rows, double font_scale)
{
  double missing = rows <= 10 ? 2.0 : rows <= 100 ? 1.0
                                                  : 0.0;

  return ceil ((SIDE_ROOM - missing * DIGIT) * font_scale);
}

static double
left_room (const SystoleEdges *edges, guint rows, double pitch, double font_scale)
{
  double room = edges->left_slots * SLOT_PITCHES * pitch + (edges->left_more ? 0.6 * pitch : 0.0);

  return edges->left_slots > 0 ? room : side_room (rows, font_scale);
}

static double
top_room (const SystoleEdges *edges, double pitch, double font_scale)
{
  return LABEL_ROOM * font_scale + edges->top_slots * SLOT_PITCHES * pitch;
}

static double
bottom_room (const SystoleEdges *edges, double pitch)
{
  return edges->bottom_slots > 0 ? (edges->bottom_slots * RESULT_PITCHES + 0.6) * pitch : 0.0;
}

static double
pitch_in (const SystoleGeometry *self, const SystoleEdges *edges, double key, double font_scale)
{
  SystoleEdges none = { 0 };
  double fixed_x = left_room (edges, self->rows, 0.0, font_scale), fixed_y = top_room (&none, 0.0, font_scale) + key;
  double per_x = self->columns + left_room (edges, self->rows, 1.0, 0.0);
  double per_y = self->rows + edges->top_slots * SLOT_PITCHES + bottom_room (edges, 1.0);

  /* Nothing stands right of cells that have no queues: the gap after the last one is room too. */
  double spare_x = edges->left_slots > 0 ? -2.0 : 2.0;

  return floor (MIN ((self->room_width - fixed_x + spare_x) / per_x, (self->room_height - fixed_y - 2.0) / per_y));
}

typedef enum
{
  KEY_NONE,
  KEY_BELOW,
  KEY_BESIDE
} Key;

/* The numbers of slots that are tried, the most first: a key cell and three rows of
 * results are worth less than cells whose numbers can be read. */
static const struct
{
  guint slots, bottom;
} tries[] = { { 3, 3 }, { 3, 2 }, { 3, 1 }, { 2, 1 }, { 1, 0 } };

/* The pitch with a key cell or without, or 0. A key beside the array takes width, one below height. */
static double
pitch_with (const SystoleGeometry *self, const SystoleEdges *edges, Key key, double font_scale)
{
  SystoleGeometry narrowed = *self;
  double below = 0.0;

  if (key == KEY_BELOW)
    below = (KEY_SIZE + 14.0) * font_scale;
  if (key == KEY_BESIDE)
    narrowed.room_width -= KEY_WIDTH * font_scale;

  return MIN (pitch_in (&narrowed, edges, below, font_scale), MAX_PITCH * font_scale);
}

/* The first of the tries at which numbers are read. */
static gboolean
try_all (SystoleGeometry *self, const SystoleEdges *wanted, double font_scale, SystoleDetail previous)
{
  for (guint i = 0; i < G_N_ELEMENTS (tries); i++)
    {
      SystoleEdges edges = { MIN (wanted->left_slots, tries[i].slots), MIN (wanted->top_slots, tries[i].slots), MIN (wanted->bottom_slots, tries[i].bottom), wanted->left_more, wanted->no_key };
      double pitches[] = {
        [KEY_NONE] = pitch_with (self, &edges, KEY_NONE, font_scale),
        [KEY_BELOW] = pitch_with (self, &edges, KEY_BELOW, font_scale),
        [KEY_BESIDE] = pitch_with (self, &edges, KEY_BESIDE, font_scale),
      };
      Key key = pitches[KEY_BESIDE] >= pitches[KEY_BELOW] ? KEY_BESIDE : KEY_BELOW;

      for (guint without = wanted->no_key ? 1 : 0; without < 2; without++)
        {
          double pitch = pitches[without ? KEY_NONE : key], size = pitch - systole_gap_for_pitch (pitch);

          /* rows of results go before the key cell does */
          if (pitch < 1.0 || (without && i < 2 && !wanted->no_key) || systole_detail_for_size (size, font_scale, previous) != SYSTOLE_DETAIL_ALL)
            continue;
          self->detail = SYSTOLE_DETAIL_ALL;
          self->edges = edges;
          self->pitch = pitch;
          self->key_size = without ? 0.0 : KEY_SIZE * font_scale;
          self->key_x = !without && key == KEY_BESIDE ? 1.0 : 0.0; /* placed below */
          return TRUE;
        }
    }

  return FALSE;
}

/* What was drawn before counts only where nothing fits without it: else the next frame, of the
 * same size, would take cells that are a little too small to have more around them. */
static gboolean
fit_all (SystoleGeometry *self, const SystoleEdges *wanted, double font_scale, SystoleDetail previous)
{
  return try_all (self, wanted, font_scale, SYSTOLE_DETAIL_UNKNOWN) || (previous != SYSTOLE_DETAIL_UNKNOWN && try_all (self, wanted, font_scale, previous));
}

static void
see_all (SystoleGeometry *self)
{
  self->row0 = self->column0 = 0;
  self->row1 = self->rows;
  self->column1 = self->columns;
  self->panned = FALSE;
}

static void
place (SystoleGeometry *self, double font_scale)
{
  double left, top, used, spare;
  gboolean beside;

  self->gap = self->detail >= SYSTOLE_DETAIL_BOXES ? systole_gap_for_pitch (self->pitch) : 0.0;
  self->size = self->pitch - self->gap;
  self->slot_width = SLOT_PITCHES * self->pitch;
  self->slot_height = RESULT_PITCHES * self->pitch;

  if (self->plain)
    left = top = 0.0;
  else if (self->detail <= SYSTOLE_DETAIL_RASTER)
    {
      left = RASTER_SIDE * font_scale;
      top = LABEL_ROOM * font_scale;
    }
  else
    {
      left = left_room (&self->edges, self->rows, self->pitch, font_scale);
      top = top_room (&self->edges, self->pitch, font_scale);
    }

  beside = self->key_size > 0.0 && self->key_x > 0.0;
  used = left + self->columns * self->pitch - self->gap + (beside ? KEY_WIDTH * font_scale : 0.0);
  spare = MAX (0.0, self->room_width - used);

  /* in the middle, but to the right edge where only little is spare: the queue's words have it */
  self->x = floor (self->room_x + left + spare * (self->edges.left_slots > 0 && !beside && spare < 2.5 * self->pitch ? 1.0 : 0.5) + 0.5);
  self->left = spare < 2.5 * self->pitch ? self->room_x : self->x - left;
  self->y = floor (self->room_y + top + 0.5);
  if (self->detail <= SYSTOLE_DETAIL_RASTER)
    self->y += floor (MAX (0.0, MIN (self->room_height - top - RASTER_FOOT * font_scale - self->rows * self->pitch, 2.0 * LABEL_ROOM)) / 2.0);

  if (self->plain)
    self->y += floor (MAX (0.0, self->room_height - self->rows * self->pitch + self->gap) / 2.0);
  else if (self->detail == SYSTOLE_DETAIL_BOXES || self->detail == SYSTOLE_DETAIL_SOME)
    self->y += floor (MAX (0.0, self->room_height - top - WORDS_FOOT * font_scale - self->rows * self->pitch) / 3.0);

  self->key_x = beside ? floor (self->x + self->columns * self->pitch + 24.0) : self->left;
  self->key_y = beside ? self->y : floor (self->room_y + self->room_height - self->key_size);
}

/* Cells alone, where words around them would leave hardly any room, or leave cells in which nothing is read
 * though they could be seen without the words. */
static gboolean
fit_plain (SystoleGeometry *self, double font_scale, SystoleDetail previous)
{
  static const SystoleEdges none = { 0 };
  double pitch = floor (MIN (MIN (self->room_width / self->columns, self->room_height / self->rows), MAX_PITCH));
  double among_words = pitch_in (self, &none, WORDS_FOOT * font_scale, font_scale);
  SystoleDetail detail = systole_detail_for_size (pitch - systole_gap_for_pitch (pitch), font_scale, previous);
  gboolean small = among_words < thresholds[SYSTOLE_DETAIL_SOME] * font_scale && pitch >= MUCH_LARGER * among_words && detail >= SYSTOLE_DETAIL_BOXES;

  if (self->room_height >= PLAIN_ROOM * font_scale && !small)
    return FALSE;
  if (detail < SYSTOLE_DETAIL_BOXES)
    {
      pitch = MIN (self->room_width / self->columns, self->room_height / self->rows);
      detail = pitch < 1.0 ? SYSTOLE_DETAIL_TILES : SYSTOLE_DETAIL_RASTER;
    }
  self->plain = TRUE;
  self->pitch = pitch;
  self->detail = MIN (SYSTOLE_DETAIL_SOME, detail);
  return TRUE;
}

/**
 * systole_geometry_fit:
 * @rows: PEs, from 1
 * @columns: PEs, from 1
 * @edges: the queues that the picture has at full detail
 * @font_scale: of the words around it
 * @previous: level drawn before, or SYSTOLE_DETAIL_UNKNOWN
 *
 * The largest pitch at which the whole array with its edges fits the room; whole pixels
 * while cells are boxes.
 */
void
systole_geometry_fit (SystoleGeometry *self, guint rows, guint columns, const SystoleEdges *edges, double font_scale, SystoleDetail previous, double x, double y, double width, double height)
{
  static const SystoleEdges none = { 0 };
  double pitch;

  memset (self, 0, sizeof *self);
  self->rows = MAX (rows, 1);
  self->columns = MAX (columns, 1);
  self->room_x = x;
  self->room_y = y;
  self->room_width = MAX (width, 1.0);
  self->room_height = MAX (height, 1.0);
  self->tile = 1;
  see_all (self);

  if (!fit_all (self, edges, font_scale, previous) && !fit_plain (self, font_scale, previous))
    {
      pitch = MIN (pitch_in (self, &none, WORDS_FOOT * font_scale, font_scale), MAX_PITCH);
      self->detail = MIN (SYSTOLE_DETAIL_SOME, systole_detail_for_size (pitch - systole_gap_for_pitch (pitch), font_scale, previous));
      if (self->detail <= SYSTOLE_DETAIL_RASTER)
        {
          pitch = MIN ((self->room_width - RASTER_SIDE * font_scale) / self->columns, (self->room_height - (LABEL_ROOM + RASTER_FOOT) * font_scale) / self->rows);
          pitch = MIN (pitch, thresholds[SYSTOLE_DETAIL_BOXES] * font_scale + 2.0);
          pitch = MAX (pitch, 8.0 / MAX (self->rows, self->columns));
          self->detail = pitch < 1.0 ? SYSTOLE_DETAIL_TILES : SYSTOLE_DETAIL_RASTER;
        }
      self->pitch = pitch;
    }

  if (self->detail == SYSTOLE_DETAIL_TILES)
    while (self->pitch * self->tile < 1.0)
      self->tile *= 2;

  place (self, font_scale);
}

static void
clip_axis (double origin, double pitch, guint n, double from, double to, guint *first, guint *end)
{
  double low = floor ((from - origin) / pitch), high = ceil ((to - origin) / pitch);

  *first = (guint) CLAMP (low, 0.0, (double) n - 1.0);
  *end = (guint) CLAMP (high, *first + 1.0, (double) n);
}

/**
 * systole_geometry_zoom:
 * @scale: ≥ 1, times the fitted pitch
 * @centre_x: column that stands in the middle of the room, as a share of all, 0 … 1
 * @centre_y: row, likewise
 *
 * Zooms a fitted geometry. The picture is kept from leaving the room.
 */
void
systole_geometry_zoom (SystoleGeometry *self, double scale, double centre_x, double centre_y, double font_scale, SystoleDetail previous)
{
  double left, right, top, bottom, width, height;

  if (scale <= 1.0)
    return;

  self->pitch = floor (self->pitch * scale + 0.5);
  self->detail = systole_detail_for_size (self->pitch - systole_gap_for_pitch (self->pitch), font_scale, previous);
  self->tile = 1;
  self->key_size = 0.0;
  self->plain = FALSE;
  self->panned = TRUE;
  place (self, font_scale);

  left = self->room_x + left_room (&self->edges, self->rows, self->pitch, font_scale);
  right = self->room_x + self->room_width;
  top = self->room_y + top_room (&self->edges, self->pitch, font_scale);
  bottom = self->room_y + self->room_height;
  width = self->columns * self->pitch - self->gap;
  height = self->rows * self->pitch - self->gap + bottom_room (&self->edges, self->pitch);

  self->clip_x = self->room_x + side_room (self->rows, font_scale);
  self->clip_y = self->room_y + LABEL_ROOM * font_scale;
  left = MAX (left, self->clip_x);
  self->x = floor ((self->room_x + right) / 2.0 - centre_x * self->columns * self->pitch);
  self->y = floor ((self->room_y + bottom) / 2.0 - centre_y * self->rows * self->pitch);
  self->x = MIN (MAX (self->x, MIN (right - width, left)), left);
  self->y = MIN (MAX (self->y, MIN (bottom - height, top)), top);

  clip_axis (self->x, self->pitch, self->columns, self->clip_x, right, &self->column0, &self->column1);
  clip_axis (self->y, self->pitch, self->rows, self->clip_y, bottom, &self->row0, &self->row1);
}

/** The PE at a point; FALSE beside the array. A gap belongs to the cell before it. */
gboolean
systole_geometry_pick (const SystoleGeometry *self, double x, double y, guint *row, guint *column)
{
  double c = floor ((x - self->x) / self->pitch), r = floor ((y - self->y) / self->pitch);

  if (x < (self->panned ? self->clip_x : self->room_x) || y < (self->panned ? self->clip_y : self->room_y) || x > self->room_x + self->room_width || y > self->room_y + self->room_height)
    return FALSE;
  if (c < self->column0 || r < self->row0 || c >= self->column1 || r >= self->row1)
    return FALSE;

  *row = (guint) r;
  *column = (guint) c;

  return TRUE;
}

/** The box of a PE, in pixels; may lie outside the room when panned. */
void
systole_geometry_locate (const SystoleGeometry *self, guint row, guint column, double *x, double *y, double *width, double *height)
{
  *x = self->x + column * self->pitch;
  *y = self->y + row * self->pitch;
  *width = *height = self->size;
}
