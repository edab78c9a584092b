/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/playback.h"

#include <math.h>

#define STEP_US 800000.0   /* one step at speed 1 */
#define CALM_US 250000.0   /* reduced motion: no two changes nearer than this */
#define FASTEST_US 33333.0 /* speed "max": a step a drawn frame, 30 a second */
#define BEHIND_US 500000.0 /* a pause of the clock longer than this is not caught up with */

struct _SystolePlayback
{
  GObject parent_instance;

  SystoleSession *session;
  GtkWidget *widget; /* not owned: it owns this */
  guint tick;
  gboolean reduced;

  gint64 last;        /* time of the last frame, 0: none since the start */
  double part;        /* of the step under way that has passed, 0 … < 1 */
  gboolean under_way; /* from … to are known */
  guint lane;
  guint64 from, to; /* cycles of `lane` */
  double shown;     /* where on the axis the last frame left the playhead */
};

G_DEFINE_FINAL_TYPE (SystolePlayback, systole_playback, G_TYPE_OBJECT)

/* Microseconds of one step. */
static double
step_time (SystolePlayback *self)
{
  double speed = systole_session_get_speed (self->session);

  return speed == SYSTOLE_SPEED_MAX ? FASTEST_US : STEP_US / speed;
}

static gboolean
begin_step (SystolePlayback *self)
{
  self->under_way = systole_session_find_step (self->session, systole_session_get_step_unit (self->session), 1, &self->lane, &self->to);
  if (self->under_way)
    self->from = (guint64) MIN (systole_session_get_position (self->session, self->lane), (double) self->to);
  return self->under_way;
}

/* On the way from one step to the next: the playhead moves evenly. */
static void
show_part (SystolePlayback *self)
{
  double way = (double) (self->to - self->from) * self->part;
  guint64 whole = (guint64) way;

  systole_session_seek (self->session, self->lane, self->from + whole, way - (double) whole);
}

void
systole_playback_advance (SystolePlayback *self, gint64 now)
{
  double step = step_time (self);
  double unit = self->reduced ? MAX (step, CALM_US) : step;
  gboolean jumps = self->reduced || step <= FASTEST_US;
  double elapsed;

  if (!systole_session_get_playing (self->session))
    return;
  /* The start, or somebody else moved the playhead: go on from there. */
  if (self->last == 0 || self->shown != systole_session_get_axis (self->session))
    {
      self->last = self->last == 0 ? now : self->last;
      self->part = 0;
      self->under_way = FALSE;
    }
  self->shown = systole_session_get_axis (self->session);
  elapsed = (double) (now - self->last);
  if (jumps && elapsed < unit)
    return;
  self->last = now;
  self->part += MIN (elapsed, MAX (BEHIND_US, unit)) / step;
  while (self->part >= 1)
    {
      if (!self->under_way && !begin_step (self))
        break;
      systole_session_seek (self->session, self->lane, self->to, 0);
      self->under_way = FALSE;
      self->part -= 1;
      /* Whoever heard of the move may have ended it. */
      if (!systole_session_get_playing (self->session))
        return;
    }
  if (!self->under_way && !begin_step (self))
    {
      systole_session_set_playing (self->session, FALSE);
      return;
    }
  if (!jumps)
    show_part (self);
  self->shown = systole_session_get_axis (self->session);
}

static gboolean
tick (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  SystolePlayback *self = data;

  systole_playback_advance (self, gdk_frame_clock_get_frame_time (clock));
  if (systole_session_get_playing (self->session))
    return G_SOURCE_CONTINUE;
  self->tick = 0;
  return G_SOURCE_REMOVE;
}

/* The callback exists only while there is something to move and somebody to see it. */
static void
update (SystolePlayback *self)
{
  gboolean wanted = self->widget != NULL && gtk_widget_get_mapped (self->widget) && systole_session_get_playing (self->session);

  if (wanted && self->tick == 0)
    {
      self->last = 0;
      self->tick = gtk_widget_add_tick_callback (self->widget, tick, self, NULL);
    }
  else if (!wanted && self->tick != 0)
    {
      gtk_widget_remove_tick_callback (self->widget, self->tick);
      self->tick = 0;
    }
}

static void
playing_changed (SystolePlayback *self)
{
  self->last = 0;
  /* From within the tick itself the callback ends by its answer. */
  if (systole_session_get_playing (self->session))
    update (self);
}

static void
systole_playback_dispose (GObject *object)
{
  SystolePlayback *self = SYSTOLE_PLAYBACK (object);

  if (self->widget != NULL)
    {
      g_signal_handlers_disconnect_by_data (self->widget, self);
      if (self->tick != 0)
        gtk_widget_remove_tick_callback (self->widget, self->tick);
      self->tick = 0;
      g_clear_weak_pointer (&self->widget);
    }
  if (self->session != NULL)
    g_signal_handlers_disconnect_by_data (self->session, self);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (systole_playback_parent_class)->dispose (object);
}

static void
systole_playback_class_init (SystolePlaybackClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = systole_playback_dispose;
}

static void
systole_playback_init (SystolePlayback *self)
{
}

/**
 * systole_playback_new:
 * @session: whose playhead is moved
 * @widget: (nullable): whose frame clock is used, only while it is mapped; %NULL: somebody
 *   else calls [method@Playback.advance]
 */
SystolePlayback *
systole_playback_new (SystoleSession *session, GtkWidget *widget)
{
  SystolePlayback *self = g_object_new (SYSTOLE_TYPE_PLAYBACK, NULL);

  self->session = g_object_ref (session);
  g_signal_connect_swapped (session, "notify::playing", G_CALLBACK (playing_changed), self);
  if (widget == NULL)
    return self;
  g_set_weak_pointer (&self->widget, widget);
  g_signal_connect_swapped (widget, "map", G_CALLBACK (update), self);
  g_signal_connect_swapped (widget, "unmap", G_CALLBACK (update), self);
  return self;
}

/**
 * systole_playback_set_reduced_motion:
 *
 * Reduced: from step to step, at most four changes a second.
 */
void
systole_playback_set_reduced_motion (SystolePlayback *self, gboolean reduced)
{
  g_return_if_fail (SYSTOLE_IS_PLAYBACK (self));
  self->reduced = reduced;
}

gboolean
systole_playback_is_ticking (SystolePlayback *self)
{
  return self->tick != 0;
}
