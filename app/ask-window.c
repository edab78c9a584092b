/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/ask-window.h"

#include "app/lesson-instant.h"
#include "app/lesson-now.h"
#include "engine/base/i18n.h"
#include "engine/lesson/misconception.h"
#include "engine/lesson/question.h"
#include "widgets/lesson-text.h"

struct _SystoleAskWindow
{
  AdwWindow parent_instance;

  SystoleSession *session;
  guint next;        /* question that is tried first */
  SystoleBeat *beat; /* what is asked, or NULL */
  gboolean told;     /* its answer was shown */
  GtkLabel *sentence, *verdict;
  GtkWidget *choices[SYSTOLE_BEAT_MAX_CHOICES], *reveal, *another;
};

static guint untold_changed;

G_DEFINE_FINAL_TYPE (SystoleAskWindow, systole_ask_window, ADW_TYPE_WINDOW)

static const SystoleChoice *
get_choice (SystoleAskWindow *self, guint i)
{
  return self->beat != NULL && i < self->beat->choices->len ? &g_array_index (self->beat->choices, SystoleChoice, i) : NULL;
}

/* --- asking --- */

/* Whether the picture is already past what a question asks for: it stands there to be read. */
static gboolean
is_past (const SystoleLessonState *state, const SystoleBeat *beat, guint lane)
{
  guint64 cycle;

  return lane < state->n_lanes && systole_lesson_find_answer (state, beat, &cycle) && cycle <= state->cycles[lane];
}

/* The next question that these runs have; from the first on when all were asked. */
static void
find_question (const SystoleLessonState *state, gpointer data)
{
  SystoleAskWindow *self = data;
  guint lane = systole_session_get_active (self->session);

  for (guint i = 0; i < SYSTOLE_N_QUESTIONS && self->beat == NULL; i++)
    {
      self->beat = systole_question_make ((SystoleQuestionKind) self->next, state, lane, "", systole_text_lesson_value, NULL);
      self->next = (self->next + 1) % SYSTOLE_N_QUESTIONS;
      if (self->beat != NULL && is_past (state, self->beat, lane))
        g_clear_pointer (&self->beat, systole_beat_unref);
    }
}

static void
show_choices (const SystoleLessonState *state, gpointer data)
{
  SystoleAskWindow *self = data;

  for (guint i = 0; i < SYSTOLE_BEAT_MAX_CHOICES; i++)
    {
      const SystoleChoice *choice = get_choice (self, i);
      g_autofree char *answer = choice != NULL ? systole_lesson_answer (state, choice, g_get_language_names (), systole_text_lesson_value, NULL) : NULL;

      gtk_widget_set_visible (self->choices[i], choice != NULL);
      gtk_widget_set_sensitive (self->choices[i], TRUE);
      gtk_check_button_set_active (GTK_CHECK_BUTTON (self->choices[i]), FALSE);
      if (answer != NULL)
        gtk_check_button_set_label (GTK_CHECK_BUTTON (self->choices[i]), answer);
    }
}

/**
 * systole_ask_window_next:
 *
 * Asks something else of what is shown now.
 */
void
systole_ask_window_next (SystoleAskWindow *self)
{
  g_autofree char *text = NULL;
  const char *sentence = _ ("The engine has nothing to ask of these runs.");

  g_clear_pointer (&self->beat, systole_beat_unref);
  systole_lesson_now_with_state (self->session, find_question, self);
  systole_lesson_now_with_state (self->session, show_choices, self);
  if (self->beat != NULL)
    sentence = systole_texts_choose (self->beat->captions, g_get_language_names ());
  if (self->beat != NULL && systole_session_get_n_lanes (self->session) > 1 && self->beat->when == NULL)
    /* Translators: letter of a machine and a question about it */
    text = g_strdup_printf (_ ("Machine %c: %s"), 'A' + systole_session_get_active (self->session), sentence);
  gtk_label_set_text (self->sentence, text != NULL ? text : sentence);
  gtk_label_set_text (self->verdict, "");
  gtk_widget_set_sensitive (self->reveal, FALSE);
  gtk_widget_set_sensitive (self->another, self->beat != NULL);
  self->told = FALSE;
  g_signal_emit (self, untold_changed, 0);
}

/* --- answering --- */

static int
find_chosen (SystoleAskWindow *self)
{
  for (guint i = 0; i < SYSTOLE_BEAT_MAX_CHOICES; i++)
    if (gtk_check_button_get_active (GTK_CHECK_BUTTON (self->choices[i])))
      return (int) i;
  return -1;
}

typedef struct
{
  SystoleAskWindow *window;
  const SystoleChoice *right;
  SystoleLessonValue instant;
} Answer;

static void
find_instant (const SystoleLessonState *state, gpointer data)
{
  Answer *self = data;

  if (self->right->instant != NULL)
    self->instant = systole_lesson_evaluate (state, self->right->instant);
}

static void
reveal_cb (SystoleAskWindow *self)
{
  int chosen = find_chosen (self);
  const SystoleChoice *choice = chosen >= 0 ? get_choice (self, (guint) chosen) : NULL;
  Answer answer = { self };
  guint right = 0;
  g_autofree char *text = NULL;

  if (choice == NULL)
    return;
  while (get_choice (self, right)->misconception != NULL)
    right++;
  answer.right = get_choice (self, right);
  if (choice == answer.right)
    text = g_strdup (_ ("Right."));
  else
    /* Translators: the right answer, then the wrong idea that gives the other one */
    text = g_strdup_printf (_ ("It is %s. Who thinks “%s” says the other."), gtk_check_button_get_label (GTK_CHECK_BUTTON (self->choices[right])), systole_misconception_get_sentence (choice->misconception));
  gtk_label_set_text (self->verdict, text);
  for (guint i = 0; i < SYSTOLE_BEAT_MAX_CHOICES; i++)
    gtk_widget_set_sensitive (self->choices[i], i == right);
  gtk_widget_set_sensitive (self->reveal, FALSE);
  self->told = TRUE;
  g_signal_emit (self, untold_changed, 0);
  systole_lesson_now_with_state (self->session, find_instant, &answer);
  if (answer.instant.present && answer.instant.is_whole)
    systole_session_seek (self->session, systole_session_get_active (self->session), answer.instant.count, 0);
}

static void
chosen_cb (SystoleAskWindow *self)
{
  if (*gtk_label_get_text (self->verdict) == '\0')
    gtk_widget_set_sensitive (self->reveal, find_chosen (self) >= 0);
}

/* Other runs: what was asked is asked of nothing any more. */
static void
runs_cb (SystoleAskWindow *self)
{
  self->next = (self->next + SYSTOLE_N_QUESTIONS - 1) % SYSTOLE_N_QUESTIONS;
  systole_ask_window_next (self);
}

/* --- class --- */

static void
systole_ask_window_dispose (GObject *object)
{
  SystoleAskWindow *self = SYSTOLE_ASK_WINDOW (object);

  if (self->session != NULL)
    g_signal_handlers_disconnect_by_data (self->session, self);
  g_clear_pointer (&self->beat, systole_beat_unref);
  g_signal_emit (self, untold_changed, 0);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (systole_ask_window_parent_class)->dispose (object);
}

static void
systole_ask_window_class_init (SystoleAskWindowClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = systole_ask_window_dispose;
  untold_changed = g_signal_new ("untold-changed", SYSTOLE_TYPE_ASK_WINDOW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  gtk_widget_class_add_binding_action (GTK_WIDGET_CLASS (klass), GDK_KEY_Escape, 0, "window.close", NULL);
}

static GtkLabel *
make_label (GtkWidget *box, const char *style)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  if (style != NULL)
    gtk_widget_add_css_class (label, style);
  gtk_box_append (GTK_BOX (box), label);
  return GTK_LABEL (label);
}

static void
systole_ask_window_init (SystoleAskWindow *self)
{
  GtkWidget *page = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0), *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 8);
  GtkWidget *buttons = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);

  gtk_widget_add_css_class (box, "ask");
  self->sentence = make_label (box, "title-4");
  for (guint i = 0; i < SYSTOLE_BEAT_MAX_CHOICES; i++)
    {
      self->choices[i] = gtk_check_button_new ();
      if (i > 0)
        gtk_check_button_set_group (GTK_CHECK_BUTTON (self->choices[i]), GTK_CHECK_BUTTON (self->choices[0]));
      g_signal_connect_swapped (self->choices[i], "toggled", G_CALLBACK (chosen_cb), self);
      gtk_box_append (GTK_BOX (box), self->choices[i]);
    }
  self->verdict = make_label (box, NULL);
  self->reveal = gtk_button_new_with_mnemonic (_ ("_Show the Answer"));
  self->another = gtk_button_new_with_mnemonic (_ ("Ask _Another"));
  gtk_widget_add_css_class (self->reveal, "suggested-action");
  g_signal_connect_swapped (self->reveal, "clicked", G_CALLBACK (reveal_cb), self);
  g_signal_connect_swapped (self->another, "clicked", G_CALLBACK (systole_ask_window_next), self);
  gtk_widget_set_halign (buttons, GTK_ALIGN_END);
  gtk_box_append (GTK_BOX (buttons), self->another);
  gtk_box_append (GTK_BOX (buttons), self->reveal);
  gtk_box_append (GTK_BOX (box), buttons);
  gtk_box_append (GTK_BOX (page), adw_header_bar_new ());
  gtk_box_append (GTK_BOX (page), box);
  adw_window_set_content (ADW_WINDOW (self), page);
  gtk_window_set_title (GTK_WINDOW (self), _ ("Guess"));
  /* One height for every question and its answer: what is asked next stands where the last stood. */
  gtk_widget_set_vexpand (box, TRUE);
  gtk_widget_set_vexpand (buttons, TRUE);
  gtk_widget_set_valign (buttons, GTK_ALIGN_END);
  gtk_window_set_default_size (GTK_WINDOW (self), 420, 470);
  gtk_window_set_destroy_with_parent (GTK_WINDOW (self), TRUE);
}

GtkWidget *
systole_ask_window_new (SystoleSession *session)
{
  SystoleAskWindow *self = g_object_new (SYSTOLE_TYPE_ASK_WINDOW, NULL);

  self->session = g_object_ref (session);
  g_signal_connect_swapped (session, "runs-changed", G_CALLBACK (runs_cb), self);
  systole_ask_window_next (self);
  return GTK_WIDGET (self);
}

guint
systole_ask_window_get_n_choices (SystoleAskWindow *self)
{
  return self->beat != NULL ? self->beat->choices->len : 0;
}

/* As if it was clicked, and then the answer. */
void
systole_ask_window_choose (SystoleAskWindow *self, guint choice)
{
  g_return_if_fail (choice < systole_ask_window_get_n_choices (self));
  gtk_check_button_set_active (GTK_CHECK_BUTTON (self->choices[choice]), TRUE);
  reveal_cb (self);
}

const char *
systole_ask_window_get_verdict (SystoleAskWindow *self)
{
  return gtk_label_get_text (self->verdict);
}

/* Something is asked and its answer was not shown. */
gboolean
systole_ask_window_is_untold (SystoleAskWindow *self)
{
  g_return_val_if_fail (SYSTOLE_IS_ASK_WINDOW (self), FALSE);
  return self->beat != NULL && !self->told;
}

/**
 * systole_ask_window_get_hidden:
 * @out: (out): the counter that is asked for
 *
 * Returns: whether there is one; other questions are of instants, or of words
 */
gboolean
systole_ask_window_get_hidden (SystoleAskWindow *self, SystoleCounter *out)
{
  g_return_val_if_fail (SYSTOLE_IS_ASK_WINDOW (self), FALSE);
  return systole_ask_window_is_untold (self) && self->beat->hides != NULL && systole_counter_from_id (self->beat->hides, out);
}
