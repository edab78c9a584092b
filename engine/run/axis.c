/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/run/axis.h"

#include <math.h>
#include <string.h>

#include "engine/base/error.h"
#include "engine/base/i18n.h"
#include "engine/base/number.h"
#include "engine/base/size-number.h"
#include "engine/machine/def-table.h"

#define MAX_VALUE (G_GUINT64_CONSTANT (1) << 53) /* a field of a machine is a double */

static SystoleAxis *
new_empty (char **keys)
{
  SystoleAxis *self = g_new0 (SystoleAxis, 1);

  self->keys = keys;
  self->values = g_array_new (FALSE, FALSE, sizeof (guint64));
  return self;
}

void
systole_axis_free (SystoleAxis *self)
{
  g_strfreev (self->keys);
  g_array_unref (self->values);
  g_free (self);
}

static gboolean
add (SystoleAxis *self, guint64 value, GError **error)
{
  if (self->values->len >= SYSTOLE_AXIS_MAX_VALUES)
    {
      g_autofree char *name = systole_axis_get_name (self);

      g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_CAPACITY, _ ("%s: more than %d values"), name, SYSTOLE_AXIS_MAX_VALUES);
      return FALSE;
    }
  g_array_append_val (self->values, value);
  return TRUE;
}

/* Sizes that people choose: quarters of the way from one power of two to the next. Below 4
 * not every quarter is a whole number. */
static void
add_sizes (SystoleAxis *self, guint64 min, guint64 max, guint per_octave)
{
  for (guint64 octave = 1; octave <= max; octave *= 2)
    for (guint i = 0; i < per_octave; i++)
      {
        guint64 value = octave + octave * i / per_octave;

        if (octave * i % per_octave == 0 && min <= value && value <= max)
          g_array_append_val (self->values, value);
      }
}

static gboolean
refuse_step (const char *text, GError **error)
{
  g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_SYNTAX, _ ("“%.60s”: a range ends in *FACTOR, +STEP or /SIZES (1, 2 or 4)"), text);
  return FALSE;
}

static gboolean
add_factors (SystoleAxis *self, guint64 first, guint64 last, const char *text, GError **error)
{
  double factor, value = (double) first;
  guint64 before = 0;

  if (!systole_number_parse_double (text, 1.001, 1e6, "*", &factor, error))
    return FALSE;
  for (; llround (value) <= (gint64) last; value *= factor)
    {
      guint64 rounded = (guint64) llround (value);

      if (rounded != before && !add (self, rounded, error))
        return FALSE;
      before = rounded;
    }
  return TRUE;
}

/* @text: "64..512+64", cut in place */
static gboolean
add_range (SystoleAxis *self, char *text, GError **error)
{
  g_autofree char *whole = g_strdup (text);
  char *dots = strstr (text, "..");
  char *step = strpbrk (dots + 2, "*+/");
  char kind = step != NULL ? *step : '\0';
  guint64 first, last, by;

  if (step == NULL)
    return refuse_step (whole, error);
  *dots = *step++ = '\0';
  if (!systole_size_parse (text, 0, MAX_VALUE, self->keys[0], &first, error) || !systole_size_parse (dots + 2, 0, MAX_VALUE, self->keys[0], &last, error))
    return FALSE;
  if (first > last || (first == 0 && kind != '+'))
    {
      g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_RANGE, _ ("“%.60s”: a range goes from a smaller value, not 0 with factors, to a larger one"), whole);
      return FALSE;
    }
  if (kind == '*')
    return add_factors (self, first, last, step, error);
  if (kind == '/')
    {
      if (!systole_number_parse_uint (step, 1, 4, "/", &by, error) || by == 3)
        return *error != NULL ? FALSE : refuse_step (whole, error);
      add_sizes (self, first, last, (guint) by);
      return TRUE;
    }
  if (!systole_size_parse (step, 1, MAX_VALUE, "+", &by, error))
    return FALSE;
  for (guint64 value = first; value <= last; value += by)
    if (!add (self, value, error))
      return FALSE;
  return TRUE;
}

static gboolean
add_list (SystoleAxis *self, const char *text, GError **error)
{
  g_auto (GStrv) parts = g_strsplit (text, ",", -1);

  for (guint i = 0; parts[i] != NULL; i++)
    {
      guint64 value;

      if (!systole_size_parse (parts[i], 0, MAX_VALUE, self->keys[0], &value, error) || !add (self, value, error))
        return FALSE;
    }
  return TRUE;
}

/**
 * systole_axis_parse:
 * @text: "m=64..8192*2"; the forms are in axis.h
 *
 * Returns: (transfer full) (nullable): NULL with a sentence that names the place
 */
SystoleAxis *
systole_axis_parse (const char *text, GError **error)
{
  g_auto (GStrv) parts = g_strsplit (text, "=", -1);
  guint n = g_strv_length (parts);
  g_autoptr (SystoleAxis) self = NULL;
  g_autofree char *values = NULL;
  GError *own = NULL;
  gboolean good = n >= 2;

  for (guint i = 0; i + 1 < n; i++)
    good &= *parts[i] != '\0';
  if (!good)
    {
      g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_SYNTAX, _ ("“%.60s” is not FIELD=VALUES, such as m=64..8192*2"), text);
      return NULL;
    }
  values = g_steal_pointer (&parts[n - 1]);
  self = new_empty (g_steal_pointer (&parts));
  good = strstr (values, "..") != NULL ? add_range (self, values, &own) : add_list (self, values, &own);
  if (good && self->values->len == 0)
    own = g_error_new (SYSTOLE_ERROR, SYSTOLE_ERROR_RANGE, _ ("“%.60s”: no value is in this range"), text);
  if (own == NULL)
    return g_steal_pointer (&self);
  g_propagate_error (error, own);
  return NULL;
}

/**
 * systole_axis_new_sizes:
 * @min: ≥ 1
 * @max: ≤ 2⁵³
 * @per_octave: 1, 2 or 4
 *
 * The axis `KEYS=min..max/per_octave`.
 */
SystoleAxis *
systole_axis_new_sizes (const char *const *keys, guint64 min, guint64 max, guint per_octave)
{
  SystoleAxis *self;

  g_return_val_if_fail (min >= 1 && max <= MAX_VALUE, NULL);
  g_return_val_if_fail (per_octave == 1 || per_octave == 2 || per_octave == 4, NULL);
  self = new_empty (g_strdupv ((char **) keys));
  add_sizes (self, min, max, per_octave);
  return self;
}

/* Values along the axis. */
guint
systole_axis_get_n (const SystoleAxis *self)
{
  return self->values->len;
}

/* Value @i of systole_axis_get_n (). */
guint64
systole_axis_get (const SystoleAxis *self, guint i)
{
  g_return_val_if_fail (i < self->values->len, 0);
  return g_array_index (self->values, guint64, i);
}

/* Documented in axis.h. */
char *
systole_axis_get_name (const SystoleAxis *self)
{
  return g_strjoinv ("=", self->keys);
}

static int
find_dim (const SystoleOp *op, const char *key, const SystoleOpDim **dim)
{
  guint n;
  const SystoleOpDim *dims = systole_op_kind_get_dims (op->kind, &n);

  for (guint i = 0; i < n; i++)
    if (strcmp (dims[i].key, key) == 0)
      {
        *dim = &dims[i];
        return (int) i;
      }
  return -1;
}

/**
 * systole_axis_set_dims:
 *
 * Returns: FALSE where the operation lacks a dimension of that name or it cannot be @value
 */
gboolean
systole_axis_set_dims (const SystoleAxis *self, guint64 value, SystoleOp *op)
{
  for (guint i = 0; self->keys[i] != NULL; i++)
    {
      const SystoleOpDim *dim;
      int which = find_dim (op, self->keys[i], &dim);

      if (which < 0 || value < dim->min || value > dim->max)
        return FALSE;
      op->dims[which] = value;
    }
  return systole_op_check (op, NULL);
}

/* A field of a bare array or SM, as its text would set it. */
static SystoleMachine *
with_def_field (const SystoleMachine *machine, const char *key, guint64 value, GError **error)
{
  g_autofree char *text = g_strdup_printf ("%" G_GUINT64_FORMAT, value);
  const SystoleArrayDef *array = systole_machine_get_array (machine);
  const SystoleSmDef *sm = systole_machine_get_sm (machine);

  if (array != NULL)
    {
      SystoleArrayDef def = *array;

      if (!systole_def_field_read (systole_def_table_find (&systole_array_def_table, key), &def, text, error) || !systole_array_def_check (&def, error))
        return NULL;
      return systole_machine_new_array (&def);
    }
  else
    {
      SystoleSmDef def = *sm;

      if (!systole_def_field_read (systole_def_table_find (&systole_sm_def_table, key), &def, text, error) || !systole_sm_def_check (&def, error))
        return NULL;
      return systole_machine_new_sm (&def);
    }
}

static gboolean
has_def_field (const SystoleMachine *machine, const char *key)
{
  if (systole_machine_get_array (machine) != NULL)
    return systole_def_table_find (&systole_array_def_table, key) != NULL;
  return systole_machine_get_sm (machine) != NULL && systole_def_table_find (&systole_sm_def_table, key) != NULL;
}

static gboolean
has_field (const SystoleMachine *machine, const char *key, SystoleField *field)
{
  return systole_machine_get_array (machine) == NULL && systole_machine_get_sm (machine) == NULL && systole_field_from_id (key, field) && systole_machine_has (machine, *field);
}

/**
 * systole_axis_fits:
 *
 * Returns: whether every field of the axis is one of the operation or of the machine
 */
gboolean
systole_axis_fits (const SystoleAxis *self, const SystoleOp *op, const SystoleMachine *machine)
{
  for (guint i = 0; self->keys[i] != NULL; i++)
    {
      const SystoleOpDim *dim;
      SystoleField field;

      if (find_dim (op, self->keys[i], &dim) < 0 && !has_def_field (machine, self->keys[i]) && !has_field (machine, self->keys[i], &field))
        return FALSE;
    }
  return TRUE;
}

/**
 * systole_axis_apply:
 * @op: (inout): gets the value
 * @machine: (inout): is replaced by one that has the value
 *
 * Sets the fields of the axis that the operation or the machine has; others are passed over.
 * The operation is not checked: another axis may have to change it too.
 *
 * Returns: FALSE where a machine does not allow the value, with the sentence of its field
 */
gboolean
systole_axis_apply (const SystoleAxis *self, guint64 value, SystoleOp *op, SystoleMachine **machine, GError **error)
{
  for (guint i = 0; self->keys[i] != NULL; i++)
    {
      const char *key = self->keys[i];
      const SystoleOpDim *dim;
      int which = find_dim (op, key, &dim);
      SystoleMachine *changed = NULL;
      SystoleField field;

      if (which >= 0)
        {
          op->dims[which] = value;
          continue;
        }
      if (has_def_field (*machine, key))
        changed = with_def_field (*machine, key, value, error);
      else if (has_field (*machine, key, &field))
        changed = systole_machine_with_field (*machine, field, (double) value, NULL, error);
      else
        continue;
      if (changed == NULL)
        return FALSE;
      systole_machine_unref (*machine);
      *machine = changed;
    }
  return TRUE;
}
