/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/beat-editor.h"

#include "app/choice-row.h"
#include "app/field-row.h"
#include "app/folded.h"
#include "app/lesson-now.h"
#include "app/question-editor.h"
#include "engine/base/i18n.h"

struct _SystoleBeatEditor
{
  GtkBox parent_instance;

  SystoleSession *session;
  int beat; /* whose texts the fields have */
  SystoleChoiceRow *language;
  SystoleBeatField *fields[SYSTOLE_N_BEAT_TEXTS];
  SystoleBeatField *condition;
  SystoleChoiceRow *hides;
  SystoleFieldRow *play;
  SystoleQuestionEditor *question;
  GtkWidget *more;
};

G_DEFINE_FINAL_TYPE (SystoleBeatEditor, systole_beat_editor, GTK_TYPE_BOX)

/* Each in its own words. */
static const struct
{
  const char *code, *name;
} languages[] = { { "en", "English" }, { "es", "Español" }, { "ca", "Català" }, { "de", "Deutsch" }, { "fr", "Français" }, { "pt", "Português" }, { "zh", "中文" }, { "", N_ ("Not stated") } };

/* That of the interface, if it is in the list. */
static guint
find_language (const char *const *names)
{
  for (guint n = 0; names[n] != NULL; n++)
    for (guint i = 0; i < G_N_ELEMENTS (languages); i++)
      if (*languages[i].code != '\0' && g_str_equal (names[n], languages[i].code))
        return i;
  return 0;
}

static const SystoleBeat *
get_beat (SystoleBeatEditor *self)
{
  int beat = systole_session_get_beat (self->session);

  return beat >= 0 ? systole_scenario_get_beat (systole_session_get_base (self->session), (guint) beat) : NULL;
}

static guint
get_index (SystoleBeatEditor *self)
{
  return (guint) systole_session_get_beat (self->session);
}

/* --- the engine's numbers below the texts --- */

static void
show_preview (SystoleBeatEditor *self)
{
  const SystoleBeat *beat = get_beat (self);

  if (beat == NULL || systole_session_get_n_lanes (self->session) == 0)
    return;
  for (guint i = 0; i < SYSTOLE_N_BEAT_TEXTS; i++)
    {
      const char *text = systole_beat_get_text (beat, (SystoleBeatText) i, systole_beat_editor_get_language (self));
      g_autofree char *written = systole_beat_field_get_text (self->fields[i]);
      g_autofree char *expanded = NULL;

      /* What is refused keeps its reason. */
      if (!g_str_equal (text, written))
        continue;
      expanded = systole_lesson_now_expand (self->session, text);
      systole_beat_field_set_note (self->fields[i], g_str_equal (expanded, text) ? NULL : expanded, FALSE);
    }
  systole_question_editor_show_values (self->question);
  if (beat->when != NULL)
    systole_beat_field_set_note (self->condition, systole_lesson_now_holds (self->session, beat->when) ? _ ("Holds now: the caption is shown.") : _ ("Does not hold now: the neutral sentence is shown."), FALSE);
}

/* --- beat → fields --- */

static guint
find_counter (const char *id)
{
  SystoleCounter counter;

  return id != NULL && systole_counter_from_id (id, &counter) ? (guint) counter + 1 : 0;
}

static void
update (SystoleBeatEditor *self)
{
  const SystoleBeat *beat = get_beat (self);
  int index = systole_session_get_beat (self->session);
  const char *language;

  gtk_widget_set_visible (GTK_WIDGET (self), beat != NULL);
  if (beat == NULL)
    {
      self->beat = -1;
      return;
    }
  language = systole_beat_editor_get_language (self);
  for (guint i = 0; i < SYSTOLE_N_BEAT_TEXTS; i++)
    {
      if (index != self->beat)
        systole_beat_field_reset (self->fields[i]);
      systole_beat_field_show (self->fields[i], systole_beat_get_text (beat, (SystoleBeatText) i, language));
    }
  if (index != self->beat)
    systole_beat_field_reset (self->condition);
  systole_beat_field_show (self->condition, beat->when != NULL ? beat->when : "");
  systole_choice_row_set_selected (self->hides, find_counter (beat->hides));
  systole_field_row_set_value (self->play, (double) beat->play_to);
  systole_question_editor_update (self->question, language);
  self->beat = index;
  show_preview (self);
}

static void
runs_cb (SystoleBeatEditor *self)
{
  g_autoptr (GMenuModel) menu = systole_lesson_now_menu (self->session);

  for (guint i = 0; i < SYSTOLE_N_BEAT_TEXTS; i++)
    systole_beat_field_set_menu (self->fields[i], menu);
  systole_beat_field_set_menu (self->condition, menu);
  systole_question_editor_set_menu (self->question, menu);
  show_preview (self);
}

static void
language_cb (SystoleBeatEditor *self)
{
  for (guint i = 0; i < SYSTOLE_N_BEAT_TEXTS; i++)
    systole_beat_field_reset (self->fields[i]);
  update (self);
}

/* --- fields → beat --- */

static void
text_cb (SystoleBeatEditor *self, const char *text, SystoleBeatField *field)
{
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < SYSTOLE_N_BEAT_TEXTS; i++)
    if (self->fields[i] == field && get_beat (self) != NULL &&
        !systole_edit_set_beat_text (self->session, get_index (self), (SystoleBeatText) i, systole_beat_editor_get_language (self), text, &error))
      systole_beat_field_set_note (field, error->message, TRUE);
}

static void
condition_cb (SystoleBeatEditor *self, const char *text)
{
  g_autoptr (GError) error = NULL;

  if (get_beat (self) != NULL && !systole_edit_set_beat_condition (self->session, get_index (self), text, &error))
    systole_beat_field_set_note (self->condition, error->message, TRUE);
}

static void
left_cb (SystoleBeatEditor *self)
{
  if (self->session != NULL)
    systole_history_seal (systole_session_get_history (self->session));
}

static void
hides_cb (SystoleBeatEditor *self, guint index)
{
  systole_edit_set_beat_hides (self->session, get_index (self), index > 0 ? systole_counter_get_id ((SystoleCounter) (index - 1)) : NULL);
}

static void
play_cb (SystoleBeatEditor *self, double value, gboolean drags)
{
  systole_edit_set_beat_play (self->session, get_index (self), (guint64) value);
}

/* --- class --- */

static void
systole_beat_editor_dispose (GObject *object)
{
  SystoleBeatEditor *self = SYSTOLE_BEAT_EDITOR (object);

  if (self->session != NULL)
    g_signal_handlers_disconnect_by_data (self->session, self);
  for (guint i = 0; i < SYSTOLE_N_BEAT_TEXTS; i++)
    if (self->fields[i] != NULL)
      g_signal_handlers_disconnect_by_data (self->fields[i], self);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (systole_beat_editor_parent_class)->dispose (object);
}

static void
systole_beat_editor_class_init (SystoleBeatEditorClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = systole_beat_editor_dispose;
}

static void
systole_beat_editor_init (SystoleBeatEditor *self)
{
  self->beat = -1;
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self), GTK_ORIENTATION_VERTICAL);
  gtk_widget_add_css_class (GTK_WIDGET (self), "beat-editor");
}

static SystoleBeatField *
add_field (SystoleBeatEditor *self, GtkWidget *box, const char *title, gboolean formula, GCallback edited)
{
  SystoleBeatField *field = systole_beat_field_new (title, formula);

  g_signal_connect_swapped (field, "edited", edited, self);
  g_signal_connect_swapped (field, "left", G_CALLBACK (left_cb), self);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (field));
  return field;
}

static void
add_choices (SystoleBeatEditor *self, GtkWidget *box)
{
  const char *counters[SYSTOLE_N_COUNTERS + 2] = { _ ("Nothing") };

  for (guint i = 0; i < SYSTOLE_N_COUNTERS; i++)
    counters[i + 1] = systole_counter_get_title ((SystoleCounter) i);
  self->hides = systole_choice_row_new (_ ("Hidden until the answer"), counters, NULL, FALSE);
  systole_choice_row_set_label (self->hides, _ ("Hidden until the answer"));
  self->play = systole_field_row_new (_ ("Play to cycle"), "", 0, (double) G_MAXINT64, TRUE);
  systole_field_row_set_label (self->play, _ ("Play to cycle"));
  systole_field_row_set_explanation (self->play, _ ("The beat plays from the instant that is stored to this one; 0: it stands still."));
  g_signal_connect_swapped (self->hides, "chosen", G_CALLBACK (hides_cb), self);
  g_signal_connect_swapped (self->play, "edited", G_CALLBACK (play_cb), self);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->hides));
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->play));
}

GtkWidget *
systole_beat_editor_new (SystoleSession *session)
{
  SystoleBeatEditor *self = g_object_new (SYSTOLE_TYPE_BEAT_EDITOR, NULL);
  GtkWidget *more = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  const char *names[G_N_ELEMENTS (languages) + 1] = { NULL };

  self->session = g_object_ref (session);
  for (guint i = 0; i < G_N_ELEMENTS (languages); i++)
    names[i] = _ (languages[i].name);
  self->language = systole_choice_row_new (_ ("Language"), names, NULL, FALSE);
  systole_choice_row_set_selected (self->language, find_language (g_get_language_names ()));
  g_signal_connect_swapped (self->language, "chosen", G_CALLBACK (language_cb), self);
  gtk_box_append (GTK_BOX (self), GTK_WIDGET (self->language));
  for (guint i = 0; i < SYSTOLE_N_BEAT_TEXTS; i++)
    {
      gboolean first = i == SYSTOLE_BEAT_CAPTION || i == SYSTOLE_BEAT_NOTE;

      self->fields[i] = systole_beat_field_new (systole_beat_text_get_title ((SystoleBeatText) i), FALSE);
      g_signal_connect_swapped (self->fields[i], "left", G_CALLBACK (left_cb), self);
      g_signal_connect_object (self->fields[i], "edited", G_CALLBACK (text_cb), self, G_CONNECT_SWAPPED);
      gtk_box_append (GTK_BOX (first ? GTK_WIDGET (self) : more), GTK_WIDGET (self->fields[i]));
    }
  self->condition = add_field (self, more, _ ("Caption only if"), TRUE, G_CALLBACK (condition_cb));
  add_choices (self, more);
  self->question = systole_question_editor_new (session);
  gtk_box_append (GTK_BOX (self), GTK_WIDGET (self->question));
  self->more = systole_folded_new (_ ("More of this beat"), more);
  gtk_widget_add_css_class (self->more, "more-dims");
  gtk_box_append (GTK_BOX (self), self->more);
  g_signal_connect_swapped (session, "scenario-changed", G_CALLBACK (update), self);
  g_signal_connect_swapped (session, "runs-changed", G_CALLBACK (runs_cb), self);
  g_signal_connect_swapped (session, "moved", G_CALLBACK (show_preview), self);
  update (self);
  runs_cb (self);
  return GTK_WIDGET (self);
}

SystoleBeatField *
systole_beat_editor_get_field (SystoleBeatEditor *self, SystoleBeatText which)
{
  return self->fields[which];
}

SystoleBeatField *
systole_beat_editor_get_condition (SystoleBeatEditor *self)
{
  return self->condition;
}

void
systole_beat_editor_set_language (SystoleBeatEditor *self, const char *language)
{
  const char *const names[] = { language, NULL };

  systole_choice_row_set_selected (self->language, find_language (names));
  language_cb (self);
}

const char *
systole_beat_editor_get_language (SystoleBeatEditor *self)
{
  return languages[systole_choice_row_get_selected (self->language)].code;
}
