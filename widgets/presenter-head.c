/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/presenter-parts.h"

#include <math.h>

#include "engine/base/i18n.h"
#include "engine/base/number.h"
#include "widgets/array-painter.h"
#include "widgets/box.h"
#include "widgets/hatch.h"
#include "widgets/head-painter.h"
#include "widgets/paint-paragraph.h"

/* What a lane is and how much of it works: beside its picture as large words, or above it in three lines. */

/* Sizes at font scale 1. */
#define TITLE_PX 16.25
#define TEXT_PX 13.0
#define NUMBER_PX 54.6
#define OF_PX 18.0
/* Lengths in units. */
#define LINE 1.9
#define RIBBON 1.0
#define CAUSE 1.75
#define CAUSE_BOX 1.35
#define KEY 3.7

double
systole_presenter_head_height (double unit, gboolean counts)
{
  return (counts ? LINE + RIBBON + 2.2 : LINE + 1.7) * unit;
}

static const char *
choose (const SystolePaintStyle *style, const char *text, const char *brief, double px, double room)
{
  return brief != NULL && systole_paint_text_width (style, text, px, SYSTOLE_WEIGHT_BOLD) > room ? brief : text;
}

/* Badge and title, and what stands at the right end of the line. */
static void
paint_title (cairo_t *cr, const SystoleLanePaint *lane, const SystoleLaneHead *head, const char *right, double unit, double x, double y, double width)
{
  const SystolePaintStyle *style = &lane->style;
  const SystolePalette *palette = style->palette;
  double badge = 1.6 * unit, used = 0;
  double least = systole_paint_text_width (style, head->brief != NULL ? head->brief : head->title, TITLE_PX, SYSTOLE_WEIGHT_BOLD);
  char letter[2] = { lane->letter, '\0' };

  /* The name of the machine is worth more than the cycle. */
  if (right != NULL && systole_paint_text_width (style, right, TITLE_PX, SYSTOLE_WEIGHT_BOLD) + least + (lane->letter != '\0' ? badge + 1.5 * unit : unit) > width)
    right = NULL;
  if (right != NULL)
    used = systole_paint_text (cr, style, right, NULL, TITLE_PX, SYSTOLE_WEIGHT_BOLD, palette->text, x + width, y, 0, SYSTOLE_ALIGN_END) + unit;
  if (lane->letter != '\0')
    {
      systole_paint_rounded (cr, x, y - badge / 2, badge, badge, 0.28 * badge);
      systole_paint_source (cr, palette->text);
      cairo_fill (cr);
      systole_paint_text (cr, style, letter, NULL, TEXT_PX, SYSTOLE_WEIGHT_BOLD, palette->view, x + badge / 2, y, 0, SYSTOLE_ALIGN_CENTRE);
      used += badge + 0.5 * unit;
      x += badge + 0.5 * unit;
    }
  systole_paint_text (cr, style, choose (style, head->title, head->brief, TITLE_PX, width - used), NULL, TITLE_PX, SYSTOLE_WEIGHT_BOLD, palette->text, x, y, width - used, SYSTOLE_ALIGN_START);
}

/* All units in one bar, in the order in which they lie on the picture. */
static void
paint_ribbon (cairo_t *cr, const SystoleLanePaint *lane, const SystoleLaneHead *head, double x, double y, double width, double height)
{
  const SystolePalette *palette = lane->style.palette;
  double left = x;

  for (guint pass = 0; pass < 2; pass++, left = x)
    for (guint i = 0; i < head->n_parts; i++)
      {
        const SystoleHeadPart *part = &head->parts[i];
        double right = left + (double) part->count / (double) head->total * width;
        double x0 = floor (left + 0.5), x1 = floor (right + 0.5);
        gboolean busy = part->reason == SYSTOLE_REASON_BUSY;
        double line = (busy ? 2 : 1) * lane->style.line_scale;

        left = right;
        /* the busy part is outlined over its neighbours */
        if (part->count == 0 || busy != (pass == 1))
          continue;
        cairo_rectangle (cr, x0, y, x1 - x0, height);
        systole_paint_source (cr, busy ? palette->meanings[SYSTOLE_MEANING_SUM].tint : palette->idle_fill);
        cairo_fill (cr);
        if (!busy)
          systole_paint_hatch (cr, &lane->style, systole_reason_get_hatch (part->reason), x0, y, x1 - x0, height, SYSTOLE_HATCH_BAR);
        systole_paint_source (cr, busy ? palette->busy_outline : palette->idle_outline);
        cairo_set_line_width (cr, line);
        cairo_rectangle (cr, x0 + line / 2, y + line / 2, MAX (x1 - x0 - line, 1), height - line);
        cairo_stroke (cr);
      }
}

static char *
cycle_text (const SystoleLanePaint *lane)
{
  g_autofree char *cycle = systole_number_format_count (lane->cycle);

  if (lane->ended)
    return g_strdup (_ ("The end."));
  return g_strdup_printf (_ ("Cycle %s"), cycle);
}

static guint64
busy_count (const SystoleLaneHead *head)
{
  for (guint i = 0; i < head->n_parts; i++)
    if (head->parts[i].reason == SYSTOLE_REASON_BUSY)
      return head->parts[i].count;
  return 0;
}

/* Causes after letter and count, as many as fit on one line. @counts: FALSE: what is asked may follow from them */
static void
paint_causes (cairo_t *cr, const SystoleLanePaint *lane, const SystoleLaneHead *head, gboolean counts, double unit, double x, double y, double width)
{
  const SystolePaintStyle *style = &lane->style;
  double end = x + width;

  for (guint i = 0; i < head->n_parts; i++)
    {
      const SystoleHeadPart *part = &head->parts[i];
      g_autofree char *count = systole_number_format_count (part->count);
      const char *words = part->words != NULL ? part->words : systole_reason_get_short (part->reason);
      g_autofree char *text = counts ? g_strdup_printf ("%s %s", count, words) : g_strdup (words);
      double wide = systole_paint_text_width (style, text, TEXT_PX, SYSTOLE_WEIGHT_NORMAL), letter;

      if (part->reason == SYSTOLE_REASON_BUSY || part->count == 0)
        continue;
      letter = systole_paint_text_width (style, systole_reason_get_letter (part->reason), TEXT_PX, SYSTOLE_WEIGHT_BOLD) + 0.45 * unit;
      if (x + letter + wide > end)
        continue;
      systole_paint_text (cr, style, systole_reason_get_letter (part->reason), NULL, TEXT_PX, SYSTOLE_WEIGHT_BOLD, style->palette->text, x, y, 0, SYSTOLE_ALIGN_START);
      systole_paint_text (cr, style, text, NULL, TEXT_PX, SYSTOLE_WEIGHT_NORMAL, style->palette->second_text, x + letter, y, 0, SYSTOLE_ALIGN_START);
      x += letter + wide + 1.2 * unit;
    }
}

/**
 * systole_presenter_paint_head:
 * @counts: FALSE: the title, and what the letters mean
 *
 * Above a picture: title and cycle; how many work; the ribbon and its words.
 */
void
systole_presenter_paint_head (cairo_t *cr, const SystoleLanePaint *lane, const SystolePresenterBox *box, gboolean counts)
{
  const SystolePaintStyle *style = &lane->style;
  double unit = TEXT_PX * style->font_scale, y = box->y + 0.9 * unit;
  g_autofree char *cycle = cycle_text (lane);
  SystoleLaneHead head;

  systole_lane_head_fill (lane, &head);
  if (!counts || head.total == 0)
    {
      paint_title (cr, lane, &head, cycle, unit, box->x, y, box->width);
      paint_causes (cr, lane, &head, FALSE, unit, box->x, box->y + (LINE + 0.7) * unit, box->width);
    }
  else
    {
      const char *busy = head.busy != NULL ? head.busy : head.counts;
      g_autofree char *both = busy != NULL ? g_strdup_printf ("%s · %s", cycle, busy) : g_strdup (cycle);
      g_autofree char *brief = head.counts != NULL ? g_strdup_printf ("%s · %s", cycle, head.counts) : g_strdup (cycle);
      double room = box->width - 2.6 * unit - systole_paint_text_width (style, head.brief != NULL ? head.brief : head.title, TITLE_PX, SYSTOLE_WEIGHT_BOLD);
      const char *least = head.share != NULL && systole_paint_text_width (style, head.counts, TITLE_PX, SYSTOLE_WEIGHT_BOLD) > room ? head.share : head.counts;
      const char *right = systole_paint_text_width (style, both, TITLE_PX, SYSTOLE_WEIGHT_BOLD) <= room ? both : systole_paint_text_width (style, brief, TITLE_PX, SYSTOLE_WEIGHT_BOLD) <= room ? brief
                                                                                                                                                                                                : least;

      paint_title (cr, lane, &head, right, unit, box->x, y, box->width);
      paint_ribbon (cr, lane, &head, box->x, box->y + LINE * unit, box->width, RIBBON * unit);
      paint_causes (cr, lane, &head, TRUE, unit, box->x, box->y + (LINE + RIBBON + 0.95) * unit, box->width);
    }
  systole_lane_head_clear (&head);
}

/* One cause a line, with its texture: the legend. Where the sentence does not fit, its short form. */
static double
paint_legend (cairo_t *cr, const SystoleLanePaint *lane, const SystoleHeadPart *part, double count_width, double unit, double x, double y, double width)
{
  const SystolePaintStyle *style = &lane->style;
  double box = CAUSE_BOX * unit, text_x = x + box + 0.5 * unit + count_width + 0.4 * unit;
  g_autofree char *count = systole_number_format_count (part->count);
  g_autofree char *both = NULL;
  const char *brief = part->words != NULL ? part->words : systole_reason_get_short (part->reason);

  if (part->words == NULL && systole_reason_get_long (part->reason) != NULL)
    both = g_strdup (systole_reason_get_long (part->reason));
  else if (part->words == NULL)
    both = g_strdup_printf ("%s: %s", brief, systole_reason_get_sentence (part->reason, systole_machine_get_family (systole_run_get_machine (lane->run))));
  systole_paint_cell_box (cr, style, part->reason, SYSTOLE_MEANING_SUM, x, y - box / 2, box);
  systole_paint_idle_letter (cr, style, part->reason, x + box / 2, y, MAX (0.6 * box, style->least_px));
  systole_paint_text (cr, style, count, NULL, TEXT_PX, SYSTOLE_WEIGHT_BOLD, style->palette->text, x + box + 0.5 * unit + count_width, y, 0, SYSTOLE_ALIGN_END);
  systole_paint_text (cr, style, both != NULL ? both : brief, brief, TEXT_PX, SYSTOLE_WEIGHT_NORMAL, style->palette->text, text_x, y, x + width - text_x, SYSTOLE_ALIGN_START);
  return CAUSE * unit;
}

/* "48 of 64 multiply": the number as large as a number can be. */
static double
paint_number (cairo_t *cr, const SystoleLanePaint *lane, const SystoleLaneHead *head, double unit, double x, double y, double width)
{
  const SystolePaintStyle *style = &lane->style;
  g_autofree char *busy = systole_number_format_count (busy_count (head));
  g_autofree char *total = systole_number_format_count (head->total);
  /* Translators: after a large number: 48 “of 64 busy” */
  g_autofree char *of = g_strdup_printf (_ ("of %s busy"), total);
  double px = NUMBER_PX, wide, words = systole_paint_text_width (style, of, OF_PX, SYSTOLE_WEIGHT_NORMAL);

  wide = systole_paint_text_width (style, busy, px, SYSTOLE_WEIGHT_BOLD);
  if (wide + 0.5 * unit + words > width)
    {
      px *= 0.6;
      wide = systole_paint_text_width (style, busy, px, SYSTOLE_WEIGHT_BOLD);
    }
  if (wide + 0.5 * unit + words > width)
    {
      /* A long count has its words below. */
      double line = 1.5 * OF_PX * style->font_scale;

      y += 0.5 * px * style->font_scale;
      systole_paint_text (cr, style, busy, NULL, px, SYSTOLE_WEIGHT_BOLD, style->palette->text, x, y, width, SYSTOLE_ALIGN_START);
      y += 0.5 * px * style->font_scale + 0.5 * line;
      systole_paint_text (cr, style, of, NULL, OF_PX, SYSTOLE_WEIGHT_NORMAL, style->palette->text, x, y, width, SYSTOLE_ALIGN_START);
      return px * style->font_scale + line;
    }
  y += 0.5 * px * style->font_scale;
  systole_paint_text (cr, style, busy, NULL, px, SYSTOLE_WEIGHT_BOLD, style->palette->text, x, y, 0, SYSTOLE_ALIGN_START);
  y += 0.364 * (px - OF_PX) * style->font_scale; /* on one baseline */
  systole_paint_text (cr, style, of, NULL, OF_PX, SYSTOLE_WEIGHT_NORMAL, style->palette->text, x + wide + 0.5 * unit, y, width - wide - 0.5 * unit, SYSTOLE_ALIGN_START);
  return px * style->font_scale;
}

/* What the places of a cell mean, below the causes. */
static void
paint_key (cairo_t *cr, const SystoleLanePaint *lane, double unit, const SystolePresenterBox *box, double y)
{
  double size = KEY * unit;
  SystoleGeometry geometry;

  systole_array_get_geometry (lane, 0, 0, lane->width, lane->height, &geometry);
  if (geometry.detail != SYSTOLE_DETAIL_ALL || y + size + unit > box->y + box->height)
    return;
  systole_paint_source (cr, lane->style.palette->hairline);
  cairo_rectangle (cr, box->x, y, box->width, lane->style.line_scale);
  cairo_fill (cr);
  systole_array_paint_key (cr, lane, box->x, y + unit, size, box->x + box->width);
}

/**
 * systole_presenter_paint_words:
 * @box: beside the picture
 *
 * The title over the whole width, the one number, and the causes as the legend of the picture.
 */
void
systole_presenter_paint_words (cairo_t *cr, const SystoleLanePaint *lane, const SystolePresenterLayout *layout, const SystolePresenterBox *box)
{
  double unit = layout->unit, y = box->y + 0.4 * unit, count_width = 0;
  g_autofree char *cycle = cycle_text (lane);
  SystoleLaneHead head;

  systole_lane_head_fill (lane, &head);
  paint_title (cr, lane, &head, cycle, unit, layout->margin, layout->title, box->x + box->width - layout->margin);
  if (head.total > 0)
    {
      y += paint_number (cr, lane, &head, unit, box->x, y, box->width) + 0.9 * unit;
      paint_ribbon (cr, lane, &head, box->x, y, box->width, RIBBON * unit);
      y += (RIBBON + 1.4) * unit;
      for (guint i = 0; i < head.n_parts; i++)
        {
          g_autofree char *count = systole_number_format_count (head.parts[i].count);

          if (head.parts[i].reason != SYSTOLE_REASON_BUSY)
            count_width = MAX (count_width, systole_paint_text_width (&lane->style, count, TEXT_PX, SYSTOLE_WEIGHT_BOLD));
        }
      for (guint i = 0; i < head.n_parts && y + unit < box->y + box->height; i++)
        if (head.parts[i].reason != SYSTOLE_REASON_BUSY && head.parts[i].count > 0)
          y += paint_legend (cr, lane, &head.parts[i], count_width, unit, box->x, y, box->width);
    }
  if (lane->camera.level == SYSTOLE_LEVEL_ARRAY)
    paint_key (cr, lane, unit, box, y);
  systole_lane_head_clear (&head);
}
