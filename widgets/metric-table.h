/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "widgets/types.h"

G_BEGIN_DECLS

/* Every counter of up to four runs: name, A, B …, B ÷ A; Ctrl+C copies the rows. */

#define SYSTOLE_TYPE_METRIC_TABLE (systole_metric_table_get_type ())
G_DECLARE_FINAL_TYPE (SystoleMetricTable, systole_metric_table, SYSTOLE, METRIC_TABLE, GtkWidget)

GtkWidget *systole_metric_table_new (void) G_GNUC_WARN_UNUSED_RESULT;
void systole_metric_table_set_runs (SystoleMetricTable *self, SystoleRun *const *runs, guint n);
char *systole_metric_table_to_tsv (SystoleMetricTable *self) G_GNUC_WARN_UNUSED_RESULT; /* numbers in the C locale */

G_END_DECLS
