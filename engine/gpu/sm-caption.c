/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/gpu/sm-caption.h"

#include "engine/base/i18n.h"
#include "engine/machine/unit-words.h"

/*
 * One sentence or two about a cycle: how many tensor cores multiply, and why the others
 * do not. Whole clauses are translated, one a cause and number.
 */

typedef enum
{
  CLAUSE_LOADS,
  CLAUSE_OPERAND,
  CLAUSE_PORT,
  CLAUSE_MEMORY,
  CLAUSE_BARRIER,
  CLAUSE_DRAIN,
  CLAUSE_NO_WORK,
  N_CLAUSES
} Clause;

/* In the order told. */
static const SystoleReason reasons[N_CLAUSES] = {
  [CLAUSE_LOADS] = SYSTOLE_REASON_OPERAND, /* while its warp is loading just now */
  [CLAUSE_OPERAND] = SYSTOLE_REASON_OPERAND,
  [CLAUSE_PORT] = SYSTOLE_REASON_UNIT_BUSY,
  [CLAUSE_MEMORY] = SYSTOLE_REASON_MEMORY,
  [CLAUSE_BARRIER] = SYSTOLE_REASON_BARRIER,
  [CLAUSE_DRAIN] = SYSTOLE_REASON_DRAIN,
  [CLAUSE_NO_WORK] = SYSTOLE_REASON_NO_WORK,
};

/* @list: numbers of the @n sub-cores that it is said of */
static char *
tell_clause (SystoleMaker maker, Clause clause, guint n, const char *list)
{
  switch (clause)
    {
    case CLAUSE_LOADS:
      return g_strdup_printf (systole_maker_say_many (maker, NP_ ("sub-core %s loads its operands", "sub-cores %s load their operands"), n), list);
    case CLAUSE_OPERAND:
      return g_strdup_printf (systole_maker_say_many (maker, NP_ ("sub-core %s waits for operands", "sub-cores %s wait for operands"), n), list);
    case CLAUSE_PORT:
      return g_strdup_printf (systole_maker_say_many (maker, NP_ ("sub-core %s waits for the shared-memory port", "sub-cores %s wait for the shared-memory port"), n), list);
    case CLAUSE_MEMORY:
      return g_strdup_printf (systole_maker_say_many (maker, NP_ ("sub-core %s waits for a tile that is still being copied", "sub-cores %s wait for a tile that is still being copied"), n), list);
    case CLAUSE_BARRIER:
      return g_strdup_printf (systole_maker_say_many (maker, NP_ ("sub-core %s waits for other warps", "sub-cores %s wait for other warps"), n), list);
    case CLAUSE_DRAIN:
      return g_strdup_printf (systole_maker_say_many (maker, NP_ ("sub-core %s has no more to multiply", "sub-cores %s have no more to multiply"), n), list);
    case CLAUSE_NO_WORK:
      return g_strdup_printf (systole_maker_say_many (maker, NP_ ("sub-core %s has no warp that multiplies", "sub-cores %s have no warp that multiplies"), n), list);
    case N_CLAUSES:
    default:
      g_return_val_if_reached (NULL);
    }
}

static gboolean
is_loading (const SystoleSmFrame *frame, const SystolePipeState *pipe)
{
  return pipe->warp < frame->warps->len && g_array_index (frame->warps, SystoleWarpState, pipe->warp).issues;
}

static guint
list_sub_cores (const SystoleSmFrame *frame, Clause clause, GString *list)
{
  guint n = 0;

  g_string_truncate (list, 0);
  for (guint s = 0; s < frame->n_sub_cores; s++)
    {
      const SystolePipeState *pipe = &g_array_index (frame->pipes, SystolePipeState, s);

      if (pipe->reason != reasons[clause] || (pipe->reason == SYSTOLE_REASON_OPERAND && is_loading (frame, pipe) != (clause == CLAUSE_LOADS)))
        continue;
      g_string_append_printf (list, "%s%u", n > 0 ? ", " : "", s);
      n++;
    }
  return n;
}

/* Where no tensor core multiplies the vector lanes do. */
static char *
tell_lanes (SystoleMaker maker, guint busy, guint all, const char *some, const char *whole)
{
  if (busy == 0)
    return g_strdup (_ ("no lane multiplies"));
  if (busy == all)
    return g_strdup_printf (systole_maker_say_many (maker, NP_ ("the lanes multiply", "the lanes of all %s sub-cores multiply"), all), whole);
  /* Translators: numbers in words: “the lanes of two of four sub-cores multiply” */
  return g_strdup_printf (systole_maker_say_many (maker, NP_ ("the lanes of %s of %s sub-cores multiply", "the lanes of %s of %s sub-cores multiply"), busy), some, whole);
}

static char *
tell_multiplying (SystoleMaker maker, SystoleUnit unit, guint busy, guint all)
{
  static const char *const words[] = { N_ ("no"), N_ ("one"), N_ ("two"), N_ ("three"), N_ ("four"), N_ ("five"), N_ ("six"), N_ ("seven"), N_ ("eight"), N_ ("nine") };
  g_autofree char *some = busy < G_N_ELEMENTS (words) ? g_strdup (_ (words[busy])) : g_strdup_printf ("%u", busy);
  g_autofree char *whole = all < G_N_ELEMENTS (words) ? g_strdup (_ (words[all])) : g_strdup_printf ("%u", all);

  if (unit != SYSTOLE_UNIT_TENSOR)
    return tell_lanes (maker, busy, all, some, whole);
  if (busy == 0)
    return g_strdup (systole_maker_say (maker, N_ ("no tensor core multiplies")));
  if (busy == all)
    return g_strdup_printf (systole_maker_say_many (maker, NP_ ("the tensor core multiplies", "all %s tensor cores multiply"), all), whole);
  /* Translators: numbers in words: “two of four tensor cores multiply” */
  return g_strdup_printf (systole_maker_say_many (maker, NP_ ("%s of %s tensor cores multiplies", "%s of %s tensor cores multiply"), busy), some, whole);
}

/**
 * systole_sm_caption:
 *
 * Returns: (transfer full): what happens in the SM in this cycle and why, translated
 */
char *
systole_sm_caption (const SystoleSmFrame *frame, const SystoleMachine *machine)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GString) list = g_string_new (NULL);
  g_autofree char *multiplying = NULL;
  SystoleMaker maker = systole_machine_get_maker (machine);
  const char *unit = systole_machine_get_unit_word (machine);
  guint busy = 0;

  for (guint s = 0; s < frame->n_sub_cores; s++)
    {
      SystoleReason reason = g_array_index (frame->pipes, SystolePipeState, s).reason;

      if (reason == SYSTOLE_REASON_LAUNCH)
        /* Translators: "SM" */
        return g_strdup_printf (systole_maker_say (maker, N_ ("%s: the block starts; its warps have no instruction yet.")), unit);
      busy += reason == SYSTOLE_REASON_BUSY;
    }
  multiplying = tell_multiplying (maker, frame->main_unit, busy, frame->n_sub_cores);
  for (Clause c = CLAUSE_LOADS; c < N_CLAUSES; c++)
    {
      guint n = list_sub_cores (frame, c, list);
      g_autofree char *clause = n > 0 ? tell_clause (maker, c, n, list->str) : NULL;

      if (clause != NULL)
        g_string_append_printf (text, "%s%s", text->len > 0 ? ", " : "", clause);
    }
  if (frame->sparse && busy > 0)
    {
      if (text->len > 0)
        g_string_append (text, "; ");
      g_string_append (text, _ ("of each four rows of B two are pruned and skipped"));
    }
  if (text->len == 0)
    /* Translators: "SM"; how many tensor cores multiply */
    return g_strdup_printf (_ ("%1$s: %2$s."), unit, multiplying);
  /* Translators: "SM"; how many tensor cores multiply; then why the others do not */
  return g_strdup_printf (_ ("%1$s: %2$s; %3$s."), unit, multiplying, text->str);
}
