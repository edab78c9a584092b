/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/state-table.h"

#include "engine/base/i18n.h"
#include "widgets/state-rows.h"
#include "widgets/text-model.h"

#define REFRESH_MS 250         /* while playing: four times a second can still be read */
#define MAX_COPIED_ROWS 65536u /* a 256 × 256 array */

struct _SystoleStateTable
{
  GtkWidget parent_instance;

  GtkWidget *box, *caption, *view;
  SystoleTextModel *model;
  GtkSingleSelection *selection;
  SystoleStateRows *rows;
  SystoleLaneView *lane;
  GSignalGroup *lane_signals;
  SystoleStateKind kind; /* that the columns are made for */
  guint update_source;
  gint64 updated_at; /* monotonic, µs */
};

enum
{
  PROP_0,
  PROP_LANE,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (SystoleStateTable, systole_state_table, GTK_TYPE_WIDGET)

static char *
get_text (gpointer data, guint row, guint column)
{
  SystoleStateTable *self = data;

  if (row >= systole_state_rows_get_n_rows (self->rows) || column >= systole_state_rows_get_n_columns (self->rows))
    return NULL;
  return systole_state_rows_get_text (self->rows, row, column);
}

static char *
get_why (gpointer data, guint row, guint column)
{
  SystoleStateTable *self = data;

  return row < systole_state_rows_get_n_rows (self->rows) ? systole_state_rows_get_why (self->rows, row) : NULL;
}

static void
build_columns (SystoleStateTable *self)
{
  GtkColumnView *view = GTK_COLUMN_VIEW (self->view);

  systole_text_model_remove_columns (view);
  for (guint i = 0; i < systole_state_rows_get_n_columns (self->rows); i++)
    {
      GtkColumnViewColumn *column = systole_text_model_add_column (self->model, view, i, systole_state_rows_get_title (self->rows, i), systole_state_rows_is_numeric (self->rows, i));

      gtk_column_view_column_set_resizable (column, TRUE);
    }
}

static void
update (SystoleStateTable *self)
{
  static const SystoleCamera nowhere = { SYSTOLE_LEVEL_CHIP, 0, 0, 0, 0, 1, 0.5, 0.5 };
  SystoleLanePaint paint;
  SystoleStateKind kind;

  g_clear_handle_id (&self->update_source, g_source_remove);
  self->updated_at = g_get_monotonic_time ();
  if (self->lane != NULL)
    {
      g_autofree char *sentence = NULL;

      systole_lane_view_get_paint (self->lane, &paint);
      systole_state_rows_set (self->rows, systole_lane_view_get_run (self->lane), paint.cycle, &paint.camera);
      if (paint.run != NULL)
        sentence = systole_lane_describe (&paint);
      gtk_label_set_label (GTK_LABEL (self->caption), sentence != NULL ? sentence : "");
    }
  else
    {
      systole_state_rows_set (self->rows, NULL, 0, &nowhere);
      gtk_label_set_label (GTK_LABEL (self->caption), "");
    }

  kind = systole_state_rows_get_kind (self->rows);
  if (kind != self->kind)
    {
      systole_text_model_set_n_rows (self->model, 0);
      self->kind = kind;
      build_columns (self);
    }
  systole_text_model_set_n_rows (self->model, systole_state_rows_get_n_rows (self->rows));
}

static gboolean
update_cb (gpointer data)
{
  SystoleStateTable *self = data;

  self->update_source = 0;
  update (self);
  return G_SOURCE_REMOVE;
}

/* Hidden, it does nothing; it catches up when it is shown. */
static void
queue_update (SystoleStateTable *self)
{
  gint64 wait = 0;

  if (self->update_source != 0 || !gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  if (self->lane != NULL && systole_canvas_get_playing (SYSTOLE_CANVAS (self->lane)))
    wait = self->updated_at / 1000 + REFRESH_MS - g_get_monotonic_time () / 1000;
  self->update_source = wait > 0 ? g_timeout_add ((guint) wait, update_cb, self) : g_idle_add (update_cb, self);
}

static void
row_activated_cb (GtkColumnView *view, guint position, SystoleStateTable *self)
{
  SystoleTarget target;

  if (self->lane == NULL || position >= systole_state_rows_get_n_rows (self->rows))
    return;
  target = systole_state_rows_get_target (self->rows, position);
  if (target.kind != SYSTOLE_TARGET_NONE)
    systole_lane_view_set_pinned (self->lane, &target);
}

static gboolean
copy_cb (GtkWidget *widget, GVariant *args, gpointer data)
{
  g_autofree char *text = systole_state_table_to_tsv (SYSTOLE_STATE_TABLE (widget));

  gdk_clipboard_set_text (gtk_widget_get_clipboard (widget), text);
  return TRUE;
}

static void
systole_state_table_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (systole_state_table_parent_class)->map (widget);
  update (SYSTOLE_STATE_TABLE (widget));
}

static void
systole_state_table_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  if (id == PROP_LANE)
    g_value_set_object (value, SYSTOLE_STATE_TABLE (object)->lane);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
systole_state_table_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  if (id == PROP_LANE)
    systole_state_table_set_lane (SYSTOLE_STATE_TABLE (object), g_value_get_object (value));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
systole_state_table_dispose (GObject *object)
{
  SystoleStateTable *self = SYSTOLE_STATE_TABLE (object);

  g_clear_handle_id (&self->update_source, g_source_remove);
  if (self->lane_signals != NULL)
    g_signal_group_set_target (self->lane_signals, NULL);
  g_clear_object (&self->lane_signals);
  if (self->model != NULL)
    systole_text_model_detach (self->model);
  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_object (&self->model);
  g_clear_object (&self->lane);
  g_clear_pointer (&self->rows, systole_state_rows_free);
  G_OBJECT_CLASS (systole_state_table_parent_class)->dispose (object);
}

static void
systole_state_table_class_init (SystoleStateTableClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = systole_state_table_get_property;
  object_class->set_property = systole_state_table_set_property;
  object_class->dispose = systole_state_table_dispose;
  widget_class->map = systole_state_table_map;
  properties[PROP_LANE] = g_param_spec_object ("lane", NULL, NULL, SYSTOLE_TYPE_LANE_VIEW, G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "statetable");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_c, GDK_CONTROL_MASK, copy_cb, NULL);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Insert, GDK_CONTROL_MASK, copy_cb, NULL);
}

static void
systole_state_table_init (SystoleStateTable *self)
{
  GtkWidget *scroller = gtk_scrolled_window_new ();
  static const char *const watched[] = { "notify::run", "notify::position", "notify::ended", "notify::playing", "camera-changed" };

  self->rows = systole_state_rows_new ();
  self->model = systole_text_model_new (get_text, get_why, self);
  self->selection = gtk_single_selection_new (G_LIST_MODEL (g_object_ref (self->model)));
  self->view = gtk_column_view_new (GTK_SELECTION_MODEL (self->selection));
  gtk_column_view_set_show_row_separators (GTK_COLUMN_VIEW (self->view), TRUE);
  gtk_widget_add_css_class (self->view, "data-table");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->view), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("State of every part in this cycle"), -1);
  g_signal_connect (self->view, "activate", G_CALLBACK (row_activated_cb), self);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), self->view);
  gtk_widget_set_vexpand (scroller, TRUE);

  self->caption = gtk_label_new (NULL);
  gtk_label_set_wrap (GTK_LABEL (self->caption), TRUE);
  gtk_label_set_xalign (GTK_LABEL (self->caption), 0);
  gtk_widget_add_css_class (self->caption, "definition");

  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  gtk_box_append (GTK_BOX (self->box), self->caption);
  gtk_box_append (GTK_BOX (self->box), scroller);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));

  self->lane_signals = g_signal_group_new (SYSTOLE_TYPE_LANE_VIEW);
  for (guint i = 0; i < G_N_ELEMENTS (watched); i++)
    g_signal_group_connect_swapped (self->lane_signals, watched[i], G_CALLBACK (queue_update), self);
}

GtkWidget *
systole_state_table_new (void)
{
  return g_object_new (SYSTOLE_TYPE_STATE_TABLE, NULL);
}

SystoleLaneView *
systole_state_table_get_lane (SystoleStateTable *self)
{
  g_return_val_if_fail (SYSTOLE_IS_STATE_TABLE (self), NULL);
  return self->lane;
}

/**
 * systole_state_table_set_lane:
 * @lane: (nullable): whose frame is shown, and followed
 */
void
systole_state_table_set_lane (SystoleStateTable *self, SystoleLaneView *lane)
{
  g_return_if_fail (SYSTOLE_IS_STATE_TABLE (self));
  if (!g_set_object (&self->lane, lane))
    return;
  g_signal_group_set_target (self->lane_signals, lane);
  if (gtk_widget_get_mapped (GTK_WIDGET (self)))
    update (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_LANE]);
}

guint
systole_state_table_get_n_rows (SystoleStateTable *self)
{
  g_return_val_if_fail (SYSTOLE_IS_STATE_TABLE (self), 0);
  update (self);
  return systole_state_rows_get_n_rows (self->rows);
}

/**
 * systole_state_table_to_tsv:
 *
 * The rows as shown, at most 65,536 of them.
 */
char *
systole_state_table_to_tsv (SystoleStateTable *self)
{
  g_return_val_if_fail (SYSTOLE_IS_STATE_TABLE (self), NULL);
  update (self);
  return systole_text_model_to_tsv (GTK_COLUMN_VIEW (self->view), MAX_COPIED_ROWS, get_text, self, systole_state_rows_get_n_rows (self->rows));
}
