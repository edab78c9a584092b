/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "app/settings.h"

G_BEGIN_DECLS

/* Where the program runs from, before anything is shown; and in which language. */

void systole_place_set_up (const char *executable);
void systole_place_set_language (const char *language);

G_END_DECLS
