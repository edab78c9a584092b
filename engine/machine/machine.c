/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/machine/machine-private.h"

#include <string.h>

#include "engine/base/error.h"
#include "engine/base/i18n.h"
#include "engine/base/number.h"
#include "engine/machine/def-table.h"

static const struct
{
  const char *id, *unit, *title;
} families[] = {
#define FAMILY(ID, id, unit, title) { id, unit, title },
#include "engine/machine/families.def"
#undef FAMILY
};

static const struct
{
  const char *id, *unit;
  double min, max;
  const char *title, *help;
} fields[] = {
#define FIELD(ID, id, unit, min, max, title, help) { id, unit, min, max, title, help },
#include "engine/machine/fields.def"
#undef FIELD
};

static const struct
{
  const char *id, *title;
} provenances[] = {
  { "absent", N_ ("not known") },
  { "published", N_ ("published") },
  { "measured", N_ ("measured") },
  { "derived", N_ ("derived") },
  { "recalled", N_ ("recalled") },
  { "mine", N_ ("mine") },
};

SystoleMachine *
systole_machine_new (SystoleFamily family, const char *id, const char *name)
{
  SystoleMachine *self = g_new0 (SystoleMachine, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->family = family;
  self->id = g_strdup (id);
  self->name = g_strdup (name);
  return self;
}

/**
 * systole_machine_new_array:
 * @def: a def that passes systole_array_def_check()
 *
 * Returns: (transfer full): a bare array; its id is the text that names it on a command line
 */
SystoleMachine *
systole_machine_new_array (const SystoleArrayDef *def)
{
  g_autofree char *written = systole_def_table_to_string (&systole_array_def_table, def);
  g_autofree char *id = g_strdup_printf ("array:%s", written);
  g_autofree char *name = g_strdup_printf (_ ("Systolic array %u × %u"), def->rows, def->columns);
  SystoleMachine *self = systole_machine_new (SYSTOLE_FAMILY_ARRAY, id, name);

  self->array = *def;
  return self;
}

/**
 * systole_machine_new_sm:
 * @def: a def that passes systole_sm_def_check()
 *
 * Returns: (transfer full): a bare SM
 */
SystoleMachine *
systole_machine_new_sm (const SystoleSmDef *def)
{
  g_autofree char *clock = systole_number_format_double (def->clock_hz);
  g_autofree char *id = g_strdup_printf ("sm:sub-cores=%u,tensor=%ux%u,warps=%u,port-bytes=%u,copy-bytes-per-cycle=%u,copy-latency=%u,stages=%u,clock-hz=%s",
                                         def->sub_cores,
                                         def->tensor_rows,
                                         def->tensor_columns,
                                         def->warps,
                                         def->port_bytes,
                                         def->copy_bytes_per_cycle,
                                         def->copy_latency,
                                         def->stages,
                                         clock);
  g_autofree char *name = g_strdup_printf (P_ ("GPU SM, %u tensor core", "GPU SM, %u tensor cores", def->sub_cores), def->sub_cores);
  SystoleMachine *self = systole_machine_new (SYSTOLE_FAMILY_SM, id, name);

  self->sm = *def;
  return self;
}

SystoleMachine *
systole_machine_ref (SystoleMachine *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
systole_machine_unref (SystoleMachine *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_free (self->id);
  g_free (self->name);
  for (guint i = 0; i < SYSTOLE_N_FIELDS; i++)
    g_free (self->sources[i]);
  g_clear_pointer (&self->facts, g_hash_table_unref);
  g_clear_pointer (&self->doubtful, g_hash_table_unref);
  g_free (self);
}

const char *
systole_machine_get_id (const SystoleMachine *self)
{
  return self->id;
}

const char *
systole_machine_get_name (const SystoleMachine *self)
{
  return self->name;
}

SystoleFamily
systole_machine_get_family (const SystoleMachine *self)
{
  return self->family;
}

const SystoleArrayDef *
systole_machine_get_array (const SystoleMachine *self)
{
  return self->family == SYSTOLE_FAMILY_ARRAY ? &self->array : NULL;
}

const SystoleSmDef *
systole_machine_get_sm (const SystoleMachine *self)
{
  return self->family == SYSTOLE_FAMILY_SM ? &self->sm : NULL;
}

const char *
systole_machine_get_fact (const SystoleMachine *self, const char *key)
{
  return self->facts != NULL ? g_hash_table_lookup (self->facts, key) : NULL;
}

void
systole_machine_set_fact (SystoleMachine *self, const char *key, const char *value)
{
  if (self->facts == NULL)
    self->facts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_hash_table_replace (self->facts, g_strdup (key), g_strdup (value));
}

void
systole_machine_set_fact_provenance (SystoleMachine *self, const char *key, SystoleProvenance provenance)
{
  if (provenance == SYSTOLE_PROVENANCE_PUBLISHED)
    return;
  if (self->doubtful == NULL)
    self->doubtful = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_hash_table_replace (self->doubtful, g_strdup (key), GINT_TO_POINTER (provenance));
}

SystoleProvenance
systole_machine_get_fact_provenance (const SystoleMachine *self, const char *key)
{
  gpointer provenance = self->doubtful != NULL ? g_hash_table_lookup (self->doubtful, key) : NULL;

  if (provenance != NULL)
    return (SystoleProvenance) GPOINTER_TO_INT (provenance);
  return systole_machine_get_fact (self, key) != NULL ? SYSTOLE_PROVENANCE_PUBLISHED : SYSTOLE_PROVENANCE_ABSENT;
}

static int
compare_keys (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/**
 * systole_machine_list_facts:
 *
 * Returns: (transfer full) (array zero-terminated=1): the keys of the text facts, sorted
 */
char **
systole_machine_list_facts (const SystoleMachine *self)
{
  g_autoptr (GPtrArray) keys = g_ptr_array_new ();
  GHashTableIter iter;
  gpointer key;

  if (self->facts != NULL)
    {
      g_hash_table_iter_init (&iter, self->facts);
      while (g_hash_table_iter_next (&iter, &key, NULL))
        g_ptr_array_add (keys, g_strdup (key));
      g_ptr_array_sort (keys, compare_keys);
    }
  g_ptr_array_add (keys, NULL);
  return (char **) g_ptr_array_steal (keys, NULL);
}

gboolean
systole_machine_has (const SystoleMachine *self, SystoleField field)
{
  return self->provenance[field] != SYSTOLE_PROVENANCE_ABSENT;
}

/**
 * systole_machine_get:
 *
 * Returns: the field's value in the unit of its row in fields.def, 0 when not known
 */
double
systole_machine_get (const SystoleMachine *self, SystoleField field)
{
  return self->values[field];
}

SystoleProvenance
systole_machine_get_provenance (const SystoleMachine *self, SystoleField field)
{
  return self->provenance[field];
}

const char *
systole_machine_get_source (const SystoleMachine *self, SystoleField field)
{
  return self->sources[field] != NULL ? self->sources[field] : systole_machine_get_fact (self, "sources");
}

gboolean
systole_machine_set (SystoleMachine *self, SystoleField field, double value, SystoleProvenance provenance, const char *source, GError **error)
{
  if (!(value >= fields[field].min && value <= fields[field].max))
    {
      g_autofree char *low = systole_number_format_double (fields[field].min);
      g_autofree char *high = systole_number_format_double (fields[field].max);
      g_autofree char *is = systole_number_format_double (value);

      g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_RANGE, _ ("%s: %s is not a number from %s to %s"), fields[field].id, is, low, high);
      return FALSE;
    }
  self->values[field] = value;
  self->provenance[field] = provenance;
  g_free (self->sources[field]);
  self->sources[field] = g_strdup (source);
  return TRUE;
}

static void
copy_fact (gpointer key, gpointer value, gpointer machine)
{
  systole_machine_set_fact (machine, key, value);
}

static void
copy_fact_provenance (gpointer key, gpointer value, gpointer machine)
{
  systole_machine_set_fact_provenance (machine, key, (SystoleProvenance) GPOINTER_TO_INT (value));
}

/* (transfer full): all fields and facts under another id and name */
SystoleMachine *
systole_machine_copy (const SystoleMachine *self, const char *id, const char *name)
{
  SystoleMachine *copy = systole_machine_new (self->family, id, name);

  copy->array = self->array;
  copy->sm = self->sm;
  memcpy (copy->values, self->values, sizeof copy->values);
  memcpy (copy->provenance, self->provenance, sizeof copy->provenance);
  for (guint i = 0; i < SYSTOLE_N_FIELDS; i++)
    copy->sources[i] = g_strdup (self->sources[i]);
  if (self->facts != NULL)
    g_hash_table_foreach (self->facts, copy_fact, copy);
  if (self->doubtful != NULL)
    g_hash_table_foreach (self->doubtful, copy_fact_provenance, copy);
  return copy;
}

/**
 * systole_machine_with_field:
 * @value: in the field's unit
 * @source: (nullable): where it comes from
 *
 * Returns: (transfer full) (nullable): a copy with one field changed, or NULL with
 *   %SYSTOLE_ERROR_RANGE
 */
SystoleMachine *
systole_machine_with_field (const SystoleMachine *self, SystoleField field, double value, const char *source, GError **error)
{
  g_autoptr (SystoleMachine) copy = systole_machine_copy (self, self->id, self->name);

  if (!systole_machine_set (copy, field, value, SYSTOLE_PROVENANCE_MINE, source, error))
    return NULL;
  return g_steal_pointer (&copy);
}

const char *
systole_family_get_id (SystoleFamily self)
{
  return families[self].id;
}

const char *
systole_family_get_title (SystoleFamily self)
{
  return _ (families[self].title);
}

/* Documented in machine.h. */
const char *
systole_family_get_unit (SystoleFamily self)
{
  return _ (families[self].unit);
}

gboolean
systole_family_from_id (const char *id, SystoleFamily *out)
{
  for (guint i = 0; i < SYSTOLE_N_FAMILIES; i++)
    if (strcmp (families[i].id, id) == 0)
      {
        *out = (SystoleFamily) i;
        return TRUE;
      }
  return FALSE;
}

const char *
systole_field_get_id (SystoleField self)
{
  return fields[self].id;
}

const char *
systole_field_get_unit (SystoleField self)
{
  return fields[self].unit;
}

const char *
systole_field_get_title (SystoleField self, SystoleMaker maker)
{
  return systole_maker_say (maker, fields[self].title);
}

const char *
systole_field_get_help (SystoleField self)
{
  return *fields[self].help != '\0' ? _ (fields[self].help) : "";
}

void
systole_field_get_range (SystoleField self, double *min, double *max)
{
  *min = fields[self].min;
  *max = fields[self].max;
}

gboolean
systole_field_from_id (const char *id, SystoleField *out)
{
  for (guint i = 0; i < SYSTOLE_N_FIELDS; i++)
    if (strcmp (fields[i].id, id) == 0)
      {
        *out = (SystoleField) i;
        return TRUE;
      }
  return FALSE;
}

const char *
systole_provenance_get_id (SystoleProvenance self)
{
  return provenances[self].id;
}

const char *
systole_provenance_get_title (SystoleProvenance self)
{
  return _ (provenances[self].title);
}

/**
 * systole_provenance_get_note:
 *
 * Returns: (nullable): what to think of such a figure, one translated sentence; %NULL where the title says enough
 */
const char *
systole_provenance_get_note (SystoleProvenance self)
{
  return self == SYSTOLE_PROVENANCE_RECALLED ? _ ("Recalled, the source was not read again: take it as an estimate.") : NULL;
}
