/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/window-private.h"

#include "app/export/pdf.h"
#include "engine/base/i18n.h"
#include "widgets/page-painter.h"

/* Paper: what the stage shows now, drawn by the painters that draw it there. */

static void
fill_timeline (SystoleMainWindow *self, guint n, SystoleTimelinePaint *out)
{
  const SystoleScenario *scenario = systole_session_get_scenario (self->session);

  *out = (SystoleTimelinePaint){ .active = systole_session_get_active (self->session), .time_base = systole_session_get_time_base (self->session), .position = systole_session_get_axis (self->session) };
  for (guint i = 0; i < n; i++)
    {
      SystoleRun *run = systole_session_get_run (self->session, i);

      out->lanes[out->n_lanes++] = (SystoleTimelineLane){ run, (char) ('A' + i), systole_session_get_position (self->session, i) };
    }
  out->bookmarks = (const SystoleBookmark *) scenario->view.bookmarks->data;
  out->n_bookmarks = scenario->view.bookmarks->len;
}

static void
draw_page_cb (GtkPrintOperation *operation, GtkPrintContext *context, int number, SystoleMainWindow *self)
{
  cairo_t *cr = gtk_print_context_get_cairo_context (context);
  SystoleLanePaint lanes[SYSTOLE_STAGE_MAX_LANES];
  SystoleTimelinePaint timeline;
  SystolePagePaint page = { .lanes = lanes, .timeline = &timeline, .n_lanes = systole_stage_get_n_lanes (self->stage) };

  for (guint i = 0; i < page.n_lanes; i++)
    systole_lane_view_get_paint (systole_stage_get_lane (self->stage, i), &lanes[i]);
  fill_timeline (self, page.n_lanes, &timeline);
  page.title = gtk_label_get_text (self->title_label);
  page.caption = self->caption_text != NULL ? self->caption_text : "";
  page.width = gtk_print_context_get_width (context) / SYSTOLE_POINTS_PER_PIXEL;
  page.height = gtk_print_context_get_height (context) / SYSTOLE_POINTS_PER_PIXEL;
  systole_paint_style_init (&page.style, SYSTOLE_SCHEME_PRINT);
  page.style.vector = TRUE;
  page.style.rtl = gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL;
  /* Painters count in CSS pixels, a printer here in points. */
  cairo_scale (cr, SYSTOLE_POINTS_PER_PIXEL, SYSTOLE_POINTS_PER_PIXEL);
  systole_page_paint (cr, &page);
}

/**
 * systole_main_window_make_print:
 *
 * Returns: (transfer full): the printing of what the window shows: one page, lying,
 *   until the user wants it otherwise. The window must live as long.
 */
GtkPrintOperation *
systole_main_window_make_print (SystoleMainWindow *self)
{
  GtkPrintOperation *operation = gtk_print_operation_new ();
  g_autoptr (GtkPageSetup) setup = gtk_page_setup_new ();

  gtk_page_setup_set_orientation (setup, GTK_PAGE_ORIENTATION_LANDSCAPE);
  gtk_print_operation_set_default_page_setup (operation, setup);
  gtk_print_operation_set_job_name (operation, gtk_label_get_text (self->title_label));
  gtk_print_operation_set_unit (operation, GTK_UNIT_POINTS);
  gtk_print_operation_set_embed_page_setup (operation, TRUE);
  gtk_print_operation_set_n_pages (operation, 1);
  g_signal_connect_object (operation, "draw-page", G_CALLBACK (draw_page_cb), self, 0);
  return operation;
}

static void
done_cb (GtkPrintOperation *operation, GtkPrintOperationResult result, SystoleMainWindow *self)
{
  g_autoptr (GError) error = NULL;

  if (result != GTK_PRINT_OPERATION_RESULT_ERROR)
    return;
  gtk_print_operation_get_error (operation, &error);
  if (error != NULL)
    {
      g_autofree char *text = g_strdup_printf (_ ("This cannot be printed: %s."), error->message);

      systole_main_window_show_error (self, text);
    }
}

/**
 * systole_main_window_print:
 *
 * Asks for a printer and prints.
 */
void
systole_main_window_print (SystoleMainWindow *self)
{
  g_autoptr (GtkPrintOperation) operation = systole_main_window_make_print (self);
  g_autoptr (GError) error = NULL;

  gtk_print_operation_set_allow_async (operation, TRUE);
  g_signal_connect_object (operation, "done", G_CALLBACK (done_cb), self, 0);
  if (gtk_print_operation_run (operation, GTK_PRINT_OPERATION_ACTION_PRINT_DIALOG, GTK_WINDOW (self), &error) == GTK_PRINT_OPERATION_RESULT_ERROR)
    done_cb (operation, GTK_PRINT_OPERATION_RESULT_ERROR, self);
}
