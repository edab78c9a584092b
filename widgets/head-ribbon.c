/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/head-private.h"

#include <math.h>

#include "engine/base/i18n.h"
#include "engine/base/number.h"
#include "widgets/hatch.h"

/* The ribbon of a head, whose parts add up, and its words. */

#define LEAST_PART 3.0

void
systole_head_paint_ribbon (cairo_t *cr, const SystoleLanePaint *self, const SystoleLaneHead *head)
{
  double pad = systole_lane_padding (self), top = systole_head_ribbon_top (self), height = SYSTOLE_HEAD_RIBBON * systole_head_scale (self);
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
part_words (const SystoleLanePaint *self, const SystoleHeadPart *part, gboolean sentence)
{
  g_autofree char *count = systole_number_format_count (part->count);
  const char *why = systole_reason_get_sentence (part->reason, systole_machine_get_family (systole_run_get_machine (self->run)));

  if (part->words != NULL)
    return g_strdup_printf ("%s %s", count, part->words);
  if (sentence && systole_reason_get_long (part->reason) != NULL)
    return g_strdup_printf (_ ("%s %s"), count, systole_reason_get_long (part->reason));
  if (sentence && g_strcmp0 (why, systole_reason_get_sentence (part->reason, SYSTOLE_FAMILY_ARRAY)) == 0)
    /* Translators: count, cause in short, cause as a sentence: “6 done: the wave has passed” */
    return g_strdup_printf (_ ("%s %s: %s"), count, systole_reason_get_short (part->reason), why);

  /* Translators: count and cause: “6 done” */
  return g_strdup_printf (_ ("%s %s"), count, systole_reason_get_short (part->reason));
}

/* One cause: bold letter and words, from its left end. */
static double
paint_cause (cairo_t *cr, const SystoleLanePaint *self, const SystoleHeadPart *part, gboolean sentence, double x, double max_width)
{
  const SystolePalette *palette = self->style.palette;
  g_autofree char *words = part_words (self, part, sentence);
  double letter = systole_paint_text (cr, &self->style, systole_reason_get_letter (part->reason), NULL, 11.5, SYSTOLE_WEIGHT_BOLD, palette->text, x, systole_head_words_y (self), 0.0, SYSTOLE_ALIGN_START) + 7.0 * systole_head_scale (self);

  return letter + systole_paint_text (cr, &self->style, words, NULL, 11.5, SYSTOLE_WEIGHT_NORMAL, palette->second_text, x + letter, systole_head_words_y (self), MAX (1.0, max_width - letter), SYSTOLE_ALIGN_START);
}

static double
cause_width (const SystoleLanePaint *self, const SystoleHeadPart *part, gboolean sentence)
{
  g_autofree char *words = part_words (self, part, sentence);

  return systole_paint_text_width (&self->style, systole_reason_get_letter (part->reason), 11.5, SYSTOLE_WEIGHT_BOLD) + 7.0 * systole_head_scale (self) + systole_paint_text_width (&self->style, words, 11.5, SYSTOLE_WEIGHT_NORMAL);
}

void
systole_head_paint_words (cairo_t *cr, const SystoleLanePaint *self, const SystoleLaneHead *head)
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
    systole_paint_text (cr, &self->style, more, NULL, 11.5, SYSTOLE_WEIGHT_NORMAL, palette->second_text, pad + width, systole_head_words_y (self), pad + width - x + gap, SYSTOLE_ALIGN_END);
}
