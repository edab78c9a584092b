/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/scenario/attributes.h"

#include <inttypes.h>
#include <string.h>

#include "engine/base/error.h"
#include "engine/base/i18n.h"
#include "engine/base/number.h"
#include "engine/scenario/beat.h"
#include "engine/scenario/exercise.h"
#include "engine/scenario/formula.h"

/* A `guint` from min to max */
static gboolean
read_uint (const SystoleAttribute *self, const char *text, gpointer target, GError **error)
{
  guint64 value;

  if (!systole_number_parse_uint (text, self->min, self->max, self->name, &value, error))
    return FALSE;
  *(guint *) ((char *) target + self->offset) = (guint) value;
  return TRUE;
}

static char *
write_uint (const SystoleAttribute *self, gconstpointer target)
{
  return g_strdup_printf ("%u", *(const guint *) ((const char *) target + self->offset));
}

/* The same, where 0 means that nothing is stated */
static char *
write_uint_if_any (const SystoleAttribute *self, gconstpointer target)
{
  return *(const guint *) ((const char *) target + self->offset) != 0 ? write_uint (self, target) : NULL;
}

/* A `guint64` */
static gboolean
read_count (const SystoleAttribute *self, const char *text, gpointer target, GError **error)
{
  return systole_number_parse_uint (text, self->min, self->max, self->name, (gpointer) ((char *) target + self->offset), error);
}

static char *
write_count (const SystoleAttribute *self, gconstpointer target)
{
  return g_strdup_printf ("%" PRIu64, *(const guint64 *) (gconstpointer) ((const char *) target + self->offset));
}

/* Any text; the empty one is as good as none */
static gboolean
read_text (const SystoleAttribute *self, const char *text, gpointer target, GError **error)
{
  char **member = (gpointer) ((char *) target + self->offset);

  g_free (*member);
  *member = g_strdup (text);
  return TRUE;
}

static char *
write_text (const SystoleAttribute *self, gconstpointer target)
{
  const char *text = *(char *const *) (gconstpointer) ((const char *) target + self->offset);

  return text != NULL && *text != '\0' ? g_strdup (text) : NULL;
}

gboolean
systole_scenario_is_id (const char *text)
{
  for (const char *p = text; *p != '\0'; p++)
    if (!g_ascii_isalnum (*p) && strchr ("-_.", *p) == NULL)
      return FALSE;
  return *text != '\0' && strlen (text) < SYSTOLE_OP_MAX_ID;
}

/* Ids may be named on a command line and in messages: no blanks, no punctuation but - _ . */
static gboolean
read_id (const SystoleAttribute *self, const char *text, gpointer target, GError **error)
{
  if (systole_scenario_is_id (text))
    return read_text (self, text, target, error);
  g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_RANGE,
               /* Translators: name of an attribute, what was written, largest number of letters */
               _ ("%s: “%.40s” is not a name of at most %d letters, digits, “-”, “_” and “.”"),
               self->name,
               text,
               SYSTOLE_OP_MAX_ID - 1);
  return FALSE;
}

/* A word out of a table of ids: read_<NAME>() and write_<NAME>(). */
#define DEFINE_CHOICE(NAME, Type, member, Enum, prefix, n)                                                                  \
  static gboolean                                                                                                           \
      read_##NAME (const SystoleAttribute *self, const char *text, gpointer target, GError **error)                         \
  {                                                                                                                         \
    g_autofree char *allowed = NULL;                                                                                        \
    const char *ids[(n) + 1] = { NULL };                                                                                    \
                                                                                                                            \
    if (prefix##_from_id (text, &((Type *) target)->member))                                                                \
      return TRUE;                                                                                                          \
    for (guint i = 0; i < (guint) (n); i++)                                                                                 \
      ids[i] = prefix##_get_id ((Enum) i);                                                                                  \
    allowed = g_strjoinv (", ", (char **) ids);                                                                             \
    g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_RANGE, _ ("%s: “%.40s” is not one of %s"), self->name, text, allowed); \
    return FALSE;                                                                                                           \
  }                                                                                                                         \
                                                                                                                            \
  static char *                                                                                                             \
      write_##NAME (const SystoleAttribute *self, gconstpointer target)                                                     \
  {                                                                                                                         \
    return g_strdup (prefix##_get_id (((const Type *) target)->member));                                                    \
  }

DEFINE_CHOICE (operands, SystoleLane, operands, SystoleOperands, systole_operands, SYSTOLE_N_OPERANDS)
DEFINE_CHOICE (what, SystoleExpectation, what, SystoleCounter, systole_counter, SYSTOLE_N_COUNTERS)
DEFINE_CHOICE (time_base, SystoleViewState, time_base, SystoleTimeBase, systole_time_base, SYSTOLE_TIME_WORK + 1)
DEFINE_CHOICE (step_word, SystoleViewState, step, SystoleStep, systole_step, SYSTOLE_N_STEPS)
DEFINE_CHOICE (level, SystoleZoom, level, SystoleLevel, systole_level, SYSTOLE_N_LEVELS)

/* --- <scenario> --- */

static char *
write_version (const SystoleAttribute *self, gconstpointer target)
{
  return g_strdup_printf ("%d", SYSTOLE_SCENARIO_FORMAT);
}

/* --- <lane>, <machine>, <set>, <mapping> --- */

static char *
write_operands_if_warm (const SystoleAttribute *self, gconstpointer target)
{
  return ((const SystoleLane *) target)->operands == SYSTOLE_OPERANDS_COLD ? NULL : write_operands (self, target);
}

static gboolean
read_field (const SystoleAttribute *self, const char *text, gpointer target, GError **error)
{
  if (systole_field_from_id (text, &((SystoleFieldSet *) target)->field))
    return TRUE;
  g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_RANGE, _ ("%s: “%.40s” is not a field of a machine; “systole-cli devices NAME” lists them"), "field", text);
  return FALSE;
}

static char *
write_field (const SystoleAttribute *self, gconstpointer target)
{
  return g_strdup (systole_field_get_id (((const SystoleFieldSet *) target)->field));
}

static gboolean
read_set_value (const SystoleAttribute *self, const char *text, gpointer target, GError **error)
{
  SystoleFieldSet *set = target;
  double min, max;

  systole_field_get_range (set->field, &min, &max);
  return systole_number_parse_double (text, min, max, "value", &set->value, error);
}

static char *
write_set_value (const SystoleAttribute *self, gconstpointer target)
{
  return systole_number_format_double (((const SystoleFieldSet *) target)->value);
}

static gboolean
read_unit (const SystoleAttribute *self, const char *text, gpointer target, GError **error)
{
  const char *unit = systole_field_get_unit (((SystoleFieldSet *) target)->field);

  if (strcmp (text, unit) == 0)
    return TRUE;
  g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_RANGE, _ ("%s: “%.40s” is not “%s”, the unit of this field"), "unit", text, unit);
  return FALSE;
}

static char *
write_unit (const SystoleAttribute *self, gconstpointer target)
{
  const char *unit = systole_field_get_unit (((const SystoleFieldSet *) target)->field);

  return *unit != '\0' ? g_strdup (unit) : NULL;
}

static gboolean
read_tile (const SystoleAttribute *self, const char *text, gpointer target, GError **error)
{
  return systole_mapping_parse_tile (target, text, error);
}

static char *
write_tile (const SystoleAttribute *self, gconstpointer target)
{
  const SystoleMapping *mapping = target;

  return mapping->tile_m != 0 ? g_strdup_printf ("%ux%ux%u", mapping->tile_m, mapping->tile_n, mapping->tile_k) : NULL;
}

static gboolean
read_mapping_unit (const SystoleAttribute *self, const char *text, gpointer target, GError **error)
{
  ((SystoleMapping *) target)->lanes = strcmp (text, "lanes") == 0;
  if (((SystoleMapping *) target)->lanes)
    return TRUE;
  g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_RANGE, _ ("%s: “%.40s” is not “lanes”; without it the engine chooses"), "unit", text);
  return FALSE;
}

static char *
write_mapping_unit (const SystoleAttribute *self, gconstpointer target)
{
  return ((const SystoleMapping *) target)->lanes ? g_strdup ("lanes") : NULL;
}

static gboolean
read_schedule (const SystoleAttribute *self, const char *text, gpointer target, GError **error)
{
  return systole_mapping_parse_schedule (target, text, error);
}

static char *
write_schedule (const SystoleAttribute *self, gconstpointer target)
{
  SystoleSchedule schedule = ((const SystoleMapping *) target)->schedule;

  return schedule != SYSTOLE_SCHEDULE_ANY ? g_strdup (systole_schedule_get_id (schedule)) : NULL;
}

/* --- <expect> --- */

static gboolean
read_expect_value (const SystoleAttribute *self, const char *text, gpointer target, GError **error)
{
  SystoleExpectation *expectation = target;

  expectation->value.present = TRUE;
  if (!systole_counter_is_whole (expectation->what))
    return systole_number_parse_double (text, 0, 1e300, "value", &expectation->value.real, error);
  if (!systole_number_parse_uint (text, 0, G_MAXUINT64, "value", &expectation->value.count, error))
    return FALSE;
  expectation->value.real = (double) expectation->value.count;
  return TRUE;
}

static char *
write_expect_value (const SystoleAttribute *self, gconstpointer target)
{
  const SystoleExpectation *expectation = target;

  return systole_counter_is_whole (expectation->what) ? g_strdup_printf ("%" PRIu64, expectation->value.count) : systole_number_format_double (expectation->value.real);
}

static gboolean
read_tolerance (const SystoleAttribute *self, const char *text, gpointer target, GError **error)
{
  return systole_number_parse_double (text, 0, 1, "tolerance", &((SystoleExpectation *) target)->tolerance, error);
}

static char *
write_tolerance (const SystoleAttribute *self, gconstpointer target)
{
  const SystoleExpectation *expectation = target;

  return expectation->tolerance >= 0 ? systole_number_format_double (expectation->tolerance) : NULL;
}

/* --- <view>, <zoom>, <bookmark> --- */

static gboolean
read_speed (const SystoleAttribute *self, const char *text, gpointer target, GError **error)
{
  SystoleViewState *view = target;

  if (strcmp (text, "max") == 0)
    {
      view->speed = G_MAXDOUBLE;
      return TRUE;
    }
  return systole_number_parse_double (text, 0.1, 16, "speed", &view->speed, error);
}

static char *
write_speed (const SystoleAttribute *self, gconstpointer target)
{
  const SystoleViewState *view = target;

  return view->speed > 16 ? g_strdup ("max") : systole_number_format_double (view->speed);
}

static gboolean
read_step (const SystoleAttribute *self, const char *text, gpointer target, GError **error)
{
  ((SystoleViewState *) target)->step_automatic = FALSE;
  return read_step_word (self, text, target, error);
}

static char *
write_step (const SystoleAttribute *self, gconstpointer target)
{
  return ((const SystoleViewState *) target)->step_automatic ? NULL : write_step_word (self, target);
}

/* --- <beat>, <choice> --- */

static gboolean
read_formula (const SystoleAttribute *self, const char *text, gpointer target, GError **error)
{
  if (systole_formula_check (text, error))
    return read_text (self, text, target, error);
  g_prefix_error (error, "%s: ", self->name);
  return FALSE;
}

static char *
write_count_if_any (const SystoleAttribute *self, gconstpointer target)
{
  return *(const guint64 *) (gconstpointer) ((const char *) target + self->offset) != 0 ? write_count (self, target) : NULL;
}

static gboolean
read_counter_id (const SystoleAttribute *self, const char *text, gpointer target, GError **error)
{
  SystoleCounter counter;

  if (systole_counter_from_id (text, &counter))
    return read_text (self, text, target, error);
  g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_RANGE, _ ("%s: “%.40s” is not the name of a counter; “systole-cli devices --counters” lists them"), self->name, text);
  return FALSE;
}

/* --- <exercise>, <blank> --- */

static gboolean
read_exercise_kind (const SystoleAttribute *self, const char *text, gpointer target, GError **error)
{
  g_autoptr (GString) ids = g_string_new (NULL);

  if (systole_exercise_kind_from_id (text, &((SystoleExercise *) target)->kind))
    return TRUE;
  for (guint i = 0; i < SYSTOLE_N_EXERCISES; i++)
    g_string_append_printf (ids, "%s%s", i > 0 ? ", " : "", systole_exercise_kind_get_id ((SystoleExerciseKind) i));
  g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_RANGE, _ ("%s: “%.40s” is not one of %s"), self->name, text, ids->str);
  return FALSE;
}

static char *
write_exercise_kind (const SystoleAttribute *self, gconstpointer target)
{
  return g_strdup (systole_exercise_kind_get_id (((const SystoleExercise *) target)->kind));
}

static gboolean
read_answer (const SystoleAttribute *self, const char *text, gpointer target, GError **error)
{
  SystoleBlank *blank = target;

  blank->answered = TRUE;
  return systole_number_parse_uint (text, 0, G_MAXINT64, self->name, &blank->answer, error);
}

static char *
write_answer (const SystoleAttribute *self, gconstpointer target)
{
  const SystoleBlank *blank = target;

  return blank->answered ? g_strdup_printf ("%" PRIu64, blank->answer) : NULL;
}

/* --- the tables --- */

#define AT(Type, member) G_STRUCT_OFFSET (Type, member)
#define LAST_LANE (SYSTOLE_SCENARIO_MAX_LANES - 1)

static const SystoleAttribute scenario_attributes[] = {
  { "version", TRUE, read_uint, write_version, AT (SystoleScenario, version), 1, G_MAXINT32 },
  { "engine", FALSE, read_text, write_text, AT (SystoleScenario, engine) },
};

static const SystoleAttribute text_attributes[] = {
  { "xml:lang", FALSE, read_text, write_text, AT (SystoleText, language) },
};

static const SystoleAttribute lane_attributes[] = {
  { "op", TRUE, read_id, write_text, AT (SystoleLane, op) },
  { "operands", FALSE, read_operands, write_operands_if_warm },
};

static const SystoleAttribute machine_attributes[] = {
  { "ref", TRUE, read_id, write_text, AT (SystoleLane, machine) },
};

static const SystoleAttribute set_attributes[] = {
  { "field", TRUE, read_field, write_field },
  { "value", TRUE, read_set_value, write_set_value },
  { "unit", FALSE, read_unit, write_unit },
  { "source", FALSE, read_text, write_text, AT (SystoleFieldSet, source) },
};

static const SystoleAttribute mapping_attributes[] = {
  { "tile", FALSE, read_tile, write_tile },
  { "stages", FALSE, read_uint, write_uint_if_any, AT (SystoleMapping, stages), 1, SYSTOLE_MAPPING_MAX_STAGES },
  { "schedule", FALSE, read_schedule, write_schedule },
  { "unit", FALSE, read_mapping_unit, write_mapping_unit },
};

static const SystoleAttribute expect_attributes[] = {
  { "lane", TRUE, read_uint, write_uint, AT (SystoleExpectation, lane), 0, LAST_LANE },
  { "what", TRUE, read_what, write_what },
  { "value", TRUE, read_expect_value, write_expect_value },
  { "tolerance", FALSE, read_tolerance, write_tolerance },
};

static const SystoleAttribute view_attributes[] = {
  { "time-base", FALSE, read_time_base, write_time_base },
  { "lane", FALSE, read_uint, write_uint, AT (SystoleViewState, lane), 0, LAST_LANE },
  { "cycle", FALSE, read_count, write_count, AT (SystoleViewState, cycle), 0, G_MAXINT64 },
  { "speed", FALSE, read_speed, write_speed },
  { "step", FALSE, read_step, write_step },
};

static const SystoleAttribute zoom_attributes[] = {
  { "lane", TRUE, read_uint, write_uint, AT (SystoleZoom, lane), 0, LAST_LANE },
  { "level", TRUE, read_level, write_level },
};

static const SystoleAttribute bookmark_attributes[] = {
  { "lane", TRUE, read_uint, write_uint, AT (SystoleBookmark, lane), 0, LAST_LANE },
  { "cycle", TRUE, read_count, write_count, AT (SystoleBookmark, cycle), 0, G_MAXINT64 },
  { "name", FALSE, read_text, write_text, AT (SystoleBookmark, name) },
};

static const SystoleAttribute beat_attributes[] = {
  { "when", FALSE, read_formula, write_text, AT (SystoleBeat, when) },
  { "hides", FALSE, read_counter_id, write_text, AT (SystoleBeat, hides) },
  { "pane", FALSE, read_id, write_text, AT (SystoleBeat, pane) },
  { "play-to", FALSE, read_count, write_count_if_any, AT (SystoleBeat, play_to), 1, G_MAXINT64 },
};

#define LAST_PE 1023

static const SystoleAttribute select_attributes[] = {
  { "lane", TRUE, read_uint, write_uint, AT (SystoleBeatSelection, lane), 0, LAST_LANE },
  { "row", TRUE, read_uint, write_uint, AT (SystoleBeatSelection, row), 0, LAST_PE },
  { "column", TRUE, read_uint, write_uint, AT (SystoleBeatSelection, column), 0, LAST_PE },
};

static const SystoleAttribute choice_attributes[] = {
  { "value", TRUE, read_formula, write_text, AT (SystoleChoice, value) },
  { "misconception", FALSE, read_id, write_text, AT (SystoleChoice, misconception) },
  { "instant", FALSE, read_formula, write_text, AT (SystoleChoice, instant) },
};

static const SystoleAttribute exercise_attributes[] = {
  { "lane", TRUE, read_uint, write_uint, AT (SystoleExercise, lane), 0, LAST_LANE },
  { "kind", TRUE, read_exercise_kind, write_exercise_kind },
};

static const SystoleAttribute blank_attributes[] = {
  { "of", TRUE, read_count, write_count, AT (SystoleBlank, of), 0, G_MAXINT64 },
  { "column", FALSE, read_uint, write_uint_if_any, AT (SystoleBlank, column), 0, LAST_PE },
  { "answer", FALSE, read_answer, write_answer },
};

#define ELEMENT(name, attributes)               \
  {                                             \
    name, attributes, G_N_ELEMENTS (attributes) \
  }

const SystoleElement systole_scenario_element = ELEMENT ("scenario", scenario_attributes);
const SystoleElement systole_title_element = ELEMENT ("title", text_attributes);
const SystoleElement systole_summary_element = ELEMENT ("summary", text_attributes);
const SystoleElement systole_lane_element = ELEMENT ("lane", lane_attributes);
const SystoleElement systole_machine_element = ELEMENT ("machine", machine_attributes);
const SystoleElement systole_set_element = ELEMENT ("set", set_attributes);
const SystoleElement systole_mapping_element = ELEMENT ("mapping", mapping_attributes);
const SystoleElement systole_expect_element = ELEMENT ("expect", expect_attributes);
const SystoleElement systole_view_element = ELEMENT ("view", view_attributes);
const SystoleElement systole_zoom_element = ELEMENT ("zoom", zoom_attributes);
const SystoleElement systole_bookmark_element = ELEMENT ("bookmark", bookmark_attributes);
const SystoleElement systole_beat_element = ELEMENT ("beat", beat_attributes);
const SystoleElement systole_select_element = ELEMENT ("select", select_attributes);
const SystoleElement systole_choice_element = ELEMENT ("choice", choice_attributes);
const SystoleElement systole_caption_element = ELEMENT ("caption", text_attributes);
const SystoleElement systole_neutral_element = ELEMENT ("neutral", text_attributes);
const SystoleElement systole_description_element = ELEMENT ("description", text_attributes);
const SystoleElement systole_note_element = ELEMENT ("note", text_attributes);
const SystoleElement systole_answer_element = ELEMENT ("answer", text_attributes);
const SystoleElement systole_reveal_element = ELEMENT ("reveal", text_attributes);
const SystoleElement systole_exercise_element = ELEMENT ("exercise", exercise_attributes);
const SystoleElement systole_task_element = ELEMENT ("task", text_attributes);
const SystoleElement systole_blank_element = ELEMENT ("blank", blank_attributes);
