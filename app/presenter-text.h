/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/lesson/evaluate.h"

G_BEGIN_DECLS

/* What a beat says and offers, as people read numbers. */

char *systole_presenter_text_answer (const SystoleLessonState *state, const SystoleBeat *beat, guint choice) G_GNUC_WARN_UNUSED_RESULT;        /* what is offered */
char *systole_presenter_text_caption (const SystoleLessonState *state, const SystoleBeat *beat, const char *hidden) G_GNUC_WARN_UNUSED_RESULT; /* `hidden`: id of a counter whose values are "?", or NULL */

G_END_DECLS
