/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/systolic/array-machine.h"
#include "engine/workload/product.h"

/* The closed forms against the register machine: every register of every PE at every
 * cycle, for random shapes, formats, dataflows and timings. */

#define N_SHAPES 270

static SystoleRun *
run_on (const SystoleArrayDef *def, const SystoleOp *op)
{
  g_autoptr (SystoleMachine) machine = systole_machine_new_array (def);
  GError *error = NULL;
  SystoleRun *run = systole_run_new (op, machine, def->memory.dram_bytes_per_cycle > 0 ? SYSTOLE_OPERANDS_COLD : SYSTOLE_OPERANDS_ON_CHIP, NULL, NULL, NULL, &error);

  g_assert_no_error (error);
  return run;
}

static guint64
side (gint end)
{
  return (guint64) g_test_rand_int_range (1, end);
}

/* A product, a batch of them, a convolution. */
static void
random_op (guint i, SystoleFormat format, SystoleOp *op)
{
  g_autofree char *text = NULL;
  GError *error = NULL;
  guint64 groups = side (4);

  if (i / 9 % 3 == 0)
    text = g_strdup_printf ("gemm:m=%u,n=%u,k=%u", (guint) side (18), (guint) side (18), (guint) side (18));
  else if (i / 9 % 3 == 1)
    text = g_strdup_printf ("batched_gemm:m=%u,n=%u,k=%u,b=%u", (guint) side (9), (guint) side (9), (guint) side (9), (guint) side (5));
  else
    text = g_strdup_printf ("conv:n=%u,c=%u,h=%u,w=%u,k=%u,r=%u,s=%u,stride_h=%u,pad_w=%u,dilation_w=%u,groups=%u",
                            (guint) side (3),
                            (guint) (groups * side (4)),
                            (guint) (2 + side (3)),
                            (guint) (4 + side (2)),
                            (guint) (groups * side (4)),
                            (guint) side (4),
                            (guint) side (3),
                            (guint) side (3),
                            (guint) side (3) - 1,
                            (guint) side (3),
                            (guint) groups);
  systole_op_parse (text, format, op, &error);
  g_assert_no_error (error);
}

static guint
limit (gint end)
{
  return (guint) g_test_rand_int_range (0, end);
}

static void
random_memory (SystoleArrayMemoryDef *memory)
{
  *memory = (SystoleArrayMemoryDef){
    .a = { limit (200), limit (9), 1 },
    .b = { limit (200), limit (9), 1 },
    .c = { limit (800), limit (24), 2 },
    .buffering = limit (4) == 0 ? SYSTOLE_BUFFERING_SINGLE : SYSTOLE_BUFFERING_DOUBLE,
    .dram_bytes_per_cycle = limit (24),
    .dram_latency = limit (30),
  };
}

static SystoleRun *
random_run (guint i)
{
  static const SystoleFormat formats[] = { SYSTOLE_FORMAT_INT8, SYSTOLE_FORMAT_BF16, SYSTOLE_FORMAT_FP16, SYSTOLE_FORMAT_FP32, SYSTOLE_FORMAT_FP64, SYSTOLE_FORMAT_NVFP4, SYSTOLE_FORMAT_FP8 };
  SystoleArrayDef def = { (guint) g_test_rand_int_range (1, 8), (guint) g_test_rand_int_range (1, 8), (SystoleDataflow) (i % 3), (SystoleTiming) (i / 3 % 3), 1e9 };
  SystoleOp op;

  def.weights = (SystoleWeights) (i / 2 % 2);
  if (i % 4 == 3)
    random_memory (&def.memory);
  random_op (i, formats[i % G_N_ELEMENTS (formats)], &op);
  op.seed = i;
  return run_on (&def, &op);
}

static gboolean
same_value (const SystoleValue *a, const SystoleValue *b)
{
  return a->present == b->present && (!a->present || (a->value <= b->value && a->value >= b->value));
}

static gboolean
same_cell (const SystoleArrayCell *a, const SystoleArrayCell *b)
{
  return a->row == b->row && a->column == b->column && a->reason == b->reason && same_value (&a->a, &b->a) && same_value (&a->b, &b->b) &&
         same_value (&a->product, &b->product) && same_value (&a->partial_in, &b->partial_in) && same_value (&a->partial_out, &b->partial_out) &&
         a->m == b->m && a->n == b->n && a->k == b->k && a->fold == b->fold && a->final == b->final;
}

static gboolean
same_cells (const SystoleArrayFrame *a, const SystoleArrayFrame *b)
{
  for (guint i = 0; i < a->cells->len; i++)
    if (!same_cell (&g_array_index (a->cells, SystoleArrayCell, i), &g_array_index (b->cells, SystoleArrayCell, i)))
      return FALSE;
  return a->cells->len == b->cells->len;
}

static char *
cell_to_string (const SystoleArrayCell *c)
{
  return g_strdup_printf ("(%u,%u) reason %d a %d:%g b %d:%g in %d:%g out %d:%g m %" G_GINT64_FORMAT " n %" G_GINT64_FORMAT " k %" G_GINT64_FORMAT " fold %" G_GUINT64_FORMAT " final %d",
                          c->row,
                          c->column,
                          c->reason,
                          c->a.present,
                          c->a.value,
                          c->b.present,
                          c->b.value,
                          c->partial_in.present,
                          c->partial_in.value,
                          c->partial_out.present,
                          c->partial_out.value,
                          (gint64) c->m,
                          (gint64) c->n,
                          (gint64) c->k,
                          c->fold,
                          c->final);
}

static void
assert_same_cells (const SystoleRun *run, const SystoleArrayFrame *a, const SystoleArrayFrame *b)
{
  for (guint i = 0; i < a->cells->len; i++)
    {
      const SystoleArrayCell *x = &g_array_index (a->cells, SystoleArrayCell, i), *y = &g_array_index (b->cells, SystoleArrayCell, i);

      if (!same_cell (x, y))
        {
          g_autofree char *op = systole_op_to_string (systole_run_get_op (run));
          g_autofree char *left = cell_to_string (x);
          g_autofree char *right = cell_to_string (y);

          g_error ("%s, %s, cycle %" G_GUINT64_FORMAT ":\n closed form %s\n registers   %s", systole_machine_get_id (systole_run_get_machine (run)), op, a->cycle, left, right);
        }
    }
}

static void
assert_same_edges (const SystoleRun *run, const SystoleArrayFrame *a, const SystoleArrayFrame *b)
{
  if (a->phase != b->phase || a->out_done != b->out_done || a->bottom->len != b->bottom->len)
    {
      g_autofree char *op = systole_op_to_string (systole_run_get_op (run));

      g_error ("%s, %s, cycle %" G_GUINT64_FORMAT ": phase %s and %s, out %" G_GUINT64_FORMAT " and %" G_GUINT64_FORMAT ", bottom %u and %u", systole_machine_get_id (systole_run_get_machine (run)), op, a->cycle, systole_phase_get_id (a->phase), systole_phase_get_id (b->phase), a->out_done, b->out_done, a->bottom->len, b->bottom->len);
    }
  g_assert_cmpuint (a->out_total, ==, b->out_total);
  for (guint i = 0; i < a->bottom->len; i++)
    {
      const SystoleEdgeToken *x = &g_array_index (a->bottom, SystoleEdgeToken, i), *y = &g_array_index (b->bottom, SystoleEdgeToken, i);

      g_assert_true (x->lane == y->lane && x->slot == y->slot && x->i == y->i && x->j == y->j && x->final == y->final);
      g_assert_cmpfloat (x->value, ==, y->value);
    }
}

static gboolean
has_shadows (const SystoleArrayDef *def)
{
  return def->timing == SYSTOLE_TIMING_OVERLAPPED || (def->weights == SYSTOLE_WEIGHTS_SHADOW && def->timing == SYSTOLE_TIMING_HARDWARE);
}

/* What stands at an edge before a PE is in that PE's register a cycle later. Returns: elements that enter from above */
static guint64
assert_edges_come_true (const SystoleArrayDef *def, const SystoleArrayFrame *before, const SystoleArrayFrame *now)
{
  guint64 entered = 0;

  for (guint i = 0; i < before->left->len; i++)
    {
      const SystoleEdgeToken *token = &g_array_index (before->left, SystoleEdgeToken, i);
      const SystoleArrayCell *cell = systole_array_frame_get_cell (now, token->lane, 0);
      const SystoleValue *value = def->dataflow == SYSTOLE_DATAFLOW_IS ? &cell->b : &cell->a;

      if (token->slot > 0)
        continue;
      g_assert_cmpint (token->hole, ==, cell->reason != SYSTOLE_REASON_BUSY);
      if (!token->hole)
        g_assert_cmpfloat (token->value, ==, value->value);
    }
  for (guint i = 0; i < before->top->len; i++)
    {
      const SystoleEdgeToken *token = &g_array_index (before->top, SystoleEdgeToken, i);
      const SystoleArrayCell *cell = systole_array_frame_get_cell (now, 0, token->lane);
      const SystoleValue *value = def->dataflow == SYSTOLE_DATAFLOW_IS ? &cell->a : &cell->b;

      if (token->slot > 0 || token->hole)
        continue;
      entered++;
      /* With shadows a block goes into a chain behind the one that multiplies, which no frame shows. */
      if (def->dataflow != SYSTOLE_DATAFLOW_OS && has_shadows (def) && now->phase != SYSTOLE_PHASE_LOAD)
        continue;
      g_assert_true (value->present);
      g_assert_cmpfloat (token->value, ==, value->value);
      g_assert_true (def->dataflow == SYSTOLE_DATAFLOW_IS ? cell->m == token->i && cell->k == token->j : cell->k == token->i && cell->n == token->j);
    }
  return entered;
}

static void
mark_macs (const SystoleGemm *gemm, const SystoleArrayFrame *frame, guint8 *done)
{
  for (guint i = 0; i < frame->cells->len; i++)
    {
      const SystoleArrayCell *cell = &g_array_index (frame->cells, SystoleArrayCell, i);

      if (cell->reason == SYSTOLE_REASON_BUSY)
        done[((cell->n / gemm->n * gemm->m + cell->m % gemm->m) * gemm->n + cell->n % gemm->n) * gemm->k + cell->k]++;
    }
}

static void
check_results (const SystoleArrayMachine *machine, const SystoleProduct *product)
{
  const SystoleGemm *gemm = &product->gemm;

  for (guint64 b = 0; b < gemm->batch; b++)
    for (guint64 i = 0; i < gemm->m * gemm->n; i++)
      {
        guint64 m, n;
        double value = 0;

        systole_product_get_origin (gemm, &product->unfolding, b, &m, &n);
        m += i / gemm->n;
        n += i % gemm->n;
        g_assert_true (systole_array_machine_get_result (machine, m, n, &value));
        g_assert_cmpfloat (value, ==, systole_product_partial (gemm, &product->unfolding, m, n, gemm->k));
      }
}

/* All elements that stand still enter from above once; in os each of B does so for every row of folds, and the very first is
 * there in cycle 0. */
static guint64
count_entering (const SystoleArrayDef *def, const SystoleGemm *gemm)
{
  if (def->dataflow == SYSTOLE_DATAFLOW_OS)
    return (gemm->m + def->rows - 1) / def->rows * gemm->n * gemm->k * gemm->batch - 1;
  return gemm->k * gemm->batch * (def->dataflow == SYSTOLE_DATAFLOW_WS ? gemm->n : gemm->m);
}

static void
check_run (const SystoleRun *run)
{
  GError *error = NULL;
  g_autoptr (SystoleArrayMachine) machine = systole_array_machine_new (run, &error);
  const SystoleArrayDef *def = systole_machine_get_array (systole_run_get_machine (run));
  SystoleWindow all = { 0, 0, def->rows, def->columns, TRUE };
  SystoleArrayFrame stepped, sought, registers, before;
  SystoleProduct product;
  guint64 n_macs, entered = 0;
  gboolean held = FALSE;
  g_autofree guint8 *done = NULL;

  g_assert_no_error (error);
  systole_op_as_product (systole_run_get_op (run), &product);
  n_macs = product.gemm.m * product.gemm.n * product.gemm.k * product.gemm.batch;
  done = g_new0 (guint8, n_macs);
  systole_array_frame_init (&stepped);
  systole_array_frame_init (&sought);
  systole_array_frame_init (&registers);
  systole_array_frame_init (&before);
  for (guint64 cycle = 0; cycle < systole_run_get_n_cycles (run); cycle++)
    {
      g_assert_false (systole_array_machine_is_done (machine));
      systole_array_machine_frame (machine, &all, &registers);
      systole_run_array_frame (run, 0, cycle, &all, &stepped);
      assert_same_cells (run, &stepped, &registers);
      assert_same_edges (run, &stepped, &registers);
      sought.identity = 0;
      systole_run_array_frame (run, 0, cycle, &all, &sought);
      assert_same_cells (run, &sought, &registers);
      assert_same_edges (run, &sought, &registers);
      if (cycle > 0)
        {
          before.identity = 0;
          systole_run_array_frame (run, 0, cycle - 1, &all, &before);
          g_assert_cmpint (stepped.held, ==, registers.held);
          if (!before.held && !registers.held)
            entered += assert_edges_come_true (def, &before, &registers);
          held = held || before.held || registers.held;
        }
      mark_macs (&product.gemm, &registers, done);
      systole_array_machine_step (machine);
    }
  g_assert_true (systole_array_machine_is_done (machine));
  if (!held)
    g_assert_cmpuint (entered, ==, count_entering (def, &product.gemm));
  for (guint64 i = 0; i < n_macs; i++)
    g_assert_cmpuint (done[i], ==, 1);
  check_results (machine, &product);
  systole_array_frame_clear (&stepped);
  systole_array_frame_clear (&sought);
  systole_array_frame_clear (&registers);
  systole_array_frame_clear (&before);
}

static void
test_equal (void)
{
  for (guint i = 0; i < N_SHAPES; i++)
    {
      g_autoptr (SystoleRun) run = random_run (i);

      check_run (run);
    }
}

/* The comparison can fail: one cycle apart, no two runs look the same throughout. */
static void
test_shifted (void)
{
  for (guint i = 0; i < 18; i++)
    {
      g_autoptr (SystoleRun) run = random_run (i);
      g_autoptr (SystoleArrayMachine) machine = systole_array_machine_new (run, NULL);
      const SystoleArrayDef *def = systole_machine_get_array (systole_run_get_machine (run));
      SystoleWindow all = { 0, 0, def->rows, def->columns, TRUE };
      SystoleArrayFrame frame, registers;
      gboolean same = TRUE;

      systole_array_frame_init (&frame);
      systole_array_frame_init (&registers);
      for (guint64 cycle = 1; cycle < systole_run_get_n_cycles (run); cycle++)
        {
          systole_array_machine_frame (machine, &all, &registers);
          systole_run_array_frame (run, 0, cycle, &all, &frame);
          same = same && same_cells (&frame, &registers);
          systole_array_machine_step (machine);
        }
      g_assert_true (!same || systole_run_get_n_cycles (run) == 1);
      systole_array_frame_clear (&frame);
      systole_array_frame_clear (&registers);
    }
}

/* A window, and stepping in it, shows what the whole array shows. */
static void
test_windows (void)
{
  for (guint i = 0; i < 36; i++)
    {
      g_autoptr (SystoleRun) run = random_run (i);
      const SystoleArrayDef *def = systole_machine_get_array (systole_run_get_machine (run));
      guint r0 = (guint) g_test_rand_int_range (0, (gint) def->rows), c0 = (guint) g_test_rand_int_range (0, (gint) def->columns);
      SystoleWindow all = { 0, 0, def->rows, def->columns, TRUE }, part = { r0, c0, def->rows, def->columns, TRUE };
      SystoleArrayFrame whole, window;

      systole_array_frame_init (&whole);
      systole_array_frame_init (&window);
      for (guint64 cycle = 0; cycle < systole_run_get_n_cycles (run); cycle++)
        {
          systole_run_array_frame (run, 0, cycle, &all, &whole);
          systole_run_array_frame (run, 0, cycle, &part, &window);
          for (guint r = r0; r < def->rows; r++)
            for (guint c = c0; c < def->columns; c++)
              g_assert_true (same_cell (systole_array_frame_get_cell (&whole, r, c), systole_array_frame_get_cell (&window, r, c)));
        }
      systole_array_frame_clear (&whole);
      systole_array_frame_clear (&window);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/array-machine/equal", test_equal);
  g_test_add_func ("/array-machine/shifted", test_shifted);
  g_test_add_func ("/array-machine/windows", test_windows);
  return g_test_run ();
}
