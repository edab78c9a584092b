/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/base/number.h"
#include "engine/run/run.h"
#include "engine/systolic/array-pacer.h"
#include "engine/systolic/array-play.h"

/* The memory of bare arrays: times in closed form against a channel that is stepped, and what
 * must hold whatever the sizes. */

static guint
number (guint low, guint high)
{
  return (guint) g_test_rand_int_range ((gint) low, (gint) high + 1);
}

/* 0 now and then, which is no limit; else of any magnitude up to 2^bits. */
static guint
limit (guint bits)
{
  return g_test_rand_int_range (0, 5) == 0 ? 0 : number (1, 1u << number (1, bits));
}

static void
random_memory (SystoleArrayMemoryDef *memory)
{
  SystoleArrayBuffer *buffers[] = { &memory->a, &memory->b, &memory->c };

  *memory = (SystoleArrayMemoryDef){ .buffering = g_test_rand_int_range (0, 4) == 0 ? SYSTOLE_BUFFERING_SINGLE : SYSTOLE_BUFFERING_DOUBLE };
  for (guint i = 0; i < 3; i++)
    *buffers[i] = (SystoleArrayBuffer){ limit (10), g_test_rand_int_range (0, 3) == 0 ? number (1, 16) : 0, number (0, 3) };
  memory->dram_bytes_per_cycle = limit (6);
  memory->dram_latency = limit (6);
}

static void
random_case (guint i, SystoleArrayDef *def, SystoleProduct *product)
{
  g_autofree char *text = NULL;
  guint groups = number (1, 4);
  SystoleOp op;

  systole_array_def_init (def);
  def->rows = number (1, 6);
  def->columns = number (1, 6);
  def->dataflow = (SystoleDataflow) (i % 3);
  def->timing = (SystoleTiming) (i / 3 % 3);
  def->weights = (SystoleWeights) (i % 2);
  random_memory (&def->memory);
  if (i % 3 == 1)
    text = g_strdup_printf ("conv:n=%u,c=%u,h=%u,w=%u,k=%u,r=%u,s=%u,stride_h=%u,groups=%u", number (1, 2), groups * number (1, 3), number (3, 5), number (3, 5), groups * number (1, 3), number (1, 3), number (1, 3), number (1, 2), groups);
  else
    text = g_strdup_printf ("batched_gemm:m=%u,n=%u,k=%u,b=%u", number (1, 40), number (1, 40), number (1, 40), i % 5 == 0 ? number (1, 5) : 1);
  g_assert_true (systole_op_parse (text, SYSTOLE_FORMAT_INT8, &op, NULL));
  g_assert_true (systole_op_as_product (&op, product));
}

static void
init (SystoleArrayTimeline *timeline, const SystoleProduct *product, const SystoleArrayDef *def)
{
  GError *error = NULL;

  systole_array_timeline_init (timeline, product, def, TRUE, &error);
  g_assert_no_error (error);
}

static void
describe (const SystoleArrayDef *def, const SystoleProduct *product, const SystoleArrayTimeline *timeline, const SystoleArrayMoment *moment, const SystoleArrayPacer *pacer)
{
  g_autoptr (SystoleMachine) machine = systole_machine_new_array (def);
  const SystoleGemm *gemm = &product->gemm;

  g_test_message ("%s: %" G_GUINT64_FORMAT " × (%" G_GUINT64_FORMAT ", %" G_GUINT64_FORMAT ", %" G_GUINT64_FORMAT "), conv %d, policy %d %d %d, cycle %" G_GUINT64_FORMAT ": fold %" G_GUINT64_FORMAT " step %" G_GUINT64_FORMAT " stall %d left %" G_GUINT64_FORMAT "; stepped: fold %" G_GUINT64_FORMAT " step %" G_GUINT64_FORMAT ", folds %" G_GUINT64_FORMAT " × %" G_GUINT64_FORMAT ", period %" G_GUINT64_FORMAT,
                  systole_machine_get_id (machine),
                  gemm->batch,
                  gemm->m,
                  gemm->n,
                  gemm->k,
                  product->unfolding.unfolds,
                  timeline->policy.outer,
                  timeline->policy.inner,
                  timeline->policy.sums,
                  pacer->cycle,
                  moment->fold,
                  moment->step,
                  moment->stall,
                  moment->left,
                  pacer->fold,
                  pacer->step,
                  timeline->schedule.row_folds,
                  timeline->schedule.column_folds,
                  timeline->schedule.period);
}

/* Cycle by cycle: the closed form and the stepped channel are at the same step, go on in the same cycles. */
static void
test_stepped (void)
{
  guint held = 0;

  for (guint i = 0; i < 300; i++)
    {
      SystoleArrayDef def;
      SystoleProduct product;
      SystoleArrayTimeline timeline;
      SystoleArrayPacer pacer;

      random_case (i, &def, &product);
      init (&timeline, &product, &def);
      if (timeline.n_cycles > 20000)
        continue;
      systole_array_pacer_init (&pacer, &timeline);
      for (guint64 cycle = 0; cycle < timeline.n_cycles; cycle++)
        {
          SystoleArrayMoment moment;

          g_assert_false (systole_array_pacer_is_done (&pacer));
          systole_array_timeline_find (&timeline, cycle, &moment);
          if ((moment.stall == SYSTOLE_STALL_NONE && !moment.outside) != pacer.goes_on || moment.outside != (pacer.before || pacer.over))
            describe (&def, &product, &timeline, &moment, &pacer);
          g_assert_cmpint (moment.outside, ==, pacer.before || pacer.over);
          g_assert_cmpint (moment.stall == SYSTOLE_STALL_NONE && !moment.outside, ==, pacer.goes_on);
          if (!moment.outside && !timeline.is_plain)
            {
              g_assert_cmpuint (moment.fold, ==, pacer.fold);
              g_assert_cmpuint (moment.step, ==, pacer.fold * timeline.schedule.period + pacer.step);
            }
          held += !pacer.goes_on;
          systole_array_pacer_advance (&pacer);
        }
      g_assert_true (systole_array_pacer_is_done (&pacer));
    }
  g_assert_cmpuint (held, >, 1000);
}

/* Every step is carried out once, in order; the ways to find a cycle agree; counts and frames say the same. */
static void
test_consistent (void)
{
  for (guint i = 0; i < 120; i++)
    {
      SystoleArrayDef def;
      SystoleProduct product;
      SystoleArrayTimeline timeline;
      guint64 step = 0;

      random_case (i, &def, &product);
      init (&timeline, &product, &def);
      if (timeline.n_cycles > 10000)
        continue;
      for (guint64 cycle = 0; cycle < timeline.n_cycles; cycle++)
        {
          guint64 idle[SYSTOLE_N_REASONS] = { 0 }, pes;
          SystoleArrayMoment moment;

          systole_array_timeline_find (&timeline, cycle, &moment);
          pes = systole_array_timeline_count (&timeline, cycle, idle);
          g_assert_cmpfloat (systole_array_timeline_get_busy_before (&timeline, (double) cycle) + (double) pes, ==, systole_array_timeline_get_busy_before (&timeline, (double) cycle + 1));
          for (guint r = 0; r < SYSTOLE_N_REASONS; r++)
            pes += idle[r];
          g_assert_cmpuint (pes, ==, def.rows * def.columns);
          if (moment.outside)
            continue;
          g_assert_cmpuint (moment.step, ==, step);
          if (moment.stall != SYSTOLE_STALL_NONE)
            {
              SystoleArrayMoment after;

              g_assert_cmpuint (moment.left, >, 0);
              systole_array_timeline_find (&timeline, cycle + moment.left, &after);
              g_assert_true (after.stall == SYSTOLE_STALL_NONE && after.step == moment.step);
              continue;
            }
          g_assert_cmpuint (systole_array_timeline_find_step (&timeline, step, TRUE), ==, cycle);
          g_assert_cmpuint (systole_array_timeline_find_step (&timeline, step + 1, FALSE), ==, cycle + 1);
          step++;
        }
      g_assert_cmpuint (step, ==, timeline.schedule.compute_end);
    }
}

/* Where a kind of event happens, found fold by fold. */
static gboolean *
list_events (const SystoleArrayTimeline *timeline, SystoleEvents kind)
{
  gboolean *events = g_new0 (gboolean, timeline->n_cycles);

  for (guint64 fold = 0; fold < timeline->schedule.folds; fold++)
    {
      guint64 wait, start = systole_array_timeline_get_start (timeline, fold), cycles = systole_array_timeline_get_fold_cycles (timeline, fold, &wait);

      if (kind == SYSTOLE_EVENT_TILE)
        events[timeline->schedule.overlapped && !timeline->schedule.load ? start : systole_array_timeline_find_step (timeline, fold * timeline->schedule.period + (timeline->schedule.overlapped ? timeline->schedule.load : 0), FALSE)] = TRUE;
      else if (fold + 1 < timeline->schedule.folds && cycles > timeline->schedule.period)
        events[wait > 0 ? start + cycles - 1 - wait : start] = TRUE;
    }
  return events;
}

static void
test_events (void)
{
  static const SystoleEvents kinds[] = { SYSTOLE_EVENT_TILE, SYSTOLE_EVENT_STALL };

  for (guint i = 0; i < 150; i++)
    {
      SystoleArrayDef def;
      SystoleProduct product;
      SystoleArrayTimeline timeline;

      random_case (i, &def, &product);
      init (&timeline, &product, &def);
      if (timeline.n_cycles > 5000 || timeline.is_plain)
        continue;
      for (guint k = 0; k < G_N_ELEMENTS (kinds); k++)
        {
          g_autofree gboolean *events = list_events (&timeline, kinds[k]);

          for (guint64 cycle = 0; cycle < timeline.n_cycles; cycle += 1 + cycle % 3)
            {
              guint64 next = cycle + 1, before = cycle, found;

              while (next < timeline.n_cycles && !events[next])
                next++;
              g_assert_cmpint (systole_array_timeline_find_event (&timeline, cycle, kinds[k], 1, &found, NULL), ==, next < timeline.n_cycles);
              if (next < timeline.n_cycles)
                g_assert_cmpuint (found, ==, next);
              while (before > 0 && !events[before - 1])
                before--;
              g_assert_cmpint (systole_array_timeline_find_event (&timeline, cycle, kinds[k], -1, &found, NULL), ==, before > 0);
              if (before > 0)
                g_assert_cmpuint (found, ==, before - 1);
            }
        }
    }
}

/* A step by phase ends where the phase does; the strip has no gaps and says what the cycles say. */
static void
test_phases (void)
{
  for (guint i = 0; i < 150; i++)
    {
      SystoleArrayDef def;
      SystoleProduct product;
      SystoleArrayTimeline timeline;
      SystoleStretch strip[900];
      SystoleArrayMoment moment;
      guint64 end = 0;
      guint n;

      random_case (i, &def, &product);
      init (&timeline, &product, &def);
      if (timeline.n_cycles > 5000 || timeline.is_plain)
        continue;
      n = systole_array_timeline_get_stretches (&timeline, strip, G_N_ELEMENTS (strip));
      for (guint s = 0; s < n; s++)
        {
          g_assert_cmpuint (strip[s].start, ==, end);
          g_assert_cmpuint (strip[s].end, >, strip[s].start);
          end = strip[s].end;
          systole_array_timeline_find (&timeline, strip[s].start, &moment);
          if (timeline.schedule.folds > 64)
            continue; /* stretches of whole folds */
          if (strip[s].phase == SYSTOLE_PHASE_WAIT)
            g_assert_cmpint (moment.stall, !=, SYSTOLE_STALL_NONE);
          else if (strip[s].phase != SYSTOLE_PHASE_COMPUTE)
            g_assert_cmpint (strip[s].phase, ==, systole_array_timeline_get_phase (&timeline, strip[s].start));
        }
      g_assert_cmpuint (end, ==, timeline.n_cycles);
      g_autofree SystolePhase *phases = g_new (SystolePhase, timeline.n_cycles);
      for (guint64 cycle = 0; cycle < timeline.n_cycles; cycle++)
        phases[cycle] = systole_array_timeline_get_phase (&timeline, cycle);
      for (guint64 cycle = 0; cycle + 1 < timeline.n_cycles; cycle += 1 + cycle % 7)
        {
          guint64 next = systole_array_timeline_step (&timeline, cycle, SYSTOLE_STEP_PHASE, 1);

          g_assert_cmpuint (next, >, cycle);
          for (guint64 t = cycle; t < next; t++)
            g_assert_cmpint (phases[t], ==, phases[cycle]);
          g_assert_cmpuint (systole_array_timeline_step (&timeline, next, SYSTOLE_STEP_PHASE, -1), <=, cycle);
        }
    }
}

/* Cycles that fetching every block for every fold anew would take, nothing hidden behind anything. */
static guint64
stream_everything (const SystoleArrayTimeline *timeline)
{
  const SystoleArraySchedule *s = &timeline->schedule;
  guint64 cycles = 0, rate = timeline->memory.dram_bytes_per_cycle;

  for (guint64 fold = 0; fold < s->folds; fold++)
    {
      guint64 rows = systole_array_schedule_get_fold_rows (s, fold), columns = systole_array_schedule_get_fold_columns (s, fold);
      gboolean os = s->plan.dataflow == SYSTOLE_DATAFLOW_OS;
      guint64 sums = 4 * (os ? rows : s->stream) * columns;

      cycles += timeline->memory.dram_latency + systole_ceil_div (s->stream * rows, rate) + systole_ceil_div ((os ? s->stream : rows) * columns, rate) + 2 * systole_ceil_div (sums, rate);
    }
  return cycles;
}

static guint64
cycles_with (const SystoleProduct *product, const SystoleArrayDef *def)
{
  SystoleArrayTimeline timeline;

  init (&timeline, product, def);
  return timeline.n_cycles;
}

static void
test_bounds (void)
{
  for (guint i = 0; i < 2000; i++)
    {
      SystoleArrayDef def, free;
      SystoleProduct product;
      SystoleArrayTimeline timeline;
      guint64 read, write, bytes;

      random_case (i, &def, &product);
      def.memory.a.word_bytes = def.memory.b.word_bytes = def.memory.c.word_bytes = 0;
      free = def;
      free.memory.dram_bytes_per_cycle = 0;
      init (&timeline, &product, &free);
      g_assert_cmpuint (timeline.n_cycles, ==, timeline.schedule.n_cycles);
      init (&timeline, &product, &def);
      systole_array_timeline_count_compulsory (&timeline, &read, &write);
      bytes = systole_array_timeline_count_read (&timeline) + timeline.dram_write;
      g_assert_cmpuint (systole_array_timeline_count_read (&timeline), >=, read);
      g_assert_cmpuint (timeline.dram_write, >=, write);
      if (def.memory.dram_bytes_per_cycle == 0)
        continue;
      g_assert_cmpuint (timeline.n_cycles - timeline.schedule.n_cycles, <=, stream_everything (&timeline));
      if (def.timing != SYSTOLE_TIMING_SCALE_SIM)
        g_assert_cmpuint (timeline.n_cycles, >=, bytes / def.memory.dram_bytes_per_cycle);
    }
}

/* More of a kind of memory never makes a run slower. */
static void
test_more_is_not_slower (void)
{
  for (guint i = 0; i < 1500; i++)
    {
      SystoleArrayDef def, more;
      SystoleProduct product;
      guint *fields[] = { &more.memory.a.bytes, &more.memory.b.bytes, &more.memory.c.bytes, &more.memory.dram_bytes_per_cycle, &more.memory.a.ports, &more.memory.c.word_bytes };
      guint *field = fields[i % G_N_ELEMENTS (fields)];
      guint64 cycles;

      random_case (i, &def, &product);
      cycles = cycles_with (&product, &def);
      more = def;
      if (*field > 0)
        *field += number (1, *field);
      g_assert_cmpuint (cycles_with (&product, &more), <=, cycles);
      if (i % G_N_ELEMENTS (fields) == 4)
        continue;
      *field = 0;
      g_assert_cmpuint (cycles_with (&product, &more), <=, cycles);
    }
}

/* By hand: ws, 4 × 4, two folds over K of 8 rows; B in blocks of 16 bytes, A of 32, sums of 128, at 8 bytes a cycle and a latency of 5. */
static void
test_known (void)
{
  SystoleArrayDef def;
  SystoleProduct product;
  SystoleArrayTimeline timeline;
  SystoleArrayMoment moment;
  SystoleOp op;
  guint64 wait;

  systole_array_def_init (&def);
  def.rows = def.columns = 4;
  def.memory.dram_bytes_per_cycle = 8;
  def.memory.dram_latency = 5;
  systole_op_init_gemm (&op, 8, 4, 8, SYSTOLE_FORMAT_INT8);
  systole_op_as_product (&op, &product);
  init (&timeline, &product, &def);
  g_assert_cmpuint (timeline.schedule.period, ==, 4 + 8 + 4 + 4 - 2);
  g_assert_cmpuint (timeline.lead, ==, 5 + 2);
  /* sums stay on the chip; the results, 16 cycles, leave while the last fold computes them */
  g_assert_cmpuint (timeline.n_cycles, ==, 7 + 2 * 18);
  def.memory.dram_bytes_per_cycle = 1;
  init (&timeline, &product, &def);
  /* fold 0: its A 32 and the next B 16, A 32: 80 for 18; fold 1: its results, 128 */
  g_assert_cmpuint (timeline.lead, ==, 5 + 16);
  g_assert_cmpuint (systole_array_timeline_get_fold_cycles (&timeline, 0, &wait), ==, 32 + 16 + 32);
  g_assert_cmpuint (wait, ==, 48);
  g_assert_cmpuint (timeline.n_cycles, ==, 21 + 80 + 128);
  systole_array_timeline_find (&timeline, 21 + 40, &moment);
  g_assert_cmpint (moment.stall, ==, SYSTOLE_STALL_FETCH);
  g_assert_cmpint (moment.operand, ==, SYSTOLE_OPERAND_A);
  g_assert_cmpuint (moment.left, ==, 80 - 41);
  systole_array_timeline_find (&timeline, 21 + 80 + 100, &moment);
  g_assert_true (moment.is_write && moment.operand == SYSTOLE_OPERAND_C);
  def.memory = (SystoleArrayMemoryDef){ .c = { 0, 16, 1 } };
  init (&timeline, &product, &def);
  /* a step reads and writes 4 sums of 4 bytes: two accesses of 16; loading is not slowed down */
  g_assert_cmpuint (timeline.n_cycles, ==, 2 * (4 + 2 * 14));
  g_assert_cmpstr (systole_array_timeline_get_bound (&timeline), ==, "memory:sram-c");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/array-memory/known", test_known);
  g_test_add_func ("/array-memory/stepped", test_stepped);
  g_test_add_func ("/array-memory/consistent", test_consistent);
  g_test_add_func ("/array-memory/events", test_events);
  g_test_add_func ("/array-memory/phases", test_phases);
  g_test_add_func ("/array-memory/bounds", test_bounds);
  g_test_add_func ("/array-memory/more-is-not-slower", test_more_is_not_slower);
  return g_test_run ();
}
