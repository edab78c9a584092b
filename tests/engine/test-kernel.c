/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "engine/base/error.h"
#include "engine/machine/catalogue.h"
#include "engine/run/run.h"

/* Operations that are no product on whole GPUs: the laws on random operations and shapes,
 * frames against summaries and sums, and that more of anything never makes a run slower. */

/* A turn takes whole cycles: what is gained may be lost again in rounding. */
#define WHOLE_CYCLES 5e-3

static const char *const gpus[] = { "nvidia-p100-pcie", "nvidia-t4", "nvidia-v100-sxm2-16", "nvidia-a100-sxm-80", "nvidia-l40s", "nvidia-h100-sxm", "nvidia-b200", "nvidia-rtx-5090", "amd-mi210", "amd-rx-7900-xtx" };

static void
add_file (SystoleCatalogue *catalogue, const char *name)
{
  g_autofree char *path = g_build_filename (g_getenv ("SYSTOLE_SOURCE_DIR"), "data", "machines", name, NULL);
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;
  gsize length;

  g_file_get_contents (path, &text, &length, &error);
  g_assert_no_error (error);
  systole_catalogue_add_xml (catalogue, text, length, path, &error);
  g_assert_no_error (error);
}

static SystoleCatalogue *
load_catalogue (void)
{
  SystoleCatalogue *catalogue = systole_catalogue_new ();

  add_file (catalogue, "nvidia.xml");
  add_file (catalogue, "amd.xml");
  return catalogue;
}

static guint
log_random (GRand *rand, gint32 power)
{
  guint value = 1u << g_rand_int_range (rand, 0, power);

  return value + (value > 1 && g_rand_boolean (rand) ? (guint) g_rand_int_range (rand, 0, (gint32) value) : 0);
}

/* Work of scientific programs and databases, and layers of products. */
static void
random_data (GRand *rand, char *text, gsize size)
{
  static const char *const formats[] = { "fp64", "fp32", "fp16" };
  const char *format = formats[g_rand_int_range (rand, 0, 3)];
  guint m = log_random (rand, 14), n = log_random (rand, 14);

  switch (g_rand_int_range (rand, 0, 5))
    {
    case 0:
      g_snprintf (text, size, "stencil:x=%u,y=%u,z=%u,radius=%d,shape=%s,dtype=%s", log_random (rand, 9), log_random (rand, 9), log_random (rand, 8), g_rand_int_range (rand, 1, 5), g_rand_boolean (rand) ? "star" : "box", format);
      break;
    case 1:
      g_snprintf (text, size, "spmv:m=%u,n=%u,nnz=%u,band=%u,dtype=%s", m, n, (guint) g_rand_int_range (rand, 1, (gint32) (m * n) + 1), g_rand_boolean (rand) ? log_random (rand, 8) : 0, format);
      break;
    case 2:
      g_snprintf (text, size, "sort:n=%u,payload=%d,dtype=%s", log_random (rand, 24), g_rand_int_range (rand, 0, 9), format);
      break;
    case 3:
      g_snprintf (text, size, "query:rows=%u,build=%u,columns=%d,passing=%d,matching=%d,groups=%u,dtype=%s", log_random (rand, 24), log_random (rand, 22), g_rand_int_range (rand, 2, 6), g_rand_int_range (rand, 0, 101), g_rand_int_range (rand, 0, 101), log_random (rand, 14), format);
      break;
    default:
      g_snprintf (text, size, "mlp:m=%u,hidden=%u,inter=%u,gated=%d,dtype=%s", log_random (rand, 11), log_random (rand, 12), log_random (rand, 13), g_rand_int_range (rand, 0, 2), g_rand_boolean (rand) ? "fp16" : "fp32");
      break;
    }
}

/* Whichever dimensions an operation has are drawn by name. */
static void
random_text (GRand *rand, char *text, gsize size)
{
  static const char *const kinds[] = { "softmax", "layernorm", "rmsnorm", "add_layernorm", "gelu", "relu", "silu_mul", "add", "mul_scalar", "pow_scalar", "reduce" };
  static const char *const formats[] = { "fp32", "fp16", "bf16" };
  static const char *const streams[] = { "memcpy", "stream_init", "stream_read", "stream_triad" };

  if (g_rand_int_range (rand, 0, 4) == 0)
    {
      static const char *const directions[] = { "fwd", "bwd_data", "bwd_filter" };
      guint side = 7 + log_random (rand, 6), taps = g_rand_int_range (rand, 0, 3) * 2 + 1, stride = g_rand_int_range (rand, 1, 3), out = (side + taps / 2 * 2 - taps) / stride + 1;

      g_snprintf (text, size, "conv:n=%u,c=%u,h=%u,w=%u,k=%u,r=%u,s=%u,p=%u,q=%u,stride_h=%u,stride_w=%u,pad_h=%u,pad_w=%u,dir=%s,dtype=%s", log_random (rand, 6), log_random (rand, 10), side, side, log_random (rand, 10), taps, taps, out, out, stride, stride, taps / 2, taps / 2, directions[g_rand_int_range (rand, 0, 3)], g_rand_boolean (rand) ? "fp32" : "fp16");
    }
  else if (g_rand_int_range (rand, 0, 4) == 0)
    {
      guint group = 1u << g_rand_int_range (rand, 0, 5), heads = log_random (rand, 4), tokens = log_random (rand, 11), queries = g_rand_boolean (rand) ? 1 : MAX (tokens / 2, 1);

      g_snprintf (text, size, "attention:phase=%s,b=%u,sq=%u,skv=%u,hq=%u,hkv=%u,d=%u,causal=%d,kernel=%s,dtype=fp16", queries == 1 ? "decode" : "chunk", log_random (rand, 6), queries, tokens, heads * group, heads, 32u << g_rand_int_range (rand, 0, 4), g_rand_int_range (rand, 0, 2), g_rand_int_range (rand, 0, 4) == 0 ? "plain" : "fused");
    }
  else if (g_rand_int_range (rand, 0, 3) == 0)
    random_data (rand, text, size);
  else if (g_rand_int_range (rand, 0, 5) == 0)
    g_snprintf (text, size, "%s:bytes=%u,dtype=fp64", streams[g_rand_int_range (rand, 0, 4)], 64 * log_random (rand, 20));
  else
    g_snprintf (text, size, "%s:m=%u,n=%u,dtype=%s", kinds[g_rand_int_range (rand, 0, G_N_ELEMENTS (kinds))], log_random (rand, 14), log_random (rand, 14), formats[g_rand_int_range (rand, 0, G_N_ELEMENTS (formats))]);
}

static SystoleRun *
run_text (const char *text, const SystoleMachine *machine, SystoleOperands operands)
{
  g_autoptr (GError) error = NULL;
  SystoleRun *run;
  SystoleOp op;

  g_assert_nonnull (machine);
  systole_op_parse (text, SYSTOLE_FORMAT_BF16, &op, &error);
  g_assert_no_error (error);
  run = systole_run_new (&op, machine, operands, NULL, NULL, NULL, &error);
  if (error != NULL)
    g_error ("%s on %s: %s", text, systole_machine_get_id (machine), error->message);
  return run;
}

static guint64
add_idle (const SystoleSummary *summary)
{
  guint64 sum = summary->busy;

  for (guint r = 0; r < SYSTOLE_N_REASONS; r++)
    sum += summary->idle[r];
  return sum;
}

static void
test_laws (void)
{
  g_autoptr (SystoleCatalogue) catalogue = load_catalogue ();
  g_autoptr (GRand) rand = g_rand_new_with_seed (21);

  for (guint i = 0; i < 300; i++)
    {
      const SystoleMachine *machine = systole_catalogue_find (catalogue, gpus[i % G_N_ELEMENTS (gpus)]);
      char text[200];
      g_autoptr (SystoleRun) run = NULL;
      const SystoleAuditCheck *breach;
      const SystoleTraffic *traffic;
      guint n;

      random_text (rand, text, sizeof text);
      run = run_text (text, machine, i % 3 == 0 ? SYSTOLE_OPERANDS_RESIDENT : SYSTOLE_OPERANDS_COLD);
      breach = systole_run_find_breach (run);
      if (breach != NULL)
        g_test_fail_printf ("%s on %s breaks %s", text, systole_machine_get_id (machine), breach->id);
      traffic = systole_run_get_traffic (run, &n);
      for (guint t = 1; t < n; t++)
        g_assert_cmpuint (traffic[t].read_bytes, >=, traffic[t - 1].read_bytes);
    }
}

/* What the SMs show one by one adds up to the summary, and the summaries to the work. */
static void
assert_frames (const SystoleRun *run, guint64 cycle, SystoleChipFrame *chip, SystoleSmFrame *sm)
{
  SystoleSummary summary;
  guint64 busy = 0;
  double chip_busy = 0;

  systole_run_summarize (run, cycle, &summary);
  g_assert_cmpuint (add_idle (&summary), ==, summary.total);
  systole_run_chip_frame (run, cycle, chip);
  g_assert_cmpuint (chip->units->len, ==, systole_run_get_n_units (run));
  for (guint u = 0; u < chip->units->len; u++)
    {
      guint64 reasons[SYSTOLE_N_REASONS] = { 0 };

      systole_run_sm_frame (run, u, cycle, sm);
      for (guint c = 0; c < sm->cells->len; c++)
        reasons[g_array_index (sm->cells, SystoleFragmentCell, c).reason]++;
      busy += reasons[SYSTOLE_REASON_BUSY];
      for (guint r = SYSTOLE_REASON_BUSY + 1; r < SYSTOLE_N_REASONS; r++)
        {
          g_assert_cmpuint (summary.idle[r], >=, reasons[r]);
          summary.idle[r] -= reasons[r];
        }
      chip_busy += g_array_index (chip->units, SystoleUnitState, u).busy_share * (double) summary.total / chip->units->len;
      for (guint k = 0; k < sm->copies->len; k++)
        g_assert_cmpuint (g_array_index (sm->copies, SystoleCopyState, k).arrived, <=, g_array_index (sm->copies, SystoleCopyState, k).bytes);
    }
  g_assert_cmpuint (busy, ==, summary.busy);
  g_assert_cmpfloat_with_epsilon (chip_busy, (double) summary.busy, 1e-6 * (double) summary.total);
  for (guint r = SYSTOLE_REASON_BUSY + 1; r < SYSTOLE_N_REASONS; r++)
    if (summary.idle[r] != 0)
      {
        g_autofree char *op = systole_op_to_string (systole_run_get_op (run));

        g_error ("%s on %s, cycle %" G_GUINT64_FORMAT ": %" G_GUINT64_FORMAT " lanes that wait for %s are on no SM", op, systole_machine_get_id (systole_run_get_machine (run)), cycle, summary.idle[r], systole_reason_get_id ((SystoleReason) r));
      }
}

static void
test_frames (void)
{
  g_autoptr (SystoleCatalogue) catalogue = load_catalogue ();
  g_autoptr (GRand) rand = g_rand_new_with_seed (22);
  SystoleChipFrame chip;
  SystoleSmFrame sm;

  systole_chip_frame_init (&chip);
  systole_sm_frame_init (&sm);
  for (guint i = 0; i < 24; i++)
    {
      char text[200];
      g_autoptr (SystoleRun) run = NULL;

      random_text (rand, text, sizeof text);
      run = run_text (text, systole_catalogue_find (catalogue, gpus[i % G_N_ELEMENTS (gpus)]), SYSTOLE_OPERANDS_COLD);
      for (guint k = 0; k < 12; k++)
        assert_frames (run, (guint64) (g_rand_double (rand) * (double) systole_run_get_n_cycles (run)), &chip, &sm);
      assert_frames (run, systole_run_get_n_cycles (run) - 1, &chip, &sm);
    }
  systole_chip_frame_clear (&chip);
  systole_sm_frame_clear (&sm);
}

/* Every cycle of short runs: busy lanes add up to the work done, idle ones to the waterfall. */
static void
test_every_cycle (void)
{
  static const char *const texts[] = { "softmax:m=37,n=300,dtype=fp32", "layernorm:m=700,n=513,dtype=fp16", "gelu:m=100,n=1001,dtype=bf16", "memcpy:bytes=1000000,dtype=fp32", "add:m=1,n=1,dtype=fp32", "l2_read:working_set_bytes=3000000,dtype=fp64", "attention:phase=prefill,b=1,sq=300,skv=300,hq=4,hkv=2,d=64,causal=1,dtype=fp16", "attention:phase=decode,b=3,sq=1,skv=900,hq=8,hkv=2,d=128,dtype=fp16", "conv:n=1,c=32,h=14,w=14,k=32,r=3,s=3,p=14,q=14,pad_h=1,pad_w=1,dtype=fp32", "conv:n=2,c=64,h=14,w=14,k=64,r=1,s=1,p=14,q=14,dtype=fp16", "stencil:x=70,y=33,z=40,dtype=fp64", "stencil:x=100,y=64,z=20,radius=2,shape=box,dtype=fp32", "spmv:m=5000,n=5000,nnz=61000,dtype=fp64", "sort:n=60000,payload=4,dtype=fp32", "query:rows=90000,build=5000,passing=30,groups=7,dtype=fp32", "mlp:m=40,hidden=200,inter=300,gated=1,dtype=fp16" };
  static const struct
  {
    SystolePart part;
    SystoleReason reasons[3];
  } parts[] = {
    { SYSTOLE_PART_MEMORY, { SYSTOLE_REASON_MEMORY } },
    { SYSTOLE_PART_TAIL, { SYSTOLE_REASON_TAIL, SYSTOLE_REASON_NO_WORK } },
    { SYSTOLE_PART_LAUNCH, { SYSTOLE_REASON_LAUNCH } },
    { SYSTOLE_PART_OPERAND, { SYSTOLE_REASON_OPERAND, SYSTOLE_REASON_UNIT_BUSY, SYSTOLE_REASON_BARRIER } },
  };
  g_autoptr (SystoleCatalogue) catalogue = load_catalogue ();

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (SystoleRun) run = run_text (texts[i], systole_catalogue_find (catalogue, i % 2 == 0 ? "nvidia-t4" : "nvidia-a100-sxm-80"), SYSTOLE_OPERANDS_RESIDENT);
      double idle[SYSTOLE_N_REASONS] = { 0 }, busy = 0, work = (double) systole_op_get_useful_work (systole_run_get_op (run));
      const SystoleWaterfallPart *waterfall;
      g_autofree char *mapping = systole_run_describe_mapping (run);
      guint64 total = 1;
      guint n;

      /* Winograd has fewer products than the operation counts: then its own are what adds up. A lane of fp64 may take
       * several cycles for one operation. */
      if (g_str_has_prefix (mapping, "winograd") || systole_run_get_op (run)->format == SYSTOLE_FORMAT_FP64)
        {
          double own = 0;

          for (guint64 cycle = 0; cycle < systole_run_get_n_cycles (run); cycle++)
            {
              SystoleSummary summary;

              systole_run_summarize (run, cycle, &summary);
              own += (double) summary.busy;
            }
          if (g_str_has_prefix (mapping, "winograd"))
            g_assert_cmpfloat (own, <, work);
          else
            g_assert_cmpfloat (fmod (own, work), ==, 0);
          work = own;
        }
      for (guint64 cycle = 0; cycle < systole_run_get_n_cycles (run); cycle++)
        {
          SystoleSummary summary;

          systole_run_summarize (run, cycle, &summary);
          g_assert_cmpfloat_with_epsilon (systole_run_get_work_done (run, cycle) * work, busy, 1e-9 * work);
          busy += (double) summary.busy;
          total = summary.total;
          for (guint r = 0; r < SYSTOLE_N_REASONS; r++)
            idle[r] += (double) summary.idle[r];
        }
      g_assert_cmpfloat_with_epsilon (busy, work, 1e-9 * work);
      waterfall = systole_run_get_waterfall (run, &n);
      for (guint p = 0; p < n; p++)
        for (guint q = 0; q < G_N_ELEMENTS (parts); q++)
          if (parts[q].part == waterfall[p].part)
            {
              double sum = 0;

              for (guint r = 0; r < G_N_ELEMENTS (parts[q].reasons); r++)
                if (parts[q].reasons[r] != SYSTOLE_REASON_BUSY)
                  sum += idle[parts[q].reasons[r]];
              /* Each bound of the waterfall is rounded up to a cycle. */
              g_assert_cmpfloat_with_epsilon ((double) waterfall[p].cycles, sum / (double) total, 1);
            }
    }
}

static void
test_more_is_never_slower (void)
{
  g_autoptr (SystoleCatalogue) catalogue = load_catalogue ();
  g_autoptr (GRand) rand = g_rand_new_with_seed (23);
  static const SystoleField fields[] = { SYSTOLE_FIELD_MEMORY_BANDWIDTH, SYSTOLE_FIELD_UNITS, SYSTOLE_FIELD_CLOCK_BOOST, SYSTOLE_FIELD_L2 };

  for (guint i = 0; i < 400; i++)
    {
      const SystoleMachine *machine = systole_catalogue_find (catalogue, gpus[i % G_N_ELEMENTS (gpus)]);
      SystoleField field = fields[(i / G_N_ELEMENTS (gpus)) % G_N_ELEMENTS (fields)];
      double factor = 1 + g_rand_double (rand);
      double value = systole_machine_get (machine, field) * factor;
      g_autoptr (GError) error = NULL;
      g_autoptr (SystoleMachine) more = NULL;
      g_autoptr (SystoleRun) run = NULL, run_more = NULL;
      char text[200];

      if (!systole_machine_has (machine, field))
        continue;
      more = systole_machine_with_field (machine, field, field == SYSTOLE_FIELD_UNITS ? (double) (guint) value : value, NULL, &error);
      g_assert_no_error (error);
      random_text (rand, text, sizeof text);
      run = run_text (text, machine, SYSTOLE_OPERANDS_COLD);
      run_more = run_text (text, more, SYSTOLE_OPERANDS_COLD);
      /* Two cycles: the launch and the latency are whole ones too. */
      if (systole_run_get_seconds (run_more) > systole_run_get_seconds (run) * (1 + WHOLE_CYCLES) + 2 / systole_run_get_clock_hz (run))
        g_test_fail_printf ("%s %s × %g, %s: %g µs became %g µs", gpus[i % G_N_ELEMENTS (gpus)], systole_field_get_id (field), factor, text, systole_run_get_seconds (run) * 1e6, systole_run_get_seconds (run_more) * 1e6);
    }
}

/* Steps forwards and backwards meet the same places, each of them within the run. */
static void
test_steps (void)
{
  static const SystoleStep kinds[] = { SYSTOLE_STEP_TILE, SYSTOLE_STEP_WAVE, SYSTOLE_STEP_PHASE };
  g_autoptr (SystoleCatalogue) catalogue = load_catalogue ();
  g_autoptr (SystoleRun) run = run_text ("softmax:m=3000,n=700,dtype=fp32", systole_catalogue_find (catalogue, "nvidia-t4"), SYSTOLE_OPERANDS_COLD);
  guint64 last = systole_run_get_n_cycles (run) - 1;

  for (guint k = 0; k < G_N_ELEMENTS (kinds); k++)
    {
      g_autoptr (GArray) places = g_array_new (FALSE, FALSE, sizeof (guint64));
      guint64 at = 0;

      while (at < last)
        {
          guint64 next = systole_run_step (run, at, kinds[k], 1);

          g_assert_cmpuint (next, >, at);
          g_assert_cmpuint (next, <=, last);
          at = next;
          g_array_append_val (places, at);
        }
      g_assert_cmpuint (places->len, >, 3);
      for (guint i = places->len - 1; i > 0; i--)
        {
          at = systole_run_step (run, at, kinds[k], -1);
          g_assert_cmpuint (at, ==, g_array_index (places, guint64, i - 1));
        }
    }
}

/* A copy of 4 GiB takes what its bytes take at the share of the peak that copies reach. */
static void
test_known (void)
{
  g_autoptr (SystoleCatalogue) catalogue = load_catalogue ();
  const SystoleMachine *a100 = systole_catalogue_find (catalogue, "nvidia-a100-sxm-80");
  g_autoptr (SystoleRun) copy = run_text ("memcpy:bytes=4294967296,dtype=fp32", a100, SYSTOLE_OPERANDS_COLD);
  g_autoptr (SystoleRun) small = run_text ("add:m=16,n=1024,dtype=fp32", a100, SYSTOLE_OPERANDS_COLD);
  g_autoptr (SystoleRun) warm = run_text ("add:m=512,n=1024,dtype=fp32", a100, SYSTOLE_OPERANDS_RESIDENT);
  g_autoptr (SystoleRun) cold = run_text ("add:m=512,n=1024,dtype=fp32", a100, SYSTOLE_OPERANDS_COLD);
  double share = 4294967296.0 / 2039e9 / systole_run_get_seconds (copy);

  g_assert_cmpfloat (share, >, 0.86);
  g_assert_cmpfloat (share, <, 0.90);
  g_assert_cmpstr (systole_run_get_bound (copy), ==, "memory:dram");
  g_assert_cmpstr (systole_run_get_bound (small), ==, "latency");
  g_assert_cmpfloat (systole_run_get_seconds (small), <, 3.5e-6);
  g_assert_cmpfloat (systole_run_get_seconds (warm), <, systole_run_get_seconds (cold));
}

/* Where nothing but bytes counts, the bytes of the algorithm take what they take; fp64 on a chip
 * that has two lanes of it is bound by them; more digits, more passes; what passes no filter is looked up nowhere. */
static void
test_data (void)
{
  g_autoptr (SystoleCatalogue) catalogue = load_catalogue ();
  const SystoleMachine *a100 = systole_catalogue_find (catalogue, "nvidia-a100-sxm-80"), *t4 = systole_catalogue_find (catalogue, "nvidia-t4");
  g_autoptr (SystoleRun) stencil = run_text ("stencil:x=512,y=512,z=512,dtype=fp64", a100, SYSTOLE_OPERANDS_COLD);
  g_autoptr (SystoleRun) slow = run_text ("stencil:x=512,y=512,z=512,dtype=fp64", t4, SYSTOLE_OPERANDS_COLD);
  g_autoptr (SystoleRun) near = run_text ("spmv:m=1000000,n=1000000,nnz=27000000,band=5000,dtype=fp64", t4, SYSTOLE_OPERANDS_COLD);
  g_autoptr (SystoleRun) far = run_text ("spmv:m=1000000,n=1000000,nnz=27000000,dtype=fp64", t4, SYSTOLE_OPERANDS_COLD);
  g_autoptr (SystoleRun) keys = run_text ("sort:n=100000000,dtype=fp32", a100, SYSTOLE_OPERANDS_COLD);
  g_autoptr (SystoleRun) wide = run_text ("sort:n=100000000,dtype=fp64", a100, SYSTOLE_OPERANDS_COLD);
  g_autoptr (SystoleRun) all = run_text ("query:rows=100000000,build=10000000,passing=100,dtype=fp32", a100, SYSTOLE_OPERANDS_COLD);
  g_autoptr (SystoleRun) none = run_text ("query:rows=100000000,build=10000000,passing=0,dtype=fp32", a100, SYSTOLE_OPERANDS_COLD);
  double points = 512.0 * 512 * 512;

  g_assert_cmpfloat (systole_run_get_counter (stencil, SYSTOLE_COUNTER_DRAM_READ).real, ==, points * 8);
  g_assert_cmpfloat (systole_run_get_counter (stencil, SYSTOLE_COUNTER_DRAM_WRITE).real, ==, points * 8);
  g_assert_cmpfloat (points * 16 / 2039e9 / systole_run_get_seconds (stencil), >, 0.8);
  g_assert_cmpstr (systole_run_get_bound (stencil), ==, "memory:dram");
  /* two lanes of fp64 an SM, 40 SMs, 1.59 GHz, 8 operations a point */
  g_assert_cmpfloat (systole_run_get_seconds (slow), >, points * 8 / (2 * 40 * 1.59e9));
  g_assert_cmpstr (systole_run_get_bound (slow), ==, "compute");
  g_assert_cmpfloat (systole_run_get_seconds (far), >, 2 * systole_run_get_seconds (near));
  /* Adinolfi and Merrill: 29.4 · 10⁹ keys a second on this chip */
  g_assert_cmpfloat_with_epsilon (1e8 / systole_run_get_seconds (keys), 29.4e9, 3e9);
  /* twice the bytes of a key and twice the digits */
  g_assert_cmpfloat (systole_run_get_counter (wide, SYSTOLE_COUNTER_DRAM_WRITE).real, ==, 4 * systole_run_get_counter (keys, SYSTOLE_COUNTER_DRAM_WRITE).real);
  g_assert_cmpfloat (systole_run_get_seconds (none), <, 0.5 * systole_run_get_seconds (all));
}

/* A layer takes as long as its two products and the function between them. */
static void
test_layer (void)
{
  g_autoptr (SystoleCatalogue) catalogue = load_catalogue ();

  for (guint i = 0; i < G_N_ELEMENTS (gpus); i++)
    {
      const SystoleMachine *machine = systole_catalogue_find (catalogue, gpus[i]);
      g_autoptr (SystoleRun) layer = run_text ("mlp:m=1024,hidden=2048,inter=8192,dtype=fp16", machine, SYSTOLE_OPERANDS_COLD);
      g_autoptr (SystoleRun) up = run_text ("gemm:m=1024,n=8192,k=2048,dtype=fp16", machine, SYSTOLE_OPERANDS_COLD);
      g_autoptr (SystoleRun) down = run_text ("gemm:m=1024,n=2048,k=8192,dtype=fp16", machine, SYSTOLE_OPERANDS_NEW_WEIGHTS);
      double products = systole_run_get_seconds (up) + systole_run_get_seconds (down);

      g_assert_cmpuint (systole_run_get_useful_macs (layer), ==, systole_run_get_useful_macs (up) + systole_run_get_useful_macs (down));
      g_assert_cmpfloat (systole_run_get_seconds (layer), >, 0.99 * products);
      g_assert_cmpfloat (systole_run_get_seconds (layer), <, 1.25 * products);
    }
}

/* The fused kernel never writes a score to memory, and skips what the mask hides. */
static void
test_fused (void)
{
  g_autoptr (SystoleCatalogue) catalogue = load_catalogue ();
  const SystoleMachine *h100 = systole_catalogue_find (catalogue, "nvidia-h100-sxm");
  g_autoptr (SystoleRun) fused = run_text ("attention:phase=prefill,b=2,sq=4096,skv=4096,hq=16,hkv=16,d=128,causal=1,dtype=bf16", h100, SYSTOLE_OPERANDS_COLD);
  g_autoptr (SystoleRun) plain = run_text ("attention:phase=prefill,b=2,sq=4096,skv=4096,hq=16,hkv=16,d=128,causal=1,kernel=plain,dtype=bf16", h100, SYSTOLE_OPERANDS_COLD);
  double scores = 2.0 * 16 * 4096 * 4096 * 2;

  g_assert_cmpfloat (systole_run_get_seconds (fused), <, 0.6 * systole_run_get_seconds (plain));
  g_assert_cmpfloat (systole_run_get_counter (plain, SYSTOLE_COUNTER_DRAM_WRITE).real, >=, 2 * scores);
  g_assert_cmpfloat (systole_run_get_counter (fused, SYSTOLE_COUNTER_DRAM_WRITE).real, <, 0.2 * scores);
  g_assert_cmpuint (systole_run_get_useful_macs (fused), ==, systole_run_get_useful_macs (plain));
}

/* A decode step takes as long as its keys and values take to be read. */
static void
test_decode (void)
{
  g_autoptr (SystoleCatalogue) catalogue = load_catalogue ();
  g_autoptr (SystoleRun) run = run_text ("attention:phase=decode,b=64,sq=1,skv=8192,hq=64,hkv=8,d=128,dtype=bf16", systole_catalogue_find (catalogue, "nvidia-h100-sxm"), SYSTOLE_OPERANDS_COLD);
  double bytes = 2.0 * 64 * 8 * 8192 * 128 * 2, share = bytes / 3350e9 / systole_run_get_seconds (run);

  g_assert_cmpfloat (share, >, 0.7);
  g_assert_cmpfloat (share, <, 0.9);
  g_assert_cmpstr (systole_run_get_bound (run), ==, "memory:dram");
}

/* Winograd has fewer products than the operation counts, and is taken where it is faster. */
static void
test_winograd (void)
{
  g_autoptr (SystoleCatalogue) catalogue = load_catalogue ();
  const SystoleMachine *p100 = systole_catalogue_find (catalogue, "nvidia-p100-pcie");
  g_autoptr (SystoleRun) three = run_text ("conv:n=16,c=256,h=28,w=28,k=256,r=3,s=3,p=28,q=28,pad_h=1,pad_w=1,dtype=fp32", p100, SYSTOLE_OPERANDS_COLD);
  g_autoptr (SystoleRun) one = run_text ("conv:n=16,c=256,h=28,w=28,k=256,r=1,s=1,p=28,q=28,dtype=fp32", p100, SYSTOLE_OPERANDS_COLD);
  g_autofree char *way = systole_run_describe_mapping (three), *other = systole_run_describe_mapping (one);

  g_assert_true (g_str_has_prefix (way, "winograd"));
  g_assert_true (g_str_has_prefix (other, "implicit-gemm"));
  g_assert_true (systole_run_is_sound (three));
  g_assert_cmpfloat (systole_run_get_seconds (three), <, 6 * systole_run_get_seconds (one));
}

static void
test_refused (void)
{
  g_autoptr (SystoleCatalogue) catalogue = load_catalogue ();
  g_autoptr (GError) error = NULL;
  SystoleMapping mapping = { .tile_m = 128 };
  SystoleOp op;

  systole_op_parse ("add:m=16,n=1024,dtype=fp32", SYSTOLE_FORMAT_BF16, &op, &error);
  g_assert_null (systole_run_new (&op, systole_catalogue_find (catalogue, "nvidia-t4"), SYSTOLE_OPERANDS_COLD, &mapping, NULL, NULL, &error));
  g_assert_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_NOT_MODELLED);
  g_clear_error (&error);
  systole_op_parse ("l1_read:working_set_bytes=8,dtype=fp32", SYSTOLE_FORMAT_BF16, &op, &error);
  g_assert_null (systole_run_new (&op, systole_catalogue_find (catalogue, "nvidia-t4"), SYSTOLE_OPERANDS_COLD, NULL, NULL, NULL, &error));
  g_assert_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_NOT_MODELLED);
}

/* Captions count waves as pictures do, and nothing but products is called so. */
static void
test_words (void)
{
  g_autoptr (SystoleCatalogue) catalogue = load_catalogue ();
  g_autoptr (GError) error = NULL;
  g_autoptr (SystoleRun) attention = NULL;
  g_autoptr (SystoleRun) softmax = NULL;
  SystoleStretch strip[64];
  gboolean works = FALSE, multiplies = FALSE;
  guint n;
  SystoleOp op;

  systole_op_parse ("attention:b=1,sq=256,skv=256,hq=8,hkv=8,d=64,kernel=plain,dtype=fp16", SYSTOLE_FORMAT_FP16, &op, &error);
  attention = systole_run_new (&op, systole_catalogue_find (catalogue, "nvidia-a100-sxm-80"), SYSTOLE_OPERANDS_COLD, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < 50; i++)
    {
      guint64 cycle = (systole_run_get_n_cycles (attention) - 1) * i / 49;
      g_autofree char *caption = systole_run_describe_cycle (attention, cycle), *wave = NULL;
      SystoleSummary summary;

      if (strstr (caption, "wave ") == NULL)
        continue;
      systole_run_summarize (attention, cycle, &summary);
      wave = g_strdup_printf ("wave %" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT, summary.fold + 1, summary.n_folds);
      g_assert_nonnull (strstr (caption, wave));
    }
  n = systole_run_get_strip (attention, strip, G_N_ELEMENTS (strip));
  for (guint i = 0; i < n; i++)
    {
      works = works || strip[i].phase == SYSTOLE_PHASE_WORK;
      multiplies = multiplies || strip[i].phase == SYSTOLE_PHASE_COMPUTE;
    }
  g_assert_true (works && multiplies);
  systole_op_parse ("softmax:m=4096,n=4096,dtype=fp16", SYSTOLE_FORMAT_FP16, &op, &error);
  softmax = systole_run_new (&op, systole_catalogue_find (catalogue, "nvidia-a100-sxm-80"), SYSTOLE_OPERANDS_COLD, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  n = systole_run_get_strip (softmax, strip, G_N_ELEMENTS (strip));
  for (guint i = 0; i < n; i++)
    g_assert_cmpint (strip[i].phase, !=, SYSTOLE_PHASE_COMPUTE);
}

/* What the caption says of SMs without a block is what the summary counts them as. */
static void
test_without_block (void)
{
  static const char *const ops[] = { "stencil:x=512,y=512,z=256,radius=4,dtype=fp64", "softmax:m=4096,n=4096,dtype=fp16" };
  g_autoptr (SystoleCatalogue) catalogue = load_catalogue ();
  guint next = 0, last = 0;

  for (guint i = 0; i < G_N_ELEMENTS (ops); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (SystoleRun) run = NULL;
      guint64 n;
      SystoleOp op;

      systole_op_parse (ops[i], SYSTOLE_FORMAT_FP64, &op, &error);
      g_assert_no_error (error);
      run = systole_run_new (&op, systole_catalogue_find (catalogue, "nvidia-rtx-4090"), SYSTOLE_OPERANDS_COLD, NULL, NULL, NULL, &error);
      g_assert_no_error (error);
      n = systole_run_get_n_cycles (run);
      for (guint64 part = 0; part < 400; part++)
        {
          g_autofree char *caption = systole_run_describe_cycle (run, n * part / 400);
          SystoleSummary summary;

          systole_run_summarize (run, n * part / 400, &summary);
          if (strstr (caption, "the next wave") != NULL)
            {
              g_assert_cmpuint (summary.fold + 1, <, summary.n_folds);
              g_assert_cmpuint (summary.idle[SYSTOLE_REASON_TAIL], ==, 0);
              next++;
            }
          if (strstr (caption, "no tile is left") != NULL)
            {
              g_assert_cmpuint (summary.idle[SYSTOLE_REASON_TAIL], >, 0);
              last++;
            }
        }
    }
  g_assert_cmpuint (next, >, 0);
  g_assert_cmpuint (last, >, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/kernel/laws", test_laws);
  g_test_add_func ("/kernel/without-block", test_without_block);
  g_test_add_func ("/kernel/frames", test_frames);
  g_test_add_func ("/kernel/every-cycle", test_every_cycle);
  g_test_add_func ("/kernel/more-is-never-slower", test_more_is_never_slower);
  g_test_add_func ("/kernel/steps", test_steps);
  g_test_add_func ("/kernel/known", test_known);
  g_test_add_func ("/kernel/data", test_data);
  g_test_add_func ("/kernel/layer", test_layer);
  g_test_add_func ("/kernel/fused", test_fused);
  g_test_add_func ("/kernel/decode", test_decode);
  g_test_add_func ("/kernel/winograd", test_winograd);
  g_test_add_func ("/kernel/words", test_words);
  g_test_add_func ("/kernel/refused", test_refused);
  return g_test_run ();
}
