/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/base/operand.h"

/**
 * systole_operand_hash:
 * @seed: of the file, default 1
 * @i: @j: row and column in the operand's matrix, from 0
 *
 * A fixed hash: the finaliser of SplitMix64 (Steele, Lea, Flood, OOPSLA 2014) over
 *
 *     x = mix (seed + G)
 *     x = mix (x ^ ((operand + 1) · G))
 *     x = mix (x ^ (i + G))
 *     x = mix (x ^ (j + G))
 *
 * with G = 0x9E3779B97F4A7C15, all modulo 2^64. It never changes: files name
 * results that were computed with it.
 */
guint64
systole_operand_hash (guint64 seed, SystoleOperand operand, guint64 i, guint64 j)
{
  const guint64 golden = G_GUINT64_CONSTANT (0x9E3779B97F4A7C15);
  guint64 x = seed + golden;

#define MIX(v)                                                   \
  v = (v ^ (v >> 30)) * G_GUINT64_CONSTANT (0xBF58476D1CE4E5B9); \
  v = (v ^ (v >> 27)) * G_GUINT64_CONSTANT (0x94D049BB133111EB); \
  v = v ^ (v >> 31)

  MIX (x);
  x ^= ((guint64) operand + 1) * golden;
  MIX (x);
  x ^= i + golden;
  MIX (x);
  x ^= j + golden;
  MIX (x);
#undef MIX
  return x;
}

/**
 * systole_operand_value:
 *
 * Element (@i, @j) of an operand: an integer −8 … 7 from the hash's top four bits for
 * int8; that integer times 1/8, rounded to the format, for the others. Only fp4 rounds: it
 * has two bits of significand, so 5/8 becomes 4/8 and 7/8 becomes 1.
 */
double
systole_operand_value (SystoleFormat format, guint64 seed, SystoleOperand operand, guint64 i, guint64 j)
{
  int integer = (int) (systole_operand_hash (seed, operand, i, j) >> 60) - 8;
  double scale;

  if (systole_format_is_integer (format))
    return integer;
  if (format != SYSTOLE_FORMAT_NVFP4)
    return integer / 8.0;
  scale = systole_format_get_scale (format, operand);
  return systole_format_round (format, operand, integer / 8.0 / scale) * scale;
}
