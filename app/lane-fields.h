/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/scenario/scenario.h"

G_BEGIN_DECLS

/* The fields of a bare array and of a bare SM as rows of Setup. */

typedef struct
{
  SystoleLaneKind kind;
  const char *id;
  const char *title; /* marked for translation */
  const char *unit;  /* of the value as stored, marked for translation; "" none */
  gsize offset;      /* in SystoleLane; a guint, or a double where `real` */
  gboolean real;
  double min, max;
  gboolean detail; /* folded away in Setup */
} SystoleLaneField;

const SystoleLaneField *systole_lane_fields_get (guint *n);
double systole_lane_field_get (const SystoleLaneField *self, const SystoleLane *lane);
void systole_lane_field_set (const SystoleLaneField *self, SystoleLane *lane, double value);

/* Of a machine of the catalogue: those that decide its speed. */
const SystoleField *systole_main_fields_get (guint *n);

G_END_DECLS
