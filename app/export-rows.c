/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/export-window-private.h"

#include "engine/base/i18n.h"

#define MIN_SIDE 64
#define MAX_SIDE 8192
#define USUAL_WIDTH 1920
#define USUAL_HEIGHT 1080
#define USUAL_FRAMES 120
#define USUAL_RATE 4

static AdwComboRow *
add_choices (GtkWidget *group, const char *title, const char *const *choices)
{
  AdwComboRow *row = ADW_COMBO_ROW (adw_combo_row_new ());
  g_autoptr (GtkStringList) list = gtk_string_list_new (choices);

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  adw_combo_row_set_model (row, G_LIST_MODEL (list));
  adw_preferences_group_add (ADW_PREFERENCES_GROUP (group), GTK_WIDGET (row));
  return row;
}

static GtkSpinButton *
add_number (SystoleExportWindow *self, GtkWidget *group, const char *title, double min, double max, double step, guint digits, double value)
{
  GtkWidget *row = adw_action_row_new (), *spin = gtk_spin_button_new_with_range (min, max, step);

  gtk_spin_button_set_digits (GTK_SPIN_BUTTON (spin), digits);
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (spin), value);
  gtk_widget_set_valign (spin, GTK_ALIGN_CENTER);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), spin);
  adw_action_row_set_activatable_widget (ADW_ACTION_ROW (row), spin);
  gtk_accessible_update_property (GTK_ACCESSIBLE (spin), GTK_ACCESSIBLE_PROPERTY_LABEL, title, -1);
  adw_preferences_group_add (ADW_PREFERENCES_GROUP (group), row);
  g_signal_connect_swapped (spin, "value-changed", G_CALLBACK (systole_export_window_changed), self);
  return GTK_SPIN_BUTTON (spin);
}

static void
add_kinds (SystoleExportWindow *self, GtkWidget *page)
{
  GtkWidget *group = adw_preferences_group_new ();
  g_autoptr (GPtrArray) titles = g_ptr_array_new ();
  guint n;
  const SystoleExportKind *kinds = systole_export_get_kinds (&n);

  for (guint i = 0; i < n; i++)
    if (systole_export_can (&kinds[i], systole_session_get_scenario (self->session)))
      {
        const SystoleExportKind *kind = &kinds[i];

        g_array_append_val (self->kinds, kind);
        g_ptr_array_add (titles, (gpointer) _ (kind->title));
      }
  g_ptr_array_add (titles, NULL);
  self->kind_row = add_choices (group, _ ("What"), (const char *const *) titles->pdata);
  gtk_box_append (GTK_BOX (page), group);
}

/* The views that the active lane has. */
static void
find_views (SystoleExportWindow *self, GPtrArray *titles)
{
  SystoleCamera cameras[SYSTOLE_MAX_LANES] = { 0 };
  g_autoptr (SystoleExportJob) job = systole_export_job_new (self->session, self->lane, cameras);
  const SystolePictureView *view;

  for (guint i = 0; (view = systole_picture_view_get (i)) != NULL; i++)
    if (systole_picture_check (&job->export.film.picture, view, NULL))
      {
        g_array_append_val (self->views, view);
        g_ptr_array_add (titles, (gpointer) systole_picture_view_get_title (view));
      }
  g_ptr_array_add (titles, NULL);
}

static void
add_picture (SystoleExportWindow *self, GtkWidget *page)
{
  /* In the order of SystoleScheme. */
  const char *const schemes[] = { _ ("Light"), _ ("Dark"), _ ("High contrast"), _ ("High contrast, dark"), _ ("Print: no colour needed"), NULL };
  g_autoptr (GPtrArray) titles = g_ptr_array_new ();

  G_STATIC_ASSERT (G_N_ELEMENTS (schemes) == SYSTOLE_N_SCHEMES + 1);
  find_views (self, titles);
  self->picture_group = adw_preferences_group_new ();
  self->view_row = add_choices (self->picture_group, _ ("View"), (const char *const *) titles->pdata);
  self->scheme_row = add_choices (self->picture_group, _ ("Colours"), schemes);
  self->width = add_number (self, self->picture_group, _ ("Width, pixels"), MIN_SIDE, MAX_SIDE, 1, 0, USUAL_WIDTH);
  self->height = add_number (self, self->picture_group, _ ("Height, pixels"), MIN_SIDE, MAX_SIDE, 1, 0, USUAL_HEIGHT);
  gtk_box_append (GTK_BOX (page), self->picture_group);
}

static void
add_film (SystoleExportWindow *self, GtkWidget *page)
{
  guint64 last = systole_run_get_n_cycles (systole_session_get_run (self->session, self->lane)) - 1;
  GtkWidget *row = adw_action_row_new (), *size = gtk_label_new (NULL);

  self->film_group = adw_preferences_group_new ();
  self->size_label = GTK_LABEL (size);
  self->from = add_number (self, self->film_group, _ ("First cycle"), 0, (double) last, 1, 0, 0);
  self->to = add_number (self, self->film_group, _ ("Last cycle"), 0, (double) last, 1, 0, (double) last);
  self->frames = add_number (self, self->film_group, _ ("Frames"), 1, SYSTOLE_ANIMATION_MAX_FRAMES, 1, 0, (double) MIN (last + 1, USUAL_FRAMES));
  self->rate = add_number (self, self->film_group, _ ("Frames a second"), SYSTOLE_ANIMATION_MIN_RATE, SYSTOLE_ANIMATION_MAX_RATE, 0.5, 1, USUAL_RATE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), _ ("Size of the file"));
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), size);
  adw_preferences_group_add (ADW_PREFERENCES_GROUP (self->film_group), row);
  gtk_box_append (GTK_BOX (page), self->film_group);
}

/* Documented in export-window-private.h. */
void
systole_export_window_add_rows (SystoleExportWindow *self, GtkWidget *page)
{
  add_kinds (self, page);
  add_picture (self, page);
  add_film (self, page);
}
