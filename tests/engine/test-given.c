/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <string.h>

#include "engine/base/error.h"
#include "engine/gpu/sm-machine.h"
#include "engine/scenario/scenario.h"
#include "engine/systolic/array-machine.h"

/* Small matrices given in full: read, written, and what flows through the machines. */

static SystoleGiven *
given (const char *a, const char *b)
{
  SystoleGiven *self = systole_given_new ();
  g_autoptr (GError) error = NULL;

  if (a != NULL)
    systole_given_read (self, SYSTOLE_OPERAND_A, a, &error);
  g_assert_no_error (error);
  if (b != NULL)
    systole_given_read (self, SYSTOLE_OPERAND_B, b, &error);
  g_assert_no_error (error);
  return self;
}

/* C = A · B worked out by hand: 1·1 + 2·0 + 3·100 … */
static const char text_a[] = "1 2 3; 4 5 6", text_b[] = "1 0; 0 1; 100 -100";
static const double expected[2][2] = { { 301, -298 }, { 604, -595 } };

static void
init_op (SystoleOp *op, SystoleGiven *values, SystoleFormat format)
{
  systole_op_init_gemm (op, 2, 2, 3, format);
  op->given = values;
}

static void
test_arrays (void)
{
  g_autoptr (SystoleGiven) values = given (text_a, text_b);

  for (guint i = 0; i < SYSTOLE_N_DATAFLOWS * SYSTOLE_N_TIMINGS * 2; i++)
    {
      /* Smaller than the product and larger. */
      guint side = i % 2 == 0 ? 1 : 4;
      SystoleArrayDef def = { side, side, (SystoleDataflow) (i / 2 % SYSTOLE_N_DATAFLOWS), (SystoleTiming) (i / 2 / SYSTOLE_N_DATAFLOWS), 1e9 };
      g_autoptr (SystoleMachine) machine = systole_machine_new_array (&def);
      g_autoptr (GError) error = NULL;
      g_autoptr (SystoleRun) run = NULL;
      g_autoptr (SystoleArrayMachine) registers = NULL;
      SystoleOp op;

      init_op (&op, values, SYSTOLE_FORMAT_INT8);
      run = systole_run_new (&op, machine, SYSTOLE_OPERANDS_ON_CHIP, NULL, NULL, NULL, &error);
      g_assert_no_error (error);
      if (def.timing == SYSTOLE_TIMING_SCALE_SIM)
        continue;
      registers = systole_array_machine_new (run, &error);
      g_assert_no_error (error);
      while (!systole_array_machine_is_done (registers))
        systole_array_machine_step (registers);
      for (guint m = 0; m < 2; m++)
        for (guint n = 0; n < 2; n++)
          {
            double value;

            g_assert_true (systole_array_machine_get_result (registers, m, n, &value));
            g_assert_cmpfloat (value, ==, expected[m][n]);
          }
    }
}

static void
test_sm (void)
{
  g_autoptr (SystoleGiven) values = given (text_a, text_b);
  g_autoptr (SystoleMachine) machine = NULL;
  g_autoptr (SystoleRun) run = NULL;
  g_autoptr (SystoleSmMachine) registers = NULL;
  g_autoptr (GError) error = NULL;
  SystoleSmDef def;
  SystoleOp op;

  systole_sm_def_init (&def);
  machine = systole_machine_new_sm (&def);
  init_op (&op, values, SYSTOLE_FORMAT_BF16);
  run = systole_run_new (&op, machine, SYSTOLE_OPERANDS_ON_CHIP, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  registers = systole_sm_machine_new (run, &error);
  g_assert_no_error (error);
  while (!systole_sm_machine_is_done (registers))
    systole_sm_machine_step (registers);
  for (guint m = 0; m < 2; m++)
    for (guint n = 0; n < 2; n++)
      {
        double value;

        g_assert_true (systole_sm_machine_get_result (registers, m, n, &value));
        g_assert_cmpfloat (value, ==, expected[m][n]);
      }
}

/* One of the two, the other from the seed. */
static void
test_one (void)
{
  g_autoptr (SystoleGiven) values = given (NULL, text_b);
  SystoleOp op, plain;
  SystoleGemm gemm, seeded;

  init_op (&op, values, SYSTOLE_FORMAT_INT8);
  init_op (&plain, NULL, SYSTOLE_FORMAT_INT8);
  g_assert_true (systole_op_check (&op, NULL));
  g_assert_false (systole_op_equal (&op, &plain));
  g_assert_true (systole_op_as_gemm (&op, &gemm));
  g_assert_true (systole_op_as_gemm (&plain, &seeded));
  g_assert_cmpfloat (systole_gemm_a (&gemm, 1, 2), ==, systole_gemm_a (&seeded, 1, 2));
  g_assert_cmpfloat (systole_gemm_b (&gemm, 2, 1), ==, -100);
}

/* A run outlives the scenario that its values came from. */
static void
test_kept (void)
{
  SystoleGiven *values = given (text_a, text_b);
  SystoleArrayDef def = { 4, 4, SYSTOLE_DATAFLOW_OS, SYSTOLE_TIMING_HARDWARE, 1e9 };
  g_autoptr (SystoleMachine) machine = systole_machine_new_array (&def);
  g_autoptr (SystoleRun) run = NULL;
  SystoleGemm gemm;
  SystoleOp op;

  init_op (&op, values, SYSTOLE_FORMAT_INT8);
  run = systole_run_new (&op, machine, SYSTOLE_OPERANDS_ON_CHIP, NULL, NULL, NULL, NULL);
  systole_given_unref (values);
  g_assert_true (systole_op_as_gemm (systole_run_get_op (run), &gemm));
  g_assert_cmpfloat (systole_gemm_partial (&gemm, 0, 0, 3), ==, 301);
}

static void
check_error (const char *a, SystoleFormat format, SystoleError code, const char *message)
{
  g_autoptr (SystoleGiven) values = systole_given_new ();
  g_autoptr (GError) error = NULL;
  SystoleOp op;

  if (systole_given_read (values, SYSTOLE_OPERAND_A, a, &error))
    {
      init_op (&op, values, format);
      g_assert_false (systole_op_check (&op, &error));
    }
  g_assert_error (error, SYSTOLE_ERROR, (int) code);
  g_assert_cmpstr (error->message, ==, message);
}

static void
test_bad (void)
{
  g_autoptr (SystoleGiven) values = given (text_a, text_b);
  g_autofree char *many = NULL;
  GString *text = g_string_new (NULL);
  SystoleOp op;

  check_error ("1 2 3; 4 5", SYSTOLE_FORMAT_INT8, SYSTOLE_ERROR_SHAPE, "a: row 2 has 2 numbers, the first has 3");
  check_error ("1 2; 4 5", SYSTOLE_FORMAT_INT8, SYSTOLE_ERROR_SHAPE, "a: the matrix is 2 × 2, the operation needs 2 × 3");
  check_error ("", SYSTOLE_FORMAT_INT8, SYSTOLE_ERROR_SHAPE, "a: there is no number in it");
  check_error ("; 1", SYSTOLE_FORMAT_INT8, SYSTOLE_ERROR_SHAPE, "a: row 1 has 0 numbers, the first has 0");
  check_error ("1 2 200; 4 5 6", SYSTOLE_FORMAT_INT8, SYSTOLE_ERROR_RANGE, "a: 200 is no number of the format int8; the nearest is 127");
  check_error ("1 2 0.5; 4 5 6", SYSTOLE_FORMAT_INT8, SYSTOLE_ERROR_RANGE, "a: 0.5 is no number of the format int8; the nearest is 0");
  check_error ("1 2 1.001; 4 5 6", SYSTOLE_FORMAT_BF16, SYSTOLE_ERROR_RANGE, "a: 1.001 is no number of the format bf16; the nearest is 1");
  for (guint i = 0; i <= SYSTOLE_GIVEN_MAX_ELEMENTS; i++)
    g_string_append (text, "1 ");
  many = g_string_free (text, FALSE);
  check_error (many, SYSTOLE_FORMAT_INT8, SYSTOLE_ERROR_CAPACITY, "a: more than 4096 numbers; a matrix that is given in full has at most that many");

  systole_op_init (&op, SYSTOLE_OP_BATCHED_GEMM, SYSTOLE_FORMAT_INT8);
  op.given = values;
  g_assert_false (systole_op_check (&op, NULL));
}

/* Written in the canonical form, read back the same; unknown parts stay where they were. */
static void
test_file (void)
{
  static const char file[] =
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<scenario xmlns=\"urn:systole:scenario\" version=\"1\">\n"
      "  <workload>\n"
      "    <op id=\"p\" name=\"gemm\" m=\"2\" n=\"2\" k=\"3\" dtype=\"bf16\" seed=\"1\">\n"
      "      <!-- first -->\n"
      "      <a>1 2 -0.375; 4 5 6</a>\n"
      "      <colour/>\n"
      "      <b>1 0; 0 1; 100 -100</b>\n"
      "      <!-- last -->\n"
      "    </op>\n"
      "  </workload>\n"
      "  <lanes>\n"
      "    <lane op=\"p\" operands=\"on-chip\">\n"
      "      <array rows=\"4\" columns=\"4\" dataflow=\"os\" timing=\"hardware\" clock-hz=\"1000000000\"/>\n"
      "    </lane>\n"
      "  </lanes>\n"
      "</scenario>\n";
  g_autoptr (GError) error = NULL;
  g_autoptr (SystoleScenario) scenario = systole_scenario_read (file, strlen (file), "f.systole", &error);
  g_autoptr (SystoleScenario) copy = NULL;
  g_autofree char *written = NULL;
  g_autofree char *without = NULL;
  SystoleGemm gemm;

  g_assert_no_error (error);
  copy = systole_scenario_copy (scenario);
  g_clear_pointer (&scenario, systole_scenario_unref);
  written = systole_scenario_write (copy, NULL);
  g_assert_cmpstr (written, ==, file);
  g_assert_true (systole_op_as_gemm (systole_scenario_get_lane_op (copy, 0), &gemm));
  g_assert_cmpfloat (systole_gemm_a (&gemm, 0, 2), ==, -0.375);

  /* The values go, what is not known stays. */
  g_array_index (copy->ops, SystoleOp, 0).given = NULL;
  without = systole_scenario_write (copy, NULL);
  g_assert_null (strstr (without, "<a>"));
  g_assert_nonnull (strstr (without, "<colour/>"));
  g_assert_nonnull (strstr (without, "<!-- last -->"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/given/arrays", test_arrays);
  g_test_add_func ("/given/sm", test_sm);
  g_test_add_func ("/given/one", test_one);
  g_test_add_func ("/given/kept", test_kept);
  g_test_add_func ("/given/bad", test_bad);
  g_test_add_func ("/given/file", test_file);
  return g_test_run ();
}
