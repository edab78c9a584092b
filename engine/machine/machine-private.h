/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/machine/machine.h"

/* For the catalogue reader: how a machine is filled before it is shown to anybody. */
struct _SystoleMachine
{
  gatomicrefcount ref_count;
  char *id;
  char *name;
  SystoleFamily family;
  SystoleArrayDef array; /* family ARRAY */
  SystoleSmDef sm;       /* family SM */
  double values[SYSTOLE_N_FIELDS];
  SystoleProvenance provenance[SYSTOLE_N_FIELDS];
  char *sources[SYSTOLE_N_FIELDS]; /* NULL: the fact "sources" */
  GHashTable *facts;               /* char * → char *, or NULL */
  GHashTable *doubtful;            /* char * → SystoleProvenance of the facts that are not published, or NULL */
};

SystoleMachine *systole_machine_new (SystoleFamily family, const char *id, const char *name) G_GNUC_WARN_UNUSED_RESULT;
SystoleMachine *systole_machine_copy (const SystoleMachine *self, const char *id, const char *name) G_GNUC_WARN_UNUSED_RESULT;
void systole_machine_set_fact_provenance (SystoleMachine *self, const char *key, SystoleProvenance provenance);
void systole_machine_set_fact (SystoleMachine *self, const char *key, const char *value);
gboolean systole_machine_set (SystoleMachine *self, SystoleField field, double value, SystoleProvenance provenance, const char *source, GError **error);
