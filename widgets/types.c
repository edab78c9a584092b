/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/types.h"

static SystoleTarget *
target_copy (SystoleTarget *self)
{
  return g_memdup2 (self, sizeof *self);
}

static void
target_free (SystoleTarget *self)
{
  g_free (self);
}

G_DEFINE_BOXED_TYPE (SystoleRun, systole_run, systole_run_ref, systole_run_unref)
G_DEFINE_BOXED_TYPE (SystoleScenario, systole_scenario, systole_scenario_ref, systole_scenario_unref)
G_DEFINE_BOXED_TYPE (SystoleTarget, systole_target, target_copy, target_free)

/* Nicks are the ids of files, so that a setting or a test names what a file names. */
static const GEnumValue schemes[] = {
#define SCHEME(ID, id) { SYSTOLE_SCHEME_##ID, "SYSTOLE_SCHEME_" #ID, id },
#include "widgets/schemes.def"
#undef SCHEME
  { 0, NULL, NULL }
};

static const GEnumValue steps[] = {
#define STEP(ID, id, title) { SYSTOLE_STEP_##ID, "SYSTOLE_STEP_" #ID, id },
#include "engine/run/steps.def"
#undef STEP
  { 0, NULL, NULL }
};

static const GEnumValue time_bases[] = {
  { SYSTOLE_TIME_CYCLES, "SYSTOLE_TIME_CYCLES", "cycles" },
  { SYSTOLE_TIME_WALL, "SYSTOLE_TIME_WALL", "wall" },
  { SYSTOLE_TIME_WORK, "SYSTOLE_TIME_WORK", "work" },
  { 0, NULL, NULL }
};

static GType
register_once (gsize *type, const char *name, const GEnumValue *values)
{
  if (g_once_init_enter (type))
    g_once_init_leave (type, g_enum_register_static (g_intern_static_string (name), values));
  return *type;
}

GType
systole_scheme_get_type (void)
{
  static gsize type;

  return register_once (&type, "SystoleScheme", schemes);
}

GType
systole_step_get_type (void)
{
  static gsize type;

  return register_once (&type, "SystoleStep", steps);
}

GType
systole_time_base_get_type (void)
{
  static gsize type;

  return register_once (&type, "SystoleTimeBase", time_bases);
}
