/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/export/trace.h"

#include <string.h>

#include "app/export/json-writer.h"
#include "app/export/trace-tracks.h"
#include "engine/base/error.h"
#include "engine/base/i18n.h"

#define PHASE_THREAD 1u
#define FIRST_UNIT_THREAD 2u
#define MAX_STRETCHES 4096u
#define MAX_MARKS 512u
#define MICROSECONDS 1e6

typedef struct
{
  SystoleJson *json;
  const SystoleRun *run;
  guint process; /* from 1, by lane */
  guint64 n_cycles;
  guint n_instants;
  SystoleProgress progress;
  gpointer progress_data;
} Trace;

static double
get_time (const Trace *self, guint64 cycle)
{
  return (double) cycle / systole_run_get_clock_hz (self->run) * MICROSECONDS;
}

static void
begin_event (const Trace *self, const char *phase, const char *name, guint thread)
{
  systole_json_begin_line (self->json, NULL, '{');
  systole_json_string (self->json, "ph", phase);
  systole_json_string (self->json, "name", name);
  systole_json_uint (self->json, "pid", self->process);
  systole_json_uint (self->json, "tid", thread);
}

static void
add_name (const Trace *self, const char *what, guint thread, const char *name)
{
  begin_event (self, "M", what, thread);
  systole_json_begin_object (self->json, "args");
  systole_json_string (self->json, "name", name);
  systole_json_end (self->json);
  systole_json_end (self->json);
}

/* Something that lasts; @key and @value are what a click on it shows. */
static void
add_slice (const Trace *self, guint thread, const char *name, guint64 start, guint64 end)
{
  begin_event (self, "X", name, thread);
  systole_json_real (self->json, "ts", get_time (self, start));
  systole_json_real (self->json, "dur", get_time (self, end) - get_time (self, start));
  systole_json_begin_object (self->json, "args");
  systole_json_uint (self->json, "first_cycle", start);
  systole_json_uint (self->json, "cycles", end - start);
  systole_json_end (self->json);
  systole_json_end (self->json);
}

static void
add_phases (const Trace *self)
{
  g_autofree SystoleStretch *stretches = g_new (SystoleStretch, MAX_STRETCHES);
  guint n = systole_run_get_strip (self->run, stretches, MAX_STRETCHES);

  add_name (self, "thread_name", PHASE_THREAD, "Phases");
  for (guint i = 0; i < n; i++)
    add_slice (self, PHASE_THREAD, systole_phase_get_id (stretches[i].phase), stretches[i].start, stretches[i].end);
}

static void
add_marks (const Trace *self)
{
  static const struct
  {
    SystoleEvents kind;
    const char *name;
  } kinds[] = { { SYSTOLE_EVENT_FIRST_OUTPUT, "first output" }, { SYSTOLE_EVENT_STALL, "stall" }, { SYSTOLE_EVENT_WAVE, "wave" }, { SYSTOLE_EVENT_TILE, "tile" } };

  for (guint k = 0; k < G_N_ELEMENTS (kinds); k++)
    {
      guint64 cycle = 0, at;
      SystoleEvents kind;

      for (guint n = 0; n < MAX_MARKS && systole_run_find_event (self->run, cycle, kinds[k].kind, 1, &at, &kind) && at > cycle; n++, cycle = at)
        {
          begin_event (self, "i", kinds[k].name, PHASE_THREAD);
          systole_json_string (self->json, "s", "p");
          systole_json_real (self->json, "ts", get_time (self, at));
          systole_json_end (self->json);
        }
    }
}

static guint64
get_instant (const Trace *self, guint i)
{
  return (guint64) ((unsigned __int128) (self->n_cycles - 1) * i / MAX (self->n_instants - 1, 1));
}

/* Multipliers that are busy, and those that wait by cause, where this has changed. */
static void
add_counters (const Trace *self)
{
  SystoleSummary before = { 0 };

  for (guint i = 0; i < self->n_instants; i++)
    {
      SystoleSummary now;

      systole_run_summarize (self->run, get_instant (self, i), &now);
      if (i > 0 && now.busy == before.busy && memcmp (now.idle, before.idle, sizeof now.idle) == 0)
        continue;
      before = now;
      begin_event (self, "C", "Multipliers", 0);
      systole_json_real (self->json, "ts", get_time (self, get_instant (self, i)));
      systole_json_begin_object (self->json, "args");
      systole_json_uint (self->json, "busy", now.busy);
      for (guint r = 0; r < SYSTOLE_N_REASONS; r++)
        if (systole_reason_get_id ((SystoleReason) r) != NULL && now.idle[r] > 0)
          systole_json_uint (self->json, systole_reason_get_id ((SystoleReason) r), now.idle[r]);
      systole_json_end (self->json);
      systole_json_end (self->json);
    }
}

static const SystoleTrack *
get_track (GPtrArray *tracks, guint i)
{
  return g_ptr_array_index (tracks, i);
}

typedef struct
{
  char *state; /* NULL: nothing shown */
  guint64 start;
} OpenSlice;

static void
close_slice (const Trace *self, guint track, OpenSlice *open, const char *state, guint64 at)
{
  if (open->state != NULL && at > open->start)
    add_slice (self, FIRST_UNIT_THREAD + track, open->state, open->start, at);
  g_free (open->state);
  *open = (OpenSlice){ g_strdup (state), at };
}

static void
add_track_names (const Trace *self, GPtrArray *tracks)
{
  for (guint i = 0; i < tracks->len; i++)
    add_name (self, "thread_name", FIRST_UNIT_THREAD + i, get_track (tracks, i)->name);
}

static gboolean
are_equal (GPtrArray *a, GPtrArray *b)
{
  for (guint i = 0; i < a->len; i++)
    if (g_strcmp0 (get_track (a, i)->state, get_track (b, i)->state) != 0)
      return FALSE;
  return TRUE;
}

/* Every change in (@from, @to], in order: both ends are known, halves whose ends are alike
 * are left out. */
static void
add_changes (const Trace *self, OpenSlice *open, guint64 from, GPtrArray *before, guint64 to, GPtrArray *after)
{
  if (are_equal (before, after))
    return;
  if (to - from > 1)
    {
      guint64 middle = from + (to - from) / 2;
      g_autoptr (GPtrArray) tracks = systole_tracks_new (self->run, middle);

      add_changes (self, open, from, before, middle, tracks);
      add_changes (self, open, middle, tracks, to, after);
      return;
    }
  for (guint i = 0; i < after->len; i++)
    if (g_strcmp0 (get_track (before, i)->state, get_track (after, i)->state) != 0)
      close_slice (self, i, &open[i], get_track (after, i)->state, to);
}

/* FALSE: the progress said stop. */
static gboolean
add_tracks (const Trace *self)
{
  g_autoptr (GPtrArray) before = systole_tracks_new (self->run, 0);
  guint n = before->len;
  g_autofree OpenSlice *open = g_new0 (OpenSlice, n);
  gboolean goes_on = TRUE;

  add_track_names (self, before);
  for (guint i = 0; i < n; i++)
    open[i].state = g_strdup (get_track (before, i)->state);
  for (guint instant = 1; instant < self->n_instants && goes_on && n > 0; instant++)
    {
      GPtrArray *now = systole_tracks_new (self->run, get_instant (self, instant));

      add_changes (self, open, get_instant (self, instant - 1), before, get_instant (self, instant), now);
      g_ptr_array_unref (before);
      before = now;
      goes_on = self->progress == NULL || self->progress ((double) instant / self->n_instants, self->progress_data);
    }
  for (guint i = 0; i < n; i++)
    {
      close_slice (self, i, &open[i], NULL, self->n_cycles);
      g_free (open[i].state);
    }
  return goes_on;
}

static gboolean
add_run (const Trace *self)
{
  g_autofree char *name = g_strdup_printf ("%c: %s", 'A' + (self->process - 1) % 26, systole_machine_get_name (systole_run_get_machine (self->run)));

  add_name (self, "process_name", 0, name);
  add_phases (self);
  add_marks (self);
  add_counters (self);
  return add_tracks (self);
}

static void
add_about (SystoleJson *json, const SystoleRun *const *runs, guint n_runs, const char *title)
{
  systole_json_begin_object (json, "otherData");
  systole_json_string (json, "title", title);
  for (guint i = 0; i < n_runs; i++)
    if (runs[i] != NULL)
      {
        g_autofree char *op = systole_op_to_string (systole_run_get_op (runs[i])), *mapping = systole_run_describe_mapping (runs[i]);
        guint64 n_cycles = systole_run_get_n_cycles (runs[i]);
        const char key[] = { (char) ('A' + i % 26), '\0' };

        systole_json_begin_object (json, key);
        systole_json_string (json, "op", op);
        systole_json_string (json, "mapping", mapping);
        systole_json_uint (json, "cycles", n_cycles);
        systole_json_uint (json, "instants", MIN (n_cycles, SYSTOLE_TRACE_INSTANTS));
        systole_json_end (json);
      }
  systole_json_end (json);
}

/**
 * systole_trace_encode:
 * @runs: NULL among them are left out
 *
 * Returns: (transfer full): the whole file, or NULL with SYSTOLE_ERROR_CANCELLED
 */
GBytes *
systole_trace_encode (const SystoleRun *const *runs, guint n_runs, const char *title, SystoleProgress progress, gpointer progress_data, GError **error)
{
  g_autoptr (SystoleJson) json = systole_json_new (NULL);
  gboolean goes_on = TRUE;

  systole_json_begin_object (json, NULL);
  systole_json_string (json, "displayTimeUnit", "ns");
  systole_json_begin_array (json, "traceEvents");
  for (guint i = 0; i < n_runs && goes_on; i++)
    if (runs[i] != NULL)
      {
        guint64 n_cycles = systole_run_get_n_cycles (runs[i]);
        Trace trace = { json, runs[i], i + 1, n_cycles, (guint) MIN (n_cycles, SYSTOLE_TRACE_INSTANTS), progress, progress_data };

        goes_on = add_run (&trace);
      }
  systole_json_end (json);
  add_about (json, runs, n_runs, title);
  systole_json_end (json);
  systole_json_finish (json);
  if (goes_on)
    return systole_json_to_bytes (json);
  g_set_error_literal (error, SYSTOLE_ERROR, SYSTOLE_ERROR_CANCELLED, _ ("Stopped"));
  return NULL;
}
