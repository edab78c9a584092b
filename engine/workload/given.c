/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/workload/given.h"

#include <inttypes.h>
#include <string.h>

#include "engine/base/error.h"
#include "engine/base/i18n.h"
#include "engine/base/number.h"

static const char *const names[] = { "a", "b" };

SystoleGiven *
systole_given_new (void)
{
  SystoleGiven *self = g_new0 (SystoleGiven, 1);

  g_atomic_ref_count_init (&self->ref_count);
  return self;
}

SystoleGiven *
systole_given_ref (SystoleGiven *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
systole_given_unref (SystoleGiven *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_free (self->values[SYSTOLE_OPERAND_A]);
  g_free (self->values[SYSTOLE_OPERAND_B]);
  g_free (self);
}

/* The numbers of one row, appended. */
static gboolean
read_row (const char *text, const char *name, GArray *values, GError **error)
{
  g_auto (GStrv) words = g_strsplit_set (text, " \t\r\n", -1);

  for (guint i = 0; words[i] != NULL; i++)
    {
      double value;

      if (*words[i] == '\0')
        continue;
      if (values->len >= SYSTOLE_GIVEN_MAX_ELEMENTS)
        {
          g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_CAPACITY, _ ("%s: more than %d numbers; a matrix that is given in full has at most that many"), name, SYSTOLE_GIVEN_MAX_ELEMENTS);
          return FALSE;
        }
      if (!systole_number_parse_double (words[i], -G_MAXDOUBLE, G_MAXDOUBLE, name, &value, error))
        return FALSE;
      g_array_append_val (values, value);
    }
  return TRUE;
}

/**
 * systole_given_read:
 * @operand: A or B
 * @text: "1 2; 3 4"; a “;” at the end is allowed
 *
 * Returns: FALSE with %SYSTOLE_ERROR_RANGE, _SHAPE (rows of different lengths) or
 *   _CAPACITY
 */
gboolean
systole_given_read (SystoleGiven *self, SystoleOperand operand, const char *text, GError **error)
{
  g_autofree char *stripped = g_strstrip (g_strdup (text));
  g_auto (GStrv) rows = g_strsplit (stripped, ";", -1);
  g_autoptr (GArray) values = g_array_new (FALSE, FALSE, sizeof (double));
  guint64 n_rows = 0, n_columns = 0;

  for (guint i = 0; rows[i] != NULL; i++)
    {
      guint before = values->len;

      if (!read_row (rows[i], names[operand], values, error))
        return FALSE;
      if (values->len == before && rows[i + 1] == NULL)
        break;
      if (i == 0)
        n_columns = values->len;
      n_rows++;
      if (values->len - before == n_columns && n_columns > 0)
        continue;
      g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_SHAPE, _ ("%s: row %u has %u numbers, the first has %" PRIu64), names[operand], i + 1, values->len - before, n_columns);
      return FALSE;
    }
  if (n_rows == 0)
    {
      g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_SHAPE, _ ("%s: there is no number in it"), names[operand]);
      return FALSE;
    }
  g_free (self->values[operand]);
  self->rows[operand] = n_rows;
  self->columns[operand] = n_columns;
  self->values[operand] = g_array_steal (values, NULL);
  return TRUE;
}

/**
 * systole_given_write:
 *
 * Returns: (transfer full) (nullable): the text that reads back the same
 */
char *
systole_given_write (const SystoleGiven *self, SystoleOperand operand)
{
  GString *out;

  if (self == NULL || self->values[operand] == NULL)
    return NULL;
  out = g_string_new (NULL);
  for (guint64 row = 0; row < self->rows[operand]; row++)
    for (guint64 column = 0; column < self->columns[operand]; column++)
      {
        g_autofree char *number = systole_number_format_double (systole_given_get (self, operand, row, column));

        g_string_append_printf (out, "%s%s", column > 0 ? " " : row > 0 ? "; "
                                                                        : "",
                                number);
      }
  return g_string_free (out, FALSE);
}

static gboolean
equal_operand (const SystoleGiven *a, const SystoleGiven *b, SystoleOperand operand)
{
  if ((a->values[operand] == NULL) != (b->values[operand] == NULL))
    return FALSE;
  return a->values[operand] == NULL || (a->rows[operand] == b->rows[operand] && a->columns[operand] == b->columns[operand] && memcmp (a->values[operand], b->values[operand], a->rows[operand] * a->columns[operand] * sizeof (double)) == 0);
}

gboolean
systole_given_equal (const SystoleGiven *a, const SystoleGiven *b)
{
  if (a == NULL || b == NULL || a == b)
    return a == b;
  return equal_operand (a, b, SYSTOLE_OPERAND_A) && equal_operand (a, b, SYSTOLE_OPERAND_B);
}

static gboolean
check_operand (const SystoleGiven *self, SystoleOperand operand, SystoleFormat format, guint64 rows, guint64 columns, GError **error)
{
  if (self->values[operand] == NULL)
    return TRUE;
  if (self->rows[operand] != rows || self->columns[operand] != columns)
    {
      g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_SHAPE, _ ("%s: the matrix is %" PRIu64 " × %" PRIu64 ", the operation needs %" PRIu64 " × %" PRIu64), names[operand], self->rows[operand], self->columns[operand], rows, columns);
      return FALSE;
    }
  for (guint64 i = 0; i < rows * columns; i++)
    {
      double value = self->values[operand][i], nearest = systole_format_round (format, operand, value);

      if (value < nearest || value > nearest)
        {
          g_autofree char *is = systole_number_format_double (value);
          g_autofree char *allowed = systole_number_format_double (nearest);

          g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_RANGE, _ ("%s: %s is no number of the format %s; the nearest is %s"), names[operand], is, systole_format_get_id (format), allowed);
          return FALSE;
        }
    }
  return TRUE;
}

/**
 * systole_given_check:
 *
 * Returns: FALSE with %SYSTOLE_ERROR_SHAPE or _RANGE where a matrix does not fit the
 *   product, or a number is none of the format
 */
gboolean
systole_given_check (const SystoleGiven *self, SystoleFormat format, guint64 m, guint64 n, guint64 k, GError **error)
{
  return check_operand (self, SYSTOLE_OPERAND_A, format, m, k, error) && check_operand (self, SYSTOLE_OPERAND_B, format, k, n, error);
}
