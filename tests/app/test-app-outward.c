/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/app/document-fixture.h"

/* What leaves a window other than by saving: paper, a file that is dragged; and numbers as the
 * user wants them. */

static char *
print_to_file (SystoleMainWindow *window, gsize *length)
{
  g_autoptr (GtkPrintOperation) operation = systole_main_window_make_print (window);
  g_autoptr (GError) error = NULL;
  g_autofree char *path = NULL;
  char *data = NULL;
  int fd = g_file_open_tmp ("systole-XXXXXX.pdf", &path, &error);

  g_assert_no_error (error);
  g_close (fd, NULL);
  gtk_print_operation_set_export_filename (operation, path);
  g_assert_cmpint (gtk_print_operation_run (operation, GTK_PRINT_OPERATION_ACTION_EXPORT, NULL, &error), ==, GTK_PRINT_OPERATION_RESULT_APPLY);
  g_assert_no_error (error);
  g_file_get_contents (path, &data, length, &error);
  g_assert_no_error (error);
  g_unlink (path);
  return data;
}

static void
test_print (void)
{
  g_autofree char *early = NULL;
  g_autofree char *late = NULL;
  SystoleMainWindow *window = systole_main_window_new (application);
  gsize early_length, late_length;

  systole_main_window_open_welcome (window);
  gtk_window_present (GTK_WINDOW (window));
  wait_until (is_ready (window));
  early = print_to_file (window, &early_length);
  g_assert_true (g_str_has_prefix (early, "%PDF-"));
  /* What is printed is the instant that is looked at. */
  activate (window, "win.last");
  late = print_to_file (window, &late_length);
  g_assert_true (early_length != late_length || memcmp (early, late, early_length) != 0);
  if (g_getenv ("SYSTOLE_PRINT_TO") != NULL)
    g_assert_true (g_file_set_contents (g_getenv ("SYSTOLE_PRINT_TO"), early, (gssize) early_length, NULL));
  close_window (window);
}

/* An empty document is a sheet with a title. */
static void
test_print_nothing (void)
{
  SystoleMainWindow *window = systole_main_window_new (application);
  g_autofree char *data = NULL;
  gsize length;

  systole_main_window_open_blank (window);
  data = print_to_file (window, &length);
  g_assert_true (g_str_has_prefix (data, "%PDF-"));
  close_window (window);
}

static GFile *
carried (SystoleMainWindow *window)
{
  g_autoptr (GdkContentProvider) content = systole_main_window_carry (window);
  g_auto (GValue) value = G_VALUE_INIT;
  g_autoptr (GSList) files = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_nonnull (content);
  g_value_init (&value, GDK_TYPE_FILE_LIST);
  gdk_content_provider_get_value (content, &value, &error);
  g_assert_no_error (error);
  files = gdk_file_list_get_files (g_value_get_boxed (&value));
  g_assert_cmpuint (g_slist_length (files), ==, 1);
  return g_object_ref (files->data);
}

static void
test_carry (void)
{
  g_autofree char *text = welcome_text ();
  g_autofree char *path = make_file (text);
  g_autofree char *name = g_path_get_basename (path);
  g_autofree char *data = NULL;
  g_autofree char *other_path = NULL;
  g_autofree char *other_name = NULL;
  g_autoptr (GFile) own = g_file_new_for_path (path);
  g_autoptr (GFile) same = NULL;
  g_autoptr (GFile) other = NULL;
  SystoleMainWindow *window = open_path (path);

  /* Saved: the file itself. */
  same = carried (window);
  g_assert_true (g_file_equal (own, same));

  /* Changed: a copy of what is seen, under the same name. */
  set_k (window, 24);
  other = carried (window);
  other_path = g_file_get_path (other);
  other_name = g_file_get_basename (other);
  g_assert_false (g_file_equal (own, other));
  g_assert_cmpstr (name, ==, other_name);
  g_assert_true (g_file_get_contents (other_path, &data, NULL, NULL));
  g_assert_nonnull (strstr (data, "k=\"24\""));
  g_assert_true (is_dirty (window));
  close_window (window);
  g_unlink (other_path);
  remove_file (path);
}

static guint
n_labels_with (GtkWidget *widget, const char *part)
{
  guint n = GTK_IS_LABEL (widget) && strstr (gtk_label_get_text (GTK_LABEL (widget)), part) != NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL; child = gtk_widget_get_next_sibling (child))
    n += n_labels_with (child, part);
  return n;
}

static GtkWidget *
window_of (SystoleSession *session)
{
  for (GList *l = gtk_application_get_windows (GTK_APPLICATION (application)); l != NULL; l = l->next)
    if (SYSTOLE_IS_MAIN_WINDOW (l->data) && systole_main_window_get_session (l->data) == session)
      return l->data;
  return NULL;
}

/* The preference reaches every text of an open window, and back. */
static void
test_numbers (void)
{
  SystoleSettings *settings = systole_application_get_settings (application);
  SystoleMainWindow *window = systole_main_window_new (application);
  SystoleSession *session = systole_main_window_get_session (window);
  gpointer before = window; /* compared only: it goes */

  systole_main_window_open_library (window, "t4-or-tpu");
  gtk_window_present (GTK_WINDOW (window));
  wait_until (is_ready (window));
  wait_until (n_labels_with (window_of (session), "MiB") > 0);
  g_object_set (settings, "byte-units", "decimal", NULL);
  wait_until (window_of (session) != NULL && (gpointer) window_of (session) != before);
  wait_until (n_labels_with (window_of (session), "MB") > 0);
  g_assert_cmpuint (n_labels_with (window_of (session), "MiB"), ==, 0);
  g_object_set (settings, "byte-units", "binary", NULL);
  wait_until (n_labels_with (window_of (session), "MiB") > 0);
  close_window (SYSTOLE_MAIN_WINDOW (window_of (session)));
}

static void
add_tests (void)
{
  g_test_add_func ("/outward/print", test_print);
  g_test_add_func ("/outward/print-nothing", test_print_nothing);
  g_test_add_func ("/outward/carry", test_carry);
  g_test_add_func ("/outward/numbers", test_numbers);
}

int
main (int argc, char **argv)
{
  return run_window_tests (argc, argv, &application, add_tests);
}
