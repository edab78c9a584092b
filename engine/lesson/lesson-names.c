/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/lesson/names-private.h"

#include <math.h>
#include <string.h>

#include "engine/run/energy.h"
#include "engine/run/roofline.h"

const SystoleLessonValue systole_lesson_absent = { .kind = SYSTOLE_QUANTITY_REAL };

SystoleLessonValue
systole_lesson_whole (guint64 count, SystoleQuantityKind kind)
{
  return (SystoleLessonValue){ .present = TRUE, .real = (double) count, .count = count, .is_whole = TRUE, .kind = kind };
}

SystoleLessonValue
systole_lesson_real (double value, SystoleQuantityKind kind)
{
  if (!isfinite (value))
    return systole_lesson_absent;
  return (SystoleLessonValue){ .present = TRUE, .real = value, .kind = kind };
}

static SystoleLessonValue
get_waterfall (const SystoleLessonPlace *place, const char *id)
{
  guint n;
  const SystoleWaterfallPart *parts = systole_run_get_waterfall (place->run, &n);

  for (guint i = 0; i < n; i++)
    if (strcmp (systole_part_get_id (parts[i].part), id) == 0)
      return systole_lesson_whole (parts[i].cycles, SYSTOLE_QUANTITY_CYCLES);
  return systole_lesson_whole (0, SYSTOLE_QUANTITY_CYCLES); /* a cause that this run does not know costs nothing */
}

static SystoleLessonValue
get_idle (const SystoleLessonPlace *place, const char *id)
{
  SystoleSummary summary;

  systole_run_summarize (place->run, place->cycle, &summary);
  for (guint reason = 1; reason < SYSTOLE_N_REASONS; reason++)
    if (strcmp (systole_reason_get_id ((SystoleReason) reason), id) == 0)
      return systole_lesson_whole (summary.idle[reason], SYSTOLE_QUANTITY_COUNT);
  return systole_lesson_absent;
}

static SystoleLessonValue
get_utilization (const SystoleLessonPlace *place, const char *id)
{
  guint n;
  const SystoleUtilization *units = systole_run_get_utilization (place->run, &n);

  for (guint i = 0; i < n; i++)
    if (strcmp (systole_unit_get_id (units[i].unit), id) == 0)
      return systole_lesson_real (units[i].share, SYSTOLE_QUANTITY_RATIO);
  return systole_lesson_absent;
}

static SystoleLessonValue
get_busy (const SystoleLessonPlace *place, const char *name)
{
  SystoleSummary summary;

  systole_run_summarize (place->run, place->cycle, &summary);
  return systole_lesson_whole (strcmp (name, "busy") == 0 ? summary.busy : summary.total, SYSTOLE_QUANTITY_COUNT);
}

static SystoleLessonValue
get_cycle (const SystoleLessonPlace *place, const char *name)
{
  return systole_lesson_whole (place->cycle, SYSTOLE_QUANTITY_COUNT);
}

static SystoleLessonValue
get_event (const SystoleLessonPlace *place, const char *name)
{
  gboolean first = strcmp (name, "event.first-output") == 0;
  SystoleEvents kind;
  guint64 cycle;

  if (!systole_run_find_event (place->run, first ? 0 : place->cycle, first ? SYSTOLE_EVENT_FIRST_OUTPUT : SYSTOLE_EVENT_STALL, 1, &cycle, &kind))
    return systole_lesson_absent;
  return systole_lesson_whole (cycle, SYSTOLE_QUANTITY_COUNT);
}

static SystoleLessonValue
get_side (const SystoleLessonPlace *place, const char *name)
{
  guint rows, columns;

  if (!systole_run_get_array_size (place->run, &rows, &columns))
    return systole_lesson_absent;
  return systole_lesson_whole (strcmp (name, "rows") == 0 ? rows : columns, SYSTOLE_QUANTITY_COUNT);
}

static SystoleLessonValue
get_counter (const SystoleLessonPlace *place, SystoleCounter counter)
{
  SystoleQuantity quantity = systole_run_get_counter (place->run, counter);

  if (!quantity.present)
    return systole_lesson_absent;
  if (systole_counter_is_whole (counter))
    return systole_lesson_whole (quantity.count, systole_counter_get_kind (counter));
  return systole_lesson_real (quantity.real, systole_counter_get_kind (counter));
}

static SystoleLessonValue
get_dim (const SystoleLessonPlace *place, const char *name)
{
  const SystoleOp *op = systole_run_get_op (place->run);
  g_autofree char *key = g_ascii_strdown (name, -1);
  guint n;
  const SystoleOpDim *dims = systole_op_kind_get_dims (op->kind, &n);

  for (guint i = 0; i < n; i++)
    if (strcmp (dims[i].key, key) == 0)
      return systole_lesson_whole (op->dims[i], SYSTOLE_QUANTITY_COUNT);
  return systole_lesson_absent;
}

static SystoleLessonValue
bytes_rate (double value)
{
  SystoleLessonValue rate = systole_lesson_real (value, SYSTOLE_QUANTITY_REAL);

  rate.is_bytes_rate = rate.present;
  return rate;
}

/* Bytes that one level of memory gave, took, or both. */
static SystoleLessonValue
get_level (const SystoleLessonPlace *place, const char *id, gboolean reads, gboolean writes)
{
  guint n;
  const SystoleTraffic *traffic = systole_run_get_traffic (place->run, &n);

  for (guint i = 0; i < n; i++)
    if (strcmp (systole_memory_level_get_id (traffic[i].level), id) == 0)
      return systole_lesson_whole ((reads ? traffic[i].read_bytes : 0) + (writes ? traffic[i].write_bytes : 0), SYSTOLE_QUANTITY_BYTES);
  return systole_lesson_absent;
}

static SystoleLessonValue
get_read (const SystoleLessonPlace *place, const char *id)
{
  return get_level (place, id, TRUE, FALSE);
}

static SystoleLessonValue
get_write (const SystoleLessonPlace *place, const char *id)
{
  return get_level (place, id, FALSE, TRUE);
}

static SystoleLessonValue
get_traffic (const SystoleLessonPlace *place, const char *id)
{
  return get_level (place, id, TRUE, TRUE);
}

/* Bytes of operands as numbers. */
static SystoleLessonValue
get_numbers (const SystoleLessonPlace *place, const char *level, SystoleOperand operand)
{
  SystoleLessonValue bytes = get_read (place, level);
  guint bits = systole_format_get_bits (systole_run_get_op (place->run)->format, operand);

  return bytes.present ? systole_lesson_whole (bytes.count * 8 / bits, SYSTOLE_QUANTITY_COUNT) : bytes;
}

/* An array reads at its edges; a tensor core reads its fragments from registers. */
static SystoleLessonValue
get_reads (const SystoleLessonPlace *place, const char *name)
{
  SystoleLessonValue a = get_numbers (place, "sram-a", SYSTOLE_OPERAND_A);
  SystoleLessonValue b = get_numbers (place, "sram-b", SYSTOLE_OPERAND_B);

  if (strcmp (name, "reads.a") == 0)
    return a;
  if (strcmp (name, "reads.b") == 0)
    return b;
  return a.present && b.present ? systole_lesson_whole (a.count + b.count, SYSTOLE_QUANTITY_COUNT) : get_numbers (place, "register", SYSTOLE_OPERAND_A);
}

/* Joules */
static SystoleLessonValue
get_energy (const SystoleLessonPlace *place, const char *id)
{
  SystoleEnergy energy;

  systole_run_get_energy (place->run, &energy);
  for (guint i = 0; energy.modelled && i < SYSTOLE_N_ENERGY_PARTS; i++)
    if (strcmp (systole_energy_part_get_id ((SystoleEnergyPart) i), id) == 0)
      return systole_lesson_real (energy.parts[i], SYSTOLE_QUANTITY_REAL);
  return systole_lesson_absent;
}

static SystoleLessonValue
get_chip (const SystoleLessonPlace *place, const char *name)
{
  SystoleChipFrame frame;
  guint busy = 0;

  if (strcmp (name, "chip.units") == 0)
    return systole_lesson_whole (systole_run_get_n_units (place->run), SYSTOLE_QUANTITY_COUNT);
  systole_chip_frame_init (&frame);
  systole_run_chip_frame (place->run, place->cycle, &frame);
  for (guint i = 0; i < frame.units->len; i++)
    busy += g_array_index (frame.units, SystoleUnitState, i).block != SYSTOLE_NO_INDEX;
  systole_chip_frame_clear (&frame);
  return systole_lesson_whole (busy, SYSTOLE_QUANTITY_COUNT);
}

/* How a bare SM copies. A copy’s size is that of the oldest one under way. */
static SystoleLessonValue
get_sm (const SystoleLessonPlace *place, const char *name)
{
  const SystoleSmDef *sm = place->lane != NULL && place->lane->kind == SYSTOLE_LANE_SM ? &place->lane->sm : NULL;
  const struct
  {
    const char *name;
    guint value;
  } fields[] = { { "sm.copy-latency", sm != NULL ? sm->copy_latency : 0 }, { "sm.copy-rate", sm != NULL ? sm->copy_bytes_per_cycle : 0 }, { "sm.stages", sm != NULL ? sm->stages : 0 }, { "sm.warps", sm != NULL ? sm->warps : 0 } };
  SystoleSmFrame frame;
  guint64 bytes;

  if (sm == NULL)
    return systole_lesson_absent;
  for (guint i = 0; i < G_N_ELEMENTS (fields); i++)
    if (strcmp (fields[i].name, name) == 0)
      return systole_lesson_whole (fields[i].value, SYSTOLE_QUANTITY_COUNT);
  systole_sm_frame_init (&frame);
  systole_run_sm_frame (place->run, 0, place->cycle, &frame);
  bytes = frame.copies->len > 0 ? g_array_index (frame.copies, SystoleCopyState, 0).bytes : 0;
  systole_sm_frame_clear (&frame);
  return bytes > 0 ? systole_lesson_whole (bytes, SYSTOLE_QUANTITY_COUNT) : systole_lesson_absent;
}

/* A field of the lane's machine, in its own unit: small whole numbers are counts. */
static SystoleLessonValue
get_field (const SystoleLessonPlace *place, SystoleField field)
{
  static const struct
  {
    const char *unit;
    SystoleQuantityKind kind;
  } units[] = { { "B", SYSTOLE_QUANTITY_BYTES }, { "s", SYSTOLE_QUANTITY_SECONDS }, { "Hz", SYSTOLE_QUANTITY_HERTZ }, { "op/s", SYSTOLE_QUANTITY_RATE } };
  const SystoleMachine *machine = systole_run_get_machine (place->run);
  SystoleQuantityKind kind = SYSTOLE_QUANTITY_REAL;
  double value;

  if (machine == NULL || !systole_machine_has (machine, field))
    return systole_lesson_absent;
  value = systole_machine_get (machine, field);
  if (strcmp (systole_field_get_unit (field), "B/s") == 0)
    return bytes_rate (value);
  for (guint i = 0; i < G_N_ELEMENTS (units); i++)
    if (strcmp (units[i].unit, systole_field_get_unit (field)) == 0)
      kind = units[i].kind;
  if (kind == SYSTOLE_QUANTITY_BYTES || (kind == SYSTOLE_QUANTITY_REAL && floor (value) >= value && value < 1e15))
    return systole_lesson_whole ((guint64) value, kind == SYSTOLE_QUANTITY_REAL ? SYSTOLE_QUANTITY_COUNT : kind);
  return systole_lesson_real (value, kind);
}

static SystoleLessonValue
get_roof (const SystoleLessonPlace *place, const char *name)
{
  SystoleRoofline roofline;

  if (!systole_run_get_roofline (place->run, &roofline)) /* without products there is no roof, but memory is as fast as it is */
    return strcmp (name, "bandwidth") == 0 ? get_field (place, SYSTOLE_FIELD_MEMORY_BANDWIDTH) : systole_lesson_absent;
  if (strcmp (name, "peak") == 0)
    return systole_lesson_real (roofline.peak, SYSTOLE_QUANTITY_RATE);
  if (!(roofline.bandwidth > 0))
    return systole_lesson_absent;
  if (strcmp (name, "bandwidth") == 0)
    return bytes_rate (roofline.bandwidth);
  return systole_lesson_real (systole_roofline_get_ridge (&roofline), SYSTOLE_QUANTITY_REAL);
}

/**
 * systole_lesson_get_name:
 * @name: for which systole_formula_is_name() holds
 *
 * Returns: its value there; not present where the run does not know it
 */
SystoleLessonValue
systole_lesson_get_name (const SystoleLessonPlace *place, const char *name)
{
  static const struct
  {
    const char *prefix;
    SystoleLessonValue (*get) (const SystoleLessonPlace *place, const char *rest);
  } families[] = {
    { "waterfall.", get_waterfall }, { "idle.", get_idle }, { "utilization.", get_utilization }, { "read.", get_read }, { "write.", get_write }, { "traffic.", get_traffic }, { "energy.", get_energy }
  };
  static const struct
  {
    const char *name;
    SystoleLessonValue (*get) (const SystoleLessonPlace *place, const char *name);
  } names[] = {
    { "busy", get_busy }, { "units", get_busy }, { "cycle", get_cycle }, { "event.first-output", get_event }, { "event.stall", get_event }, { "rows", get_side }, { "columns", get_side }, { "chip.busy", get_chip }, { "chip.units", get_chip }, { "reads", get_reads }, { "reads.a", get_reads }, { "reads.b", get_reads }, { "peak", get_roof }, { "bandwidth", get_roof }, { "ridge", get_roof }, { "sm.copy-latency", get_sm }, { "sm.copy-rate", get_sm }, { "sm.copy-bytes", get_sm }, { "sm.stages", get_sm }, { "sm.warps", get_sm }
  };
  SystoleCounter counter;
  SystoleField field;

  for (guint i = 0; i < G_N_ELEMENTS (families); i++)
    if (g_str_has_prefix (name, families[i].prefix))
      return families[i].get (place, name + strlen (families[i].prefix));
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (strcmp (names[i].name, name) == 0)
      return names[i].get (place, name);
  if (systole_counter_from_id (name, &counter))
    return get_counter (place, counter);
  if (systole_field_from_id (name, &field))
    return get_field (place, field);
  return get_dim (place, name);
}
