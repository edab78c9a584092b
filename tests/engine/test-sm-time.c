/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/gpu/sm-schedule.h"

/* The closed form of a paced block's time, against the event machine, over random kernels. */

#define PICK(rand, ...) pick (rand, (const guint[]){ __VA_ARGS__ }, sizeof ((const guint[]){ __VA_ARGS__ }) / sizeof (guint))

static guint
pick (GRand *rand, const guint *list, guint n)
{
  return list[g_rand_int_range (rand, 0, (gint32) n)];
}

static void
random_shape (GRand *rand, SystoleSmShape *s)
{
  guint sub_cores = PICK (rand, 1, 2, 4, 4), rounds = PICK (rand, 1, 1, 2, 3), rows = PICK (rand, 1, 2);
  guint warps = sub_cores * rounds * rows;

  *s = (SystoleSmShape){
    .splits = PICK (rand, 1, 1, 2),
    .stages = PICK (rand, 1, 2, 2, 3, 4, 5, 6),
    .residents = PICK (rand, 1, 1, 2, 2, 3, 4, 8),
    .sub_cores = sub_cores,
    .math_warps = warps,
    .copy_warps = 1,
    .warp_grid_rows = rows,
    .warp_grid_columns = warps / rows,
    .fragment_rows = PICK (rand, 4, 8),
    .fragment_columns = PICK (rand, 4, 8),
    .fragment_k = PICK (rand, 1, 4),
    .multipliers = 4,
    .mma_interval = PICK (rand, 2, 3, 8, 16, 33),
    .load_latency = 1,
    .load_rows_a = 1,
    .load_columns_b = 1,
    .port_bytes = 128,
    .direct = TRUE,
    .paced = TRUE,
    .copy_bytes_per_cycle = 16,
    .copy_cycles_a = PICK (rand, 1, 2, 7, 30, 90),
    .copy_cycles_b = PICK (rand, 1, 3, 11, 40),
    .copy_latency = PICK (rand, 0, 1, 20, 100, 400),
    .store_bytes_per_cycle = 32,
    .store_bytes = 4,
    .store_cycles = PICK (rand, 1, 2, 9, 50),
    .launch = PICK (rand, 0, 1, 77),
    .sync_cycles = PICK (rand, 0, 0, 1, 5, 80, 300),
    .end_cycles = PICK (rand, 0, 0, 1, 900),
  };
  s->mma_latency = s->mma_interval;
  s->tile_m = s->valid_m = rows * s->fragment_rows * PICK (rand, 1, 1, 2);
  s->tile_n = s->valid_n = warps / rows * s->fragment_columns * PICK (rand, 1, 1, 3);
  s->tile_k = s->piece_k = s->fragment_k * PICK (rand, 1, 2, 8);
  s->piece_rows_a = s->tile_m;
  s->piece_columns_b = s->tile_n;
}

static void
test_closed_form (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (21);

  for (guint i = 0; i < 3000; i++)
    {
      SystoleSmShape shape;
      SystoleGemm gemm = { 40, 50, PICK (rand, 1, 2, 7, 30, 100, 333), SYSTOLE_FORMAT_FP16, 1, .batch = 1 };
      g_autoptr (SystoleSmKernel) kernel = NULL;
      g_autoptr (GError) error = NULL;
      guint64 cycles;

      random_shape (rand, &shape);
      kernel = systole_sm_kernel_new (&shape, &gemm);
      g_assert_true (systole_sm_schedule_measure (&shape, &gemm, &cycles, &error));
      g_assert_no_error (error);
      g_assert_cmpuint (systole_sm_shape_count_cycles (&shape, kernel->n_tiles), ==, cycles);
    }
}

/* A stretched block takes what it was asked for, in the event machine too, and never less than it can. */
static void
test_stretch (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (22);
  guint fitted = 0;

  for (guint i = 0; i < 1500; i++)
    {
      SystoleSmShape shape;
      SystoleGemm gemm = { 40, 50, PICK (rand, 1, 2, 7, 30, 100, 333), SYSTOLE_FORMAT_FP16, 1, .batch = 1 };
      g_autoptr (SystoleSmKernel) kernel = NULL;
      g_autoptr (GError) error = NULL;
      guint64 cycles, wanted;
      gboolean fits;

      random_shape (rand, &shape);
      kernel = systole_sm_kernel_new (&shape, &gemm);
      wanted = (guint64) ((double) systole_sm_shape_count_cycles (&shape, kernel->n_tiles) * g_rand_double_range (rand, 0.3, 4));
      fits = systole_sm_shape_stretch (&shape, kernel->n_tiles, wanted);
      fitted += fits;
      g_assert_true (systole_sm_schedule_measure (&shape, &gemm, &cycles, &error));
      g_assert_no_error (error);
      g_assert_cmpuint (systole_sm_shape_count_cycles (&shape, kernel->n_tiles), ==, cycles);
      if (fits)
        g_assert_cmpuint (cycles, ==, wanted);
      else
        g_assert_cmpuint (cycles, >, wanted);
    }
  g_assert_cmpuint (fitted, >, 1000);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sm-time/closed-form", test_closed_form);
  g_test_add_func ("/sm-time/stretch", test_stretch);
  return g_test_run ();
}
