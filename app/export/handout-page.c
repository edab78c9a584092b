/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/export/handout-page.h"

#include "app/export/picture.h"
#include "engine/base/i18n.h"
#include "widgets/lesson-text.h"
#include "widgets/paint-paragraph.h"

#define TITLE_PX 20.0
#define TEXT_PX 13.0
#define SMALL_PX 11.0
#define BADGE 26.0
#define GAP 8.0
#define BOX 14.0    /* to be ticked */
#define LINE 22.0   /* of what is ticked, or written on */
#define REASON 44.0 /* room for a sentence by hand */
#define CAPTION_LINES 3u
#define ANSWER_LINES 3u
#define PICTURE_SCALE 0.75 /* of a picture that is drawn for a screen */
#define WIDTH (SYSTOLE_HANDOUT_WIDTH - 2 * SYSTOLE_HANDOUT_MARGIN)

static void
paint_rule (cairo_t *cr, const SystolePaintStyle *style, double x, double y, double width)
{
  systole_paint_source (cr, style->palette->text);
  cairo_set_line_width (cr, 0.75);
  cairo_move_to (cr, x, y);
  cairo_line_to (cr, x + width, y);
  cairo_stroke (cr);
}

static void
paint_box (cairo_t *cr, const SystolePaintStyle *style, double x, double y, double width, double height)
{
  systole_paint_source (cr, style->palette->text);
  cairo_set_line_width (cr, 1);
  cairo_rectangle (cr, x + 0.5, y + 0.5, width - 1, height - 1);
  cairo_stroke (cr);
}

/* The title, and lines for who fills the sheet in and when. */
double
systole_handout_paint_head (cairo_t *cr, const SystolePaintStyle *style, const char *title, double y)
{
  double half = WIDTH / 2, height;

  height = systole_paint_paragraph (cr, style, title, TITLE_PX, SYSTOLE_WEIGHT_BOLD, style->palette->text, SYSTOLE_HANDOUT_MARGIN, y, WIDTH, 2);
  y += height + 2 * GAP;
  systole_paint_paragraph (cr, style, _ ("Name"), TEXT_PX, SYSTOLE_WEIGHT_NORMAL, style->palette->text, SYSTOLE_HANDOUT_MARGIN, y, half, 1);
  systole_paint_paragraph (cr, style, _ ("Date"), TEXT_PX, SYSTOLE_WEIGHT_NORMAL, style->palette->text, SYSTOLE_HANDOUT_MARGIN + half, y, half, 1);
  paint_rule (cr, style, SYSTOLE_HANDOUT_MARGIN + 70, y + LINE - 4, half - 90);
  paint_rule (cr, style, SYSTOLE_HANDOUT_MARGIN + half + 70, y + LINE - 4, half - 70);
  return y + LINE + 2 * GAP;
}

/* --- a beat --- */

static char *
get_caption (const SystoleLessonShown *shown)
{
  return systole_lesson_caption (&shown->state, shown->beat, g_get_language_names (), systole_text_lesson_value, NULL);
}

static char *
get_answer (const SystoleLessonShown *shown, const SystoleChoice *choice)
{
  return systole_lesson_answer (&shown->state, choice, g_get_language_names (), choice->answers->len > 0 ? systole_text_lesson_value : systole_text_lesson_answer, NULL);
}

static double
get_choices_height (const SystoleBeat *beat)
{
  return beat->choices->len > 0 ? (beat->choices->len + 1) / 2 * LINE + REASON + GAP : 0;
}

/* Two columns of boxes, and one large one for the reason. */
static void
paint_choices (cairo_t *cr, const SystolePaintStyle *style, const SystoleLessonShown *shown, double y)
{
  guint n = shown->beat->choices->len;

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *text = get_answer (shown, &g_array_index (shown->beat->choices, SystoleChoice, i));
      double x = SYSTOLE_HANDOUT_MARGIN + (i % 2) * WIDTH / 2, at = y + i / 2 * LINE;

      paint_box (cr, style, x, at + 2, BOX, BOX);
      systole_paint_paragraph (cr, style, text, TEXT_PX, SYSTOLE_WEIGHT_NORMAL, style->palette->text, x + BOX + GAP, at, WIDTH / 2 - BOX - 2 * GAP, 1);
    }
  y += (n + 1) / 2 * LINE;
  paint_box (cr, style, SYSTOLE_HANDOUT_MARGIN, y, WIDTH, REASON);
  systole_paint_paragraph (cr, style, _ ("Because …"), SMALL_PX, SYSTOLE_WEIGHT_NORMAL, style->palette->second_text, SYSTOLE_HANDOUT_MARGIN + GAP, y + 3, WIDTH / 2, 1);
}

static void
paint_picture (cairo_t *cr, const SystolePaintStyle *style, const SystoleLessonShown *shown, double y, double height)
{
  SystolePicture picture = {
    .scenario = shown->scenario,
    .runs = (const SystoleRun *const *) shown->runs->pdata,
    .n_lanes = shown->runs->len,
    .lane = MIN (shown->scenario->view.lane, shown->runs->len - 1),
    .width = WIDTH / PICTURE_SCALE,
    .height = height / PICTURE_SCALE,
    .no_timeline = shown->beat->choices->len > 0,
    .style = *style,
  };
  SystoleCounter hidden;

  if (picture.runs[picture.lane] == NULL)
    return;
  picture.cycle = g_array_index (shown->cycles, guint64, picture.lane);
  picture.hides = shown->beat->hides != NULL && systole_counter_from_id (shown->beat->hides, &hidden);
  if (picture.hides)
    picture.hidden = hidden;
  cairo_save (cr);
  cairo_translate (cr, SYSTOLE_HANDOUT_MARGIN, y);
  cairo_rectangle (cr, 0, 0, WIDTH, height);
  cairo_clip (cr);
  cairo_scale (cr, PICTURE_SCALE, PICTURE_SCALE);
  systole_picture_paint (&picture, systole_picture_view_find ("whole", NULL), cr);
  cairo_restore (cr);
  paint_box (cr, style, SYSTOLE_HANDOUT_MARGIN, y, WIDTH, height);
}

static double
paint_numbered (cairo_t *cr, const SystolePaintStyle *style, guint number, const char *text, double y)
{
  g_autofree char *digits = g_strdup_printf ("%u", number);

  paint_box (cr, style, SYSTOLE_HANDOUT_MARGIN, y, BADGE, BADGE);
  systole_paint_paragraph (cr, style, digits, TEXT_PX, SYSTOLE_WEIGHT_BOLD, style->palette->text, SYSTOLE_HANDOUT_MARGIN + (number < 10 ? 9 : 5), y + 4, BADGE, 1);
  return MAX (BADGE, systole_paint_paragraph (cr, style, text, TEXT_PX, SYSTOLE_WEIGHT_BOLD, style->palette->text, SYSTOLE_HANDOUT_MARGIN + BADGE + GAP, y + 4, WIDTH - BADGE - GAP, CAPTION_LINES) + 4);
}

/**
 * systole_handout_paint_beat:
 * @number: of the beat, from 1
 * @height: that the beat may take, pixels
 */
void
systole_handout_paint_beat (cairo_t *cr, const SystolePaintStyle *style, const SystoleLessonShown *shown, guint number, double y, double height)
{
  g_autofree char *caption = get_caption (shown);
  double bottom = y + height - get_choices_height (shown->beat);

  y += paint_numbered (cr, style, number, caption, y) + GAP;
  paint_picture (cr, style, shown, y, bottom - GAP - y);
  if (shown->beat->choices->len > 0)
    paint_choices (cr, style, shown, bottom);
}

/* --- answers --- */

/* "30 cycles. The wave needs …": an answer and why it is right or wrong. */
static char *
explain (const SystoleLessonShown *shown, const SystoleChoice *choice)
{
  g_autofree char *answer = get_answer (shown, choice);
  g_autofree char *reveal = systole_lesson_reveal (&shown->state, choice, g_get_language_names (), systole_text_lesson_value, NULL);

  return *reveal != '\0' ? g_strdup_printf ("%s – %s", answer, reveal) : g_strdup (answer);
}

/* @cr NULL: it is only measured. */
static double
lay_answer (cairo_t *cr, const SystolePaintStyle *style, const SystoleLessonShown *shown, guint number, double y)
{
  g_autofree char *caption = get_caption (shown);
  double start = y, x = SYSTOLE_HANDOUT_MARGIN + BADGE + GAP, width = WIDTH - BADGE - GAP;

  if (cr != NULL)
    paint_numbered (cr, style, number, caption, y);
  y += MAX (BADGE, systole_paragraph_get_height (style, caption, TEXT_PX, SYSTOLE_WEIGHT_BOLD, width, CAPTION_LINES) + 4) + GAP / 2;
  for (guint i = 0; i < shown->beat->choices->len; i++)
    {
      const SystoleChoice *choice = &g_array_index (shown->beat->choices, SystoleChoice, i);
      gboolean right = choice->misconception == NULL;
      g_autofree char *words = explain (shown, choice), *text = g_strdup_printf ("%s %s", right ? "✓" : "×", words);
      SystoleWeight weight = right ? SYSTOLE_WEIGHT_BOLD : SYSTOLE_WEIGHT_NORMAL;

      if (cr != NULL)
        systole_paint_paragraph (cr, style, text, TEXT_PX, weight, style->palette->text, x, y, width, ANSWER_LINES);
      y += systole_paragraph_get_height (style, text, TEXT_PX, weight, width, ANSWER_LINES) + GAP / 2;
    }
  return y + GAP - start;
}

double
systole_handout_get_answer_height (const SystolePaintStyle *style, const SystoleLessonShown *shown, guint number)
{
  return shown->beat->choices->len > 0 ? lay_answer (NULL, style, shown, number, 0) : 0;
}

void
systole_handout_paint_answer (cairo_t *cr, const SystolePaintStyle *style, const SystoleLessonShown *shown, guint number, double y)
{
  lay_answer (cr, style, shown, number, y);
}
