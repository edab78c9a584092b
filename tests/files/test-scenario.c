/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "data/data.h"

#include <string.h>

#include "engine/base/error.h"
#include "engine/scenario/scenario.h"
#include "tests/files/files.h"

static SystoleScenario *
read_text (const char *text)
{
  g_autoptr (GError) error = NULL;
  SystoleScenario *scenario = systole_scenario_read (text, strlen (text), "f.systole", &error);

  g_assert_no_error (error);
  g_assert_nonnull (scenario);
  return scenario;
}

/* Everything that the format has, in canonical form. */
static const char full[] =
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    "<scenario xmlns=\"urn:systole:scenario\" version=\"1\" engine=\"0.1.0\">\n"
    "  <title xml:lang=\"en\">One &amp; two</title>\n"
    "  <title xml:lang=\"es\">Uno y dos</title>\n"
    "  <summary>8 × 8 &lt; 9 × 9</summary>\n"
    "  <workload>\n"
    "    <op id=\"p\" name=\"gemm\" m=\"8\" n=\"9\" k=\"10\" dtype=\"int8\" seed=\"1\"/>\n"
    "    <op id=\"q\" name=\"gemm\" m=\"1\" n=\"1\" k=\"1099511627776\" dtype=\"fp32\" seed=\"18446744073709551615\"/>\n"
    "  </workload>\n"
    "  <lanes>\n"
    "    <lane op=\"p\" operands=\"on-chip\">\n"
    "      <array rows=\"8\" columns=\"4\" dataflow=\"os\" timing=\"overlapped\" clock-hz=\"0.1e10\"/>\n"
    "    </lane>\n"
    "    <lane op=\"q\" operands=\"resident\">\n"
    "      <sm sub-cores=\"2\" tensor=\"4x8\" warps=\"6\" port-bytes=\"32\" copy-bytes-per-cycle=\"16\" copy-latency=\"0\" stages=\"3\" clock-hz=\"1410000000\"/>\n"
    "    </lane>\n"
    "    <lane op=\"p\">\n"
    "      <machine ref=\"nvidia-t4\">\n"
    "        <set field=\"memory.bandwidth\" value=\"260000000000\" unit=\"B/s\" source=\"measured in class\"/>\n"
    "        <set field=\"launch\" value=\"2.5e-06\" unit=\"s\"/>\n"
    "      </machine>\n"
    "      <mapping tile=\"64x128x32\" stages=\"2\" schedule=\"split-k\" unit=\"lanes\"/>\n"
    "    </lane>\n"
    "  </lanes>\n"
    "  <expect lane=\"0\" what=\"cycles\" value=\"18446744073709551615\"/>\n"
    "  <expect lane=\"1\" what=\"seconds\" value=\"0.1\" tolerance=\"0.05\"/>\n"
    "  <view time-base=\"wall\" lane=\"2\" cycle=\"12\" speed=\"max\" step=\"tile\">\n"
    "    <zoom lane=\"0\" level=\"array\"/>\n"
    "    <zoom lane=\"2\" level=\"chip\"/>\n"
    "    <bookmark lane=\"0\" cycle=\"29\" name=\"last “result”\"/>\n"
    "  </view>\n"
    "</scenario>\n";

static void
test_everything (void)
{
  g_auto (GStrv) parts = g_strsplit (full, "0.1e10", 2);
  g_autofree char *text = g_strjoin ("1000000000", parts[0], parts[1], NULL); /* the shortest form */
  g_autoptr (SystoleScenario) scenario = NULL;
  g_autoptr (SystoleScenario) copy = NULL;
  g_autofree char *written = NULL;
  g_autofree char *copied = NULL;
  const SystoleLane *lane;
  gsize length;

  scenario = read_text (full);
  written = systole_scenario_write (scenario, &length);
  files_assert_same (written, text);
  g_assert_cmpuint (length, ==, strlen (written));
  g_assert_cmpuint (scenario->warnings->len, ==, 0);

  lane = systole_scenario_get_lane (scenario, 2);
  g_assert_cmpint (lane->kind, ==, SYSTOLE_LANE_MACHINE);
  g_assert_cmpint (lane->operands, ==, SYSTOLE_OPERANDS_COLD);
  g_assert_cmpuint (lane->sets->len, ==, 2);
  g_assert_cmpuint (lane->mapping.tile_n, ==, 128);
  g_assert_true (lane->mapping.lanes);
  g_assert_cmpint (lane->mapping.schedule, ==, SYSTOLE_SCHEDULE_SPLIT_K);
  g_assert_cmpuint (systole_scenario_get_lane_op (scenario, 1)->dims[SYSTOLE_GEMM_K], ==, G_GUINT64_CONSTANT (1) << 40);
  g_assert_cmpuint (g_array_index (scenario->expectations, SystoleExpectation, 0).value.count, ==, G_MAXUINT64);
  g_assert_false (scenario->view.step_automatic);
  g_assert_cmpint (scenario->view.step, ==, SYSTOLE_STEP_TILE);
  g_assert_cmpuint (scenario->view.zooms->len, ==, 3);
  g_assert_cmpint (g_array_index (scenario->view.zooms, int, 1), ==, -1);
  g_assert_cmpfloat (scenario->view.speed, ==, G_MAXDOUBLE);

  copy = systole_scenario_copy (scenario);
  g_assert_true (systole_scenario_equal (scenario, copy));
  copied = systole_scenario_write (copy, NULL);
  files_assert_same (copied, text);
  g_array_index (copy->ops, SystoleOp, 0).dims[0]++;
  g_assert_false (systole_scenario_equal (scenario, copy));
}

/* What is not known stays where it is, and is told of. */
static const char unknown[] =
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    "<!-- before -->\n"
    "<scenario xmlns=\"urn:systole:scenario\" version=\"1\" xmlns:x=\"urn:x\" x:colour=\"red\">\n"
    "  <!-- first -->\n"
    "  <title xml:lang=\"en\" mood=\"glad\">T</title>\n"
    "  <x:note>between <b>all</b>  of them</x:note>\n"
    "  <workload w=\"1\">\n"
    "    <op id=\"p\" name=\"gemm\" m=\"8\" n=\"8\" k=\"8\" dtype=\"int8\" seed=\"1\" sparse=\"2\">\n"
    "      <matrix name=\"A\"/>\n"
    "    </op>\n"
    "    <graph/>\n"
    "  </workload>\n"
    "  <placement>\n"
    "    <x:at a=\"&quot;&#10;&lt;\">\n"
    "      <!-- deep -->\n"
    "    </x:at>\n"
    "  </placement>\n"
    "  <lanes>\n"
    "    <system/>\n"
    "    <lane op=\"p\" rack=\"3\">\n"
    "      <array rows=\"8\" columns=\"8\" dataflow=\"ws\" timing=\"hardware\" clock-hz=\"1000000000\" buffer-a=\"64\"/>\n"
    "      <cooling/>\n"
    "      <mapping split=\"2\"/>\n"
    "      <after/>\n"
    "    </lane>\n"
    "    <!-- between lanes -->\n"
    "    <lane op=\"p\">\n"
    "      <machine ref=\"t4\" slot=\"1\">\n"
    "        <set field=\"units\" value=\"40\" by=\"me\"/>\n"
    "        <unset/>\n"
    "      </machine>\n"
    "    </lane>\n"
    "  </lanes>\n"
    "  <expect lane=\"0\" what=\"cycles\" value=\"30\" why=\"so\"/>\n"
    "  <view time-base=\"cycles\" lane=\"0\" cycle=\"0\" speed=\"1\" pane=\"2\">\n"
    "    <zoom lane=\"1\" level=\"sm\" x=\"3\"/>\n"
    "    <pan/>\n"
    "    <bookmark lane=\"0\" cycle=\"1\" colour=\"2\"/>\n"
    "  </view>\n"
    "  <appendix>\n"
    "    <piece id=\"1\"/>\n"
    "  </appendix>\n"
    "</scenario>\n"
    "<?robot hello?>\n";

static void
test_unknown_parts (void)
{
  g_autoptr (SystoleScenario) scenario = read_text (unknown);
  g_autoptr (SystoleScenario) copy = systole_scenario_copy (scenario);
  g_autofree char *written = systole_scenario_write (scenario, NULL);
  g_autofree char *copied = systole_scenario_write (copy, NULL);

  files_assert_same (written, unknown);
  files_assert_same (copied, unknown);
  g_assert_cmpuint (scenario->warnings->len, ==, 23);
  g_assert_cmpstr (g_ptr_array_index (scenario->warnings, 0), ==, "f.systole:3: scenario: the attribute “x:colour” is not known; it is kept as it is");
  g_assert_cmpstr (g_ptr_array_index (scenario->warnings, 1), ==, "f.systole:5: title: the attribute “mood” is not known; it is kept as it is");
  g_assert_cmpstr (g_ptr_array_index (scenario->warnings, 2), ==, "f.systole:6: x:note: this element is not known; it is kept as it is");
  g_assert_cmpstr (g_ptr_array_index (scenario->warnings, 22), ==, "f.systole:40: appendix: this element is not known; it is kept as it is");
}

/* After an edit the unknown parts stay with their neighbours. */
static void
test_unknown_after_edit (void)
{
  g_autoptr (SystoleScenario) scenario = read_text (unknown);
  g_autoptr (SystoleScenario) edited = systole_scenario_copy (scenario);
  g_autofree char *written = NULL;

  g_ptr_array_remove_index (edited->lanes, 0);
  g_array_set_size (edited->expectations, 0);
  edited->view.zooms = g_array_remove_index (edited->view.zooms, 0);
  systole_scenario_set_title (edited, "es", "Otro");
  written = systole_scenario_write (edited, NULL);
  g_assert_nonnull (strstr (written, "<system/>"));
  g_assert_nonnull (strstr (written, "<!-- between lanes -->"));
  g_assert_nonnull (strstr (written, "<appendix>"));
  g_assert_nonnull (strstr (written, "  <title xml:lang=\"es\">Otro</title>\n"));
  g_assert_null (strstr (written, "<cooling/>"));
}

static void
test_titles (void)
{
  g_autoptr (SystoleScenario) scenario = read_text (full);
  static const char *const spanish[] = { "es_ES.UTF-8", "es_ES", "es", "C", NULL };
  static const char *const german[] = { "de_DE.UTF-8", "de", "C", NULL };
  static const char *const other[] = { "de", NULL };

  g_assert_cmpstr (systole_scenario_get_title (scenario, spanish), ==, "Uno y dos");
  g_assert_cmpstr (systole_scenario_get_title (scenario, german), ==, "One & two");
  g_assert_cmpstr (systole_scenario_get_title (scenario, other), ==, "One & two");
  g_assert_cmpstr (systole_scenario_get_title (scenario, NULL), ==, "One & two");
  g_assert_cmpstr (systole_scenario_get_summary (scenario, spanish), ==, "8 × 8 < 9 × 9");
  systole_scenario_set_title (scenario, "es", "Tres");
  g_assert_cmpstr (systole_scenario_get_title (scenario, spanish), ==, "Tres");
}

static void
test_blank_page (void)
{
  g_autoptr (SystoleScenario) scenario = systole_scenario_new ();
  g_autofree char *written = systole_scenario_write (scenario, NULL);
  g_autoptr (SystoleScenario) again = read_text (written);

  g_assert_true (systole_scenario_equal (scenario, again));
  g_assert_cmpstr (systole_scenario_get_title (scenario, NULL), ==, "");
  g_assert_cmpuint (systole_op_get_useful_macs (systole_scenario_get_lane_op (scenario, 0)), ==, 512);
  g_assert_null (systole_scenario_get_lane (scenario, 1));
  g_assert_null (systole_scenario_get_lane_op (scenario, 1));
}

static void
test_resolve (void)
{
  g_autoptr (SystoleScenario) scenario = read_text (full);
  g_autoptr (GError) error = NULL;
  g_autoptr (SystoleMachine) machine = systole_lane_resolve (systole_scenario_get_lane (scenario, 2), systole_data_get_catalogue (), &error);
  g_autoptr (SystoleMachine) array = systole_lane_resolve (systole_scenario_get_lane (scenario, 0), systole_data_get_catalogue (), &error);
  SystoleLane *lane = systole_scenario_get_lane (scenario, 2);

  g_assert_no_error (error);
  g_assert_cmpfloat (systole_machine_get (machine, SYSTOLE_FIELD_MEMORY_BANDWIDTH), ==, 260e9);
  g_assert_cmpint (systole_machine_get_provenance (machine, SYSTOLE_FIELD_MEMORY_BANDWIDTH), ==, SYSTOLE_PROVENANCE_MINE);
  g_assert_cmpstr (systole_machine_get_source (machine, SYSTOLE_FIELD_MEMORY_BANDWIDTH), ==, "measured in class");
  g_assert_cmpuint (systole_machine_get_array (array)->columns, ==, 4);

  g_free (lane->machine);
  lane->machine = g_strdup ("nvidia-t5");
  g_assert_null (systole_lane_resolve (lane, systole_data_get_catalogue (), &error));
  g_assert_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_RANGE);
}

static void
test_newer (void)
{
  g_autoptr (SystoleScenario) scenario = read_text ("<scenario xmlns='urn:systole:scenario' version='7'><workload><op id='p' name='gemm' m='1' n='2' k='3' dtype='int8'/>"
                                                    "<op id='q' name='telepathy' dtype='int8'/></workload><lanes><lane op='q'><array rows='1' columns='1'/></lane>"
                                                    "<lane op='p'><array rows='1' columns='1' dataflow='ws'/></lane></lanes><expect lane='0' what='joy' value='1'/></scenario>");
  g_autoptr (GError) error = NULL;
  static const char nothing[] = "<scenario xmlns='urn:systole:scenario' version='7'><workload/></scenario>";

  g_assert_true (scenario->read_only);
  g_assert_cmpuint (scenario->version, ==, 7);
  g_assert_cmpuint (scenario->ops->len, ==, 1);
  g_assert_cmpuint (scenario->lanes->len, ==, 1);
  g_assert_cmpuint (scenario->expectations->len, ==, 0);
  g_assert_cmpuint (scenario->warnings->len, ==, 4);
  g_assert_cmpstr (g_ptr_array_index (scenario->warnings, 0), ==, "f.systole:1: scenario: the file is of format 7, newer than 1, and is read only");

  g_assert_null (systole_scenario_read (nothing, strlen (nothing), "f.systole", &error));
  g_assert_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_VERSION);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/scenario/everything", test_everything);
  g_test_add_func ("/scenario/unknown-parts", test_unknown_parts);
  g_test_add_func ("/scenario/unknown-after-edit", test_unknown_after_edit);
  g_test_add_func ("/scenario/titles", test_titles);
  g_test_add_func ("/scenario/blank-page", test_blank_page);
  g_test_add_func ("/scenario/resolve", test_resolve);
  g_test_add_func ("/scenario/newer", test_newer);
  return g_test_run ();
}
