/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/beat-list.h"

#include <string.h>

#include "app/beat-edits.h"
#include "engine/base/i18n.h"

struct _SystoleBeatList
{
  GtkBox parent_instance;

  SystoleSession *session;
  GtkListBox *list;
  GPtrArray *rows; /* Row; the first is the document */
  gboolean updating;
};

typedef struct
{
  SystoleBeatList *owner;
  int beat;
  GtkWidget *row;
  GtkLabel *number, *text;
} Row;

G_DEFINE_FINAL_TYPE (SystoleBeatList, systole_beat_list, GTK_TYPE_BOX)

/* --- one row --- */

/* Numbers are known where a beat is shown: in the list an ellipsis stands for each. */
static char *
leave_out_numbers (const char *caption)
{
  GString *text = g_string_new (NULL);
  const char *open, *close;

  for (; (open = strchr (caption, '{')) != NULL && (close = strchr (open, '}')) != NULL; caption = close + 1)
    {
      g_string_append_len (text, caption, open - caption);
      g_string_append (text, "…");
    }
  g_string_append (text, caption);
  return g_string_free (text, FALSE);
}

static char *
describe (SystoleBeatList *self, int beat)
{
  const SystoleScenario *base = systole_session_get_base (self->session);
  const SystoleBeat *own = beat >= 0 ? systole_scenario_get_beat (base, (guint) beat) : NULL;
  g_autofree char *caption = NULL;

  if (own == NULL)
    return g_strdup (_ ("As the file opens"));
  caption = leave_out_numbers (systole_texts_choose (own->captions, g_get_language_names ()));
  if (own->choices->len > 0)
    /* Translators: of a beat that asks something; %s is its caption */
    return g_strdup_printf (_ ("Question: %s"), caption);
  return g_strdup (*caption != '\0' ? caption : _ ("No caption yet"));
}

static void
show_row (Row *row)
{
  SystoleBeatList *self = row->owner;
  gboolean changed = row->beat == systole_session_get_beat (self->session) && systole_session_has_draft (self->session);
  g_autofree char *text = describe (self, row->beat);
  g_autofree char *number = row->beat >= 0 ? g_strdup_printf ("%d", row->beat + 1) : g_strdup ("▸");
  /* Translators: number and caption of a beat, for those who hear it */
  g_autofree char *name = row->beat >= 0 ? g_strdup_printf (_ ("Beat %d: %s"), row->beat + 1, text) : g_strdup (text);

  if (changed)
    {
      /* Translators: what was tried at a beat and is not stored in it; %s is its caption */
      char *more = g_strdup_printf (_ ("%s (something else is shown)"), text);

      g_free (text);
      text = more;
    }
  gtk_label_set_text (row->number, number);
  gtk_label_set_text (row->text, text);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row->row), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
}

static GdkContentProvider *
prepare_cb (GtkDragSource *source, double x, double y, Row *row)
{
  GdkPaintable *picture = gtk_widget_paintable_new (row->row);

  gtk_drag_source_set_icon (source, picture, (int) x, (int) y);
  g_object_unref (picture);
  return gdk_content_provider_new_typed (G_TYPE_UINT, (guint) row->beat);
}

static gboolean
drop_cb (GtkDropTarget *target, const GValue *value, double x, double y, Row *row)
{
  return systole_edit_move_beat (row->owner->session, g_value_get_uint (value), (guint) row->beat);
}

static void
add_dragging (Row *row)
{
  GtkDragSource *source = gtk_drag_source_new ();
  GtkDropTarget *target = gtk_drop_target_new (G_TYPE_UINT, GDK_ACTION_MOVE);

  gtk_drag_source_set_actions (source, GDK_ACTION_MOVE);
  g_signal_connect (source, "prepare", G_CALLBACK (prepare_cb), row);
  g_signal_connect (target, "drop", G_CALLBACK (drop_cb), row);
  gtk_widget_add_controller (row->row, GTK_EVENT_CONTROLLER (source));
  gtk_widget_add_controller (row->row, GTK_EVENT_CONTROLLER (target));
}

static Row *
add_row (SystoleBeatList *self, int beat)
{
  Row *row = g_new0 (Row, 1);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);

  row->owner = self;
  row->beat = beat;
  row->row = gtk_list_box_row_new ();
  row->number = GTK_LABEL (gtk_label_new (NULL));
  row->text = GTK_LABEL (gtk_label_new (NULL));
  gtk_label_set_width_chars (row->number, 2);
  gtk_widget_add_css_class (GTK_WIDGET (row->number), "number");
  gtk_widget_set_valign (GTK_WIDGET (row->number), GTK_ALIGN_START);
  gtk_label_set_xalign (row->text, 0);
  gtk_label_set_wrap (row->text, TRUE);
  gtk_label_set_wrap_mode (row->text, PANGO_WRAP_WORD_CHAR);
  gtk_label_set_lines (row->text, 2);
  gtk_label_set_ellipsize (row->text, PANGO_ELLIPSIZE_END);
  gtk_widget_set_hexpand (GTK_WIDGET (row->text), TRUE);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (row->number));
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (row->text));
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row->row), box);
  if (beat >= 0)
    add_dragging (row);
  gtk_list_box_append (self->list, row->row);
  g_ptr_array_add (self->rows, row);
  return row;
}

static Row *
get_row (SystoleBeatList *self, int beat)
{
  guint i = (guint) (beat + 1);

  return i < self->rows->len ? g_ptr_array_index (self->rows, i) : NULL;
}

/* --- the list --- */

/**
 * systole_beat_list_update:
 *
 * Shows the present document; rows stay the same widgets, so that one that is dragged or
 * has the keyboard keeps it.
 */
void
systole_beat_list_update (SystoleBeatList *self)
{
  guint wanted = systole_scenario_get_n_beats (systole_session_get_base (self->session)) + 1;
  Row *shown;

  self->updating = TRUE;
  while (self->rows->len > wanted)
    {
      Row *last = g_ptr_array_index (self->rows, self->rows->len - 1);

      gtk_list_box_remove (self->list, last->row);
      g_ptr_array_set_size (self->rows, (int) self->rows->len - 1);
    }
  while (self->rows->len < wanted)
    add_row (self, (int) self->rows->len - 1);
  for (guint i = 0; i < self->rows->len; i++)
    show_row (g_ptr_array_index (self->rows, i));
  shown = get_row (self, systole_session_get_beat (self->session));
  if (shown != NULL && gtk_list_box_get_selected_row (self->list) != GTK_LIST_BOX_ROW (shown->row))
    {
      gtk_list_box_select_row (self->list, GTK_LIST_BOX_ROW (shown->row));
      if (systole_beat_list_has_focus (self))
        gtk_widget_grab_focus (shown->row);
    }
  self->updating = FALSE;
}

static void
selected_cb (SystoleBeatList *self, GtkListBoxRow *row)
{
  int beat;

  if (self->updating || row == NULL)
    return;
  beat = gtk_list_box_row_get_index (row) - 1;
  if (beat != systole_session_get_beat (self->session))
    systole_session_go_to_beat (self->session, beat);
}

/* Chosen again: as it is stored, whatever was tried since. */
static void
activated_cb (SystoleBeatList *self, GtkListBoxRow *row)
{
  int beat = gtk_list_box_row_get_index (row) - 1;

  if (!self->updating && beat == systole_session_get_beat (self->session))
    systole_session_go_to_beat (self->session, beat);
}

static gboolean
move_cb (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  SystoleBeatList *self = SYSTOLE_BEAT_LIST (widget);
  int beat = systole_session_get_beat (self->session), to = beat + g_variant_get_int32 (arguments);

  return beat >= 0 && to >= 0 && systole_edit_move_beat (self->session, (guint) beat, (guint) to);
}

static gboolean
delete_cb (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  SystoleBeatList *self = SYSTOLE_BEAT_LIST (widget);
  int beat = systole_session_get_beat (self->session);

  if (beat >= 0)
    systole_edit_delete_beat (self->session, (guint) beat);
  return beat >= 0;
}

static void
systole_beat_list_dispose (GObject *object)
{
  SystoleBeatList *self = SYSTOLE_BEAT_LIST (object);

  if (self->session != NULL)
    g_signal_handlers_disconnect_by_data (self->session, self);
  g_signal_handlers_disconnect_by_data (self->list, self);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (systole_beat_list_parent_class)->dispose (object);
}

static void
systole_beat_list_finalize (GObject *object)
{
  g_ptr_array_unref (SYSTOLE_BEAT_LIST (object)->rows);
  G_OBJECT_CLASS (systole_beat_list_parent_class)->finalize (object);
}

static void
systole_beat_list_class_init (SystoleBeatListClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = systole_beat_list_dispose;
  G_OBJECT_CLASS (klass)->finalize = systole_beat_list_finalize;
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Up, GDK_ALT_MASK, move_cb, "i", -1);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_KP_Up, GDK_ALT_MASK, move_cb, "i", -1);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Down, GDK_ALT_MASK, move_cb, "i", 1);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_KP_Down, GDK_ALT_MASK, move_cb, "i", 1);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Delete, 0, delete_cb, NULL);
}

static void
systole_beat_list_init (SystoleBeatList *self)
{
  self->rows = g_ptr_array_new_with_free_func (g_free);
  self->list = GTK_LIST_BOX (gtk_list_box_new ());
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self), GTK_ORIENTATION_VERTICAL);
  gtk_list_box_set_selection_mode (self->list, GTK_SELECTION_BROWSE);
  gtk_widget_add_css_class (GTK_WIDGET (self->list), "beats");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->list), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Beats of the lesson"), -1);
  g_signal_connect_swapped (self->list, "row-selected", G_CALLBACK (selected_cb), self);
  g_signal_connect_swapped (self->list, "row-activated", G_CALLBACK (activated_cb), self);
  gtk_box_append (GTK_BOX (self), GTK_WIDGET (self->list));
}

GtkWidget *
systole_beat_list_new (SystoleSession *session)
{
  SystoleBeatList *self = g_object_new (SYSTOLE_TYPE_BEAT_LIST, NULL);

  self->session = g_object_ref (session);
  g_signal_connect_swapped (session, "scenario-changed", G_CALLBACK (systole_beat_list_update), self);
  systole_beat_list_update (self);
  return GTK_WIDGET (self);
}

GtkWidget *
systole_beat_list_get_row (SystoleBeatList *self, int beat)
{
  Row *row = get_row (self, beat);

  return row != NULL ? row->row : NULL;
}

gboolean
systole_beat_list_has_focus (SystoleBeatList *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;

  return focus != NULL && gtk_widget_is_ancestor (focus, GTK_WIDGET (self));
}
