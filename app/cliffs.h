/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "engine/run/cliff.h"
#include "engine/scenario/scenario.h"

G_BEGIN_DECLS

/* The cliffs of every dimension of the operation that Setup shows, found in a thread. */

typedef struct
{
  gboolean alone;                       /* the scenario has one machine */
  guint n_lanes;                        /* of `lanes` */
  guint lanes[SYSTOLE_CLIFF_MAX_LANES]; /* those of the scenario that run this operation */
  gboolean found[SYSTOLE_OP_MAX_DIMS];  /* by dimension */
  SystoleCliff cliffs[SYSTOLE_OP_MAX_DIMS];
} SystoleCliffs;

void systole_cliffs_find_async (const SystoleScenario *scenario, SystoleCatalogue *catalogue, GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data);
SystoleCliffs *systole_cliffs_find_finish (GAsyncResult *result, GError **error) G_GNUC_WARN_UNUSED_RESULT; /* g_free() it */

G_END_DECLS
