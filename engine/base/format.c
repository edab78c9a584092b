/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/base/format.h"

#include <math.h>
#include <string.h>

#include "engine/base/number.h"

/* Which of four rows a kept element is of. */
#define ROW_BITS 2

typedef enum
{
#define ELEMENT(ID, bits, significand, min_exponent, largest) ELEMENT_##ID,
#include "engine/base/elements.def"
#undef ELEMENT
  N_ELEMENTS
} Element;

/* How one number is kept. */
typedef struct
{
  guint bits;
  int significand, min_exponent;
  double largest;
} ElementRow;

static const ElementRow elements[N_ELEMENTS] = {
#define ELEMENT(ID, bits, significand, min_exponent, largest) { bits, significand, min_exponent, largest },
#include "engine/base/elements.def"
#undef ELEMENT
};

typedef struct
{
  const char *id;
  const char *accumulator;
  Element elements[3]; /* of A, B, C */
  guint accumulator_bytes;
  const char *title;
  gboolean sparse;
} FormatRow;

static const FormatRow formats[SYSTOLE_N_FORMATS] = {
#define ROW(name, accumulator, a, b, c, accumulator_bytes, title, sparse) { name, accumulator, { ELEMENT_##a, ELEMENT_##b, ELEMENT_##c }, accumulator_bytes, title, sparse },
#define FORMAT(ID, name, accumulator, a, b, c, bytes, title) ROW (name, accumulator, a, b, c, bytes, title, FALSE)
#define SPARSE_FORMAT(ID, name, accumulator, a, b, c, bytes, title) ROW (name, accumulator, a, b, c, bytes, title, TRUE)
#include "engine/base/formats.def"
#undef SPARSE_FORMAT
#undef FORMAT
#undef ROW
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

/**
 * systole_format_get_bits:
 * @operand: C: the result as it is stored
 *
 * Returns: bits one element takes in memory; scales of blocks are not counted
 */
guint
systole_format_get_bits (SystoleFormat self, SystoleOperand operand)
{
  return elements[formats[self].elements[operand]].bits;
}

/**
 * systole_format_get_bytes:
 * @elements: that lie beside one another, at most 2^58
 *
 * Returns: bytes they take, the last one begun counted whole
 */
guint64
systole_format_get_bytes (SystoleFormat self, SystoleOperand operand, guint64 n_elements)
{
  guint bits = systole_format_get_bits (self, operand);

  return bits >= 8 ? n_elements * (bits / 8) : systole_ceil_div (n_elements, 8 / bits);
}

/**
 * systole_format_is_sparse:
 *
 * Returns: whether two of each four rows of a column of B are pruned (2:4). Only what is
 *   kept is multiplied.
 */
gboolean
systole_format_is_sparse (SystoleFormat self)
{
  return formats[self].sparse;
}

/**
 * systole_format_get_slot_bits:
 *
 * What one multiplication's place along K takes in memory. Of a sparse format that is two
 * elements of A, which are all kept, and one of B with the number of its row among four.
 *
 * Returns: bits; of a dense format those of an element
 */
guint
systole_format_get_slot_bits (SystoleFormat self, SystoleOperand operand)
{
  guint bits = systole_format_get_bits (self, operand);

  if (!formats[self].sparse || operand == SYSTOLE_OPERAND_C)
    return bits;
  return operand == SYSTOLE_OPERAND_A ? 2 * bits : bits + ROW_BITS;
}

/**
 * systole_format_get_slot_bytes:
 * @slots: that lie beside one another, at most 2^56
 *
 * Returns: bytes they take, the last one begun counted whole
 */
guint64
systole_format_get_slot_bytes (SystoleFormat self, SystoleOperand operand, guint64 slots)
{
  return systole_ceil_div (slots * systole_format_get_slot_bits (self, operand), 8);
}

/**
 * systole_format_count_bytes:
 * @out: (out): bytes of a matrix, each row of which begins in a byte of its own
 *
 * Returns: FALSE where the count does not fit 64 bits
 */
gboolean
systole_format_count_bytes (SystoleFormat self, SystoleOperand operand, guint64 rows, guint64 columns, guint64 *out)
{
  return columns <= G_MAXUINT64 / 64 && systole_checked_mul (rows, systole_format_get_bytes (self, operand, columns), out);
}

/**
 * systole_format_get_scale:
 *
 * Returns: the factor of every block of this program's own operands: elements of 4 bits
 *   hold −8 … 7 eighths (int4) and up to 12 eighths (fp4) with it; 1 for the others
 */
double
systole_format_get_scale (SystoleFormat self, SystoleOperand operand)
{
  switch ((guint) formats[self].elements[operand])
    {
    case ELEMENT_INT4:
      return 0.125;
    case ELEMENT_FP4:
      return 0.25;
    default:
      return 1;
    }
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
 * The nearest number that an element of the operand holds (its block's scale being 1),
 * ties to even (IEEE 754-2019 §4.3.1). Out of range becomes the largest finite one.
 */
double
systole_format_round (SystoleFormat self, SystoleOperand operand, double value)
{
  Element element = formats[self].elements[operand];
  const ElementRow *row = &elements[element];

  if (element == ELEMENT_FP64)
    return value;
  if (row->significand == 0)
    return CLAMP (nearbyint (value), -row->largest - 1, row->largest);
  return round_binary (value, row->significand, row->min_exponent, row->largest);
}

/**
 * systole_format_is_integer:
 *
 * Returns: whether elements are whole numbers and sums int32; else they are floats
 */
gboolean
systole_format_is_integer (SystoleFormat self)
{
  return formats[self].elements[SYSTOLE_OPERAND_C] == ELEMENT_INT32;
}

/**
 * systole_format_multiply:
 * @a: @b: numbers of the format
 *
 * The product as the multiplier hands it on: exact for int8 (it fits int32) and for
 * elements of up to 12 bits of significand (it fits fp32), rounded to fp32 for fp32 and
 * to fp64 for fp64.
 */
double
systole_format_multiply (SystoleFormat self, double a, double b)
{
  return systole_format_is_integer (self) || self == SYSTOLE_FORMAT_FP64 ? a * b : (double) (float) (a * b);
}

/**
 * systole_format_add:
 *
 * One accumulation: int32 with wrap-around, or fp32 (fp64) rounded to nearest after each
 * addition. The order of additions is the caller's: ascending k.
 */
double
systole_format_add (SystoleFormat self, double sum, double product)
{
  if (systole_format_is_integer (self))
    return (double) (gint32) (guint32) ((guint64) (gint64) sum + (guint64) (gint64) product);
  if (self == SYSTOLE_FORMAT_FP64)
    return sum + product;
  return (double) ((float) sum + (float) product);
}
