/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "engine/base/error.h"
#include "engine/workload/op.h"

/* The table of operations: text and back, what each counts, what each refuses. */

static SystoleOp
parse (const char *text)
{
  g_autoptr (GError) error = NULL;
  SystoleOp op;

  systole_op_parse (text, SYSTOLE_FORMAT_FP32, &op, &error);
  g_assert_no_error (error);
  return op;
}

/* Least, initial and most of each dimension come back from text as they were. */
static void
test_text (void)
{
  for (guint kind = 0; kind < SYSTOLE_N_OPS; kind++)
    {
      guint n;
      const SystoleOpDim *dims = systole_op_kind_get_dims ((SystoleOpKind) kind, &n);

      for (guint i = 0; i < n; i++)
        for (guint end = 0; end < 2; end++)
          {
            SystoleOp op, read;
            g_autofree char *text = NULL;
            g_autoptr (GError) error = NULL;

            systole_op_init (&op, (SystoleOpKind) kind, SYSTOLE_FORMAT_BF16);
            op.dims[i] = end == 0 ? dims[i].min : dims[i].max;
            if (!systole_op_check (&op, NULL))
              continue;
            text = systole_op_to_string (&op);
            systole_op_parse (text, SYSTOLE_FORMAT_INT8, &read, &error);
            g_assert_no_error (error);
            g_assert_true (systole_op_equal (&op, &read));
          }
    }
}

static void
test_initial (void)
{
  for (guint kind = 0; kind < SYSTOLE_N_OPS; kind++)
    {
      g_autoptr (GError) error = NULL;
      SystoleOp op;

      systole_op_init (&op, (SystoleOpKind) kind, SYSTOLE_FORMAT_BF16);
      g_assert_true (systole_op_check (&op, &error));
      g_assert_no_error (error);
      g_assert_cmpuint (systole_op_get_useful_work (&op), >, 0);
    }
}

/* Counts of published measurements: half their floating-point operations where multiply
 * and add count as two, their elements times their operations else. */
static void
test_counts (void)
{
  static const struct
  {
    const char *text;
    guint64 work;
  } rows[] = {
    { "gemm:m=3,n=5,k=7", 105 },
    { "batched_gemm:b=4,m=3,n=5,k=7", 420 },
    { "conv:n=10,c=1117,h=29,w=29,k=20,r=3,s=3,p=29,q=29,stride_h=1,stride_w=1,pad_h=1,pad_w=1,dir=fwd", 1690914600 },
    { "conv:n=4,c=1,h=161,w=700,k=32,r=5,s=20,p=79,q=341,stride_h=2,stride_w=2,dir=bwd_filter", G_GUINT64_CONSTANT (4) * 32 * 79 * 341 * 100 },
    { "conv:n=1,c=8,h=8,w=8,k=8,r=3,s=3,groups=8,dilation_h=2,dilation_w=2", 8 * 4 * 4 * 9 },
    { "attention:phase=decode,b=1024,sq=1,skv=16,hq=4,hkv=4,d=128,causal=1", 16777216 },
    { "attention:b=2,sq=3,skv=3,hq=1,hkv=1,d=8,causal=1", 2 * 2 * 6 * 8 },
    { "mlp:m=1024,hidden=7168,inter=2048,gated=1", G_GUINT64_CONSTANT (3) * 1024 * 7168 * 2048 },
    { "softmax:m=6,n=7", 6 * 7 * 5 },
    { "layernorm:m=6,n=7", 6 * 7 * 8 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      SystoleOp op = parse (rows[i].text);

      g_test_message ("%s", rows[i].text);
      g_assert_cmpuint (systole_op_get_useful_work (&op), ==, rows[i].work);
    }
}

/* Output of a convolution, by trying each place of the filter. */
static void
test_conv (void)
{
  for (guint i = 0; i < 500; i++)
    {
      guint h = (guint) g_test_rand_int_range (1, 20), r = (guint) g_test_rand_int_range (1, 6);
      guint stride = (guint) g_test_rand_int_range (1, 4), pad = (guint) g_test_rand_int_range (0, 3), dilation = (guint) g_test_rand_int_range (1, 3);
      g_autofree char *text = g_strdup_printf ("conv:n=2,c=3,h=%u,w=%u,k=4,r=%u,s=1,stride_h=%u,pad_h=%u,dilation_h=%u", h, h, r, stride, pad, dilation);
      guint places = 0;
      SystoleOp op;
      SystoleConv conv;
      SystoleGemm gemm;

      for (guint y = 0; y + (r - 1) * dilation < h + 2 * pad; y += stride)
        places++;
      if (places == 0)
        {
          g_assert_false (systole_op_parse (text, SYSTOLE_FORMAT_INT8, &op, NULL));
          continue;
        }
      op = parse (text);
      g_assert_true (systole_op_as_conv (&op, &conv));
      g_assert_cmpuint (conv.p, ==, places);
      g_assert_cmpuint (conv.q, ==, h);
      systole_conv_as_gemm (&conv, &gemm);
      g_assert_cmpuint (gemm.m * gemm.n * gemm.k * gemm.batch, ==, systole_op_get_useful_macs (&op));
    }
}

static void
test_views (void)
{
  SystoleGemm gemm;
  SystoleVector vector;
  SystoleAttention attention;
  SystoleOp op = parse ("batched_gemm:b=4,m=3,n=5,k=7,tb=T");

  g_assert_false (systole_op_as_gemm (&op, &gemm));
  g_assert_true (systole_op_as_batched (&op, &gemm));
  g_assert_true (gemm.b_transposed && !gemm.a_transposed && gemm.batch == 4);
  g_assert_false (systole_op_as_vector (&op, &vector));
  op = parse ("memcpy:bytes=4096");
  g_assert_true (systole_op_as_vector (&op, &vector));
  g_assert_cmpuint (vector.rows * vector.columns * (vector.reads + vector.writes) * 4, ==, 4096);
  g_assert_cmpuint (systole_op_get_useful_macs (&op), ==, 0);
  op = parse ("attention:b=1,sq=4,skv=10,hq=4,hkv=2,d=8,causal=1,phase=chunk");
  g_assert_true (systole_op_as_attention (&op, &attention));
  g_assert_cmpuint (attention.pairs, ==, 7 + 8 + 9 + 10);
  g_assert_cmpint (attention.phase, ==, SYSTOLE_ATTENTION_CHUNK);
}

/* Sizes as people write them; a dimension of a file is digits. */
static void
test_sizes (void)
{
  static const struct
  {
    const char *text;
    guint64 m, n;
  } rows[] = {
    { "softmax:m=1k,n=4Ki", 1000, 4096 },
    { "softmax:m=1.5k,n=2M", 1500, 2000000 },
    { "softmax:m=0.5Ki,n=1Mi", 512, 1048576 },
    { "softmax:m=12,n=1024", 12, 1024 },
  };
  const SystoleOpDim *dims;
  guint n_dims;
  guint64 value = 7;

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      SystoleOp op = parse (rows[i].text);

      g_assert_cmpuint (op.dims[0], ==, rows[i].m);
      g_assert_cmpuint (op.dims[1], ==, rows[i].n);
    }
  dims = systole_op_kind_get_dims (SYSTOLE_OP_SOFTMAX, &n_dims);
  g_assert_false (systole_op_dim_parse (&dims[0], "1k", &value, NULL));
  g_assert_cmpuint (value, ==, 7);
}

static void
test_refused (void)
{
  static const struct
  {
    const char *text;
    SystoleError code;
    const char *word; /* that the message must have */
  } rows[] = {
    { "conv:n=1,c=3,h=8,w=8,k=4,r=9,s=3", SYSTOLE_ERROR_SHAPE, "9 × 3" },
    { "conv:n=1,c=3,h=8,w=8,k=4,r=3,s=3,p=8", SYSTOLE_ERROR_SHAPE, "give 6" },
    { "conv:n=1,c=3,h=8,w=8,k=4,r=3,s=3,groups=2", SYSTOLE_ERROR_SHAPE, "groups" },
    { "conv:n=1,c=3,h=8,w=8,k=4,r=3,s=3,dir=sideways", SYSTOLE_ERROR_RANGE, "bwd_data" },
    { "conv:n=1099511627776,c=1099511627776,h=8,w=8,k=4,r=3,s=3", SYSTOLE_ERROR_CAPACITY, "2^57" },
    { "attention:b=1,sq=2,skv=2,hq=3,hkv=2,d=8", SYSTOLE_ERROR_SHAPE, "hkv" },
    { "attention:b=1,sq=3,skv=2,hq=2,hkv=2,d=8,causal=1", SYSTOLE_ERROR_SHAPE, "causal" },
    { "attention:b=1,sq=3,skv=2,hq=2,hkv=2,d=8,causal=2", SYSTOLE_ERROR_RANGE, "causal" },
    { "softmax:m=3", SYSTOLE_ERROR_SYNTAX, "“n”" },
    { "softmax:m=3,n=4Q", SYSTOLE_ERROR_RANGE, "4Q" },
    { "softmax:m=3,n=k", SYSTOLE_ERROR_RANGE, "“k”" },
    { "softmax:m=3,n=1.5", SYSTOLE_ERROR_RANGE, "1.5" },
    { "softmax:m=3,n=1.2345k", SYSTOLE_ERROR_RANGE, "1.2345k" },
    { "softmax:m=3,n=-1k", SYSTOLE_ERROR_RANGE, "-1k" },
    { "softmax:m=3,n=99999999T", SYSTOLE_ERROR_RANGE, "99999999T" },
    { "memcpy:bytes=1", SYSTOLE_ERROR_RANGE, "bytes" },
    { "softmax:m=1099511627776,n=1099511627776", SYSTOLE_ERROR_CAPACITY, "2^57" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      SystoleOp op;
      g_autoptr (GError) error = NULL;

      g_test_message ("%s", rows[i].text);
      g_assert_false (systole_op_parse (rows[i].text, SYSTOLE_FORMAT_INT8, &op, &error));
      g_assert_error (error, SYSTOLE_ERROR, (gint) rows[i].code);
      g_assert_nonnull (strstr (error->message, rows[i].word));
    }
}

/* Formats and ways of doing it are no part of the work; everything else is. */
static void
test_same_work (void)
{
  static const struct
  {
    const char *a, *b;
    gboolean same;
  } rows[] = {
    { "gemm:m=8,n=8,k=8,dtype=fp16", "gemm:m=8,n=8,k=8,dtype=bf16", TRUE },
    { "gemm:m=8,n=8,k=8", "gemm:m=8,n=8,k=9", FALSE },
    { "gemm:m=8,n=8,k=8", "gemm:m=8,n=8,k=8,seed=2", FALSE },
    { "softmax:m=8,n=8", "gelu:m=8,n=8", FALSE },
    { "attention:b=1,sq=8,skv=8,hq=1,hkv=1,d=16", "attention:b=1,sq=8,skv=8,hq=1,hkv=1,d=16,kernel=plain", TRUE },
    { "attention:b=1,sq=8,skv=8,hq=1,hkv=1,d=16", "attention:b=1,sq=8,skv=8,hq=1,hkv=1,d=16,causal=1", FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      SystoleOp a, b;
      g_autoptr (GError) error = NULL;

      g_test_message ("%s, %s", rows[i].a, rows[i].b);
      systole_op_parse (rows[i].a, SYSTOLE_FORMAT_BF16, &a, &error);
      g_assert_no_error (error);
      systole_op_parse (rows[i].b, SYSTOLE_FORMAT_BF16, &b, &error);
      g_assert_no_error (error);
      g_assert_cmpint (systole_op_is_same_work (&a, &b), ==, rows[i].same);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/op/text", test_text);
  g_test_add_func ("/op/initial", test_initial);
  g_test_add_func ("/op/counts", test_counts);
  g_test_add_func ("/op/conv", test_conv);
  g_test_add_func ("/op/views", test_views);
  g_test_add_func ("/op/same-work", test_same_work);
  g_test_add_func ("/op/sizes", test_sizes);
  g_test_add_func ("/op/refused", test_refused);
  return g_test_run ();
}
