/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "tests/app/app-fixture.h"

#include <glib/gstdio.h>
#include <string.h>

#include "app/edits.h"

/* A window with a document in a file of its own. */

static SystoleApplication *application;

static G_GNUC_UNUSED char *
welcome_text (void)
{
  g_autoptr (GBytes) bytes = systole_data_get_scenario ("welcome");

  return g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
}

static G_GNUC_UNUSED char *
make_file (const char *text)
{
  g_autoptr (GError) error = NULL;
  char *path = NULL;
  int fd = g_file_open_tmp ("systole-XXXXXX.systole", &path, &error);

  g_assert_no_error (error);
  g_close (fd, NULL);
  g_file_set_contents (path, text, -1, &error);
  g_assert_no_error (error);
  return path;
}

static G_GNUC_UNUSED void
remove_file (const char *path)
{
  g_autofree char *backup = g_strconcat (path, "~", NULL);

  g_unlink (path);
  g_unlink (backup);
}

static G_GNUC_UNUSED SystoleMainWindow *
open_path (const char *path)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  SystoleMainWindow *window = systole_main_window_new (application);

  systole_main_window_open (window, file);
  gtk_window_present (GTK_WINDOW (window));
  wait_until (is_ready (window) && gtk_widget_get_width (GTK_WIDGET (window)) > 0);
  return window;
}

static G_GNUC_UNUSED gboolean
is_dirty (SystoleMainWindow *window)
{
  return systole_history_is_dirty (systole_session_get_history (systole_main_window_get_session (window)));
}

static G_GNUC_UNUSED void
activate (SystoleMainWindow *window, const char *action)
{
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (window), action, NULL));
}

static G_GNUC_UNUSED char *
bytes_of (SystoleMainWindow *window)
{
  return systole_scenario_write (systole_session_get_scenario (systole_main_window_get_session (window)), NULL);
}

static G_GNUC_UNUSED gboolean
says (SystoleMainWindow *window, const char *words)
{
  return strstr (systole_main_window_get_error_text (window), words) != NULL;
}

static G_GNUC_UNUSED void
set_k (SystoleMainWindow *window, guint64 k)
{
  systole_edit_set_dim (systole_main_window_get_session (window), SYSTOLE_GEMM_K, k, FALSE, NULL);
  wait_until (is_ready (window));
}
