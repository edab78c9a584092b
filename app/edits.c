/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/edits.h"

#include <string.h>

#include "app/dim-names.h"
#include "engine/base/i18n.h"
#include "engine/machine/unit-words.h"
#include "engine/scenario/exercise.h"
#include "widgets/quantity-text.h"

static SystoleScenario *
copy (SystoleSession *session)
{
  return systole_scenario_copy (systole_session_get_scenario (session));
}

static void
push (SystoleSession *session, SystoleScenario *next, char *name, SystoleEditKind kind, const char *merge_key)
{
  systole_session_edit (session, next, name, kind, merge_key);
  if (merge_key == NULL)
    systole_history_seal (systole_session_get_history (session));
  g_free (name);
}

/**
 * systole_edit_get_op:
 *
 * Returns: (nullable): the operation of the first lane
 */
const SystoleOp *
systole_edit_get_op (SystoleSession *session)
{
  return systole_scenario_get_lane_op (systole_session_get_scenario (session), 0);
}

/* The same work: machines that are compared may have it in formats of their own. */
static gboolean
is_same_work (const SystoleOp *a, const SystoleOp *b)
{
  return a->kind == b->kind && memcmp (a->dims, b->dims, sizeof a->dims) == 0;
}

/**
 * systole_edit_find_ops:
 *
 * The operation that Setup shows, and those of other lanes that differ from it in format
 * only: a comparison stays one when a dimension changes.
 *
 * Returns: (transfer container): pointers into @scenario, the first lane's first; empty
 *   without an operation
 */
GPtrArray *
systole_edit_find_ops (SystoleScenario *scenario)
{
  GPtrArray *found = g_ptr_array_new ();
  const SystoleOp *first = systole_scenario_get_lane_op (scenario, 0);

  for (guint i = 0; first != NULL && i < scenario->ops->len; i++)
    {
      SystoleOp *op = &g_array_index (scenario->ops, SystoleOp, i);

      if (op == first)
        g_ptr_array_insert (found, 0, op);
      else if (is_same_work (op, first))
        g_ptr_array_add (found, op);
    }
  return found;
}

guint
systole_edit_get_op_index (SystoleSession *session)
{
  const SystoleScenario *scenario = systole_session_get_scenario (session);
  const SystoleOp *op = systole_edit_get_op (session);

  return op != NULL ? (guint) (op - &g_array_index (scenario->ops, SystoleOp, 0)) : 0;
}

/* The id of an operation of the workload that is @op in another format; made where there
 * is none. NULL: that format is not for it. */
static char *
find_in_format (SystoleScenario *scenario, const SystoleOp *op, SystoleFormat format)
{
  SystoleOp own = *op;

  own.format = format;
  for (guint i = 0; i < scenario->ops->len; i++)
    if (systole_op_equal (&g_array_index (scenario->ops, SystoleOp, i), &own))
      return g_strdup (g_array_index (scenario->ops, SystoleOp, i).id);
  g_snprintf (own.id, sizeof own.id, "%.40s-%s", op->id, systole_format_get_id (format));
  if (scenario->ops->len >= SYSTOLE_SCENARIO_MAX_OPS || systole_scenario_find_op (scenario, own.id) != NULL || !systole_op_check (&own, NULL))
    return NULL;
  g_array_append_val (scenario->ops, own);
  return g_strdup (own.id);
}

/**
 * systole_edit_show_op:
 * @index: of an operation of the workload
 *
 * The lanes that have the work of the first lane have that one instead, each in the
 * format that it had.
 */
void
systole_edit_show_op (SystoleSession *session, guint index)
{
  const SystoleOp *old = systole_edit_get_op (session);
  SystoleScenario *next = copy (session);
  SystoleOp shown;

  g_return_if_fail (old != NULL && index < next->ops->len);
  shown = g_array_index (next->ops, SystoleOp, index);
  for (guint i = 0; i < next->lanes->len; i++)
    {
      SystoleLane *lane = systole_scenario_get_lane (next, i);
      const SystoleOp *own = systole_scenario_get_lane_op (next, i);
      char *id;

      if (own == NULL || !is_same_work (own, old))
        continue;
      id = strcmp (own->id, old->id) == 0 ? g_strdup (shown.id) : find_in_format (next, &shown, own->format);
      if (id == NULL)
        continue;
      g_free (lane->op);
      lane->op = id;
    }
  /* Translators: name of an edit; %s is a layer: “Show conv1” */
  push (session, next, g_strdup_printf (_ ("Show %s"), shown.id), SYSTOLE_EDIT_STRUCTURE, NULL);
}

/* @op is the operation as it would be; refused with the engine's sentence. What it
 * changes is changed in the others that are the same work, their format excepted. */
static gboolean
push_op (SystoleSession *session, const SystoleOp *op, char *name, SystoleEditKind kind, const char *merge_key, GError **error)
{
  SystoleScenario *next = copy (session);
  g_autoptr (GPtrArray) ops = systole_edit_find_ops (next);

  for (guint i = 0; i < ops->len; i++)
    {
      SystoleOp *changed = g_ptr_array_index (ops, i);

      changed->kind = op->kind;
      memcpy (changed->dims, op->dims, sizeof changed->dims);
      if (i == 0)
        changed->format = op->format;
      if (!systole_op_check (changed, error))
        {
          systole_scenario_unref (next);
          g_free (name);
          return FALSE;
        }
    }
  push (session, next, name, kind, merge_key);
  return TRUE;
}

/* What both operations have keeps its size, where the new one allows it. */
static void
keep_dims (SystoleOp *op, const SystoleOp *old)
{
  const SystoleOp fresh = *op;
  guint n, n_old;
  const SystoleOpDim *dims = systole_op_kind_get_dims (op->kind, &n), *old_dims = systole_op_kind_get_dims (old->kind, &n_old);

  for (guint i = 0; i < n; i++)
    for (guint j = 0; j < n_old; j++)
      if (dims[i].words == NULL && old_dims[j].words == NULL && g_str_equal (dims[i].key, old_dims[j].key))
        op->dims[i] = CLAMP (old->dims[j], dims[i].min, dims[i].max);
  if (!systole_op_check (op, NULL))
    *op = fresh;
}

gboolean
systole_edit_set_op_kind (SystoleSession *session, SystoleOpKind kind, GError **error)
{
  const SystoleOp *old = systole_edit_get_op (session);
  SystoleOp op;

  g_return_val_if_fail (old != NULL, FALSE);
  systole_op_init (&op, kind, old->format);
  g_strlcpy (op.id, old->id, sizeof op.id);
  op.seed = old->seed;
  keep_dims (&op, old);
  return push_op (session, &op, g_strdup_printf (_ ("Set the operation to “%s”"), systole_op_kind_get_title (kind)), SYSTOLE_EDIT_STRUCTURE, NULL, error);
}

/**
 * systole_edit_set_dim:
 * @dim: index of the dimension in its operation's row
 * @drags: one of many small steps: they become one edit
 */
gboolean
systole_edit_set_dim (SystoleSession *session, guint dim, guint64 value, gboolean drags, GError **error)
{
  const SystoleOp *old = systole_edit_get_op (session);
  guint n;
  const SystoleOpDim *dims;
  SystoleOp op;
  g_autofree char *text = NULL;
  g_autofree char *symbol = NULL;

  g_return_val_if_fail (old != NULL, FALSE);
  op = *old;
  dims = systole_op_kind_get_dims (op.kind, &n);
  g_return_val_if_fail (dim < n, FALSE);
  op.dims[dim] = value;
  /* Values in full are of one shape. */
  if (op.given != NULL && !systole_op_check (&op, NULL))
    op.given = NULL;
  symbol = systole_dim_get_title (&dims[dim]);
  text = systole_dim_get_value_title (&dims[dim], value);
  /* Translators: name of an edit: “Set K to 512” */
  return push_op (session, &op, g_strdup_printf (_ ("Set %s to %s"), symbol, text), SYSTOLE_EDIT_PARAMETER, drags ? dims[dim].key : NULL, error);
}

gboolean
systole_edit_set_format (SystoleSession *session, SystoleFormat format, GError **error)
{
  const SystoleOp *old = systole_edit_get_op (session);
  SystoleOp op;

  g_return_val_if_fail (old != NULL, FALSE);
  op = *old;
  op.format = format;
  return push_op (session, &op, g_strdup_printf (_ ("Set the format to %s"), systole_format_get_title (format)), SYSTOLE_EDIT_PARAMETER, NULL, error);
}

static gboolean
check_lane (const SystoleLane *lane, GError **error)
{
  if (lane->kind == SYSTOLE_LANE_ARRAY)
    return systole_array_def_check (&lane->array, error);
  if (lane->kind == SYSTOLE_LANE_SM)
    return systole_sm_def_check (&lane->sm, error);
  return TRUE;
}

/**
 * systole_edit_set_lane_field:
 * @value: in the field's unit
 */
gboolean
systole_edit_set_lane_field (SystoleSession *session, guint lane, const SystoleLaneField *field, double value, gboolean drags, GError **error)
{
  SystoleScenario *next = copy (session);
  SystoleLane *changed = systole_scenario_get_lane (next, lane);
  g_autofree char *number = NULL;
  g_autofree char *key = g_strdup_printf ("%u.%s", lane, field->id);

  systole_lane_field_set (field, changed, value);
  if (!check_lane (changed, error))
    {
      systole_scenario_unref (next);
      return FALSE;
    }
  number = field->real ? systole_text_hertz (value) : systole_text_count ((guint64) value);
  /* Translators: name of an edit: a field, the letter of a machine, a value */
  push (session, next, g_strdup_printf (_ ("Set “%s” of %c to %s"), _ (field->title), 'A' + lane, number), SYSTOLE_EDIT_PARAMETER, drags ? key : NULL);
  return TRUE;
}

/**
 * systole_edit_set_array_choice:
 * @lane: a bare array
 */
void
systole_edit_set_array_choice (SystoleSession *session, guint lane, const SystoleArrayChoice *choice, guint value)
{
  SystoleScenario *next = copy (session);

  systole_array_choice_set (choice, &systole_scenario_get_lane (next, lane)->array, value);
  push (session, next, g_strdup_printf (_ ("Set “%s” of %c to %s"), _ (choice->title), 'A' + lane, choice->get_title (value)), SYSTOLE_EDIT_PARAMETER, NULL);
}

void
systole_edit_set_operands (SystoleSession *session, guint lane, SystoleOperands operands)
{
  SystoleScenario *next = copy (session);

  systole_scenario_get_lane (next, lane)->operands = operands;
  push (session, next, g_strdup_printf (_ ("Set where the operands of %c are to “%s”"), 'A' + lane, systole_operands_get_title (operands)), SYSTOLE_EDIT_PARAMETER, NULL);
}

/**
 * systole_edit_set_kind:
 * @machine: (nullable): id in the catalogue, for %SYSTOLE_LANE_MACHINE
 */
void
systole_edit_set_kind (SystoleSession *session, guint lane, SystoleLaneKind kind, const char *machine)
{
  SystoleScenario *next = copy (session);
  SystoleLane *changed = systole_scenario_get_lane (next, lane);
  const SystoleMachine *entry = machine != NULL ? systole_catalogue_find (systole_session_get_catalogue (session), machine) : NULL;
  const char *name = entry != NULL ? systole_machine_get_name (entry) : systole_family_get_title (kind == SYSTOLE_LANE_SM ? SYSTOLE_FAMILY_SM : SYSTOLE_FAMILY_ARRAY);

  changed->kind = kind;
  g_free (changed->machine);
  changed->machine = g_strdup (machine);
  g_array_set_size (changed->sets, 0);
  memset (&changed->mapping, 0, sizeof changed->mapping);
  /* A whole chip begins with its operands in main memory, a bare one on the chip. */
  changed->operands = kind == SYSTOLE_LANE_MACHINE ? SYSTOLE_OPERANDS_COLD : SYSTOLE_OPERANDS_ON_CHIP;
  push (session, next, g_strdup_printf (_ ("Set machine %c to “%s”"), 'A' + lane, name), SYSTOLE_EDIT_STRUCTURE, NULL);
}

/* As the maker of the lane's machine calls it. */
static const char *
field_title (SystoleSession *session, const SystoleLane *lane, SystoleField field)
{
  const SystoleMachine *machine = lane->machine != NULL ? systole_catalogue_find (systole_session_get_catalogue (session), lane->machine) : NULL;

  return systole_field_get_title (field, machine != NULL ? systole_machine_get_maker (machine) : SYSTOLE_MAKER_USUAL);
}

/**
 * systole_edit_set_field:
 * @value: in the unit of the field
 *
 * Changes one number of a machine of the catalogue, in this scenario only.
 */
gboolean
systole_edit_set_field (SystoleSession *session, guint lane, SystoleField field, double value, gboolean drags, GError **error)
{
  SystoleScenario *next = copy (session);
  SystoleLane *changed = systole_scenario_get_lane (next, lane);
  g_autofree char *key = g_strdup_printf ("%u.%s", lane, systole_field_get_id (field));
  int i = systole_lane_find_set (changed, field);
  SystoleMachine *machine;

  if (i < 0)
    {
      SystoleFieldSet set = { field, value, NULL };

      g_array_append_val (changed->sets, set);
    }
  else
    g_array_index (changed->sets, SystoleFieldSet, i).value = value;
  machine = systole_lane_resolve (changed, systole_session_get_catalogue (session), error);
  if (machine == NULL)
    {
      systole_scenario_unref (next);
      return FALSE;
    }
  systole_machine_unref (machine);
  push (session, next, g_strdup_printf (_ ("Change “%s” of %c"), field_title (session, changed, field), 'A' + lane), SYSTOLE_EDIT_PARAMETER, drags ? key : NULL);
  return TRUE;
}

void
systole_edit_revert_field (SystoleSession *session, guint lane, SystoleField field)
{
  SystoleScenario *next = copy (session);
  SystoleLane *changed = systole_scenario_get_lane (next, lane);
  int i = systole_lane_find_set (changed, field);

  if (i < 0)
    {
      systole_scenario_unref (next);
      return;
    }
  g_clear_pointer (&g_array_index (changed->sets, SystoleFieldSet, i).source, g_free);
  g_array_remove_index (changed->sets, (guint) i);
  push (session, next, g_strdup_printf (_ ("Take “%s” of %c from the catalogue"), field_title (session, changed, field), 'A' + lane), SYSTOLE_EDIT_PARAMETER, NULL);
}

/**
 * systole_edit_set_source:
 * @field: that the scenario changes
 * @source: (nullable): where its value comes from; NULL or "": not known
 */
void
systole_edit_set_source (SystoleSession *session, guint lane, SystoleField field, const char *source)
{
  SystoleScenario *next = copy (session);
  SystoleLane *changed = systole_scenario_get_lane (next, lane);
  int i = systole_lane_find_set (changed, field);

  if (i < 0)
    {
      systole_scenario_unref (next);
      return;
    }
  g_free (g_array_index (changed->sets, SystoleFieldSet, i).source);
  g_array_index (changed->sets, SystoleFieldSet, i).source = source != NULL && *source != '\0' ? g_strdup (source) : NULL;
  push (session, next, g_strdup_printf (_ ("Say where “%s” of %c comes from"), field_title (session, changed, field), 'A' + lane), SYSTOLE_EDIT_PARAMETER, NULL);
}

/**
 * systole_edit_set_machine_like:
 * @like: a lane whose machine is taken, with its fields; not its operation
 * @name: of the machine, for the name of the edit
 */
void
systole_edit_set_machine_like (SystoleSession *session, guint lane, const SystoleLane *like, const char *name)
{
  SystoleScenario *next = copy (session);
  SystoleLane *own = systole_lane_copy (like);

  g_free (own->op);
  own->op = g_strdup (systole_scenario_get_lane (next, lane)->op);
  systole_lane_free (g_ptr_array_index (next->lanes, lane));
  g_ptr_array_index (next->lanes, lane) = own;
  push (session, next, g_strdup_printf (_ ("Set machine %c to “%s”"), 'A' + lane, name), SYSTOLE_EDIT_STRUCTURE, NULL);
}

/**
 * systole_edit_add_lane:
 *
 * One more machine, a copy of the last one, to change and compare.
 */
void
systole_edit_add_lane (SystoleSession *session)
{
  const SystoleScenario *scenario = systole_session_get_scenario (session);
  SystoleScenario *next;
  guint n = scenario->lanes->len;

  if (n == 0 || n >= SYSTOLE_MAX_LANES)
    return;
  next = copy (session);
  g_ptr_array_add (next->lanes, systole_lane_copy (systole_scenario_get_lane (next, n - 1)));
  push (session, next, g_strdup_printf (_ ("Add machine %c"), 'A' + n), SYSTOLE_EDIT_STRUCTURE, NULL);
}

/* Bookmarks, promises and zooms name lanes by index: they follow. */
static void
renumber (SystoleScenario *scenario, guint removed)
{
  int lanes[SYSTOLE_SCENARIO_MAX_LANES];

  for (guint i = 0; i < SYSTOLE_SCENARIO_MAX_LANES; i++)
    lanes[i] = i == removed ? -1 : (int) i - (i > removed);
  systole_scenario_move_exercises (scenario, lanes);
  for (guint i = scenario->view.bookmarks->len; i-- > 0;)
    {
      SystoleBookmark *bookmark = &g_array_index (scenario->view.bookmarks, SystoleBookmark, i);

      if (bookmark->lane == removed)
        g_array_remove_index (scenario->view.bookmarks, i);
      else if (bookmark->lane > removed)
        bookmark->lane--;
    }
  for (guint i = scenario->expectations->len; i-- > 0;)
    {
      SystoleExpectation *promise = &g_array_index (scenario->expectations, SystoleExpectation, i);

      if (promise->lane == removed)
        g_array_remove_index (scenario->expectations, i);
      else if (promise->lane > removed)
        promise->lane--;
    }
  if (removed < scenario->view.zooms->len)
    g_array_remove_index (scenario->view.zooms, removed);
  if (scenario->view.lane >= removed && scenario->view.lane > 0)
    scenario->view.lane--;
}

void
systole_edit_remove_lane (SystoleSession *session, guint lane)
{
  const SystoleScenario *scenario = systole_session_get_scenario (session);
  SystoleScenario *next;

  if (scenario->lanes->len < 2 || lane >= scenario->lanes->len)
    return;
  next = copy (session);
  g_ptr_array_remove_index (next->lanes, lane);
  renumber (next, lane);
  push (session, next, g_strdup_printf (_ ("Remove machine %c"), 'A' + lane), SYSTOLE_EDIT_STRUCTURE, NULL);
}

static guint
swapped (guint lane)
{
  return lane < 2 ? 1 - lane : lane;
}

/**
 * systole_edit_swap_lanes:
 *
 * A becomes B and B becomes A, with all that names them.
 */
void
systole_edit_swap_lanes (SystoleSession *session)
{
  const SystoleScenario *scenario = systole_session_get_scenario (session);
  int lanes[SYSTOLE_SCENARIO_MAX_LANES];
  SystoleScenario *next;
  gpointer first;

  if (scenario->lanes->len < 2)
    return;
  next = copy (session);
  first = next->lanes->pdata[0];
  next->lanes->pdata[0] = next->lanes->pdata[1];
  next->lanes->pdata[1] = first;
  for (guint i = 0; i < next->view.bookmarks->len; i++)
    {
      SystoleBookmark *bookmark = &g_array_index (next->view.bookmarks, SystoleBookmark, i);

      bookmark->lane = swapped (bookmark->lane);
    }
  for (guint i = 0; i < next->expectations->len; i++)
    {
      SystoleExpectation *promise = &g_array_index (next->expectations, SystoleExpectation, i);

      promise->lane = swapped (promise->lane);
    }
  for (guint i = 0; i < SYSTOLE_SCENARIO_MAX_LANES; i++)
    lanes[i] = (int) swapped (i);
  systole_scenario_move_exercises (next, lanes);
  next->view.lane = swapped (next->view.lane);
  push (session, next, g_strdup (_ ("Swap machines A and B")), SYSTOLE_EDIT_STRUCTURE, NULL);
}
