/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/field-unit.h"

#include "widgets/unit-format.h"

typedef struct
{
  double scale;
  const char *prefix;
} Prefix;

static const Prefix decimal[] = {
  { 1e15, "P" },
  { 1e12, "T" },
  { 1e9, "G" },
  { 1e6, "M" },
  { 1e3, "k" },
  { 1, "" },
  { 1e-3, "m" },
  { 1e-6, "µ" },
  { 1e-9, "n" },
};

/* Sizes of memories are powers of two, unless the user reads them otherwise. */
static const Prefix binary[] = {
  { 1099511627776.0, "Ti" },
  { 1073741824.0, "Gi" },
  { 1048576.0, "Mi" },
  { 1024.0, "Ki" },
};

/* Units that take a prefix: those of physics, not counts of things. */
static gboolean
takes_prefix (const char *unit)
{
  static const char *const units[] = { "Hz", "B/s", "op/s", "s", "W" };

  for (guint i = 0; i < G_N_ELEMENTS (units); i++)
    if (g_str_equal (unit, units[i]))
      return TRUE;
  return FALSE;
}

static const char *
choose (const Prefix *prefixes, guint n, double value, double *scale)
{
  for (guint i = 0; i < n; i++)
    /* What rounding took from a whole 1 G is still 1 G. */
    if (value >= prefixes[i].scale * (1 - 1e-9))
      {
        *scale = prefixes[i].scale;
        return prefixes[i].prefix;
      }
  return "";
}

/* Documented in field-unit.h. */
const char *
systole_field_unit_choose (const char *unit, double value, double *scale)
{
  *scale = 1;
  if (!(value > 0))
    return "";
  if (g_str_equal (unit, "B") && !systole_units_get_style ().decimal_bytes)
    return choose (binary, G_N_ELEMENTS (binary), value, scale);
  if (takes_prefix (unit) || g_str_equal (unit, "B"))
    return choose (decimal, G_N_ELEMENTS (decimal), value, scale);
  return "";
}
