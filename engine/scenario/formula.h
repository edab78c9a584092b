/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/*
 * Formulas of lessons: numbers that the engine computes, named in captions and choices.
 *
 *     comparison = sum [("<" | ">" | "≤" | "≥" | "=") sum]
 *     sum        = product {("+" | "−" | "-") product}
 *     product    = factor {("×" | "*" | "÷" | "/") factor}
 *     factor     = number | "(" sum ")" | "⌈" sum "⌉" | "⌊" sum "⌋" | term
 *     term       = name ["(" lane ")"] ["of lane" number] ["at" NAME "=" number] | "cross" NAME
 *
 * Names: the ids of counters (`cycles`, `dram_read_bytes`); `waterfall.PART`, `idle.REASON`,
 * `utilization.UNIT`, `energy.PART` with their ids; `read.LEVEL`, `write.LEVEL` and
 * `traffic.LEVEL` (both) of a memory; `busy`, `units` and `cycle` of the frame that is shown,
 * `event.first-output` and `event.stall`, the cycle of the first result and that of the next
 * wait after the frame; `chip.busy` of `chip.units` SMs, cores or arrays in it; `rows` and `columns` of the lane's
 * array; `reads` (`reads.a`, `reads.b`): operands, counted in numbers, that the multipliers
 * take from outside; `sm.copy-latency`, `sm.copy-rate`, `sm.copy-bytes`, `sm.stages` and
 * `sm.warps` of a bare SM; `peak`, `bandwidth` and `ridge` of the roofline; the fields of machines
 * (`fma.fp32`, `year`); the dimensions of the lane's operation in capitals (`M`, `STRIDE_H`).
 * As the whole of a placeholder also `op`, `array`, `machine` and `year`, which are words. Lanes count
 * from 0; a term without a lane means that of the next term that names one, else lane 0.
 * `peak(1)` is short for `peak of lane 1`. `at M = 64` asks the same lane with another
 * dimension. `cross M` is the least M at which another of the lanes 0 and 1 ends first than at
 * M = 1, and not available if there is none.
 * In the texts of a choice, `{value}` is its own value.
 * Numbers are those of files: a point, never a comma.
 */

typedef enum
{
  SYSTOLE_FORMULA_NUMBER,
  SYSTOLE_FORMULA_TERM,
  SYSTOLE_FORMULA_CROSS,
  SYSTOLE_FORMULA_ADD,
  SYSTOLE_FORMULA_SUBTRACT,
  SYSTOLE_FORMULA_MULTIPLY,
  SYSTOLE_FORMULA_DIVIDE,
  SYSTOLE_FORMULA_CEIL,
  SYSTOLE_FORMULA_FLOOR,
  SYSTOLE_FORMULA_LESS,
  SYSTOLE_FORMULA_GREATER,
  SYSTOLE_FORMULA_AT_MOST,
  SYSTOLE_FORMULA_AT_LEAST,
  SYSTOLE_FORMULA_EQUAL
} SystoleFormulaKind;

typedef struct _SystoleFormula SystoleFormula;

struct _SystoleFormula
{
  SystoleFormulaKind kind;
  double number;
  char *name;  /* of a term */
  int lane;    /* of a term, ≥ 0 */
  char *field; /* of a term: key of the dimension that is another one, or NULL; of a crossing: which is varied */
  guint64 at;  /* its value */
  SystoleFormula *left, *right;
};

SystoleFormula *systole_formula_parse (const char *text, GError **error) G_GNUC_WARN_UNUSED_RESULT;
void systole_formula_free (SystoleFormula *self);
gboolean systole_formula_check (const char *text, GError **error);
gboolean systole_formula_is_word (const char *text); /* `op`, `array`, `machine`, `year`, with their lane */

/* Texts with {formulas}. The function gives the text of one (transfer full). */
typedef char *(*SystoleTemplateFunction) (const char *formula, gpointer data);

gboolean systole_template_check (const char *text, GError **error);
char *systole_template_expand (const char *text, SystoleTemplateFunction function, gpointer data) G_GNUC_WARN_UNUSED_RESULT;

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SystoleFormula, systole_formula_free)

G_END_DECLS
