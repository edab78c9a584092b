/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "app/scenario-map.h"
#include "engine/scenario/beat.h"

G_BEGIN_DECLS

/* The maps of the beats that show one, made ahead of time in the background; beats that
 * differ only in the place that they look at share theirs. */

typedef struct _SystoleBeatMaps SystoleBeatMaps;

/* A map has come, or a finer one. */
typedef void (*SystoleBeatMapsReady) (gpointer data);

SystoleBeatMaps *systole_beat_maps_new (const SystoleScenario *lesson, SystoleCatalogue *catalogue, SystoleBeatMapsReady ready, gpointer data) G_GNUC_WARN_UNUSED_RESULT;
void systole_beat_maps_free (SystoleBeatMaps *self);                /* ends what is under way */
void systole_beat_maps_prepare (SystoleBeatMaps *self, guint beat); /* this one, and those soon after it */
gboolean systole_beat_maps_is_settled (SystoleBeatMaps *self);      /* nothing is under way */
gboolean systole_beat_maps_fill (SystoleBeatMaps *self, guint beat, SystoleMapPaint *out);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SystoleBeatMaps, systole_beat_maps_free)

G_END_DECLS
