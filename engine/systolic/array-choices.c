/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/systolic/array-choices.h"

#include <string.h>

#include "engine/base/i18n.h"

static const char *
dataflow_title (guint value)
{
  return systole_dataflow_get_title ((SystoleDataflow) value);
}

static const char *
timing_title (guint value)
{
  return systole_timing_get_title ((SystoleTiming) value);
}

static const char *
weights_title (guint value)
{
  return systole_weights_get_title ((SystoleWeights) value);
}

static const char *
buffering_title (guint value)
{
  return systole_buffering_get_title ((SystoleBuffering) value);
}

static const char *const brief_dataflows[SYSTOLE_N_DATAFLOWS] = {
  [SYSTOLE_DATAFLOW_WS] = NC_ ("dataflow", "weights stay"),
  [SYSTOLE_DATAFLOW_OS] = NC_ ("dataflow", "outputs stay"),
  [SYSTOLE_DATAFLOW_IS] = NC_ ("dataflow", "inputs stay"),
};

static const char *const brief_timings[SYSTOLE_N_TIMINGS] = {
  [SYSTOLE_TIMING_HARDWARE] = NC_ ("timing", "hardware"),
  [SYSTOLE_TIMING_SCALE_SIM] = NC_ ("timing", "SCALE-Sim"),
  [SYSTOLE_TIMING_OVERLAPPED] = NC_ ("timing", "overlapped"),
};

static const char *const brief_weights[SYSTOLE_N_WEIGHTS] = {
  [SYSTOLE_WEIGHTS_SINGLE] = NC_ ("weights", "single"),
  [SYSTOLE_WEIGHTS_SHADOW] = NC_ ("weights", "shadow"),
};

static const char *const brief_bufferings[SYSTOLE_N_BUFFERINGS] = {
  [SYSTOLE_BUFFERING_DOUBLE] = NC_ ("buffering", "double"),
  [SYSTOLE_BUFFERING_SINGLE] = NC_ ("buffering", "single"),
};

#define AT(member) G_STRUCT_OFFSET (SystoleArrayDef, member)

static const SystoleArrayChoice choices[] = {
  { "dataflow", N_ ("Dataflow"), AT (dataflow), SYSTOLE_N_DATAFLOWS, dataflow_title, brief_dataflows, FALSE },
  { "timing", N_ ("Timing"), AT (timing), SYSTOLE_N_TIMINGS, timing_title, brief_timings, FALSE },
  { "weights", N_ ("Weights"), AT (weights), SYSTOLE_N_WEIGHTS, weights_title, brief_weights, TRUE },
  { "buffering", N_ ("Buffering"), AT (memory.buffering), SYSTOLE_N_BUFFERINGS, buffering_title, brief_bufferings, TRUE },
};

G_STATIC_ASSERT (sizeof (SystoleDataflow) == sizeof (guint) && sizeof (SystoleBuffering) == sizeof (guint));

const SystoleArrayChoice *
systole_array_choices_get (guint *n)
{
  *n = G_N_ELEMENTS (choices);
  return choices;
}

guint
systole_array_choice_get (const SystoleArrayChoice *self, const SystoleArrayDef *def)
{
  guint value;

  memcpy (&value, (const char *) def + self->offset, sizeof value);
  return value;
}

/**
 * systole_array_choice_set:
 * @value: 0 … n − 1
 */
void
systole_array_choice_set (const SystoleArrayChoice *self, SystoleArrayDef *def, guint value)
{
  g_return_if_fail (value < self->n);
  memcpy ((char *) def + self->offset, &value, sizeof value);
}

/** What a narrow row says instead of the title of the value. */
const char *
systole_array_choice_get_brief (const SystoleArrayChoice *self, guint value)
{
  return g_dpgettext2 (SYSTOLE_GETTEXT_DOMAIN, self->id, self->brief[value]);
}
