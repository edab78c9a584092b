/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/* “What do you want to find out?”: the library by question, something to begin with, the
 * latest files. It acts by the window's actions. */

#define SYSTOLE_TYPE_START_PAGE (systole_start_page_get_type ())
G_DECLARE_FINAL_TYPE (SystoleStartPage, systole_start_page, SYSTOLE, START_PAGE, AdwBin)

GtkWidget *systole_start_page_new (void) G_GNUC_WARN_UNUSED_RESULT;
void systole_start_page_search (SystoleStartPage *self, const char *words);
guint systole_start_page_count_shown (SystoleStartPage *self);    /* cards that match */
guint systole_start_page_count_pictures (SystoleStartPage *self); /* cards that have theirs */
GtkWidget *systole_start_page_get_first (SystoleStartPage *self); /* card that matches, or NULL */

G_END_DECLS
