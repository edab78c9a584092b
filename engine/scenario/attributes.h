/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/scenario/scenario.h"

G_BEGIN_DECLS

/*
 * The attributes of every element of a scenario, one row each, in the order in which
 * they are written. Reading and writing both go through these tables, so an attribute
 * is added in one place. (`<op>` has those of its operation's row, `<array>` and `<sm>`
 * those of engine/machine/def-table.c.)
 */

typedef struct _SystoleAttribute SystoleAttribute;

struct _SystoleAttribute
{
  const char *name;
  gboolean required;
  gboolean (*read) (const SystoleAttribute *self, const char *text, gpointer target, GError **error); /* the message begins with the name */
  char *(*write) (const SystoleAttribute *self, gconstpointer target);                                /* NULL: at its default, not written */
  gsize offset;                                                                                       /* where the plain ones go in the target */
  guint64 min, max;                                                                                   /* of whole numbers */
};

typedef struct
{
  const char *name;
  const SystoleAttribute *attributes;
  guint n_attributes;
} SystoleElement;

/* The target of `<zoom>`. */
typedef struct
{
  guint lane;
  SystoleLevel level;
} SystoleZoom;

extern const SystoleElement systole_scenario_element; /* target: SystoleScenario */
extern const SystoleElement systole_title_element;    /* SystoleText */
extern const SystoleElement systole_summary_element;  /* SystoleText */
extern const SystoleElement systole_lane_element;     /* SystoleLane */
extern const SystoleElement systole_machine_element;  /* SystoleLane */
extern const SystoleElement systole_set_element;      /* SystoleFieldSet */
extern const SystoleElement systole_mapping_element;  /* SystoleMapping */
extern const SystoleElement systole_expect_element;   /* SystoleExpectation */
extern const SystoleElement systole_view_element;     /* SystoleViewState */
extern const SystoleElement systole_zoom_element;     /* SystoleZoom */
extern const SystoleElement systole_bookmark_element; /* SystoleBookmark */

extern const SystoleElement systole_beat_element;    /* SystoleBeat */
extern const SystoleElement systole_select_element;  /* SystoleBeatSelection */
extern const SystoleElement systole_choice_element;  /* SystoleChoice */
extern const SystoleElement systole_caption_element; /* SystoleText, as the next four */
extern const SystoleElement systole_neutral_element;
extern const SystoleElement systole_description_element;
extern const SystoleElement systole_note_element;
extern const SystoleElement systole_answer_element;
extern const SystoleElement systole_reveal_element;

extern const SystoleElement systole_exercise_element; /* SystoleExercise */
extern const SystoleElement systole_task_element;     /* SystoleText */
extern const SystoleElement systole_blank_element;    /* SystoleBlank */

gboolean systole_scenario_is_id (const char *text);

G_END_DECLS
