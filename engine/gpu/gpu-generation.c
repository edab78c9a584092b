/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/gpu/gpu-generation.h"

#include <string.h>

#include "engine/base/error.h"
#include "engine/base/i18n.h"

/* Of wgmma's rate that mma.sync reaches on Hopper: 62.9 % on average (Luo et al., “Benchmarking and Dissecting the Nvidia
 * Hopper GPU Architecture via Microbenchmarking”, 2024). */
#define SYNC_SHARE 0.629

typedef enum
{
#define GENERATION(ID, ...) GENERATION_##ID,
#include "engine/gpu/gpu-generations.def"
#undef GENERATION
  N_GENERATIONS,
  GENERATION_NONE
} Generation;

static const SystoleGpuGeneration generations[N_GENERATIONS] = {
#define GENERATION(ID, STYLE, stages, l2, latency, issue, barrier, loaded, start, end, dram, warm, hits, reuse, split, energy, row, reach, from) \
  { #ID, SYSTOLE_MMA_##STYLE, stages, l2, latency, issue, barrier, loaded, start, end, dram, warm, hits, reuse, split, energy, row, reach, from },
#include "engine/gpu/gpu-generations.def"
#undef GENERATION
};

/* By compute capability, else by architecture; 2:4 sparsity from NVIDIA's Ampere and AMD's CDNA 3 on (A100 whitepaper; AMD,
 * CDNA 3 ISA, §7.5: SMFMAC). Where no product of a chip was ever measured, the nearest generation
 * stands for it. */
static const struct
{
  const char *name;
  Generation matrix, lanes;
  gboolean sparse; /* its matrix units skip two of each four rows of an operand */
} chips[] = {
  { "3.7", GENERATION_NONE, GENERATION_MAXWELL_LANES, FALSE },
  { "5.2", GENERATION_NONE, GENERATION_MAXWELL_LANES, FALSE },
  { "5.3", GENERATION_NONE, GENERATION_MAXWELL_LANES, FALSE },
  { "6.0", GENERATION_NONE, GENERATION_P100_LANES, FALSE },
  { "6.1", GENERATION_NONE, GENERATION_PASCAL_LANES, FALSE },
  { "7.0", GENERATION_VOLTA, GENERATION_VOLTA_LANES, FALSE },
  { "7.2", GENERATION_VOLTA, GENERATION_VOLTA_LANES, FALSE },
  { "7.5", GENERATION_TURING, GENERATION_TURING_LANES, FALSE },
  { "8.0", GENERATION_GA100, GENERATION_GA100_LANES, TRUE },
  { "8.6", GENERATION_ADA, GENERATION_ADA_LANES, TRUE },
  { "8.7", GENERATION_ORIN, GENERATION_ADA_LANES, TRUE },
  { "8.9", GENERATION_ADA, GENERATION_ADA_LANES, TRUE },
  { "9.0", GENERATION_HOPPER, GENERATION_HOPPER_LANES, TRUE },
  { "10.0", GENERATION_GB100, GENERATION_HOPPER_LANES, TRUE },
  { "10.3", GENERATION_GB100, GENERATION_HOPPER_LANES, TRUE },
  { "12.0", GENERATION_GB20X, GENERATION_ADA_LANES, TRUE },
  { "gfx900", GENERATION_NONE, GENERATION_GCN_LANES, FALSE },
  { "gfx906", GENERATION_NONE, GENERATION_GCN_LANES, FALSE },
  { "gfx908", GENERATION_CDNA2, GENERATION_CDNA2_LANES, FALSE },
  { "gfx90a", GENERATION_CDNA2, GENERATION_CDNA2_LANES, FALSE },
  { "gfx942", GENERATION_CDNA2, GENERATION_CDNA2_LANES, TRUE },
  { "gfx950", GENERATION_CDNA2, GENERATION_CDNA2_LANES, TRUE },
  { "gfx1030", GENERATION_NONE, GENERATION_GCN_LANES, FALSE },
  { "gfx1100", GENERATION_NONE, GENERATION_GCN_LANES, FALSE },
  { "Xe2", GENERATION_XE2, GENERATION_NONE, FALSE },
};

#define TILE(m, n, threads, wm, wn) { m, n, threads, wm, wn },
#define TILE_SYNC TILE
static const SystoleGpuTile sync_tiles[] = {
#include "engine/gpu/gpu-tiles.def"
};
#undef TILE_SYNC
#define TILE_GROUP TILE
static const SystoleGpuTile group_tiles[] = {
#include "engine/gpu/gpu-tiles.def"
};
#undef TILE_GROUP
#define TILE_SCALED TILE
static const SystoleGpuTile scaled_tiles[] = {
#include "engine/gpu/gpu-tiles.def"
};
#undef TILE_SCALED
#define TILE_BLOCK TILE
static const SystoleGpuTile block_tiles[] = {
#include "engine/gpu/gpu-tiles.def"
};
#undef TILE_BLOCK
#define TILE_FP4 TILE
static const SystoleGpuTile fp4_tiles[] = {
#include "engine/gpu/gpu-tiles.def"
};
#undef TILE_FP4
#define TILE_LANES TILE
static const SystoleGpuTile lane_tiles[] = {
#include "engine/gpu/gpu-tiles.def"
};
#undef TILE_LANES
#define TILE_BATCH_VOLTA TILE
static const SystoleGpuTile volta_batch_tiles[] = {
#include "engine/gpu/gpu-tiles.def"
};
#undef TILE_BATCH_VOLTA
#define TILE_BATCH_TURING TILE
static const SystoleGpuTile turing_batch_tiles[] = {
#include "engine/gpu/gpu-tiles.def"
};
#undef TILE_BATCH_TURING
#define TILE_BATCH_P100 TILE
static const SystoleGpuTile p100_batch_tiles[] = {
#include "engine/gpu/gpu-tiles.def"
};
#undef TILE_BATCH_P100
#define TILE_BATCH_GA100 TILE
static const SystoleGpuTile ga100_batch_tiles[] = {
#include "engine/gpu/gpu-tiles.def"
};
#undef TILE_BATCH_GA100

typedef struct
{
  const SystoleGpuTile *tiles;
  guint n;
} TileSet;

#define SET(name)             \
  {                           \
    name, G_N_ELEMENTS (name) \
  }

static TileSet
get_tiles (const SystoleGpuGeneration *g, const SystoleGemm *gemm)
{
  static const TileSet by_style[] = { SET (sync_tiles), SET (group_tiles), SET (block_tiles), SET (lane_tiles) };
  static const struct
  {
    Generation generation;
    TileSet set;
  } batches[] = {
    { GENERATION_VOLTA_LANES, SET (volta_batch_tiles) },
    { GENERATION_TURING_LANES, SET (turing_batch_tiles) },
    { GENERATION_P100_LANES, SET (p100_batch_tiles) },
    { GENERATION_GA100_LANES, SET (ga100_batch_tiles) },
  };

  if (g->style == SYSTOLE_MMA_GROUP && gemm->format == SYSTOLE_FORMAT_FP8_BLOCK)
    return (TileSet) SET (scaled_tiles);
  if (g->style == SYSTOLE_MMA_BLOCK && gemm->format == SYSTOLE_FORMAT_NVFP4)
    return (TileSet) SET (fp4_tiles);
  for (guint i = 0; i < G_N_ELEMENTS (batches) && gemm->batch > 1; i++)
    if (g == &generations[batches[i].generation])
      return batches[i].set;
  return by_style[g->style];
}

static gboolean
find_chip (const SystoleMachine *machine, guint *out)
{
  const char *names[] = { systole_machine_get_fact (machine, "compute-capability"), systole_machine_get_fact (machine, "architecture") };

  for (guint n = 0; n < G_N_ELEMENTS (names); n++)
    for (guint i = 0; names[n] != NULL && i < G_N_ELEMENTS (chips); i++)
      if (strcmp (chips[i].name, names[n]) == 0)
        {
          *out = i;
          return TRUE;
        }
  return FALSE;
}

/**
 * systole_gpu_find_generation:
 * @lanes: of the vector lanes, else of the matrix units
 */
const SystoleGpuGeneration *
systole_gpu_find_generation (const SystoleMachine *machine, gboolean lanes)
{
  guint chip;
  Generation found = find_chip (machine, &chip) ? lanes ? chips[chip].lanes : chips[chip].matrix : GENERATION_NONE;

  return found < N_GENERATIONS ? &generations[found] : NULL;
}

const char *
systole_gpu_get_chip (const SystoleMachine *machine)
{
  guint chip;

  return find_chip (machine, &chip) ? chips[chip].name : NULL;
}

/* Of a kernel among many small ones in a stream, where the catalogue has no measurement. */
#define LAUNCH_SECONDS 2e-6

/* What a kernel costs before its first block. */
double
systole_gpu_get_launch (const SystoleMachine *machine)
{
  return systole_machine_has (machine, SYSTOLE_FIELD_LAUNCH) ? systole_machine_get (machine, SYSTOLE_FIELD_LAUNCH) : LAUNCH_SECONDS;
}

/* Warp schedulers, over which a block's warps are spread. */
guint
systole_gpu_get_sub_cores (const SystoleMachine *machine)
{
  return systole_machine_has (machine, SYSTOLE_FIELD_SCHEDULERS) ? CLAMP ((guint) systole_machine_get (machine, SYSTOLE_FIELD_SCHEDULERS), 1, 16) : 4;
}

/* The lanes' MACs a cycle; 0: none for the format. */
static double
get_lane_rate (const SystoleMachine *machine, SystoleFormat format, gboolean *dp4a)
{
  double fp32 = systole_machine_get (machine, SYSTOLE_FIELD_FMA_FP32);
  const char *capability = systole_machine_get_fact (machine, "compute-capability");

  *dp4a = format == SYSTOLE_FORMAT_INT8;
  switch ((guint) format)
    {
    case SYSTOLE_FORMAT_FP64:
      return systole_machine_get (machine, SYSTOLE_FIELD_FMA_FP64);
    case SYSTOLE_FORMAT_FP32:
      /* CDNA 2 multiplies fp32 in pairs, packed or in its matrix units. */
      return capability != NULL && strcmp (capability, "gfx90a") == 0 ? 2 * fp32 : fp32;
    case SYSTOLE_FORMAT_FP16:
      /* Sums in fp32: packed pairs add in fp16 only, so each number is widened. */
      return fp32;
    case SYSTOLE_FORMAT_INT8:
      /* dp4a: four products a lane, from compute capability 6.1 on. */
      return capability != NULL && g_ascii_strtod (capability, NULL) >= 6.1 ? 4 * fp32 : 0;
    default:
      return 0;
    }
}

static double
get_matrix_rate (const SystoleMachine *machine, SystoleFormat format)
{
  static const SystoleField fields[SYSTOLE_N_FORMATS] = {
    [SYSTOLE_FORMAT_INT8] = SYSTOLE_FIELD_FMA_INT8,
    [SYSTOLE_FORMAT_BF16] = SYSTOLE_FIELD_FMA_BF16,
    [SYSTOLE_FORMAT_FP16] = SYSTOLE_FIELD_FMA_FP16,
    [SYSTOLE_FORMAT_FP64] = SYSTOLE_FIELD_FMA_FP64_TENSOR,
    [SYSTOLE_FORMAT_TF32] = SYSTOLE_FIELD_FMA_TF32,
    [SYSTOLE_FORMAT_FP8] = SYSTOLE_FIELD_FMA_FP8,
    [SYSTOLE_FORMAT_FP8_BLOCK] = SYSTOLE_FIELD_FMA_FP8,
    [SYSTOLE_FORMAT_NVFP4] = SYSTOLE_FIELD_FMA_FP4,
    [SYSTOLE_FORMAT_INT4W_FP16A] = SYSTOLE_FIELD_FMA_FP16,
    [SYSTOLE_FORMAT_INT8_2OF4] = SYSTOLE_FIELD_FMA_INT8,
    [SYSTOLE_FORMAT_BF16_2OF4] = SYSTOLE_FIELD_FMA_BF16,
    [SYSTOLE_FORMAT_FP16_2OF4] = SYSTOLE_FIELD_FMA_FP16,
    [SYSTOLE_FORMAT_FP8_2OF4] = SYSTOLE_FIELD_FMA_FP8,
  };
  guint chip;

  /* The multipliers of a sparse product are those of a dense one; there are half as many multiplications. */
  if (systole_format_is_sparse (format) && !(find_chip (machine, &chip) && chips[chip].sparse))
    return 0;

  return fields[format] == 0 ? 0 : systole_machine_get (machine, fields[format]);
}

/* Depth of a k-tile in bytes of A: two mma.sync deep; four wgmma or tcgen05; eight steps of a lane. */
static guint
get_tile_k (SystoleMmaStyle style, SystoleFormat format)
{
  guint bits = systole_format_get_bits (format, SYSTOLE_OPERAND_A);

  if (style == SYSTOLE_MMA_LANES)
    return bits == 8 ? 32 : 8;
  return (style == SYSTOLE_MMA_SYNC ? 64 : 128) * 8 / bits;
}

static gboolean
refuse (const SystoleMachine *machine, const char *what, GError **error)
{
  g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_NOT_MODELLED, _ ("%s: not modelled: %s"), systole_machine_get_name (machine), what);
  return FALSE;
}

static gboolean
refuse_format (const SystoleMachine *machine, SystoleFormat format, GError **error)
{
  g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_NOT_MODELLED,
               /* Translators: a machine's name, a number format */
               _ ("%s: not modelled: it has no rate for %s"),
               systole_machine_get_name (machine),
               systole_format_get_id (format));
  return FALSE;
}

static gboolean
refuse_lanes (const SystoleMachine *machine, SystoleFormat format, GError **error)
{
  g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_NOT_MODELLED,
               /* Translators: a machine's name, a number format */
               _ ("%s: not modelled: its vector lanes have no rate for %s"),
               systole_machine_get_name (machine),
               systole_format_get_id (format));
  return FALSE;
}

/* Half of the 16-bit energy for 8 bits, a quarter for 4: operand delivery goes by width. Lanes: energy is that of 32 bits;
 * fp16 is widened, dp4a takes half. */
static double
get_energy (const SystoleGpuGeneration *g, SystoleFormat format)
{
  guint bits = systole_format_get_bits (format, SYSTOLE_OPERAND_A);
  double share = g->style == SYSTOLE_MMA_LANES ? (bits == 64 ? 2 : bits == 8 ? 0.5
                                                                             : 1)
                                               : bits / 16.0;

  return 2 * g->picojoule * 1e-12 * share;
}

/**
 * systole_gpu_library_has_only_lanes:
 *
 * Libraries of Turing's time multiply int8 on the lanes (dp4a) unless the layout is interleaved.
 *
 * Returns: TRUE where matrix units would multiply the format and the library has no kernel that lets them
 */
gboolean
systole_gpu_library_has_only_lanes (const SystoleMachine *machine, SystoleFormat format)
{
  return systole_gpu_find_generation (machine, FALSE) == &generations[GENERATION_TURING] && format == SYSTOLE_FORMAT_INT8;
}

/**
 * systole_gpu_find_unit:
 * @library: %SYSTOLE_LIBRARY_SYNC: batches go to kernels of Ampere’s kind where the generation has wgmma
 * @on_lanes: the vector lanes do what the matrix units would: same kernels, same tiles, same copies; only who multiplies
 *   differs, how fast and with how much energy
 * @out: (out): the matrix units where they have a rate for the format, else the vector lanes
 *
 * Returns: FALSE with %SYSTOLE_ERROR_NOT_MODELLED for a machine of which no kernels are
 *   known or that does not multiply the format
 */
gboolean
systole_gpu_find_unit (const SystoleMachine *machine, const SystoleGemm *gemm, SystoleLibrary library, gboolean on_lanes, SystoleGpuUnit *out, GError **error)
{
  const SystoleGpuGeneration *matrix = systole_gpu_find_generation (machine, FALSE), *lanes = systole_gpu_find_generation (machine, TRUE);
  SystoleFormat format = gemm->format;
  gboolean dp4a = FALSE;
  double matrix_rate = matrix != NULL && format != SYSTOLE_FORMAT_FP32 ? get_matrix_rate (machine, format) : 0;
  double lane_rate = lanes != NULL ? get_lane_rate (machine, format, &dp4a) : 0;
  gboolean tensor;
  TileSet tiles;

  if (library == SYSTOLE_LIBRARY_SYNC && gemm->batch > 1 && matrix == &generations[GENERATION_HOPPER])
    {
      matrix = &generations[GENERATION_HOPPER_SYNC];
      matrix_rate *= SYNC_SHARE;
    }
  if (matrix == NULL && lanes == NULL)
    return refuse (machine, _ ("no kernels are known for this generation"), error);
  if (systole_gpu_library_has_only_lanes (machine, format))
    {
      matrix_rate = 0;
      lanes = &generations[GENERATION_TURING_DP4A];
    }
  if (matrix_rate < 4 && lane_rate < 1)
    return refuse_format (machine, format, error);
  if (!systole_machine_has (machine, SYSTOLE_FIELD_UNITS) || !systole_machine_has (machine, SYSTOLE_FIELD_MEMORY_BANDWIDTH) || !systole_machine_has (machine, SYSTOLE_FIELD_CLOCK_BOOST))
    return refuse (machine, _ ("the number of units, their clock or the memory’s bandwidth is not known"), error);
  if (on_lanes && lane_rate < 1)
    return refuse_lanes (machine, format, error);
  *out = (SystoleGpuUnit){ .generation = matrix_rate >= 4 ? matrix : lanes };
  tensor = matrix_rate >= 4 && !on_lanes;
  out->rate = tensor ? matrix_rate : lane_rate;
  out->unit = tensor ? SYSTOLE_UNIT_TENSOR : format == SYSTOLE_FORMAT_FP64 ? SYSTOLE_UNIT_FP64
                                         : dp4a                            ? SYSTOLE_UNIT_INT
                                                                           : SYSTOLE_UNIT_FP32;
  out->clock_hz = systole_machine_get (machine, matrix_rate >= 4 && systole_machine_has (machine, SYSTOLE_FIELD_CLOCK_TENSOR) ? SYSTOLE_FIELD_CLOCK_TENSOR : SYSTOLE_FIELD_CLOCK_BOOST);
  out->tile_k = get_tile_k (out->generation->style, format);
  out->energy = get_energy (tensor ? matrix : lanes, format);
  /* Sums of int8 are scaled back to 16 bits by the matrix units' kernels, and stored whole by those of the lanes. */
  out->result_bytes = systole_format_is_integer (format) && out->unit == SYSTOLE_UNIT_TENSOR ? 2 : systole_format_get_bits (format, SYSTOLE_OPERAND_C) / 8;
  /* 128-wide scales: sums leave the tensor cores every 128 of K and are added on the lanes, 1.9 operations each (Hopper). */
  out->promotion = format == SYSTOLE_FORMAT_FP8_BLOCK ? 1.9 / 128 / 128 : 0;
  out->splits = gemm->batch <= 1 && format != SYSTOLE_FORMAT_FP8_BLOCK && format != SYSTOLE_FORMAT_NVFP4 && !systole_format_is_integer (format) && format != SYSTOLE_FORMAT_INT4W_FP16A && gemm->k >= out->generation->split_from;
  tiles = get_tiles (out->generation, gemm);
  out->tiles = tiles.tiles;
  out->n_tiles = tiles.n;
  return TRUE;
}
