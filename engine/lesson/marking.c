/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/lesson/marking.h"

#include <inttypes.h>

#include "engine/base/i18n.h"
#include "engine/base/number.h"

#define MAX_CYCLES 65536 /* that are looked through for what is asked: exercises are of small runs */

/* --- what is right --- */

/* In which cycles PEs of array 0 first multiply; each frame is of the PEs that are asked for. */
static void
solve_array (const SystoleExercise *self, const SystoleRun *run, SystoleTruth *truths)
{
  guint64 n = MIN (systole_run_get_n_cycles (run), MAX_CYCLES);
  guint rows, columns, left = self->blanks->len;
  SystoleArrayFrame frame;

  if (!systole_run_get_array_size (run, &rows, &columns))
    return;
  systole_array_frame_init (&frame);
  for (guint64 cycle = 0; cycle < n && left > 0; cycle++)
    for (guint i = 0; i < self->blanks->len; i++)
      {
        const SystoleBlank *blank = &g_array_index (self->blanks, SystoleBlank, i);
        const SystoleArrayCell *cell;
        SystoleWindow window;

        if (truths[i].known || blank->of >= rows || blank->column >= columns)
          continue;
        window = (SystoleWindow){ (guint) blank->of, blank->column, (guint) blank->of + 1, blank->column + 1, FALSE, 0 };
        systole_run_array_frame (run, 0, cycle, &window, &frame);
        cell = systole_array_frame_get_cell (&frame, (guint) blank->of, blank->column);
        if (cell == NULL || cell->reason != SYSTOLE_REASON_BUSY)
          continue;
        truths[i] = (SystoleTruth){ TRUE, cycle, cycle };
        left--;
      }
  systole_array_frame_clear (&frame);
}

static void
take_blocks (const SystoleExercise *self, const SystoleChipFrame *frame, SystoleTruth *truths, guint *left)
{
  for (guint u = 0; u < frame->units->len; u++)
    {
      const SystoleUnitState *unit = &g_array_index (frame->units, SystoleUnitState, u);

      for (guint i = 0; i < self->blanks->len; i++)
        if (!truths[i].known && unit->block != SYSTOLE_NO_INDEX && g_array_index (self->blanks, SystoleBlank, i).of == unit->block)
          {
            truths[i] = (SystoleTruth){ TRUE, unit->unit, frame->cycle };
            (*left)--;
          }
    }
}

/* Tiles begin with a wave or when the one before ends: only those cycles are looked at. */
static void
solve_tiles (const SystoleExercise *self, const SystoleRun *run, SystoleTruth *truths)
{
  guint left = self->blanks->len;
  SystoleChipFrame frame;
  guint64 cycle = 0;
  SystoleEvents kind;

  if (systole_run_get_n_units (run) == 0)
    return;
  systole_chip_frame_init (&frame);
  for (guint looked = 0; looked < MAX_CYCLES && left > 0; looked++)
    {
      systole_run_chip_frame (run, cycle, &frame);
      take_blocks (self, &frame, truths, &left);
      if (!systole_run_find_event (run, cycle, SYSTOLE_EVENT_TILE | SYSTOLE_EVENT_WAVE | SYSTOLE_EVENT_BUSY, 1, &cycle, &kind))
        break;
    }
  systole_chip_frame_clear (&frame);
}

/**
 * systole_exercise_solve:
 * @run: of the exercise's lane
 * @truths: (out caller-allocates): one for each blank
 */
void
systole_exercise_solve (const SystoleExercise *self, const SystoleRun *run, SystoleTruth *truths)
{
  for (guint i = 0; i < self->blanks->len; i++)
    truths[i] = (SystoleTruth){ FALSE, 0, 0 };
  if (self->kind == SYSTOLE_EXERCISE_TILE_UNIT)
    solve_tiles (self, run, truths);
  else
    solve_array (self, run, truths);
}

/* --- marking --- */

/**
 * systole_exercise_describe_blank:
 *
 * Returns: (transfer full): "Row 2", "PE (2, 3)", "Tile 5", translated
 */
char *
systole_exercise_describe_blank (const SystoleExercise *self, guint blank)
{
  const SystoleBlank *own = &g_array_index (self->blanks, SystoleBlank, blank);
  g_autofree char *of = systole_number_format_count (own->of);

  switch (self->kind)
    {
    case SYSTOLE_EXERCISE_ROW_ENTRY:
      return g_strdup_printf (_ ("Row %s"), of);
    case SYSTOLE_EXERCISE_FIRST_MULTIPLY:
      return g_strdup_printf (_ ("PE (%s, %u)"), of, own->column);
    case SYSTOLE_EXERCISE_TILE_UNIT:
      return g_strdup_printf (_ ("Tile %s"), of);
    case SYSTOLE_N_EXERCISES:
    default:
      g_return_val_if_reached (NULL);
    }
}

/* Of a wrong cycle: the machine as it was filled in and the real one differ from the earlier
 * of both on. */
static guint64
find_instant (const SystoleExercise *self, const SystoleBlank *blank, const SystoleTruth *truth)
{
  return self->kind == SYSTOLE_EXERCISE_TILE_UNIT ? truth->cycle : MIN (truth->cycle, blank->answer);
}

/* What happens then, and what was said; the right answer only where it is past. */
static char *
describe_wrong (const SystoleExercise *self, guint i, const SystoleTruth *truth, guint64 cycle)
{
  const SystoleBlank *blank = &g_array_index (self->blanks, SystoleBlank, i);
  g_autofree char *what = systole_exercise_describe_blank (self, i);
  g_autofree char *when = systole_number_format_count (cycle);
  g_autofree char *said = systole_number_format_count (blank->answer);

  if (self->kind == SYSTOLE_EXERCISE_TILE_UNIT)
    /* Translators: cycle, “Tile 5”, number of an SM or array */
    return g_strdup_printf (_ ("Cycle %s: %s begins now, and not on unit %s."), when, what, said);
  if (blank->answer < truth->answer)
    /* Translators: cycle, “Row 2” or “PE (2, 3)” */
    return g_strdup_printf (_ ("Cycle %s: %s would multiply now, but its operand is not there yet."), when, what);
  /* Translators: cycle, “Row 2” or “PE (2, 3)”, the cycle that was filled in */
  return g_strdup_printf (_ ("Cycle %s: %s multiplies now; in cycle %s its operand has passed."), when, what, said);
}

/**
 * systole_exercise_mark:
 * @run: of the exercise's lane
 * @out: (out caller-allocates): cleared with systole_mark_clear()
 *
 * The first wrong instant is that of the blank whose departure from the run is earliest;
 * of several in one cycle, that of the first of them.
 */
void
systole_exercise_mark (const SystoleExercise *self, const SystoleRun *run, SystoleMark *out)
{
  g_autofree SystoleTruth *truths = g_new (SystoleTruth, self->blanks->len);

  *out = (SystoleMark){ .first_wrong = -1 };
  systole_exercise_solve (self, run, truths);
  for (guint i = 0; i < self->blanks->len; i++)
    {
      const SystoleBlank *blank = &g_array_index (self->blanks, SystoleBlank, i);
      guint64 cycle;

      if (!truths[i].known)
        continue;
      out->n++;
      out->n_answered += blank->answered;
      out->n_right += blank->answered && blank->answer == truths[i].answer;
      if (!blank->answered || blank->answer == truths[i].answer)
        continue;
      cycle = find_instant (self, blank, &truths[i]);
      if (out->first_wrong >= 0 && cycle >= out->cycle)
        continue;
      out->first_wrong = (int) i;
      out->cycle = cycle;
    }
  if (out->first_wrong >= 0)
    out->sentence = describe_wrong (self, (guint) out->first_wrong, &truths[out->first_wrong], out->cycle);
  else if (out->n_answered < out->n)
    out->sentence = g_strdup_printf (P_ ("%u blank is not filled in yet.", "%u blanks are not filled in yet.", out->n - out->n_answered), out->n - out->n_answered);
  else
    out->sentence = g_strdup (_ ("All is right: the machine as you filled it in does what the engine does."));
}

void
systole_mark_clear (SystoleMark *self)
{
  g_clear_pointer (&self->sentence, g_free);
}

gboolean
systole_exercise_same (const SystoleExercise *a, const SystoleExercise *b)
{
  if (a->kind != b->kind || a->lane != b->lane || a->blanks->len != b->blanks->len)
    return FALSE;
  for (guint i = 0; i < a->blanks->len; i++)
    {
      const SystoleBlank *first = &g_array_index (a->blanks, SystoleBlank, i), *second = &g_array_index (b->blanks, SystoleBlank, i);

      if (first->of != second->of || first->column != second->column)
        return FALSE;
    }
  return TRUE;
}

/* --- making --- */

/* Every row; the corners and the middle of the array; the tiles in their order. */
static void
add_blanks (SystoleExercise *self, const SystoleRun *run)
{
  const guint max_rows = 16, max_tiles = 16;
  guint rows = 0, columns = 0;
  SystoleQuantity tiles = systole_run_get_counter (run, SYSTOLE_COUNTER_TILES);

  if (self->kind == SYSTOLE_EXERCISE_TILE_UNIT)
    {
      for (guint64 i = 0; tiles.present && i < tiles.count && i < max_tiles; i++)
        systole_exercise_add_blank (self, i, 0);
      return;
    }
  if (!systole_run_get_array_size (run, &rows, &columns))
    return;
  if (self->kind == SYSTOLE_EXERCISE_ROW_ENTRY)
    {
      for (guint i = 0; i < MIN (rows, max_rows); i++)
        systole_exercise_add_blank (self, i, 0);
      return;
    }
  systole_exercise_add_blank (self, 0, 0);
  if (columns > 1)
    systole_exercise_add_blank (self, 0, columns - 1);
  if (rows > 2 && columns > 2)
    systole_exercise_add_blank (self, rows / 2, columns / 2);
  if (rows > 1)
    systole_exercise_add_blank (self, rows - 1, 0);
  if (rows > 1 && columns > 1)
    systole_exercise_add_blank (self, rows - 1, columns - 1);
}

/**
 * systole_exercise_make:
 *
 * Returns: (transfer full) (nullable): NULL where the run answers none of the blanks
 */
SystoleExercise *
systole_exercise_make (SystoleExerciseKind kind, guint lane, const SystoleRun *run)
{
  g_autoptr (SystoleExercise) self = systole_exercise_new (kind, lane);
  g_autofree SystoleTruth *truths = NULL;

  add_blanks (self, run);
  if (self->blanks->len == 0)
    return NULL;
  truths = g_new (SystoleTruth, self->blanks->len);
  systole_exercise_solve (self, run, truths);
  for (guint i = self->blanks->len; i-- > 0;)
    if (!truths[i].known)
      g_array_remove_index (self->blanks, i);
  return self->blanks->len > 0 ? g_steal_pointer (&self) : NULL;
}

/**
 * systole_scenario_with_key:
 *
 * Returns: (transfer full) (nullable): the teacher's key: the same file with every blank
 *   filled in by the engine; NULL where a lane cannot run
 */
SystoleScenario *
systole_scenario_with_key (const SystoleScenario *self, const SystoleCatalogue *catalogue, GError **error)
{
  g_autoptr (SystoleScenario) key = systole_scenario_copy (self);

  for (guint e = 0; e < key->exercises->len; e++)
    {
      SystoleExercise *own = systole_exercise_copy (systole_scenario_get_exercise (self, e));
      g_autofree SystoleTruth *truths = g_new (SystoleTruth, own->blanks->len);
      g_autoptr (SystoleRun) run = NULL;

      systole_exercise_unref (key->exercises->pdata[e]);
      key->exercises->pdata[e] = own;
      run = systole_scenario_run_lane (self, own->lane, catalogue, NULL, NULL, error);
      if (run == NULL)
        return NULL;
      systole_exercise_solve (own, run, truths);
      for (guint i = 0; i < own->blanks->len; i++)
        {
          SystoleBlank *blank = &g_array_index (own->blanks, SystoleBlank, i);

          blank->answered = truths[i].known;
          blank->answer = truths[i].answer;
        }
    }
  return g_steal_pointer (&key);
}
