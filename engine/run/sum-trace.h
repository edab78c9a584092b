/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/run/run.h"

G_BEGIN_DECLS

/* The way of one sum: which PE of an array adds a product to it in which cycle; or, where it stays in the registers
 * of a sub-core, in which cycles its multiplier does. */

#define SYSTOLE_TRACE_MAX_STEPS 4096 /* before the given cycle, and after it */

typedef struct
{
  guint64 cycle;
  guint row, column; /* of the PE, or of the multiplier */
  guint64 k;         /* of the product that is added */
} SystoleTraceStep;

typedef struct
{
  guint unit, sub_core;
  gboolean stays; /* in sub-core @sub_core of a GPU’s unit */
  SystoleMaker maker;
  guint64 m, n;
  GArray *steps;         /* SystoleTraceStep, ascending by cycle; at least one */
  gboolean begins, ends; /* FALSE: there are more steps before or after these */
  gboolean is_final;     /* the last step makes the element of the result; else a later fold adds to it */
} SystoleTrace;

SystoleTrace *systole_trace_new (guint unit, guint64 m, guint64 n) G_GNUC_WARN_UNUSED_RESULT; /* without steps */
SystoleTrace *systole_run_trace (const SystoleRun *run, guint unit, guint64 cycle, guint row, guint column) G_GNUC_WARN_UNUSED_RESULT;
void systole_trace_free (SystoleTrace *self);
const SystoleTraceStep *systole_trace_get_first (const SystoleTrace *self);
const SystoleTraceStep *systole_trace_get_last (const SystoleTrace *self);
const SystoleTraceStep *systole_trace_find (const SystoleTrace *self, guint64 cycle); /* NULL: no product is added then */
char *systole_trace_describe (const SystoleTrace *self) G_GNUC_WARN_UNUSED_RESULT;    /* sentences, translated */

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SystoleTrace, systole_trace_free)

G_END_DECLS
