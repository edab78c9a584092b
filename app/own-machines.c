/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/own-machines.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <string.h>

#include "app/safe-file.h"
#include "engine/base/i18n.h"

#define SUFFIX ".systole"
#define MAX_MACHINES 200 /* more would not be looked through */
#define MAX_FILE_NAME 100

/**
 * systole_own_machines_get_folder:
 *
 * Returns: (transfer full): where the user's own machines are kept
 */
char *
systole_own_machines_get_folder (void)
{
  return g_build_filename (g_get_user_data_dir (), "systole", "machines", NULL);
}

static void
own_machine_free (gpointer data)
{
  SystoleOwnMachine *self = data;

  g_free (self->name);
  systole_lane_free (self->lane);
  g_free (self);
}

/* NULL: no machine can be read from it. */
static SystoleOwnMachine *
read_machine (const char *folder, const char *file_name)
{
  g_autofree char *path = g_build_filename (folder, file_name, NULL);
  g_autofree char *data = NULL;
  g_autoptr (SystoleScenario) scenario = NULL;
  SystoleOwnMachine *self;
  const char *title;
  gsize length;

  if (!systole_safe_file_read (path, SYSTOLE_SCENARIO_MAX_BYTES, &data, &length, NULL, NULL))
    return NULL;
  scenario = systole_scenario_read (data, length, file_name, NULL);
  if (scenario == NULL)
    return NULL;
  title = systole_scenario_get_title (scenario, g_get_language_names ());
  self = g_new0 (SystoleOwnMachine, 1);
  self->name = *title != '\0' ? g_strdup (title) : g_strndup (file_name, strlen (file_name) - strlen (SUFFIX));
  self->lane = systole_lane_copy (systole_scenario_get_lane (scenario, 0));
  return self;
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return g_utf8_collate ((*(SystoleOwnMachine *const *) a)->name, (*(SystoleOwnMachine *const *) b)->name);
}

/**
 * systole_own_machines_list:
 *
 * Files that cannot be read are passed over.
 *
 * Returns: (transfer full) (element-type SystoleOwnMachine): by name
 */
GPtrArray *
systole_own_machines_list (const char *folder)
{
  GPtrArray *found = g_ptr_array_new_with_free_func (own_machine_free);
  GDir *names = g_dir_open (folder, 0, NULL);
  const char *name;

  while (names != NULL && found->len < MAX_MACHINES && (name = g_dir_read_name (names)) != NULL)
    {
      SystoleOwnMachine *machine = g_str_has_suffix (name, SUFFIX) ? read_machine (folder, name) : NULL;

      if (machine != NULL)
        g_ptr_array_add (found, machine);
    }
  if (names != NULL)
    g_dir_close (names);
  g_ptr_array_sort (found, compare_names);
  return found;
}

/* "My T4 / 2" as "My T4 - 2.systole" */
static char *
file_name_of (const char *name)
{
  g_autofree char *text = g_utf8_substring (name, 0, MIN (g_utf8_strlen (name, -1), MAX_FILE_NAME));

  for (char *p = text; *p != '\0'; p++)
    if (strchr ("/\\:*?\"<>|", *p) != NULL || g_ascii_iscntrl (*p) || (*p == '.' && p == text))
      *p = '-';
  return g_strconcat (text, SUFFIX, NULL);
}

/* The machine of a lane as a scenario of its own, with the operation that it was seen with. */
static SystoleScenario *
make_scenario (const SystoleScenario *from, guint lane, const char *name)
{
  SystoleScenario *self = systole_scenario_new ();
  const SystoleOp *op = systole_scenario_get_lane_op (from, lane);

  if (op != NULL)
    {
      g_array_index (self->ops, SystoleOp, 0) = *op;
      systole_scenario_keep_given (self, op->given);
    }
  g_ptr_array_set_size (self->lanes, 0);
  g_ptr_array_add (self->lanes, systole_lane_copy (systole_scenario_get_lane (from, lane)));
  systole_scenario_set_title (self, "", name);
  return self;
}

/**
 * systole_own_machines_keep:
 * @folder: is made when it is not there
 * @name: not empty; the machine of that name is replaced, its file kept as backup
 *
 * Returns: (transfer full) (nullable): the path of the file
 */
char *
systole_own_machines_keep (const char *folder, const SystoleScenario *scenario, guint lane, const char *name, GError **error)
{
  g_autoptr (SystoleScenario) machine = make_scenario (scenario, lane, name);
  g_autofree char *file_name = file_name_of (name);
  g_autofree char *path = g_build_filename (folder, file_name, NULL);
  g_autofree char *text = NULL;
  gsize length;

  if (g_mkdir_with_parents (folder, 0755) != 0)
    {
      int number = errno;
      g_autofree char *shown = g_filename_display_name (folder);

      g_set_error (error, G_IO_ERROR, (int) g_io_error_from_errno (number), _ ("The folder “%s” cannot be made: %s."), shown, g_strerror (number));
      return NULL;
    }
  text = systole_scenario_write (machine, &length);
  return systole_safe_file_write (path, text, length, SYSTOLE_SAFE_FILE_BACKUP, NULL, NULL, error) ? g_steal_pointer (&path) : NULL;
}

static gboolean
have_same_fields (const SystoleLane *a, const SystoleLane *b)
{
  if (a->sets->len != b->sets->len)
    return FALSE;
  for (guint i = 0; i < a->sets->len; i++)
    {
      const SystoleFieldSet *set = &g_array_index (a->sets, SystoleFieldSet, i);
      int other = systole_lane_find_set (b, set->field);

      if (other < 0 || g_array_index (b->sets, SystoleFieldSet, other).value > set->value || g_array_index (b->sets, SystoleFieldSet, other).value < set->value)
        return FALSE;
    }
  return TRUE;
}

/**
 * systole_own_machine_is:
 *
 * Returns: whether a lane has this machine, every field of it
 */
gboolean
systole_own_machine_is (const SystoleOwnMachine *self, const SystoleLane *lane)
{
  if (self->lane->kind != lane->kind)
    return FALSE;
  switch (lane->kind)
    {
    case SYSTOLE_LANE_ARRAY:
      return systole_array_def_equal (&self->lane->array, &lane->array);
    case SYSTOLE_LANE_SM:
      return systole_sm_def_equal (&self->lane->sm, &lane->sm);
    case SYSTOLE_LANE_MACHINE:
    default:
      return g_strcmp0 (self->lane->machine, lane->machine) == 0 && have_same_fields (self->lane, lane);
    }
}
