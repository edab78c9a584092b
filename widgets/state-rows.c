/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/state-rows.h"

#include "engine/base/i18n.h"
#include "engine/machine/unit-words.h"
#include "widgets/quantity-text.h"
#include "widgets/sm-words.h"

struct _SystoleStateRows
{
  SystoleRun *run;
  guint64 cycle;
  SystoleCamera camera;
  SystoleStateKind kind;

  guint rows, columns;           /* of the array */
  guint first_row, first_column; /* of the part shown */
  SystoleArrayFrame array;       /* one PE: computed when asked for */
  guint array_row;               /* that it holds; G_MAXUINT none */
  SystoleSmFrame sm;
  SystoleChipFrame chip;
  GArray *cells; /* guint: fragment cells of the sub-cores shown */
};

typedef struct
{
  const char *title;
  gboolean numeric;
} Heading;

static const Heading array_headings[] = {
  { N_ ("Row"), TRUE },
  { N_ ("Column"), TRUE },
  { N_ ("State"), FALSE },
  { NC_ ("operand", "a"), TRUE },
  { NC_ ("operand", "b"), TRUE },
  { N_ ("Product"), TRUE },
  { N_ ("Sum in"), TRUE },
  { N_ ("Sum out"), TRUE },
  { N_ ("Element"), FALSE },
};

static const Heading sm_headings[] = {
  { N_ ("Part"), FALSE },
  { N_ ("Sub-core"), TRUE },
  { N_ ("State"), FALSE },
  { N_ ("Work"), FALSE },
};

static const Heading chip_headings[] = {
  { N_ ("Part"), FALSE },
  { N_ ("State"), FALSE },
  { N_ ("Busy share"), TRUE },
  { N_ ("Tile"), TRUE },
};

static const struct
{
  const Heading *headings;
  guint n;
} kinds[] = {
  [SYSTOLE_STATE_KIND_NONE] = { NULL, 0 },
  [SYSTOLE_STATE_KIND_ARRAY] = { array_headings, G_N_ELEMENTS (array_headings) },
  [SYSTOLE_STATE_KIND_SM] = { sm_headings, G_N_ELEMENTS (sm_headings) },
  [SYSTOLE_STATE_KIND_CHIP] = { chip_headings, G_N_ELEMENTS (chip_headings) },
};

SystoleStateRows *
systole_state_rows_new (void)
{
  SystoleStateRows *self = g_new0 (SystoleStateRows, 1);

  systole_array_frame_init (&self->array);
  systole_sm_frame_init (&self->sm);
  systole_chip_frame_init (&self->chip);
  self->cells = g_array_new (FALSE, FALSE, sizeof (guint));
  self->array_row = G_MAXUINT;
  return self;
}

void
systole_state_rows_free (SystoleStateRows *self)
{
  g_clear_pointer (&self->run, systole_run_unref);
  systole_array_frame_clear (&self->array);
  systole_sm_frame_clear (&self->sm);
  systole_chip_frame_clear (&self->chip);
  g_array_unref (self->cells);
  g_free (self);
}

static gboolean
has_level (const SystoleRun *run, SystoleLevel level)
{
  SystoleLevel levels[SYSTOLE_N_LEVELS];
  guint n = systole_run_get_levels (run, levels, SYSTOLE_N_LEVELS);

  for (guint i = 0; i < n; i++)
    if (levels[i] == level)
      return TRUE;
  return FALSE;
}

static SystoleStateKind
kind_of (const SystoleRun *run, SystoleLevel level)
{
  switch (level)
    {
    case SYSTOLE_LEVEL_ARRAY:
    case SYSTOLE_LEVEL_PE:
      return SYSTOLE_STATE_KIND_ARRAY;
    case SYSTOLE_LEVEL_SM:
    case SYSTOLE_LEVEL_SUB_CORE:
    case SYSTOLE_LEVEL_FRAGMENT:
      return SYSTOLE_STATE_KIND_SM;
    case SYSTOLE_LEVEL_CORE:
      /* A core is drawn as its array where there is one. */
      return has_level (run, SYSTOLE_LEVEL_ARRAY) ? SYSTOLE_STATE_KIND_ARRAY : SYSTOLE_STATE_KIND_CHIP;
    default:
      return SYSTOLE_STATE_KIND_CHIP;
    }
}

static void
fill_sm (SystoleStateRows *self)
{
  gboolean one = self->camera.level == SYSTOLE_LEVEL_SUB_CORE || self->camera.level == SYSTOLE_LEVEL_FRAGMENT;

  self->sm.values = TRUE;
  systole_run_sm_frame (self->run, self->camera.unit, self->cycle, &self->sm);
  g_array_set_size (self->cells, 0);
  for (guint i = 0; i < self->sm.cells->len; i++)
    if (!one || g_array_index (self->sm.cells, SystoleFragmentCell, i).sub_core == self->camera.sub_core)
      g_array_append_val (self->cells, i);
}

/**
 * systole_state_rows_set:
 * @run: (nullable):
 * @cycle: 0 … n − 1
 */
void
systole_state_rows_set (SystoleStateRows *self, SystoleRun *run, guint64 cycle, const SystoleCamera *camera)
{
  if (run != NULL)
    systole_run_ref (run);
  g_clear_pointer (&self->run, systole_run_unref);
  self->run = run;
  self->cycle = cycle;
  self->camera = *camera;
  self->array_row = G_MAXUINT;
  self->kind = run != NULL ? kind_of (run, camera->level) : SYSTOLE_STATE_KIND_NONE;

  switch (self->kind)
    {
    case SYSTOLE_STATE_KIND_ARRAY:
      self->first_row = self->first_column = 0;
      if (!systole_run_get_array_size (run, &self->rows, &self->columns))
        self->kind = SYSTOLE_STATE_KIND_NONE;
      else if (camera->level == SYSTOLE_LEVEL_PE)
        {
          self->first_row = MIN (camera->row, self->rows - 1);
          self->first_column = MIN (camera->column, self->columns - 1);
          self->rows = self->columns = 1;
        }
      break;
    case SYSTOLE_STATE_KIND_SM:
      fill_sm (self);
      break;
    case SYSTOLE_STATE_KIND_CHIP:
      systole_run_chip_frame (run, cycle, &self->chip);
      break;
    case SYSTOLE_STATE_KIND_NONE:
      break;
    }
}

SystoleStateKind
systole_state_rows_get_kind (const SystoleStateRows *self)
{
  return self->kind;
}

guint
systole_state_rows_get_n_columns (const SystoleStateRows *self)
{
  return kinds[self->kind].n;
}

const char *
systole_state_rows_get_title (const SystoleStateRows *self, guint column)
{
  g_return_val_if_fail (column < kinds[self->kind].n, NULL);
  if (self->kind == SYSTOLE_STATE_KIND_ARRAY && (column == 3 || column == 4))
    return C_ ("operand", array_headings[column].title);
  return self->kind == SYSTOLE_STATE_KIND_SM ? systole_maker_say (self->sm.maker, kinds[self->kind].headings[column].title) : _ (kinds[self->kind].headings[column].title);
}

gboolean
systole_state_rows_is_numeric (const SystoleStateRows *self, guint column)
{
  g_return_val_if_fail (column < kinds[self->kind].n, FALSE);
  return kinds[self->kind].headings[column].numeric;
}

guint
systole_state_rows_get_n_rows (const SystoleStateRows *self)
{
  switch (self->kind)
    {
    case SYSTOLE_STATE_KIND_ARRAY:
      return self->rows * self->columns;
    case SYSTOLE_STATE_KIND_SM:
      return self->sm.warps->len + self->sm.pipes->len + self->sm.copies->len + self->sm.stages->len + self->cells->len;
    case SYSTOLE_STATE_KIND_CHIP:
      return self->chip.units->len + self->chip.memories->len;
    case SYSTOLE_STATE_KIND_NONE:
      return 0;
    }
  g_return_val_if_reached (0);
}

/* "works", or "F: fill". */
static char *
state_text (SystoleFamily family, SystoleReason reason)
{
  if (reason == SYSTOLE_REASON_BUSY)
    return g_strdup (C_ ("state", "works"));
  /* Translators: why something is idle: letter, name and sentence of the reason. */
  return g_strdup_printf (_ ("%s: %s, %s"), systole_reason_get_letter (reason), systole_reason_get_title (reason), systole_reason_get_sentence (reason, family));
}

static char *
value_text (SystoleValue value)
{
  return value.present ? systole_paint_format_number (value.value) : NULL;
}

static char *
element_text (guint64 m, guint64 n, guint64 k)
{
  if (m == SYSTOLE_NO_INDEX || n == SYSTOLE_NO_INDEX)
    return NULL;
  if (k == SYSTOLE_NO_INDEX)
    return g_strdup_printf ("C[%" G_GUINT64_FORMAT ", %" G_GUINT64_FORMAT "]", m, n);
  return g_strdup_printf ("C[%" G_GUINT64_FORMAT ", %" G_GUINT64_FORMAT "], k = %" G_GUINT64_FORMAT, m, n, k);
}

static char *
array_text (SystoleStateRows *self, guint row, guint column)
{
  const SystoleArrayCell *cell;

  if (self->array_row != row)
    {
      guint r = self->first_row + row / self->columns, c = self->first_column + row % self->columns;
      SystoleWindow window = { r, c, r + 1, c + 1, TRUE };

      systole_run_array_frame (self->run, self->camera.unit, self->cycle, &window, &self->array);
      self->array_row = row;
    }
  cell = &g_array_index (self->array.cells, SystoleArrayCell, 0);
  switch (column)
    {
    case 0:
      return g_strdup_printf ("%u", cell->row);
    case 1:
      return g_strdup_printf ("%u", cell->column);
    case 2:
      return state_text (SYSTOLE_FAMILY_ARRAY, cell->reason);
    case 3:
      return value_text (cell->a);
    case 4:
      return value_text (cell->b);
    case 5:
      return value_text (cell->product);
    case 6:
      return value_text (cell->partial_in);
    case 7:
      return value_text (cell->partial_out);
    default:
      return element_text (cell->m, cell->n, cell->k);
    }
}

static char *
instruction_text (const SystoleWarpState *warp)
{
  static const char *const words[] = {
    [SYSTOLE_INSTRUCTION_NONE] = N_ ("finished"),
    [SYSTOLE_INSTRUCTION_START] = N_ ("starts"),
    [SYSTOLE_INSTRUCTION_COPY] = N_ ("asks for a copy"),
    [SYSTOLE_INSTRUCTION_WAIT] = N_ ("waits for a tile"),
    [SYSTOLE_INSTRUCTION_LOAD] = N_ ("loads a fragment"),
    [SYSTOLE_INSTRUCTION_MMA] = N_ ("multiplies"),
    [SYSTOLE_INSTRUCTION_STORE] = N_ ("stores results"),
    [SYSTOLE_INSTRUCTION_COMPUTE] = N_ ("computes"),
  };

  g_autofree char *tile = NULL;

  if (warp->tile == SYSTOLE_NO_INDEX)
    return g_strdup (_ (words[warp->instruction]));
  tile = systole_text_count (warp->tile);
  if (warp->by_block)
    /* Translators: what a warp does, and for which thread block: "computes, block 1" */
    return g_strdup_printf (_ ("%s, block %s"), warp->instruction == SYSTOLE_INSTRUCTION_WAIT ? _ ("waits for its bytes") : _ (words[warp->instruction]), tile);
  /* Translators: what a warp does, and for which tile: "multiplies, tile 1". */
  return g_strdup_printf (_ ("%s, tile %s"), _ (words[warp->instruction]), tile);
}

static char *
warp_text (const SystoleSmFrame *frame, const SystoleWarpState *warp, guint column)
{
  g_autofree char *instruction = NULL;

  switch (column)
    {
    case 0:
      return g_strdup_printf (systole_maker_say (frame->maker, N_ ("Warp %u")), warp->warp);
    case 1:
      return g_strdup_printf ("%u", warp->sub_core);
    case 2:
      return state_text (SYSTOLE_FAMILY_SM, warp->issues ? SYSTOLE_REASON_BUSY : warp->reason);
    default:
      instruction = instruction_text (warp);
      return instruction != NULL ? systole_sm_with_block (frame, warp->resident, instruction) : systole_sm_block_words (frame, warp->resident);
    }
}

static char *
pipe_text (SystoleMaker maker, const SystolePipeState *pipe, guint column)
{
  switch (column)
    {
    case 0:
      return g_strdup (systole_unit_get_title (pipe->unit, maker));
    case 1:
      return pipe->sub_core == G_MAXUINT ? NULL : g_strdup_printf ("%u", pipe->sub_core);
    case 2:
      return state_text (SYSTOLE_FAMILY_SM, pipe->reason);
    default:
      return pipe->warp == G_MAXUINT ? NULL : g_strdup_printf (systole_maker_say (maker, N_ ("for warp %u")), pipe->warp);
    }
}

static char *
copy_text (const SystoleSmFrame *frame, const SystoleCopyState *copy, guint column)
{
  g_autofree char *tile = systole_text_count (copy->tile);

  switch (column)
    {
    case 0:
      if (copy->by_block)
        return g_strdup_printf (_ ("Copy for block %s"), tile);
      /* Translators: a piece of operand A or B on its way to shared memory. */
      return g_strdup_printf (_ ("Copy of %c, tile %s, piece %u"), copy->operand == SYSTOLE_OPERAND_A ? 'A' : 'B', tile, copy->piece);
    case 1:
      return NULL;
    case 2:
      return g_strdup (copy->queued ? _ ("waits for the channel") : _ ("in flight"));
    default:
      {
        g_autofree char *share = systole_text_share (copy->arrived, copy->bytes);
        /* Translators: how many bytes of a copy have arrived: "16 of 32 (50 %) bytes". */
        g_autofree char *bytes = g_strdup_printf (_ ("%s bytes"), share);

        return systole_sm_with_block (frame, copy->resident, bytes);
      }
    }
}

static char *
stage_text (const SystoleSmFrame *frame, const SystoleStageState *stage, guint number, guint column)
{
  g_autofree char *tile = systole_text_count (stage->tile);
  g_autofree char *words = NULL;

  switch (column)
    {
    case 0:
      return g_strdup_printf (systole_maker_say (frame->maker, N_ ("Stage %u of shared memory")), number);
    case 1:
      return NULL;
    case 2:
      if (stage->tile == SYSTOLE_NO_INDEX)
        return g_strdup (_ ("empty"));
      words = stage->by_block ? g_strdup_printf (_ ("block %s"), tile) : g_strdup_printf (_ ("tile %s"), tile);
      return systole_sm_with_block (frame, stage->resident, words);
    default:
      if (stage->tile == SYSTOLE_NO_INDEX)
        return NULL;
      if (stage->by_block)
        return g_strdup (stage->landed_a == stage->pieces_a ? _ ("its bytes are there") : _ ("its bytes are on the way"));
      /* Translators: how many pieces of each operand have landed. */
      return g_strdup_printf (_ ("A %u of %u, B %u of %u pieces"), stage->landed_a, stage->pieces_a, stage->landed_b, stage->pieces_b);
    }
}

static char *
multiplier_text (const SystoleFragmentCell *cell, guint column)
{
  g_autofree char *a = value_text (cell->a);
  g_autofree char *b = value_text (cell->b);
  g_autofree char *in = value_text (cell->partial_in);
  g_autofree char *out = value_text (cell->partial_out);

  switch (column)
    {
    case 0:
      return g_strdup_printf (_ ("Multiplier (%u, %u)"), cell->row, cell->column);
    case 1:
      return g_strdup_printf ("%u", cell->sub_core);
    case 2:
      return state_text (SYSTOLE_FAMILY_SM, cell->reason);
    default:
      if (cell->reason == SYSTOLE_REASON_BUSY && a != NULL && b != NULL && in != NULL && out != NULL)
        return g_strdup_printf ("%s + %s × %s = %s", in, a, b, out);
      return element_text (cell->m, cell->n, cell->k);
    }
}

static char *
sm_text (SystoleStateRows *self, guint row, guint column)
{
  if (row < self->sm.warps->len)
    return warp_text (&self->sm, &g_array_index (self->sm.warps, SystoleWarpState, row), column);
  row -= self->sm.warps->len;
  if (row < self->sm.pipes->len)
    return pipe_text (self->sm.maker, &g_array_index (self->sm.pipes, SystolePipeState, row), column);
  row -= self->sm.pipes->len;
  if (row < self->sm.copies->len)
    return copy_text (&self->sm, &g_array_index (self->sm.copies, SystoleCopyState, row), column);
  row -= self->sm.copies->len;
  if (row < self->sm.stages->len)
    return stage_text (&self->sm, &g_array_index (self->sm.stages, SystoleStageState, row), row, column);
  row -= self->sm.stages->len;
  return multiplier_text (&g_array_index (self->sm.cells, SystoleFragmentCell, g_array_index (self->cells, guint, row)), column);
}

static char *
chip_text (SystoleStateRows *self, guint row, guint column)
{
  if (row < self->chip.units->len)
    {
      const SystoleUnitState *unit = &g_array_index (self->chip.units, SystoleUnitState, row);

      switch (column)
        {
        case 0:
          return has_level (self->run, SYSTOLE_LEVEL_SM) ? g_strdup_printf (_ ("%1$s %2$u"), systole_machine_get_unit_word (systole_run_get_machine (self->run)), unit->unit) : g_strdup_printf (_ ("Array %u"), unit->unit);
        case 1:
          return state_text (systole_machine_get_family (systole_run_get_machine (self->run)), unit->reason);
        case 2:
          return systole_text_percent (unit->busy_share);
        default:
          return unit->block == SYSTOLE_NO_INDEX ? NULL : systole_text_count (unit->block);
        }
    }
  else
    {
      const SystoleMemoryState *memory = &g_array_index (self->chip.memories, SystoleMemoryState, row - self->chip.units->len);

      if (column == 0)
        return g_strdup (systole_memory_level_get_title (memory->level, systole_run_get_maker (self->run)));
      if (column > 1)
        return NULL;
      if (memory->reading && memory->writing)
        return g_strdup (_ ("read and written"));
      return g_strdup (memory->reading ? _ ("read") : memory->writing ? _ ("written")
                                                                      : C_ ("state", "still"));
    }
}

char *
systole_state_rows_get_text (SystoleStateRows *self, guint row, guint column)
{
  g_return_val_if_fail (row < systole_state_rows_get_n_rows (self), NULL);
  switch (self->kind)
    {
    case SYSTOLE_STATE_KIND_ARRAY:
      return array_text (self, row, column);
    case SYSTOLE_STATE_KIND_SM:
      return sm_text (self, row, column);
    case SYSTOLE_STATE_KIND_CHIP:
      return chip_text (self, row, column);
    case SYSTOLE_STATE_KIND_NONE:
      return NULL;
    }
  g_return_val_if_reached (NULL);
}

static SystoleReason
get_reason (SystoleStateRows *self, guint row)
{
  if (self->kind == SYSTOLE_STATE_KIND_ARRAY)
    {
      g_free (array_text (self, row, 0)); /* fetches the PE */
      return g_array_index (self->array.cells, SystoleArrayCell, 0).reason;
    }
  if (self->kind == SYSTOLE_STATE_KIND_CHIP)
    return row < self->chip.units->len ? g_array_index (self->chip.units, SystoleUnitState, row).reason : SYSTOLE_REASON_BUSY;
  if (row < self->sm.warps->len)
    return g_array_index (self->sm.warps, SystoleWarpState, row).reason;
  if (row < self->sm.warps->len + self->sm.pipes->len)
    return g_array_index (self->sm.pipes, SystolePipeState, row - self->sm.warps->len).reason;
  if (row + self->cells->len >= systole_state_rows_get_n_rows (self))
    return g_array_index (self->sm.cells, SystoleFragmentCell, g_array_index (self->cells, guint, row + self->cells->len - systole_state_rows_get_n_rows (self))).reason;
  return SYSTOLE_REASON_BUSY;
}

/**
 * systole_state_rows_get_why:
 *
 * Returns: (transfer full) (nullable): the sentence of the reason for which a row is idle
 */
char *
systole_state_rows_get_why (SystoleStateRows *self, guint row)
{
  SystoleReason reason;

  g_return_val_if_fail (row < systole_state_rows_get_n_rows (self), NULL);
  reason = get_reason (self, row);
  return reason == SYSTOLE_REASON_BUSY ? NULL : g_strdup (systole_reason_get_sentence (reason, systole_machine_get_family (systole_run_get_machine (self->run))));
}

/**
 * systole_state_rows_get_target:
 *
 * What a row stands for on the picture; kind NONE when nothing can be pointed at.
 */
SystoleTarget
systole_state_rows_get_target (SystoleStateRows *self, guint row)
{
  SystoleTarget target = SYSTOLE_TARGET_INIT;

  target.unit = self->camera.unit;
  if (self->kind == SYSTOLE_STATE_KIND_ARRAY)
    {
      target.kind = SYSTOLE_TARGET_PE;
      target.row = self->first_row + row / self->columns;
      target.column = self->first_column + row % self->columns;
    }
  else if (self->kind == SYSTOLE_STATE_KIND_SM && row < self->sm.warps->len)
    {
      target.kind = SYSTOLE_TARGET_WARP;
      target.row = g_array_index (self->sm.warps, SystoleWarpState, row).warp;
      target.sub_core = g_array_index (self->sm.warps, SystoleWarpState, row).sub_core;
    }
  else if (self->kind == SYSTOLE_STATE_KIND_SM && row >= systole_state_rows_get_n_rows (self) - self->cells->len)
    {
      guint i = row - (systole_state_rows_get_n_rows (self) - self->cells->len);
      const SystoleFragmentCell *cell = &g_array_index (self->sm.cells, SystoleFragmentCell, g_array_index (self->cells, guint, i));

      target.kind = SYSTOLE_TARGET_MULTIPLIER;
      target.sub_core = cell->sub_core;
      target.row = cell->row;
      target.column = cell->column;
    }
  else if (self->kind == SYSTOLE_STATE_KIND_CHIP)
    {
      target.kind = row < self->chip.units->len ? SYSTOLE_TARGET_UNIT : SYSTOLE_TARGET_MEMORY;
      target.unit = row < self->chip.units->len ? row : 0;
      target.row = row < self->chip.units->len ? 0 : row - self->chip.units->len;
    }
  return target;
}
