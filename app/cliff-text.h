/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "app/cliffs.h"

G_BEGIN_DECLS

/* What the cliffs of a dimension mean for somebody who chooses its value: at most two
 * sentences, translated, each with a value to go to. */

#define SYSTOLE_CLIFF_MAX_HINTS 2

typedef enum
{
  SYSTOLE_CLIFF_ADVICE, /* another value is the better one */
  SYSTOLE_CLIFF_ROOM,   /* more costs no jump yet */
  SYSTOLE_CLIFF_EDGE    /* the present value is the best use of what it costs */
} SystoleCliffHintKind;

typedef struct
{
  SystoleCliffHintKind kind;
  char *text;
  guint64 value; /* to go to; 0: stay */
} SystoleCliffHint;

/* `symbol`: "N". The hints' texts are the caller's. */
guint systole_cliff_text_make (const SystoleCliffs *cliffs, guint dim, const char *symbol, SystoleCliffHint *out);

G_END_DECLS
