/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/app/document-fixture.h"

#include "app/action-search.h"
#include "app/edits.h"
#include "app/machine-window.h"
#include "app/own-machines.h"
#include "app/preferences.h"

#include <glib/gstdio.h>
#include <string.h>

/* Not losing a document: recovery, several files at once, what was imported or made. */

/* The program is ended while something is unsaved; the next start has it, untitled. */
static void
test_recover (void)
{
  g_autofree char *text = welcome_text ();
  g_autofree char *path = make_file (text);
  g_autofree char *folder = systole_autosave_get_folder ();
  g_autofree char *edited = NULL;
  g_autofree char *recovered = NULL;
  g_autofree char *on_disk = NULL;
  g_autofree char *name = g_path_get_basename (path);
  g_autoptr (GPtrArray) found = NULL;
  g_autoptr (GPtrArray) none = NULL;
  SystoleMainWindow *window = open_path (path);

  set_k (window, 24);
  edited = bytes_of (window);
  systole_main_window_keep_now (window);
  close_window (window);

  found = systole_autosave_find (folder);
  g_assert_cmpuint (found->len, ==, 1);
  window = systole_main_window_new (application);
  g_assert_true (systole_main_window_recover (window, folder, g_ptr_array_index (found, 0)));
  gtk_window_present (GTK_WINDOW (window));
  wait_until (is_ready (window));
  g_assert_null (systole_main_window_get_file (window));
  g_assert_true (is_dirty (window));
  g_assert_true (says (window, name));
  recovered = bytes_of (window);
  g_assert_cmpstr (recovered, ==, edited);
  g_assert_true (g_file_get_contents (path, &on_disk, NULL, NULL));
  g_assert_cmpstr (on_disk, ==, text);

  /* Closed on purpose: nothing is left to recover. */
  close_window (window);
  none = systole_autosave_find (folder);
  g_assert_cmpuint (none->len, ==, 0);
  remove_file (path);
}

/* Saved, and ended before the autosave was forgotten. */
static void
test_recover_same (void)
{
  g_autofree char *text = welcome_text ();
  g_autofree char *path = make_file (text);
  g_autofree char *folder = systole_autosave_get_folder ();
  g_autofree char *uri = g_filename_to_uri (path, NULL, NULL);
  g_autoptr (GPtrArray) found = NULL;
  SystoleAutosave *autosave = systole_autosave_new (folder, NULL);
  SystoleMainWindow *window = systole_main_window_new (application);

  systole_autosave_set_origin (autosave, uri);
  g_assert_true (systole_autosave_write (autosave, text, strlen (text), NULL));
  systole_autosave_leave (autosave);
  systole_autosave_unref (autosave);
  found = systole_autosave_find (folder);
  g_assert_cmpuint (found->len, ==, 1);
  g_assert_false (systole_main_window_recover (window, folder, g_ptr_array_index (found, 0)));
  close_window (window);
  remove_file (path);
}

static void
test_recover_unreadable (void)
{
  g_autofree char *folder = systole_autosave_get_folder ();
  g_autoptr (GPtrArray) found = NULL;
  SystoleAutosave *autosave = systole_autosave_new (folder, NULL);
  SystoleMainWindow *window = systole_main_window_new (application);
  SystoleUnsaved *unsaved;

  g_assert_true (systole_autosave_write (autosave, "not XML", 7, NULL));
  systole_autosave_leave (autosave);
  systole_autosave_unref (autosave);
  found = systole_autosave_find (folder);
  unsaved = g_ptr_array_index (found, 0);
  g_assert_true (systole_main_window_recover (window, folder, unsaved));
  g_assert_true (says (window, unsaved->path));
  close_window (window);
  g_assert_true (g_file_test (unsaved->path, G_FILE_TEST_EXISTS));
  g_unlink (unsaved->path);
}

/* What was undone to the saved state is not unsaved. */
static void
test_forget (void)
{
  g_autofree char *text = welcome_text ();
  g_autofree char *path = make_file (text);
  g_autofree char *folder = systole_autosave_get_folder ();
  g_autoptr (GPtrArray) found = NULL;
  SystoleMainWindow *window = open_path (path);

  set_k (window, 24);
  activate (window, "win.undo");
  systole_main_window_keep_now (window);
  close_window (window);
  found = systole_autosave_find (folder);
  g_assert_cmpuint (found->len, ==, 0);
  remove_file (path);
}

/* Two files dropped: their lanes side by side, in a document of its own. */
static void
test_compare (void)
{
  g_autofree char *text = welcome_text ();
  g_autofree char *one = make_file (text);
  g_autoptr (GString) other = g_string_new (text);
  g_autofree char *two = NULL;
  g_autofree char *bad = make_file ("not XML");
  g_autofree char *bad_name = g_path_get_basename (bad);
  g_autoptr (GFile) first = g_file_new_for_path (one);
  g_autoptr (GFile) second = NULL;
  g_autoptr (GFile) third = g_file_new_for_path (bad);
  g_autoptr (GSList) files = NULL;
  SystoleMainWindow *window = systole_main_window_new (application);
  SystoleSession *session = systole_main_window_get_session (window);
  const SystoleScenario *scenario;

  g_assert_cmpuint (g_string_replace (other, " k=\"8\"", " k=\"16\"", 1), ==, 1);
  two = make_file (other->str);
  second = g_file_new_for_path (two);
  files = g_slist_append (g_slist_append (g_slist_append (NULL, first), third), second);
  systole_main_window_compare (window, files);
  wait_until (is_ready (window));
  scenario = systole_session_get_scenario (session);
  g_assert_cmpuint (scenario->lanes->len, ==, 4);
  g_assert_cmpuint (scenario->ops->len, ==, 2);
  g_assert_cmpuint (systole_scenario_get_lane_op (scenario, 0)->dims[SYSTOLE_GEMM_K], ==, 8);
  g_assert_cmpuint (systole_scenario_get_lane_op (scenario, 2)->dims[SYSTOLE_GEMM_K], ==, 16);
  g_assert_null (systole_main_window_get_file (window));
  g_assert_true (is_dirty (window));
  g_assert_true (says (window, bad_name));
  close_window (window);
  remove_file (one);
  remove_file (two);
  remove_file (bad);
}

static GtkWidget *
find_label (GtkWidget *root, const char *words)
{
  if (GTK_IS_LABEL (root) && strstr (gtk_label_get_text (GTK_LABEL (root)), words) != NULL)
    return root;
  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL; child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_label (child, words);

      if (found != NULL)
        return found;
    }
  return NULL;
}

/* What a file expects is looked at when it is opened: which differ, and by how much. */
static void
test_promises (void)
{
  g_autofree char *text = welcome_text ();
  g_autoptr (GString) other = g_string_new (text);
  g_autofree char *kept = make_file (text);
  g_autofree char *broken = NULL;
  SystoleMainWindow *window = open_path (kept);

  wait_until (find_label (GTK_WIDGET (window), "✓ 2 expected values agree") != NULL);
  g_assert_null (find_label (GTK_WIDGET (window), "that this file expects"));
  close_window (window);

  g_assert_cmpuint (g_string_replace (other, "what=\"cycles\" value=\"30\"", "what=\"cycles\" value=\"25\"", 1), ==, 1);
  broken = make_file (other->str);
  window = open_path (broken);
  wait_until (find_label (GTK_WIDGET (window), "≠ 1 expected value differs") != NULL);
  g_assert_nonnull (find_label (GTK_WIDGET (window), "1 value that this file expects was not found"));
  activate (window, "win.promises");
  g_assert_nonnull (find_label (GTK_WIDGET (window), "25 cycles is expected, 30 cycles was found (+5, +20\u00a0%)"));
  close_window (window);
  remove_file (kept);
  remove_file (broken);
}

/* A table is a document of its own; each of its layers can be looked at. */
static void
test_table (void)
{
  g_autofree char *folder = g_dir_make_tmp ("systole-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "net.csv", NULL);
  SystoleMainWindow *window;
  SystoleSession *session;
  const SystoleScenario *scenario;

  g_assert_true (g_file_set_contents (path, "Layer,M,N,K\nfc1,8,16,32\nbad,8,,1\nfc2,9,17,33\n", -1, NULL));
  window = open_path (path);
  session = systole_main_window_get_session (window);
  g_assert_null (systole_main_window_get_file (window));
  g_assert_true (says (window, "2 layers were imported. 1 row was left out."));
  g_assert_true (says (window, "net.csv:3:7: “N” is missing"));
  g_assert_true (is_dirty (window));
  g_assert_nonnull (find_label (GTK_WIDGET (window), "Layer"));
  systole_edit_show_op (session, 1);
  wait_until (is_ready (window));
  scenario = systole_session_get_scenario (session);
  g_assert_cmpuint (systole_scenario_get_lane_op (scenario, 0)->dims[SYSTOLE_GEMM_M], ==, 9);
  activate (window, "win.undo");
  scenario = systole_session_get_scenario (session);
  g_assert_cmpuint (systole_scenario_get_lane_op (scenario, 0)->dims[SYSTOLE_GEMM_M], ==, 8);

  /* A second machine that has the layer in a format of its own keeps the format. */
  systole_edit_add_lane (session);
  {
    SystoleScenario *mixed = systole_scenario_copy (systole_session_get_scenario (session));
    SystoleOp other = g_array_index (mixed->ops, SystoleOp, 0);

    other.format = SYSTOLE_FORMAT_BF16;
    g_strlcpy (other.id, "fc1-own", sizeof other.id);
    g_array_append_val (mixed->ops, other);
    g_free (systole_scenario_get_lane (mixed, 1)->op);
    systole_scenario_get_lane (mixed, 1)->op = g_strdup ("fc1-own");
    systole_session_edit (session, mixed, "", SYSTOLE_EDIT_STRUCTURE, NULL);
  }
  systole_edit_show_op (session, 1);
  wait_until (is_ready (window));
  scenario = systole_session_get_scenario (session);
  for (guint i = 0; i < 2; i++)
    {
      g_assert_cmpuint (systole_scenario_get_lane_op (scenario, i)->dims[SYSTOLE_GEMM_M], ==, 9);
      g_assert_cmpint (systole_scenario_get_lane_op (scenario, i)->format, ==, i == 0 ? SYSTOLE_FORMAT_INT8 : SYSTOLE_FORMAT_BF16);
    }
  close_window (window);
  g_unlink (path);
  g_rmdir (folder);
}

/* A machine of one's own: changed fields with their source, in the list from then on,
 * and in the scenario that uses it. */
static void
test_own_machine (void)
{
  g_autofree char *folder = systole_own_machines_get_folder ();
  SystoleMainWindow *window = systole_main_window_new (application);
  SystoleSession *session = systole_main_window_get_session (window);
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) own = NULL;
  g_autofree char *text = NULL;
  const SystoleOwnMachine *machine;
  const SystoleLane *lane;
  GtkWidget *fields;

  systole_main_window_open_blank (window);
  gtk_window_present (GTK_WINDOW (window));
  wait_until (is_ready (window));
  systole_edit_set_kind (session, 0, SYSTOLE_LANE_MACHINE, "nvidia-t4");
  g_assert_true (systole_edit_set_field (session, 0, SYSTOLE_FIELD_MEMORY_BANDWIDTH, 260e9, FALSE, &error));
  systole_edit_set_source (session, 0, SYSTOLE_FIELD_MEMORY_BANDWIDTH, "measured in class");
  fields = systole_machine_window_new (session, 0);
  g_assert_nonnull (find_label (fields, systole_field_get_title (SYSTOLE_FIELD_MEMORY_BANDWIDTH, SYSTOLE_MAKER_USUAL)));
  g_assert_true (systole_machine_window_keep (SYSTOLE_MACHINE_WINDOW (fields), "My T4 / slow", &error));
  g_assert_no_error (error);
  gtk_window_destroy (GTK_WINDOW (fields));

  own = systole_own_machines_list (folder);
  g_assert_cmpuint (own->len, ==, 1);
  machine = g_ptr_array_index (own, 0);
  g_assert_cmpstr (machine->name, ==, "My T4 / slow");
  g_assert_true (systole_own_machine_is (machine, systole_scenario_get_lane (systole_session_get_scenario (session), 0)));
  systole_edit_set_kind (session, 0, SYSTOLE_LANE_MACHINE, "nvidia-t4");
  g_assert_false (systole_own_machine_is (machine, systole_scenario_get_lane (systole_session_get_scenario (session), 0)));

  /* Chosen again: all of it is in the scenario, with the source. */
  systole_edit_set_machine_like (session, 0, machine->lane, machine->name);
  lane = systole_scenario_get_lane (systole_session_get_scenario (session), 0);
  g_assert_cmpuint (lane->sets->len, ==, 1);
  text = bytes_of (window);
  g_assert_nonnull (strstr (text, "<set field=\"memory.bandwidth\" value=\"260000000000\" unit=\"B/s\" source=\"measured in class\"/>"));
  close_window (window);
}

static SystoleMainWindow *
main_window (void)
{
  for (GList *l = gtk_application_get_windows (GTK_APPLICATION (application)); l != NULL; l = l->next)
    if (SYSTOLE_IS_MAIN_WINDOW (l->data))
      return l->data;
  return NULL;
}

/* Another language, while the program runs: every word, and nothing else. */
static void
test_language (void)
{
  g_autofree char *text = welcome_text ();
  g_autofree char *path = make_file (text);
  SystoleMainWindow *window = open_path (path);
  SystoleSession *session = systole_main_window_get_session (window);
  SystoleSettings *settings = systole_application_get_settings (application);
  g_autofree char *edited = NULL;
  g_autofree char *after = NULL;
  GtkWidget *preferences;
  GList *toplevels;
  guint n_preferences = 0;

  g_assert_nonnull (find_label (GTK_WIDGET (window), "Machine A"));
  set_k (window, 24);
  systole_session_seek (session, 0, 7, 0);
  edited = bytes_of (window);
  preferences = systole_preferences_new (settings);
  gtk_window_set_transient_for (GTK_WINDOW (preferences), GTK_WINDOW (window));
  gtk_window_present (GTK_WINDOW (preferences));

  g_object_set (settings, "language", "es", NULL);
  wait_until (main_window () != NULL && main_window () != window);
  window = main_window ();
  g_assert_true (systole_main_window_get_session (window) == session);
  g_assert_nonnull (find_label (GTK_WIDGET (window), "Máquina A"));
  g_assert_null (find_label (GTK_WIDGET (window), "Machine A"));
  after = bytes_of (window);
  g_assert_cmpstr (after, ==, edited);
  g_assert_true (is_dirty (window));
  g_assert_cmpuint (systole_session_get_cycle (session, 0), ==, 7);
  g_assert_nonnull (systole_main_window_get_file (window));
  activate (window, "win.undo");
  g_assert_false (is_dirty (window));

  g_object_set (settings, "language", "en", NULL);
  wait_until (main_window () != NULL && main_window () != window);
  window = main_window ();
  g_assert_nonnull (find_label (GTK_WIDGET (window), "Machine A"));
  toplevels = gtk_window_list_toplevels ();
  for (GList *l = toplevels; l != NULL; l = l->next)
    if (SYSTOLE_IS_PREFERENCES (l->data))
      {
        preferences = l->data;
        n_preferences++;
      }
  g_list_free (toplevels);
  g_assert_cmpuint (n_preferences, ==, 1);
  g_assert_nonnull (find_label (preferences, "Language"));
  gtk_window_destroy (GTK_WINDOW (preferences));
  close_window (window);
  g_object_set (settings, "language", "", NULL);
  remove_file (path);
}

/* What the menu and the list of shortcuts name is found by a part of its name. */
static void
test_search (void)
{
  SystoleMainWindow *window = systole_main_window_new (application);
  SystoleSession *session = systole_main_window_get_session (window);
  g_autoptr (GMenu) menu = g_menu_new ();
  GtkWidget *search;

  systole_main_window_open_welcome (window);
  gtk_window_present (GTK_WINDOW (window));
  wait_until (is_ready (window));
  g_menu_append (menu, "Something Else", "win.dismiss-error");
  search = systole_action_search_new (window, G_MENU_MODEL (menu));
  gtk_window_present (GTK_WINDOW (search));
  g_assert_cmpuint (systole_action_search_find (SYSTOLE_ACTION_SEARCH (search), ""), >, 30);
  g_assert_cmpuint (systole_action_search_find (SYSTOLE_ACTION_SEARCH (search), "no such thing"), ==, 0);
  g_assert_false (systole_action_search_activate (SYSTOLE_ACTION_SEARCH (search)));
  g_assert_cmpuint (systole_action_search_find (SYSTOLE_ACTION_SEARCH (search), "something"), ==, 1);
  g_assert_cmpuint (systole_action_search_find (SYSTOLE_ACTION_SEARCH (search), "last cyc"), ==, 1);
  g_assert_true (systole_action_search_activate (SYSTOLE_ACTION_SEARCH (search)));
  g_assert_true (systole_session_get_cycle (session, 0) == systole_run_get_n_cycles (systole_session_get_run (session, 0)) - 1);
  close_window (window);
}

static void
add_tests (void)
{
  g_test_add_func ("/keeping/recover", test_recover);
  g_test_add_func ("/keeping/recover-same", test_recover_same);
  g_test_add_func ("/keeping/recover-unreadable", test_recover_unreadable);
  g_test_add_func ("/keeping/forget", test_forget);
  g_test_add_func ("/keeping/compare", test_compare);
  g_test_add_func ("/keeping/promises", test_promises);
  g_test_add_func ("/keeping/table", test_table);
  g_test_add_func ("/keeping/own-machine", test_own_machine);
  g_test_add_func ("/keeping/language", test_language);
  g_test_add_func ("/keeping/search", test_search);
}

int
main (int argc, char **argv)
{
  return run_window_tests (argc, argv, &application, add_tests);
}
