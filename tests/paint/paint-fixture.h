/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/run/map.h"
#include "engine/run/run.h"
#include "widgets/lane-painter.h"

G_BEGIN_DECLS

/* What the tests of painters share: fonts of their own, runs by one line of text, lanes as pictures. */

void paint_fixture_init (int *argc, char ***argv); /* before anything is drawn */
SystoleRun *paint_fixture_run (const char *machine, guint64 m, guint64 n, guint64 k, SystoleFormat format) G_GNUC_WARN_UNUSED_RESULT;
SystoleRun *paint_fixture_run_op (const char *machine, const char *op, SystoleFormat format) G_GNUC_WARN_UNUSED_RESULT; /* “attention:b=1,…” */
cairo_surface_t *paint_fixture_render (const SystoleLanePaint *lane, double scale) G_GNUC_WARN_UNUSED_RESULT;           /* on the view's colour */
void paint_fixture_assert_labels (const GArray *labels, double width, double height);                                   /* inside, and apart from each other */
void paint_fixture_compare (cairo_surface_t *picture, const char *name);                                                /* with reference/<name>.png */
gboolean paint_fixture_curve (gpointer data, guint lane, guint64 x, guint64 y, SystoleMapCell *out);                    /* a SystoleMapFunc */

G_END_DECLS
