/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include <glib/gstdio.h>

#include "app/export/picture-file.h"
#include "label-checks.h"
#include "paint-fixture.h"

/*
 * Every view that can be exported, from the one table that they are in: its labels are the same
 * whatever the kind of file. Where they stand, view-labels tests.
 */

typedef struct
{
  const char *name;
  const char *machines[2];
  guint64 m, n, k, cycle;
  SystoleFormat format;
  gboolean only_new; /* views that no scene before it had */
} Scene;

static const Scene scenes[] = {
  { "bare", { "array:rows=8,cols=8,dataflow=ws", "sm:" }, 8, 8, 8, 18, SYSTOLE_FORMAT_INT8, FALSE },
  { "bare-b", { "sm:", "array:rows=8,cols=8,dataflow=os" }, 8, 8, 8, 18, SYSTOLE_FORMAT_INT8, TRUE },
  { "chips", { "google-tpu-v5e", "nvidia-h100-sxm" }, 512, 512, 512, 4000, SYSTOLE_FORMAT_BF16, FALSE },
  { "chips-b", { "nvidia-h100-sxm", "google-tpu-v5e" }, 512, 512, 512, 4000, SYSTOLE_FORMAT_BF16, TRUE },
};

static void
init_picture (const Scene *scene, SystoleRun *runs[2], SystolePicture *out)
{
  for (guint i = 0; i < 2; i++)
    runs[i] = paint_fixture_run (scene->machines[i], scene->m, scene->n, scene->k, scene->format);
  *out = (SystolePicture){ .runs = (const SystoleRun *const *) runs, .n_lanes = 2, .cycle = scene->cycle, .row = 4, .column = 2, .width = 1024, .height = 640 };
}

/* Each view of the table is drawn in at least one scene. */
static void
test_all (void)
{
  const SystolePictureView *view;

  for (guint i = 0; (view = systole_picture_view_get (i)) != NULL; i++)
    {
      guint n = 0;

      for (guint s = 0; s < G_N_ELEMENTS (scenes); s++)
        {
          SystolePicture picture;
          SystoleRun *runs[2];

          init_picture (&scenes[s], runs, &picture);
          n += systole_picture_check (&picture, view, NULL);
          for (guint r = 0; r < 2; r++)
            systole_run_unref (runs[r]);
        }
      g_test_message ("%s: %u scenes", systole_picture_view_get_title (view), n);
      g_assert_cmpuint (n, >, 0);
    }
}

static GBytes *
encode (const SystolePicture *like, const SystolePictureView *view, const char *ending, GArray *labels)
{
  SystolePicture picture = *like;
  g_autoptr (GError) error = NULL;
  GBytes *bytes;

  systole_paint_style_init (&picture.style, SYSTOLE_SCHEME_LIGHT);
  picture.style.labels = labels;
  bytes = systole_picture_encode (&picture, view, systole_picture_kind_find (ending), 1, &error);
  g_assert_no_error (error);
  return bytes;
}

/* A program's answer to a file's bytes, without any space; NULL: it is not installed. */
static char *
extract_text (GBytes *pdf)
{
  g_autofree char *path = NULL, *output = NULL;
  g_autofree char *program = g_find_program_in_path ("pdftotext");
  int file;
  gsize length;
  const char *content = g_bytes_get_data (pdf, &length);
  const char *arguments[] = { program, "-raw", NULL, "-", NULL };
  g_autoptr (GString) text = g_string_new (NULL);

  if (program == NULL)
    return NULL;
  file = g_file_open_tmp ("systole-XXXXXX.pdf", &path, NULL);
  g_close (file, NULL);
  g_assert_true (g_file_set_contents (path, content, (gssize) length, NULL));
  arguments[2] = path;
  g_assert_true (g_spawn_sync (NULL, (char **) arguments, NULL, G_SPAWN_DEFAULT, NULL, NULL, &output, NULL, NULL, NULL));
  g_unlink (path);
  for (const char *at = output; *at != '\0'; at = g_utf8_next_char (at))
    if (!g_unichar_isspace (g_utf8_get_char (at)) && g_utf8_get_char (at) != 0x0c)
      g_string_append_unichar (text, g_utf8_get_char (at));
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* Words, not whole labels: what is read out of a PDF has its own order of lines. */
static void
assert_words (const char *text, const char *label)
{
  g_autoptr (GString) word = g_string_new (NULL);

  for (const char *at = label;; at = g_utf8_next_char (at))
    {
      gunichar letter = *at != '\0' ? g_utf8_get_char (at) : ' ';

      if (!g_unichar_isspace (letter))
        {
          g_string_append_unichar (word, letter);
          continue;
        }
      if (strstr (text, word->str) == NULL)
        {
          g_test_message ("“%s” of “%s” is not in the text of the PDF", word->str, label);
          g_test_fail ();
        }
      g_string_truncate (word, 0);
      if (*at == '\0')
        return;
    }
}

static void
check_files (const SystolePicture *picture, const SystolePictureView *view)
{
  g_autoptr (GArray) png = systole_labels_new (), svg = systole_labels_new (), pdf = systole_labels_new ();
  g_autoptr (GBytes) png_bytes = encode (picture, view, ".png", png), svg_bytes = encode (picture, view, ".svg", svg), pdf_bytes = encode (picture, view, ".pdf", pdf);
  g_autofree char *text = extract_text (pdf_bytes);
  g_autofree char *source = g_strndup (g_bytes_get_data (svg_bytes, NULL), g_bytes_get_size (svg_bytes));
  char *end = strstr (source, "</desc>");

  g_test_message ("%s: %u labels", systole_picture_view_get_title (view), png->len);
  for (guint i = 0; i < MAX (png->len, svg->len) && png->len != svg->len; i++)
    g_test_message ("%s | %s", i < png->len ? g_array_index (png, SystoleLabel, i).text : "", i < svg->len ? g_array_index (svg, SystoleLabel, i).text : "");
  g_assert_cmpuint (png->len, >, 0);
  g_assert_cmpuint (svg->len, ==, png->len);
  g_assert_cmpuint (pdf->len, ==, png->len);
  g_assert_nonnull (strstr (source, "<title>"));
  g_assert_nonnull (end);
  *end = '\0';
  for (guint i = 0; i < png->len; i++)
    {
      const char *label = g_array_index (png, SystoleLabel, i).text;
      g_autofree char *line = g_markup_printf_escaped ("\n%s", label);

      g_assert_cmpstr (g_array_index (svg, SystoleLabel, i).text, ==, label);
      g_assert_cmpstr (g_array_index (pdf, SystoleLabel, i).text, ==, label);
      g_assert_nonnull (strstr (source, line));
      if (text != NULL)
        assert_words (text, label);
    }
}

/* Whether an earlier scene has drawn it. */
static gboolean
is_checked (const SystolePictureView *view)
{
  static GHashTable *checked;

  if (checked == NULL)
    checked = g_hash_table_new (NULL, NULL);
  return !g_hash_table_add (checked, (gpointer) view);
}

static void
test_files (gconstpointer data)
{
  const Scene *scene = data;
  g_autoptr (SystolePictureMap) map = NULL;
  const SystolePictureView *view;
  SystolePicture picture;
  SystoleRun *runs[2];

  init_picture (scene, runs, &picture);
  for (guint i = 0; (view = systole_picture_view_get (i)) != NULL; i++)
    {
      if (!systole_picture_check (&picture, view, NULL) || (scene->only_new && is_checked (view)))
        continue;
      is_checked (view);
      if (map == NULL)
        g_assert_true (systole_picture_need_map (&picture, view, NULL, NULL, &map, NULL, NULL, NULL));
      check_files (&picture, view);
    }
  for (guint i = 0; i < 2; i++)
    systole_run_unref (runs[i]);
}

int
main (int argc, char **argv)
{
  label_checks_init (&argc, &argv);
  for (guint i = 0; i < G_N_ELEMENTS (scenes); i++)
    {
      g_autofree char *files = g_strdup_printf ("/pictures/files/%s", scenes[i].name);

      if (g_getenv ("SYSTOLE_SLOW_CHECKER") == NULL || i % 2 == 0)
        g_test_add_data_func (files, &scenes[i], test_files);
    }
  g_test_add_func ("/pictures/all", test_all);
  return g_test_run ();
}
