/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "label-checks.h"

#include <libintl.h>
#include <locale.h>

#include "engine/base/i18n.h"
#include "paint-fixture.h"

static char **
choices (const char *variable, const char *otherwise)
{
  const char *text = g_getenv (variable);

  return g_strsplit (text != NULL ? text : otherwise, ",", -1);
}

static gboolean
is_outside (const SystoleLabel *label, double width, double height)
{
  return label->x < -0.5 || label->y < -0.5 || label->x + label->width > width + 0.5 || label->y + label->height > height + 0.5;
}

/* A pixel of tolerance, and more for the height of a line. */
static gboolean
is_over (const SystoleLabel *a, const SystoleLabel *b)
{
  double over_x = MIN (a->x + a->width, b->x + b->width) - MAX (a->x, b->x);
  double over_y = MIN (a->y + a->height, b->y + b->height) - MAX (a->y, b->y);

  return over_x > 1.0 && over_y > 2.5;
}

/* All that is wrong, rather than the first of it. */
static void
check_labels (const GArray *labels, double width, double height, const char *name)
{
  g_assert_cmpuint (labels->len, >, 0);
  for (guint i = 0; i < labels->len; i++)
    {
      const SystoleLabel *a = &g_array_index (labels, SystoleLabel, i);

      if (is_outside (a, width, height))
        {
          g_test_message ("%s: “%s” leaves the picture at %.0f, %.0f (%.0f × %.0f)", name, a->text, a->x, a->y, a->width, a->height);
          g_test_fail ();
        }
      for (guint j = i + 1; j < labels->len; j++)
        {
          const SystoleLabel *b = &g_array_index (labels, SystoleLabel, j);

          if (!is_over (a, b))
            continue;
          g_test_message ("%s: “%s” (%.0f, %.0f, %.0f × %.0f) and “%s” (%.0f, %.0f, %.0f × %.0f) overlap", name, a->text, a->x, a->y, a->width, a->height, b->text, b->x, b->y, b->width, b->height);
          g_test_fail ();
        }
      if (a->shortened)
        g_test_message ("%s: shortened “%s”", name, a->text);
    }
}

static void
paint_all (const char *name, const char *size, const char *scheme_id, const char *font, LabelPainter paint, gpointer data)
{
  const char *folder = g_getenv ("SYSTOLE_SHEET"), *family = g_getenv ("SYSTOLE_SHEET_FAMILY");
  g_autoptr (GArray) labels = systole_labels_new ();
  g_autofree char *title = g_strdup_printf ("%s-%s-%s-%s", name, size, scheme_id, font);
  SystolePaintStyle style;
  SystoleScheme scheme;
  cairo_surface_t *surface;
  cairo_t *cr;
  char *after;
  double width = g_ascii_strtod (size, &after), height = g_ascii_strtod (after + 1, NULL);

  g_assert_true (systole_scheme_from_id (scheme_id, &scheme));
  systole_paint_style_init (&style, scheme);
  style.font_scale = g_ascii_strtod (font, NULL);
  style.labels = labels;
  if (family != NULL)
    style.font_family = family;
  surface = folder != NULL ? cairo_image_surface_create (CAIRO_FORMAT_RGB24, (int) width, (int) height) : cairo_recording_surface_create (CAIRO_CONTENT_COLOR_ALPHA, &(cairo_rectangle_t){ 0, 0, width, height });
  cr = cairo_create (surface);
  systole_paint_source (cr, style.palette->view);
  cairo_paint (cr);
  paint (cr, &style, width, height, data);
  g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
  if (folder != NULL)
    {
      g_autofree char *file = g_strdup_printf ("%s/%s.png", folder, title);

      cairo_surface_write_to_png (surface, file);
    }
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
  check_labels (labels, width, height, title);
}

void
label_checks_each (const char *name, const char *sizes_variable, const char *size, LabelPainter paint, gpointer data)
{
  g_auto (GStrv) sizes = choices (sizes_variable, size);
  g_auto (GStrv) schemes = choices ("SYSTOLE_SHEET_SCHEMES", "light,dark,high-contrast,print");
  g_auto (GStrv) fonts = choices ("SYSTOLE_SHEET_FONTS", "2");

  for (guint i = 0; sizes[i] != NULL; i++)
    for (guint j = 0; schemes[j] != NULL; j++)
      for (guint k = 0; fonts[k] != NULL; k++)
        paint_all (name, sizes[i], schemes[j], fonts[k], paint, data);
}

void
label_checks_init (int *argc, char ***argv)
{
  const char *catalogues = g_getenv ("APP_LOCALEDIR");

  setlocale (LC_ALL, "");
  if (g_getenv ("SYSTOLE_SHEET_FAMILY") != NULL)
    g_test_init (argc, argv, NULL);
  else
    paint_fixture_init (argc, argv);
  if (catalogues != NULL)
    bindtextdomain (SYSTOLE_GETTEXT_DOMAIN, catalogues);
  bind_textdomain_codeset (SYSTOLE_GETTEXT_DOMAIN, "UTF-8");
}
