/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/base/error.h"

/* clang-format off */ /* it would take the name apart */
G_DEFINE_QUARK (systole-error-quark, systole_error)
/* clang-format on */
