/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/machine/catalogue.h"

#include <string.h>

#include "engine/base/error.h"
#include "engine/base/i18n.h"
#include "engine/machine/catalogue-private.h"
#include "engine/machine/def-table.h"

SystoleCatalogue *
systole_catalogue_new (void)
{
  SystoleCatalogue *self = g_new0 (SystoleCatalogue, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->machines = g_ptr_array_new_with_free_func ((GDestroyNotify) systole_machine_unref);
  self->aliases = g_ptr_array_new_with_free_func ((GDestroyNotify) systole_alias_free);
  self->names = g_hash_table_new (g_str_hash, g_str_equal);
  return self;
}

SystoleCatalogue *
systole_catalogue_ref (SystoleCatalogue *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
systole_catalogue_unref (SystoleCatalogue *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_hash_table_unref (self->names);
  g_ptr_array_unref (self->aliases);
  g_ptr_array_unref (self->machines);
  g_free (self);
}

guint
systole_catalogue_get_n (const SystoleCatalogue *self)
{
  return self->machines->len;
}

const SystoleMachine *
systole_catalogue_get (const SystoleCatalogue *self, guint i)
{
  return g_ptr_array_index (self->machines, i);
}

/**
 * systole_catalogue_find:
 *
 * Returns: (nullable): the machine; for an alias that names a part of a chip, that part
 */
const SystoleMachine *
systole_catalogue_find (const SystoleCatalogue *self, const char *id_or_alias)
{
  return g_hash_table_lookup (self->names, id_or_alias);
}

/**
 * systole_catalogue_list_aliases:
 * @id: of a machine of the catalogue
 *
 * Returns: (transfer full) (array zero-terminated=1): its further names, those of parts
 *   and variants included
 */
char **
systole_catalogue_list_aliases (const SystoleCatalogue *self, const char *id)
{
  g_autoptr (GPtrArray) list = g_ptr_array_new ();

  for (guint i = 0; i < self->aliases->len; i++)
    {
      const SystoleAlias *alias = g_ptr_array_index (self->aliases, i);

      if (strcmp (alias->of, id) == 0)
        g_ptr_array_add (list, g_strdup (alias->id));
    }
  g_ptr_array_add (list, NULL);
  return (char **) g_ptr_array_steal (list, NULL);
}

/* Number of letters to insert, drop or replace between two names (Levenshtein 1966); at most 64 letters count. */
static guint
distance (const char *a, const char *b)
{
  guint row[65];
  gsize n = MIN (strlen (b), 64);

  for (guint j = 0; j <= n; j++)
    row[j] = j;
  for (guint i = 0; a[i] != '\0' && i < 64; i++)
    {
      guint diagonal = row[0];

      row[0] = i + 1;
      for (guint j = 0; j < n; j++)
        {
          guint replace = diagonal + (a[i] != b[j]);

          diagonal = row[j + 1];
          row[j + 1] = MIN (replace, MIN (row[j], row[j + 1]) + 1);
        }
    }
  return row[n];
}

/* The name most like `text`, or NULL where none is much like it; the first of equals. */
static const char *
find_similar (const SystoleCatalogue *self, const char *text)
{
  const char *best = NULL;
  guint least = (guint) strlen (text) / 2 + 1;

  for (guint i = 0; i < self->machines->len + self->aliases->len; i++)
    {
      const char *name = i < self->machines->len ? systole_machine_get_id (systole_catalogue_get (self, i)) : ((SystoleAlias *) g_ptr_array_index (self->aliases, i - self->machines->len))->id;
      guint now = distance (text, name);

      if (now < least)
        {
          least = now;
          best = name;
        }
    }
  return best;
}

static SystoleMachine *
parse_array (const char *text, GError **error)
{
  SystoleArrayDef def;

  systole_array_def_init (&def);
  if (!systole_def_table_parse (&systole_array_def_table, &def, text, error) || !systole_array_def_check (&def, error))
    return NULL;
  return systole_machine_new_array (&def);
}

static SystoleMachine *
parse_sm (const char *text, GError **error)
{
  SystoleSmDef def;

  systole_sm_def_init (&def);
  if (!systole_def_table_parse (&systole_sm_def_table, &def, text, error) || !systole_sm_def_check (&def, error))
    return NULL;
  return systole_machine_new_sm (&def);
}

/**
 * systole_catalogue_parse:
 * @text: the id or an alias of a machine, `array:rows=8,cols=8,…` or `sm:sub-cores=4,…`
 *
 * Returns: (transfer full) (nullable): NULL with %SYSTOLE_ERROR_RANGE or _SYNTAX; the
 *   message of an unknown name offers the one most like it
 */
SystoleMachine *
systole_catalogue_parse (const SystoleCatalogue *self, const char *text, GError **error)
{
  const SystoleMachine *machine;
  const char *similar;

  if (g_str_has_prefix (text, "array:"))
    return parse_array (text + strlen ("array:"), error);
  if (strcmp (text, "sm") == 0 || g_str_has_prefix (text, "sm:"))
    return parse_sm (text[2] == ':' ? text + strlen ("sm:") : "", error);
  machine = systole_catalogue_find (self, text);
  if (machine != NULL)
    return systole_machine_ref ((SystoleMachine *) machine);
  similar = find_similar (self, text);
  if (similar != NULL)
    g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_RANGE, _ ("“%.80s” is not a machine of the catalogue; did you mean “%s”?"), text, similar);
  else
    g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_RANGE, _ ("“%.80s” is not a machine of the catalogue, nor “array:…” or “sm:…”"), text);
  return NULL;
}
