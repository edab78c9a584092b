/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/scenario/scenario.h"

G_BEGIN_DECLS

/* The scenarios and lessons that ship inside the program. */

SystoleScenario *systole_library_load_scenario (const char *name, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* One of the library, as a list of it shows it. */
typedef struct
{
  const char *id;
  char *title; /* of a lesson, its question */
  char *summary;
  gboolean is_lesson;
} SystoleLibraryItem;

/* Lessons first, then scenarios, each in the order of the library (transfer full). */
GPtrArray *systole_library_list (const char *const *languages) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
