/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/*
 * Each maker of GPUs has words of its own for the same parts: a warp is AMD's wavefront, an SM
 * is Intel's Xe-core. All of them are in maker-words.def. Texts in code are NVIDIA's, and
 * are put into the maker's words where they are shown.
 */

typedef enum
{
  SYSTOLE_MAKER_USUAL, /* NVIDIA’s words, and those of machines that have no such parts */
  SYSTOLE_MAKER_AMD,
  SYSTOLE_MAKER_INTEL,
  SYSTOLE_N_MAKERS
} SystoleMaker;

const char *systole_maker_choose (SystoleMaker self, const char *text) G_GNUC_FORMAT (2);
const char *systole_maker_say (SystoleMaker self, const char *text) G_GNUC_FORMAT (2);
const char *systole_maker_say_many (SystoleMaker self, const char *one, const char *many, guint64 n) G_GNUC_FORMAT (2) G_GNUC_FORMAT (3);

/* The table itself, for those who check texts. */
gboolean systole_maker_get_words (guint i, SystoleMaker maker, const char **one, const char **many);

G_END_DECLS
