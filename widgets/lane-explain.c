/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The words of a lane: its sentence, and what one target says of itself. */

#include "widgets/level-painter.h"

#include <math.h>

#include "engine/base/i18n.h"
#include "engine/base/number.h"
#include "widgets/head-painter.h"

static void
clear_fact (gpointer data)
{
  SystoleFact *fact = data;

  g_clear_pointer (&fact->name, g_free);
  g_clear_pointer (&fact->value, g_free);
}

GArray *
systole_facts_new (void)
{
  GArray *facts = g_array_new (FALSE, TRUE, sizeof (SystoleFact));

  g_array_set_clear_func (facts, clear_fact);

  return facts;
}

/** Appends a fact; takes both texts. @meaning: of the value’s ink, SYSTOLE_N_MEANINGS for text. */
void
systole_facts_add (GArray *facts, char *name, char *value, SystoleMeaning meaning)
{
  systole_facts_add_number (facts, name, value, meaning, NAN);
}

/** The same, of a value that may be subtracted from another one’s; NaN: it may not. */
void
systole_facts_add_number (GArray *facts, char *name, char *value, SystoleMeaning meaning, double number)
{
  SystoleFact fact = { name, value, meaning, number, FALSE };

  g_array_append_val (facts, fact);
}

/** The same, of a value that may be divided by another one’s. */
void
systole_facts_add_amount (GArray *facts, char *name, char *value, SystoleMeaning meaning, double amount)
{
  SystoleFact fact = { name, value, meaning, amount, TRUE };

  g_array_append_val (facts, fact);
}

static char *
describe_counts (const SystoleLanePaint *self)
{
  SystoleLaneHead head;
  GString *out = g_string_new (NULL);

  systole_lane_head_fill (self, &head);
  g_string_append (out, head.busy);
  for (guint i = 0; i < head.n_parts; i++)
    {
      const SystoleHeadPart *part = &head.parts[i];
      g_autofree char *count = NULL;

      if (part->reason == SYSTOLE_REASON_BUSY || part->count == 0)
        continue;
      count = systole_number_format_count (part->count);
      g_string_append (out, "; ");
      g_string_append_printf (out, _ ("%s %s"), count, part->words != NULL ? part->words : systole_reason_get_title (part->reason));
    }
  systole_lane_head_clear (&head);

  return g_string_free (out, FALSE);
}

/** The picture in one sentence, for those who hear it: cycle, counts, causes, and what the level adds. */
char *
systole_lane_describe (const SystoleLanePaint *self)
{
  const SystoleLevelPainter *level = systole_level_painter_get (self->camera.level);
  g_autofree char *counts = describe_counts (self);
  g_autofree char *own = level != NULL && level->describe != NULL ? level->describe (self) : NULL;
  guint64 n = systole_run_get_n_cycles (self->run);
  g_autofree char *cycle = systole_number_format_count (self->cycle);
  g_autofree char *length = systole_lane_paint_hides_length (self) ? g_strdup ("?") : systole_number_format_count (n);

  if (own != NULL)
    return g_strdup_printf (_ ("Cycle %s of %s: %s. %s"), cycle, length, counts, own);

  return g_strdup_printf (_ ("Cycle %s of %s: %s."), cycle, length, counts);
}

static gboolean
shows_chip (const SystoleRun *run)
{
  SystoleLevel levels[SYSTOLE_N_LEVELS];
  guint n = systole_run_get_levels (run, levels, G_N_ELEMENTS (levels));

  for (guint i = 0; i < n; i++)
    if (levels[i] == SYSTOLE_LEVEL_CHIP)
      return TRUE;
  return FALSE;
}

/**
 * systole_lane_explain:
 * @facts: (out) (optional): of SystoleFact
 * @sentence: (out) (optional) (nullable): what follows from them
 *
 * What a target holds and why, at the cycle painted; its title is returned, NULL if there is nothing to say.
 */
char *
systole_lane_explain (const SystoleLanePaint *self, const SystoleTarget *target, GArray **facts, char **sentence)
{
  SystoleLanePaint outside = *self;
  const SystoleLevelPainter *level;
  g_autoptr (GArray) own_facts = NULL;
  g_autofree char *own_sentence = NULL;
  char *title = NULL;

  /* A unit of the chip stays pinned when one zooms into it: it is told as from outside. */
  if (target->kind == SYSTOLE_TARGET_UNIT && self->camera.level > SYSTOLE_LEVEL_CHIP && shows_chip (self->run))
    outside.camera.level = SYSTOLE_LEVEL_CHIP;
  level = systole_level_painter_get (outside.camera.level);
  if (target->kind == SYSTOLE_TARGET_LEVEL)
    {
      own_facts = systole_facts_new ();
      title = g_strdup_printf (_ ("Show the whole: %s"), systole_level_get_title (target->level, systole_run_get_maker (self->run)));
    }
  else if (target->kind != SYSTOLE_TARGET_NONE && level != NULL && level->explain != NULL)
    title = level->explain (&outside, target, &own_facts, &own_sentence);

  if (facts != NULL)
    *facts = own_facts != NULL ? g_steal_pointer (&own_facts) : systole_facts_new ();
  if (sentence != NULL)
    *sentence = g_steal_pointer (&own_sentence);

  return title;
}
