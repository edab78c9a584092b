/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/export/numbers.h"

#include <locale.h>
#include <string.h>

#include "app/export/json-writer.h"
#include "engine/base/csv-table.h"
#include "engine/base/i18n.h"
#include "engine/base/number.h"
#include "widgets/metric-rows.h"

#define BYTE_ORDER_MARK "\xef\xbb\xbf" /* spreadsheets take the file for UTF-8 by it */
#define RATIO_ID "b_over_a"

typedef struct
{
  const SystoleRun *const *runs; /* NULL among them: a lane without a run */
  guint n_runs;
  GArray *metrics; /* SystoleMetric */
  GString *text;
  gboolean for_people;
  const char *decimal_sign;
  char separator;
} Numbers;

static const SystoleMetric *
get_metric (const Numbers *self, guint i)
{
  return &g_array_index (self->metrics, SystoleMetric, i);
}

/* A cell and what ends it: the separator, or a new line. */
static void
add_text (Numbers *self, const char *text, gboolean is_last)
{
  g_auto (GStrv) parts = NULL;
  g_autofree char *doubled = NULL;

  if (!self->for_people)
    {
      systole_csv_append (self->text, text, is_last ? '\n' : ',');
      return;
    }
  parts = g_strsplit (text, "\"", -1);
  doubled = g_strjoinv ("\"\"", parts);
  g_string_append_printf (self->text, "\"%s\"%c", doubled, is_last ? '\n' : self->separator);
}

/* @plain has a decimal point. */
static void
add_number (Numbers *self, const char *plain, gboolean is_last)
{
  g_auto (GStrv) parts = g_strsplit (plain, ".", -1);
  g_autofree char *shown = g_strjoinv (self->decimal_sign, parts);

  g_string_append (self->text, shown);
  g_string_append_c (self->text, is_last ? '\n' : self->separator);
}

static char *
format_plain (const SystoleMetric *metric, const SystoleQuantity *value)
{
  return systole_metric_is_whole (metric) ? g_strdup_printf ("%" G_GUINT64_FORMAT, value->count) : systole_number_format_double (value->real);
}

static gboolean
get_value (const Numbers *self, guint metric, guint lane, SystoleQuantity *out)
{
  return self->runs[lane] != NULL && systole_metric_get (get_metric (self, metric), self->runs[lane], out);
}

static gboolean
get_ratio (const Numbers *self, guint metric, double *out)
{
  SystoleQuantity a, b;

  if (self->n_runs < 2 || !systole_metric_compares (get_metric (self, metric)) || !get_value (self, metric, 0, &a) || !get_value (self, metric, 1, &b) || !(a.real > 0))
    return FALSE;
  *out = b.real / a.real;
  return TRUE;
}

static void
add_head (Numbers *self)
{
  gboolean compares = self->n_runs >= 2;

  add_text (self, self->for_people ? _ ("Number") : "id", FALSE);
  for (guint i = 0; i < self->n_runs; i++)
    {
      const char letter[] = { (char) ('A' + i % 26), '\0' };

      add_text (self, letter, !compares && i + 1 == self->n_runs);
    }
  if (compares)
    add_text (self, self->for_people ? "B ÷ A" : RATIO_ID, TRUE);
}

typedef char *(*Describe) (const SystoleRun *run);

static char *
describe_op (const SystoleRun *run)
{
  return systole_op_to_string (systole_run_get_op (run));
}

static char *
describe_machine (const SystoleRun *run)
{
  return g_strdup (systole_machine_get_name (systole_run_get_machine (run)));
}

/* What the numbers are of. */
static void
add_words (Numbers *self, const char *name, Describe describe)
{
  gboolean compares = self->n_runs >= 2;

  add_text (self, name, FALSE);
  for (guint i = 0; i < self->n_runs; i++)
    {
      g_autofree char *words = self->runs[i] != NULL ? describe (self->runs[i]) : g_strdup ("");

      add_text (self, words, !compares && i + 1 == self->n_runs);
    }
  if (compares)
    add_text (self, "", TRUE);
}

static void
add_row (Numbers *self, guint metric)
{
  g_autofree char *name = self->for_people ? systole_metric_get_title (get_metric (self, metric)) : systole_metric_get_id (get_metric (self, metric));
  gboolean compares = self->n_runs >= 2;
  double ratio;

  add_text (self, name, FALSE);
  for (guint i = 0; i < self->n_runs; i++)
    {
      gboolean is_last = !compares && i + 1 == self->n_runs;
      SystoleQuantity value;
      g_autofree char *plain = get_value (self, metric, i, &value) ? format_plain (get_metric (self, metric), &value) : NULL;

      if (plain != NULL)
        add_number (self, plain, is_last);
      else
        add_text (self, self->for_people ? "–" : "", is_last);
    }
  if (!compares)
    return;
  if (get_ratio (self, metric, &ratio))
    {
      g_autofree char *plain = systole_number_format_double (ratio);

      add_number (self, plain, TRUE);
    }
  else
    add_text (self, self->for_people ? "–" : "", TRUE);
}

static GBytes *
encode_csv (Numbers *self)
{
  gsize length;

  self->text = g_string_new (self->for_people ? BYTE_ORDER_MARK : NULL);
  add_head (self);
  add_words (self, self->for_people ? _ ("Machine") : "machine", describe_machine);
  add_words (self, self->for_people ? _ ("Operation") : "op", describe_op);
  for (guint i = 0; i < self->metrics->len; i++)
    add_row (self, i);
  length = self->text->len;
  return g_bytes_new_take (g_string_free (self->text, FALSE), length);
}

static void
add_json_value (SystoleJson *json, const Numbers *self, guint metric, guint lane)
{
  g_autofree char *id = systole_metric_get_id (get_metric (self, metric));
  SystoleQuantity value;

  if (!get_value (self, metric, lane, &value))
    systole_json_null (json, id);
  else if (systole_metric_is_whole (get_metric (self, metric)))
    systole_json_uint (json, id, value.count);
  else
    systole_json_real (json, id, value.real);
}

static GBytes *
encode_json (const Numbers *self, const char *title)
{
  g_autoptr (SystoleJson) json = systole_json_new (NULL);

  systole_json_begin_object (json, NULL);
  systole_json_string (json, "title", title);
  systole_json_begin_array (json, "lanes");
  for (guint i = 0; i < self->n_runs; i++)
    {
      g_autofree char *machine = self->runs[i] != NULL ? describe_machine (self->runs[i]) : NULL, *op = self->runs[i] != NULL ? describe_op (self->runs[i]) : NULL;

      systole_json_begin_object (json, NULL);
      systole_json_string (json, "machine", machine);
      systole_json_string (json, "op", op);
      systole_json_begin_object (json, "numbers");
      for (guint m = 0; m < self->metrics->len; m++)
        add_json_value (json, self, m, i);
      systole_json_end (json);
      systole_json_end (json);
    }
  systole_json_end (json);
  systole_json_end (json);
  systole_json_finish (json);
  return systole_json_to_bytes (json);
}

/**
 * systole_numbers_encode:
 * @title: of the comparison, for JSON; may be NULL
 *
 * Returns: (transfer full): the whole file, UTF-8
 */
GBytes *
systole_numbers_encode (const SystoleRun *const *runs, guint n_runs, const char *title, SystoleNumbersKind kind)
{
  g_autoptr (GArray) metrics = g_array_new (FALSE, FALSE, sizeof (SystoleMetric));
  Numbers self = { .runs = runs, .n_runs = n_runs, .metrics = metrics, .for_people = kind == SYSTOLE_NUMBERS_SPREADSHEET, .decimal_sign = ".", .separator = ',' };

  systole_metrics_collect ((SystoleRun *const *) runs, n_runs, metrics);
  if (kind == SYSTOLE_NUMBERS_JSON)
    return encode_json (&self, title);
  if (self.for_people)
    {
      self.decimal_sign = localeconv ()->decimal_point;
      self.separator = strcmp (self.decimal_sign, ",") == 0 ? ';' : ',';
    }
  return encode_csv (&self);
}
