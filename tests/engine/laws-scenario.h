/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/run/run.h"

G_BEGIN_DECLS

/* A random run on a bare array, with or without memory, made from a text that systole-cli
 * takes; a law that fails prints it. */
typedef struct
{
  guint law;
  guint64 cycle; /* looked at */
  char *machine, *op;
  SystoleOperands operands;
  SystoleRun *run;
} Scenario;

#define HOLDS(scenario, condition)                    \
  G_STMT_START                                        \
  {                                                   \
    if (!(condition))                                 \
      scenario_fail (scenario, G_STRLOC, #condition); \
  }                                                   \
  G_STMT_END

G_GNUC_NORETURN void scenario_fail (const Scenario *self, const char *place, const char *condition);
guint scenario_pick (guint below);
char *scenario_random_machine (guint most);
SystoleRun *scenario_run (const Scenario *self, GError **error); /* of its texts, again */
/* Arrays of up to @most_pes rows and columns, operations of up to @most elements a side. */
void scenario_init (Scenario *self, guint law, guint most_pes, guint most);
void scenario_clear (Scenario *self);
gboolean scenario_has_memory (const Scenario *self); /* FALSE: memory never makes the array wait */
SystoleWindow scenario_get_window (const SystoleRun *run, gboolean values);
gboolean scenario_same_number (double a, double b);
gboolean scenario_same_frames (const SystoleArrayFrame *a, const SystoleArrayFrame *b);

G_END_DECLS
