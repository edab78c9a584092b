/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/lesson-card.h"

#include "app/folded.h"
#include "engine/base/i18n.h"
#include "widgets/accessible-name.h"

struct _SystoleLessonCard
{
  GtkBox parent_instance;

  SystoleSession *session;
  GtkWidget *expander, *card, *update;
  SystoleBeatList *list;
  SystoleBeatEditor *editor;
};

G_DEFINE_FINAL_TYPE (SystoleLessonCard, systole_lesson_card, GTK_TYPE_BOX)

/* Buttons act on the beat that is shown; the window's actions know when they can. */
static GtkWidget *
icon_button (const char *icon, const char *label, const char *action)
{
  GtkWidget *button = gtk_button_new_from_icon_name (icon);

  gtk_widget_add_css_class (button, "flat");
  gtk_widget_add_css_class (button, "step");
  gtk_widget_set_hexpand (button, TRUE);
  gtk_widget_set_tooltip_text (button, label);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), action);
  return button;
}

static GtkWidget *
word_button (const char *label, const char *tooltip, const char *action)
{
  GtkWidget *button = gtk_button_new_with_label (label), *text = gtk_button_get_child (GTK_BUTTON (button));

  gtk_label_set_ellipsize (GTK_LABEL (text), PANGO_ELLIPSIZE_END);
  gtk_widget_set_hexpand (button, TRUE);
  gtk_widget_set_tooltip_text (button, tooltip);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), action);
  return button;
}

static GtkWidget *
make_tools (void)
{
  GtkWidget *tools = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 2);

  gtk_widget_add_css_class (tools, "beat-tools");
  gtk_box_append (GTK_BOX (tools), icon_button ("go-up-symbolic", _ ("Earlier (Alt+Up)"), "win.beat-earlier"));
  gtk_box_append (GTK_BOX (tools), icon_button ("go-down-symbolic", _ ("Later (Alt+Down)"), "win.beat-later"));
  gtk_box_append (GTK_BOX (tools), icon_button ("edit-copy-symbolic", _ ("Duplicate this beat"), "win.duplicate-beat"));
  gtk_box_append (GTK_BOX (tools), icon_button ("user-trash-symbolic", _ ("Delete this beat"), "win.delete-beat"));
  gtk_box_append (GTK_BOX (tools), icon_button ("media-playback-start-symbolic", _ ("Present from this beat (Shift+F5)"), "win.present-here"));
  return tools;
}

/* Its fields are many: a window without a lesson does not wait for them. */
static void
need_editor (SystoleLessonCard *self)
{
  if (self->editor != NULL)
    return;
  self->editor = SYSTOLE_BEAT_EDITOR (systole_beat_editor_new (self->session));
  gtk_box_append (GTK_BOX (self->card), GTK_WIDGET (self->editor));
}

static void
update (SystoleLessonCard *self)
{
  guint n = systole_scenario_get_n_beats (systole_session_get_base (self->session));
  g_autofree char *title = g_strdup_printf (P_ ("Lesson, %u beat", "Lesson, %u beats", n), n);

  if (n > 0)
    need_editor (self);
  gtk_widget_set_visible (self->expander, n > 0);
  gtk_expander_set_label (GTK_EXPANDER (self->expander), title);
  systole_accessible_set_name (self->expander, title);
  if (systole_session_has_draft (self->session))
    gtk_widget_add_css_class (self->update, "suggested-action");
  else
    gtk_widget_remove_css_class (self->update, "suggested-action");
}

static void
systole_lesson_card_dispose (GObject *object)
{
  SystoleLessonCard *self = SYSTOLE_LESSON_CARD (object);

  if (self->session != NULL)
    g_signal_handlers_disconnect_by_data (self->session, self);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (systole_lesson_card_parent_class)->dispose (object);
}

static void
systole_lesson_card_class_init (SystoleLessonCardClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = systole_lesson_card_dispose;
}

static void
systole_lesson_card_init (SystoleLessonCard *self)
{
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self), GTK_ORIENTATION_VERTICAL);
}

GtkWidget *
systole_lesson_card_new (SystoleSession *session)
{
  SystoleLessonCard *self = g_object_new (SYSTOLE_TYPE_LESSON_CARD, NULL);
  GtkWidget *buttons = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);

  self->session = g_object_ref (session);
  self->card = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  self->list = SYSTOLE_BEAT_LIST (systole_beat_list_new (session));
  self->update = word_button (_ ("Update beat"), _ ("The beat shows what is on the stage now"), "win.update-beat");
  gtk_widget_add_css_class (self->card, "setup-card");
  gtk_widget_add_css_class (buttons, "beat-tools");
  gtk_box_append (GTK_BOX (buttons), word_button (_ ("Add beat"), _ ("What is on the stage now becomes a beat (Ctrl+B)"), "win.add-beat"));
  gtk_box_append (GTK_BOX (buttons), self->update);
  gtk_box_append (GTK_BOX (self->card), GTK_WIDGET (self->list));
  gtk_box_append (GTK_BOX (self->card), buttons);
  gtk_box_append (GTK_BOX (self->card), make_tools ());
  self->expander = systole_folded_new (NULL, self->card);
  gtk_widget_add_css_class (self->expander, "lesson");
  gtk_expander_set_expanded (GTK_EXPANDER (self->expander), TRUE);
  gtk_box_append (GTK_BOX (self), self->expander);
  g_signal_connect_swapped (session, "scenario-changed", G_CALLBACK (update), self);
  update (self);
  return GTK_WIDGET (self);
}

SystoleBeatList *
systole_lesson_card_get_list (SystoleLessonCard *self)
{
  return self->list;
}

SystoleBeatEditor *
systole_lesson_card_get_editor (SystoleLessonCard *self)
{
  return self->editor;
}
