/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/selection.h"

gboolean
systole_target_equal (const SystoleTarget *a, const SystoleTarget *b)
{
  return a->kind == b->kind && a->unit == b->unit && a->sub_core == b->sub_core && a->row == b->row && a->column == b->column && a->level == b->level;
}
