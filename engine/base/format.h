/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Number formats of operands, each with the accumulator that the modelled
 * hardware adds in. A value is carried as a double: every int32 and every fp32
 * is one exactly. */

typedef enum
{
#define FORMAT(ID, name, accumulator, bytes, accumulator_bytes, title) SYSTOLE_FORMAT_##ID,
#include "engine/base/formats.def"
#undef FORMAT
  SYSTOLE_N_FORMATS
} SystoleFormat;

const char *systole_format_get_id (SystoleFormat self);             /* "int8" */
const char *systole_format_get_accumulator_id (SystoleFormat self); /* "int32" */
const char *systole_format_get_title (SystoleFormat self);          /* "int8 → int32" */
guint systole_format_get_bytes (SystoleFormat self);                /* bytes an operand element */
guint systole_format_get_accumulator_bytes (SystoleFormat self);    /* bytes a sum */
gboolean systole_format_from_id (const char *id, SystoleFormat *out);
char *systole_format_list_ids (void) G_GNUC_WARN_UNUSED_RESULT; /* "int8, bf16, …" */

double systole_format_round (SystoleFormat self, double value);
double systole_format_multiply (SystoleFormat self, double a, double b);
double systole_format_add (SystoleFormat self, double sum, double product);

G_END_DECLS
