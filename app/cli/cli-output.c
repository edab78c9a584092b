/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/cli/cli-output.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "engine/base/error.h"
#include "engine/base/i18n.h"

/* errno of the first write to standard output that failed */
static int output_errno;

/**
 * systole_cli_write:
 * @text: is written to standard output and emptied
 *
 * Failures are kept for systole_cli_finish_output().
 */
void
systole_cli_write (GString *text)
{
  if (output_errno == 0 && text->len > 0 && fwrite (text->str, 1, text->len, stdout) != text->len)
    output_errno = errno;
  g_string_truncate (text, 0);
}

/* TRUE when a write has failed: nobody needs the rest. */
gboolean
systole_cli_output_is_gone (void)
{
  return output_errno != 0;
}

/**
 * systole_cli_finish_output:
 *
 * Returns: FALSE if not all of the output could be written; @error is left unset where
 *   the reader has simply gone away (a closed pipe), which deserves no words
 */
gboolean
systole_cli_finish_output (GError **error)
{
  if (fflush (stdout) != 0 && output_errno == 0)
    output_errno = errno;
  if (output_errno == 0)
    return TRUE;
  if (output_errno != EPIPE)
    g_set_error (error, G_FILE_ERROR, (int) g_file_error_from_errno (output_errno), _ ("standard output: %s"), g_strerror (output_errno));
  return FALSE;
}

static gboolean
fail (const char *path, GError **error)
{
  int saved = errno;
  g_autofree char *name = g_filename_display_name (path);

  g_set_error (error, G_FILE_ERROR, (int) g_file_error_from_errno (saved), "%s: %s", name, g_strerror (saved));
  return FALSE;
}

/**
 * systole_cli_read_file:
 * @path: a file, or "-" for standard input
 * @max_bytes: a longer file is refused without being read to its end
 *
 * Returns: FALSE with the name and the reason
 */
gboolean
systole_cli_read_file (const char *path, gsize max_bytes, char **data, gsize *length, GError **error)
{
  gboolean standard = strcmp (path, "-") == 0;
  int fd = standard ? STDIN_FILENO : g_open (path, O_RDONLY | O_CLOEXEC, 0);
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *piece = g_malloc (1 << 16);
  gssize n = -1;

  if (fd < 0)
    return fail (path, error);
  while (text->len <= max_bytes)
    {
      n = read (fd, piece, 1 << 16);
      if (n < 0 && errno == EINTR)
        continue;
      if (n <= 0)
        break;
      g_string_append_len (text, piece, n);
    }
  if (n < 0)
    fail (path, error);
  if (!standard)
    close (fd);
  if (n < 0)
    return FALSE;
  if (text->len > max_bytes)
    {
      g_autofree char *name = g_filename_display_name (path);
      g_autofree char *most = g_format_size_full (max_bytes, G_FORMAT_SIZE_IEC_UNITS);

      g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_CAPACITY, _ ("%s: the file is larger than %s, the most that is read"), name, most);
      return FALSE;
    }
  *length = text->len;
  *data = g_string_free (g_steal_pointer (&text), FALSE);
  return TRUE;
}

static gboolean
is_replaceable (const char *path)
{
  GStatBuf status;

  return g_lstat (path, &status) != 0 ? errno == ENOENT : S_ISREG (status.st_mode);
}

/**
 * systole_cli_write_file:
 * @path: a file, or "-" for standard output
 *
 * Writes the whole file or leaves what was there: a regular file is replaced at once,
 * anything else (a device, a link) is written through.
 */
gboolean
systole_cli_write_file (const char *path, const char *data, gsize length, GError **error)
{
  FILE *file;

  if (strcmp (path, "-") == 0)
    {
      g_autoptr (GString) text = g_string_new_len (data, (gssize) length);

      systole_cli_write (text);
      return TRUE;
    }
  if (is_replaceable (path))
    {
      g_autoptr (GError) local = NULL;
      g_autofree char *name = g_filename_display_name (path);

      if (g_file_set_contents_full (path, data, (gssize) length, G_FILE_SET_CONTENTS_CONSISTENT, 0666, &local))
        return TRUE;
      g_set_error (error, local->domain, local->code, "%s: %s", name, local->message);
      return FALSE;
    }
  file = g_fopen (path, "wbe");
  if (file == NULL)
    return fail (path, error);
  if (fwrite (data, 1, length, file) != length)
    {
      fail (path, error);
      fclose (file);
      return FALSE;
    }
  return fclose (file) == 0 || fail (path, error);
}

/**
 * systole_cli_complain:
 *
 * One line on standard error, whatever the message holds.
 */
void
systole_cli_complain (const char *message)
{
  g_autofree char *line = g_utf8_make_valid (message, -1);

  g_strchomp (line);
  for (char *p = line; *p != '\0'; p++)
    if (g_ascii_iscntrl (*p)) /* a name with an escape sequence must not reach the terminal as one */
      *p = *p == '\r' || *p == '\n' || *p == '\t' ? ' ' : '?';
  fprintf (stderr, "%s\n", line);
}
