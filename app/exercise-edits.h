/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "app/session.h"
#include "engine/scenario/exercise.h"

G_BEGIN_DECLS

/* Exercises are made by teachers and filled in by students: edits of the document. */

gboolean systole_edit_add_exercise (SystoleSession *session, SystoleExerciseKind kind); /* of the active lane; FALSE: its run has none */
void systole_edit_remove_exercise (SystoleSession *session, guint exercise);
void systole_edit_set_answer (SystoleSession *session, guint exercise, guint blank, const guint64 *answer); /* NULL: empty again */

G_END_DECLS
