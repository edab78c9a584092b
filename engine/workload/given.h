/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/base/format.h"

G_BEGIN_DECLS

/*
 * Small matrices given in full, instead of values made from a seed: A, B or both of a
 * product. Immutable once made and reference-counted; as text rows are separated by
 * “;” and numbers by blanks: "1 2; 3 4".
 */

#define SYSTOLE_GIVEN_MAX_ELEMENTS 4096 /* of one matrix */

typedef struct
{
  gatomicrefcount ref_count;
  guint64 rows[2], columns[2]; /* of A and B, by SystoleOperand */
  double *values[2];           /* row by row; NULL: made from the seed */
} SystoleGiven;

SystoleGiven *systole_given_new (void) G_GNUC_WARN_UNUSED_RESULT;
SystoleGiven *systole_given_ref (SystoleGiven *self);
void systole_given_unref (SystoleGiven *self);
gboolean systole_given_read (SystoleGiven *self, SystoleOperand operand, const char *text, GError **error); /* once for each */
char *systole_given_write (const SystoleGiven *self, SystoleOperand operand) G_GNUC_WARN_UNUSED_RESULT;     /* NULL: not given */
gboolean systole_given_equal (const SystoleGiven *a, const SystoleGiven *b);                                /* NULL is allowed */
gboolean systole_given_check (const SystoleGiven *self, SystoleFormat format, guint64 m, guint64 n, guint64 k, GError **error);

/* The element of an operand that is given. */
static inline double
systole_given_get (const SystoleGiven *self, SystoleOperand operand, guint64 row, guint64 column)
{
  return self->values[operand][row * self->columns[operand] + column];
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SystoleGiven, systole_given_unref)

G_END_DECLS
