/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/scenario/scenario.h"

G_BEGIN_DECLS

/* Nothing in it: for the reader and for copies. */
SystoleScenario *systole_scenario_new_empty (void) G_GNUC_WARN_UNUSED_RESULT;

void systole_view_state_init (SystoleViewState *self);
void systole_view_state_copy (const SystoleViewState *self, SystoleViewState *out); /* @out: initialised */
void systole_view_state_clear (SystoleViewState *self);

GArray *systole_text_array_new (void) G_GNUC_WARN_UNUSED_RESULT;
GArray *systole_text_array_copy (const GArray *self) G_GNUC_WARN_UNUSED_RESULT;

GArray *systole_expectation_array_new (void) G_GNUC_WARN_UNUSED_RESULT;
GArray *systole_expectation_array_copy (const GArray *self) G_GNUC_WARN_UNUSED_RESULT;

gpointer systole_unknown_ref (gpointer unknown); /* NULL is allowed */
void systole_unknown_unref (gpointer unknown);

G_END_DECLS
