/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/app/document-fixture.h"

#include "app/window-private.h"

/* A file of an older format. There is none yet: a file of the present one is told to
 * the window as if an older format had been read from it. */

#define OLD_FORMAT (SYSTOLE_SCENARIO_FORMAT - 1)

typedef struct
{
  char *folder;
  char *path;
  char *copy; /* that is kept */
  char *text; /* of the old file */
  SystoleMainWindow *window;
} Fixture;

static char *
in_folder (const Fixture *self, const char *format)
{
  g_autofree char *name = g_strdup_printf (format, OLD_FORMAT);

  return g_build_filename (self->folder, name, NULL);
}

static void
set_up (Fixture *self, gconstpointer data)
{
  self->folder = g_dir_make_tmp ("systole-XXXXXX", NULL);
  self->path = g_build_filename (self->folder, "my net.systole", NULL);
  self->copy = in_folder (self, "my net (format %u).systole");
  self->text = welcome_text ();
  g_assert_true (g_file_set_contents (self->path, self->text, -1, NULL));
  self->window = open_path (self->path);
  systole_main_window_note_format (self->window, OLD_FORMAT);
  set_k (self->window, 24);
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  GDir *names;
  const char *name;

  if (self->window != NULL)
    close_window (self->window);
  names = g_dir_open (self->folder, 0, NULL);
  while ((name = g_dir_read_name (names)) != NULL)
    {
      g_autofree char *path = g_build_filename (self->folder, name, NULL);

      g_unlink (path);
    }
  g_dir_close (names);
  g_rmdir (self->folder);
  g_free (self->folder);
  g_free (self->path);
  g_free (self->copy);
  g_free (self->text);
}

/* The question, or NULL */
static AdwMessageDialog *
question (void)
{
  AdwMessageDialog *found = NULL;
  GList *windows = gtk_window_list_toplevels ();

  for (GList *l = windows; l != NULL; l = l->next)
    if (ADW_IS_MESSAGE_DIALOG (l->data) && gtk_window_get_transient_for (l->data) != NULL)
      found = l->data;
  g_list_free (windows);
  return found;
}

static void
answer (const char *response)
{
  AdwMessageDialog *dialog = question ();

  g_assert_nonnull (dialog);
  g_assert_cmpstr (adw_message_dialog_get_heading (dialog), ==, "Keep the Old File?");
  g_assert_nonnull (strstr (adw_message_dialog_get_body (dialog), "“my net.systole”"));
  adw_message_dialog_response (dialog, response);
  g_assert_null (question ());
}

static void
assert_content (const char *path, const char *text)
{
  g_autofree char *there = NULL;

  g_assert_true (g_file_get_contents (path, &there, NULL, NULL));
  g_assert_cmpstr (there, ==, text);
}

/* Kept under the first name that nobody has; the second save does not ask. */
static void
test_keep (Fixture *self, gconstpointer data)
{
  g_autofree char *second = in_folder (self, "my net (format %u, 2).systole");
  g_autofree char *edited = NULL;

  g_assert_true (g_file_set_contents (self->copy, "of somebody else", -1, NULL));
  activate (self->window, "win.save");
  assert_content (self->path, self->text);
  answer ("keep");
  wait_until (!is_dirty (self->window));
  edited = bytes_of (self->window);
  assert_content (self->path, edited);
  assert_content (second, self->text);
  assert_content (self->copy, "of somebody else");

  set_k (self->window, 32);
  activate (self->window, "win.save");
  g_assert_null (question ());
  wait_until (!is_dirty (self->window));
}

static void
test_replace (Fixture *self, gconstpointer data)
{
  g_autofree char *edited = bytes_of (self->window);

  activate (self->window, "win.save");
  answer ("replace");
  wait_until (!is_dirty (self->window));
  assert_content (self->path, edited);
  g_assert_false (g_file_test (self->copy, G_FILE_TEST_EXISTS));
}

/* Nothing is written, and the next save asks again. */
static void
test_cancel (Fixture *self, gconstpointer data)
{
  activate (self->window, "win.save");
  answer ("cancel");
  g_assert_true (is_dirty (self->window));
  activate (self->window, "win.save");
  answer ("cancel");
  assert_content (self->path, self->text);
  g_assert_false (g_file_test (self->copy, G_FILE_TEST_EXISTS));
}

/* Under another name nothing is replaced: no question, neither then nor later. */
static void
test_save_as (Fixture *self, gconstpointer data)
{
  g_autofree char *path = g_build_filename (self->folder, "other.systole", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);

  systole_main_window_save_to (self->window, file);
  g_assert_null (question ());
  wait_until (!is_dirty (self->window));
  assert_content (self->path, self->text);
  set_k (self->window, 32);
  activate (self->window, "win.save");
  g_assert_null (question ());
  wait_until (!is_dirty (self->window));
}

/* Where no copy can be made, nothing is replaced. */
static void
test_cannot_keep (Fixture *self, gconstpointer data)
{
  activate (self->window, "win.save");
  g_assert_nonnull (question ());
  g_unlink (self->path);
  answer ("keep");
  wait_until (says (self->window, "it is not there any more"));
  g_assert_true (is_dirty (self->window));
  g_assert_false (g_file_test (self->copy, G_FILE_TEST_EXISTS));
}

/* Closing asks whether to save, then whether to keep, then closes. */
static void
test_close (Fixture *self, gconstpointer data)
{
  SystoleMainWindow *window = g_steal_pointer (&self->window);

  g_object_add_weak_pointer (G_OBJECT (window), (gpointer *) &window);
  gtk_window_close (GTK_WINDOW (window));
  adw_message_dialog_response (question (), "save");
  answer ("keep");
  wait_until (window == NULL);
  assert_content (self->copy, self->text);
}

static void
add_tests (void)
{
#define ADD(name, test) g_test_add ("/format/" name, Fixture, NULL, set_up, test, tear_down)
  ADD ("keep", test_keep);
  ADD ("replace", test_replace);
  ADD ("cancel", test_cancel);
  ADD ("save-as", test_save_as);
  ADD ("cannot-keep", test_cannot_keep);
  ADD ("close", test_close);
#undef ADD
}

/* AdwMessageDialog of libadwaita 1.7 measures its own heading for less than it needs, in every program. */
static GLogWriterOutput
pass_over (GLogLevelFlags level, const GLogField *fields, gsize n_fields, gpointer data)
{
  for (gsize i = 0; i < n_fields; i++)
    if (g_str_equal (fields[i].key, "MESSAGE") && fields[i].length < 0 && g_str_has_prefix (fields[i].value, "Trying to measure GtkLabel"))
      return G_LOG_WRITER_HANDLED;
  return g_log_writer_default (level, fields, n_fields, data);
}

int
main (int argc, char **argv)
{
  if (adw_get_minor_version () >= 3)
    g_log_set_writer_func (pass_over, NULL, NULL);
  return run_window_tests (argc, argv, &application, add_tests);
}
