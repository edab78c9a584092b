/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/settings.h"

enum
{
  PROP_0,
#define KEY(ID, name, type, initial) PROP_##ID,
#include "app/settings.def"
#undef KEY
  N_PROPS
};

struct _SystoleSettings
{
  GObject parent_instance;

  GSettings *kept; /* or NULL: no schema */
  GValue values[N_PROPS];
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (SystoleSettings, systole_settings, G_TYPE_OBJECT)

static const GParamFlags flags = G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

static GParamSpec *
spec_STRING (const char *name, const char *initial)
{
  return g_param_spec_string (name, NULL, NULL, initial, flags);
}

static GParamSpec *
spec_DOUBLE (const char *name, double initial)
{
  return g_param_spec_double (name, NULL, NULL, SYSTOLE_TEXT_SIZE_MIN, SYSTOLE_TEXT_SIZE_MAX, initial, flags);
}

static GParamSpec *
spec_BOOLEAN (const char *name, gboolean initial)
{
  return g_param_spec_boolean (name, NULL, NULL, initial, flags);
}

static GParamSpec *
spec_INT (const char *name, int initial)
{
  return g_param_spec_int (name, NULL, NULL, 0, G_MAXINT, initial, flags);
}

static void
systole_settings_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  g_value_copy (&SYSTOLE_SETTINGS (object)->values[id], value);
}

static void
systole_settings_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  SystoleSettings *self = SYSTOLE_SETTINGS (object);

  if (g_param_values_cmp (pspec, value, &self->values[id]) == 0)
    return;
  g_value_copy (value, &self->values[id]);
  g_object_notify_by_pspec (object, pspec);
}

static void
systole_settings_finalize (GObject *object)
{
  SystoleSettings *self = SYSTOLE_SETTINGS (object);

  for (guint i = 1; i < N_PROPS; i++)
    g_value_unset (&self->values[i]);
  g_clear_object (&self->kept);
  G_OBJECT_CLASS (systole_settings_parent_class)->finalize (object);
}

static void
systole_settings_class_init (SystoleSettingsClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = systole_settings_get_property;
  object_class->set_property = systole_settings_set_property;
  object_class->finalize = systole_settings_finalize;
#define KEY(ID, name, type, initial) properties[PROP_##ID] = spec_##type (name, initial);
#include "app/settings.def"
#undef KEY
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
systole_settings_init (SystoleSettings *self)
{
  GSettingsSchemaSource *source = g_settings_schema_source_get_default ();
  g_autoptr (GSettingsSchema) schema = source != NULL ? g_settings_schema_source_lookup (source, SYSTOLE_SETTINGS_SCHEMA, TRUE) : NULL;

  for (guint i = 1; i < N_PROPS; i++)
    {
      g_value_init (&self->values[i], G_PARAM_SPEC_VALUE_TYPE (properties[i]));
      g_param_value_set_default (properties[i], &self->values[i]);
    }
  if (schema == NULL)
    return;
  self->kept = g_settings_new_full (schema, NULL, NULL);
  for (guint i = 1; i < N_PROPS; i++)
    if (g_settings_schema_has_key (schema, properties[i]->name))
      g_settings_bind (self->kept, properties[i]->name, self, properties[i]->name, G_SETTINGS_BIND_DEFAULT);
}

SystoleSettings *
systole_settings_new (void)
{
  return g_object_new (SYSTOLE_TYPE_SETTINGS, NULL);
}

/**
 * systole_settings_is_kept:
 *
 * Returns: whether there is a schema, so that the next start finds the same values
 */
gboolean
systole_settings_is_kept (SystoleSettings *self)
{
  return self->kept != NULL;
}

char *
systole_settings_dup_string (SystoleSettings *self, const char *name)
{
  char *value = NULL;

  g_object_get (self, name, &value, NULL);
  return value != NULL ? value : g_strdup ("");
}

gboolean
systole_settings_get_boolean (SystoleSettings *self, const char *name)
{
  gboolean value;

  g_object_get (self, name, &value, NULL);
  return value;
}

int
systole_settings_get_int (SystoleSettings *self, const char *name)
{
  int value;

  g_object_get (self, name, &value, NULL);
  return value;
}

double
systole_settings_get_double (SystoleSettings *self, const char *name)
{
  double value;

  g_object_get (self, name, &value, NULL);
  return value;
}
