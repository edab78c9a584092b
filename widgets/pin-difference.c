/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/pin-difference.h"

#include <math.h>
#include <string.h>

#include "engine/base/i18n.h"
#include "widgets/quantity-text.h"

#define NOTHING "–"
#define EQUALS " = "

static void
clear_row (gpointer data)
{
  SystolePinRow *row = data;

  g_free (row->name);
  g_free (row->first);
  g_free (row->second);
  g_free (row->difference);
}

/* Of "a = A[4, 4]" the symbol is what two facts have in common, the element is a part of the value. */
static char *
get_key (const SystoleFact *fact)
{
  const char *equals = strstr (fact->name, EQUALS);

  return equals != NULL ? g_strndup (fact->name, (gsize) (equals - fact->name)) : g_strdup (fact->name);
}

static char *
get_value (const SystoleFact *fact)
{
  const char *equals = fact != NULL ? strstr (fact->name, EQUALS) : NULL;

  if (fact == NULL)
    return g_strdup (NOTHING);
  return equals != NULL ? g_strdup_printf ("%s" EQUALS "%s", equals + strlen (EQUALS), fact->value) : g_strdup (fact->value);
}

/* By name; else by what it means, as a weight is “w” in an array and “b” in a tensor core. */
static const SystoleFact *
find_partner (const GArray *facts, const SystoleFact *wanted, const gboolean *taken)
{
  g_autofree char *key = get_key (wanted);

  for (guint i = 0; i < facts->len; i++)
    {
      const SystoleFact *fact = &g_array_index (facts, SystoleFact, i);
      g_autofree char *other = get_key (fact);

      if (!taken[i] && strcmp (key, other) == 0)
        return fact;
    }
  if (wanted->meaning == SYSTOLE_MEANING_A || wanted->meaning == SYSTOLE_MEANING_B)
    for (guint i = 0; i < facts->len; i++)
      if (!taken[i] && g_array_index (facts, SystoleFact, i).meaning == wanted->meaning)
        return &g_array_index (facts, SystoleFact, i);
  return NULL;
}

static char *
sign (char *number)
{
  char *out = g_strconcat ("+", number, NULL);

  g_free (number);
  return out;
}

/* The second less the first with its sign; of amounts their ratio. */
static char *
format_difference (const SystoleFact *first, const SystoleFact *second)
{
  double by;
  char *number;

  if (first == NULL || second == NULL || isnan (first->number) || isnan (second->number))
    /* Translators: of two things that are compared one is not as the other */
    return g_strdup (_ ("differs"));
  if (first->amount && second->amount && first->number > 0 && second->number > 0)
    return systole_text_ratio (second->number / first->number);
  by = second->number - first->number;
  number = systole_paint_format_number (by);
  return by > 0 ? sign (number) : number;
}

static void
add_row (GArray *rows, const SystoleFact *first, const SystoleFact *second)
{
  const SystoleFact *any = first != NULL ? first : second;
  SystolePinRow row = { get_key (any), get_value (first), get_value (second), NULL, FALSE, any->meaning };

  row.equal = strcmp (row.first, row.second) == 0;
  if (row.equal)
    row.difference = g_strdup ("=");
  else if (first != NULL && second != NULL && first->number == second->number)
    /* Translators: two elements of a tensor have the same value */
    row.difference = g_strdup (_ ("same value"));
  else
    row.difference = format_difference (first, second);
  g_array_append_val (rows, row);
}

/**
 * systole_pin_rows_new:
 * @first: of SystoleFact, as of systole_lane_explain()
 * @second: of SystoleFact
 *
 * Returns: (transfer full): SystolePinRow, in the order of @first and then what only @second has
 */
GArray *
systole_pin_rows_new (const GArray *first, const GArray *second)
{
  GArray *rows = g_array_new (FALSE, TRUE, sizeof (SystolePinRow));
  g_autofree gboolean *taken = g_new0 (gboolean, second->len + 1);

  g_array_set_clear_func (rows, clear_row);
  for (guint i = 0; i < first->len; i++)
    {
      const SystoleFact *fact = &g_array_index (first, SystoleFact, i), *partner = find_partner (second, fact, taken);

      if (partner != NULL)
        taken[partner - &g_array_index (second, SystoleFact, 0)] = TRUE;
      add_row (rows, fact, partner);
    }
  for (guint i = 0; i < second->len; i++)
    if (!taken[i])
      add_row (rows, NULL, &g_array_index (second, SystoleFact, i));
  return rows;
}

guint
systole_pin_rows_count_different (const GArray *rows)
{
  guint n = 0;

  for (guint i = 0; i < rows->len; i++)
    n += !g_array_index (rows, SystolePinRow, i).equal;
  return n;
}

char *
systole_pin_row_describe (const SystolePinRow *self)
{
  if (self->equal)
    /* Translators: a fact of two things that are compared: name, value */
    return g_strdup_printf (_ ("%s: %s, both alike"), self->name, self->first);
  /* Translators: a fact of two things that are compared: name, value of the first, of the second, difference */
  return g_strdup_printf (_ ("%s: %s and %s, difference: %s"), self->name, self->first, self->second, self->difference);
}
