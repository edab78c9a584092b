/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gdk/gdk.h>

#include "app/presenter-state.h"

G_BEGIN_DECLS

/* FALSE: the key means nothing to a presentation. `letters`: single letters and signs are keys. */
gboolean systole_presenter_find_key (guint keyval, GdkModifierType modifiers, gboolean letters, SystolePresenterKey *key, guint *number);

G_END_DECLS
