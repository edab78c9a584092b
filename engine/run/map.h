/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/base/progress.h"
#include "engine/run/run.h"

G_BEGIN_DECLS

/*
 * Which of some machines is the fastest over a plane of two values, say batch and width.
 *
 * Times jump from one size to the next; a map of every jump would be noise. What is
 * compared is therefore the mean of the logarithm of the time over sizes within a third of
 * an octave in both directions (fewer at the edges), which `lead` is of; the times
 * themselves are kept beside it.
 */

#define SYSTOLE_MAP_MAX_LANES 4
#define SYSTOLE_MAP_EVEN_FACTOR 1.1 /* times within this factor are no difference */

typedef struct
{
  double seconds;    /* 0: this machine cannot run it */
  double known_pct;  /* mean error of the model on measurements of this kind; < 0: not, or hardly, measured */
  const char *bound; /* "compute", "memory:dram" …; NULL where it cannot run */
} SystoleMapCell;

typedef enum
{
  SYSTOLE_MAP_NONE,   /* nobody can run it */
  SYSTOLE_MAP_ALONE,  /* one only can */
  SYSTOLE_MAP_EVEN,   /* within SYSTOLE_MAP_EVEN_FACTOR */
  SYSTOLE_MAP_CLOSE,  /* the difference is less than the known error of the two */
  SYSTOLE_MAP_FASTER, /* a clear winner */
  SYSTOLE_N_MAP_VERDICTS
} SystoleMapVerdict;

typedef struct
{
  guint n_lanes, n_x, n_y;
  guint64 *x, *y;        /* ascending, n_x and n_y of them */
  SystoleMapCell *cells; /* [lane][y][x] */
  double *lead;          /* [lane][y][x]: ln (time of the best other ÷ own), of the means; > 0: the fastest; NaN: it cannot run, or has no rival */
  double *error;         /* [y][x]: see systole_map_get_error() */
  guint stride;          /* what was filled: every stride-th value, and the last ones; 0: nothing */
} SystoleMap;

/* Time of a lane at a place: FALSE ends the work. A cell that stays as it is cannot run. */
typedef gboolean (*SystoleMapTime) (gpointer data, guint lane, guint64 x, guint64 y, SystoleMapCell *out);

SystoleMap *systole_map_new (const guint64 *x, guint n_x, const guint64 *y, guint n_y, guint n_lanes) G_GNUC_WARN_UNUSED_RESULT;
void systole_map_free (SystoleMap *self);
gboolean systole_map_fill (SystoleMap *self, guint stride, SystoleMapTime ask, gpointer data, SystoleProgress progress, gpointer progress_data);
SystoleMap *systole_map_thin (const SystoleMap *self) G_GNUC_WARN_UNUSED_RESULT;
void systole_map_set_cell (SystoleMapCell *cell, const SystoleRun *run);

const SystoleMapCell *systole_map_get_cell (const SystoleMap *self, guint lane, guint x, guint y);
double systole_map_get_lead (const SystoleMap *self, guint lane, guint x, guint y);
SystoleMapVerdict systole_map_judge (const SystoleMap *self, guint x, guint y, guint *winner, double *factor);
SystoleMapVerdict systole_map_judge_exactly (const SystoleMap *self, guint x, guint y, guint *winner, double *factor);
double systole_map_get_error (const SystoleMap *self, guint x, guint y);
void systole_map_count (const SystoleMap *self, double shares[SYSTOLE_MAP_MAX_LANES], double *undecided);
guint systole_map_find_x (const SystoleMap *self, guint64 x);
guint systole_map_find_y (const SystoleMap *self, guint64 y);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SystoleMap, systole_map_free)

G_END_DECLS
