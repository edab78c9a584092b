/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/window-private.h"

#include <string.h>

#include "engine/base/i18n.h"
#include "widgets/quantity-text.h"

/* The words around the picture: caption, hints, errors, progress. */

#define DESCRIBE_INTERVAL_S 2 /* while playing, a screen reader hears no more often */
#define PROGRESS_DELAY_MS 400 /* short runs show no bar */

typedef enum
{
  HINT_NONE,
  HINT_FIRST, /* what to press */
  HINT_USED,  /* followed; the next one waits for the end */
  HINT_NEXT   /* what to try now */
} Hint;

static char *
when_text (SystoleMainWindow *self)
{
  SystoleSession *session = self->session;
  guint leader = systole_session_get_leader (session);
  guint64 cycle = systole_session_get_cycle (session, leader);
  g_autofree char *value = NULL;
  g_autofree char *count = systole_text_count (cycle);

  if (systole_session_at_end (session))
    return g_strdup (_ ("The end."));
  switch (systole_session_get_time_base (session))
    {
    case SYSTOLE_TIME_WALL:
      value = systole_text_seconds (systole_session_get_axis (session));
      /* Translators: a time, a cycle and the letter of a machine: “25.7 ns, cycle 18 of A.” */
      return g_strdup_printf (_ ("%s, cycle %s of %c."), value, count, 'A' + leader);
    case SYSTOLE_TIME_WORK:
      value = systole_text_percent (systole_session_get_axis (session));
      /* Translators: a share, a cycle and the letter of a machine: “36 % of the work, cycle 18 of A.” */
      return g_strdup_printf (_ ("%s of the work, cycle %s of %c."), value, count, 'A' + leader);
    case SYSTOLE_TIME_CYCLES:
    default:
      return g_strdup_printf (_ ("Cycle %s."), count);
    }
}

static gboolean
described_cb (gpointer data)
{
  SystoleMainWindow *self = data;

  self->describe_source = 0;
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->stage), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, self->caption_text, -1);
  return G_SOURCE_REMOVE;
}

/* The caption is what the stage shows now, for those who hear it. */
static void
describe (SystoleMainWindow *self)
{
  if (!systole_session_get_playing (self->session))
    {
      g_clear_handle_id (&self->describe_source, g_source_remove);
      gtk_accessible_update_property (GTK_ACCESSIBLE (self->stage), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, self->caption_text, -1);
    }
  else if (self->describe_source == 0)
    self->describe_source = g_timeout_add_seconds (DESCRIBE_INTERVAL_S, described_cb, self);
}

/* Shorter and shorter captions: of all lanes or of the active one, and where a lane's may end. */
static const struct
{
  gboolean one;
  const char *end; /* NULL: all of it */
} forms[] = {
  { FALSE, NULL },
  { FALSE, ". " },
  { FALSE, ";" },
  { TRUE, NULL },
  { TRUE, ". " },
  { TRUE, ";" },
  { TRUE, "," },
};

/* @text up to the first @end, as a sentence. */
static void
append_up_to (GString *words, const char *text, const char *end)
{
  const char *found = end != NULL ? strstr (text, end) : NULL;

  if (found == NULL)
    {
      g_string_append (words, text);
      return;
    }
  g_string_append_len (words, text, found - text);
  g_string_append_c (words, '.');
}

/* What all lanes do, or the one that is looked at, each up to the first @end; NULL: nothing. */
static char *
join_captions (SystoleMainWindow *self, gboolean one, const char *end)
{
  g_autoptr (GString) words = g_string_new (NULL);
  gboolean letters = systole_session_needs_letters (self->session);
  gboolean at_end = systole_session_at_end (self->session);

  for (guint i = 0; i < systole_session_get_n_lanes (self->session); i++)
    {
      SystoleRun *run = systole_session_get_run (self->session, i);
      gboolean told = run != NULL && (!one || i == systole_session_get_active (self->session));
      g_autofree char *text = told ? systole_run_describe_cycle (run, systole_session_get_cycle (self->session, i)) : NULL;

      if (text == NULL || *text == '\0')
        continue;
      if (words->len > 0)
        g_string_append_c (words, ' ');
      if (!at_end && systole_session_has_ended (self->session, i))
        {
          /* Translators: letter of a machine */
          g_string_append_printf (words, _ ("%c has ended."), 'A' + i);
          continue;
        }
      if (letters)
        g_string_append_printf (words, "%c. ", 'A' + i);
      append_up_to (words, text, end);
    }
  return words->len > 0 ? g_strdup (words->str) : NULL;
}

static gboolean
fits (SystoleMainWindow *self, const char *markup)
{
  int width = gtk_widget_get_width (GTK_WIDGET (self->caption));
  g_autoptr (PangoLayout) layout = NULL;

  if (width <= 0)
    return TRUE;
  layout = gtk_widget_create_pango_layout (GTK_WIDGET (self->caption), NULL);
  pango_layout_set_markup (layout, markup, -1);
  pango_layout_set_width (layout, width * PANGO_SCALE);
  return pango_layout_get_line_count (layout) <= gtk_label_get_lines (self->caption);
}

/**
 * systole_main_window_update_caption:
 *
 * When it is, and what each lane does. Where that is too long for the bar, each lane's
 * first sentence, or the first part of it; all of it is in the tooltip and what a screen
 * reader hears.
 */
void
systole_main_window_update_caption (SystoleMainWindow *self)
{
  g_autofree char *when = NULL;
  g_autofree char *markup = NULL;
  g_autofree char *words = join_captions (self, FALSE, NULL);
  const char *tooltip;

  if (words == NULL)
    {
      gtk_label_set_text (self->caption, "");
      return;
    }
  when = when_text (self);
  g_free (self->caption_text);
  self->caption_text = g_strdup_printf ("%s %s", when, words);
  markup = g_markup_printf_escaped ("<b>%s</b> %s", when, words);
  for (guint i = 1; i < G_N_ELEMENTS (forms) && !fits (self, markup); i++)
    {
      g_free (words);
      words = join_captions (self, forms[i].one, forms[i].end);
      g_free (markup);
      markup = g_markup_printf_escaped ("<b>%s</b> %s", when, words);
    }
  gtk_label_set_markup (self->caption, markup);
  tooltip = systole_session_get_playing (self->session) ? NULL : self->caption_text;
  /* GTK waits for the display server whenever one is set. */
  if (g_strcmp0 (tooltip, gtk_widget_get_tooltip_text (GTK_WIDGET (self->caption))) != 0)
    gtk_widget_set_tooltip_text (GTK_WIDGET (self->caption), tooltip);
  describe (self);
}

static gboolean
caption_idle (gpointer data)
{
  SystoleMainWindow *self = data;

  self->caption_source = 0;
  systole_main_window_update_caption (self);
  return G_SOURCE_REMOVE;
}

/**
 * systole_main_window_queue_caption:
 *
 * The bar has another width: what fits it is found after the allocation.
 */
void
systole_main_window_queue_caption (SystoleMainWindow *self)
{
  if (self->caption_source == 0)
    self->caption_source = g_idle_add (caption_idle, self);
}

/* The lane that is done first, in cycles or in seconds; −1: both at once, or fewer than two. */
static int
winner (SystoleMainWindow *self, gboolean seconds)
{
  double best = 0;
  int first = -1;
  gboolean tie = FALSE;

  for (guint i = 0; i < systole_session_get_n_lanes (self->session); i++)
    {
      SystoleRun *run = systole_session_get_run (self->session, i);
      double length;

      if (run == NULL)
        continue;
      length = seconds ? systole_run_get_seconds (run) : (double) systole_run_get_n_cycles (run);
      if (first >= 0 && !(length < best) && !(length > best))
        tie = TRUE;
      else if (first < 0 || length < best)
        {
          tie = FALSE;
          first = (int) i;
          best = length;
        }
    }
  return tie ? -1 : first;
}

static char *
next_hint (SystoleMainWindow *self)
{
  int cycles = winner (self, FALSE), seconds = winner (self, TRUE);

  if (systole_session_get_n_lanes (self->session) < 2 || systole_session_get_time_base (self->session) == SYSTOLE_TIME_WALL)
    return g_strdup (_ ("Now point at a PE."));
  if (seconds >= 0 && seconds != cycles)
    /* Translators: %c is the letter of a machine */
    return g_strdup_printf (_ ("Now try wall time ▾: then %c is first. Or point at a PE."), 'A' + seconds);
  return g_strdup (_ ("Now try wall time ▾, or point at a PE."));
}

/**
 * systole_main_window_update_hint:
 *
 * The one hint of the first seconds: it goes when it was followed and never returns.
 */
void
systole_main_window_update_hint (SystoleMainWindow *self)
{
  gboolean used = systole_session_get_playing (self->session) || self->moved_by_user;
  g_autofree char *text = NULL;

  if (self->hint == HINT_NONE && !self->hint_done && !systole_settings_get_boolean (self->settings, "hint-seen"))
    self->hint = HINT_FIRST;
  if (self->hint == HINT_FIRST && used)
    {
      self->hint = HINT_USED;
      g_object_set (self->settings, "hint-seen", TRUE, NULL);
    }
  if (self->hint == HINT_USED && systole_session_at_end (self->session))
    {
      self->hint = HINT_NEXT;
      self->hint_base = systole_session_get_time_base (self->session);
    }
  else if (self->hint == HINT_NEXT && (self->hint_base != systole_session_get_time_base (self->session) || !systole_session_at_end (self->session)))
    {
      self->hint = HINT_NONE;
      self->hint_done = TRUE;
    }
  if (self->hint == HINT_FIRST)
    text = g_strdup (systole_playhead_bar_get_first_hint ());
  else if (self->hint == HINT_NEXT)
    text = next_hint (self);
  systole_playhead_bar_set_hint (self->bar, text);
}

static void
append_error (GString *text, guint lane, const char *what, const char *more)
{
  if (text->len > 0)
    g_string_append_c (text, '\n');
  /* Translators: the letter of a machine, and what is wrong with it */
  g_string_append_printf (text, _ ("Machine %c: %s"), 'A' + lane, what);
  if (more != NULL)
    g_string_append_printf (text, " %s.", more);
}

/**
 * systole_main_window_update_errors:
 *
 * The bar above the stage: what is wrong with the file, and which lanes break a law of
 * the engine. Why a lane cannot run stands in that lane.
 */
void
systole_main_window_update_errors (SystoleMainWindow *self)
{
  g_autoptr (GString) text = g_string_new (self->file_error);

  for (guint i = 0; i < systole_session_get_n_lanes (self->session); i++)
    {
      SystoleRun *run = systole_session_get_run (self->session, i);
      const SystoleAuditCheck *breach = run != NULL ? systole_run_find_breach (run) : NULL;

      if (breach != NULL)
        append_error (text, i, _ ("This run breaks a law of the engine, so its numbers are not shown:"), _ (breach->title));
    }
  g_free (self->error_text);
  self->error_text = g_strdup (text->str);
  if (text->len > 0)
    gtk_label_set_text (self->error_label, text->str);
  gtk_revealer_set_reveal_child (self->error_revealer, text->len > 0);
}

/**
 * systole_main_window_show_error:
 * @message: (nullable): a whole sentence, or %NULL to close the bar
 */
void
systole_main_window_show_error (SystoleMainWindow *self, const char *message)
{
  g_return_if_fail (SYSTOLE_IS_MAIN_WINDOW (self));
  g_free (self->file_error);
  self->file_error = g_strdup (message);
  gtk_widget_set_visible (GTK_WIDGET (self->reload_button), FALSE);
  systole_main_window_update_errors (self);
}

static gboolean
progress_delay (gpointer data)
{
  SystoleMainWindow *self = data;

  self->progress_source = 0;
  gtk_revealer_set_reveal_child (self->progress_revealer, systole_session_is_running (self->session));
  return G_SOURCE_REMOVE;
}

/**
 * systole_main_window_update_progress:
 *
 * The bar over the stage while runs take long enough to be noticed.
 */
void
systole_main_window_update_progress (SystoleMainWindow *self)
{
  gboolean running = systole_session_is_running (self->session);

  gtk_widget_action_set_enabled (GTK_WIDGET (self), "win.cancel", running);
  gtk_progress_bar_set_fraction (self->progress_bar, systole_session_get_fraction (self->session));
  if (running && self->progress_source == 0 && !gtk_revealer_get_reveal_child (self->progress_revealer))
    self->progress_source = g_timeout_add (PROGRESS_DELAY_MS, progress_delay, self);
  if (!running)
    {
      g_clear_handle_id (&self->progress_source, g_source_remove);
      gtk_revealer_set_reveal_child (self->progress_revealer, FALSE);
    }
}

void
systole_main_window_dispose_caption (SystoleMainWindow *self)
{
  g_clear_handle_id (&self->progress_source, g_source_remove);
  g_clear_handle_id (&self->describe_source, g_source_remove);
  g_clear_handle_id (&self->caption_source, g_source_remove);
  g_clear_pointer (&self->caption_text, g_free);
  g_clear_pointer (&self->error_text, g_free);
  g_clear_pointer (&self->file_error, g_free);
}

const char *
systole_main_window_get_caption (SystoleMainWindow *self)
{
  return self->caption_text != NULL ? self->caption_text : "";
}

const char *
systole_main_window_get_error_text (SystoleMainWindow *self)
{
  return self->error_text != NULL ? self->error_text : "";
}
