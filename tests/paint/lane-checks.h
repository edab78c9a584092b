/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "widgets/lane-painter.h"

/* What holds for every level of zoom. */

/* The labels of the lane are inside and apart, in all schemes, at font scales 1 and 2, at several sizes. */
void lane_check_labels (SystoleLanePaint *lane);
/* Every target that the keyboard reaches is drawn, and is what is found in its middle;
 * returns how many there are of a kind. */
guint lane_check_targets (const SystoleLanePaint *lane, SystoleTargetKind kind);
/* Every target of a kind that the keyboard reaches has a title. */
void lane_check_words (const SystoleLanePaint *lane);
