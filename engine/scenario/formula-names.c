/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/scenario/formula-names.h"

#include <string.h>

#include "engine/machine/machine.h"
#include "engine/run/energy.h"
#include "engine/run/ids.h"
#include "engine/workload/op.h"

#define DEFINE_LOOKUP(name, Enum, first, n, get_id) \
  static gboolean                                   \
      is_##name (const char *id)                    \
  {                                                 \
    for (guint i = (first); i < (guint) (n); i++)   \
      if (strcmp (get_id ((Enum) i), id) == 0)      \
        return TRUE;                                \
    return FALSE;                                   \
  }

DEFINE_LOOKUP (part, SystolePart, 0, SYSTOLE_N_PARTS, systole_part_get_id)
DEFINE_LOOKUP (reason, SystoleReason, 1, SYSTOLE_N_REASONS, systole_reason_get_id)
DEFINE_LOOKUP (unit, SystoleUnit, 0, SYSTOLE_N_UNITS, systole_unit_get_id)
DEFINE_LOOKUP (level, SystoleMemoryLevel, 0, SYSTOLE_N_MEMORY_LEVELS, systole_memory_level_get_id)
DEFINE_LOOKUP (energy, SystoleEnergyPart, 0, SYSTOLE_N_ENERGY_PARTS, systole_energy_part_get_id)

gboolean
systole_formula_is_dim (const char *name)
{
  g_autofree char *key = g_ascii_strdown (name, -1);

  for (const char *c = name; *c != '\0'; c++)
    if (g_ascii_islower (*c))
      return FALSE;
  for (guint kind = 0; kind < SYSTOLE_N_OPS; kind++)
    {
      guint n;
      const SystoleOpDim *dims = systole_op_kind_get_dims ((SystoleOpKind) kind, &n);

      for (guint i = 0; i < n; i++)
        if (strcmp (dims[i].key, key) == 0)
          return TRUE;
    }
  return FALSE;
}

gboolean
systole_formula_is_word_name (const char *name)
{
  static const char *const words[] = { "op", "array", "machine", "year", NULL };

  return g_strv_contains (words, name);
}

static gboolean
is_field (const char *name)
{
  SystoleField field;

  return systole_field_from_id (name, &field);
}

/**
 * systole_formula_is_name:
 *
 * Returns: whether a term of a formula may be called @name
 */
gboolean
systole_formula_is_name (const char *name)
{
  static const char *const single[] = {
    "busy", "units", "cycle", "rows", "columns", /* of the frame and the array */
    "chip.busy",
    "chip.units", /* SMs, cores or arrays of the chip */
    "reads",
    "reads.a",
    "reads.b", /* operands that come from outside the multipliers */
    "peak",
    "bandwidth",
    "ridge", /* the two roofs */
    "sm.copy-latency",
    "sm.copy-rate",
    "sm.copy-bytes",
    "sm.stages",
    "sm.warps", /* of a bare SM, as the file gives them */
    "event.first-output",
    "event.stall", /* cycles: of the first result, of the next wait after the frame that is shown */
    "value",       /* of the choice whose text it is */
    NULL
  };
  static const struct
  {
    const char *prefix;
    gboolean (*is_member) (const char *id);
  } families[] = {
    { "waterfall.", is_part }, { "idle.", is_reason }, { "utilization.", is_unit }, { "read.", is_level }, { "write.", is_level }, { "traffic.", is_level }, { "energy.", is_energy }
  };
  SystoleCounter counter;

  for (guint i = 0; i < G_N_ELEMENTS (families); i++)
    if (g_str_has_prefix (name, families[i].prefix))
      return families[i].is_member (name + strlen (families[i].prefix));
  return systole_counter_from_id (name, &counter) || g_strv_contains (single, name) || systole_formula_is_word_name (name) || systole_formula_is_dim (name) || is_field (name);
}
