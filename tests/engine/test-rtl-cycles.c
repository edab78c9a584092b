/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "engine/systolic/array-machine.h"

/* A published array in Verilog, counted by others edge by edge (tests/data/rtl-cycles.csv). In
 * its weight-stationary form a sum passes two registers from row to row, an accumulator and an
 * input register; the register machine with that option takes as long. Edges are counted from
 * reset: one brings the first operands in, where a cycle 0 of ours has them. The lowest row of
 * an output-stationary array is seen without a shift, where ours is done when it has left. */

typedef struct
{
  SystoleArrayDef def;
  guint64 stream;
  guint64 compute_done; /* 0: not given */
  guint64 last_output;
  guint row_skew;
} Row;

static gboolean
read_row (const char *line, Row *row)
{
  g_auto (GStrv) fields = g_strsplit (line, ",", -1);

  if (*line == '#' || *line == '\0')
    return FALSE;
  g_assert_cmpuint (g_strv_length (fields), ==, 7);
  *row = (Row){
    .def = { (guint) g_ascii_strtoull (fields[0], NULL, 10), (guint) g_ascii_strtoull (fields[1], NULL, 10), SYSTOLE_DATAFLOW_WS, SYSTOLE_TIMING_HARDWARE, 1e9 },
    .stream = g_ascii_strtoull (fields[3], NULL, 10),
    .compute_done = g_ascii_strtoull (fields[4], NULL, 10),
    .last_output = g_ascii_strtoull (fields[5], NULL, 10),
    .row_skew = (guint) g_ascii_strtoull (fields[6], NULL, 10),
  };
  g_assert_true (systole_dataflow_from_id (fields[2], &row->def.dataflow));
  return TRUE;
}

static gboolean
is_os (const Row *row)
{
  return row->def.dataflow == SYSTOLE_DATAFLOW_OS;
}

/* One fold that covers all PEs. */
static SystoleRun *
run_row (const Row *row, SystoleGemm *gemm)
{
  g_autoptr (SystoleMachine) machine = systole_machine_new_array (&row->def);
  GError *error = NULL;
  SystoleRun *run;
  SystoleOp op;

  systole_op_init_gemm (&op, is_os (row) ? row->def.rows : row->stream, row->def.columns, is_os (row) ? row->stream : row->def.rows, SYSTOLE_FORMAT_INT8);
  systole_op_as_gemm (&op, gemm);
  run = systole_run_new (&op, machine, SYSTOLE_OPERANDS_ON_CHIP, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  return run;
}

/* What an observer of the registers counts. */
typedef struct
{
  guint64 edges;          /* until the last output is out */
  guint64 last_product;   /* edges until the last sum has its last product */
  guint64 first_busy[2];  /* cycle in which PE (0, 0) and PE (1, 0) first multiply */
  gboolean results_match; /* every element of C */
  guint64 frames_differ;  /* cycles in which the closed form's frame is another */
} Seen;

static gboolean
same_reasons (const SystoleArrayFrame *a, const SystoleArrayFrame *b)
{
  for (guint i = 0; i < a->cells->len; i++)
    if (g_array_index (a->cells, SystoleArrayCell, i).reason != g_array_index (b->cells, SystoleArrayCell, i).reason)
      return FALSE;
  return TRUE;
}

static Seen
watch (const Row *row, guint hop)
{
  SystoleGemm gemm;
  g_autoptr (SystoleRun) run = run_row (row, &gemm);
  g_autoptr (SystoleArrayMachine) machine = systole_array_machine_new_with_hop (run, hop, NULL);
  SystoleWindow all = { 0, 0, row->def.rows, row->def.columns, FALSE, 0 };
  Seen seen = { 0, 0, { G_MAXUINT64, G_MAXUINT64 }, TRUE, 0 };
  SystoleArrayFrame frame, closed;

  systole_array_frame_init (&frame);
  systole_array_frame_init (&closed);
  while (!systole_array_machine_is_done (machine))
    {
      guint64 cycle = systole_array_machine_get_cycle (machine);

      systole_array_machine_frame (machine, &all, &frame);
      for (guint i = 0; i < frame.cells->len; i++)
        {
          const SystoleArrayCell *cell = &g_array_index (frame.cells, SystoleArrayCell, i);

          if (cell->reason != SYSTOLE_REASON_BUSY)
            continue;
          seen.last_product = cycle + 1;
          if (cell->column == 0 && cell->row < 2)
            seen.first_busy[cell->row] = MIN (seen.first_busy[cell->row], cycle);
        }
      if (cycle < systole_run_get_n_cycles (run))
        {
          systole_run_array_frame (run, 0, cycle, &all, &closed);
          seen.frames_differ += !same_reasons (&frame, &closed);
        }
      systole_array_machine_step (machine);
    }
  seen.edges = systole_array_machine_get_cycle (machine);
  for (guint64 i = 0; i < gemm.m * gemm.n; i++)
    {
      double value = 0, expected = systole_gemm_partial (&gemm, i / gemm.n, i % gemm.n, gemm.k);

      seen.results_match = seen.results_match && systole_array_machine_get_result (machine, i / gemm.n, i % gemm.n, &value) && value >= expected && value <= expected;
    }
  systole_array_frame_clear (&frame);
  systole_array_frame_clear (&closed);
  return seen;
}

static void
test_row (gconstpointer data)
{
  const Row *row = data;
  guint hop = is_os (row) ? 1 : 2;
  guint64 rows = row->def.rows, columns = row->def.columns;
  Seen seen = watch (row, hop), single = watch (row, 1);

  g_assert_cmpuint (seen.edges, ==, row->last_output);
  g_assert_cmpuint (row->last_output, ==, (hop + 1) * rows + columns + row->stream - 2);
  g_assert_true (seen.results_match);
  if (rows > 1)
    g_assert_cmpuint (seen.first_busy[1] - seen.first_busy[0], ==, row->row_skew);
  /* One edge more: the one that brings the first operands in. */
  if (row->compute_done > 0)
    g_assert_cmpuint (seen.last_product + 1, ==, row->compute_done);
  g_assert_cmpint (row->compute_done > 0, ==, is_os (row));
  /* With one register it is the machine that frames show. */
  g_assert_cmpuint (single.edges, ==, 2 * rows + columns + row->stream - 2);
  g_assert_cmpuint (single.frames_differ, ==, 0);
  g_assert_cmpint (seen.frames_differ > 0, ==, hop == 2 && rows > 1);
  g_assert_true (single.results_match);
}

int
main (int argc, char **argv)
{
  g_autofree char *path = g_build_filename (g_getenv ("SYSTOLE_SOURCE_DIR"), "tests/data/rtl-cycles.csv", NULL);
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;
  g_autofree Row *rows = NULL;
  guint n = 0;

  g_test_init (&argc, &argv, NULL);
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  lines = g_strsplit (text, "\n", -1);
  rows = g_new0 (Row, g_strv_length (lines));
  for (char **line = lines; *line != NULL; line++)
    if (read_row (*line, &rows[n]))
      {
        g_autofree char *name = g_strdup_printf ("/rtl-cycles/%s-%ux%u-%" G_GUINT64_FORMAT, systole_dataflow_get_id (rows[n].def.dataflow), rows[n].def.rows, rows[n].def.columns, rows[n].stream);

        g_test_add_data_func (name, &rows[n++], test_row);
      }
  g_assert_cmpuint (n, ==, 23);
  return g_test_run ();
}
