/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/cli/frame-json.h"

#include "app/cli/cli-progress.h"

static const char *const instruction_ids[] = {
  [SYSTOLE_INSTRUCTION_NONE] = NULL,
  [SYSTOLE_INSTRUCTION_START] = "start",
  [SYSTOLE_INSTRUCTION_COPY] = "copy",
  [SYSTOLE_INSTRUCTION_WAIT] = "wait",
  [SYSTOLE_INSTRUCTION_LOAD] = "load",
  [SYSTOLE_INSTRUCTION_MMA] = "mma",
  [SYSTOLE_INSTRUCTION_STORE] = "store",
};

static const char *const operand_ids[] = {
  [SYSTOLE_OPERAND_A] = "A",
  [SYSTOLE_OPERAND_B] = "B",
  [SYSTOLE_OPERAND_C] = "C",
};

static void
add_value (SystoleJson *json, const char *key, SystoleValue value)
{
  if (value.present)
    systole_json_real (json, key, value.value);
  else
    systole_json_null (json, key);
}

static void
add_index (SystoleJson *json, const char *key, guint64 index)
{
  if (index == SYSTOLE_NO_INDEX)
    systole_json_null (json, key);
  else
    systole_json_uint (json, key, index);
}

/* As add_index() for the places that say “none” with G_MAXUINT. */
static void
add_number (SystoleJson *json, const char *key, guint number)
{
  add_index (json, key, number == G_MAXUINT ? SYSTOLE_NO_INDEX : number);
}

static void
add_state (SystoleJson *json, SystoleReason reason)
{
  systole_json_string (json, "state", reason == SYSTOLE_REASON_BUSY ? "busy" : "idle");
  systole_json_string (json, "reason", systole_reason_get_id (reason));
}

/* The cell in one line. */
void
systole_cli_frame_json_array_cell (SystoleJson *json, const SystoleArrayCell *cell)
{
  systole_json_begin_line (json, NULL, '{');
  systole_json_uint (json, "row", cell->row);
  systole_json_uint (json, "column", cell->column);
  add_state (json, cell->reason);
  add_value (json, "a", cell->a);
  add_value (json, "b", cell->b);
  add_value (json, "product", cell->product);
  add_value (json, "partial_in", cell->partial_in);
  add_value (json, "partial_out", cell->partial_out);
  add_index (json, "m", cell->m);
  add_index (json, "n", cell->n);
  add_index (json, "k", cell->k);
  add_index (json, "fold", cell->fold);
  systole_json_boolean (json, "final", cell->final);
  systole_json_end (json);
}

static void
add_warps (SystoleJson *json, const SystoleSmFrame *frame)
{
  systole_json_begin_array (json, "warps");
  for (guint i = 0; i < frame->warps->len; i++)
    {
      const SystoleWarpState *warp = &g_array_index (frame->warps, SystoleWarpState, i);
      gboolean has_operand = warp->instruction == SYSTOLE_INSTRUCTION_LOAD || warp->instruction == SYSTOLE_INSTRUCTION_COPY;

      systole_json_begin_line (json, NULL, '{');
      systole_json_uint (json, "warp", warp->warp);
      systole_json_uint (json, "sub_core", warp->sub_core);
      add_state (json, warp->reason);
      systole_json_boolean (json, "issues", warp->issues);
      systole_json_string (json, "instruction", instruction_ids[warp->instruction]);
      systole_json_string (json, "operand", has_operand ? operand_ids[warp->operand] : NULL);
      add_index (json, "tile", warp->tile);
      systole_json_uint (json, "index", warp->index);
      systole_json_end (json);
    }
  systole_json_end (json);
}

static void
add_pipes (SystoleJson *json, const SystoleSmFrame *frame)
{
  systole_json_begin_array (json, "pipes");
  for (guint i = 0; i < frame->pipes->len; i++)
    {
      const SystolePipeState *pipe = &g_array_index (frame->pipes, SystolePipeState, i);

      systole_json_begin_line (json, NULL, '{');
      systole_json_string (json, "unit", systole_unit_get_id (pipe->unit));
      add_number (json, "sub_core", pipe->sub_core);
      add_state (json, pipe->reason);
      add_number (json, "warp", pipe->warp);
      add_index (json, "tile", pipe->tile);
      add_index (json, "m", pipe->m0);
      add_index (json, "n", pipe->n0);
      add_index (json, "k", pipe->k);
      systole_json_end (json);
    }
  systole_json_end (json);
}

static void
add_copies (SystoleJson *json, const SystoleSmFrame *frame)
{
  systole_json_begin_array (json, "copies");
  for (guint i = 0; i < frame->copies->len; i++)
    {
      const SystoleCopyState *copy = &g_array_index (frame->copies, SystoleCopyState, i);

      systole_json_begin_line (json, NULL, '{');
      systole_json_string (json, "operand", operand_ids[copy->operand]);
      add_index (json, "tile", copy->tile);
      systole_json_uint (json, "piece", copy->piece);
      systole_json_uint (json, "pieces", copy->n_pieces);
      systole_json_uint (json, "warp", copy->warp);
      systole_json_uint (json, "bytes", copy->bytes);
      systole_json_uint (json, "arrived", copy->arrived);
      systole_json_boolean (json, "queued", copy->queued);
      systole_json_end (json);
    }
  systole_json_end (json);
}

static void
add_stages (SystoleJson *json, const SystoleSmFrame *frame)
{
  systole_json_begin_array (json, "stages");
  for (guint i = 0; i < frame->stages->len; i++)
    {
      const SystoleStageState *stage = &g_array_index (frame->stages, SystoleStageState, i);

      systole_json_begin_line (json, NULL, '{');
      add_index (json, "tile", stage->tile);
      systole_json_uint (json, "pieces_a", stage->pieces_a);
      systole_json_uint (json, "landed_a", stage->landed_a);
      systole_json_uint (json, "pieces_b", stage->pieces_b);
      systole_json_uint (json, "landed_b", stage->landed_b);
      systole_json_end (json);
    }
  systole_json_end (json);
}

static void
add_fragments (SystoleJson *json, const SystoleSmFrame *frame)
{
  systole_json_begin_array (json, "fragments");
  for (guint i = 0; i < frame->cells->len; i++)
    {
      const SystoleFragmentCell *cell = &g_array_index (frame->cells, SystoleFragmentCell, i);

      systole_json_begin_line (json, NULL, '{');
      systole_json_uint (json, "sub_core", cell->sub_core);
      systole_json_uint (json, "row", cell->row);
      systole_json_uint (json, "column", cell->column);
      add_state (json, cell->reason);
      add_value (json, "a", cell->a);
      add_value (json, "b", cell->b);
      add_value (json, "product", cell->product);
      add_value (json, "partial_in", cell->partial_in);
      add_value (json, "partial_out", cell->partial_out);
      add_index (json, "m", cell->m);
      add_index (json, "n", cell->n);
      add_index (json, "k", cell->k);
      systole_json_end (json);
    }
  systole_json_end (json);
}

/* The members of an SM's frame: block, warps, pipes, copies, stages, fragments. */
void
systole_cli_frame_json_sm (SystoleJson *json, const SystoleSmFrame *frame)
{
  add_index (json, "block", frame->block);
  systole_json_uint (json, "blocks", frame->n_blocks);
  add_warps (json, frame);
  add_pipes (json, frame);
  add_copies (json, frame);
  add_stages (json, frame);
  add_fragments (json, frame);
}

static double
element (const SystoleGemm *gemm, SystoleOperand operand, guint64 i, guint64 j)
{
  switch (operand)
    {
    case SYSTOLE_OPERAND_A:
      return systole_gemm_a (gemm, i, j);
    case SYSTOLE_OPERAND_B:
      return systole_gemm_b (gemm, i, j);
    case SYSTOLE_OPERAND_C:
    default:
      return systole_gemm_partial (gemm, i, j, gemm->k);
    }
}

static gboolean
add_matrix (SystoleJson *json, const SystoleGemm *gemm, SystoleOperand operand, guint64 rows, guint64 columns, GError **error)
{
  systole_json_begin_array (json, operand_ids[operand]);
  for (guint64 i = 0; i < rows; i++)
    {
      systole_json_begin_line (json, NULL, '[');
      for (guint64 j = 0; j < columns; j++)
        {
          systole_json_real (json, NULL, element (gemm, operand, i, j));
          if (!systole_cli_go_on ((double) (i * columns + j) / ((double) rows * (double) columns), error))
            return FALSE;
        }
      systole_json_end (json);
    }
  systole_json_end (json);
  return TRUE;
}

/**
 * systole_cli_frame_json_operands:
 *
 * `operands`: A, B and the whole result C as lists of rows. C takes M · N · K steps.
 */
gboolean
systole_cli_frame_json_operands (SystoleJson *json, const SystoleGemm *gemm, GError **error)
{
  systole_json_begin_object (json, "operands");
  if (!add_matrix (json, gemm, SYSTOLE_OPERAND_A, gemm->m, gemm->k, error) ||
      !add_matrix (json, gemm, SYSTOLE_OPERAND_B, gemm->k, gemm->n, error) ||
      !add_matrix (json, gemm, SYSTOLE_OPERAND_C, gemm->m, gemm->n, error))
    return FALSE;
  systole_json_end (json);
  return TRUE;
}
