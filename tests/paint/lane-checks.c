/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lane-checks.h"

#include "paint-fixture.h"

static const struct
{
  double width, height;
} sizes[] = { { 300, 360 }, { 372, 566 }, { 900, 420 }, { 1900, 1000 } };

static const SystoleScheme schemes[] = { SYSTOLE_SCHEME_LIGHT, SYSTOLE_SCHEME_DARK, SYSTOLE_SCHEME_HIGH_CONTRAST, SYSTOLE_SCHEME_PRINT };

static void
check_once (SystoleLanePaint *lane, SystoleScheme scheme, double font_scale, double width, double height)
{
  g_autoptr (GArray) labels = systole_labels_new ();
  const char *family = lane->style.font_family;
  cairo_surface_t *surface;

  systole_paint_style_init (&lane->style, scheme);
  lane->style.font_family = family;
  lane->style.font_scale = font_scale;
  lane->style.labels = labels;
  lane->width = width;
  lane->height = height;
  surface = paint_fixture_render (lane, 1);
  g_test_message ("%s, %g × %g, font scale %g", systole_level_get_id (lane->camera.level), width, height, font_scale);
  paint_fixture_assert_labels (labels, width, height);
  cairo_surface_destroy (surface);
  lane->style.labels = NULL;
}

void
lane_check_labels (SystoleLanePaint *lane)
{
  SystoleLanePaint copy = *lane;

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    for (double font_scale = 1; font_scale <= (sizes[i].width < 372 ? 1 : 2); font_scale++)
      check_once (&copy, schemes[(i + (guint) font_scale) % G_N_ELEMENTS (schemes)], font_scale, sizes[i].width, sizes[i].height);
  for (guint i = 0; i < G_N_ELEMENTS (schemes); i++)
    check_once (&copy, schemes[i], 1, 372, 566);
}

static guint
target_hash (gconstpointer data)
{
  const SystoleTarget *target = data;

  return target->kind + 31 * (target->unit + 31 * (target->sub_core + 31 * (target->row + 31 * target->column)));
}

static gboolean
target_equal (gconstpointer a, gconstpointer b)
{
  return systole_target_equal (a, b);
}

/* All that the four arrows lead to from the first target. */
static GHashTable *
reach (const SystoleLanePaint *lane)
{
  static const int directions[4][2] = { { 1, 0 }, { -1, 0 }, { 0, 1 }, { 0, -1 } };
  GHashTable *found = g_hash_table_new_full (target_hash, target_equal, g_free, NULL);
  GQueue open = G_QUEUE_INIT;
  SystoleTarget none = SYSTOLE_TARGET_INIT;
  SystoleTarget first = systole_lane_neighbour (lane, &none, 0, 0);

  g_assert_cmpint (first.kind, !=, SYSTOLE_TARGET_NONE);
  g_hash_table_add (found, g_memdup2 (&first, sizeof first));
  g_queue_push_tail (&open, g_memdup2 (&first, sizeof first));
  while (!g_queue_is_empty (&open))
    {
      g_autofree SystoleTarget *from = g_queue_pop_head (&open);

      for (guint i = 0; i < G_N_ELEMENTS (directions); i++)
        {
          SystoleTarget to = systole_lane_neighbour (lane, from, directions[i][0], directions[i][1]);

          if (to.kind == SYSTOLE_TARGET_NONE || g_hash_table_contains (found, &to))
            continue;
          g_hash_table_add (found, g_memdup2 (&to, sizeof to));
          g_queue_push_tail (&open, g_memdup2 (&to, sizeof to));
        }
    }
  return found;
}

guint
lane_check_targets (const SystoleLanePaint *lane, SystoleTargetKind kind)
{
  g_autoptr (GHashTable) found = reach (lane);
  GHashTableIter iter;
  gpointer key;
  guint n = 0;

  g_hash_table_iter_init (&iter, found);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    {
      const SystoleTarget *target = key;
      SystoleTarget picked;
      double x, y, width, height;

      g_assert_true (systole_lane_locate (lane, target, &x, &y, &width, &height));
      g_assert_cmpfloat (x, >=, 0);
      g_assert_cmpfloat (y, >=, 0);
      g_assert_cmpfloat (x + width, <=, lane->width + 0.01);
      g_assert_cmpfloat (y + height, <=, lane->height + 0.01);
      /* A card's middle belongs to what is in it. */
      if (target->kind == SYSTOLE_TARGET_SUB_CORE)
        picked = systole_lane_pick (lane, x + width / 2, y + 4);
      else
        picked = systole_lane_pick (lane, x + width / 2, y + height / 2);
      g_assert_cmpint (picked.kind, ==, target->kind);
      g_assert_true (systole_target_equal (&picked, target));
      n += target->kind == kind;
    }
  return n;
}

void
lane_check_words (const SystoleLanePaint *lane)
{
  g_autoptr (GHashTable) found = reach (lane);
  GHashTableIter iter;
  gpointer key;

  g_hash_table_iter_init (&iter, found);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    {
      g_autoptr (GArray) facts = NULL;
      g_autofree char *sentence = NULL;
      g_autofree char *title = systole_lane_explain (lane, key, &facts, &sentence);

      g_assert_nonnull (title);
      g_assert_cmpstr (title, !=, "");
      g_assert_nonnull (sentence);
    }
}
