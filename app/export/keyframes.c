/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/export/keyframes.h"

#include <inttypes.h>

#include "app/export/pdf.h"
#include "engine/base/error.h"
#include "engine/base/i18n.h"
#include "widgets/paint-paragraph.h"

#define MAX_STRETCHES 4096u
#define CAPTION_PX 15.0
#define CAPTION_LINES 3u
#define CAPTION_MARGIN 16.0
#define CAPTION_HEIGHT 84.0

static gint
compare_cycles (gconstpointer a, gconstpointer b)
{
  guint64 x = *(const guint64 *) a, y = *(const guint64 *) b;

  return x < y ? -1 : x > y;
}

static void
add (GArray *cycles, guint64 cycle)
{
  for (guint i = 0; i < cycles->len; i++)
    if (g_array_index (cycles, guint64, i) == cycle)
      return;
  if (cycles->len < SYSTOLE_MAX_KEYFRAMES)
    g_array_append_val (cycles, cycle);
}

/* The middle of the longest stretch of each phase: where the phase is most itself. */
static void
add_phases (const SystoleRun *run, GArray *cycles)
{
  g_autofree SystoleStretch *stretches = g_new (SystoleStretch, MAX_STRETCHES);
  guint n = systole_run_get_strip (run, stretches, MAX_STRETCHES);

  for (guint phase = 0; phase < SYSTOLE_N_PHASES; phase++)
    {
      const SystoleStretch *longest = NULL;

      for (guint i = 0; i < n; i++)
        if (stretches[i].phase == (SystolePhase) phase && (longest == NULL || stretches[i].end - stretches[i].start > longest->end - longest->start))
          longest = &stretches[i];
      if (longest != NULL)
        add (cycles, longest->start + (longest->end - longest->start) / 2);
    }
}

/**
 * systole_keyframes_find:
 * @out: (out caller-allocates): cycles of the picture's lane, ascending
 * @max: room in @out; SYSTOLE_MAX_KEYFRAMES is enough
 *
 * The first and the last cycle, the reader's bookmarks, the first result, and the heart of
 * each phase: in this order where there is not room for all.
 *
 * Returns: how many
 */
guint
systole_keyframes_find (const SystolePicture *picture, guint64 *out, guint max)
{
  const SystoleRun *run = picture->runs[picture->lane];
  guint64 last = systole_run_get_n_cycles (run) - 1, event;
  g_autoptr (GArray) cycles = g_array_new (FALSE, FALSE, sizeof (guint64));
  SystoleEvents kind;
  guint n;

  add (cycles, 0);
  add (cycles, last);
  if (picture->scenario != NULL && picture->scenario->view.present)
    for (guint i = 0; i < picture->scenario->view.bookmarks->len; i++)
      {
        const SystoleBookmark *bookmark = &g_array_index (picture->scenario->view.bookmarks, SystoleBookmark, i);

        if (bookmark->lane == picture->lane)
          add (cycles, MIN (bookmark->cycle, last));
      }
  if (systole_run_find_event (run, 0, SYSTOLE_EVENT_FIRST_OUTPUT, 1, &event, &kind))
    add (cycles, event);
  add_phases (run, cycles);
  n = MIN (cycles->len, max);
  g_array_set_size (cycles, n);
  g_array_sort (cycles, compare_cycles);
  for (guint i = 0; i < n; i++)
    out[i] = g_array_index (cycles, guint64, i);
  return n;
}

/* A page: the picture, and below it what happens there in words. */
static void
paint_page (const SystolePicture *picture, const SystolePictureView *view, guint64 cycle, cairo_t *cr)
{
  SystolePicture page = *picture;
  const SystoleRun *run = picture->runs[picture->lane];
  g_autofree char *words = systole_run_describe_cycle (run, cycle);
  /* Translators: below a picture of a handout: number of the cycle, sentence of what happens in it */
  g_autofree char *caption = g_strdup_printf (_ ("Cycle %" PRIu64 ". %s"), cycle, words);

  page.cycle = cycle;
  page.height -= CAPTION_HEIGHT;
  cairo_save (cr);
  cairo_rectangle (cr, 0, 0, page.width, page.height);
  cairo_clip (cr);
  systole_picture_paint (&page, view, cr);
  cairo_restore (cr);
  systole_paint_paragraph (cr, &picture->style, caption, CAPTION_PX, SYSTOLE_WEIGHT_NORMAL, picture->style.palette->text, CAPTION_MARGIN, page.height + CAPTION_MARGIN / 2, page.width - 2 * CAPTION_MARGIN, CAPTION_LINES);
}

/**
 * systole_keyframes_encode_pdf:
 *
 * Returns: (transfer full): a page for each of @cycles; NULL with SYSTOLE_ERROR_CAPACITY or
 *   SYSTOLE_ERROR_CANCELLED
 */
GBytes *
systole_keyframes_encode_pdf (const SystolePicture *picture, const SystolePictureView *view, const guint64 *cycles, guint n, SystoleProgress progress, gpointer progress_data, GError **error)
{
  GByteArray *bytes = g_byte_array_new ();
  g_autoptr (GBytes) whole = NULL;
  g_autofree char *title = systole_picture_get_title (picture, view);
  cairo_surface_t *surface = systole_pdf_begin (bytes, picture->width, picture->height, title, NULL);
  cairo_t *cr = cairo_create (surface);
  gboolean goes_on = TRUE;
  cairo_status_t status;

  for (guint i = 0; i < n && goes_on; i++)
    {
      paint_page (picture, view, cycles[i], cr);
      cairo_show_page (cr);
      goes_on = progress == NULL || progress ((double) (i + 1) / n, progress_data);
    }
  status = cairo_status (cr);
  cairo_destroy (cr);
  whole = systole_export_take_bytes (bytes, surface, status, goes_on ? error : NULL);
  if (goes_on)
    return g_steal_pointer (&whole);
  g_set_error_literal (error, SYSTOLE_ERROR, SYSTOLE_ERROR_CANCELLED, _ ("Stopped"));
  return NULL;
}
