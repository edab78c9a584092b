/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <string.h>

#include "engine/base/error.h"
#include "engine/machine/catalogue.h"
#include "engine/systolic/array-machine.h"
#include "engine/workload/product.h"

/* The nine laws over random bare arrays: products, batches and convolutions on every dataflow
 * and timing. A scenario is a text that systole-cli takes, and a failure prints it. */

/* Under a checker that is slow fewer do. */
#define N_SCENARIOS (g_getenv ("SYSTOLE_SLOW_CHECKER") == NULL ? 10000u : 300u)

typedef struct
{
  guint law;
  guint64 cycle; /* looked at */
  char *machine, *op;
  SystoleRun *run;
} Scenario;

#define HOLDS(scenario, condition)           \
  G_STMT_START                               \
  {                                          \
    if (!(condition))                        \
      fail (scenario, G_STRLOC, #condition); \
  }                                          \
  G_STMT_END

static void
fail (const Scenario *self, const char *place, const char *condition)
{
  g_error ("%s: law %u does not hold, %s, in cycle %" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT " of\n  systole-cli simulate --op %s --machine %s", place, self->law, condition, self->cycle, self->run != NULL ? systole_run_get_n_cycles (self->run) : 0, self->op, self->machine);
}

static guint
pick (guint below)
{
  return (guint) g_test_rand_int_range (0, (gint32) below);
}

/* 1 … most, small ones more often. */
static guint
side (guint most)
{
  guint a = pick (most), b = pick (most);

  return 1 + MIN (a, b);
}

static char *
random_machine (guint most)
{
  static const char *const dataflows[] = { "ws", "os", "is" };
  static const char *const timings[] = { "hardware", "scale-sim", "overlapped" };

  return g_strdup_printf ("array:rows=%u,cols=%u,dataflow=%s,timing=%s", side (most), side (most), dataflows[pick (3)], timings[pick (3)]);
}

static char *
random_op (guint most)
{
  static const char *const formats[] = { "int8", "int8", "bf16", "fp16", "fp32", "fp8", "fp64" };
  const char *format = formats[pick (G_N_ELEMENTS (formats))];
  guint groups = side (3), taps = side (3);

  switch (pick (4))
    {
    case 0:
      return g_strdup_printf ("batched_gemm:m=%u,n=%u,k=%u,b=%u,dtype=%s", side (most), side (most), side (most), side (4), format);
    case 1:
      return g_strdup_printf ("conv:n=%u,c=%u,h=%u,w=%u,k=%u,r=%u,s=%u,stride_h=%u,pad_w=%u,dilation_h=%u,groups=%u,dtype=%s", side (2), groups * side (3), 2 * taps + pick (3), taps + pick (3), groups * side (3), taps, side (taps), side (2), pick (3), side (2), groups, format);
    default:
      return g_strdup_printf ("gemm:m=%u,n=%u,k=%u,dtype=%s", side (most), side (most), side (most), format);
    }
}

static SystoleRun *
run_of (const Scenario *self, GError **error)
{
  g_autoptr (SystoleCatalogue) catalogue = systole_catalogue_new ();
  g_autoptr (SystoleMachine) machine = systole_catalogue_parse (catalogue, self->machine, error);
  SystoleOp op;

  if (machine == NULL || !systole_op_parse (self->op, SYSTOLE_FORMAT_INT8, &op, error))
    return NULL;
  return systole_run_new (&op, machine, SYSTOLE_OPERANDS_ON_CHIP, NULL, NULL, NULL, error);
}

static void
scenario_init (Scenario *self, guint law, guint most_pes, guint most)
{
  GError *error = NULL;

  *self = (Scenario){ .law = law, .machine = random_machine (most_pes), .op = random_op (most) };
  self->run = run_of (self, &error);
  if (error != NULL)
    fail (self, G_STRLOC, error->message);
  self->cycle = systole_operand_hash (g_test_rand_int (), SYSTOLE_OPERAND_A, 0, 0) % systole_run_get_n_cycles (self->run);
}

static void
scenario_clear (Scenario *self)
{
  g_clear_pointer (&self->run, systole_run_unref);
  g_free (self->machine);
  g_free (self->op);
}

static SystoleWindow
whole (const SystoleRun *run, gboolean values)
{
  guint rows = 0, columns = 0;

  g_assert_true (systole_run_get_array_size (run, &rows, &columns));
  return (SystoleWindow){ 0, 0, rows, columns, values, 0 };
}

static gboolean
same_number (double a, double b)
{
  return (a >= b && a <= b) || (isnan (a) && isnan (b));
}

static gboolean
same_value (const SystoleValue *a, const SystoleValue *b)
{
  return a->present == b->present && (!a->present || same_number (a->value, b->value));
}

static gboolean
same_frames (const SystoleArrayFrame *a, const SystoleArrayFrame *b)
{
  if (a->cells->len != b->cells->len || a->bottom->len != b->bottom->len || a->phase != b->phase || a->out_done != b->out_done)
    return FALSE;
  for (guint i = 0; i < a->cells->len; i++)
    {
      const SystoleArrayCell *x = &g_array_index (a->cells, SystoleArrayCell, i), *y = &g_array_index (b->cells, SystoleArrayCell, i);

      if (x->reason != y->reason || x->m != y->m || x->n != y->n || x->k != y->k || x->fold != y->fold || x->final != y->final || !same_value (&x->a, &y->a) ||
          !same_value (&x->b, &y->b) || !same_value (&x->product, &y->product) || !same_value (&x->partial_in, &y->partial_in) || !same_value (&x->partial_out, &y->partial_out))
        return FALSE;
    }
  for (guint i = 0; i < a->bottom->len; i++)
    {
      const SystoleEdgeToken *x = &g_array_index (a->bottom, SystoleEdgeToken, i), *y = &g_array_index (b->bottom, SystoleEdgeToken, i);

      if (x->lane != y->lane || x->slot != y->slot || x->i != y->i || x->j != y->j || x->final != y->final || !same_number (x->value, y->value))
        return FALSE;
    }
  return TRUE;
}

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
      g_autoptr (SystoleRun) again = run_of (&s, NULL);
      SystoleWindow window = whole (s.run, TRUE);

      for (guint c = 0; c < SYSTOLE_N_COUNTERS; c++)
        {
          SystoleQuantity x = systole_run_get_counter (s.run, (SystoleCounter) c), y = systole_run_get_counter (again, (SystoleCounter) c);

          HOLDS (&s, x.present == y.present && x.count == y.count && same_number (x.real, y.real));
        }
      first.identity = second.identity = 0;
      systole_run_array_frame (s.run, 0, s.cycle, &window, &first);
      systole_run_array_frame (again, 0, s.cycle, &window, &second);
      HOLDS (&s, same_frames (&first, &second));
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
      SystoleWindow window = whole (s.run, TRUE);
      guint64 back = pick (7), forth = s.cycle + pick (3);
      guint64 from = s.cycle - MIN (s.cycle, back), to = MIN (systole_run_get_n_cycles (s.run) - 1, forth);

      sought.identity = walking.identity = 0;
      systole_run_array_frame (s.run, 0, s.cycle, &window, &sought);
      for (guint64 cycle = from; cycle <= s.cycle; cycle++)
        systole_run_array_frame (s.run, 0, cycle, &window, &walking);
      HOLDS (&s, same_frames (&sought, &walking));
      for (guint64 cycle = to + 1; cycle-- > s.cycle;)
        systole_run_array_frame (s.run, 0, cycle, &window, &walking);
      HOLDS (&s, same_frames (&sought, &walking));
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
        HOLDS (s, same_number (value, systole_product_partial (&product.gemm, &product.unfolding, m, n, product.gemm.k)));
      }
}

/* 3: registers and frames are the same in every PE and cycle, and the result is the product. And
 * 4: each useful MAC is carried out once. */
static void
test_registers (void)
{
  SystoleArrayFrame frame, registers;

  systole_array_frame_init (&frame);
  systole_array_frame_init (&registers);
  for (guint i = 0; i < N_SCENARIOS; i++)
    {
      Scenario s;
      guint64 busy = 0;

      scenario_init (&s, 3, 4, 6);
      g_autoptr (SystoleArrayMachine) machine = systole_array_machine_new (s.run, NULL);
      SystoleWindow window = whole (s.run, TRUE);

      frame.identity = 0;
      for (s.cycle = 0; s.cycle < systole_run_get_n_cycles (s.run); s.cycle++)
        {
          HOLDS (&s, !systole_array_machine_is_done (machine));
          systole_array_machine_frame (machine, &window, &registers);
          systole_run_array_frame (s.run, 0, s.cycle, &window, &frame);
          HOLDS (&s, same_frames (&frame, &registers));
          for (guint j = 0; j < registers.cells->len; j++)
            busy += g_array_index (registers.cells, SystoleArrayCell, j).reason == SYSTOLE_REASON_BUSY;
          systole_array_machine_step (machine);
        }
      HOLDS (&s, systole_array_machine_is_done (machine));
      HOLDS (&s, busy == systole_run_get_useful_macs (s.run));
      check_results (&s, machine);
      scenario_clear (&s);
    }
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
      SystoleWindow window = whole (s.run, FALSE);
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
      SystoleWindow window = whole (s.run, FALSE);
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

/* 7: a higher clock never makes a run slower. (Rows and columns of one array are no units.) */
static void
test_more (void)
{
  for (guint i = 0; i < N_SCENARIOS; i++)
    {
      Scenario s;
      const SystoleArrayDef *def;

      scenario_init (&s, 7, 20, 60);
      def = systole_machine_get_array (systole_run_get_machine (s.run));
      SystoleArrayDef faster = *def;
      faster.clock_hz *= 1 + pick (5);
      g_autoptr (SystoleMachine) machine = systole_machine_new_array (&faster);
      g_autoptr (SystoleRun) run = systole_run_new (systole_run_get_op (s.run), machine, SYSTOLE_OPERANDS_ON_CHIP, NULL, NULL, NULL, NULL);
      HOLDS (&s, run != NULL && systole_run_get_seconds (run) <= systole_run_get_seconds (s.run));
      scenario_clear (&s);
    }
}

/* 8: what would overflow is refused with the limit in the message; what is not refused is sound. */
static void
test_overflow (void)
{
  guint refused = 0, taken = 0;

  for (guint i = 0; i < N_SCENARIOS; i++)
    {
      Scenario s = { .law = 8, .machine = random_machine (1024) };
      GError *error = NULL;

      s.op = g_strdup_printf ("gemm:m=%" G_GUINT64_FORMAT ",n=%" G_GUINT64_FORMAT ",k=%" G_GUINT64_FORMAT, (guint64) 1 << pick (41), (guint64) 1 << pick (41), (guint64) 1 << pick (41));
      s.run = run_of (&s, &error);
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
      Scenario s = { .law = 9, .machine = random_machine (6) };
      SystoleSummary summary;

      s.op = g_strdup_printf ("gemm:m=%u,n=%u,k=%u", (guint) 1 << pick (19), (guint) 1 << pick (19), (guint) 1 << pick (19));
      s.run = run_of (&s, NULL);
      HOLDS (&s, s.run != NULL);
      n_long += systole_run_get_n_cycles (s.run) >> 32 != 0;
      s.cycle = systole_operand_hash (g_test_rand_int (), SYSTOLE_OPERAND_A, 0, 0) % systole_run_get_n_cycles (s.run);
      SystoleWindow window = whole (s.run, TRUE);
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
  g_test_add_func ("/laws-arrays/7-more", test_more);
  g_test_add_func ("/laws-arrays/8-overflow", test_overflow);
  g_test_add_func ("/laws-arrays/9-far", test_far);
  return g_test_run ();
}
