/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/strip-painter.h"

#include <math.h>

#include "engine/base/i18n.h"
#include "widgets/hatch.h"

#define MAX_STRETCHES 256
#define LEAST_CYCLE 3.0 /* pixels a cycle from which each cycle is its own step */
#define WORD_PX 12.5
#define GAP 5.0
#define MARK_RADIUS 5.5

/* Words of a stretch, up to the next stretch or the first mark in the way: in full, in short, or none. A part of a
 * word says nothing, least of all twenty times. */
static void
paint_word (cairo_t *cr, const SystoleTimelinePaint *self, SystolePhase phase, double x, double room, double y)
{
  const char *forms[] = {
    systole_phase_get_title (phase),
    phase == SYSTOLE_PHASE_EPILOGUE ? C_ ("phase, in short", "store") : NULL,
    phase == SYSTOLE_PHASE_LOAD ? C_ ("phase, in short", "load") : NULL,
  };

  for (guint i = 0; i < G_N_ELEMENTS (forms); i++)
    if (forms[i] != NULL && systole_paint_text_width (&self->style, forms[i], WORD_PX, SYSTOLE_WEIGHT_NORMAL) <= room)
      {
        systole_paint_text (cr, &self->style, forms[i], NULL, WORD_PX, SYSTOLE_WEIGHT_NORMAL, self->style.palette->second_text, x, y, room, SYSTOLE_ALIGN_START);
        return;
      }
}

/* Stretches of one phase may differ in their cause: the phase is named once. */
static gboolean
begins_phase (const SystoleStretch *stretches, guint i)
{
  return i == 0 || stretches[i - 1].phase != stretches[i].phase;
}

static guint64
end_of_phase (const SystoleStretch *stretches, guint n, guint i)
{
  while (i + 1 < n && stretches[i + 1].phase == stretches[i].phase)
    i++;
  return stretches[i].end;
}

static void
paint_stretch (cairo_t *cr, const SystoleTimelinePaint *self, const SystoleTimelineGeometry *geometry, const SystoleStretch *stretch, gboolean begins, double x0, double x1, double top)
{
  const SystolePalette *palette = self->style.palette;
  double busy = top + geometry->words;

  if (stretch->reason != SYSTOLE_REASON_BUSY && x1 > x0)
    systole_paint_hatch (cr, &self->style, systole_reason_get_hatch (stretch->reason), x0, busy, x1 - x0, geometry->busy, SYSTOLE_HATCH_BAR);
  if (begins && x0 > geometry->left)
    {
      systole_paint_source (cr, palette->idle_outline);
      cairo_set_line_width (cr, self->style.line_scale);
      cairo_move_to (cr, round (x0) + 0.5, top);
      cairo_line_to (cr, round (x0) + 0.5, busy + geometry->busy);
      cairo_stroke (cr);
    }
}

static void
paint_mark (cairo_t *cr, const SystoleTimelinePaint *self, SystoleMeaning meaning, gboolean diamond, double x, double y)
{
  const SystolePalette *palette = self->style.palette;
  double r = MARK_RADIUS * MAX (1, self->style.font_scale);

  if (diamond)
    {
      cairo_move_to (cr, x, y - r);
      cairo_line_to (cr, x + r, y);
      cairo_line_to (cr, x, y + r);
      cairo_line_to (cr, x - r, y);
    }
  else
    {
      cairo_move_to (cr, x, y - r);
      cairo_line_to (cr, x + r, y + r * 0.8);
      cairo_line_to (cr, x - r, y + r * 0.8);
    }
  cairo_close_path (cr);
  systole_paint_source (cr, palette->meanings[meaning].mark);
  cairo_fill_preserve (cr);
  systole_paint_source (cr, palette->text);
  cairo_set_line_width (cr, 1.5 * self->style.line_scale);
  cairo_stroke (cr);
}

/* x of the middle of the first event of a kind; FALSE: none, or not visible. */
static gboolean
find_mark (const SystoleTimelinePaint *self, const SystoleTimelineGeometry *geometry, guint lane, SystoleEvents kind, double *x)
{
  guint64 cycle;

  if (!systole_run_find_event (self->lanes[lane].run, 0, kind, 1, &cycle, NULL))
    return FALSE;
  if (self->untold && (double) cycle > self->lanes[lane].position)
    return FALSE;
  *x = (systole_strip_cycle_x (self, geometry, lane, (double) cycle) + systole_strip_cycle_x (self, geometry, lane, (double) cycle + 1)) / 2;
  return *x >= geometry->left - 1 && *x <= geometry->end + 1;
}

static void
paint_flag (cairo_t *cr, const SystoleTimelinePaint *self, const SystoleTimelineGeometry *geometry, double x, double top)
{
  double pole = 2 * self->style.line_scale, scale = MAX (1, self->style.font_scale);

  systole_paint_source (cr, self->style.palette->text);
  cairo_rectangle (cr, x - pole / 2, top, pole, geometry->words + geometry->busy);
  cairo_fill (cr);
  cairo_move_to (cr, x, top);
  cairo_rel_line_to (cr, 11 * scale, 4.5 * scale);
  cairo_rel_line_to (cr, -11 * scale, 4.5 * scale);
  cairo_close_path (cr);
  cairo_fill (cr);
}

static void
paint_words (cairo_t *cr, const SystoleTimelinePaint *self, const SystoleTimelineGeometry *geometry, guint lane, const SystoleStretch *stretches, guint n, double top)
{
  static const struct
  {
    SystoleEvents kind;
    SystoleMeaning meaning;
    gboolean diamond;
  } marks[] = {
    { SYSTOLE_EVENT_FIRST_OUTPUT, SYSTOLE_MEANING_RESULT, TRUE },
    { SYSTOLE_EVENT_STALL, SYSTOLE_MEANING_ADVICE, FALSE },
  };
  double y = top + geometry->words * 0.5;
  double room = (MARK_RADIUS + 2.5) * MAX (1, self->style.font_scale);
  double x[G_N_ELEMENTS (marks)];
  gboolean shown[G_N_ELEMENTS (marks)];

  for (guint i = 0; i < G_N_ELEMENTS (marks); i++)
    shown[i] = find_mark (self, geometry, lane, marks[i].kind, &x[i]);
  for (guint i = 0; i < n; i++)
    {
      double x0 = MAX (systole_strip_cycle_x (self, geometry, lane, (double) stretches[i].start), geometry->left) + GAP;
      double x1 = MIN (systole_strip_cycle_x (self, geometry, lane, (double) end_of_phase (stretches, n, i)), geometry->end) - GAP;

      if (!begins_phase (stretches, i) || geometry->words < WORD_PX * self->style.font_scale)
        continue;
      for (guint j = 0; j < G_N_ELEMENTS (marks); j++)
        if (shown[j] && x[j] + room > x0 && x[j] - room < x1)
          x1 = x[j] - room;
      if (x1 > x0)
        paint_word (cr, self, stretches[i].phase, x0, x1 - x0, y);
    }
  for (guint i = 0; i < G_N_ELEMENTS (marks); i++)
    if (shown[i])
      paint_mark (cr, self, marks[i].meaning, marks[i].diamond, x[i], y);
}

/**
 * systole_strip_paint:
 *
 * What of a strip does not move: phases, busy share, marks, the flag at the end.
 */
void
systole_strip_paint (cairo_t *cr, const SystoleTimelinePaint *self, const SystoleTimelineGeometry *geometry, guint lane)
{
  const SystolePalette *palette = self->style.palette;
  const SystoleRun *run = self->lanes[lane].run;
  SystoleStretch stretches[MAX_STRETCHES];
  guint n = systole_run_get_strip (run, stretches, MAX_STRETCHES);
  double top = geometry->first + geometry->pitch * lane;
  double busy = top + geometry->words;
  double finish = systole_strip_cycle_x (self, geometry, lane, (double) systole_run_get_n_cycles (run));
  double end = MIN (finish, geometry->end);

  /* A strip that goes on past the playhead would tell how long it is. */
  if (self->hides_length)
    end = MIN (end, systole_strip_cycle_x (self, geometry, lane, self->lanes[lane].position));
  if (end > geometry->left)
    {
      systole_paint_source (cr, palette->idle_fill);
      cairo_rectangle (cr, geometry->left, busy, end - geometry->left, geometry->busy);
      cairo_fill (cr);
    }
  cairo_save (cr);
  cairo_rectangle (cr, geometry->left, top, MAX (0, (self->hides_length ? end : geometry->end) - geometry->left + 1), geometry->words + geometry->busy + 2);
  cairo_clip (cr);
  for (guint i = 0; i < n; i++)
    {
      double x0 = MAX (systole_strip_cycle_x (self, geometry, lane, (double) stretches[i].start), geometry->left);
      double x1 = MIN (systole_strip_cycle_x (self, geometry, lane, (double) stretches[i].end), geometry->end);

      if (x1 >= x0)
        paint_stretch (cr, self, geometry, &stretches[i], begins_phase (stretches, i), x0, x1, top);
    }
  systole_strip_paint_share (cr, self, geometry, lane, busy);
  cairo_restore (cr);
  systole_paint_source (cr, palette->idle_outline);
  cairo_set_line_width (cr, self->style.line_scale);
  cairo_move_to (cr, geometry->left, busy + geometry->busy + 0.5);
  cairo_line_to (cr, geometry->right, busy + geometry->busy + 0.5);
  cairo_stroke (cr);
  if (self->hides_length)
    return;
  paint_words (cr, self, geometry, lane, stretches, n, top);
  if (finish >= geometry->left && finish <= geometry->end + 0.5)
    paint_flag (cr, self, geometry, finish, top);
}
