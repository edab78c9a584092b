/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "app/settings.h"

/* The keys of the schema and of settings.def are the same, with the same values. */

static const struct
{
  const char *name, *type, *initial;
} keys[] = {
#define STRING "s"
#define DOUBLE "d"
#define BOOLEAN "b"
#define INT "i"
#define KEY(ID, name, type, initial) { name, type, #initial },
#include "app/settings.def"
#undef KEY
};

static GSettingsSchema *
read_schema (void)
{
  g_autofree char *folder = g_build_filename (g_getenv ("SYSTOLE_BUILD_DIR"), "data", NULL);
  g_autoptr (GError) error = NULL;
  GSettingsSchemaSource *source = g_settings_schema_source_new_from_directory (folder, NULL, TRUE, &error);
  GSettingsSchema *schema;

  g_assert_no_error (error);
  schema = g_settings_schema_source_lookup (source, SYSTOLE_SETTINGS_SCHEMA, FALSE);
  g_settings_schema_source_unref (source);
  return schema;
}

static void
test_keys (void)
{
  g_autoptr (GSettingsSchema) schema = read_schema ();
  g_auto (GStrv) names = NULL;

  g_assert_nonnull (schema);
  names = g_settings_schema_list_keys (schema);
  g_assert_cmpuint (g_strv_length (names), ==, G_N_ELEMENTS (keys));
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      g_autoptr (GSettingsSchemaKey) key = NULL;
      g_autoptr (GVariant) value = NULL;
      g_autofree char *text = NULL;
      g_autofree char *initial = g_strdup (keys[i].initial);

      g_assert_true (g_settings_schema_has_key (schema, keys[i].name));
      key = g_settings_schema_get_key (schema, keys[i].name);
      g_assert_true (g_variant_type_equal (g_settings_schema_key_get_value_type (key), G_VARIANT_TYPE (keys[i].type)));
      value = g_settings_schema_key_get_default_value (key);
      text = g_variant_print (value, FALSE);
      g_strdelimit (text, "'", '"');
      if (strcmp (keys[i].type, "b") == 0)
        g_assert_cmpstr (text, ==, strcmp (initial, "(0)") == 0 || strcmp (initial, "FALSE") == 0 ? "false" : "true");
      else
        g_assert_cmpstr (text, ==, initial);
    }
}

/* Without a schema the program has its defaults and goes on. */
static void
test_without_schema (void)
{
  g_autoptr (SystoleSettings) settings = systole_settings_new ();
  g_autofree char *language = systole_settings_dup_string (settings, "language");

  g_assert_false (systole_settings_is_kept (settings));
  g_assert_cmpstr (language, ==, "");
  g_assert_cmpfloat (systole_settings_get_double (settings, "text-size"), ==, 1);
  g_object_set (settings, "hint-seen", TRUE, NULL);
  g_assert_true (systole_settings_get_boolean (settings, "hint-seen"));
}

int
main (int argc, char **argv)
{
  /* Nothing installed is looked at. */
  g_setenv ("GSETTINGS_SCHEMA_DIR", "/nonexistent", TRUE);
  g_setenv ("XDG_DATA_DIRS", "/nonexistent", TRUE);
  g_setenv ("XDG_DATA_HOME", "/nonexistent", TRUE);
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/settings/keys", test_keys);
  g_test_add_func ("/settings/without-schema", test_without_schema);
  return g_test_run ();
}
