/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/question-editor.h"

#include "app/beat-edits.h"
#include "app/beat-field.h"
#include "app/choice-row.h"
#include "app/lesson-now.h"
#include "engine/base/i18n.h"
#include "engine/lesson/misconception.h"
#include "engine/lesson/question.h"
#include "widgets/lesson-text.h"

/* One choice: what it says, which wrong idea says so, and what is said to it. */
typedef struct
{
  SystoleQuestionEditor *owner;
  guint index;
  GtkWidget *box;
  GtkLabel *title;
  SystoleBeatField *value, *reveal;
  SystoleChoiceRow *idea;
} Choice;

struct _SystoleQuestionEditor
{
  GtkBox parent_instance;

  SystoleSession *session;
  GtkWidget *generate;
  Choice choices[SYSTOLE_BEAT_MAX_CHOICES];
  const char *language;
  int beat; /* whose texts the fields have */
  guint n;  /* choices of it */
};

G_DEFINE_FINAL_TYPE (SystoleQuestionEditor, systole_question_editor, GTK_TYPE_BOX)

static const SystoleBeat *
get_beat (SystoleQuestionEditor *self)
{
  int beat = systole_session_get_beat (self->session);

  return beat >= 0 ? systole_scenario_get_beat (systole_session_get_base (self->session), (guint) beat) : NULL;
}

static guint
get_index (SystoleQuestionEditor *self)
{
  return (guint) systole_session_get_beat (self->session);
}

/* --- beat → fields --- */

static const char *
find_text (const GArray *texts, const char *language)
{
  for (guint i = 0; i < texts->len; i++)
    if (g_str_equal (g_array_index (texts, SystoleText, i).language, language))
      return g_array_index (texts, SystoleText, i).text;
  return "";
}

static guint
find_idea (const char *name)
{
  for (guint i = 0; i < systole_misconception_get_n (); i++)
    if (g_str_equal (systole_misconception_get_name (i), name))
      return i;
  return GTK_INVALID_LIST_POSITION;
}

static void
show_choice (Choice *row, const SystoleChoice *choice)
{
  gboolean right = choice->misconception == NULL;
  /* Translators: %u is the number of a choice */
  g_autofree char *title = g_strdup_printf (right ? _ ("Choice %u: right") : _ ("Choice %u: wrong"), row->index + 1);

  gtk_label_set_text (row->title, title);
  systole_beat_field_show (row->value, choice->value);
  systole_beat_field_show (row->reveal, find_text (choice->reveals, row->owner->language));
  gtk_widget_set_visible (GTK_WIDGET (row->idea), !right);
  if (!right)
    systole_choice_row_set_selected (row->idea, find_idea (choice->misconception));
}

void
systole_question_editor_update (SystoleQuestionEditor *self, const char *language)
{
  const SystoleBeat *beat = get_beat (self);
  int index = systole_session_get_beat (self->session);

  if (beat == NULL)
    return;
  for (guint i = 0; i < SYSTOLE_BEAT_MAX_CHOICES; i++)
    {
      Choice *row = &self->choices[i];

      if (index != self->beat || beat->choices->len != self->n || g_strcmp0 (language, self->language) != 0)
        {
          systole_beat_field_reset (row->value);
          systole_beat_field_reset (row->reveal);
        }
    }
  self->language = language;
  self->beat = index;
  self->n = beat->choices->len;
  for (guint i = 0; i < SYSTOLE_BEAT_MAX_CHOICES; i++)
    {
      gtk_widget_set_visible (self->choices[i].box, i < beat->choices->len);
      if (i < beat->choices->len)
        show_choice (&self->choices[i], &g_array_index (beat->choices, SystoleChoice, i));
    }
  systole_question_editor_show_values (self);
}

typedef struct
{
  SystoleQuestionEditor *editor;
  const SystoleBeat *beat;
} Values;

static void
show_values (const SystoleLessonState *state, gpointer data)
{
  const Values *self = data;

  for (guint i = 0; i < self->beat->choices->len; i++)
    {
      const SystoleChoice *choice = &g_array_index (self->beat->choices, SystoleChoice, i);
      SystoleBeatField *field = self->editor->choices[i].value;
      g_autofree char *written = systole_beat_field_get_text (field);
      g_autofree char *answer = NULL;
      g_autofree char *note = NULL;

      if (!g_str_equal (written, choice->value))
        continue; /* what is refused keeps its reason */
      answer = systole_lesson_answer (state, choice, g_get_language_names (), systole_text_lesson_value, NULL);
      note = g_strdup_printf ("= %s", answer);
      systole_beat_field_set_note (field, note, FALSE);
    }
}

void
systole_question_editor_show_values (SystoleQuestionEditor *self)
{
  Values values = { self, get_beat (self) };

  if (values.beat != NULL && systole_session_get_n_lanes (self->session) > 0)
    systole_lesson_now_with_state (self->session, show_values, &values);
}

/* --- fields → beat --- */

static void
value_cb (Choice *row, const char *text)
{
  g_autoptr (GError) error = NULL;

  if (get_beat (row->owner) != NULL && !systole_edit_set_choice_value (row->owner->session, get_index (row->owner), row->index, text, &error))
    systole_beat_field_set_note (row->value, error->message, TRUE);
}

static void
reveal_cb (Choice *row, const char *text)
{
  g_autoptr (GError) error = NULL;

  if (get_beat (row->owner) != NULL && !systole_edit_set_choice_reveal (row->owner->session, get_index (row->owner), row->index, row->owner->language, text, &error))
    systole_beat_field_set_note (row->reveal, error->message, TRUE);
}

static void
idea_cb (Choice *row, guint index)
{
  systole_edit_set_choice_misconception (row->owner->session, get_index (row->owner), row->index, systole_misconception_get_name (index));
}

static void
remove_cb (Choice *row)
{
  systole_edit_remove_choice (row->owner->session, get_index (row->owner), row->index);
}

typedef struct
{
  SystoleQuestionEditor *editor;
  SystoleQuestionKind kind;
  SystoleBeat *made;
} Generation;

static void
generate (const SystoleLessonState *state, gpointer data)
{
  Generation *self = data;

  self->made = systole_question_make (self->kind, state, systole_session_get_active (self->editor->session), self->editor->language, systole_text_lesson_value, NULL);
}

static void
generate_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SystoleQuestionEditor *self = SYSTOLE_QUESTION_EDITOR (widget);
  Generation generation = { self, (SystoleQuestionKind) g_variant_get_int32 (parameter), NULL };

  if (get_beat (self) == NULL)
    return;
  systole_lesson_now_with_state (self->session, generate, &generation);
  if (generation.made == NULL)
    return;
  systole_edit_take_question (self->session, get_index (self), generation.made, self->language);
  systole_beat_unref (generation.made);
}

static void
choice_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SystoleQuestionEditor *self = SYSTOLE_QUESTION_EDITOR (widget);

  if (get_beat (self) == NULL)
    return;
  if (g_str_equal (name, "question.add-choice"))
    systole_edit_add_choice (self->session, get_index (self));
  else
    systole_edit_take_question (self->session, get_index (self), NULL, self->language);
}

/* --- the menu of what can be asked now --- */

typedef struct
{
  SystoleQuestionEditor *editor;
  GMenu *menu;
} Filling;

static void
fill_generated (const SystoleLessonState *state, gpointer data)
{
  Filling *self = data;

  for (guint i = 0; i < SYSTOLE_N_QUESTIONS; i++)
    {
      g_autoptr (SystoleBeat) made = systole_question_make ((SystoleQuestionKind) i, state, systole_session_get_active (self->editor->session), "", systole_text_lesson_value, NULL);
      g_autoptr (GMenuItem) item = g_menu_item_new (systole_question_get_title ((SystoleQuestionKind) i), NULL);

      if (made == NULL)
        continue;
      g_menu_item_set_action_and_target (item, "question.generate", "i", (int) i);
      g_menu_append_item (self->menu, item);
    }
}

static void
fill_cb (GtkMenuButton *button, gpointer data)
{
  SystoleQuestionEditor *self = data;
  g_autoptr (GMenu) menu = g_menu_new (), made = g_menu_new (), own = g_menu_new ();
  Filling filling = { self, made };
  const SystoleBeat *beat = get_beat (self);

  systole_lesson_now_with_state (self->session, fill_generated, &filling);
  g_menu_append_section (menu, _ ("Asked by the engine"), G_MENU_MODEL (made));
  if (beat != NULL && beat->choices->len < SYSTOLE_BEAT_MAX_CHOICES)
    g_menu_append (own, _ ("A choice of your own"), "question.add-choice");
  if (beat != NULL && beat->choices->len > 0)
    g_menu_append (own, _ ("Ask nothing"), "question.clear");
  g_menu_append_section (menu, NULL, G_MENU_MODEL (own));
  gtk_menu_button_set_menu_model (button, G_MENU_MODEL (menu));
}

/* --- class --- */

static void
systole_question_editor_dispose (GObject *object)
{
  SystoleQuestionEditor *self = SYSTOLE_QUESTION_EDITOR (object);

  for (guint i = 0; i < SYSTOLE_BEAT_MAX_CHOICES && self->session != NULL; i++)
    {
      g_signal_handlers_disconnect_by_data (self->choices[i].value, &self->choices[i]);
      g_signal_handlers_disconnect_by_data (self->choices[i].reveal, &self->choices[i]);
    }
  g_clear_object (&self->session);
  G_OBJECT_CLASS (systole_question_editor_parent_class)->dispose (object);
}

static void
systole_question_editor_class_init (SystoleQuestionEditorClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = systole_question_editor_dispose;
  gtk_widget_class_install_action (widget_class, "question.generate", "i", generate_action);
  gtk_widget_class_install_action (widget_class, "question.add-choice", NULL, choice_action);
  gtk_widget_class_install_action (widget_class, "question.clear", NULL, choice_action);
}

static void
systole_question_editor_init (SystoleQuestionEditor *self)
{
  self->beat = -1;
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self), GTK_ORIENTATION_VERTICAL);
}

static void
add_choice (SystoleQuestionEditor *self, guint index, const char *const *ideas)
{
  Choice *row = &self->choices[index];
  GtkWidget *head = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6), *remove = gtk_button_new_from_icon_name ("user-trash-symbolic");
  g_autofree char *label = g_strdup_printf (_ ("Remove choice %u"), index + 1);
  g_autofree char *value = g_strdup_printf (_ ("Choice %u says"), index + 1);
  g_autofree char *reveal = g_strdup_printf (_ ("Said to choice %u"), index + 1);

  row->owner = self;
  row->index = index;
  row->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  row->title = GTK_LABEL (gtk_label_new (NULL));
  row->value = systole_beat_field_new (value, TRUE);
  row->reveal = systole_beat_field_new (reveal, FALSE);
  row->idea = systole_choice_row_new (_ ("Wrong idea"), ideas, NULL, TRUE);
  gtk_label_set_xalign (row->title, 0);
  gtk_widget_set_hexpand (GTK_WIDGET (row->title), TRUE);
  gtk_widget_add_css_class (GTK_WIDGET (row->title), "choice-title");
  gtk_widget_add_css_class (remove, "flat");
  gtk_widget_add_css_class (remove, "step");
  gtk_widget_set_tooltip_text (remove, label);
  gtk_accessible_update_property (GTK_ACCESSIBLE (remove), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  g_signal_connect_swapped (remove, "clicked", G_CALLBACK (remove_cb), row);
  g_signal_connect_swapped (row->value, "edited", G_CALLBACK (value_cb), row);
  g_signal_connect_swapped (row->reveal, "edited", G_CALLBACK (reveal_cb), row);
  g_signal_connect_swapped (row->idea, "chosen", G_CALLBACK (idea_cb), row);
  gtk_widget_add_css_class (head, "choice-head");
  gtk_box_append (GTK_BOX (head), GTK_WIDGET (row->title));
  gtk_box_append (GTK_BOX (head), remove);
  gtk_box_append (GTK_BOX (row->box), head);
  gtk_box_append (GTK_BOX (row->box), GTK_WIDGET (row->value));
  gtk_box_append (GTK_BOX (row->box), GTK_WIDGET (row->idea));
  gtk_box_append (GTK_BOX (row->box), GTK_WIDGET (row->reveal));
  gtk_box_append (GTK_BOX (self), row->box);
}

SystoleQuestionEditor *
systole_question_editor_new (SystoleSession *session)
{
  SystoleQuestionEditor *self = g_object_new (SYSTOLE_TYPE_QUESTION_EDITOR, NULL);
  g_autofree const char **ideas = g_new0 (const char *, systole_misconception_get_n () + 1);

  self->session = g_object_ref (session);
  for (guint i = 0; i < systole_misconception_get_n (); i++)
    ideas[i] = systole_misconception_get_sentence (systole_misconception_get_name (i));
  self->generate = gtk_menu_button_new ();
  gtk_menu_button_set_label (GTK_MENU_BUTTON (self->generate), _ ("Add a question"));
  gtk_menu_button_set_create_popup_func (GTK_MENU_BUTTON (self->generate), fill_cb, self, NULL);
  gtk_widget_add_css_class (self->generate, "beat-tools");
  gtk_box_append (GTK_BOX (self), self->generate);
  for (guint i = 0; i < SYSTOLE_BEAT_MAX_CHOICES; i++)
    add_choice (self, i, ideas);
  return self;
}

void
systole_question_editor_set_menu (SystoleQuestionEditor *self, GMenuModel *menu)
{
  for (guint i = 0; i < SYSTOLE_BEAT_MAX_CHOICES; i++)
    {
      systole_beat_field_set_menu (self->choices[i].value, menu);
      systole_beat_field_set_menu (self->choices[i].reveal, menu);
    }
}
