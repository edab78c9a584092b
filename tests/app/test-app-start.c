/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "app/library.h"
#include "app/start-list.h"
#include "app/start-thumbnail.h"
#include "data/data.h"

/* What the start page offers: order, groups, words that are searched for, pictures. */

static const char *const english[] = { "en", NULL };
static const char *const spanish[] = { "es", NULL };

static const SystoleStartEntry *
find (GPtrArray *entries, const char *id)
{
  for (guint i = 0; i < entries->len; i++)
    if (strcmp (((SystoleStartEntry *) entries->pdata[i])->id, id) == 0)
      return entries->pdata[i];
  g_error ("no “%s”", id);
}

static void
test_order (void)
{
  static const char *const first[] = { "two-dimensions", "large-products", "tensor-cores", "tpu-or-gpu" };
  g_autoptr (GPtrArray) entries = systole_start_list (systole_data_get_catalogue (), english);
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);
  guint group = 0;

  g_assert_cmpuint (entries->len, ==, systole_data_get_n_scenarios ());
  for (guint i = 0; i < entries->len; i++)
    {
      const SystoleStartEntry *entry = entries->pdata[i];

      if (i < G_N_ELEMENTS (first))
        g_assert_cmpstr (entry->id, ==, first[i]);
      g_assert_true (g_hash_table_add (seen, entry->id));
      g_assert_cmpuint (entry->group, >=, group);
      g_assert_cmpuint (entry->group, <, systole_start_get_n_groups ());
      g_assert_cmpstr (entry->title, !=, "");
      g_assert_cmpstr (entry->line, !=, "");
      group = entry->group;
      /* The lessons come first: in the last group there is none, and nothing else before it. */
      g_assert_true ((entry->n_beats == 0) == (entry->group == systole_start_get_n_groups () - 1));
    }
  g_assert_cmpuint (((SystoleStartEntry *) entries->pdata[G_N_ELEMENTS (first) - 1])->group, ==, 0);
  g_assert_cmpuint (((SystoleStartEntry *) entries->pdata[G_N_ELEMENTS (first)])->group, >, 0);
  g_assert_cmpuint (find (entries, "tensor-cores")->n_beats, ==, 8);
}

static void
test_search (void)
{
  g_autoptr (GPtrArray) entries = systole_start_list (systole_data_get_catalogue (), english);
  g_autoptr (GPtrArray) others = systole_start_list (systole_data_get_catalogue (), spanish);
  const SystoleStartEntry *entry = find (entries, "t4-or-tpu");
  const SystoleStartEntry *other = find (others, "gpu-and-cpu");

  g_assert_true (systole_start_entry_matches (entry, ""));
  g_assert_true (systole_start_entry_matches (entry, "  tpu T4 "));
  g_assert_false (systole_start_entry_matches (entry, "t4 nonsense"));
  g_assert_true (systole_start_entry_matches (find (entries, "database-query"), "EPYC"));      /* a machine of its lanes */
  g_assert_true (systole_start_entry_matches (find (entries, "science-and-data"), "stencil")); /* an operation */
  g_assert_false (systole_start_entry_matches (find (entries, "folds"), "epyc"));
  g_assert_cmpstr (other->title, !=, find (entries, "gpu-and-cpu")->title);
  g_assert_true (systole_start_entry_matches (other, "que"));
  g_assert_true (systole_start_entry_matches (other, "QUÉ"));
}

/* A picture is drawn, not a blank: it has other colours than its ground. */
static gboolean
is_drawn (cairo_surface_t *surface)
{
  const unsigned char *data = cairo_image_surface_get_data (surface);
  int stride = cairo_image_surface_get_stride (surface), n = 0;

  for (int y = 1; y < SYSTOLE_THUMBNAIL_HEIGHT; y++)
    for (int x = 1; x < SYSTOLE_THUMBNAIL_WIDTH; x++)
      n += memcmp (data + y * stride + 4 * x, data, 3) != 0;
  return n > 500;
}

static void
test_pictures (void)
{
  g_autoptr (GPtrArray) entries = systole_start_list (systole_data_get_catalogue (), english);

  for (guint i = 0; i < entries->len; i++)
    {
      const SystoleStartEntry *entry = entries->pdata[i];
      cairo_surface_t *surface = systole_start_thumbnail_paint (entry->id, entry->view, systole_data_get_catalogue (), i % 2 == 0 ? SYSTOLE_SCHEME_LIGHT : SYSTOLE_SCHEME_DARK);

      g_test_message ("%s", entry->id);
      g_assert_nonnull (surface);
      g_assert_true (is_drawn (surface));
      cairo_surface_destroy (surface);
    }
  g_assert_null (systole_start_thumbnail_paint ("nothing", "whole", systole_data_get_catalogue (), SYSTOLE_SCHEME_LIGHT));
  g_assert_null (systole_start_thumbnail_paint ("welcome", "nothing", systole_data_get_catalogue (), SYSTOLE_SCHEME_LIGHT));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/start/order", test_order);
  g_test_add_func ("/start/search", test_search);
  g_test_add_func ("/start/pictures", test_pictures);
  return g_test_run ();
}
