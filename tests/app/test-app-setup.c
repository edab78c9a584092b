/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/app/app-fixture.h"

#include <string.h>

#include "app/choice-row.h"
#include "app/differences.h"
#include "app/dim-names.h"
#include "app/edits.h"
#include "app/field-unit.h"
#include "app/library.h"
#include "app/scenario-panel.h"

/* Setup: what is typed, what is understood, what is refused, and what differs. */

typedef struct
{
  SystoleSession *session;
  SystoleScenarioPanel *panel;
  GtkWidget *window;
} Fixture;

static void
set_up (Fixture *self, gconstpointer data)
{
  g_autoptr (SystoleScenario) welcome = systole_library_load_scenario ("welcome", NULL);

  self->session = systole_session_new (systole_data_get_catalogue ());
  self->panel = g_object_new (SYSTOLE_TYPE_SCENARIO_PANEL, NULL);
  self->window = gtk_window_new ();
  gtk_window_set_child (GTK_WINDOW (self->window), GTK_WIDGET (self->panel));
  systole_scenario_panel_set_session (self->panel, self->session);
  systole_session_load (self->session, welcome);
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  SystoleSession *session = self->session;

  gtk_window_destroy (GTK_WINDOW (self->window));
  systole_session_cancel (session);
  /* A run in flight holds its session until it is heard. */
  g_object_add_weak_pointer (G_OBJECT (session), (gpointer *) &self->session);
  g_object_unref (session);
  wait_until (self->session == NULL);
}

static SystoleFieldRow *
row (Fixture *self, int lane, const char *id)
{
  SystoleFieldRow *found = systole_scenario_panel_find_row (self->panel, lane, id);

  g_assert_nonnull (found);
  return found;
}

static guint64
k_of (Fixture *self)
{
  return systole_edit_get_op (self->session)->dims[SYSTOLE_GEMM_K];
}

/* Rows are those of the operation's own table. */
static void
test_rows_follow_table (Fixture *self, gconstpointer data)
{
  guint n;
  const SystoleOpDim *dims = systole_op_kind_get_dims (systole_edit_get_op (self->session)->kind, &n);

  for (guint i = 0; i < n; i++)
    if (dims[i].required)
      g_assert_cmpfloat (systole_field_row_get_value (row (self, -1, dims[i].key)), ==, (double) systole_edit_get_op (self->session)->dims[i]);
  g_assert_cmpfloat (systole_field_row_get_value (row (self, 0, "clock_hz")), ==, systole_scenario_get_lane (systole_session_get_scenario (self->session), 0)->array.clock_hz);
  g_assert_null (systole_scenario_panel_find_row (self->panel, 0, "copy_latency"));
  g_assert_nonnull (systole_scenario_panel_find_row (self->panel, 1, "copy_latency"));
}

/* Every field and choice of a bare array's memory can be set, and undo brings the old one back. */
static void
test_array_details (Fixture *self, gconstpointer data)
{
  guint n;
  const SystoleArrayChoice *choices = systole_array_choices_get (&n);
  const SystoleArrayDef *def;

  g_assert_true (systole_field_row_type (row (self, 0, "sram-b-word-bytes"), "4"));
  g_assert_true (systole_field_row_type (row (self, 0, "sram-c-ports"), "2"));
  def = &systole_scenario_get_lane (systole_session_get_scenario (self->session), 0)->array;
  g_assert_cmpuint (def->memory.b.word_bytes, ==, 4);
  g_assert_cmpuint (def->memory.c.ports, ==, 2);
  systole_field_row_type (row (self, 0, "sram-c-ports"), "65");
  g_assert_cmpuint (systole_scenario_get_lane (systole_session_get_scenario (self->session), 0)->array.memory.c.ports, ==, 2);
  for (guint i = 0; i < n; i++)
    for (guint value = choices[i].n; value-- > 0;)
      {
        systole_edit_set_array_choice (self->session, 0, &choices[i], value);
        def = &systole_scenario_get_lane (systole_session_get_scenario (self->session), 0)->array;
        g_assert_cmpuint (systole_array_choice_get (&choices[i], def), ==, value);
        g_assert_cmpuint (systole_choice_row_get_selected (SYSTOLE_CHOICE_ROW (systole_scenario_panel_find (self->panel, 0, choices[i].id))), ==, value);
      }
  systole_session_undo (self->session);
  def = &systole_scenario_get_lane (systole_session_get_scenario (self->session), 0)->array;
  g_assert_cmpint (def->memory.buffering, ==, SYSTOLE_BUFFERING_SINGLE);
}

/* Every operation has a row for every dimension, with its value, and undo brings the old one back. */
static void
test_every_operation (Fixture *self, gconstpointer data)
{
  for (guint kind = 0; kind < SYSTOLE_N_OPS; kind++)
    {
      const SystoleOp *op;
      const SystoleOpDim *dims;
      guint n;

      g_assert_true (systole_edit_set_op_kind (self->session, (SystoleOpKind) kind, NULL));
      op = systole_edit_get_op (self->session);
      g_assert_cmpint (op->kind, ==, kind);
      dims = systole_op_kind_get_dims (op->kind, &n);
      for (guint i = 0; i < n; i++)
        {
          GtkWidget *widget = systole_scenario_panel_find (self->panel, -1, dims[i].key);

          if (systole_dim_get_form (&dims[i]) == SYSTOLE_DIM_NUMBER)
            g_assert_cmpfloat (systole_field_row_get_value (SYSTOLE_FIELD_ROW (widget)), ==, (double) op->dims[i]);
          else
            g_assert_cmpuint (systole_choice_row_get_selected (SYSTOLE_CHOICE_ROW (widget)), ==, op->dims[i]);
        }
      /* What both have keeps its size. */
      if (kind == SYSTOLE_OP_BATCHED_GEMM)
        g_assert_cmpuint (systole_op_get_dim (op, "k"), ==, 8);
      if (kind != SYSTOLE_OP_GEMM)
        g_assert_true (systole_session_undo (self->session));
      g_assert_cmpint (systole_edit_get_op (self->session)->kind, ==, SYSTOLE_OP_GEMM);
      g_assert_nonnull (systole_scenario_panel_find_row (self->panel, -1, "k"));
    }
}

/* A word is chosen, named in the history, and refused with the engine's sentence. */
static void
test_words (Fixture *self, gconstpointer data)
{
  SystoleHistory *history = systole_session_get_history (self->session);
  SystoleChoiceRow *phase, *causal;

  g_assert_true (systole_edit_set_op_kind (self->session, SYSTOLE_OP_ATTENTION, NULL));
  phase = SYSTOLE_CHOICE_ROW (systole_scenario_panel_find (self->panel, -1, "phase"));
  causal = SYSTOLE_CHOICE_ROW (systole_scenario_panel_find (self->panel, -1, "causal"));
  g_signal_emit_by_name (phase, "chosen", (guint) SYSTOLE_ATTENTION_CHUNK);
  g_assert_cmpuint (systole_op_get_dim (systole_edit_get_op (self->session), "phase"), ==, SYSTOLE_ATTENTION_CHUNK);
  g_assert_cmpuint (systole_choice_row_get_selected (phase), ==, SYSTOLE_ATTENTION_CHUNK);
  g_assert_cmpstr (systole_history_get_undo_name (history), ==, "Set Part of the answer to a piece of the prompt");
  /* More new tokens than are read: no token could see all before it. */
  g_assert_true (systole_field_row_type (row (self, -1, "sq"), "256"));
  g_signal_emit_by_name (causal, "chosen", 1u);
  g_assert_cmpuint (systole_op_get_dim (systole_edit_get_op (self->session), "causal"), ==, 0);
  g_assert_cmpuint (systole_choice_row_get_selected (causal), ==, 0);
  g_assert_true (gtk_widget_has_css_class (GTK_WIDGET (causal), "refused"));
  g_assert_true (systole_field_row_type (row (self, -1, "sq"), "64"));
  g_assert_false (gtk_widget_has_css_class (GTK_WIDGET (causal), "refused"));
  g_signal_emit_by_name (causal, "chosen", 1u);
  g_assert_cmpuint (systole_op_get_dim (systole_edit_get_op (self->session), "causal"), ==, 1);
}

static void
test_type (Fixture *self, gconstpointer data)
{
  static const struct
  {
    const char *text;
    guint64 value;
    gboolean echoes;
  } cases[] = {
    { "16", 16, FALSE },
    { "1.2k", 1200, TRUE },
    { "1,2k", 1200, TRUE },
    { "4Ki", 4096, TRUE },
    { " 7 ", 7, FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_assert_true (systole_field_row_type (row (self, -1, "k"), cases[i].text));
      g_assert_cmpuint (k_of (self), ==, cases[i].value);
      g_assert_cmpint (systole_field_row_get_note (row (self, -1, "k")) != NULL, ==, cases[i].echoes);
    }
  /* Two of them say the same. */
  for (guint i = 0; i < G_N_ELEMENTS (cases) - 1; i++)
    g_assert_true (systole_session_undo (self->session));
  g_assert_cmpuint (k_of (self), ==, 8);
  g_assert_cmpfloat (systole_field_row_get_value (row (self, -1, "k")), ==, 8);
}

/* Below M stands that twice the rows are nearly free on the array; its button does it. */
static void
test_hints (Fixture *self, gconstpointer data)
{
  GtkWidget *hints, *hint, *button;

  wait_until (systole_scenario_panel_is_settled (self->panel));
  hints = gtk_widget_get_next_sibling (GTK_WIDGET (row (self, -1, "m")));
  g_assert_true (gtk_widget_get_visible (hints));
  hint = gtk_widget_get_first_child (hints);
  g_assert_true (gtk_widget_has_css_class (hint, "advice"));
  g_assert_nonnull (strstr (gtk_label_get_text (GTK_LABEL (gtk_widget_get_first_child (hint))), "8 → 16"));
  button = gtk_widget_get_last_child (hint);
  g_assert_true (GTK_IS_BUTTON (button));
  g_signal_emit_by_name (button, "clicked");
  g_assert_cmpuint (systole_edit_get_op (self->session)->dims[SYSTOLE_GEMM_M], ==, 16);
  g_assert_cmpstr (systole_history_get_undo_name (systole_session_get_history (self->session)), ==, "Set M to 16");
  /* What was said of 8 is not said of 16. */
  g_assert_false (systole_scenario_panel_is_settled (self->panel));
  g_assert_cmpfloat (gtk_widget_get_opacity (hints), ==, 0);
  wait_until (systole_scenario_panel_is_settled (self->panel));
  g_assert_cmpfloat (gtk_widget_get_opacity (hints), ==, 1);
}

/* Out of range: the limit is named, nothing is clamped, nothing changes. */
static void
test_refuse (Fixture *self, gconstpointer data)
{
  static const char *const texts[] = { "0", "-3", "x", "", "1e99", "99999999999999999999" };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_assert_false (systole_field_row_type (row (self, -1, "k"), texts[i]));
      g_assert_nonnull (systole_field_row_get_note (row (self, -1, "k")));
      g_assert_cmpuint (k_of (self), ==, 8);
    }
  g_assert_false (systole_field_row_type (row (self, 0, "rows"), "1025"));
  g_assert_nonnull (strstr (systole_field_row_get_note (row (self, 0, "rows")), "1"));
  /* An odd number of warps is within the range of the field, but no SM has it. */
  g_assert_false (systole_field_row_type (row (self, 1, "warps"), "5"));
  g_assert_nonnull (systole_field_row_get_note (row (self, 1, "warps")));
  g_assert_false (systole_history_is_dirty (systole_session_get_history (self->session)));
}

/* The clock is shown in MHz: a bare number is MHz, a suffix is of hertz. */
static void
test_units (Fixture *self, gconstpointer data)
{
  SystoleFieldRow *clock = row (self, 0, "clock_hz");

  g_assert_true (systole_field_row_type (clock, "800"));
  g_assert_cmpfloat (systole_field_row_get_value (clock), ==, 800e6);
  g_assert_true (systole_field_row_type (clock, "1.5G"));
  g_assert_cmpfloat (systole_field_row_get_value (clock), ==, 1.5e9);
  g_assert_cmpstr (systole_history_get_undo_name (systole_session_get_history (self->session)), !=, NULL);
}

/* A whole number of bytes is that number, whatever its size. */
static void
test_whole_bytes (Fixture *self, gconstpointer data)
{
  SystoleFieldRow *port = row (self, 1, "port_bytes");

  g_assert_true (systole_field_row_type (port, "1024"));
  g_assert_cmpfloat (systole_field_row_get_value (port), ==, 1024);
  g_assert_true (systole_field_row_type (port, "32"));
  g_assert_cmpfloat (systole_field_row_get_value (port), ==, 32);
}

static void
test_prefixes (Fixture *self, gconstpointer data)
{
  double scale;

  g_assert_cmpstr (systole_field_unit_choose ("B", 4194304, &scale), ==, "Mi");
  g_assert_cmpfloat (scale, ==, 1048576);
  g_assert_cmpstr (systole_field_unit_choose ("Hz", 1.59e9, &scale), ==, "G");
  g_assert_cmpstr (systole_field_unit_choose ("s", 3e-6, &scale), ==, "µ");
  g_assert_cmpstr (systole_field_unit_choose ("FMA/cycle", 1024, &scale), ==, "");
  g_assert_cmpfloat (scale, ==, 1);
}

static void
test_catalogue_machine (Fixture *self, gconstpointer data)
{
  SystoleFieldRow *bandwidth;
  const SystoleLane *lane;
  double before;

  systole_edit_set_kind (self->session, 1, SYSTOLE_LANE_MACHINE, "nvidia-t4");
  bandwidth = row (self, 1, "memory.bandwidth");
  before = systole_field_row_get_value (bandwidth);
  g_assert_cmpfloat (before, ==, systole_machine_get (systole_catalogue_find (systole_session_get_catalogue (self->session), "nvidia-t4"), SYSTOLE_FIELD_MEMORY_BANDWIDTH));
  g_assert_true (systole_field_row_type (bandwidth, "260"));
  lane = systole_scenario_get_lane (systole_session_get_scenario (self->session), 1);
  g_assert_cmpuint (lane->sets->len, ==, 1);
  g_assert_cmpfloat (g_array_index (lane->sets, SystoleFieldSet, 0).value, ==, 260e9);
  systole_edit_revert_field (self->session, 1, SYSTOLE_FIELD_MEMORY_BANDWIDTH);
  g_assert_cmpfloat (systole_field_row_get_value (row (self, 1, "memory.bandwidth")), ==, before);
  while (systole_session_undo (self->session))
    continue;
  systole_session_cancel (self->session);
}

/* Who multiplies on a GPU: chosen in Setup, said among the differences, undone; only where there are two who could. */
static void
test_unit (Fixture *self, gconstpointer data)
{
  g_autofree char *text = NULL;
  GtkWidget *choice;
  guint n;

  systole_edit_set_kind (self->session, 0, SYSTOLE_LANE_MACHINE, "nvidia-gtx-1080-ti");
  systole_edit_set_kind (self->session, 1, SYSTOLE_LANE_MACHINE, "nvidia-t4");
  g_assert_null (systole_scenario_panel_find (self->panel, 0, "unit"));
  choice = systole_scenario_panel_find (self->panel, 1, "unit");
  g_assert_nonnull (choice);
  g_assert_cmpuint (systole_choice_row_get_selected (SYSTOLE_CHOICE_ROW (choice)), ==, 0);
  g_signal_emit_by_name (choice, "chosen", 1);
  g_assert_true (systole_scenario_get_lane (systole_session_get_scenario (self->session), 1)->mapping.lanes);
  g_assert_cmpuint (systole_choice_row_get_selected (SYSTOLE_CHOICE_ROW (systole_scenario_panel_find (self->panel, 1, "unit"))), ==, 1);
  text = systole_differences_describe (systole_session_get_scenario (self->session), systole_session_get_catalogue (self->session), &n);
  g_assert_nonnull (strstr (text, "Multiplied by: automatic ≠ vector lanes"));
  g_assert_true (systole_session_undo (self->session));
  g_assert_false (systole_scenario_get_lane (systole_session_get_scenario (self->session), 1)->mapping.lanes);
  while (systole_session_undo (self->session))
    continue;
  systole_session_cancel (self->session);
}

/* How tiles are dealt out: chosen in Setup, explained, said among the differences, undone. */
static void
test_schedule (Fixture *self, gconstpointer data)
{
  g_autofree char *text = NULL;
  GtkWidget *choice;
  guint n;

  systole_edit_set_kind (self->session, 0, SYSTOLE_LANE_MACHINE, "nvidia-t4");
  systole_edit_set_kind (self->session, 1, SYSTOLE_LANE_MACHINE, "nvidia-t4");
  choice = systole_scenario_panel_find (self->panel, 1, "schedule");
  g_assert_nonnull (choice);
  g_signal_emit_by_name (choice, "chosen", SYSTOLE_SCHEDULE_STREAM_K);
  g_assert_cmpint (systole_scenario_get_lane (systole_session_get_scenario (self->session), 1)->mapping.schedule, ==, SYSTOLE_SCHEDULE_STREAM_K);
  choice = systole_scenario_panel_find (self->panel, 1, "schedule");
  g_assert_cmpuint (systole_choice_row_get_selected (SYSTOLE_CHOICE_ROW (choice)), ==, SYSTOLE_SCHEDULE_STREAM_K);
  text = systole_differences_describe (systole_session_get_scenario (self->session), systole_session_get_catalogue (self->session), &n);
  g_assert_nonnull (strstr (text, "Tiles are dealt: automatic ≠ stream-K"));
  g_assert_true (systole_session_undo (self->session));
  g_assert_cmpint (systole_scenario_get_lane (systole_session_get_scenario (self->session), 1)->mapping.schedule, ==, SYSTOLE_SCHEDULE_ANY);
  while (systole_session_undo (self->session))
    continue;
  systole_session_cancel (self->session);
}

static void
test_differences (Fixture *self, gconstpointer data)
{
  g_autofree char *text = NULL;
  g_autofree char *none = NULL;
  guint n;

  text = systole_differences_describe (systole_session_get_scenario (self->session), systole_session_get_catalogue (self->session), &n);
  g_assert_nonnull (text);
  g_assert_cmpuint (n, >=, 2);
  g_assert_nonnull (strstr (text, "700"));
  /* A copy of a machine differs in nothing. */
  systole_edit_remove_lane (self->session, 1);
  systole_edit_add_lane (self->session);
  none = systole_differences_describe (systole_session_get_scenario (self->session), systole_session_get_catalogue (self->session), &n);
  g_assert_null (none);
  g_assert_cmpuint (n, ==, 0);
}

int
main (int argc, char **argv)
{
  systole_place_set_up (argv[0]);
  g_test_init (&argc, &argv, NULL);
  if (g_getenv ("DISPLAY") == NULL)
    {
      g_print ("1..0 # SKIP no display\n");
      return 0;
    }
  gtk_init ();
#define ADD(name, function) g_test_add ("/setup/" name, Fixture, NULL, set_up, function, tear_down)
  ADD ("rows-follow-table", test_rows_follow_table);
  ADD ("array-details", test_array_details);
  ADD ("every-operation", test_every_operation);
  ADD ("words", test_words);
  ADD ("type", test_type);
  ADD ("refuse", test_refuse);
  ADD ("hints", test_hints);
  ADD ("units", test_units);
  ADD ("whole-bytes", test_whole_bytes);
  ADD ("prefixes", test_prefixes);
  ADD ("catalogue-machine", test_catalogue_machine);
  ADD ("unit", test_unit);
  ADD ("schedule", test_schedule);
  ADD ("differences", test_differences);
  return g_test_run ();
}
