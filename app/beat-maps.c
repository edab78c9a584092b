/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/beat-maps.h"

#include <string.h>

#define AHEAD 2 /* beats that are prepared behind the present one */
#define POLL_MS 100

typedef struct
{
  SystoleScenario *scenario; /* NULL: the beat shows no map */
  SystoleScenarioMap *map;   /* of the first beat with its key; NULL: there is none */
  gboolean owned;            /* by this beat */
  gboolean begun;
} Beat;

struct _SystoleBeatMaps
{
  Beat *beats;
  guint n;
  GCancellable *cancellable;
  guint n_running, source;
  SystoleBeatMapsReady ready;
  gpointer data;
};

static void
add_beat (SystoleBeatMaps *self, const SystoleScenario *lesson, SystoleCatalogue *catalogue, guint i)
{
  Beat *own = &self->beats[i];

  if (g_strcmp0 (systole_scenario_get_beat (lesson, i)->pane, "map") != 0)
    return;
  own->scenario = systole_scenario_at_beat (lesson, i);
  own->map = systole_scenario_map_new (own->scenario, catalogue);
  own->owned = TRUE;
  for (guint other = 0; own->map != NULL && other < i; other++)
    if (self->beats[other].map != NULL && strcmp (systole_scenario_map_get_key (self->beats[other].map), systole_scenario_map_get_key (own->map)) == 0)
      {
        systole_scenario_map_free (own->map);
        own->map = self->beats[other].map;
        own->owned = FALSE;
        return;
      }
}

/**
 * systole_beat_maps_new:
 * @lesson: with beats
 * @ready: called in the main loop for what has come
 */
SystoleBeatMaps *
systole_beat_maps_new (const SystoleScenario *lesson, SystoleCatalogue *catalogue, SystoleBeatMapsReady ready, gpointer data)
{
  SystoleBeatMaps *self = g_new0 (SystoleBeatMaps, 1);

  self->n = systole_scenario_get_n_beats (lesson);
  self->beats = g_new0 (Beat, self->n);
  for (guint i = 0; i < self->n; i++)
    add_beat (self, lesson, catalogue, i);
  self->cancellable = g_cancellable_new ();
  self->ready = ready;
  self->data = data;
  return self;
}

void
systole_beat_maps_free (SystoleBeatMaps *self)
{
  if (self == NULL)
    return;
  g_cancellable_cancel (self->cancellable);
  g_object_unref (self->cancellable);
  g_clear_handle_id (&self->source, g_source_remove);
  for (guint i = 0; i < self->n; i++)
    {
      if (self->beats[i].owned)
        systole_scenario_map_free (self->beats[i].map);
      g_clear_pointer (&self->beats[i].scenario, systole_scenario_unref);
    }
  g_free (self->beats);
  g_free (self);
}

static gboolean
take (SystoleBeatMaps *self)
{
  gboolean came = FALSE;

  for (guint i = 0; i < self->n; i++)
    if (self->beats[i].owned && self->beats[i].map != NULL)
      came |= systole_scenario_map_take (self->beats[i].map);
  return came;
}

static gboolean
poll_cb (gpointer data)
{
  SystoleBeatMaps *self = data;

  if (take (self))
    self->ready (self->data);
  return G_SOURCE_CONTINUE;
}

static void
done_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  SystoleMapJob *job = g_task_get_task_data (G_TASK (result));
  SystoleBeatMaps *self = data;

  /* Cancelled: this is gone. */
  if (!systole_map_job_run_finish (job, result))
    return;
  if (--self->n_running == 0)
    g_clear_handle_id (&self->source, g_source_remove);
  if (take (self))
    self->ready (self->data);
}

static void
prepare_one (SystoleBeatMaps *self, guint beat)
{
  Beat *own = &self->beats[beat];

  for (guint i = 0; i < self->n && own->map != NULL; i++)
    if (self->beats[i].owned && self->beats[i].map == own->map)
      own = &self->beats[i];
  if (own->map == NULL || own->begun)
    return;
  own->begun = TRUE;
  self->n_running++;
  systole_map_job_run_async (systole_scenario_map_get_job (own->map), self->cancellable, done_cb, self);
  if (self->source == 0)
    self->source = g_timeout_add (POLL_MS, poll_cb, self);
}

/**
 * systole_beat_maps_prepare:
 * @beat: the one that is shown
 */
void
systole_beat_maps_prepare (SystoleBeatMaps *self, guint beat)
{
  for (guint i = beat; i <= beat + AHEAD && i < self->n; i++)
    prepare_one (self, i);
}

gboolean
systole_beat_maps_is_settled (SystoleBeatMaps *self)
{
  return self->n_running == 0;
}

/**
 * systole_beat_maps_fill:
 * @out: (out): all but width and style; lends what this holds
 *
 * Returns: FALSE where the beat shows no map
 */
gboolean
systole_beat_maps_fill (SystoleBeatMaps *self, guint beat, SystoleMapPaint *out)
{
  if (beat >= self->n || self->beats[beat].map == NULL)
    return FALSE;
  systole_scenario_map_fill (self->beats[beat].map, self->beats[beat].scenario, out);
  return TRUE;
}
