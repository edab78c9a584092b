/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/start-list.h"

#include <string.h>

#include "app/library.h"
#include "data/data.h"
#include "engine/base/i18n.h"
#include "engine/scenario/beat.h"

/* The start page by question: the one table of its groups and their order. What the library has
 * beside it follows, lessons before scenarios. */

#define DEFAULT_VIEW "whole"

enum
{
  GROUP_FIRST,
  GROUP_CHOOSING,
  GROUP_ONE_CHIP,
  GROUP_MANY_CHIPS,
  GROUP_BEYOND,
  GROUP_SCENARIOS,
  N_GROUPS
};

static const char *const group_titles[N_GROUPS] = {
  [GROUP_FIRST] = N_ ("Begin here"),
  [GROUP_CHOOSING] = N_ ("Choosing"),
  [GROUP_ONE_CHIP] = N_ ("One chip"),
  [GROUP_MANY_CHIPS] = N_ ("Many chips"),
  [GROUP_BEYOND] = N_ ("Beyond matrices"),
  [GROUP_SCENARIOS] = N_ ("Scenarios"),
};

static const struct
{
  const char *id;
  guint group;
  const char *view;
} rows[] = {
  { "two-dimensions", GROUP_FIRST, "lane" },
  { "large-products", GROUP_FIRST, "whole" },
  { "tensor-cores", GROUP_FIRST, "whole" },
  { "tpu-or-gpu", GROUP_FIRST, "roofline" },
  { "operations-per-watt", GROUP_CHOOSING, "energy" },
  { "consumer-card", GROUP_CHOOSING, "whole" },
  { "cheapest-cloud", GROUP_CHOOSING, "whole" },
  { "gpu-and-cpu", GROUP_ONE_CHIP, "whole" },
  { "versatile", GROUP_BEYOND, "whole" },
  { "science-and-data", GROUP_BEYOND, "whole" },
  { "welcome", GROUP_SCENARIOS, "whole" },
  { "three-dataflows", GROUP_SCENARIOS, "whole" },
  { "larger-array", GROUP_SCENARIOS, "whole" },
  { "folds", GROUP_SCENARIOS, "whole" },
  { "depthwise", GROUP_SCENARIOS, "whole" },
  { "memory-bound", GROUP_SCENARIOS, "roofline" },
  { "t4-or-tpu", GROUP_SCENARIOS, "whole" },
  { "batch", GROUP_SCENARIOS, "whole" },
  { "waves", GROUP_SCENARIOS, "time" },
  { "stream-k", GROUP_SCENARIOS, "whole" },
  { "occupancy", GROUP_SCENARIOS, "whole" },
  { "tensor-cores-on-off", GROUP_SCENARIOS, "timeline" },
  { "dense-or-pruned", GROUP_SCENARIOS, "timeline" },
  { "consumer-or-data-centre", GROUP_SCENARIOS, "whole" },
  { "cpu-or-gpu", GROUP_SCENARIOS, "whole" },
  { "decode-step", GROUP_SCENARIOS, "roofline" },
  { "fused-attention", GROUP_SCENARIOS, "memory" },
  { "stencil-fp64", GROUP_SCENARIOS, "whole" },
  { "database-query", GROUP_SCENARIOS, "whole" },
  { "transformer-layer", GROUP_SCENARIOS, "time" },
};

guint
systole_start_get_n_groups (void)
{
  return N_GROUPS;
}

const char *
systole_start_group_get_title (guint group)
{
  g_return_val_if_fail (group < N_GROUPS, "");
  return _ (group_titles[group]);
}

/* Place in the table; past its end what is not in it. */
static guint
find_row (const char *id)
{
  guint i = 0;

  while (i < G_N_ELEMENTS (rows) && strcmp (rows[i].id, id) != 0)
    i++;
  return i;
}

/* Small letters without accents: “Qué” is found as “que”. */
static char *
fold (const char *text)
{
  g_autofree char *parts = g_utf8_normalize (text, -1, G_NORMALIZE_ALL);
  g_autofree char *small = g_utf8_casefold (parts != NULL ? parts : text, -1);
  GString *out = g_string_new (NULL);

  for (const char *p = small; *p != '\0'; p = g_utf8_next_char (p))
    if (!g_unichar_ismark (g_utf8_get_char (p)))
      g_string_append_unichar (out, g_utf8_get_char (p));
  return g_string_free (out, FALSE);
}

/* Names of the machines and operations of one state of a scenario. */
static void
add_words (GString *text, const SystoleScenario *scenario, const SystoleCatalogue *catalogue)
{
  for (guint i = 0; i < scenario->lanes->len; i++)
    {
      const SystoleLane *lane = systole_scenario_get_lane (scenario, i);
      const SystoleMachine *machine = lane->kind == SYSTOLE_LANE_MACHINE ? systole_catalogue_find (catalogue, lane->machine) : NULL;

      if (machine != NULL)
        g_string_append_printf (text, "\n%s %s %s", systole_machine_get_id (machine), systole_machine_get_name (machine), systole_family_get_title (systole_machine_get_family (machine)));
    }
  for (guint i = 0; i < scenario->ops->len; i++)
    {
      const SystoleOp *op = &g_array_index (scenario->ops, SystoleOp, i);

      g_string_append_printf (text, "\n%s %s", systole_op_kind_get_id (op->kind), systole_op_kind_get_title (op->kind));
    }
}

static char *
get_search_text (const SystoleScenario *scenario, const SystoleCatalogue *catalogue, const char *title, const char *summary)
{
  g_autoptr (GString) text = g_string_new (title);

  g_string_append_printf (text, "\n%s", summary);
  add_words (text, scenario, catalogue);
  for (guint i = 0; i < systole_scenario_get_n_beats (scenario); i++)
    add_words (text, systole_scenario_get_beat (scenario, i)->state, catalogue);
  return fold (text->str);
}

/* The first sentence; a point inside a number or an abbreviation ends none. */
static char *
get_first_sentence (const char *text)
{
  const char *end = strstr (text, ". ");

  return end != NULL ? g_strndup (text, (gsize) (end - text) + 1) : g_strdup (text);
}

static SystoleStartEntry *
make_entry (const char *id, const SystoleScenario *scenario, const SystoleCatalogue *catalogue, const char *const *languages)
{
  SystoleStartEntry *self = g_new0 (SystoleStartEntry, 1);
  const char *summary = systole_scenario_get_summary (scenario, languages);
  guint row = find_row (id);

  self->id = g_strdup (id);
  self->title = g_strdup (systole_scenario_get_title (scenario, languages));
  self->line = get_first_sentence (summary);
  self->n_beats = systole_scenario_get_n_beats (scenario);
  self->group = row < G_N_ELEMENTS (rows) ? rows[row].group : self->n_beats > 0 ? GROUP_BEYOND
                                                                                : GROUP_SCENARIOS;
  self->view = row < G_N_ELEMENTS (rows) ? rows[row].view : DEFAULT_VIEW;
  self->search_text = get_search_text (scenario, catalogue, self->title, summary);
  return self;
}

static void
free_entry (gpointer data)
{
  SystoleStartEntry *self = data;

  g_free (self->id);
  g_free (self->title);
  g_free (self->line);
  g_free (self->search_text);
  g_free (self);
}

static int
compare_entries (gconstpointer a, gconstpointer b)
{
  const SystoleStartEntry *one = *(SystoleStartEntry *const *) a, *other = *(SystoleStartEntry *const *) b;
  guint row = find_row (one->id), other_row = find_row (other->id);

  if (one->group != other->group)
    return one->group < other->group ? -1 : 1;
  return row < other_row ? -1 : row > other_row;
}

/**
 * systole_start_list:
 * @catalogue: whose names of machines can be searched for
 * @languages: NULL-terminated, as g_get_language_names()
 *
 * Reads every file of the library: some milliseconds.
 *
 * Returns: (transfer full) (element-type SystoleStartEntry): groups one after the other
 */
GPtrArray *
systole_start_list (const SystoleCatalogue *catalogue, const char *const *languages)
{
  GPtrArray *entries = g_ptr_array_new_with_free_func (free_entry);

  for (guint i = 0; i < systole_data_get_n_scenarios (); i++)
    {
      const char *id = systole_data_get_scenario_id (i);
      g_autoptr (SystoleScenario) scenario = systole_library_load_scenario (id, NULL);

      if (scenario != NULL)
        g_ptr_array_add (entries, make_entry (id, scenario, catalogue, languages));
    }
  g_ptr_array_sort (entries, compare_entries);
  return entries;
}

/**
 * systole_start_entry_matches:
 * @words: as they were typed; "": everything matches
 *
 * Returns: whether every word is in title, summary, machines or operations
 */
gboolean
systole_start_entry_matches (const SystoleStartEntry *self, const char *words)
{
  g_autofree char *folded = fold (words);
  g_auto (GStrv) parts = g_strsplit_set (folded, " \t\n", -1);

  for (guint i = 0; parts[i] != NULL; i++)
    if (strstr (self->search_text, parts[i]) == NULL)
      return FALSE;
  return TRUE;
}
