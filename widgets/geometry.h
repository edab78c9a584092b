/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Where the PEs of an array are on the screen, and how much of them is drawn at that
 * size. The painter and the hit test ask the same geometry. Pixels. */

typedef enum
{
  SYSTOLE_DETAIL_TILES,  /* below 1: tiles of 2ⁿ × 2ⁿ */
  SYSTOLE_DETAIL_RASTER, /* 1 … 6: a pixel map */
  SYSTOLE_DETAIL_BOXES,  /* 6 … 14: fill and outline */
  SYSTOLE_DETAIL_SOME,   /* 14 … 28: some numbers, hatches */
  SYSTOLE_DETAIL_ALL     /* 28 and more: everything */
} SystoleDetail;

#define SYSTOLE_DETAIL_UNKNOWN ((SystoleDetail) -1)

/* What the edges of an array need beside its cells, in pitches. */
typedef struct
{
  guint left_slots, top_slots, bottom_slots; /* tokens in a queue; 0: no queue at this edge */
  gboolean left_more;                        /* a “+n” before the left queue */
  gboolean no_key;                           /* the key cell stands elsewhere */
} SystoleEdges;

typedef struct
{
  guint rows, columns;
  SystoleDetail detail;
  double room_x, room_y, room_width, room_height; /* everything is drawn in here */
  double pitch, gap, size;                        /* of a cell: box and gap make a pitch */
  double x, y;                                    /* of PE (0, 0)’s box */
  SystoleEdges edges;                             /* as many slots as fit */
  double slot_width, slot_height;                 /* of a queue */
  double left;                                    /* left end of the queue and its words */
  double key_size, key_x, key_y;                  /* of the key cell, 0: no room */
  gboolean plain;                                 /* the room is low beside its letters: nothing stands around the cells */
  gboolean panned;                                /* larger than the room: it is clipped */
  double clip_x, clip_y;                          /* panned: left of and above it stand the numbers of rows and columns */
  guint row0, column0, row1, column1;             /* PEs that are seen, half-open */
  guint tile;                                     /* PEs a side of one pixel tile, 1 otherwise */
} SystoleGeometry;

SystoleDetail systole_detail_for_size (double size, double font_scale, SystoleDetail previous);
double systole_gap_for_pitch (double pitch);
double systole_whole_pitch (double pitch);
void systole_geometry_fit (SystoleGeometry *self, guint rows, guint columns, const SystoleEdges *edges, double font_scale, SystoleDetail previous, double x, double y, double width, double height);
/* Zoomed in (scale > 1) about a place 0 … 1 of the array. */
void systole_geometry_zoom (SystoleGeometry *self, double scale, double centre_x, double centre_y, double font_scale, SystoleDetail previous);
gboolean systole_geometry_pick (const SystoleGeometry *self, double x, double y, guint *row, guint *column);
void systole_geometry_locate (const SystoleGeometry *self, guint row, guint column, double *x, double *y, double *width, double *height);

G_END_DECLS
