/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/window-private.h"

#include <string.h>

#include "app/document-file.h"
#include "app/exercise-edits.h"
#include "engine/base/i18n.h"
#include "engine/lesson/marking.h"

/* Exercises: one file for the students, one for the teacher. */

static void
add_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SystoleMainWindow *self = SYSTOLE_MAIN_WINDOW (widget);
  gint32 kind = g_variant_get_int32 (parameter);

  if (systole_session_get_beat (self->session) >= 0)
    systole_session_go_to_beat (self->session, -1); /* exercises are of the document */
  if (kind < 0 || kind >= SYSTOLE_N_EXERCISES)
    return;
  if (systole_edit_add_exercise (self->session, (SystoleExerciseKind) kind))
    systole_main_window_set_setup_visible (self, TRUE);
  else
    adw_toast_overlay_add_toast (self->toasts, adw_toast_new (_ ("This machine has nothing of the kind to ask about.")));
}

/* --- two files --- */

static void
written_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (SystoleMainWindow) self = SYSTOLE_MAIN_WINDOW (data);
  g_autofree char *state = NULL;
  g_autoptr (GError) error = NULL;

  if (!systole_document_save_finish (result, &state, &error))
    systole_main_window_show_error (self, error->message);
}

static void
write_scenario (SystoleMainWindow *self, const SystoleScenario *scenario, GFile *file)
{
  gsize length;
  char *text = systole_scenario_write (scenario, &length);
  g_autoptr (GBytes) bytes = g_bytes_new_take (text, length);

  systole_document_save_async (file, bytes, NULL, written_cb, g_object_ref (self));
}

/* "lab.systole" → "lab-key.systole", beside it */
static GFile *
get_key_file (GFile *file)
{
  g_autoptr (GFile) folder = g_file_get_parent (file);
  g_autofree char *name = g_file_get_basename (file);
  g_autofree char *key = NULL;

  if (g_str_has_suffix (name, ".systole"))
    name[strlen (name) - strlen (".systole")] = '\0';
  key = g_strdup_printf ("%s-key.systole", name);
  return g_file_get_child (folder, key);
}

/**
 * systole_main_window_save_for_students:
 * @file: gets the document with every blank empty; the key, with every blank filled in by
 *   the engine, is written beside it
 */
void
systole_main_window_save_for_students (SystoleMainWindow *self, GFile *file)
{
  g_autoptr (SystoleScenario) document = systole_session_get_document (self->session, NULL);
  g_autoptr (SystoleScenario) student = systole_scenario_without_answers (document);
  g_autoptr (GError) error = NULL;
  g_autoptr (SystoleScenario) key = systole_scenario_with_key (document, systole_session_get_catalogue (self->session), &error);
  g_autoptr (GFile) key_file = get_key_file (file);
  g_autofree char *key_name = g_file_get_basename (key_file);
  g_autofree char *text = NULL;

  if (key == NULL)
    {
      systole_main_window_show_error (self, error->message);
      return;
    }
  write_scenario (self, student, file);
  write_scenario (self, key, key_file);
  /* Translators: name of a file */
  text = g_strdup_printf (_ ("Give the file to your students and keep “%s”."), key_name);
  adw_toast_overlay_add_toast (self->toasts, adw_toast_new (text));
}

static void
chosen_cb (SystoleMainWindow *self, int response, GtkNativeDialog *dialog)
{
  g_autoptr (GFile) file = response == GTK_RESPONSE_ACCEPT ? gtk_file_chooser_get_file (GTK_FILE_CHOOSER (dialog)) : NULL;

  g_clear_object (&self->chooser);
  if (file != NULL)
    systole_main_window_save_for_students (self, file);
}

static void
students_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SystoleMainWindow *self = SYSTOLE_MAIN_WINDOW (widget);

  if (self->chooser != NULL)
    return;
  if (systole_scenario_get_n_exercises (systole_session_get_base (self->session)) == 0)
    {
      adw_toast_overlay_add_toast (self->toasts, adw_toast_new (_ ("Add an exercise first.")));
      return;
    }
  self->chooser = gtk_file_chooser_native_new (_ ("Save for Students"), GTK_WINDOW (self), GTK_FILE_CHOOSER_ACTION_SAVE, C_ ("verb", "_Save"), NULL);
  /* Translators: name of a file */
  gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (self->chooser), _ ("exercise.systole"));
  g_signal_connect_swapped (self->chooser, "response", G_CALLBACK (chosen_cb), self);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (self->chooser));
}

/* The PE or unit that goes wrong first is pinned. */
static void
found_cb (SystoleMainWindow *self, guint index, guint blank)
{
  const SystoleExercise *exercise = systole_scenario_get_exercise (systole_session_get_base (self->session), index);
  const SystoleBlank *own = &g_array_index (exercise->blanks, SystoleBlank, blank);
  SystoleLaneView *lane = systole_stage_get_lane (self->stage, exercise->lane);
  SystoleTarget target = SYSTOLE_TARGET_INIT;

  if (lane == NULL || exercise->kind == SYSTOLE_EXERCISE_TILE_UNIT)
    return;
  target.kind = SYSTOLE_TARGET_PE;
  target.row = (guint) own->of;
  target.column = own->column;
  target.level = SYSTOLE_LEVEL_PE;
  systole_lane_view_set_pinned (lane, &target);
}

void
systole_main_window_init_exercises (SystoleMainWindow *self)
{
  g_signal_connect_object (systole_scenario_panel_get_exercises (self->panel), "found", G_CALLBACK (found_cb), self, G_CONNECT_SWAPPED);
}

void
systole_main_window_install_exercise_actions (GtkWidgetClass *klass)
{
  gtk_widget_class_install_action (klass, "win.add-exercise", "i", add_action);
  gtk_widget_class_install_action (klass, "win.save-for-students", NULL, students_action);
}
