/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "widgets/stage-grid.h"
#include "widgets/stage.h"

G_BEGIN_DECLS

struct _SystoleStage
{
  GtkWidget parent_instance;

  GtkWidget *scroller;
  SystoleStageGrid *grid;
  SystoleLaneView *lanes[SYSTOLE_STAGE_MAX_LANES];
  guint n_lanes, active;
  guint selected; /* lane of the selection, G_MAXUINT none */
  gboolean linked, linking;
  guint link_source; /* time moved: the same element may be elsewhere */

  SystoleScheme scheme;
  double font_scale, line_scale;
  gboolean playing, reduced_motion, single_letter_keys;
};

/* stage-link.c: what lane `from` has pinned, in the other lanes. */
void systole_stage_link_selection (SystoleStage *self, guint from);
void systole_stage_unlink_others (SystoleStage *self, guint from);

G_END_DECLS
