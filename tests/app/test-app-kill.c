/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gstdio.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "app/autosave.h"
#include "app/safe-file.h"
#include "engine/scenario/scenario.h"

/* A program is killed while it saves and autosaves: whatever it had saved is there, whole,
 * and so is the backup. Once at a random one of the calls that change something on disk
 * (before it, after it, or when half of the bytes are written), which are wrapped by the
 * linker; and once from outside, whatever it is doing. */

#define N_STOPS 240 /* each of them inside of a save or an autosave */
#define N_STOPS_ON_DISK 30
#define N_KILLS 60 /* from outside, at any time */
#define MAX_MICROSECONDS 6000

typedef enum
{
  STOP_BEFORE,
  STOP_AFTER,
  STOP_HALF, /* of what is written; of other calls as after */
  N_STOP_KINDS
} StopKind;

/* Seen by the program and by who kills it: what was begun and what was done */
typedef struct
{
  guint64 calls;   /* that changed something, so far */
  guint64 stop_at; /* the call that is the last one, from 1; 0: none */
  StopKind stop_kind;
  guint64 begun, done;      /* saving */
  guint64 kept_begun, kept; /* autosaving */
  gboolean forgetting;      /* or it was forgotten */
} Progress;

static volatile Progress *progress; /* of the program that runs in this process; NULL: of none */

/* Counts a call. Returns: whether the program ends at it */
static gboolean
is_last (void)
{
  return progress != NULL && ++progress->calls == progress->stop_at;
}

static void
end_here (void)
{
  kill (getpid (), SIGKILL);
}

/* clang-format off */
#define WRAP(name, parameters, arguments)                    \
  int __real_##name parameters;                              \
  int __wrap_##name parameters;                              \
  int                                                        \
  __wrap_##name parameters                                   \
  {                                                          \
    gboolean last = is_last ();                              \
    int result;                                              \
                                                             \
    if (last && progress->stop_kind == STOP_BEFORE)          \
      end_here ();                                           \
    result = __real_##name arguments;                        \
    if (last)                                                \
      end_here ();                                           \
    return result;                                           \
  }
/* clang-format on */

WRAP (fsync, (int fd), (fd))
WRAP (fchmod, (int fd, mode_t mode), (fd, mode))
WRAP (link, (const char *from, const char *to), (from, to))
WRAP (rename, (const char *from, const char *to), (from, to))
WRAP (unlink, (const char *path), (path))
WRAP (close, (int fd), (fd))

ssize_t __real_write (int fd, const void *data, size_t n);
ssize_t __wrap_write (int fd, const void *data, size_t n);

ssize_t
__wrap_write (int fd, const void *data, size_t n)
{
  gboolean last = is_last ();
  ssize_t result = 0;

  if (last && progress->stop_kind == STOP_BEFORE)
    end_here ();
  result = __real_write (fd, data, last && progress->stop_kind == STOP_HALF ? n / 2 : n);
  if (last)
    end_here ();
  return result;
}

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
work (const char *path, const char *state_folder, volatile Progress *shared)
{
  g_autoptr (GError) error = NULL;
  SystoleAutosave *autosave = systole_autosave_new (state_folder, &error);

  progress = shared;
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
check (const char *path, const char *state_folder, const Progress *seen)
{
  g_autofree char *backup = g_strconcat (path, "~", NULL);
  g_autoptr (GPtrArray) found = systole_autosave_find (state_folder);

  if (seen->done > 0)
    {
      guint64 number = read_document (path);

      g_assert_cmpuint (number, >=, seen->done);
      g_assert_cmpuint (number, <=, seen->begun);
    }
  if (seen->done > 1)
    g_assert_cmpuint (read_document (backup), >=, seen->done - 1);
  if (seen->kept > 0 && !seen->forgetting && found->len == 0)
    g_assert_cmpuint (seen->kept, <, seen->kept_begun);
  for (guint i = 0; i < found->len; i++)
    {
      SystoleUnsaved *unsaved = g_ptr_array_index (found, i);
      guint64 number = read_document (unsaved->path);
      g_autoptr (SystoleAutosave) adopted = systole_autosave_adopt (state_folder, unsaved, NULL);

      g_assert_cmpuint (number, >=, seen->forgetting ? 0 : seen->kept);
      g_assert_cmpuint (number, <=, seen->kept_begun);
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
await_start (const volatile Progress *seen)
{
  gint64 end = g_get_monotonic_time () + 30 * G_TIME_SPAN_SECOND;

  while (seen->kept_begun == 0 && g_get_monotonic_time () < end)
    g_usleep (100);
}

/* A folder, and the program that works in it again and again */
typedef struct
{
  char *folder, *state_folder, *path;
  Progress *seen;
} Victim;

static void
victim_init (Victim *self, const char *where)
{
  self->folder = g_build_filename (where, "systole-kill-XXXXXX", NULL);
  g_assert_nonnull (g_mkdtemp (self->folder)); /* now it has its name */
  self->state_folder = g_build_filename (self->folder, "state", NULL);
  self->path = g_build_filename (self->folder, "two machines.systole", NULL);
  self->seen = mmap (NULL, sizeof *self->seen, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  g_assert_true (self->seen != MAP_FAILED);
}

static void
victim_clear (Victim *self)
{
  munmap (self->seen, sizeof *self->seen);
  remove_all (self->folder);
  g_free (self->folder);
  g_free (self->state_folder);
  g_free (self->path);
}

/* @stop_at: as in Progress; 0: it is killed from outside */
static void
run_and_kill (Victim *self, guint64 stop_at, StopKind kind)
{
  Progress *seen = self->seen;
  pid_t child;
  int status;

  seen->calls = seen->kept = seen->kept_begun = 0;
  seen->forgetting = FALSE;
  seen->stop_at = stop_at;
  seen->stop_kind = kind;
  seen->begun = seen->done = g_file_test (self->path, G_FILE_TEST_EXISTS) ? read_document (self->path) : 0;
  child = fork ();
  g_assert_cmpint (child, >=, 0);
  if (child == 0)
    work (self->path, self->state_folder, seen);
  if (stop_at == 0)
    {
      await_start (seen);
      g_usleep ((gulong) g_test_rand_int_range (0, MAX_MICROSECONDS));
      kill (child, SIGKILL);
    }
  waitpid (child, &status, 0);
  g_assert_true (WIFSIGNALED (status) && WTERMSIG (status) == SIGKILL);
  check (self->path, self->state_folder, seen);
}

/* Every kind of stop at every call of the first saves, then at random ones. */
static void
stop_often (const char *where, guint n_stops)
{
  Victim victim;
  guint saving = 0, autosaving = 0;

  victim_init (&victim, where);
  for (guint n = 0; n < n_stops; n++)
    {
      guint64 stop_at = n < n_stops / 2 ? n / N_STOP_KINDS + 1 : (guint64) g_test_rand_int_range (1, 100);

      run_and_kill (&victim, stop_at, n % N_STOP_KINDS);
      g_assert_cmpuint (victim.seen->calls, ==, stop_at);
      saving += victim.seen->begun != victim.seen->done;
      autosaving += victim.seen->kept_begun != victim.seen->kept || victim.seen->forgetting;
    }
  /* Otherwise one of the two was not tested. */
  g_assert_cmpuint (saving, >, n_stops / 12);
  g_assert_cmpuint (autosaving, >, n_stops / 12);
  g_assert_cmpuint (saving + autosaving, >=, n_stops);
  g_test_message ("%u inside of a save, %u inside of an autosave", saving, autosaving);
  victim_clear (&victim);
}

static const char *
memory_folder (void)
{
  return g_access ("/dev/shm", W_OK) == 0 ? "/dev/shm" : g_get_tmp_dir ();
}

static void
test_stop_in_memory (void)
{
  stop_often (memory_folder (), N_STOPS);
}

static void
test_stop_on_disk (void)
{
  stop_often (g_get_tmp_dir (), N_STOPS_ON_DISK);
}

static void
test_from_outside (void)
{
  Victim victim;

  victim_init (&victim, memory_folder ());
  for (guint n = 0; n < N_KILLS; n++)
    run_and_kill (&victim, 0, STOP_BEFORE);
  victim_clear (&victim);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/kill/stop/in-memory", test_stop_in_memory);
  g_test_add_func ("/kill/stop/on-disk", test_stop_on_disk);
  g_test_add_func ("/kill/from-outside", test_from_outside);
  return g_test_run ();
}
