/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/base/progress.h"
#include "engine/scenario/beat.h"

G_BEGIN_DECLS

/*
 * A lesson on paper: A4, two beats a page, each with its picture, its caption and, where it
 * asks, its choices as boxes to tick and room for the reason. What is asked for is "?" in the
 * picture. The last page has the answers. Black on white, no colour needed.
 */

GBytes *systole_handout_encode (const SystoleScenario *lesson, const SystoleCatalogue *catalogue, SystoleProgress progress, gpointer progress_data, GError **error) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
