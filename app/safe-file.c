/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE
#include "app/safe-file.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/base/i18n.h"

/* What a program that was killed leaves beside a file is removed by a later one. */
#define PART_PREFIX ".systole-"
#define PART_SUFFIX ".part"
#define MAX_ATTEMPTS 100 /* to find a name that nobody has */
#define PART_LASTS 3600  /* seconds: nobody writes that long */

typedef struct
{
  char *path;   /* of the file itself, links followed */
  char *folder; /* that it is in */
  char *name;   /* for people */
  gboolean exists;
  struct stat status; /* if it exists */
} Target;

static void
target_clear (Target *self)
{
  g_free (self->path);
  g_free (self->folder);
  g_free (self->name);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Target, target_clear)

/* The sentence for what the system answered; @kept: what was there is still there. */
static gboolean
fail_writing (const Target *target, int number, GError **error)
{
  g_autofree char *folder = g_filename_display_name (target->folder);
  int code = (int) g_io_error_from_errno (number);

  switch (number)
    {
    case ENOSPC:
    case EDQUOT:
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_NO_SPACE, _ ("There is no room left for “%s”. Nothing that was saved before is lost: make room, or save in another place."), target->name);
      break;
    case EFBIG:
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_NO_SPACE, _ ("“%s” would be larger than files may be here. Nothing that was saved before is lost: save in another place."), target->name);
      break;
    case EACCES:
    case EPERM:
    case EROFS:
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_PERMISSION_DENIED, _ ("“%s” cannot be saved: the folder “%s” is read-only. Save in another place."), target->name, folder);
      break;
    case ENOENT:
    case ENOTDIR:
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, _ ("“%s” cannot be saved: there is no folder “%s” any more. Save in another place."), target->name, folder);
      break;
    default:
      g_set_error (error, G_IO_ERROR, code, _ ("“%s” cannot be saved: %s. Nothing that was saved before is lost."), target->name, g_strerror (number));
    }
  return FALSE;
}

static gboolean
fail_reading (const char *path, int number, GError **error)
{
  g_autofree char *name = g_filename_display_basename (path);
  int code = (int) g_io_error_from_errno (number);

  switch (number)
    {
    case ENOENT:
    case ENOTDIR:
      g_set_error (error, G_IO_ERROR, code, _ ("“%s” cannot be opened: it is not there any more."), name);
      break;
    case EACCES:
    case EPERM:
      g_set_error (error, G_IO_ERROR, code, _ ("“%s” cannot be opened: you are not allowed to read it."), name);
      break;
    case EISDIR:
      g_set_error (error, G_IO_ERROR, code, _ ("“%s” cannot be opened: it is a folder."), name);
      break;
    default:
      g_set_error (error, G_IO_ERROR, code, _ ("“%s” cannot be opened: %s."), name, g_strerror (number));
    }
  return FALSE;
}

static char *
state_of (const struct stat *status)
{
  return g_strdup_printf ("%" PRIu64 "-%" PRId64 "-%" PRId64 ".%09ld", (guint64) status->st_ino, (gint64) status->st_size, (gint64) status->st_mtim.tv_sec, status->st_mtim.tv_nsec);
}

/* Where a link points, also one whose target is not there yet. */
static char *
follow_links (const char *path)
{
  char *now = g_strdup (path);

  for (int hops = 0; hops < 40; hops++)
    {
      g_autofree char *link = g_file_read_link (now, NULL);
      g_autofree char *folder = NULL;
      char *next;

      if (link == NULL)
        break;
      folder = g_path_get_dirname (now);
      next = g_path_is_absolute (link) ? g_strdup (link) : g_build_filename (folder, link, NULL);
      g_free (now);
      now = next;
    }
  return now;
}

static gboolean
find_target (const char *path, Target *target, GError **error)
{
  target->path = follow_links (path);
  target->folder = g_path_get_dirname (target->path);
  target->name = g_filename_display_basename (path);
  target->exists = stat (target->path, &target->status) == 0;
  if (!target->exists && errno != ENOENT)
    return fail_writing (target, errno, error);
  if (!target->exists)
    return TRUE;
  if (!S_ISREG (target->status.st_mode))
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_REGULAR_FILE, _ ("“%s” cannot be saved: there is a folder or a device of that name. Save under another name."), target->name);
      return FALSE;
    }
  if (faccessat (AT_FDCWD, target->path, W_OK, AT_EACCESS) != 0)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_PERMISSION_DENIED, _ ("“%s” is read-only. Save under another name."), target->name);
      return FALSE;
    }
  return TRUE;
}

static char *
part_path (const char *folder)
{
  g_autofree char *name = g_strdup_printf (PART_PREFIX "%x-%08x" PART_SUFFIX, (unsigned) getpid (), g_random_int ());

  return g_build_filename (folder, name, NULL);
}

static gboolean
write_all (int fd, const char *data, gsize length)
{
  while (length > 0)
    {
      gssize n = write (fd, data, length);

      if (n < 0 && errno == EINTR)
        continue;
      if (n < 0)
        return FALSE;
      data += n;
      length -= (gsize) n;
    }
  return fsync (fd) == 0;
}

/* A whole file on disk beside the target. Returns: its path, NULL with errno */
static char *
make_part (const Target *target, const char *data, gsize length)
{
  g_autofree char *path = NULL;
  int fd = -1, number;

  for (int attempts = 0; fd < 0 && attempts < MAX_ATTEMPTS; attempts++)
    {
      g_free (path);
      path = part_path (target->folder);
      fd = g_open (path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
      if (fd < 0 && errno != EEXIST)
        return NULL;
    }
  if (fd < 0)
    return NULL;
  /* The owner first: changing it takes rights away. Others' files stay readable to us. */
  if (target->exists && fchown (fd, target->status.st_uid, target->status.st_gid) != 0)
    errno = 0;
  if ((!target->exists || fchmod (fd, target->status.st_mode & 07777) == 0) && write_all (fd, data, length))
    number = close (fd) == 0 ? 0 : errno;
  else
    {
      number = errno;
      close (fd);
    }
  if (number == 0)
    return g_steal_pointer (&path);
  g_unlink (path);
  errno = number;
  return NULL;
}

/* The content of the target under a second name. Returns: its path, NULL with errno */
static char *
make_copy (const Target *target)
{
  g_autofree char *path = part_path (target->folder);
  g_autofree char *data = NULL;
  gsize length;

  for (int attempts = 0; attempts < MAX_ATTEMPTS; attempts++)
    {
      if (link (target->path, path) == 0)
        return g_steal_pointer (&path);
      if (errno != EEXIST)
        break;
      g_free (path);
      path = part_path (target->folder);
    }
  /* Not every file system has links. */
  if (!g_file_get_contents (target->path, &data, &length, NULL))
    {
      errno = EIO;
      return NULL;
    }
  return make_part (target, data, length);
}

static gboolean
rename_or_remove (const char *from, const char *to)
{
  int number;

  if (g_rename (from, to) == 0)
    return TRUE;
  number = errno;
  g_unlink (from);
  errno = number;
  return FALSE;
}

/* An empty file is no backup of anything; the older one is better. */
static gboolean
make_backup (const Target *target)
{
  g_autofree char *backup = g_strconcat (target->path, "~", NULL);
  g_autofree char *copy = NULL;

  if (!target->exists || target->status.st_size == 0)
    return TRUE;
  copy = make_copy (target);
  return copy != NULL && rename_or_remove (copy, backup);
}

static void
sync_folder (const char *folder)
{
  int fd = g_open (folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0);

  if (fd < 0)
    return;
  /* Some file systems cannot; there is nothing to do about it. */
  if (fsync (fd) != 0)
    errno = 0;
  close (fd);
}

static void
remove_old_parts (const char *folder)
{
  GDir *names = g_dir_open (folder, 0, NULL);
  const char *name;

  while (names != NULL && (name = g_dir_read_name (names)) != NULL)
    {
      g_autofree char *path = NULL;
      GStatBuf status;

      if (!g_str_has_prefix (name, PART_PREFIX) || !g_str_has_suffix (name, PART_SUFFIX))
        continue;
      path = g_build_filename (folder, name, NULL);
      if (g_lstat (path, &status) == 0 && S_ISREG (status.st_mode) && g_get_real_time () / G_USEC_PER_SEC - status.st_ctime > PART_LASTS)
        g_unlink (path);
    }
  if (names != NULL)
    g_dir_close (names);
}

static gboolean
is_same (const Target *target, const char *data, gsize length)
{
  g_autofree char *there = NULL;
  gsize there_length;

  return target->exists && (gsize) target->status.st_size == length && g_file_get_contents (target->path, &there, &there_length, NULL) &&
         there_length == length && memcmp (there, data, length) == 0;
}

/**
 * systole_safe_file_write:
 * @known_state: (nullable): of the file when it was last read or written here; another
 *   one now gives %G_IO_ERROR_WRONG_ETAG. NULL: whatever is there is replaced
 * @state: (out) (optional): of what was written
 *
 * Replaces the content of a file, or makes the file. The same content is not written
 * again, so that the backup stays one of something else. Blocks until the disk has it.
 *
 * Returns: FALSE with a sentence; what was there is untouched
 */
gboolean
systole_safe_file_write (const char *path, const char *data, gsize length, SystoleSafeFileFlags flags, const char *known_state, char **state, GError **error)
{
  g_auto (Target) target = { NULL };
  g_autofree char *part = NULL;

  if (!find_target (path, &target, error))
    return FALSE;
  if (target.exists && known_state != NULL)
    {
      g_autofree char *now = state_of (&target.status);

      if (strcmp (now, known_state) != 0)
        {
          g_set_error (error, G_IO_ERROR, G_IO_ERROR_WRONG_ETAG, _ ("“%s” was changed by another program. Save again to replace it, or save under another name."), target.name);
          return FALSE;
        }
    }
  if (!is_same (&target, data, length))
    {
      part = make_part (&target, data, length);
      if (part == NULL)
        return fail_writing (&target, errno, error);
      if ((flags & SYSTOLE_SAFE_FILE_BACKUP) != 0 && !make_backup (&target))
        {
          int number = errno;

          g_unlink (part);
          return fail_writing (&target, number, error);
        }
      if (!rename_or_remove (part, target.path))
        return fail_writing (&target, errno, error);
      sync_folder (target.folder);
      remove_old_parts (target.folder);
    }
  if (state != NULL)
    *state = systole_safe_file_get_state (target.path);
  return TRUE;
}

static gboolean
read_all (int fd, const struct stat *status, gsize max_bytes, GString *text)
{
  g_autofree char *piece = g_malloc (1 << 16);
  gssize n;

  if (S_ISDIR (status->st_mode))
    {
      errno = EISDIR;
      return FALSE;
    }
  while (text->len <= max_bytes)
    {
      n = read (fd, piece, 1 << 16);
      if (n < 0 && errno == EINTR)
        continue;
      if (n <= 0)
        return n == 0;
      g_string_append_len (text, piece, n);
    }
  return TRUE;
}

/**
 * systole_safe_file_read:
 * @max_bytes: of a longer file only some more than this is read
 * @data: (out): with a NUL behind it
 * @state: (out) (optional): of what was read
 *
 * Returns: FALSE with a sentence
 */
gboolean
systole_safe_file_read (const char *path, gsize max_bytes, char **data, gsize *length, char **state, GError **error)
{
  g_autoptr (GString) text = g_string_new (NULL);
  struct stat status;
  int fd = g_open (path, O_RDONLY | O_CLOEXEC | O_NONBLOCK, 0);
  int number = 0;

  if (fd < 0)
    return fail_reading (path, errno, error);
  if (fstat (fd, &status) != 0 || !read_all (fd, &status, max_bytes, text))
    number = errno;
  close (fd);
  if (number != 0)
    return fail_reading (path, number, error);
  if (state != NULL)
    *state = state_of (&status);
  *length = text->len;
  *data = g_string_free (g_steal_pointer (&text), FALSE);
  return TRUE;
}

char *
systole_safe_file_get_state (const char *path)
{
  struct stat status;

  return stat (path, &status) == 0 ? state_of (&status) : NULL;
}
