/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/playhead-bar-private.h"

#include "engine/base/i18n.h"
#include "widgets/accessible-name.h"
#include "widgets/quantity-text.h"

/* Step unit, speed and time base. */

static const double speeds[] = { 0.1, 0.25, 0.5, 1, 2, 4, 8, 16, G_MAXDOUBLE };

static const char *const base_titles[] = {
  [SYSTOLE_TIME_CYCLES] = N_ ("Own cycles"),
  [SYSTOLE_TIME_WALL] = N_ ("Wall time"),
  /* xgettext:no-c-format */
  [SYSTOLE_TIME_WORK] = N_ ("% of work"),
};

static guint
speed_index (double speed)
{
  guint best = 0;

  for (guint i = 0; i < G_N_ELEMENTS (speeds); i++)
    if (speeds[i] <= speed)
      best = i;
  return best;
}

static void
unit_cb (SystolePlayheadBar *self)
{
  if (!self->updating)
    systole_playhead_bar_set_step_unit (self, (SystoleStep) gtk_drop_down_get_selected (GTK_DROP_DOWN (self->unit_choice)));
}

static void
speed_cb (SystolePlayheadBar *self)
{
  guint i = gtk_drop_down_get_selected (GTK_DROP_DOWN (self->speed_choice));

  if (!self->updating && i < G_N_ELEMENTS (speeds))
    systole_playhead_bar_set_speed (self, speeds[i]);
}

static void
base_cb (SystolePlayheadBar *self)
{
  if (!self->updating)
    systole_playhead_bar_set_time_base (self, (SystoleTimeBase) gtk_drop_down_get_selected (GTK_DROP_DOWN (self->base_choice)));
}

static void
setup_cb (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer data)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_list_item_set_child (item, label);
}

static void
bind_cb (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer data)
{
  const char *text = gtk_string_object_get_string (gtk_list_item_get_item (item));
  g_autofree char *words = NULL;

  if (data != NULL)
    words = g_strdup_printf (_ ((const char *) data), text);
  gtk_label_set_label (GTK_LABEL (gtk_list_item_get_child (item)), words != NULL ? words : text);
}

static GtkListItemFactory *
make_factory (const char *pattern)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();

  g_signal_connect (factory, "setup", G_CALLBACK (setup_cb), NULL);
  g_signal_connect (factory, "bind", G_CALLBACK (bind_cb), (gpointer) pattern);
  return factory;
}

/* The button says what the list alone would not: "Step: cycle". */
static void
set_pattern (GtkWidget *choice, const char *pattern)
{
  GtkListItemFactory *button = make_factory (pattern);
  GtkListItemFactory *list = make_factory (NULL);

  gtk_drop_down_set_factory (GTK_DROP_DOWN (choice), button);
  gtk_drop_down_set_list_factory (GTK_DROP_DOWN (choice), list);
  g_object_unref (button);
  g_object_unref (list);
}

static void
set_strings (GtkWidget *choice, GPtrArray *strings)
{
  GtkStringList *list;

  g_ptr_array_add (strings, NULL);
  list = gtk_string_list_new ((const char *const *) strings->pdata);
  gtk_drop_down_set_model (GTK_DROP_DOWN (choice), G_LIST_MODEL (list));
  g_object_unref (list);
}

void
systole_playhead_bar_init_choices (SystolePlayheadBar *self)
{
  g_autoptr (GPtrArray) units = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) rates = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) bases = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < SYSTOLE_N_STEPS; i++)
    g_ptr_array_add (units, g_strdup (systole_step_get_title ((SystoleStep) i)));
  for (guint i = 0; i < G_N_ELEMENTS (speeds); i++)
    if (speeds[i] == G_MAXDOUBLE)
      /* Translators: as fast as it can be drawn. */
      g_ptr_array_add (rates, g_strdup (C_ ("speed", "max")));
    else
      g_ptr_array_add (rates, systole_text_ratio (speeds[i]));
  for (guint i = 0; i < G_N_ELEMENTS (base_titles); i++)
    g_ptr_array_add (bases, g_strdup (_ (base_titles[i])));

  self->updating = TRUE;
  set_strings (self->unit_choice, units);
  set_strings (self->speed_choice, rates);
  set_strings (self->base_choice, bases);
  systole_accessible_name_choice (GTK_DROP_DOWN (self->unit_choice), _ ("Step unit"));
  systole_accessible_name_choice (GTK_DROP_DOWN (self->speed_choice), _ ("Speed"));
  systole_accessible_name_choice (GTK_DROP_DOWN (self->base_choice), _ ("Time base"));
  self->updating = FALSE;
  /* Translators: how far one step goes: "Step: cycle", "Step: tile". */
  set_pattern (self->unit_choice, N_ ("Step: %s"));
  g_signal_connect_swapped (self->unit_choice, "notify::selected", G_CALLBACK (unit_cb), self);
  g_signal_connect_swapped (self->speed_choice, "notify::selected", G_CALLBACK (speed_cb), self);
  g_signal_connect_swapped (self->base_choice, "notify::selected", G_CALLBACK (base_cb), self);
}

void
systole_playhead_bar_show_choices (SystolePlayheadBar *self)
{
  const char *unit = systole_step_get_title (self->step_unit);
  /* Translators: tooltip of the step buttons; %s is cycle, tile, phase, wave or event. */
  g_autofree char *forward = g_strdup_printf (_ ("One step forward: %s (→)"), unit);
  g_autofree char *back = g_strdup_printf (_ ("One step back: %s (←)"), unit);

  self->updating = TRUE;
  gtk_drop_down_set_selected (GTK_DROP_DOWN (self->unit_choice), self->step_unit);
  gtk_drop_down_set_selected (GTK_DROP_DOWN (self->speed_choice), speed_index (self->speed));
  gtk_drop_down_set_selected (GTK_DROP_DOWN (self->base_choice), self->time_base);
  self->updating = FALSE;
  gtk_widget_set_tooltip_text (self->step, forward);
  gtk_widget_set_tooltip_text (self->step_back, back);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->step), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Step forward"), -1);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->step_back), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Step back"), -1);
}

void
systole_playhead_bar_faster (SystolePlayheadBar *self)
{
  g_return_if_fail (SYSTOLE_IS_PLAYHEAD_BAR (self));
  systole_playhead_bar_set_speed (self, speeds[MIN (speed_index (self->speed) + 1, G_N_ELEMENTS (speeds) - 1)]);
}

void
systole_playhead_bar_slower (SystolePlayheadBar *self)
{
  guint i = speed_index (self->speed);

  g_return_if_fail (SYSTOLE_IS_PLAYHEAD_BAR (self));
  systole_playhead_bar_set_speed (self, speeds[i > 0 ? i - 1 : 0]);
}
