/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/lane-view-private.h"

/* The card with the facts of what is hovered or has the keyboard. */

#define CARD_DELAY_MS 300

static void
add_line (GtkGrid *grid, int row, const SystoleFact *fact)
{
  GtkWidget *name = gtk_label_new (fact->name);
  GtkWidget *value = gtk_label_new (fact->value);

  gtk_label_set_xalign (GTK_LABEL (name), 0);
  gtk_label_set_xalign (GTK_LABEL (value), 1);
  gtk_widget_set_hexpand (value, TRUE);
  gtk_widget_add_css_class (name, "dim-label");
  gtk_widget_add_css_class (value, "numeric");
  gtk_grid_attach (grid, name, 0, row, 1, 1);
  gtk_grid_attach (grid, value, 1, row, 1, 1);
}

static GtkWidget *
build_card (const char *title, GArray *facts, const char *sentence)
{
  GtkWidget *grid = gtk_grid_new ();
  GtkWidget *heading = gtk_label_new (title);
  int row = 0;

  gtk_grid_set_column_spacing (GTK_GRID (grid), 12);
  gtk_grid_set_row_spacing (GTK_GRID (grid), 2);
  gtk_label_set_xalign (GTK_LABEL (heading), 0);
  gtk_widget_add_css_class (heading, "heading");
  gtk_grid_attach (GTK_GRID (grid), heading, 0, row++, 2, 1);
  for (guint i = 0; facts != NULL && i < facts->len; i++)
    add_line (GTK_GRID (grid), row++, &g_array_index (facts, SystoleFact, i));
  if (sentence != NULL && *sentence != '\0')
    {
      GtkWidget *words = gtk_label_new (sentence);

      gtk_label_set_wrap (GTK_LABEL (words), TRUE);
      /* A fixed width, so that the height asked for is that of the lines shown. */
      gtk_label_set_width_chars (GTK_LABEL (words), 36);
      gtk_label_set_max_width_chars (GTK_LABEL (words), 36);
      gtk_label_set_xalign (GTK_LABEL (words), 0);
      gtk_grid_attach (GTK_GRID (grid), words, 0, row, 2, 1);
    }
  return grid;
}

static gboolean
fill_card (SystoleLaneView *self)
{
  g_autofree char *title = NULL;
  g_autofree char *sentence = NULL;
  g_autoptr (GArray) facts = NULL;
  SystoleLanePaint paint;
  double x, y, width, height;
  GdkRectangle rect;
  GtkWidget *child;
  int child_width, child_height;

  systole_lane_view_fill_paint (self, &paint);
  if (!systole_lane_locate (&paint, &self->card_target, &x, &y, &width, &height))
    return FALSE;
  title = systole_lane_view_explain (self, &self->card_target, &facts, &sentence);
  if (title == NULL)
    return FALSE;

  rect.x = (int) x;
  rect.y = (int) y;
  rect.width = MAX (1, (int) width);
  rect.height = MAX (1, (int) height);
  gtk_popover_set_pointing_to (GTK_POPOVER (self->card), &rect);
  child = build_card (title, facts, sentence);
  gtk_popover_set_child (GTK_POPOVER (self->card), child);
  /* A popover asks for a height without a width, which is too low for lines that wrap. */
  gtk_widget_measure (child, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &child_width, NULL, NULL);
  gtk_widget_measure (child, GTK_ORIENTATION_VERTICAL, child_width, NULL, &child_height, NULL, NULL);
  gtk_widget_set_size_request (child, child_width, child_height);
  self->card_cycle = systole_lane_view_get_cycle (self);
  return TRUE;
}

static gboolean
show_card (gpointer data)
{
  SystoleLaneView *self = data;

  self->card_source = 0;
  if (self->run == NULL || self->dragging || !gtk_widget_get_mapped (GTK_WIDGET (self)))
    return G_SOURCE_REMOVE;
  if (self->card == NULL)
    {
      self->card = gtk_popover_new ();
      gtk_popover_set_autohide (GTK_POPOVER (self->card), FALSE);
      gtk_popover_set_position (GTK_POPOVER (self->card), GTK_POS_BOTTOM);
      gtk_widget_set_can_focus (self->card, FALSE);
      gtk_widget_set_can_target (self->card, FALSE);
      gtk_widget_add_css_class (self->card, "facts");
      gtk_widget_set_parent (self->card, GTK_WIDGET (self));
    }
  if (fill_card (self))
    gtk_popover_popup (GTK_POPOVER (self->card));
  return G_SOURCE_REMOVE;
}

/* Shows the card of a target after a while; NONE hides it. */
void
systole_lane_view_queue_card (SystoleLaneView *self, const SystoleTarget *target)
{
  systole_lane_view_hide_card (self);
  self->card_target = *target;
  if (target->kind != SYSTOLE_TARGET_NONE && target->kind != SYSTOLE_TARGET_LEVEL)
    self->card_source = g_timeout_add (CARD_DELAY_MS, show_card, self);
}

/* The picture moved on: the card follows, once a cycle. */
void
systole_lane_view_refresh_card (SystoleLaneView *self)
{
  if (self->card == NULL || !gtk_widget_get_visible (self->card) || self->card_cycle == systole_lane_view_get_cycle (self))
    return;
  if (self->run == NULL || !fill_card (self))
    systole_lane_view_hide_card (self);
}

gboolean
systole_lane_view_hide_card (SystoleLaneView *self)
{
  gboolean shown = self->card != NULL && gtk_widget_get_visible (self->card);

  g_clear_handle_id (&self->card_source, g_source_remove);
  if (shown)
    gtk_popover_popdown (GTK_POPOVER (self->card));
  return shown;
}

void
systole_lane_view_dispose_card (SystoleLaneView *self)
{
  g_clear_handle_id (&self->card_source, g_source_remove);
  g_clear_pointer (&self->card, gtk_widget_unparent);
}
