/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/run/part-instant.h"

#define MAX_STRETCHES 256
#define SAMPLES 64 /* of a stretch */

static guint64
count_in (const SystoleRun *run, guint64 cycle, SystoleReason reason)
{
  SystoleSummary summary;

  systole_run_summarize (run, cycle, &summary);
  return reason == SYSTOLE_REASON_BUSY ? summary.busy : summary.idle[reason];
}

/* The cycle of a stretch, among samples of it, in which most multipliers are in this state. */
static void
search (const SystoleRun *run, const SystoleStretch *stretch, SystoleReason reason, guint64 *most, guint64 *cycle)
{
  guint64 length = stretch->end - stretch->start, n = MIN (length, SAMPLES);

  for (guint64 s = 0; s < n; s++)
    {
      guint64 at = stretch->start + length / n * s + length % n * s / n;
      guint64 count = count_in (run, at, reason);

      if (count <= *most)
        continue;
      *most = count;
      *cycle = at;
    }
}

/* Documented in part-instant.h. */
gboolean
systole_run_find_part (const SystoleRun *self, SystolePart part, guint64 *cycle)
{
  SystoleReason reason = systole_part_get_reason (part);
  SystoleStretch stretches[MAX_STRETCHES];
  guint n = systole_run_get_strip (self, stretches, MAX_STRETCHES);
  guint64 most = 0;

  for (guint i = 0; i < n; i++)
    if (stretches[i].reason == reason)
      search (self, &stretches[i], reason, &most, cycle);
  for (guint i = 0; i < n && most == 0; i++)
    search (self, &stretches[i], reason, &most, cycle);
  return most > 0;
}
