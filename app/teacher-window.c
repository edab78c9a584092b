/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/teacher-window.h"

#include <inttypes.h>

#include "app/presenter-private.h"
#include "engine/base/i18n.h"

#define TICK_SECONDS 1
#define SPACE 12
#define NEXT_WIDTH 336

struct _SystoleTeacherWindow
{
  GtkWindow parent_instance;

  SystolePresenter *presenter; /* weak */
  GtkLabel *clock, *elapsed, *counter, *next, *notes, *key;
  SystolePresenterView *view, *next_view;
  SystoleSession *ahead; /* at the next beat, or NULL */
  SystolePresenterContent *ahead_content;
  SystolePresenterState ahead_state;
  SystoleMapPaint ahead_map;
  gint64 start; /* monotonic, µs */
  guint source;
};

G_DEFINE_FINAL_TYPE (SystoleTeacherWindow, systole_teacher_window, GTK_TYPE_WINDOW)

/**
 * systole_teacher_window_get_elapsed:
 * @seconds: ≥ 0
 *
 * Returns: (transfer full): minutes and seconds, hours before them where there are any
 */
char *
systole_teacher_window_get_elapsed (gint64 seconds)
{
  gint64 hours = seconds / 3600, minutes = seconds / 60 % 60;

  if (hours > 0)
    return g_strdup_printf ("%" PRIi64 ":%02d:%02d", hours, (int) minutes, (int) (seconds % 60));
  return g_strdup_printf ("%d:%02d", (int) minutes, (int) (seconds % 60));
}

static gboolean
tick (gpointer data)
{
  SystoleTeacherWindow *self = data;
  g_autoptr (GDateTime) now = g_date_time_new_now_local ();
  g_autofree char *clock = g_date_time_format (now, "%H:%M");
  g_autofree char *elapsed = systole_teacher_window_get_elapsed ((g_get_monotonic_time () - self->start) / G_USEC_PER_SEC);

  gtk_label_set_text (self->clock, clock);
  gtk_label_set_text (self->elapsed, elapsed);
  return G_SOURCE_CONTINUE;
}

static void
fill (SystolePresenterPaint *out, gpointer data)
{
  SystoleTeacherWindow *self = data;

  if (self->presenter != NULL)
    systole_presenter_fill (out, self->presenter);
}

static void
fill_next (SystolePresenterPaint *out, gpointer data)
{
  SystoleTeacherWindow *self = data;

  if (self->ahead == NULL)
    return;
  systole_presenter_content_fill (self->ahead_content, self->ahead, out);
  for (guint i = 0; i < out->n_lanes; i++)
    systole_presenter_take_camera (self->ahead, i, &out->lanes[i].camera);
  if (self->presenter != NULL && self->presenter->maps != NULL && systole_beat_maps_fill (self->presenter->maps, self->ahead_state.beat, &self->ahead_map))
    {
      self->ahead_map.covered = out->question != NULL;
      out->map = &self->ahead_map;
    }
  out->beat = self->ahead_state.beat;
  out->n_beats = self->ahead_state.n_beats;
}

/* The next beat, once its runs are there: they are made ahead for the class. */
static void
look_ahead (SystoleTeacherWindow *self)
{
  SystolePresenter *presenter = self->presenter;
  guint next = presenter->state.beat + 1;
  SystoleResults *results = presenter->runs != NULL && next < presenter->state.n_beats ? systole_beat_runs_get (presenter->runs, next) : NULL;

  gtk_widget_set_visible (GTK_WIDGET (self->next_view), results != NULL);
  if (results == NULL)
    {
      g_clear_object (&self->ahead);
      return;
    }
  if (self->ahead != NULL && self->ahead_state.beat == next)
    return;
  if (self->ahead == NULL)
    self->ahead = systole_session_new (systole_session_get_catalogue (presenter->session));
  self->ahead_state = presenter->state;
  systole_presenter_state_go_to (&self->ahead_state, next);
  systole_session_load_results (self->ahead, systole_beat_runs_get_scenario (presenter->runs, next), results);
  systole_presenter_content_update (self->ahead_content, self->ahead, systole_scenario_get_beat (presenter->lesson, next), &self->ahead_state);
  systole_canvas_invalidate (SYSTOLE_CANVAS (self->next_view));
}

/* What comes with the next key: the answer, or the beat after this. */
static char *
describe_next (SystolePresenter *presenter)
{
  const SystolePresenterState *state = &presenter->state;

  if (systole_presenter_state_is_asking (state))
    return g_strdup (_ ("The answer."));
  if (state->beat + 1 >= state->n_beats)
    return g_strdup (_ ("This is the last beat."));
  return NULL;
}

static void
refresh (SystoleTeacherWindow *self)
{
  const SystolePresenterContent *content;
  const SystolePresenterState *state;
  g_autofree char *counter = NULL, *next = NULL, *key = NULL;

  if (self->presenter == NULL)
    return;
  look_ahead (self);
  content = self->presenter->content;
  state = &self->presenter->state;
  if (state->n_beats > 0)
    {
      counter = g_strdup_printf ("%u / %u", state->beat + 1, state->n_beats);
      next = describe_next (self->presenter);
    }
  if (*systole_presenter_content_get_key (content) != '\0')
    key = g_strdup_printf (_ ("Right: %s"), systole_presenter_content_get_key (content));
  gtk_label_set_text (self->counter, counter != NULL ? counter : "");
  if (next == NULL && self->ahead != NULL)
    next = g_strdup (systole_presenter_content_get_caption (self->ahead_content));
  gtk_label_set_text (self->next, next != NULL ? next : "");
  gtk_label_set_text (self->key, key != NULL ? key : "");
  gtk_label_set_text (self->notes, systole_presenter_content_get_notes (content));
  systole_canvas_invalidate (SYSTOLE_CANVAS (self->view));
}

static GtkLabel *
add_label (GtkWidget *box, const char *style, gboolean wraps)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), wraps);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  if (style != NULL)
    gtk_widget_add_css_class (label, style);
  gtk_box_append (GTK_BOX (box), label);
  return GTK_LABEL (label);
}

static GtkLabel *
add_titled (GtkWidget *box, const char *title, const char *style)
{
  GtkLabel *head = add_label (box, "heading", TRUE), *label = add_label (box, style, TRUE);

  gtk_label_set_text (head, title);
  gtk_accessible_update_relation (GTK_ACCESSIBLE (label), GTK_ACCESSIBLE_RELATION_LABELLED_BY, head, NULL, -1);
  return label;
}

static void
set_margins (GtkWidget *widget)
{
  gtk_widget_set_margin_start (widget, SPACE);
  gtk_widget_set_margin_end (widget, SPACE);
  gtk_widget_set_margin_top (widget, SPACE);
  gtk_widget_set_margin_bottom (widget, SPACE);
}

static void
systole_teacher_window_dispose (GObject *object)
{
  SystoleTeacherWindow *self = SYSTOLE_TEACHER_WINDOW (object);

  g_clear_handle_id (&self->source, g_source_remove);
  g_clear_weak_pointer (&self->presenter);
  g_clear_object (&self->ahead);
  g_clear_pointer (&self->ahead_content, systole_presenter_content_free);
  G_OBJECT_CLASS (systole_teacher_window_parent_class)->dispose (object);
}

static gboolean
systole_teacher_window_close_request (GtkWindow *window)
{
  SystoleTeacherWindow *self = SYSTOLE_TEACHER_WINDOW (window);

  if (self->presenter != NULL)
    gtk_window_close (GTK_WINDOW (self->presenter));
  return TRUE;
}

static void
systole_teacher_window_class_init (SystoleTeacherWindowClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = systole_teacher_window_dispose;
  GTK_WINDOW_CLASS (klass)->close_request = systole_teacher_window_close_request;
}

static void
systole_teacher_window_init (SystoleTeacherWindow *self)
{
  GtkWidget *page = gtk_box_new (GTK_ORIENTATION_VERTICAL, SPACE), *times = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 2 * SPACE);
  GtkWidget *columns = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 2 * SPACE), *words = gtk_box_new (GTK_ORIENTATION_VERTICAL, SPACE / 2);
  GtkWidget *scrolled = gtk_scrolled_window_new ();

  self->view = SYSTOLE_PRESENTER_VIEW (systole_presenter_view_new (fill, self));
  self->next_view = SYSTOLE_PRESENTER_VIEW (systole_presenter_view_new (fill_next, self));
  self->ahead_content = systole_presenter_content_new ();
  self->start = g_get_monotonic_time ();
  self->clock = add_label (times, "title-1", FALSE);
  self->elapsed = add_label (times, "title-1", FALSE);
  self->counter = add_label (times, "title-1", FALSE);
  gtk_label_set_xalign (self->counter, 1);
  gtk_widget_set_hexpand (GTK_WIDGET (self->counter), TRUE);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->clock), _ ("Time of day"));
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->elapsed), _ ("Since the beginning"));
  self->notes = add_titled (words, _ ("Notes"), "title-4");
  self->key = add_label (words, "title-4", TRUE);
  self->next = add_titled (words, _ ("Next"), NULL);
  gtk_widget_set_size_request (GTK_WIDGET (self->next_view), NEXT_WIDTH, NEXT_WIDTH * 9 / 16);
  gtk_widget_set_halign (GTK_WIDGET (self->next_view), GTK_ALIGN_START);
  gtk_widget_set_hexpand (GTK_WIDGET (self->next_view), FALSE);
  gtk_widget_set_vexpand (GTK_WIDGET (self->next_view), FALSE);
  gtk_widget_set_focusable (GTK_WIDGET (self->next_view), FALSE);
  systole_canvas_set_label (SYSTOLE_CANVAS (self->next_view), _ ("The next beat"));
  gtk_box_append (GTK_BOX (words), GTK_WIDGET (self->next_view));
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), words);
  gtk_widget_set_hexpand (scrolled, TRUE);
  gtk_widget_set_size_request (GTK_WIDGET (self->view), 480, 270);
  gtk_widget_set_valign (GTK_WIDGET (self->view), GTK_ALIGN_START);
  systole_canvas_set_label (SYSTOLE_CANVAS (self->view), _ ("What the class sees"));
  gtk_box_append (GTK_BOX (columns), GTK_WIDGET (self->view));
  gtk_box_append (GTK_BOX (columns), scrolled);
  gtk_widget_set_vexpand (columns, TRUE);
  gtk_box_append (GTK_BOX (page), times);
  gtk_box_append (GTK_BOX (page), columns);
  set_margins (page);
  gtk_window_set_child (GTK_WINDOW (self), page);
  gtk_window_set_title (GTK_WINDOW (self), _ ("Notes"));
  gtk_window_set_default_size (GTK_WINDOW (self), 1024, 576);
  self->source = g_timeout_add_seconds (TICK_SECONDS, tick, self);
}

/**
 * systole_teacher_window_new:
 *
 * Returns: (transfer none): a window, not shown yet, that goes with the presenter
 */
GtkWidget *
systole_teacher_window_new (SystolePresenter *presenter)
{
  SystoleTeacherWindow *self = g_object_new (SYSTOLE_TYPE_TEACHER_WINDOW, NULL);

  g_set_weak_pointer (&self->presenter, presenter);
  systole_canvas_set_scheme (SYSTOLE_CANVAS (self->view), systole_canvas_get_scheme (SYSTOLE_CANVAS (presenter->view)));
  systole_canvas_set_scheme (SYSTOLE_CANVAS (self->next_view), systole_canvas_get_scheme (SYSTOLE_CANVAS (presenter->view)));
  g_signal_connect_object (presenter, "changed", G_CALLBACK (refresh), self, G_CONNECT_SWAPPED);
  systole_presenter_add_keys (presenter, GTK_WIDGET (self));
  tick (self);
  refresh (self);
  return GTK_WIDGET (self);
}
