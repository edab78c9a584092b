/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "app/export/animation.h"

G_BEGIN_DECLS

/* Everything that can go out of the program, as one table and one request. */

typedef enum
{
  SYSTOLE_EXPORT_PICTURE,   /* a view at one cycle */
  SYSTOLE_EXPORT_KEYFRAMES, /* a view at its telling cycles, a page each */
  SYSTOLE_EXPORT_FILM,      /* a view over a range of cycles */
  SYSTOLE_EXPORT_NUMBERS,   /* the table of all lanes */
  SYSTOLE_EXPORT_TRACE,     /* the schedule of all lanes */
  SYSTOLE_EXPORT_HANDOUT    /* a lesson on paper */
} SystoleExportWhat;

typedef struct
{
  const char *id;
  const char *ending; /* of file names */
  const char *title;  /* marked for translation */
  SystoleExportWhat what;
  int detail; /* of the kind: see export.c */
} SystoleExportKind;

/* Of a request, what its kind does not need is not looked at. */
typedef struct
{
  const SystoleExportKind *kind;
  SystoleAnimation film;             /* its picture and view are those of every kind */
  const SystoleCatalogue *catalogue; /* of HANDOUT, whose beats are run anew */
} SystoleExport;

const SystoleExportKind *systole_export_get_kinds (guint *n);
gboolean systole_export_can (const SystoleExportKind *kind, const SystoleScenario *scenario); /* FALSE: this build lacks a library for it, or there is no lesson */
GBytes *systole_export_make (const SystoleExport *self, SystoleProgress progress, gpointer progress_data, GError **error) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
