/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/manual-window.h"

#include <string.h>

#include "config.h"
#include "engine/base/i18n.h"

#define MAX_LINE 68 /* letters: longer lines are hard to read */

/* The text in the first language that has one; English is there. */
static GBytes *
load_text (void)
{
  const char *const *languages = g_get_language_names ();

  for (guint i = 0; languages[i] != NULL; i++)
    {
      g_autofree char *path = g_strdup_printf (SYSTOLE_RESOURCE_ROOT "/manual/manual.%s.txt", languages[i]);
      GBytes *text = g_resources_lookup_data (path, G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);

      if (text != NULL)
        return text;
    }
  return g_resources_lookup_data (SYSTOLE_RESOURCE_ROOT "/manual/manual.en.txt", G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);
}

static GtkWidget *
make_paragraph (const char *text)
{
  gboolean is_heading = g_str_has_prefix (text, "# ");
  GtkWidget *label = gtk_label_new (is_heading ? text + 2 : text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_max_width_chars (GTK_LABEL (label), MAX_LINE);
  gtk_widget_set_halign (label, GTK_ALIGN_FILL);
  if (is_heading)
    gtk_widget_add_css_class (label, "title-4");
  return label;
}

/**
 * systole_manual_window_new:
 * @parent: (nullable): the window that it is opened from
 */
GtkWidget *
systole_manual_window_new (GtkWindow *parent)
{
  GtkWidget *window = adw_window_new (), *page = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *scrolled = gtk_scrolled_window_new (), *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 10), *clamp = adw_clamp_new ();
  g_autoptr (GBytes) bytes = load_text ();
  g_autofree char *text = g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
  g_auto (GStrv) paragraphs = g_strsplit (text, "\n\n", -1);
  GtkEventController *keys = gtk_shortcut_controller_new ();

  for (guint i = 0; paragraphs[i] != NULL; i++)
    if (*g_strstrip (paragraphs[i]) != '\0')
      gtk_box_append (GTK_BOX (box), make_paragraph (paragraphs[i]));
  gtk_widget_set_margin_top (box, 18);
  gtk_widget_set_margin_bottom (box, 24);
  gtk_widget_set_margin_start (box, 18);
  gtk_widget_set_margin_end (box, 18);
  adw_clamp_set_child (ADW_CLAMP (clamp), box);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), clamp);
  gtk_widget_set_vexpand (scrolled, TRUE);
  gtk_widget_set_focusable (scrolled, TRUE); /* the keys scroll */
  gtk_box_append (GTK_BOX (page), adw_header_bar_new ());
  gtk_box_append (GTK_BOX (page), scrolled);
  adw_window_set_content (ADW_WINDOW (window), page);
  gtk_shortcut_controller_add_shortcut (GTK_SHORTCUT_CONTROLLER (keys), gtk_shortcut_new (gtk_keyval_trigger_new (GDK_KEY_Escape, 0), gtk_named_action_new ("window.close")));
  gtk_widget_add_controller (window, keys);
  gtk_window_set_title (GTK_WINDOW (window), _ ("Manual"));
  gtk_window_set_default_size (GTK_WINDOW (window), 620, 640);
  gtk_window_set_transient_for (GTK_WINDOW (window), parent);
  gtk_window_set_focus (GTK_WINDOW (window), scrolled);
  gtk_window_set_destroy_with_parent (GTK_WINDOW (window), TRUE);
  return window;
}
