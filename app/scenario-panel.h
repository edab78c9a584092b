/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "app/field-row.h"
#include "app/exercise-card.h"
#include "app/lesson-card.h"
#include "app/session.h"

G_BEGIN_DECLS

/* Setup: the operation, and one card a machine. Every change is an edit of the session. */

#define SYSTOLE_TYPE_SCENARIO_PANEL (systole_scenario_panel_get_type ())
G_DECLARE_FINAL_TYPE (SystoleScenarioPanel, systole_scenario_panel, SYSTOLE, SCENARIO_PANEL, GtkWidget)

void systole_scenario_panel_set_session (SystoleScenarioPanel *self, SystoleSession *session);
void systole_scenario_panel_update (SystoleScenarioPanel *self); /* other machines can be chosen now */
void systole_scenario_panel_show_differences (SystoleScenarioPanel *self);
GtkBox *systole_scenario_panel_get_footer (SystoleScenarioPanel *self); /* below the scrolled part */
SystoleLessonCard *systole_scenario_panel_get_lesson (SystoleScenarioPanel *self);
SystoleExerciseCard *systole_scenario_panel_get_exercises (SystoleScenarioPanel *self);
void systole_scenario_panel_set_untold (SystoleScenarioPanel *self, gboolean untold); /* a question waits: hints are unseen */
gboolean systole_scenario_panel_is_settled (SystoleScenarioPanel *self);
GtkWidget *systole_scenario_panel_find (SystoleScenarioPanel *self, int lane, const char *id);           /* lane −1: of the operation; or NULL */
SystoleFieldRow *systole_scenario_panel_find_row (SystoleScenarioPanel *self, int lane, const char *id); /* the same, of numbers */

G_END_DECLS
