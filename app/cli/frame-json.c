/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/cli/frame-json.h"

#include "app/cli/cli-progress.h"
#include "engine/run/instruction.h"

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

static void
add_triple (SystoleJson *json, const char *key, guint64 a, guint64 b, guint64 c)
{
  systole_json_begin_line (json, key, '[');
  systole_json_uint (json, NULL, a);
  systole_json_uint (json, NULL, b);
  systole_json_uint (json, NULL, c);
  systole_json_end (json);
}

/* Of a convolution: the output pixel (image, row, column), the filter, and the tap (row, column, channel of its group). */
static void
add_place (SystoleJson *json, const SystoleArrayCell *cell, const SystoleConv *conv)
{
  guint64 channels = conv->c / conv->groups;

  if (cell->m == SYSTOLE_NO_INDEX)
    systole_json_null (json, "output");
  else
    add_triple (json, "output", cell->m / conv->q / conv->p, cell->m / conv->q % conv->p, cell->m % conv->q);
  add_index (json, "filter", cell->n);
  if (cell->k == SYSTOLE_NO_INDEX)
    systole_json_null (json, "tap");
  else
    add_triple (json, "tap", cell->k / channels / conv->s, cell->k / channels % conv->s, cell->k % channels);
}

/* The cell in one line. @product: (nullable): what is computed, if it is one */
void
systole_cli_frame_json_array_cell (SystoleJson *json, const SystoleArrayCell *cell, const SystoleProduct *product)
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
  if (product != NULL && product->unfolding.unfolds && product->unfolding.conv.direction == SYSTOLE_CONV_FORWARD)
    add_place (json, cell, &product->unfolding.conv);
  systole_json_end (json);
}

/* Of products, where it goes with each warp, copy and stage: an SM may have several blocks at once. */
static void
add_block (SystoleJson *json, const SystoleSmFrame *frame, guint resident)
{
  if (frame->residents > 0)
    add_index (json, "block", systole_sm_frame_get_block (frame, resident));
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
      add_block (json, frame, warp->resident);
      add_state (json, warp->reason);
      systole_json_boolean (json, "issues", warp->issues);
      systole_json_string (json, "instruction", systole_instruction_get_id (warp->instruction));
      systole_json_string (json, "operand", has_operand ? systole_operand_get_id (warp->operand) : NULL);
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
      systole_json_string (json, "operand", systole_operand_get_id (copy->operand));
      add_index (json, "tile", copy->tile);
      systole_json_uint (json, "piece", copy->piece);
      systole_json_uint (json, "pieces", copy->n_pieces);
      systole_json_uint (json, "warp", copy->warp);
      add_block (json, frame, copy->resident);
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
      add_block (json, frame, stage->resident);
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
element (const SystoleProduct *product, SystoleOperand operand, guint64 i, guint64 j, guint64 n0)
{
  switch (operand)
    {
    case SYSTOLE_OPERAND_A:
      return systole_product_a (&product->gemm, &product->unfolding, n0, i, j);
    case SYSTOLE_OPERAND_B:
      return systole_product_b (&product->gemm, &product->unfolding, i, n0 + j);
    case SYSTOLE_OPERAND_C:
    default:
      return systole_product_partial (&product->gemm, &product->unfolding, i, n0 + j, product->gemm.k);
    }
}

/* One product's matrix; @batch: which one, G_MAXUINT64: the only one. */
static gboolean
add_matrix (SystoleJson *json, const SystoleProduct *product, SystoleOperand operand, guint64 batch, GError **error)
{
  const SystoleGemm *gemm = &product->gemm;
  guint64 rows = operand == SYSTOLE_OPERAND_B ? gemm->k : gemm->m, columns = operand == SYSTOLE_OPERAND_A ? gemm->k : gemm->n;
  gboolean only = batch == G_MAXUINT64;
  guint64 m0, n0;

  systole_product_get_origin (gemm, &product->unfolding, only ? 0 : batch, &m0, &n0);
  systole_json_begin_array (json, only ? systole_operand_get_id (operand) : NULL);
  for (guint64 i = 0; i < rows; i++)
    {
      systole_json_begin_line (json, NULL, '[');
      for (guint64 j = 0; j < columns; j++)
        {
          systole_json_real (json, NULL, element (product, operand, operand == SYSTOLE_OPERAND_B ? i : m0 + i, j, n0));
          if (!systole_cli_go_on ((double) (i * columns + j) / ((double) rows * (double) columns), error))
            return FALSE;
        }
      systole_json_end (json);
    }
  systole_json_end (json);
  return TRUE;
}

static gboolean
add_matrices (SystoleJson *json, const SystoleProduct *product, SystoleOperand operand, GError **error)
{
  if (product->gemm.batch == 1)
    return add_matrix (json, product, operand, G_MAXUINT64, error);
  systole_json_begin_array (json, systole_operand_get_id (operand));
  for (guint64 batch = 0; batch < product->gemm.batch; batch++)
    if (!add_matrix (json, product, operand, batch, error))
      return FALSE;
  systole_json_end (json);
  return TRUE;
}

/* [outer][lines][columns][inner], each element the operand's in row (outer · lines + line) · columns + column, column `inner`. */
static void
add_tensor (SystoleJson *json, const char *name, const SystoleConv *conv, SystoleOperand operand, const guint64 extents[4])
{
  systole_json_begin_array (json, name);
  for (guint64 i = 0; i < extents[0]; i++)
    {
      systole_json_begin_array (json, NULL);
      for (guint64 y = 0; y < extents[1]; y++)
        {
          systole_json_begin_array (json, NULL);
          for (guint64 x = 0; x < extents[2]; x++)
            {
              systole_json_begin_line (json, NULL, '[');
              for (guint64 j = 0; j < extents[3]; j++)
                systole_json_real (json, NULL, systole_operand_value (conv->format, conv->seed, operand, (i * extents[1] + y) * extents[2] + x, j));
              systole_json_end (json);
            }
          systole_json_end (json);
        }
      systole_json_end (json);
    }
  systole_json_end (json);
}

/* The tensors before unfolding: images as [image][y][x][channel], filters as [r][s][channel of the group][filter]. */
static void
add_tensors (SystoleJson *json, const SystoleConv *conv)
{
  gboolean filter = conv->direction == SYSTOLE_CONV_BACKWARD_FILTER;
  const guint64 input[] = { conv->n, conv->h, conv->w, conv->c }, output[] = { conv->n, conv->p, conv->q, conv->k };
  const guint64 filters[] = { conv->r, conv->s, conv->c / conv->groups, conv->k };

  if (conv->direction != SYSTOLE_CONV_BACKWARD_DATA)
    add_tensor (json, "input", conv, filter ? SYSTOLE_OPERAND_B : SYSTOLE_OPERAND_A, input);
  if (conv->direction != SYSTOLE_CONV_FORWARD)
    add_tensor (json, "output_gradient", conv, SYSTOLE_OPERAND_A, output);
  if (!filter)
    add_tensor (json, "filters", conv, SYSTOLE_OPERAND_B, filters);
}

/**
 * systole_cli_frame_json_operands:
 *
 * `operands`: A, B and the whole result C as lists of rows, of a batch as lists of such
 * lists. C takes M · N · K steps. Of a convolution the unfolded matrices, and the tensors
 * that they come from.
 */
gboolean
systole_cli_frame_json_operands (SystoleJson *json, const SystoleProduct *product, GError **error)
{
  systole_json_begin_object (json, "operands");
  if (!add_matrices (json, product, SYSTOLE_OPERAND_A, error) ||
      !add_matrices (json, product, SYSTOLE_OPERAND_B, error) ||
      !add_matrices (json, product, SYSTOLE_OPERAND_C, error))
    return FALSE;
  if (product->unfolding.unfolds)
    add_tensors (json, &product->unfolding.conv);
  systole_json_end (json);
  return TRUE;
}
