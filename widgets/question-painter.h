/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "widgets/paint.h"

G_BEGIN_DECLS

/* The choices of a question with their tally, and after the reveal why each wrong one is wrong. */

#define SYSTOLE_QUESTION_MAX_CHOICES 4

typedef struct
{
  const char *text;   /* "cycle 15" */
  const char *reveal; /* said after the reveal; "" or NULL: nothing */
  guint hands;
  gboolean right;
} SystoleQuestionChoice;

typedef struct
{
  SystoleQuestionChoice choices[SYSTOLE_QUESTION_MAX_CHOICES];
  guint n;
  gboolean revealed;
  double progress; /* of the reveal, 0 … 1: the right one's frame grows around it */
} SystoleQuestionPaint;

void systole_question_paint (cairo_t *cr, const SystoleQuestionPaint *self, const SystolePaintStyle *style, double x, double y, double width, double height);
int systole_question_pick (const SystoleQuestionPaint *self, const SystolePaintStyle *style, double width, double height, double px, double py); /* choice at a point of the panel, −1 */
guint systole_question_count_hands (const SystoleQuestionPaint *self);
char *systole_question_describe (const SystoleQuestionPaint *self) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
