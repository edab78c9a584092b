/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "app/autosave.h"
#include "app/map-controller.h"
#include "app/pane.h"
#include "app/playback.h"
#include "app/scenario-panel.h"
#include "app/window.h"
#include "widgets/explain-pane.h"
#include "widgets/playhead-bar.h"
#include "widgets/stage.h"
#include "widgets/timeline-view.h"

struct _SystoleMainWindow
{
  AdwApplicationWindow parent_instance;

  SystoleSession *session;
  SystolePlayback *playback;
  SystoleMapController *map;
  SystoleSettings *settings;

  /* The document. */
  GFile *file;           /* NULL: untitled */
  char *state;           /* of the file when it was read or written; NULL: it may be replaced */
  guint format;          /* of the file; the present one once the user was asked about an older */
  char *suggested;       /* name for a file that it has not yet, or NULL */
  char *library_id;      /* of the library, NULL: none */
  GCancellable *loading; /* of the read or write under way */
  gboolean saving;
  gboolean save_again; /* asked for while one was being written */
  gboolean close_after_save;
  gboolean discarded;   /* the user gave the changes up */
  gboolean handed_over; /* another window has the session now */
  GtkFileChooserNative *chooser;
  gboolean fresh;                /* a document whose view is not shown yet */
  gboolean fresh_beat;           /* a beat, the same */
  int levels[SYSTOLE_MAX_LANES]; /* of zoom, as the document had them once shown */

  /* Keeping it. */
  SystoleAutosave *autosave;  /* NULL: nothing was unsaved yet */
  guint autosave_source;      /* while something is unsaved */
  gboolean autosaving;        /* now */
  gboolean autosave_failed;   /* and was said */
  SystoleScenario *autosaved; /* the state that is kept, or NULL */
  GFileMonitor *monitor;      /* of the file, or NULL */
  guint look_source;          /* until a file that was changed is looked at */
  GCancellable *looking;      /* at it, now */
  gboolean may_reload;        /* the bar of errors offers to read the file again */

  /* What it promises. */
  GtkWidget *promises; /* the chip, or NULL */
  guint n_broken;      /* promises that are not kept */

  /* Layout. */
  gboolean setup_visible, explain_visible; /* in a wide window: kept in the settings */
  gboolean narrow, very_narrow, tiny;
  gboolean sheet_open;
  guint layout_source;
  gboolean choose_machine; /* the keyboard goes to the list of machines next */

  /* Presenting. */
  GtkWidget *presenter; /* its window, or NULL */
  guint awake;          /* cookie of gtk_application_inhibit() while it is open, or 0 */
  GtkWidget *ask;       /* the window of questions, or NULL */

  /* Caption. */
  char *caption_text;
  guint caption_source; /* until the caption is fitted to another width */
  int caption_width;
  char *error_text;
  guint progress_source; /* until the progress bar appears */
  char *file_error;      /* of the document, NULL: none */
  guint describe_source; /* while playing: until the screen reader hears the caption */
  guint hint;            /* which of the hints is shown */
  SystoleTimeBase hint_base;
  gboolean hint_done;
  gboolean moved_by_user;

  /* Children of the template. */
  AdwToastOverlay *toasts;
  GtkStack *content; /* the document, or the start page */
  GtkWidget *title_box;
  GtkWidget *document_icon; /* to drag the document by */
  GtkLabel *title_label, *state_label, *summary_label;
  GtkMenuButton *summary_button;
  AdwSplitButton *open_button;
  GtkButton *save_button;
  GtkMenuButton *menu_button;
  GtkToggleButton *setup_button, *explain_button;
  GtkPaned *setup_paned, *explain_paned;
  SystolePane *setup_bin, *explain_bin;
  AdwBin *sheet_bin;
  GtkRevealer *sheet;
  GtkPopover *setup_popover;
  GtkRevealer *error_revealer, *fairness_revealer, *progress_revealer;
  GtkMenuButton *fairness_button;
  GtkLabel *error_label, *fairness_label, *fairness_detail, *caption;
  GtkButton *reload_button;
  GtkProgressBar *progress_bar;
  SystoleScenarioPanel *panel;
  SystoleStage *stage;
  SystoleExplainPane *explain;
  GtkBox *time_box;
  SystoleTimelineView *timeline;
  SystolePlayheadBar *bar;
  GMenu *edit_section;
};

/* window-actions.c */
void systole_main_window_install_actions (GtkWidgetClass *klass);
void systole_main_window_add_shortcuts (SystoleMainWindow *self);
void systole_main_window_update_actions (SystoleMainWindow *self);

/* window-files.c */
void systole_main_window_install_file_actions (GtkWidgetClass *klass);
void systole_main_window_init_files (SystoleMainWindow *self);
void systole_main_window_dispose_files (SystoleMainWindow *self);
gboolean systole_main_window_may_close (SystoleMainWindow *self);
void systole_main_window_choose (SystoleMainWindow *self, const char *title, GtkFileChooserAction action, const char *accept, gboolean imports);
void systole_main_window_update_title (SystoleMainWindow *self);

/* window-open.c */
gboolean systole_main_window_is_untouched (SystoleMainWindow *self);
void systole_main_window_set_file (SystoleMainWindow *self, GFile *file, const char *state);
void systole_main_window_take_untitled (SystoleMainWindow *self, const SystoleScenario *scenario, const char *suggested);
void systole_main_window_add_drag (SystoleMainWindow *self);       /* window-drag.c */
void systole_main_window_watch_renderer (SystoleMainWindow *self); /* window-software.c */
void systole_main_window_print (SystoleMainWindow *self);          /* window-print.c */
char *systole_main_window_suggest_name (SystoleMainWindow *self) G_GNUC_WARN_UNUSED_RESULT;
SystoleScenario *systole_main_window_read (GBytes *bytes, GFile *file, char **report, GError **error) G_GNUC_WARN_UNUSED_RESULT;
void systole_main_window_open_here_or_beside (SystoleMainWindow *self, GFile *file);
void systole_main_window_remember (GFile *file);

/* window-export.c */
void systole_main_window_export_action (GtkWidget *widget, const char *name, GVariant *parameter);

/* window-save.c */
GBytes *systole_main_window_get_bytes (SystoleMainWindow *self) G_GNUC_WARN_UNUSED_RESULT;
void systole_main_window_save_to (SystoleMainWindow *self, GFile *file);

/* window.c */
void systole_main_window_show_session (SystoleMainWindow *self);
void systole_main_window_focus_stage (SystoleMainWindow *self);

/* window-format.c */
void systole_main_window_note_format (SystoleMainWindow *self, guint version);
gboolean systole_main_window_replaces_old (SystoleMainWindow *self, GFile *file);
void systole_main_window_ask_to_keep (SystoleMainWindow *self);

/* window-keeping.c */
void systole_main_window_watch_file (SystoleMainWindow *self);
void systole_main_window_watch_changes (SystoleMainWindow *self);
void systole_main_window_reload (SystoleMainWindow *self);
void systole_main_window_dispose_keeping (SystoleMainWindow *self);

/* window-exercise.c */
void systole_main_window_install_exercise_actions (GtkWidgetClass *klass);
void systole_main_window_init_exercises (SystoleMainWindow *self);
void systole_main_window_save_for_students (SystoleMainWindow *self, GFile *file);

/* window-guess.c */
void systole_main_window_install_guess_actions (GtkWidgetClass *klass);
void systole_main_window_update_untold (SystoleMainWindow *self);
void systole_main_window_dispose_guess (SystoleMainWindow *self);

/* window-lesson.c */
void systole_main_window_install_lesson_actions (GtkWidgetClass *klass);
void systole_main_window_update_lesson (SystoleMainWindow *self);
void systole_main_window_show_beat (SystoleMainWindow *self);

/* window-promises.c */
void systole_main_window_update_promises (SystoleMainWindow *self);
void systole_main_window_tell_promises (SystoleMainWindow *self);
void systole_main_window_show_promises (SystoleMainWindow *self);

/* window-layout.c */
void systole_main_window_size_changed (SystoleMainWindow *self, int width);
void systole_main_window_update_layout (SystoleMainWindow *self);
void systole_main_window_set_setup_visible (SystoleMainWindow *self, gboolean visible);
void systole_main_window_set_explain_visible (SystoleMainWindow *self, gboolean visible);
gboolean systole_main_window_is_setup_shown (SystoleMainWindow *self);
gboolean systole_main_window_is_explain_shown (SystoleMainWindow *self);
gboolean systole_main_window_close_sheet (SystoleMainWindow *self);

/* window-start.c */
void systole_main_window_install_start_actions (GtkWidgetClass *klass);
gboolean systole_main_window_hide_start (SystoleMainWindow *self);
gboolean systole_main_window_focus_machine (SystoleMainWindow *self);

/* window-present.c */
void systole_main_window_present_action (GtkWidget *widget, const char *name, GVariant *parameter);
void systole_main_window_back_row_action (GtkWidget *widget, const char *name, GVariant *parameter);
void systole_main_window_dispose_presenter (SystoleMainWindow *self);

/* window-caption.c */
void systole_main_window_update_caption (SystoleMainWindow *self);
void systole_main_window_queue_caption (SystoleMainWindow *self);
void systole_main_window_update_hint (SystoleMainWindow *self);
void systole_main_window_update_errors (SystoleMainWindow *self);
void systole_main_window_update_progress (SystoleMainWindow *self);
void systole_main_window_update_fairness (SystoleMainWindow *self); /* window-fairness.c */
void systole_main_window_dispose_caption (SystoleMainWindow *self);

/* window-trace.c */
void systole_main_window_go_to_bookmark_action (GtkWidget *widget, const char *name, GVariant *parameter);
void systole_main_window_set_bookmark_action (GtkWidget *widget, const char *name, GVariant *parameter);
void systole_main_window_trace_action (GtkWidget *widget, const char *name, GVariant *parameter);
void systole_main_window_follow_trace (SystoleMainWindow *self); /* stage → timeline */
