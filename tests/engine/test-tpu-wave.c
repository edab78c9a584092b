/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/engine/engine-fixture.h"

#include <math.h>

#include "engine/workload/product.h"

/* The PEs of a TPU in steps of a program: each multiplication is done once, by one PE, with the values that come
 * from its neighbours. Arrays of 8 × 8, one row a cycle, so that every PE of every cycle can be looked at. */

#define SIDE 8

static SystoleMachine *
small_machine (const SystoleCatalogue *catalogue)
{
  static const struct
  {
    SystoleField field;
    double value;
  } changes[] = { { SYSTOLE_FIELD_MXU_ROWS, SIDE }, { SYSTOLE_FIELD_MXU_COLUMNS, SIDE } };
  SystoleMachine *machine = systole_machine_ref ((SystoleMachine *) systole_catalogue_find (catalogue, "google-tpu-v4"));

  for (guint i = 0; i < G_N_ELEMENTS (changes); i++)
    {
      SystoleMachine *next = systole_machine_with_field (machine, changes[i].field, changes[i].value, "test", NULL);

      g_assert_nonnull (next);
      systole_machine_unref (machine);
      machine = next;
    }
  return machine;
}

typedef struct
{
  guint64 busy, second, finals;
  GHashTable *seen; /* "m n k" of the first product */
} Tally;

static void
look_at_cell (const SystoleRun *run, const SystoleArrayCell *cell, const SystoleArrayFrame *before, Tally *tally)
{
  SystoleOpKind run_kind = systole_run_get_op (run)->kind;
  g_autofree char *key = NULL;
  guint times;

  if (cell->reason != SYSTOLE_REASON_BUSY)
    return;
  tally->busy++;
  key = g_strdup_printf ("%" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT, cell->m, cell->n, cell->k);
  g_assert_true (cell->a.present && cell->b.present && cell->product.present && cell->partial_in.present && cell->partial_out.present);
  /* The second product of attention counts its own indices. */
  times = GPOINTER_TO_UINT (g_hash_table_lookup (tally->seen, key)) + 1;
  g_assert_cmpuint (times, <=, run_kind == SYSTOLE_OP_ATTENTION ? 2 : 1);
  g_hash_table_insert (tally->seen, g_steal_pointer (&key), GUINT_TO_POINTER (times));
  tally->finals += cell->final;
  if (before == NULL || cell->row == 0)
    return;
  const SystoleArrayCell *above = systole_array_frame_get_cell (before, cell->row - 1, cell->column);

  g_assert_cmpint (above->reason, ==, SYSTOLE_REASON_BUSY);
  g_assert_cmpuint (above->k + 1, ==, cell->k);
  g_assert_cmpfloat (above->partial_out.value, ==, cell->partial_in.value);
  if (cell->column > 0)
    {
      const SystoleArrayCell *left = systole_array_frame_get_cell (before, cell->row, cell->column - 1);

      g_assert_cmpint (left->reason, ==, SYSTOLE_REASON_BUSY);
      g_assert_cmpuint (left->m, ==, cell->m);
      g_assert_cmpfloat (left->a.value, ==, cell->a.value);
    }
}

static void
look_at_everything (const SystoleRun *run, Tally *tally)
{
  SystoleArrayFrame frames[2];
  SystoleWindow window = { 0, 0, SIDE, SIDE, TRUE, 0 };

  *tally = (Tally){ .seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL) };
  systole_array_frame_init (&frames[0]);
  systole_array_frame_init (&frames[1]);
  for (guint unit = 0; unit < systole_run_get_n_units (run); unit++)
    {
      guint64 since = systole_run_get_n_cycles (run);
      gboolean works = FALSE;

      for (guint64 cycle = 0; cycle < systole_run_get_n_cycles (run); cycle++)
        {
          SystoleArrayFrame *frame = &frames[cycle % 2];
          guint64 busy = tally->busy;
          SystoleSummary summary;

          /* Start, fetches and stores are long: nothing multiplies in them once the wave has passed. */
          systole_run_summarize (run, cycle, &summary);
          if (!works && summary.busy == 0 && cycle > since + 2 * SIDE)
            continue;
          if (summary.busy > 0 || cycle == 0)
            since = cycle;
          systole_run_array_frame (run, unit, cycle, &window, frame);
          for (guint i = 0; i < frame->cells->len; i++)
            look_at_cell (run, &g_array_index (frame->cells, SystoleArrayCell, i), works ? &frames[(cycle + 1) % 2] : NULL, tally);
          works = tally->busy > busy;
        }
    }
  systole_array_frame_clear (&frames[0]);
  systole_array_frame_clear (&frames[1]);
}

static void
test_products (gconstpointer data)
{
  g_autoptr (SystoleCatalogue) catalogue = fixture_catalogue ();
  g_autoptr (SystoleMachine) machine = small_machine (catalogue);
  SystoleOp op = fixture_op (data);
  g_autoptr (GError) error = NULL;
  g_autoptr (SystoleRun) run = systole_run_new (&op, machine, SYSTOLE_OPERANDS_COLD, NULL, NULL, NULL, &error);
  guint64 macs = systole_op_get_useful_macs (&op);
  SystoleLevel levels[8];
  Tally tally;

  g_assert_no_error (error);
  g_assert_true (systole_run_is_sound (run));
  g_assert_cmpuint (systole_run_get_levels (run, levels, 8), ==, 4);
  look_at_everything (run, &tally);
  g_assert_cmpuint (tally.busy, ==, macs);
  g_assert_cmpuint (g_hash_table_size (tally.seen), >=, op.kind == SYSTOLE_OP_ATTENTION ? macs / 2 : macs);
  g_hash_table_unref (tally.seen);
}

/* Attention of one small head: scores, exponentials and their product with the values, from the frames' own numbers. */
static void
test_attention (void)
{
  enum
  {
    N = 6,
    D = 16
  };
  g_autoptr (SystoleCatalogue) catalogue = fixture_catalogue ();
  g_autoptr (SystoleMachine) machine = small_machine (catalogue);
  SystoleOp op = fixture_op ("attention:b=1,hq=1,hkv=1,sq=6,skv=6,d=16,causal=0,phase=prefill,dtype=bf16");
  g_autoptr (SystoleRun) run = systole_run_new (&op, machine, SYSTOLE_OPERANDS_COLD, NULL, NULL, NULL, NULL);
  SystoleWindow window = { 0, 0, SIDE, SIDE, TRUE, 0 };
  double scores[N][N], p[N][N] = { { 0 } }, values[N][D] = { { 0 } };
  guint finals[2] = { 0, 0 };
  SystoleArrayFrame frame;

  systole_array_frame_init (&frame);
  /* First all that is known before the last sums, then these. */
  for (guint pass = 0; pass < 2; pass++)
    for (guint unit = 0; unit < systole_run_get_n_units (run); unit++)
      for (guint64 cycle = 0; cycle < systole_run_get_n_cycles (run); cycle++)
        {
          systole_run_array_frame (run, unit, cycle, &window, &frame);
          for (guint i = 0; i < frame.cells->len; i++)
            {
              const SystoleArrayCell *cell = &g_array_index (frame.cells, SystoleArrayCell, i);
              gboolean score = cell->m < N && cell->n < N && cell->k == D - 1;

              if (cell->reason != SYSTOLE_REASON_BUSY)
                continue;
              if (pass == 0 && score)
                {
                  scores[cell->m][cell->n] = cell->partial_out.value;
                  finals[0]++;
                }
              else if (pass == 0 && MAX (cell->m, cell->n) >= N)
                {
                  /* Columns of V beyond N are not mistaken for keys. */
                  gboolean swapped = cell->m >= N;

                  p[swapped ? cell->n : cell->m][cell->k] = swapped ? cell->b.value : cell->a.value;
                  values[cell->k][swapped ? cell->m : cell->n] = swapped ? cell->a.value : cell->b.value;
                }
              else if (pass == 1 && MAX (cell->m, cell->n) >= N && cell->k == N - 1)
                {
                  guint64 row = MIN (cell->m, cell->n), column = MAX (cell->m, cell->n);
                  double sum = 0;

                  for (guint k = 0; k < N; k++)
                    sum = systole_format_add (SYSTOLE_FORMAT_BF16, sum, systole_format_multiply (SYSTOLE_FORMAT_BF16, p[row][k], values[k][column]));
                  g_assert_cmpfloat (cell->partial_out.value, ==, sum);
                  finals[1]++;
                }
            }
        }
  systole_array_frame_clear (&frame);
  g_assert_cmpuint (finals[0], ==, N * N);
  g_assert_cmpuint (finals[1], ==, N * (D - N));
  for (guint row = 0; row < N; row++)
    {
      double most[2] = { scores[row][0], scores[0][row] };
      gboolean straight = TRUE, swapped = TRUE;

      for (guint k = 1; k < N; k++)
        {
          most[0] = MAX (most[0], scores[row][k]);
          most[1] = MAX (most[1], scores[k][row]);
        }
      for (guint k = 0; k < N; k++)
        {
          straight &= fabs (p[row][k] - exp ((scores[row][k] - most[0]) / 4)) <= p[row][k] / 128;
          swapped &= fabs (p[row][k] - exp ((scores[k][row] - most[1]) / 4)) <= p[row][k] / 128;
        }
      g_assert_true (straight || swapped);
    }
}

/* What the summary counts is what the pictures of all arrays have. */
static void
test_summaries (void)
{
  static const char *const ops[] = {
    "attention:b=1,hq=3,hkv=3,sq=11,skv=11,d=16,causal=0,phase=prefill,dtype=bf16",
    "attention:b=1,hq=2,hkv=2,sq=600,skv=600,d=128,causal=1,phase=prefill,dtype=bf16",
    "batched_gemm:b=11,m=20,n=9,k=13,dtype=bf16",
  };
  g_autoptr (SystoleCatalogue) catalogue = fixture_catalogue ();
  g_autoptr (SystoleMachine) machine = small_machine (catalogue);
  SystoleWindow window = { 0, 0, SIDE, SIDE, FALSE, 0 };
  SystoleArrayFrame frame;

  systole_array_frame_init (&frame);
  for (guint i = 0; i < G_N_ELEMENTS (ops); i++)
    {
      SystoleOp op = fixture_op (ops[i]);
      g_autoptr (SystoleRun) run = systole_run_new (&op, machine, SYSTOLE_OPERANDS_COLD, NULL, NULL, NULL, NULL);

      for (guint j = 0; j < 400; j++)
        {
          guint64 cycle = (guint64) (g_test_rand_double () * (double) systole_run_get_n_cycles (run));
          guint64 counts[SYSTOLE_N_REASONS] = { 0 };
          SystoleSummary summary;

          systole_run_summarize (run, cycle, &summary);
          for (guint unit = 0; unit < systole_run_get_n_units (run); unit++)
            {
              systole_run_array_frame (run, unit, cycle, &window, &frame);
              for (guint c = 0; c < frame.cells->len; c++)
                counts[g_array_index (frame.cells, SystoleArrayCell, c).reason]++;
            }
          g_assert_cmpuint (counts[SYSTOLE_REASON_BUSY], ==, summary.busy);
          for (guint r = SYSTOLE_REASON_BUSY + 1; r < SYSTOLE_N_REASONS; r++)
            g_assert_cmpuint (counts[r], ==, summary.idle[r]);
        }
    }
  systole_array_frame_clear (&frame);
}

/* A last element of C has the value that a direct sum gives. */
static void
test_values (void)
{
  g_autoptr (SystoleCatalogue) catalogue = fixture_catalogue ();
  g_autoptr (SystoleMachine) machine = small_machine (catalogue);
  SystoleOp op = fixture_op ("batched_gemm:b=11,m=20,n=9,k=13,dtype=bf16");
  g_autoptr (SystoleRun) run = systole_run_new (&op, machine, SYSTOLE_OPERANDS_COLD, NULL, NULL, NULL, NULL);
  SystoleWindow window = { 0, 0, SIDE, SIDE, TRUE, 0 };
  SystoleArrayFrame frame;
  SystoleProduct product;
  guint finals = 0;

  g_assert_true (systole_op_as_product (&op, &product));
  systole_array_frame_init (&frame);
  for (guint64 cycle = 0; cycle < systole_run_get_n_cycles (run) && finals < 500; cycle++)
    {
      systole_run_array_frame (run, 2, cycle, &window, &frame);
      for (guint i = 0; i < frame.cells->len; i++)
        {
          const SystoleArrayCell *cell = &g_array_index (frame.cells, SystoleArrayCell, i);

          if (cell->reason != SYSTOLE_REASON_BUSY || !cell->final)
            continue;
          finals++;
          g_assert_cmpfloat (cell->partial_out.value, ==, systole_product_partial (&product.gemm, &product.unfolding, cell->m, cell->n, product.gemm.k));
        }
    }
  g_assert_cmpuint (finals, >=, 360);
  systole_array_frame_clear (&frame);
}

/* The second product of a feed-forward layer: its weights are known, what the function made is not. */
static void
test_layer (void)
{
  g_autoptr (SystoleCatalogue) catalogue = fixture_catalogue ();
  g_autoptr (SystoleMachine) machine = small_machine (catalogue);
  SystoleOp op = fixture_op ("mlp:m=24,hidden=16,inter=40,gated=0,dtype=bf16");
  g_autoptr (SystoleRun) run = systole_run_new (&op, machine, SYSTOLE_OPERANDS_COLD, NULL, NULL, NULL, NULL);
  Tally tally = { .seen = NULL };
  SystoleWindow window = { 0, 0, SIDE, SIDE, TRUE, 0 };
  SystoleArrayFrame frame;
  guint64 first = 0;

  systole_array_frame_init (&frame);
  for (guint unit = 0; unit < systole_run_get_n_units (run); unit++)
    for (guint64 cycle = 0; cycle < systole_run_get_n_cycles (run); cycle++)
      {
        systole_run_array_frame (run, unit, cycle, &window, &frame);
        g_assert_cmpuint (frame.cycle, ==, cycle);
        for (guint i = 0; i < frame.cells->len; i++)
          {
            const SystoleArrayCell *cell = &g_array_index (frame.cells, SystoleArrayCell, i);

            if (cell->reason != SYSTOLE_REASON_BUSY)
              continue;
            g_assert_true (cell->b.present);
            g_assert_true (cell->a.present == cell->partial_out.present);
            *(cell->a.present ? &first : &tally.second) += 1;
          }
      }
  g_assert_cmpuint (first, ==, 24 * 16 * 40);
  g_assert_cmpuint (tally.second, ==, 24 * 16 * 40);
  systole_array_frame_clear (&frame);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/tpu-wave/batch", "batched_gemm:b=11,m=20,n=9,k=13,dtype=bf16", test_products);
  g_test_add_data_func ("/tpu-wave/groups", "conv:n=1,c=6,h=4,w=4,k=6,r=3,s=3,groups=3,dtype=bf16", test_products);
  g_test_add_data_func ("/tpu-wave/by-heads", "attention:b=1,hq=3,hkv=3,sq=11,skv=11,d=16,causal=0,phase=prefill,dtype=bf16", test_products);
  g_test_add_data_func ("/tpu-wave/in-turns", "attention:b=1,hq=6,hkv=3,sq=2,skv=10,d=16,causal=0,phase=chunk,dtype=bf16", test_products);
  g_test_add_data_func ("/tpu-wave/in-blocks", "attention:b=1,hq=2,hkv=2,sq=2,skv=130,d=128,causal=0,phase=chunk,dtype=bf16", test_products);
  g_test_add_func ("/tpu-wave/summaries", test_summaries);
  g_test_add_func ("/tpu-wave/attention", test_attention);
  g_test_add_func ("/tpu-wave/values", test_values);
  g_test_add_func ("/tpu-wave/layer", test_layer);
  return g_test_run ();
}
