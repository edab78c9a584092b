/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/window-private.h"

#include <string.h>

#include "app/document-file.h"
#include "app/library.h"
#include "engine/base/error.h"
#include "engine/base/i18n.h"

/* Opening a document in a window. */

#define MAX_REPORT_LINES 5
#define SYSTOLE_MIME_TYPE "application/x-systole+xml"

/* Nothing of the user's is in it. */
gboolean
systole_main_window_is_untouched (SystoleMainWindow *self)
{
  return self->file == NULL && !systole_history_is_dirty (systole_session_get_history (self->session)) && self->loading == NULL;
}

/* @state: (nullable): of the file on disk that the document knows */
void
systole_main_window_set_file (SystoleMainWindow *self, GFile *file, const char *state)
{
  if (g_set_object (&self->file, file))
    systole_main_window_watch_file (self);
  g_free (self->state);
  self->state = g_strdup (state);
  g_clear_pointer (&self->suggested, g_free);
}

static void
take_scenario (SystoleMainWindow *self, const SystoleScenario *scenario, GFile *file, const char *state, const char *library_id)
{
  systole_main_window_set_file (self, file, state);
  systole_main_window_note_format (self, scenario->version);
  g_free (self->library_id);
  self->library_id = g_strdup (library_id);
  self->fresh = TRUE;
  systole_main_window_hide_start (self);
  for (guint i = 0; i < SYSTOLE_MAX_LANES; i++)
    self->levels[i] = -1;
  systole_session_load (self->session, scenario);
  systole_main_window_update_title (self);
  systole_main_window_show_error (self, scenario->read_only ? _ ("This file was written by a newer version of Systole: it can be looked at, not saved.") : NULL);
}

/**
 * systole_main_window_take_untitled:
 * @suggested: (nullable): name of the file that saving will propose
 *
 * A document that is in no file yet and would be lost if it was not saved.
 */
void
systole_main_window_take_untitled (SystoleMainWindow *self, const SystoleScenario *scenario, const char *suggested)
{
  take_scenario (self, scenario, NULL, NULL, NULL);
  self->suggested = g_strdup (suggested);
  systole_history_mark_unsaved (systole_session_get_history (self->session));
  systole_main_window_update_title (self);
}

/* The file name that a chooser begins with. */
char *
systole_main_window_suggest_name (SystoleMainWindow *self)
{
  if (self->file != NULL)
    return g_file_get_basename (self->file);
  if (self->suggested != NULL)
    return g_strdup (self->suggested);
  return g_strdup_printf ("%s.systole", self->library_id != NULL ? self->library_id : C_ ("file name", "scenario"));
}

/**
 * systole_main_window_open_library:
 * @id: of a scenario that ships with the program
 */
void
systole_main_window_open_library (SystoleMainWindow *self, const char *id)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SystoleScenario) scenario = systole_library_load_scenario (id, &error);

  g_return_if_fail (SYSTOLE_IS_MAIN_WINDOW (self));
  if (scenario == NULL)
    {
      systole_main_window_open_blank (self);
      systole_main_window_show_error (self, error->message);
      return;
    }
  take_scenario (self, scenario, NULL, NULL, id);
}

void
systole_main_window_open_welcome (SystoleMainWindow *self)
{
  systole_main_window_open_library (self, "welcome");
}

void
systole_main_window_open_blank (SystoleMainWindow *self)
{
  g_autoptr (SystoleScenario) scenario = systole_scenario_new ();

  g_return_if_fail (SYSTOLE_IS_MAIN_WINDOW (self));
  take_scenario (self, scenario, NULL, NULL, NULL);
}

/* To the recent files of the desktop. */
void
systole_main_window_remember (GFile *file)
{
  g_autofree char *uri = g_file_get_uri (file);
  GtkRecentData data = { NULL, NULL, (char *) SYSTOLE_MIME_TYPE, (char *) "Systole", (char *) "systole %u", NULL, FALSE };

  gtk_recent_manager_add_full (gtk_recent_manager_get_default (), uri, &data);
}

/* Tables of layers are imported; everything else is a scenario. */
static gboolean
is_table (const char *name)
{
  g_autofree char *small = g_ascii_strdown (name, -1);

  return g_str_has_suffix (small, ".csv") || g_str_has_suffix (small, ".tsv");
}

/* What came of a table, in sentences. */
static char *
report_import (const SystoleImport *import, const char *name)
{
  GString *text = g_string_new (NULL);
  guint n = import->ops->len;

  g_string_append_printf (text, P_ ("“%s”: %u layer was imported.", "“%s”: %u layers were imported.", n), name, n);
  if (import->skipped > 0)
    {
      g_string_append_c (text, ' ');
      g_string_append_printf (text, P_ ("%u row was left out.", "%u rows were left out.", import->skipped), import->skipped);
    }
  for (guint i = 0; i < import->notes->len && i < MAX_REPORT_LINES; i++)
    g_string_append_printf (text, "\n%s", g_array_index (import->notes, SystoleImportNote, i).text);
  if (import->notes->len > MAX_REPORT_LINES)
    g_string_append_printf (text, "\n%s", _ ("“systole-cli import” says the rest."));
  return g_string_free (text, FALSE);
}

/**
 * systole_main_window_read:
 * @bytes: (nullable): as they were loaded; NULL when they were not
 * @report: (out) (optional): of a table that was imported, what was taken and what was
 *   not; NULL for a scenario
 *
 * Returns: (transfer full) (nullable): the scenario in them
 */
SystoleScenario *
systole_main_window_read (GBytes *bytes, GFile *file, char **report, GError **error)
{
  g_autofree char *name = g_file_get_basename (file);
  g_autoptr (SystoleImport) import = NULL;
  SystoleArrayDef array;
  const char *data;
  gsize length;

  if (bytes == NULL)
    return NULL;
  data = g_bytes_get_data (bytes, &length);
  if (!is_table (name))
    return systole_scenario_read (data, length, name, error);
  import = systole_import_scale_sim (data, length, name, FALSE, error);
  if (import == NULL)
    return NULL;
  if (report != NULL)
    *report = report_import (import, name);
  systole_import_array_init (&array);
  return systole_scenario_from_import (import, &array, name);
}

/* "resnet.csv" as "resnet.systole" */
static char *
name_of_scenario (GFile *file)
{
  g_autofree char *name = g_file_get_basename (file);
  char *dot = strrchr (name, '.');

  if (dot != NULL)
    *dot = '\0';
  return g_strconcat (name, ".systole", NULL);
}

static void
loaded_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (SystoleMainWindow) self = data;
  GFile *file = G_FILE (source);
  g_autofree char *state = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = systole_document_load_finish (result, &state, &error);
  g_autofree char *report = NULL;
  g_autoptr (SystoleScenario) scenario = systole_main_window_read (bytes, file, &report, &error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  g_clear_object (&self->loading);
  if (scenario == NULL)
    {
      /* A window with nothing in it stays usable. */
      if (systole_session_get_n_lanes (self->session) == 0)
        systole_main_window_open_blank (self);
      systole_main_window_show_error (self, error->message);
      return;
    }
  if (report != NULL)
    {
      g_autofree char *name = name_of_scenario (file);

      systole_main_window_take_untitled (self, scenario, name);
      systole_main_window_show_error (self, report);
      return;
    }
  take_scenario (self, scenario, file, state, NULL);
  systole_main_window_remember (file);
}

/**
 * systole_main_window_open:
 *
 * Reads a scenario into this window; what is wrong with it is said above the stage.
 */
void
systole_main_window_open (SystoleMainWindow *self, GFile *file)
{
  g_return_if_fail (SYSTOLE_IS_MAIN_WINDOW (self));
  if (self->loading != NULL)
    g_cancellable_cancel (self->loading);
  g_clear_object (&self->loading);
  self->loading = g_cancellable_new ();
  systole_document_load_async (file, self->loading, loaded_cb, g_object_ref (self));
}

/* Files of another window than an untouched one open in a window of their own. */
void
systole_main_window_open_here_or_beside (SystoleMainWindow *self, GFile *file)
{
  SystoleMainWindow *window = self;

  if (!systole_main_window_is_untouched (self))
    window = systole_main_window_new (SYSTOLE_APPLICATION (gtk_window_get_application (GTK_WINDOW (self))));
  systole_main_window_open (window, file);
  gtk_window_present (GTK_WINDOW (window));
}

/* --- several at once --- */

typedef struct
{
  SystoleMainWindow *window;
  GPtrArray *scenarios; /* in the order of the files; NULL: could not be read */
  guint waiting;
  GString *problems;
} Comparison;

typedef struct
{
  Comparison *comparison;
  guint index;
} Part;

static void
unref_scenario (gpointer scenario)
{
  if (scenario != NULL)
    systole_scenario_unref (scenario);
}

static void
comparison_done (Comparison *self)
{
  g_autoptr (SystoleMainWindow) window = self->window;
  g_autoptr (SystoleScenario) whole = NULL;

  while (g_ptr_array_remove (self->scenarios, NULL))
    ;
  if (self->scenarios->len > 0)
    whole = systole_scenario_combine ((const SystoleScenario *const *) self->scenarios->pdata, self->scenarios->len);
  if (whole != NULL)
    systole_main_window_take_untitled (window, whole, NULL);
  else if (systole_session_get_n_lanes (window->session) == 0)
    systole_main_window_open_blank (window);
  if (self->problems->len > 0)
    systole_main_window_show_error (window, self->problems->str);
  g_ptr_array_unref (self->scenarios);
  g_string_free (self->problems, TRUE);
  g_free (self);
}

static void
part_loaded_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autofree Part *part = data;
  Comparison *comparison = part->comparison;
  g_autofree char *state = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = systole_document_load_finish (result, &state, &error);
  g_autoptr (SystoleScenario) scenario = systole_main_window_read (bytes, G_FILE (source), NULL, &error);

  if (scenario != NULL && scenario->read_only)
    {
      g_autofree char *name = g_file_get_basename (G_FILE (source));

      g_set_error (&error, SYSTOLE_ERROR, SYSTOLE_ERROR_VERSION, _ ("“%s” was written by a newer version of Systole and cannot be compared."), name);
      g_clear_pointer (&scenario, systole_scenario_unref);
    }
  if (error != NULL)
    g_string_append_printf (comparison->problems, "%s%s", comparison->problems->len > 0 ? "\n" : "", error->message);
  comparison->scenarios->pdata[part->index] = g_steal_pointer (&scenario);
  if (--comparison->waiting == 0)
    comparison_done (comparison);
}

/**
 * systole_main_window_compare:
 *
 * The lanes of several files side by side, as a new document.
 */
void
systole_main_window_compare (SystoleMainWindow *self, GSList *files)
{
  SystoleMainWindow *window = self;
  Comparison *comparison = g_new0 (Comparison, 1);

  if (!systole_main_window_is_untouched (self))
    window = systole_main_window_new (SYSTOLE_APPLICATION (gtk_window_get_application (GTK_WINDOW (self))));
  comparison->window = g_object_ref (window);
  comparison->waiting = g_slist_length (files);
  comparison->scenarios = g_ptr_array_new_with_free_func (unref_scenario);
  g_ptr_array_set_size (comparison->scenarios, (int) comparison->waiting);
  comparison->problems = g_string_new (NULL);
  for (guint i = 0; files != NULL; files = files->next, i++)
    {
      Part *part = g_new0 (Part, 1);

      part->comparison = comparison;
      part->index = i;
      systole_document_load_async (files->data, NULL, part_loaded_cb, part);
    }
  gtk_window_present (GTK_WINDOW (window));
}
