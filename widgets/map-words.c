/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/map-parts.h"

#include <math.h>
#include <string.h>

#include "engine/base/i18n.h"
#include "engine/base/number.h"
#include "widgets/unit-format.h"

/* Documented in map-parts.h. */
char *
systole_map_factor_text (double factor)
{
  g_autofree char *number = systole_paint_format_number (factor >= 10 ? round (factor) : round (100 * factor) / 100);

  return g_strdup_printf ("%s\u00a0×", number);
}

/* Documented in map-painter.h. */
char *
systole_map_name_lane (const char *title, SystoleFormat format)
{
  const char *words = systole_format_get_title (format);

  return strstr (title, words) != NULL ? g_strdup (title) : g_strdup_printf ("%s, %s", title, words);
}

/* Documented in map-parts.h. */
const char *
systole_map_bound_text (const char *bound)
{
  if (strcmp (bound, "compute") == 0)
    return _ ("arithmetic");
  if (strcmp (bound, "latency") == 0)
    return _ ("latency");
  for (guint i = 0; i < SYSTOLE_N_MEMORY_LEVELS; i++)
    if (g_str_has_prefix (bound, "memory:") && strcmp (bound + strlen ("memory:"), systole_memory_level_get_id ((SystoleMemoryLevel) i)) == 0)
      return systole_memory_level_get_title ((SystoleMemoryLevel) i, SYSTOLE_MAKER_USUAL);
  return bound;
}

/* Documented in map-parts.h. */
char *
systole_map_place_title (const SystoleMapPaint *self, guint x, guint y)
{
  g_autofree char *x_value = systole_number_format_count (self->map->x[x]);
  g_autofree char *y_value = systole_number_format_count (self->map->y[y]);

  /* Translators: two sizes and their values: “M 256, N = K 2048” */
  return g_strdup_printf (_ ("%s %s, %s %s"), self->x_name, x_value, self->y_name, y_value);
}

/* Documented in map-parts.h. */
char *
systole_map_verdict_text (const SystoleMapPaint *self, guint x, guint y)
{
  guint winner;
  double factor;
  SystoleMapVerdict verdict = systole_map_judge_exactly (self->map, x, y, &winner, &factor);
  char letter = self->letters[winner];
  g_autofree char *times = systole_map_factor_text (factor);

  switch (verdict)
    {
    case SYSTOLE_MAP_NONE:
      return g_strdup (_ ("None of them can run it."));
    case SYSTOLE_MAP_ALONE:
      return g_strdup_printf (_ ("Only %c can run it."), letter);
    case SYSTOLE_MAP_EVEN:
      /* Translators: a factor, “1.04 ×” */
      return g_strdup_printf (_ ("No difference: %s."), times);
    case SYSTOLE_MAP_CLOSE:
      /* Translators: letter of a lane, factor */
      return g_strdup_printf (_ ("%c seems %s as fast: too close to say."), letter, times);
    case SYSTOLE_MAP_FASTER:
    case SYSTOLE_N_MAP_VERDICTS:
    default:
      /* Translators: letter of a lane, factor */
      return g_strdup_printf (_ ("%c is %s as fast."), letter, times);
    }
}

/* Documented in map-parts.h. */
char *
systole_map_error_text (const SystoleMapPaint *self, guint x, guint y)
{
  double error = systole_map_get_error (self->map, x, y);
  g_autoptr (GString) letters = g_string_new (NULL);

  if (!isnan (error))
    {
      g_autofree char *factor = systole_map_factor_text (exp (error));

      /* Translators: %s is a factor: “1.12 ×” */
      return g_strdup_printf (_ ("Known error of the comparison: a factor of %s."), factor);
    }
  for (guint i = 0; i < self->map->n_lanes; i++)
    {
      const SystoleMapCell *cell = systole_map_get_cell (self->map, i, x, y);

      if (cell->seconds > 0 && cell->known_pct < 0)
        g_string_append_printf (letters, "%s%c", letters->len > 0 ? ", " : "", self->letters[i]);
    }
  if (letters->len == 0)
    return NULL;
  /* Translators: %s is a list of letters of lanes */
  return g_strdup_printf (_ ("Not validated by enough measurements: %s."), letters->str);
}

/* Documented in map-parts.h. */
gboolean
systole_map_find_place (const SystoleMapPaint *self, guint *x, guint *y)
{
  if (self->at_x >= 0 && self->at_y >= 0)
    {
      *x = MIN ((guint) self->at_x, self->map->n_x - 1);
      *y = MIN ((guint) self->at_y, self->map->n_y - 1);
      return TRUE;
    }
  if (!self->has_here)
    return FALSE;
  *x = systole_map_find_x (self->map, self->here_x);
  *y = systole_map_find_y (self->map, self->here_y);
  return self->here_x >= self->map->x[0] && self->here_x <= self->map->x[self->map->n_x - 1] && self->here_y >= self->map->y[0] && self->here_y <= self->map->y[self->map->n_y - 1];
}

/**
 * systole_map_describe_place:
 *
 * Returns: sentences: the sizes, every time, who is faster, and how sure that is
 */
char *
systole_map_describe_place (const SystoleMapPaint *self, guint x, guint y)
{
  g_autofree char *title = systole_map_place_title (self, x, y);
  g_autofree char *verdict = systole_map_verdict_text (self, x, y);
  g_autofree char *error = systole_map_error_text (self, x, y);
  g_autoptr (GString) text = g_string_new (title);

  for (guint i = 0; i < self->map->n_lanes; i++)
    {
      const SystoleMapCell *cell = systole_map_get_cell (self->map, i, x, y);
      g_autofree char *time = cell->seconds > 0 ? systole_units_format_seconds (cell->seconds) : g_strdup (_ ("cannot run it"));

      g_string_append_printf (text, "%s %c %s", i == 0 ? ":" : ",", self->letters[i], time);
    }
  g_string_append_printf (text, ". %s", verdict);
  if (error != NULL)
    g_string_append_printf (text, " %s", error);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* The sizes at which the lead of the first lane changes sign along the middle row. */
static void
append_frontier (const SystoleMapPaint *self, GString *text)
{
  const SystoleMap *map = self->map;
  guint middle = map->n_y / 2;
  g_autofree char *y_value = systole_number_format_count (map->y[middle]);

  for (guint x = 0; x + 1 < map->n_x; x++)
    {
      double here = systole_map_get_lead (map, 0, x, middle), there = systole_map_get_lead (map, 0, x + 1, middle);
      g_autofree char *x_value = systole_number_format_count (map->x[x + 1]);

      if (!((here < 0) != (there < 0)) || isnan (here + there))
        continue;
      /* Translators: a size and its value, another and its value, letter of a lane */
      g_string_append_printf (text, _ (" At %s %s, from %s %s on, %c is the faster one."), self->y_name, y_value, self->x_name, x_value, self->letters[there < 0 ? 1 : 0]);
    }
}

/**
 * systole_map_describe:
 *
 * Returns: sentences for those who do not see the map
 */
char *
systole_map_describe (const SystoleMapPaint *self)
{
  double shares[SYSTOLE_MAP_MAX_LANES], undecided;
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *rest = NULL;
  guint x, y;

  if (self->message != NULL)
    return g_strdup (self->message);
  if (self->map == NULL)
    return g_strdup (_ ("The map is being computed."));
  if (self->covered)
    return g_strdup (_ ("The map is covered by a question."));
  systole_map_count (self->map, shares, &undecided);
  for (guint i = 0; i < self->map->n_lanes; i++)
    {
      g_autofree char *part = systole_units_format_percent (shares[i]);

      /* Translators: letter and name of a machine, percentage */
      g_string_append_printf (text, _ ("%c, %s, is clearly faster at %s of the sizes. "), self->letters[i], self->names[i], part);
    }
  rest = systole_units_format_percent (undecided);
  /* Translators: %s is a percentage */
  g_string_append_printf (text, _ ("At %s there is no difference, or it is too close to say."), rest);
  if (self->map->n_lanes == 2)
    append_frontier (self, text);
  if (systole_map_find_place (self, &x, &y))
    {
      g_autofree char *place = systole_map_describe_place (self, x, y);

      g_string_append_printf (text, " %s", place);
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}
