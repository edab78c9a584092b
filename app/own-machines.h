/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/scenario/scenario.h"

G_BEGIN_DECLS

/*
 * The user's own machines: copies of others with fields of their own, each with its
 * source. One file each in the user's data folder, and each file is a scenario with
 * that machine in its first lane: it can be opened, sent to somebody, and read by
 * systole-cli like any other. A scenario that uses one holds all of it.
 */

typedef struct
{
  char *name;        /* for people: the title of the file */
  SystoleLane *lane; /* the machine; its operation is of no account */
} SystoleOwnMachine;

char *systole_own_machines_get_folder (void) G_GNUC_WARN_UNUSED_RESULT;
GPtrArray *systole_own_machines_list (const char *folder) G_GNUC_WARN_UNUSED_RESULT; /* SystoleOwnMachine, by name */
char *systole_own_machines_keep (const char *folder, const SystoleScenario *scenario, guint lane, const char *name, GError **error) G_GNUC_WARN_UNUSED_RESULT;
gboolean systole_own_machine_is (const SystoleOwnMachine *self, const SystoleLane *lane);

G_END_DECLS
