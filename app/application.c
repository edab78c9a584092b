/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/application.h"

#include <glib-unix.h>
#include <signal.h>

#include "app/place.h"
#include "app/preferences.h"
#include "app/window.h"
#include "config.h"
#include "data/data.h"
#include "engine/base/i18n.h"
#include "widgets/unit-format.h"

#define WINDOW_WIDTH_MAX 960 /* of windows beside the main one */
#define DEFAULT_DPI (96 * 1024)

/* A document that ends the program each time it is shown is not shown for ever. */
#define MAX_ATTEMPTS 3

struct _SystoleApplication
{
  AdwApplication parent_instance;

  SystoleSettings *settings;
  gboolean scaling;   /* the change of the resolution is our own */
  gboolean recovered; /* what an earlier program left behind was looked for */
  guint renew_source; /* until words and numbers are made anew */
  char *language;     /* that they are in now */
};

enum
{
  SIGNAL_LOOK_CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (SystoleApplication, systole_application, ADW_TYPE_APPLICATION)

static void
look_changed (SystoleApplication *self)
{
  g_signal_emit (self, signals[SIGNAL_LOOK_CHANGED], 0);
}

static void
apply_color_scheme (SystoleApplication *self)
{
  g_autofree char *wanted = systole_settings_dup_string (self->settings, "color-scheme");
  AdwColorScheme scheme = ADW_COLOR_SCHEME_DEFAULT;

  if (g_str_equal (wanted, "light"))
    scheme = ADW_COLOR_SCHEME_FORCE_LIGHT;
  else if (g_str_equal (wanted, "dark"))
    scheme = ADW_COLOR_SCHEME_FORCE_DARK;
  adw_style_manager_set_color_scheme (adw_style_manager_get_default (), scheme);
}

static void
apply_motion (SystoleApplication *self)
{
  g_autofree char *wanted = systole_settings_dup_string (self->settings, "motion");
  GtkSettings *gtk = gtk_settings_get_default ();

  if (g_str_equal (wanted, "reduced"))
    g_object_set (gtk, "gtk-enable-animations", FALSE, NULL);
  else
    gtk_settings_reset_property (gtk, "gtk-enable-animations");
}

/* All text follows the resolution of fonts, widgets' and painters' alike. */
static void
apply_text_size (SystoleApplication *self)
{
  double factor = systole_settings_get_double (self->settings, "text-size");
  GtkSettings *gtk = gtk_settings_get_default ();
  int dpi;

  if (self->scaling)
    return;
  self->scaling = TRUE;
  gtk_settings_reset_property (gtk, "gtk-xft-dpi");
  g_object_get (gtk, "gtk-xft-dpi", &dpi, NULL);
  if (factor != 1.0)
    g_object_set (gtk, "gtk-xft-dpi", (int) ((dpi > 0 ? dpi : DEFAULT_DPI) * factor), NULL);
  self->scaling = FALSE;
  look_changed (self);
}

static void
apply_numbers (SystoleApplication *self)
{
  g_autofree char *counts = systole_settings_dup_string (self->settings, "counts");
  g_autofree char *bytes = systole_settings_dup_string (self->settings, "byte-units");
  SystoleNumberStyle style = { .rounded_counts = g_str_equal (counts, "rounded"), .decimal_bytes = g_str_equal (bytes, "decimal") };

  systole_units_set_style (&style);
}

/* Words and numbers anew. In an idle: the row of the preferences that was clicked is still at
 * work. */
static gboolean
renew_windows (gpointer data)
{
  SystoleApplication *self = data;
  g_autofree char *language = systole_settings_dup_string (self->settings, "language");
  gboolean speaks_another = g_strcmp0 (language, self->language) != 0;
  GList *windows = gtk_window_list_toplevels ();
  GtkWindow *preferences = NULL, *last = NULL;

  self->renew_source = 0;
  g_list_foreach (windows, (GFunc) (void (*) (void)) g_object_ref, NULL);
  systole_place_set_language (language);
  gtk_widget_set_default_direction (gtk_get_locale_direction ());
  apply_numbers (self);
  g_free (self->language);
  self->language = g_steal_pointer (&language);
  for (GList *l = windows; l != NULL; l = l->next)
    if (SYSTOLE_IS_MAIN_WINDOW (l->data))
      last = GTK_WINDOW (systole_main_window_renew (l->data));
    else if (SYSTOLE_IS_PREFERENCES (l->data))
      preferences = l->data;
  if (preferences != NULL && speaks_another)
    gtk_window_destroy (preferences);
  if (preferences != NULL && speaks_another)
    systole_application_show_preferences (self, last);
  else if (preferences != NULL)
    gtk_window_set_transient_for (preferences, last);
  g_list_free_full (windows, g_object_unref);
  return G_SOURCE_REMOVE;
}

static void
text_cb (SystoleApplication *self)
{
  if (self->renew_source == 0)
    self->renew_source = g_idle_add (renew_windows, self);
}

static void
follow_look (SystoleApplication *self)
{
  AdwStyleManager *style = adw_style_manager_get_default ();
  GtkSettings *gtk = gtk_settings_get_default ();

  g_signal_connect_object (self->settings, "notify::language", G_CALLBACK (text_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->settings, "notify::counts", G_CALLBACK (text_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->settings, "notify::byte-units", G_CALLBACK (text_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->settings, "notify::color-scheme", G_CALLBACK (apply_color_scheme), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->settings, "notify::motion", G_CALLBACK (apply_motion), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->settings, "notify::text-size", G_CALLBACK (apply_text_size), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->settings, "notify::presenter-scheme", G_CALLBACK (look_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->settings, "notify::contrast", G_CALLBACK (look_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->settings, "notify::letter-keys", G_CALLBACK (look_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (style, "notify::dark", G_CALLBACK (look_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (style, "notify::high-contrast", G_CALLBACK (look_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (gtk, "notify::gtk-xft-dpi", G_CALLBACK (apply_text_size), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (gtk, "notify::gtk-enable-animations", G_CALLBACK (look_changed), self, G_CONNECT_SWAPPED);
  self->language = systole_settings_dup_string (self->settings, "language");
  apply_color_scheme (self);
  apply_motion (self);
  apply_text_size (self);
  apply_numbers (self);
}

/* What the widgets need for themselves; style.css comes after it. */
static void
load_widget_style (void)
{
  g_autoptr (GtkCssProvider) provider = gtk_css_provider_new ();

  gtk_css_provider_load_from_resource (provider, SYSTOLE_RESOURCE_ROOT "/widgets/widgets.css");
  gtk_style_context_add_provider_for_display (gdk_display_get_default (), GTK_STYLE_PROVIDER (provider), GTK_STYLE_PROVIDER_PRIORITY_APPLICATION - 1);
}

/* The catalogue is read while GTK starts; who needs it first waits for the rest. */
static gpointer
read_catalogue (gpointer data)
{
  systole_data_get_catalogue ();
  return NULL;
}

/* --- what was not saved --- */

/* The session ends, or somebody ends the program: nobody can be asked now. */
static void
keep_all (SystoleApplication *self)
{
  for (GList *l = gtk_application_get_windows (GTK_APPLICATION (self)); l != NULL; l = l->next)
    if (SYSTOLE_IS_MAIN_WINDOW (l->data))
      systole_main_window_keep_now (l->data);
}

static gboolean
terminated (gpointer data)
{
  keep_all (data);
  g_application_quit (data);
  return G_SOURCE_CONTINUE;
}

static void
say_given_up (SystoleApplication *self, const SystoleUnsaved *unsaved)
{
  SystoleMainWindow *window = systole_main_window_new (self);
  g_autofree char *name = g_filename_display_name (unsaved->path);
  g_autofree char *text = g_strdup_printf (_ ("Unsaved changes were found, but Systole ended each time it opened them. They stay in %s."), name);

  systole_main_window_open_welcome (window);
  systole_main_window_show_error (window, text);
  gtk_window_present (GTK_WINDOW (window));
}

/* Returns: whether there is a window now */
static gboolean
recover (SystoleApplication *self)
{
  g_autofree char *folder = systole_autosave_get_folder ();
  g_autoptr (GPtrArray) found = NULL;
  gboolean shown = FALSE;

  if (self->recovered)
    return FALSE;
  self->recovered = TRUE;
  found = systole_autosave_find (folder);
  for (guint i = 0; i < found->len; i++)
    {
      const SystoleUnsaved *unsaved = g_ptr_array_index (found, i);
      SystoleMainWindow *window;

      if (unsaved->attempts >= MAX_ATTEMPTS)
        {
          say_given_up (self, unsaved);
          shown = TRUE;
          continue;
        }
      window = systole_main_window_new (self);
      if (systole_main_window_recover (window, folder, unsaved))
        {
          gtk_window_present (GTK_WINDOW (window));
          shown = TRUE;
        }
      else
        gtk_window_destroy (GTK_WINDOW (window));
    }
  return shown;
}

static void
systole_application_startup (GApplication *application)
{
  SystoleApplication *self = SYSTOLE_APPLICATION (application);

  g_thread_unref (g_thread_new ("catalogue", read_catalogue, NULL));
  G_APPLICATION_CLASS (systole_application_parent_class)->startup (application);
  gtk_window_set_default_icon_name (SYSTOLE_APPLICATION_ID);
  load_widget_style ();
  systole_application_add_actions (self);
  follow_look (self);
  g_signal_connect (self, "query-end", G_CALLBACK (keep_all), NULL);
  g_unix_signal_add (SIGTERM, terminated, self);
  g_unix_signal_add (SIGHUP, terminated, self);
  g_unix_signal_add (SIGINT, terminated, self);
}

static void
systole_application_activate (GApplication *application)
{
  GtkWindow *window = gtk_application_get_active_window (GTK_APPLICATION (application));

  if (recover (SYSTOLE_APPLICATION (application)))
    return;
  if (window == NULL)
    {
      SystoleMainWindow *made = systole_main_window_new (SYSTOLE_APPLICATION (application));

      systole_main_window_open_welcome (made);
      window = GTK_WINDOW (made);
    }
  gtk_window_present (window);
}

static void
systole_application_open (GApplication *application, GFile **files, int n_files, const char *hint)
{
  recover (SYSTOLE_APPLICATION (application));
  for (int i = 0; i < n_files; i++)
    {
      SystoleMainWindow *window = systole_main_window_new (SYSTOLE_APPLICATION (application));

      systole_main_window_open (window, files[i]);
      gtk_window_present (GTK_WINDOW (window));
    }
}

static void
systole_application_finalize (GObject *object)
{
  SystoleApplication *self = SYSTOLE_APPLICATION (object);

  g_clear_handle_id (&self->renew_source, g_source_remove);
  g_free (self->language);
  g_clear_object (&self->settings);
  G_OBJECT_CLASS (systole_application_parent_class)->finalize (object);
}

static void
systole_application_class_init (SystoleApplicationClass *klass)
{
  GApplicationClass *application_class = G_APPLICATION_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = systole_application_finalize;
  application_class->startup = systole_application_startup;
  application_class->activate = systole_application_activate;
  application_class->open = systole_application_open;
  signals[SIGNAL_LOOK_CHANGED] = g_signal_new ("look-changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
systole_application_init (SystoleApplication *self)
{
}

/**
 * systole_application_new:
 * @settings: what the user chose
 *
 * Returns: (transfer full): the one application of the process
 */
SystoleApplication *
systole_application_new (SystoleSettings *settings)
{
  SystoleApplication *self = g_object_new (SYSTOLE_TYPE_APPLICATION,
                                           "application-id",
                                           SYSTOLE_APPLICATION_ID,
                                           "resource-base-path",
                                           SYSTOLE_RESOURCE_ROOT,
                                           "flags",
                                           G_APPLICATION_HANDLES_OPEN,
                                           NULL);

  self->settings = g_object_ref (settings);
  return self;
}

SystoleApplication *
systole_application_get_default (void)
{
  return SYSTOLE_APPLICATION (g_application_get_default ());
}

SystoleSettings *
systole_application_get_settings (SystoleApplication *self)
{
  return self->settings;
}

/**
 * systole_application_get_catalogue:
 *
 * Returns: (transfer none): the machines that ship with the program
 */
SystoleCatalogue *
systole_application_get_catalogue (SystoleApplication *self)
{
  return systole_data_get_catalogue ();
}

/**
 * systole_application_get_scheme:
 *
 * Returns: the colours that painters use now: light or dark, plain or high contrast
 */
SystoleScheme
systole_application_get_scheme (SystoleApplication *self)
{
  AdwStyleManager *style = adw_style_manager_get_default ();
  g_autofree char *contrast = systole_settings_dup_string (self->settings, "contrast");
  gboolean high = g_str_equal (contrast, "high") || adw_style_manager_get_high_contrast (style);

  if (adw_style_manager_get_dark (style))
    return high ? SYSTOLE_SCHEME_HIGH_CONTRAST_DARK : SYSTOLE_SCHEME_DARK;
  return high ? SYSTOLE_SCHEME_HIGH_CONTRAST : SYSTOLE_SCHEME_LIGHT;
}

/**
 * systole_application_get_presenter_scheme:
 *
 * Returns: the colours of presentations: high contrast on white, which a projector in a lit room
 *   leaves readable, unless another is chosen
 */
SystoleScheme
systole_application_get_presenter_scheme (SystoleApplication *self)
{
  g_autofree char *id = systole_settings_dup_string (self->settings, "presenter-scheme");
  SystoleScheme scheme;

  return systole_scheme_from_id (id, &scheme) ? scheme : SYSTOLE_SCHEME_HIGH_CONTRAST;
}

/**
 * systole_application_get_font_scale:
 *
 * Returns: size of text against the design, 1 = as drawn there
 */
double
systole_application_get_font_scale (SystoleApplication *self)
{
  int dpi;

  g_object_get (gtk_settings_get_default (), "gtk-xft-dpi", &dpi, NULL);
  return dpi > 0 ? dpi / (double) DEFAULT_DPI : 1;
}

/**
 * systole_application_scale_width:
 * @width: of a window beside the main one, pixels at font scale 1
 *
 * Returns: its width with the text as large as it is, for the smallest screen that all must fit
 */
int
systole_application_scale_width (SystoleApplication *self, int width)
{
  double font_scale = systole_application_get_font_scale (self);

  return MAX (width, (int) MIN (width * font_scale, WINDOW_WIDTH_MAX));
}

gboolean
systole_application_get_reduced_motion (SystoleApplication *self)
{
  gboolean animations;

  g_object_get (gtk_settings_get_default (), "gtk-enable-animations", &animations, NULL);
  return !animations;
}
