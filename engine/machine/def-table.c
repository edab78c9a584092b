/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/machine/def-table.h"

#include <inttypes.h>
#include <string.h>

#include "engine/base/error.h"
#include "engine/base/i18n.h"
#include "engine/base/number.h"

static gboolean
read_uint (const char *text, const char *key, guint64 max, gpointer member, GError **error)
{
  guint64 value;

  if (!systole_number_parse_uint (text, 1, max, key, &value, error))
    return FALSE;
  *(guint *) member = (guint) value;
  return TRUE;
}

static gboolean
read_limit (const char *text, const char *key, guint64 max, gpointer member, GError **error)
{
  guint64 value;

  if (!systole_number_parse_uint (text, 0, max, key, &value, error))
    return FALSE;
  *(guint *) member = (guint) value;
  return TRUE;
}

static char *
write_uint (gconstpointer member)
{
  return g_strdup_printf ("%u", *(const guint *) member);
}

static gboolean
read_hertz (const char *text, const char *key, guint64 max, gpointer member, GError **error)
{
  return systole_number_parse_double (text, 1, (double) max, key, member, error);
}

static char *
write_double (gconstpointer member)
{
  return systole_number_format_double (*(const double *) member);
}

/* "4x4": rows and columns, the two members one after the other */
static gboolean
read_pair (const char *text, const char *key, guint64 max, gpointer member, GError **error)
{
  const char *x = strchr (text, 'x');
  g_autofree char *first = x != NULL ? g_strndup (text, (gsize) (x - text)) : NULL;
  guint64 rows, columns;

  if (x == NULL || !g_ascii_string_to_unsigned (first, 10, 1, max, &rows, NULL) || !g_ascii_string_to_unsigned (x + 1, 10, 1, max, &columns, NULL))
    {
      g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_RANGE,
                   /* Translators: name, what was written, largest number */
                   _ ("%s: “%.40s” is not of the form 4x4, with whole numbers from 1 to %" PRIu64),
                   key,
                   text,
                   max);
      return FALSE;
    }
  ((guint *) member)[0] = (guint) rows;
  ((guint *) member)[1] = (guint) columns;
  return TRUE;
}

static char *
write_pair (gconstpointer member)
{
  return g_strdup_printf ("%ux%u", ((const guint *) member)[0], ((const guint *) member)[1]);
}

static gboolean
read_dataflow (const char *text, const char *key, guint64 max, gpointer member, GError **error)
{
  if (systole_dataflow_from_id (text, member))
    return TRUE;
  g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_RANGE, _ ("%s: “%.40s” is not one of %s"), key, text, "ws, os, is");
  return FALSE;
}

static char *
write_dataflow (gconstpointer member)
{
  return g_strdup (systole_dataflow_get_id (*(const SystoleDataflow *) member));
}

static gboolean
read_timing (const char *text, const char *key, guint64 max, gpointer member, GError **error)
{
  if (systole_timing_from_id (text, member))
    return TRUE;
  g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_RANGE, _ ("%s: “%.40s” is not one of %s"), key, text, "hardware, scale-sim, overlapped");
  return FALSE;
}

static char *
write_timing (gconstpointer member)
{
  return g_strdup (systole_timing_get_id (*(const SystoleTiming *) member));
}

static gboolean
read_weights (const char *text, const char *key, guint64 max, gpointer member, GError **error)
{
  if (systole_weights_from_id (text, member))
    return TRUE;
  g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_RANGE, _ ("%s: “%.40s” is not one of %s"), key, text, "single, shadow");
  return FALSE;
}

static char *
write_weights (gconstpointer member)
{
  SystoleWeights weights = *(const SystoleWeights *) member;

  return weights == SYSTOLE_WEIGHTS_SINGLE ? NULL : g_strdup (systole_weights_get_id (weights));
}

static gboolean
read_buffering (const char *text, const char *key, guint64 max, gpointer member, GError **error)
{
  if (systole_buffering_from_id (text, member))
    return TRUE;
  g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_RANGE, _ ("%s: “%.40s” is not one of %s"), key, text, "double, single");
  return FALSE;
}

static char *
write_buffering (gconstpointer member)
{
  SystoleBuffering buffering = *(const SystoleBuffering *) member;

  return buffering == SYSTOLE_BUFFERING_DOUBLE ? NULL : g_strdup (systole_buffering_get_id (buffering));
}

/* 0, which stands for no limit (of ports: for one), is not written. */
static char *
write_limit (gconstpointer member)
{
  return *(const guint *) member == 0 ? NULL : write_uint (member);
}

#define BUFFER(id, member)                                                                                                                                     \
  { "sram-" id "-bytes", NULL, G_STRUCT_OFFSET (SystoleArrayDef, memory.member.bytes), FALSE, read_limit, write_limit, SYSTOLE_ARRAY_MAX_BUFFER },             \
      { "sram-" id "-word-bytes", NULL, G_STRUCT_OFFSET (SystoleArrayDef, memory.member.word_bytes), FALSE, read_limit, write_limit, SYSTOLE_ARRAY_MAX_WORD }, \
  {                                                                                                                                                            \
    "sram-" id "-ports", NULL, G_STRUCT_OFFSET (SystoleArrayDef, memory.member.ports), FALSE, read_uint, write_limit, SYSTOLE_ARRAY_MAX_PORTS                  \
  }

#define CLOCK_MAX G_GUINT64_CONSTANT (1000000000000)

static const SystoleDefField array_fields[] = {
  { "rows", NULL, G_STRUCT_OFFSET (SystoleArrayDef, rows), TRUE, read_uint, write_uint, SYSTOLE_ARRAY_MAX_SIDE },
  { "columns", "cols", G_STRUCT_OFFSET (SystoleArrayDef, columns), TRUE, read_uint, write_uint, SYSTOLE_ARRAY_MAX_SIDE },
  { "dataflow", NULL, G_STRUCT_OFFSET (SystoleArrayDef, dataflow), FALSE, read_dataflow, write_dataflow, 0 },
  { "timing", NULL, G_STRUCT_OFFSET (SystoleArrayDef, timing), FALSE, read_timing, write_timing, 0 },
  { "clock-hz", NULL, G_STRUCT_OFFSET (SystoleArrayDef, clock_hz), FALSE, read_hertz, write_double, CLOCK_MAX },
  { "weights", NULL, G_STRUCT_OFFSET (SystoleArrayDef, weights), FALSE, read_weights, write_weights, 0 },
  BUFFER ("a", a),
  BUFFER ("b", b),
  BUFFER ("c", c),
  { "buffering", NULL, G_STRUCT_OFFSET (SystoleArrayDef, memory.buffering), FALSE, read_buffering, write_buffering, 0 },
  { "dram-bytes-per-cycle", NULL, G_STRUCT_OFFSET (SystoleArrayDef, memory.dram_bytes_per_cycle), FALSE, read_limit, write_limit, SYSTOLE_ARRAY_MAX_DRAM_RATE },
  { "dram-latency", NULL, G_STRUCT_OFFSET (SystoleArrayDef, memory.dram_latency), FALSE, read_limit, write_limit, SYSTOLE_ARRAY_MAX_DRAM_LATENCY },
};

static const SystoleDefField sm_fields[] = {
  { "sub-cores", NULL, G_STRUCT_OFFSET (SystoleSmDef, sub_cores), FALSE, read_uint, write_uint, SYSTOLE_SM_MAX_SUB_CORES },
  { "tensor", NULL, G_STRUCT_OFFSET (SystoleSmDef, tensor_rows), FALSE, read_pair, write_pair, SYSTOLE_SM_MAX_TENSOR_SIDE },
  { "warps", NULL, G_STRUCT_OFFSET (SystoleSmDef, warps), FALSE, read_uint, write_uint, SYSTOLE_SM_MAX_WARPS },
  { "port-bytes", NULL, G_STRUCT_OFFSET (SystoleSmDef, port_bytes), FALSE, read_uint, write_uint, SYSTOLE_SM_MAX_PORT_BYTES },
  { "copy-bytes-per-cycle", NULL, G_STRUCT_OFFSET (SystoleSmDef, copy_bytes_per_cycle), FALSE, read_uint, write_uint, SYSTOLE_SM_MAX_COPY_BYTES },
  { "copy-latency", NULL, G_STRUCT_OFFSET (SystoleSmDef, copy_latency), FALSE, read_limit, write_uint, SYSTOLE_SM_MAX_COPY_LATENCY },
  { "stages", NULL, G_STRUCT_OFFSET (SystoleSmDef, stages), FALSE, read_uint, write_uint, SYSTOLE_SM_MAX_STAGES },
  { "clock-hz", NULL, G_STRUCT_OFFSET (SystoleSmDef, clock_hz), FALSE, read_hertz, write_double, CLOCK_MAX },
};

G_STATIC_ASSERT (G_STRUCT_OFFSET (SystoleSmDef, tensor_columns) == G_STRUCT_OFFSET (SystoleSmDef, tensor_rows) + sizeof (guint));

const SystoleDefTable systole_array_def_table = { "array", array_fields, G_N_ELEMENTS (array_fields) };
const SystoleDefTable systole_sm_def_table = { "sm", sm_fields, G_N_ELEMENTS (sm_fields) };

const SystoleDefField *
systole_def_table_find (const SystoleDefTable *self, const char *key)
{
  for (guint i = 0; i < self->n_fields; i++)
    if (strcmp (self->fields[i].key, key) == 0)
      return &self->fields[i];
  return NULL;
}

/* "rows, columns, …" for messages */
char *
systole_def_table_list (const SystoleDefTable *self)
{
  GString *keys = g_string_new (NULL);

  for (guint i = 0; i < self->n_fields; i++)
    g_string_append_printf (keys, "%s%s", i > 0 ? ", " : "", self->fields[i].key);
  return g_string_free (keys, FALSE);
}

gboolean
systole_def_field_read (const SystoleDefField *self, gpointer def, const char *text, GError **error)
{
  return self->read (text, self->key, self->max, (char *) def + self->offset, error);
}

char *
systole_def_field_write (const SystoleDefField *self, gconstpointer def)
{
  return self->write ((const char *) def + self->offset);
}

static const SystoleDefField *
find_with_short (const SystoleDefTable *self, const char *key)
{
  for (guint i = 0; i < self->n_fields; i++)
    if (g_strcmp0 (self->fields[i].short_key, key) == 0)
      return &self->fields[i];
  return systole_def_table_find (self, key);
}

static gboolean
parse_pair (const SystoleDefTable *self, gpointer def, const char *pair, guint *seen, GError **error)
{
  g_auto (GStrv) parts = g_strsplit (pair, "=", 2);
  const SystoleDefField *field;

  if (g_strv_length (parts) != 2)
    {
      g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_SYNTAX, _ ("“%.40s” is not of the form key=value"), pair);
      return FALSE;
    }
  field = find_with_short (self, parts[0]);
  if (field == NULL)
    {
      g_autofree char *keys = systole_def_table_list (self);

      g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_SYNTAX, _ ("%s: “%.40s” is not one of %s"), self->name, parts[0], keys);
      return FALSE;
    }
  if ((*seen & (1u << (field - self->fields))) != 0)
    {
      g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_SYNTAX, _ ("%s: the field is given twice"), field->key);
      return FALSE;
    }
  *seen |= 1u << (field - self->fields);
  return systole_def_field_read (field, def, parts[1], error);
}

/**
 * systole_def_table_parse:
 * @def: an initialised SystoleArrayDef or SystoleSmDef, as the table says
 * @text: `key=value,…`
 *
 * Returns: FALSE with %SYSTOLE_ERROR_SYNTAX or _RANGE that names the key
 */
gboolean
systole_def_table_parse (const SystoleDefTable *self, gpointer def, const char *text, GError **error)
{
  g_auto (GStrv) pairs = g_strsplit (text, ",", -1);
  guint seen = 0;

  for (guint i = 0; pairs[i] != NULL; i++)
    if ((*pairs[i] != '\0' || i > 0) && !parse_pair (self, def, pairs[i], &seen, error))
      return FALSE;
  for (guint i = 0; i < self->n_fields; i++)
    if (self->fields[i].required && (seen & (1u << i)) == 0)
      {
        g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_SYNTAX, _ ("%s: the field “%s” is missing"), self->name, self->fields[i].key);
        return FALSE;
      }
  return TRUE;
}

/**
 * systole_def_table_to_string:
 *
 * Returns: (transfer full): the form that systole_def_table_parse() reads, what is not
 *   written left out, short keys where there are some
 */
char *
systole_def_table_to_string (const SystoleDefTable *self, gconstpointer def)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < self->n_fields; i++)
    {
      const SystoleDefField *field = &self->fields[i];
      g_autofree char *value = systole_def_field_write (field, def);

      if (value != NULL)
        g_string_append_printf (text, "%s%s=%s", text->len > 0 ? "," : "", field->short_key != NULL ? field->short_key : field->key, value);
    }
  return g_string_free (text, FALSE);
}
