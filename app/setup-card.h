/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "app/field-row.h"
#include "app/session.h"

G_BEGIN_DECLS

/* The cards of Setup: rows that show a part of the scenario and edit it. Rows are
 * made once for a structure and then follow the values. */

typedef struct _SystoleSetupCard SystoleSetupCard;

struct _SystoleSetupCard
{
  SystoleSession *session;
  guint lane;
  GtkWidget *box;    /* the card itself */
  GtkWidget *place;  /* box within it that rows are added to; NULL: the card */
  GPtrArray *rows;   /* Row, private */
  gboolean *editing; /* set while an edit of a row is under way */
};

SystoleSetupCard *systole_workload_card_new (SystoleSession *session, gboolean *editing) G_GNUC_WARN_UNUSED_RESULT;
SystoleSetupCard *systole_lane_card_new (SystoleSession *session, guint lane, gboolean *editing) G_GNUC_WARN_UNUSED_RESULT;
void systole_setup_card_refresh (SystoleSetupCard *self);
void systole_setup_card_free (SystoleSetupCard *self);
GtkWidget *systole_setup_card_find (SystoleSetupCard *self, const char *id); /* or NULL */

/* --- for the files that make cards --- */

typedef struct _SystoleSetupRow SystoleSetupRow;

struct _SystoleSetupRow
{
  SystoleSetupCard *card;
  GtkWidget *widget; /* SystoleFieldRow or SystoleChoiceRow */
  GtkWidget *hints;  /* below it, or NULL */
  const char *id;    /* interned */
  guint which;       /* dimension, field … */
  const void *field; /* of a table, or NULL */
  void (*show) (SystoleSetupRow *row);
  gboolean (*edit) (SystoleSetupRow *row, double value, gboolean drags, GError **error); /* of numbers */
  void (*choose) (SystoleSetupRow *row, guint index);                                    /* of choices */
};

SystoleSetupCard *systole_setup_card_new (SystoleSession *session, guint lane, gboolean *editing) G_GNUC_WARN_UNUSED_RESULT;
void systole_setup_card_append (SystoleSetupCard *self, GtkWidget *widget);      /* below the row added last */
GtkWidget *systole_setup_card_add_more (SystoleSetupCard *self, GtkWidget *box); /* `box` folded away; returns the expander */
SystoleSetupRow *systole_setup_card_add_number (SystoleSetupCard *self, const char *id, SystoleFieldRow *widget);
SystoleSetupRow *systole_setup_card_add_choice (SystoleSetupCard *self, const char *id, const char *title, const char *const *items, const char *const *brief, gboolean search);

G_END_DECLS
