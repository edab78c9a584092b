/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

/* Numbers the Spanish way from now on; makes the locale where none is installed. FALSE:
 * it cannot be made. */
gboolean spanish_numbers (void);
