/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/machine/machine.h"

G_BEGIN_DECLS

SystoleMaker systole_machine_get_maker (const SystoleMachine *self); /* whose words its parts have */

/* What the maker of a GPU calls the part that a thread block runs on. */

const char *systole_machine_get_unit_word (const SystoleMachine *self);                               /* "SM", "CU"; translated */
char *systole_machine_count_units (const SystoleMachine *self, guint n) G_GNUC_WARN_UNUSED_RESULT;    /* "132 SMs" */
char *systole_machine_describe_units (const SystoleMachine *self, guint n) G_GNUC_WARN_UNUSED_RESULT; /* "304 CUs on 8 XCDs" */

G_END_DECLS
