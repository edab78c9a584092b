/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "widgets/lane-cache.h"
#include "widgets/lane-painter.h"

G_BEGIN_DECLS

/*
 * One level of zoom: what stands below a lane's head. A row of the table in
 * lane-painter.c; x, y, width and height are the room that the head leaves.
 */

#define SYSTOLE_HEAD_MAX_PARTS (SYSTOLE_N_REASONS + 1)

typedef struct
{
  SystoleReason reason; /* BUSY: the outlined part */
  guint64 count;
  char *words; /* after letter and count; NULL: the reason's own */
} SystoleHeadPart;

/* The head of §5, in words: NULL where the lane's own text does. Parts stand in the
 * order in which they lie on the picture and add up to `total`. */
typedef struct
{
  char *title;   /* of the run, or "One PE of the array" */
  char *brief;   /* the title where it does not fit: "SM, 4 tensor cores"; may be NULL */
  char *busy;    /* "48 of 64 busy" */
  char *counts;  /* the same in short: "48 / 64" */
  char *share;   /* "75 %": the shortest that still tells how many work; NULL as counts */
  char *mapping; /* "cycle 18 of 0 – 29 · weight-stationary" */
  guint64 total;
  guint n_parts; /* 0: no ribbon */
  SystoleHeadPart parts[SYSTOLE_HEAD_MAX_PARTS];
} SystoleLaneHead;

typedef struct
{
  void (*paint) (cairo_t *cr, const SystoleLanePaint *self, double x, double y, double width, double height);
  SystoleTarget (*pick) (const SystoleLanePaint *self, double x, double y, double width, double height, double px, double py);
  SystoleTarget (*neighbour) (const SystoleLanePaint *self, const SystoleTarget *from, int dx, int dy);
  gboolean (*locate) (const SystoleLanePaint *self, double x, double y, double width, double height, const SystoleTarget *target, double *out_x, double *out_y, double *out_width, double *out_height);
  char *(*explain) (const SystoleLanePaint *self, const SystoleTarget *target, GArray **facts, char **sentence);
  char *(*describe) (const SystoleLanePaint *self);                        /* of the picture, one sentence */
  void (*fill_head) (const SystoleLanePaint *self, SystoleLaneHead *head); /* overrides what differs; NULL: nothing does */
} SystoleLevelPainter;

extern const SystoleLevelPainter systole_chip_level;     /* chip-painter.c */
extern const SystoleLevelPainter systole_core_level;     /* core-painter.c */
extern const SystoleLevelPainter systole_sm_level;       /* sm-painter.c */
extern const SystoleLevelPainter systole_fragment_level; /* fragment-painter.c */
extern const SystoleLevelPainter systole_array_level;    /* array-painter.c */
extern const SystoleLevelPainter systole_pe_level;       /* pe-painter.c */

const SystoleLevelPainter *systole_level_painter_get (SystoleLevel level);

/* What the head leaves of the lane: the room that the functions above are given. */
void systole_lane_get_room (const SystoleLanePaint *self, double *x, double *y, double *width, double *height);

/* Parts made of counts by reason (index 0: busy), in the order of the picture. */
void systole_lane_head_set_counts (SystoleLaneHead *self, const guint64 counts[SYSTOLE_N_REASONS]);
void systole_lane_head_clear (SystoleLaneHead *self);

/* Facts of an explanation; takes `name` and `value`. */
GArray *systole_facts_new (void) G_GNUC_WARN_UNUSED_RESULT;
void systole_facts_add (GArray *facts, char *name, char *value, SystoleMeaning meaning);
void systole_facts_add_number (GArray *facts, char *name, char *value, SystoleMeaning meaning, double number); /* of a tensor */
void systole_facts_add_amount (GArray *facts, char *name, char *value, SystoleMeaning meaning, double amount);

G_END_DECLS
