/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Number formats of products, each with the accumulator that the modelled hardware adds
 * in. A and B may have different elements (4-bit weights with 16-bit activations). A
 * value is carried as a double: every int32, fp32 and fp64 is one exactly. */

typedef enum
{
#define FORMAT(ID, name, accumulator, a, b, c, accumulator_bytes, title) SYSTOLE_FORMAT_##ID,
#include "engine/base/formats.def"
#undef FORMAT
  SYSTOLE_N_FORMATS
} SystoleFormat;

typedef enum
{
  SYSTOLE_OPERAND_A, /* M × K */
  SYSTOLE_OPERAND_B, /* K × N */
  SYSTOLE_OPERAND_C  /* M × N, the result */
} SystoleOperand;

const char *systole_format_get_id (SystoleFormat self);             /* "int8" */
const char *systole_format_get_accumulator_id (SystoleFormat self); /* "int32" */
const char *systole_format_get_title (SystoleFormat self);          /* "int8 → int32" */
guint systole_format_get_accumulator_bytes (SystoleFormat self);    /* bytes a sum */
gboolean systole_format_from_id (const char *id, SystoleFormat *out);
char *systole_format_list_ids (void) G_GNUC_WARN_UNUSED_RESULT; /* "int8, bf16, …" */

guint systole_format_get_bits (SystoleFormat self, SystoleOperand operand); /* an element in memory: 4, 8, 16, 32 or 64 */
guint64 systole_format_get_bytes (SystoleFormat self, SystoleOperand operand, guint64 elements);
gboolean systole_format_is_sparse (SystoleFormat self);
gboolean systole_format_is_integer (SystoleFormat self);
guint systole_format_get_slot_bits (SystoleFormat self, SystoleOperand operand);
guint64 systole_format_get_slot_bytes (SystoleFormat self, SystoleOperand operand, guint64 slots);
gboolean systole_format_count_bytes (SystoleFormat self, SystoleOperand operand, guint64 rows, guint64 columns, guint64 *out);

double systole_format_get_scale (SystoleFormat self, SystoleOperand operand);
double systole_format_round (SystoleFormat self, SystoleOperand operand, double value);
double systole_format_multiply (SystoleFormat self, double a, double b);
double systole_format_add (SystoleFormat self, double sum, double product);

G_END_DECLS
