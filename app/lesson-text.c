/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/lesson-text.h"

#include "widgets/quantity-text.h"

/* Three digits are what a class can hold in its head. */
#define DIGITS 3

/**
 * systole_lesson_text_value:
 *
 * Returns: (transfer full): the value with its unit, as an answer to be chosen
 */
char *
systole_lesson_text_value (const SystoleLessonValue *value)
{
  gboolean counted = value->kind == SYSTOLE_QUANTITY_COUNT || value->kind == SYSTOLE_QUANTITY_CYCLES || value->kind == SYSTOLE_QUANTITY_BYTES;
  SystoleQuantity quantity = { .present = value->present };

  if (value->kind == SYSTOLE_QUANTITY_REAL && value->is_whole)
    return systole_text_count (value->count);
  if (value->kind == SYSTOLE_QUANTITY_REAL || (counted && !value->is_whole))
    return systole_text_real (value->real, DIGITS);
  if (counted)
    quantity.count = value->count;
  else
    quantity.real = value->real;
  return systole_text_quantity (value->kind, quantity);
}

/**
 * systole_lesson_text_format:
 *
 * Returns: (transfer full): the value inside a sentence, which says “cycles” itself
 */
char *
systole_lesson_text_format (const SystoleLessonValue *value, gpointer data)
{
  if (value->kind == SYSTOLE_QUANTITY_CYCLES)
    return value->is_whole ? systole_text_count (value->count) : systole_text_real (value->real, DIGITS);
  return systole_lesson_text_value (value);
}

/**
 * systole_lesson_now:
 * @out: (out caller-allocates): what formulas are worth at the session's instant
 */
void
systole_lesson_now (SystoleSession *session, SystoleLessonNow *out)
{
  guint n = MIN (systole_session_get_n_lanes (session), SYSTOLE_MAX_LANES);

  for (guint i = 0; i < n; i++)
    {
      out->runs[i] = systole_session_get_run (session, i);
      out->cycles[i] = systole_session_get_cycle (session, i);
    }
  out->state = (SystoleLessonState){ systole_session_get_scenario (session), systole_session_get_catalogue (session), out->runs, out->cycles, n };
}
