/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/run/run.h"

G_BEGIN_DECLS

/* How far the model's times are from published measurements, for each generation of
 * machines, class of operations and number format. The table is made by the project's
 * own benchmark from data/measured and is part of the engine. */

typedef enum
{
  SYSTOLE_VALIDATION_NONE,      /* nothing of this kind was ever measured */
  SYSTOLE_VALIDATION_FITTED,    /* parameters of the generation were fitted to the measurements */
  SYSTOLE_VALIDATION_KEPT_ASIDE /* no parameter was fitted to the measurements */
} SystoleValidation;

typedef struct
{
  SystoleValidation basis;
  const char *generation; /* of the machine, as in its catalogue entry; NULL for NONE */
  gboolean launch_bound;  /* operations under 3 µs at the roofline */
  guint count;            /* measured points; 0 for NONE */
  double median_pct, mean_pct, p90_pct;
} SystoleKnownError;

/* Points from which a mean says something. */
#define SYSTOLE_KNOWN_ERROR_ENOUGH 10

SystoleKnownError systole_known_error_find (const SystoleMachine *machine, const SystoleOp *op, gboolean launch_bound);
SystoleKnownError systole_run_get_known_error_of_power (const SystoleRun *run);
SystoleKnownError systole_run_get_known_error (const SystoleRun *run);

const char *systole_known_error_get_status (const SystoleKnownError *self); /* id: "validated", "not-validated" */
const char *systole_validation_get_id (SystoleValidation self);             /* "none", "fitted", "kept-aside" */
char *systole_known_error_describe (const SystoleKnownError *self) G_GNUC_WARN_UNUSED_RESULT;
char *systole_known_error_describe_short (const SystoleKnownError *self) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
