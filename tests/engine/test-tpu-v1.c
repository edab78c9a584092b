/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "engine/machine/catalogue.h"
#include "engine/run/run.h"

/*
 * Four of the six applications of the TPU v1 paper (Jouppi et al., ISCA 2017, tables 1 and 3):
 * shares of the cycles in which the array multiplies, waits for weights, shifts them in.
 *
 * The paper prints weights, batch and the kinds of layers, not their sizes. Assumed:
 *
 *     MLP0   5 fully connected layers of 2000 × 2000                    20 M weights, batch 200
 *     LSTM0  24 fully connected layers of 1472 × 1472                   52 M weights, batch 64
 *     LSTM1  94 products of 600 × 600 (the paper names that size)       34 M weights, batch 96
 *     CNN0   16 convolutions 3 × 3 of 236 channels, boards of 19 × 19    8 M weights, batch 8
 *
 * CNN0's boards come in as 48 planes and leave as one, as in programs that play Go. LSTMs have 16-bit activations, which take two cycles a row. A layer begins when the last
 * tile of the one before is activated; the host sends the first layer's activations and gets the last
 * one's results. A shift that begins when its tile arrives from
 * DRAM hides behind nothing, and the wave of the rows before it has to leave first: that wave
 * is neither work nor a wait for weights ("non-matrix cycles" in the paper's table).
 */

#define SHIFT 256.0                 /* cycles to shift a tile in */
#define WAVE 256.0                  /* cycles from a row to its first sum */
#define TILE (65536 / 30e9 * 700e6) /* cycles to bring a tile from main memory */
#define HOST (14e9 / 700e6)         /* bytes a cycle from the host */
#define POINTS 0.10

typedef struct
{
  const char *name;
  guint64 rows, outputs, inputs; /* of one layer's product; 16-bit activations twice */
  guint layers;
  guint passes;
  double utilization, stall, shift; /* the paper's, shares of all cycles */
  const char *conv;                 /* what the product comes from, or NULL */
  double sent, received;            /* bytes of the first layer's input, the last one's output */
} Application;

static const Application applications[] = {
  { "MLP0", 200, 2000, 2000, 5, 1, 0.125, 0.539, 0.159, NULL, 200 * 2000, 200 * 2000 },
  { "LSTM0", 64, 1472, 1472, 24, 2, 0.082, 0.581, 0.158, NULL, 64 * 2 * 1472, 64 * 2 * 1472 },
  { "LSTM1", 96, 600, 600, 94, 2, 0.063, 0.621, 0.171, NULL, 96 * 2 * 600, 96 * 2 * 600 },
  { "CNN0", 8 * 19 * 19, 236, 9 * 236, 16, 1, 0.782, 0.0, 0.0, "conv:n=8,c=236,h=19,w=19,k=236,r=3,s=3,pad_h=1,pad_w=1,dtype=int8", 8 * 361 * 48, 8 * 361 },
};

static SystoleRun *
run_layer (const SystoleMachine *machine, const Application *a)
{
  GError *error = NULL;
  SystoleRun *run;
  SystoleOp op;

  if (a->conv != NULL)
    g_assert_true (systole_op_parse (a->conv, SYSTOLE_FORMAT_INT8, &op, NULL));
  else
    systole_op_init_gemm (&op, a->rows * a->passes, a->outputs, a->inputs, SYSTOLE_FORMAT_INT8);
  run = systole_run_new (&op, machine, SYSTOLE_OPERANDS_COLD, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (systole_run_is_sound (run));
  return run;
}

static void
test_application (gconstpointer data)
{
  const Application *a = data;
  g_autoptr (SystoleCatalogue) catalogue = systole_catalogue_new ();
  g_autofree char *path = g_build_filename (g_getenv ("SYSTOLE_SOURCE_DIR"), "data/machines/google.xml", NULL);
  g_autofree char *text = NULL;
  gsize length;

  g_assert_true (g_file_get_contents (path, &text, &length, NULL));
  g_assert_true (systole_catalogue_add_xml (catalogue, text, length, path, NULL));
  g_autoptr (SystoleRun) run = run_layer (systole_catalogue_find (catalogue, "google-tpu-v1"), a);

  double parts[SYSTOLE_N_PARTS] = { 0 };
  guint n;
  const SystoleWaterfallPart *waterfall = systole_run_get_waterfall (run, &n);

  for (guint i = 0; i < n; i++)
    parts[waterfall[i].part] = (double) waterfall[i].cycles;
  g_assert_cmpfloat (parts[SYSTOLE_PART_TRANSFER], >, 0);

  double folds = (double) systole_run_get_counter (run, SYSTOLE_COUNTER_FOLDS).count;
  double activate = (double) ((a->rows * a->passes - 1) % 4096 + 1);
  /* The first layer's first tile comes while the host sends. That of another hides behind the rows of the layer before
   * it, if those outlast a fetch. */
  double rows = (double) (a->rows * a->passes), hidden = rows > TILE ? 0 : (1 - 1.0 / a->layers) * MIN (TILE, (double) (a->rows * a->passes * a->inputs) / HOST);
  double layer = (double) systole_run_get_n_cycles (run) - parts[SYSTOLE_PART_TRANSFER] + hidden, waits = layer - activate - folds * (double) (a->rows * a->passes);
  double all = layer + (a->sent + a->received) / HOST / a->layers;
  double useful = (double) a->rows * (double) a->outputs * (double) a->inputs * a->passes / (65536.0 * all);
  /* Rows that outlast the fetch of the next tile hide its shift, too. */
  gboolean late = waits > folds * (SHIFT + WAVE);
  double shift = late ? folds * SHIFT : 0, stall = late ? waits - folds * (SHIFT + WAVE) : 0;

  g_test_message ("%s: utilization %.3f (paper %.3f), weight stall %.3f (%.3f), weight shift %.3f (%.3f)", a->name, useful, a->utilization, stall / all, a->stall, shift / all, a->shift);
  g_assert_cmpfloat (fabs (useful - a->utilization), <=, POINTS);
  g_assert_cmpfloat (fabs (stall / all - a->stall), <=, POINTS);
  g_assert_cmpfloat (fabs (shift / all - a->shift), <=, POINTS);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (applications); i++)
    {
      g_autofree char *name = g_strdup_printf ("/tpu-v1/%s", applications[i].name);

      g_test_add_data_func (name, &applications[i], test_application);
    }
  return g_test_run ();
}
