/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/level-painter.h"

#include "engine/base/i18n.h"
#include "engine/base/number.h"
#include "widgets/chip-parts.h"
#include "widgets/unit-format.h"
#include "widgets/wave-words.h"

/* The level "chip": memories, units as cells, waves over time, the whole run. */

static const SystoleChipFrame *
view_open (const SystoleLanePaint *self, SystoleLaneCache **owned, double x, double y, double width, double height, SystoleChipGeometry *geometry)
{
  SystoleLaneCache *cache = systole_lane_cache_ensure (self, owned);
  guint64 last = systole_run_get_n_cycles (self->run) - 1;
  guint64 cycle = self->fraction >= 0.5 ? MIN (self->cycle + 1, last) : self->cycle;
  const SystoleChipFrame *frame = systole_lane_cache_chip (cache, self->run, cycle);

  systole_chip_measure (self, frame, x, y, width, height, geometry);
  return frame;
}

static void
paint (cairo_t *cr, const SystoleLanePaint *self, double x, double y, double width, double height)
{
  SystoleLaneCache *owned = NULL;
  SystoleChipGeometry geometry;
  const SystoleChipFrame *frame = view_open (self, &owned, x, y, width, height, &geometry);

  systole_chip_paint_memories (cr, &self->style, &geometry, frame);
  systole_chip_paint_units (cr, self, &geometry, frame);
  systole_chip_paint_waves (cr, self, &geometry.waves, frame);
  systole_chip_paint_share (cr, self, &geometry.share);
  systole_chip_paint_rings (cr, self, &geometry);
  systole_lane_cache_free (owned);
}

static SystoleTarget
pick (const SystoleLanePaint *self, double x, double y, double width, double height, double px, double py)
{
  SystoleLaneCache *owned = NULL;
  SystoleChipGeometry geometry;

  view_open (self, &owned, x, y, width, height, &geometry);
  systole_lane_cache_free (owned);
  return systole_chip_pick (&geometry, px, py);
}

static SystoleTarget
neighbour (const SystoleLanePaint *self, const SystoleTarget *from, int dx, int dy)
{
  SystoleLaneCache *owned = NULL;
  SystoleChipGeometry geometry;
  double x, y, width, height;

  systole_lane_get_room (self, &x, &y, &width, &height);
  view_open (self, &owned, x, y, width, height, &geometry);
  systole_lane_cache_free (owned);
  return systole_chip_neighbour (&geometry, from, dx, dy);
}

static gboolean
locate (const SystoleLanePaint *self, double x, double y, double width, double height, const SystoleTarget *target, double *out_x, double *out_y, double *out_width, double *out_height)
{
  SystoleLaneCache *owned = NULL;
  SystoleChipGeometry geometry;
  SystoleChipBox box;
  gboolean found;

  view_open (self, &owned, x, y, width, height, &geometry);
  systole_lane_cache_free (owned);
  found = systole_chip_locate (&geometry, target, &box);
  if (found)
    {
      *out_x = box.x;
      *out_y = box.y;
      *out_width = box.width;
      *out_height = box.height;
    }
  return found;
}

static char *
explain (const SystoleLanePaint *self, const SystoleTarget *target, GArray **facts, char **sentence)
{
  SystoleLaneCache *owned = NULL;
  SystoleLaneCache *cache = systole_lane_cache_ensure (self, &owned);
  char *title;

  if (*facts == NULL)
    *facts = systole_facts_new ();
  title = systole_chip_explain (self, systole_lane_cache_chip (cache, self->run, self->cycle), target, *facts, sentence);
  systole_lane_cache_free (owned);
  return title;
}

static char *
describe (const SystoleLanePaint *self)
{
  SystoleLaneCache *owned = NULL;
  SystoleLaneCache *cache = systole_lane_cache_ensure (self, &owned);
  char *text = systole_chip_describe (self, systole_lane_cache_chip (cache, self->run, self->cycle));

  systole_lane_cache_free (owned);
  return text;
}

/* "wave 3 of 3" instead of what one SM does. */
static void
fill_head (const SystoleLanePaint *self, SystoleLaneHead *head)
{
  SystoleLaneCache *owned = NULL;
  SystoleLaneCache *cache = systole_lane_cache_ensure (self, &owned);
  const SystoleChipFrame *frame = systole_lane_cache_chip (cache, self->run, self->cycle);

  if (frame->n_waves > 0)
    {
      g_free (head->mapping);
      head->mapping = systole_wave_describe (self->run, frame->wave, frame->n_waves);
    }
  systole_lane_cache_free (owned);
}

/**
 * systole_chip_describe:
 *
 * Returns: (transfer full): how many units work, and why the others do not
 */
char *
systole_chip_describe (const SystoleLanePaint *self, const SystoleChipFrame *frame)
{
  guint counts[SYSTOLE_N_REASONS] = { 0 };
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < frame->units->len; i++)
    counts[g_array_index (frame->units, SystoleUnitState, i).reason]++;
  /* Translators: "24 of 132 × SM work." */
  g_string_append_printf (text, _ ("%u of %u × %s work."), counts[SYSTOLE_REASON_BUSY], frame->units->len, systole_chip_unit_name (self->run));
  for (guint r = SYSTOLE_REASON_BUSY + 1; r < SYSTOLE_N_REASONS; r++)
    if (counts[r] > 0)
      {
        g_string_append_c (text, ' ');
        g_string_append_printf (text, P_ ("%u is idle: %s.", "%u are idle: %s.", counts[r]), counts[r], systole_reason_get_sentence ((SystoleReason) r, systole_machine_get_family (systole_run_get_machine (self->run))));
      }
  return g_string_free (text, FALSE);
}

static char *
explain_memory (SystoleMaker maker, const SystoleMemoryState *memory, GArray *facts, char **sentence)
{
  if (memory->bytes > 0)
    systole_facts_add_amount (facts, g_strdup (_ ("size")), systole_units_format_bytes (memory->bytes), SYSTOLE_MEANING_MEMORY, (double) memory->bytes);
  *sentence = g_strdup (memory->reading || memory->writing ? _ ("Something moves through it in this cycle.") : _ ("Nothing moves through it in this cycle."));
  return g_strdup (systole_memory_level_get_title (memory->level, maker));
}

static char *
explain_engine (const SystoleEngineState *state, char **sentence)
{
  if (state->reason == SYSTOLE_REASON_BUSY)
    /* Translators: what a unit of a TPU core does: "At work: brings in." */
    *sentence = g_strdup_printf (_ ("At work: %s."), _ (state->activity));
  else
    *sentence = g_strdup_printf (_ ("Idle: %s."), systole_reason_get_sentence (state->reason, SYSTOLE_FAMILY_OTHER));
  return g_strdup (systole_chip_engine_title (state));
}

char *
systole_chip_explain (const SystoleLanePaint *self, const SystoleChipFrame *frame, const SystoleTarget *target, GArray *facts, char **sentence)
{
  const SystoleUnitState *state;

  if (target->kind == SYSTOLE_TARGET_MEMORY && target->row < frame->memories->len)
    return explain_memory (frame->maker, &g_array_index (frame->memories, SystoleMemoryState, target->row), facts, sentence);
  if (target->kind == SYSTOLE_TARGET_ENGINE && target->row < frame->engines->len)
    return explain_engine (&g_array_index (frame->engines, SystoleEngineState, target->row), sentence);
  if (target->kind != SYSTOLE_TARGET_UNIT || target->unit >= frame->units->len)
    return g_strdup (systole_level_get_title (SYSTOLE_LEVEL_CHIP, frame->maker));
  state = &g_array_index (frame->units, SystoleUnitState, target->unit);
  if (state->block != SYSTOLE_NO_INDEX)
    systole_facts_add (facts, g_strdup (frame->n_waves > 0 ? _ ("tile of C") : _ ("fold")), systole_number_format_count (state->block), SYSTOLE_N_MEANINGS);
  systole_facts_add_amount (facts, g_strdup (_ ("multipliers busy")), systole_units_format_percent (state->busy_share), SYSTOLE_MEANING_SUM, state->busy_share);
  *sentence = state->reason == SYSTOLE_REASON_BUSY ? g_strdup (_ ("It multiplies in this cycle.")) : g_strdup_printf (_ ("Idle: %s."), systole_reason_get_sentence (state->reason, systole_machine_get_family (systole_run_get_machine (self->run))));
  return g_strdup_printf ("%s %u", systole_chip_unit_name (self->run), state->unit);
}

const SystoleLevelPainter systole_chip_level = {
  .paint = paint,
  .pick = pick,
  .neighbour = neighbour,
  .locate = locate,
  .explain = explain,
  .describe = describe,
  .fill_head = fill_head,
};
