/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/base/format.h"

#include <math.h>
#include <string.h>

typedef struct
{
  const char *id;
  const char *accumulator;
  guint bytes;
  guint accumulator_bytes;
  const char *title;
} FormatRow;

static const FormatRow formats[SYSTOLE_N_FORMATS] = {
#define FORMAT(ID, name, accumulator, bytes, accumulator_bytes, title) { name, accumulator, bytes, accumulator_bytes, title },
#include "engine/base/formats.def"
#undef FORMAT
};

const char *
systole_format_get_id (SystoleFormat self)
{
  return formats[self].id;
}

const char *
systole_format_get_accumulator_id (SystoleFormat self)
{
  return formats[self].accumulator;
}

const char *
systole_format_get_title (SystoleFormat self)
{
  return formats[self].title;
}

/**
 * systole_format_get_bytes:
 *
 * Returns: bytes one operand element takes in memory
 */
guint
systole_format_get_bytes (SystoleFormat self)
{
  return formats[self].bytes;
}

/**
 * systole_format_get_accumulator_bytes:
 *
 * Returns: bytes one sum takes
 */
guint
systole_format_get_accumulator_bytes (SystoleFormat self)
{
  return formats[self].accumulator_bytes;
}

gboolean
systole_format_from_id (const char *id, SystoleFormat *out)
{
  for (guint i = 0; i < SYSTOLE_N_FORMATS; i++)
    if (strcmp (formats[i].id, id) == 0)
      {
        *out = (SystoleFormat) i;
        return TRUE;
      }
  return FALSE;
}

/**
 * systole_format_list_ids:
 *
 * Returns: (transfer full): the ids, separated by commas, for error messages
 */
char *
systole_format_list_ids (void)
{
  GString *list = g_string_new (NULL);

  for (guint i = 0; i < SYSTOLE_N_FORMATS; i++)
    g_string_append_printf (list, "%s%s", i > 0 ? ", " : "", formats[i].id);
  return g_string_free (list, FALSE);
}

/* Round to nearest, ties to even, at `bits` of significand (hidden bit included),
 * with subnormals below 2^min_exponent. Magnitudes above `largest` become it. */
static double
round_binary (double value, int bits, int min_exponent, double largest)
{
  int exponent;
  double unit;

  if (!(fabs (value) > 0))
    return value;
  frexp (value, &exponent);
  unit = ldexp (1.0, MAX (exponent - bits, min_exponent - bits + 1));
  value = nearbyint (value / unit) * unit;
  return CLAMP (value, -largest, largest);
}

/**
 * systole_format_round:
 * @value: any finite number
 *
 * The nearest number of the format, ties to even (IEEE 754-2019 §4.3.1; bf16 is
 * binary32 with an 8-bit significand). Out of range becomes the largest finite one.
 */
double
systole_format_round (SystoleFormat self, double value)
{
  switch (self)
    {
    case SYSTOLE_FORMAT_INT8:
      return CLAMP (nearbyint (value), -128.0, 127.0);
    case SYSTOLE_FORMAT_BF16:
      return round_binary (value, 8, -126, 0x1.fep127);
    case SYSTOLE_FORMAT_FP16:
      return round_binary (value, 11, -14, 65504.0);
    case SYSTOLE_FORMAT_FP32:
      return (double) (float) value;
    case SYSTOLE_N_FORMATS:
    default:
      g_return_val_if_reached (value);
    }
}

/**
 * systole_format_multiply:
 * @a: @b: numbers of the format
 *
 * The product as the multiplier hands it on: exact for int8, bf16 and fp16 (it fits
 * int32 or fp32), rounded to fp32 for fp32.
 */
double
systole_format_multiply (SystoleFormat self, double a, double b)
{
  return self == SYSTOLE_FORMAT_INT8 ? a * b : (double) (float) (a * b);
}

/**
 * systole_format_add:
 *
 * One accumulation: int32 with wrap-around, or fp32 rounded to nearest after each
 * addition. The order of additions is the caller's: ascending k.
 */
double
systole_format_add (SystoleFormat self, double sum, double product)
{
  if (self == SYSTOLE_FORMAT_INT8)
    return (double) (gint32) (guint32) ((guint64) (gint64) sum + (guint64) (gint64) product);
  return (double) ((float) sum + (float) product);
}
