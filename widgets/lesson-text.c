/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/lesson-text.h"

#include "widgets/quantity-text.h"

/**
 * systole_text_lesson_value:
 * @value: that is present
 *
 * Returns: (transfer full): "4 096", "33.6 MB", "97 %", "1.25"
 */
char *
systole_text_lesson_value (const SystoleLessonValue *value, gpointer unused)
{
  switch (value->kind)
    {
    case SYSTOLE_QUANTITY_COUNT:
    case SYSTOLE_QUANTITY_CYCLES:
      return value->is_whole ? systole_text_count (value->count) : systole_text_real (value->real, 3);
    case SYSTOLE_QUANTITY_BYTES:
      return value->real >= 0 ? systole_text_bytes (value->real) : systole_text_real (value->real, 3);
    case SYSTOLE_QUANTITY_SECONDS:
      return systole_text_seconds (value->real);
    case SYSTOLE_QUANTITY_HERTZ:
      return systole_text_hertz (value->real);
    case SYSTOLE_QUANTITY_RATIO:
      return systole_text_percent (value->real);
    case SYSTOLE_QUANTITY_RATE:
      return systole_text_operations_rate (value->real, FALSE);
    case SYSTOLE_QUANTITY_REAL:
      return value->is_whole ? systole_text_count (value->count) : systole_text_real (value->real, 3);
    }
  g_return_val_if_reached (NULL);
}

/**
 * systole_text_lesson_answer:
 * @value: that is present
 *
 * Returns: (transfer full): "30 cycles"
 */
char *
systole_text_lesson_answer (const SystoleLessonValue *value, gpointer unused)
{
  return value->kind == SYSTOLE_QUANTITY_CYCLES && value->is_whole ? systole_text_cycles (value->count) : systole_text_lesson_value (value, unused);
}
