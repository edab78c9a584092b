/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/stage-grid.h"

/* A lane reads best when it is this much higher than wide: its head, and below it
 * a picture about as high as wide. */
#define LANE_ASPECT 1.2
#define GAP 13 /* CSS pixels between two lanes, the line included */

struct _SystoleStageGrid
{
  GtkWidget parent_instance;

  GtkWidget *children[SYSTOLE_STAGE_GRID_MAX];
  guint n_children;
  GtkWidget *vertical[SYSTOLE_STAGE_GRID_MAX - 1];
  GtkWidget *horizontal[SYSTOLE_STAGE_GRID_MAX - 1];
};

G_DEFINE_FINAL_TYPE (SystoleStageGrid, systole_stage_grid, GTK_TYPE_WIDGET)

static guint
count_rows (guint n, guint columns)
{
  return (n + columns - 1) / columns;
}

/**
 * systole_stage_grid_choose_columns:
 * @n: lanes, at least 1
 * @width: of the room, CSS pixels
 * @height: of the room, CSS pixels
 * @least_width: of one lane, CSS pixels
 * @least_height: of one lane, CSS pixels
 *
 * The number of columns with which a lane of the wished shape is largest, among those that keep the
 * least width and have fewer rows than with a column less. Of two equally good ones the wider layout: time runs the same way in all lanes.
 */
guint
systole_stage_grid_choose_columns (guint n, double width, double height, double least_width, double least_height)
{
  guint best = 1;
  double best_size = -1;

  for (guint columns = 1; columns <= n; columns++)
    {
      guint rows = count_rows (n, columns);
      double lane_width = (width - GAP * (columns - 1)) / columns;
      double lane_height = (height - GAP * (rows - 1)) / rows;
      double size = MIN (lane_width, lane_height / LANE_ASPECT);

      if (columns > 1 && (lane_width < least_width || rows == count_rows (n, columns - 1)))
        continue;
      /* One that has to scroll is the last choice. */
      if (lane_height < least_height)
        size = -1.0 / columns;
      if (size >= best_size)
        {
          best = columns;
          best_size = size;
        }
    }
  return best;
}

static void
measure_child (SystoleStageGrid *self, int *width, int *height, int *natural_width, int *natural_height)
{
  *width = *height = *natural_width = *natural_height = 0;
  for (guint i = 0; i < self->n_children; i++)
    {
      int w, h, nw, nh;

      gtk_widget_measure (self->children[i], GTK_ORIENTATION_HORIZONTAL, -1, &w, &nw, NULL, NULL);
      gtk_widget_measure (self->children[i], GTK_ORIENTATION_VERTICAL, -1, &h, &nh, NULL, NULL);
      *width = MAX (*width, w);
      *height = MAX (*height, h);
      *natural_width = MAX (*natural_width, nw);
      *natural_height = MAX (*natural_height, nh);
    }
}

static GtkSizeRequestMode
systole_stage_grid_get_request_mode (GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void
systole_stage_grid_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural, int *minimum_baseline, int *natural_baseline)
{
  SystoleStageGrid *self = SYSTOLE_STAGE_GRID (widget);
  int width, height, natural_width, natural_height;
  guint columns, rows;

  *minimum = *natural = 0;
  if (self->n_children == 0)
    return;
  measure_child (self, &width, &height, &natural_width, &natural_height);
  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    {
      *minimum = width;
      *natural = (natural_width + GAP) * (int) self->n_children - GAP;
      return;
    }
  if (for_size < 0)
    for_size = width;
  columns = (guint) CLAMP ((for_size + GAP) / (width + GAP), 1, (int) self->n_children);
  rows = count_rows (self->n_children, columns);
  *minimum = (height + GAP) * (int) rows - GAP;
  *natural = MAX (*minimum, (natural_height + GAP) * (int) rows - GAP);
}

static void
place (GtkWidget *child, int x, int y, int width, int height)
{
  gtk_widget_size_allocate (child, &(GtkAllocation){ x, y, width, height }, -1);
}

static void
place_line (GtkWidget *line, gboolean wanted, int x, int y, int width, int height)
{
  gtk_widget_set_child_visible (line, wanted);
  if (wanted)
    place (line, x, y, width, height);
}

static void
systole_stage_grid_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  SystoleStageGrid *self = SYSTOLE_STAGE_GRID (widget);
  int least_width, least_height, natural_width, natural_height;
  guint columns, rows;

  if (self->n_children == 0)
    {
      for (guint i = 0; i < SYSTOLE_STAGE_GRID_MAX - 1; i++)
        {
          gtk_widget_set_child_visible (self->vertical[i], FALSE);
          gtk_widget_set_child_visible (self->horizontal[i], FALSE);
        }
      return;
    }
  measure_child (self, &least_width, &least_height, &natural_width, &natural_height);
  columns = systole_stage_grid_choose_columns (self->n_children, width, height, least_width, least_height);
  rows = count_rows (self->n_children, columns);

  for (guint i = 0; i < self->n_children; i++)
    {
      guint column = i % columns, row = i / columns;
      /* Shares of whole pixels, so that no gap is left at the end. */
      int x0 = (int) (column * (guint) (width + GAP) / columns);
      int x1 = (int) ((column + 1) * (guint) (width + GAP) / columns) - GAP;
      int y0 = (int) (row * (guint) (height + GAP) / rows);
      int y1 = (int) ((row + 1) * (guint) (height + GAP) / rows) - GAP;

      place (self->children[i], x0, y0, MAX (x1 - x0, least_width), MAX (y1 - y0, least_height));
    }
  for (guint i = 0; i < SYSTOLE_STAGE_GRID_MAX - 1; i++)
    {
      int x = (int) ((i + 1) * (guint) (width + GAP) / columns) - GAP / 2 - 1;
      int y = (int) ((i + 1) * (guint) (height + GAP) / rows) - GAP / 2 - 1;

      place_line (self->vertical[i], i + 1 < columns, x, 0, 1, height);
      place_line (self->horizontal[i], i + 1 < rows, 0, y, width, 1);
    }
}

static void
systole_stage_grid_dispose (GObject *object)
{
  SystoleStageGrid *self = SYSTOLE_STAGE_GRID (object);

  while (self->n_children > 0)
    systole_stage_grid_remove_last (self);
  for (guint i = 0; i < SYSTOLE_STAGE_GRID_MAX - 1; i++)
    {
      g_clear_pointer (&self->vertical[i], gtk_widget_unparent);
      g_clear_pointer (&self->horizontal[i], gtk_widget_unparent);
    }
  G_OBJECT_CLASS (systole_stage_grid_parent_class)->dispose (object);
}

static void
systole_stage_grid_class_init (SystoleStageGridClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = systole_stage_grid_dispose;
  widget_class->get_request_mode = systole_stage_grid_get_request_mode;
  widget_class->measure = systole_stage_grid_measure;
  widget_class->size_allocate = systole_stage_grid_size_allocate;
  gtk_widget_class_set_css_name (widget_class, "stagegrid");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
systole_stage_grid_init (SystoleStageGrid *self)
{
  /* Time runs from left to right in every language: lane A stays on the left. */
  gtk_widget_set_direction (GTK_WIDGET (self), GTK_TEXT_DIR_LTR);
  for (guint i = 0; i < SYSTOLE_STAGE_GRID_MAX - 1; i++)
    {
      self->vertical[i] = gtk_separator_new (GTK_ORIENTATION_VERTICAL);
      gtk_widget_set_parent (self->vertical[i], GTK_WIDGET (self));
      self->horizontal[i] = gtk_separator_new (GTK_ORIENTATION_HORIZONTAL);
      gtk_widget_set_parent (self->horizontal[i], GTK_WIDGET (self));
      gtk_widget_set_child_visible (self->vertical[i], FALSE);
      gtk_widget_set_child_visible (self->horizontal[i], FALSE);
    }
}

GtkWidget *
systole_stage_grid_new (void)
{
  return g_object_new (SYSTOLE_TYPE_STAGE_GRID, NULL);
}

void
systole_stage_grid_append (SystoleStageGrid *self, GtkWidget *child)
{
  g_return_if_fail (SYSTOLE_IS_STAGE_GRID (self));
  g_return_if_fail (self->n_children < SYSTOLE_STAGE_GRID_MAX);
  self->children[self->n_children++] = child;
  gtk_widget_set_parent (child, GTK_WIDGET (self));
}

void
systole_stage_grid_remove_last (SystoleStageGrid *self)
{
  g_return_if_fail (SYSTOLE_IS_STAGE_GRID (self));
  g_return_if_fail (self->n_children > 0);
  gtk_widget_unparent (self->children[--self->n_children]);
  self->children[self->n_children] = NULL;
}
