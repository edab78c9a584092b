/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/history.h"

typedef struct
{
  SystoleScenario *scenario;
  char *name;      /* of the edit that led here; NULL for the first entry */
  char *merge_key; /* edits with one key become one entry until it is sealed */
  SystoleEditKind kind;
  SystoleShown before, after; /* what was looked at, their drafts owned */
} Entry;

struct _SystoleHistory
{
  GObject parent_instance;

  GPtrArray *entries; /* Entry; never empty between reset and dispose */
  guint current;
  int saved; /* index of the entry on disk; −1: none is */
};

enum
{
  SIGNAL_CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static const SystoleShown nothing = SYSTOLE_SHOWN_INIT;

G_DEFINE_FINAL_TYPE (SystoleHistory, systole_history, G_TYPE_OBJECT)

static SystoleScenario *
keep (const SystoleScenario *scenario)
{
  /* Only the count of references changes. */
  return systole_scenario_ref ((SystoleScenario *) scenario);
}

static SystoleShown
keep_shown (const SystoleShown *shown)
{
  return (SystoleShown){ shown->beat, shown->draft != NULL ? keep (shown->draft) : NULL };
}

static void
clear_shown (SystoleShown *shown)
{
  if (shown->draft != NULL)
    systole_scenario_unref ((SystoleScenario *) shown->draft);
  shown->draft = NULL;
}

static gboolean
shown_equal (const SystoleShown *a, const SystoleShown *b)
{
  if (a->beat != b->beat || (a->draft == NULL) != (b->draft == NULL))
    return FALSE;
  return a->draft == NULL || systole_scenario_equal (a->draft, b->draft);
}

static Entry *
entry_new (const SystoleScenario *scenario, const SystoleShown *before, const SystoleShown *after, const char *name, SystoleEditKind kind, const char *merge_key)
{
  Entry *entry = g_new0 (Entry, 1);

  entry->scenario = keep (scenario);
  entry->before = keep_shown (before);
  entry->after = keep_shown (after);
  entry->name = g_strdup (name);
  entry->merge_key = g_strdup (merge_key);
  entry->kind = kind;
  return entry;
}

static void
entry_free (gpointer data)
{
  Entry *entry = data;

  systole_scenario_unref (entry->scenario);
  clear_shown (&entry->before);
  clear_shown (&entry->after);
  g_free (entry->name);
  g_free (entry->merge_key);
  g_free (entry);
}

static Entry *
entry_at (SystoleHistory *self, guint i)
{
  return g_ptr_array_index (self->entries, i);
}

static void
changed (SystoleHistory *self)
{
  g_signal_emit (self, signals[SIGNAL_CHANGED], 0);
}

static void
systole_history_finalize (GObject *object)
{
  SystoleHistory *self = SYSTOLE_HISTORY (object);

  g_ptr_array_unref (self->entries);
  G_OBJECT_CLASS (systole_history_parent_class)->finalize (object);
}

static void
systole_history_class_init (SystoleHistoryClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = systole_history_finalize;

  /**
   * SystoleHistory::changed:
   *
   * The current entry, its names or the dirty flag changed.
   */
  signals[SIGNAL_CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
systole_history_init (SystoleHistory *self)
{
  self->entries = g_ptr_array_new_with_free_func (entry_free);
}

/**
 * systole_history_new:
 * @initial: the state before the first edit, taken as saved
 */
SystoleHistory *
systole_history_new (const SystoleScenario *initial)
{
  SystoleHistory *self = g_object_new (SYSTOLE_TYPE_HISTORY, NULL);

  g_ptr_array_add (self->entries, entry_new (initial, &nothing, &nothing, NULL, SYSTOLE_EDIT_STRUCTURE, NULL));
  return self;
}

/**
 * systole_history_reset:
 *
 * Forgets every edit; @initial is taken as saved.
 */
void
systole_history_reset (SystoleHistory *self, const SystoleScenario *initial)
{
  Entry *entry;

  g_return_if_fail (SYSTOLE_IS_HISTORY (self));
  entry = entry_new (initial, &nothing, &nothing, NULL, SYSTOLE_EDIT_STRUCTURE, NULL);
  g_ptr_array_set_size (self->entries, 0);
  g_ptr_array_add (self->entries, entry);
  self->current = 0;
  self->saved = 0;
  changed (self);
}

/**
 * systole_history_get_current:
 *
 * Returns: (transfer none): the state that is shown
 */
const SystoleScenario *
systole_history_get_current (SystoleHistory *self)
{
  return entry_at (self, self->current)->scenario;
}

/**
 * systole_history_push:
 * @name: what the edit did, translated: "Set K to 512"
 * @merge_key: (nullable): an edit with the key of the one before it replaces that one,
 *   as the steps of one drag do, until [method@History.seal]
 *
 * Makes @scenario the current state; what was undone before is forgotten.
 *
 * Returns: %FALSE if @scenario equals the current state: nothing was done
 */
gboolean
systole_history_push (SystoleHistory *self, const SystoleScenario *scenario, const char *name, SystoleEditKind kind, const char *merge_key)
{
  return systole_history_push_shown (self, scenario, &nothing, &nothing, name, kind, merge_key);
}

/**
 * systole_history_push_shown:
 * @before: what was looked at when the edit was made: undo goes back there
 * @after: what is looked at now
 *
 * As [method@History.push], in a document with beats. An edit that changes a draft only
 * leaves the document as it was.
 */
gboolean
systole_history_push_shown (SystoleHistory *self, const SystoleScenario *scenario, const SystoleShown *before, const SystoleShown *after, const char *name, SystoleEditKind kind, const char *merge_key)
{
  Entry *top, *next;
  gboolean merges;

  g_return_val_if_fail (SYSTOLE_IS_HISTORY (self), FALSE);
  g_return_val_if_fail (name != NULL, FALSE);

  top = entry_at (self, self->current);
  if ((scenario == top->scenario || systole_scenario_equal (top->scenario, scenario)) && shown_equal (before, after))
    return FALSE;

  merges = merge_key != NULL && self->current > 0 && g_strcmp0 (top->merge_key, merge_key) == 0 && self->saved != (int) self->current && self->current + 1 == self->entries->len && shown_equal (&top->after, before);
  next = entry_new (scenario, merges ? &top->before : before, after, name, kind, merge_key);
  if (self->saved > (int) self->current)
    self->saved = -1;
  g_ptr_array_set_size (self->entries, (int) (merges ? self->current : self->current + 1));
  g_ptr_array_add (self->entries, next);
  self->current = self->entries->len - 1;

  /* A drag that came back to where it began is no edit. */
  if (merges && shown_equal (&next->before, after) && systole_scenario_equal (entry_at (self, self->current - 1)->scenario, scenario))
    {
      g_ptr_array_set_size (self->entries, (int) self->current);
      self->current--;
    }
  changed (self);
  return TRUE;
}

/**
 * systole_history_seal:
 *
 * Ends a drag: the next edit is an entry of its own.
 */
void
systole_history_seal (SystoleHistory *self)
{
  g_return_if_fail (SYSTOLE_IS_HISTORY (self));
  g_clear_pointer (&entry_at (self, self->current)->merge_key, g_free);
}

/**
 * systole_history_undo:
 * @kind: (out) (optional): of the edit that was taken back
 * @shown: (out) (optional): what was looked at before it; the draft belongs to the history
 *
 * Returns: %FALSE if there was nothing to undo
 */
gboolean
systole_history_undo (SystoleHistory *self, SystoleEditKind *kind, SystoleShown *shown)
{
  g_return_val_if_fail (SYSTOLE_IS_HISTORY (self), FALSE);
  if (self->current == 0)
    return FALSE;
  systole_history_seal (self);
  if (kind != NULL)
    *kind = entry_at (self, self->current)->kind;
  if (shown != NULL)
    *shown = entry_at (self, self->current)->before;
  self->current--;
  systole_history_seal (self);
  changed (self);
  return TRUE;
}

/**
 * systole_history_redo:
 * @kind: (out) (optional): of the edit that was done again
 * @shown: (out) (optional): what was looked at after it; the draft belongs to the history
 *
 * Returns: %FALSE if there was nothing to redo
 */
gboolean
systole_history_redo (SystoleHistory *self, SystoleEditKind *kind, SystoleShown *shown)
{
  g_return_val_if_fail (SYSTOLE_IS_HISTORY (self), FALSE);
  if (self->current + 1 >= self->entries->len)
    return FALSE;
  self->current++;
  systole_history_seal (self);
  if (kind != NULL)
    *kind = entry_at (self, self->current)->kind;
  if (shown != NULL)
    *shown = entry_at (self, self->current)->after;
  changed (self);
  return TRUE;
}

gboolean
systole_history_can_undo (SystoleHistory *self)
{
  return self->current > 0;
}

gboolean
systole_history_can_redo (SystoleHistory *self)
{
  return self->current + 1 < self->entries->len;
}

/**
 * systole_history_get_undo_name:
 *
 * Returns: (nullable): what [method@History.undo] would take back, "Set K to 512"
 */
const char *
systole_history_get_undo_name (SystoleHistory *self)
{
  return self->current > 0 ? entry_at (self, self->current)->name : NULL;
}

/**
 * systole_history_get_redo_name:
 *
 * Returns: (nullable): what [method@History.redo] would do again
 */
const char *
systole_history_get_redo_name (SystoleHistory *self)
{
  return systole_history_can_redo (self) ? entry_at (self, self->current + 1)->name : NULL;
}

/**
 * systole_history_get_n_edits:
 *
 * Returns: edits that could be undone one after the other
 */
guint
systole_history_get_n_edits (SystoleHistory *self)
{
  return self->current;
}

/**
 * systole_history_mark_saved:
 *
 * The current entry is what is on disk now.
 */
void
systole_history_mark_saved (SystoleHistory *self)
{
  g_return_if_fail (SYSTOLE_IS_HISTORY (self));
  systole_history_seal (self);
  self->saved = (int) self->current;
  changed (self);
}

/**
 * systole_history_mark_unsaved:
 *
 * No entry is what is on disk.
 */
void
systole_history_mark_unsaved (SystoleHistory *self)
{
  g_return_if_fail (SYSTOLE_IS_HISTORY (self));
  self->saved = -1;
  changed (self);
}

/**
 * systole_history_is_dirty:
 *
 * Returns: whether the current document is not the saved one; what was only tried at a
 *   beat changes no document
 */
gboolean
systole_history_is_dirty (SystoleHistory *self)
{
  return self->saved < 0 || entry_at (self, (guint) self->saved)->scenario != entry_at (self, self->current)->scenario;
}
