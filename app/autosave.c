/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/autosave.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "app/safe-file.h"
#include "engine/base/i18n.h"

#define LOCK_SUFFIX ".lock"
#define DOCUMENT_SUFFIX ".systole"

struct _SystoleAutosave
{
  gatomicrefcount ref_count;
  char *lock_path, *path;
  int lock; /* file descriptor; the lock ends with the process, however it ends */
  char *origin;
  guint attempts;
  gboolean leaves; /* what is written stays for the next start */

  GMutex mutex;     /* of the rest: the document is written in another thread */
  gboolean writing; /* now */
  gboolean wanted;  /* FALSE: what is being written goes again at once */
};

static char *
path_of (const char *folder, const char *id, const char *suffix)
{
  g_autofree char *name = g_strconcat (id, suffix, NULL);

  return g_build_filename (folder, name, NULL);
}

/**
 * systole_autosave_get_folder:
 *
 * Returns: (transfer full): where unsaved changes of this user are kept
 */
char *
systole_autosave_get_folder (void)
{
  return g_build_filename (g_get_user_state_dir (), "systole", "unsaved", NULL);
}

static gboolean
fail (const char *folder, GError **error)
{
  int number = errno;
  g_autofree char *name = g_filename_display_name (folder);

  g_set_error (error, G_IO_ERROR, (int) g_io_error_from_errno (number), _ ("Unsaved changes cannot be kept safe in the folder “%s”: %s. Save often."), name, g_strerror (number));
  return FALSE;
}

/* The lock file: the URI, then how often recovering began. It is tiny, and what it says
 * can be lost without a document being lost. */
static void
write_lock (SystoleAutosave *self)
{
  g_autofree char *text = g_strdup_printf ("%s\n%u\n", self->origin != NULL ? self->origin : "", self->attempts);

  if (lseek (self->lock, 0, SEEK_SET) != 0 || ftruncate (self->lock, 0) != 0 || write (self->lock, text, strlen (text)) < 0)
    g_debug ("%s: %s", self->lock_path, g_strerror (errno));
}

/* @fresh: the file must not be there yet. Returns: FALSE with errno, EWOULDBLOCK when
 * somebody else holds the lock */
static gboolean
take_lock (SystoleAutosave *self, gboolean fresh)
{
  self->lock = g_open (self->lock_path, O_RDWR | O_CREAT | O_CLOEXEC | (fresh ? O_EXCL : 0), 0600);
  return self->lock >= 0 && flock (self->lock, LOCK_EX | LOCK_NB) == 0;
}

static SystoleAutosave *
autosave_new (const char *folder, const char *id)
{
  SystoleAutosave *self = g_new0 (SystoleAutosave, 1);

  g_atomic_ref_count_init (&self->ref_count);
  g_mutex_init (&self->mutex);
  self->lock = -1;
  self->lock_path = path_of (folder, id, LOCK_SUFFIX);
  self->path = path_of (folder, id, DOCUMENT_SUFFIX);
  return self;
}

static void
autosave_free (SystoleAutosave *self)
{
  if (self->lock >= 0)
    close (self->lock);
  g_mutex_clear (&self->mutex);
  g_free (self->lock_path);
  g_free (self->path);
  g_free (self->origin);
  g_free (self);
}

/**
 * systole_autosave_new:
 * @folder: is made when it is not there
 *
 * Returns: (transfer full) (nullable): a place for one document, with nothing unsaved yet
 */
SystoleAutosave *
systole_autosave_new (const char *folder, GError **error)
{
  g_autofree char *id = g_uuid_string_random ();
  SystoleAutosave *self = autosave_new (folder, id);

  if (g_mkdir_with_parents (folder, 0700) != 0 || !take_lock (self, TRUE))
    {
      fail (folder, error);
      autosave_free (self);
      return NULL;
    }
  write_lock (self);
  return self;
}

/**
 * systole_autosave_adopt:
 * @unsaved: of [func@autosave_find]
 *
 * From now on the caller answers for what was left behind.
 *
 * Returns: (transfer full) (nullable): NULL when somebody else was quicker
 */
SystoleAutosave *
systole_autosave_adopt (const char *folder, const SystoleUnsaved *unsaved, GError **error)
{
  SystoleAutosave *self = autosave_new (folder, unsaved->id);

  if (!take_lock (self, FALSE))
    {
      fail (folder, error);
      autosave_free (self);
      return NULL;
    }
  self->origin = g_strdup (unsaved->origin);
  self->attempts = unsaved->attempts + 1;
  self->wanted = TRUE;
  write_lock (self);
  return self;
}

SystoleAutosave *
systole_autosave_ref (SystoleAutosave *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

/* The last one forgets what was unsaved, unless it was left behind on purpose. */
void
systole_autosave_unref (SystoleAutosave *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  if (!self->leaves)
    {
      g_unlink (self->path);
      g_unlink (self->lock_path);
    }
  autosave_free (self);
}

/**
 * systole_autosave_set_origin:
 * @uri: (nullable): of the file that the document belongs to now; NULL: as before
 *
 * The document is as it should be: a recovery that came this far ended well.
 */
void
systole_autosave_set_origin (SystoleAutosave *self, const char *uri)
{
  gboolean other = uri != NULL && g_strcmp0 (uri, self->origin) != 0;

  if (!other && self->attempts == 0)
    return;
  if (other)
    {
      g_free (self->origin);
      self->origin = g_strdup (uri);
    }
  self->attempts = 0;
  write_lock (self);
}

/**
 * systole_autosave_write:
 *
 * Blocks until the disk has the document; for a thread of its own.
 */
gboolean
systole_autosave_write (SystoleAutosave *self, const char *data, gsize length, GError **error)
{
  gboolean done;

  g_mutex_lock (&self->mutex);
  self->writing = self->wanted = TRUE;
  g_mutex_unlock (&self->mutex);
  done = systole_safe_file_write (self->path, data, length, SYSTOLE_SAFE_FILE_PLAIN, NULL, NULL, error);
  g_mutex_lock (&self->mutex);
  self->writing = FALSE;
  if (!self->wanted)
    g_unlink (self->path);
  g_mutex_unlock (&self->mutex);
  return done;
}

/**
 * systole_autosave_forget:
 *
 * Nothing is unsaved any more.
 */
void
systole_autosave_forget (SystoleAutosave *self)
{
  g_mutex_lock (&self->mutex);
  self->wanted = FALSE;
  if (!self->writing)
    g_unlink (self->path);
  g_mutex_unlock (&self->mutex);
}

/**
 * systole_autosave_leave:
 *
 * The program ends without asking: what is unsaved waits for the next start.
 */
void
systole_autosave_leave (SystoleAutosave *self)
{
  self->leaves = TRUE;
}

const char *
systole_autosave_get_path (const SystoleAutosave *self)
{
  return self->path;
}

void
systole_unsaved_free (SystoleUnsaved *self)
{
  g_free (self->id);
  g_free (self->path);
  g_free (self->origin);
  g_free (self);
}

/* TRUE when the one who wrote it is gone, or there is no lock at all. */
static gboolean
is_left (const char *lock_path)
{
  int fd = g_open (lock_path, O_RDWR | O_CLOEXEC, 0);
  gboolean left;

  if (fd < 0)
    return errno == ENOENT;
  left = flock (fd, LOCK_EX | LOCK_NB) == 0;
  close (fd);
  return left;
}

static SystoleUnsaved *
describe (const char *folder, const char *id, const char *lock_path)
{
  SystoleUnsaved *unsaved = g_new0 (SystoleUnsaved, 1);
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;

  unsaved->id = g_strdup (id);
  unsaved->path = path_of (folder, id, DOCUMENT_SUFFIX);
  if (!g_file_get_contents (lock_path, &text, NULL, NULL))
    return unsaved;
  lines = g_strsplit (text, "\n", 3);
  if (lines[0] != NULL && *lines[0] != '\0')
    unsaved->origin = g_strdup (lines[0]);
  if (lines[0] != NULL && lines[1] != NULL)
    unsaved->attempts = (guint) g_ascii_strtoull (lines[1], NULL, 10);
  return unsaved;
}

static int
compare_age (gconstpointer a, gconstpointer b)
{
  GStatBuf one, other;

  if (g_stat ((*(SystoleUnsaved *const *) a)->path, &one) != 0 || g_stat ((*(SystoleUnsaved *const *) b)->path, &other) != 0)
    return 0;
  return one.st_mtime < other.st_mtime ? -1 : one.st_mtime > other.st_mtime;
}

/**
 * systole_autosave_find:
 *
 * Locks without a document are cleared away.
 *
 * Returns: (transfer full) (element-type SystoleUnsaved): what programs that ended
 *   without saving left behind
 */
GPtrArray *
systole_autosave_find (const char *folder)
{
  GPtrArray *found = g_ptr_array_new_with_free_func ((GDestroyNotify) systole_unsaved_free);
  GDir *names = g_dir_open (folder, 0, NULL);
  const char *name;

  while (names != NULL && (name = g_dir_read_name (names)) != NULL)
    {
      gboolean is_document = g_str_has_suffix (name, DOCUMENT_SUFFIX);
      g_autofree char *id = g_strndup (name, strlen (name) - strlen (is_document ? DOCUMENT_SUFFIX : LOCK_SUFFIX));
      g_autofree char *lock_path = NULL, *path = NULL;

      if (!is_document && !g_str_has_suffix (name, LOCK_SUFFIX))
        continue;
      lock_path = path_of (folder, id, LOCK_SUFFIX);
      path = path_of (folder, id, DOCUMENT_SUFFIX);
      if (is_document ? !is_left (lock_path) : g_file_test (path, G_FILE_TEST_EXISTS) || !is_left (lock_path))
        continue;
      if (is_document)
        g_ptr_array_add (found, describe (folder, id, lock_path));
      else
        g_unlink (lock_path);
    }
  if (names != NULL)
    g_dir_close (names);
  g_ptr_array_sort (found, compare_age);
  return found;
}
