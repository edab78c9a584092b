/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/back-row.h"

#include <string.h>

#include "app/application.h"
#include "app/presenter.h"
#include "engine/base/i18n.h"

/* The screen that is looked at: a small one, where texts are soonest too small. */
#define SCREEN_WIDTH 1280
#define SCREEN_HEIGHT 800
/* From eight heights away a screen is as high as this on a desk at arm's length (60 cm, 96 px an inch). */
#define SMALL_HEIGHT 284
/* A lit room lifts black to a tenth of white, which is this share of the way there on the scale of the screen. */
#define LIGHT 0.35
#define SPACE 12

struct _SystoleBackRow
{
  GtkWindow parent_instance;

  SystolePresenter *presenter; /* never shown: it knows what is to be drawn */
  GtkWidget *picture;
  GtkLabel *counter, *summary, *list;
  char *dropped;
};

G_DEFINE_FINAL_TYPE (SystoleBackRow, systole_back_row, GTK_TYPE_WINDOW)

static void
take_dropped (SystoleBackRow *self, const GArray *dropped)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *summary = NULL;
  guint n = 0;

  for (guint i = 0; i < dropped->len; i++)
    {
      const SystoleLabel *label = &g_array_index (dropped, SystoleLabel, i);

      if (!g_hash_table_add (seen, label->text))
        continue;
      g_string_append_printf (text, "%s%s", n > 0 ? "\n" : "", label->text);
      n++;
    }
  summary = n == 0 ? g_strdup (_ ("Every label is large enough.")) : g_strdup_printf (P_ ("%u label is left out: it would be too small.", "%u labels are left out: they would be too small.", n), n);
  gtk_label_set_text (self->summary, summary);
  gtk_label_set_text (self->list, text->str);
  g_free (self->dropped);
  self->dropped = g_strdup (text->str);
}

/* The screen as it is, then small and pale. */
static void
draw (GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer data)
{
  SystoleBackRow *self = data;
  double scale = MIN ((double) width / SCREEN_WIDTH, (double) height / SCREEN_HEIGHT);
  SystolePresenterPaint paint;

  systole_presenter_view_get_paint (systole_presenter_get_view (self->presenter), SCREEN_WIDTH, SCREEN_HEIGHT, &paint);
  cairo_scale (cr, scale, scale);
  systole_presenter_paint (cr, &paint);
  cairo_set_source_rgba (cr, 1, 1, 1, LIGHT);
  cairo_rectangle (cr, 0, 0, SCREEN_WIDTH, SCREEN_HEIGHT);
  cairo_fill (cr);
}

static void
refresh (SystoleBackRow *self)
{
  const SystolePresenterState *state = systole_presenter_get_state (self->presenter);
  g_autoptr (GArray) dropped = systole_labels_new ();
  cairo_surface_t *surface = cairo_recording_surface_create (CAIRO_CONTENT_COLOR_ALPHA, &(cairo_rectangle_t){ 0, 0, SCREEN_WIDTH, SCREEN_HEIGHT });
  cairo_t *cr = cairo_create (surface);
  g_autofree char *counter = state->n_beats > 0 ? g_strdup_printf ("%u / %u", state->beat + 1, state->n_beats) : NULL;
  SystolePresenterPaint paint;

  systole_presenter_view_get_paint (systole_presenter_get_view (self->presenter), SCREEN_WIDTH, SCREEN_HEIGHT, &paint);
  paint.style.dropped = dropped;
  systole_presenter_paint (cr, &paint);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
  take_dropped (self, dropped);
  gtk_label_set_text (self->counter, counter != NULL ? counter : "");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->picture), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, systole_presenter_get_caption (self->presenter), -1);
  gtk_widget_queue_draw (self->picture);
}

static void
next_cb (SystoleBackRow *self)
{
  systole_back_row_turn (self, 1);
}

static void
previous_cb (SystoleBackRow *self)
{
  systole_back_row_turn (self, -1);
}

static gboolean
key_cb (GtkEventControllerKey *controller, guint keyval, guint keycode, GdkModifierType modifiers, SystoleBackRow *self)
{
  switch (keyval)
    {
    case GDK_KEY_Page_Down:
    case GDK_KEY_KP_Page_Down:
      next_cb (self);
      return GDK_EVENT_STOP;
    case GDK_KEY_Page_Up:
    case GDK_KEY_KP_Page_Up:
      previous_cb (self);
      return GDK_EVENT_STOP;
    case GDK_KEY_Escape:
      gtk_window_close (GTK_WINDOW (self));
      return GDK_EVENT_STOP;
    default:
      return GDK_EVENT_PROPAGATE;
    }
}

static void
systole_back_row_dispose (GObject *object)
{
  SystoleBackRow *self = SYSTOLE_BACK_ROW (object);

  if (self->presenter != NULL)
    {
      g_signal_handlers_disconnect_by_data (self->presenter, self);
      gtk_window_destroy (GTK_WINDOW (g_steal_pointer (&self->presenter)));
    }
  g_clear_pointer (&self->dropped, g_free);
  G_OBJECT_CLASS (systole_back_row_parent_class)->dispose (object);
}

static void
systole_back_row_class_init (SystoleBackRowClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = systole_back_row_dispose;
}

static GtkWidget *
make_button (const char *icon, const char *words, GCallback clicked, gpointer data)
{
  GtkWidget *button = gtk_button_new_from_icon_name (icon);

  gtk_widget_set_tooltip_text (button, words);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, words, -1);
  g_signal_connect_swapped (button, "clicked", clicked, data);
  return button;
}

static GtkLabel *
add_label (GtkWidget *box)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_box_append (GTK_BOX (box), label);
  return GTK_LABEL (label);
}

static void
systole_back_row_init (SystoleBackRow *self)
{
  GtkWidget *page = gtk_box_new (GTK_ORIENTATION_VERTICAL, SPACE), *bar = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, SPACE);
  GtkWidget *scrolled = gtk_scrolled_window_new (), *words = gtk_box_new (GTK_ORIENTATION_VERTICAL, SPACE / 2);
  GtkEventController *keys = gtk_event_controller_key_new ();

  self->picture = g_object_new (GTK_TYPE_DRAWING_AREA, "accessible-role", GTK_ACCESSIBLE_ROLE_IMG, NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->picture), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("What the last row sees"), -1);
  gtk_drawing_area_set_content_width (GTK_DRAWING_AREA (self->picture), SMALL_HEIGHT * SCREEN_WIDTH / SCREEN_HEIGHT);
  gtk_drawing_area_set_content_height (GTK_DRAWING_AREA (self->picture), SMALL_HEIGHT);
  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (self->picture), draw, self, NULL);
  gtk_widget_set_halign (self->picture, GTK_ALIGN_CENTER);
  gtk_box_append (GTK_BOX (page), self->picture);
  gtk_box_append (GTK_BOX (bar), make_button ("go-previous-symbolic", _ ("Previous beat"), G_CALLBACK (previous_cb), self));
  gtk_box_append (GTK_BOX (bar), make_button ("go-next-symbolic", _ ("Next beat"), G_CALLBACK (next_cb), self));
  self->counter = add_label (bar);
  gtk_box_append (GTK_BOX (page), bar);
  self->summary = add_label (words);
  self->list = add_label (words);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), words);
  gtk_scrolled_window_set_min_content_height (GTK_SCROLLED_WINDOW (scrolled), 90);
  gtk_widget_set_vexpand (scrolled, TRUE);
  gtk_box_append (GTK_BOX (page), scrolled);
  gtk_widget_set_margin_start (page, SPACE);
  gtk_widget_set_margin_end (page, SPACE);
  gtk_widget_set_margin_top (page, SPACE);
  gtk_widget_set_margin_bottom (page, SPACE);
  gtk_window_set_child (GTK_WINDOW (self), page);
  gtk_window_set_title (GTK_WINDOW (self), _ ("Back-Row Preview"));
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (key_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
}

/**
 * systole_back_row_new:
 * @session: whose lesson, or whose present view, is looked at
 * @cameras: of the first @n lanes
 *
 * Returns: (transfer none): a window that is not shown yet
 */
GtkWidget *
systole_back_row_new (SystoleSession *session, const SystoleCamera *cameras, guint n)
{
  SystoleBackRow *self = g_object_new (SYSTOLE_TYPE_BACK_ROW, NULL);
  int beat = systole_session_get_beat (session);

  self->presenter = SYSTOLE_PRESENTER (systole_presenter_new (session, beat > 0 ? (guint) beat : 0));
  systole_presenter_set_still (self->presenter);
  if (systole_presenter_get_state (self->presenter)->n_beats == 0)
    for (guint i = 0; i < MIN (n, SYSTOLE_PRESENTER_MAX_LANES); i++)
      systole_presenter_set_camera (self->presenter, i, &cameras[i]);
  g_signal_connect_swapped (self->presenter, "changed", G_CALLBACK (refresh), self);
  refresh (self);
  return GTK_WIDGET (self);
}

/* Documented in back-row.h. */
void
systole_back_row_turn (SystoleBackRow *self, int direction)
{
  g_return_if_fail (SYSTOLE_IS_BACK_ROW (self));
  systole_presenter_press (self->presenter, direction > 0 ? SYSTOLE_PRESENTER_NEXT : SYSTOLE_PRESENTER_PREVIOUS, 0);
}

const char *
systole_back_row_get_dropped (SystoleBackRow *self)
{
  return self->dropped != NULL ? self->dropped : "";
}
