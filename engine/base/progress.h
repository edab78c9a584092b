/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Long work calls it now and then; FALSE stops it with SYSTOLE_ERROR_CANCELLED. */
typedef gboolean (*SystoleProgress) (double fraction, gpointer data);

G_END_DECLS
