/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/base/xml.h"
#include "engine/scenario/scenario.h"

G_BEGIN_DECLS

/*
 * Files of older formats.
 *
 * The reader knows one format, the newest. What an older one wrote differently is put
 * right in the tree of the file before the reader sees it, a step a version: a row of
 * the table leads from one format to the next. Nothing is changed on disk.
 */

typedef struct
{
  guint from; /* the format that the step reads; it makes the next one of it */

  /* Changes the tree below @root, the <scenario>, and its attributes except `version`,
   * which goes on telling what was read. FALSE: with the place (systole_xml_set_error()). */
  gboolean (*apply) (SystoleXmlNode *root, const char *file_name, GError **error);
} SystoleUpgrade;

/* What a reader knows of formats. */
typedef struct
{
  guint current; /* newer ones are read only */
  const SystoleUpgrade *steps;
  guint n_steps;
} SystoleFormats;

const SystoleFormats *systole_formats_get (void); /* of this program */
gboolean systole_formats_upgrade (const SystoleFormats *self, guint version, SystoleXmlNode *root, const char *file_name, GError **error);

/* systole_scenario_read() with other formats than this program’s: for tests. */
SystoleScenario *systole_scenario_read_as (const SystoleFormats *formats, const char *data, gsize length, const char *file_name, GError **error) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
