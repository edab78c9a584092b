/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/lane-fields.h"

#include "engine/base/i18n.h"

#define ARRAY(member) SYSTOLE_LANE_ARRAY, #member
#define AT_ARRAY(member) G_STRUCT_OFFSET (SystoleLane, array) + G_STRUCT_OFFSET (SystoleArrayDef, member)
#define SM(member) SYSTOLE_LANE_SM, #member
#define AT_SM(member) G_STRUCT_OFFSET (SystoleLane, sm) + G_STRUCT_OFFSET (SystoleSmDef, member)

/* clang-format off */
static const SystoleLaneField fields[] = {
  { ARRAY (rows), N_ ("Rows"), N_ ("PEs"), AT_ARRAY (rows), FALSE, 1, SYSTOLE_ARRAY_MAX_SIDE },
  { ARRAY (columns), N_ ("Columns"), N_ ("PEs"), AT_ARRAY (columns), FALSE, 1, SYSTOLE_ARRAY_MAX_SIDE },
  { ARRAY (clock_hz), N_ ("Clock"), N_ ("Hz"), AT_ARRAY (clock_hz), TRUE, 1, 1e12 },
  { SYSTOLE_LANE_ARRAY, "sram-a-bytes", N_ ("Buffer of A (0: any)"), N_ ("B"), AT_ARRAY (memory.a.bytes), FALSE, 0, SYSTOLE_ARRAY_MAX_BUFFER },
  { SYSTOLE_LANE_ARRAY, "sram-b-bytes", N_ ("Buffer of B (0: any)"), N_ ("B"), AT_ARRAY (memory.b.bytes), FALSE, 0, SYSTOLE_ARRAY_MAX_BUFFER },
  { SYSTOLE_LANE_ARRAY, "sram-c-bytes", N_ ("Buffer of C (0: any)"), N_ ("B"), AT_ARRAY (memory.c.bytes), FALSE, 0, SYSTOLE_ARRAY_MAX_BUFFER },
  { SYSTOLE_LANE_ARRAY, "dram-bytes-per-cycle", N_ ("Main memory (0: unlimited)"), N_ ("B/cycle"), AT_ARRAY (memory.dram_bytes_per_cycle), FALSE, 0, SYSTOLE_ARRAY_MAX_DRAM_RATE },
  { SYSTOLE_LANE_ARRAY, "dram-latency", N_ ("Memory latency"), N_ ("cycles"), AT_ARRAY (memory.dram_latency), FALSE, 0, SYSTOLE_ARRAY_MAX_DRAM_LATENCY },
  { SYSTOLE_LANE_ARRAY, "sram-a-word-bytes", N_ ("Word of A’s buffer (0: the edge’s)"), N_ ("B"), AT_ARRAY (memory.a.word_bytes), FALSE, 0, SYSTOLE_ARRAY_MAX_WORD, TRUE },
  { SYSTOLE_LANE_ARRAY, "sram-a-ports", N_ ("Ports of A’s buffer (0: one)"), "", AT_ARRAY (memory.a.ports), FALSE, 0, SYSTOLE_ARRAY_MAX_PORTS, TRUE },
  { SYSTOLE_LANE_ARRAY, "sram-b-word-bytes", N_ ("Word of B’s buffer (0: the edge’s)"), N_ ("B"), AT_ARRAY (memory.b.word_bytes), FALSE, 0, SYSTOLE_ARRAY_MAX_WORD, TRUE },
  { SYSTOLE_LANE_ARRAY, "sram-b-ports", N_ ("Ports of B’s buffer (0: one)"), "", AT_ARRAY (memory.b.ports), FALSE, 0, SYSTOLE_ARRAY_MAX_PORTS, TRUE },
  { SYSTOLE_LANE_ARRAY, "sram-c-word-bytes", N_ ("Word of C’s buffer (0: the edge’s)"), N_ ("B"), AT_ARRAY (memory.c.word_bytes), FALSE, 0, SYSTOLE_ARRAY_MAX_WORD, TRUE },
  { SYSTOLE_LANE_ARRAY, "sram-c-ports", N_ ("Ports of C’s buffer (0: one)"), "", AT_ARRAY (memory.c.ports), FALSE, 0, SYSTOLE_ARRAY_MAX_PORTS, TRUE },
  { SM (sub_cores), N_ ("Sub-cores"), "", AT_SM (sub_cores), FALSE, 1, SYSTOLE_SM_MAX_SUB_CORES },
  { SM (tensor_rows), N_ ("Tensor core rows"), "", AT_SM (tensor_rows), FALSE, 1, SYSTOLE_SM_MAX_TENSOR_SIDE },
  { SM (tensor_columns), N_ ("Tensor core columns"), "", AT_SM (tensor_columns), FALSE, 1, SYSTOLE_SM_MAX_TENSOR_SIDE },
  { SM (warps), N_ ("Warps"), "", AT_SM (warps), FALSE, 2, SYSTOLE_SM_MAX_WARPS },
  { SM (port_bytes), N_ ("Shared-memory load"), N_ ("B"), AT_SM (port_bytes), FALSE, 1, SYSTOLE_SM_MAX_PORT_BYTES },
  { SM (copy_bytes_per_cycle), N_ ("Copies"), N_ ("B/cycle"), AT_SM (copy_bytes_per_cycle), FALSE, 1, SYSTOLE_SM_MAX_COPY_BYTES },
  { SM (copy_latency), N_ ("Copy latency"), N_ ("cycles"), AT_SM (copy_latency), FALSE, 0, SYSTOLE_SM_MAX_COPY_LATENCY },
  { SM (stages), N_ ("Stages"), N_ ("tiles"), AT_SM (stages), FALSE, 1, SYSTOLE_SM_MAX_STAGES },
  { SM (clock_hz), N_ ("Clock"), N_ ("Hz"), AT_SM (clock_hz), TRUE, 1, 1e12 },
};

static const SystoleField main_fields[] = {
  SYSTOLE_FIELD_UNITS, SYSTOLE_FIELD_TENSOR_CORES, SYSTOLE_FIELD_MXU_COUNT, SYSTOLE_FIELD_MXU_ROWS, SYSTOLE_FIELD_MXU_COLUMNS,
  SYSTOLE_FIELD_MXU_CLOCK, SYSTOLE_FIELD_CLOCK_TENSOR, SYSTOLE_FIELD_FMA_INT8, SYSTOLE_FIELD_FMA_BF16, SYSTOLE_FIELD_FMA_FP16,
  SYSTOLE_FIELD_FMA_FP32, SYSTOLE_FIELD_L2, SYSTOLE_FIELD_UNIFIED_BUFFER, SYSTOLE_FIELD_VMEM, SYSTOLE_FIELD_MEMORY_BANDWIDTH,
  SYSTOLE_FIELD_MEMORY_MEASURED, SYSTOLE_FIELD_LAUNCH,
};
/* clang-format on */

const SystoleLaneField *
systole_lane_fields_get (guint *n)
{
  *n = G_N_ELEMENTS (fields);
  return fields;
}

/**
 * systole_lane_field_get:
 *
 * Returns: the value in the field's unit
 */
double
systole_lane_field_get (const SystoleLaneField *self, const SystoleLane *lane)
{
  const char *at = (const char *) lane + self->offset;

  return self->real ? *(const double *) (const void *) at : *(const guint *) (const void *) at;
}

/**
 * systole_lane_field_set:
 * @lane: of a scenario that nobody else holds
 * @value: min … max of the field, in its unit
 */
void
systole_lane_field_set (const SystoleLaneField *self, SystoleLane *lane, double value)
{
  char *at = (char *) lane + self->offset;

  if (self->real)
    *(double *) (void *) at = value;
  else
    *(guint *) (void *) at = (guint) value;
}

const SystoleField *
systole_main_fields_get (guint *n)
{
  *n = G_N_ELEMENTS (main_fields);
  return main_fields;
}
