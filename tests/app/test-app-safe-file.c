/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "app/autosave.h"
#include "app/safe-file.h"

/* Files that are whole at every instant, and what is said when they cannot be. */

typedef struct
{
  char *folder, *path, *backup;
} Fixture;

static void
set_up (Fixture *self, gconstpointer data)
{
  self->folder = g_dir_make_tmp ("systole-files-XXXXXX", NULL);
  self->path = g_build_filename (self->folder, "a file.systole", NULL);
  self->backup = g_strconcat (self->path, "~", NULL);
  g_assert_cmpint (g_chmod (self->folder, 0777), ==, 0);
}

static char **
list (const char *folder)
{
  GDir *names = g_dir_open (folder, 0, NULL);
  GPtrArray *found = g_ptr_array_new ();
  const char *name;

  while ((name = g_dir_read_name (names)) != NULL)
    g_ptr_array_add (found, g_strdup (name));
  g_dir_close (names);
  g_ptr_array_add (found, NULL);
  return (char **) g_ptr_array_free (found, FALSE);
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  g_auto (GStrv) names = list (self->folder);

  for (guint i = 0; names[i] != NULL; i++)
    {
      g_autofree char *path = g_build_filename (self->folder, names[i], NULL);

      g_assert_cmpint (g_remove (path), ==, 0);
    }
  g_rmdir (self->folder);
  g_free (self->folder);
  g_free (self->path);
  g_free (self->backup);
}

static void
write_text (const char *path, const char *text)
{
  g_autoptr (GError) error = NULL;

  g_assert_true (systole_safe_file_write (path, text, strlen (text), SYSTOLE_SAFE_FILE_BACKUP, NULL, NULL, &error));
  g_assert_no_error (error);
}

static void
assert_text (const char *path, const char *expected)
{
  g_autofree char *text = NULL;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_assert_cmpstr (text, ==, expected);
}

static void
test_backup (Fixture *self, gconstpointer data)
{
  g_auto (GStrv) names = NULL;

  write_text (self->path, "one");
  g_assert_false (g_file_test (self->backup, G_FILE_TEST_EXISTS));
  write_text (self->path, "two");
  assert_text (self->path, "two");
  assert_text (self->backup, "one");

  /* The same again is no other version. */
  write_text (self->path, "two");
  assert_text (self->backup, "one");

  /* Nothing is no backup of anything. */
  g_assert_true (g_file_set_contents (self->path, "", 0, NULL));
  write_text (self->path, "three");
  assert_text (self->path, "three");
  assert_text (self->backup, "one");

  names = list (self->folder);
  g_assert_cmpuint (g_strv_length (names), ==, 2);
}

static void
test_permissions (Fixture *self, gconstpointer data)
{
  GStatBuf status;

  write_text (self->path, "one");
  g_assert_cmpint (g_chmod (self->path, 0640), ==, 0);
  write_text (self->path, "two");
  g_assert_cmpint (g_stat (self->path, &status), ==, 0);
  g_assert_cmpint (status.st_mode & 07777, ==, 0640);
}

static void
test_link (Fixture *self, gconstpointer data)
{
  g_autofree char *name = g_build_filename (self->folder, "link", NULL);
  g_autofree char *dangling = g_build_filename (self->folder, "dangling", NULL);
  g_autofree char *other = g_build_filename (self->folder, "other", NULL);

  write_text (self->path, "one");
  g_assert_cmpint (symlink ("a file.systole", name), ==, 0);
  write_text (name, "two");
  g_assert_true (g_file_test (name, G_FILE_TEST_IS_SYMLINK));
  assert_text (self->path, "two");
  assert_text (self->backup, "one");

  g_assert_cmpint (symlink (other, dangling), ==, 0);
  write_text (dangling, "three");
  g_assert_true (g_file_test (dangling, G_FILE_TEST_IS_SYMLINK));
  assert_text (other, "three");
}

static void
test_outside (Fixture *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;
  g_autofree char *state = NULL;
  g_autofree char *next = NULL;
  gsize length;

  write_text (self->path, "one");
  g_assert_true (systole_safe_file_read (self->path, 100, &text, &length, &state, &error));
  g_assert_cmpstr (text, ==, "one");
  g_assert_true (systole_safe_file_write (self->path, "two", 3, SYSTOLE_SAFE_FILE_PLAIN, state, &next, &error));
  g_assert_cmpstr (state, !=, next);
  g_assert_true (g_file_set_contents (self->path, "outside", -1, NULL));
  g_assert_false (systole_safe_file_write (self->path, "three", 5, SYSTOLE_SAFE_FILE_PLAIN, next, NULL, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_WRONG_ETAG);
  assert_text (self->path, "outside");

  /* Gone is not changed: it is written again. */
  g_clear_error (&error);
  g_unlink (self->path);
  g_assert_true (systole_safe_file_write (self->path, "three", 5, SYSTOLE_SAFE_FILE_PLAIN, next, NULL, &error));
  g_assert_no_error (error);
}

static void
test_leftovers (Fixture *self, gconstpointer data)
{
  g_autofree char *part = g_build_filename (self->folder, ".systole-00c0ffee.part", NULL);
  g_auto (GStrv) names = NULL;

  /* What was just begun may be somebody's; it is not removed. */
  g_assert_true (g_file_set_contents (part, "half", -1, NULL));
  write_text (self->path, "one");
  g_assert_true (g_file_test (part, G_FILE_TEST_EXISTS));
}

/* --- what cannot be --- */

typedef enum
{
  AS_NOBODY,   /* rights hold for root only when it is not root */
  SMALL_FILES, /* no file may have more than 4 KiB: what a full disk does */
} Hardship;

/* In a process of its own: @code is the code of the error, and nothing is lost or left. */
static void
assert_fails (Hardship hardship, const char *path, gsize length, int code, const char *says)
{
  pid_t child = fork ();
  int status;

  g_assert_cmpint (child, >=, 0);
  if (child == 0)
    {
      g_autofree char *text = g_strnfill (length, 'x');
      g_autoptr (GError) error = NULL;
      struct rlimit limit = { 4096, 4096 };

      if (hardship == AS_NOBODY && getuid () == 0 && (setegid (65534) != 0 || seteuid (65534) != 0))
        _exit (10);
      signal (SIGXFSZ, SIG_IGN);
      if (hardship == SMALL_FILES && setrlimit (RLIMIT_FSIZE, &limit) != 0)
        _exit (11);
      if (systole_safe_file_write (path, text, length, SYSTOLE_SAFE_FILE_BACKUP, NULL, NULL, &error))
        _exit (12);
      if (!g_error_matches (error, G_IO_ERROR, code))
        _exit (13);
      _exit (strstr (error->message, says) != NULL ? 0 : 14);
    }
  waitpid (child, &status, 0);
  g_assert_true (WIFEXITED (status));
  g_assert_cmpint (WEXITSTATUS (status), ==, 0);
}

static void
test_no_room (Fixture *self, gconstpointer data)
{
  g_auto (GStrv) names = NULL;

  write_text (self->path, "zero");
  write_text (self->path, "one");
  assert_fails (SMALL_FILES, self->path, 100000, G_IO_ERROR_NO_SPACE, "a file.systole");
  assert_text (self->path, "one");
  assert_text (self->backup, "zero");
  names = list (self->folder);
  g_assert_cmpuint (g_strv_length (names), ==, 2);
}

static void
test_read_only (Fixture *self, gconstpointer data)
{
  write_text (self->path, "one");
  g_assert_cmpint (g_chmod (self->path, 0444), ==, 0);
  assert_fails (AS_NOBODY, self->path, 10, G_IO_ERROR_PERMISSION_DENIED, "“a file.systole” is read-only");
  assert_text (self->path, "one");

  g_assert_cmpint (g_chmod (self->path, 0666), ==, 0);
  g_assert_cmpint (g_chmod (self->folder, 0555), ==, 0);
  assert_fails (AS_NOBODY, self->path, 10, G_IO_ERROR_PERMISSION_DENIED, "the folder");
  assert_text (self->path, "one");
  g_assert_cmpint (g_chmod (self->folder, 0777), ==, 0);
}

static void
test_vanished (Fixture *self, gconstpointer data)
{
  g_autofree char *path = g_build_filename (self->folder, "gone", "x.systole", NULL);
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;
  gsize length;

  g_assert_false (systole_safe_file_write (path, "x", 1, SYSTOLE_SAFE_FILE_BACKUP, NULL, NULL, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
  g_assert_nonnull (strstr (error->message, "no folder"));
  g_clear_error (&error);
  g_assert_false (systole_safe_file_read (path, 10, &text, &length, NULL, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
  g_clear_error (&error);
  g_assert_false (systole_safe_file_read (self->folder, 10, &text, &length, NULL, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_IS_DIRECTORY);
  g_clear_error (&error);
  g_assert_false (systole_safe_file_write (self->folder, "x", 1, SYSTOLE_SAFE_FILE_BACKUP, NULL, NULL, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_REGULAR_FILE);
}

static void
test_unreadable (Fixture *self, gconstpointer data)
{
  pid_t child;
  int status;

  write_text (self->path, "one");
  g_assert_cmpint (g_chmod (self->path, 0), ==, 0);
  child = fork ();
  if (child == 0)
    {
      char *text;
      gsize length;
      g_autoptr (GError) error = NULL;

      if (getuid () == 0 && seteuid (65534) != 0)
        _exit (10);
      if (systole_safe_file_read (self->path, 10, &text, &length, NULL, &error))
        _exit (11);
      _exit (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_PERMISSION_DENIED) && strstr (error->message, "not allowed") != NULL ? 0 : 12);
    }
  waitpid (child, &status, 0);
  g_assert_cmpint (WEXITSTATUS (status), ==, 0);
}

/* --- what is unsaved --- */

static void
test_autosave (Fixture *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  SystoleAutosave *autosave = systole_autosave_new (self->folder, &error);
  SystoleAutosave *adopted;
  g_autoptr (GPtrArray) alive = NULL;
  g_autoptr (GPtrArray) left = NULL;
  g_autoptr (GPtrArray) again = NULL;
  g_autoptr (GPtrArray) none = NULL;
  g_auto (GStrv) names = NULL;
  SystoleUnsaved *unsaved;

  g_assert_no_error (error);
  systole_autosave_set_origin (autosave, "file:///a.systole");
  g_assert_true (systole_autosave_write (autosave, "one", 3, &error));

  /* As long as somebody answers for it, nobody recovers it. */
  alive = systole_autosave_find (self->folder);
  g_assert_cmpuint (alive->len, ==, 0);
  systole_autosave_leave (autosave);
  systole_autosave_unref (autosave);

  left = systole_autosave_find (self->folder);
  g_assert_cmpuint (left->len, ==, 1);
  unsaved = g_ptr_array_index (left, 0);
  g_assert_cmpstr (unsaved->origin, ==, "file:///a.systole");
  g_assert_cmpuint (unsaved->attempts, ==, 0);
  assert_text (unsaved->path, "one");

  /* A recovery that ends badly is counted. */
  adopted = systole_autosave_adopt (self->folder, unsaved, &error);
  g_assert_null (systole_autosave_adopt (self->folder, unsaved, NULL));
  systole_autosave_leave (adopted);
  systole_autosave_unref (adopted);
  again = systole_autosave_find (self->folder);
  unsaved = g_ptr_array_index (again, 0);
  g_assert_cmpuint (unsaved->attempts, ==, 1);

  adopted = systole_autosave_adopt (self->folder, unsaved, &error);
  systole_autosave_forget (adopted);
  g_assert_false (g_file_test (unsaved->path, G_FILE_TEST_EXISTS));
  systole_autosave_unref (adopted);
  none = systole_autosave_find (self->folder);
  g_assert_cmpuint (none->len, ==, 0);
  names = list (self->folder);
  g_assert_cmpuint (g_strv_length (names), ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(name, function) g_test_add ("/safe-file/" name, Fixture, NULL, set_up, function, tear_down)
  ADD ("backup", test_backup);
  ADD ("permissions", test_permissions);
  ADD ("link", test_link);
  ADD ("outside", test_outside);
  ADD ("leftovers", test_leftovers);
  ADD ("no-room", test_no_room);
  ADD ("read-only", test_read_only);
  ADD ("vanished", test_vanished);
  ADD ("unreadable", test_unreadable);
  ADD ("autosave", test_autosave);
#undef ADD
  return g_test_run ();
}
