/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/workload/op.h"

G_BEGIN_DECLS

/*
 * Layers from the tables of other programs.
 *
 * SCALE-Sim (https://github.com/scalesim-project/SCALE-Sim) describes a network as CSV,
 * one layer a row: convolutions by input, filter, channels and strides, or products by
 * M, N, K. The files that are about differ in many small ways; whatever can be read
 * without guessing is read, every other row is left out and said.
 */

#define SYSTOLE_IMPORT_MAX_BYTES (16u << 20)
#define SYSTOLE_IMPORT_MAX_LAYERS 4096

/* What was noticed in one row. */
typedef struct
{
  gboolean used; /* FALSE: the row was left out */
  char *text;    /* "file:line:column: what is wrong, what is allowed" */
} SystoleImportNote;

typedef struct
{
  GArray *ops;   /* SystoleOp, each with an id of its own made from the layer's name */
  guint skipped; /* rows that were left out */
  GArray *notes; /* SystoleImportNote, in the order of the file, at most 100 */
} SystoleImport;

/* A layer is first shown on an array of that many rows and columns. */
#define SYSTOLE_IMPORT_ARRAY_SIDE 32

SystoleImport *systole_import_scale_sim (const char *data, gsize length, const char *file_name, gboolean unfold, GError **error) G_GNUC_WARN_UNUSED_RESULT;
void systole_import_free (SystoleImport *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SystoleImport, systole_import_free)

G_END_DECLS
