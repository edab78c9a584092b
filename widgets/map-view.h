/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/run/map.h"
#include "widgets/canvas.h"

G_BEGIN_DECLS

/*
 * The map of who is faster. The pointer or the arrow keys look at a place, a click or Enter
 * opens it.
 *
 * Signal: place-activated (uint64 x, uint64 y)
 */

#define SYSTOLE_TYPE_MAP_VIEW (systole_map_view_get_type ())
G_DECLARE_FINAL_TYPE (SystoleMapView, systole_map_view, SYSTOLE, MAP_VIEW, SystoleCanvas)

/* What the map is of; all is copied. */
typedef struct
{
  const char *subtitle;
  guint n_lanes;
  const char *names[SYSTOLE_MAP_MAX_LANES];
  char letters[SYSTOLE_MAP_MAX_LANES];
  const char *x_name, *y_name;
} SystoleMapWords;

GtkWidget *systole_map_view_new (void) G_GNUC_WARN_UNUSED_RESULT;
void systole_map_view_set_words (SystoleMapView *self, const SystoleMapWords *words);
void systole_map_view_take_map (SystoleMapView *self, SystoleMap *map); /* (transfer full) (nullable) */
const SystoleMap *systole_map_view_get_map (SystoleMapView *self);      /* or NULL */
void systole_map_view_set_here (SystoleMapView *self, gboolean has, guint64 x, guint64 y);
void systole_map_view_set_progress (SystoleMapView *self, double progress); /* < 0: nothing is being computed */
void systole_map_view_set_message (SystoleMapView *self, const char *message);
void systole_map_view_set_covered (SystoleMapView *self, gboolean covered);

G_END_DECLS
