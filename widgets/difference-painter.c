/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/difference-painter.h"

#include <math.h>
#include <string.h>

#include "engine/base/i18n.h"
#include "engine/run/difference.h"
#include "engine/run/run-name.h"
#include "widgets/box.h"
#include "widgets/hatch.h"
#include "widgets/paint-lines.h"
#include "widgets/unit-format.h"

#define EDGE 12.0
#define TITLE_PX 14.0
#define NAME_PX 13.0
#define NOTE_PX 11.5
#define BAR 14.0
#define LEAST_BAR 3.0
#define MAX_LINES 4
#define LEAST_SHARE 0.001 /* of the longer time: what is less is one line together */

/* Laid out from top to bottom by one walk, which draws, or only measures without a cairo_t. */
typedef struct
{
  cairo_t *cr;
  const SystoleDifferencePaint *paint;
  double scale, x, y, width;
  double middle, unit; /* of the bars: pixels, and pixels a second */
  SystoleDifference difference;
  SystoleUnitColumn column;
} Walk;

static char *
signed_text (const SystoleUnitColumn *column, double seconds)
{
  g_autofree char *size = systole_unit_column_format (column, fabs (seconds));

  return g_strconcat (seconds < 0 ? "\u2212" : "+", size, NULL);
}

/* What the whole difference is, by the letters of the lanes. */
static char *
sentence (const SystoleDifferencePaint *self, const SystoleDifference *difference)
{
  double factor = difference->factor >= 1 ? difference->factor : 1 / difference->factor;
  char fast = difference->factor >= 1 ? self->letter_a : self->letter_b, slow = difference->factor >= 1 ? self->letter_b : self->letter_a;
  g_autofree char *number = systole_paint_format_number (factor >= 10 ? round (factor) : round (100 * factor) / 100);
  g_autofree char *seconds = systole_units_format_seconds (fabs (difference->seconds));

  if (!(fabs (difference->seconds) > 0))
    /* Translators: two letters of lanes */
    return g_strdup_printf (_ ("%c and %c take the same time."), self->letter_a, self->letter_b);
  /* Translators: letter of a lane, a time, a factor, letter of another lane */
  return g_strdup_printf (_ ("%c needs %s less: it is %s × as fast as %c."), fast, seconds, number, slow);
}

/* "A: TPU v6e · B: A100 SXM4 80GB" */
static char *
name_both (const SystoleDifferencePaint *self)
{
  const SystoleRun *runs[] = { self->a, self->b };
  g_auto (SystoleRunName) a = { NULL }, b = { NULL };

  systole_run_name_init (&a, runs, G_N_ELEMENTS (runs), 0);
  systole_run_name_init (&b, runs, G_N_ELEMENTS (runs), 1);
  return g_strdup_printf ("%c: %s · %c: %s", self->letter_a, a.brief, self->letter_b, b.brief);
}

static void
add_text (Walk *self, const char *text, double px, SystoleWeight weight, SystoleColor color)
{
  self->y += systole_paint_lines (self->cr, &self->paint->style, text, px, weight, color, self->x, self->y, self->width, MAX_LINES);
}

static SystoleReason
reason_of (const SystoleDifferenceCause *cause)
{
  for (guint i = 0; i < SYSTOLE_N_PARTS; i++)
    if (strcmp (systole_part_get_id ((SystolePart) i), cause->id) == 0)
      return systole_part_get_reason ((SystolePart) i);
  return SYSTOLE_REASON_BUSY; /* the peak: work, multipliers, clock */
}

static void
paint_bar (const Walk *self, const SystoleDifferenceCause *cause, double y)
{
  double width = MAX (fabs (cause->seconds) * self->unit, LEAST_BAR);

  systole_paint_box (self->cr, &self->paint->style, reason_of (cause), SYSTOLE_MEANING_SUM, cause->seconds < 0 ? self->middle - width : self->middle, y, width, BAR, SYSTOLE_HATCH_BAR);
  /* The middle stands beside bars only, so that no word lies on it. */
  systole_paint_source (self->cr, self->paint->style.palette->text);
  cairo_set_line_width (self->cr, self->paint->style.line_scale);
  cairo_move_to (self->cr, round (self->middle) + 0.5, y - 2);
  cairo_line_to (self->cr, round (self->middle) + 0.5, y + BAR + 2);
  cairo_stroke (self->cr);
}

static void
add_cause (Walk *self, const SystoleDifferenceCause *cause, double shown)
{
  const SystolePaintStyle *style = &self->paint->style;
  g_autofree char *amount = signed_text (&self->column, shown);
  double middle = self->y + 9 * self->scale;

  if (self->cr != NULL)
    {
      double used = systole_paint_text (self->cr, style, amount, NULL, NAME_PX, SYSTOLE_WEIGHT_BOLD, style->palette->text, self->x + self->width, middle, 0, SYSTOLE_ALIGN_END);

      systole_paint_text (self->cr, style, cause->title, NULL, NAME_PX, SYSTOLE_WEIGHT_NORMAL, style->palette->text, self->x, middle, self->width - used - 12, SYSTOLE_ALIGN_START);
      paint_bar (self, cause, self->y + 18 * self->scale + 1);
    }
  self->y += 18 * self->scale + BAR + 6;
}

/* Bars go to both sides of a middle that leaves each side the room that it needs. */
static void
place_bars (Walk *self)
{
  double least = 0, most = 0;

  for (guint i = 0; i < self->difference.n_causes; i++)
    {
      least = MIN (least, self->difference.causes[i].seconds);
      most = MAX (most, self->difference.causes[i].seconds);
    }
  self->unit = most > least ? (self->width - 2 * LEAST_BAR) / (most - least) : 0;
  self->middle = self->x + LEAST_BAR - least * self->unit;
}

static void
add_sum (Walk *self)
{
  const SystolePaintStyle *style = &self->paint->style;
  g_autofree char *total = signed_text (&self->column, self->difference.seconds);
  g_autofree char *sum = g_strconcat ("=\u00a0", total, NULL);
  const char name[] = { self->paint->letter_b, ' ', '-', ' ', self->paint->letter_a, '\0' };
  g_auto (GStrv) halves = g_strsplit (name, "-", -1);
  g_autofree char *label = g_strjoinv ("\u2212", halves);

  if (self->cr != NULL)
    {
      systole_paint_source (self->cr, style->palette->text);
      cairo_set_line_width (self->cr, 1.5 * style->line_scale);
      cairo_move_to (self->cr, self->x, self->y + 2);
      cairo_line_to (self->cr, self->x + self->width, self->y + 2);
      cairo_stroke (self->cr);
      systole_paint_text (self->cr, style, label, NULL, NAME_PX, SYSTOLE_WEIGHT_BOLD, style->palette->text, self->x, self->y + 8 + 10 * self->scale, 0, SYSTOLE_ALIGN_START);
      systole_paint_text (self->cr, style, sum, NULL, NAME_PX + 1, SYSTOLE_WEIGHT_BOLD, style->palette->text, self->x + self->width, self->y + 8 + 10 * self->scale, 0, SYSTOLE_ALIGN_END);
    }
  self->y += 8 + 22 * self->scale;
}

/* Small causes stand together, so that the sum still adds up in front of the reader. */
static void
add_causes (Walk *self)
{
  double least = LEAST_SHARE * MAX (self->difference.seconds_a, self->difference.seconds_b);
  SystoleDifferenceCause rest = { "", _ ("all else"), 0, 0, 0 };
  const SystoleDifferenceCause *causes[G_N_ELEMENTS (self->difference.causes) + 1];
  double shown[G_N_ELEMENTS (causes)], told = 0, largest = fabs (self->difference.seconds);
  guint n = 0;

  for (guint i = 0; i < self->difference.n_causes; i++)
    if (fabs (self->difference.causes[i].seconds) >= least)
      {
        causes[n++] = &self->difference.causes[i];
        told += self->difference.causes[i].seconds;
      }
  rest.seconds = self->difference.seconds - told;
  if (fabs (rest.seconds) > 1e-9 * MAX (self->difference.seconds_a, self->difference.seconds_b))
    causes[n++] = &rest;
  for (guint i = 0; i < n; i++)
    {
      shown[i] = causes[i]->seconds;
      largest = MAX (largest, fabs (shown[i]));
    }
  systole_unit_column_init (&self->column, largest, "s");
  systole_unit_column_round (&self->column, shown, n, self->difference.seconds);
  for (guint i = 0; i < n; i++)
    add_cause (self, causes[i], shown[i]);
}

/* Returns the height; @cr NULL: draws nothing. */
static double
walk (cairo_t *cr, const SystoleDifferencePaint *self)
{
  double scale = MAX (self->style.font_scale, 0.5);
  Walk walk = { .cr = cr, .paint = self, .scale = scale, .x = EDGE, .y = EDGE, .width = self->width - 2 * EDGE };
  const SystolePalette *palette = self->style.palette;
  g_autofree char *title = g_strdup_printf (_ ("Why %c and %c differ"), self->letter_a, self->letter_b);
  /* Translators: twice the letter of a lane: what the bars of the chart say */
  g_autofree char *key = g_strdup_printf (_ ("Bars to the right: where %c loses time; to the left: where %c gains it."), self->letter_b, self->letter_b);
  g_autofree char *whole = NULL, *names = NULL;

  if (!systole_run_is_sound (self->a) || !systole_run_is_sound (self->b))
    return 0;
  systole_difference_init (&walk.difference, self->a, self->b);
  whole = sentence (self, &walk.difference);
  names = name_both (self);
  place_bars (&walk);
  add_text (&walk, title, TITLE_PX, SYSTOLE_WEIGHT_BOLD, palette->text);
  walk.y += 2;
  add_text (&walk, names, NOTE_PX, SYSTOLE_WEIGHT_NORMAL, palette->second_text);
  add_text (&walk, whole, NAME_PX, SYSTOLE_WEIGHT_NORMAL, palette->text);
  walk.y += 6 * scale;
  if (fabs (walk.difference.seconds) > 0)
    {
      add_causes (&walk);
      add_sum (&walk);
      add_text (&walk, key, NOTE_PX, SYSTOLE_WEIGHT_NORMAL, palette->second_text);
    }
  return walk.y + EDGE;
}

/* 0: a run breaks a law, nothing is drawn. */
double
systole_difference_get_height (const SystoleDifferencePaint *self)
{
  return ceil (walk (NULL, self));
}

/**
 * systole_difference_paint:
 *
 * The ground is the caller's.
 */
void
systole_difference_paint (cairo_t *cr, const SystoleDifferencePaint *self)
{
  walk (cr, self);
}

/**
 * systole_difference_paint_describe:
 *
 * Returns: (transfer full) (nullable): “A needs 2 ms less: it is 1.3 × as fast as B. Memory +3 ms; …”
 */
char *
systole_difference_paint_describe (const SystoleDifferencePaint *self)
{
  g_autoptr (GString) text = NULL;
  g_autofree char *whole = NULL;
  SystoleDifference difference;
  SystoleUnitColumn column;
  double largest = 0;

  if (!systole_run_is_sound (self->a) || !systole_run_is_sound (self->b))
    return NULL;
  systole_difference_init (&difference, self->a, self->b);
  whole = sentence (self, &difference);
  for (guint i = 0; i < difference.n_causes; i++)
    largest = MAX (largest, fabs (difference.causes[i].seconds));
  systole_unit_column_init (&column, largest, "s");
  text = g_string_new (whole);
  for (guint i = 0; i < difference.n_causes; i++)
    {
      g_autofree char *amount = signed_text (&column, difference.causes[i].seconds);

      if (fabs (difference.causes[i].seconds) >= LEAST_SHARE * MAX (difference.seconds_a, difference.seconds_b))
        g_string_append_printf (text, "%s %s %s", i > 0 ? ";" : "", difference.causes[i].title, amount);
    }
  if (difference.n_causes > 0)
    g_string_append_c (text, '.');
  return g_string_free (g_steal_pointer (&text), FALSE);
}
