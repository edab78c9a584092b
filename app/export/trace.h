/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/base/progress.h"
#include "engine/run/run.h"

G_BEGIN_DECLS

/*
 * The schedule of runs as a trace: the Trace Event Format (JSON), which Perfetto and
 * chrome://tracing open. A lane is a process; its phases, units and warps are threads; the
 * multipliers by cause are counters; events are marks. Times are microseconds from the start.
 *
 * A unit's state is looked at in every cycle of a run of at most SYSTOLE_TRACE_INSTANTS, else
 * at that many instants spread evenly, and where two neighbours differ the cycle of the
 * change is looked for between them. What comes and goes between two instants is not seen;
 * the trace says so ("instants" beside "cycles").
 */

#define SYSTOLE_TRACE_INSTANTS 1024u

GBytes *systole_trace_encode (const SystoleRun *const *runs, guint n_runs, const char *title, SystoleProgress progress, gpointer progress_data, GError **error) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
