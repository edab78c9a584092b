/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "count-blocks.h"

#include <gmodule.h>
#include <stddef.h>

extern void *__libc_malloc (size_t size);
extern void *__libc_calloc (size_t n, size_t size);
extern void *__libc_realloc (void *block, size_t size);

static guint64 n_blocks, n_bytes;

static void
count (size_t size)
{
  __atomic_add_fetch (&n_blocks, 1, __ATOMIC_RELAXED);
  __atomic_add_fetch (&n_bytes, size, __ATOMIC_RELAXED);
}

G_MODULE_EXPORT void *
malloc (size_t size)
{
  count (size);
  return __libc_malloc (size);
}

G_MODULE_EXPORT void *
calloc (size_t n, size_t size)
{
  count (n * size);
  return __libc_calloc (n, size);
}

G_MODULE_EXPORT void *
realloc (void *block, size_t size)
{
  count (size);
  return __libc_realloc (block, size);
}

void
count_blocks_get (BlockCount *out)
{
  out->blocks = __atomic_load_n (&n_blocks, __ATOMIC_RELAXED);
  out->bytes = __atomic_load_n (&n_bytes, __ATOMIC_RELAXED);
}
