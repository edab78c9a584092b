/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/explain-pane-private.h"

#include <string.h>

#include "engine/base/i18n.h"

/* The page "Selection": what is pinned, in words and numbers. */

/* The black square with a lane's letter. */
GtkWidget *
systole_explain_pane_make_badge (char letter)
{
  const char text[] = { letter, '\0' };
  GtkWidget *label = gtk_label_new (text);

  gtk_widget_set_halign (label, GTK_ALIGN_START);
  gtk_widget_set_valign (label, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (label, "lane-letter");
  return label;
}

GtkWidget *
systole_explain_pane_make_words (const char *text, const char *css_class)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_selectable (GTK_LABEL (label), FALSE);
  if (css_class != NULL)
    gtk_widget_add_css_class (label, css_class);
  return label;
}

GtkWidget *
systole_explain_pane_make_heading (SystoleLaneView *lane, const char *text, gboolean many)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget *title = systole_explain_pane_make_words (text, "heading");

  if (many)
    gtk_box_append (GTK_BOX (row), systole_explain_pane_make_badge (systole_lane_view_get_letter (lane)));
  gtk_widget_set_hexpand (title, TRUE);
  gtk_box_append (GTK_BOX (row), title);
  return row;
}

void
systole_explain_pane_set_ink (GtkWidget *label, SystoleScheme scheme, SystoleMeaning meaning)
{
  PangoAttrList *attributes = pango_attr_list_new ();

  pango_attr_list_insert (attributes, pango_attr_weight_new (PANGO_WEIGHT_SEMIBOLD));
  if (meaning < SYSTOLE_N_MEANINGS)
    {
      SystoleColor ink = systole_palette_get (scheme)->meanings[meaning].ink;

      pango_attr_list_insert (attributes, pango_attr_foreground_new ((guint16) (ink.red * 65535), (guint16) (ink.green * 65535), (guint16) (ink.blue * 65535)));
    }
  gtk_label_set_attributes (GTK_LABEL (label), attributes);
  pango_attr_list_unref (attributes);
}

#define LEFT_TO_RIGHT_MARK "\u200e"

/* Numbers and formulas are read from the left in every language: among letters that are not, a
 * minus would stand behind its number. */
GtkWidget *
systole_explain_pane_make_value (const char *text)
{
  g_autofree char *marked = g_strconcat (LEFT_TO_RIGHT_MARK, text, NULL);
  gboolean mirrored = gtk_widget_get_default_direction () == GTK_TEXT_DIR_RTL && !g_unichar_isalpha (g_utf8_get_char (text));

  return systole_explain_pane_make_words (mirrored ? marked : text, "numeric");
}

static GtkWidget *
make_fact (const SystoleFact *fact, SystoleScheme scheme)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *name = systole_explain_pane_make_words (fact->name, NULL);
  GtkWidget *value = systole_explain_pane_make_value (fact->value);

  gtk_label_set_xalign (GTK_LABEL (value), 1);
  gtk_widget_set_hexpand (name, TRUE);
  systole_explain_pane_set_ink (value, scheme, fact->meaning);
  gtk_box_append (GTK_BOX (row), name);
  gtk_box_append (GTK_BOX (row), value);
  gtk_widget_add_css_class (row, "fact");
  return row;
}

static GtkWidget *
make_facts (GArray *facts, SystoleScheme scheme)
{
  GtkWidget *list = gtk_list_box_new ();

  gtk_list_box_set_selection_mode (GTK_LIST_BOX (list), GTK_SELECTION_NONE);
  gtk_widget_add_css_class (list, "boxed-list");
  gtk_widget_add_css_class (list, "facts-list");
  for (guint i = 0; i < facts->len; i++)
    {
      const SystoleFact *fact = &g_array_index (facts, SystoleFact, i);
      GtkWidget *row = gtk_list_box_row_new ();
      g_autofree char *label = g_strdup_printf ("%s: %s", fact->name, fact->value);

      gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), make_fact (fact, scheme));
      gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), FALSE);
      gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
      gtk_list_box_append (GTK_LIST_BOX (list), row);
    }
  return list;
}

/* The first sentence is what one wants to know, the rest says why. */
static void
append_sentences (GtkBox *box, const char *text)
{
  const char *stop = strstr (text, ". ");
  g_autofree char *first = NULL;

  if (stop != NULL)
    {
      first = g_strndup (text, (gsize) (stop - text) + 1);
      gtk_box_append (box, systole_explain_pane_make_words (first, "answer"));
      text = stop + 2;
    }
  gtk_box_append (box, systole_explain_pane_make_words (text, "sentence"));
}

static void
append_neighbours (SystoleExplainPane *self, SystoleLaneView *lane, const SystoleTarget *target)
{
  SystoleLanePaint paint;

  if (target->kind != SYSTOLE_TARGET_PE)
    return;
  systole_lane_view_get_paint (lane, &paint);
  systole_neighbour_view_set_pe (SYSTOLE_NEIGHBOUR_VIEW (self->neighbours), systole_lane_view_get_run (lane), target, paint.cycle);
  gtk_box_append (GTK_BOX (self->selection), self->neighbours);
}

/* One target: title, facts, sentence. FALSE if there is nothing to say of it. */
static gboolean
append_target (SystoleExplainPane *self, SystoleLaneView *lane, const SystoleTarget *target, const char *heading, gboolean many, gboolean with_facts)
{
  g_autoptr (GArray) facts = NULL;
  g_autofree char *sentence = NULL;
  g_autofree char *title = systole_lane_view_explain (lane, target, &facts, &sentence);
  GtkBox *box = GTK_BOX (self->selection);

  if (title == NULL)
    return FALSE;
  if (gtk_widget_get_first_child (self->selection) != NULL)
    gtk_box_append (box, gtk_separator_new (GTK_ORIENTATION_HORIZONTAL));
  gtk_box_append (box, systole_explain_pane_make_heading (lane, heading != NULL ? heading : title, many));
  if (heading != NULL)
    gtk_box_append (box, systole_explain_pane_make_words (title, NULL));
  if (with_facts && heading == NULL)
    append_neighbours (self, lane, target);
  if (with_facts && facts != NULL && facts->len > 0)
    gtk_box_append (box, make_facts (facts, self->scheme));
  if (sentence != NULL && *sentence != '\0')
    append_sentences (box, sentence);
  return TRUE;
}

static void
append_other_lanes (SystoleExplainPane *self, SystoleLaneView *selected, const SystoleTarget *first)
{
  for (guint i = 0; i < systole_stage_get_n_lanes (self->stage); i++)
    {
      SystoleLaneView *lane = systole_stage_get_lane (self->stage, i);
      g_autofree char *heading = NULL;
      SystoleTarget target;

      if (lane == selected)
        continue;
      systole_lane_view_get_pinned (lane, &target, NULL);
      if (target.kind == SYSTOLE_TARGET_NONE)
        continue;
      /* Translators: the element of the result that is selected in one lane, in another one (A to D). */
      heading = g_strdup_printf (_ ("The same element in lane %c"), systole_lane_view_get_letter (lane));
      if (append_target (self, lane, &target, heading, TRUE, FALSE))
        systole_explain_pane_append_pins (self, selected, first, lane, &target);
    }
}

void
systole_explain_pane_show_selection (SystoleExplainPane *self)
{
  SystoleLaneView *lane = self->stage != NULL ? systole_stage_get_selected_lane (self->stage) : NULL;
  gboolean many = self->stage != NULL && systole_stage_get_n_lanes (self->stage) > 1;
  SystoleTarget first, second;
  gboolean shown = FALSE, had_focus = gtk_widget_has_focus (self->trace);
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (self->selection)) != NULL)
    gtk_box_remove (GTK_BOX (self->selection), child);

  if (lane != NULL)
    {
      systole_lane_view_get_pinned (lane, &first, &second);
      if (second.kind != SYSTOLE_TARGET_NONE)
        systole_explain_pane_append_pins (self, lane, &first, lane, &second);
      shown = append_target (self, lane, &first, NULL, many, TRUE);
      if (shown)
        systole_explain_pane_append_trace (self, lane, &first);
      if (had_focus && gtk_widget_get_parent (self->trace) != NULL)
        gtk_widget_grab_focus (self->trace);
      if (second.kind != SYSTOLE_TARGET_NONE)
        {
          gtk_box_append (GTK_BOX (self->selection), gtk_separator_new (GTK_ORIENTATION_HORIZONTAL));
          append_target (self, lane, &second, _ ("Compared with"), many, FALSE);
        }
      if (systole_stage_get_linked (self->stage))
        append_other_lanes (self, lane, &first);
    }
  if (!shown)
    gtk_box_append (GTK_BOX (self->selection), systole_explain_pane_make_words (_ ("Click a part of a picture, or press Alt and an arrow and then Ctrl+Enter, to see its numbers here. Shift+click pins a second one to compare."), "dim-label"));
  systole_explain_pane_choose_page (self, shown);
}
