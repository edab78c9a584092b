/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "app/session.h"

G_BEGIN_DECLS

/* What the beat that is shown asks: made by the engine from the present run, or written. */

#define SYSTOLE_TYPE_QUESTION_EDITOR (systole_question_editor_get_type ())
G_DECLARE_FINAL_TYPE (SystoleQuestionEditor, systole_question_editor, SYSTOLE, QUESTION_EDITOR, GtkBox)

SystoleQuestionEditor *systole_question_editor_new (SystoleSession *session) G_GNUC_WARN_UNUSED_RESULT;
void systole_question_editor_update (SystoleQuestionEditor *self, const char *language); /* of the texts that are written */
void systole_question_editor_set_menu (SystoleQuestionEditor *self, GMenuModel *menu);
void systole_question_editor_show_values (SystoleQuestionEditor *self); /* of the choices, at the present instant */

G_END_DECLS
