/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/machine/catalogue.h"

G_BEGIN_DECLS

/* What the start page offers, in its order; without a window. */

typedef struct
{
  char *id;          /* of the library */
  guint group;       /* see systole_start_group_get_title() */
  const char *view;  /* name of the picture's view, see app/export/picture.h */
  char *title;       /* of a lesson, its question */
  char *line;        /* what it shows, one sentence */
  guint n_beats;     /* 0: a scenario without a lesson */
  char *search_text; /* folded: title, summary, machines, operations */
} SystoleStartEntry;

guint systole_start_get_n_groups (void);
const char *systole_start_group_get_title (guint group); /* translated */

GPtrArray *systole_start_list (const SystoleCatalogue *catalogue, const char *const *languages) G_GNUC_WARN_UNUSED_RESULT;
gboolean systole_start_entry_matches (const SystoleStartEntry *self, const char *words);

G_END_DECLS
