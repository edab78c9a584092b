/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* What a program takes from the heap, libraries included: the C library's functions go
 * through counters. Not together with a sanitizer, which replaces them itself. */

typedef struct
{
  guint64 blocks; /* allocated so far, grown ones included */
  guint64 bytes;
} BlockCount;

void count_blocks_get (BlockCount *out);

G_END_DECLS
