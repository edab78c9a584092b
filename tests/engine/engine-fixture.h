/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/machine/catalogue.h"
#include "engine/run/run.h"

/* What tests of the engine share: files of data/, operations and runs. */

static inline char *
fixture_read (const char *name, gsize *length)
{
  g_autofree char *path = g_build_filename (g_getenv ("SYSTOLE_SOURCE_DIR"), "data", name, NULL);
  g_autoptr (GError) error = NULL;
  char *text = NULL;

  g_file_get_contents (path, &text, length, &error);
  g_assert_no_error (error);
  return text;
}

/* Every machine that ships, without prices. */
static inline SystoleCatalogue *
fixture_catalogue (void)
{
  static const char *const names[] = { "machines/amd.xml", "machines/google.xml", "machines/intel.xml", "machines/nvidia.xml" };
  SystoleCatalogue *catalogue = systole_catalogue_new ();

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      gsize length;
      g_autofree char *text = fixture_read (names[i], &length);
      g_autoptr (GError) error = NULL;

      systole_catalogue_add_xml (catalogue, text, length, names[i], &error);
      g_assert_no_error (error);
    }
  return catalogue;
}

static inline SystoleOp
fixture_op (const char *text)
{
  SystoleOp op;
  g_autoptr (GError) error = NULL;

  systole_op_parse (text, SYSTOLE_FORMAT_BF16, &op, &error);
  g_assert_no_error (error);
  return op;
}

static inline SystoleRun *
fixture_run (const SystoleCatalogue *catalogue, const char *op_text, const char *machine_name)
{
  SystoleOp op = fixture_op (op_text);
  g_autoptr (GError) error = NULL;
  g_autoptr (SystoleMachine) machine = systole_catalogue_parse (catalogue, machine_name, &error);
  SystoleRun *run;

  g_assert_no_error (error);
  run = systole_run_new (&op, machine, SYSTOLE_OPERANDS_COLD, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  return run;
}
