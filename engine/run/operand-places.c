/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/run/run.h"

#include <string.h>

#include "engine/base/i18n.h"

/* Where the operands are when a run begins: SystoleOperands. */

static const struct
{
  const char *id, *title;
} operand_places[] = {
  { "cold", N_ ("operands in main memory") },
  { "resident", N_ ("operands in the last-level cache or on-chip buffer") },
  { "on-chip", N_ ("operands already on the chip") },
  { "repeated", N_ ("operands where the same call before left them") },
  { "new-weights", N_ ("B in main memory, A and C where the same call before left them") },
};

const char *
systole_operands_get_id (SystoleOperands self)
{
  return operand_places[self].id;
}

const char *
systole_operands_get_title (SystoleOperands self)
{
  return _ (operand_places[self].title);
}

gboolean
systole_operands_from_id (const char *id, SystoleOperands *out)
{
  for (guint i = 0; i < G_N_ELEMENTS (operand_places); i++)
    if (strcmp (operand_places[i].id, id) == 0)
      {
        *out = (SystoleOperands) i;
        return TRUE;
      }
  return FALSE;
}
