/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/dim-names.h"

#include "widgets/quantity-text.h"

/* Documented in dim-names.h. */
char *
systole_dim_get_value_title (const SystoleOpDim *dim, guint64 value)
{
  const char *word = systole_dim_get_word (dim, value);

  return word != NULL ? g_strdup (word) : systole_text_count (value);
}
