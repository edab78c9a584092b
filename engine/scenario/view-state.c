/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/scenario/scenario-private.h"

#include <string.h>

#include "engine/base/i18n.h"

static const struct
{
  const char *id, *title;
} time_bases[] = {
  { "cycles", N_ ("Cycles") },
  { "wall", N_ ("Time") },
  { "work", N_ ("Work done") },
};

static void
clear_bookmark (gpointer data)
{
  SystoleBookmark *bookmark = data;

  g_free (bookmark->name);
  systole_unknown_unref (bookmark->unknown);
}

void
systole_view_state_init (SystoleViewState *self)
{
  *self = (SystoleViewState){ .speed = 1, .step_automatic = TRUE };
  self->zooms = g_array_new (FALSE, FALSE, sizeof (int));
  self->bookmarks = g_array_new (FALSE, FALSE, sizeof (SystoleBookmark));
  g_array_set_clear_func (self->bookmarks, clear_bookmark);
}

void
systole_view_state_copy (const SystoleViewState *self, SystoleViewState *out)
{
  SystoleViewState copy = *self;

  copy.zooms = out->zooms;
  copy.bookmarks = out->bookmarks;
  copy.unknown = systole_unknown_ref (self->unknown);
  *out = copy;
  g_array_append_vals (out->zooms, self->zooms->data, self->zooms->len);
  for (guint i = 0; i < self->bookmarks->len; i++)
    {
      SystoleBookmark bookmark = g_array_index (self->bookmarks, SystoleBookmark, i);

      bookmark.name = g_strdup (bookmark.name);
      bookmark.unknown = systole_unknown_ref (bookmark.unknown);
      g_array_append_val (out->bookmarks, bookmark);
    }
}

void
systole_view_state_clear (SystoleViewState *self)
{
  g_array_unref (self->zooms);
  g_array_unref (self->bookmarks);
  systole_unknown_unref (self->unknown);
}

const char *
systole_time_base_get_id (SystoleTimeBase self)
{
  return time_bases[self].id;
}

const char *
systole_time_base_get_title (SystoleTimeBase self)
{
  return _ (time_bases[self].title);
}

gboolean
systole_time_base_from_id (const char *id, SystoleTimeBase *out)
{
  for (guint i = 0; i < G_N_ELEMENTS (time_bases); i++)
    if (strcmp (time_bases[i].id, id) == 0)
      {
        *out = (SystoleTimeBase) i;
        return TRUE;
      }
  return FALSE;
}
