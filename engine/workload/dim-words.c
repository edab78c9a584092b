/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/workload/dim-words.h"

#include <string.h>

#include "engine/base/i18n.h"

typedef struct
{
  const char *id, *title;
  const char *alone; /* where no title stands before it; NULL: it would not be understood */
} Name;

/* Keys that are no symbol of the literature. */
static const Name titles[] = {
  { "ta", N_ ("A in memory") },
  { "tb", N_ ("B in memory") },
  { "dir", N_ ("Direction") },
  { "phase", N_ ("Part of the answer") },
  { "causal", N_ ("Causal") },
  { "gated", N_ ("Gated") },
  { "hidden", N_ ("Numbers a token") },
  { "inter", N_ ("Inner numbers") },
  { "kernel", N_ ("Kernels") },
  { "b", N_ ("Batch") },
  { "d", N_ ("Numbers a head") },
  { "sq", N_ ("New tokens") },
  { "skv", N_ ("Tokens read") },
  { "hq", N_ ("Query heads") },
  { "hkv", N_ ("Key and value heads") },
  { "stride_h", N_ ("Stride ↓") },
  { "stride_w", N_ ("Stride →") },
  { "pad_h", N_ ("Padding ↓") },
  { "pad_w", N_ ("Padding →") },
  { "dilation_h", N_ ("Dilation ↓") },
  { "dilation_w", N_ ("Dilation →") },
  { "groups", N_ ("Groups") },
  { "rows", N_ ("Rows of the table") },
  { "bytes", N_ ("Bytes") },
  { "working_set_bytes", N_ ("Bytes in use") },
  { "radius", N_ ("Radius") },
  { "shape", N_ ("Neighbours") },
  { "nnz", N_ ("Elements not zero") },
  { "band", N_ ("Band") },
  { "payload", N_ ("Bytes with a key") },
  { "build", N_ ("Rows of the joined table") },
  { "columns", N_ ("Columns read") },
  { "passing", N_ ("Rows that pass, %") },
  { "matching", N_ ("Rows that match, %") },
  { "threads_per_block", N_ ("Threads a block") },
  { "blocks_per_sm", N_ ("Blocks a unit") },
};

static const Name words[] = {
  { "N", N_ ("by rows") },
  { "T", N_ ("transposed") },
  { "fwd", N_ ("forward"), N_ ("forward") },
  { "bwd_data", N_ ("gradient of the input"), N_ ("gradient of the input") },
  { "bwd_filter", N_ ("gradient of the filters"), N_ ("gradient of the filters") },
  { "prefill", N_ ("the prompt"), N_ ("the prompt") },
  { "decode", N_ ("one token more"), N_ ("one token more") },
  { "fused", N_ ("one, fused"), N_ ("one kernel, fused") },
  { "plain", N_ ("three, scores in memory"), N_ ("three kernels") },
  { "chunk", N_ ("a piece of the prompt"), N_ ("a piece of the prompt") },
  { "star", N_ ("along the axes") },
  { "box", N_ ("all around") },
  { "multi_token_decode", N_ ("some tokens more"), N_ ("some tokens more") },
};

static const char *
find (const Name *names, guint n, const char *id)
{
  for (guint i = 0; i < n; i++)
    if (strcmp (names[i].id, id) == 0)
      return _ (names[i].title);
  return NULL;
}

SystoleDimForm
systole_dim_get_form (const SystoleOpDim *dim)
{
  if (dim->words != NULL)
    return SYSTOLE_DIM_WORD;
  return dim->min == 0 && dim->max == 1 ? SYSTOLE_DIM_SWITCH : SYSTOLE_DIM_NUMBER;
}

/** What Setup, edits and names call it, translated (transfer full). */
char *
systole_dim_get_title (const SystoleOpDim *dim)
{
  const char *title = find (titles, G_N_ELEMENTS (titles), dim->key);

  return title != NULL ? g_strdup (title) : g_ascii_strup (dim->key, -1);
}

/**
 * systole_dim_get_lone_word:
 * @value: 0 … the dimension's largest
 *
 * Returns: (nullable): words of the value that need no title before them, translated, "three kernels"; %NULL: there are none
 */
const char *
systole_dim_get_lone_word (const SystoleOpDim *dim, guint64 value)
{
  if (systole_dim_get_form (dim) != SYSTOLE_DIM_WORD)
    return NULL;
  g_return_val_if_fail (value <= dim->max, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (strcmp (words[i].id, dim->words[value]) == 0)
      return words[i].alone != NULL ? _ (words[i].alone) : NULL;
  return NULL;
}

/**
 * systole_dim_get_word:
 * @value: 0 … the dimension's largest
 *
 * Returns: (nullable): the value's translated word, "forward", "yes"; %NULL of a number
 */
const char *
systole_dim_get_word (const SystoleOpDim *dim, guint64 value)
{
  const char *title;

  switch (systole_dim_get_form (dim))
    {
    case SYSTOLE_DIM_WORD:
      g_return_val_if_fail (value <= dim->max, NULL);
      title = find (words, G_N_ELEMENTS (words), dim->words[value]);
      return title != NULL ? title : dim->words[value];
    case SYSTOLE_DIM_SWITCH:
      return value != 0 ? C_ ("switch", "yes") : C_ ("switch", "no");
    case SYSTOLE_DIM_NUMBER:
    default:
      return NULL;
    }
}
