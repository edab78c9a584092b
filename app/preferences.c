/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/preferences.h"

#include <math.h>

#include "app/application.h"
#include "config.h"
#include "engine/base/i18n.h"

#define PAGE_WIDTH 640 /* an AdwPreferencesPage uses no more */

struct _SystolePreferences
{
  AdwPreferencesWindow parent_instance;

  SystoleSettings *settings;
  AdwComboRow *language_row, *style_row, *contrast_row, *presenter_row, *motion_row, *counts_row, *byte_units_row;
  GtkSpinButton *text_size;
  GtkSwitch *letter_keys;
};

G_DEFINE_FINAL_TYPE (SystolePreferences, systole_preferences, ADW_TYPE_PREFERENCES_WINDOW)

/* A language has its own name, whatever the interface speaks. */
static const struct
{
  const char *code, *name;
} languages[] = {
  { "", NC_ ("language", "As the system") },
  { "de", "Deutsch" },
  { "en", "English" },
  { "es", "Español" },
  { "fr", "Français" },
  { "pt_BR", "Português (Brasil)" },
};

static const char *const styles[] = { "system", "light", "dark", NULL };
static const char *const contrasts[] = { "system", "high", NULL };
static const char *const presenter_schemes[] = { "high-contrast", "light", "high-contrast-dark", "dark", NULL };
static const char *const motions[] = { "system", "reduced", NULL };
static const char *const counts[] = { "exact", "rounded", NULL };
static const char *const byte_units[] = { "binary", "decimal", NULL };

/* Between the index of a row and the word of a key; `data` is the list of words. */
static gboolean
word_to_index (GBinding *binding, const GValue *from, GValue *to, gpointer data)
{
  const char *const *words = data;
  const char *word = g_value_get_string (from);

  for (guint i = 0; words[i] != NULL; i++)
    if (g_strcmp0 (words[i], word) == 0)
      {
        g_value_set_uint (to, i);
        return TRUE;
      }
  g_value_set_uint (to, 0);
  return TRUE;
}

static gboolean
index_to_word (GBinding *binding, const GValue *from, GValue *to, gpointer data)
{
  const char *const *words = data;
  guint index = g_value_get_uint (from);

  if (index >= g_strv_length ((char **) words))
    return FALSE;
  g_value_set_string (to, words[index]);
  return TRUE;
}

static gboolean
size_to_percent (GBinding *binding, const GValue *from, GValue *to, gpointer data)
{
  g_value_set_double (to, round (100 * g_value_get_double (from)));
  return TRUE;
}

static gboolean
percent_to_size (GBinding *binding, const GValue *from, GValue *to, gpointer data)
{
  g_value_set_double (to, g_value_get_double (from) / 100);
  return TRUE;
}

/* Large letters may cut a choice: its hint says it whole. */
static gboolean
choice_to_hint (GBinding *binding, const GValue *from, GValue *to, gpointer data)
{
  GtkStringObject *choice = g_value_get_object (from);

  g_value_set_string (to, choice != NULL ? gtk_string_object_get_string (choice) : NULL);
  return TRUE;
}

static void
bind_words (SystolePreferences *self, const char *key, AdwComboRow *row, const char *const *words)
{
  g_object_bind_property_full (self->settings, key, row, "selected", G_BINDING_BIDIRECTIONAL | G_BINDING_SYNC_CREATE, word_to_index, index_to_word, (gpointer) words, NULL);
  g_object_bind_property_full (row, "selected-item", row, "tooltip-text", G_BINDING_SYNC_CREATE, choice_to_hint, NULL, NULL, NULL);
}

static void
fill_languages (SystolePreferences *self)
{
  static const char *codes[G_N_ELEMENTS (languages) + 1];
  const char *names[G_N_ELEMENTS (languages) + 1] = { NULL };
  g_autoptr (GtkStringList) model = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (languages); i++)
    {
      codes[i] = languages[i].code;
      names[i] = i == 0 ? C_ ("language", languages[i].name) : languages[i].name;
    }
  model = gtk_string_list_new (names);
  adw_combo_row_set_model (self->language_row, G_LIST_MODEL (model));
  bind_words (self, "language", self->language_row, codes);
}

static void
systole_preferences_dispose (GObject *object)
{
  SystolePreferences *self = SYSTOLE_PREFERENCES (object);

  gtk_widget_dispose_template (GTK_WIDGET (self), SYSTOLE_TYPE_PREFERENCES);
  g_clear_object (&self->settings);
  G_OBJECT_CLASS (systole_preferences_parent_class)->dispose (object);
}

static void
systole_preferences_class_init (SystolePreferencesClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = systole_preferences_dispose;
  gtk_widget_class_set_template_from_resource (widget_class, SYSTOLE_RESOURCE_ROOT "/preferences.ui");
  gtk_widget_class_bind_template_child (widget_class, SystolePreferences, language_row);
  gtk_widget_class_bind_template_child (widget_class, SystolePreferences, style_row);
  gtk_widget_class_bind_template_child (widget_class, SystolePreferences, contrast_row);
  gtk_widget_class_bind_template_child (widget_class, SystolePreferences, presenter_row);
  gtk_widget_class_bind_template_child (widget_class, SystolePreferences, motion_row);
  gtk_widget_class_bind_template_child (widget_class, SystolePreferences, counts_row);
  gtk_widget_class_bind_template_child (widget_class, SystolePreferences, byte_units_row);
  gtk_widget_class_bind_template_child (widget_class, SystolePreferences, text_size);
  gtk_widget_class_bind_template_child (widget_class, SystolePreferences, letter_keys);
}

static void
systole_preferences_init (SystolePreferences *self)
{
  int width, height;

  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_window_get_default_size (GTK_WINDOW (self), &width, &height);
  width = MIN (systole_application_scale_width (systole_application_get_default (), width), PAGE_WIDTH);
  gtk_window_set_default_size (GTK_WINDOW (self), width, height);
}

GtkWidget *
systole_preferences_new (SystoleSettings *settings)
{
  SystolePreferences *self = g_object_new (SYSTOLE_TYPE_PREFERENCES, NULL);

  self->settings = g_object_ref (settings);
  fill_languages (self);
  bind_words (self, "color-scheme", self->style_row, styles);
  bind_words (self, "contrast", self->contrast_row, contrasts);
  bind_words (self, "presenter-scheme", self->presenter_row, presenter_schemes);
  bind_words (self, "motion", self->motion_row, motions);
  bind_words (self, "counts", self->counts_row, counts);
  bind_words (self, "byte-units", self->byte_units_row, byte_units);
  g_object_bind_property_full (settings, "text-size", self->text_size, "value", G_BINDING_BIDIRECTIONAL | G_BINDING_SYNC_CREATE, size_to_percent, percent_to_size, NULL, NULL);
  g_object_bind_property (settings, "letter-keys", self->letter_keys, "active", G_BINDING_BIDIRECTIONAL | G_BINDING_SYNC_CREATE);
  return GTK_WIDGET (self);
}
