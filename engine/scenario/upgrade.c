/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/scenario/upgrade.h"

#include "engine/base/i18n.h"

/* Format 1 is the first: there is nothing to upgrade yet. The next format brings the
 * first row, { 1, … }, and its files to tests/files/shipped. */
static const SystoleFormats formats = { .current = SYSTOLE_SCENARIO_FORMAT, .steps = NULL, .n_steps = 0 };

const SystoleFormats *
systole_formats_get (void)
{
  return &formats;
}

static const SystoleUpgrade *
find_step (const SystoleFormats *self, guint from)
{
  for (guint i = 0; i < self->n_steps; i++)
    if (self->steps[i].from == from)
      return &self->steps[i];
  return NULL;
}

/**
 * systole_formats_upgrade:
 * @version: of the file, from 1; the current one and newer ones are left as they are
 * @root: the <scenario>, changed in place
 * @file_name: only named in messages
 *
 * Applies the steps from @version to the current format, each once, in order.
 *
 * Returns: FALSE with the error of the step that failed, or %SYSTOLE_ERROR_VERSION
 *   where the table lacks one; @root is then of no use
 */
gboolean
systole_formats_upgrade (const SystoleFormats *self, guint version, SystoleXmlNode *root, const char *file_name, GError **error)
{
  for (guint from = version; from < self->current; from++)
    {
      const SystoleUpgrade *step = find_step (self, from);

      if (step == NULL)
        {
          systole_xml_set_error (error, SYSTOLE_ERROR_VERSION, file_name, root, _ ("the file is of format %u, and nothing leads from format %u to %u"), version, from, from + 1);
          return FALSE;
        }
      if (!step->apply (root, file_name, error))
        return FALSE;
    }
  return TRUE;
}
