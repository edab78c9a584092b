/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/run/frame.h"

/* Are two SM frames the same in every member of every list? Asserts. */

static inline void
assert_same_value (SystoleValue a, SystoleValue b)
{
  g_assert_cmpint (a.present, ==, b.present);
  if (a.present)
    g_assert_cmpfloat (a.value, ==, b.value);
}

#define ASSERT_SAME(a, b, list, Type, ...)                                                             \
  G_STMT_START                                                                                         \
  {                                                                                                    \
    g_assert_cmpuint ((a)->list->len, ==, (b)->list->len);                                             \
    for (guint i = 0; i < (a)->list->len; i++)                                                         \
      {                                                                                                \
        const Type *x = &g_array_index ((a)->list, Type, i), *y = &g_array_index ((b)->list, Type, i); \
        __VA_ARGS__                                                                                    \
      }                                                                                                \
  }                                                                                                    \
  G_STMT_END
#define SAME(member) g_assert_true (x->member == y->member);

static inline void
assert_same_frame (const SystoleSmFrame *a, const SystoleSmFrame *b)
{
  g_assert_cmpuint (a->block, ==, b->block);
  g_assert_cmpuint (a->residents, ==, b->residents);
  for (guint i = 0; i < a->residents; i++)
    g_assert_cmpuint (systole_sm_frame_get_block (a, i), ==, systole_sm_frame_get_block (b, i));
  g_assert_cmpint (a->phase, ==, b->phase);
  ASSERT_SAME (a, b, warps, SystoleWarpState, SAME (warp) SAME (sub_core) SAME (resident) SAME (issues) SAME (reason) SAME (instruction) SAME (operand) SAME (tile) SAME (index));
  ASSERT_SAME (a, b, pipes, SystolePipeState, SAME (unit) SAME (sub_core) SAME (reason) SAME (warp) SAME (tile) SAME (k) SAME (m0) SAME (n0));
  ASSERT_SAME (a, b, copies, SystoleCopyState, SAME (operand) SAME (tile) SAME (piece) SAME (n_pieces) SAME (warp) SAME (resident) SAME (bytes) SAME (arrived) SAME (queued));
  ASSERT_SAME (a, b, stages, SystoleStageState, SAME (tile) SAME (pieces_a) SAME (pieces_b) SAME (landed_a) SAME (landed_b) SAME (landed_mask_a) SAME (landed_mask_b) SAME (resident));
  ASSERT_SAME (a, b, cells, SystoleFragmentCell, SAME (sub_core) SAME (row) SAME (column) SAME (reason) SAME (m) SAME (n) SAME (k));
  for (guint i = 0; i < a->cells->len; i++)
    {
      const SystoleFragmentCell *x = &g_array_index (a->cells, SystoleFragmentCell, i), *y = &g_array_index (b->cells, SystoleFragmentCell, i);

      assert_same_value (x->a, y->a);
      assert_same_value (x->b, y->b);
      assert_same_value (x->product, y->product);
      assert_same_value (x->partial_in, y->partial_in);
      assert_same_value (x->partial_out, y->partial_out);
    }
}
