/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/cli/cli-text.h"

#include <math.h>
#include <string.h>

#include "engine/base/i18n.h"
#include "widgets/paint.h"

struct _SystoleCliGrid
{
  char *alignment;  /* a letter a column: l, r; the last one stands for all further columns */
  GPtrArray *cells; /* char *; NULL ends a row */
};

/* @alignment: "lrr": left, right, right */
SystoleCliGrid *
systole_cli_grid_new (const char *alignment)
{
  SystoleCliGrid *self = g_new0 (SystoleCliGrid, 1);

  self->alignment = g_strdup (alignment);
  self->cells = g_ptr_array_new_with_free_func (g_free);
  return self;
}

void
systole_cli_grid_free (SystoleCliGrid *self)
{
  g_free (self->alignment);
  g_ptr_array_unref (self->cells);
  g_free (self);
}

void
systole_cli_grid_add (SystoleCliGrid *self, const char *text)
{
  g_ptr_array_add (self->cells, g_strdup (text));
}

void
systole_cli_grid_take (SystoleCliGrid *self, char *text)
{
  g_ptr_array_add (self->cells, text);
}

void
systole_cli_grid_end_row (SystoleCliGrid *self)
{
  g_ptr_array_add (self->cells, NULL);
}

/* Columns of a terminal that a text takes. */
static guint
text_width (const char *text)
{
  guint width = 0;

  for (; *text != '\0'; text = g_utf8_next_char (text))
    {
      gunichar c = g_utf8_get_char (text);

      width += g_unichar_iszerowidth (c) ? 0 : g_unichar_iswide (c) ? 2
                                                                    : 1;
    }
  return width;
}

static void
append_spaces (GString *out, guint n)
{
  while (n-- > 0)
    g_string_append_c (out, ' ');
}

static void
append_row (const SystoleCliGrid *self, guint first, const GArray *widths, GString *out)
{
  for (guint i = first, column = 0; self->cells->pdata[i] != NULL; i++, column++)
    {
      const char *text = self->cells->pdata[i];
      guint space = g_array_index (widths, guint, column) - text_width (text);
      gboolean right = self->alignment[MIN (column, (guint) strlen (self->alignment) - 1)] == 'r';

      if (column > 0)
        append_spaces (out, 2);
      if (right)
        append_spaces (out, space);
      g_string_append (out, text);
      if (!right && self->cells->pdata[i + 1] != NULL)
        append_spaces (out, space);
    }
}

void
systole_cli_grid_append_to (const SystoleCliGrid *self, GString *out, guint indent)
{
  g_autoptr (GArray) widths = g_array_new (FALSE, TRUE, sizeof (guint));
  guint column = 0;

  for (guint i = 0; i < self->cells->len; i++)
    {
      const char *text = self->cells->pdata[i];
      guint width = text != NULL ? text_width (text) : 0;

      if (column >= widths->len)
        g_array_set_size (widths, column + 1);
      if (width > g_array_index (widths, guint, column))
        g_array_index (widths, guint, column) = width;
      column = text != NULL ? column + 1 : 0;
    }
  for (guint i = 0; i < self->cells->len; i++)
    {
      append_spaces (out, indent);
      append_row (self, i, widths, out);
      g_string_append_c (out, '\n');
      while (self->cells->pdata[i] != NULL)
        i++;
    }
}

/* Four significant digits and an SI prefix, in the locale's decimals. */
char *
systole_cli_text_scaled (double value, const char *unit)
{
  static const char *const prefixes[] = { "p", "n", "µ", "m", "", "k", "M", "G", "T", "P", "E" };
  int power = value > 0 ? (int) floor (log10 (value) / 3 + 1e-9) : 0;
  double scaled;

  power = CLAMP (power, -4, 6);
  scaled = value / pow (1000, power);
  return g_strdup_printf ("%.*f %s%s", scaled >= 1000 || !(scaled > 0) ? 0 : scaled >= 100 ? 1
                                                                         : scaled >= 10    ? 2
                                                                                           : 3,
                          scaled,
                          prefixes[power + 4],
                          unit);
}

char *
systole_cli_text_seconds (double seconds)
{
  return systole_cli_text_scaled (seconds, "s");
}

char *
systole_cli_text_hertz (double hertz)
{
  return systole_cli_text_scaled (hertz, "Hz");
}

char *
systole_cli_text_percent (double share)
{
  return g_strdup_printf ("%.1f %%", 100 * share);
}

/* What limits a run, in words. */
char *
systole_cli_text_bound (const char *bound)
{
  if (strcmp (bound, "compute") == 0)
    return g_strdup (_ ("arithmetic"));
  if (strcmp (bound, "latency") == 0)
    return g_strdup (_ ("latency"));
  if (strcmp (bound, "link:host") == 0)
    return g_strdup (_ ("link to the host"));
  if (g_str_has_prefix (bound, "memory:"))
    for (guint i = 0; i < SYSTOLE_N_MEMORY_LEVELS; i++)
      if (strcmp (bound + strlen ("memory:"), systole_memory_level_get_id ((SystoleMemoryLevel) i)) == 0)
        return g_strdup (systole_memory_level_get_title ((SystoleMemoryLevel) i, SYSTOLE_MAKER_USUAL));
  return g_strdup (bound);
}
