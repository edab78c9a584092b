/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "engine/scenario/extras.h"
#include "engine/scenario/scenario-private.h"

/* Several scenarios as one comparison. */

/* "p", or the first of "p-2", "p-3" … that nobody has */
static void
find_free_id (const SystoleScenario *whole, const char *wanted, char *id, gsize size)
{
  g_strlcpy (id, wanted, size);
  for (guint n = 2; systole_scenario_find_op (whole, id) != NULL; n++)
    {
      g_autofree char *tail = g_strdup_printf ("-%u", n);
      g_autofree char *head = g_strndup (wanted, MIN (strlen (wanted), size - 1 - strlen (tail)));

      g_snprintf (id, size, "%s%s", head, tail);
    }
}

/* The id, in the whole, of an operation of a part: equal operations are there once. */
static const char *
adopt_op (SystoleScenario *whole, const SystoleOp *op)
{
  SystoleOp own = *op;

  for (guint i = 0; i < whole->ops->len; i++)
    if (systole_op_equal (&g_array_index (whole->ops, SystoleOp, i), op))
      return g_array_index (whole->ops, SystoleOp, i).id;
  find_free_id (whole, op->id, own.id, sizeof own.id);
  g_array_append_val (whole->ops, own);
  systole_scenario_keep_given (whole, own.given);
  return g_array_index (whole->ops, SystoleOp, whole->ops->len - 1).id;
}

static void
adopt_lanes (SystoleScenario *whole, const SystoleScenario *part)
{
  guint first = whole->lanes->len;

  for (guint i = 0; i < part->lanes->len && whole->lanes->len < SYSTOLE_SCENARIO_MAX_LANES; i++)
    {
      const SystoleOp *op = systole_scenario_get_lane_op (part, i);
      SystoleLane *lane;

      if (op == NULL || whole->ops->len >= SYSTOLE_SCENARIO_MAX_OPS)
        continue;
      lane = systole_lane_copy (systole_scenario_get_lane (part, i));
      g_free (lane->op);
      lane->op = g_strdup (adopt_op (whole, op));
      g_ptr_array_add (whole->lanes, lane);
    }
  for (guint i = 0; i < part->expectations->len; i++)
    {
      SystoleExpectation promise = g_array_index (part->expectations, SystoleExpectation, i);

      if (first + promise.lane >= whole->lanes->len)
        continue;
      promise.lane += first;
      promise.unknown = systole_unknown_ref (promise.unknown);
      g_array_append_val (whole->expectations, promise);
    }
}

/* In each language of the first part: its title and those of the others. */
static void
join_titles (SystoleScenario *whole, const SystoleScenario *const *parts, guint n)
{
  for (guint i = 0; i < parts[0]->titles->len; i++)
    {
      const char *language = g_array_index (parts[0]->titles, SystoleText, i).language;
      const char *languages[] = { language, NULL };
      g_autoptr (GString) title = g_string_new (NULL);

      for (guint part = 0; part < n; part++)
        {
          const char *own = systole_scenario_get_title (parts[part], languages);

          if (*own != '\0')
            g_string_append_printf (title, "%s%s", title->len > 0 ? " · " : "", own);
        }
      systole_scenario_set_title (whole, language, title->str);
    }
}

/**
 * systole_scenario_combine:
 * @parts: at least one
 *
 * The lanes of all, as far as a scenario may have that many, each with its operation
 * and what was promised of it. The view is that of the first.
 *
 * Returns: (transfer full): a new scenario
 */
SystoleScenario *
systole_scenario_combine (const SystoleScenario *const *parts, guint n)
{
  SystoleScenario *whole = systole_scenario_new_empty ();

  g_return_val_if_fail (n > 0, whole);
  whole->engine = g_strdup (parts[0]->engine);
  join_titles (whole, parts, n);
  for (guint i = 0; i < n; i++)
    adopt_lanes (whole, parts[i]);
  systole_view_state_clear (&whole->view);
  systole_view_state_init (&whole->view);
  systole_view_state_copy (&parts[0]->view, &whole->view);
  return whole;
}
