/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/base/error.h"
#include "engine/systolic/array-machine.h"
#include "engine/workload/product.h"

/*
 * Convolutions and batches of products on bare arrays against a direct computation that
 * knows nothing of unfolding: nested loops over the tensors, whose elements are those of
 * the documented hash in row `pixel`, column `channel`.
 */

#define N_SHAPES 180

typedef struct
{
  SystoleConv conv;
  double *input, *output, *filters; /* [pixel][channel] twice, [tap][channel][filter] */
} Tensors;

static double
input_of (const Tensors *t, guint64 image, gint64 y, gint64 x, guint64 channel)
{
  const SystoleConv *c = &t->conv;

  if (y < 0 || x < 0 || y >= (gint64) c->h || x >= (gint64) c->w)
    return 0;
  return t->input[((image * c->h + (guint64) y) * c->w + (guint64) x) * c->c + channel];
}

static double *
fill (SystoleOperand operand, const SystoleConv *conv, guint64 rows, guint64 columns)
{
  double *values = g_new (double, rows *columns);

  for (guint64 i = 0; i < rows; i++)
    for (guint64 j = 0; j < columns; j++)
      values[i * columns + j] = systole_operand_value (conv->format, conv->seed, operand, i, j);
  return values;
}

static void
tensors_init (Tensors *self, const SystoleConv *conv)
{
  gboolean forward = conv->direction == SYSTOLE_CONV_FORWARD, filter = conv->direction == SYSTOLE_CONV_BACKWARD_FILTER;

  self->conv = *conv;
  self->input = fill (filter ? SYSTOLE_OPERAND_B : SYSTOLE_OPERAND_A, conv, conv->n * conv->h * conv->w, conv->c);
  self->output = fill (SYSTOLE_OPERAND_A, conv, conv->n * conv->p * conv->q, conv->k);
  self->filters = fill (SYSTOLE_OPERAND_B, conv, conv->r * conv->s * (conv->c / conv->groups), conv->k);
  if (!forward)
    return;
  for (guint64 i = 0; i < conv->n * conv->p * conv->q * conv->k; i++)
    self->output[i] = 0;
}

static void
tensors_clear (Tensors *self)
{
  g_free (self->input);
  g_free (self->output);
  g_free (self->filters);
}

/* What the direction computes, by the definition: every (image, filter, output pixel, channel, tap) once.
 * Returns: (transfer full): output, gradient of the input, or of the filters, laid out as above. */
static double *
convolve (const Tensors *t)
{
  const SystoleConv *c = &t->conv;
  guint64 channels = c->c / c->groups, of_group = c->k / c->groups;
  double *result = g_new0 (double, MAX (MAX (c->n * c->p * c->q * c->k, c->n * c->h * c->w * c->c), c->r * c->s * channels * c->k));

  for (guint64 i = 0; i < c->n; i++)
    for (guint64 f = 0; f < c->k; f++)
      for (guint64 p = 0; p < c->p; p++)
        for (guint64 q = 0; q < c->q; q++)
          for (guint64 g = 0; g < channels; g++)
            for (guint64 r = 0; r < c->r; r++)
              for (guint64 s = 0; s < c->s; s++)
                {
                  gint64 y = (gint64) (p * c->stride_h + r * c->dilation_h) - (gint64) c->pad_h, x = (gint64) (q * c->stride_w + s * c->dilation_w) - (gint64) c->pad_w;
                  guint64 channel = f / of_group * channels + g, out = ((i * c->p + p) * c->q + q) * c->k + f, tap = ((r * c->s + s) * channels + g) * c->k + f;

                  if (c->direction == SYSTOLE_CONV_FORWARD)
                    result[out] += input_of (t, i, y, x, channel) * t->filters[tap];
                  else if (c->direction == SYSTOLE_CONV_BACKWARD_FILTER)
                    result[tap] += t->output[out] * input_of (t, i, y, x, channel);
                  else if (y >= 0 && x >= 0 && y < (gint64) c->h && x < (gint64) c->w)
                    result[((i * c->h + (guint64) y) * c->w + (guint64) x) * c->c + channel] += t->output[out] * t->filters[tap];
                }
  return result;
}

/* Where C[m, n] lies in the result of convolve(). */
static guint64
index_of (const SystoleConv *c, const SystoleGemm *gemm, guint64 m, guint64 n)
{
  guint64 group = n / gemm->n;

  if (c->direction == SYSTOLE_CONV_FORWARD)
    return m * c->k + n;
  if (c->direction == SYSTOLE_CONV_BACKWARD_DATA)
    return m * c->c + n;
  return (n - group * gemm->n) * c->k + m;
}

static SystoleRun *
run_on (guint i, const SystoleOp *op)
{
  SystoleArrayDef def;
  GError *error = NULL;
  SystoleRun *run;

  systole_array_def_init (&def);
  def.rows = (guint) g_test_rand_int_range (1, 7);
  def.columns = (guint) g_test_rand_int_range (1, 7);
  def.dataflow = (SystoleDataflow) (i % 3);
  def.timing = (SystoleTiming) (i / 3 % 3);
  g_autoptr (SystoleMachine) machine = systole_machine_new_array (&def);
  run = systole_run_new (op, machine, SYSTOLE_OPERANDS_ON_CHIP, NULL, NULL, NULL, &error);
  if (g_error_matches (error, SYSTOLE_ERROR, SYSTOLE_ERROR_NOT_MODELLED))
    g_clear_error (&error);
  g_assert_no_error (error);
  return run;
}

static guint64
dim (guint low, guint high)
{
  return (guint64) g_test_rand_int_range ((gint) low, (gint) high + 1);
}

static void
set (SystoleOp *op, const char *key, guint64 value)
{
  guint n;
  const SystoleOpDim *dims = systole_op_kind_get_dims (op->kind, &n);

  for (guint i = 0; i < n; i++)
    if (g_str_equal (dims[i].key, key))
      op->dims[i] = value;
}

static void
random_conv (guint i, SystoleOp *op)
{
  static const SystoleFormat formats[] = { SYSTOLE_FORMAT_INT8, SYSTOLE_FORMAT_BF16, SYSTOLE_FORMAT_FP32 };
  guint64 groups = i % 4 == 0 ? dim (1, 4) : i % 4 == 1 ? 2
                                                        : 1;
  gboolean depthwise = i % 8 == 0;
  guint64 r = dim (1, 3), s = dim (1, 3), dilation_h = dim (1, 2), dilation_w = dim (1, 2);

  systole_op_init (op, SYSTOLE_OP_CONV, formats[i % G_N_ELEMENTS (formats)]);
  op->seed = i;
  set (op, "n", dim (1, 2));
  set (op, "groups", groups);
  set (op, "c", groups * (depthwise ? 1 : dim (1, 3)));
  set (op, "k", groups * (depthwise ? 1 : dim (1, 3)));
  set (op, "r", r);
  set (op, "s", s);
  set (op, "h", (r - 1) * dilation_h + dim (1, 5));
  set (op, "w", (s - 1) * dilation_w + dim (1, 5));
  set (op, "stride_h", dim (1, 3));
  set (op, "stride_w", dim (1, 3));
  set (op, "pad_h", dim (0, 2));
  set (op, "pad_w", dim (0, 2));
  set (op, "dilation_h", dilation_h);
  set (op, "dilation_w", dilation_w);
  set (op, "dir", i % 5 < 3 ? 0 : i % 5 - 2);
}

/* Every finished element that some PE of some frame hands on is the directly computed one; at the end none is missing. */
static void
check_frames (const SystoleRun *run, const SystoleConv *conv, const SystoleGemm *gemm, const double *direct)
{
  guint64 n_results = gemm->m * gemm->n * gemm->batch, seen = 0;
  SystoleWindow window = { 0, 0, 1, 1, .values = TRUE };
  SystoleArrayFrame frame;

  systole_run_get_array_size (run, &window.row1, &window.column1);
  systole_array_frame_init (&frame);
  for (guint64 cycle = 0; cycle < systole_run_get_n_cycles (run); cycle++)
    {
      systole_run_array_frame (run, 0, cycle, &window, &frame);
      g_assert_cmpuint (frame.out_total, ==, n_results);
      for (guint i = 0; i < frame.cells->len; i++)
        {
          const SystoleArrayCell *cell = &g_array_index (frame.cells, SystoleArrayCell, i);

          if (cell->reason != SYSTOLE_REASON_BUSY || !cell->final)
            continue;
          g_assert_cmpfloat (cell->partial_out.value, ==, direct[index_of (conv, gemm, cell->m, cell->n)]);
          seen++;
        }
    }
  g_assert_cmpuint (seen, ==, n_results);
  systole_array_frame_clear (&frame);
}

static void
check_machine (const SystoleRun *run, const SystoleConv *conv, const SystoleGemm *gemm, const double *direct)
{
  GError *error = NULL;
  g_autoptr (SystoleArrayMachine) machine = systole_array_machine_new (run, &error);

  g_assert_no_error (error);
  while (!systole_array_machine_is_done (machine))
    systole_array_machine_step (machine);
  for (guint64 b = 0; b < gemm->batch; b++)
    for (guint64 m = 0; m < gemm->m; m++)
      for (guint64 n = 0; n < gemm->n; n++)
        {
          guint64 m0, n0;
          double value;

          systole_product_get_origin (gemm, &(SystoleUnfolding){ TRUE, *conv }, b, &m0, &n0);
          g_assert_true (systole_array_machine_get_result (machine, m0 + m, n0 + n, &value));
          g_assert_cmpfloat (value, ==, direct[index_of (conv, gemm, m0 + m, n0 + n)]);
        }
}

static void
test_direct (void)
{
  guint done = 0;

  for (guint i = 0; i < N_SHAPES; i++)
    {
      SystoleOp op;
      SystoleProduct product;
      Tensors tensors;

      random_conv (i, &op);
      g_autoptr (SystoleRun) run = run_on (i, &op);
      if (run == NULL)
        continue;
      g_assert_true (systole_op_as_product (&op, &product));
      tensors_init (&tensors, &product.unfolding.conv);
      g_autofree double *direct = convolve (&tensors);
      check_frames (run, &product.unfolding.conv, &product.gemm, direct);
      check_machine (run, &product.unfolding.conv, &product.gemm, direct);
      tensors_clear (&tensors);
      done++;
    }
  g_assert_cmpuint (done, >, N_SHAPES / 2);
}

/* Each product of a batch is another one. */
static void
test_batch (void)
{
  for (guint i = 0; i < 60; i++)
    {
      SystoleOp op;
      SystoleProduct product;
      GError *error = NULL;

      systole_op_init (&op, SYSTOLE_OP_BATCHED_GEMM, SYSTOLE_FORMAT_INT8);
      set (&op, "m", dim (1, 9));
      set (&op, "n", dim (1, 9));
      set (&op, "k", dim (1, 9));
      set (&op, "b", dim (1, 4));
      g_autoptr (SystoleRun) run = run_on (i, &op);
      g_assert_nonnull (run);
      systole_op_as_product (&op, &product);
      g_autoptr (SystoleArrayMachine) machine = systole_array_machine_new (run, &error);
      g_assert_no_error (error);
      while (!systole_array_machine_is_done (machine))
        systole_array_machine_step (machine);
      for (guint64 b = 0; b < product.gemm.batch; b++)
        for (guint64 m = b * product.gemm.m; m < (b + 1) * product.gemm.m; m++)
          for (guint64 n = b * product.gemm.n; n < (b + 1) * product.gemm.n; n++)
            {
              double sum = 0, value;

              for (guint64 k = 0; k < product.gemm.k; k++)
                sum += systole_operand_value (op.format, op.seed, SYSTOLE_OPERAND_A, m, k) * systole_operand_value (op.format, op.seed, SYSTOLE_OPERAND_B, k, n);
              g_assert_true (systole_array_machine_get_result (machine, m, n, &value));
              g_assert_cmpfloat (value, ==, sum);
            }
    }
}

/* A filter of one tap, stride 1, is the matrix product of pixels and filters, bit for bit. */
static void
test_one_tap (void)
{
  SystoleOp conv;
  SystoleProduct product, gemm;
  SystoleOp op;

  systole_op_init (&conv, SYSTOLE_OP_CONV, SYSTOLE_FORMAT_BF16);
  set (&conv, "n", 2);
  set (&conv, "c", 5);
  set (&conv, "h", 3);
  set (&conv, "w", 4);
  set (&conv, "k", 6);
  set (&conv, "r", 1);
  set (&conv, "s", 1);
  systole_op_init_gemm (&op, 2 * 3 * 4, 6, 5, SYSTOLE_FORMAT_BF16);
  systole_op_as_product (&conv, &product);
  systole_op_as_product (&op, &gemm);
  for (guint64 m = 0; m < 24; m++)
    for (guint64 n = 0; n < 6; n++)
      g_assert_cmpfloat (systole_product_partial (&product.gemm, &product.unfolding, m, n, 5), ==, systole_product_partial (&gemm.gemm, &gemm.unfolding, m, n, 5));
}

/* Sums of many elements at once are those of one at a time. */
static void
test_sums (void)
{
  for (guint i = 0; i < 40; i++)
    {
      SystoleGemmSum sums[50];
      SystoleProduct product;
      SystoleOp op;

      random_conv (i, &op);
      if (i % 2 == 0)
        set (&op, "c", systole_op_get_dim (&op, "groups") * 90);
      systole_op_as_product (&op, &product);
      for (guint s = 0; s < G_N_ELEMENTS (sums); s++)
        {
          guint64 m0, n0;

          systole_product_get_origin (&product.gemm, &product.unfolding, dim (0, (guint) product.gemm.batch - 1), &m0, &n0);
          sums[s] = (SystoleGemmSum){ m0 + dim (0, (guint) product.gemm.m - 1), n0 + dim (0, (guint) product.gemm.n - 1), dim (0, (guint) product.gemm.k), -1 };
        }
      g_assert_true (systole_product_sums (&product.gemm, &product.unfolding, sums, G_N_ELEMENTS (sums), NULL, NULL));
      for (guint s = 0; s < G_N_ELEMENTS (sums); s++)
        g_assert_cmpfloat (sums[s].sum, ==, systole_product_partial (&product.gemm, &product.unfolding, sums[s].m, sums[s].n, sums[s].k_end));
    }
}

/* Elements that some tap reads, counted one by one. */
static void
test_touched (void)
{
  for (guint i = 0; i < 400; i++)
    {
      SystoleOp op;
      SystoleProduct product;
      SystoleConv *conv = &product.unfolding.conv;
      guint64 touched = 0;

      random_conv (i, &op);
      set (&op, "dir", 0);
      set (&op, "h", systole_op_get_dim (&op, "h") + dim (0, 9));
      set (&op, "stride_h", dim (1, 5));
      set (&op, "dilation_h", 1);
      systole_op_as_product (&op, &product);
      g_autofree gboolean *lines = g_new0 (gboolean, conv->h);
      g_autofree gboolean *columns = g_new0 (gboolean, conv->w);
      for (guint64 p = 0; p < conv->p; p++)
        for (guint64 r = 0; r < conv->r; r++)
          if (p * conv->stride_h + r * conv->dilation_h >= conv->pad_h && p * conv->stride_h + r * conv->dilation_h < conv->h + conv->pad_h)
            lines[p * conv->stride_h + r * conv->dilation_h - conv->pad_h] = TRUE;
      for (guint64 q = 0; q < conv->q; q++)
        for (guint64 s = 0; s < conv->s; s++)
          if (q * conv->stride_w + s * conv->dilation_w >= conv->pad_w && q * conv->stride_w + s * conv->dilation_w < conv->w + conv->pad_w)
            columns[q * conv->stride_w + s * conv->dilation_w - conv->pad_w] = TRUE;
      for (guint64 y = 0; y < conv->h; y++)
        for (guint64 x = 0; x < conv->w; x++)
          touched += (guint64) (lines[y] && columns[x]);
      g_assert_cmpuint (systole_unfolding_count_touched (&product.unfolding), ==, touched * conv->n * conv->c);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/conv/direct", test_direct);
  g_test_add_func ("/conv/batch", test_batch);
  g_test_add_func ("/conv/one-tap", test_one_tap);
  g_test_add_func ("/conv/sums", test_sums);
  g_test_add_func ("/conv/touched", test_touched);
  return g_test_run ();
}
