/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/lane-cache.h"

#include <string.h>

#define N_SMS 4    /* this and the next cycle, with and without sums */
#define N_ARRAYS 6 /* this and the next cycle, and single PEs that are pointed at */

typedef struct
{
  SystoleRun *run; /* kept: a frame of a run that is gone is not asked for again */
  guint unit;
  guint64 cycle;
  gboolean values;
  guint64 used;
} Slot;

typedef struct
{
  Slot slot;
  SystoleWindow window;
  SystoleArrayFrame frame;
} ArraySlot;

typedef struct
{
  Slot slot;
  SystoleSmFrame frame;
} SmSlot;

typedef struct
{
  Slot slot;
  SystoleChipFrame frame;
} ChipSlot;

struct _SystoleLaneCache
{
  guint64 clock; /* of uses, to find the oldest */
  guint64 mark;  /* the clock when the last picture was begun */
  guint max_additions;
  ArraySlot arrays[N_ARRAYS];
  SmSlot sms[N_SMS];
  ChipSlot chips[2];
  SystoleDetail detail;
};

/** An empty cache of one lane; not to be shared by threads. */
SystoleLaneCache *
systole_lane_cache_new (void)
{
  SystoleLaneCache *self = g_new0 (SystoleLaneCache, 1);

  self->detail = SYSTOLE_DETAIL_UNKNOWN;
  for (guint i = 0; i < N_ARRAYS; i++)
    systole_array_frame_init (&self->arrays[i].frame);
  for (guint i = 0; i < N_SMS; i++)
    systole_sm_frame_init (&self->sms[i].frame);
  for (guint i = 0; i < G_N_ELEMENTS (self->chips); i++)
    systole_chip_frame_init (&self->chips[i].frame);

  return self;
}

void
systole_lane_cache_free (SystoleLaneCache *self)
{
  if (self == NULL)
    return;

  for (guint i = 0; i < N_ARRAYS; i++)
    {
      g_clear_pointer (&self->arrays[i].slot.run, systole_run_unref);
      systole_array_frame_clear (&self->arrays[i].frame);
    }
  for (guint i = 0; i < N_SMS; i++)
    {
      g_clear_pointer (&self->sms[i].slot.run, systole_run_unref);
      systole_sm_frame_clear (&self->sms[i].frame);
    }
  for (guint i = 0; i < G_N_ELEMENTS (self->chips); i++)
    {
      g_clear_pointer (&self->chips[i].slot.run, systole_run_unref);
      systole_chip_frame_clear (&self->chips[i].frame);
    }
  g_free (self);
}

static gboolean
slot_holds (const Slot *slot, const SystoleRun *run, guint unit, guint64 cycle, gboolean values)
{
  return slot->run == run && slot->unit == unit && slot->cycle == cycle && slot->values == values;
}

static void
slot_set (Slot *slot, const SystoleRun *run, guint unit, guint64 cycle, gboolean values)
{
  systole_run_ref ((SystoleRun *) run);
  g_clear_pointer (&slot->run, systole_run_unref);
  slot->run = (SystoleRun *) run;
  slot->unit = unit;
  slot->cycle = cycle;
  slot->values = values;
}

static void
copy_array (GArray *to, const GArray *from)
{
  guint size = g_array_get_element_size ((GArray *) from);

  g_array_set_size (to, from->len);
  if (from->len > 0)
    memcpy (to->data, from->data, (gsize) from->len * size);
}

/* The cycle before is kept for the picture, so the next one is made from a copy of it:
 * a sum is then one addition instead of K. */
static void
copy_frame (SystoleArrayFrame *to, const SystoleArrayFrame *from)
{
  SystoleArrayFrame kept = *to;

  *to = *from;
  to->cells = kept.cells;
  to->left = kept.left;
  to->top = kept.top;
  to->bottom = kept.bottom;
  to->more = kept.more;
  to->spare = kept.spare;
  copy_array (to->cells, from->cells);
  copy_array (to->bottom, from->bottom);
}

static gboolean
array_holds (const ArraySlot *slot, const SystoleRun *run, guint unit, guint64 cycle, const SystoleWindow *window)
{
  return slot_holds (&slot->slot, run, unit, cycle, window->values) && memcmp (&slot->window, window, sizeof *window) == 0;
}

/* The cycle before with all its sums: one addition leads on from each. */
static const ArraySlot *
find_before (SystoleLaneCache *self, const SystoleRun *run, guint unit, guint64 cycle, const SystoleWindow *window)
{
  for (guint i = 0; i < N_ARRAYS && window->values && cycle > 0; i++)
    if (array_holds (&self->arrays[i], run, unit, cycle - 1, window) && !self->arrays[i].frame.lacks_sums)
      return &self->arrays[i];
  return NULL;
}

/** The frame of an array; valid until the fourth further call with another window or cycle. */
const SystoleArrayFrame *
systole_lane_cache_array (SystoleLaneCache *self, const SystoleRun *run, guint unit, guint64 cycle, const SystoleWindow *wanted)
{
  ArraySlot *oldest = &self->arrays[0];
  SystoleWindow window = *wanted;
  const ArraySlot *before;

  self->clock++;
  window.max_additions = self->max_additions;
  before = find_before (self, run, unit, cycle, &window);
  for (guint i = 0; i < N_ARRAYS; i++)
    {
      ArraySlot *entry = &self->arrays[i];

      if (array_holds (entry, run, unit, cycle, &window))
        {
          entry->slot.used = self->clock;
          if (!entry->frame.lacks_sums || before == NULL)
            return &entry->frame;
          oldest = entry;
          break;
        }
      if (entry->slot.used < oldest->slot.used)
        oldest = entry;
    }

  if (before != NULL && before != oldest)
    copy_frame (&oldest->frame, &before->frame);
  systole_run_array_frame (run, unit, cycle, &window, &oldest->frame);
  slot_set (&oldest->slot, run, unit, cycle, window.values);
  oldest->window = window;
  oldest->slot.used = self->clock;

  return &oldest->frame;
}

void
systole_lane_cache_set_budget (SystoleLaneCache *self, guint max_additions)
{
  self->max_additions = max_additions;
}

void
systole_lane_cache_begin (SystoleLaneCache *self)
{
  self->mark = self->clock;
}

/* Documented in lane-cache.h. */
gboolean
systole_lane_cache_find_lack (SystoleLaneCache *self, SystoleLaneLack *out)
{
  const ArraySlot *last = NULL;

  for (guint i = 0; i < N_ARRAYS; i++)
    if (self->arrays[i].frame.lacks_sums && self->arrays[i].slot.used > self->mark && (last == NULL || self->arrays[i].slot.used > last->slot.used))
      last = &self->arrays[i];
  if (last == NULL)
    return FALSE;
  *out = (SystoleLaneLack){ last->slot.run, last->slot.unit, last->slot.cycle, last->window };
  return TRUE;
}

/* Documented in lane-cache.h. */
void
systole_lane_cache_put_array (SystoleLaneCache *self, const SystoleLaneLack *of, SystoleArrayFrame *frame)
{
  ArraySlot *place = &self->arrays[0];
  SystoleArrayFrame kept;

  self->clock++;
  for (guint i = 0; i < N_ARRAYS; i++)
    {
      if (array_holds (&self->arrays[i], of->run, of->unit, of->cycle, &of->window))
        {
          place = &self->arrays[i];
          break;
        }
      if (self->arrays[i].slot.used < place->slot.used)
        place = &self->arrays[i];
    }
  kept = place->frame;
  place->frame = *frame;
  *frame = kept;
  slot_set (&place->slot, of->run, of->unit, of->cycle, of->window.values);
  place->window = of->window;
  place->slot.used = self->clock;
}

/** The frame of an SM; this and one other cycle are kept, with and without sums. */
const SystoleSmFrame *
systole_lane_cache_sm (SystoleLaneCache *self, const SystoleRun *run, guint unit, guint64 cycle, gboolean values)
{
  SmSlot *entry = &self->sms[0];

  self->clock++;
  for (guint i = 0; i < N_SMS; i++)
    {
      if (slot_holds (&self->sms[i].slot, run, unit, cycle, values))
        {
          self->sms[i].slot.used = self->clock;
          return &self->sms[i].frame;
        }
      if (self->sms[i].slot.used < entry->slot.used)
        entry = &self->sms[i];
    }

  entry->frame.values = values;
  systole_run_sm_frame (run, unit, cycle, &entry->frame);
  slot_set (&entry->slot, run, unit, cycle, values);
  entry->slot.used = self->clock;

  return &entry->frame;
}

/** The frame of a chip; this and one other cycle are kept. */
const SystoleChipFrame *
systole_lane_cache_chip (SystoleLaneCache *self, const SystoleRun *run, guint64 cycle)
{
  ChipSlot *entry = self->chips[0].slot.used <= self->chips[1].slot.used ? &self->chips[0] : &self->chips[1];

  self->clock++;
  for (guint i = 0; i < 2; i++)
    if (slot_holds (&self->chips[i].slot, run, 0, cycle, FALSE))
      {
        self->chips[i].slot.used = self->clock;
        return &self->chips[i].frame;
      }

  systole_run_chip_frame (run, cycle, &entry->frame);
  slot_set (&entry->slot, run, 0, cycle, FALSE);
  entry->slot.used = self->clock;

  return &entry->frame;
}

/** The lane’s cache, or a new one that the caller frees through @owned. */
SystoleLaneCache *
systole_lane_cache_ensure (const SystoleLanePaint *self, SystoleLaneCache **owned)
{
  if (self->cache != NULL)
    return self->cache;
  if (*owned == NULL)
    *owned = systole_lane_cache_new ();

  return *owned;
}

SystoleDetail
systole_lane_cache_get_detail (const SystoleLaneCache *self)
{
  return self != NULL ? self->detail : SYSTOLE_DETAIL_UNKNOWN;
}

void
systole_lane_cache_set_detail (SystoleLaneCache *self, SystoleDetail detail)
{
  if (self != NULL)
    self->detail = detail;
}
