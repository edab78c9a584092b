/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/run/energy.h"

#include <math.h>
#include <string.h>

#include "engine/base/i18n.h"
#include "engine/run/run-private.h"

#define PICO 1e-12
#define SOFTMAX_OPERATIONS 10

/* Of a family, where the catalogue or the generations say nothing more: ESTIMATES. */
typedef struct
{
  double idle;   /* share of the power limit that an idle board takes */
  double awake;  /* further share while a program runs: clocks, leakage of a warm chip */
  double matrix; /* pJ at 7 nm that fetching 16-bit operands and control add to a MAC of a matrix unit */
  double lane;   /* the same of a vector lane, 32-bit operands */
} FamilyEnergy;

static const FamilyEnergy families[SYSTOLE_N_FAMILIES] = {
  [SYSTOLE_FAMILY_TPU] = { 0.30, 0.08, 0.25, 2.0 }, /* operands pass from neighbour to neighbour */
  [SYSTOLE_FAMILY_GPU] = { 0.12, 0.15, 1.8, 10.0 }, /* register file; an instruction for each 32 lanes */
  [SYSTOLE_FAMILY_CPU] = { 0.25, 0.25, 2.5, 12.0 }, /* out-of-order issue; 16 lanes an instruction */
  [SYSTOLE_FAMILY_OTHER] = { 0.20, 0.15, 1.0, 8.0 },
};

static const struct
{
  const char *id, *title;
} part_infos[] = {
#define ENERGY_PART(ID, id, title) { id, title },
#include "engine/run/energy.def"
#undef ENERGY_PART
};

typedef struct
{
  double pj;
  guint bits;
} FormatEnergy;

static const FormatEnergy formats[SYSTOLE_N_FORMATS] = {
#define ENERGY_FORMAT(ID, pj, bits) [SYSTOLE_FORMAT_##ID] = { pj, bits },
#include "engine/run/energy-formats.def"
#undef ENERGY_FORMAT
};

static const double levels[SYSTOLE_N_MEMORY_LEVELS] = {
#define ENERGY_LEVEL(ID, pj) [SYSTOLE_MEMORY_##ID] = pj,
#include "engine/run/energy-levels.def"
#undef ENERGY_LEVEL
};

typedef struct
{
  const char *name;
  double value;
} Named;

static const Named processes[] = {
#define PROCESS(name, factor) { name, factor },
#include "engine/run/processes.def"
#undef PROCESS
};

static const Named memories[] = {
#define ENERGY_MEMORY(name, pj) { name, pj },
#include "engine/run/energy-memories.def"
#undef ENERGY_MEMORY
};

typedef struct
{
  const char *architecture;
  double matrix_16, matrix_8, lane_32;
  double awake, occupied; /* shares of the power limit */
} Generation;

static const Generation generations[] = {
#define ENERGY_GENERATION(architecture, matrix_16, matrix_8, lane_32, awake, occupied) { architecture, matrix_16, matrix_8, lane_32, awake, occupied },
#include "engine/run/energy-generations.def"
#undef ENERGY_GENERATION
};

static gboolean
find_named (const Named *table, guint n, const char *text, double *out)
{
  for (guint i = 0; text != NULL && i < n; i++)
    if (strstr (text, table[i].name) != NULL)
      {
        *out = table[i].value;
        return TRUE;
      }
  return FALSE;
}

/* Energy of an operation relative to 7 nm; a chip that does not tell its process is taken
 * to be of the leading one of its year (ESTIMATE). */
static double
get_process_factor (const SystoleMachine *machine)
{
  static const struct
  {
    double until;
    const char *process;
  } leading[] = { { 2015, "28 nm" }, { 2018, "16 nm" }, { 2021, "7 nm" }, { 2025, "5 nm" }, { G_MAXDOUBLE, "N3" } };
  double factor, year = systole_machine_get (machine, SYSTOLE_FIELD_LAUNCH_YEAR);
  guint i = 0;

  if (find_named (processes, G_N_ELEMENTS (processes), systole_machine_get_fact (machine, "process"), &factor))
    return factor;
  while (year > leading[i].until)
    i++;
  return find_named (processes, G_N_ELEMENTS (processes), leading[i].process, &factor) ? factor : 1;
}

static const Generation *
find_generation (const SystoleMachine *machine)
{
  const char *architecture = systole_machine_get_fact (machine, "architecture");

  for (guint i = 0; architecture != NULL && i < G_N_ELEMENTS (generations); i++)
    if (strcmp (generations[i].architecture, architecture) == 0)
      return &generations[i];
  return NULL;
}

static gboolean
runs_on_matrix_units (const SystoleRun *run)
{
  for (guint i = 0; i < run->n_utilization; i++)
    if (run->utilization[i].unit == SYSTOLE_UNIT_MXU || run->utilization[i].unit == SYSTOLE_UNIT_TENSOR)
      return TRUE;
  return FALSE;
}

/* Joules of one multiply–accumulate with what brings its operands to it. Where a generation
 * states one, wider formats follow in proportion to their bits, since what moves them dominates;
 * below 8 bits the multipliers shrink with their square besides. */
static double
get_mac_energy (const SystoleMachine *machine, SystoleFormat number_format, gboolean in_matrix_units)
{
  const FormatEnergy *format = &formats[number_format];
  const FamilyEnergy *family = &families[systole_machine_get_family (machine)];
  const Generation *generation = find_generation (machine);
  double bits = format->bits;
  gboolean narrow = systole_format_get_bits (number_format, SYSTOLE_OPERAND_A) <= 8; /* both operands: in multipliers of that width */

  if (!in_matrix_units)
    {
      if (generation != NULL && generation->lane_32 > 0)
        return PICO * generation->lane_32 * bits / 32;
      return PICO * get_process_factor (machine) * (format->pj + family->lane * bits / 32);
    }
  if (generation != NULL && narrow && generation->matrix_8 > 0)
    return PICO * generation->matrix_8 * pow (bits / 8, 1.5);
  if (generation != NULL && !narrow && generation->matrix_16 > 0)
    return PICO * generation->matrix_16 * bits / 16;
  return PICO * get_process_factor (machine) * (format->pj + family->matrix * bits / 16);
}

/* Joules of a byte of main memory; HBM2 where the kind is not known. */
static double
get_dram_energy (const SystoleMachine *machine)
{
  double pj = 0;

  if (!find_named (memories, G_N_ELEMENTS (memories), systole_machine_get_fact (machine, "memory-type"), &pj))
    find_named (memories, G_N_ELEMENTS (memories), "HBM", &pj);
  return PICO * pj;
}

/* The published power limit; without one, what arithmetic and memory take at full rate with
 * the shares of an idle and a waking board on top (ESTIMATE); 0 for what is no chip. */
static double
get_limit (const SystoleMachine *machine, gboolean *estimated)
{
  const FamilyEnergy *family = &families[systole_machine_get_family (machine)];
  double limit = systole_machine_get (machine, SYSTOLE_FIELD_POWER_TDP);
  double macs = systole_machine_get (machine, SYSTOLE_FIELD_PEAK_BF16) / 2;
  gboolean in_matrix_units = macs > 0;

  *estimated = !(limit > 0);
  if (limit > 0 || systole_machine_get_array (machine) != NULL || systole_machine_get_sm (machine) != NULL)
    return limit;
  if (!in_matrix_units)
    macs = systole_machine_get (machine, SYSTOLE_FIELD_PEAK_FP32) / 2;
  return (macs * get_mac_energy (machine, in_matrix_units ? SYSTOLE_FORMAT_BF16 : SYSTOLE_FORMAT_FP32, in_matrix_units) +
          systole_machine_get (machine, SYSTOLE_FIELD_MEMORY_BANDWIDTH) * get_dram_energy (machine)) /
         (1 - family->idle - family->awake);
}

/* Share of the time of all units in which they hold work, whether they wait or not. */
static double
get_occupied_share (const SystoleRun *run)
{
  double all = 0, empty = 0;

  for (guint i = 0; i < run->n_waterfall; i++)
    {
      const SystoleWaterfallPart *part = &run->waterfall[i];

      all += (double) part->cycles;
      if (part->part == SYSTOLE_PART_LAUNCH || part->part == SYSTOLE_PART_TAIL)
        empty += (double) part->cycles;
    }
  return all > 0 ? 1 - empty / all : 0;
}

/* Watts of clocks and leakage while a program runs. */
static double
get_awake (const SystoleMachine *machine, double limit)
{
  const Generation *generation = find_generation (machine);

  return limit * (generation != NULL && generation->awake > 0 ? generation->awake : families[systole_machine_get_family (machine)].awake);
}

static double
get_occupied (const SystoleRun *run, double limit)
{
  const Generation *generation = find_generation (run->machine);

  return generation != NULL && generation->occupied > 0 ? limit * generation->occupied * get_occupied_share (run) : 0;
}

/* Between the two products of attention each score is scaled, compared, raised to its exponential, added and
 * narrowed, on vector lanes; a score is as many MACs as a head is wide, twice. */
static double
get_softmax (const SystoleRun *run)
{
  double scores;

  if (run->op.kind != SYSTOLE_OP_ATTENTION)
    return 0;
  scores = (double) run->useful_macs / (2 * (double) systole_op_get_dim (&run->op, "d"));
  return 0.5 * SOFTMAX_OPERATIONS * scores * get_mac_energy (run->machine, SYSTOLE_FORMAT_FP32, FALSE);
}

/* All operations of the run. Those of element-wise operations are half a multiply–accumulate
 * each, on vector lanes, which compute in fp32 what is narrower. */
static double
get_arithmetic (const SystoleRun *run)
{
  SystoleFormat wide = formats[run->op.format].bits > 32 ? run->op.format : SYSTOLE_FORMAT_FP32;

  if (run->useful_macs == 0)
    return 0.5 * (double) run->useful_work * get_mac_energy (run->machine, wide, FALSE);
  return (double) run->issued_macs * get_mac_energy (run->machine, run->op.format, runs_on_matrix_units (run)) + get_softmax (run);
}

static void
add_traffic (const SystoleRun *run, double *parts)
{
  double factor = get_process_factor (run->machine), dram = get_dram_energy (run->machine);

  for (guint i = 0; i < run->n_traffic; i++)
    {
      const SystoleTraffic *traffic = &run->traffic[i];
      double bytes = (double) traffic->read_bytes + (double) traffic->write_bytes;

      if (traffic->level == SYSTOLE_MEMORY_DRAM)
        parts[SYSTOLE_ENERGY_DRAM] += bytes * dram;
      else if (traffic->level == SYSTOLE_MEMORY_HOST)
        parts[SYSTOLE_ENERGY_HOST] += bytes * levels[traffic->level] * PICO;
      else
        parts[SYSTOLE_ENERGY_ON_CHIP] += bytes * levels[traffic->level] * factor * PICO;
    }
}

/**
 * systole_run_get_energy:
 *
 * The power limit is a bound: what the parts at work would take beyond it is scaled away,
 * as a chip does that lowers its clock and voltage (the time that costs is the run's).
 */
void
systole_run_get_energy (const SystoleRun *run, SystoleEnergy *out)
{
  const FamilyEnergy *family = &families[systole_machine_get_family (run->machine)];
  double seconds = systole_run_get_seconds (run);
  gboolean estimated;
  double limit = get_limit (run->machine, &estimated);
  double idle = systole_machine_get (run->machine, SYSTOLE_FIELD_POWER_IDLE);
  double at_work = 0, room;

  *out = (SystoleEnergy){ 0 };
  if (!(limit > 0) || !systole_run_is_sound (run))
    return;
  idle = MIN (idle > 0 ? idle : family->idle * limit, limit);
  out->modelled = TRUE;
  out->limit = limit;
  out->limit_estimated = estimated;
  out->parts[SYSTOLE_ENERGY_IDLE] = idle * seconds;
  out->standby = idle + get_awake (run->machine, limit);
  out->parts[SYSTOLE_ENERGY_AWAKE] = (out->standby - idle + get_occupied (run, limit)) * seconds;
  out->parts[SYSTOLE_ENERGY_ARITHMETIC] = get_arithmetic (run);
  add_traffic (run, out->parts);
  for (guint i = SYSTOLE_ENERGY_IDLE + 1; i < SYSTOLE_N_ENERGY_PARTS; i++)
    at_work += out->parts[i];
  room = (limit - idle) * seconds;
  out->limited = at_work > room;
  for (guint i = 0; i < SYSTOLE_N_ENERGY_PARTS; i++)
    {
      if (out->limited && i != SYSTOLE_ENERGY_IDLE)
        out->parts[i] *= room / at_work;
      out->joules += out->parts[i];
    }
  out->watts = out->limited ? limit : out->joules / seconds;
}

/**
 * systole_run_get_cost:
 *
 * Time × price an hour of the machine's entry in the price table (or as set in the scenario).
 */
void
systole_run_get_cost (const SystoleRun *run, SystoleCost *out)
{
  *out = (SystoleCost){ 0 };
  if (!systole_machine_has (run->machine, SYSTOLE_FIELD_CLOUD_PRICE) || !systole_run_is_sound (run))
    return;
  out->known = TRUE;
  out->usd_per_hour = systole_machine_get (run->machine, SYSTOLE_FIELD_CLOUD_PRICE);
  out->usd = out->usd_per_hour * systole_run_get_seconds (run) / 3600;
  out->source = systole_machine_get_source (run->machine, SYSTOLE_FIELD_CLOUD_PRICE);
}

const char *
systole_energy_part_get_id (SystoleEnergyPart self)
{
  return part_infos[self].id;
}

const char *
systole_energy_part_get_title (SystoleEnergyPart self)
{
  return _ (part_infos[self].title);
}
