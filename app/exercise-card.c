/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/exercise-card.h"

#include "app/exercise-edits.h"
#include "engine/base/i18n.h"
#include "engine/lesson/marking.h"
#include "engine/scenario/beat.h"
#include "widgets/quantity-text.h"
#include "widgets/user-number.h"

typedef struct
{
  SystoleExerciseCard *owner;
  guint exercise, blank;
  GtkWidget *entry;
  GtkEventController *focus;
  gboolean showing;
} Row;

typedef struct
{
  SystoleExerciseCard *owner;
  guint exercise;
  GPtrArray *rows; /* Row */
  GtkLabel *verdict;
} Sheet;

struct _SystoleExerciseCard
{
  GtkBox parent_instance;

  SystoleSession *session;
  GPtrArray *sheets;   /* Sheet */
  GPtrArray *made_for; /* SystoleExercise that the rows were made for */
};

enum
{
  SIGNAL_FOUND,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (SystoleExerciseCard, systole_exercise_card, GTK_TYPE_BOX)

static const SystoleExercise *
get_exercise (SystoleExerciseCard *self, guint i)
{
  return systole_scenario_get_exercise (systole_session_get_base (self->session), i);
}

/* --- filling in --- */

static void
say (Sheet *sheet, const char *text)
{
  gtk_label_set_text (sheet->verdict, text);
  gtk_widget_set_visible (GTK_WIDGET (sheet->verdict), *text != '\0');
}

static void
show_row (Row *row)
{
  const SystoleBlank *blank = &g_array_index (get_exercise (row->owner, row->exercise)->blanks, SystoleBlank, row->blank);
  g_autofree char *text = blank->answered ? systole_text_count (blank->answer) : g_strdup ("");

  row->showing = TRUE;
  if (!g_str_equal (text, gtk_editable_get_text (GTK_EDITABLE (row->entry))))
    gtk_editable_set_text (GTK_EDITABLE (row->entry), text);
  row->showing = FALSE;
}

/* When it is confirmed or left: not an edit for each digit. */
static void
done_cb (Row *row)
{
  const char *text = gtk_editable_get_text (GTK_EDITABLE (row->entry));
  const SystoleExercise *exercise;
  g_autoptr (GError) error = NULL;
  guint64 value;

  if (row->owner->session == NULL || row->showing)
    return;
  exercise = get_exercise (row->owner, row->exercise);
  if (exercise == NULL || row->blank >= exercise->blanks->len)
    return;
  if (*text == '\0')
    systole_edit_set_answer (row->owner->session, row->exercise, row->blank, NULL);
  else if (systole_user_number_parse_uint (text, 0, G_MAXINT64, 0, &value, NULL, &error))
    systole_edit_set_answer (row->owner->session, row->exercise, row->blank, &value);
  else
    say (g_ptr_array_index (row->owner->sheets, row->exercise), error->message);
}

static void
check_cb (Sheet *sheet)
{
  SystoleSession *session = sheet->owner->session;
  const SystoleExercise *exercise = get_exercise (sheet->owner, sheet->exercise);
  SystoleRun *run = exercise != NULL ? systole_session_get_run (session, exercise->lane) : NULL;
  g_auto (SystoleMark) mark = { 0 };
  g_autofree char *text = NULL;

  if (run == NULL)
    return;
  systole_exercise_mark (exercise, run, &mark);
  /* Translators: right blanks, all blanks, a sentence */
  text = g_strdup_printf (_ ("%u of %u right. %s"), mark.n_right, mark.n, mark.sentence);
  say (sheet, text);
  if (mark.first_wrong < 0)
    return;
  systole_session_set_active (session, exercise->lane);
  systole_session_seek (session, exercise->lane, MIN (mark.cycle, systole_run_get_n_cycles (run) - 1), 0);
  g_signal_emit (sheet->owner, signals[SIGNAL_FOUND], 0, sheet->exercise, (guint) mark.first_wrong);
}

static void
remove_cb (Sheet *sheet)
{
  systole_edit_remove_exercise (sheet->owner->session, sheet->exercise);
}

/* --- rows --- */

static void
row_free (gpointer data)
{
  Row *row = data;

  g_signal_handlers_disconnect_by_data (row->entry, row);
  g_signal_handlers_disconnect_by_data (row->focus, row);
  g_object_unref (row->focus);
  g_object_unref (row->entry);
  g_free (row);
}

static void
sheet_free (gpointer data)
{
  Sheet *sheet = data;

  g_ptr_array_unref (sheet->rows);
  g_free (sheet);
}

static void
add_row (Sheet *sheet, GtkWidget *card, const SystoleExercise *exercise, guint blank)
{
  Row *row = g_new0 (Row, 1);
  GtkWidget *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6), *label;
  g_autofree char *title = systole_exercise_describe_blank (exercise, blank);

  row->owner = sheet->owner;
  row->exercise = sheet->exercise;
  row->blank = blank;
  row->entry = g_object_ref_sink (gtk_entry_new ());
  label = gtk_label_new (title);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_set_hexpand (label, TRUE);
  gtk_editable_set_width_chars (GTK_EDITABLE (row->entry), 8);
  gtk_editable_set_max_width_chars (GTK_EDITABLE (row->entry), 8);
  gtk_entry_set_placeholder_text (GTK_ENTRY (row->entry), "?");
  gtk_accessible_update_property (GTK_ACCESSIBLE (row->entry), GTK_ACCESSIBLE_PROPERTY_LABEL, title, -1);
  g_signal_connect_swapped (row->entry, "activate", G_CALLBACK (done_cb), row);
  row->focus = g_object_ref (gtk_event_controller_focus_new ());
  g_signal_connect_swapped (row->focus, "leave", G_CALLBACK (done_cb), row);
  gtk_widget_add_controller (row->entry, row->focus);
  gtk_widget_add_css_class (line, "blank");
  gtk_box_append (GTK_BOX (line), label);
  gtk_box_append (GTK_BOX (line), row->entry);
  gtk_box_append (GTK_BOX (card), line);
  g_ptr_array_add (sheet->rows, row);
}

static GtkWidget *
make_head (Sheet *sheet, const SystoleExercise *exercise)
{
  GtkWidget *head = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6), *title, *remove = gtk_button_new_from_icon_name ("user-trash-symbolic");
  const char *task = systole_texts_choose (exercise->tasks, g_get_language_names ());

  title = gtk_label_new (*task != '\0' ? task : systole_exercise_kind_get_title (exercise->kind));
  gtk_label_set_xalign (GTK_LABEL (title), 0);
  gtk_label_set_wrap (GTK_LABEL (title), TRUE);
  gtk_widget_set_hexpand (title, TRUE);
  gtk_widget_add_css_class (title, "choice-title");
  gtk_widget_add_css_class (remove, "flat");
  gtk_widget_add_css_class (remove, "step");
  gtk_widget_set_valign (remove, GTK_ALIGN_START);
  gtk_widget_set_tooltip_text (remove, _ ("Remove this exercise"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (remove), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Remove this exercise"), -1);
  g_signal_connect_swapped (remove, "clicked", G_CALLBACK (remove_cb), sheet);
  gtk_widget_add_css_class (head, "choice-head");
  gtk_box_append (GTK_BOX (head), title);
  gtk_box_append (GTK_BOX (head), remove);
  return head;
}

static void
add_sheet (SystoleExerciseCard *self, guint index)
{
  const SystoleExercise *exercise = get_exercise (self, index);
  Sheet *sheet = g_new0 (Sheet, 1);
  GtkWidget *card = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0), *check = gtk_button_new_with_label (_ ("Check"));

  sheet->owner = self;
  sheet->exercise = index;
  sheet->rows = g_ptr_array_new_with_free_func (row_free);
  gtk_widget_add_css_class (card, "setup-card");
  gtk_box_append (GTK_BOX (card), make_head (sheet, exercise));
  for (guint i = 0; i < exercise->blanks->len; i++)
    add_row (sheet, card, exercise, i);
  sheet->verdict = GTK_LABEL (gtk_label_new (NULL));
  gtk_label_set_wrap (sheet->verdict, TRUE);
  gtk_label_set_wrap_mode (sheet->verdict, PANGO_WRAP_WORD_CHAR);
  gtk_label_set_xalign (sheet->verdict, 0);
  gtk_widget_add_css_class (GTK_WIDGET (sheet->verdict), "verdict");
  gtk_widget_set_visible (GTK_WIDGET (sheet->verdict), FALSE);
  g_signal_connect_swapped (check, "clicked", G_CALLBACK (check_cb), sheet);
  gtk_widget_add_css_class (check, "check");
  gtk_box_append (GTK_BOX (card), GTK_WIDGET (sheet->verdict));
  gtk_box_append (GTK_BOX (card), check);
  gtk_box_append (GTK_BOX (self), card);
  g_ptr_array_add (self->sheets, sheet);
  g_ptr_array_add (self->made_for, systole_exercise_ref ((SystoleExercise *) exercise));
}

static void
clear (SystoleExerciseCard *self)
{
  GtkWidget *child;

  g_ptr_array_set_size (self->sheets, 0);
  g_ptr_array_set_size (self->made_for, 0);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_box_remove (GTK_BOX (self), child);
}

/* Whether the rows are those of the present document, whatever is filled in. */
static gboolean
is_current (SystoleExerciseCard *self)
{
  const SystoleScenario *base = systole_session_get_base (self->session);

  if (self->made_for->len != systole_scenario_get_n_exercises (base))
    return FALSE;
  for (guint i = 0; i < self->made_for->len; i++)
    if (!systole_exercise_same (g_ptr_array_index (self->made_for, i), get_exercise (self, i)))
      return FALSE;
  return TRUE;
}

static void
update (SystoleExerciseCard *self)
{
  guint n = systole_scenario_get_n_exercises (systole_session_get_base (self->session));

  gtk_widget_set_visible (GTK_WIDGET (self), n > 0 && systole_session_get_beat (self->session) < 0);
  if (!is_current (self))
    {
      clear (self);
      for (guint i = 0; i < n; i++)
        add_sheet (self, i);
    }
  for (guint i = 0; i < self->sheets->len; i++)
    {
      Sheet *sheet = g_ptr_array_index (self->sheets, i);

      say (sheet, "");
      for (guint row = 0; row < sheet->rows->len; row++)
        show_row (g_ptr_array_index (sheet->rows, row));
    }
}

/* --- class --- */

static void
systole_exercise_card_dispose (GObject *object)
{
  SystoleExerciseCard *self = SYSTOLE_EXERCISE_CARD (object);

  if (self->session != NULL)
    g_signal_handlers_disconnect_by_data (self->session, self);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (systole_exercise_card_parent_class)->dispose (object);
}

static void
systole_exercise_card_finalize (GObject *object)
{
  SystoleExerciseCard *self = SYSTOLE_EXERCISE_CARD (object);

  g_ptr_array_unref (self->sheets);
  g_ptr_array_unref (self->made_for);
  G_OBJECT_CLASS (systole_exercise_card_parent_class)->finalize (object);
}

static void
systole_exercise_card_class_init (SystoleExerciseCardClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = systole_exercise_card_dispose;
  G_OBJECT_CLASS (klass)->finalize = systole_exercise_card_finalize;
  signals[SIGNAL_FOUND] = g_signal_new ("found", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 2, G_TYPE_UINT, G_TYPE_UINT);
}

static void
systole_exercise_card_init (SystoleExerciseCard *self)
{
  self->sheets = g_ptr_array_new_with_free_func (sheet_free);
  self->made_for = g_ptr_array_new_with_free_func ((GDestroyNotify) systole_exercise_unref);
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self), GTK_ORIENTATION_VERTICAL);
}

GtkWidget *
systole_exercise_card_new (SystoleSession *session)
{
  SystoleExerciseCard *self = g_object_new (SYSTOLE_TYPE_EXERCISE_CARD, NULL);

  self->session = g_object_ref (session);
  g_signal_connect_swapped (session, "scenario-changed", G_CALLBACK (update), self);
  update (self);
  return GTK_WIDGET (self);
}

GtkEditable *
systole_exercise_card_get_entry (SystoleExerciseCard *self, guint exercise, guint blank)
{
  Sheet *sheet = exercise < self->sheets->len ? g_ptr_array_index (self->sheets, exercise) : NULL;

  return sheet != NULL && blank < sheet->rows->len ? GTK_EDITABLE (((Row *) g_ptr_array_index (sheet->rows, blank))->entry) : NULL;
}

const char *
systole_exercise_card_check (SystoleExerciseCard *self, guint exercise)
{
  Sheet *sheet = g_ptr_array_index (self->sheets, exercise);

  check_cb (sheet);
  return gtk_label_get_text (sheet->verdict);
}
