/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <string.h>

#include <glib/gstdio.h>

#include "engine/systolic/array-machine.h"

/* Frames against hardware: the Verilog of this folder is simulated with the engine's operands,
 * and what its registers hold at every clock edge is what the engine's frame shows. */

typedef struct
{
  SystoleDataflow dataflow;
  guint rows, columns;
  guint64 m, n, k;
  guint hop; /* registers from row to row; with 2 it is compared with the register machine, which has them too */
} Shape;

#define WS SYSTOLE_DATAFLOW_WS
#define OS SYSTOLE_DATAFLOW_OS

static const Shape shapes[] = {
  { WS, 1, 1, 1, 1, 1, 1 },
  { WS, 2, 2, 2, 2, 2, 1 },
  { WS, 4, 4, 16, 4, 4, 1 },
  { WS, 4, 4, 1, 4, 4, 1 },  /* one row of A: mostly loading */
  { WS, 3, 5, 4, 5, 7, 1 },  /* folds over K: sums come back in from above */
  { WS, 5, 3, 6, 8, 5, 1 },  /* folds over N, the last one narrow */
  { WS, 4, 3, 5, 7, 10, 1 }, /* folds over both, partly filled both ways */
  { WS, 8, 8, 3, 5, 6, 1 },  /* smaller than the array */
  { WS, 1, 8, 9, 20, 3, 1 }, /* one row */
  { WS, 8, 1, 9, 2, 20, 1 }, /* one column */
  { WS, 12, 10, 9, 15, 16, 1 },
  { OS, 1, 1, 1, 1, 1, 1 },
  { OS, 2, 2, 2, 2, 2, 1 },
  { OS, 4, 4, 4, 4, 16, 1 },
  { OS, 4, 4, 4, 4, 1, 1 },  /* one product a sum: mostly draining */
  { OS, 3, 5, 7, 5, 4, 1 },  /* folds over M */
  { OS, 5, 3, 5, 8, 6, 1 },  /* folds over N, the last one narrow */
  { OS, 4, 3, 10, 7, 5, 1 }, /* folds over both, partly filled both ways */
  { OS, 8, 8, 5, 6, 3, 1 },  /* smaller than the array */
  { OS, 1, 8, 3, 20, 9, 1 },
  { OS, 8, 1, 20, 2, 9, 1 },
  { OS, 12, 10, 16, 15, 9, 1 },
  { WS, 2, 2, 2, 2, 2, 2 },
  { WS, 5, 3, 7, 3, 5, 2 },
  { WS, 4, 3, 5, 7, 10, 2 },
  { WS, 8, 8, 8, 8, 8, 2 },
};

/* One register or wire as the simulator prints it; x: not known. */
typedef struct
{
  gboolean known;
  gint64 value;
} Signal;

typedef enum
{
  MAC,
  ACROSS_VALID,
  ACROSS,
  DOWN_VALID,
  DOWN,
  PRODUCT,
  SUM_IN,
  SUM_OUT,
  SUM_VALID,
  SUM,
  N_SIGNALS
} SignalIndex;

static const char *const signal_names[N_SIGNALS] = { "mac", "across valid", "across", "down valid", "down", "product", "sum in", "sum out", "sum valid", "sum register" };

typedef struct
{
  guint64 n_cycles;
  Signal *pes;    /* by cycle, PE, signal */
  Signal *bottom; /* by cycle, column: known if a sum left at the edge before */
  Signal *c;      /* M × N */
  guint n_pe_lines;
} Dump;

static SystoleRun *
run_shape (const Shape *shape, guint64 seed)
{
  SystoleArrayDef def = { shape->rows, shape->columns, shape->dataflow, SYSTOLE_TIMING_HARDWARE, 1e9 };
  g_autoptr (SystoleMachine) machine = systole_machine_new_array (&def);
  GError *error = NULL;
  SystoleRun *run;
  SystoleOp op;

  systole_op_init_gemm (&op, shape->m, shape->n, shape->k, SYSTOLE_FORMAT_INT8);
  op.seed = seed;
  run = systole_run_new (&op, machine, SYSTOLE_OPERANDS_ON_CHIP, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  return run;
}

static void
write_matrix (const char *path, const SystoleGemm *gemm, SystoleOperand operand)
{
  g_autoptr (GString) text = g_string_new (NULL);
  guint64 rows = operand == SYSTOLE_OPERAND_A ? gemm->m : gemm->k, columns = operand == SYSTOLE_OPERAND_A ? gemm->k : gemm->n;
  GError *error = NULL;

  for (guint64 i = 0; i < rows; i++)
    for (guint64 j = 0; j < columns; j++)
      g_string_append_printf (text, "%02x\n", (guint) (gint8) (operand == SYSTOLE_OPERAND_A ? systole_gemm_a (gemm, i, j) : systole_gemm_b (gemm, i, j)) & 0xff);
  g_file_set_contents (path, text->str, -1, &error);
  g_assert_no_error (error);
}

static void
spawn (char **argv)
{
  g_autofree char *out = NULL;
  g_autofree char *problem = NULL;
  GError *error = NULL;
  int status;

  g_spawn_sync (NULL, argv, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, &out, &problem, &status, &error);
  g_assert_no_error (error);
  if (!g_spawn_check_wait_status (status, NULL) || strstr (problem, "error") != NULL)
    g_error ("%s: %s%s", argv[0], out, problem);
}

static Signal
read_signal (char **text)
{
  Signal signal = { FALSE, 0 };
  char *end;

  while (**text == ' ')
    (*text)++;
  signal.value = g_ascii_strtoll (*text, &end, 10);
  signal.known = end != *text;
  *text = signal.known ? end : *text + strcspn (*text, " ");
  return signal;
}

static guint64
read_index (char **text, guint64 below)
{
  Signal signal = read_signal (text);

  g_assert_true (signal.known && signal.value >= 0 && (guint64) signal.value < below);
  return (guint64) signal.value;
}

static void
read_dump (const Shape *shape, char *text, Dump *dump)
{
  guint64 n_pes = (guint64) shape->rows * shape->columns;
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  char *end = g_strrstr (text, "\nE ");

  g_assert_nonnull (end);
  end += 3;
  *dump = (Dump){ .n_cycles = read_index (&end, 100000) };
  dump->pes = g_new0 (Signal, dump->n_cycles * n_pes * N_SIGNALS);
  dump->bottom = g_new0 (Signal, dump->n_cycles * shape->columns);
  dump->c = g_new0 (Signal, shape->m * shape->n);
  for (char **line = lines; *line != NULL; line++)
    {
      char *at = *line + 1;
      guint64 i;

      if (**line == 'P')
        {
          i = read_index (&at, dump->n_cycles);
          i = i * shape->rows + read_index (&at, shape->rows);
          i = i * shape->columns + read_index (&at, shape->columns);
          for (guint s = 0; s < N_SIGNALS; s++)
            dump->pes[i * N_SIGNALS + s] = read_signal (&at);
          dump->n_pe_lines++;
        }
      else if (**line == 'O')
        {
          i = read_index (&at, dump->n_cycles);
          i = i * shape->columns + read_index (&at, shape->columns);
          dump->bottom[i] = read_signal (&at);
        }
      else if (**line == 'C')
        {
          i = read_index (&at, shape->m);
          i = i * shape->n + read_index (&at, shape->n);
          dump->c[i] = read_signal (&at);
        }
    }
}

static void
clear_dump (Dump *dump)
{
  g_free (dump->pes);
  g_free (dump->bottom);
  g_free (dump->c);
}

/* Compiles the Verilog for the shape and runs it on the run's operands. */
static void
simulate (const Shape *shape, const SystoleRun *run, Dump *dump)
{
  GError *error = NULL;
  g_autofree char *folder = g_dir_make_tmp ("systole-rtl-XXXXXX", &error);
  const struct
  {
    const char *name;
    guint64 value;
  } parameters[] = { { "ROWS", shape->rows }, { "COLUMNS", shape->columns }, { "OS", shape->dataflow == OS }, { "HOP", shape->hop }, { "M", shape->m }, { "N", shape->n }, { "K", shape->k } };
  static const char *const sources[] = { "pe.v", "array.v", "bench.v" };
  g_autoptr (GPtrArray) argv = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *program = NULL, *a = NULL, *b = NULL, *out = NULL, *text = NULL;
  SystoleGemm gemm;

  g_assert_no_error (error);
  program = g_build_filename (folder, "bench.vvp", NULL);
  a = g_build_filename (folder, "a", NULL);
  b = g_build_filename (folder, "b", NULL);
  out = g_build_filename (folder, "out", NULL);
  systole_op_as_gemm (systole_run_get_op (run), &gemm);
  write_matrix (a, &gemm, SYSTOLE_OPERAND_A);
  write_matrix (b, &gemm, SYSTOLE_OPERAND_B);
  g_ptr_array_add (argv, g_strdup ("iverilog"));
  g_ptr_array_add (argv, g_strdup ("-g2005"));
  g_ptr_array_add (argv, g_strdup_printf ("-o%s", program));
  g_ptr_array_add (argv, g_strdup ("-sbench"));
  for (guint i = 0; i < G_N_ELEMENTS (parameters); i++)
    g_ptr_array_add (argv, g_strdup_printf ("-Pbench.%s=%" G_GUINT64_FORMAT, parameters[i].name, parameters[i].value));
  for (guint i = 0; i < G_N_ELEMENTS (sources); i++)
    g_ptr_array_add (argv, g_build_filename (g_getenv ("SYSTOLE_SOURCE_DIR"), "tests/rtl", sources[i], NULL));
  g_ptr_array_add (argv, NULL);
  spawn ((char **) argv->pdata);
  {
    g_autofree char *plus_a = g_strconcat ("+a=", a, NULL), *plus_b = g_strconcat ("+b=", b, NULL), *plus_out = g_strconcat ("+o=", out, NULL);
    char *vvp[] = { (char *) "vvp", (char *) "-n", program, plus_a, plus_b, plus_out, NULL };

    spawn (vvp);
  }
  g_file_get_contents (out, &text, NULL, &error);
  g_assert_no_error (error);
  read_dump (shape, text, dump);
  g_unlink (program);
  g_unlink (a);
  g_unlink (b);
  g_unlink (out);
  g_rmdir (folder);
}

/* What a comparison finds: how much was compared and what differed first. */
typedef struct
{
  guint64 compared, different;
  char *first;
} Findings;

static void
expect (Findings *findings, guint64 cycle, guint row, guint column, const char *what, Signal hardware, gboolean present, double value)
{
  findings->compared++;
  if (present ? hardware.known && (double) hardware.value >= value && (double) hardware.value <= value : !hardware.known || hardware.value == 0)
    return;
  if (findings->different++ == 0)
    findings->first = g_strdup_printf ("cycle %" G_GUINT64_FORMAT ", PE (%u, %u): %s is %s%" G_GINT64_FORMAT " in hardware, %s%g in the frame", cycle, row, column, what, hardware.known ? "" : "x ", hardware.value, present ? "" : "absent ", value);
}

static void
compare_pe (const Shape *shape, const Signal *signals, const SystoleArrayCell *cell, guint64 cycle, Findings *findings)
{
  gboolean busy = cell->reason == SYSTOLE_REASON_BUSY;
#define EXPECT(signal, present, value) expect (findings, cycle, cell->row, cell->column, signal_names[signal], signals[signal], present, value)

  EXPECT (MAC, TRUE, busy);
  if (busy)
    {
      EXPECT (ACROSS, TRUE, cell->a.value);
      EXPECT (DOWN, TRUE, cell->b.value);
      EXPECT (PRODUCT, TRUE, cell->product.value);
      EXPECT (SUM_IN, TRUE, cell->partial_in.value);
      EXPECT (SUM_OUT, TRUE, cell->partial_out.value);
    }
  else if (cell->reason != SYSTOLE_REASON_PADDING)
    {
      EXPECT (ACROSS_VALID, TRUE, FALSE);
      EXPECT (DOWN_VALID, TRUE, shape->dataflow == WS && cell->b.present);
      if (cell->b.present)
        EXPECT (DOWN, TRUE, cell->b.value);
      if (shape->dataflow == OS)
        EXPECT (SUM_VALID, TRUE, cell->partial_in.present);
      if (cell->partial_in.present)
        EXPECT (SUM, TRUE, cell->partial_in.value);
    }
#undef EXPECT
}

/* What a PE hands on in one cycle is in its sum register in the next. */
static void
compare_sum_register (const Signal *signals, const SystoleArrayCell *before, guint64 cycle, Findings *findings)
{
  if (before->reason != SYSTOLE_REASON_BUSY)
    return;
  expect (findings, cycle, before->row, before->column, signal_names[SUM_VALID], signals[SUM_VALID], TRUE, TRUE);
  expect (findings, cycle, before->row, before->column, signal_names[SUM], signals[SUM], TRUE, before->partial_out.value);
}

static void
compare_bottom (const Shape *shape, const Signal *bottom, const SystoleArrayFrame *frame, Findings *findings)
{
  for (guint column = 0; column < shape->columns; column++)
    {
      const SystoleEdgeToken *token = NULL;

      for (guint i = 0; i < frame->bottom->len; i++)
        {
          const SystoleEdgeToken *found = &g_array_index (frame->bottom, SystoleEdgeToken, i);

          if (found->lane == column && found->slot == 0)
            token = found;
        }
      expect (findings, frame->cycle, shape->rows, column, "sum that left", bottom[column], token != NULL, token != NULL ? token->value : 0);
      if (token == NULL && bottom[column].known)
        findings->different++;
    }
}

/* The hardware of cycle t against the frame of cycle t + shift, for every t that both have. */
static Findings
compare (const Shape *shape, const SystoleRun *run, const Dump *dump, guint shift)
{
  SystoleWindow all = { 0, 0, shape->rows, shape->columns, TRUE, 0 };
  g_autoptr (SystoleArrayMachine) machine = shape->hop == 2 ? systole_array_machine_new_with_hop (run, 2, NULL) : NULL;
  SystoleArrayFrame frames[2];
  Findings findings = { 0, 0, NULL };
  guint n_pes = shape->rows * shape->columns;

  systole_array_frame_init (&frames[0]);
  systole_array_frame_init (&frames[1]);
  for (guint64 t = 0; t + shift < dump->n_cycles && (machine != NULL || t + shift < systole_run_get_n_cycles (run)); t++)
    {
      SystoleArrayFrame *frame = &frames[t % 2];
      const Signal *signals = &dump->pes[t * n_pes * N_SIGNALS];

      if (machine == NULL)
        systole_run_array_frame (run, 0, t + shift, &all, frame);
      else
        {
          while (systole_array_machine_get_cycle (machine) < t + shift)
            systole_array_machine_step (machine);
          systole_array_machine_frame (machine, &all, frame);
        }
      for (guint i = 0; i < n_pes; i++)
        {
          compare_pe (shape, signals + i * N_SIGNALS, &g_array_index (frame->cells, SystoleArrayCell, i), t, &findings);
          if (t > 0)
            compare_sum_register (signals + i * N_SIGNALS, &g_array_index (frames[(t + 1) % 2].cells, SystoleArrayCell, i), t, &findings);
        }
      compare_bottom (shape, &dump->bottom[t * shape->columns], frame, &findings);
    }
  systole_array_frame_clear (&frames[0]);
  systole_array_frame_clear (&frames[1]);
  return findings;
}

/* Cycles the whole product takes with `hop` registers from row to row: rows are that many cycles apart. */
static guint64
count_cycles (const Shape *shape, const SystoleRun *run)
{
  guint64 folds = systole_run_get_counter (run, SYSTOLE_COUNTER_FOLDS).count;

  return systole_run_get_n_cycles (run) + folds * (shape->hop - 1) * shape->rows;
}

typedef struct
{
  const Shape *shape;
  SystoleRun *run;
  Dump dump; /* made by the first case that wants it */
} Case;

static const Case *
prepare (gconstpointer data)
{
  Case *self = (Case *) data;

  if (self->run == NULL)
    {
      self->run = run_shape (self->shape, 7);
      simulate (self->shape, self->run, &self->dump);
    }
  return self;
}

static void
test_equal (gconstpointer data)
{
  const Case *self = prepare (data);
  const Shape *shape = self->shape;
  const Dump *dump = &self->dump;
  Findings findings;
  SystoleGemm gemm;

  systole_op_as_gemm (systole_run_get_op (self->run), &gemm);
  g_assert_cmpuint (dump->n_cycles, ==, count_cycles (shape, self->run));
  g_assert_cmpuint (dump->n_pe_lines, ==, dump->n_cycles * shape->rows * shape->columns);
  findings = compare (shape, self->run, dump, 0);
  if (findings.different > 0)
    g_error ("%" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT " differ; %s", findings.different, findings.compared, findings.first);
  g_assert_cmpuint (findings.compared, >=, dump->n_pe_lines);
  for (guint64 i = 0; i < gemm.m * gemm.n; i++)
    {
      g_assert_true (dump->c[i].known);
      g_assert_cmpfloat ((double) dump->c[i].value, ==, systole_gemm_partial (&gemm, i / gemm.n, i % gemm.n, gemm.k));
    }
}

/* The comparison can fail: with frames a cycle later, and with those of other operands. */
static void
test_different (gconstpointer data)
{
  const Case *self = prepare (data);
  g_autoptr (SystoleRun) other = run_shape (self->shape, 8);
  Findings shifted, foreign;

  shifted = compare (self->shape, self->run, &self->dump, 1);
  foreign = compare (self->shape, other, &self->dump, 0);
  g_test_message ("%s", shifted.first);
  g_test_message ("%s", foreign.first);
  g_assert_cmpuint (shifted.different, >, 0);
  g_assert_cmpuint (foreign.different, >, 0);
  g_free (shifted.first);
  g_free (foreign.first);
}

int
main (int argc, char **argv)
{
  Case cases[G_N_ELEMENTS (shapes)];
  int result;

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (shapes); i++)
    {
      const Shape *s = &shapes[i];
      g_autofree char *name = g_strdup_printf ("%s-%ux%u-%" G_GUINT64_FORMAT "x%" G_GUINT64_FORMAT "x%" G_GUINT64_FORMAT "-hop-%u", systole_dataflow_get_id (s->dataflow), s->rows, s->columns, s->m, s->n, s->k, s->hop);
      g_autofree char *equal = g_strconcat ("/rtl/equal/", name, NULL);
      g_autofree char *different = g_strconcat ("/rtl/different/", name, NULL);

      cases[i] = (Case){ .shape = s };
      g_test_add_data_func (equal, &cases[i], test_equal);
      g_test_add_data_func (different, &cases[i], test_different);
    }
  result = g_test_run ();
  for (guint i = 0; i < G_N_ELEMENTS (shapes); i++)
    {
      clear_dump (&cases[i].dump);
      g_clear_pointer (&cases[i].run, systole_run_unref);
    }
  return result;
}
