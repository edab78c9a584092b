/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/export/handout.h"

#include "app/export/handout-page.h"
#include "app/export/pdf.h"
#include "engine/base/error.h"
#include "engine/base/i18n.h"
#include "widgets/paint-paragraph.h"

#define BEATS_A_PAGE 2
#define GAP 20.0
#define TITLE_PX 20.0
#define TITLE_HEIGHT 30.0

typedef struct
{
  const SystoleScenario *lesson;
  GPtrArray *shown; /* SystoleLessonShown, by beat */
  const char *title;
  SystolePaintStyle style;
  cairo_t *cr;
} Handout;

static const SystoleLessonShown *
get_shown (const Handout *self, guint beat)
{
  return g_ptr_array_index (self->shown, beat);
}

static void
paint_beats (const Handout *self)
{
  double end = SYSTOLE_HANDOUT_HEIGHT - SYSTOLE_HANDOUT_MARGIN;

  for (guint first = 0; first < self->shown->len; first += BEATS_A_PAGE)
    {
      double y = SYSTOLE_HANDOUT_MARGIN, height;

      if (first == 0)
        y = systole_handout_paint_head (self->cr, &self->style, self->title, y);
      height = (end - y - GAP * (BEATS_A_PAGE - 1)) / BEATS_A_PAGE;
      for (guint i = first; i < MIN (first + BEATS_A_PAGE, self->shown->len); i++, y += height + GAP)
        systole_handout_paint_beat (self->cr, &self->style, get_shown (self, i), i + 1, y, height);
      cairo_show_page (self->cr);
    }
}

/* By themselves at the end, so that they can be kept back. */
static void
paint_answers (const Handout *self)
{
  double start = SYSTOLE_HANDOUT_MARGIN + TITLE_HEIGHT, y = start, end = SYSTOLE_HANDOUT_HEIGHT - SYSTOLE_HANDOUT_MARGIN;
  gboolean begun = FALSE;

  for (guint i = 0; i < self->shown->len; i++)
    {
      double height = systole_handout_get_answer_height (&self->style, get_shown (self, i), i + 1);

      if (height <= 0)
        continue;
      if (begun && y + height > end)
        {
          cairo_show_page (self->cr);
          y = start;
          begun = FALSE;
        }
      if (!begun)
        systole_paint_paragraph (self->cr, &self->style, _ ("Answers"), TITLE_PX, SYSTOLE_WEIGHT_BOLD, self->style.palette->text, SYSTOLE_HANDOUT_MARGIN, SYSTOLE_HANDOUT_MARGIN, SYSTOLE_HANDOUT_WIDTH - 2 * SYSTOLE_HANDOUT_MARGIN, 1);
      begun = TRUE;
      systole_handout_paint_answer (self->cr, &self->style, get_shown (self, i), i + 1, y);
      y += height;
    }
  if (begun)
    cairo_show_page (self->cr);
}

static GBytes *
paint (Handout *self, GError **error)
{
  GByteArray *bytes = g_byte_array_new ();
  cairo_surface_t *surface = systole_pdf_begin (bytes, SYSTOLE_HANDOUT_WIDTH, SYSTOLE_HANDOUT_HEIGHT, self->title, NULL);
  cairo_status_t status;

  self->cr = cairo_create (surface);
  paint_beats (self);
  paint_answers (self);
  status = cairo_status (self->cr);
  cairo_destroy (self->cr);
  return systole_export_take_bytes (bytes, surface, status, error);
}

/**
 * systole_handout_encode:
 * @lesson: a scenario with beats
 * @progress: (nullable): the beats are run for it, which takes time
 *
 * Returns: (transfer full): a PDF; NULL with SYSTOLE_ERROR_SHAPE where @lesson has no beats,
 *   SYSTOLE_ERROR_CAPACITY or SYSTOLE_ERROR_CANCELLED
 */
GBytes *
systole_handout_encode (const SystoleScenario *lesson, const SystoleCatalogue *catalogue, SystoleProgress progress, gpointer progress_data, GError **error)
{
  guint n = systole_scenario_get_n_beats (lesson);
  g_autoptr (GPtrArray) shown = g_ptr_array_new_with_free_func ((GDestroyNotify) systole_lesson_shown_free);
  Handout self = { .lesson = lesson, .shown = shown, .title = systole_scenario_get_title (lesson, g_get_language_names ()) };

  if (n == 0)
    {
      g_set_error_literal (error, SYSTOLE_ERROR, SYSTOLE_ERROR_SHAPE, _ ("This is no lesson: it has no beats to put on paper"));
      return NULL;
    }
  for (guint i = 0; i < n; i++)
    {
      g_ptr_array_add (shown, systole_lesson_shown_new (lesson, i, catalogue));
      if (progress != NULL && !progress ((double) (i + 1) / (n + 1), progress_data))
        {
          g_set_error_literal (error, SYSTOLE_ERROR, SYSTOLE_ERROR_CANCELLED, _ ("Stopped"));
          return NULL;
        }
    }
  systole_paint_style_init (&self.style, SYSTOLE_SCHEME_PRINT);
  self.style.vector = TRUE;
  return paint (&self, error);
}
