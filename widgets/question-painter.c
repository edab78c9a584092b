/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/question-painter.h"

#include "engine/base/i18n.h"
#include "engine/base/number.h"
#include "widgets/paint-paragraph.h"

/* Sizes in pixels at font scale 1, where 13 is a presenter's unit. */
#define UNIT 13.0
#define TEXT_PX 16.5
#define SMALL_PX 12.5
#define HANDS_PX 16.5
#define NUMBER_PX 14.0
#define REVEAL_PX 12.2
#define FOOT_PX 12.5
#define DISC 14.5
#define PADDING 7.0
#define GAP 8.0
#define FOOT 22.0
#define BAR 9.0
#define MOST_HEIGHT 88.0
#define RADIUS 7.0

typedef struct
{
  double scale, pad, height, pitch;
} Layout;

static void
measure (const SystoleQuestionPaint *self, const SystolePaintStyle *style, double height, Layout *out)
{
  guint n = MAX (self->n, 1);

  out->scale = style->font_scale;
  out->pad = PADDING * out->scale;
  out->pitch = (height - FOOT * out->scale) / n;
  out->height = MIN (out->pitch - GAP * out->scale, MOST_HEIGHT * out->scale);
  out->pitch = MIN (out->pitch, out->height + GAP * out->scale);
}

guint
systole_question_count_hands (const SystoleQuestionPaint *self)
{
  guint n = 0;

  for (guint i = 0; i < self->n; i++)
    n += self->choices[i].hands;
  return n;
}

static void
paint_card (cairo_t *cr, const SystoleQuestionPaint *self, const SystolePaintStyle *style, const SystoleQuestionChoice *choice, double x, double y, double width, double height)
{
  const SystolePalette *palette = style->palette;
  const SystoleTriple *agrees = &palette->meanings[SYSTOLE_MEANING_MEMORY];
  gboolean lit = self->revealed && choice->right;
  double line = (lit ? 1 + 2 * self->progress : 1) * style->line_scale;

  systole_paint_rounded (cr, x + line / 2, y + line / 2, width - line, height - line, RADIUS * style->font_scale);
  systole_paint_source (cr, lit ? agrees->tint : palette->card);
  cairo_fill_preserve (cr);
  systole_paint_source (cr, lit ? agrees->mark : palette->idle_outline);
  cairo_set_line_width (cr, line);
  cairo_stroke (cr);
}

/* Share of the hands; nothing is drawn for nobody. */
static void
paint_bar (cairo_t *cr, const SystolePaintStyle *style, double share, double x, double y, double width, double height)
{
  systole_paint_rounded (cr, x, y, width, height, height / 2);
  systole_paint_source (cr, style->palette->idle_fill);
  cairo_fill_preserve (cr);
  systole_paint_source (cr, style->palette->idle_outline);
  cairo_set_line_width (cr, 0.5 * style->line_scale);
  cairo_stroke (cr);
  if (share <= 0)
    return;
  systole_paint_rounded (cr, x, y, MAX (share * width, height), height, height / 2);
  systole_paint_source (cr, style->palette->accent_fill);
  cairo_fill (cr);
}

/* On one line, else smaller on two. */
static void
paint_answer (cairo_t *cr, const SystolePaintStyle *style, const char *text, SystoleColor color, double x, double middle, double width)
{
  double height;

  if (systole_paint_text_width (style, text, TEXT_PX, SYSTOLE_WEIGHT_SEMIBOLD) <= width)
    {
      systole_paint_text (cr, style, text, NULL, TEXT_PX, SYSTOLE_WEIGHT_SEMIBOLD, color, x, middle, 0, SYSTOLE_ALIGN_START);
      return;
    }
  height = systole_paragraph_get_height (style, text, SMALL_PX, SYSTOLE_WEIGHT_SEMIBOLD, width, 2);
  systole_paint_paragraph (cr, style, text, SMALL_PX, SYSTOLE_WEIGHT_SEMIBOLD, color, x, middle - height / 2, width, 2);
}

static void
paint_choice (cairo_t *cr, const SystoleQuestionPaint *self, const SystolePaintStyle *style, const Layout *layout, guint i, double x, double y, double width)
{
  const SystolePalette *palette = style->palette;
  const SystoleQuestionChoice *choice = &self->choices[i];
  const SystoleTriple *agrees = &palette->meanings[SYSTOLE_MEANING_MEMORY];
  guint n_hands = systole_question_count_hands (self);
  gboolean right = self->revealed && choice->right, wrong = self->revealed && !choice->right;
  double scale = layout->scale, disc = DISC * scale, pad = layout->pad;
  double below = layout->height - 2 * disc - 2 * pad;
  gboolean roomy = below > 1.6 * REVEAL_PX * scale;
  double middle = roomy ? y + pad + disc : y + layout->height / 2;
  double text_x = x + pad + 2 * disc + 9 * scale, hands_width = 0;
  char number[2] = { (char) ('1' + i), '\0' };
  g_autofree char *hands = systole_number_format_count (choice->hands);

  paint_card (cr, self, style, choice, x, y, width, layout->height);
  cairo_arc (cr, x + pad + disc, middle, disc, 0, 2 * G_PI);
  systole_paint_source (cr, right ? agrees->ink : palette->text);
  cairo_fill (cr);
  systole_paint_text (cr, style, number, NULL, NUMBER_PX, SYSTOLE_WEIGHT_BOLD, right ? agrees->tint : palette->view, x + pad + disc, middle, 0, SYSTOLE_ALIGN_CENTRE);
  if (n_hands > 0)
    hands_width = systole_paint_text (cr, style, hands, NULL, HANDS_PX, SYSTOLE_WEIGHT_BOLD, palette->text, x + width - pad, middle, 0, SYSTOLE_ALIGN_END) + pad;
  paint_answer (cr, style, choice->text, wrong ? palette->second_text : palette->text, text_x, middle, x + width - pad - hands_width - text_x);
  if (!roomy)
    return;
  if (self->revealed && choice->reveal != NULL)
    {
      double line = 1.3 * REVEAL_PX * scale;

      systole_paint_paragraph (cr, style, choice->reveal, REVEAL_PX, right ? SYSTOLE_WEIGHT_SEMIBOLD : SYSTOLE_WEIGHT_NORMAL, right ? agrees->ink : palette->second_text, x + pad, y + pad + 2 * disc + 2 * scale, width - 2 * pad, (guint) MAX (1, below / line));
    }
  else if (!self->revealed)
    paint_bar (cr, style, n_hands > 0 ? (double) choice->hands / n_hands : 0, x + pad, y + layout->height - pad - BAR * scale, width - 2 * pad, BAR * scale);
}

/**
 * systole_question_paint:
 *
 * Cards below one another, the hands in all and what comes next at the foot.
 */
void
systole_question_paint (cairo_t *cr, const SystoleQuestionPaint *self, const SystolePaintStyle *style, double x, double y, double width, double height)
{
  guint n_hands = systole_question_count_hands (self);
  double foot = y, used = 0;
  Layout layout;

  measure (self, style, height, &layout);
  for (guint i = 0; i < self->n; i++)
    paint_choice (cr, self, style, &layout, i, x, y + i * layout.pitch, width);
  foot = y + self->n * layout.pitch + 0.5 * FOOT * layout.scale - 0.3 * GAP * layout.scale;
  if (n_hands > 0)
    {
      g_autofree char *hands = g_strdup_printf (P_ ("%u hand", "%u hands", n_hands), n_hands);

      used = systole_paint_text (cr, style, hands, NULL, FOOT_PX, SYSTOLE_WEIGHT_BOLD, style->palette->text, x, foot, 0, SYSTOLE_ALIGN_START) + UNIT * layout.scale;
    }
  systole_paint_text (cr, style, self->revealed ? _ ("The next key goes on") : _ ("Enter reveals"), NULL, FOOT_PX, SYSTOLE_WEIGHT_NORMAL, style->palette->second_text, x + width, foot, width - used, SYSTOLE_ALIGN_END);
}

int
systole_question_pick (const SystoleQuestionPaint *self, const SystolePaintStyle *style, double width, double height, double px, double py)
{
  Layout layout;

  measure (self, style, height, &layout);
  for (guint i = 0; i < self->n; i++)
    if (px >= 0 && px < width && py >= i * layout.pitch && py < i * layout.pitch + layout.height)
      return (int) i;
  return -1;
}

/**
 * systole_question_describe:
 *
 * Returns: (transfer full): the choices, and once revealed what each is worth, as sentences
 */
char *
systole_question_describe (const SystoleQuestionPaint *self)
{
  GString *words = g_string_new (NULL);

  for (guint i = 0; i < self->n; i++)
    {
      const SystoleQuestionChoice *choice = &self->choices[i];

      g_string_append_printf (words, "%s%u: %s.", i > 0 ? " " : "", i + 1, choice->text);
      if (self->revealed && choice->right)
        g_string_append_printf (words, " %s", _ ("That is right."));
      if (self->revealed && choice->reveal != NULL && *choice->reveal != '\0')
        g_string_append_printf (words, " %s", choice->reveal);
    }
  return g_string_free (words, FALSE);
}
