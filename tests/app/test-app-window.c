/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/app/app-fixture.h"

#include "app/edits.h"
#include "app/start-page.h"

#include <glib/gstdio.h>
#include <string.h>

/* The window itself: what it opens, what its actions do, what its list of shortcuts says. */

static SystoleApplication *application;

static void
test_library (void)
{
  for (guint i = 0; i < systole_data_get_n_scenarios (); i++)
    {
      SystoleMainWindow *window = systole_main_window_new (application);
      SystoleSession *session = systole_main_window_get_session (window);

      systole_main_window_open_library (window, systole_data_get_scenario_id (i));
      gtk_window_present (GTK_WINDOW (window));
      wait_until (is_ready (window));
      g_assert_cmpstr (systole_main_window_get_error_text (window), ==, "");
      g_assert_cmpstr (systole_main_window_get_caption (window), !=, "");
      g_assert_cmpint (gtk_widget_has_css_class (GTK_WIDGET (window), "software"), ==, GSK_IS_CAIRO_RENDERER (gtk_native_get_renderer (GTK_NATIVE (window))));
      for (guint lane = 0; lane < systole_session_get_n_lanes (session); lane++)
        g_assert_nonnull (systole_session_get_run (session, lane));
      g_assert_false (systole_history_is_dirty (systole_session_get_history (session)));
      close_window (window);
    }
}

/* A label below @widget that begins with @words, or has the CSS class; NULL: none. */
static GtkWidget *
find_label (GtkWidget *widget, const char *words, const char *css_class)
{
  if (GTK_IS_LABEL (widget) && (words != NULL ? g_str_has_prefix (gtk_label_get_text (GTK_LABEL (widget)), words) : gtk_widget_has_css_class (widget, css_class)))
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL; child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_label (child, words, css_class);

      if (found != NULL)
        return found;
    }
  return NULL;
}

static GtkWidget *
find_widget (GtkWidget *widget, GType type)
{
  GtkWidget *found = G_TYPE_CHECK_INSTANCE_TYPE (widget, type) ? widget : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL; child = gtk_widget_get_next_sibling (child))
    found = find_widget (child, type);
  return found;
}

/* What a scenario is about, under which conditions it compares, and a caption that is
 * shorter where there is no room, but never cut. */
static void
test_words (void)
{
  SystoleMainWindow *window = systole_main_window_new (application);
  GtkWidget *caption;

  systole_main_window_open_library (window, "t4-or-tpu");
  gtk_window_set_default_size (GTK_WINDOW (window), 1000, 700);
  gtk_window_present (GTK_WINDOW (window));
  wait_until (is_ready (window));
  g_assert_nonnull (find_label (GTK_WIDGET (window), "They compute in different number formats: A fp16", NULL));
  g_assert_nonnull (find_label (GTK_WIDGET (window), systole_scenario_get_summary (systole_session_get_scenario (systole_main_window_get_session (window)), g_get_language_names ()), NULL));
  caption = find_label (GTK_WIDGET (window), NULL, "caption-bar");
  wait_until (gtk_widget_get_width (caption) > 0 && !pango_layout_is_ellipsized (gtk_label_get_layout (GTK_LABEL (caption))));
  /* What is said in full is longer than what there was room for. */
  g_assert_cmpuint (strlen (systole_main_window_get_caption (window)), >, strlen (gtk_label_get_text (GTK_LABEL (caption))));
  close_window (window);
}

static void
activate (SystoleMainWindow *window, const char *action)
{
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (window), action, NULL));
}

static void
test_actions (void)
{
  SystoleMainWindow *window = systole_main_window_new (application);
  SystoleSession *session = systole_main_window_get_session (window);
  guint64 start;

  systole_main_window_open_welcome (window);
  gtk_window_present (GTK_WINDOW (window));
  start = systole_session_get_cycle (session, 0);
  activate (window, "win.step");
  g_assert_cmpuint (systole_session_get_cycle (session, 0), ==, start + 1);
  activate (window, "win.step-back");
  g_assert_cmpuint (systole_session_get_cycle (session, 0), ==, start);
  activate (window, "win.first");
  g_assert_cmpuint (systole_session_get_cycle (session, 0), ==, 0);
  activate (window, "win.next-event");
  g_assert_cmpuint (systole_session_get_cycle (session, 0), >, 0);
  activate (window, "win.previous-event");
  activate (window, "win.next-mark");
  activate (window, "win.previous-mark");
  activate (window, "win.last");
  g_assert_cmpuint (systole_session_get_cycle (session, 1), ==, systole_run_get_n_cycles (systole_session_get_run (session, 1)) - 1);
  activate (window, "win.first");
  activate (window, "win.play");
  g_assert_true (systole_session_get_playing (session));
  wait_until (systole_session_get_position (session, 0) > 0.2);
  activate (window, "win.play");
  g_assert_false (systole_session_get_playing (session));

  activate (window, "win.toggle-bookmark");
  g_assert_cmpuint (systole_session_find_bookmark (session), ==, 1);
  activate (window, "win.toggle-bookmark");
  g_assert_cmpuint (systole_session_find_bookmark (session), ==, 0);

  activate (window, "win.faster");
  g_assert_cmpfloat (systole_session_get_speed (session), ==, 2);
  activate (window, "win.slower");
  g_assert_cmpfloat (systole_session_get_speed (session), ==, 1);

  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (window), "win.set-bookmark", "i", 1));
  g_assert_cmpuint (systole_session_get_scenario (session)->view.bookmarks->len, ==, 1);
  activate (window, "win.undo");
  g_assert_cmpuint (systole_session_get_scenario (session)->view.bookmarks->len, ==, 0);
  activate (window, "win.redo");
  activate (window, "win.undo");

  activate (window, "win.add-lane");
  wait_until (systole_session_get_n_lanes (session) == 3);
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (window), "win.remove-lane", "i", 0));
  wait_until (systole_session_get_n_lanes (session) == 2);
  activate (window, "win.undo");
  activate (window, "win.undo");
  activate (window, "win.swap");
  wait_until (is_ready (window));
  g_assert_cmpint (systole_scenario_get_lane (systole_session_get_scenario (session), 0)->kind, ==, SYSTOLE_LANE_SM);
  activate (window, "win.undo");
  wait_until (is_ready (window));
  close_window (window);
}

/* Folding, text size and keys that change nothing of the scenario. */
static void
test_view_actions (void)
{
  static const char *const actions[] = { "win.setup", "win.setup", "win.explain", "win.explain", "win.panes", "win.panes", "win.audit", "win.differences", "win.escape", "win.next-pane", "win.previous-pane", "win.text-larger", "win.text-smaller", "win.text-normal", "win.dismiss-error" };
  SystoleMainWindow *window = systole_main_window_new (application);
  SystoleSettings *settings = systole_application_get_settings (application);

  systole_main_window_open_welcome (window);
  gtk_window_present (GTK_WINDOW (window));
  wait_until (gtk_widget_get_width (GTK_WIDGET (window)) > 0);
  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    activate (window, actions[i]);
  activate (window, "win.text-larger");
  g_assert_cmpfloat (systole_settings_get_double (settings, "text-size"), ==, 1.1);
  for (guint i = 0; i < 30; i++)
    activate (window, "win.text-larger");
  g_assert_cmpfloat (systole_settings_get_double (settings, "text-size"), ==, SYSTOLE_TEXT_SIZE_MAX);
  activate (window, "win.text-normal");
  g_assert_cmpfloat (systole_application_get_font_scale (application), ==, 1);
  g_assert_false (systole_history_is_dirty (systole_session_get_history (systole_main_window_get_session (window))));
  close_window (window);
}

static SystoleMainWindow *
open_text (const char *text, gssize length, char **path)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GFile) file = NULL;
  SystoleMainWindow *window = systole_main_window_new (application);
  int fd = g_file_open_tmp ("systole-XXXXXX.systole", path, &error);

  g_assert_no_error (error);
  g_close (fd, NULL);
  g_file_set_contents (*path, text, length, &error);
  g_assert_no_error (error);
  file = g_file_new_for_path (*path);
  systole_main_window_open (window, file);
  gtk_window_present (GTK_WINDOW (window));
  return window;
}

/* A machine that cannot do the operation says so in its lane, and the window goes on. */
static void
test_not_modelled (void)
{
  static const char text[] = "<scenario xmlns=\"urn:systole:scenario\" version=\"1\"><workload><op id=\"p\" name=\"gelu\" n=\"64\" dtype=\"int8\"/></workload>"
                             "<lanes><lane op=\"p\" operands=\"on-chip\"><array rows=\"8\" columns=\"8\" dataflow=\"ws\" timing=\"hardware\"/></lane></lanes></scenario>";
  g_autofree char *path = NULL;
  SystoleMainWindow *window = open_text (text, -1, &path);
  SystoleSession *session;

  wait_until (is_ready (window));
  session = systole_main_window_get_session (window);
  wait_until (systole_session_get_error (session, 0) != NULL);
  g_assert_cmpstr (systole_main_window_get_error_text (window), ==, "");
  activate (window, "win.step");
  activate (window, "win.add-lane");
  wait_until (is_ready (window) && systole_session_get_n_lanes (session) == 2);
  /* One lane that runs beside one that does not. */
  g_assert_true (systole_edit_set_op_kind (session, SYSTOLE_OP_GEMM, NULL));
  wait_until (is_ready (window) && systole_session_get_run (session, 0) != NULL);
  systole_edit_set_kind (session, 0, SYSTOLE_LANE_MACHINE, "no-such-machine");
  wait_until (is_ready (window) && systole_session_get_run (session, 0) == NULL);
  g_assert_nonnull (systole_session_get_run (session, 1));
  activate (window, "win.step");
  activate (window, "win.undo");
  wait_until (is_ready (window) && systole_session_get_run (session, 0) != NULL);
  close_window (window);
  g_unlink (path);
}

/* A bad file is said in a sentence with its place, and the window goes on. */
static void
test_bad_files (void)
{
  static const char *const texts[] = { "", "not XML", "<scenario/>", "<!DOCTYPE x><x/>", "<scenario xmlns=\"urn:systole:scenario\" version=\"1\"><workload><op id=\"p\" name=\"gemm\" m=\"-3\" n=\"8\" k=\"8\"/></workload></scenario>" };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autofree char *path = NULL;
      g_autofree char *name = NULL;
      SystoleMainWindow *window = open_text (texts[i], -1, &path);

      wait_until (*systole_main_window_get_error_text (window) != '\0');
      name = g_path_get_basename (path);
      g_assert_nonnull (strstr (systole_main_window_get_error_text (window), name));
      wait_until (is_ready (window));
      activate (window, "win.step");
      activate (window, "win.dismiss-error");
      close_window (window);
      g_unlink (path);
    }
}

static void
test_save (void)
{
  g_autoptr (GBytes) bytes = systole_data_get_scenario ("welcome");
  gsize length;
  const char *text = g_bytes_get_data (bytes, &length);
  g_autofree char *path = NULL;
  g_autofree char *backup = NULL;
  g_autofree char *saved = NULL;
  g_autofree char *again = NULL;
  SystoleMainWindow *window = open_text (text, (gssize) length, &path);
  SystoleSession *session = systole_main_window_get_session (window);
  SystoleHistory *history = systole_session_get_history (session);

  /* Untouched: byte for byte, and no backup of the same. */
  wait_until (is_ready (window));
  systole_main_window_save (window);
  backup = g_strconcat (path, "~", NULL);
  g_assert_true (g_file_get_contents (path, &saved, NULL, NULL));
  g_assert_cmpstr (saved, ==, text);

  activate (window, "win.swap");
  g_assert_true (systole_history_is_dirty (history));
  wait_until (is_ready (window));
  systole_main_window_save (window);
  wait_until (!systole_history_is_dirty (history));
  g_assert_true (g_file_get_contents (path, &again, NULL, NULL));
  g_assert_cmpstr (again, !=, text);
  g_clear_pointer (&saved, g_free);
  g_assert_true (g_file_get_contents (backup, &saved, NULL, NULL));
  g_assert_cmpstr (saved, ==, text);
  activate (window, "win.undo");
  g_assert_true (systole_history_is_dirty (history));
  close_window (window);
  g_unlink (path);
  g_unlink (backup);
}

/* What cannot be saved is not asked about: the window closes. */
static void
test_close_read_only (void)
{
  g_autoptr (GBytes) bytes = systole_data_get_scenario ("welcome");
  g_autoptr (GString) text = g_string_new_len (g_bytes_get_data (bytes, NULL), (gssize) g_bytes_get_size (bytes));
  g_autofree char *path = NULL;
  SystoleMainWindow *window;

  g_assert_cmpuint (g_string_replace (text, " version=\"1\"", " version=\"2\"", 1), ==, 1);
  window = open_text (text->str, -1, &path);
  wait_until (is_ready (window));
  g_assert_cmpstr (systole_main_window_get_error_text (window), !=, "");
  activate (window, "win.swap");
  wait_until (is_ready (window));
  g_object_add_weak_pointer (G_OBJECT (window), (gpointer *) &window);
  gtk_window_close (GTK_WINDOW (window));
  wait_until (window == NULL);
  g_unlink (path);
}

/* What another program wrote is not replaced before that has been said. */
static void
test_outside_change (void)
{
  g_autoptr (GBytes) bytes = systole_data_get_scenario ("welcome");
  gsize length;
  const char *text = g_bytes_get_data (bytes, &length);
  g_autofree char *path = NULL;
  g_autofree char *backup = NULL;
  g_autofree char *kept = NULL;
  g_autofree char *saved = NULL;
  SystoleMainWindow *window = open_text (text, (gssize) length, &path);
  SystoleHistory *history = systole_session_get_history (systole_main_window_get_session (window));

  wait_until (is_ready (window));
  activate (window, "win.swap");
  wait_until (is_ready (window));
  g_assert_true (g_file_set_contents (path, "outside", -1, NULL));
  systole_main_window_save (window);
  wait_until (*systole_main_window_get_error_text (window) != '\0');
  g_assert_true (g_file_get_contents (path, &kept, NULL, NULL));
  g_assert_cmpstr (kept, ==, "outside");
  g_assert_true (systole_history_is_dirty (history));

  /* Again: replaced, and the backup has what the other program wrote. */
  systole_main_window_save (window);
  wait_until (!systole_history_is_dirty (history));
  backup = g_strconcat (path, "~", NULL);
  g_clear_pointer (&kept, g_free);
  g_assert_true (g_file_get_contents (backup, &kept, NULL, NULL));
  g_assert_cmpstr (kept, ==, "outside");
  g_assert_true (g_file_get_contents (path, &saved, NULL, NULL));
  g_assert_cmpstr (saved, !=, "outside");

  /* And one's own saving is no change by another. */
  activate (window, "win.undo");
  wait_until (is_ready (window));
  systole_main_window_save (window);
  wait_until (!systole_history_is_dirty (history));
  g_assert_cmpstr (systole_main_window_get_error_text (window), ==, "");
  close_window (window);
  g_unlink (path);
  g_unlink (backup);
}

/* --- the list of shortcuts --- */

static void
collect (GtkWidget *widget, GHashTable *keys)
{
  if (GTK_IS_SHORTCUTS_SHORTCUT (widget))
    {
      g_autofree char *text = NULL;
      g_auto (GStrv) each = NULL;

      g_object_get (widget, "accelerator", &text, NULL);
      each = g_strsplit (text, " ", -1);
      for (guint i = 0; each[i] != NULL; i++)
        g_hash_table_add (keys, g_strdup (each[i]));
    }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL; child = gtk_widget_get_next_sibling (child))
    collect (child, keys);
}

/* A row of digits stands for nine shortcuts. */
static char *
listed_form (const SystoleShortcut *shortcut, const char *accelerator)
{
  if (g_str_equal (shortcut->action, "win.bookmark"))
    return g_strdup ("1...9");
  if (g_str_equal (shortcut->action, "win.set-bookmark"))
    return g_strdup ("<Control>1...9");
  return g_strdup (accelerator);
}

static void
test_shortcuts_listed (void)
{
  g_autoptr (GtkBuilder) builder = gtk_builder_new_from_resource ("/org/systole/Systole/help-overlay.ui");
  GtkWidget *overlay = GTK_WIDGET (gtk_builder_get_object (builder, "help_overlay"));
  g_autoptr (GHashTable) keys = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  guint n;
  const SystoleShortcut *shortcuts = systole_main_window_get_shortcuts (&n);

  collect (overlay, keys);
  g_assert_cmpuint (g_hash_table_size (keys), >, 30);
  for (guint i = 0; i < n; i++)
    {
      g_auto (GStrv) each = g_strsplit (shortcuts[i].accelerators, " ", -1);
      g_autofree char *listed = listed_form (&shortcuts[i], each[0]);

      for (guint j = 0; each[j] != NULL; j++)
        {
          guint key;
          GdkModifierType modifiers;

          g_assert_true (gtk_accelerator_parse (each[j], &key, &modifiers));
        }
      if (!g_hash_table_contains (keys, listed))
        g_error ("%s (%s) is not in the list of shortcuts", shortcuts[i].action, listed);
    }
  gtk_window_destroy (GTK_WINDOW (overlay));
}

/* The start page: made when it is asked for, searched, left for what was chosen. */
static void
test_start (void)
{
  SystoleMainWindow *window = systole_main_window_new (application);
  SystoleStartPage *page;
  GtkWidget *card;

  systole_main_window_open_welcome (window);
  gtk_window_present (GTK_WINDOW (window));
  wait_until (is_ready (window));
  g_assert_false (systole_main_window_is_start_shown (window));
  gtk_widget_activate_action (GTK_WIDGET (window), "win.start", NULL);
  g_assert_true (systole_main_window_is_start_shown (window));
  page = SYSTOLE_START_PAGE (find_widget (GTK_WIDGET (window), SYSTOLE_TYPE_START_PAGE));
  g_assert_nonnull (page);
  g_assert_cmpuint (systole_start_page_count_shown (page), ==, systole_data_get_n_scenarios ());
  g_assert_true (gtk_window_get_focus (GTK_WINDOW (window)) == systole_start_page_get_first (page));
  wait_until (systole_start_page_count_pictures (page) == systole_data_get_n_scenarios ());
  gtk_widget_activate_action (GTK_WIDGET (window), "win.escape", NULL);
  g_assert_false (systole_main_window_is_start_shown (window));

  systole_main_window_show_start (window);
  systole_start_page_search (page, "no such words");
  g_assert_cmpuint (systole_start_page_count_shown (page), ==, 0);
  systole_start_page_search (page, "database epyc");
  card = systole_start_page_get_first (page);
  g_assert_nonnull (card);
  gtk_widget_activate (card);
  wait_until (is_ready (window));
  g_assert_false (systole_main_window_is_start_shown (window));
  close_window (window);
}

static void
add_tests (void)
{
  g_test_add_func ("/window/library", test_library);
  g_test_add_func ("/window/start", test_start);
  g_test_add_func ("/window/words", test_words);
  g_test_add_func ("/window/actions", test_actions);
  g_test_add_func ("/window/view-actions", test_view_actions);
  g_test_add_func ("/window/bad-files", test_bad_files);
  g_test_add_func ("/window/not-modelled", test_not_modelled);
  g_test_add_func ("/window/save", test_save);
  g_test_add_func ("/window/outside-change", test_outside_change);
  g_test_add_func ("/window/close-read-only", test_close_read_only);
  g_test_add_func ("/window/shortcuts-listed", test_shortcuts_listed);
}

int
main (int argc, char **argv)
{
  return run_window_tests (argc, argv, &application, add_tests);
}
