/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "app/application.h"
#include "app/autosave.h"
#include "app/session.h"

G_BEGIN_DECLS

/*
 * The window: one document, its session, and the widgets that show it.
 *
 * Properties: setup-visible, explain-visible (boolean).
 */

#define SYSTOLE_TYPE_MAIN_WINDOW (systole_main_window_get_type ())
G_DECLARE_FINAL_TYPE (SystoleMainWindow, systole_main_window, SYSTOLE, MAIN_WINDOW, AdwApplicationWindow)

SystoleMainWindow *systole_main_window_new (SystoleApplication *application) G_GNUC_WARN_UNUSED_RESULT;
SystoleMainWindow *systole_main_window_renew (SystoleMainWindow *self);
SystoleSession *systole_main_window_get_session (SystoleMainWindow *self);
GFile *systole_main_window_get_file (SystoleMainWindow *self);            /* NULL: untitled */
const char *systole_main_window_get_caption (SystoleMainWindow *self);    /* plain text */
const char *systole_main_window_get_error_text (SystoleMainWindow *self); /* "" when there is none */

void systole_main_window_open_welcome (SystoleMainWindow *self);
void systole_main_window_open_blank (SystoleMainWindow *self);
void systole_main_window_open_library (SystoleMainWindow *self, const char *id);
void systole_main_window_open (SystoleMainWindow *self, GFile *file);
void systole_main_window_compare (SystoleMainWindow *self, GSList *files); /* of GFile */
void systole_main_window_save (SystoleMainWindow *self);
void systole_main_window_show_start (SystoleMainWindow *self);
gboolean systole_main_window_is_start_shown (SystoleMainWindow *self);
void systole_main_window_keep_now (SystoleMainWindow *self);
gboolean systole_main_window_recover (SystoleMainWindow *self, const char *folder, const SystoleUnsaved *unsaved);
void systole_main_window_present (SystoleMainWindow *self, guint beat);
GtkWidget *systole_main_window_get_presenter (SystoleMainWindow *self); /* or NULL */
void systole_main_window_show_error (SystoleMainWindow *self, const char *message);

/* The shortcuts that work in a window, for the list of them: "action" or "action(target)" and keys. */
typedef struct
{
  const char *action;       /* "win.step", or NULL: the stage's own */
  const char *target;       /* parameter in GVariant's text form, or NULL */
  const char *accelerators; /* "Right KP_Right", as gtk_accelerator_parse() reads each */
  gboolean letter;          /* only while the stage has the keyboard and letters are wanted */
} SystoleShortcut;

const SystoleShortcut *systole_main_window_get_shortcuts (guint *n);

/* For the tests, too: the document as it is dragged out, and what is printed of it. */
GdkContentProvider *systole_main_window_carry (SystoleMainWindow *self) G_GNUC_WARN_UNUSED_RESULT;
GtkPrintOperation *systole_main_window_make_print (SystoleMainWindow *self) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
