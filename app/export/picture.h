/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "app/export/picture-map.h"
#include "engine/scenario/scenario.h"
#include "widgets/lane-painter.h"

G_BEGIN_DECLS

/* The pictures that can be drawn without a window, by name: for files, films and paper. */

typedef struct
{
  const SystoleScenario *scenario; /* whose title, time base and bookmarks are shown, or NULL */
  const SystoleRun *const *runs;   /* by lane; NULL: a lane that could not be run */
  guint n_lanes;                   /* of `runs` */
  const SystoleCamera *cameras;    /* by lane: where the views “whole” and “lane” stand; NULL: at the run's own level */
  const char *title;               /* NULL or "": the machine's */
  guint lane;                      /* that the picture is of, or that counts the cycles; it has a run */
  guint64 cycle;                   /* of that lane */
  guint unit, sub_core, row, column;
  const SystolePictureMap *map; /* of the view “map”, see systole_picture_need_map(); or NULL */
  gboolean no_timeline;         /* of “whole”: its marks would tell what is asked */
  gboolean hides;               /* "?" stands for `hidden` */
  SystoleCounter hidden;
  double width, height; /* pixels */
  SystolePaintStyle style;
} SystolePicture;

typedef struct _SystolePictureView SystolePictureView;

const SystolePictureView *systole_picture_view_find (const char *name, GError **error);
const SystolePictureView *systole_picture_view_get (guint i);
const char *systole_picture_view_get_title (const SystolePictureView *self);
void systole_picture_view_list (GString *out);
gboolean systole_picture_check (const SystolePicture *self, const SystolePictureView *view, GError **error);
gboolean systole_picture_need_map (SystolePicture *self, const SystolePictureView *view, const char *x_keys, const char *y_keys, SystolePictureMap **out, SystoleProgress progress, gpointer progress_data, GError **error);
void systole_picture_paint (const SystolePicture *self, const SystolePictureView *view, cairo_t *cr);
char *systole_picture_describe (const SystolePicture *self, const SystolePictureView *view) G_GNUC_WARN_UNUSED_RESULT;
char *systole_picture_get_title (const SystolePicture *self, const SystolePictureView *view) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
