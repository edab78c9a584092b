/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "widgets/lane-view.h"

G_BEGIN_DECLS

/*
 * One to four lanes side by side or stacked, whichever shows them larger; scrolls
 * when they would be smaller than their minimum.
 *
 * Properties, all passed on to the lanes: scheme, font-scale, line-scale, playing,
 * reduced-motion, single-letter-keys; and active (uint: the lane that steps act on),
 * n-lanes (uint, read only), linked (boolean: selecting in one lane selects the same
 * tensor element in the others; TRUE).
 *
 * Signals:
 *   selection-changed (uint lane)
 *   camera-changed (uint lane)
 *   runs-changed ()
 */

#define SYSTOLE_STAGE_MAX_LANES 4

#define SYSTOLE_TYPE_STAGE (systole_stage_get_type ())
G_DECLARE_FINAL_TYPE (SystoleStage, systole_stage, SYSTOLE, STAGE, GtkWidget)

GtkWidget *systole_stage_new (void) G_GNUC_WARN_UNUSED_RESULT;

/* Shows `n` runs (0 … 4; more are left out). `titles`: NULL, or `n` strings or NULLs.
 * A lane that has a run already keeps its camera and selection where they still mean something. */
void systole_stage_set_runs (SystoleStage *self, SystoleRun *const *runs, const char *const *titles, guint n);
guint systole_stage_get_n_lanes (SystoleStage *self);
SystoleLaneView *systole_stage_get_lane (SystoleStage *self, guint lane); /* or NULL */
void systole_stage_set_position (SystoleStage *self, guint lane, double position, gboolean ended);

guint systole_stage_get_active (SystoleStage *self);
void systole_stage_set_active (SystoleStage *self, guint lane);
SystoleLaneView *systole_stage_get_active_lane (SystoleStage *self); /* or NULL */
gboolean systole_stage_get_linked (SystoleStage *self);
void systole_stage_set_linked (SystoleStage *self, gboolean linked);

void systole_stage_set_scheme (SystoleStage *self, SystoleScheme scheme);
void systole_stage_set_font_scale (SystoleStage *self, double font_scale);
void systole_stage_set_line_scale (SystoleStage *self, double line_scale);
void systole_stage_set_playing (SystoleStage *self, gboolean playing);
void systole_stage_set_reduced_motion (SystoleStage *self, gboolean reduced_motion);
void systole_stage_set_single_letter_keys (SystoleStage *self, gboolean single_letter_keys);

/* The lane that last changed its selection; its targets are what Explain shows. */
SystoleLaneView *systole_stage_get_selected_lane (SystoleStage *self); /* or NULL: nothing pinned */

G_END_DECLS
