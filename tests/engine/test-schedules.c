/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/base/error.h"
#include "engine/gpu/gpu-plan.h"
#include "engine/gpu/sm-machine.h"
#include "tests/engine/engine-fixture.h"
#include "tests/engine/sm-compare.h"

/* How tiles are dealt to SMs: shares of stream-K, blocks that stay; sums, frames and laws under each. */

static const char *const gpus[] = { "nvidia-t4", "nvidia-v100-sxm2-16", "nvidia-a100-sxm-80", "nvidia-l40s", "nvidia-h100-sxm", "nvidia-b200", "nvidia-p100-pcie", "amd-mi210" };
static SystoleCatalogue *catalogue;

static SystoleRun *
run_as (const char *text, const char *gpu, SystoleSchedule schedule, GError **error)
{
  SystoleOp op = fixture_op (text);
  SystoleMapping mapping = { .schedule = schedule };

  return systole_run_new (&op, systole_catalogue_find (catalogue, gpu), SYSTOLE_OPERANDS_COLD, &mapping, NULL, NULL, error);
}

static guint
side (guint bits)
{
  guint value = 1u << g_test_rand_int_range (0, (gint32) bits);

  return value + (value > 1 ? (guint) g_test_rand_int_range (0, (gint32) value) : 0);
}

/* Each k-tile of each cut tile is in one share; shares are equal but for the last; partial sums and helpers are those
 * that counting finds. */
static void
test_shares (void)
{
  for (guint i = 0; i < 400; i++)
    {
      guint sms = (guint) g_test_rand_int_range (1, 150);
      guint64 tiles = side (10), k_tiles = side (8), at = 0, partials = 0, n_owned = 0, most = 0, helpers = 0;
      SystoleGpuStream stream;

      if (!systole_gpu_stream_init (&stream, tiles, k_tiles, sms))
        {
          g_assert_cmpuint (tiles % sms, ==, 0);
          continue;
        }
      g_assert_cmpuint (stream.first_tile % sms, ==, 0);
      g_assert_cmpuint (stream.first_tile + stream.n_tiles, ==, tiles);
      g_assert_cmpuint (stream.workers, <=, sms);
      if (tiles > sms)
        g_assert_cmpuint (stream.share, >=, k_tiles);
      for (guint w = 0; w < stream.workers; w++)
        {
          SystoleGpuPart part;
          guint64 done = 0;

          for (guint p = 0; systole_gpu_stream_get_part (&stream, w, p, &part); p++)
            {
              g_assert_cmpuint ((part.tile - stream.first_tile) * k_tiles + part.first, ==, at);
              g_assert_cmpuint (part.first + part.n, <=, k_tiles);
              at += part.n;
              done += part.n;
              helpers = part.first == 0 ? 0 : helpers + 1;
              most = MAX (most, helpers);
              partials += part.first != 0;
              n_owned += part.first == 0;
            }
          g_assert_cmpuint (done, <=, stream.share);
          if (w + 1 < stream.workers)
            g_assert_cmpuint (done, ==, stream.share);
        }
      g_assert_cmpuint (at, ==, stream.n_tiles * k_tiles);
      g_assert_cmpuint (n_owned, ==, stream.n_tiles);
      g_assert_cmpuint (systole_gpu_stream_count_partials (&stream), ==, partials);
      g_assert_cmpuint (systole_gpu_stream_count_helpers (&stream), ==, most);
    }
}

/* Totals, products done, and what all SMs do in a cycle tell one story; the audit is content. */
static void
test_sums (void)
{
  SystoleChipFrame chip;

  systole_chip_frame_init (&chip);
  for (guint i = 0; i < 160; i++)
    {
      g_autofree char *op = g_strdup_printf ("gemm:m=%u,n=%u,k=%u,dtype=fp16", side (13), side (13), side (12));
      SystoleSchedule schedule = (SystoleSchedule) (i / G_N_ELEMENTS (gpus) % SYSTOLE_N_SCHEDULES);
      g_autoptr (GError) error = NULL;
      g_autoptr (SystoleRun) run = run_as (op, gpus[i % G_N_ELEMENTS (gpus)], schedule, &error);
      guint64 n, parts = 0;
      double before = 0, useful;
      guint n_parts;
      const SystoleWaterfallPart *waterfall;

      if (run == NULL)
        {
          g_assert_cmpint (schedule, ==, SYSTOLE_SCHEDULE_SPLIT_K);
          g_assert_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_SHAPE);
          continue;
        }
      g_assert_true (systole_run_is_sound (run));
      n = systole_run_get_n_cycles (run);
      useful = (double) systole_run_get_useful_macs (run);
      waterfall = systole_run_get_waterfall (run, &n_parts);
      for (guint p = 0; p < n_parts; p++)
        parts += waterfall[p].cycles;
      g_assert_cmpuint (parts, ==, n);
      g_assert_cmpfloat (systole_run_get_work_done (run, n), ==, 1);
      for (guint k = 0; k < 12; k++)
        {
          guint64 cycle = (n - 1) / 11 * k, sum;
          double done = systole_run_get_work_done (run, cycle), share = 0;
          SystoleSummary summary;

          g_assert_cmpfloat (done, >=, before);
          before = done;
          systole_run_summarize (run, cycle, &summary);
          systole_run_chip_frame (run, cycle, &chip);
          sum = summary.busy;
          for (guint r = 0; r < SYSTOLE_N_REASONS; r++)
            sum += summary.idle[r];
          g_assert_cmpuint (sum, ==, summary.total);
          for (guint u = 0; u < chip.units->len; u++)
            share += g_array_index (chip.units, SystoleUnitState, u).busy_share;
          g_assert_cmpfloat_with_epsilon (share / chip.units->len, (double) summary.busy / (double) summary.total, 1e-9);
          g_assert_cmpfloat_with_epsilon ((systole_run_get_work_done (run, cycle + 1) - done) * useful, (double) summary.busy, 1e-3 + 1e-12 * useful);
        }
    }
  systole_chip_frame_clear (&chip);
}

/* Each part of each share: the closed form is the event machine's, and its sums begin with its own first k. */
static void
test_parts (void)
{
  SystoleSmFrame frame;

  systole_sm_frame_init (&frame);
  frame.values = TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (gpus); i++)
    {
      SystoleOp op = fixture_op ("gemm:m=1500,n=1700,k=700,dtype=fp16");
      SystoleMapping mapping = { .schedule = SYSTOLE_SCHEDULE_STREAM_K };
      g_autoptr (GError) error = NULL;
      SystoleGemm gemm;
      g_autoptr (SystoleGpuPlan) plan = NULL;
      SystoleGpuWork work;
      SystoleGpuMoment moment = { .runs = TRUE, .shares = TRUE };
      guint parts = 0;

      g_assert_true (systole_op_as_gemm (&op, &gemm));
      plan = systole_gpu_plan_new (systole_catalogue_find (catalogue, gpus[i]), &gemm, SYSTOLE_OPERANDS_COLD, &mapping, &error);
      g_assert_no_error (error);
      for (guint w = 0; w < plan->sms; w += 7)
        for (guint p = 0; systole_gpu_plan_get_part (plan, w, p, &work); p++)
          {
            const SystoleSmSchedule *schedule = systole_gpu_plan_get_work_schedule (plan, &moment, &work);
            const SystoleFragmentCell *cell;

            g_assert_cmpuint (schedule->n_cycles, ==, work.pace.n_cycles);
            g_assert_cmpuint (schedule->first_mma, ==, work.pace.first);
            g_assert_cmpuint (schedule->last_mma_end, ==, work.pace.last_end);
            parts++;
            if (parts % 9 != 1)
              continue;
            systole_sm_schedule_frame_part (schedule, work.block, 0, work.first_tile, work.pace.first, &frame);
            cell = &g_array_index (frame.cells, SystoleFragmentCell, 0);
            if (cell->reason != SYSTOLE_REASON_BUSY)
              continue;
            g_assert_cmpuint (cell->k, ==, work.first_tile * work.pace.kernel->shape.tile_k);
            g_assert_cmpfloat (cell->partial_in.value, ==, 0);
            g_assert_cmpfloat (cell->a.value, ==, systole_gemm_a (&gemm, cell->m, cell->k));
          }
      g_assert_cmpuint (parts, >, 3);
    }
  systole_sm_frame_clear (&frame);
}

/* Every cycle of SM 0's first part against the event machine. */
static void
test_machine (void)
{
  SystoleSmFrame expected, frame;

  systole_sm_frame_init (&expected);
  systole_sm_frame_init (&frame);
  for (guint i = 0; i < G_N_ELEMENTS (gpus); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (SystoleRun) run = run_as ("gemm:m=300,n=200,k=900,dtype=fp16", gpus[i], i % 2 == 0 ? SYSTOLE_SCHEDULE_STREAM_K : SYSTOLE_SCHEDULE_PERSISTENT, &error);
      g_autoptr (SystoleSmMachine) machine = NULL;
      SystoleStretch strip[64];
      guint proved = 0;

      g_assert_no_error (error);
      machine = systole_sm_machine_new (run, &error);
      g_assert_no_error (error);
      systole_run_get_strip (run, strip, G_N_ELEMENTS (strip));
      for (; !systole_sm_machine_is_done (machine); systole_sm_machine_step (machine))
        {
          guint64 cycle = systole_sm_machine_get_cycle (machine);

          if (cycle % 23 != 0)
            continue;
          systole_sm_machine_frame (machine, &expected);
          frame.values = cycle % 23 == 0 && cycle % 690 == 0;
          systole_run_sm_frame (run, 0, strip[0].end + cycle, &frame);
          /* Values of all multipliers cost up to K each: take them now and then. The wave has phases of its own. */
          expected.phase = frame.phase;
          for (guint c = 0; c < expected.cells->len && !frame.values; c++)
            {
              SystoleFragmentCell *cell = &g_array_index (expected.cells, SystoleFragmentCell, c);

              cell->a.present = cell->b.present = cell->product.present = cell->partial_in.present = cell->partial_out.present = FALSE;
            }
          assert_same_frame (&expected, &frame);
          proved++;
        }
      g_assert_cmpuint (proved, >, 20);
    }
  systole_sm_frame_clear (&expected);
  systole_sm_frame_clear (&frame);
}

/* One tile more than there are SMs: one SM shares itself between two of them, or each does a little more. The fix-up is
 * traffic and time. */
static void
test_tail (void)
{
  static const char *const text = "gemm:m=13952,n=128,k=8192,dtype=fp16";
  SystoleOp op = fixture_op (text);
  SystoleMapping mapping = { .tile_m = 128, .tile_n = 128, .tile_k = 32 };
  g_autoptr (SystoleRun) blocks = NULL, shares = NULL;
  const SystoleTraffic *a, *b;
  guint n;

  mapping.schedule = SYSTOLE_SCHEDULE_DATA_PARALLEL;
  blocks = systole_run_new (&op, systole_catalogue_find (catalogue, "nvidia-a100-sxm-80"), SYSTOLE_OPERANDS_COLD, &mapping, NULL, NULL, NULL);
  mapping.schedule = SYSTOLE_SCHEDULE_STREAM_K;
  shares = systole_run_new (&op, systole_catalogue_find (catalogue, "nvidia-a100-sxm-80"), SYSTOLE_OPERANDS_COLD, &mapping, NULL, NULL, NULL);
  g_assert_cmpuint (systole_run_get_counter (blocks, SYSTOLE_COUNTER_TILES).count, ==, 109);
  g_assert_cmpuint (systole_run_get_counter (blocks, SYSTOLE_COUNTER_WAVES).count, ==, 1);
  g_assert_cmpuint (systole_run_get_counter (shares, SYSTOLE_COUNTER_WAVES).count, ==, 1);
  g_assert_cmpfloat (systole_run_get_seconds (shares), <, 0.8 * systole_run_get_seconds (blocks));
  a = systole_run_get_traffic (blocks, &n);
  b = systole_run_get_traffic (shares, &n);
  for (guint i = 0; i < n; i++)
    if (a[i].level == SYSTOLE_MEMORY_L2)
      {
        g_assert_cmpuint (b[i].write_bytes - a[i].write_bytes, ==, b[i].read_bytes - a[i].read_bytes);
        g_assert_cmpuint ((b[i].write_bytes - a[i].write_bytes) % (128 * 128 * 4), ==, 0);
        g_assert_cmpuint (b[i].write_bytes, >, a[i].write_bytes);
      }
}

/* Where an SM has room for one block anyway, one that stays saves the starts and the first copies of all but its first tile. */
static void
test_stays (void)
{
  SystoleOp op = fixture_op ("gemm:m=8192,n=8192,k=512,dtype=fp16");
  SystoleMapping mapping = { .tile_m = 256, .tile_n = 128, .tile_k = 32, .schedule = SYSTOLE_SCHEDULE_DATA_PARALLEL };
  g_autoptr (SystoleRun) blocks = systole_run_new (&op, systole_catalogue_find (catalogue, "nvidia-a100-sxm-80"), SYSTOLE_OPERANDS_COLD, &mapping, NULL, NULL, NULL);
  g_autoptr (SystoleRun) stays = NULL;

  mapping.schedule = SYSTOLE_SCHEDULE_PERSISTENT;
  stays = systole_run_new (&op, systole_catalogue_find (catalogue, "nvidia-a100-sxm-80"), SYSTOLE_OPERANDS_COLD, &mapping, NULL, NULL, NULL);
  g_assert_cmpuint (systole_run_get_counter (stays, SYSTOLE_COUNTER_WAVES).count, ==, systole_run_get_counter (blocks, SYSTOLE_COUNTER_WAVES).count);
  g_assert_cmpfloat (systole_run_get_seconds (stays), <, systole_run_get_seconds (blocks));
}

static void
test_refused (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SystoleMachine) array = systole_catalogue_parse (catalogue, "array:rows=8,cols=8", &error);
  SystoleMapping mapping = { .schedule = SYSTOLE_SCHEDULE_STREAM_K };
  SystoleOp op = fixture_op ("gemm:m=8,n=8,k=8,dtype=int8");

  g_assert_null (systole_run_new (&op, array, SYSTOLE_OPERANDS_ON_CHIP, &mapping, NULL, NULL, &error));
  g_assert_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_NOT_MODELLED);
  g_clear_error (&error);
  g_assert_null (run_as ("softmax:m=64,n=64,dtype=fp16", "nvidia-t4", SYSTOLE_SCHEDULE_PERSISTENT, &error));
  g_assert_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_NOT_MODELLED);
  g_clear_error (&error);
  g_assert_null (run_as ("gemm:m=64,n=64,k=8,dtype=fp16", "nvidia-t4", SYSTOLE_SCHEDULE_SPLIT_K, &error));
  g_assert_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_SHAPE);
}

int
main (int argc, char **argv)
{
  int result;

  g_test_init (&argc, &argv, NULL);
  catalogue = fixture_catalogue ();
  g_test_add_func ("/schedules/shares", test_shares);
  g_test_add_func ("/schedules/sums", test_sums);
  g_test_add_func ("/schedules/parts", test_parts);
  g_test_add_func ("/schedules/machine", test_machine);
  g_test_add_func ("/schedules/tail", test_tail);
  g_test_add_func ("/schedules/stays", test_stays);
  g_test_add_func ("/schedules/refused", test_refused);
  result = g_test_run ();
  systole_catalogue_unref (catalogue);
  return result;
}
