/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/head-painter.h"

#include "engine/machine/unit-words.h"
#include "engine/base/i18n.h"
#include "engine/base/number.h"
#include "widgets/hatch.h"

#include <math.h>
#include <string.h>

/* Heights of the head's lines and the space between them, at font scale 1. */
#define PADDING 12.0
#define SPACE 6.0
#define TITLE_HEIGHT 22.0
#define CRUMBS_HEIGHT 14.0
#define RIBBON_HEIGHT 14.0
#define WORDS_HEIGHT 12.0
#define LEAST_PART 3.0
#define TITLE_PX 16.0
#define BUSY_PX 13.0
#define MAX_LEVELS 8

static double
fs (const SystoleLanePaint *self)
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
  return systole_lane_padding (self) + TITLE_HEIGHT / 2.0 * fs (self);
}

static double
crumbs_y (const SystoleLanePaint *self)
{
  return systole_lane_padding (self) + (TITLE_HEIGHT + SPACE + CRUMBS_HEIGHT / 2.0) * fs (self);
}

static double
ribbon_top (const SystoleLanePaint *self)
{
  return systole_lane_padding (self) + (TITLE_HEIGHT + CRUMBS_HEIGHT + 2.0 * SPACE) * fs (self);
}

static double
words_y (const SystoleLanePaint *self)
{
  return ribbon_top (self) + (RIBBON_HEIGHT + SPACE + WORDS_HEIGHT / 2.0) * fs (self);
}

/** Height of the head; the picture of the level begins there. */
double
systole_head_get_height (const SystoleLanePaint *self)
{
  return words_y (self) + (WORDS_HEIGHT / 2.0 + 2.0 * SPACE) * fs (self);
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
      return g_strdup_printf (_ ("sub-core %u"), camera->sub_core);
    case SYSTOLE_LEVEL_SM:
      /* Translators: "SM", its number */
      return systole_run_get_n_units (self->run) > 1 ? g_strdup_printf (_ ("%1$s %2$u"), systole_machine_get_unit_word (systole_run_get_machine (self->run)), camera->unit) : g_strdup (systole_machine_get_unit_word (systole_run_get_machine (self->run)));
    case SYSTOLE_LEVEL_ARRAY:
      return systole_run_get_n_units (self->run) > 1 ? g_strdup_printf (_ ("array %u"), camera->unit) : g_strdup (systole_level_get_title (level));
    default:
      return g_strdup (systole_level_get_title (level));
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
      cairo_rectangle (painter->cr, x, crumbs_y (self) + 6.0 * fs (self), width, self->style.line_scale);
      cairo_fill (painter->cr);
    }
  if (self->has_focus && self->focus.kind == SYSTOLE_TARGET_LEVEL && self->focus.level == level)
    systole_paint_ring (painter->cr, &self->style, SYSTOLE_RING_HOVER, 0, x, crumbs_y (self) - 6.0 * fs (self), width, 12.0 * fs (self));
  painter->end = x + width;

  return FALSE;
}

typedef struct
{
  const char *title, *busy;
  char buffer[128];
} TitleWords;

/* The first pair that fits: the share goes before the title is shortened, then the counts lose
 * their words. What does not fit then is cut from the title: numbers never are. */
static void
fit_title (const SystoleLanePaint *self, const SystoleLaneHead *head, double room, TitleWords *out)
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
    };

    for (guint i = 0; i < G_N_ELEMENTS (pairs); i++)
      {
        double busy = pairs[i][1] != NULL ? systole_paint_text_width (&self->style, pairs[i][1], BUSY_PX, SYSTOLE_WEIGHT_BOLD) + 12.0 : 0.0;

        out->title = pairs[i][0];
        out->busy = pairs[i][1];
        if (systole_paint_text_width (&self->style, out->title, TITLE_PX, SYSTOLE_WEIGHT_BOLD) + busy <= room)
          return;
        if (i == G_N_ELEMENTS (pairs) - 1 && busy > 0.7 * room)
          out->busy = NULL;
      }
  }
}

static void
paint_title (cairo_t *cr, const SystoleLanePaint *self, const SystoleLaneHead *head)
{
  const SystolePalette *palette = self->style.palette;
  double pad = systole_lane_padding (self), badge = TITLE_HEIGHT * fs (self), y = title_y (self);
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

  fit_title (self, head, right - pad - (self->ended ? 19.0 : 0.0), &words);
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
}

static void
paint_ribbon (cairo_t *cr, const SystoleLanePaint *self, const SystoleLaneHead *head)
{
  double pad = systole_lane_padding (self), top = ribbon_top (self), height = RIBBON_HEIGHT * fs (self);
  double width = self->width - 2.0 * pad, spare = width, total = 0.0, x = pad;
  const SystolePalette *palette = self->style.palette;

  /* no part is thinner than 3 px: the rest shares what is left */
  for (guint i = 0; i < head->n_parts; i++)
    if (head->parts[i].count * width / head->total < LEAST_PART)
      spare -= LEAST_PART;
    else
      total += (double) head->parts[i].count;

  for (guint i = 0; i < head->n_parts; i++)
    {
      const SystoleHeadPart *part = &head->parts[i];
      double w = part->count * width / head->total < LEAST_PART ? LEAST_PART : part->count / MAX (total, 1.0) * spare;
      double x0 = floor (x + 0.5), x1 = floor (x + w + 0.5), line = self->style.line_scale;
      gboolean busy = part->reason == SYSTOLE_REASON_BUSY;

      x += w;
      if (part->count == 0)
        continue;

      cairo_rectangle (cr, x0, top, x1 - x0, height);
      systole_paint_source (cr, busy ? palette->meanings[SYSTOLE_MEANING_SUM].tint : palette->idle_fill);
      cairo_fill (cr);
      if (!busy)
        systole_paint_hatch (cr, &self->style, systole_reason_get_hatch (part->reason), x0, top, x1 - x0, height, SYSTOLE_HATCH_BAR);
      cairo_rectangle (cr, x0 + line / 2.0, top + line / 2.0, x1 - x0 - line, height - line);
      systole_paint_source (cr, palette->idle_outline);
      cairo_set_line_width (cr, line);
      cairo_stroke (cr);
    }

  x = pad;
  for (guint i = 0; i < head->n_parts; i++)
    {
      const SystoleHeadPart *part = &head->parts[i];
      double w = part->count * width / head->total < LEAST_PART ? LEAST_PART : part->count / MAX (total, 1.0) * spare;
      double x0 = floor (x + 0.5), x1 = floor (x + w + 0.5), line = 2.0 * self->style.line_scale;

      x += w;
      if (part->reason != SYSTOLE_REASON_BUSY || part->count == 0)
        continue;
      cairo_rectangle (cr, x0 + line / 2.0, top + line / 2.0, x1 - x0 - line, height - line);
      systole_paint_source (cr, palette->busy_outline);
      cairo_set_line_width (cr, line);
      cairo_stroke (cr);
    }
}

static char *
part_words (const SystoleHeadPart *part, gboolean sentence)
{
  g_autofree char *count = systole_number_format_count (part->count);

  if (part->words != NULL)
    return g_strdup_printf ("%s %s", count, part->words);
  if (sentence)
    /* Translators: count, cause in short, cause as a sentence: “6 done: the wave has passed” */
    return g_strdup_printf (_ ("%s %s: %s"), count, systole_reason_get_short (part->reason), systole_reason_get_sentence (part->reason));

  /* Translators: count and cause: “6 done” */
  return g_strdup_printf (_ ("%s %s"), count, systole_reason_get_short (part->reason));
}

/* One cause: bold letter and words, from its left end. */
static double
paint_cause (cairo_t *cr, const SystoleLanePaint *self, const SystoleHeadPart *part, gboolean sentence, double x, double max_width)
{
  const SystolePalette *palette = self->style.palette;
  g_autofree char *words = part_words (part, sentence);
  double letter = systole_paint_text (cr, &self->style, systole_reason_get_letter (part->reason), NULL, 11.5, SYSTOLE_WEIGHT_BOLD, palette->text, x, words_y (self), 0.0, SYSTOLE_ALIGN_START) + 7.0 * fs (self);

  return letter + systole_paint_text (cr, &self->style, words, NULL, 11.5, SYSTOLE_WEIGHT_NORMAL, palette->second_text, x + letter, words_y (self), MAX (1.0, max_width - letter), SYSTOLE_ALIGN_START);
}

static double
cause_width (const SystoleLanePaint *self, const SystoleHeadPart *part, gboolean sentence)
{
  g_autofree char *words = part_words (part, sentence);

  return systole_paint_text_width (&self->style, systole_reason_get_letter (part->reason), 11.5, SYSTOLE_WEIGHT_BOLD) + 7.0 * fs (self) + systole_paint_text_width (&self->style, words, 11.5, SYSTOLE_WEIGHT_NORMAL);
}

static void
paint_words (cairo_t *cr, const SystoleLanePaint *self, const SystoleLaneHead *head)
{
  const SystoleHeadPart *shown[3] = { NULL };
  const SystolePalette *palette = self->style.palette;
  double pad = systole_lane_padding (self), width = self->width - 2.0 * pad, all = 0.0, x, gap;
  guint n_causes = 0, n = 0;
  gboolean sentence = TRUE;
  g_autofree char *more = NULL;

  for (guint i = 0; i < head->n_parts; i++)
    n_causes += head->parts[i].reason != SYSTOLE_REASON_BUSY && head->parts[i].count > 0;

  /* up to three causes as they lie on the picture; of more the two largest */
  for (guint i = 0; i < head->n_parts; i++)
    {
      const SystoleHeadPart *part = &head->parts[i];
      guint larger = 0;

      if (part->reason == SYSTOLE_REASON_BUSY || part->count == 0)
        continue;
      for (guint j = 0; j < head->n_parts; j++)
        larger += head->parts[j].reason != SYSTOLE_REASON_BUSY && (head->parts[j].count > part->count || (head->parts[j].count == part->count && j < i));
      if (n_causes <= 3 || larger < 2)
        shown[n++] = part;
    }
  if (n_causes > 3)
    more = g_strdup_printf (P_ ("+ %u more ▸", "+ %u more ▸", n_causes - 2), n_causes - 2);
  if (n == 0)
    return;

  for (guint pass = 0; pass < 2; pass++)
    {
      all = more != NULL ? systole_paint_text_width (&self->style, more, 11.5, SYSTOLE_WEIGHT_NORMAL) : 0.0;
      for (guint i = 0; i < n; i++)
        all += cause_width (self, shown[i], sentence);
      if (all + 12.0 * n <= width)
        break;
      sentence = FALSE;
    }

  gap = n + (more != NULL) > 1 ? MAX (12.0, (width - all) / (n - 1 + (more != NULL))) : 0.0;
  x = pad;
  for (guint i = 0; i < n; i++)
    {
      double wanted = cause_width (self, shown[i], sentence);

      /* the last one ends at the right edge; one that would not fit is cut, never pushed out */
      x += paint_cause (cr, self, shown[i], sentence, x, MIN (wanted + 1.0, pad + width - x)) + gap;
      if (x >= pad + width - 24.0)
        return;
    }
  if (more != NULL)
    systole_paint_text (cr, &self->style, more, NULL, 11.5, SYSTOLE_WEIGHT_NORMAL, palette->second_text, pad + width, words_y (self), pad + width - x + gap, SYSTOLE_ALIGN_END);
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

  paint_title (cr, self, head);
  each_crumb (self, paint_crumb, &crumbs);

  room = self->width - pad - crumbs.end - 18.0;
  brief = make_brief_mapping (self, head, room);
  if (head->mapping != NULL && room > 20.0)
    systole_paint_text (cr, &self->style, head->mapping, brief, 11.5, SYSTOLE_WEIGHT_NORMAL, self->style.palette->second_text, self->width - pad, crumbs_y (self), room, SYSTOLE_ALIGN_END);

  if (head->n_parts > 0 && head->total > 0)
    {
      paint_ribbon (cr, self, head);
      paint_words (cr, self, head);
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

  if (y < crumbs_y (self) - 12.0 * fs (self) || y > crumbs_y (self) + 12.0 * fs (self))
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
  *y = crumbs_y (self) - 6.0 * fs (self);
  *height = 12.0 * fs (self);

  return TRUE;
}
