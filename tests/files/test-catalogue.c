/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "data/data.h"

#include <math.h>

#include "engine/base/error.h"

/* The figures that the catalogue began with (tests/files/devices.csv): every one of
 * them must still be there, in SI units, with the right provenance. */
static const struct
{
  const char *column;
  const char *field;
  double factor;
} columns[] = {
  { "launch_year", "year", 1 },
  { "die_area_mm2", "die-area", 1e-6 },
  { "transistors_billion", "transistors", 1e9 },
  { "units", "units", 1 },
  { "boost_mhz", "clock.boost", 1e6 },
  { "tensor_clock_mhz", "clock.tensor", 1e6 },
  { "peak_fp64_tflops", "peak.fp64", 1e12 },
  { "peak_fp64_tensor_tflops", "peak.fp64-tensor", 1e12 },
  { "peak_fp32_tflops", "peak.fp32", 1e12 },
  { "peak_tf32_tflops", "peak.tf32", 1e12 },
  { "peak_fp16_tflops", "peak.fp16", 1e12 },
  { "peak_fp16_fp16acc_tflops", "peak.fp16-fp16acc", 1e12 },
  { "peak_bf16_tflops", "peak.bf16", 1e12 },
  { "peak_fp8_tflops", "peak.fp8", 1e12 },
  { "peak_fp4_tflops", "peak.fp4", 1e12 },
  { "peak_int8_tops", "peak.int8", 1e12 },
  { "peak_int4_tops", "peak.int4", 1e12 },
  { "sparse_factor", "sparse-factor", 1 },
  { "fma_fp64", "fma.fp64", 1 },
  { "fma_fp64_tensor", "fma.fp64-tensor", 1 },
  { "fma_fp32", "fma.fp32", 1 },
  { "fma_tf32", "fma.tf32", 1 },
  { "fma_fp16", "fma.fp16", 1 },
  { "fma_bf16", "fma.bf16", 1 },
  { "fma_fp8", "fma.fp8", 1 },
  { "fma_fp4", "fma.fp4", 1 },
  { "fma_int8", "fma.int8", 1 },
  { "fma_int4", "fma.int4", 1 },
  { "schedulers_per_unit", "schedulers", 1 },
  { "warp_width", "warp-width", 1 },
  { "max_warps_per_unit", "max-warps", 1 },
  { "max_threads_per_unit", "max-threads", 1 },
  { "max_blocks_per_unit", "max-blocks", 1 },
  { "regfile_kib_per_unit", "register-file", 1024 },
  { "l1_smem_kib_per_unit", "l1-shared", 1024 },
  { "max_smem_kib_per_unit", "max-shared", 1024 },
  { "tmem_kib_per_unit", "tensor-memory", 1024 },
  { "l2_mib", "l2", 1048576 },
  { "llc_mib", "llc", 1048576 },
  { "tensorcores_per_chip", "tensorcores", 1 },
  { "mxu_count", "mxu.count", 1 },
  { "mxu_rows", "mxu.rows", 1 },
  { "mxu_cols", "mxu.columns", 1 },
  { "systolic_mhz", "mxu.clock", 1e6 },
  { "mxu_rate_factor", "mxu.rate-factor", 1 },
  { "vmem_mib", "vmem", 1048576 },
  { "cmem_mib", "cmem", 1048576 },
  { "unified_buffer_mib", "unified-buffer", 1048576 },
  { "mem_capacity_gib", "memory.capacity", 1073741824 },
  { "mem_bandwidth_gbs", "memory.bandwidth", 1e9 },
  { "scaleup_gbs_total", "scale-up.total", 1e9 },
  { "scaleup_max_devices", "scale-up.max-devices", 1 },
  { "host_gbs_per_dir", "host.bandwidth", 1e9 },
  { "tdp_w", "power.tdp", 1 },
  { "idle_w", "power.idle", 1 },
  { "busy_w", "power.busy", 1 },
  { "meas_l1_cycles", "latency.l1", 1 },
  { "meas_l2_cycles", "latency.l2", 1 },
  { "meas_dram_cycles", "latency.dram", 1 },
  { "meas_dram_gbs", "memory.measured", 1e9 },
  { "meas_best_bf16_tflops", "best.bf16", 1e12 },
  { "meas_best_fp8_tflops", "best.fp8", 1e12 },
  { "meas_launch_us", "launch", 1e-6 },
  { "list_price_usd", "price.list", 1 },
  { "cloud_usd_per_hour", "price.hour", 1 },
};

static gboolean
is_listed (const char *list, const char *column)
{
  g_auto (GStrv) items = g_strsplit (list, ";", -1);

  return g_strv_contains ((const char *const *) items, column);
}

static const char *
cell (char **head, char **row, const char *column)
{
  for (guint i = 0; head[i] != NULL; i++)
    if (g_str_equal (head[i], column))
      return row[i];
  g_assert_not_reached ();
}

static SystoleProvenance
expected_provenance (char **head, char **row, const char *column)
{
  if (is_listed (cell (head, row, "derived_fields"), column))
    return SYSTOLE_PROVENANCE_DERIVED;
  if (is_listed (cell (head, row, "recalled_fields"), column))
    return SYSTOLE_PROVENANCE_RECALLED;
  return g_str_has_prefix (column, "meas_") ? SYSTOLE_PROVENANCE_MEASURED : SYSTOLE_PROVENANCE_PUBLISHED;
}

/* What the table recalls may have been read since: then the field names its own page. */
static void
check_provenance (const SystoleMachine *machine, SystoleField field, SystoleProvenance expected)
{
  SystoleProvenance provenance = systole_machine_get_provenance (machine, field);

  if (expected == SYSTOLE_PROVENANCE_RECALLED && provenance != expected)
    g_assert_nonnull (strstr (systole_machine_get_source (machine, field), "https://"));
  else
    g_assert_cmpint (provenance, ==, expected);
}

static guint
check_machine (const SystoleMachine *machine, char **head, char **row)
{
  guint n = 0;

  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    {
      const char *text = cell (head, row, columns[i].column);
      SystoleField field;
      double expected;

      g_assert_true (systole_field_from_id (columns[i].field, &field));
      g_assert_cmpint (systole_machine_has (machine, field), ==, *text != '\0');
      if (*text == '\0')
        continue;
      expected = g_ascii_strtod (text, NULL) * columns[i].factor;
      g_assert_cmpfloat_with_epsilon (systole_machine_get (machine, field), expected, fabs (expected) * 1e-14);
      check_provenance (machine, field, expected_provenance (head, row, columns[i].column));
      g_assert_nonnull (systole_machine_get_source (machine, field));
      n++;
    }
  return n;
}

static void
test_every_figure (void)
{
  const SystoleCatalogue *catalogue = systole_data_get_catalogue ();
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "devices.csv", NULL);
  g_autofree char *csv = NULL;
  g_auto (GStrv) lines = NULL;
  g_auto (GStrv) head = NULL;
  guint n = 0, n_machines = 0;

  g_assert_true (g_file_get_contents (path, &csv, NULL, NULL));
  lines = g_strsplit (csv, "\n", -1);
  head = g_strsplit (lines[0], ",", -1);
  for (guint i = 1; lines[i] != NULL && *lines[i] != '\0'; i++)
    {
      g_auto (GStrv) row = g_strsplit (lines[i], ",", -1);
      const SystoleMachine *machine = systole_catalogue_find (catalogue, row[0]);

      g_assert_nonnull (machine);
      g_assert_cmpstr (systole_machine_get_fact (machine, "vendor"), ==, cell (head, row, "vendor"));
      g_assert_cmpstr (systole_machine_get_fact (machine, "memory-type"), ==, cell (head, row, "mem_type"));
      n += check_machine (machine, head, row);
      n_machines++;
    }
  g_assert_cmpuint (n_machines, ==, 60);
  g_assert_cmpuint (systole_catalogue_get_n (catalogue), >=, n_machines);
  g_assert_cmpuint (n, >, 1500);
}

/* Every name of the published tables of measurements is a machine that has a source, and what was not read says so. */
static void
test_every_name (void)
{
  const SystoleCatalogue *catalogue = systole_data_get_catalogue ();
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "machine-names.txt", NULL);
  g_autofree char *text = NULL;
  g_auto (GStrv) names = NULL;
  guint n = 0;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  names = g_strsplit (g_strstrip (text), "\n", -1);
  for (; names[n] != NULL; n++)
    {
      const SystoleMachine *machine = systole_catalogue_find (catalogue, names[n]);

      if (machine == NULL)
        g_error ("%s is no machine", names[n]);
      g_assert_nonnull (systole_machine_get_fact (machine, "sources"));
      g_assert_nonnull (systole_machine_get_fact (machine, "confidence"));
      for (guint i = 0; i < SYSTOLE_N_FIELDS; i++)
        if (systole_machine_has (machine, (SystoleField) i))
          {
            SystoleProvenance provenance = systole_machine_get_provenance (machine, (SystoleField) i);

            g_assert_cmpint (provenance, !=, SYSTOLE_PROVENANCE_ABSENT);
            g_assert_nonnull (systole_machine_get_source (machine, (SystoleField) i));
            g_assert_cmpint (systole_provenance_get_note (provenance) != NULL, ==, provenance == SYSTOLE_PROVENANCE_RECALLED);
          }
    }
  g_assert_cmpuint (n, ==, 64);
}

static void
test_families (void)
{
  const SystoleCatalogue *catalogue = systole_data_get_catalogue ();
  static const struct
  {
    const char *id;
    SystoleFamily family;
  } expected[] = {
    { "nvidia-t4", SYSTOLE_FAMILY_GPU },
    { "amd-mi300x", SYSTOLE_FAMILY_GPU },
    { "google-tpu-v5e", SYSTOLE_FAMILY_TPU },
    { "google-coral-edge-tpu", SYSTOLE_FAMILY_TPU },
    { "cpu-epyc-9654", SYSTOLE_FAMILY_CPU },
    { "intel-gaudi2", SYSTOLE_FAMILY_OTHER },
  };

  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    g_assert_cmpint (systole_machine_get_family (systole_catalogue_find (catalogue, expected[i].id)), ==, expected[i].family);
  g_assert_cmpint (systole_machine_get_fact_provenance (systole_catalogue_find (catalogue, "google-tpu-v1"), "process"), ==, SYSTOLE_PROVENANCE_RECALLED);
}

static void
test_aliases (void)
{
  const SystoleCatalogue *catalogue = systole_data_get_catalogue ();
  const SystoleMachine *chip = systole_catalogue_find (catalogue, "google-tpu-v3");
  const SystoleMachine *core = systole_catalogue_find (catalogue, "tpu_v3_core");
  g_auto (GStrv) aliases = systole_catalogue_list_aliases (catalogue, "google-tpu-v3");

  g_assert_true (systole_catalogue_find (catalogue, "t4") == systole_catalogue_find (catalogue, "nvidia-t4"));
  g_assert_true (systole_catalogue_find (catalogue, "tpu_v4") == systole_catalogue_find (catalogue, "google-tpu-v4"));
  g_assert_null (systole_catalogue_find (catalogue, "titan"));
  g_assert_cmpuint (g_strv_length (aliases), ==, 1);
  g_assert_cmpstr (aliases[0], ==, "tpu_v3_core");

  /* one of two cores: half of all that is shared out, the clock and the array as they are */
  g_assert_cmpstr (systole_machine_get_id (core), ==, "tpu_v3_core");
  g_assert_cmpfloat (systole_machine_get (core, SYSTOLE_FIELD_MXU_COUNT), ==, systole_machine_get (chip, SYSTOLE_FIELD_MXU_COUNT) / 2);
  g_assert_cmpfloat (systole_machine_get (core, SYSTOLE_FIELD_MEMORY_BANDWIDTH), ==, systole_machine_get (chip, SYSTOLE_FIELD_MEMORY_BANDWIDTH) / 2);
  g_assert_cmpfloat (systole_machine_get (core, SYSTOLE_FIELD_MXU_CLOCK), ==, systole_machine_get (chip, SYSTOLE_FIELD_MXU_CLOCK));
  g_assert_cmpint (systole_machine_get_provenance (core, SYSTOLE_FIELD_MXU_COUNT), ==, SYSTOLE_PROVENANCE_DERIVED);
  g_assert_cmpfloat (systole_machine_get (systole_catalogue_find (catalogue, "mi250_1gcd"), SYSTOLE_FIELD_UNITS), ==, 104);
  g_assert_cmpfloat (systole_machine_get (systole_catalogue_find (catalogue, "v100_pcie_32gb"), SYSTOLE_FIELD_MEMORY_CAPACITY), ==, 32.0 * 1073741824);
}

static void
test_parse (void)
{
  const SystoleCatalogue *catalogue = systole_data_get_catalogue ();
  g_autoptr (GError) error = NULL;
  g_autoptr (SystoleMachine) array = systole_catalogue_parse (catalogue, "array:rows=8,cols=16,dataflow=os,timing=scale-sim,clock-hz=7e8", &error);
  g_autoptr (SystoleMachine) again = NULL;
  g_autoptr (SystoleMachine) sm = NULL;
  g_autoptr (SystoleMachine) sm_again = NULL;

  g_assert_no_error (error);
  g_assert_cmpuint (systole_machine_get_array (array)->rows, ==, 8);
  g_assert_cmpuint (systole_machine_get_array (array)->columns, ==, 16);
  g_assert_cmpint (systole_machine_get_array (array)->dataflow, ==, SYSTOLE_DATAFLOW_OS);
  g_assert_cmpint (systole_machine_get_array (array)->timing, ==, SYSTOLE_TIMING_SCALE_SIM);
  g_assert_cmpfloat (systole_machine_get_array (array)->clock_hz, ==, 7e8);
  again = systole_catalogue_parse (catalogue, systole_machine_get_id (array), &error);
  g_assert_no_error (error);
  g_assert_true (systole_array_def_equal (systole_machine_get_array (array), systole_machine_get_array (again)));

  sm = systole_catalogue_parse (catalogue, "sm:sub-cores=2,tensor=4x8,copy-latency=0", &error);
  g_assert_no_error (error);
  g_assert_cmpuint (systole_machine_get_sm (sm)->sub_cores, ==, 2);
  g_assert_cmpuint (systole_machine_get_sm (sm)->tensor_columns, ==, 8);
  g_assert_cmpuint (systole_machine_get_sm (sm)->copy_latency, ==, 0);
  sm_again = systole_catalogue_parse (catalogue, systole_machine_get_id (sm), &error);
  g_assert_no_error (error);
  g_assert_true (systole_sm_def_equal (systole_machine_get_sm (sm), systole_machine_get_sm (sm_again)));
}

static void
test_bad_names (void)
{
  static const struct
  {
    const char *text, *message;
  } bad[] = {
    { "nvidia-t5", "“nvidia-t5” is not a machine of the catalogue; did you mean “nvidia-t4”?" },
    { "abacus of my grandmother", "“abacus of my grandmother” is not a machine of the catalogue, nor “array:…” or “sm:…”" },
    { "array:", "array: the field “rows” is missing" },
    { "array:rows=8", "array: the field “columns” is missing" },
    { "array:rows=0,cols=8", "rows: “0” is not a whole number from 1 to 1024" },
    { "array:rows=8,cols=8,dataflow=xs", "dataflow: “xs” is not one of ws, os, is" },
    { "array:rows=8,cols=8,timing=soon", "timing: “soon” is not one of hardware, scale-sim, overlapped" },
    { "array:rows=8,cols=8,depth=3", "array: “depth” is not one of rows, columns, dataflow, timing, clock-hz, weights, sram-a-bytes, sram-a-word-bytes, sram-a-ports, sram-b-bytes, sram-b-word-bytes, sram-b-ports, sram-c-bytes, sram-c-word-bytes, sram-c-ports, buffering, dram-bytes-per-cycle, dram-latency" },
    { "array:rows=8,cols", "“cols” is not of the form key=value" },
    { "array:rows=8,cols=8,clock-hz=nan", "clock-hz: “nan” is not a number from 1 to 1000000000000" },
    { "sm:tensor=4", "tensor: “4” is not of the form 4x4, with whole numbers from 1 to 64" },
    { "sm:warps=7", "warps: 7 is odd, but half of them multiply and half copy" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (systole_catalogue_parse (systole_data_get_catalogue (), bad[i].text, &error));
      g_assert_nonnull (error);
      g_assert_cmpstr (error->message, ==, bad[i].message);
    }
}

#define HEAD "<machines xmlns='urn:systole:machines' version='1'>\n"
#define MACHINE "<machine id='a' name='A' family='gpu'>"
#define TAIL "</machine></machines>"

static void
test_bad_files (void)
{
  static const struct
  {
    const char *text, *message;
  } bad[] = {
    { "", "f.xml:1: the file is empty or is not XML" },
    { "<machines/>", "f.xml:1: machines: the outermost element is not <machines xmlns=\"urn:systole:machines\">" },
    { "<machines xmlns='urn:systole:machines'/>", "f.xml:1: machines: the attribute “version” is missing" },
    { "<machines xmlns='urn:systole:machines' version='2'/>", "f.xml:1: machines: version: “2” is not a whole number from 1 to 1" },
    { HEAD "<machine id='a' name='A' family='abacus'>" TAIL, "f.xml:2: machine: family: “abacus” is not one of tpu, gpu, cpu, other" },
    { HEAD MACHINE "\n<field id='units' value='0' provenance='published'/>" TAIL, "f.xml:3: field: units: “0” is not a number from 1 to 1000000" },
    { HEAD MACHINE "<field id='speed' value='1' provenance='published'/>" TAIL, "f.xml:2: field: “speed” is not a field of a machine" },
    { HEAD MACHINE "<field id='units' value='1' provenance='mine'/>" TAIL, "f.xml:2: field: provenance: “mine” is not one of published, measured, derived, recalled" },
    { HEAD MACHINE "<alias id='a'/><alias id='b'/><alias id='b'/>" TAIL, "f.xml:2: alias: the name “b” is given to two machines" },
    { "<!DOCTYPE machines []>\n<machines/>", "f.xml:1: a DOCTYPE is not allowed" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autoptr (SystoleCatalogue) catalogue = systole_catalogue_new ();
      g_autoptr (GError) error = NULL;

      g_assert_false (systole_catalogue_add_xml (catalogue, bad[i].text, strlen (bad[i].text), "f.xml", &error));
      g_assert_nonnull (error);
      g_assert_cmpstr (error->message, ==, bad[i].message);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/catalogue/every-figure", test_every_figure);
  g_test_add_func ("/catalogue/every-name", test_every_name);
  g_test_add_func ("/catalogue/families", test_families);
  g_test_add_func ("/catalogue/aliases", test_aliases);
  g_test_add_func ("/catalogue/parse", test_parse);
  g_test_add_func ("/catalogue/bad-names", test_bad_names);
  g_test_add_func ("/catalogue/bad-files", test_bad_files);
  return g_test_run ();
}
