/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/gpu/occupancy.h"

/* Occupancy against a second way to find it: an SM is filled block by block, warp by warp,
 * until something is used up. The limits were typed from the vendor's tables again. */

/* CUDA C++ Programming Guide, “Technical Specifications per Compute Capability”; registers in
 * KiB words, allocation units from the occupancy calculator's data sheet. */
static const struct
{
  const char *chip;
  guint threads, blocks, register_kwords, partitions, shared_kib, block_kib, unit, system;
} sms[] = {
  { "5.0", 2048, 32, 64, 4, 64, 48, 256, 0 },
  { "5.2", 2048, 32, 64, 4, 96, 48, 256, 0 },
  { "5.3", 2048, 32, 64, 4, 64, 48, 256, 0 },
  { "6.0", 2048, 32, 64, 2, 64, 48, 256, 0 },
  { "6.1", 2048, 32, 64, 4, 96, 48, 256, 0 },
  { "7.0", 2048, 32, 64, 4, 96, 96, 256, 0 },
  { "7.5", 1024, 16, 64, 4, 64, 64, 256, 0 },
  { "8.0", 2048, 32, 64, 4, 164, 163, 128, 1 },
  { "8.6", 1536, 16, 64, 4, 100, 99, 128, 1 },
  { "8.7", 1536, 16, 64, 4, 164, 163, 128, 1 },
  { "8.9", 1536, 24, 64, 4, 100, 99, 128, 1 },
  { "9.0", 2048, 32, 64, 4, 228, 227, 128, 1 },
  { "10.0", 2048, 32, 64, 4, 228, 227, 128, 1 },
  { "12.0", 1536, 24, 64, 4, 100, 99, 128, 1 },
};

/* Blocks that fit, by putting in one after another. Each block takes, in every register
 * partition, room for its share of the warps, and a warp's registers come in pieces of 256. */
static guint
fill_sm (guint chip, const SystoleOccupancyNeeds *needs)
{
  guint warps = 0, pieces = 0, shared = 0, blocks = 0, threads_left = sms[chip].threads, room = sms[chip].register_kwords * 1024 / sms[chip].partitions, shared_room = sms[chip].shared_kib * 1024;

  while (warps * 32 < needs->threads)
    warps++;
  while (pieces * 256 < needs->registers * 32)
    pieces++;
  while (shared < needs->shared_bytes)
    shared += sms[chip].unit;
  if (needs->shared_bytes > sms[chip].block_kib * 1024)
    return 0;
  shared += sms[chip].system * 1024;
  for (guint free_warps = room / (pieces * 256); blocks < sms[chip].blocks; blocks++)
    {
      guint share = 0;

      while (share * sms[chip].partitions < warps)
        share++;
      if (threads_left < warps * 32 || free_warps < share || shared_room < shared)
        break;
      threads_left -= warps * 32;
      free_warps -= share;
      shared_room -= shared;
    }
  return blocks;
}

static void
test_table (void)
{
  static const guint threads[] = { 32, 64, 96, 128, 160, 192, 256, 288, 384, 512, 640, 768, 1024 };
  static const guint registers[] = { 16, 24, 32, 33, 40, 64, 72, 96, 128, 168, 200, 255 };
  static const guint shared[] = { 0, 1, 1000, 1024, 8192, 16384, 20000, 32768, 48 * 1024, 64 * 1024, 99 * 1024, 160 * 1024, 227 * 1024, 227 * 1024 + 1 };
  guint cases = 0, none = 0;

  for (guint c = 0; c < G_N_ELEMENTS (sms); c++)
    for (guint t = 0; t < G_N_ELEMENTS (threads); t++)
      for (guint r = 0; r < G_N_ELEMENTS (registers); r++)
        for (guint s = 0; s < G_N_ELEMENTS (shared); s++)
          {
            SystoleOccupancyNeeds needs = { threads[t], registers[r], shared[s] };
            SystoleOccupancy o;
            guint expected = fill_sm (c, &needs);

            g_assert_true (systole_occupancy_compute (sms[c].chip, &needs, &o));
            if (o.blocks != expected)
              g_error ("%s: %u threads, %u registers, %u bytes: %u blocks, not %u", sms[c].chip, threads[t], registers[r], shared[s], o.blocks, expected);
            g_assert_cmpuint (o.warps, ==, o.blocks * ((threads[t] + 31) / 32));
            g_assert_cmpfloat_with_epsilon (o.occupancy, o.warps * 32.0 / sms[c].threads, 1e-12);
            cases++;
            none += expected == 0;
          }
  g_assert_cmpuint (cases, >, 1000);
  g_assert_cmpuint (none, <, cases / 2);
}

/* Results that the vendor's documents print. */
static void
test_known (void)
{
  /* A100, 256 threads of 128 registers, 48 KiB: registers allow 2, shared memory 3 (microarchitecture notes §1.4). */
  SystoleOccupancyNeeds needs = { 256, 128, 48 * 1024 };
  SystoleOccupancy o;

  g_assert_true (systole_occupancy_compute ("8.0", &needs, &o));
  g_assert_cmpuint (o.by_registers, ==, 2);
  g_assert_cmpuint (o.by_shared, ==, 3);
  g_assert_cmpuint (o.blocks, ==, 2);
  /* 33 registers are given as 40: 1280 a warp, 12 warps a scheduler, 48 in all, 6 blocks of 8. */
  needs = (SystoleOccupancyNeeds){ 256, 33, 0 };
  g_assert_true (systole_occupancy_compute ("7.0", &needs, &o));
  g_assert_cmpuint (o.by_registers, ==, 6);
  g_assert_cmpuint (systole_occupancy_get_max_shared ("9.0"), ==, 227 * 1024);
  g_assert_cmpuint (systole_occupancy_get_max_shared ("1.3"), ==, 0);
  g_assert_false (systole_occupancy_compute ("1.3", &needs, &o));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/occupancy/table", test_table);
  g_test_add_func ("/occupancy/known", test_known);
  return g_test_run ();
}
