/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/run/ids.h"

#include <string.h>

#include "engine/base/i18n.h"

typedef struct
{
  const char *id;
  const char *title;
} Row;

static const Row phases[] = {
#define PHASE(ID, id, title) { id, title },
#include "engine/run/phases.def"
#undef PHASE
};

static const Row memory_levels[] = {
#define MEMORY_LEVEL(ID, id, title) { id, title },
#include "engine/run/levels.def"
#undef MEMORY_LEVEL
};

static const Row units[] = {
#define UNIT(ID, id, title) { id, title },
#include "engine/run/units.def"
#undef UNIT
};

static const Row levels[] = {
#define ZOOM_LEVEL(ID, id, title) { id, title },
#include "engine/run/zoom-levels.def"
#undef ZOOM_LEVEL
};

static const Row steps[] = {
#define STEP(ID, id, title) { id, title },
#include "engine/run/steps.def"
#undef STEP
};

static const struct
{
  const char *id, *letter;
  SystoleHatch hatch;
  const char *title, *sentence, *elsewhere, *short_form, *long_form;
} reasons[] = {
  { NULL, NULL, SYSTOLE_HATCH_NONE, N_ ("busy"), N_ ("it works"), NULL, N_ ("busy"), NULL },
#define REASON(ID, id, letter, hatch, title, sentence, elsewhere, short_form, long_form) { id, letter, SYSTOLE_HATCH_##hatch, title, sentence, elsewhere, short_form, long_form },
#include "engine/run/reasons.def"
#undef REASON
};

static const struct
{
  const char *id;
  SystoleReason reason;
  const char *title;
} parts[] = {
#define PART(ID, id, reason, title) { id, SYSTOLE_REASON_##reason, title },
#include "engine/run/parts.def"
#undef PART
};

static const struct
{
  const char *id;
  SystoleQuantityKind kind;
  const char *title, *explanation, *formula;
} counters[] = {
#define COUNTER(ID, id, kind, title, explanation, formula) { id, SYSTOLE_QUANTITY_##kind, title, explanation, formula },
#include "engine/run/counters.def"
#undef COUNTER
};

/* An empty string is not looked up: gettext answers it with the catalogue's head. */
static const char *
translate (const char *text)
{
  return text[0] == '\0' ? text : _ (text);
}

const char *
systole_phase_get_id (SystolePhase self)
{
  return phases[self].id;
}

const char *
systole_phase_get_title (SystolePhase self)
{
  return _ (phases[self].title);
}

const char *
systole_reason_get_id (SystoleReason self)
{
  return reasons[self].id;
}

const char *
systole_reason_get_letter (SystoleReason self)
{
  return reasons[self].letter != NULL ? C_ ("idle letter", reasons[self].letter) : "";
}

const char *
systole_reason_get_title (SystoleReason self)
{
  return _ (reasons[self].title);
}

const char *
systole_reason_get_sentence (SystoleReason self, SystoleFamily family)
{
  gboolean wave = family == SYSTOLE_FAMILY_ARRAY || family == SYSTOLE_FAMILY_TPU;

  return _ (wave || reasons[self].elsewhere == NULL ? reasons[self].sentence : reasons[self].elsewhere);
}

const char *
systole_reason_get_short (SystoleReason self)
{
  return _ (reasons[self].short_form);
}

const char *
systole_reason_get_long (SystoleReason self)
{
  return reasons[self].long_form != NULL ? _ (reasons[self].long_form) : NULL;
}

SystoleHatch
systole_reason_get_hatch (SystoleReason self)
{
  return reasons[self].hatch;
}

const char *
systole_part_get_id (SystolePart self)
{
  return parts[self].id;
}

const char *
systole_part_get_title (SystolePart self)
{
  return _ (parts[self].title);
}

SystoleReason
systole_part_get_reason (SystolePart self)
{
  return parts[self].reason;
}

const char *
systole_memory_level_get_id (SystoleMemoryLevel self)
{
  return memory_levels[self].id;
}

const char *
systole_memory_level_get_title (SystoleMemoryLevel self, SystoleMaker maker)
{
  return systole_maker_say (maker, memory_levels[self].title);
}

const char *
systole_unit_get_id (SystoleUnit self)
{
  return units[self].id;
}

const char *
systole_unit_get_title (SystoleUnit self, SystoleMaker maker)
{
  return systole_maker_say (maker, units[self].title);
}

const char *
systole_counter_get_id (SystoleCounter self)
{
  return counters[self].id;
}

const char *
systole_counter_get_title (SystoleCounter self)
{
  return _ (counters[self].title);
}

const char *
systole_counter_get_explanation (SystoleCounter self)
{
  return translate (counters[self].explanation);
}

const char *
systole_counter_get_formula (SystoleCounter self)
{
  return translate (counters[self].formula);
}

SystoleQuantityKind
systole_counter_get_kind (SystoleCounter self)
{
  return counters[self].kind;
}

gboolean
systole_counter_from_id (const char *id, SystoleCounter *out)
{
  for (guint i = 0; i < SYSTOLE_N_COUNTERS; i++)
    if (strcmp (counters[i].id, id) == 0)
      {
        *out = (SystoleCounter) i;
        return TRUE;
      }
  return FALSE;
}

static gboolean
row_from_id (const Row *rows, guint n_rows, const char *id, guint *out)
{
  for (guint i = 0; i < n_rows; i++)
    if (strcmp (rows[i].id, id) == 0)
      {
        *out = i;
        return TRUE;
      }
  return FALSE;
}

const char *
systole_level_get_id (SystoleLevel self)
{
  return levels[self].id;
}

const char *
systole_level_get_title (SystoleLevel self, SystoleMaker maker)
{
  return systole_maker_say (maker, levels[self].title);
}

gboolean
systole_level_from_id (const char *id, SystoleLevel *out)
{
  guint i;

  if (!row_from_id (levels, G_N_ELEMENTS (levels), id, &i))
    return FALSE;
  *out = (SystoleLevel) i;
  return TRUE;
}

const char *
systole_step_get_id (SystoleStep self)
{
  return steps[self].id;
}

const char *
systole_step_get_title (SystoleStep self)
{
  return _ (steps[self].title);
}

gboolean
systole_step_from_id (const char *id, SystoleStep *out)
{
  guint i;

  if (!row_from_id (steps, G_N_ELEMENTS (steps), id, &i))
    return FALSE;
  *out = (SystoleStep) i;
  return TRUE;
}
