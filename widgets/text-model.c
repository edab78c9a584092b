/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/text-model.h"

struct _SystoleTextRow
{
  GObject parent_instance;

  guint index;
};

G_DEFINE_FINAL_TYPE (SystoleTextRow, systole_text_row, G_TYPE_OBJECT)

static void
systole_text_row_class_init (SystoleTextRowClass *klass)
{
}

static void
systole_text_row_init (SystoleTextRow *self)
{
}

guint
systole_text_row_get_index (SystoleTextRow *self)
{
  g_return_val_if_fail (SYSTOLE_IS_TEXT_ROW (self), 0);
  return self->index;
}

struct _SystoleTextModel
{
  GObject parent_instance;

  SystoleTextFunc text, tooltip;
  gpointer data;
  guint n_rows;
};

static guint refreshed;

static GType
get_item_type (GListModel *model)
{
  return SYSTOLE_TYPE_TEXT_ROW;
}

static guint
get_n_items (GListModel *model)
{
  return SYSTOLE_TEXT_MODEL (model)->n_rows;
}

static gpointer
get_item (GListModel *model, guint position)
{
  SystoleTextRow *row;

  if (position >= SYSTOLE_TEXT_MODEL (model)->n_rows)
    return NULL;
  row = g_object_new (SYSTOLE_TYPE_TEXT_ROW, NULL);
  row->index = position;
  return row;
}

static void
list_model_init (GListModelInterface *iface)
{
  iface->get_item_type = get_item_type;
  iface->get_n_items = get_n_items;
  iface->get_item = get_item;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (SystoleTextModel, systole_text_model, G_TYPE_OBJECT, G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, list_model_init))

static void
systole_text_model_class_init (SystoleTextModelClass *klass)
{
  refreshed = g_signal_new ("refreshed", SYSTOLE_TYPE_TEXT_MODEL, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
systole_text_model_init (SystoleTextModel *self)
{
}

SystoleTextModel *
systole_text_model_new (SystoleTextFunc text, SystoleTextFunc tooltip, gpointer data)
{
  SystoleTextModel *self = g_object_new (SYSTOLE_TYPE_TEXT_MODEL, NULL);

  self->text = text;
  self->tooltip = tooltip;
  self->data = data;
  return self;
}

void
systole_text_model_detach (SystoleTextModel *self)
{
  g_return_if_fail (SYSTOLE_IS_TEXT_MODEL (self));
  systole_text_model_set_n_rows (self, 0);
  self->text = self->tooltip = NULL;
  self->data = NULL;
}

void
systole_text_model_set_n_rows (SystoleTextModel *self, guint n_rows)
{
  guint old;

  g_return_if_fail (SYSTOLE_IS_TEXT_MODEL (self));
  old = self->n_rows;
  self->n_rows = n_rows;
  if (n_rows > old)
    g_list_model_items_changed (G_LIST_MODEL (self), old, 0, n_rows - old);
  else if (n_rows < old)
    g_list_model_items_changed (G_LIST_MODEL (self), n_rows, old - n_rows, 0);
  systole_text_model_refresh (self);
}

void
systole_text_model_refresh (SystoleTextModel *self)
{
  g_return_if_fail (SYSTOLE_IS_TEXT_MODEL (self));
  g_signal_emit (self, refreshed, 0);
}

/* What a cell needs to know of itself. */
typedef struct
{
  SystoleTextModel *model;
  guint row, column;
  gboolean bound;
} Cell;

static void
update_cell (GtkWidget *label)
{
  Cell *cell = g_object_get_data (G_OBJECT (label), "systole-cell");
  g_autofree char *text = NULL;

  if (!cell->bound || cell->model->text == NULL || cell->row >= cell->model->n_rows)
    return;
  text = cell->model->text (cell->model->data, cell->row, cell->column);
  gtk_label_set_label (GTK_LABEL (label), text != NULL ? text : "");
}

/* Asked for when it is wanted: to set one makes GTK ask the display server where the pointer
 * is, and wait for the answer, for every cell. */
static gboolean
query_tooltip_cb (GtkWidget *label, int x, int y, gboolean keyboard, GtkTooltip *tooltip, gpointer data)
{
  Cell *cell = g_object_get_data (G_OBJECT (label), "systole-cell");
  g_autofree char *text = NULL;

  if (cell->bound && cell->model->tooltip != NULL && cell->row < cell->model->n_rows)
    text = cell->model->tooltip (cell->model->data, cell->row, cell->column);
  gtk_tooltip_set_text (tooltip, text);
  return text != NULL;
}

typedef struct
{
  SystoleTextModel *model;
  guint column;
  gboolean numeric;
} Column;

static void
column_free (gpointer data, GClosure *closure)
{
  Column *column = data;

  g_object_unref (column->model);
  g_free (column);
}

static void
setup_cb (GtkSignalListItemFactory *factory, GtkListItem *item, Column *column)
{
  GtkWidget *label = gtk_label_new (NULL);
  Cell *cell = g_new0 (Cell, 1);

  cell->model = column->model;
  cell->column = column->column;
  g_object_set_data_full (G_OBJECT (label), "systole-cell", cell, g_free);
  gtk_label_set_xalign (GTK_LABEL (label), column->numeric ? 1 : 0);
  if (column->numeric)
    {
      gtk_widget_add_css_class (label, "numeric");
      gtk_label_set_justify (GTK_LABEL (label), GTK_JUSTIFY_RIGHT);
    }
  else
    {
      gtk_label_set_wrap (GTK_LABEL (label), TRUE);
      gtk_label_set_width_chars (GTK_LABEL (label), 8);
      gtk_label_set_max_width_chars (GTK_LABEL (label), 24);
    }
  if (column->model->tooltip != NULL)
    {
      gtk_widget_set_has_tooltip (label, TRUE);
      g_signal_connect (label, "query-tooltip", G_CALLBACK (query_tooltip_cb), NULL);
    }
  g_signal_connect_object (column->model, "refreshed", G_CALLBACK (update_cell), label, G_CONNECT_SWAPPED);
  gtk_list_item_set_child (item, label);
}

static void
bind_cb (GtkSignalListItemFactory *factory, GtkListItem *item, Column *column)
{
  GtkWidget *label = gtk_list_item_get_child (item);
  Cell *cell = g_object_get_data (G_OBJECT (label), "systole-cell");

  cell->row = systole_text_row_get_index (gtk_list_item_get_item (item));
  cell->bound = TRUE;
  update_cell (label);
}

static void
unbind_cb (GtkSignalListItemFactory *factory, GtkListItem *item, Column *column)
{
  GtkWidget *label = gtk_list_item_get_child (item);
  Cell *cell = label != NULL ? g_object_get_data (G_OBJECT (label), "systole-cell") : NULL;

  if (cell != NULL)
    cell->bound = FALSE;
}

static Column *
column_new (SystoleTextModel *model, guint number, gboolean numeric)
{
  Column *column = g_new0 (Column, 1);

  column->model = g_object_ref (model);
  column->column = number;
  column->numeric = numeric;
  return column;
}

/**
 * systole_text_model_add_column:
 *
 * Returns: (transfer none): the column, owned by the view
 */
GtkColumnViewColumn *
systole_text_model_add_column (SystoleTextModel *self, GtkColumnView *view, guint number, const char *title, gboolean numeric)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  GtkColumnViewColumn *column;

  g_signal_connect_data (factory, "setup", G_CALLBACK (setup_cb), column_new (self, number, numeric), column_free, 0);
  g_signal_connect_data (factory, "bind", G_CALLBACK (bind_cb), column_new (self, number, numeric), column_free, 0);
  g_signal_connect_data (factory, "unbind", G_CALLBACK (unbind_cb), column_new (self, number, numeric), column_free, 0);
  column = gtk_column_view_column_new (title, factory);
  gtk_column_view_append_column (view, column);
  g_object_unref (column);
  return column;
}

void
systole_text_model_remove_columns (GtkColumnView *view)
{
  GListModel *columns = gtk_column_view_get_columns (view);

  while (g_list_model_get_n_items (columns) > 0)
    {
      GtkColumnViewColumn *column = g_list_model_get_item (columns, 0);

      gtk_column_view_remove_column (view, column);
      g_object_unref (column);
    }
}

/**
 * systole_text_model_to_tsv:
 * @text: gives the cells; columns are those of the view, in their order
 */
char *
systole_text_model_to_tsv (GtkColumnView *view, guint max_rows, SystoleTextFunc text, gpointer data, guint n_rows)
{
  GListModel *columns = gtk_column_view_get_columns (view);
  guint n_columns = g_list_model_get_n_items (columns);
  GString *out = g_string_new (NULL);

  for (guint c = 0; c < n_columns; c++)
    {
      GtkColumnViewColumn *column = g_list_model_get_item (columns, c);

      g_string_append_printf (out, "%s%s", c > 0 ? "\t" : "", gtk_column_view_column_get_title (column));
      g_object_unref (column);
    }
  g_string_append_c (out, '\n');
  for (guint r = 0; r < MIN (n_rows, max_rows); r++)
    {
      for (guint c = 0; c < n_columns; c++)
        {
          g_autofree char *cell = text (data, r, c);

          g_string_append_printf (out, "%s%s", c > 0 ? "\t" : "", cell != NULL ? cell : "");
        }
      g_string_append_c (out, '\n');
    }
  return g_string_free (out, FALSE);
}
