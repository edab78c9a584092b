/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/metric-table.h"

#include "engine/base/i18n.h"
#include "engine/base/number.h"
#include "widgets/metric-rows.h"
#include "widgets/quantity-text.h"
#include "widgets/text-model.h"

#define MAX_RUNS 4
#define STACKED 100 /* column of all values, one below the other */

struct _SystoleMetricTable
{
  GtkWidget parent_instance;

  GtkWidget *box, *view, *definition;
  SystoleTextModel *model;
  GtkSingleSelection *selection;
  gboolean stacked;
  int needed; /* pixels of the columns side by side */
  guint restack_source;

  SystoleRun *runs[MAX_RUNS];
  guint n_runs;
  GArray *rows; /* SystoleMetric: those that a run has */
};

G_DEFINE_FINAL_TYPE (SystoleMetricTable, systole_metric_table, GTK_TYPE_WIDGET)

static const SystoleMetric *
get_metric (SystoleMetricTable *self, guint row)
{
  return &g_array_index (self->rows, SystoleMetric, row);
}

/* B ÷ A of a row; FALSE when it makes no sense. */
static gboolean
get_ratio (SystoleMetricTable *self, guint row, double *out)
{
  SystoleQuantity a, b;

  if (self->n_runs < 2 || !systole_metric_compares (get_metric (self, row)) || !systole_metric_get (get_metric (self, row), self->runs[0], &a) || !systole_metric_get (get_metric (self, row), self->runs[1], &b) || !(a.real > 0))
    return FALSE;
  *out = b.real / a.real;
  return TRUE;
}

/* Every lane's value on a line of its own, its letter before it. */
static char *
get_lines (SystoleMetricTable *self, guint row)
{
  g_autoptr (GString) text = g_string_new (NULL);
  double ratio;

  for (guint i = 0; i < self->n_runs; i++)
    {
      g_autofree char *value = systole_metric_format (get_metric (self, row), self->runs[i]);

      g_string_append_printf (text, "%s%c  %s", i > 0 ? "\n" : "", 'A' + (int) i, value);
    }
  if (get_ratio (self, row, &ratio))
    {
      g_autofree char *value = systole_text_ratio (ratio);

      g_string_append_printf (text, "\nB ÷ A  %s", value);
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static char *
get_text (gpointer data, guint row, guint column)
{
  SystoleMetricTable *self = data;
  double ratio;

  if (column == 0)
    return systole_metric_get_title (get_metric (self, row));
  if (column == STACKED)
    return get_lines (self, row);
  if (column <= self->n_runs)
    return systole_metric_format (get_metric (self, row), self->runs[column - 1]);
  return get_ratio (self, row, &ratio) ? systole_text_ratio (ratio) : g_strdup ("–");
}

/* For a spreadsheet: plain numbers in base units, C locale. */
static char *
get_plain (gpointer data, guint row, guint column)
{
  SystoleMetricTable *self = data;
  SystoleQuantity value;
  double ratio;

  if (column == 0)
    return systole_metric_get_id (get_metric (self, row));
  if (column > self->n_runs)
    return get_ratio (self, row, &ratio) ? systole_number_format_double (ratio) : NULL;
  if (!systole_metric_get (get_metric (self, row), self->runs[column - 1], &value))
    return NULL;
  if (systole_metric_is_whole (get_metric (self, row)))
    return g_strdup_printf ("%" G_GUINT64_FORMAT, value.count);
  return systole_number_format_double (value.real);
}

static char *
get_definition (gpointer data, guint row, guint column)
{
  SystoleMetricTable *self = data;

  return systole_metric_explain (get_metric (self, row), self->runs, self->n_runs);
}

static void
show_definition (SystoleMetricTable *self)
{
  guint row = gtk_single_selection_get_selected (self->selection);
  g_autofree char *words = row < self->rows->len ? get_definition (self, row, 0) : NULL;

  gtk_label_set_label (GTK_LABEL (self->definition), words != NULL ? words : "");
}

static void
build_columns (SystoleMetricTable *self)
{
  GtkColumnView *view = GTK_COLUMN_VIEW (self->view);
  GtkColumnViewColumn *name;

  systole_text_model_remove_columns (view);
  name = systole_text_model_add_column (self->model, view, 0, _ ("Measure"), FALSE);
  gtk_column_view_column_set_expand (name, TRUE);
  if (self->stacked)
    {
      systole_text_model_add_column (self->model, view, STACKED, _ ("Values"), TRUE);
      return;
    }
  for (guint i = 0; i < self->n_runs; i++)
    {
      const char letter[] = { (char) ('A' + i), '\0' };

      systole_text_model_add_column (self->model, view, i + 1, letter, TRUE);
    }
  if (self->n_runs >= 2)
    systole_text_model_add_column (self->model, view, self->n_runs + 1, "B ÷ A", TRUE);
}

static gboolean
restack_cb (gpointer data)
{
  SystoleMetricTable *self = data;

  self->restack_source = 0;
  build_columns (self);
  return G_SOURCE_REMOVE;
}

/* Where the lanes do not fit side by side their values stand below one another: nothing has
 * to be scrolled sideways. */
static void
systole_metric_table_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  SystoleMetricTable *self = SYSTOLE_METRIC_TABLE (widget);
  gboolean stacked;

  gtk_widget_allocate (self->box, width, height, baseline, NULL);
  if (!self->stacked)
    gtk_widget_measure (self->view, GTK_ORIENTATION_HORIZONTAL, -1, &self->needed, NULL, NULL, NULL);
  stacked = self->n_runs > 1 && self->needed > width;
  if (stacked == self->stacked || self->restack_source != 0)
    return;
  self->stacked = stacked;
  self->restack_source = g_idle_add (restack_cb, self);
}

static void
systole_metric_table_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural, int *minimum_baseline, int *natural_baseline)
{
  gtk_widget_measure (SYSTOLE_METRIC_TABLE (widget)->box, orientation, for_size, minimum, natural, minimum_baseline, natural_baseline);
}

static gboolean
copy_cb (GtkWidget *widget, GVariant *args, gpointer data)
{
  g_autofree char *text = systole_metric_table_to_tsv (SYSTOLE_METRIC_TABLE (widget));

  gdk_clipboard_set_text (gtk_widget_get_clipboard (widget), text);
  return TRUE;
}

static void
drop_runs (SystoleMetricTable *self)
{
  for (guint i = 0; i < self->n_runs; i++)
    g_clear_pointer (&self->runs[i], systole_run_unref);
  self->n_runs = 0;
}

static void
systole_metric_table_dispose (GObject *object)
{
  SystoleMetricTable *self = SYSTOLE_METRIC_TABLE (object);

  g_clear_handle_id (&self->restack_source, g_source_remove);
  if (self->model != NULL)
    systole_text_model_detach (self->model);
  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_object (&self->model);
  drop_runs (self);
  G_OBJECT_CLASS (systole_metric_table_parent_class)->dispose (object);
}

static void
systole_metric_table_finalize (GObject *object)
{
  g_array_unref (SYSTOLE_METRIC_TABLE (object)->rows);
  G_OBJECT_CLASS (systole_metric_table_parent_class)->finalize (object);
}

static void
systole_metric_table_class_init (SystoleMetricTableClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = systole_metric_table_dispose;
  G_OBJECT_CLASS (klass)->finalize = systole_metric_table_finalize;
  widget_class->measure = systole_metric_table_measure;
  widget_class->size_allocate = systole_metric_table_size_allocate;
  gtk_widget_class_set_css_name (widget_class, "metrictable");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_c, GDK_CONTROL_MASK, copy_cb, NULL);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Insert, GDK_CONTROL_MASK, copy_cb, NULL);
}

static void
systole_metric_table_init (SystoleMetricTable *self)
{
  GtkWidget *scroller = gtk_scrolled_window_new ();

  self->rows = g_array_new (FALSE, FALSE, sizeof (SystoleMetric));
  self->model = systole_text_model_new (get_text, get_definition, self);
  self->selection = gtk_single_selection_new (G_LIST_MODEL (g_object_ref (self->model)));
  self->view = gtk_column_view_new (GTK_SELECTION_MODEL (self->selection));
  gtk_column_view_set_show_row_separators (GTK_COLUMN_VIEW (self->view), TRUE);
  gtk_widget_add_css_class (self->view, "data-table");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->view), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Numbers of all lanes"), -1);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), self->view);
  gtk_widget_set_vexpand (scroller, TRUE);

  self->definition = gtk_label_new (NULL);
  gtk_label_set_wrap (GTK_LABEL (self->definition), TRUE);
  gtk_label_set_xalign (GTK_LABEL (self->definition), 0);
  gtk_widget_add_css_class (self->definition, "definition");

  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  gtk_box_append (GTK_BOX (self->box), scroller);
  gtk_box_append (GTK_BOX (self->box), self->definition);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
  g_signal_connect_object (self->selection, "notify::selected", G_CALLBACK (show_definition), self, G_CONNECT_SWAPPED);
}

GtkWidget *
systole_metric_table_new (void)
{
  return g_object_new (SYSTOLE_TYPE_METRIC_TABLE, NULL);
}

/**
 * systole_metric_table_set_runs:
 * @runs: by lane; NULL: a lane without one
 * @n: 0 … 4; more are left out
 */
void
systole_metric_table_set_runs (SystoleMetricTable *self, SystoleRun *const *runs, guint n)
{
  guint old;

  g_return_if_fail (SYSTOLE_IS_METRIC_TABLE (self));
  n = MIN (n, MAX_RUNS);
  for (guint i = 0; i < n; i++)
    if (runs[i] != NULL)
      systole_run_ref (runs[i]);
  old = self->n_runs;
  systole_text_model_set_n_rows (self->model, 0);
  drop_runs (self);
  for (guint i = 0; i < n; i++)
    self->runs[i] = runs[i];
  self->n_runs = n;

  systole_metrics_collect (runs, n, self->rows);
  if (old != n)
    {
      /* How much room they need is found out anew. */
      self->stacked = FALSE;
      build_columns (self);
    }
  systole_text_model_set_n_rows (self->model, self->rows->len);
  show_definition (self);
}

/* What is copied has a column a lane, however it is shown. */
char *
systole_metric_table_to_tsv (SystoleMetricTable *self)
{
  guint n_columns;
  GString *out;

  g_return_val_if_fail (SYSTOLE_IS_METRIC_TABLE (self), NULL);
  n_columns = self->n_runs + (self->n_runs >= 2 ? 2 : 1);
  out = g_string_new (_ ("Measure"));
  for (guint i = 0; i < self->n_runs; i++)
    g_string_append_printf (out, "\t%c", 'A' + (int) i);
  g_string_append (out, self->n_runs >= 2 ? "\tB ÷ A\n" : "\n");
  for (guint row = 0; row < self->rows->len; row++)
    {
      for (guint column = 0; column < n_columns; column++)
        {
          g_autofree char *cell = get_plain (self, row, column);

          g_string_append_printf (out, "%s%s", column > 0 ? "\t" : "", cell != NULL ? cell : "");
        }
      g_string_append_c (out, '\n');
    }
  return g_string_free (out, FALSE);
}
