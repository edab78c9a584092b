/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/workload/op.h"

#include <inttypes.h>
#include <string.h>

#include "engine/base/error.h"
#include "engine/base/i18n.h"
#include "engine/base/number.h"
#include "engine/base/size-number.h"
#include "engine/workload/op-private.h"

static const SystoleOpClass *const classes[] = {
#define OP(ID, id, class, title) &systole_op_##class##_class,
#include "engine/workload/ops.def"
#undef OP
};

static const struct
{
  const char *id, *title;
} rows[] = {
#define OP(ID, id, class, title) { id, title },
#include "engine/workload/ops.def"
#undef OP
};

const char *
systole_op_kind_get_id (SystoleOpKind kind)
{
  return rows[kind].id;
}

const char *
systole_op_kind_get_title (SystoleOpKind kind)
{
  return _ (rows[kind].title);
}

gboolean
systole_op_kind_from_id (const char *id, SystoleOpKind *out)
{
  for (guint i = 0; i < SYSTOLE_N_OPS; i++)
    if (strcmp (rows[i].id, id) == 0)
      {
        *out = (SystoleOpKind) i;
        return TRUE;
      }
  return FALSE;
}

/**
 * systole_op_kind_get_dims:
 *
 * Returns: (array length=n_dims): the dimensions of an operation, in the order of
 *   SystoleOp.dims: key, title, range
 */
const SystoleOpDim *
systole_op_kind_get_dims (SystoleOpKind kind, guint *n_dims)
{
  *n_dims = classes[kind]->n_dims;
  return classes[kind]->dims;
}

void
systole_op_init (SystoleOp *self, SystoleOpKind kind, SystoleFormat format)
{
  *self = (SystoleOp){ .kind = kind, .format = format, .seed = 1 };
  for (guint i = 0; i < classes[kind]->n_dims; i++)
    self->dims[i] = classes[kind]->dims[i].initial;
}

void
systole_op_init_gemm (SystoleOp *self, guint64 m, guint64 n, guint64 k, SystoleFormat format)
{
  systole_op_init (self, SYSTOLE_OP_GEMM, format);
  self->dims[SYSTOLE_GEMM_M] = m;
  self->dims[SYSTOLE_GEMM_N] = n;
  self->dims[SYSTOLE_GEMM_K] = k;
}

/**
 * systole_op_check:
 *
 * Returns: FALSE with %SYSTOLE_ERROR_RANGE for a dimension out of its range, or
 *   %SYSTOLE_ERROR_CAPACITY where a count would not fit 63 bits
 */
gboolean
systole_op_check (const SystoleOp *self, GError **error)
{
  const SystoleOpClass *klass = classes[self->kind];

  for (guint i = 0; i < klass->n_dims; i++)
    if (self->dims[i] < klass->dims[i].min || self->dims[i] > klass->dims[i].max)
      {
        g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_RANGE,
                     /* Translators: name of a dimension, value, least, most */
                     _ ("%s: %" PRIu64 " is not a whole number from %" PRIu64 " to %" PRIu64),
                     klass->dims[i].key,
                     self->dims[i],
                     klass->dims[i].min,
                     klass->dims[i].max);
        return FALSE;
      }
  if (klass->check != NULL && !klass->check (self, error))
    return FALSE;
  if (self->given == NULL)
    return TRUE;
  if (self->kind == SYSTOLE_OP_GEMM)
    return systole_given_check (self->given, self->format, self->dims[SYSTOLE_GEMM_M], self->dims[SYSTOLE_GEMM_N], self->dims[SYSTOLE_GEMM_K], error);
  g_set_error_literal (error, SYSTOLE_ERROR, SYSTOLE_ERROR_SHAPE, _ ("values in full are for a single matrix product"));
  return FALSE;
}

/**
 * systole_op_check_product:
 * @name: of the count, as the message shows it: "m × n × k"
 * @factors: (array length=n): their product must stay within %SYSTOLE_OP_MAX_WORK
 */
gboolean
systole_op_check_product (const char *name, const guint64 *factors, guint n, GError **error)
{
  guint64 product = 1;

  for (guint i = 0; i < n; i++)
    if (!systole_checked_mul (product, factors[i], &product) || product > SYSTOLE_OP_MAX_WORK)
      {
        g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_CAPACITY, _ ("%s is larger than 2^57, the most that is counted"), name);
        return FALSE;
      }
  return TRUE;
}

gboolean
systole_op_equal (const SystoleOp *a, const SystoleOp *b)
{
  return a->kind == b->kind && a->format == b->format && a->seed == b->seed && memcmp (a->dims, b->dims, sizeof a->dims) == 0 && systole_given_equal (a->given, b->given);
}

/**
 * systole_op_is_same_work:
 *
 * Returns: whether both compute the same from the same operands, in whichever number
 *   formats and ways: their times may be compared
 */
gboolean
systole_op_is_same_work (const SystoleOp *a, const SystoleOp *b)
{
  guint n_dims;
  const SystoleOpDim *dims = systole_op_kind_get_dims (a->kind, &n_dims);

  if (a->kind != b->kind || a->seed != b->seed || !systole_given_equal (a->given, b->given))
    return FALSE;
  for (guint i = 0; i < n_dims; i++)
    if (!dims[i].way && a->dims[i] != b->dims[i])
      return FALSE;
  return TRUE;
}

/* The first keys of every operation, then its dimensions: the bits of `seen` */
enum
{
  SEEN_DTYPE,
  SEEN_SEED,
  SEEN_DIMS
};

static gboolean
see_once (guint bit, const char *key, guint64 *seen, GError **error)
{
  if ((*seen & (G_GUINT64_CONSTANT (1) << bit)) != 0)
    {
      g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_SYNTAX, _ ("%s: the field is given twice"), key);
      return FALSE;
    }
  *seen |= G_GUINT64_CONSTANT (1) << bit;
  return TRUE;
}

/* By hand a size may be 4Ki or 1.5k; files write digits. */
static gboolean
parse_dim (const SystoleOpDim *dim, const char *text, guint64 *out, GError **error)
{
  return dim->words == NULL ? systole_size_parse (text, dim->min, dim->max, dim->key, out, error) : systole_op_dim_parse (dim, text, out, error);
}

static gboolean
parse_pair (SystoleOp *self, const char *key, const char *value, guint64 *seen, GError **error)
{
  const SystoleOpClass *klass = classes[self->kind];

  if (strcmp (key, "dtype") == 0 && !see_once (SEEN_DTYPE, key, seen, error))
    return FALSE;
  if (strcmp (key, "seed") == 0 && !see_once (SEEN_SEED, key, seen, error))
    return FALSE;
  if (strcmp (key, "dtype") == 0)
    {
      if (systole_format_from_id (value, &self->format))
        return TRUE;
      g_autofree char *ids = systole_format_list_ids ();
      g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_RANGE, _ ("dtype: “%.40s” is not one of %s"), value, ids);
      return FALSE;
    }
  if (strcmp (key, "seed") == 0)
    return systole_number_parse_uint (value, 0, G_MAXUINT64, "seed", &self->seed, error);
  for (guint i = 0; i < klass->n_dims; i++)
    if (strcmp (klass->dims[i].key, key) == 0)
      return see_once (SEEN_DIMS + i, key, seen, error) && parse_dim (&klass->dims[i], value, &self->dims[i], error);
  g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_SYNTAX, _ ("“%.40s” is not a field of the operation %s"), key, rows[self->kind].id);
  return FALSE;
}

/**
 * systole_op_parse:
 * @text: `NAME:key=value,…`, for example `gemm:m=512,n=4Ki,k=1.5k,dtype=bf16`
 * @format_if_absent: format without `dtype`
 *
 * Returns: FALSE with %SYSTOLE_ERROR_SYNTAX or _RANGE that names the field
 */
gboolean
systole_op_parse (const char *text, SystoleFormat format_if_absent, SystoleOp *out, GError **error)
{
  const char *colon = strchr (text, ':');
  g_autofree char *name = colon != NULL ? g_strndup (text, (gsize) (colon - text)) : g_strdup (text);
  g_auto (GStrv) pairs = g_strsplit (colon != NULL ? colon + 1 : "", ",", -1);
  SystoleOpKind kind;
  SystoleOp op;
  guint64 seen = 0;

  if (!systole_op_kind_from_id (name, &kind))
    {
      GString *known = g_string_new (NULL);

      for (guint i = 0; i < SYSTOLE_N_OPS; i++)
        g_string_append_printf (known, "%s%s", i > 0 ? ", " : "", rows[i].id);
      g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_NOT_MODELLED, _ ("operation “%.40s” is not modelled; known: %s"), name, known->str);
      g_string_free (known, TRUE);
      return FALSE;
    }
  systole_op_init (&op, kind, format_if_absent);
  for (guint i = 0; pairs[i] != NULL; i++)
    {
      char *equals = strchr (pairs[i], '=');

      if (equals == NULL)
        {
          g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_SYNTAX, _ ("“%.40s” is not of the form key=value"), pairs[i]);
          return FALSE;
        }
      *equals = '\0';
      if (!parse_pair (&op, pairs[i], equals + 1, &seen, error))
        return FALSE;
    }
  for (guint i = 0; i < classes[kind]->n_dims; i++)
    if (classes[kind]->dims[i].required && (seen & (G_GUINT64_CONSTANT (1) << (SEEN_DIMS + i))) == 0)
      {
        g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_SYNTAX, _ ("%s: the field “%s” is missing"), name, classes[kind]->dims[i].key);
        return FALSE;
      }
  if (!systole_op_check (&op, error))
    return FALSE;
  *out = op;
  return TRUE;
}

/**
 * systole_op_to_string:
 *
 * Returns: (transfer full): the form that systole_op_parse() reads
 */
char *
systole_op_to_string (const SystoleOp *self)
{
  const SystoleOpClass *klass = classes[self->kind];
  GString *text = g_string_new (rows[self->kind].id);
  char separator = ':';

  for (guint i = 0; i < klass->n_dims; i++)
    {
      g_autofree char *value = systole_op_dim_to_string (&klass->dims[i], self->dims[i]);

      if (!klass->dims[i].required && self->dims[i] == klass->dims[i].initial)
        continue;
      g_string_append_printf (text, "%c%s=%s", separator, klass->dims[i].key, value);
      separator = ',';
    }
  g_string_append_printf (text, "%cdtype=%s", separator, systole_format_get_id (self->format));
  if (self->seed != 1)
    g_string_append_printf (text, ",seed=%" G_GUINT64_FORMAT, self->seed);
  return g_string_free (text, FALSE);
}

/**
 * systole_op_get_dim:
 * @key: of a dimension of the operation
 *
 * Returns: its value
 */
guint64
systole_op_get_dim (const SystoleOp *self, const char *key)
{
  const SystoleOpClass *klass = classes[self->kind];

  for (guint i = 0; i < klass->n_dims; i++)
    if (strcmp (klass->dims[i].key, key) == 0)
      return self->dims[i];
  g_return_val_if_reached (0);
}

gboolean
systole_op_as_gemm (const SystoleOp *self, SystoleGemm *out)
{
  return systole_op_as_batched (self, out) && out->batch == 1;
}

gboolean
systole_op_as_batched (const SystoleOp *self, SystoleGemm *out)
{
  return classes[self->kind]->as_gemm != NULL && classes[self->kind]->as_gemm (self, out);
}

/**
 * systole_op_get_useful_macs:
 *
 * Returns: multiply–accumulates of the operation's definition; 0 where it has none
 */
guint64
systole_op_get_useful_macs (const SystoleOp *self)
{
  return classes[self->kind]->useful_macs != NULL ? classes[self->kind]->useful_macs (self) : 0;
}

/**
 * systole_op_get_useful_work:
 *
 * Returns: the operation's own count, ≥ 1, by which progress is told: MACs where it has
 *   them, else element operations, else bytes moved
 */
guint64
systole_op_get_useful_work (const SystoleOp *self)
{
  const SystoleOpClass *klass = classes[self->kind];

  return klass->useful_work != NULL ? klass->useful_work (self) : klass->useful_macs (self);
}
