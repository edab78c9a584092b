/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The prefix of a unit that makes a value short, "" for none; `scale`: base units of
 * one prefixed unit. */
const char *systole_field_unit_choose (const char *unit, double value, double *scale);

G_END_DECLS
