/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/sub-core-painter.h"

#include <math.h>

#include "engine/base/i18n.h"
#include "engine/base/number.h"
#include "widgets/hatch.h"
#include "widgets/plate.h"
#include "widgets/sm-tensor.h"
#include "widgets/sm-words.h"

#define TITLE_PX 12.0
#define ROW_PX 11.5
#define PAD 8.0
#define MAX_ROWS 128

/* "Sub-core 0" and what its scheduler does; the second gives way first. */
static void
paint_title (cairo_t *cr, const SystoleLanePaint *self, const SystoleSmBox *box, const SystoleSmFrame *frame, guint sub_core, double height)
{
  const SystolePaintStyle *style = &self->style;
  g_autofree char *title = g_strdup_printf (systole_maker_say (frame->maker, N_ ("Sub-core %u")), sub_core);
  g_autofree char *number = g_strdup_printf ("%u", sub_core);
  g_autofree char *issues = systole_sm_issue_words (frame, sub_core, FALSE);
  g_autofree char *brief = systole_sm_issue_words (frame, sub_core, TRUE);
  double y = box->y + height / 2;
  double room = box->width - 2 * PAD;
  double width = systole_paint_text (cr, style, title, number, TITLE_PX, SYSTOLE_WEIGHT_SEMIBOLD, style->palette->text, box->x + PAD, y, room, SYSTOLE_ALIGN_START);
  const char *words = systole_paint_text_width (style, issues, ROW_PX, SYSTOLE_WEIGHT_NORMAL) <= room - width - 8 ? issues : brief;

  if (systole_paint_text_width (style, words, ROW_PX, SYSTOLE_WEIGHT_NORMAL) <= room - width - 8)
    systole_paint_text (cr, style, words, NULL, ROW_PX, SYSTOLE_WEIGHT_NORMAL, style->palette->second_text, box->x + box->width - PAD, y, 0, SYSTOLE_ALIGN_END);
}

static void
paint_issue_mark (cairo_t *cr, const SystolePaintStyle *style, const SystoleSmBox *box)
{
  double size = MIN (0.42 * box->height, 9);
  double x = box->x + box->width - 7 - size, y = box->y + box->height / 2;

  cairo_move_to (cr, x, y - size / 2);
  cairo_line_to (cr, x + size, y);
  cairo_line_to (cr, x, y + size / 2);
  cairo_close_path (cr);
  systole_paint_source (cr, style->palette->text);
  cairo_fill (cr);
}

static void
paint_row_ground (cairo_t *cr, const SystolePaintStyle *style, SystoleReason reason, gboolean issues, const SystoleSmBox *box)
{
  const SystolePalette *palette = style->palette;
  double line = issues ? 2 * style->line_scale : style->line_scale, width = MIN (1.5 * box->height, box->width / 2);
  gboolean dashed = !issues && reason == SYSTOLE_REASON_NO_WORK;
  SystolePlate plate = { box->x, box->y, box->width, box->height, 3, line, issues ? palette->meanings[SYSTOLE_MEANING_SUM].tint : palette->idle_fill, issues ? palette->busy_outline : palette->idle_outline, dashed };

  if (dashed)
    cairo_set_dash (cr, (double[]){ 2, 2 }, 2, 0);
  systole_paint_plate (cr, style, &plate);
  cairo_set_dash (cr, NULL, 0, 0);
  /* inside the line, whose corners it does not reach */
  if (!issues && !dashed)
    systole_paint_hatch (cr, style, systole_reason_get_hatch (reason), box->x + box->width - width, box->y + line, width - line, box->height - 2 * line, SYSTOLE_HATCH_BAR);
}

/**
 * systole_sub_core_paint_row:
 *
 * One warp, or a group of warps that wait alike: its name, its instruction, its block where
 * there are several and room to say it, and ▶ if it
 * issues, else the hatch and letter of what it waits for.
 */
void
systole_sub_core_paint_row (cairo_t *cr, const SystolePaintStyle *style, const SystoleSmFrame *frame, const SystoleWarpRow *row, const SystoleSmBox *box)
{
  const SystolePalette *palette = style->palette;
  gboolean issues = row->first->issues;
  SystoleReason reason = row->first->reason;
  g_autofree char *name = row->count == 1 || row->mixed ? g_strdup_printf (systole_maker_choose (frame->maker, "W%u"), row->first->warp) : NULL;
  g_autofree char *words = systole_sm_row_words (frame, row);
  g_autofree char *brief = row->mixed || row->count == 1 ? systole_sm_warp_words (frame, row->first) : NULL;
  double y = box->y + box->height / 2;
  double x = box->x + 6;
  /* In a row that texts may stand in there is room for a letter of their size. */
  double letter = MAX (MIN (0.62 * box->height, 16), style->least_px < box->height ? style->least_px : 0);
  double right = box->x + box->width - 1.5 * box->height - 2;

  paint_row_ground (cr, style, reason, issues, box);
  if (name != NULL)
    {
      double width = systole_paint_text (cr, style, name, NULL, ROW_PX, SYSTOLE_WEIGHT_SEMIBOLD, issues ? palette->text : palette->letter, x, y, 0, SYSTOLE_ALIGN_START);

      x += MAX (width, 0) + 6 * style->font_scale;
    }
  if (right > x)
    systole_paint_text (cr, style, words, brief, ROW_PX, issues ? SYSTOLE_WEIGHT_SEMIBOLD : SYSTOLE_WEIGHT_NORMAL, issues ? palette->text : palette->letter, x, y, right - x, SYSTOLE_ALIGN_START);
  if (issues)
    paint_issue_mark (cr, style, box);
  else
    systole_paint_idle_letter (cr, style, reason, box->x + box->width - 0.75 * box->height, y, letter);
}

/* "k 2" in the corner between the two kinds of operands. */
static void
paint_k (cairo_t *cr, const SystolePaintStyle *style, const SystolePipeState *pipe, const SystoleSmBox *core, const SystoleSmBox *tensor, double top, double wide, double pitch)
{
  g_autofree char *value = systole_number_format_count (pipe->k);
  double right = tensor->x - 0.22 * wide;
  double y = tensor->y - 0.5 * pitch;
  double width = systole_paint_text_width (style, value, ROW_PX, SYSTOLE_WEIGHT_BOLD);
  double name = systole_paint_text_width (style, "k", ROW_PX, SYSTOLE_WEIGHT_NORMAL);

  /* Where letters are large, the corner is too low for them. */
  if (y - 0.5 * ROW_PX * style->font_scale < top)
    return;
  if (right - width < core->x + 4)
    return;
  systole_paint_text (cr, style, value, NULL, ROW_PX, SYSTOLE_WEIGHT_BOLD, style->palette->text, right, y, 0, SYSTOLE_ALIGN_END);
  if (right - width - 8 - name >= core->x + 4)
    systole_paint_text (cr, style, "k", NULL, ROW_PX, SYSTOLE_WEIGHT_NORMAL, style->palette->second_text, right - width - 8, y, 0, SYSTOLE_ALIGN_END);
}

/**
 * systole_sub_core_paint:
 * @frame: what is shown
 * @next: (nullable): what follows, for what moves; NULL at rest
 */
void
systole_sub_core_paint (cairo_t *cr, const SystoleLanePaint *self, const SystoleSmGeometry *geometry, const SystoleSmFrame *frame, const SystoleSmFrame *next, double fraction, guint sub_core)
{
  SystoleSmBox box = systole_sm_core_box (geometry, sub_core);
  SystoleWarpRow rows[MAX_ROWS];
  guint n = systole_sm_get_rows (frame, sub_core, MIN (geometry->card.n_rows, MAX_ROWS), rows);
  const SystolePipeState *pipe = systole_sm_find_pipe (frame, frame->main_unit, sub_core);

  systole_paint_card (cr, &self->style, box.x, box.y, box.width, box.height, 6);
  if (geometry->card.title > 0 && box.height >= geometry->card.title)
    paint_title (cr, self, &box, frame, sub_core, geometry->card.title);
  for (guint i = 0; i < n; i++)
    {
      SystoleSmBox row = systole_sm_row_box (geometry, sub_core, i);

      systole_sub_core_paint_row (cr, &self->style, frame, &rows[i], &row);
    }
  if (!geometry->card.has_tensor)
    return;
  {
    SystoleSmBox tensor = systole_sm_tensor_box (geometry, sub_core);

    systole_tensor_paint (cr, &self->style, frame, next, fraction, sub_core, tensor.x, tensor.y, geometry->card.wide, geometry->card.pitch, box.x + box.width - tensor.x - PAD, geometry->card.tokens, FALSE);
    if (pipe != NULL && pipe->reason == SYSTOLE_REASON_BUSY && pipe->k != SYSTOLE_NO_INDEX && geometry->card.tokens)
      paint_k (cr, &self->style, pipe, &box, &tensor, box.y + geometry->card.list.y + geometry->card.list.height, geometry->card.wide, geometry->card.pitch);
  }
}
