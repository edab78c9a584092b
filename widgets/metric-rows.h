/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/run/run.h"

G_BEGIN_DECLS

/* Everything that a run counts, as rows of a table: its counters, the parts of its time,
 * how busy its units were, and what moved through its memories. */

typedef enum
{
  SYSTOLE_METRIC_COUNTER,
  SYSTOLE_METRIC_PART,
  SYSTOLE_METRIC_BUSY,
  SYSTOLE_METRIC_READ,
  SYSTOLE_METRIC_WRITTEN
} SystoleMetricKind;

typedef struct
{
  SystoleMetricKind kind;
  guint which;  /* SystoleCounter, SystolePart, SystoleUnit or SystoleMemoryLevel */
  guint makers; /* bits of SystoleMaker: in whose words the runs that have it are told; 0 is as the usual */
} SystoleMetric;

void systole_metrics_collect (SystoleRun *const *runs, guint n, GArray *out); /* SystoleMetric: those that some run has; runs may be NULL */
gboolean systole_metric_get (const SystoleMetric *self, const SystoleRun *run, SystoleQuantity *out);
gboolean systole_metric_is_whole (const SystoleMetric *self);
gboolean systole_metric_compares (const SystoleMetric *self);                                             /* one run's divided by another's means something */
char *systole_metric_format (const SystoleMetric *self, const SystoleRun *run) G_GNUC_WARN_UNUSED_RESULT; /* "–" where the run has it not */
char *systole_metric_get_id (const SystoleMetric *self) G_GNUC_WARN_UNUSED_RESULT;
char *systole_metric_get_title (const SystoleMetric *self) G_GNUC_WARN_UNUSED_RESULT;
/* Definition and formula, and for each run where its number comes from. */
char *systole_metric_explain (const SystoleMetric *self, SystoleRun *const *runs, guint n) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
