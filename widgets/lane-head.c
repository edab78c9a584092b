/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What a lane's head says, before it is drawn. */

#include "widgets/head-painter.h"

#include <math.h>
#include <string.h>

#include "engine/base/i18n.h"
#include "engine/base/number.h"

/* Causes in the order in which they lie on the pictures, left to right: what is done,
 * what works, what waits, what never will. */
static const SystoleReason order[] = {
  SYSTOLE_REASON_DRAIN,
  SYSTOLE_REASON_BUSY,
  SYSTOLE_REASON_FILL,
  SYSTOLE_REASON_WEIGHTS,
  SYSTOLE_REASON_OPERAND,
  SYSTOLE_REASON_UNIT_BUSY,
  SYSTOLE_REASON_MEMORY,
  SYSTOLE_REASON_BARRIER,
  SYSTOLE_REASON_LAUNCH,
  SYSTOLE_REASON_COMMUNICATION,
  SYSTOLE_REASON_TAIL,
  SYSTOLE_REASON_NO_WORK,
  SYSTOLE_REASON_PADDING,
};

G_STATIC_ASSERT (G_N_ELEMENTS (order) == SYSTOLE_N_REASONS);

/** The parts of the ribbon from counts by reason (index 0: busy); their sum becomes the total. */
void
systole_lane_head_set_counts (SystoleLaneHead *self, const guint64 counts[SYSTOLE_N_REASONS])
{
  for (guint i = 0; i < self->n_parts; i++)
    g_clear_pointer (&self->parts[i].words, g_free);

  self->n_parts = 0;
  self->total = 0;
  for (guint i = 0; i < G_N_ELEMENTS (order); i++)
    if (counts[order[i]] > 0)
      {
        self->parts[self->n_parts].reason = order[i];
        self->parts[self->n_parts].count = counts[order[i]];
        self->parts[self->n_parts++].words = NULL;
        self->total += counts[order[i]];
      }
}

void
systole_lane_head_clear (SystoleLaneHead *self)
{
  g_clear_pointer (&self->title, g_free);
  g_clear_pointer (&self->brief, g_free);
  g_clear_pointer (&self->busy, g_free);
  g_clear_pointer (&self->counts, g_free);
  g_clear_pointer (&self->share, g_free);
  g_clear_pointer (&self->mapping, g_free);
  for (guint i = 0; i < self->n_parts; i++)
    g_clear_pointer (&self->parts[i].words, g_free);
  self->n_parts = 0;
}

static char *
describe_cycle (const SystoleLanePaint *self)
{
  guint64 n = systole_run_get_n_cycles (self->run);
  g_autofree char *cycle = systole_number_format_count (self->cycle);
  g_autofree char *last = systole_number_format_count (n > 0 ? n - 1 : 0);
  g_autofree char *length = systole_number_format_count (n);

  if (systole_lane_paint_hides_length (self))
    return g_strdup_printf (_ ("cycle %s"), self->ended ? "?" : cycle);
  if (self->ended)
    return g_strdup_printf (P_ ("ended after %s cycle", "ended after %s cycles", n), length);

  /* Translators: the cycle shown, of those numbered from 0 to the last */
  return g_strdup_printf (_ ("cycle %s of 0 – %s"), cycle, last);
}

/* Whole per cent; all is said only of all, and nothing of none. */
static double
share_percent (guint64 busy, guint64 total)
{
  double percent = round (100.0 * (double) busy / (double) total);

  if (busy > 0 && busy < total)
    return CLAMP (percent, 1, 99);
  return percent;
}

static char *
describe_busy (guint64 busy, guint64 total)
{
  g_autofree char *part = systole_number_format_count (busy);
  g_autofree char *whole = systole_number_format_count (total);

  /* a percentage only beside the counts, and only where they are hard to compare */
  if (total >= 1000)
    return g_strdup_printf (_ ("%s of %s busy · %.0f %%"), part, whole, share_percent (busy, total));

  return g_strdup_printf (_ ("%s of %s busy"), part, whole);
}

static char *
describe_counts (guint64 busy, guint64 total)
{
  g_autofree char *part = systole_number_format_count (busy);
  g_autofree char *whole = systole_number_format_count (total);

  return g_strdup_printf ("%s / %s", part, whole);
}

/** The lane's name beside the others, or its machine's (transfer full). */
char *
systole_lane_paint_get_title (const SystoleLanePaint *self)
{
  return self->name != NULL ? g_strdup (self->name->title) : systole_run_describe_machine (self->run);
}

/** What the head of a lane says: counts of the whole machine, unless the level has its own. */
void
systole_lane_head_fill (const SystoleLanePaint *self, SystoleLaneHead *out)
{
  const SystoleLevelPainter *level = systole_level_painter_get (self->camera.level);
  SystoleSummary summary = { 0 };
  guint64 counts[SYSTOLE_N_REASONS];

  memset (out, 0, sizeof *out);
  systole_run_summarize (self->run, self->cycle, &summary);
  memcpy (counts, summary.idle, sizeof counts);
  counts[SYSTOLE_REASON_BUSY] = summary.busy;
  systole_lane_head_set_counts (out, counts);

  if (level != NULL && level->fill_head != NULL)
    level->fill_head (self, out);

  if (out->title == NULL)
    {
      out->title = self->title != NULL ? g_strdup (self->title) : systole_lane_paint_get_title (self);
      if (self->title == NULL)
        out->brief = self->name != NULL ? g_strdup (self->name->brief) : systole_run_describe_briefly (self->run);
    }
  if (out->busy == NULL)
    {
      guint64 busy = 0;

      for (guint i = 0; i < out->n_parts; i++)
        if (out->parts[i].reason == SYSTOLE_REASON_BUSY)
          busy = out->parts[i].count;
      out->busy = describe_busy (busy, out->total);
      out->counts = describe_counts (busy, out->total);
      out->share = out->total > 0 ? g_strdup_printf ("%.0f\u00a0%%", share_percent (busy, out->total)) : NULL;
    }
  if (out->mapping == NULL)
    out->mapping = describe_cycle (self);
  else
    {
      g_autofree char *cycle = describe_cycle (self);
      g_autofree char *mapping = g_steal_pointer (&out->mapping);

      /* Translators: cycle and mapping: “cycle 18 of 0 – 29 · weight-stationary” */
      out->mapping = g_strdup_printf (_ ("%s · %s"), cycle, mapping);
    }
}
