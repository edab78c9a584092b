/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* For the families only: how a run is made. */

#include "engine/run/run.h"

G_BEGIN_DECLS

/* A way of executing. One static const struct a family; run.c only dispatches.
 * `prepare` fills the totals below and `payload`; everything after it reads. */
typedef struct
{
  gboolean has_sparsity;                    /* some machines of it multiply 2:4 sparse formats */
  gboolean has_tiles;                       /* a mapping's tile and stages mean something to this family */
  gboolean (*models) (const SystoleOp *op); /* NULL: the plain GEMM only */
  gboolean (*prepare) (SystoleRun *run, SystoleProgress progress, gpointer progress_data, GError **error);
  void (*free_payload) (gpointer payload);
  char *(*describe_mapping) (const SystoleRun *run);
  char *(*describe_machine) (const SystoleRun *run);
  void (*summarize) (const SystoleRun *run, guint64 cycle, SystoleSummary *out);
  guint (*get_strip) (const SystoleRun *run, SystoleStretch *out, guint max);
  /* Busy multiplier-cycles in [0, cycle): the integral that strips and work shares come from; exact. */
  double (*get_busy_before) (const SystoleRun *run, double cycle);
  double (*get_useful_before) (const SystoleRun *run, guint64 cycle); /* of useful_work */
  guint64 (*step) (const SystoleRun *run, guint64 cycle, SystoleStep step, int direction);
  gboolean (*find_event) (const SystoleRun *run, guint64 cycle, SystoleEvents kinds, int direction, guint64 *out, SystoleEvents *out_kind);
  char *(*describe_cycle) (const SystoleRun *run, guint64 cycle);
  guint (*get_levels) (const SystoleRun *run, SystoleLevel *out, guint max);
  gboolean (*get_array_size) (const SystoleRun *run, guint *rows, guint *columns);
  void (*array_frame) (const SystoleRun *run, guint unit, guint64 cycle, const SystoleWindow *window, SystoleArrayFrame *frame);
  gboolean (*array_values) (const SystoleRun *run, guint unit, SystoleArrayFrame *frame, SystoleProgress progress, gpointer progress_data);
  guint (*get_tile_choices) (const SystoleRun *run, SystoleTileChoice *out, guint max); /* NULL: there is none */
  void (*sm_frame) (const SystoleRun *run, guint unit, guint64 cycle, SystoleSmFrame *frame);
  void (*chip_frame) (const SystoleRun *run, guint64 cycle, SystoleChipFrame *frame);
} SystoleFamilyClass;

#define SYSTOLE_RUN_MAX_TRAFFIC 8
#define SYSTOLE_RUN_MAX_UNITS 8
#define SYSTOLE_RUN_MAX_CHECKS 16

struct _SystoleRun
{
  gatomicrefcount ref_count;
  const SystoleFamilyClass *klass;
  gpointer payload;

  /* given */
  SystoleOp op;
  SystoleGemm gemm; /* where the operation is one or a batch; else zeros */
  SystoleMachine *machine;
  SystoleOperands operands;
  SystoleMapping mapping;

  /* filled by prepare */
  guint64 n_cycles;
  double clock_hz;
  char bound[32];
  guint64 useful_macs, issued_macs; /* 0: an operation without MACs */
  guint64 useful_work;              /* MACs, else the operation's own count, ≥ 1; set before prepare */
  guint64 algorithm_work;           /* that the units carry out for it: less where the algorithm needs fewer (Winograd); useful_work unless prepare says otherwise */
  double peak_macs_per_cycle;       /* of useful work: all multipliers present, at this number format; all vector lanes or bytes for operations without MACs */
  guint n_units;
  guint64 folds, tiles, waves, stall_cycles; /* 0: does not apply */
  gboolean has_folds, has_tiles, has_waves, has_stalls;
  SystoleWaterfallPart waterfall[SYSTOLE_N_PARTS];
  guint n_waterfall;
  SystoleTraffic traffic[SYSTOLE_RUN_MAX_TRAFFIC];
  guint n_traffic;
  SystoleUtilization utilization[SYSTOLE_RUN_MAX_UNITS];
  guint n_utilization;
  guint64 compute_bound_cycles;                          /* no run of this algorithm can be shorter */
  guint64 memory_bound_cycles;                           /* 0: memory does not bound it */
  guint64 compulsory_read_bytes, compulsory_write_bytes; /* cold operands; 0 otherwise */

  /* filled by the audit (engine/run/audit.c) after prepare */
  SystoleAuditCheck audit[SYSTOLE_RUN_MAX_CHECKS];
  guint n_audit;
};

extern const SystoleFamilyClass systole_array_family; /* engine/systolic/array-family.c */
extern const SystoleFamilyClass systole_tpu_family;   /* engine/systolic/tpu-family.c */
extern const SystoleFamilyClass systole_sm_family;    /* engine/gpu/sm-family.c */
extern const SystoleFamilyClass systole_gpu_family;   /* engine/gpu/gpu-family.c */
extern const SystoleFamilyClass systole_cpu_family;   /* engine/cpu/cpu-family.c */

/* Appends a part; zero parts are kept, since the list tells that they are zero. */
void systole_run_add_part (SystoleRun *self, SystolePart part, guint64 cycles);
void systole_run_add_traffic (SystoleRun *self, SystoleMemoryLevel level, guint64 read_bytes, guint64 write_bytes);
void systole_run_add_utilization (SystoleRun *self, SystoleUnit unit, double share, const char *denominator);
void systole_run_audit (SystoleRun *self);

typedef gboolean (*SystoleFindEvent) (const SystoleRun *run, guint64 cycle, SystoleEvents kind, int direction, guint64 *out);

gboolean systole_run_find_nearest_event (const SystoleRun *self, guint64 cycle, SystoleEvents kinds, int direction, const SystoleEvents *all, guint n, SystoleFindEvent find_kind, guint64 *out, SystoleEvents *out_kind);
guint64 systole_run_step_along (const SystoleRun *self, guint64 cycle, SystoleStep kind, int direction, SystoleFindEvent find_kind);

G_END_DECLS
