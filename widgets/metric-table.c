/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/metric-table.h"

#include "engine/base/i18n.h"
#include "engine/base/number.h"
#include "engine/run/known-error.h"
#include "widgets/quantity-text.h"
#include "widgets/text-model.h"

#define MAX_RUNS 4

struct _SystoleMetricTable
{
  GtkWidget parent_instance;

  GtkWidget *box, *view, *definition;
  SystoleTextModel *model;
  GtkSingleSelection *selection;

  SystoleRun *runs[MAX_RUNS];
  guint n_runs;
  SystoleCounter rows[SYSTOLE_N_COUNTERS]; /* counters that a run has */
  guint n_rows;
};

G_DEFINE_FINAL_TYPE (SystoleMetricTable, systole_metric_table, GTK_TYPE_WIDGET)

/* B ÷ A of a row; FALSE when it makes no sense. */
static gboolean
get_ratio (SystoleMetricTable *self, guint row, double *out)
{
  SystoleQuantity a, b;

  if (self->n_runs < 2 || self->runs[0] == NULL || self->runs[1] == NULL)
    return FALSE;
  a = systole_run_get_counter (self->runs[0], self->rows[row]);
  b = systole_run_get_counter (self->runs[1], self->rows[row]);
  if (!a.present || !b.present || !(a.real > 0) || self->rows[row] == SYSTOLE_COUNTER_KNOWN_ERROR)
    return FALSE;
  *out = b.real / a.real;
  return TRUE;
}

static char *
get_text (gpointer data, guint row, guint column)
{
  SystoleMetricTable *self = data;
  double ratio;

  if (column == 0)
    return g_strdup (systole_counter_get_title (self->rows[row]));
  if (column <= self->n_runs && self->rows[row] == SYSTOLE_COUNTER_KNOWN_ERROR && self->runs[column - 1] != NULL)
    {
      SystoleKnownError error = systole_run_get_known_error (self->runs[column - 1]);

      return systole_known_error_describe_short (&error);
    }
  if (column <= self->n_runs)
    return self->runs[column - 1] != NULL ? systole_text_counter (self->runs[column - 1], self->rows[row]) : g_strdup ("–");
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
    return g_strdup (systole_counter_get_id (self->rows[row]));
  if (column > self->n_runs)
    return get_ratio (self, row, &ratio) ? systole_number_format_double (ratio) : NULL;
  if (self->runs[column - 1] == NULL)
    return NULL;
  value = systole_run_get_counter (self->runs[column - 1], self->rows[row]);
  if (!value.present)
    return NULL;
  if (systole_counter_is_whole (self->rows[row]))
    return g_strdup_printf ("%" G_GUINT64_FORMAT, value.count);
  return systole_number_format_double (value.real);
}

static char *
get_definition (gpointer data, guint row, guint column)
{
  SystoleMetricTable *self = data;
  const char *explanation = systole_counter_get_explanation (self->rows[row]);
  const char *formula = systole_counter_get_formula (self->rows[row]);

  if (formula == NULL || *formula == '\0')
    return g_strdup (explanation);
  return g_strdup_printf ("%s\n= %s", explanation, formula);
}

static void
show_definition (SystoleMetricTable *self)
{
  guint row = gtk_single_selection_get_selected (self->selection);
  g_autofree char *words = row < self->n_rows ? get_definition (self, row, 0) : NULL;

  gtk_label_set_label (GTK_LABEL (self->definition), words != NULL ? words : "");
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

  if (self->model != NULL)
    systole_text_model_detach (self->model);
  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_object (&self->model);
  drop_runs (self);
  G_OBJECT_CLASS (systole_metric_table_parent_class)->dispose (object);
}

static void
systole_metric_table_class_init (SystoleMetricTableClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = systole_metric_table_dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "metrictable");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_c, GDK_CONTROL_MASK, copy_cb, NULL);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Insert, GDK_CONTROL_MASK, copy_cb, NULL);
}

static void
systole_metric_table_init (SystoleMetricTable *self)
{
  GtkWidget *scroller = gtk_scrolled_window_new ();

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

static void
build_columns (SystoleMetricTable *self)
{
  GtkColumnView *view = GTK_COLUMN_VIEW (self->view);
  GtkColumnViewColumn *name;

  systole_text_model_remove_columns (view);
  name = systole_text_model_add_column (self->model, view, 0, _ ("Measure"), FALSE);
  gtk_column_view_column_set_expand (name, TRUE);
  for (guint i = 0; i < self->n_runs; i++)
    {
      const char letter[] = { (char) ('A' + i), '\0' };

      systole_text_model_add_column (self->model, view, i + 1, letter, TRUE);
    }
  if (self->n_runs >= 2)
    systole_text_model_add_column (self->model, view, self->n_runs + 1, "B ÷ A", TRUE);
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

  self->n_rows = 0;
  for (guint c = 0; c < SYSTOLE_N_COUNTERS; c++)
    for (guint i = 0; i < n; i++)
      if (runs[i] != NULL && (c == SYSTOLE_COUNTER_KNOWN_ERROR || systole_run_get_counter (runs[i], (SystoleCounter) c).present))
        {
          self->rows[self->n_rows++] = (SystoleCounter) c;
          break;
        }
  if (old != n)
    build_columns (self);
  systole_text_model_set_n_rows (self->model, self->n_rows);
  show_definition (self);
}

char *
systole_metric_table_to_tsv (SystoleMetricTable *self)
{
  g_return_val_if_fail (SYSTOLE_IS_METRIC_TABLE (self), NULL);
  return systole_text_model_to_tsv (GTK_COLUMN_VIEW (self->view), G_MAXUINT, get_plain, self, self->n_rows);
}
