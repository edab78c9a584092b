/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/machine/machine.h"
#include "engine/run/frame.h"

G_BEGIN_DECLS

char *systole_sm_caption (const SystoleSmFrame *frame, const SystoleMachine *machine) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
