/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/explain-pane-private.h"

#include "engine/base/i18n.h"
#include "widgets/pin-difference.h"

/* On the page "Selection": two things side by side, and a column of what differs. */

enum
{
  COLUMN_FIRST,
  COLUMN_SECOND,
  COLUMN_DIFFERENCE,
  N_COLUMNS
};

#define COLUMN_CHARS 8 /* that a column asks for: longer ones are broken */

typedef struct
{
  GtkSizeGroup *columns[N_COLUMNS];
} Columns;

static void
attach (GtkGrid *grid, GtkWidget *label, guint column, const Columns *columns)
{
  gboolean last = column == COLUMN_DIFFERENCE;

  gtk_label_set_width_chars (GTK_LABEL (label), last ? 1 : COLUMN_CHARS);
  gtk_widget_set_hexpand (label, !last);
  gtk_widget_set_valign (label, last ? GTK_ALIGN_CENTER : GTK_ALIGN_START);
  gtk_label_set_xalign (GTK_LABEL (label), last ? 1 : 0);
  gtk_size_group_add_widget (columns->columns[column], label);
  gtk_grid_attach (grid, label, (int) column, last ? 0 : 1, 1, last ? 2 : 1);
}

static GtkWidget *
make_grid (void)
{
  GtkWidget *grid = gtk_grid_new ();

  gtk_grid_set_column_spacing (GTK_GRID (grid), 10);
  return grid;
}

static GtkWidget *
make_line (const SystolePinRow *row, SystoleScheme scheme, const Columns *columns)
{
  GtkWidget *grid = make_grid (), *name = systole_explain_pane_make_words (row->name, "name");
  GtkWidget *values[] = { systole_explain_pane_make_value (row->first), systole_explain_pane_make_value (row->second) };
  GtkWidget *difference = systole_explain_pane_make_value (row->difference);

  gtk_grid_attach (GTK_GRID (grid), name, 0, 0, 2, 1);
  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    {
      if (row->equal)
        gtk_widget_add_css_class (values[i], "equal");
      else
        systole_explain_pane_set_ink (values[i], scheme, row->meaning);
      attach (GTK_GRID (grid), values[i], COLUMN_FIRST + i, columns);
    }
  gtk_widget_add_css_class (difference, row->equal ? "equal" : "difference");
  attach (GTK_GRID (grid), difference, COLUMN_DIFFERENCE, columns);
  return grid;
}

static GtkWidget *
make_titles (const char *first, const char *second, const Columns *columns)
{
  GtkWidget *grid = make_grid ();
  /* Translators: head of the column that says how one of two things differs from the other */
  const char *const titles[] = { first, second, _ ("Difference") };

  for (guint i = 0; i < N_COLUMNS; i++)
    {
      GtkWidget *label = systole_explain_pane_make_words (titles[i], "heading");

      gtk_label_set_wrap (GTK_LABEL (label), i != COLUMN_DIFFERENCE);
      attach (GTK_GRID (grid), label, i, columns);
    }
  return grid;
}

static void
append_row (GtkWidget *list, GtkWidget *child, const char *label)
{
  GtkWidget *row = gtk_list_box_row_new ();

  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), child);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), FALSE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  gtk_list_box_append (GTK_LIST_BOX (list), row);
}

static GtkWidget *
make_list (const GArray *rows, const char *first, const char *second, SystoleScheme scheme)
{
  GtkWidget *list = gtk_list_box_new ();
  /* Translators: two things that are compared */
  g_autofree char *head = g_strdup_printf (_ ("%s beside %s"), first, second);
  Columns columns;

  for (guint i = 0; i < N_COLUMNS; i++)
    columns.columns[i] = gtk_size_group_new (GTK_SIZE_GROUP_HORIZONTAL);
  gtk_list_box_set_selection_mode (GTK_LIST_BOX (list), GTK_SELECTION_NONE);
  gtk_widget_add_css_class (list, "boxed-list");
  gtk_widget_add_css_class (list, "facts-list");
  gtk_widget_add_css_class (list, "pins-list");
  append_row (list, make_titles (first, second, &columns), head);
  for (guint i = 0; i < rows->len; i++)
    {
      const SystolePinRow *row = &g_array_index (rows, SystolePinRow, i);
      g_autofree char *label = systole_pin_row_describe (row);

      append_row (list, make_line (row, scheme, &columns), label);
    }
  for (guint i = 0; i < N_COLUMNS; i++)
    g_object_unref (columns.columns[i]);
  return list;
}

static char *
count_words (const GArray *rows)
{
  guint different = systole_pin_rows_count_different (rows);

  if (different == 0)
    return g_strdup (_ ("All facts are alike."));
  return g_strdup_printf (P_ ("%u of %u facts differs.", "%u of %u facts differ.", different), different, rows->len);
}

/* What of lanes are compared have their letters at the head. */
static char *
head_words (SystoleLaneView *lane, const char *title, gboolean apart)
{
  return apart ? g_strdup_printf ("%c · %s", systole_lane_view_get_letter (lane), title) : g_strdup (title);
}

void
systole_explain_pane_append_pins (SystoleExplainPane *self, SystoleLaneView *first_lane, const SystoleTarget *first, SystoleLaneView *second_lane, const SystoleTarget *second)
{
  GtkBox *box = GTK_BOX (self->selection);
  g_autoptr (GArray) first_facts = NULL, second_facts = NULL, rows = NULL;
  g_autofree char *first_sentence = NULL, *second_sentence = NULL, *first_head = NULL, *second_head = NULL, *count = NULL, *cause = NULL;
  g_autofree char *first_title = systole_lane_view_explain (first_lane, first, &first_facts, &first_sentence);
  g_autofree char *second_title = systole_lane_view_explain (second_lane, second, &second_facts, &second_sentence);
  SystoleLanePaint first_paint, second_paint;

  if (first_title == NULL || second_title == NULL || first_facts->len + second_facts->len == 0)
    return;
  rows = systole_pin_rows_new (first_facts, second_facts);
  first_head = head_words (first_lane, first_title, first_lane != second_lane);
  second_head = head_words (second_lane, second_title, first_lane != second_lane);
  systole_lane_view_get_paint (first_lane, &first_paint);
  systole_lane_view_get_paint (second_lane, &second_paint);
  count = count_words (rows);
  cause = systole_pin_explain (&first_paint, first, &second_paint, second);
  gtk_box_append (box, make_list (rows, first_head, second_head, self->scheme));
  gtk_box_append (box, systole_explain_pane_make_words (count, "answer"));
  if (cause != NULL)
    gtk_box_append (box, systole_explain_pane_make_words (cause, "sentence"));
}
