/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/lesson-now.h"

#include "app/dim-names.h"
#include "engine/base/i18n.h"
#include "engine/scenario/formula.h"
#include "widgets/lesson-text.h"

/**
 * systole_lesson_now_with_state:
 *
 * What a lesson's formulas are computed from: the scenario that is shown, its runs, the
 * frames on the stage.
 */
void
systole_lesson_now_with_state (SystoleSession *session, SystoleLessonFunction function, gpointer data)
{
  const SystoleRun *runs[SYSTOLE_MAX_LANES] = { NULL };
  guint64 cycles[SYSTOLE_MAX_LANES] = { 0 };
  guint n = systole_session_get_n_lanes (session);
  const SystoleLessonState state = { systole_session_get_scenario (session), systole_session_get_catalogue (session), runs, cycles, n };

  for (guint i = 0; i < n; i++)
    {
      runs[i] = systole_session_get_run (session, i);
      cycles[i] = systole_session_get_cycle (session, i);
    }
  function (&state, data);
}

typedef struct
{
  const char *text;
  char *result;
  gboolean holds;
} Question;

static void
expand (const SystoleLessonState *state, gpointer data)
{
  Question *question = data;

  question->result = systole_lesson_expand (state, question->text, systole_text_lesson_value, NULL);
}

static void
judge (const SystoleLessonState *state, gpointer data)
{
  Question *question = data;

  question->holds = systole_lesson_holds (state, question->text);
}

/**
 * systole_lesson_now_expand:
 *
 * Returns: (transfer full): @text with its placeholders filled in
 */
char *
systole_lesson_now_expand (SystoleSession *session, const char *text)
{
  Question question = { text, NULL, FALSE };

  systole_lesson_now_with_state (session, expand, &question);
  return question.result;
}

char *
systole_lesson_now_value (SystoleSession *session, const char *formula)
{
  g_autofree char *text = g_strdup_printf ("{%s}", formula);

  return systole_lesson_now_expand (session, text);
}

gboolean
systole_lesson_now_holds (SystoleSession *session, const char *condition)
{
  Question question = { condition, NULL, FALSE };

  systole_lesson_now_with_state (session, judge, &question);
  return question.holds;
}

/* --- the menu --- */

static void
add_item (GMenu *menu, const char *title, const char *name, guint lane, guint n_lanes)
{
  g_autofree char *formula = n_lanes > 1 ? g_strdup_printf ("%s of lane %u", name, lane) : g_strdup (name);
  g_autoptr (GMenuItem) item = g_menu_item_new (title, NULL);

  g_menu_item_set_action_and_target (item, "field.insert", "s", formula);
  g_menu_append_item (menu, item);
}

/* GTK knows submenus by their titles: each has another. */
static void
append_named (GMenu *menu, const char *title, guint lane, guint n_lanes, GMenu *section)
{
  g_autofree char *own = n_lanes > 1 ? g_strdup_printf ("%s (%c)", title, 'A' + lane) : g_strdup (title);

  g_menu_append_submenu (menu, own, G_MENU_MODEL (section));
}

static void
add_words (GMenu *menu, guint lane, guint n_lanes)
{
  static const struct
  {
    const char *name, *title;
  } words[] = { { "op", N_ ("Operation") }, { "array", N_ ("Size of the array") }, { "machine", N_ ("Machine") }, { "cycle", N_ ("Cycle that is shown") }, { "busy", N_ ("Busy units now") }, { "units", N_ ("Units") } };
  g_autoptr (GMenu) section = g_menu_new ();

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    add_item (section, _ (words[i].title), words[i].name, lane, n_lanes);
  g_menu_append_section (menu, NULL, G_MENU_MODEL (section));
}

static void
add_counters (GMenu *menu, const SystoleRun *run, guint lane, guint n_lanes)
{
  g_autoptr (GMenu) section = g_menu_new ();

  for (guint i = 0; i < SYSTOLE_N_COUNTERS; i++)
    if (systole_run_get_counter (run, (SystoleCounter) i).present)
      add_item (section, systole_counter_get_title ((SystoleCounter) i), systole_counter_get_id ((SystoleCounter) i), lane, n_lanes);
  g_menu_append_section (menu, NULL, G_MENU_MODEL (section));
}

static void
add_dims (GMenu *menu, const SystoleRun *run, guint lane, guint n_lanes)
{
  const SystoleOp *op = systole_run_get_op (run);
  g_autoptr (GMenu) section = g_menu_new ();
  guint n;
  const SystoleOpDim *dims = systole_op_kind_get_dims (op->kind, &n);

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *name = g_ascii_strup (dims[i].key, -1);
      g_autofree char *title = systole_dim_get_title (&dims[i]);

      if (dims[i].words == NULL)
        add_item (section, title, name, lane, n_lanes);
    }
  append_named (menu, _ ("Sizes of the operation"), lane, n_lanes, section);
}

static void
add_waterfall (GMenu *menu, const SystoleRun *run, guint lane, guint n_lanes)
{
  g_autoptr (GMenu) section = g_menu_new ();
  guint n;
  const SystoleWaterfallPart *parts = systole_run_get_waterfall (run, &n);

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *name = g_strdup_printf ("waterfall.%s", systole_part_get_id (parts[i].part));

      add_item (section, systole_part_get_title (parts[i].part), name, lane, n_lanes);
    }
  append_named (menu, _ ("Where the cycles go"), lane, n_lanes, section);
}

GMenuModel *
systole_lesson_now_menu (SystoleSession *session)
{
  GMenu *menu = g_menu_new ();
  guint n = systole_session_get_n_lanes (session);

  for (guint lane = 0; lane < n; lane++)
    {
      SystoleRun *run = systole_session_get_run (session, lane);
      g_autoptr (GMenu) own = g_menu_new ();
      g_autofree char *title = g_strdup_printf (_ ("Machine %c"), 'A' + lane);

      if (run == NULL)
        continue;
      add_words (own, lane, n);
      add_dims (own, run, lane, n);
      add_waterfall (own, run, lane, n);
      add_counters (own, run, lane, n);
      if (n > 1)
        g_menu_append_submenu (menu, title, G_MENU_MODEL (own));
      else
        g_menu_append_section (menu, NULL, G_MENU_MODEL (own));
    }
  return G_MENU_MODEL (menu);
}
