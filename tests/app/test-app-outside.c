/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/app/document-fixture.h"

/* What other programs do to the file of an open document. */

/* Nothing is unsaved here: the new content is taken, and undo goes back. */
static void
test_reload (void)
{
  g_autofree char *text = welcome_text ();
  g_autofree char *path = make_file (text);
  g_autoptr (GString) other = g_string_new (text);
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;
  SystoleMainWindow *window = open_path (path);
  SystoleSession *session = systole_main_window_get_session (window);

  before = bytes_of (window);
  g_assert_cmpuint (g_string_replace (other, " k=\"8\"", " k=\"16\"", 1), ==, 1);
  g_assert_true (g_file_set_contents (path, other->str, -1, NULL));
  wait_until (g_array_index (systole_session_get_scenario (session)->ops, SystoleOp, 0).dims[SYSTOLE_GEMM_K] == 16);
  wait_until (is_ready (window));
  g_assert_false (is_dirty (window));
  activate (window, "win.undo");
  after = bytes_of (window);
  g_assert_cmpstr (after, ==, before);
  g_assert_true (is_dirty (window));
  close_window (window);
  remove_file (path);
}

/* Both changed: nothing is replaced before the user says which. */
static void
test_both_changed (void)
{
  g_autofree char *text = welcome_text ();
  g_autofree char *path = make_file (text);
  g_autoptr (GString) other = g_string_new (text);
  g_autofree char *edited = NULL;
  g_autofree char *still = NULL;
  g_autofree char *on_disk = NULL;
  SystoleMainWindow *window = open_path (path);
  SystoleSession *session = systole_main_window_get_session (window);

  set_k (window, 24);
  edited = bytes_of (window);
  g_assert_cmpuint (g_string_replace (other, " k=\"8\"", " k=\"16\"", 1), ==, 1);
  g_assert_true (g_file_set_contents (path, other->str, -1, NULL));
  wait_until (says (window, "changed by another program"));
  still = bytes_of (window);
  g_assert_cmpstr (still, ==, edited);
  g_assert_true (g_file_get_contents (path, &on_disk, NULL, NULL));
  g_assert_cmpstr (on_disk, ==, other->str);

  activate (window, "win.reload");
  wait_until (g_array_index (systole_session_get_scenario (session)->ops, SystoleOp, 0).dims[SYSTOLE_GEMM_K] == 16);
  g_assert_false (is_dirty (window));
  g_assert_cmpstr (systole_main_window_get_error_text (window), ==, "");
  activate (window, "win.undo");
  g_clear_pointer (&still, g_free);
  still = bytes_of (window);
  g_assert_cmpstr (still, ==, edited);
  close_window (window);
  remove_file (path);
}

static void
test_gone (void)
{
  g_autofree char *text = welcome_text ();
  g_autofree char *path = make_file (text);
  SystoleMainWindow *window = open_path (path);

  g_unlink (path);
  wait_until (says (window, "removed or renamed"));
  g_assert_true (is_dirty (window));
  systole_main_window_save (window);
  wait_until (!is_dirty (window));
  g_assert_true (g_file_test (path, G_FILE_TEST_EXISTS));
  close_window (window);
  remove_file (path);
}

static void
test_broken_outside (void)
{
  g_autofree char *text = welcome_text ();
  g_autofree char *path = make_file (text);
  g_autofree char *shown = NULL;
  SystoleMainWindow *window = open_path (path);

  g_assert_true (g_file_set_contents (path, "half a fi", -1, NULL));
  wait_until (says (window, "cannot be read now"));
  g_assert_true (is_dirty (window));
  shown = bytes_of (window);
  g_assert_cmpstr (shown, ==, text);
  close_window (window);
  remove_file (path);
}

/* A folder that is gone: a sentence, and everything is still there. */
static void
test_folder_gone (void)
{
  g_autofree char *folder = g_dir_make_tmp ("systole-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "x.systole", NULL);
  g_autofree char *text = welcome_text ();
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;
  SystoleMainWindow *window;

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  window = open_path (path);
  set_k (window, 24);
  before = bytes_of (window);
  g_unlink (path);
  g_rmdir (folder);
  wait_until (*systole_main_window_get_error_text (window) != '\0');
  systole_main_window_save (window);
  wait_until (says (window, "no folder"));
  g_assert_true (is_dirty (window));
  after = bytes_of (window);
  g_assert_cmpstr (after, ==, before);
  close_window (window);
}

static void
add_tests (void)
{
  g_test_add_func ("/outside/reload", test_reload);
  g_test_add_func ("/outside/both-changed", test_both_changed);
  g_test_add_func ("/outside/gone", test_gone);
  g_test_add_func ("/outside/broken-outside", test_broken_outside);
  g_test_add_func ("/outside/folder-gone", test_folder_gone);
}

int
main (int argc, char **argv)
{
  return run_window_tests (argc, argv, &application, add_tests);
}
