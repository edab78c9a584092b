/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/cli/table-command.h"

#include "app/cli/cli-locale.h"
#include "app/cli/cli-output.h"
#include "app/cli/cli-progress.h"
#include "app/cli/csv-result.h"
#include "engine/base/error.h"
#include "engine/base/i18n.h"
#include "engine/base/number.h"

#define MAX_THREADS 64

static const char *const status_ids[SYSTOLE_N_ROW_STATUSES] = {
  [SYSTOLE_ROW_OK] = "ok",
  [SYSTOLE_ROW_NOT_MODELLED] = "not-modelled",
  [SYSTOLE_ROW_BAD_INPUT] = "bad-input",
};

/* The text of a column, "" if the table has none of that name. */
const char *
systole_row_get (const SystoleRowContext *self, const char *column)
{
  int i = systole_csv_table_find (self->table, column);

  return i >= 0 ? self->row->fields[i] : "";
}

/**
 * systole_row_refuse:
 *
 * Returns: FALSE always, for the caller to hand on
 */
gboolean
systole_row_refuse (SystoleRowContext *self, SystoleRowStatus status, const char *format, ...)
{
  va_list arguments;

  self->status = status;
  va_start (arguments, format);
  g_string_vprintf (self->reason, format, arguments);
  va_end (arguments);
  return FALSE;
}

gboolean
systole_row_refuse_error (SystoleRowContext *self, const GError *error)
{
  gboolean understood = g_error_matches (error, SYSTOLE_ERROR, SYSTOLE_ERROR_NOT_MODELLED) || g_error_matches (error, SYSTOLE_ERROR, SYSTOLE_ERROR_INTERNAL);

  return systole_row_refuse (self, understood ? SYSTOLE_ROW_NOT_MODELLED : SYSTOLE_ROW_BAD_INPUT, "%s", error->message);
}

gboolean
systole_row_get_uint (SystoleRowContext *self, const char *column, guint64 min, guint64 max, guint64 *out)
{
  g_autoptr (GError) local = NULL;

  return systole_number_parse_uint (systole_row_get (self, column), min, max, column, out, &local) || systole_row_refuse_error (self, local);
}

/* The rows are shared out among threads; each answer waits in its place until all are there. */
typedef struct
{
  const SystoleCsvTable *table;
  guint n_added;
  SystoleRowFunction function;
  gpointer data;
  char **values; /* n_added for each row */
  SystoleRowStatus *statuses;
  int next;      /* atomic: the first row that nobody has taken */
  int cancelled; /* atomic */
} Work;

static void
answer_row (Work *work, guint i)
{
  g_autoptr (GString) reason = g_string_new (NULL);
  SystoleRowContext context = { work->table, systole_csv_table_get (work->table, i), SYSTOLE_ROW_OK, reason };
  char **values = work->values + (gsize) i * work->n_added;

  if (context.row->n_fields != work->table->names->len)
    systole_row_refuse (&context, SYSTOLE_ROW_BAD_INPUT, "line %u has %u fields, the header %u", context.row->line, context.row->n_fields, work->table->names->len);
  else
    work->function (&context, values, work->data);
  for (guint c = 0; context.status != SYSTOLE_ROW_OK && c < work->n_added; c++)
    g_clear_pointer (&values[c], g_free);
  values[work->n_added - 2] = g_strdup (status_ids[context.status]);
  values[work->n_added - 1] = g_strdup (reason->str);
  work->statuses[i] = context.status;
}

static gpointer
work_on (gpointer data)
{
  Work *work = data;
  guint i;

  while (!g_atomic_int_get (&work->cancelled) && (i = (guint) g_atomic_int_add (&work->next, 1)) < work->table->rows->len)
    answer_row (work, i);
  return NULL;
}

/* The first thread, which also shows the progress and hears Ctrl+C. */
static gboolean
lead_work (Work *work, GError **error)
{
  guint i, n = work->table->rows->len;
  gboolean going = TRUE;

  while (going && (i = (guint) g_atomic_int_add (&work->next, 1)) < n)
    {
      answer_row (work, i);
      going = systole_cli_go_on ((double) i / n, error);
    }
  g_atomic_int_set (&work->cancelled, !going);
  return going;
}

static gboolean
answer_rows (Work *work, GError **error)
{
  guint n_helpers = MIN (g_get_num_processors (), MAX_THREADS) - 1;
  GThread *helpers[MAX_THREADS];
  gboolean good;

  for (guint i = 0; i < n_helpers; i++)
    helpers[i] = g_thread_new ("rows", work_on, work);
  good = lead_work (work, error);
  for (guint i = 0; i < n_helpers; i++)
    g_thread_join (helpers[i]);
  return good;
}

static gboolean
add_rows (SystoleCsvResult *result, guint *counts, SystoleRowFunction function, gpointer data, GError **error)
{
  gsize n = result->table->rows->len, n_values = n * result->n_added;
  Work work = { result->table, result->n_added, function, data, g_new0 (char *, n_values), g_new0 (SystoleRowStatus, n), 0, 0 };
  gboolean good = answer_rows (&work, error);

  for (guint i = 0; good && i < n; i++)
    {
      systole_csv_result_add (result, systole_csv_table_get (result->table, i), (const char *const *) work.values + (gsize) i * work.n_added);
      counts[work.statuses[i]]++;
    }
  for (gsize i = 0; i < n_values; i++)
    g_free (work.values[i]);
  g_free (work.values);
  g_free (work.statuses);
  return good;
}

/* A table is for programs: its reasons do not follow the locale. */
static gboolean
add_rows_in_english (SystoleCsvResult *result, guint *counts, SystoleRowFunction function, gpointer data, GError **error)
{
  g_autofree char *locale = systole_cli_suspend_translation ();
  gboolean good = add_rows (result, counts, function, data, error);

  systole_cli_resume_translation (locale);
  return good;
}

/* How many rows were answered, for a person who waits at the terminal. */
static void
print_counts (const guint *counts)
{
  g_autoptr (GString) text = g_string_new (NULL);
  guint n = counts[SYSTOLE_ROW_OK] + counts[SYSTOLE_ROW_NOT_MODELLED] + counts[SYSTOLE_ROW_BAD_INPUT];

  g_string_append_printf (text, P_ ("%u row: %u answered, %u not modelled, %u not understood", "%u rows: %u answered, %u not modelled, %u not understood", n), n, counts[SYSTOLE_ROW_OK], counts[SYSTOLE_ROW_NOT_MODELLED], counts[SYSTOLE_ROW_BAD_INPUT]);
  g_string_append_c (text, '\n');
  systole_cli_write (text);
}

/**
 * systole_table_command_run:
 * @options: one file, and where to write
 * @required: (array zero-terminated=1): columns the table must have
 * @added: (array zero-terminated=1): columns that are added, `status` and `reason` last
 * @function: answers a row
 */
gboolean
systole_table_command_run (const SystoleCliOptions *options, const char *const *required, const char *const *added, SystoleRowFunction function, gpointer data, GError **error)
{
  g_autoptr (SystoleCsvTable) table = NULL;
  g_auto (SystoleCsvResult) result = { NULL };
  g_autofree char *text = NULL;
  g_autofree char *name = NULL;
  guint counts[SYSTOLE_N_ROW_STATUSES] = { 0 };
  gsize length;

  if (!systole_cli_options_need_files (options, 1, 1, error))
    return FALSE;
  if (options->output == NULL)
    {
      g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_SYNTAX, _ ("--output: say which file to write, “-” for standard output"));
      return FALSE;
    }
  name = g_filename_display_name (options->files[0]);
  if (!systole_cli_read_file (options->files[0], SYSTOLE_CSV_MAX_BYTES, &text, &length, error))
    return FALSE;
  table = systole_csv_table_read (text, length, name, systole_cli_go_on, error);
  if (table == NULL || !systole_csv_table_require (table, name, required, error))
    return FALSE;
  systole_csv_result_init (&result, table, added, g_strv_length ((char **) added));
  if (!add_rows_in_english (&result, counts, function, data, error) || !systole_cli_write_file (options->output, result.text->str, result.text->len, error))
    return FALSE;
  if (g_strcmp0 (options->output, "-") != 0)
    print_counts (counts);
  return TRUE;
}
