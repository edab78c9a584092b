/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/lane-painter.h"

#include "widgets/head-painter.h"
#include "widgets/level-painter.h"

#include <string.h>

#define MAX_LEVELS 8

/* One row a level: who draws it. */
static const SystoleLevelPainter *const painters[SYSTOLE_N_LEVELS] = {
  [SYSTOLE_LEVEL_CHIP] = &systole_chip_level,
  [SYSTOLE_LEVEL_CORE] = &systole_core_level,
  [SYSTOLE_LEVEL_SM] = &systole_sm_level,
  [SYSTOLE_LEVEL_ARRAY] = &systole_array_level,
  [SYSTOLE_LEVEL_SUB_CORE] = &systole_sm_level,
  [SYSTOLE_LEVEL_PE] = &systole_pe_level,
  [SYSTOLE_LEVEL_FRAGMENT] = &systole_fragment_level,
};

/** Who draws a level; NULL: nobody. */
const SystoleLevelPainter *
systole_level_painter_get (SystoleLevel level)
{
  g_return_val_if_fail (level < SYSTOLE_N_LEVELS, NULL);

  return painters[level];
}

/** All zero, light colours, a camera that shows the whole level. */
void
systole_lane_paint_init (SystoleLanePaint *self)
{
  memset (self, 0, sizeof *self);
  self->letter = 'A';
  self->camera.scale = 1.0;
  self->camera.centre_x = self->camera.centre_y = 0.5;
  self->width = 372.0;
  self->height = 540.0;
  systole_paint_style_init (&self->style, SYSTOLE_SCHEME_LIGHT);
}

/** What the head leaves of the lane, pixels. */
void
systole_lane_get_room (const SystoleLanePaint *self, double *x, double *y, double *width, double *height)
{
  double pad = systole_lane_padding (self), top = systole_head_get_height (self);

  *x = pad;
  *y = top;
  *width = MAX (1.0, self->width - 2.0 * pad);
  *height = MAX (1.0, self->height - top - pad);
}

/**
 * systole_lane_paint:
 *
 * Draws the lane at 0, 0 on whatever ground there is: the caller paints the view's colour.
 */
void
systole_lane_paint (cairo_t *cr, const SystoleLanePaint *self)
{
  const SystoleLevelPainter *level = systole_level_painter_get (self->camera.level);
  SystoleLaneHead head;
  double x, y, width, height;

  g_return_if_fail (self->run != NULL);

  systole_lane_head_fill (self, &head);
  cairo_save (cr);
  cairo_rectangle (cr, 0.0, 0.0, self->width, self->height);
  cairo_clip (cr);
  systole_head_paint (cr, self, &head);
  if (level != NULL && level->paint != NULL)
    {
      systole_lane_get_room (self, &x, &y, &width, &height);
      level->paint (cr, self, x, y, width, height);
    }
  cairo_restore (cr);
  systole_lane_head_clear (&head);
}

SystoleTarget
systole_lane_pick (const SystoleLanePaint *self, double px, double py)
{
  const SystoleLevelPainter *level = systole_level_painter_get (self->camera.level);
  SystoleTarget target = systole_head_pick (self, px, py);
  double x, y, width, height;

  if (target.kind != SYSTOLE_TARGET_NONE || level == NULL || level->pick == NULL)
    return target;

  systole_lane_get_room (self, &x, &y, &width, &height);

  return level->pick (self, x, y, width, height, px, py);
}

SystoleTarget
systole_lane_neighbour (const SystoleLanePaint *self, const SystoleTarget *from, int dx, int dy)
{
  static const SystoleTarget none = SYSTOLE_TARGET_INIT;
  const SystoleLevelPainter *level = systole_level_painter_get (self->camera.level);

  return level != NULL && level->neighbour != NULL ? level->neighbour (self, from, dx, dy) : none;
}

gboolean
systole_lane_locate (const SystoleLanePaint *self, const SystoleTarget *target, double *out_x, double *out_y, double *out_width, double *out_height)
{
  const SystoleLevelPainter *level = systole_level_painter_get (self->camera.level);
  double x, y, width, height;

  if (target->kind == SYSTOLE_TARGET_LEVEL)
    return systole_head_locate (self, target->level, out_x, out_y, out_width, out_height);
  if (target->kind == SYSTOLE_TARGET_NONE || level == NULL || level->locate == NULL)
    return FALSE;

  systole_lane_get_room (self, &x, &y, &width, &height);

  return level->locate (self, x, y, width, height, target, out_x, out_y, out_width, out_height);
}

/** The level at which a run is first shown: the innermost that shows all units that multiply. */
void
systole_camera_init (SystoleCamera *self, const SystoleRun *run)
{
  SystoleLevel levels[MAX_LEVELS];
  guint n = MIN (systole_run_get_levels (run, levels, MAX_LEVELS), MAX_LEVELS);
  gboolean many = systole_run_get_n_units (run) > 1;

  memset (self, 0, sizeof *self);
  self->scale = 1.0;
  self->centre_x = self->centre_y = 0.5;
  self->level = n > 0 ? levels[0] : SYSTOLE_LEVEL_CHIP;
  for (guint i = 0; i < n; i++)
    if (many ? levels[i] == SYSTOLE_LEVEL_CHIP : levels[i] == SYSTOLE_LEVEL_ARRAY || levels[i] == SYSTOLE_LEVEL_SM)
      self->level = levels[i];
}

/* What a target of each kind is looked at by: the first that the run has and that is further inside. */
static const struct
{
  SystoleTargetKind kind;
  guint n;
  SystoleLevel levels[3];
} inner[] = {
  { SYSTOLE_TARGET_UNIT, 3, { SYSTOLE_LEVEL_CORE, SYSTOLE_LEVEL_SM, SYSTOLE_LEVEL_ARRAY } },
  { SYSTOLE_TARGET_PE, 1, { SYSTOLE_LEVEL_PE } },
  { SYSTOLE_TARGET_SUB_CORE, 2, { SYSTOLE_LEVEL_SUB_CORE, SYSTOLE_LEVEL_FRAGMENT } },
  { SYSTOLE_TARGET_WARP, 2, { SYSTOLE_LEVEL_SUB_CORE, SYSTOLE_LEVEL_FRAGMENT } },
  { SYSTOLE_TARGET_MULTIPLIER, 1, { SYSTOLE_LEVEL_FRAGMENT } },
};

static gboolean
has_level (const SystoleRun *run, SystoleLevel level)
{
  SystoleLevel levels[MAX_LEVELS];
  guint n = MIN (systole_run_get_levels (run, levels, MAX_LEVELS), MAX_LEVELS);

  for (guint i = 0; i < n; i++)
    if (levels[i] == level)
      return TRUE;

  return FALSE;
}

/**
 * systole_lane_zoom_in:
 * @target: what is looked at next; of kind LEVEL: that level
 *
 * The camera that shows a target larger; FALSE if there is no level inside.
 */
gboolean
systole_lane_zoom_in (const SystoleLanePaint *self, const SystoleTarget *target, SystoleCamera *out)
{
  SystoleCamera camera = self->camera;

  if (target->kind == SYSTOLE_TARGET_LEVEL)
    {
      if (!has_level (self->run, target->level))
        return FALSE;
      camera.level = target->level;
    }
  else
    {
      gboolean found = FALSE;

      for (guint i = 0; i < G_N_ELEMENTS (inner) && !found; i++)
        for (guint l = 0; l < inner[i].n && inner[i].kind == target->kind && !found; l++)
          {
            SystoleLevel level = inner[i].levels[l];

            found = level > self->camera.level && painters[level] != NULL && has_level (self->run, level);
            if (found)
              camera.level = level;
          }
      if (!found)
        return FALSE;
      camera.unit = target->unit;
      camera.sub_core = target->sub_core;
      camera.row = target->row;
      camera.column = target->column;
      if (target->kind == SYSTOLE_TARGET_SUB_CORE || target->kind == SYSTOLE_TARGET_WARP)
        camera.row = camera.column = 0;
    }

  camera.scale = 1.0;
  camera.centre_x = camera.centre_y = 0.5;
  *out = camera;

  return TRUE;
}

/** The camera one level further out that somebody draws; FALSE at the outermost. */
gboolean
systole_lane_zoom_out (const SystoleLanePaint *self, SystoleCamera *out)
{
  SystoleLevel levels[MAX_LEVELS];
  guint n = MIN (systole_run_get_levels (self->run, levels, MAX_LEVELS), MAX_LEVELS);
  SystoleCamera camera = self->camera;

  camera.scale = 1.0;
  camera.centre_x = camera.centre_y = 0.5;
  if (self->camera.scale > 1.0)
    {
      *out = camera;
      return TRUE;
    }

  for (guint i = n; i > 0; i--)
    if (levels[i - 1] < self->camera.level && painters[levels[i - 1]] != NULL)
      {
        camera.level = levels[i - 1];
        *out = camera;
        return TRUE;
      }

  return FALSE;
}
