/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/systolic/array-timeline.h"

G_BEGIN_DECLS

/* What main memory's channel carries for a fold, and how long the fold takes because of it. */

typedef enum
{
  SYSTOLE_FLOW_A,
  SYSTOLE_FLOW_B,
  SYSTOLE_FLOW_SUMS,    /* partial sums on their way in */
  SYSTOLE_FLOW_RESULTS, /* sums on their way out */
  SYSTOLE_N_FLOWS
} SystoleFlow;

/* Channel cycles for one fold, by flow. */
typedef struct
{
  guint64 before[SYSTOLE_N_FLOWS]; /* must be complete when it begins */
  guint64 during[SYSTOLE_N_FLOWS]; /* stream while it runs */
  guint64 between;                 /* its stationary block, when there is no room for it before the fold before is over */
  guint64 after;                   /* results that leave when it is over */
  guint64 row[SYSTOLE_N_FLOWS];    /* the block of its row of folds, of the row's first fold */
} SystoleArrayDemand;

typedef struct
{
  guint64 length; /* cycles that its steps take by the ports */
  guint64 paced;  /* and by what streams through the buffers, ≥ length */
  guint64 wait;   /* cycles that its last step waits for other transfers */
} SystoleFoldTime;

guint64 systole_array_flows_sum (const guint64 flows[SYSTOLE_N_FLOWS]);
void systole_array_timeline_find_demand (const SystoleArrayTimeline *self, guint64 fold, SystoleArrayDemand *out); /* none beyond the last fold */
void systole_array_timeline_time_fold (const SystoleArrayTimeline *self, guint64 fold, SystoleFoldTime *out);
void systole_array_timeline_time_ends (const SystoleArrayTimeline *self, guint64 *lead, guint64 *tail);
void systole_array_timeline_name_cause (const SystoleArrayTimeline *self, guint64 fold, SystoleStall stall, SystoleOperand *operand, gboolean *is_write);
guint64 systole_array_timeline_count_steps (const SystoleArrayTimeline *self, guint64 fold);
guint64 systole_array_timeline_count_port_cycles (const SystoleArrayTimeline *self, guint64 fold, guint64 steps);
double systole_array_timeline_estimate (const SystoleArrayTimeline *self);

/* Tries what can be kept on the chip, with @lay_out (nullable: memory costs no time) for each, and leaves the best;
 * counts its bytes. FALSE: they do not fit 64 bits. */
gboolean systole_array_timeline_choose (SystoleArrayTimeline *self, void (*lay_out) (SystoleArrayTimeline *self));

G_END_DECLS
