/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/field-row.h"

#include <math.h>

#include "app/field-unit.h"
#include "engine/base/i18n.h"
#include "widgets/quantity-text.h"
#include "widgets/user-number.h"

#define SIGNIFICANT_DIGITS 6
#define MOST_CHARS 13 /* “100 000 000” is read whole */

struct _SystoleFieldRow
{
  GtkBox parent_instance;

  char *title, *unit;
  double min, max;
  gboolean whole;
  double value;     /* base unit */
  double scale;     /* base units of the unit shown */
  gboolean typed;   /* the text is the user's, not confirmed yet */
  gboolean showing; /* the text is being set by the program */
  guint confirm_source;
  char *note, *explanation;

  GtkEventController *pointer, *focus; /* owned by the widget */
  GtkWidget *label, *dot, *entry, *unit_label, *origin, *revert, *less, *more, *note_label;
};

enum
{
  SIGNAL_EDITED,
  SIGNAL_REVERTED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (SystoleFieldRow, systole_field_row, GTK_TYPE_BOX)

/* Whole numbers are shown as they are, others with the prefix that suits them. */
static void
choose_unit (SystoleFieldRow *self)
{
  g_autofree char *text = NULL;
  const char *prefix = "";

  self->scale = 1;
  if (!self->whole)
    prefix = systole_field_unit_choose (self->unit, self->value, &self->scale);
  text = g_strconcat (prefix, self->unit, NULL);
  gtk_label_set_text (GTK_LABEL (self->unit_label), text);
  gtk_widget_set_visible (self->unit_label, *text != '\0');
}

static void
show_value (SystoleFieldRow *self)
{
  g_autofree char *text = NULL;
  guint length;

  choose_unit (self);
  text = self->whole ? systole_text_count ((guint64) self->value) : systole_text_real (self->value / self->scale, SIGNIFICANT_DIGITS);
  self->showing = TRUE;
  gtk_editable_set_text (GTK_EDITABLE (self->entry), text);
  self->showing = FALSE;
  length = (guint) g_utf8_strlen (text, -1);
  gtk_editable_set_width_chars (GTK_EDITABLE (self->entry), (int) CLAMP (length, 3, MOST_CHARS));
  gtk_editable_set_max_width_chars (GTK_EDITABLE (self->entry), (int) CLAMP (length, 3, MOST_CHARS));
  self->typed = FALSE;
  gtk_widget_set_sensitive (self->less, self->value > self->min);
  gtk_widget_set_sensitive (self->more, self->value < self->max);
}

/* A note is of this moment, the explanation is always true. */
static void
describe (SystoleFieldRow *self)
{
  const char *text = self->note != NULL ? self->note : self->explanation;

  gtk_accessible_update_property (GTK_ACCESSIBLE (self->entry), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text != NULL ? text : "", -1);
}

static gboolean
understand (SystoleFieldRow *self, const char *text, double *value, char **echo, GError **error)
{
  SystoleUserNumber number;
  guint64 whole;

  if (self->whole)
    {
      if (!systole_user_number_parse_uint (text, (guint64) self->min, (guint64) self->max, 0, &whole, echo, error))
        return FALSE;
      *value = (double) whole;
      return TRUE;
    }
  if (!systole_user_number_parse (text, &number, error))
    return FALSE;
  /* "1.41G" is in the base unit, "1410" in the one that is shown. */
  if (number.suffixed)
    return systole_user_number_parse_double (text, self->min, self->max, value, echo, error);
  if (!systole_user_number_parse_double (text, self->min / self->scale, self->max / self->scale, value, echo, error))
    return FALSE;
  *value *= self->scale;
  return TRUE;
}

static void
confirm (SystoleFieldRow *self)
{
  g_autofree char *text = g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->entry)));
  g_autofree char *echo = NULL;
  g_autoptr (GError) error = NULL;
  double value;

  if (!self->typed)
    return;
  self->typed = FALSE;
  if (!understand (self, text, &value, &echo, &error))
    {
      systole_field_row_set_note (self, error->message, TRUE);
      return;
    }
  systole_field_row_set_note (self, echo, FALSE);
  if (value != self->value)
    g_signal_emit (self, signals[SIGNAL_EDITED], 0, value, FALSE);
  /* Refused: the owner has said why, and the text stays to be mended. */
  if (value == self->value)
    show_value (self);
}

static void
step (SystoleFieldRow *self, int direction)
{
  double size = self->whole ? 1 : self->scale * pow (10, floor (log10 (MAX (self->value / self->scale, 1))) - 1);
  double value = CLAMP (self->value + direction * size, self->min, self->max);

  confirm (self);
  if (value == self->value)
    return;
  systole_field_row_set_note (self, NULL, FALSE);
  g_signal_emit (self, signals[SIGNAL_EDITED], 0, value, TRUE);
}

static void
more_cb (SystoleFieldRow *self)
{
  step (self, 1);
}

static void
less_cb (SystoleFieldRow *self)
{
  step (self, -1);
}

static void
revert_cb (SystoleFieldRow *self)
{
  g_signal_emit (self, signals[SIGNAL_REVERTED], 0);
}

static gboolean
confirm_idle (gpointer data)
{
  SystoleFieldRow *self = data;

  self->confirm_source = 0;
  confirm (self);
  return G_SOURCE_REMOVE;
}

/* Text that comes without the keyboard is from assistive technology: no Enter follows it,
 * and no focus leaves. */
static void
changed_cb (SystoleFieldRow *self)
{
  self->typed = !self->showing;
  if (self->typed && self->confirm_source == 0 && !gtk_event_controller_focus_contains_focus (GTK_EVENT_CONTROLLER_FOCUS (self->focus)))
    self->confirm_source = g_idle_add (confirm_idle, self);
}

static gboolean
key_cb (SystoleFieldRow *self, guint key, guint code, GdkModifierType modifiers)
{
  if ((modifiers & (GDK_CONTROL_MASK | GDK_ALT_MASK)) != 0)
    return GDK_EVENT_PROPAGATE;
  switch (key)
    {
    case GDK_KEY_Up:
    case GDK_KEY_KP_Up:
      step (self, 1);
      return GDK_EVENT_STOP;
    case GDK_KEY_Down:
    case GDK_KEY_KP_Down:
      step (self, -1);
      return GDK_EVENT_STOP;
    case GDK_KEY_Escape:
      if (!self->typed && self->note == NULL)
        return GDK_EVENT_PROPAGATE;
      show_value (self);
      systole_field_row_set_note (self, NULL, FALSE);
      return GDK_EVENT_STOP;
    default:
      return GDK_EVENT_PROPAGATE;
    }
}

static GtkWidget *
small_button (SystoleFieldRow *self, const char *icon, const char *label, GCallback callback)
{
  GtkWidget *button = gtk_button_new_from_icon_name (icon);

  gtk_widget_add_css_class (button, "flat");
  gtk_widget_add_css_class (button, "step");
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_set_tooltip_text (button, label);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  g_signal_connect_swapped (button, "clicked", callback, self);
  return button;
}

static void
systole_field_row_dispose (GObject *object)
{
  g_clear_handle_id (&SYSTOLE_FIELD_ROW (object)->confirm_source, g_source_remove);
  G_OBJECT_CLASS (systole_field_row_parent_class)->dispose (object);
}

static void
systole_field_row_finalize (GObject *object)
{
  SystoleFieldRow *self = SYSTOLE_FIELD_ROW (object);

  g_free (self->title);
  g_free (self->unit);
  g_free (self->note);
  g_free (self->explanation);
  G_OBJECT_CLASS (systole_field_row_parent_class)->finalize (object);
}

static void
systole_field_row_class_init (SystoleFieldRowClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = systole_field_row_dispose;
  G_OBJECT_CLASS (klass)->finalize = systole_field_row_finalize;
  signals[SIGNAL_EDITED] = g_signal_new ("edited", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 2, G_TYPE_DOUBLE, G_TYPE_BOOLEAN);
  signals[SIGNAL_REVERTED] = g_signal_new ("reverted", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
systole_field_row_init (SystoleFieldRow *self)
{
  self->scale = 1;
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self), GTK_ORIENTATION_VERTICAL);
  gtk_widget_add_css_class (GTK_WIDGET (self), "field-row");
}

/* The buttons come with the pointer or the keyboard: at rest a row is title and value. */
static void
near_cb (SystoleFieldRow *self)
{
  gboolean near = gtk_event_controller_motion_contains_pointer (GTK_EVENT_CONTROLLER_MOTION (self->pointer)) || gtk_event_controller_focus_contains_focus (GTK_EVENT_CONTROLLER_FOCUS (self->focus));

  gtk_widget_set_visible (self->less, near);
  gtk_widget_set_visible (self->more, near);
}

static void
watch (SystoleFieldRow *self)
{
  self->pointer = gtk_event_controller_motion_new ();
  self->focus = gtk_event_controller_focus_new ();
  g_signal_connect_swapped (self->pointer, "notify::contains-pointer", G_CALLBACK (near_cb), self);
  g_signal_connect_swapped (self->focus, "notify::contains-focus", G_CALLBACK (near_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), self->pointer);
  gtk_widget_add_controller (GTK_WIDGET (self), self->focus);
  near_cb (self);
}

static void
build (SystoleFieldRow *self, const char *title)
{
  GtkWidget *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  GtkEventController *keys = gtk_event_controller_key_new (), *focus = gtk_event_controller_focus_new ();

  self->dot = gtk_label_new ("•");
  gtk_widget_add_css_class (self->dot, "changed-dot");
  gtk_widget_set_visible (self->dot, FALSE);
  self->label = gtk_label_new (title);
  gtk_label_set_xalign (GTK_LABEL (self->label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (self->label), PANGO_ELLIPSIZE_END);
  gtk_widget_set_tooltip_text (self->label, title);
  gtk_widget_set_hexpand (self->label, TRUE);
  self->less = small_button (self, "value-decrease-symbolic", _ ("Less"), G_CALLBACK (less_cb));
  self->more = small_button (self, "value-increase-symbolic", _ ("More"), G_CALLBACK (more_cb));
  self->entry = gtk_entry_new ();
  gtk_editable_set_alignment (GTK_EDITABLE (self->entry), 1);
  gtk_editable_set_enable_undo (GTK_EDITABLE (self->entry), FALSE);
  gtk_entry_set_has_frame (GTK_ENTRY (self->entry), FALSE);
  gtk_widget_set_hexpand (self->entry, FALSE);
  gtk_widget_add_css_class (self->entry, "value");
  self->unit_label = gtk_label_new ("");
  gtk_widget_add_css_class (self->unit_label, "unit");
  self->origin = gtk_label_new (NULL);
  gtk_widget_add_css_class (self->origin, "origin");
  gtk_widget_set_visible (self->origin, FALSE);
  self->revert = small_button (self, "edit-undo-symbolic", _ ("Back to the catalogue’s value"), G_CALLBACK (revert_cb));
  gtk_widget_set_visible (self->revert, FALSE);
  self->note_label = gtk_label_new (NULL);
  gtk_label_set_wrap (GTK_LABEL (self->note_label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (self->note_label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_xalign (GTK_LABEL (self->note_label), 0);
  gtk_label_set_width_chars (GTK_LABEL (self->note_label), 10);
  gtk_widget_add_css_class (self->note_label, "note");
  gtk_widget_set_visible (self->note_label, FALSE);

  gtk_box_append (GTK_BOX (line), self->dot);
  gtk_box_append (GTK_BOX (line), self->label);
  gtk_box_append (GTK_BOX (line), self->revert);
  gtk_box_append (GTK_BOX (line), self->less);
  gtk_box_append (GTK_BOX (line), self->more);
  gtk_box_append (GTK_BOX (line), self->entry);
  gtk_box_append (GTK_BOX (line), self->unit_label);
  gtk_box_append (GTK_BOX (line), self->origin);
  gtk_box_append (GTK_BOX (self), line);
  gtk_box_append (GTK_BOX (self), self->note_label);

  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect_swapped (keys, "key-pressed", G_CALLBACK (key_cb), self);
  gtk_widget_add_controller (self->entry, keys);
  g_signal_connect_swapped (focus, "leave", G_CALLBACK (confirm), self);
  gtk_widget_add_controller (self->entry, focus);
  g_signal_connect_swapped (self->entry, "activate", G_CALLBACK (confirm), self);
  watch (self);
  g_signal_connect_swapped (self->entry, "changed", G_CALLBACK (changed_cb), self);
}

SystoleFieldRow *
systole_field_row_new (const char *title, const char *unit, double min, double max, gboolean whole)
{
  SystoleFieldRow *self = g_object_new (SYSTOLE_TYPE_FIELD_ROW, NULL);

  self->title = g_strdup (title);
  self->unit = g_strdup (unit);
  self->min = min;
  self->max = max;
  self->whole = whole;
  self->value = -1; /* nothing shown yet */
  build (self, title);
  systole_field_row_set_label (self, title);
  return self;
}

void
systole_field_row_set_explanation (SystoleFieldRow *self, const char *text)
{
  g_return_if_fail (SYSTOLE_IS_FIELD_ROW (self));
  g_free (self->explanation);
  self->explanation = g_strdup (text);
  gtk_widget_add_css_class (self->label, "symbol");
  gtk_widget_set_tooltip_text (GTK_WIDGET (self), text);
  gtk_widget_set_tooltip_text (self->label, text);
  describe (self);
}

const char *
systole_field_row_get_title (SystoleFieldRow *self)
{
  return self->title;
}

void
systole_field_row_set_label (SystoleFieldRow *self, const char *label)
{
  g_return_if_fail (SYSTOLE_IS_FIELD_ROW (self));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->entry), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
}

/**
 * systole_field_row_set_value:
 * @value: in the base unit
 */
void
systole_field_row_set_value (SystoleFieldRow *self, double value)
{
  g_return_if_fail (SYSTOLE_IS_FIELD_ROW (self));
  if (value == self->value && !self->typed)
    return;
  self->value = value;
  show_value (self);
}

double
systole_field_row_get_value (SystoleFieldRow *self)
{
  return self->value;
}

/**
 * systole_field_row_set_note:
 * @note: (nullable): a sentence shown below the value
 * @is_error: the value was not taken
 */
void
systole_field_row_set_note (SystoleFieldRow *self, const char *note, gboolean is_error)
{
  g_return_if_fail (SYSTOLE_IS_FIELD_ROW (self));
  if (note != self->note)
    {
      g_free (self->note);
      self->note = g_strdup (note);
    }
  gtk_label_set_text (GTK_LABEL (self->note_label), note != NULL ? note : "");
  gtk_widget_set_visible (self->note_label, note != NULL);
  if (is_error)
    gtk_widget_add_css_class (GTK_WIDGET (self), "refused");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self), "refused");
  gtk_accessible_update_state (GTK_ACCESSIBLE (self->entry), GTK_ACCESSIBLE_STATE_INVALID, is_error ? GTK_ACCESSIBLE_INVALID_TRUE : GTK_ACCESSIBLE_INVALID_FALSE, -1);
  describe (self);
}

const char *
systole_field_row_get_note (SystoleFieldRow *self)
{
  return self->note;
}

/**
 * systole_field_row_type:
 *
 * Returns: whether the value was taken
 */
gboolean
systole_field_row_type (SystoleFieldRow *self, const char *text)
{
  g_return_val_if_fail (SYSTOLE_IS_FIELD_ROW (self), FALSE);
  gtk_editable_set_text (GTK_EDITABLE (self->entry), text);
  self->typed = TRUE;
  confirm (self);
  return !gtk_widget_has_css_class (GTK_WIDGET (self), "refused");
}

/**
 * systole_field_row_set_origin:
 * @source: (nullable): where the number is from
 * @changed: it is not the catalogue's
 */
void
systole_field_row_set_origin (SystoleFieldRow *self, SystoleProvenance provenance, const char *source, gboolean changed)
{
  const char *title = systole_provenance_get_title (provenance);
  g_autofree char *letter = g_utf8_substring (title, 0, 1);
  const char *note = systole_provenance_get_note (provenance);
  g_autofree char *said = source != NULL ? g_strdup_printf ("%s: %s", title, source) : g_strdup (title);
  g_autofree char *tip = note != NULL ? g_strdup_printf ("%s\n%s", said, note) : g_strdup (said);

  g_return_if_fail (SYSTOLE_IS_FIELD_ROW (self));
  gtk_label_set_text (GTK_LABEL (self->origin), letter);
  gtk_widget_set_tooltip_text (self->origin, tip);
  gtk_widget_set_visible (self->origin, TRUE);
  gtk_widget_set_visible (self->dot, changed);
  gtk_widget_set_visible (self->revert, changed);
}
