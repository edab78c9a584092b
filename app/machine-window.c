/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/machine-window.h"

#include "app/edits.h"
#include "app/field-row.h"
#include "app/own-machines.h"
#include "engine/base/i18n.h"
#include "engine/machine/unit-words.h"

struct _SystoleMachineWindow
{
  AdwWindow parent_instance;

  SystoleSession *session;
  guint lane;
  char *machine; /* whose fields these are, NULL for a bare one */
  GtkWidget *content;
  GtkEditable *name;
  GtkWidget *keep;
  GtkLabel *result;
  GPtrArray *rows; /* Row */
  gboolean showing;
};

typedef struct
{
  SystoleMachineWindow *window;
  SystoleField field;
  SystoleFieldRow *row;
  GtkWidget *source; /* entry: where a value of one's own comes from */
} Row;

enum
{
  SIGNAL_KEPT,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (SystoleMachineWindow, systole_machine_window, ADW_TYPE_WINDOW)

static const SystoleLane *
get_lane (SystoleMachineWindow *self)
{
  return systole_scenario_get_lane (systole_session_get_scenario (self->session), self->lane);
}

static const SystoleMachine *
get_machine (SystoleMachineWindow *self)
{
  return self->machine != NULL ? systole_catalogue_find (systole_session_get_catalogue (self->session), self->machine) : NULL;
}

/* --- fields --- */

static void
show_row (Row *row)
{
  const SystoleLane *lane = get_lane (row->window);
  const SystoleMachine *machine = get_machine (row->window);
  int i = systole_lane_find_set (lane, row->field);
  const SystoleFieldSet *set = i >= 0 ? &g_array_index (lane->sets, SystoleFieldSet, i) : NULL;

  systole_field_row_set_value (row->row, set != NULL ? set->value : systole_machine_get (machine, row->field));
  if (set != NULL)
    systole_field_row_set_origin (row->row, SYSTOLE_PROVENANCE_MINE, set->source, TRUE);
  else
    systole_field_row_set_origin (row->row, systole_machine_get_provenance (machine, row->field), systole_machine_get_source (machine, row->field), FALSE);
  gtk_widget_set_visible (row->source, set != NULL);
  if (set != NULL && g_strcmp0 (gtk_editable_get_text (GTK_EDITABLE (row->source)), set->source != NULL ? set->source : "") != 0)
    gtk_editable_set_text (GTK_EDITABLE (row->source), set->source != NULL ? set->source : "");
}

static void
edited_cb (Row *row, double value, gboolean drags)
{
  g_autoptr (GError) error = NULL;

  if (!systole_edit_set_field (row->window->session, row->window->lane, row->field, value, drags, &error))
    systole_field_row_set_note (row->row, error->message, TRUE);
}

static void
reverted_cb (Row *row)
{
  systole_edit_revert_field (row->window->session, row->window->lane, row->field);
}

/* When it is confirmed or left: not an edit for each letter. */
static void
source_done (Row *row)
{
  if (!row->window->showing && row->window->session != NULL)
    systole_edit_set_source (row->window->session, row->window->lane, row->field, gtk_editable_get_text (GTK_EDITABLE (row->source)));
}

static void
add_field (SystoleMachineWindow *self, SystoleField field)
{
  Row *row = g_new0 (Row, 1);
  const char *unit = systole_field_get_unit (field), *title = systole_field_get_title (field, systole_machine_get_maker (get_machine (self))), *help = systole_field_get_help (field);
  GtkEventController *focus = gtk_event_controller_focus_new ();
  /* Translators: %s is the title of a field of a machine */
  g_autofree char *label = g_strdup_printf (_ ("Source of “%s”"), title);
  double min, max;

  systole_field_get_range (field, &min, &max);
  row->window = self;
  row->field = field;
  row->row = systole_field_row_new (title, *unit != '\0' ? _ (unit) : "", min, max, FALSE);
  systole_field_row_set_label (row->row, title);
  if (*help != '\0')
    gtk_widget_set_tooltip_text (GTK_WIDGET (row->row), help);
  row->source = gtk_entry_new ();
  gtk_entry_set_placeholder_text (GTK_ENTRY (row->source), _ ("Source: a data sheet, a measurement …"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (row->source), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  g_signal_connect_swapped (row->row, "edited", G_CALLBACK (edited_cb), row);
  g_signal_connect_swapped (row->row, "reverted", G_CALLBACK (reverted_cb), row);
  g_signal_connect_swapped (row->source, "activate", G_CALLBACK (source_done), row);
  g_signal_connect_swapped (focus, "leave", G_CALLBACK (source_done), row);
  gtk_widget_add_controller (row->source, focus);
  gtk_box_append (GTK_BOX (self->content), GTK_WIDGET (row->row));
  gtk_box_append (GTK_BOX (self->content), row->source);
  g_ptr_array_add (self->rows, row);
}

static void
add_fields (SystoleMachineWindow *self)
{
  const SystoleMachine *machine = get_machine (self);

  for (guint i = 0; i < SYSTOLE_N_FIELDS && machine != NULL; i++)
    if (systole_machine_has (machine, (SystoleField) i) || systole_lane_find_set (get_lane (self), (SystoleField) i) >= 0)
      add_field (self, (SystoleField) i);
}

static void
scenario_cb (SystoleMachineWindow *self)
{
  const SystoleLane *lane = get_lane (self);

  /* Another machine, or none: these fields are nobody's. */
  if (lane == NULL || g_strcmp0 (lane->kind == SYSTOLE_LANE_MACHINE ? lane->machine : NULL, self->machine) != 0)
    {
      gtk_window_close (GTK_WINDOW (self));
      return;
    }
  self->showing = TRUE;
  for (guint i = 0; i < self->rows->len; i++)
    show_row (g_ptr_array_index (self->rows, i));
  self->showing = FALSE;
}

/* --- keeping --- */

/**
 * systole_machine_window_keep:
 * @name: of the machine; one of the same name is replaced
 *
 * The machine as it is becomes one of the user's own.
 */
gboolean
systole_machine_window_keep (SystoleMachineWindow *self, const char *name, GError **error)
{
  g_autofree char *folder = systole_own_machines_get_folder ();
  g_autofree char *path = systole_own_machines_keep (folder, systole_session_get_scenario (self->session), self->lane, name, error);
  g_autofree char *shown = path != NULL ? g_filename_display_name (path) : NULL;
  g_autofree char *text = NULL;

  if (path == NULL)
    return FALSE;
  text = g_strdup_printf (_ ("“%s” is in the list of machines now. To share it, send the file %s."), name, shown);
  gtk_label_set_text (self->result, text);
  gtk_widget_set_visible (GTK_WIDGET (self->result), TRUE);
  g_signal_emit (self, signals[SIGNAL_KEPT], 0, name);
  return TRUE;
}

static void
keep_cb (SystoleMachineWindow *self)
{
  g_autofree char *name = g_strstrip (g_strdup (gtk_editable_get_text (self->name)));
  g_autoptr (GError) error = NULL;

  if (*name != '\0' && !systole_machine_window_keep (self, name, &error))
    {
      gtk_label_set_text (self->result, error->message);
      gtk_widget_set_visible (GTK_WIDGET (self->result), TRUE);
    }
}

static void
name_cb (SystoleMachineWindow *self)
{
  g_autofree char *name = g_strstrip (g_strdup (gtk_editable_get_text (self->name)));

  gtk_widget_set_sensitive (self->keep, *name != '\0');
}

static GtkWidget *
make_keeper (SystoleMachineWindow *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6), *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *name = gtk_entry_new (), *result = gtk_label_new (NULL);

  self->name = GTK_EDITABLE (name);
  self->keep = gtk_button_new_with_mnemonic (_ ("_Keep as Mine"));
  self->result = GTK_LABEL (result);
  gtk_widget_set_hexpand (name, TRUE);
  gtk_entry_set_placeholder_text (GTK_ENTRY (name), _ ("Name of your machine"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (name), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Name of your machine"), -1);
  gtk_widget_add_css_class (self->keep, "suggested-action");
  gtk_widget_set_sensitive (self->keep, FALSE);
  gtk_label_set_wrap (self->result, TRUE);
  gtk_label_set_wrap_mode (self->result, PANGO_WRAP_WORD_CHAR);
  gtk_label_set_xalign (self->result, 0);
  gtk_label_set_selectable (self->result, TRUE);
  gtk_widget_set_visible (result, FALSE);
  g_signal_connect_swapped (name, "changed", G_CALLBACK (name_cb), self);
  g_signal_connect_swapped (name, "activate", G_CALLBACK (keep_cb), self);
  g_signal_connect_swapped (self->keep, "clicked", G_CALLBACK (keep_cb), self);
  gtk_box_append (GTK_BOX (line), name);
  gtk_box_append (GTK_BOX (line), self->keep);
  gtk_box_append (GTK_BOX (box), line);
  gtk_box_append (GTK_BOX (box), result);
  gtk_widget_add_css_class (box, "keep-machine");
  return box;
}

/* --- class --- */

static void
systole_machine_window_dispose (GObject *object)
{
  SystoleMachineWindow *self = SYSTOLE_MACHINE_WINDOW (object);

  if (self->session != NULL)
    g_signal_handlers_disconnect_by_data (self->session, self);
  for (guint i = 0; i < self->rows->len; i++)
    {
      Row *row = g_ptr_array_index (self->rows, i);

      g_signal_handlers_disconnect_by_data (row->row, row);
      g_signal_handlers_disconnect_by_data (row->source, row);
    }
  g_clear_object (&self->session);
  G_OBJECT_CLASS (systole_machine_window_parent_class)->dispose (object);
}

static void
systole_machine_window_finalize (GObject *object)
{
  SystoleMachineWindow *self = SYSTOLE_MACHINE_WINDOW (object);

  g_ptr_array_unref (self->rows);
  g_free (self->machine);
  G_OBJECT_CLASS (systole_machine_window_parent_class)->finalize (object);
}

static void
systole_machine_window_class_init (SystoleMachineWindowClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = systole_machine_window_dispose;
  G_OBJECT_CLASS (klass)->finalize = systole_machine_window_finalize;
  signals[SIGNAL_KEPT] = g_signal_new ("kept", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
  gtk_widget_class_add_binding_action (GTK_WIDGET_CLASS (klass), GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
systole_machine_window_init (SystoleMachineWindow *self)
{
  GtkWidget *page = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0), *scrolled = gtk_scrolled_window_new ();

  self->rows = g_ptr_array_new_with_free_func (g_free);
  self->content = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_widget_add_css_class (self->content, "setup");
  gtk_widget_add_css_class (self->content, "machine-fields");
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), self->content);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scrolled), TRUE);
  gtk_widget_set_vexpand (scrolled, TRUE);
  gtk_box_append (GTK_BOX (page), adw_header_bar_new ());
  gtk_box_append (GTK_BOX (page), make_keeper (self));
  gtk_box_append (GTK_BOX (page), scrolled);
  adw_window_set_content (ADW_WINDOW (self), page);
  gtk_window_set_destroy_with_parent (GTK_WINDOW (self), TRUE);
}

/**
 * systole_machine_window_new:
 * @lane: of the scenario, whose machine it is
 */
GtkWidget *
systole_machine_window_new (SystoleSession *session, guint lane)
{
  SystoleMachineWindow *self = g_object_new (SYSTOLE_TYPE_MACHINE_WINDOW, NULL);
  const SystoleLane *shown = systole_scenario_get_lane (systole_session_get_scenario (session), lane);
  const SystoleMachine *machine;
  g_autofree char *title = NULL;

  self->session = g_object_ref (session);
  self->lane = lane;
  self->machine = shown->kind == SYSTOLE_LANE_MACHINE ? g_strdup (shown->machine) : NULL;
  machine = get_machine (self);
  /* Translators: letter and name of a machine: “Machine A: NVIDIA T4” */
  title = g_strdup_printf (_ ("Machine %c: %s"), 'A' + lane, machine != NULL ? systole_machine_get_name (machine) : systole_family_get_title (shown->kind == SYSTOLE_LANE_SM ? SYSTOLE_FAMILY_SM : SYSTOLE_FAMILY_ARRAY));
  gtk_window_set_title (GTK_WINDOW (self), title);
  add_fields (self);
  gtk_window_set_default_size (GTK_WINDOW (self), 420, self->rows->len > 0 ? 640 : -1);
  scenario_cb (self);
  g_signal_connect_swapped (session, "scenario-changed", G_CALLBACK (scenario_cb), self);
  return GTK_WIDGET (self);
}
