/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/run/run.h"

/* The teaching SM on 8 × 8 × 8: 36 cycles, and all of cycle 18. */

typedef struct
{
  SystoleRun *run;
  SystoleSmFrame frame;
} Fixture;

static void
set_up (Fixture *f, gconstpointer data)
{
  g_autoptr (SystoleMachine) machine = NULL;
  g_autoptr (GError) error = NULL;
  SystoleSmDef def;
  SystoleOp op;

  (void) data;
  systole_sm_def_init (&def);
  systole_op_init_gemm (&op, 8, 8, 8, SYSTOLE_FORMAT_INT8);
  machine = systole_machine_new_sm (&def);
  f->run = systole_run_new (&op, machine, SYSTOLE_OPERANDS_ON_CHIP, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  systole_sm_frame_init (&f->frame);
  f->frame.values = TRUE;
  systole_run_sm_frame (f->run, 0, 18, &f->frame);
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  (void) data;
  systole_sm_frame_clear (&f->frame);
  systole_run_unref (f->run);
}

static void
test_totals (Fixture *f, gconstpointer data)
{
  const SystoleWaterfallPart *parts;
  guint n;
  guint64 sum = 0;

  (void) data;
  g_assert_cmpuint (systole_run_get_n_cycles (f->run), ==, 36);
  g_assert_cmpuint (systole_run_get_useful_macs (f->run), ==, 512);
  g_assert_cmpuint (systole_run_get_issued_macs (f->run), ==, 512);
  g_assert_true (systole_run_is_sound (f->run));
  parts = systole_run_get_waterfall (f->run, &n);
  for (guint i = 0; i < n; i++)
    sum += parts[i].cycles;
  g_assert_cmpuint (sum, ==, 36);
  g_assert_cmpuint (parts[0].cycles, ==, 512 / 64);
}

static void
assert_warp (const Fixture *f, guint warp, gboolean issues, SystoleInstruction instruction, SystoleReason reason, guint64 tile)
{
  const SystoleWarpState *w = &g_array_index (f->frame.warps, SystoleWarpState, warp);

  g_assert_cmpuint (w->warp, ==, warp);
  g_assert_cmpuint (w->sub_core, ==, warp % 4);
  g_assert_cmpint (w->issues, ==, issues);
  g_assert_cmpint (w->instruction, ==, instruction);
  g_assert_cmpint (w->reason, ==, reason);
  g_assert_true (w->tile == tile);
}

static void
test_warps (Fixture *f, gconstpointer data)
{
  const SystoleWarpState *w2 = &g_array_index (f->frame.warps, SystoleWarpState, 2);
  const SystoleWarpState *w3 = &g_array_index (f->frame.warps, SystoleWarpState, 3);

  (void) data;
  g_assert_cmpuint (f->frame.warps->len, ==, 8);
  assert_warp (f, 0, FALSE, SYSTOLE_INSTRUCTION_WAIT, SYSTOLE_REASON_MEMORY, 1);
  assert_warp (f, 1, TRUE, SYSTOLE_INSTRUCTION_MMA, SYSTOLE_REASON_BUSY, 0);
  assert_warp (f, 2, TRUE, SYSTOLE_INSTRUCTION_LOAD, SYSTOLE_REASON_BUSY, 0);
  assert_warp (f, 3, FALSE, SYSTOLE_INSTRUCTION_LOAD, SYSTOLE_REASON_UNIT_BUSY, 0);
  assert_warp (f, 4, FALSE, SYSTOLE_INSTRUCTION_NONE, SYSTOLE_REASON_DRAIN, SYSTOLE_NO_INDEX);
  assert_warp (f, 5, FALSE, SYSTOLE_INSTRUCTION_NONE, SYSTOLE_REASON_DRAIN, SYSTOLE_NO_INDEX);
  assert_warp (f, 6, FALSE, SYSTOLE_INSTRUCTION_WAIT, SYSTOLE_REASON_MEMORY, 1);
  assert_warp (f, 7, FALSE, SYSTOLE_INSTRUCTION_WAIT, SYSTOLE_REASON_MEMORY, 1);
  g_assert_cmpint (w2->operand, ==, SYSTOLE_OPERAND_B);
  g_assert_cmpuint (w2->index, ==, 0);
  g_assert_cmpint (w3->operand, ==, SYSTOLE_OPERAND_A);
}

static void
test_memory (Fixture *f, gconstpointer data)
{
  const SystoleCopyState *c = (const SystoleCopyState *) (void *) f->frame.copies->data;
  const SystoleStageState *s = (const SystoleStageState *) (void *) f->frame.stages->data;
  const SystolePipeState *lsu = &g_array_index (f->frame.pipes, SystolePipeState, 4);
  const SystolePipeState *tma = &g_array_index (f->frame.pipes, SystolePipeState, 5);

  (void) data;
  g_assert_cmpuint (f->frame.copies->len, ==, 2);
  g_assert_cmpint (c[0].operand, ==, SYSTOLE_OPERAND_A);
  g_assert_cmpuint (c[0].tile, ==, 1);
  g_assert_cmpuint (c[0].piece, ==, 1);
  g_assert_cmpuint (c[0].n_pieces, ==, 2);
  g_assert_cmpuint (c[0].warp, ==, 6);
  g_assert_cmpuint (c[0].bytes, ==, 16);
  g_assert_cmpuint (c[0].arrived, ==, 16);
  g_assert_false (c[0].queued);
  g_assert_cmpint (c[1].operand, ==, SYSTOLE_OPERAND_B);
  g_assert_cmpuint (c[1].piece, ==, 1);
  g_assert_cmpuint (c[1].arrived, ==, 0);
  g_assert_true (c[1].queued);
  g_assert_cmpuint (f->frame.stages->len, ==, 2);
  g_assert_cmpuint (s[0].tile, ==, 0);
  g_assert_cmpuint (s[0].landed_a + s[0].landed_b, ==, 4);
  g_assert_cmpuint (s[1].tile, ==, 1);
  g_assert_cmpuint (s[1].landed_mask_a, ==, 1);
  g_assert_cmpuint (s[1].landed_mask_b, ==, 1);
  g_assert_cmpint (lsu->unit, ==, SYSTOLE_UNIT_LSU);
  g_assert_cmpint (lsu->reason, ==, SYSTOLE_REASON_BUSY);
  g_assert_cmpuint (lsu->warp, ==, 2);
  g_assert_cmpint (tma->unit, ==, SYSTOLE_UNIT_TMA);
  g_assert_cmpint (tma->reason, ==, SYSTOLE_REASON_BUSY);
  g_assert_cmpuint (f->frame.copy_bytes_per_cycle, ==, 8);
}

static void
test_tensor_cores (Fixture *f, gconstpointer data)
{
  static const SystoleReason reasons[] = { SYSTOLE_REASON_BUSY, SYSTOLE_REASON_BUSY, SYSTOLE_REASON_OPERAND, SYSTOLE_REASON_UNIT_BUSY };
  const SystoleGemm gemm = { 8, 8, 8, SYSTOLE_FORMAT_INT8, 1 };
  SystoleSummary summary;

  (void) data;
  for (guint s = 0; s < 4; s++)
    {
      const SystolePipeState *p = &g_array_index (f->frame.pipes, SystolePipeState, s);

      g_assert_cmpint (p->reason, ==, reasons[s]);
      g_assert_cmpuint (p->m0, ==, s / 2 * 4);
      g_assert_cmpuint (p->n0, ==, s % 2 * 4);
    }
  g_assert_cmpuint (g_array_index (f->frame.pipes, SystolePipeState, 0).k, ==, 2);
  g_assert_cmpuint (g_array_index (f->frame.pipes, SystolePipeState, 1).k, ==, 0);
  for (guint s = 0; s < 2; s++)
    for (guint i = 0; i < 16; i++)
      {
        const SystoleFragmentCell *cell = &g_array_index (f->frame.cells, SystoleFragmentCell, s * 16 + i);

        g_assert_cmpuint (cell->m, ==, i / 4);
        g_assert_cmpuint (cell->n, ==, s * 4 + i % 4);
        g_assert_cmpuint (cell->k, ==, s == 0 ? 2 : 0);
        g_assert_true (cell->partial_out.present);
        g_assert_cmpfloat (cell->a.value, ==, systole_gemm_a (&gemm, cell->m, cell->k));
        g_assert_cmpfloat (cell->b.value, ==, systole_gemm_b (&gemm, cell->k, cell->n));
        g_assert_cmpfloat (cell->partial_out.value, ==, systole_gemm_partial (&gemm, cell->m, cell->n, cell->k + 1));
        g_assert_cmpfloat (cell->partial_in.value + cell->product.value, ==, cell->partial_out.value);
      }
  systole_run_summarize (f->run, 18, &summary);
  g_assert_cmpuint (summary.total, ==, 64);
  g_assert_cmpuint (summary.busy, ==, 32);
  g_assert_cmpuint (summary.idle[SYSTOLE_REASON_OPERAND], ==, 16);
  g_assert_cmpuint (summary.idle[SYSTOLE_REASON_UNIT_BUSY], ==, 16);
}

static void
test_strip (Fixture *f, gconstpointer data)
{
  SystoleStretch s[8];
  guint64 event;
  SystoleEvents kind;

  (void) data;
  g_assert_cmpuint (systole_run_get_strip (f->run, s, G_N_ELEMENTS (s)), ==, 3);
  g_assert_cmpuint (s[0].end, ==, 16);
  g_assert_cmpuint (s[1].start, ==, 16);
  g_assert_cmpuint (s[1].end, ==, 34);
  g_assert_cmpuint (s[2].end, ==, 36);
  g_assert_cmpint (s[0].reason, ==, SYSTOLE_REASON_MEMORY);
  g_assert_cmpint (s[2].reason, ==, SYSTOLE_REASON_DRAIN);
  g_assert_true (systole_run_find_event (f->run, 0, SYSTOLE_EVENT_FIRST_OUTPUT, 1, &event, &kind));
  g_assert_cmpuint (event, ==, 28);
  g_assert_cmpuint (systole_run_step (f->run, 0, SYSTOLE_STEP_TILE, 1), ==, 16);
  g_assert_cmpuint (systole_run_step (f->run, 16, SYSTOLE_STEP_TILE, 1), ==, 24);
  g_assert_cmpuint (systole_run_step (f->run, 24, SYSTOLE_STEP_TILE, -1), ==, 16);
  g_assert_cmpuint (systole_run_step (f->run, 16, SYSTOLE_STEP_PHASE, 1), ==, 34);
  g_assert_cmpuint (systole_run_step (f->run, 20, SYSTOLE_STEP_PHASE, -1), ==, 16);
}

static void
test_caption (Fixture *f, gconstpointer data)
{
  g_autofree char *caption = systole_run_describe_cycle (f->run, 18);
  g_autofree char *first = systole_run_describe_cycle (f->run, 0);

  (void) data;
  g_assert_cmpstr (caption, ==, "SM: two of four tensor cores multiply; sub-core 2 loads its operands, sub-core 3 waits for the shared-memory port.");
  g_assert_cmpstr (first, !=, caption);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(name, function) g_test_add ("/sm/teaching/" name, Fixture, NULL, set_up, function, tear_down)
  ADD ("totals", test_totals);
  ADD ("warps", test_warps);
  ADD ("memory", test_memory);
  ADD ("tensor-cores", test_tensor_cores);
  ADD ("strip", test_strip);
  ADD ("caption", test_caption);
#undef ADD
  return g_test_run ();
}
