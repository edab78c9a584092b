/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What a lane is called: its letter, its title, its name beside the others. */

#include "engine/base/i18n.h"
#include "widgets/lane-view-private.h"

/* The accessible name: the letter and what the lane is called. */
void
systole_lane_view_update_label (SystoleLaneView *self)
{
  g_autofree char *title = NULL;
  g_autofree char *label = NULL;

  if (self->title != NULL)
    title = g_strdup (self->title);
  else if (self->name.title != NULL)
    title = g_strdup (self->name.title);
  else if (self->run != NULL)
    title = systole_run_describe_machine (self->run);
  /* Translators: accessible name of a lane: its letter and its title. */
  label = g_strdup_printf (_ ("Lane %c: %s"), self->letter, title != NULL ? title : _ ("nothing to show"));
  systole_canvas_set_label (SYSTOLE_CANVAS (self), label);
}

char
systole_lane_view_get_letter (SystoleLaneView *self)
{
  g_return_val_if_fail (SYSTOLE_IS_LANE_VIEW (self), 'A');
  return self->letter;
}

const char *
systole_lane_view_get_title (SystoleLaneView *self)
{
  g_return_val_if_fail (SYSTOLE_IS_LANE_VIEW (self), NULL);
  return self->title;
}

/**
 * systole_lane_view_set_letter:
 * @letter: 'A' … 'Z'
 */
void
systole_lane_view_set_letter (SystoleLaneView *self, char letter)
{
  g_return_if_fail (SYSTOLE_IS_LANE_VIEW (self));
  g_return_if_fail (letter >= 'A' && letter <= 'Z');
  if (self->letter == letter)
    return;
  self->letter = letter;
  systole_lane_view_update_label (self);
  systole_canvas_invalidate (SYSTOLE_CANVAS (self));
  g_object_notify (G_OBJECT (self), "letter");
}

/**
 * systole_lane_view_set_title:
 * @title: (nullable): NULL: what the run calls its machine
 */
void
systole_lane_view_set_title (SystoleLaneView *self, const char *title)
{
  g_return_if_fail (SYSTOLE_IS_LANE_VIEW (self));
  if (g_strcmp0 (self->title, title) == 0)
    return;
  g_free (self->title);
  self->title = g_strdup (title);
  systole_lane_view_update_label (self);
  systole_canvas_invalidate (SYSTOLE_CANVAS (self));
  g_object_notify (G_OBJECT (self), "title");
}

/**
 * systole_lane_view_set_name:
 * @name: (nullable): what tells the run from those of the other lanes; copied
 */
void
systole_lane_view_set_name (SystoleLaneView *self, const SystoleRunName *name)
{
  g_return_if_fail (SYSTOLE_IS_LANE_VIEW (self));
  if (g_strcmp0 (self->name.title, name != NULL ? name->title : NULL) == 0 && g_strcmp0 (self->name.brief, name != NULL ? name->brief : NULL) == 0)
    return;
  systole_run_name_clear (&self->name);
  if (name != NULL)
    self->name = (SystoleRunName){ g_strdup (name->title), g_strdup (name->brief), g_strdup (name->apart) };
  systole_lane_view_update_label (self);
  systole_canvas_invalidate (SYSTOLE_CANVAS (self));
}
