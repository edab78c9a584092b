/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/choice-row.h"

#include "widgets/accessible-name.h"

struct _SystoleChoiceRow
{
  GtkBox parent_instance;

  GtkWidget *label, *drop_down, *note;
  GStrv brief;      /* of the items, NULL: as in the list */
  gboolean showing; /* the change is the program's */
};

enum
{
  SIGNAL_CHOSEN,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (SystoleChoiceRow, systole_choice_row, GTK_TYPE_BOX)

static void
selected_cb (SystoleChoiceRow *self)
{
  guint index = gtk_drop_down_get_selected (GTK_DROP_DOWN (self->drop_down));

  if (!self->showing && index != GTK_INVALID_LIST_POSITION)
    g_signal_emit (self, signals[SIGNAL_CHOSEN], 0, index);
}

/* Asked for when it is wanted: to set one waits for the display server. */
static gboolean
query_tooltip_cb (GtkWidget *label, int x, int y, gboolean keyboard, GtkTooltip *tooltip, SystoleChoiceRow *self)
{
  GtkStringObject *item = gtk_drop_down_get_selected_item (GTK_DROP_DOWN (self->drop_down));

  gtk_tooltip_set_text (tooltip, item != NULL ? gtk_string_object_get_string (item) : NULL);
  return item != NULL;
}

/* What is chosen may be shortened in the row, never in the list. */
static void
setup_cb (GtkSignalListItemFactory *factory, GtkListItem *item, SystoleChoiceRow *self)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_label_set_xalign (GTK_LABEL (label), 1);
  gtk_label_set_width_chars (GTK_LABEL (label), 6);
  gtk_widget_set_hexpand (label, TRUE);
  gtk_widget_set_has_tooltip (label, TRUE);
  g_signal_connect (label, "query-tooltip", G_CALLBACK (query_tooltip_cb), self);
  gtk_list_item_set_child (item, label);
}

static void
setup_list_cb (GtkSignalListItemFactory *factory, GtkListItem *item, SystoleChoiceRow *self)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_list_item_set_child (item, label);
}

static void
bind_list_cb (GtkSignalListItemFactory *factory, GtkListItem *item, SystoleChoiceRow *self)
{
  const char *text = gtk_string_object_get_string (gtk_list_item_get_item (item));

  gtk_label_set_text (GTK_LABEL (gtk_list_item_get_child (item)), text);
}

/* The row has room for a word or two. */
static void
bind_cb (GtkSignalListItemFactory *factory, GtkListItem *item, SystoleChoiceRow *self)
{
  guint index = gtk_list_item_get_position (item);

  if (self->brief != NULL && index < g_strv_length (self->brief))
    gtk_label_set_text (GTK_LABEL (gtk_list_item_get_child (item)), self->brief[index]);
  else
    bind_list_cb (factory, item, self);
}

static GtkListItemFactory *
make_factory (SystoleChoiceRow *self, GCallback setup, GCallback bind)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();

  g_signal_connect (factory, "setup", setup, self);
  g_signal_connect (factory, "bind", bind, self);
  return factory;
}

static void
systole_choice_row_finalize (GObject *object)
{
  g_strfreev (SYSTOLE_CHOICE_ROW (object)->brief);
  G_OBJECT_CLASS (systole_choice_row_parent_class)->finalize (object);
}

static void
systole_choice_row_class_init (SystoleChoiceRowClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = systole_choice_row_finalize;
  signals[SIGNAL_CHOSEN] = g_signal_new ("chosen", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
}

static void
systole_choice_row_init (SystoleChoiceRow *self)
{
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self), GTK_ORIENTATION_VERTICAL);
  gtk_widget_add_css_class (GTK_WIDGET (self), "field-row");
}

static void
add_note (SystoleChoiceRow *self)
{
  self->note = gtk_label_new (NULL);
  gtk_label_set_wrap (GTK_LABEL (self->note), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (self->note), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_xalign (GTK_LABEL (self->note), 0);
  gtk_label_set_width_chars (GTK_LABEL (self->note), 10);
  gtk_widget_add_css_class (self->note, "note");
  gtk_widget_set_visible (self->note, FALSE);
  gtk_box_append (GTK_BOX (self), self->note);
}

SystoleChoiceRow *
systole_choice_row_new (const char *title, const char *const *items, const char *const *brief, gboolean search)
{
  SystoleChoiceRow *self = g_object_new (SYSTOLE_TYPE_CHOICE_ROW, NULL);
  GtkWidget *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *label = gtk_label_new (title);
  g_autoptr (GtkListItemFactory) factory = make_factory (self, G_CALLBACK (setup_cb), G_CALLBACK (bind_cb));
  g_autoptr (GtkListItemFactory) list_factory = make_factory (self, G_CALLBACK (setup_list_cb), G_CALLBACK (bind_list_cb));

  self->brief = g_strdupv ((GStrv) brief);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_label_set_width_chars (GTK_LABEL (label), 6);
  gtk_widget_set_tooltip_text (label, title);
  self->label = label;
  self->drop_down = gtk_drop_down_new (G_LIST_MODEL (gtk_string_list_new (items)), gtk_property_expression_new (GTK_TYPE_STRING_OBJECT, NULL, "string"));
  gtk_drop_down_set_factory (GTK_DROP_DOWN (self->drop_down), factory);
  gtk_drop_down_set_list_factory (GTK_DROP_DOWN (self->drop_down), list_factory);
  gtk_drop_down_set_enable_search (GTK_DROP_DOWN (self->drop_down), search);
  gtk_widget_add_css_class (self->drop_down, "flat");
  gtk_widget_add_css_class (self->drop_down, "value");
  gtk_widget_set_hexpand (self->drop_down, TRUE);
  gtk_widget_set_halign (self->drop_down, GTK_ALIGN_END);
  gtk_box_append (GTK_BOX (line), label);
  gtk_box_append (GTK_BOX (line), self->drop_down);
  gtk_box_append (GTK_BOX (self), line);
  add_note (self);
  systole_choice_row_set_label (self, title);
  g_signal_connect_swapped (self->drop_down, "notify::selected", G_CALLBACK (selected_cb), self);
  return self;
}

void
systole_choice_row_set_label (SystoleChoiceRow *self, const char *label)
{
  g_return_if_fail (SYSTOLE_IS_CHOICE_ROW (self));
  systole_accessible_name_choice (GTK_DROP_DOWN (self->drop_down), label);
}

void
systole_choice_row_set_explanation (SystoleChoiceRow *self, const char *text)
{
  g_return_if_fail (SYSTOLE_IS_CHOICE_ROW (self));
  gtk_widget_set_tooltip_text (self->label, text);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->drop_down), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text, -1);
}

/**
 * systole_choice_row_set_note:
 * @note: (nullable): why the choice was refused; NULL: it was not
 */
void
systole_choice_row_set_note (SystoleChoiceRow *self, const char *note)
{
  g_return_if_fail (SYSTOLE_IS_CHOICE_ROW (self));
  gtk_label_set_text (GTK_LABEL (self->note), note != NULL ? note : "");
  gtk_widget_set_visible (self->note, note != NULL);
  if (note != NULL)
    gtk_widget_add_css_class (GTK_WIDGET (self), "refused");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self), "refused");
}

/**
 * systole_choice_row_set_hint:
 * @hint: (nullable): what follows from the choice; a refusal that is shown stays
 */
void
systole_choice_row_set_hint (SystoleChoiceRow *self, const char *hint)
{
  g_return_if_fail (SYSTOLE_IS_CHOICE_ROW (self));
  if (gtk_widget_has_css_class (GTK_WIDGET (self), "refused"))
    return;
  gtk_label_set_text (GTK_LABEL (self->note), hint != NULL ? hint : "");
  gtk_widget_set_visible (self->note, hint != NULL);
}

void
systole_choice_row_set_selected (SystoleChoiceRow *self, guint index)
{
  g_return_if_fail (SYSTOLE_IS_CHOICE_ROW (self));
  self->showing = TRUE;
  gtk_drop_down_set_selected (GTK_DROP_DOWN (self->drop_down), index);
  self->showing = FALSE;
}

guint
systole_choice_row_get_selected (SystoleChoiceRow *self)
{
  return gtk_drop_down_get_selected (GTK_DROP_DOWN (self->drop_down));
}
