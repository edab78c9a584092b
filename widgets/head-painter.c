/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/head-private.h"

#include "engine/base/i18n.h"
#include "engine/base/number.h"
#include "engine/machine/unit-words.h"
#include "widgets/box.h"

#include <math.h>
#include <string.h>

/* Heights of the head's lines and the space between them, at font scale 1. */
#define PADDING 12.0
#define SPACE 6.0
#define TITLE_HEIGHT 22.0
#define CRUMBS_HEIGHT 14.0
#define TITLE_PX 16.0
#define BUSY_PX 13.0
#define MAX_LEVELS 8
#define LOW 170.0 /* height of a lane, at font scale 1 */

double
systole_head_scale (const SystoleLanePaint *self)
{
  return self->style.font_scale;
}

double
systole_lane_padding (const SystoleLanePaint *self)
{
  return self->width < 200.0 ? SPACE : PADDING;
}

static double
title_y (const SystoleLanePaint *self)
{
  return systole_lane_padding (self) + TITLE_HEIGHT / 2.0 * systole_head_scale (self);
}

static double
crumbs_y (const SystoleLanePaint *self)
{
  return systole_lane_padding (self) + (TITLE_HEIGHT + SPACE + CRUMBS_HEIGHT / 2.0) * systole_head_scale (self);
}

/* A lane that is low beside its letters keeps its room for the picture: title and ribbon
 * only. What is left out is told by the caption and by keys. */
static gboolean
is_low (const SystoleLanePaint *self)
{
  return self->height > 0 && self->height < LOW * systole_head_scale (self);
}

double
systole_head_ribbon_top (const SystoleLanePaint *self)
{
  if (is_low (self))
    return systole_lane_padding (self) + (TITLE_HEIGHT + SPACE) * systole_head_scale (self);
  return systole_lane_padding (self) + (TITLE_HEIGHT + CRUMBS_HEIGHT + 2.0 * SPACE) * systole_head_scale (self);
}

double
systole_head_words_y (const SystoleLanePaint *self)
{
  return systole_head_ribbon_top (self) + (SYSTOLE_HEAD_RIBBON + SPACE + SYSTOLE_HEAD_WORDS / 2.0) * systole_head_scale (self);
}

/** Height of the head; the picture of the level begins there. */
double
systole_head_get_height (const SystoleLanePaint *self)
{
  if (is_low (self))
    return systole_head_ribbon_top (self) + (SYSTOLE_HEAD_RIBBON + SPACE) * systole_head_scale (self);
  return systole_head_words_y (self) + (SYSTOLE_HEAD_WORDS / 2.0 + 2.0 * SPACE) * systole_head_scale (self);
}

static char *
crumb_text (const SystoleLanePaint *self, SystoleLevel level)
{
  const SystoleCamera *camera = &self->camera;

  switch ((int) level)
    {
    case SYSTOLE_LEVEL_PE:
      /* Translators: a PE of a systolic array by row and column */
      return g_strdup_printf (_ ("PE (%u, %u)"), camera->row, camera->column);
    case SYSTOLE_LEVEL_SUB_CORE:
      return g_strdup_printf (systole_maker_say (systole_run_get_maker (self->run), N_ ("sub-core %u")), camera->sub_core);
    case SYSTOLE_LEVEL_SM:
      /* Translators: "SM", its number */
      return systole_run_get_n_units (self->run) > 1 ? g_strdup_printf (_ ("%1$s %2$u"), systole_machine_get_unit_word (systole_run_get_machine (self->run)), camera->unit) : g_strdup (systole_machine_get_unit_word (systole_run_get_machine (self->run)));
    case SYSTOLE_LEVEL_ARRAY:
      return systole_run_get_n_units (self->run) > 1 ? g_strdup_printf (_ ("array %u"), camera->unit) : g_strdup (systole_level_get_title (level, systole_run_get_maker (self->run)));
    default:
      return g_strdup (systole_level_get_title (level, systole_run_get_maker (self->run)));
    }
}

typedef gboolean (*CrumbFunc) (const SystoleLanePaint *self, SystoleLevel level, const char *text, double x, double width, gpointer data);

/* The first crumb that is shown: where all do not fit, the outermost are left out. */
static guint
first_crumb (const SystoleLanePaint *self, const SystoleLevel *levels, guint n, double separator)
{
  double room = self->width - 2.0 * systole_lane_padding (self), used = 0.0;
  guint first = n;

  while (first > 0)
    {
      g_autofree char *text = crumb_text (self, levels[first - 1]);

      used += systole_paint_text_width (&self->style, text, 11.5, SYSTOLE_WEIGHT_NORMAL) + (first < n ? separator : 0.0);
      if (used > room && first < n)
        break;
      first--;
    }

  return first;
}

/* Walks the breadcrumb from the outermost level to the present one; stops when `visit` says TRUE. */
static void
each_crumb (const SystoleLanePaint *self, CrumbFunc visit, gpointer data)
{
  SystoleLevel levels[MAX_LEVELS];
  guint n = MIN (systole_run_get_levels (self->run, levels, MAX_LEVELS), MAX_LEVELS);
  double x = systole_lane_padding (self), separator = systole_paint_text_width (&self->style, " › ", 11.5, SYSTOLE_WEIGHT_NORMAL);

  if (is_low (self))
    return;
  while (n > 0 && levels[n - 1] > self->camera.level)
    n--;
  for (guint i = first_crumb (self, levels, n, separator); i < n; i++)
    {
      g_autofree char *text = crumb_text (self, levels[i]);
      double width = systole_paint_text_width (&self->style, text, 11.5, SYSTOLE_WEIGHT_NORMAL);

      if (visit (self, levels[i], text, x, width, data))
        return;
      x += width + separator;
    }
}

typedef struct
{
  cairo_t *cr;
  double end;
} CrumbPainter;

static gboolean
paint_crumb (const SystoleLanePaint *self, SystoleLevel level, const char *text, double x, double width, gpointer data)
{
  CrumbPainter *painter = data;
  const SystolePalette *palette = self->style.palette;
  gboolean here = level == self->camera.level;
  gboolean lit = self->hover.kind == SYSTOLE_TARGET_LEVEL && self->hover.level == level;

  if (painter->end > systole_lane_padding (self))
    systole_paint_text (painter->cr, &self->style, "›", NULL, 11.5, SYSTOLE_WEIGHT_NORMAL, palette->second_text, (painter->end + x) / 2.0, crumbs_y (self), 0.0, SYSTOLE_ALIGN_CENTRE);
  systole_paint_text (painter->cr, &self->style, text, NULL, 11.5, SYSTOLE_WEIGHT_NORMAL, lit && !here ? palette->accent : palette->second_text, x, crumbs_y (self), 0.0, SYSTOLE_ALIGN_START);
  if (lit && !here)
    {
      systole_paint_source (painter->cr, palette->accent);
      cairo_rectangle (painter->cr, x, crumbs_y (self) + 6.0 * systole_head_scale (self), width, self->style.line_scale);
      cairo_fill (painter->cr);
    }
  if (self->has_focus && self->focus.kind == SYSTOLE_TARGET_LEVEL && self->focus.level == level)
    systole_paint_ring (painter->cr, &self->style, SYSTOLE_RING_HOVER, 0, x, crumbs_y (self) - 6.0 * systole_head_scale (self), width, 12.0 * systole_head_scale (self));
  painter->end = x + width;

  return FALSE;
}

#define SECOND_LINE 2   /* the pair from which on the counts may go there, … */
#define WITHOUT_WORDS 3 /* … if need be as those of this one */

typedef struct
{
  const char *title, *busy;
  const char *below; /* counts that stand in the second line */
  char buffer[128];
} TitleWords;

static double
busy_width (const SystoleLanePaint *self, const char *busy)
{
  return busy != NULL ? systole_paint_text_width (&self->style, busy, BUSY_PX, SYSTOLE_WEIGHT_BOLD) + 12.0 : 0.0;
}

/* The first pair that fits: the share goes before the title is shortened, then the counts go to the second line, so
 * that they read alike in lanes side by side; where they do not fit there they lose their words, and become a share.
 * What does not fit then is cut from the title: numbers never are.
 * @below: room for them in the second line */
static void
fit_title (const SystoleLanePaint *self, const SystoleLaneHead *head, double room, double below, TitleWords *out)
{
  const char *share = head->busy != NULL ? strstr (head->busy, " · ") : NULL;
  const char *brief = head->brief != NULL ? head->brief : head->title;

  g_strlcpy (out->buffer, head->busy != NULL ? head->busy : "", share != NULL ? MIN (sizeof out->buffer, (gsize) (share - head->busy) + 1) : sizeof out->buffer);
  {
    const char *const pairs[][2] = {
      { head->title, head->busy },
      { head->title, share != NULL ? out->buffer : head->busy },
      { brief, share != NULL ? out->buffer : head->busy },
      { head->title, head->counts },
      { brief, head->counts },
      { brief, head->share },
    };

    out->below = NULL;
    for (guint i = 0; i < G_N_ELEMENTS (pairs); i++)
      {
        double busy = busy_width (self, pairs[i][1]);
        double title = systole_paint_text_width (&self->style, pairs[i][0], TITLE_PX, SYSTOLE_WEIGHT_BOLD);

        out->title = pairs[i][0];
        out->busy = pairs[i][1];
        if (title + busy <= room)
          return;
        for (guint j = i; i == SECOND_LINE && j <= WITHOUT_WORDS; j += WITHOUT_WORDS - SECOND_LINE)
          if (pairs[j][1] != NULL && busy_width (self, pairs[j][1]) <= below)
            {
              out->below = pairs[j][1];
              out->busy = NULL;
              out->title = systole_paint_text_width (&self->style, head->title, TITLE_PX, SYSTOLE_WEIGHT_BOLD) <= room ? head->title : brief;
              return;
            }
        /* Which lane it is, is worth more than the counts, which the ribbon shows. */
        if (i == G_N_ELEMENTS (pairs) - 1 && (busy > 0.7 * room || title <= room))
          out->busy = NULL;
      }
  }
}

/* @below: room for counts in the second line. Returns: whether they are there */
static gboolean
paint_title (cairo_t *cr, const SystoleLanePaint *self, const SystoleLaneHead *head, double below)
{
  const SystolePalette *palette = self->style.palette;
  double pad = systole_lane_padding (self), badge = TITLE_HEIGHT * systole_head_scale (self), y = title_y (self);
  double right = self->width - pad, busy = 0.0;
  char letter[2] = { self->letter, '\0' };
  TitleWords words;

  if (self->letter != '\0')
    {
      systole_paint_rounded (cr, pad, pad, badge, badge, 0.28 * badge);
      systole_paint_source (cr, palette->text);
      cairo_fill (cr);
      systole_paint_text (cr, &self->style, letter, NULL, 12.5, SYSTOLE_WEIGHT_BOLD, palette->view, pad + badge / 2.0, y, 0.0, SYSTOLE_ALIGN_CENTRE);
      pad += badge + 9.0;
    }

  fit_title (self, head, right - pad - (self->ended ? 19.0 : 0.0), below, &words);
  if (words.below != NULL)
    systole_paint_text (cr, &self->style, words.below, NULL, BUSY_PX, SYSTOLE_WEIGHT_BOLD, palette->text, right, crumbs_y (self), 0.0, SYSTOLE_ALIGN_END);
  if (words.busy != NULL)
    busy = systole_paint_text (cr, &self->style, words.busy, NULL, BUSY_PX, SYSTOLE_WEIGHT_BOLD, palette->text, right, y, 0.0, SYSTOLE_ALIGN_END);
  if (self->ended)
    {
      double x = right - busy - 17.0;

      systole_paint_source (cr, palette->text);
      cairo_rectangle (cr, x, y - 8.0, 2.0, 16.0);
      cairo_move_to (cr, x + 2.0, y - 8.0);
      cairo_line_to (cr, x + 13.0, y - 3.5);
      cairo_line_to (cr, x + 2.0, y + 1.0);
      cairo_close_path (cr);
      cairo_fill (cr);
      busy += 19.0;
    }
  systole_paint_text (cr, &self->style, words.title, NULL, TITLE_PX, SYSTOLE_WEIGHT_BOLD, palette->text, pad, y, right - busy - pad - 12.0, SYSTOLE_ALIGN_START);
  return words.below != NULL;
}

/* What stands for the mapping where it does not fit: the cycle's number and the dataflow, which tells
 * arrays apart; where even that is too long, the cycle. */
static char *
make_brief_mapping (const SystoleLanePaint *self, const SystoleLaneHead *head, double room)
{
  const char *last = head->mapping != NULL && !self->ended ? g_strrstr (head->mapping, " · ") : NULL;
  g_autofree char *number = systole_number_format_count (self->cycle);
  g_autofree char *both = last != NULL ? g_strconcat (number, last, NULL) : NULL;

  if (both != NULL && systole_paint_text_width (&self->style, both, 11.5, SYSTOLE_WEIGHT_NORMAL) <= room)
    return g_steal_pointer (&both);
  return g_strdup_printf (_ ("cycle %s"), number);
}

/** Draws the head of a lane. */
void
systole_head_paint (cairo_t *cr, const SystoleLanePaint *self, const SystoleLaneHead *head)
{
  CrumbPainter crumbs = { cr, 0.0 };
  double pad = systole_lane_padding (self), room;
  g_autofree char *brief = NULL;

  if (is_low (self))
    {
      paint_title (cr, self, head, 0.0);
      if (head->n_parts > 0 && head->total > 0)
        systole_head_paint_ribbon (cr, self, head);
      return;
    }
  each_crumb (self, paint_crumb, &crumbs);

  room = self->width - pad - crumbs.end - 18.0;
  brief = make_brief_mapping (self, head, room);
  if (!paint_title (cr, self, head, room) && head->mapping != NULL && room > 20.0)
    systole_paint_text (cr, &self->style, head->mapping, brief, 11.5, SYSTOLE_WEIGHT_NORMAL, self->style.palette->second_text, self->width - pad, crumbs_y (self), room, SYSTOLE_ALIGN_END);

  if (head->n_parts > 0 && head->total > 0)
    {
      systole_head_paint_ribbon (cr, self, head);
      systole_head_paint_words (cr, self, head);
    }
}

typedef struct
{
  double x, y;
  SystoleLevel level;
  gboolean found;
  double crumb_x, crumb_width;
} CrumbFinder;

static gboolean
find_at (const SystoleLanePaint *self, SystoleLevel level, const char *text, double x, double width, gpointer data)
{
  CrumbFinder *finder = data;

  finder->found = finder->x >= x && finder->x < x + width;
  finder->level = level;

  return finder->found;
}

static gboolean
find_level (const SystoleLanePaint *self, SystoleLevel level, const char *text, double x, double width, gpointer data)
{
  CrumbFinder *finder = data;

  finder->found = level == finder->level;
  finder->crumb_x = x;
  finder->crumb_width = width;

  return finder->found;
}

/** The breadcrumb at a point, as a target of kind LEVEL; NONE elsewhere. */
SystoleTarget
systole_head_pick (const SystoleLanePaint *self, double x, double y)
{
  SystoleTarget target = SYSTOLE_TARGET_INIT;
  CrumbFinder finder = { x, y };

  if (y < crumbs_y (self) - 12.0 * systole_head_scale (self) || y > crumbs_y (self) + 12.0 * systole_head_scale (self))
    return target;

  each_crumb (self, find_at, &finder);
  if (finder.found)
    {
      target.kind = SYSTOLE_TARGET_LEVEL;
      target.level = finder.level;
    }

  return target;
}

/** Where the breadcrumb of a level is; FALSE if it is not among them. */
gboolean
systole_head_locate (const SystoleLanePaint *self, SystoleLevel level, double *x, double *y, double *width, double *height)
{
  CrumbFinder finder = { 0 };

  finder.level = level;
  each_crumb (self, find_level, &finder);
  if (!finder.found)
    return FALSE;

  *x = finder.crumb_x;
  *width = finder.crumb_width;
  *y = crumbs_y (self) - 6.0 * systole_head_scale (self);
  *height = 12.0 * systole_head_scale (self);

  return TRUE;
}
