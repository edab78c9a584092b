/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/cliff-text.h"

#include "engine/base/i18n.h"
#include "widgets/quantity-text.h"

/* A smaller value is advised when it saves this much more than its share of the work. */
#define WORTH 1.25
/* Twice the value is advised when it costs less than this share more. */
#define CHEAP 0.5
/* A change that is worth a word, of the present time. */
#define NOTABLE 0.01

static double
share_of (const SystoleCliff *cliff, guint lane, const SystoleCliffPlace *place)
{
  return (double) place->change[lane] / (double) MAX (cliff->cycles[lane], 1);
}

/* “A saves 24 576 cycles (8 %)”; a machine alone has no letter. */
static char *
clause (const SystoleCliffs *cliffs, const SystoleCliff *cliff, guint lane, const SystoleCliffPlace *place)
{
  gint64 change = place->change[lane];
  g_autofree char *cycles = systole_text_cycles ((guint64) ABS (change));
  g_autofree char *share = systole_text_percent (ABS (share_of (cliff, lane, place)));
  char letter = (char) ('A' + cliffs->lanes[lane]);

  if (cliffs->alone)
    /* Translators: in a sentence: “saves 24 576 cycles (8 %)” */
    return change < 0 ? g_strdup_printf (_ ("saves %s (%s)"), cycles, share) : g_strdup_printf (_ ("costs %s (%s)"), cycles, share);
  /* Translators: in a sentence; %c is the letter of a machine: “A saves 24 576 cycles (8 %)” */
  return change < 0 ? g_strdup_printf (_ ("%c saves %s (%s)"), letter, cycles, share) : g_strdup_printf (_ ("%c costs %s (%s)"), letter, cycles, share);
}

/* Of every lane whose time changes notably. */
static char *
clauses (const SystoleCliffs *cliffs, const SystoleCliff *cliff, const SystoleCliffPlace *place)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < cliff->n_lanes; i++)
    {
      g_autofree char *part = NULL;

      if (!cliff->runs[i] || ABS (share_of (cliff, i, place)) < NOTABLE)
        continue;
      part = clause (cliffs, cliff, i, place);
      if (text->len > 0)
        g_string_append (text, ", ");
      g_string_append (text, part);
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* Whether clauses() has anything to tell. */
static gboolean
is_notable (const SystoleCliff *cliff, const SystoleCliffPlace *place)
{
  for (guint i = 0; i < cliff->n_lanes; i++)
    if (cliff->runs[i] && ABS (share_of (cliff, i, place)) >= NOTABLE)
      return TRUE;
  return FALSE;
}

static gboolean
is_worth_it (const SystoleCliff *cliff)
{
  double given_up;

  if (!cliff->lower.found || !is_notable (cliff, &cliff->lower))
    return FALSE;
  given_up = (double) (cliff->value - cliff->lower.value) / (double) cliff->value;
  for (guint i = 0; i < cliff->n_lanes; i++)
    if (cliff->runs[i] && -share_of (cliff, i, &cliff->lower) > WORTH * given_up)
      return TRUE;
  return FALSE;
}

static gboolean
is_free (const SystoleCliff *cliff, const SystoleCliffPlace *place)
{
  for (guint i = 0; i < cliff->n_lanes; i++)
    if (cliff->runs[i] && place->change[i] > 0)
      return FALSE;
  return TRUE;
}

/* The lane that twice the value costs least, or −1. */
static int
find_cheap (const SystoleCliff *cliff)
{
  int best = -1;

  if (!cliff->doubled.found)
    return -1;
  for (guint i = 0; i < cliff->n_lanes; i++)
    if (cliff->runs[i] && share_of (cliff, i, &cliff->doubled) < (best >= 0 ? share_of (cliff, (guint) best, &cliff->doubled) : CHEAP))
      best = (int) i;
  return best;
}

static void
make_lower (const SystoleCliffs *cliffs, const SystoleCliff *cliff, SystoleCliffHint *out)
{
  g_autofree char *less = systole_text_count (cliff->value - cliff->lower.value);
  g_autofree char *there = systole_text_count (cliff->lower.value);
  g_autofree char *what = clauses (cliffs, cliff, &cliff->lower);

  out->kind = SYSTOLE_CLIFF_ADVICE;
  out->value = cliff->lower.value;
  if (cliffs->alone)
    /* Translators: “−184 to 2 816 saves 24 576 cycles (8 %).” */
    out->text = g_strdup_printf (_ ("−%s to %s %s."), less, there, what);
  else
    /* Translators: “−184 to 2 816: A saves 24 576 cycles (8 %), B saves 33 968 cycles (31 %).” */
    out->text = g_strdup_printf (_ ("−%s to %s: %s."), less, there, what);
}

static void
make_room (const SystoleCliffs *cliffs, const SystoleCliff *cliff, SystoleCliffHint *out)
{
  g_autofree char *more = systole_text_count (cliff->room.value - cliff->value);
  g_autofree char *there = systole_text_count (cliff->room.value);
  g_autofree char *what = clauses (cliffs, cliff, &cliff->beyond);

  out->kind = SYSTOLE_CLIFF_ROOM;
  out->value = cliff->room.value;
  if (is_free (cliff, &cliff->room))
    /* Translators: “+72 to 3 072 costs nothing.” */
    out->text = g_strdup_printf (_ ("+%s to %s costs nothing."), more, there);
  else if (cliffs->alone)
    /* Translators: “No jump up to 4 224; one more costs 33 968 cycles (31 %).” */
    out->text = g_strdup_printf (_ ("No jump up to %s; one more %s."), there, what);
  else
    /* Translators: “No jump up to 4 224; one more: B costs 33 968 cycles (31 %).” */
    out->text = g_strdup_printf (_ ("No jump up to %s; one more: %s."), there, what);
}

static void
make_doubled (const SystoleCliffs *cliffs, const SystoleCliff *cliff, guint lane, const char *symbol, SystoleCliffHint *out)
{
  g_autofree char *here = systole_text_count (cliff->value);
  g_autofree char *there = systole_text_count (cliff->doubled.value);
  g_autofree char *cycles = systole_text_cycles ((guint64) MAX (cliff->doubled.change[lane], 0));

  out->kind = SYSTOLE_CLIFF_ADVICE;
  out->value = cliff->doubled.value;
  if (cliff->doubled.change[lane] <= 0 && cliffs->alone)
    /* Translators: “M 8 → 16: twice the work in no more time.” */
    out->text = g_strdup_printf (_ ("%s %s → %s: twice the work in no more time."), symbol, here, there);
  else if (cliff->doubled.change[lane] <= 0)
    /* Translators: “M 8 → 16: twice the work in no more time on A.” */
    out->text = g_strdup_printf (_ ("%s %s → %s: twice the work in no more time on %c."), symbol, here, there, 'A' + cliffs->lanes[lane]);
  else if (cliffs->alone)
    /* Translators: “M 8 → 16: twice the work, only 8 cycles more.” */
    out->text = g_strdup_printf (_ ("%s %s → %s: twice the work, only %s more."), symbol, here, there, cycles);
  else
    /* Translators: “M 8 → 16: twice the work, only 8 cycles more on A.” */
    out->text = g_strdup_printf (_ ("%s %s → %s: twice the work, only %s more on %c."), symbol, here, there, cycles, 'A' + cliffs->lanes[lane]);
}

static void
make_edge (const SystoleCliffs *cliffs, const SystoleCliff *cliff, SystoleCliffHint *out)
{
  g_autofree char *what = clauses (cliffs, cliff, &cliff->beyond);

  out->kind = SYSTOLE_CLIFF_EDGE;
  out->value = 0;
  if (cliffs->alone)
    /* Translators: “At an edge. One more costs 36 864 cycles (12.5 %).” */
    out->text = g_strdup_printf (_ ("At an edge. One more %s."), what);
  else
    /* Translators: “At an edge. One more: A costs 36 864 cycles (12.5 %).” */
    out->text = g_strdup_printf (_ ("At an edge. One more: %s."), what);
}

/**
 * systole_cliff_text_make:
 * @out: room for %SYSTOLE_CLIFF_MAX_HINTS
 *
 * Returns: how many there are, 0 where nothing is worth saying
 */
guint
systole_cliff_text_make (const SystoleCliffs *cliffs, guint dim, const char *symbol, SystoleCliffHint *out)
{
  const SystoleCliff *cliff = &cliffs->cliffs[dim];
  int cheap;
  guint n = 0;

  if (!cliffs->found[dim])
    return 0;
  cheap = find_cheap (cliff);
  if (is_worth_it (cliff))
    make_lower (cliffs, cliff, &out[n++]);
  if (cliff->room.found && cliff->room.value > cliff->value && (is_free (cliff, &cliff->room) || is_notable (cliff, &cliff->beyond)))
    make_room (cliffs, cliff, &out[n++]);
  else if (cheap >= 0)
    make_doubled (cliffs, cliff, (guint) cheap, symbol, &out[n++]);
  else if (cliff->room.found && cliff->beyond.found && is_notable (cliff, &cliff->beyond))
    make_edge (cliffs, cliff, &out[n++]);
  return n;
}
