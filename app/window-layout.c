/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/window-private.h"

#include "engine/base/i18n.h"

/*
 * Three panes while there is room; under 1100 pixels Explain is a sheet over the
 * bottom of the stage, under 900 Setup is a popover, under 640 the header has no
 * words. What is folded in a wide window is kept for the user; the sheet and the
 * popover begin closed. Below what all of it needs at least the window scrolls.
 */

#define NARROW_WIDTH 1100
#define VERY_NARROW_WIDTH 900
#define TINY_WIDTH 640 /* the header has room for pictures only */
#define SETUP_POPOVER_WIDTH 300
#define SHEET_SHARE 0.65 /* of the stage's height */
#define SHEET_LEAST 260  /* pixels at font scale 1: tabs and enough of a page to read; over all of the stage if need be */

/* Moves a pane to another holder; it keeps its state. */
static void
move_to (GtkWidget *pane, AdwBin *bin, GtkPopover *popover)
{
  GtkWidget *parent = gtk_widget_get_parent (pane);

  if (bin != NULL ? parent == GTK_WIDGET (bin) : gtk_popover_get_child (popover) == pane)
    return;
  g_object_ref (pane);
  if (ADW_IS_BIN (parent))
    adw_bin_set_child (ADW_BIN (parent), NULL);
  else
    {
      GtkWidget *holder = gtk_widget_get_ancestor (pane, GTK_TYPE_POPOVER);

      if (holder != NULL)
        gtk_popover_set_child (GTK_POPOVER (holder), NULL);
    }
  if (bin != NULL)
    adw_bin_set_child (bin, pane);
  else
    gtk_popover_set_child (popover, pane);
  g_object_unref (pane);
}

gboolean
systole_main_window_is_setup_shown (SystoleMainWindow *self)
{
  return self->very_narrow ? gtk_widget_get_visible (GTK_WIDGET (self->setup_popover)) : self->setup_visible;
}

gboolean
systole_main_window_is_explain_shown (SystoleMainWindow *self)
{
  return self->narrow ? self->sheet_open : self->explain_visible;
}

static void
notify_panes (SystoleMainWindow *self)
{
  g_object_notify (G_OBJECT (self), "setup-visible");
  g_object_notify (G_OBJECT (self), "explain-visible");
}

/* Words where there is room, pictures with the same names where there is none. */
static void
update_header (SystoleMainWindow *self)
{
  gtk_widget_set_visible (self->title_box, !self->tiny && !systole_main_window_is_start_shown (self));
  if (self->tiny)
    {
      adw_split_button_set_icon_name (self->open_button, "document-open-symbolic");
      gtk_button_set_icon_name (GTK_BUTTON (self->save_button), "document-save-symbolic");
    }
  else
    {
      adw_split_button_set_label (self->open_button, C_ ("verb", "Open"));
      gtk_button_set_label (GTK_BUTTON (self->save_button), C_ ("verb", "Save"));
    }
}

/* The stage above the sheet is of use only while the sheet itself is. Returns: pixels */
static int
sheet_height (SystoleMainWindow *self, double font_scale)
{
  int stage = gtk_widget_get_height (GTK_WIDGET (self->stage));

  return MIN (stage, MAX ((int) (stage * SHEET_SHARE), (int) (SHEET_LEAST * font_scale)));
}

/**
 * systole_main_window_update_layout:
 *
 * Puts the panes where the width and the user want them.
 */
void
systole_main_window_update_layout (SystoleMainWindow *self)
{
  GtkWidget *panel = GTK_WIDGET (self->panel), *explain = GTK_WIDGET (self->explain);
  double font_scale = systole_application_get_font_scale (systole_application_get_default ());

  update_header (self);
  move_to (panel, self->very_narrow ? NULL : ADW_BIN (self->setup_bin), self->setup_popover);
  move_to (explain, self->narrow ? self->sheet_bin : ADW_BIN (self->explain_bin), NULL);
  systole_explain_pane_set_flat (self->explain, self->narrow);
  if (!self->very_narrow)
    gtk_popover_popdown (self->setup_popover);
  gtk_widget_set_visible (GTK_WIDGET (self->setup_bin), !self->very_narrow && self->setup_visible);
  gtk_widget_set_visible (GTK_WIDGET (self->explain_bin), !self->narrow && self->explain_visible);
  gtk_widget_set_visible (GTK_WIDGET (self->sheet), self->narrow && self->sheet_open);
  gtk_revealer_set_reveal_child (self->sheet, self->narrow && self->sheet_open);
  if (self->narrow)
    gtk_widget_set_size_request (GTK_WIDGET (self->sheet_bin), -1, sheet_height (self, font_scale));
  gtk_widget_set_size_request (GTK_WIDGET (self->setup_popover), self->very_narrow ? (int) (SETUP_POPOVER_WIDTH * font_scale) : -1, -1);
  notify_panes (self);
}

static gboolean
layout_idle (gpointer data)
{
  SystoleMainWindow *self = data;

  self->layout_source = 0;
  systole_main_window_update_layout (self);
  return G_SOURCE_REMOVE;
}

/**
 * systole_main_window_size_changed:
 * @width: of the window, pixels
 *
 * From within an allocation: what follows from it is done after it.
 */
void
systole_main_window_size_changed (SystoleMainWindow *self, int width)
{
  double scale = systole_application_get_font_scale (systole_application_get_default ());
  double room = width / MAX (scale, 1.0); /* large text needs as much more */
  gboolean narrow = room < NARROW_WIDTH, very_narrow = room < VERY_NARROW_WIDTH, tiny = room < TINY_WIDTH;

  if (width != self->caption_width)
    systole_main_window_queue_caption (self);
  self->caption_width = width;
  if (narrow == self->narrow && very_narrow == self->very_narrow && tiny == self->tiny)
    return;
  self->narrow = narrow;
  self->very_narrow = very_narrow;
  self->tiny = tiny;
  if (!narrow)
    self->sheet_open = FALSE;
  if (self->layout_source == 0)
    self->layout_source = g_idle_add_full (G_PRIORITY_HIGH_IDLE, layout_idle, self, NULL);
}

void
systole_main_window_set_setup_visible (SystoleMainWindow *self, gboolean visible)
{
  if (self->very_narrow)
    {
      if (visible)
        gtk_popover_popup (self->setup_popover);
      else
        gtk_popover_popdown (self->setup_popover);
      notify_panes (self);
      return;
    }
  if (visible == self->setup_visible)
    return;
  self->setup_visible = visible;
  g_object_set (self->settings, "setup-visible", visible, NULL);
  systole_main_window_update_layout (self);
}

void
systole_main_window_set_explain_visible (SystoleMainWindow *self, gboolean visible)
{
  if (visible == systole_main_window_is_explain_shown (self))
    return;
  if (self->narrow)
    self->sheet_open = visible;
  else
    {
      self->explain_visible = visible;
      g_object_set (self->settings, "explain-visible", visible, NULL);
    }
  systole_main_window_update_layout (self);
}

/**
 * systole_main_window_close_sheet:
 *
 * Returns: whether there was a sheet to close
 */
gboolean
systole_main_window_close_sheet (SystoleMainWindow *self)
{
  if (!self->narrow || !self->sheet_open)
    return FALSE;
  systole_main_window_set_explain_visible (self, FALSE);
  return TRUE;
}
