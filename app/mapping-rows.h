/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "app/setup-card.h"

G_BEGIN_DECLS

const char *systole_mapping_get_unit_title (const SystoleMapping *mapping);
void systole_mapping_rows_add (SystoleSetupCard *self, const SystoleMachine *machine);

G_END_DECLS
