/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/run/run-private.h"

const SystoleFamilyClass systole_sm_family = { 0 };
