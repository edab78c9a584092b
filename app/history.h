/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib-object.h>

#include "engine/scenario/scenario.h"

G_BEGIN_DECLS

/* Undo and redo: whole scenarios, each with the name of the edit that made it.
 * Moving the playhead, selecting and zooming are never entries. */

/* What an edit asks of those who show it. */
typedef enum
{
  SYSTOLE_EDIT_STRUCTURE, /* lanes or fields come or go: rebuild, then run */
  SYSTOLE_EDIT_PARAMETER, /* a value changes: run */
  SYSTOLE_EDIT_DATA       /* nothing that is computed changes: redraw */
} SystoleEditKind;

/* What of the document is looked at while an entry is the current one. */
typedef struct
{
  int beat;                     /* of its lesson; −1: the document itself */
  const SystoleScenario *draft; /* what was tried at that beat and is not stored in it, or NULL */
} SystoleShown;

#define SYSTOLE_SHOWN_INIT \
  {                        \
    -1, NULL               \
  }

#define SYSTOLE_TYPE_HISTORY (systole_history_get_type ())
G_DECLARE_FINAL_TYPE (SystoleHistory, systole_history, SYSTOLE, HISTORY, GObject)

SystoleHistory *systole_history_new (const SystoleScenario *initial) G_GNUC_WARN_UNUSED_RESULT;
void systole_history_reset (SystoleHistory *self, const SystoleScenario *initial);
const SystoleScenario *systole_history_get_current (SystoleHistory *self);
gboolean systole_history_push (SystoleHistory *self, const SystoleScenario *scenario, const char *name, SystoleEditKind kind, const char *merge_key);
gboolean systole_history_push_shown (SystoleHistory *self, const SystoleScenario *scenario, const SystoleShown *before, const SystoleShown *after, const char *name, SystoleEditKind kind, const char *merge_key);
void systole_history_seal (SystoleHistory *self);
gboolean systole_history_undo (SystoleHistory *self, SystoleEditKind *kind, SystoleShown *shown);
gboolean systole_history_redo (SystoleHistory *self, SystoleEditKind *kind, SystoleShown *shown);
gboolean systole_history_can_undo (SystoleHistory *self);
gboolean systole_history_can_redo (SystoleHistory *self);
const char *systole_history_get_undo_name (SystoleHistory *self); /* or NULL */
const char *systole_history_get_redo_name (SystoleHistory *self); /* or NULL */
guint systole_history_get_n_edits (SystoleHistory *self);
void systole_history_mark_saved (SystoleHistory *self);
void systole_history_mark_unsaved (SystoleHistory *self);
gboolean systole_history_is_dirty (SystoleHistory *self);

G_END_DECLS
