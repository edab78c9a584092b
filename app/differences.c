/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/differences.h"

#include "engine/systolic/array-choices.h"
#include "app/lane-fields.h"
#include "app/mapping-rows.h"
#include "engine/base/i18n.h"
#include "engine/machine/unit-words.h"
#include "widgets/quantity-text.h"

typedef struct
{
  GString *text;
  guint n;
} List;

static void
add (List *list, const char *title, const char *a, const char *b)
{
  if (g_strcmp0 (a, b) == 0)
    return;
  if (list->n > 0)
    g_string_append_c (list->text, '\n');
  /* Translators: a field, its value for machine A, its value for machine B */
  g_string_append_printf (list->text, _ ("%s: %s ≠ %s"), title, a, b);
  list->n++;
}

/* Documented in differences.h. */
const char *
systole_differences_get_model (const SystoleLane *lane, const SystoleCatalogue *catalogue)
{
  const SystoleMachine *machine;

  switch (lane->kind)
    {
    case SYSTOLE_LANE_MACHINE:
      machine = systole_catalogue_find (catalogue, lane->machine);
      return machine != NULL ? systole_machine_get_name (machine) : lane->machine;
    case SYSTOLE_LANE_SM:
      return systole_family_get_title (SYSTOLE_FAMILY_SM);
    case SYSTOLE_LANE_ARRAY:
    default:
      return systole_family_get_title (SYSTOLE_FAMILY_ARRAY);
    }
}

static char *
lane_value (const SystoleLaneField *field, const SystoleLane *lane)
{
  double value = systole_lane_field_get (field, lane);

  return field->real ? systole_text_hertz (value) : systole_text_count ((guint64) value);
}

/* A field that both kinds have is one by its title. */
static const SystoleLaneField *
same_field (const SystoleLaneField *field, SystoleLaneKind kind)
{
  guint n;
  const SystoleLaneField *fields = systole_lane_fields_get (&n);

  for (guint i = 0; i < n; i++)
    if (fields[i].kind == kind && g_str_equal (fields[i].title, field->title))
      return &fields[i];
  return NULL;
}

static void
add_choices (List *list, const SystoleArrayDef *a, const SystoleArrayDef *b)
{
  guint n;
  const SystoleArrayChoice *choices = systole_array_choices_get (&n);

  for (guint i = 0; i < n; i++)
    add (list, _ (choices[i].title), choices[i].get_title (systole_array_choice_get (&choices[i], a)), choices[i].get_title (systole_array_choice_get (&choices[i], b)));
}

static void
add_lane_fields (List *list, const SystoleLane *a, const SystoleLane *b)
{
  guint n;
  const SystoleLaneField *fields = systole_lane_fields_get (&n);

  for (guint i = 0; i < n; i++)
    {
      const SystoleLaneField *other = fields[i].kind == a->kind ? same_field (&fields[i], b->kind) : NULL;
      g_autofree char *first = other != NULL ? lane_value (&fields[i], a) : NULL;
      g_autofree char *second = other != NULL ? lane_value (other, b) : NULL;

      if (other != NULL)
        add (list, _ (fields[i].title), first, second);
    }
  if (a->kind != SYSTOLE_LANE_ARRAY || b->kind != SYSTOLE_LANE_ARRAY)
    return;
  add_choices (list, &a->array, &b->array);
}

static char *
field_value (const SystoleMachine *machine, SystoleField field)
{
  const char *unit = systole_field_get_unit (field);
  double value;

  if (machine == NULL || !systole_machine_has (machine, field))
    return g_strdup ("–");
  value = systole_machine_get (machine, field);
  if (g_str_equal (unit, "Hz"))
    return systole_text_hertz (value);
  if (g_str_equal (unit, "B"))
    return systole_text_bytes (value);
  if (g_str_equal (unit, "B/s"))
    return systole_text_bytes_rate (value);
  if (g_str_equal (unit, "s"))
    return systole_text_seconds (value);
  return systole_text_real (value, 6);
}

static void
add_fields (List *list, const SystoleLane *a, const SystoleLane *b, const SystoleCatalogue *catalogue)
{
  SystoleMachine *first = systole_lane_resolve (a, catalogue, NULL), *second = systole_lane_resolve (b, catalogue, NULL);
  guint n;
  const SystoleField *fields = systole_main_fields_get (&n);

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *one = field_value (first, fields[i]);
      g_autofree char *two = field_value (second, fields[i]);

      add (list, systole_field_get_title (fields[i], first != NULL ? systole_machine_get_maker (first) : SYSTOLE_MAKER_USUAL), one, two);
    }
  add (list, _ ("Tiles are dealt"), systole_schedule_get_title (a->mapping.schedule), systole_schedule_get_title (b->mapping.schedule));
  add (list, _ ("Multiplied by"), systole_mapping_get_unit_title (&a->mapping), systole_mapping_get_unit_title (&b->mapping));
  g_clear_pointer (&first, systole_machine_unref);
  g_clear_pointer (&second, systole_machine_unref);
}

/* Documented in differences.h. */
char *
systole_differences_describe (const SystoleScenario *scenario, const SystoleCatalogue *catalogue, guint *n)
{
  List list = { g_string_new (NULL), 0 };
  const SystoleLane *a, *b;
  const SystoleOp *first, *second;

  *n = 0;
  if (scenario->lanes->len < 2)
    return g_string_free (list.text, TRUE), NULL;
  a = systole_scenario_get_lane (scenario, 0);
  b = systole_scenario_get_lane (scenario, 1);
  first = systole_scenario_get_lane_op (scenario, 0);
  second = systole_scenario_get_lane_op (scenario, 1);
  if (first != NULL && second != NULL && first != second)
    {
      g_autofree char *one = systole_op_to_string (first);
      g_autofree char *two = systole_op_to_string (second);

      add (&list, _ ("Operation"), one, two);
    }
  add (&list, _ ("Model"), systole_differences_get_model (a, catalogue), systole_differences_get_model (b, catalogue));
  if (a->kind == SYSTOLE_LANE_MACHINE && b->kind == SYSTOLE_LANE_MACHINE)
    add_fields (&list, a, b, catalogue);
  else if (a->kind != SYSTOLE_LANE_MACHINE && b->kind != SYSTOLE_LANE_MACHINE)
    add_lane_fields (&list, a, b);
  add (&list, _ ("Operands"), systole_operands_get_title (a->operands), systole_operands_get_title (b->operands));
  *n = list.n;
  return g_string_free (list.text, list.n == 0);
}
