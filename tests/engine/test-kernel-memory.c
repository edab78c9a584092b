/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/machine/catalogue.h"
#include "engine/run/run.h"

/* Reading caches and streaming through memory: what is under way, and who reads what, decide. */

static SystoleCatalogue *
load_catalogue (void)
{
  static const char *const names[] = { "nvidia.xml", "amd.xml" };
  SystoleCatalogue *catalogue = systole_catalogue_new ();

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = g_build_filename (g_getenv ("SYSTOLE_SOURCE_DIR"), "data", "machines", names[i], NULL);
      g_autofree char *text = NULL;
      g_autoptr (GError) error = NULL;
      gsize length;

      g_file_get_contents (path, &text, &length, &error);
      g_assert_no_error (error);
      systole_catalogue_add_xml (catalogue, text, length, path, &error);
      g_assert_no_error (error);
    }
  return catalogue;
}

static SystoleRun *
run_text (SystoleCatalogue *catalogue, const char *machine, const char *text)
{
  g_autoptr (GError) error = NULL;
  SystoleRun *run;
  SystoleOp op;

  g_assert_true (systole_op_parse (text, SYSTOLE_FORMAT_FP64, &op, &error));
  run = systole_run_new (&op, systole_catalogue_find (catalogue, machine), SYSTOLE_OPERANDS_COLD, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (systole_run_is_sound (run));
  return run;
}

/* Bytes a cycle of one pass. */
static double
get_rate (SystoleCatalogue *catalogue, const char *machine, const char *op, guint64 bytes)
{
  g_autofree char *text = g_strdup_printf ("%s:working_set_bytes=%" G_GUINT64_FORMAT ",dtype=fp64", op, bytes);
  g_autoptr (SystoleRun) run = run_text (catalogue, machine, text);

  return (double) bytes / (double) systole_run_get_n_cycles (run);
}

/* L1 is one SM's: its 128 bytes a cycle, however many SMs there are; a set that does not fit is L2's. */
static void
test_l1 (void)
{
  g_autoptr (SystoleCatalogue) catalogue = load_catalogue ();
  double small = get_rate (catalogue, "nvidia-a100-sxm-80", "l1_read", 65536), large = get_rate (catalogue, "nvidia-a100-sxm-80", "l1_read", 4 << 20);

  g_assert_cmpfloat (small, >, 120);
  g_assert_cmpfloat (small, <=, 128);
  g_assert_cmpfloat (large, <, 40);
  g_assert_cmpfloat (large, >, 20);
  g_assert_cmpfloat_with_epsilon (get_rate (catalogue, "nvidia-a100-sxm-80", "l1_read", 8192), small, 3);
}

/* A set somewhat larger than L2 that several blocks read at once comes faster than memory gives it. */
static void
test_readers (void)
{
  g_autoptr (SystoleCatalogue) catalogue = load_catalogue ();
  double few = get_rate (catalogue, "amd-mi210", "l2_read", 14 << 20), many = get_rate (catalogue, "amd-mi210", "l2_read", 1 << 30);
  double cached = get_rate (catalogue, "amd-mi210", "l2_read", 4 << 20);

  g_assert_cmpfloat (few, >, 2 * many);
  g_assert_cmpfloat (few, <, cached);
}

static guint64
stream (SystoleCatalogue *catalogue, const char *machine, const char *op, guint threads, guint blocks)
{
  g_autofree char *text = g_strdup_printf ("%s:bytes=%u,threads_per_block=%u,blocks_per_sm=%u,dtype=fp64", op, 1u << 29, threads, blocks);
  g_autoptr (SystoleRun) run = run_text (catalogue, machine, text);

  return systole_run_get_n_cycles (run);
}

/* With few threads latency decides: twice as many take half the time, until memory is full. Who only
 * writes waits for no answer. */
static void
test_threads (void)
{
  static const char *const machines[] = { "nvidia-a100-sxm-80", "nvidia-h200-sxm", "nvidia-v100-pcie-16", "amd-mi210" };
  static const char *const ops[] = { "stream_read", "memcpy", "stream_triad" };
  g_autoptr (SystoleCatalogue) catalogue = load_catalogue ();

  for (guint i = 0; i < G_N_ELEMENTS (machines); i++)
    {
      for (guint o = 0; o < G_N_ELEMENTS (ops); o++)
        {
          guint64 one = stream (catalogue, machines[i], ops[o], 32, 2), two = stream (catalogue, machines[i], ops[o], 64, 2), full = stream (catalogue, machines[i], ops[o], 1024, 2);

          g_assert_cmpfloat ((double) two / (double) one, <, 0.6);
          g_assert_cmpfloat ((double) two / (double) one, >, 0.45);
          g_assert_cmpuint (full, <, two);
        }
      g_assert_cmpuint (stream (catalogue, machines[i], "stream_init", 64, 2), <, stream (catalogue, machines[i], "stream_read", 64, 2));
      g_assert_cmpuint (stream (catalogue, machines[i], "stream_read", 64, 2), <, stream (catalogue, machines[i], "stream_read", 64, 1));
    }
}

/* A sound run of a library's kernel. */
static SystoleRun *
run_of (SystoleCatalogue *catalogue, const char *machine, const char *text, SystoleLibrary library)
{
  const SystoleMapping mapping = { .library = library };
  g_autoptr (GError) error = NULL;
  g_autoptr (SystoleRun) run = NULL;
  SystoleOp op;

  g_assert_true (systole_op_parse (text, SYSTOLE_FORMAT_BF16, &op, &error));
  run = systole_run_new (&op, systole_catalogue_find (catalogue, machine), SYSTOLE_OPERANDS_RESIDENT, &mapping, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (systole_run_is_sound (run));
  return g_steal_pointer (&run);
}

/* Microseconds of a decode step of many long sequences. */
static double
decode (SystoleCatalogue *catalogue, const char *machine, guint sequences, SystoleLibrary library)
{
  g_autofree char *text = g_strdup_printf ("attention:phase=decode,b=%u,sq=1,skv=16384,hq=8,hkv=2,d=128,dtype=bf16", sequences);
  g_autoptr (SystoleRun) run = run_of (catalogue, machine, text, library);

  return 1e6 * systole_run_get_seconds (run);
}

/* Values that lie where the keys are halve what memory gives; sequences are cut so that the last wave is not nearly empty. */
static void
test_decode (void)
{
  g_autoptr (SystoleCatalogue) catalogue = load_catalogue ();
  double apart = decode (catalogue, "nvidia-b200", 64, SYSTOLE_LIBRARY_USUAL), one = decode (catalogue, "nvidia-b200", 64, SYSTOLE_LIBRARY_ONE_POOL);

  g_assert_cmpfloat (one, <, 0.7 * apart);
  g_assert_cmpfloat (one, >, 0.45 * apart);
  g_assert_cmpfloat (decode (catalogue, "nvidia-a100-sxm-80", 60, SYSTOLE_LIBRARY_ONE_POOL), <, 1.3 * decode (catalogue, "nvidia-a100-sxm-80", 54, SYSTOLE_LIBRARY_ONE_POOL));
}

/* Kernels compiled for their operation load as wide as they can: memory limits them. They walk a row once more,
 * which main memory feels where rows are long. */
static void
test_compiled (void)
{
  g_autoptr (SystoleCatalogue) catalogue = load_catalogue ();
  const char *gelu = "gelu:m=65536,n=4096,dtype=fp16", *norm = "layernorm:m=65536,n=%s,dtype=fp16";
  g_autofree char *text_short = g_strdup_printf (norm, "2048"), *text_long = g_strdup_printf (norm, "32768");
  g_autoptr (SystoleRun) usual = run_of (catalogue, "nvidia-a100-sxm-80", gelu, SYSTOLE_LIBRARY_USUAL), compiled = run_of (catalogue, "nvidia-a100-sxm-80", gelu, SYSTOLE_LIBRARY_COMPILED);
  g_autoptr (SystoleRun) usual_short = run_of (catalogue, "nvidia-a100-sxm-80", text_short, SYSTOLE_LIBRARY_USUAL), compiled_short = run_of (catalogue, "nvidia-a100-sxm-80", text_short, SYSTOLE_LIBRARY_COMPILED);
  g_autoptr (SystoleRun) usual_long = run_of (catalogue, "nvidia-a100-sxm-80", text_long, SYSTOLE_LIBRARY_USUAL), compiled_long = run_of (catalogue, "nvidia-a100-sxm-80", text_long, SYSTOLE_LIBRARY_COMPILED);

  g_assert_cmpfloat (systole_run_get_seconds (compiled), <, 0.95 * systole_run_get_seconds (usual));
  g_assert_cmpfloat (systole_run_get_seconds (compiled_short), <, 0.95 * systole_run_get_seconds (usual_short));
  g_assert_cmpfloat (systole_run_get_seconds (compiled_long), >, 1.1 * systole_run_get_seconds (usual_long));
}

static double
get_product (SystoleCatalogue *catalogue, const char *machine, guint batch, SystoleLibrary library)
{
  g_autofree char *text = g_strdup_printf ("batched_gemm:b=%u,m=1024,n=1024,k=1024,dtype=fp16", batch);
  g_autoptr (SystoleRun) run = run_of (catalogue, machine, text, library);

  return systole_run_get_seconds (run);
}

/* Batches by kernels of the generation before take longer on Hopper, by no more than their multipliers and waves explain; one product
 * and other generations do not know them. */
static void
test_sync (void)
{
  g_autoptr (SystoleCatalogue) catalogue = load_catalogue ();
  double usual = get_product (catalogue, "nvidia-h100-sxm", 128, SYSTOLE_LIBRARY_USUAL), sync = get_product (catalogue, "nvidia-h100-sxm", 128, SYSTOLE_LIBRARY_SYNC);

  g_assert_cmpfloat (sync, >, 1.25 * usual);
  g_assert_cmpfloat (sync, <, 1.9 * usual);
  g_assert_true (get_product (catalogue, "nvidia-h100-sxm", 1, SYSTOLE_LIBRARY_SYNC) == get_product (catalogue, "nvidia-h100-sxm", 1, SYSTOLE_LIBRARY_USUAL));
  g_assert_true (get_product (catalogue, "nvidia-b200", 128, SYSTOLE_LIBRARY_SYNC) == get_product (catalogue, "nvidia-b200", 128, SYSTOLE_LIBRARY_USUAL));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/kernel-memory/l1", test_l1);
  g_test_add_func ("/kernel-memory/readers", test_readers);
  g_test_add_func ("/kernel-memory/threads", test_threads);
  g_test_add_func ("/kernel-memory/decode", test_decode);
  g_test_add_func ("/kernel-memory/compiled", test_compiled);
  g_test_add_func ("/kernel-memory/sync", test_sync);
  return g_test_run ();
}
