/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/export-window-private.h"

#include "engine/base/i18n.h"
#include "widgets/quantity-text.h"

#define PULSE 100          /* milliseconds between looks at the progress */
#define ESTIMATE_DELAY 400 /* milliseconds without a change */
#define THOUSANDTHS 1000.0

G_DEFINE_FINAL_TYPE (SystoleExportWindow, systole_export_window, ADW_TYPE_WINDOW)

static const SystoleExportKind *
get_kind (SystoleExportWindow *self)
{
  return g_array_index (self->kinds, const SystoleExportKind *, adw_combo_row_get_selected (self->kind_row));
}

static gboolean
is_picture (const SystoleExportKind *kind)
{
  return kind->what == SYSTOLE_EXPORT_PICTURE || kind->what == SYSTOLE_EXPORT_KEYFRAMES || kind->what == SYSTOLE_EXPORT_FILM;
}

/* --- the request --- */

/* What the rows say now; range and number of frames fit the run. */
static SystoleExportJob *
make_job (SystoleExportWindow *self)
{
  SystoleCamera cameras[SYSTOLE_MAX_LANES];
  SystoleExportJob *job;
  SystoleAnimation *film;

  for (guint i = 0; i < SYSTOLE_MAX_LANES; i++)
    {
      SystoleLaneView *lane = systole_stage_get_lane (self->stage, i);

      cameras[i] = (SystoleCamera){ 0 };
      if (lane != NULL && systole_lane_view_get_run (lane) != NULL)
        systole_lane_view_get_camera (lane, &cameras[i]);
    }
  job = systole_export_job_new (self->session, self->lane, cameras);
  film = &job->export.film;
  job->export.kind = get_kind (self);
  film->view = g_array_index (self->views, const SystolePictureView *, adw_combo_row_get_selected (self->view_row));
  film->picture.width = gtk_spin_button_get_value (self->width);
  film->picture.height = gtk_spin_button_get_value (self->height);
  film->picture.unit = cameras[self->lane].unit;
  film->picture.sub_core = cameras[self->lane].sub_core;
  film->picture.row = cameras[self->lane].row;
  film->picture.column = cameras[self->lane].column;
  systole_paint_style_init (&film->picture.style, (SystoleScheme) adw_combo_row_get_selected (self->scheme_row));
  film->picture.style.vector = job->export.kind->what == SYSTOLE_EXPORT_KEYFRAMES || g_str_equal (job->export.kind->ending, ".svg") || g_str_equal (job->export.kind->ending, ".pdf");
  film->picture.style.rtl = gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL;
  film->first = (guint64) gtk_spin_button_get_value (self->from);
  film->last = MAX ((guint64) gtk_spin_button_get_value (self->to), film->first);
  film->n_frames = (guint) MIN (film->last - film->first + 1, (guint64) gtk_spin_button_get_value (self->frames));
  film->rate = gtk_spin_button_get_value (self->rate);
  return job;
}

/* --- how large a film will be --- */

static void
estimated_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (SystoleExportWindow) self = data;
  g_autoptr (GError) error = NULL;
  guint64 bytes = systole_export_job_estimate_finish (result, &error);

  if (error == NULL && self->size_label != NULL)
    {
      g_autofree char *size = systole_text_bytes ((double) bytes);
      /* Translators: %s is a size, as “2.4 MiB” */
      g_autofree char *text = g_strdup_printf (_ ("about %s"), size);

      gtk_label_set_text (self->size_label, text);
    }
}

static gboolean
estimate_cb (gpointer data)
{
  SystoleExportWindow *self = data;
  g_autoptr (SystoleExportJob) job = make_job (self);

  self->estimate_source = 0;
  g_clear_object (&self->estimating);
  self->estimating = g_cancellable_new ();
  systole_export_job_estimate_async (job, self->estimating, estimated_cb, g_object_ref (self));
  return G_SOURCE_REMOVE;
}

/* Documented in export-window-private.h. */
void
systole_export_window_changed (SystoleExportWindow *self)
{
  const SystoleExportKind *kind = get_kind (self);

  gtk_widget_set_visible (self->picture_group, is_picture (kind));
  gtk_widget_set_visible (self->film_group, kind->what == SYSTOLE_EXPORT_FILM);
  gtk_widget_set_visible (GTK_WIDGET (self->result), FALSE);
  g_cancellable_cancel (self->estimating);
  g_clear_handle_id (&self->estimate_source, g_source_remove);
  gtk_label_set_text (self->size_label, "…");
  if (kind->what == SYSTOLE_EXPORT_FILM)
    self->estimate_source = g_timeout_add (ESTIMATE_DELAY, estimate_cb, self);
}

/* --- doing it --- */

static void
show_busy (SystoleExportWindow *self, gboolean busy)
{
  gtk_widget_set_sensitive (self->start, !busy);
  gtk_widget_set_visible (self->stop, busy);
  gtk_widget_set_visible (GTK_WIDGET (self->bar), busy);
  if (busy)
    gtk_widget_set_visible (GTK_WIDGET (self->result), FALSE);
}

static void
show_result (SystoleExportWindow *self, const char *text)
{
  gtk_label_set_text (self->result, text);
  gtk_widget_set_visible (GTK_WIDGET (self->result), TRUE);
}

static gboolean
pulse_cb (gpointer data)
{
  SystoleExportWindow *self = data;

  gtk_progress_bar_set_fraction (self->bar, g_atomic_int_get (&self->job->progress->thousandths) / THOUSANDTHS);
  return G_SOURCE_CONTINUE;
}

typedef struct
{
  SystoleExportWindow *window;
  GFile *target;
} Writing;

static void
written_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autofree Writing *writing = data;
  g_autoptr (SystoleExportWindow) self = writing->window;
  g_autoptr (GFile) target = writing->target;
  g_autoptr (GError) error = NULL;
  gboolean good = systole_export_job_write_finish (result, &error);
  gboolean stopped = g_cancellable_is_cancelled (self->writing);
  g_autofree char *name = g_file_get_parse_name (target), *text = NULL;

  g_clear_handle_id (&self->pulse_source, g_source_remove);
  g_clear_pointer (&self->job, systole_export_job_unref);
  g_clear_object (&self->writing);
  if (self->result == NULL)
    return;
  show_busy (self, FALSE);
  if (good)
    text = g_strdup_printf (_ ("%s is written."), name);
  else if (stopped)
    text = g_strdup (_ ("Stopped. Nothing was written."));
  show_result (self, text != NULL ? text : error->message);
}

/**
 * systole_export_window_write:
 *
 * Begins to make the export and to write @target; the window says how it ends.
 */
void
systole_export_window_write (SystoleExportWindow *self, GFile *target)
{
  Writing *writing;

  g_return_if_fail (self->job == NULL);
  writing = g_new (Writing, 1);
  *writing = (Writing){ g_object_ref (self), g_object_ref (target) };
  self->writing = g_cancellable_new ();
  self->job = make_job (self);
  show_busy (self, TRUE);
  self->pulse_source = g_timeout_add (PULSE, pulse_cb, self);
  systole_export_job_write_async (self->job, target, self->writing, written_cb, writing);
}

/* An export is being made or written. */
gboolean
systole_export_window_is_busy (SystoleExportWindow *self)
{
  return self->job != NULL;
}

static void
chosen_cb (SystoleExportWindow *self, int response)
{
  g_autoptr (GtkFileChooserNative) chooser = g_steal_pointer (&self->chooser);
  g_autoptr (GFile) file = response == GTK_RESPONSE_ACCEPT ? gtk_file_chooser_get_file (GTK_FILE_CHOOSER (chooser)) : NULL;

  if (file != NULL)
    systole_export_window_write (self, file);
}

static void
start_cb (SystoleExportWindow *self)
{
  g_autofree char *name = g_strconcat (self->suggested_name, get_kind (self)->ending, NULL);

  if (self->chooser != NULL || self->job != NULL)
    return;
  self->chooser = gtk_file_chooser_native_new (_ ("Export"), GTK_WINDOW (self), GTK_FILE_CHOOSER_ACTION_SAVE, C_ ("verb", "_Save"), NULL);
  gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (self->chooser), name);
  g_signal_connect_swapped (self->chooser, "response", G_CALLBACK (chosen_cb), self);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (self->chooser));
}

static void
stop_cb (SystoleExportWindow *self)
{
  g_cancellable_cancel (self->writing);
}

/**
 * systole_export_window_choose_kind:
 *
 * Returns: FALSE where this build has no such kind
 */
gboolean
systole_export_window_choose_kind (SystoleExportWindow *self, const char *id)
{
  for (guint i = 0; i < self->kinds->len; i++)
    if (g_str_equal (g_array_index (self->kinds, const SystoleExportKind *, i)->id, id))
      {
        adw_combo_row_set_selected (self->kind_row, i);
        return TRUE;
      }
  return FALSE;
}

/* --- what is in it --- */

static void
add_end (SystoleExportWindow *self, GtkWidget *page)
{
  GtkWidget *result = gtk_label_new (NULL), *bar = gtk_progress_bar_new ();

  self->result = GTK_LABEL (result);
  self->bar = GTK_PROGRESS_BAR (bar);
  gtk_label_set_wrap (self->result, TRUE);
  gtk_label_set_wrap_mode (self->result, PANGO_WRAP_WORD_CHAR);
  gtk_label_set_xalign (self->result, 0);
  gtk_label_set_selectable (self->result, TRUE);
  gtk_box_append (GTK_BOX (page), bar);
  gtk_box_append (GTK_BOX (page), result);
}

static GtkWidget *
make_header (SystoleExportWindow *self)
{
  GtkWidget *header = adw_header_bar_new ();

  self->start = gtk_button_new_with_mnemonic (_ ("_Export…"));
  self->stop = gtk_button_new_with_mnemonic (_ ("S_top"));
  gtk_widget_add_css_class (self->start, "suggested-action");
  g_signal_connect_swapped (self->start, "clicked", G_CALLBACK (start_cb), self);
  g_signal_connect_swapped (self->stop, "clicked", G_CALLBACK (stop_cb), self);
  adw_header_bar_pack_start (ADW_HEADER_BAR (header), self->start);
  adw_header_bar_pack_end (ADW_HEADER_BAR (header), self->stop);
  return header;
}

/* --- class --- */

static void
systole_export_window_dispose (GObject *object)
{
  SystoleExportWindow *self = SYSTOLE_EXPORT_WINDOW (object);

  g_cancellable_cancel (self->writing);
  g_cancellable_cancel (self->estimating);
  g_clear_handle_id (&self->pulse_source, g_source_remove);
  g_clear_handle_id (&self->estimate_source, g_source_remove);
  g_clear_object (&self->chooser);
  g_clear_object (&self->estimating);
  g_clear_object (&self->session);
  g_clear_object (&self->stage);
  self->result = self->size_label = NULL;
  G_OBJECT_CLASS (systole_export_window_parent_class)->dispose (object);
}

static void
systole_export_window_finalize (GObject *object)
{
  SystoleExportWindow *self = SYSTOLE_EXPORT_WINDOW (object);

  g_array_unref (self->kinds);
  g_array_unref (self->views);
  g_free (self->suggested_name);
  G_OBJECT_CLASS (systole_export_window_parent_class)->finalize (object);
}

static void
systole_export_window_class_init (SystoleExportWindowClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = systole_export_window_dispose;
  G_OBJECT_CLASS (klass)->finalize = systole_export_window_finalize;
  gtk_widget_class_add_binding_action (GTK_WIDGET_CLASS (klass), GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
systole_export_window_init (SystoleExportWindow *self)
{
  self->kinds = g_array_new (FALSE, FALSE, sizeof (gpointer));
  self->views = g_array_new (FALSE, FALSE, sizeof (gpointer));
}

static void
fill (SystoleExportWindow *self)
{
  GtkWidget *whole = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0), *scrolled = gtk_scrolled_window_new (), *clamp = adw_clamp_new ();
  GtkWidget *page = gtk_box_new (GTK_ORIENTATION_VERTICAL, 12);

  gtk_widget_set_margin_top (page, 12);
  gtk_widget_set_margin_bottom (page, 12);
  gtk_widget_set_margin_start (page, 12);
  gtk_widget_set_margin_end (page, 12);
  gtk_box_append (GTK_BOX (whole), make_header (self));
  systole_export_window_add_rows (self, page);
  add_end (self, page);
  adw_clamp_set_child (ADW_CLAMP (clamp), page);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), clamp);
  gtk_widget_set_vexpand (scrolled, TRUE);
  gtk_box_append (GTK_BOX (whole), scrolled);
  adw_window_set_content (ADW_WINDOW (self), whole);
}

/**
 * systole_export_window_new:
 * @session: its active lane has a run
 * @suggested_name: of the file, without an ending
 */
GtkWidget *
systole_export_window_new (SystoleSession *session, SystoleStage *stage, const char *suggested_name)
{
  SystoleExportWindow *self = g_object_new (SYSTOLE_TYPE_EXPORT_WINDOW, NULL);

  self->session = g_object_ref (session);
  self->stage = g_object_ref (stage);
  self->suggested_name = g_strdup (suggested_name);
  self->lane = systole_session_get_active (session);
  fill (self);
  gtk_window_set_title (GTK_WINDOW (self), _ ("Export"));
  gtk_window_set_default_size (GTK_WINDOW (self), 480, 640);
  gtk_window_set_destroy_with_parent (GTK_WINDOW (self), TRUE);
  g_signal_connect_swapped (self->kind_row, "notify::selected", G_CALLBACK (systole_export_window_changed), self);
  g_signal_connect_swapped (self->view_row, "notify::selected", G_CALLBACK (systole_export_window_changed), self);
  g_signal_connect_swapped (self->scheme_row, "notify::selected", G_CALLBACK (systole_export_window_changed), self);
  show_busy (self, FALSE);
  systole_export_window_changed (self);
  return GTK_WIDGET (self);
}
