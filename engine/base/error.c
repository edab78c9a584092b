/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/base/error.h"

G_DEFINE_QUARK (systole-error-quark, systole_error)
