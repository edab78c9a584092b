/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "app/setup-card.h"

G_BEGIN_DECLS

char *systole_tile_note (const SystoleRun *run) G_GNUC_WARN_UNUSED_RESULT; /* or NULL */
void systole_tile_note_show (SystoleSetupRow *row);
void systole_tile_note_attach (SystoleSetupRow *row);

G_END_DECLS
