/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/sm-words.h"

#include <math.h>

#include "engine/base/i18n.h"
#include "engine/base/number.h"
#include "widgets/level-painter.h"
#include "widgets/unit-format.h"

/* Digits below the line, as the name of a tile has them. */
static char *
subscript (guint64 number)
{
  static const char *const digits[] = { "₀", "₁", "₂", "₃", "₄", "₅", "₆", "₇", "₈", "₉" };
  g_autofree char *plain = g_strdup_printf ("%" G_GUINT64_FORMAT, number);
  GString *out = g_string_new (NULL);

  for (const char *c = plain; *c != '\0'; c++)
    g_string_append (out, digits[*c - '0']);
  return g_string_free (out, FALSE);
}

char *
systole_sm_tile_name (SystoleOperand operand, guint64 tile)
{
  static const char *const names[] = { [SYSTOLE_OPERAND_A] = "A", [SYSTOLE_OPERAND_B] = "B", [SYSTOLE_OPERAND_C] = "C" };
  g_autofree char *number = tile != SYSTOLE_NO_INDEX ? subscript (tile) : g_strdup ("");

  return g_strconcat (names[operand], number, NULL);
}

/**
 * systole_sm_warp_words:
 *
 * Returns: (transfer full): the instruction that the warp issues or waits to issue
 */
char *
systole_sm_warp_words (const SystoleSmFrame *frame, const SystoleWarpState *warp)
{
  g_autofree char *tile = systole_sm_tile_name (warp->operand, warp->tile);
  g_autofree char *number = warp->tile != SYSTOLE_NO_INDEX ? systole_number_format_count (warp->tile) : NULL;

  switch (warp->instruction)
    {
    case SYSTOLE_INSTRUCTION_START:
      return g_strdup (C_ ("instruction", "start"));
    case SYSTOLE_INSTRUCTION_COPY:
      /* Translators: an instruction; %s names a tile of an operand: "copy A₁" */
      return g_strdup_printf (C_ ("instruction", "copy %s"), tile);
    case SYSTOLE_INSTRUCTION_WAIT:
      if (warp->tile == SYSTOLE_NO_INDEX)
        return g_strdup (C_ ("instruction", "wait"));
      if (warp->by_block)
        /* Translators: the warp waits for the bytes of its thread block, which has this number */
        return g_strdup_printf (C_ ("instruction", "wait, block %s"), number);
      /* Translators: an instruction: the warp waits until the tile with this number is there */
      return g_strdup_printf (C_ ("instruction", "wait tile %s"), number);
    case SYSTOLE_INSTRUCTION_LOAD:
      return warp->by_block ? g_strdup (C_ ("instruction", "load")) : g_strdup_printf (C_ ("instruction", "load %s"), tile);
    case SYSTOLE_INSTRUCTION_MMA:
      if (frame->main_unit != SYSTOLE_UNIT_TENSOR)
        /* Translators: an instruction: lanes multiply and add, each for itself; usually not translated */
        return g_strdup_printf (C_ ("instruction", "fma %u"), warp->index);
      return g_strdup_printf (C_ ("instruction", systole_maker_choose (frame->maker, NC_ ("instruction", "mma %u"))), warp->index);
    case SYSTOLE_INSTRUCTION_STORE:
      return warp->by_block ? g_strdup (C_ ("instruction", "store")) : g_strdup_printf (C_ ("instruction", "store %u"), warp->index);
    case SYSTOLE_INSTRUCTION_COMPUTE:
      return g_strdup (C_ ("instruction", "compute"));
    case SYSTOLE_INSTRUCTION_NONE:
    default:
      return g_strdup (C_ ("instruction", "finished"));
    }
}

/**
 * systole_sm_block_words:
 * @resident: of the blocks that an SM has at once
 *
 * Returns: (transfer full) (nullable): its number, NULL where the SM has one block at most
 */
char *
systole_sm_block_words (const SystoleSmFrame *frame, guint resident)
{
  guint64 block = systole_sm_frame_get_block (frame, resident);
  g_autofree char *number = frame->residents > 1 && block != SYSTOLE_NO_INDEX ? systole_number_format_count (block) : NULL;

  return number != NULL ? g_strdup_printf (_ ("block %s"), number) : NULL;
}

/* @words and of which block they are, where an SM has several. */
char *
systole_sm_with_block (const SystoleSmFrame *frame, guint resident, const char *words)
{
  g_autofree char *block = systole_sm_block_words (frame, resident);

  return block != NULL ? g_strdup_printf (_ ("%1$s, %2$s"), words, block) : g_strdup (words);
}

/* Whether two warps are of one thread block, as far as the frame tells. */
static gboolean
is_same_block (const SystoleWarpState *a, const SystoleWarpState *b)
{
  return a->resident == b->resident && (!a->by_block || a->tile == b->tile);
}

/* Blocks whose warps a row stands for, which wait for one reason. */
static guint
count_blocks (const SystoleSmFrame *frame, const SystoleWarpRow *row)
{
  const SystoleWarpState *warps = (const SystoleWarpState *) frame->warps->data;
  guint n = 0;

  for (guint i = 0; i < frame->warps->len; i++)
    {
      gboolean seen = warps[i].sub_core != row->first->sub_core || warps[i].issues || warps[i].reason != row->first->reason;

      for (guint j = 0; j < i && !seen; j++)
        seen = warps[j].sub_core == warps[i].sub_core && !warps[j].issues && warps[j].reason == warps[i].reason && is_same_block (&warps[i], &warps[j]);
      n += !seen;
    }
  return n;
}

/* “16 await data, 8 blocks”: warps that wait for one reason, each for its own bytes. */
static char *
describe_unlike (const SystoleSmFrame *frame, const SystoleWarpRow *row)
{
  const char *what = systole_reason_get_short (row->first->reason);
  guint blocks = count_blocks (frame, row);

  if (blocks > 1)
    /* Translators: how many warps; what they do, such as “await data”; of how many blocks */
    return g_strdup_printf (P_ ("%1$u %2$s, %3$u block", "%1$u %2$s, %3$u blocks", blocks), row->count, what, blocks);
  /* Translators: how many warps; what they do, such as “await data” */
  return g_strdup_printf (_ ("%1$u %2$s"), row->count, what);
}

char *
systole_sm_row_words (const SystoleSmFrame *frame, const SystoleWarpRow *row)
{
  g_autofree char *words = systole_sm_warp_words (frame, row->first);

  if (row->mixed)
    /* Translators: what one warp does, and how many there are beside it: "mma 0, 3 more" */
    return g_strdup_printf (P_ ("%s, %u more", "%s, %u more", row->count - 1), words, row->count - 1);
  if (row->count == 1)
    return systole_sm_with_block (frame, row->first->resident, words);
  if (!row->alike)
    return describe_unlike (frame, row);
  /* Translators: several warps that wait alike: "12 × wait tile 3" */
  return g_strdup_printf (_ ("%u × %s"), row->count, words);
}

char *
systole_sm_issue_words (const SystoleSmFrame *frame, guint sub_core, gboolean brief)
{
  const SystolePipeState *pipe = systole_sm_find_pipe (frame, frame->main_unit, sub_core);

  for (guint i = 0; i < frame->warps->len; i++)
    {
      const SystoleWarpState *warp = &g_array_index (frame->warps, SystoleWarpState, i);

      if (warp->sub_core == sub_core && warp->issues)
        /* Translators: the scheduler of a sub-core issues an instruction of warp number %u */
        return g_strdup_printf (systole_maker_say (frame->maker, N_ ("issues W%u")), warp->warp);
    }
  /* Lanes are given an instruction a cycle, of which the picture's fma is many. */
  if (frame->main_unit != SYSTOLE_UNIT_TENSOR && pipe != NULL && pipe->reason == SYSTOLE_REASON_BUSY && pipe->warp != G_MAXUINT)
    return g_strdup_printf (systole_maker_say (frame->maker, N_ ("issues W%u")), pipe->warp);
  /* Translators: “issues nothing” where there is no room for it; a dash stands for nothing */
  return g_strdup (brief ? _ ("issues –") : _ ("issues nothing"));
}

const SystolePipeState *
systole_sm_find_pipe (const SystoleSmFrame *frame, SystoleUnit unit, guint sub_core)
{
  for (guint i = 0; i < frame->pipes->len; i++)
    {
      const SystolePipeState *pipe = &g_array_index (frame->pipes, SystolePipeState, i);

      if (pipe->unit == unit && pipe->sub_core == sub_core)
        return pipe;
    }
  return NULL;
}

/**
 * systole_sm_find_cell:
 *
 * Returns: (nullable): a multiplier; NULL where the frame lists none. Cells come sub-core
 *   by sub-core, row by row.
 */
const SystoleFragmentCell *
systole_sm_find_cell (const SystoleSmFrame *frame, guint sub_core, guint row, guint column)
{
  gsize i = ((gsize) sub_core * frame->fragment_rows + row) * frame->fragment_columns + column;
  const SystoleFragmentCell *cell;

  if (row >= frame->fragment_rows || column >= frame->fragment_columns || i >= frame->cells->len)
    return NULL;
  cell = &g_array_index (frame->cells, SystoleFragmentCell, i);
  return cell->sub_core == sub_core ? cell : NULL;
}

SystoleReason
systole_sm_core_reason (const SystoleSmFrame *frame, guint sub_core)
{
  const SystolePipeState *pipe = systole_sm_find_pipe (frame, frame->main_unit, sub_core);

  return pipe != NULL ? pipe->reason : SYSTOLE_REASON_NO_WORK;
}

/**
 * systole_sm_cell_rests:
 *
 * Returns: whether the cell waits only because its core multiplies others of the same fragment in
 *   this cycle: where a fragment has more sums than the core has multipliers, it takes a few rows a cycle
 */
gboolean
systole_sm_cell_rests (const SystoleSmFrame *frame, const SystoleFragmentCell *cell)
{
  return cell->reason == SYSTOLE_REASON_UNIT_BUSY && systole_sm_core_reason (frame, cell->sub_core) == SYSTOLE_REASON_BUSY;
}

/**
 * systole_sm_count_busy_cells:
 * @first: @last: (out): rows of the first and the last of them; 0 where there are none
 *
 * Returns: cells of a sub-core's fragment that multiply in this cycle
 */
guint
systole_sm_count_busy_cells (const SystoleSmFrame *frame, guint sub_core, guint *first, guint *last)
{
  guint n = 0;

  *first = *last = 0;
  for (guint r = 0; r < frame->fragment_rows; r++)
    for (guint c = 0; c < frame->fragment_columns; c++)
      {
        const SystoleFragmentCell *cell = systole_sm_find_cell (frame, sub_core, r, c);

        if (cell == NULL || cell->reason != SYSTOLE_REASON_BUSY)
          continue;
        *first = n == 0 ? r : *first;
        *last = r;
        n++;
      }
  return n;
}

/**
 * systole_sm_explain_rest:
 *
 * Returns: (transfer full): why a part of the fragment's sums waits, in one sentence
 */
char *
systole_sm_explain_rest (const SystoleSmFrame *frame, guint sub_core)
{
  guint first, last, busy = systole_sm_count_busy_cells (frame, sub_core, &first, &last);
  g_autofree char *now = systole_number_format_count (busy), *all = systole_number_format_count ((guint64) frame->fragment_rows * frame->fragment_columns);

  /* Translators: how many sums are added to in this cycle; how many the fragment has */
  return g_strdup_printf (P_ ("%1$s of the fragment’s %2$s sums is added to in this cycle; the others wait for their turn.", "%1$s of the fragment’s %2$s sums are added to in this cycle; the others wait for their turn.", busy), now, all);
}

/* Which blocks an SM has at once. */
static void
describe_residents (const SystoleSmFrame *frame, GString *text)
{
  g_autoptr (GString) list = g_string_new (NULL);

  if (frame->residents < 2)
    return;
  for (guint i = 0; i < frame->residents; i++)
    {
      g_autofree char *number = systole_number_format_count (systole_sm_frame_get_block (frame, i));

      g_string_append_printf (list, "%s%s", i > 0 ? ", " : "", number);
    }
  /* Translators: numbers of the thread blocks that an SM works on by turns: "0, 132" */
  g_string_append_printf (text, _ (" Blocks at once: %s."), list->str);
}

/**
 * systole_sm_describe:
 *
 * Returns: (transfer full): one sentence for each state that tensor cores are in
 */
char *
systole_sm_describe (const SystoleLanePaint *self, const SystoleSmFrame *frame)
{
  guint counts[SYSTOLE_N_REASONS] = { 0 };
  GString *text = g_string_new (NULL);

  for (guint s = 0; s < frame->n_sub_cores; s++)
    counts[systole_sm_core_reason (frame, s)]++;
  if (frame->main_unit == SYSTOLE_UNIT_TENSOR)
    g_string_append_printf (text, systole_maker_say_many (frame->maker, NP_ ("%u of %u tensor cores multiplies.", "%u of %u tensor cores multiply."), counts[SYSTOLE_REASON_BUSY]), counts[SYSTOLE_REASON_BUSY], frame->n_sub_cores);
  else
    g_string_append_printf (text, systole_maker_say_many (frame->maker, NP_ ("The lanes of %u of %u sub-cores work.", "The lanes of %u of %u sub-cores work."), counts[SYSTOLE_REASON_BUSY]), counts[SYSTOLE_REASON_BUSY], frame->n_sub_cores);
  for (guint r = SYSTOLE_REASON_BUSY + 1; r < SYSTOLE_N_REASONS; r++)
    if (counts[r] > 0)
      {
        g_string_append_c (text, ' ');
        /* Translators: how many tensor cores are idle, and why: "1 is idle: waits for an earlier instruction’s result." */
        g_string_append_printf (text, P_ ("%u is idle: %s.", "%u are idle: %s.", counts[r]), counts[r], systole_reason_get_sentence ((SystoleReason) r, SYSTOLE_FAMILY_SM));
      }
  describe_residents (frame, text);
  if (frame->activity != NULL)
    {
      g_string_append_c (text, ' ');
      /* Translators: %s is what a thread block does: “takes exponentials” */
      g_string_append_printf (text, _ ("One of its blocks %s."), systole_maker_say (frame->maker, frame->activity));
    }
  return g_string_free (text, FALSE);
}

static void
add_value (GArray *facts, char *name, const SystoleValue *value, SystoleMeaning meaning)
{
  systole_facts_add_number (facts, name, value->present ? systole_paint_format_number (value->value) : g_strdup ("–"), meaning, value->present ? value->value : NAN);
}

/* A lane of vector arithmetic, or a multiplier whose element is not told. */
static char *
explain_lane (const SystoleSmFrame *frame, const SystoleFragmentCell *cell, char **sentence)
{
  *sentence = cell->reason == SYSTOLE_REASON_BUSY ? g_strdup (_ ("It works in this cycle.")) : g_strdup_printf (_ ("Idle: %s."), systole_reason_get_sentence (cell->reason, SYSTOLE_FAMILY_SM));
  if (frame->main_unit == SYSTOLE_UNIT_TENSOR)
    return g_strdup_printf (systole_maker_say (frame->maker, N_ ("Multiplier (%u, %u) of sub-core %u")), cell->row, cell->column, cell->sub_core);
  return g_strdup_printf (systole_maker_say (frame->maker, N_ ("Lane %u of sub-core %u")), cell->row * frame->fragment_columns + cell->column, cell->sub_core);
}

static char *
explain_multiplier (const SystoleSmFrame *frame, const SystoleTarget *target, GArray *facts, char **sentence)
{
  const SystoleFragmentCell *cell = systole_sm_find_cell (frame, target->sub_core, target->row, target->column);

  if (cell == NULL)
    return g_strdup_printf (systole_maker_say (frame->maker, N_ ("Multiplier (%u, %u) of sub-core %u")), target->row, target->column, target->sub_core);
  if (frame->fragment_k == 0)
    return explain_lane (frame, cell, sentence);
  if (cell->m != SYSTOLE_NO_INDEX && cell->k != SYSTOLE_NO_INDEX)
    {
      add_value (facts, g_strdup_printf ("a = A[%" G_GUINT64_FORMAT ", %" G_GUINT64_FORMAT "]", cell->m, cell->k), &cell->a, SYSTOLE_MEANING_A);
      add_value (facts, g_strdup_printf ("b = B[%" G_GUINT64_FORMAT ", %" G_GUINT64_FORMAT "]", cell->k, cell->n), &cell->b, SYSTOLE_MEANING_B);
    }
  if (cell->partial_in.present)
    add_value (facts, g_strdup (_ ("sum before")), &cell->partial_in, SYSTOLE_MEANING_SUM);
  if (cell->product.present)
    add_value (facts, g_strdup ("a × b"), &cell->product, SYSTOLE_N_MEANINGS);
  if (cell->partial_out.present)
    add_value (facts, g_strdup (_ ("sum now")), &cell->partial_out, SYSTOLE_MEANING_SUM);
  if (systole_sm_cell_rests (frame, cell))
    *sentence = systole_sm_explain_rest (frame, cell->sub_core);
  else if (cell->reason != SYSTOLE_REASON_BUSY)
    *sentence = g_strdup_printf (_ ("Idle: %s."), systole_reason_get_sentence (cell->reason, SYSTOLE_FAMILY_SM));
  else
    *sentence = g_strdup (_ ("The sum stays in its register; column k of A and row k of B are sent to all multipliers."));
  if (cell->m != SYSTOLE_NO_INDEX)
    return g_strdup_printf ("C[%" G_GUINT64_FORMAT ", %" G_GUINT64_FORMAT "]", cell->m, cell->n);
  return g_strdup_printf (systole_maker_say (frame->maker, N_ ("Multiplier (%u, %u) of sub-core %u")), target->row, target->column, target->sub_core);
}

static void
add_block (const SystoleSmFrame *frame, guint resident, GArray *facts)
{
  g_autofree char *number = frame->residents > 1 ? systole_sm_block_words (frame, resident) : NULL;

  if (number != NULL)
    systole_facts_add (facts, g_strdup (_ ("belongs to")), g_steal_pointer (&number), SYSTOLE_N_MEANINGS);
}

static char *
explain_warp (const SystoleSmFrame *frame, guint index, GArray *facts, char **sentence)
{
  for (guint i = 0; i < frame->warps->len; i++)
    {
      const SystoleWarpState *warp = &g_array_index (frame->warps, SystoleWarpState, i);

      if (warp->warp != index)
        continue;
      systole_facts_add (facts, g_strdup (systole_maker_say (frame->maker, N_ ("sub-core"))), g_strdup_printf ("%u", warp->sub_core), SYSTOLE_N_MEANINGS);
      systole_facts_add (facts, g_strdup (_ ("instruction")), systole_sm_warp_words (frame, warp), SYSTOLE_N_MEANINGS);
      add_block (frame, warp->resident, facts);
      *sentence = warp->issues ? g_strdup (_ ("It issues this instruction in this cycle.")) : g_strdup_printf (_ ("It waits: %s."), systole_reason_get_sentence (warp->reason, SYSTOLE_FAMILY_SM));
      break;
    }
  return g_strdup_printf (systole_maker_say (frame->maker, N_ ("Warp %u")), index);
}

static char *
explain_sub_core (const SystoleSmFrame *frame, guint sub_core, GArray *facts, char **sentence)
{
  const SystolePipeState *pipe = systole_sm_find_pipe (frame, frame->main_unit, sub_core);
  SystoleReason reason = systole_sm_core_reason (frame, sub_core);

  systole_facts_add (facts, g_strdup (_ ("scheduler")), systole_sm_issue_words (frame, sub_core, FALSE), SYSTOLE_N_MEANINGS);
  if (pipe != NULL && pipe->k != SYSTOLE_NO_INDEX)
    systole_facts_add_number (facts, g_strdup ("k"), g_strdup_printf ("%" G_GUINT64_FORMAT, pipe->k), SYSTOLE_N_MEANINGS, (double) pipe->k);
  if (pipe != NULL && pipe->warp != G_MAXUINT)
    systole_facts_add (facts, g_strdup (systole_maker_say (frame->maker, N_ ("warp"))), g_strdup_printf (systole_maker_choose (frame->maker, "W%u"), pipe->warp), SYSTOLE_N_MEANINGS);
  if (frame->main_unit != SYSTOLE_UNIT_TENSOR)
    *sentence = reason == SYSTOLE_REASON_BUSY ? g_strdup (_ ("Its lanes work.")) : g_strdup_printf (_ ("Its lanes are idle: %s."), systole_reason_get_sentence (reason, SYSTOLE_FAMILY_SM));
  else
    *sentence = reason == SYSTOLE_REASON_BUSY ? g_strdup (systole_maker_say (frame->maker, N_ ("Its tensor core multiplies."))) : g_strdup_printf (systole_maker_say (frame->maker, N_ ("Its tensor core is idle: %s.")), systole_reason_get_sentence (reason, SYSTOLE_FAMILY_SM));
  return g_strdup_printf (systole_maker_say (frame->maker, N_ ("Sub-core %u")), sub_core);
}

static char *
explain_stage (const SystoleSmFrame *frame, guint index, GArray *facts, char **sentence)
{
  const SystoleStageState *stage;
  g_autofree char *number = NULL;

  if (index >= frame->stages->len)
    return g_strdup (systole_maker_say (frame->maker, N_ ("Shared memory")));
  stage = &g_array_index (frame->stages, SystoleStageState, index);
  if (stage->tile == SYSTOLE_NO_INDEX)
    {
      *sentence = g_strdup (_ ("This stage is free."));
      return g_strdup_printf (systole_maker_say (frame->maker, N_ ("Stage %u of shared memory")), index);
    }
  number = systole_number_format_count (stage->tile);
  if (stage->by_block)
    {
      *sentence = g_strdup (stage->landed_a == stage->pieces_a ? _ ("Its bytes are there; it is its turn to compute.") : _ ("Its bytes are on the way, or wait for others to arrive before them."));
      return g_strdup_printf (_ ("Bytes of block %s"), number);
    }
  /* Translators: pieces of a tile that are there, of all pieces: "2 of 4" */
  systole_facts_add_amount (facts, g_strdup_printf (_ ("pieces of %s"), "A"), g_strdup_printf (_ ("%u of %u"), stage->landed_a, stage->pieces_a), SYSTOLE_MEANING_A, stage->landed_a);
  systole_facts_add_amount (facts, g_strdup_printf (_ ("pieces of %s"), "B"), g_strdup_printf (_ ("%u of %u"), stage->landed_b, stage->pieces_b), SYSTOLE_MEANING_B, stage->landed_b);
  add_block (frame, stage->resident, facts);
  *sentence = stage->landed_a + stage->landed_b == stage->pieces_a + stage->pieces_b ? g_strdup (_ ("The whole tile is there and may be read.")) : g_strdup (_ ("The tile may be read when all its pieces are there."));
  return g_strdup_printf (systole_maker_say (frame->maker, N_ ("Tile %s in shared memory")), number);
}

static char *
explain_copy (const SystoleSmFrame *frame, guint index, GArray *facts, char **sentence)
{
  const SystoleCopyState *copy;
  g_autofree char *name = NULL;
  g_autofree char *arrived = NULL;
  g_autofree char *bytes = NULL;

  if (index >= frame->copies->len)
    return g_strdup (_ ("Copies in flight"));
  copy = &g_array_index (frame->copies, SystoleCopyState, index);
  name = systole_sm_tile_name (copy->operand, copy->tile);
  arrived = systole_units_format_bytes (copy->arrived);
  bytes = systole_units_format_bytes (copy->bytes);
  systole_facts_add_amount (facts, g_strdup (_ ("arrived")), g_strdup_printf (_ ("%s of %s"), arrived, bytes), SYSTOLE_MEANING_MEMORY, (double) copy->arrived);
  if (!copy->by_block)
    systole_facts_add (facts, g_strdup (_ ("issued by")), g_strdup_printf (systole_maker_choose (frame->maker, "W%u"), copy->warp), SYSTOLE_N_MEANINGS);
  add_block (frame, copy->resident, facts);
  if (copy->queued)
    *sentence = g_strdup (_ ("It waits: the channel serves another copy."));
  else if (copy->arrived == 0)
    *sentence = g_strdup (_ ("It is on its way: no byte has arrived yet."));
  else if (copy->arrived < copy->bytes)
    *sentence = g_strdup (_ ("Its bytes are arriving."));
  else
    *sentence = g_strdup (_ ("Its last byte arrives in this cycle."));
  if (copy->by_block)
    {
      g_autofree char *block = systole_number_format_count (copy->tile);

      return g_strdup_printf (_ ("Copy for block %s"), block);
    }
  return g_strdup_printf (_ ("Copy of %s, piece %u of %u"), name, copy->piece + 1, copy->n_pieces);
}

/**
 * systole_sm_explain:
 * @facts: (inout): appended to
 * @sentence: (out) (transfer full): set where there is something to say
 *
 * Returns: (transfer full): title of a target
 */
char *
systole_sm_explain (const SystoleSmFrame *frame, const SystoleTarget *target, GArray **facts, char **sentence)
{
  switch (target->kind)
    {
    case SYSTOLE_TARGET_MULTIPLIER:
      return explain_multiplier (frame, target, *facts, sentence);
    case SYSTOLE_TARGET_WARP:
      return explain_warp (frame, target->row, *facts, sentence);
    case SYSTOLE_TARGET_SUB_CORE:
      return explain_sub_core (frame, target->sub_core, *facts, sentence);
    case SYSTOLE_TARGET_STAGE:
      return explain_stage (frame, target->row, *facts, sentence);
    case SYSTOLE_TARGET_COPY:
      return explain_copy (frame, target->row, *facts, sentence);
    case SYSTOLE_TARGET_NONE:
    case SYSTOLE_TARGET_UNIT:
    case SYSTOLE_TARGET_PE:
    case SYSTOLE_TARGET_MEMORY:
    case SYSTOLE_TARGET_ENGINE:
    case SYSTOLE_TARGET_LEVEL:
    default:
      return g_strdup (systole_level_get_title (SYSTOLE_LEVEL_SM, frame->maker));
    }
}
