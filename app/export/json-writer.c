/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/export/json-writer.h"

#include <math.h>

#include "engine/base/number.h"

#define MAX_DEPTH 32
#define FLUSH_BYTES (1u << 16)

struct _SystoleJson
{
  GString *text;
  SystoleJsonFlush flush;
  guint depth;
  guint line_depth;          /* from this depth on everything stands in one line; 0: none */
  gboolean empty[MAX_DEPTH]; /* nothing has been written at this depth yet */
  char closing[MAX_DEPTH];
};

/**
 * systole_json_new:
 * @flush: is given the text whenever enough has gathered, and at the end; NULL: it is kept
 */
SystoleJson *
systole_json_new (SystoleJsonFlush flush)
{
  SystoleJson *self = g_new0 (SystoleJson, 1);

  self->text = g_string_new (NULL);
  self->flush = flush;
  self->empty[0] = TRUE;
  return self;
}

void
systole_json_free (SystoleJson *self)
{
  g_string_free (self->text, TRUE);
  g_free (self);
}

/* Ends the document; everything that was begun must have been ended. */
void
systole_json_finish (SystoleJson *self)
{
  g_return_if_fail (self->depth == 0);
  g_string_append_c (self->text, '\n');
  if (self->flush != NULL)
    self->flush (self->text);
}

/**
 * systole_json_to_bytes:
 *
 * Returns: (transfer full): the finished document of a writer that has no flush
 */
GBytes *
systole_json_to_bytes (SystoleJson *self)
{
  g_return_val_if_fail (self->flush == NULL && self->depth == 0, NULL);
  return g_bytes_new (self->text->str, self->text->len);
}

static void
append_string (GString *text, const char *value)
{
  g_autofree char *valid = NULL;

  if (!g_utf8_validate (value, -1, NULL))
    value = valid = g_utf8_make_valid (value, -1);
  g_string_append_c (text, '"');
  for (const char *p = value; *p != '\0'; p++)
    switch (*p)
      {
      case '"':
      case '\\':
        g_string_append_c (text, '\\');
        g_string_append_c (text, *p);
        break;
      case '\n':
        g_string_append (text, "\\n");
        break;
      case '\t':
        g_string_append (text, "\\t");
        break;
      default:
        if ((guchar) *p < 0x20 || *p == 0x7f)
          g_string_append_printf (text, "\\u%04x", (guint) (guchar) *p);
        else
          g_string_append_c (text, *p);
      }
  g_string_append_c (text, '"');
}

static void
new_line (SystoleJson *self)
{
  g_string_append_c (self->text, '\n');
  for (guint i = 0; i < self->depth; i++)
    g_string_append (self->text, "  ");
}

/* Comma, place and key of the next value. */
static void
lead (SystoleJson *self, const char *key)
{
  gboolean in_line = self->line_depth > 0 && self->depth >= self->line_depth;

  if (self->flush != NULL && self->text->len > FLUSH_BYTES)
    self->flush (self->text);
  if (!self->empty[self->depth])
    g_string_append (self->text, in_line ? ", " : ",");
  else if (in_line && self->closing[self->depth] == '}')
    g_string_append_c (self->text, ' ');
  self->empty[self->depth] = FALSE;
  if (self->depth > 0 && !in_line)
    new_line (self);
  if (key != NULL)
    {
      append_string (self->text, key);
      g_string_append (self->text, ": ");
    }
}

static void
begin (SystoleJson *self, const char *key, char opening)
{
  g_return_if_fail (self->depth + 1 < MAX_DEPTH);
  lead (self, key);
  g_string_append_c (self->text, opening);
  self->depth++;
  self->empty[self->depth] = TRUE;
  self->closing[self->depth] = opening == '{' ? '}' : ']';
}

void
systole_json_begin_object (SystoleJson *self, const char *key)
{
  begin (self, key, '{');
}

void
systole_json_begin_array (SystoleJson *self, const char *key)
{
  begin (self, key, '[');
}

/**
 * systole_json_begin_line:
 * @bracket: '{' or '['
 *
 * An object or array that stands in one line with all that is in it.
 */
void
systole_json_begin_line (SystoleJson *self, const char *key, char bracket)
{
  begin (self, key, bracket);
  if (self->line_depth == 0)
    self->line_depth = self->depth;
}

void
systole_json_end (SystoleJson *self)
{
  gboolean in_line = self->line_depth > 0 && self->depth >= self->line_depth;
  gboolean empty = self->empty[self->depth];
  char closing = self->closing[self->depth];

  g_return_if_fail (self->depth > 0);
  if (self->depth == self->line_depth)
    self->line_depth = 0;
  self->depth--;
  if (in_line && closing == '}')
    g_string_append_c (self->text, ' ');
  else if (!in_line && !empty)
    new_line (self);
  g_string_append_c (self->text, closing);
}

/* @value: (nullable): NULL is written as null */
void
systole_json_string (SystoleJson *self, const char *key, const char *value)
{
  lead (self, key);
  if (value == NULL)
    g_string_append (self->text, "null");
  else
    append_string (self->text, value);
}

void
systole_json_uint (SystoleJson *self, const char *key, guint64 value)
{
  lead (self, key);
  g_string_append_printf (self->text, "%" G_GUINT64_FORMAT, value);
}

/* NaN and infinities, which JSON has not, become null. */
void
systole_json_real (SystoleJson *self, const char *key, double value)
{
  lead (self, key);
  if (!isfinite (value))
    g_string_append (self->text, "null");
  else if (fabs (value) < 1e15 && !(value < trunc (value)) && !(value > trunc (value)))
    g_string_append_printf (self->text, "%" G_GINT64_FORMAT, (gint64) value);
  else
    {
      g_autofree char *number = systole_number_format_double (value);

      g_string_append (self->text, number);
    }
}

void
systole_json_boolean (SystoleJson *self, const char *key, gboolean value)
{
  lead (self, key);
  g_string_append (self->text, value ? "true" : "false");
}

void
systole_json_null (SystoleJson *self, const char *key)
{
  lead (self, key);
  g_string_append (self->text, "null");
}
