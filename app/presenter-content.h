/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "app/presenter-state.h"
#include "app/session.h"
#include "engine/scenario/beat.h"
#include "widgets/presenter-painter.h"

G_BEGIN_DECLS

/* The words and numbers of one beat as they stand now, for the painter. */

typedef struct _SystolePresenterContent SystolePresenterContent;

SystolePresenterContent *systole_presenter_content_new (void) G_GNUC_WARN_UNUSED_RESULT;
void systole_presenter_content_free (SystolePresenterContent *self);

/* `beat` NULL: no lesson, the engine's own words. */
void systole_presenter_content_update (SystolePresenterContent *self, SystoleSession *session, const SystoleBeat *beat, const SystolePresenterState *state);
void systole_presenter_content_fill (const SystolePresenterContent *self, SystoleSession *session, SystolePresenterPaint *out); /* lends its strings */
void systole_presenter_content_set_progress (SystolePresenterContent *self, double progress);                                   /* of the reveal, 0 … 1 */
const char *systole_presenter_content_get_notes (const SystolePresenterContent *self);                                          /* "" without any */
const char *systole_presenter_content_get_caption (const SystolePresenterContent *self);
void systole_presenter_content_mark_answer (const SystolePresenterContent *self, SystoleMapPaint *map);
const char *systole_presenter_content_get_key (const SystolePresenterContent *self); /* the right answer, "" without a question */

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SystolePresenterContent, systole_presenter_content_free)

G_END_DECLS
