/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The names that formulas of lessons may use; engine/scenario/formula.h lists them. */

gboolean systole_formula_is_name (const char *name);
gboolean systole_formula_is_dim (const char *name); /* "M", "STRIDE_H": of some operation */
gboolean systole_formula_is_word_name (const char *name);

G_END_DECLS
