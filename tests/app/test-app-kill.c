/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gstdio.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "app/autosave.h"
#include "app/safe-file.h"
#include "engine/scenario/scenario.h"

/* A program is killed while it saves and autosaves, at random moments: whatever it had
 * saved is there, whole, and so is the backup. */

#define N_KILLS 200        /* where files are in memory, and every step is as likely */
#define N_KILLS_ON_DISK 40 /* where nearly all the time is waiting for the disk */
#define MAX_MICROSECONDS 6000

/* Seen by the program and by who kills it: what was begun and what was done */
typedef struct
{
  guint64 begun, done;      /* saving */
  guint64 kept_begun, kept; /* autosaving */
  gboolean forgetting;      /* or it was forgotten */
} Progress;

/* A document of its own for each number, of very different lengths */
static char *
make_document (guint64 number, gsize *length)
{
  g_autoptr (SystoleScenario) scenario = systole_scenario_new ();
  gsize padding = (gsize) (number * 7919 % 90001);
  g_autoptr (GString) title = g_string_sized_new (padding + 32);

  g_string_printf (title, "%" G_GUINT64_FORMAT " ", number);
  for (gsize i = 0; i < padding; i++)
    g_string_append_c (title, (char) ('a' + (number + i) % 26));
  systole_scenario_set_title (scenario, "en", title->str);
  return systole_scenario_write (scenario, length);
}

/* The number of a document that must be whole */
static guint64
read_document (const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SystoleScenario) scenario = NULL;
  g_autofree char *data = NULL;
  g_autofree char *expected = NULL;
  static const char *const english[] = { "en", NULL };
  gsize length, expected_length;
  guint64 number;

  g_file_get_contents (path, &data, &length, &error);
  g_assert_no_error (error);
  scenario = systole_scenario_read (data, length, path, &error);
  g_assert_no_error (error);
  number = g_ascii_strtoull (systole_scenario_get_title (scenario, english), NULL, 10);
  expected = make_document (number, &expected_length);
  g_assert_cmpmem (data, length, expected, expected_length);
  return number;
}

/* The program that is killed */
G_NORETURN static void
work (const char *path, const char *state_folder, volatile Progress *progress)
{
  g_autoptr (GError) error = NULL;
  SystoleAutosave *autosave = systole_autosave_new (state_folder, &error);

  while (autosave != NULL)
    {
      gsize length;
      g_autofree char *edited = make_document (progress->kept_begun + 1, &length);
      g_autofree char *document = NULL;

      progress->kept_begun++;
      progress->forgetting = FALSE;
      if (!systole_autosave_write (autosave, edited, length, &error))
        break;
      progress->kept = progress->kept_begun;

      document = make_document (progress->begun + 1, &length);
      progress->begun++;
      if (!systole_safe_file_write (path, document, length, SYSTOLE_SAFE_FILE_BACKUP, NULL, NULL, &error))
        break;
      progress->done = progress->begun;
      if (progress->done % 3 == 0)
        {
          progress->forgetting = TRUE;
          systole_autosave_forget (autosave);
        }
    }
  g_printerr ("%s\n", error->message);
  _exit (1);
}

static void
check (const char *path, const char *state_folder, const Progress *progress)
{
  g_autofree char *backup = g_strconcat (path, "~", NULL);
  g_autoptr (GPtrArray) found = systole_autosave_find (state_folder);

  if (progress->done > 0)
    {
      guint64 number = read_document (path);

      g_assert_cmpuint (number, >=, progress->done);
      g_assert_cmpuint (number, <=, progress->begun);
    }
  if (progress->done > 1)
    g_assert_cmpuint (read_document (backup), >=, progress->done - 1);
  if (progress->kept > 0 && !progress->forgetting && found->len == 0)
    g_assert_cmpuint (progress->kept, <, progress->kept_begun);
  for (guint i = 0; i < found->len; i++)
    {
      SystoleUnsaved *unsaved = g_ptr_array_index (found, i);
      guint64 number = read_document (unsaved->path);
      g_autoptr (SystoleAutosave) adopted = systole_autosave_adopt (state_folder, unsaved, NULL);

      g_assert_cmpuint (number, >=, progress->forgetting ? 0 : progress->kept);
      g_assert_cmpuint (number, <=, progress->kept_begun);
      g_assert_nonnull (adopted);
    }
}

static void
remove_all (const char *folder)
{
  GDir *names = g_dir_open (folder, 0, NULL);
  const char *name;

  while ((name = g_dir_read_name (names)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      if (g_file_test (path, G_FILE_TEST_IS_DIR))
        remove_all (path);
      else
        g_unlink (path);
    }
  g_dir_close (names);
  g_rmdir (folder);
}

/* On a slow or busy computer the program is not at work at once. */
static void
await_start (const volatile Progress *progress)
{
  gint64 end = g_get_monotonic_time () + 30 * G_TIME_SPAN_SECOND;

  while (progress->kept_begun == 0 && g_get_monotonic_time () < end)
    g_usleep (100);
}

static void
kill_often (const char *where, guint n_kills)
{
  g_autofree char *folder = g_build_filename (where, "systole-kill-XXXXXX", NULL);
  g_autofree char *state_folder = NULL, *path = NULL;
  Progress *progress = mmap (NULL, sizeof *progress, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  guint killed_saving = 0, n;

  g_assert_nonnull (g_mkdtemp (folder)); /* now it has its name */
  state_folder = g_build_filename (folder, "state", NULL);
  path = g_build_filename (folder, "two machines.systole", NULL);
  g_assert_true (progress != MAP_FAILED);
  /* How much of its time the program spends on writing depends on the build: enough must fall into it. */
  for (n = 0; n < n_kills || (killed_saving <= n_kills / 10 && n < 10 * n_kills); n++)
    {
      pid_t child;
      int status;

      progress->kept = progress->kept_begun = 0;
      progress->forgetting = FALSE;
      progress->begun = progress->done = g_file_test (path, G_FILE_TEST_EXISTS) ? read_document (path) : 0;
      child = fork ();
      g_assert_cmpint (child, >=, 0);
      if (child == 0)
        work (path, state_folder, progress);
      await_start (progress);
      g_usleep ((gulong) g_test_rand_int_range (0, MAX_MICROSECONDS));
      kill (child, SIGKILL);
      waitpid (child, &status, 0);
      g_assert_true (WIFSIGNALED (status) && WTERMSIG (status) == SIGKILL);
      killed_saving += progress->begun != progress->done || progress->kept_begun != progress->kept;
      check (path, state_folder, progress);
    }
  /* Otherwise nothing was tested. */
  g_assert_cmpuint (killed_saving, >, n_kills / 10);
  g_test_message ("%u of %u while something was being written, %" G_GUINT64_FORMAT " documents saved", killed_saving, n, progress->done);
  munmap (progress, sizeof *progress);
  remove_all (folder);
}

static void
test_in_memory (void)
{
  kill_often (g_access ("/dev/shm", W_OK) == 0 ? "/dev/shm" : g_get_tmp_dir (), N_KILLS);
}

static void
test_on_disk (void)
{
  kill_often (g_get_tmp_dir (), N_KILLS_ON_DISK);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/kill/in-memory", test_in_memory);
  g_test_add_func ("/kill/on-disk", test_on_disk);
  return g_test_run ();
}
