/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/systolic/array-transfers.h"

G_BEGIN_DECLS

/*
 * The register machine's memory: main memory's channel and the ports, one cycle after the
 * other. It is told what each fold asks for and finds by itself when the array may go on;
 * the oracle for the times in closed form.
 */

typedef struct
{
  const SystoleArrayTimeline *timeline; /* for demands and numbers of steps; its times are not read */
  guint64 cycle;
  gboolean before, over;         /* lead-in; all steps are done */
  gboolean goes_on;              /* a step is carried out in this cycle */
  gboolean waits;                /* the last step of a fold waits for transfers */
  guint64 fold, step;            /* of the fold */
  guint64 port;                  /* port cycles of this step that are done */
  guint64 ports;                 /* and of this fold */
  guint64 since_fold, since_row; /* cycles */
  guint64 streamed, streams;     /* moved of what streams during this fold, and all of it */
  guint64 next_left, results_left, row_left;
  gboolean asks_between; /* the next fold's block is fetched between the folds, and this is the time */
  guint64 between_left, between_wait;
  guint64 turn_left; /* single buffering: cycles of the channel's turn */
} SystoleArrayPacer;

void systole_array_pacer_init (SystoleArrayPacer *self, const SystoleArrayTimeline *timeline);
void systole_array_pacer_advance (SystoleArrayPacer *self);
gboolean systole_array_pacer_is_done (const SystoleArrayPacer *self);

G_END_DECLS
