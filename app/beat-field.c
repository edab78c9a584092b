/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/beat-field.h"

#include "engine/base/i18n.h"

struct _SystoleBeatField
{
  GtkBox parent_instance;

  GtkWidget *view, *insert;
  GMenuModel *menu; /* of what can be inserted, or NULL */
  GtkLabel *note;
  char *stored; /* what the beat has, as it was shown; NULL: nothing was shown yet */
  gboolean formula;
  gboolean showing;
};

enum
{
  SIGNAL_EDITED,
  SIGNAL_LEFT,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (SystoleBeatField, systole_beat_field, GTK_TYPE_BOX)

static GtkTextBuffer *
get_buffer (SystoleBeatField *self)
{
  return gtk_text_view_get_buffer (GTK_TEXT_VIEW (self->view));
}

char *
systole_beat_field_get_text (SystoleBeatField *self)
{
  GtkTextIter start, end;

  gtk_text_buffer_get_bounds (get_buffer (self), &start, &end);
  return gtk_text_buffer_get_text (get_buffer (self), &start, &end, FALSE);
}

static void
changed_cb (SystoleBeatField *self)
{
  g_autofree char *text = NULL;

  if (self->showing)
    return;
  text = systole_beat_field_get_text (self);
  systole_beat_field_set_note (self, NULL, FALSE);
  g_signal_emit (self, signals[SIGNAL_EDITED], 0, text);
}

static void
left_cb (SystoleBeatField *self)
{
  g_signal_emit (self, signals[SIGNAL_LEFT], 0);
}

static void
insert_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SystoleBeatField *self = SYSTOLE_BEAT_FIELD (widget);
  const char *formula = g_variant_get_string (parameter, NULL);
  g_autofree char *text = self->formula ? g_strdup (formula) : g_strdup_printf ("{%s}", formula);

  gtk_text_buffer_begin_user_action (get_buffer (self));
  gtk_text_buffer_delete_selection (get_buffer (self), TRUE, TRUE);
  gtk_text_buffer_insert_at_cursor (get_buffer (self), text, -1);
  gtk_text_buffer_end_user_action (get_buffer (self));
  gtk_widget_grab_focus (self->view);
}

/* A text is one line in the file: Enter ends the typing. */
static gboolean
key_cb (SystoleBeatField *self, guint key)
{
  if (key != GDK_KEY_Return && key != GDK_KEY_KP_Enter)
    return FALSE;
  gtk_widget_child_focus (GTK_WIDGET (gtk_widget_get_root (GTK_WIDGET (self))), GTK_DIR_TAB_FORWARD);
  return TRUE;
}

static void
systole_beat_field_finalize (GObject *object)
{
  g_free (SYSTOLE_BEAT_FIELD (object)->stored);
  g_clear_object (&SYSTOLE_BEAT_FIELD (object)->menu);
  G_OBJECT_CLASS (systole_beat_field_parent_class)->finalize (object);
}

static void
systole_beat_field_class_init (SystoleBeatFieldClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = systole_beat_field_finalize;
  signals[SIGNAL_EDITED] = g_signal_new ("edited", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
  signals[SIGNAL_LEFT] = g_signal_new ("left", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  gtk_widget_class_install_action (GTK_WIDGET_CLASS (klass), "field.insert", "s", insert_action);
}

/* Hundreds of items, which every run makes anew: the popover waits until somebody wants it. */
static void
make_popover (GtkMenuButton *button, gpointer data)
{
  SystoleBeatField *self = data;

  if (gtk_menu_button_get_popover (button) == NULL)
    gtk_menu_button_set_popover (button, gtk_popover_menu_new_from_model (self->menu));
}

static void
make_view (SystoleBeatField *self)
{
  GtkEventController *focus = gtk_event_controller_focus_new (), *keys = gtk_event_controller_key_new ();

  self->view = gtk_text_view_new ();
  gtk_text_view_set_wrap_mode (GTK_TEXT_VIEW (self->view), GTK_WRAP_WORD_CHAR);
  gtk_text_view_set_accepts_tab (GTK_TEXT_VIEW (self->view), FALSE);
  /* Undo is the document's. */
  gtk_text_buffer_set_enable_undo (get_buffer (self), FALSE);
  gtk_widget_add_css_class (self->view, "beat-text");
  g_signal_connect_swapped (get_buffer (self), "changed", G_CALLBACK (changed_cb), self);
  g_signal_connect_swapped (focus, "leave", G_CALLBACK (left_cb), self);
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect_swapped (keys, "key-pressed", G_CALLBACK (key_cb), self);
  gtk_widget_add_controller (self->view, focus);
  gtk_widget_add_controller (self->view, keys);
}

static void
systole_beat_field_init (SystoleBeatField *self)
{
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self), GTK_ORIENTATION_VERTICAL);
  gtk_widget_add_css_class (GTK_WIDGET (self), "beat-field");
  make_view (self);
  self->note = GTK_LABEL (gtk_label_new (NULL));
  gtk_label_set_xalign (self->note, 0);
  gtk_label_set_wrap (self->note, TRUE);
  gtk_label_set_wrap_mode (self->note, PANGO_WRAP_WORD_CHAR);
  gtk_widget_add_css_class (GTK_WIDGET (self->note), "note");
  gtk_widget_set_visible (GTK_WIDGET (self->note), FALSE);
}

SystoleBeatField *
systole_beat_field_new (const char *title, gboolean formula)
{
  SystoleBeatField *self = g_object_new (SYSTOLE_TYPE_BEAT_FIELD, NULL);
  GtkWidget *head = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6), *label = gtk_label_new (title);
  /* Translators: %s is the title of a text, “Caption” */
  g_autofree char *name = g_strdup_printf (_ ("Insert a number into “%s”"), title);

  self->formula = formula;
  self->insert = gtk_menu_button_new ();
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_widget_set_hexpand (label, TRUE);
  gtk_menu_button_set_icon_name (GTK_MENU_BUTTON (self->insert), "list-add-symbolic");
  gtk_widget_add_css_class (self->insert, "flat");
  gtk_widget_add_css_class (self->insert, "insert");
  gtk_widget_set_tooltip_text (self->insert, name);
  gtk_menu_button_set_create_popup_func (GTK_MENU_BUTTON (self->insert), make_popover, self, NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->insert), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->view), GTK_ACCESSIBLE_PROPERTY_LABEL, title, -1);
  gtk_widget_set_visible (self->insert, FALSE);
  gtk_box_append (GTK_BOX (head), label);
  gtk_box_append (GTK_BOX (head), self->insert);
  gtk_box_append (GTK_BOX (self), head);
  gtk_box_append (GTK_BOX (self), self->view);
  gtk_box_append (GTK_BOX (self), GTK_WIDGET (self->note));
  return self;
}

void
systole_beat_field_set_menu (SystoleBeatField *self, GMenuModel *menu)
{
  g_return_if_fail (SYSTOLE_IS_BEAT_FIELD (self));
  g_set_object (&self->menu, menu);
  gtk_menu_button_set_popover (GTK_MENU_BUTTON (self->insert), NULL); /* the next is made when it is asked for */
  gtk_widget_set_visible (self->insert, menu != NULL);
}

void
systole_beat_field_show (SystoleBeatField *self, const char *stored)
{
  g_autofree char *text = NULL;

  g_return_if_fail (SYSTOLE_IS_BEAT_FIELD (self));
  if (g_strcmp0 (self->stored, stored) == 0)
    return;
  g_free (self->stored);
  self->stored = g_strdup (stored);
  text = systole_beat_field_get_text (self);
  systole_beat_field_set_note (self, NULL, FALSE);
  if (g_str_equal (text, stored))
    return;
  self->showing = TRUE;
  gtk_text_buffer_set_text (get_buffer (self), stored, -1);
  self->showing = FALSE;
}

void
systole_beat_field_reset (SystoleBeatField *self)
{
  g_clear_pointer (&self->stored, g_free);
}

void
systole_beat_field_set_note (SystoleBeatField *self, const char *note, gboolean is_error)
{
  g_return_if_fail (SYSTOLE_IS_BEAT_FIELD (self));
  gtk_label_set_text (self->note, note != NULL ? note : "");
  gtk_widget_set_visible (GTK_WIDGET (self->note), note != NULL && *note != '\0');
  if (is_error)
    gtk_widget_add_css_class (GTK_WIDGET (self), "refused");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self), "refused");
}

const char *
systole_beat_field_get_note (SystoleBeatField *self)
{
  return gtk_label_get_text (self->note);
}

void
systole_beat_field_type (SystoleBeatField *self, const char *text)
{
  /* One change, not one to nothing before it. */
  self->showing = *text != '\0';
  gtk_text_buffer_set_text (get_buffer (self), "", 0);
  self->showing = FALSE;
  gtk_text_buffer_insert_at_cursor (get_buffer (self), text, -1);
}
