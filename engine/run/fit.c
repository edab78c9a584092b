/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/run/fit.h"

#include "engine/base/i18n.h"

/* @elements of the format's operand; of a sparse one what is multiplied */
static void
add (SystoleFit *self, const char *title, SystoleFormat format, SystoleOperand operand, double elements)
{
  double bytes = elements * systole_format_get_slot_bits (format, operand) / 8;

  if (!(bytes > 0))
    return;
  self->parts[self->n++] = (SystoleFitPart){ title, bytes };
  self->bytes += bytes;
}

static void
add_mlp (SystoleFit *self, const SystoleOp *op)
{
  double tokens = (double) systole_op_get_dim (op, "m"), hidden = (double) systole_op_get_dim (op, "hidden"), inner = (double) systole_op_get_dim (op, "inter");

  add (self, _ ("input"), op->format, SYSTOLE_OPERAND_A, tokens * hidden);
  add (self, _ ("weights"), op->format, SYSTOLE_OPERAND_B, hidden * inner * (systole_op_get_dim (op, "gated") != 0 ? 3 : 2));
  add (self, _ ("inner numbers"), op->format, SYSTOLE_OPERAND_A, tokens * inner);
  add (self, _ ("output"), op->format, SYSTOLE_OPERAND_C, tokens * hidden);
}

static void
add_attention (SystoleFit *self, const SystoleAttention *a)
{
  double rows = (double) a->b * (double) a->hq * (double) a->sq, size = (double) a->d;

  add (self, _ ("queries"), a->format, SYSTOLE_OPERAND_A, rows * size);
  /* Translators: the keys and values of all tokens so far, which an answer keeps */
  add (self, _ ("keys and values (KV)"), a->format, SYSTOLE_OPERAND_B, 2.0 * (double) a->b * (double) a->hkv * (double) a->skv * size);
  if (a->plain)
    add (self, _ ("scores"), a->format, SYSTOLE_OPERAND_A, rows * (double) a->skv);
  add (self, _ ("output"), a->format, SYSTOLE_OPERAND_A, rows * size);
}

static void
add_conv (SystoleFit *self, const SystoleConv *c)
{
  double images = (double) c->n;

  add (self, _ ("input"), c->format, SYSTOLE_OPERAND_A, images * (double) c->c * (double) c->h * (double) c->w);
  add (self, _ ("filters"), c->format, SYSTOLE_OPERAND_B, (double) c->k * ((double) c->c / (double) c->groups) * (double) c->r * (double) c->s);
  add (self, _ ("output"), c->format, SYSTOLE_OPERAND_C, images * (double) c->k * (double) c->p * (double) c->q);
}

static void
add_product (SystoleFit *self, const SystoleGemm *g)
{
  double batch = (double) g->batch, depth = (double) systole_gemm_get_depth (g);

  add (self, "A", g->format, SYSTOLE_OPERAND_A, batch * (double) g->m * depth);
  add (self, "B", g->format, SYSTOLE_OPERAND_B, batch * depth * (double) g->n);
  add (self, "C", g->format, SYSTOLE_OPERAND_C, batch * (double) g->m * (double) g->n);
}

/**
 * systole_run_get_fit:
 * @out: filled, with `capacity` 0 where it answers FALSE
 */
gboolean
systole_run_get_fit (const SystoleRun *run, SystoleFit *out)
{
  const SystoleOp *op = systole_run_get_op (run);
  SystoleAttention attention;
  SystoleVector vector;
  SystoleConv conv;
  SystoleGemm gemm;

  *out = (SystoleFit){ .capacity = systole_machine_get (systole_run_get_machine (run), SYSTOLE_FIELD_MEMORY_CAPACITY) };
  if (systole_op_as_batched (op, &gemm))
    add_product (out, &gemm);
  else if (systole_op_as_conv (op, &conv))
    add_conv (out, &conv);
  else if (systole_op_as_attention (op, &attention))
    add_attention (out, &attention);
  else if (op->kind == SYSTOLE_OP_MLP)
    add_mlp (out, op);
  else if (systole_op_as_vector (op, &vector))
    {
      add (out, _ ("input"), vector.format, SYSTOLE_OPERAND_A, (double) vector.rows * (double) vector.columns * vector.reads + (double) vector.columns * vector.row_reads);
      add (out, _ ("output"), vector.format, SYSTOLE_OPERAND_A, (double) vector.rows * (double) vector.columns * vector.writes);
    }
  return out->capacity > 0 && out->n > 0;
}
