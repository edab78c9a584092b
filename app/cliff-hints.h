/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "app/session.h"
#include "app/setup-card.h"

G_BEGIN_DECLS

/* Keeps the cliffs of a session's operation up to date, in the background, and shows
 * them below the numbers of Setup. */

typedef struct _SystoleCliffHints SystoleCliffHints;

SystoleCliffHints *systole_cliff_hints_new (SystoleSession *session) G_GNUC_WARN_UNUSED_RESULT;
void systole_cliff_hints_free (SystoleCliffHints *self);
void systole_cliff_hints_set_card (SystoleCliffHints *self, SystoleSetupCard *card); /* NULL: none */
void systole_cliff_hints_set_untold (SystoleCliffHints *self, gboolean untold);      /* unseen while a question waits */
gboolean systole_cliff_hints_is_settled (SystoleCliffHints *self);                   /* what is shown is of the present scenario */

G_END_DECLS
