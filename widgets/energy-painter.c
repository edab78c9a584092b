/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/energy-painter.h"

#include <math.h>
#include <string.h>

#include "engine/base/i18n.h"
#include "engine/run/known-error.h"
#include "engine/run/power.h"
#include "widgets/chart-title.h"
#include "widgets/hatch.h"
#include "widgets/paint-lines.h"
#include "widgets/unit-format.h"

#define EDGE 12.0
#define NAME_PX 13.0
#define NOTE_PX 11.5
#define TOTAL_PX 20.0
#define BAR 14.0
#define LEAST_BAR 3.0
#define PLOT 84.0 /* height of watts over time */
#define WIDE 760.0
#define MAX_BINS 1024
#define MAX_LINES 4
#define ROOM_ABOVE 1.05 /* over the highest watts */

/* Laid out from top to bottom by one walk, which draws, or only measures without a cairo_t. */
typedef struct
{
  cairo_t *cr;
  const SystoleEnergyPaint *paint;
  double scale, x, y, width;
  SystoleEnergy energy;
} Walk;

static void
add_text (Walk *self, const char *text, double px, SystoleWeight weight, gboolean second)
{
  const SystolePalette *palette = self->paint->style.palette;

  self->y += systole_paint_lines (self->cr, &self->paint->style, text, px, weight, second ? palette->second_text : palette->text, self->x, self->y, self->width, MAX_LINES);
}

/* --- words --- */

static char *
per_operation_text (const SystoleRun *run)
{
  double joules = systole_run_get_energy_per_operation (run);
  g_autofree char *amount = joules > 0 ? systole_units_format_prefixed (joules, "J") : NULL;

  /* Translators: %s is an energy: “0.6 pJ” */
  return amount != NULL ? g_strdup_printf (_ ("%s for each useful operation"), amount) : NULL;
}

static char *
power_text (const SystoleEnergy *energy, double most)
{
  g_autofree char *watts = systole_units_format_prefixed (energy->watts, "W");
  g_autofree char *limit = systole_units_format_prefixed (energy->limit, "W");

  if (most > energy->limit * 1.005)
    {
      g_autofree char *peak = systole_units_format_prefixed (most, "W");

      /* Translators: three powers: the mean, the most, the limit */
      return g_strdup_printf (_ ("%s on average, %s at most: over the limit of %s, where the clock would fall"), watts, peak, limit);
    }
  if (energy->limited)
    /* Translators: a power: “70 W” */
    return g_strdup_printf (energy->limit_estimated ? _ ("held at its power limit, estimated at %s") : _ ("held at its power limit of %s"), limit);
  /* Translators: two powers: the mean and the limit */
  return g_strdup_printf (energy->limit_estimated ? _ ("%s on average; the limit is estimated at %s") : _ ("%s on average; the limit is %s"), watts, limit);
}

static char *
error_text (const SystoleRun *run)
{
  SystoleKnownError known = systole_run_get_known_error_of_power (run);
  g_autofree char *figure = systole_known_error_describe_short (&known);

  /* Translators: %s is “± 9 %” or “not validated” */
  return g_strdup_printf (_ ("All parts are estimates from published coefficients. Known error of the power: %s."), figure);
}

/* --- parts --- */

static void
paint_bar (const Walk *self, guint part, double before, double y)
{
  static const SystoleMeaning meanings[SYSTOLE_N_ENERGY_PARTS] = { [SYSTOLE_ENERGY_ARITHMETIC] = SYSTOLE_MEANING_SUM, [SYSTOLE_ENERGY_ON_CHIP] = SYSTOLE_MEANING_MEMORY, [SYSTOLE_ENERGY_DRAM] = SYSTOLE_MEANING_MEMORY, [SYSTOLE_ENERGY_HOST] = SYSTOLE_MEANING_MEMORY };
  const SystolePaintStyle *style = &self->paint->style;
  gboolean steady = part == SYSTOLE_ENERGY_IDLE || part == SYSTOLE_ENERGY_AWAKE;
  double unit = self->width / self->energy.joules, width = MAX (self->energy.parts[part] * unit, LEAST_BAR), line = 1.5 * style->line_scale;
  double x = MIN (self->x + before * unit, self->x + self->width - width);

  systole_paint_rounded (self->cr, x + line / 2, y + line / 2, MAX (width - line, 1), BAR - line, 3);
  systole_paint_source (self->cr, steady ? style->palette->idle_fill : style->palette->meanings[meanings[part]].tint);
  cairo_fill_preserve (self->cr);
  systole_paint_source (self->cr, steady ? style->palette->second_text : part == SYSTOLE_ENERGY_ARITHMETIC ? style->palette->busy_outline
                                                                                                           : style->palette->meanings[meanings[part]].mark);
  cairo_set_line_width (self->cr, line);
  cairo_stroke (self->cr);
}

/* Name, joules and share on a line, the bar below; a part that takes nothing is only told. */
static void
add_part (Walk *self, guint part, double before, const char *amount)
{
  const SystolePaintStyle *style = &self->paint->style;
  double joules = self->energy.parts[part], middle = self->y + 9 * self->scale;
  g_autofree char *share = systole_units_format_percent (joules / self->energy.joules);
  double right = self->x + self->width, percents = systole_paint_text_width (style, "100.0\u00a0%", NAME_PX, SYSTOLE_WEIGHT_NORMAL);

  if (self->cr != NULL)
    {
      double used = systole_paint_text (self->cr, style, joules > 0 ? amount : "0", NULL, NAME_PX, SYSTOLE_WEIGHT_BOLD, style->palette->text, right - percents - 8, middle, 0, SYSTOLE_ALIGN_END);

      systole_paint_text (self->cr, style, share, NULL, NAME_PX, SYSTOLE_WEIGHT_NORMAL, style->palette->second_text, right, middle, 0, SYSTOLE_ALIGN_END);
      systole_paint_text (self->cr, style, systole_energy_part_get_title ((SystoleEnergyPart) part), NULL, NAME_PX, SYSTOLE_WEIGHT_NORMAL, style->palette->text, self->x, middle, self->width - percents - used - 18, SYSTOLE_ALIGN_START);
      if (joules > 0)
        paint_bar (self, part, before, self->y + 18 * self->scale + 1);
    }
  self->y += 18 * self->scale + (joules > 0 ? BAR + 6 : 4);
}

static void
add_parts (Walk *self)
{
  const SystolePaintStyle *style = &self->paint->style;
  g_autofree char *total = NULL, *sum = NULL;
  double before = 0, shown[SYSTOLE_N_ENERGY_PARTS];
  SystoleUnitColumn column;

  memcpy (shown, self->energy.parts, sizeof shown);
  systole_unit_column_init (&column, self->energy.joules, "J");
  systole_unit_column_round (&column, shown, SYSTOLE_N_ENERGY_PARTS, self->energy.joules);
  total = systole_unit_column_format (&column, self->energy.joules);
  sum = g_strconcat ("=\u00a0", total, NULL);
  for (guint i = 0; i < SYSTOLE_N_ENERGY_PARTS; i++)
    {
      g_autofree char *amount = systole_unit_column_format (&column, shown[i]);

      add_part (self, i, before, amount);
      before += self->energy.parts[i];
    }
  if (self->cr != NULL)
    {
      systole_paint_source (self->cr, style->palette->text);
      cairo_set_line_width (self->cr, 1.5 * style->line_scale);
      cairo_move_to (self->cr, self->x, self->y + 2);
      cairo_line_to (self->cr, self->x + self->width, self->y + 2);
      cairo_stroke (self->cr);
      systole_paint_text (self->cr, style, sum, NULL, NAME_PX + 1, SYSTOLE_WEIGHT_BOLD, style->palette->text, self->x + self->width, self->y + 8 + 10 * self->scale, self->width, SYSTOLE_ALIGN_END);
    }
  self->y += 8 + 22 * self->scale;
}

/* --- watts over time --- */

static void
paint_limit (const Walk *self, double y)
{
  static const double dashes[] = { 7, 4 };
  const SystolePaintStyle *style = &self->paint->style;

  cairo_save (self->cr);
  systole_paint_source (self->cr, style->palette->text);
  cairo_set_dash (self->cr, dashes, self->energy.limit_estimated ? 2 : 0, 0);
  cairo_set_line_width (self->cr, 1.5 * style->line_scale);
  cairo_move_to (self->cr, self->x, y);
  cairo_line_to (self->cr, self->x + self->width, y);
  cairo_stroke (self->cr);
  cairo_restore (self->cr);
}

static void
paint_watts (const Walk *self, double top, double height)
{
  const SystolePaintStyle *style = &self->paint->style;
  double watts[MAX_BINS], bottom = top + height;
  double most = self->paint->most_watts > 0 ? self->paint->most_watts : systole_energy_get_most_watts (self->paint->run);
  guint n = (guint) CLAMP (self->width / 4, 1, MAX_BINS);

  systole_paint_source (self->cr, style->palette->idle_fill);
  cairo_rectangle (self->cr, self->x, top, self->width, height);
  cairo_fill (self->cr);
  if (!systole_run_get_power (self->paint->run, n, watts))
    return;
  cairo_move_to (self->cr, self->x, bottom);
  for (guint i = 0; i < n; i++)
    {
      cairo_line_to (self->cr, self->x + i * self->width / n, bottom - MIN (watts[i] / most, 1) * height);
      cairo_line_to (self->cr, self->x + (i + 1) * self->width / n, bottom - MIN (watts[i] / most, 1) * height);
    }
  cairo_line_to (self->cr, self->x + self->width, bottom);
  cairo_close_path (self->cr);
  systole_paint_source (self->cr, style->palette->meanings[SYSTOLE_MEANING_SUM].tint);
  cairo_fill_preserve (self->cr);
  systole_paint_source (self->cr, style->palette->text);
  cairo_set_line_width (self->cr, 1.5 * style->line_scale);
  cairo_stroke (self->cr);
  paint_limit (self, bottom - MIN (self->energy.limit / most, 1) * height);
}

static void
add_watts (Walk *self)
{
  const SystolePaintStyle *style = &self->paint->style;
  g_autofree char *power = power_text (&self->energy, systole_energy_get_most_watts (self->paint->run) / ROOM_ABOVE);
  g_autofree char *limit = systole_units_format_prefixed (self->energy.limit, "W");
  /* Translators: %s is a power: “700 W” */
  g_autofree char *title = g_strdup_printf (_ ("Power over time, from 0; the line is the limit, %s"), limit);
  g_autofree char *seconds = systole_units_format_seconds (systole_run_get_seconds (self->paint->run));
  double height = PLOT * MIN (self->scale, 1.5);

  add_text (self, title, NOTE_PX, SYSTOLE_WEIGHT_NORMAL, TRUE);
  self->y += 4;
  if (self->cr != NULL)
    {
      paint_watts (self, self->y, height);
      systole_paint_text (self->cr, style, "0", NULL, NOTE_PX, SYSTOLE_WEIGHT_NORMAL, style->palette->second_text, self->x, self->y + height + 10 * self->scale, 0, SYSTOLE_ALIGN_START);
      systole_paint_text (self->cr, style, seconds, NULL, NOTE_PX, SYSTOLE_WEIGHT_NORMAL, style->palette->second_text, self->x + self->width, self->y + height + 10 * self->scale, 0, SYSTOLE_ALIGN_END);
    }
  self->y += height + 22 * self->scale;
  add_text (self, power, NOTE_PX, SYSTOLE_WEIGHT_SEMIBOLD, FALSE);
}

static void
add_totals (Walk *self)
{
  g_autofree char *total = systole_units_format_prefixed (self->energy.joules, "J");
  g_autofree char *each = per_operation_text (self->paint->run);

  add_text (self, total, TOTAL_PX, SYSTOLE_WEIGHT_BOLD, FALSE);
  if (each != NULL)
    add_text (self, each, NAME_PX, SYSTOLE_WEIGHT_NORMAL, FALSE);
  self->y += 8 * self->scale;
}

static void
walk_down (Walk *self)
{
  g_autofree char *error = error_text (self->paint->run);
  double below;
  Walk right;

  add_totals (self);
  right = *self;
  if (self->width < WIDE * self->scale)
    {
      add_parts (self);
      self->y += 10 * self->scale;
      add_watts (self);
    }
  else
    {
      self->width = right.width = (right.width - 2 * EDGE) / 2;
      right.x += right.width + 2 * EDGE;
      add_parts (self);
      add_watts (&right);
      below = MAX (self->y, right.y);
      self->y = below;
      self->width = 2 * self->width + 2 * EDGE;
    }
  self->y += 6 * self->scale;
  add_text (self, error, NOTE_PX, SYSTOLE_WEIGHT_NORMAL, TRUE);
}

/* Returns the height; @cr NULL: draws nothing. */
static double
walk (cairo_t *cr, const SystoleEnergyPaint *self)
{
  double scale = MAX (self->style.font_scale, 0.5);
  Walk walk = { .cr = cr, .paint = self, .scale = scale, .x = EDGE, .y = EDGE + 30 * scale, .width = self->width - 2 * EDGE };

  systole_run_get_energy (self->run, &walk.energy);
  if (!systole_run_is_sound (self->run))
    return walk.y + 40 * scale + EDGE;
  if (walk.energy.modelled && walk.energy.joules > 0)
    walk_down (&walk);
  else
    add_text (&walk, _ ("not modelled: this is no chip whose power is known"), NAME_PX, SYSTOLE_WEIGHT_NORMAL, TRUE);
  return walk.y + EDGE;
}

double
systole_energy_get_height (const SystoleEnergyPaint *self)
{
  return ceil (walk (NULL, self));
}

/**
 * systole_energy_paint:
 *
 * The ground is the caller's.
 */
void
systole_energy_paint (cairo_t *cr, const SystoleEnergyPaint *self)
{
  double scale = MAX (self->style.font_scale, 0.5);

  systole_paint_chart_title (cr, &self->style, self->run, self->name, self->letter, 14, EDGE, self->width - EDGE, EDGE + 11 * scale);
  if (!systole_paint_chart_breach (cr, &self->style, self->run, EDGE, self->width - EDGE, EDGE + 40 * scale))
    walk (cr, self);
}

/* Documented in energy-painter.h. */
double
systole_energy_get_most_watts (const SystoleRun *run)
{
  SystoleEnergy energy;
  double watts[256], most;

  systole_run_get_energy (run, &energy);
  if (!systole_run_get_power (run, G_N_ELEMENTS (watts), watts))
    return 0;
  most = energy.limit;
  for (guint i = 0; i < G_N_ELEMENTS (watts); i++)
    most = MAX (most, watts[i]);
  return most * ROOM_ABOVE;
}

/**
 * systole_energy_describe:
 *
 * Returns: (transfer full): “A100: 1.2 J, 0.6 pJ for each useful operation: idle chip … ”
 */
char *
systole_energy_describe (const SystoleEnergyPaint *self)
{
  g_autofree char *title = self->name != NULL ? g_strdup (self->name->title) : systole_run_describe_machine (self->run);
  g_autofree char *each = NULL;
  g_autofree char *power = NULL;
  g_autofree char *total = NULL;
  g_autofree char *error = NULL;
  g_autoptr (GString) text = NULL;
  SystoleEnergy energy;

  if (!systole_run_is_sound (self->run))
    return systole_chart_breach_text (self->run);
  systole_run_get_energy (self->run, &energy);
  if (!energy.modelled)
    /* Translators: %s is a machine */
    return g_strdup_printf (_ ("%s: its energy is not modelled."), title);
  each = per_operation_text (self->run);
  power = power_text (&energy, systole_energy_get_most_watts (self->run) / ROOM_ABOVE);
  error = error_text (self->run);
  total = systole_units_format_prefixed (energy.joules, "J");
  text = g_string_new (NULL);
  g_string_append_printf (text, "%s: %s", title, total);
  for (guint i = 0; i < SYSTOLE_N_ENERGY_PARTS; i++)
    {
      g_autofree char *amount = systole_units_format_prefixed (energy.parts[i], "J");

      if (energy.parts[i] > 0)
        g_string_append_printf (text, "%s %s %s", text->str[text->len - 1] == 'J' && i == 0 ? " =" : " +", systole_energy_part_get_title ((SystoleEnergyPart) i), amount);
    }
  g_string_append_printf (text, "; %s%s%s. %s", power, each != NULL ? "; " : "", each != NULL ? each : "", error);
  return g_string_free (g_steal_pointer (&text), FALSE);
}
