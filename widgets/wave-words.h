/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/run/run.h"

G_BEGIN_DECLS

/* What is done at once on all units of a chip: waves of thread blocks on GPUs, rounds of items on CPUs.
 * Numbers are counted from 1 by the reader, from 0 here. */

char *systole_wave_describe (const SystoleRun *run, guint64 wave, guint64 n_waves) G_GNUC_WARN_UNUSED_RESULT;        /* "wave 2 of 3" */
char *systole_wave_name (const SystoleRun *run, guint64 first, guint64 last) G_GNUC_WARN_UNUSED_RESULT;              /* "wave 2", "waves 1 – 94" */
char *systole_wave_count (const SystoleRun *run, guint64 n_waves, const guint64 *n_tiles) G_GNUC_WARN_UNUSED_RESULT; /* "3 waves", "3 waves, 288 tiles" */
const char *systole_wave_part_title (const SystoleRun *run, SystolePart part);                                       /* "last wave", of a CPU "last round" */

G_END_DECLS
