/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/map-axes.h"

#include <string.h>

#include "app/dim-names.h"

/* Dimensions that go together, and the range of a map along them on whole chips. A key
 * alone may have a row too, for its range. */
static const struct
{
  SystoleOpKind op;
  const char *keys;
  guint64 min, max;
} ranges[] = {
  { SYSTOLE_OP_GEMM, "n=k", 128, 16384 },
  { SYSTOLE_OP_GEMM, "m=n=k", 64, 16384 },
  { SYSTOLE_OP_BATCHED_GEMM, "n=k", 16, 2048 },
  { SYSTOLE_OP_BATCHED_GEMM, "m=n=k", 16, 2048 },
  { SYSTOLE_OP_CONV, "c=k", 8, 2048 },
  { SYSTOLE_OP_CONV, "n", 1, 512 },
  { SYSTOLE_OP_ATTENTION, "sq=skv", 64, 16384 },
  { SYSTOLE_OP_ATTENTION, "skv", 128, 131072 },
  { SYSTOLE_OP_ATTENTION, "b", 1, 512 },
  { SYSTOLE_OP_MLP, "inter", 256, 32768 },
  { SYSTOLE_OP_GEMM, "n", 128, 16384 },
  { SYSTOLE_OP_GEMM, "k", 128, 16384 },
};

#define USUAL_MIN 1
#define USUAL_MAX 4096
#define BARE_MAX 256

/* What a map goes over when nobody chose: the first of each column that the operation has. */
static const struct
{
  SystoleOpKind op;
  const char *x, *y;
} defaults[] = {
  { SYSTOLE_OP_GEMM, "m", "n=k" },
  { SYSTOLE_OP_BATCHED_GEMM, "b", "m=n=k" },
  { SYSTOLE_OP_CONV, "n", "c=k" },
  { SYSTOLE_OP_ATTENTION, "b", "skv" },
  { SYSTOLE_OP_MLP, "m", "inter" },
};

static void
choice_free (gpointer data)
{
  SystoleMapChoice *self = data;

  g_free (self->keys);
  g_free (self->title);
  g_free (self);
}

static const SystoleOpDim *
find_dim (const SystoleOp *op, const char *key)
{
  guint n;
  const SystoleOpDim *dims = systole_op_kind_get_dims (op->kind, &n);

  for (guint i = 0; i < n; i++)
    if (strcmp (dims[i].key, key) == 0)
      return &dims[i];
  return NULL;
}

static void
add (GPtrArray *choices, const SystoleOp *op, const char *keys)
{
  g_auto (GStrv) parts = g_strsplit (keys, "=", -1);
  g_autoptr (GString) title = g_string_new (NULL);
  SystoleMapChoice *choice;

  for (guint i = 0; parts[i] != NULL; i++)
    {
      const SystoleOpDim *dim = find_dim (op, parts[i]);
      g_autofree char *name = dim != NULL ? systole_dim_get_title (dim) : NULL;

      if (name == NULL)
        return;
      g_string_append_printf (title, "%s%s", i > 0 ? " = " : "", name);
    }
  choice = g_new0 (SystoleMapChoice, 1);
  choice->keys = g_strdup (keys);
  choice->title = g_strdup (title->str);
  g_ptr_array_add (choices, choice);
}

/**
 * systole_map_choices_new:
 *
 * Returns: (transfer full): what a map of the operation may go over: the sizes that it
 *   cannot do without, each alone, then some together
 */
GPtrArray *
systole_map_choices_new (const SystoleOp *op)
{
  GPtrArray *choices = g_ptr_array_new_with_free_func (choice_free);
  guint n;
  const SystoleOpDim *dims = systole_op_kind_get_dims (op->kind, &n);

  for (guint i = 0; i < n; i++)
    if (systole_dim_get_form (&dims[i]) == SYSTOLE_DIM_NUMBER && !dims[i].way && (dims[i].required || strcmp (dims[i].key, "m") == 0))
      add (choices, op, dims[i].key);
  for (guint i = 0; i < G_N_ELEMENTS (ranges); i++)
    if (ranges[i].op == op->kind && strchr (ranges[i].keys, '=') != NULL)
      add (choices, op, ranges[i].keys);
  return choices;
}

static guint
find_choice (const GPtrArray *choices, const char *keys, guint otherwise)
{
  for (guint i = 0; i < choices->len; i++)
    if (strcmp (((const SystoleMapChoice *) choices->pdata[i])->keys, keys) == 0)
      return i;
  return otherwise;
}

/* Documented in map-axes.h. */
void
systole_map_choices_get_default (const GPtrArray *choices, const SystoleOp *op, guint *x, guint *y)
{
  *x = 0;
  *y = MIN (1, choices->len - 1);
  for (guint i = 0; i < G_N_ELEMENTS (defaults); i++)
    if (defaults[i].op == op->kind)
      {
        *x = find_choice (choices, defaults[i].x, *x);
        *y = find_choice (choices, defaults[i].y, *y);
      }
  /* A whole prompt has as many new tokens as it reads. */
  if (op->kind == SYSTOLE_OP_ATTENTION && systole_op_get_dim (op, "sq") == systole_op_get_dim (op, "skv"))
    *y = find_choice (choices, "sq=skv", *y);
}

/**
 * systole_map_axis_get_value:
 *
 * Returns: FALSE where the dimensions of the axis are not equal in @op
 */
gboolean
systole_map_axis_get_value (const SystoleAxis *axis, const SystoleOp *op, guint64 *out)
{
  *out = systole_op_get_dim (op, axis->keys[0]);
  for (guint i = 1; axis->keys[i] != NULL; i++)
    if (systole_op_get_dim (op, axis->keys[i]) != *out)
      return FALSE;
  return TRUE;
}

/**
 * systole_map_axis_new:
 * @bare: a machine is a bare array or SM: small sizes are what one looks at
 *
 * Returns: (transfer full): sizes around those that people use, that of @op among them
 */
SystoleAxis *
systole_map_axis_new (const char *keys, const SystoleOp *op, gboolean bare)
{
  g_auto (GStrv) parts = g_strsplit (keys, "=", -1);
  guint64 min = USUAL_MIN, max = bare ? BARE_MAX : USUAL_MAX, value = systole_op_get_dim (op, parts[0]), octaves = 0, least = 1, most = G_MAXUINT64;

  for (guint i = 0; i < G_N_ELEMENTS (ranges) && !bare; i++)
    if (ranges[i].op == op->kind && strcmp (ranges[i].keys, keys) == 0)
      {
        min = ranges[i].min;
        max = ranges[i].max;
      }
  for (guint i = 0; parts[i] != NULL; i++)
    {
      const SystoleOpDim *dim = find_dim (op, parts[i]);

      g_return_val_if_fail (dim != NULL, NULL);
      least = MAX (least, dim->min);
      most = MIN (most, dim->max);
    }
  min = MAX (min, least);
  max = MIN (max, most);
  /* The place of the stage lies inside, an octave from the edges where sizes go on. */
  while (min > value / 2 && min / 2 >= least)
    min /= 2;
  while (max / 2 < value && max <= most / 2)
    max *= 2;
  for (guint64 i = min; i < max; i *= 2)
    octaves++;
  return systole_axis_new_sizes ((const char *const *) parts, min, max, octaves > 13 ? 2 : 4);
}

/* Documented in map-axes.h. */
gboolean
systole_map_is_bare (const SystoleScenario *scenario)
{
  for (guint i = 0; i < scenario->lanes->len; i++)
    if (systole_scenario_get_lane (scenario, i)->kind == SYSTOLE_LANE_MACHINE)
      return FALSE;
  return TRUE;
}
