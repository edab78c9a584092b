/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/run/energy.h"
#include "engine/run/run.h"

G_BEGIN_DECLS

/* What a meter of board power shows of an operation that is called again and again (METER in harness.def). */

double systole_meter_read (const SystoleRun *run, const char *source, const char *device, const char *format, double seconds, double active, const SystoleEnergy *energy);

G_END_DECLS
