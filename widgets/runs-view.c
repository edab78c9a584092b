/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/runs-view.h"

#include <math.h>

#define GAP 16 /* CSS pixels between two pictures */
#define NATURAL_WIDTH 260

typedef struct
{
  SystoleRun *runs[SYSTOLE_RUNS_VIEW_MAX];
  SystoleRunName names[SYSTOLE_RUNS_VIEW_MAX];
  guint n;
} SystoleRunsViewPrivate;

G_DEFINE_ABSTRACT_TYPE_WITH_PRIVATE (SystoleRunsView, systole_runs_view, SYSTOLE_TYPE_CANVAS)

static SystoleRunsViewPrivate *
get_private (SystoleRunsView *self)
{
  return systole_runs_view_get_instance_private (self);
}

/* 0 for a lane without a run: it has no picture and no gap. */
static double
height_of (SystoleRunsView *self, guint lane, double width)
{
  if (get_private (self)->runs[lane] == NULL)
    return 0;
  return GAP + ceil (SYSTOLE_RUNS_VIEW_GET_CLASS (self)->get_height (self, lane, width));
}

static void
systole_runs_view_paint (SystoleCanvas *canvas, cairo_t *cr, double width, double height)
{
  SystoleRunsView *self = SYSTOLE_RUNS_VIEW (canvas);

  for (guint i = 0; i < get_private (self)->n; i++)
    {
      if (get_private (self)->runs[i] == NULL)
        continue;
      cairo_save (cr);
      SYSTOLE_RUNS_VIEW_GET_CLASS (self)->paint_run (self, i, cr, width);
      cairo_restore (cr);
      cairo_translate (cr, 0, height_of (self, i, width));
    }
}

static char *
systole_runs_view_describe (SystoleCanvas *canvas)
{
  SystoleRunsView *self = SYSTOLE_RUNS_VIEW (canvas);
  g_autoptr (GString) words = g_string_new (NULL);

  for (guint i = 0; i < get_private (self)->n; i++)
    {
      g_autofree char *sentence = get_private (self)->runs[i] != NULL ? SYSTOLE_RUNS_VIEW_GET_CLASS (self)->describe_run (self, i) : NULL;

      if (sentence == NULL)
        continue;
      if (words->len > 0)
        g_string_append_c (words, ' ');
      g_string_append (words, sentence);
    }
  return g_string_free (g_steal_pointer (&words), FALSE);
}

static GtkSizeRequestMode
systole_runs_view_get_request_mode (GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void
systole_runs_view_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural, int *minimum_baseline, int *natural_baseline)
{
  SystoleRunsView *self = SYSTOLE_RUNS_VIEW (widget);
  double height = 0;

  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    {
      *minimum = SYSTOLE_RUNS_VIEW_MIN_WIDTH;
      *natural = NATURAL_WIDTH;
      return;
    }
  for (guint i = 0; i < get_private (self)->n; i++)
    height += height_of (self, i, for_size > 0 ? for_size : SYSTOLE_RUNS_VIEW_MIN_WIDTH);
  *minimum = *natural = (int) MAX (height - GAP, 0);
}

static void
drop_runs (SystoleRunsView *self)
{
  SystoleRunsViewPrivate *own = get_private (self);

  for (guint i = 0; i < own->n; i++)
    {
      g_clear_pointer (&own->runs[i], systole_run_unref);
      systole_run_name_clear (&own->names[i]);
    }
  own->n = 0;
}

static void
systole_runs_view_finalize (GObject *object)
{
  drop_runs (SYSTOLE_RUNS_VIEW (object));
  G_OBJECT_CLASS (systole_runs_view_parent_class)->finalize (object);
}

static void
systole_runs_view_class_init (SystoleRunsViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  SystoleCanvasClass *canvas_class = SYSTOLE_CANVAS_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = systole_runs_view_finalize;
  widget_class->get_request_mode = systole_runs_view_get_request_mode;
  widget_class->measure = systole_runs_view_measure;
  canvas_class->paint = systole_runs_view_paint;
  canvas_class->describe = systole_runs_view_describe;
}

static void
systole_runs_view_init (SystoleRunsView *self)
{
}

/**
 * systole_runs_view_set_runs:
 * @runs: by lane; NULL: a lane without one
 * @n: 0 … 4; more are left out
 */
void
systole_runs_view_set_runs (SystoleRunsView *self, SystoleRun *const *runs, guint n)
{
  SystoleRunsViewPrivate *own;

  g_return_if_fail (SYSTOLE_IS_RUNS_VIEW (self));
  own = get_private (self);
  n = MIN (n, SYSTOLE_RUNS_VIEW_MAX);
  for (guint i = 0; i < n; i++)
    if (runs[i] != NULL)
      systole_run_ref (runs[i]);
  drop_runs (self);
  for (guint i = 0; i < n; i++)
    own->runs[i] = runs[i];
  own->n = n;
  for (guint i = 0; i < n; i++)
    if (runs[i] != NULL)
      systole_run_name_init (&own->names[i], (const SystoleRun *const *) own->runs, n, i);
  if (SYSTOLE_RUNS_VIEW_GET_CLASS (self)->runs_changed != NULL)
    SYSTOLE_RUNS_VIEW_GET_CLASS (self)->runs_changed (self);
  systole_canvas_invalidate (SYSTOLE_CANVAS (self));
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

guint
systole_runs_view_get_n (SystoleRunsView *self)
{
  g_return_val_if_fail (SYSTOLE_IS_RUNS_VIEW (self), 0);
  return get_private (self)->n;
}

SystoleRun *
systole_runs_view_get_run (SystoleRunsView *self, guint lane)
{
  g_return_val_if_fail (SYSTOLE_IS_RUNS_VIEW (self), NULL);
  g_return_val_if_fail (lane < get_private (self)->n, NULL);
  return get_private (self)->runs[lane];
}

/* Documented in runs-view.h. */
const SystoleRunName *
systole_runs_view_get_name (SystoleRunsView *self, guint lane)
{
  g_return_val_if_fail (SYSTOLE_IS_RUNS_VIEW (self), NULL);
  g_return_val_if_fail (lane < get_private (self)->n, NULL);
  return &get_private (self)->names[lane];
}

/* Documented in runs-view.h. */
gboolean
systole_runs_view_find (SystoleRunsView *self, double y, guint *lane, double *inner_y)
{
  g_return_val_if_fail (SYSTOLE_IS_RUNS_VIEW (self), FALSE);
  for (guint i = 0; i < get_private (self)->n && y >= 0; i++)
    {
      double height = height_of (self, i, gtk_widget_get_width (GTK_WIDGET (self)));

      if (y < height)
        {
          *lane = i;
          *inner_y = y;
          return y < height - GAP;
        }
      y -= height;
    }
  return FALSE;
}
