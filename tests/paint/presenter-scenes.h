/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "widgets/presenter-painter.h"

G_BEGIN_DECLS

/* What a class may be shown, on screens of every usual size, in every scheme that a presentation may have. */

#define PRESENTER_N_SCREENS 4
#define PRESENTER_N_SCHEMES 4
#define PRESENTER_N_SCENES 16

typedef struct
{
  int width, height;
} PresenterScreen;

typedef struct
{
  const char *name;
  const char *machines[2]; /* the second may be NULL */
  guint64 m, n, k;
  SystoleFormat format;
  guint64 cycle;
  const char *pane;
  gboolean asks, revealed;
} PresenterScene;

typedef struct
{
  SystolePresenterPaint paint;
  SystoleQuestionPaint question;
  SystoleMapPaint map;
  SystoleRun *runs[2];
  GArray *labels;
} PresenterPicture;

extern const PresenterScreen presenter_screens[PRESENTER_N_SCREENS];
extern const SystoleScheme presenter_schemes[PRESENTER_N_SCHEMES];
extern const PresenterScene presenter_scenes[PRESENTER_N_SCENES];

void presenter_scene_make (const PresenterScene *scene, SystoleScheme scheme, guint screen, PresenterPicture *out);
void presenter_scene_clear (PresenterPicture *self);
void presenter_scene_draw (PresenterPicture *self, const char *name); /* with SYSTOLE_SHEET=FOLDER to FOLDER/name.png */

G_END_DECLS
