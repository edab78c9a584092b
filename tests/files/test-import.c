/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "engine/base/error.h"
#include "engine/scenario/scenario.h"

/* Tables of layers, with every oddity that public ones have. */

#define CONV_HEAD "Layer name, IFMAP Height, IFMAP Width, Filter Height, Filter Width, Channels, Num Filter, Strides,\n"

static SystoleImport *
import (const char *text, gboolean unfold)
{
  g_autoptr (GError) error = NULL;
  SystoleImport *layers = systole_import_scale_sim (text, strlen (text), "t.csv", unfold, &error);

  g_assert_no_error (error);
  return layers;
}

/* "Conv1 12100 64 147" of each layer, on lines */
static char *
products (const SystoleImport *layers)
{
  GString *out = g_string_new (NULL);

  for (guint i = 0; i < layers->ops->len; i++)
    {
      const SystoleOp *op = &g_array_index (layers->ops, SystoleOp, i);
      SystoleGemm gemm;

      g_assert_true (systole_op_as_batched (op, &gemm));
      g_string_append_printf (out, "%s%s %u %u %u", i > 0 ? "\n" : "", op->id, (guint) gemm.m, (guint) gemm.n, (guint) gemm.k);
      if (gemm.batch > 1)
        g_string_append_printf (out, " x%u", (guint) gemm.batch);
    }
  return g_string_free (out, FALSE);
}

static void
check (const char *text, const char *expected, guint skipped)
{
  g_autoptr (SystoleImport) layers = import (text, TRUE);
  g_autofree char *found = products (layers);

  g_assert_cmpstr (found, ==, expected);
  g_assert_cmpuint (layers->skipped, ==, skipped);
}

/* The first convolution of AlexNet: ceil (224 - 11) / 4) + 1 = 55 places a side. */
#define CONV1 "Conv1 3025 96 363"

static void
test_oddities (void)
{
  static const char *const same[] = {
    CONV_HEAD "Conv1,224,224,11,11,3,96,4,\n",
    CONV_HEAD "Conv1,224,224,11,11,3,96,4",
    CONV_HEAD "Conv1     ,224         ,224        ,11           ,11          ,3       ,96        ,4      ,\n",
    "\xef\xbb\xbf" CONV_HEAD "Conv1,224,224,11,11,3,96,4,\r\n",
    "\r\n\r\n" CONV_HEAD "\r\n,,,,,,,,\r\nConv1,\t224,\t224,11,11,3,96,4,,,\r\n   \r\n",
    "Layer name,IFMAP Width,IFMAP Width,Filter Height,Filter Width,Channels,Num Filter,Strides\nConv1,224,224,11,11,3,96,4",
    "Layer name,IFMAP height,IFMAP width,Filter height,Filter width,Channels,Num filter,Stride height,Stride width,\nConv1,224,224,11,11,3,96,4,4,\n",
    "Layer name\tIFMAP Height\tIFMAP Width\tFilter Height\tFilter Width\tChannels\tNum Filter\tStrides\nConv1\t224\t224\t11\t11\t3\t96\t4\n",
    "Conv1,224,224,11,11,3,96,4,\n",
    CONV_HEAD "Conv1,224,224,11,11,3,96,4,2:4,\n",
    CONV_HEAD "Conv1,224,224,11,11,3,96,4,4,1:4,\n",
    "Layer name, IFMAP Height, IFMAP Width, Filter Height, Filter Width, Channels, Num Filter, Strides,\rConv1,224,224,11,11,3,96,4,\r",
  };

  for (guint i = 0; i < G_N_ELEMENTS (same); i++)
    check (same[i], CONV1, 0);
}

static void
test_products (void)
{
  check ("Layer,M,N,K,\nQKT,1024,1024,64,\nQKTV,1024,64,1024,\n", "QKT 1024 1024 64\nQKTV 1024 64 1024", 0);
  check ("Layer,m,n,k\nQKT,1024,1023,64", "QKT 1024 1023 64", 0);
  check ("Layer, M, K, N\nfc,1,2048,1000\n", "fc 1 1000 2048", 0);
  check ("fc,1,1000,2048\n", "fc 1 1000 2048", 0);
  check ("Layer,M,N,K,Sparsity\nfc,1,1000,2048,2:4,\n", "fc 1 1000 2048", 0);
}

/* Names are made to ids that nobody else has. */
static void
test_names (void)
{
  check ("Layer,M,N,K\nfc,1,2,3\nfc,1,2,4\nfc-2,1,2,5\nfull \xc3\xa9 (x),1,2,6\n,1,2,7\n", "fc 1 2 3\nfc-2 1 2 4\nfc-2-2 1 2 5\nfull-----x- 1 2 6\nlayer 1 2 7", 0);
}

/* Two strides; the last step that fits only in part is made; depthwise layers. */
static void
test_shapes (void)
{
  check (CONV_HEAD "a,9,9,3,3,1,1,2,1,\n", "a 28 1 9", 0);
  check (CONV_HEAD "a,8,8,3,3,1,1,2,\n", "a 16 1 9", 0);
  check (CONV_HEAD "dw_DP1,112,112,3,3,32,1,1,\n", "dw_DP1 12100 1 9 x32", 0);
}

/* As convolutions: the same work and the same output. */
static void
test_convolutions (void)
{
  static const char text[] = CONV_HEAD "a,224,224,11,11,3,96,4,\nb,8,10,3,2,4,5,2,3,\nc_DP,112,112,3,3,32,2,1,\n";
  g_autoptr (SystoleImport) unfolded = import (text, TRUE);
  g_autoptr (SystoleImport) kept = import (text, FALSE);

  g_assert_cmpuint (kept->ops->len, ==, 3);
  for (guint i = 0; i < 3; i++)
    {
      const SystoleOp *op = &g_array_index (kept->ops, SystoleOp, i);
      SystoleGemm product, own;
      SystoleConv conv;

      g_assert_true (systole_op_as_conv (op, &conv));
      g_assert_true (systole_op_as_batched (&g_array_index (unfolded->ops, SystoleOp, i), &product));
      systole_conv_as_gemm (&conv, &own);
      g_assert_cmpuint (own.m, ==, product.m);
      g_assert_cmpuint (own.n, ==, product.n);
      g_assert_cmpuint (own.k, ==, product.k);
      g_assert_cmpuint (own.batch, ==, product.batch);
    }
}

/* What cannot be read is left out, with its place and what is allowed. */
static void
check_note (const char *row, const char *expected)
{
  g_autofree char *text = g_strconcat (CONV_HEAD "good,8,8,3,3,1,1,1,\n", row, "\ngood,8,8,3,3,1,1,1,\n", NULL);
  g_autoptr (SystoleImport) layers = import (text, TRUE);

  g_assert_cmpuint (layers->ops->len, ==, 2);
  g_assert_cmpuint (layers->skipped, ==, 1);
  g_assert_cmpstr (g_array_index (layers->notes, SystoleImportNote, 0).text, ==, expected);
  g_assert_false (g_array_index (layers->notes, SystoleImportNote, 0).used);
}

static void
test_bad_rows (void)
{
  check_note ("bad,8,8,9,3,1,1,1", "t.csv:3:9: the filter of 9 is larger than the input of 8; the row is left out");
  check_note ("bad,8,8,3,3,1,1", "t.csv:3:16: “Strides” is missing; the row is left out");
  check_note ("bad,8,,3,3,1,1,1", "t.csv:3:7: “IFMAP Width” is missing; the row is left out");
  check_note ("bad,8,8,3,3,1,many,1", "t.csv:3:15: “Num Filter” is “many”, not a whole number from 1 to 2⁴⁰; the row is left out");
  check_note ("bad,8,8,3,3,0,1,1", "t.csv:3:13: “Channels” is “0”, not a whole number from 1 to 2⁴⁰; the row is left out");
  check_note ("bad,8.5,8,3,3,1,1,1", "t.csv:3:5: “IFMAP Height” is “8.5”, not a whole number from 1 to 2⁴⁰; the row is left out");
  check_note ("bad,1099511627776,1099511627776,1,1,1,1,1", "t.csv:3:1: the layer is too large to be counted; the row is left out");
}

static void
check_error (const char *text, gsize length, const char *message)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (systole_import_scale_sim (text, length, "t.csv", TRUE, &error));
  g_assert_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_SYNTAX);
  g_assert_cmpstr (error->message, ==, message);
}

static void
test_nothing (void)
{
  check_error ("", 0, "t.csv: there is no layer in it");
  check_error (CONV_HEAD, strlen (CONV_HEAD), "t.csv: there is no layer in it");
  check_error ("a\0b", 3, "t.csv: this is no table of layers: it is too long or no text");
  check_error ("Layer,M,N,K\na,1\n", 16, "t.csv:2:4: “N” is missing; the row is left out");
}

/* A scenario that says the same when it is written and read again, in its first lane the first layer. */
static void
test_scenario (void)
{
  g_autoptr (SystoleImport) layers = import (CONV_HEAD "a,224,224,11,11,3,96,4,\nb,8,10,3,2,4,5,2,3,\n", TRUE);
  g_autoptr (SystoleScenario) scenario = NULL;
  g_autoptr (SystoleScenario) again = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;
  SystoleArrayDef array;
  gsize length;

  systole_import_array_init (&array);
  scenario = systole_scenario_from_import (layers, &array, "t.csv");
  text = systole_scenario_write (scenario, &length);
  again = systole_scenario_read (text, length, "t.systole", &error);
  g_assert_no_error (error);
  g_assert_cmpuint (again->warnings->len, ==, 0);
  g_assert_true (systole_scenario_equal (scenario, again));
  g_assert_cmpuint (again->ops->len, ==, 2);
  g_assert_cmpstr (systole_scenario_get_lane (again, 0)->op, ==, "a");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/import/oddities", test_oddities);
  g_test_add_func ("/import/products", test_products);
  g_test_add_func ("/import/names", test_names);
  g_test_add_func ("/import/shapes", test_shapes);
  g_test_add_func ("/import/convolutions", test_convolutions);
  g_test_add_func ("/import/bad-rows", test_bad_rows);
  g_test_add_func ("/import/nothing", test_nothing);
  g_test_add_func ("/import/scenario", test_scenario);
  return g_test_run ();
}
