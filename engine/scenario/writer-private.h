/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/base/xml.h"
#include "engine/scenario/attributes.h"
#include "engine/scenario/extras.h"

G_BEGIN_DECLS

/* What the parts of the writer share. */

void systole_write_begin (GString *out, guint level, const SystoleElement *element, gconstpointer target, const SystoleExtras *extras, const char *key);
void systole_write_leaf (GString *out, guint level, const SystoleElement *element, gconstpointer target, const SystoleExtras *extras, const char *key);
void systole_write_texts (GString *out, guint level, const GArray *texts, const SystoleElement *element, guint rank, const SystoleExtras *extras, const char *parent);
void systole_write_workload (GString *out, guint level, const SystoleScenario *self);
void systole_write_expectations (GString *out, guint level, const GArray *expectations, guint rank, const SystoleExtras *extras, const char *parent);
void systole_write_lanes (GString *out, guint level, const SystoleScenario *self);
void systole_write_view (GString *out, guint level, const SystoleViewState *view);
void systole_write_exercises (GString *out, guint level, const SystoleScenario *self, guint rank);
void systole_write_lesson (GString *out, guint level, const SystoleScenario *self);

G_END_DECLS
