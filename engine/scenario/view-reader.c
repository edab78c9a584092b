/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/scenario/reader-private.h"
#include "engine/scenario/scenario-private.h"

#include "engine/base/i18n.h"

gboolean
systole_reading_lane_exists (SystoleReading *self, const SystoleXmlNode *node, guint lane, GError **error)
{
  if (lane < self->scenario->lanes->len)
    return TRUE;
  systole_xml_set_error (error, SYSTOLE_ERROR_RANGE, self->file_name, node, _ ("%s: there is no lane %u; they count from 0 to %u"), "lane", lane, self->scenario->lanes->len - 1);
  return FALSE;
}

static gboolean
read_zoom (SystoleReading *self, const SystoleXmlNode *node, gpointer target, GError **error)
{
  SystoleViewState *view = target;
  g_autoptr (SystoleExtras) extras = systole_extras_new ();
  SystoleZoom zoom = { 0 };
  g_autofree char *key = NULL;

  if (!systole_reading_attributes (self, node, &systole_zoom_element, &zoom, extras, "zoom", error) ||
      !systole_reading_children (self, node, NULL, 0, NULL, extras, "zoom", error) || !systole_reading_lane_exists (self, node, zoom.lane, error))
    return FALSE;
  if (g_array_index (view->zooms, int, zoom.lane) >= 0)
    {
      systole_xml_set_error (error, SYSTOLE_ERROR_SHAPE, self->file_name, node, _ ("%s: lane %u has two of these; at most one is allowed"), "lane", zoom.lane);
      return FALSE;
    }
  g_array_index (view->zooms, int, zoom.lane) = (int) zoom.level;
  key = g_strdup_printf ("zoom:%u", zoom.lane);
  systole_extras_adopt (view->unknown, extras, key);
  return TRUE;
}

static gboolean
read_bookmark (SystoleReading *self, const SystoleXmlNode *node, gpointer target, GError **error)
{
  g_autoptr (SystoleExtras) extras = systole_extras_new ();
  SystoleBookmark bookmark = { 0 };

  if (!systole_reading_attributes (self, node, &systole_bookmark_element, &bookmark, extras, "bookmark", error) ||
      !systole_reading_children (self, node, NULL, 0, NULL, extras, "bookmark", error) || !systole_reading_lane_exists (self, node, bookmark.lane, error))
    {
      g_free (bookmark.name);
      return FALSE;
    }
  bookmark.unknown = systole_reading_settle (g_steal_pointer (&extras));
  g_array_append_val (((SystoleViewState *) target)->bookmarks, bookmark);
  return TRUE;
}

gboolean
systole_reading_view (SystoleReading *self, const SystoleXmlNode *node, gpointer target, GError **error)
{
  static const SystoleChild children[] = {
    { "zoom", 0, read_zoom },
    { "bookmark", SYSTOLE_SCENARIO_MAX_BOOKMARKS, read_bookmark },
  };
  SystoleViewState *view = &self->scenario->view;
  gboolean good;
  int none = -1;

  if (self->scenario->lanes->len == 0)
    return TRUE; /* reported at the end */
  view->present = TRUE;
  view->unknown = systole_extras_new ();
  for (guint i = 0; i < self->scenario->lanes->len; i++)
    g_array_append_val (view->zooms, none);
  good = systole_reading_attributes (self, node, &systole_view_element, view, view->unknown, "view", error) &&
         systole_reading_lane_exists (self, node, view->lane, error) &&
         systole_reading_children (self, node, children, G_N_ELEMENTS (children), view, view->unknown, "view", error);
  view->unknown = systole_reading_settle (view->unknown);
  if (!good)
    {
      systole_view_state_clear (view); /* a newer format: better no view than half of one */
      systole_view_state_init (view);
    }
  return good;
}
