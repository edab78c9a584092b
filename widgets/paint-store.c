/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/paint-store.h"

#include <string.h>

#define MAX_CONTEXTS 8
#define MAX_LAYOUTS 2048
#define MAX_NUMBERS 8192
#define MAX_SPRITES 1024

typedef struct
{
  cairo_matrix_t matrix; /* without its translation */
  gboolean vector;
  PangoContext *context;
} Context;

typedef struct
{
  guint context;
  const char *family; /* interned */
  int px, max_width;  /* 1/64 */
  SystoleWeight weight;
  gboolean markup;
  char *text;
} LayoutKey;

typedef struct
{
  guint context;
  const char *family; /* interned */
  int px;             /* 1/64 */
  SystoleWeight weight;
  double value;
} NumberKey;

typedef struct
{
  NumberKey key;
  SystoleGlyphs glyphs;
} Number;

typedef struct
{
  Context contexts[MAX_CONTEXTS];
  guint n_contexts;
  const char *last_family, *last_interned;
  GHashTable *layouts; /* LayoutKey → PangoLayout */
  GHashTable *numbers; /* NumberKey, part of the value → Number */
  GHashTable *sprites; /* SystoleSpriteKey → cairo_surface_t */
} Store;

static guint
layout_key_hash (gconstpointer data)
{
  const LayoutKey *key = data;

  return g_str_hash (key->text) ^ (guint) key->px * 31u ^ (guint) key->weight * 131u ^ (guint) key->max_width * 1031u ^ key->context << 28;
}

static gboolean
layout_key_equal (gconstpointer a, gconstpointer b)
{
  const LayoutKey *x = a, *y = b;

  return x->context == y->context && x->px == y->px && x->max_width == y->max_width && x->weight == y->weight && x->markup == y->markup && x->family == y->family && strcmp (x->text, y->text) == 0;
}

static void
layout_key_free (gpointer data)
{
  LayoutKey *key = data;

  g_free (key->text);
  g_free (key);
}

static guint
number_key_hash (gconstpointer data)
{
  const NumberKey *key = data;

  return g_double_hash (&key->value) * 37u ^ (guint) key->px * 8191u ^ (guint) key->weight ^ key->context << 28;
}

static gboolean
number_key_equal (gconstpointer a, gconstpointer b)
{
  const NumberKey *x = a, *y = b;

  return x->value == y->value && x->px == y->px && x->weight == y->weight && x->context == y->context && x->family == y->family;
}

static void
number_free (gpointer data)
{
  Number *number = data;

  g_clear_pointer (&number->glyphs.font, cairo_scaled_font_destroy);
  g_free ((gpointer) number->glyphs.glyphs);
  g_free (number);
}

static guint
sprite_key_hash (gconstpointer data)
{
  const int *words = data;
  guint hash = 5381;

  for (gsize i = 0; i < sizeof (SystoleSpriteKey) / sizeof (int); i++)
    hash = hash * 33 + (guint) words[i];

  return hash;
}

static gboolean
sprite_key_equal (gconstpointer a, gconstpointer b)
{
  return memcmp (a, b, sizeof (SystoleSpriteKey)) == 0;
}

static void
store_free (gpointer data)
{
  Store *store = data;

  g_hash_table_unref (store->layouts);
  g_hash_table_unref (store->numbers);
  g_hash_table_unref (store->sprites);
  for (guint i = 0; i < store->n_contexts; i++)
    g_object_unref (store->contexts[i].context);
  g_free (store);
}

static Store *
store_get (void)
{
  static GPrivate private = G_PRIVATE_INIT (store_free);
  Store *store = g_private_get (&private);

  if (store == NULL)
    {
      store = g_new0 (Store, 1);
      store->layouts = g_hash_table_new_full (layout_key_hash, layout_key_equal, layout_key_free, g_object_unref);
      store->numbers = g_hash_table_new_full (number_key_hash, number_key_equal, NULL, number_free);
      store->sprites = g_hash_table_new_full (sprite_key_hash, sprite_key_equal, g_free, (GDestroyNotify) cairo_surface_destroy);
      g_private_set (&private, store);
    }

  return store;
}

static void
drop_texts (Store *store)
{
  g_hash_table_remove_all (store->layouts);
  g_hash_table_remove_all (store->numbers);
}

/* Fonts depend on the scale of the target, and on nothing else of it: no options of
 * the surface are taken over, so that the same picture has the same bytes. */
static guint
find_context (Store *store, cairo_t *cr, gboolean vector)
{
  cairo_matrix_t matrix;
  Context *context;

  cairo_matrix_init_identity (&matrix);
  if (cr != NULL)
    {
      cairo_get_matrix (cr, &matrix);
      matrix.x0 = matrix.y0 = 0.0;
    }

  for (guint i = 0; i < store->n_contexts; i++)
    if (memcmp (&store->contexts[i].matrix, &matrix, sizeof matrix) == 0 && store->contexts[i].vector == vector)
      return i;

  if (store->n_contexts == MAX_CONTEXTS)
    {
      drop_texts (store);
      for (guint i = 0; i < store->n_contexts; i++)
        g_object_unref (store->contexts[i].context);
      store->n_contexts = 0;
    }

  context = &store->contexts[store->n_contexts];
  context->matrix = matrix;
  context->vector = vector;
  context->context = pango_font_map_create_context (pango_cairo_font_map_get_default ());

  cairo_font_options_t *options = cairo_font_options_create ();
  PangoMatrix turned = { matrix.xx, matrix.xy, matrix.yx, matrix.yy, 0.0, 0.0 };

  cairo_font_options_set_antialias (options, CAIRO_ANTIALIAS_GRAY);
  cairo_font_options_set_hint_metrics (options, CAIRO_HINT_METRICS_OFF);
  if (vector)
    cairo_font_options_set_hint_style (options, CAIRO_HINT_STYLE_NONE);
  pango_cairo_context_set_font_options (context->context, options);
  pango_context_set_matrix (context->context, &turned);
  pango_context_set_round_glyph_positions (context->context, !vector);
  cairo_font_options_destroy (options);

  return store->n_contexts++;
}

static const char *
intern_family (Store *store, const char *family)
{
  if (family != store->last_family || store->last_interned == NULL || strcmp (family, store->last_interned) != 0)
    {
      store->last_family = family;
      store->last_interned = g_intern_string (family);
    }

  return store->last_interned;
}

static PangoLayout *
make_layout (Store *store, const LayoutKey *key)
{
  PangoLayout *layout = pango_layout_new (store->contexts[key->context].context);
  PangoFontDescription *font = pango_font_description_from_string (key->family);
  PangoAttrList *attributes = pango_attr_list_new ();

  pango_font_description_set_absolute_size (font, key->px * (PANGO_SCALE / 64.0));
  pango_font_description_set_weight (font, (PangoWeight) key->weight);
  pango_layout_set_font_description (layout, font);
  pango_font_description_free (font);

  pango_layout_set_single_paragraph_mode (layout, TRUE);
  if (key->markup)
    {
      pango_layout_set_markup (layout, key->text, -1);
      PangoAttrList *marked = pango_layout_get_attributes (layout);

      if (marked != NULL)
        {
          pango_attr_list_unref (attributes);
          attributes = pango_attr_list_copy (marked);
        }
    }
  else
    pango_layout_set_text (layout, key->text, -1);
  pango_attr_list_insert (attributes, pango_attr_font_features_new ("tnum=1"));
  pango_layout_set_attributes (layout, attributes);
  pango_attr_list_unref (attributes);

  if (key->max_width > 0)
    {
      pango_layout_set_width (layout, key->max_width * (PANGO_SCALE / 64));
      pango_layout_set_ellipsize (layout, PANGO_ELLIPSIZE_END);
    }

  return layout;
}

PangoLayout *
systole_store_get_layout (cairo_t *cr, const SystolePaintStyle *style, const char *text, gboolean markup, double px, SystoleWeight weight, double max_width)
{
  Store *store = store_get ();
  LayoutKey key = { 0 }, *kept;
  PangoLayout *layout;

  if (g_hash_table_size (store->layouts) >= MAX_LAYOUTS)
    drop_texts (store);

  key.context = find_context (store, cr, style->vector);
  key.family = intern_family (store, style->font_family);
  key.px = (int) (px * 64.0 + 0.5);
  key.max_width = (int) (max_width * 64.0);
  key.weight = weight;
  key.markup = markup;
  key.text = (char *) text;

  layout = g_hash_table_lookup (store->layouts, &key);
  if (layout == NULL)
    {
      layout = make_layout (store, &key);
      kept = g_memdup2 (&key, sizeof key);
      kept->text = g_strdup (text);
      g_hash_table_insert (store->layouts, kept, layout);
    }

  return layout;
}

static double
get_layout_width (PangoLayout *layout)
{
  int width;

  pango_layout_get_size (layout, &width, NULL);
  return width / (double) PANGO_SCALE;
}

double
systole_store_get_width (const SystolePaintStyle *style, const char *text, gboolean markup, double px, SystoleWeight weight)
{
  SystolePaintStyle other = *style;
  double width = get_layout_width (systole_store_get_layout (NULL, style, text, markup, px, weight, 0.0));

  other.vector = !style->vector;
  return MAX (width, get_layout_width (systole_store_get_layout (NULL, &other, text, markup, px, weight, 0.0)));
}

static void
extract_glyphs (PangoLayout *layout, SystoleGlyphs *out)
{
  PangoLayoutLine *line = pango_layout_get_line_readonly (layout, 0);
  GArray *glyphs = g_array_new (FALSE, FALSE, sizeof (cairo_glyph_t));
  double x = 0.0;

  for (GSList *l = line->runs; l != NULL; l = l->next)
    {
      const PangoGlyphItem *run = l->data;

      if (out->font == NULL)
        out->font = cairo_scaled_font_reference (pango_cairo_font_get_scaled_font (PANGO_CAIRO_FONT (run->item->analysis.font)));
      for (int i = 0; i < run->glyphs->num_glyphs; i++)
        {
          const PangoGlyphInfo *info = &run->glyphs->glyphs[i];
          cairo_glyph_t glyph = { info->glyph, x + info->geometry.x_offset / (double) PANGO_SCALE, info->geometry.y_offset / (double) PANGO_SCALE };

          if (info->glyph != PANGO_GLYPH_EMPTY && (info->glyph & PANGO_GLYPH_UNKNOWN_FLAG) == 0)
            g_array_append_val (glyphs, glyph);
          x += info->geometry.width / (double) PANGO_SCALE;
        }
    }

  out->width = x;
  out->n_glyphs = glyphs->len;
  out->glyphs = (const cairo_glyph_t *) g_array_free (glyphs, FALSE);
}

static double
measure (Store *store, const LayoutKey *key)
{
  g_autoptr (PangoLayout) layout = make_layout (store, key);

  return get_layout_width (layout);
}

const SystoleGlyphs *
systole_store_get_number (cairo_t *cr, const SystolePaintStyle *style, double value, double px, SystoleWeight weight)
{
  Store *store = store_get ();
  NumberKey key = { 0 };
  LayoutKey text = { 0 };
  Number *number;

  if (g_hash_table_size (store->numbers) >= MAX_NUMBERS)
    drop_texts (store);

  key.context = find_context (store, cr, style->vector);
  key.family = intern_family (store, style->font_family);
  key.px = (int) (px * 64.0 + 0.5);
  key.weight = weight;
  key.value = value;

  number = g_hash_table_lookup (store->numbers, &key);
  if (number == NULL)
    {
      g_autoptr (PangoLayout) layout = NULL;
      g_autofree char *string = systole_paint_format_number (value);
      double other;

      text.family = key.family;
      text.px = key.px;
      text.weight = weight;
      text.text = string;
      text.context = find_context (store, NULL, !style->vector);
      other = measure (store, &text);
      /* again: the one before may have had to make room */
      text.context = key.context = find_context (store, cr, style->vector);
      layout = make_layout (store, &text);
      number = g_new0 (Number, 1);
      number->key = key;
      extract_glyphs (layout, &number->glyphs);
      number->glyphs.needed = MAX (number->glyphs.width, other);
      g_hash_table_insert (store->numbers, &number->key, number);
    }

  return &number->glyphs;
}

cairo_surface_t *
systole_store_get_sprite (const SystoleSpriteKey *key, SystoleSpriteFunc paint, gconstpointer data)
{
  Store *store = store_get ();
  cairo_surface_t *sprite = g_hash_table_lookup (store->sprites, key);

  if (sprite == NULL)
    {
      if (g_hash_table_size (store->sprites) >= MAX_SPRITES)
        g_hash_table_remove_all (store->sprites);

      sprite = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, key->width, key->height);
      cairo_t *cr = cairo_create (sprite);

      paint (cr, key, data);
      cairo_destroy (cr);
      g_hash_table_insert (store->sprites, g_memdup2 (key, sizeof *key), sprite);
    }

  return sprite;
}

double
systole_store_get_scale (cairo_t *cr, const SystolePaintStyle *style)
{
  cairo_matrix_t matrix;
  double sx = 1.0, sy = 1.0;

  if (style->vector)
    return 0.0;

  cairo_get_matrix (cr, &matrix);
  cairo_surface_get_device_scale (cairo_get_group_target (cr), &sx, &sy);

  return matrix.xy != 0.0 || matrix.yx != 0.0 || matrix.xx != matrix.yy || sx != sy || matrix.xx <= 0.0 ? 0.0 : matrix.xx * sx;
}
