/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/machine/unit-words.h"

#include <string.h>

#include "engine/base/i18n.h"
#include "engine/base/number.h"

/* The catalogue's fact “unit-kind”; what is not here is called SM. */
static const struct
{
  const char *fact;
  SystoleMaker maker;
} kinds[] = {
  { "CU", SYSTOLE_MAKER_AMD },
  { "Xe core", SYSTOLE_MAKER_INTEL },
};

/**
 * systole_machine_get_maker:
 * @self: any machine
 *
 * Returns: whose words its parts have
 */
SystoleMaker
systole_machine_get_maker (const SystoleMachine *self)
{
  const char *fact = systole_machine_get_fact (self, "unit-kind");

  for (guint i = 0; fact != NULL && i < G_N_ELEMENTS (kinds); i++)
    if (strcmp (kinds[i].fact, fact) == 0)
      return kinds[i].maker;
  return SYSTOLE_MAKER_USUAL;
}

/**
 * systole_machine_get_unit_word:
 * @self: a GPU, or a bare SM
 *
 * Returns: the short name of one of its units, translated: “SM”, “CU”
 */
const char *
systole_machine_get_unit_word (const SystoleMachine *self)
{
  return systole_maker_say (systole_machine_get_maker (self), N_ ("SM"));
}

/**
 * systole_machine_count_units:
 *
 * Returns: (transfer full): “132 SMs”, translated
 */
char *
systole_machine_count_units (const SystoleMachine *self, guint n)
{
  switch (systole_machine_get_maker (self))
    {
    case SYSTOLE_MAKER_AMD:
      return g_strdup_printf (P_ ("%u CU", "%u CUs", n), n);
    case SYSTOLE_MAKER_INTEL:
      return g_strdup_printf (P_ ("%u Xe-core", "%u Xe-cores", n), n);
    case SYSTOLE_MAKER_USUAL:
    case SYSTOLE_N_MAKERS:
    default:
      return g_strdup_printf (P_ ("%u SM", "%u SMs", n), n);
    }
}

/**
 * systole_machine_describe_units:
 *
 * Returns: (transfer full): the same with the dies that they are on, where there are several:
 *   “304 CUs on 8 XCDs”, translated
 */
char *
systole_machine_describe_units (const SystoleMachine *self, guint n)
{
  const char *fact = systole_machine_get_fact (self, "xcds");
  g_autofree char *units = systole_machine_count_units (self, n), *dies = NULL;
  guint64 count;

  if (fact == NULL || !systole_number_parse_uint (fact, 1, 1024, "xcds", &count, NULL))
    return g_steal_pointer (&units);
  /* Translators: dies of an AMD GPU that have its compute units (accelerator complex dies) */
  dies = g_strdup_printf (P_ ("%u XCD", "%u XCDs", count), (guint) count);
  /* Translators: "304 CUs"; "8 XCDs" */
  return g_strdup_printf (_ ("%1$s on %2$s"), units, dies);
}
