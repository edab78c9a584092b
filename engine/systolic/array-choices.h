/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/systolic/array-def.h"

G_BEGIN_DECLS

/* What a bare array can be chosen to be like, as rows of Setup. */

typedef struct
{
  const char *id;
  const char *title; /* marked for translation */
  gsize offset;      /* of an enumeration in SystoleArrayDef */
  guint n;           /* its values, from 0 */
  const char *(*get_title) (guint value);
  const char *const *brief; /* for a narrow row, marked for translation with the context `id` */
  gboolean detail;          /* folded away in Setup */
} SystoleArrayChoice;

const SystoleArrayChoice *systole_array_choices_get (guint *n);
guint systole_array_choice_get (const SystoleArrayChoice *self, const SystoleArrayDef *def);
void systole_array_choice_set (const SystoleArrayChoice *self, SystoleArrayDef *def, guint value);
const char *systole_array_choice_get_brief (const SystoleArrayChoice *self, guint value);

G_END_DECLS
