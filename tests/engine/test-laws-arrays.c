/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "laws-scenario.h"

#include <math.h>
#include <string.h>

#include "engine/base/error.h"
#include "engine/systolic/array-machine.h"
#include "engine/workload/product.h"

/* The nine laws over random bare arrays: products, batches and convolutions on every dataflow
 * and timing. A scenario is a text that systole-cli takes, and a failure prints it. */

/* Under a checker that is slow fewer do. */
#define N_SCENARIOS (g_getenv ("SYSTOLE_SLOW_CHECKER") == NULL ? 10000u : 300u)

/* 1: the same scenario gives the same run, bit for bit. */
static void
test_same (void)
{
  SystoleArrayFrame first, second;

  systole_array_frame_init (&first);
  systole_array_frame_init (&second);
  for (guint i = 0; i < N_SCENARIOS; i++)
    {
      Scenario s;

      scenario_init (&s, 1, 9, 24);
      g_autoptr (SystoleRun) again = scenario_run (&s, NULL);
      SystoleWindow window = scenario_get_window (s.run, TRUE);

      for (guint c = 0; c < SYSTOLE_N_COUNTERS; c++)
        {
          SystoleQuantity x = systole_run_get_counter (s.run, (SystoleCounter) c), y = systole_run_get_counter (again, (SystoleCounter) c);

          HOLDS (&s, x.present == y.present && x.count == y.count && scenario_same_number (x.real, y.real));
        }
      first.identity = second.identity = 0;
      systole_run_array_frame (s.run, 0, s.cycle, &window, &first);
      systole_run_array_frame (again, 0, s.cycle, &window, &second);
      HOLDS (&s, scenario_same_frames (&first, &second));
      scenario_clear (&s);
    }
  systole_array_frame_clear (&first);
  systole_array_frame_clear (&second);
}

/* 2: a frame depends on its cycle only: sought, stepped to, and come back to. */
static void
test_ways (void)
{
  SystoleArrayFrame sought, walking;

  systole_array_frame_init (&sought);
  systole_array_frame_init (&walking);
  for (guint i = 0; i < N_SCENARIOS; i++)
    {
      Scenario s;

      scenario_init (&s, 2, 9, 40);
      SystoleWindow window = scenario_get_window (s.run, TRUE);
      guint64 back = scenario_pick (7), forth = s.cycle + scenario_pick (3);
      guint64 from = s.cycle - MIN (s.cycle, back), to = MIN (systole_run_get_n_cycles (s.run) - 1, forth);

      sought.identity = walking.identity = 0;
      systole_run_array_frame (s.run, 0, s.cycle, &window, &sought);
      for (guint64 cycle = from; cycle <= s.cycle; cycle++)
        systole_run_array_frame (s.run, 0, cycle, &window, &walking);
      HOLDS (&s, scenario_same_frames (&sought, &walking));
      for (guint64 cycle = to + 1; cycle-- > s.cycle;)
        systole_run_array_frame (s.run, 0, cycle, &window, &walking);
      HOLDS (&s, scenario_same_frames (&sought, &walking));
      scenario_clear (&s);
    }
  systole_array_frame_clear (&sought);
  systole_array_frame_clear (&walking);
}

static void
check_results (const Scenario *s, const SystoleArrayMachine *machine)
{
  SystoleProduct product;

  systole_op_as_product (systole_run_get_op (s->run), &product);
  for (guint64 b = 0; b < product.gemm.batch; b++)
    for (guint64 i = 0; i < product.gemm.m * product.gemm.n; i++)
      {
        guint64 m, n;
        double value = 0;

        systole_product_get_origin (&product.gemm, &product.unfolding, b, &m, &n);
        m += i / product.gemm.n;
        n += i % product.gemm.n;
        HOLDS (s, systole_array_machine_get_result (machine, m, n, &value));
        HOLDS (s, scenario_same_number (value, systole_product_partial (&product.gemm, &product.unfolding, m, n, product.gemm.k)));
      }
}

/* What passes the edges, counted PE by PE and cycle by cycle, where memory never makes the array wait. */
typedef struct
{
  guint64 moving, entering, stationary, sums_in, sums_out; /* elements */
} Passing;

static void
count_passing (const SystoleArrayFrame *frame, guint columns, Passing *out)
{
  for (guint i = 0; i < frame->cells->len; i++)
    {
      const SystoleArrayCell *cell = &g_array_index (frame->cells, SystoleArrayCell, i);

      if (cell->reason != SYSTOLE_REASON_BUSY)
        continue;
      out->moving += cell->column == 0;
      out->entering += cell->row == 0;
      out->sums_in += cell->row == 0 && cell->k > 0;
    }
  for (guint i = 0; i < frame->bottom->len; i++)
    out->sums_out += g_array_index (frame->bottom, SystoleEdgeToken, i).slot == 0;
}

/* 6: the buffers' traffic is what the array takes and gives. */
static void
check_passing (Scenario *s, const SystoleArrayDef *def, const SystoleProduct *product, const Passing *passing)
{
  const SystoleGemm *gemm = &product->gemm;
  gboolean os = def->dataflow == SYSTOLE_DATAFLOW_OS;
  guint64 a, b;
  guint n;
  const SystoleTraffic *traffic = systole_run_get_traffic (s->run, &n);

  /* In os both move; else what stays was read once for each product. */
  a = def->dataflow == SYSTOLE_DATAFLOW_IS ? gemm->m * gemm->k * gemm->batch : passing->moving;
  b = os ? passing->entering : def->dataflow == SYSTOLE_DATAFLOW_IS ? passing->moving
                                                                    : gemm->k * gemm->n * gemm->batch;
  s->law = 6;
  for (guint i = 0; i < n; i++)
    {
      if (traffic[i].level == SYSTOLE_MEMORY_SRAM_A)
        HOLDS (s, traffic[i].read_bytes == systole_format_get_bytes (gemm->format, SYSTOLE_OPERAND_A, a));
      else if (traffic[i].level == SYSTOLE_MEMORY_SRAM_B)
        HOLDS (s, traffic[i].read_bytes == systole_format_get_bytes (gemm->format, SYSTOLE_OPERAND_B, b));
      else if (traffic[i].level == SYSTOLE_MEMORY_SRAM_C && def->timing != SYSTOLE_TIMING_SCALE_SIM)
        HOLDS (s, traffic[i].write_bytes == passing->sums_out * systole_format_get_accumulator_bytes (gemm->format) && traffic[i].read_bytes == (os ? 0 : passing->sums_in * systole_format_get_accumulator_bytes (gemm->format)));
    }
  s->law = 3;
}

/* 3: registers and frames are the same in every PE and cycle, and the result is the product. And
 * 4: each useful MAC is carried out once. */
static void
test_registers (void)
{
  SystoleArrayFrame frame, registers;
  guint passed = 0;

  systole_array_frame_init (&frame);
  systole_array_frame_init (&registers);
  for (guint i = 0; i < N_SCENARIOS; i++)
    {
      Scenario s;
      SystoleProduct product;
      Passing passing = { 0 };
      guint64 busy = 0;

      scenario_init (&s, 3, 4, 6);
      const SystoleArrayDef *def = systole_machine_get_array (systole_run_get_machine (s.run));
      systole_op_as_product (systole_run_get_op (s.run), &product);
      g_autoptr (SystoleArrayMachine) machine = systole_array_machine_new (s.run, NULL);
      SystoleWindow window = scenario_get_window (s.run, TRUE);

      frame.identity = 0;
      for (s.cycle = 0; s.cycle < systole_run_get_n_cycles (s.run); s.cycle++)
        {
          HOLDS (&s, !systole_array_machine_is_done (machine));
          systole_array_machine_frame (machine, &window, &registers);
          systole_run_array_frame (s.run, 0, s.cycle, &window, &frame);
          HOLDS (&s, scenario_same_frames (&frame, &registers));
          for (guint j = 0; j < registers.cells->len; j++)
            busy += g_array_index (registers.cells, SystoleArrayCell, j).reason == SYSTOLE_REASON_BUSY;
          count_passing (&registers, window.column1, &passing);
          systole_array_machine_step (machine);
        }
      HOLDS (&s, systole_array_machine_is_done (machine));
      systole_array_machine_frame (machine, &window, &registers);
      count_passing (&registers, window.column1, &passing); /* what left in the last cycle */
      if (!scenario_has_memory (&s))
        {
          check_passing (&s, def, &product, &passing);
          passed++;
        }
      HOLDS (&s, busy == systole_run_get_useful_macs (s.run));
      check_results (&s, machine);
      scenario_clear (&s);
    }
  g_assert_cmpuint (passed, >, N_SCENARIOS / 4);
  systole_array_frame_clear (&frame);
  systole_array_frame_clear (&registers);
}

static void
check_traffic (const Scenario *s, const SystoleProduct *product)
{
  const SystoleGemm *gemm = &product->gemm;
  guint64 least = systole_format_get_bytes (gemm->format, SYSTOLE_OPERAND_C, gemm->m * gemm->n * gemm->batch);
  guint n;
  const SystoleTraffic *traffic = systole_run_get_traffic (s->run, &n);
  gboolean reads = FALSE;

  for (guint i = 0; i < n; i++)
    {
      reads = reads || traffic[i].read_bytes > 0;
      if (traffic[i].level == SYSTOLE_MEMORY_SRAM_C)
        HOLDS (s, traffic[i].write_bytes >= least);
    }
  HOLDS (s, reads);
}

/* 4 to 6: work, the waterfall, shares, bounds and traffic. */
static void
test_totals (void)
{
  for (guint i = 0; i < N_SCENARIOS; i++)
    {
      Scenario s;
      SystoleProduct product;
      guint n;
      guint64 sum = 0;

      scenario_init (&s, 4, 40, i % 10 == 0 ? 3000 : 60);
      systole_op_as_product (systole_run_get_op (s.run), &product);
      HOLDS (&s, systole_run_get_useful_macs (s.run) == product.gemm.m * product.gemm.n * product.gemm.k * product.gemm.batch);
      HOLDS (&s, systole_run_get_issued_macs (s.run) >= systole_run_get_useful_macs (s.run));

      s.law = 5;
      const SystoleWaterfallPart *parts = systole_run_get_waterfall (s.run, &n);
      for (guint j = 0; j < n; j++)
        {
          HOLDS (&s, parts[j].cycles <= systole_run_get_n_cycles (s.run));
          sum += parts[j].cycles;
        }
      HOLDS (&s, sum == systole_run_get_n_cycles (s.run));

      s.law = 6;
      const SystoleUtilization *units = systole_run_get_utilization (s.run, &n);
      HOLDS (&s, n > 0);
      for (guint j = 0; j < n; j++)
        HOLDS (&s, units[j].share >= 0 && units[j].share <= 1 && units[j].denominator != NULL);
      SystoleWindow window = scenario_get_window (s.run, FALSE);
      guint64 pes = (guint64) window.row1 * window.column1;
      HOLDS (&s, systole_run_get_n_cycles (s.run) >= (systole_run_get_useful_macs (s.run) + pes - 1) / pes);
      HOLDS (&s, fabs (units[0].share * (double) pes * (double) systole_run_get_n_cycles (s.run) / (double) systole_run_get_useful_macs (s.run) - 1) < 1e-9);
      check_traffic (&s, &product);
      HOLDS (&s, systole_run_is_sound (s.run));
      scenario_clear (&s);
    }
}

/* What a picture sums up is what its PEs show. */
static void
test_summaries (void)
{
  SystoleArrayFrame frame;

  systole_array_frame_init (&frame);
  for (guint i = 0; i < N_SCENARIOS; i++)
    {
      Scenario s;
      SystoleSummary summary;
      guint64 counted[SYSTOLE_N_REASONS] = { 0 };
      double share;

      scenario_init (&s, 6, 12, 40);
      SystoleWindow window = scenario_get_window (s.run, FALSE);
      systole_run_array_frame (s.run, 0, s.cycle, &window, &frame);
      systole_run_summarize (s.run, s.cycle, &summary);
      for (guint j = 0; j < frame.cells->len; j++)
        counted[g_array_index (frame.cells, SystoleArrayCell, j).reason]++;
      HOLDS (&s, summary.total == frame.cells->len && summary.busy == counted[SYSTOLE_REASON_BUSY] && summary.phase == frame.phase);
      for (guint r = 0; r < SYSTOLE_N_REASONS; r++)
        HOLDS (&s, r == SYSTOLE_REASON_BUSY || summary.idle[r] == counted[r]);
      systole_run_get_busy_share (s.run, (double) s.cycle, (double) s.cycle + 1, 1, &share);
      HOLDS (&s, fabs (share * (double) summary.total - (double) summary.busy) < 1e-6);
      scenario_clear (&s);
    }
  systole_array_frame_clear (&frame);
}

/* An event is found from the cycle before it and from the one behind, and from farther off where none is nearer. */
static void
check_events (Scenario *s, guint64 n)
{
  for (guint kind = SYSTOLE_EVENT_FIRST_OUTPUT; kind <= SYSTOLE_EVENT_END; kind <<= 1)
    {
      guint64 next = G_MAXUINT64, after, before;

      for (s->cycle = 0; s->cycle < n; s->cycle++)
        {
          gboolean is_event = s->cycle > 0 && next == s->cycle;

          if (!systole_run_find_event (s->run, s->cycle, (SystoleEvents) kind, 1, &after, NULL))
            after = G_MAXUINT64;
          HOLDS (s, after > s->cycle && (after < n || after == G_MAXUINT64));
          if (s->cycle > 0)
            HOLDS (s, is_event || next == after);
          if (s->cycle > 0 && s->cycle + 1 < n)
            HOLDS (s, is_event == (systole_run_find_event (s->run, s->cycle + 1, (SystoleEvents) kind, -1, &before, NULL) && before == s->cycle));
          next = after;
        }
    }
}

/* Events and steps are where a walk through all cycles finds them. */
static void
test_events (void)
{
  SystoleWindow nothing = { 0, 0, 1, 1, FALSE, 0 };
  SystoleArrayFrame frame;

  systole_array_frame_init (&frame);
  for (guint i = 0; i < N_SCENARIOS / 4; i++)
    {
      Scenario s;
      guint64 n, at, first_output = 0;
      SystoleSummary before = { 0 }, now;

      scenario_init (&s, 2, 4, 6);
      n = systole_run_get_n_cycles (s.run);
      systole_run_array_frame (s.run, 0, n - 1, &nothing, &frame);
      HOLDS (&s, systole_run_step (s.run, 0, SYSTOLE_STEP_CYCLE, -1) == 0 && systole_run_step (s.run, n - 1, SYSTOLE_STEP_CYCLE, 1) == n - 1);
      HOLDS (&s, systole_run_find_event (s.run, 0, SYSTOLE_EVENT_END, 1, &at, NULL) ? at == n - 1 : n == 1);
      for (s.cycle = 0; s.cycle < n; s.cycle++)
        {
          systole_run_array_frame (s.run, 0, s.cycle, &nothing, &frame);
          systole_run_summarize (s.run, s.cycle, &now);
          if (first_output == 0 && frame.out_done > 0)
            first_output = s.cycle;
          if (s.cycle > 0)
            {
              HOLDS (&s, systole_run_step (s.run, s.cycle - 1, SYSTOLE_STEP_CYCLE, 1) == s.cycle && systole_run_step (s.run, s.cycle, SYSTOLE_STEP_CYCLE, -1) == s.cycle - 1);
              /* A phase ends where another begins, or the same of another fold. */
              at = systole_run_step (s.run, s.cycle - 1, SYSTOLE_STEP_PHASE, 1);
              HOLDS (&s, at >= s.cycle);
              if (now.phase != before.phase)
                HOLDS (&s, at == s.cycle);
              if (at == s.cycle && s.cycle < n - 1 && !scenario_has_memory (&s))
                HOLDS (&s, now.phase != before.phase || now.fold != before.fold);
            }
          before = now;
        }
      if (i % 4 == 0)
        check_events (&s, n);
      s.cycle = 0;
      if (first_output > 0)
        HOLDS (&s, systole_run_find_event (s.run, 0, SYSTOLE_EVENT_FIRST_OUTPUT, 1, &at, NULL) && at == first_output);
      scenario_clear (&s);
    }
  systole_array_frame_clear (&frame);
}

/* The strip of a short run in full: gaps where nothing multiplies, and no stretch of work that begins or ends with one. */
static void
test_strips (void)
{
  for (guint i = 0; i < N_SCENARIOS; i++)
    {
      Scenario s;
      SystoleStretch stretches[400];
      SystoleSummary summary;
      guint64 end = 0;
      guint n;

      scenario_init (&s, 2, 6, 12);
      n = systole_run_get_strip (s.run, stretches, G_N_ELEMENTS (stretches));
      HOLDS (&s, n >= 1 && n <= G_N_ELEMENTS (stretches));
      for (guint j = 0; j < n; j++)
        {
          double share;

          s.cycle = stretches[j].start;
          HOLDS (&s, stretches[j].start == end && stretches[j].end > end);
          end = stretches[j].end;
          systole_run_get_busy_share (s.run, (double) stretches[j].start, (double) end, 1, &share);
          HOLDS (&s, (stretches[j].reason == SYSTOLE_REASON_BUSY) == (share > 0));
          if (stretches[j].reason != SYSTOLE_REASON_BUSY || scenario_has_memory (&s) || systole_run_get_counter (s.run, SYSTOLE_COUNTER_FOLDS).count > 30)
            continue;
          systole_run_summarize (s.run, stretches[j].start, &summary);
          HOLDS (&s, summary.busy > 0);
          systole_run_summarize (s.run, end - 1, &summary);
          HOLDS (&s, summary.busy > 0);
        }
      HOLDS (&s, end == systole_run_get_n_cycles (s.run));
      scenario_clear (&s);
    }
}

static void
enlarge (SystoleArrayBuffer *buffer, guint what)
{
  if (what == 0)
    buffer->bytes = scenario_pick (3) == 0 ? 0 : buffer->bytes * (1 + scenario_pick (4));
  else if (what == 1)
    buffer->ports = MAX (buffer->ports, 1) + scenario_pick (2);
  else
    buffer->word_bytes = scenario_pick (3) == 0 ? 0 : buffer->word_bytes * (1 + scenario_pick (3));
}

/* Something of a machine that there can be more of. */
static void
improve (SystoleArrayDef *def)
{
  SystoleArrayMemoryDef *memory = &def->memory;
  SystoleArrayBuffer *buffers[] = { &memory->a, &memory->b, &memory->c };

  switch (scenario_pick (5))
    {
    case 0:
      def->clock_hz *= 1 + scenario_pick (5);
      break;
    case 1:
      memory->dram_bytes_per_cycle *= 1 + scenario_pick (4);
      break;
    case 2:
      memory->dram_latency = scenario_pick (memory->dram_latency + 1);
      break;
    default:
      enlarge (buffers[scenario_pick (3)], scenario_pick (3));
    }
}

/* 7: a higher clock, more bandwidth or more memory never makes a run slower. (Rows and columns of one array
 * are no units.) */
static void
test_more (void)
{
  guint faster = 0;

  for (guint i = 0; i < N_SCENARIOS; i++)
    {
      Scenario s;

      scenario_init (&s, 7, 12, 60);
      SystoleArrayDef def = *systole_machine_get_array (systole_run_get_machine (s.run));
      improve (&def);
      g_autoptr (SystoleMachine) machine = systole_machine_new_array (&def);
      g_autoptr (SystoleRun) run = systole_run_new (systole_run_get_op (s.run), machine, s.operands, NULL, NULL, NULL, NULL);
      HOLDS (&s, run != NULL);
      if (systole_run_get_seconds (run) > systole_run_get_seconds (s.run))
        g_test_message ("slower: %s", systole_machine_get_id (machine));
      HOLDS (&s, systole_run_get_seconds (run) <= systole_run_get_seconds (s.run));
      faster += systole_run_get_seconds (run) < systole_run_get_seconds (s.run);
      scenario_clear (&s);
    }
  g_assert_cmpuint (faster, >, N_SCENARIOS / 10);
}

/* 8: what would overflow is refused with the limit in the message; what is not refused is sound. */
static void
test_overflow (void)
{
  guint refused = 0, taken = 0;

  for (guint i = 0; i < N_SCENARIOS; i++)
    {
      Scenario s = { .law = 8, .machine = scenario_random_machine (1024) };
      GError *error = NULL;

      s.op = g_strdup_printf ("gemm:m=%" G_GUINT64_FORMAT ",n=%" G_GUINT64_FORMAT ",k=%" G_GUINT64_FORMAT, (guint64) 1 << scenario_pick (41), (guint64) 1 << scenario_pick (41), (guint64) 1 << scenario_pick (41));
      s.run = scenario_run (&s, &error);
      if (s.run == NULL)
        {
          refused++;
          HOLDS (&s, g_error_matches (error, SYSTOLE_ERROR, SYSTOLE_ERROR_CAPACITY));
          HOLDS (&s, strstr (error->message, "2^") != NULL);
          g_clear_error (&error);
        }
      else
        {
          taken++;
          HOLDS (&s, systole_run_is_sound (s.run));
        }
      scenario_clear (&s);
    }
  g_assert_cmpuint (refused, >, N_SCENARIOS / 20);
  g_assert_cmpuint (taken, >, N_SCENARIOS / 20);
}

/* 9: every cycle of runs of up to 2^60 cycles is as near as the first: what a walk took ages for takes no time. */
static void
test_far (void)
{
  SystoleArrayFrame frame;
  guint n_long = 0;

  systole_array_frame_init (&frame);
  for (guint i = 0; i < N_SCENARIOS; i++)
    {
      Scenario s = { .law = 9, .machine = scenario_random_machine (6) };
      SystoleSummary summary;

      s.op = g_strdup_printf ("gemm:m=%u,n=%u,k=%u", (guint) 1 << scenario_pick (19), (guint) 1 << scenario_pick (19), (guint) 1 << scenario_pick (19));
      s.run = scenario_run (&s, NULL);
      HOLDS (&s, s.run != NULL);
      n_long += systole_run_get_n_cycles (s.run) >> 32 != 0;
      s.cycle = systole_operand_hash (g_test_rand_int (), SYSTOLE_OPERAND_A, 0, 0) % systole_run_get_n_cycles (s.run);
      SystoleWindow window = scenario_get_window (s.run, TRUE);
      window.max_additions = 1000;
      systole_run_array_frame (s.run, 0, s.cycle, &window, &frame);
      systole_run_summarize (s.run, s.cycle, &summary);
      HOLDS (&s, summary.phase == frame.phase);
      HOLDS (&s, systole_run_find_work (s.run, systole_run_get_work_done (s.run, s.cycle)) <= s.cycle);
      HOLDS (&s, systole_run_find_work (s.run, 1) < systole_run_get_n_cycles (s.run));
      scenario_clear (&s);
    }
  g_assert_cmpuint (n_long, >, N_SCENARIOS / 20);
  systole_array_frame_clear (&frame);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/laws-arrays/1-same", test_same);
  g_test_add_func ("/laws-arrays/2-ways", test_ways);
  g_test_add_func ("/laws-arrays/3-registers", test_registers);
  g_test_add_func ("/laws-arrays/4-6-totals", test_totals);
  g_test_add_func ("/laws-arrays/6-summaries", test_summaries);
  g_test_add_func ("/laws-arrays/events", test_events);
  g_test_add_func ("/laws-arrays/strips", test_strips);
  g_test_add_func ("/laws-arrays/7-more", test_more);
  g_test_add_func ("/laws-arrays/8-overflow", test_overflow);
  g_test_add_func ("/laws-arrays/9-far", test_far);
  return g_test_run ();
}
