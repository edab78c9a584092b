/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/machine/catalogue.h"
#include "engine/machine/machine-private.h"

typedef struct
{
  char *id;
  char *of;                /* id of the machine */
  SystoleMachine *machine; /* the machine itself, or the part or variant that is meant */
} SystoleAlias;

struct _SystoleCatalogue
{
  gatomicrefcount ref_count;
  GPtrArray *machines; /* SystoleMachine, in the order they were added */
  GPtrArray *aliases;  /* SystoleAlias */
  GHashTable *names;   /* id or alias → SystoleMachine, all owned above */
};

void systole_alias_free (SystoleAlias *self);
