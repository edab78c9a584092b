/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/systolic/array-choices.h"
#include "app/lane-fields.h"
#include "app/session.h"

G_BEGIN_DECLS

/* Every edit that Setup offers: each makes the next scenario and pushes it with a
 * name. What the engine does not allow is refused with its sentence, and nothing changes. */

const SystoleOp *systole_edit_get_op (SystoleSession *session);                         /* the one that Setup shows */
GPtrArray *systole_edit_find_ops (SystoleScenario *scenario) G_GNUC_WARN_UNUSED_RESULT; /* SystoleOp: that one, and those that an edit of it changes with it */
guint systole_edit_get_op_index (SystoleSession *session);                              /* its place in the workload */
void systole_edit_show_op (SystoleSession *session, guint index);
gboolean systole_edit_set_op_kind (SystoleSession *session, SystoleOpKind kind, GError **error);
gboolean systole_edit_set_dim (SystoleSession *session, guint dim, guint64 value, gboolean drags, GError **error);
gboolean systole_edit_set_format (SystoleSession *session, SystoleFormat format, GError **error);

gboolean systole_edit_set_lane_field (SystoleSession *session, guint lane, const SystoleLaneField *field, double value, gboolean drags, GError **error);
void systole_edit_set_array_choice (SystoleSession *session, guint lane, const SystoleArrayChoice *choice, guint value);
void systole_edit_set_operands (SystoleSession *session, guint lane, SystoleOperands operands);
void systole_edit_set_kind (SystoleSession *session, guint lane, SystoleLaneKind kind, const char *machine);
gboolean systole_edit_set_field (SystoleSession *session, guint lane, SystoleField field, double value, gboolean drags, GError **error);
void systole_edit_set_source (SystoleSession *session, guint lane, SystoleField field, const char *source);
void systole_edit_set_machine_like (SystoleSession *session, guint lane, const SystoleLane *like, const char *name);
void systole_edit_revert_field (SystoleSession *session, guint lane, SystoleField field);

void systole_edit_add_lane (SystoleSession *session);
void systole_edit_remove_lane (SystoleSession *session, guint lane);
void systole_edit_swap_lanes (SystoleSession *session);

G_END_DECLS
