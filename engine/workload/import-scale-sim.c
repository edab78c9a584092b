/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/workload/import.h"

#include <inttypes.h>
#include <string.h>

#include "engine/base/error.h"
#include "engine/base/i18n.h"
#include "engine/base/number.h"

#define MAX_CELLS 64  /* of a row; more is no table of layers */
#define MAX_QUOTED 40 /* bytes */
#define MAX_NOTES 100 /* more would not be read by anybody */
#define BYTE_ORDER_MARK "\xef\xbb\xbf"

/* Cells of a row of a convolution; a second stride may follow, and a sparsity "2:4". */
enum
{
  CELL_NAME,
  CELL_INPUT_HEIGHT,
  CELL_INPUT_WIDTH,
  CELL_FILTER_HEIGHT,
  CELL_FILTER_WIDTH,
  CELL_CHANNELS,
  CELL_FILTERS,
  CELL_STRIDE,
  CELL_STRIDE_WIDTH,
  N_CONV_CELLS
};

static const char *const conv_titles[] = { "Layer name", "IFMAP Height", "IFMAP Width", "Filter Height", "Filter Width", "Channels", "Num Filter", "Strides", "Stride width" };
static const char *const gemm_titles[] = { "M", "N", "K" };

typedef struct
{
  char *text;
  guint column; /* in bytes, from 1 */
} Cell;

typedef struct
{
  const char *file_name;
  SystoleImport *import;
  GHashTable *ids; /* that are taken */
  gboolean unfold;
  guint line;
  gboolean has_header;
  gboolean is_gemm;
  guint gemm_cells[3]; /* where M, N, K stand */

  /* The row. */
  Cell cells[MAX_CELLS];
  guint n_cells; /* without empty ones at the end */
} Reader;

static void
note (Reader *self, gboolean used, guint column, const char *text)
{
  SystoleImportNote note = { used, NULL };

  if (!used)
    self->import->skipped++;
  if (self->import->notes->len >= MAX_NOTES)
    return;
  note.text = g_strdup_printf ("%s:%u:%u: %s", self->file_name, self->line, column, text);
  g_array_append_val (self->import->notes, note);
}

/* The beginning of a cell, for a message: whole letters. */
static char *
shorten (const char *text)
{
  const char *end;

  g_utf8_validate (text, (gssize) MIN (strlen (text), MAX_QUOTED), &end);
  return g_strndup (text, (gsize) (end - text));
}

static void
skip (Reader *self, guint column, const char *text)
{
  note (self, FALSE, column, text);
}

/* --- rows --- */

static void
clear_cells (Reader *self)
{
  for (guint i = 0; i < self->n_cells; i++)
    g_free (self->cells[i].text);
  self->n_cells = 0;
}

/* Commas, or tabs or semicolons where there is no comma. Returns: FALSE when there are
 * too many cells */
static gboolean
split (Reader *self, const char *row)
{
  const char *separator = strchr (row, ',') != NULL ? "," : strchr (row, '\t') != NULL ? "\t"
                                                                                       : ";";
  const char *p = row;
  guint used = 0;

  clear_cells (self);
  for (;;)
    {
      gsize width = strcspn (p, separator);
      gsize blanks = strspn (p, *separator == '\t' ? " " : " \t");
      Cell *cell = &self->cells[self->n_cells];

      if (self->n_cells == MAX_CELLS)
        return FALSE;
      blanks = MIN (blanks, width);
      cell->text = g_strchomp (g_strndup (p + blanks, width - blanks));
      cell->column = (guint) (p + blanks - row) + 1;
      self->n_cells++;
      if (*cell->text != '\0')
        used = self->n_cells;
      if (p[width] == '\0')
        break;
      p += width + 1;
    }
  while (self->n_cells > used)
    g_free (self->cells[--self->n_cells].text);
  return TRUE;
}

/* "IFMAP Height (px)" as "ifmapheightpx" */
static char *
plain (const char *text)
{
  GString *out = g_string_new (NULL);

  for (const char *p = text; *p != '\0'; p++)
    if (g_ascii_isalnum (*p))
      g_string_append_c (out, g_ascii_tolower (*p));
  return g_string_free (out, FALSE);
}

static gboolean
is_number (const char *text)
{
  guint64 value;

  return g_ascii_string_to_unsigned (text, 10, 0, G_MAXUINT64, &value, NULL);
}

/* The first row with something in it: titles, or already a layer. */
static gboolean
read_header (Reader *self)
{
  guint found = 0;

  self->has_header = TRUE;
  for (guint i = 0; i < self->n_cells; i++)
    {
      g_autofree char *title = plain (self->cells[i].text);

      for (guint dim = 0; dim < 3; dim++)
        if (strlen (title) == 1 && g_ascii_toupper (*title) == *gemm_titles[dim] && (found & (1u << dim)) == 0)
          {
            found |= 1u << dim;
            self->gemm_cells[dim] = i;
          }
      if (strstr (title, "ifmap") != NULL || strstr (title, "filter") != NULL)
        return TRUE;
    }
  self->is_gemm = found == 7;
  if (self->is_gemm)
    return TRUE;
  for (guint dim = 0; dim < 3; dim++)
    self->gemm_cells[dim] = dim + 1;
  /* Without titles, the number of columns says what it is. */
  self->is_gemm = self->n_cells <= CELL_FILTERS;
  return self->n_cells < 2 || !is_number (self->cells[1].text);
}

/* --- layers --- */

static gboolean
read_number (Reader *self, guint cell, const char *title, guint64 *out)
{
  g_autofree char *text = NULL;
  g_autofree char *shown = NULL;

  if (cell >= self->n_cells || *self->cells[cell].text == '\0')
    {
      guint column = cell < self->n_cells ? self->cells[cell].column : self->n_cells > 0 ? self->cells[self->n_cells - 1].column + (guint) strlen (self->cells[self->n_cells - 1].text)
                                                                                         : 1;

      /* Translators: %s is the title of a column */
      text = g_strdup_printf (_ ("“%s” is missing; the row is left out"), title);
      skip (self, column, text);
      return FALSE;
    }
  if (g_ascii_string_to_unsigned (self->cells[cell].text, 10, 1, G_GUINT64_CONSTANT (1) << 40, out, NULL))
    return TRUE;
  /* Translators: title of a column, what stands there */
  shown = shorten (self->cells[cell].text);
  text = g_strdup_printf (_ ("“%s” is “%s”, not a whole number from 1 to 2⁴⁰; the row is left out"), title, shown);
  skip (self, self->cells[cell].column, text);
  return FALSE;
}

/* An id of its own: letters that ids do not have become “-”, a second “fc” is “fc-2”. */
static void
make_id (Reader *self, const char *name, char *id)
{
  g_autofree char *wanted = g_strndup (*name != '\0' ? name : "layer", SYSTOLE_OP_MAX_ID - 12);
  g_autofree char *taken = NULL;

  for (char *p = wanted; *p != '\0'; p++)
    if (!g_ascii_isalnum (*p) && strchr ("-_.", *p) == NULL)
      *p = '-';
  taken = g_strdup (wanted);
  for (guint n = 2; g_hash_table_contains (self->ids, taken); n++)
    {
      g_free (taken);
      taken = g_strdup_printf ("%s-%u", wanted, n);
    }
  g_strlcpy (id, taken, SYSTOLE_OP_MAX_ID);
  g_hash_table_add (self->ids, g_steal_pointer (&taken));
}

static void
add (Reader *self, SystoleOp *op)
{
  g_autoptr (GError) error = NULL;

  if (!systole_op_check (op, &error))
    {
      skip (self, 1, error->message);
      return;
    }
  if (self->import->ops->len >= SYSTOLE_IMPORT_MAX_LAYERS)
    {
      skip (self, 1, _ ("there are too many layers; this one and those after it are left out"));
      return;
    }
  make_id (self, self->cells[CELL_NAME].text, op->id);
  g_array_append_val (self->import->ops, *op);
}

static gboolean
is_sparsity (const char *text)
{
  gsize digits = strspn (text, "0123456789");

  return digits > 0 && text[digits] == ':' && is_number (text + digits + 1);
}

/* A cell behind those of the layer. */
static void
read_extra (Reader *self, guint cell)
{
  g_autofree char *text = NULL;
  g_autofree char *shown = shorten (self->cells[cell].text);

  if (*shown == '\0')
    return;
  if (is_sparsity (self->cells[cell].text))
    text = g_strdup_printf (_ ("sparsity %s is not modelled; the layer is taken as dense"), shown);
  else
    text = g_strdup_printf (_ ("“%s” stands in no known column and is not used"), shown);
  note (self, TRUE, self->cells[cell].column, text);
}

static void
read_gemm (Reader *self)
{
  guint64 dims[3];
  guint after = 0;
  SystoleOp op;

  for (guint i = 0; i < 3; i++)
    {
      if (!read_number (self, self->gemm_cells[i], gemm_titles[i], &dims[i]))
        return;
      after = MAX (after, self->gemm_cells[i] + 1);
    }
  for (guint i = after; i < self->n_cells; i++)
    read_extra (self, i);
  systole_op_init_gemm (&op, dims[0], dims[1], dims[2], SYSTOLE_FORMAT_INT8);
  add (self, &op);
}

/* The cells behind the first stride. */
static gboolean
read_rest (Reader *self, guint64 *stride_width)
{
  for (guint i = CELL_STRIDE_WIDTH; i < self->n_cells; i++)
    if (i != CELL_STRIDE_WIDTH || *self->cells[i].text == '\0' || is_sparsity (self->cells[i].text))
      read_extra (self, i);
    else if (!read_number (self, i, conv_titles[i], stride_width))
      return FALSE;
  return TRUE;
}

static gboolean
check_filter (Reader *self, guint filter, guint input, const guint64 *dims)
{
  g_autofree char *text = NULL;

  if (dims[filter] <= dims[input])
    return TRUE;
  text = g_strdup_printf (_ ("the filter of %" PRIu64 " is larger than the input of %" PRIu64 "; the row is left out"), dims[filter], dims[input]);
  skip (self, self->cells[filter].column, text);
  return FALSE;
}

/* As the simulator counts: a last step that only partly fits is made. */
static guint64
count_steps (guint64 input, guint64 filter, guint64 stride)
{
  return systole_ceil_div (input - filter, stride) + 1;
}

static void
set_dim (SystoleOp *op, const char *key, guint64 value)
{
  guint n;
  const SystoleOpDim *dims = systole_op_kind_get_dims (op->kind, &n);

  for (guint i = 0; i < n; i++)
    if (strcmp (dims[i].key, key) == 0)
      {
        op->dims[i] = value;
        return;
      }
  g_return_if_reached ();
}

/* SCALE-Sim's own mark in a name: each channel has filters of its own. */
static gboolean
is_depthwise (const Reader *self)
{
  return strstr (self->cells[CELL_NAME].text, "DP") != NULL;
}

/* The input ends where the last step needs it to, so that the steps come out. */
static gboolean
make_conv (Reader *self, const guint64 *dims, guint64 down, guint64 across, SystoleOp *op)
{
  guint64 groups = is_depthwise (self) ? dims[CELL_CHANNELS] : 1;
  guint64 filters;

  if (!systole_checked_mul (dims[CELL_FILTERS], groups, &filters))
    return FALSE;
  systole_op_init (op, SYSTOLE_OP_CONV, SYSTOLE_FORMAT_INT8);
  set_dim (op, "n", 1);
  set_dim (op, "c", dims[CELL_CHANNELS]);
  set_dim (op, "h", dims[CELL_FILTER_HEIGHT] + (down - 1) * dims[CELL_STRIDE]);
  set_dim (op, "w", dims[CELL_FILTER_WIDTH] + (across - 1) * dims[CELL_STRIDE_WIDTH]);
  set_dim (op, "k", filters);
  set_dim (op, "r", dims[CELL_FILTER_HEIGHT]);
  set_dim (op, "s", dims[CELL_FILTER_WIDTH]);
  set_dim (op, "stride_h", dims[CELL_STRIDE]);
  set_dim (op, "stride_w", dims[CELL_STRIDE_WIDTH]);
  set_dim (op, "groups", groups);
  return TRUE;
}

/* The product that the layer becomes when its input is unfolded, as the simulator runs
 * it; of depthwise layers one for each channel. */
static gboolean
make_product (Reader *self, const guint64 *dims, guint64 down, guint64 across, SystoleOp *op)
{
  gboolean depthwise = is_depthwise (self);
  guint64 m, k;

  if (!systole_checked_mul (down, across, &m) || !systole_checked_mul (dims[CELL_FILTER_HEIGHT], dims[CELL_FILTER_WIDTH], &k) ||
      !systole_checked_mul (k, depthwise ? 1 : dims[CELL_CHANNELS], &k))
    return FALSE;
  if (depthwise && dims[CELL_CHANNELS] > 1)
    {
      systole_op_init (op, SYSTOLE_OP_BATCHED_GEMM, SYSTOLE_FORMAT_INT8);
      set_dim (op, "b", dims[CELL_CHANNELS]);
      set_dim (op, "m", m);
      set_dim (op, "n", dims[CELL_FILTERS]);
      set_dim (op, "k", k);
    }
  else
    systole_op_init_gemm (op, m, dims[CELL_FILTERS], k, SYSTOLE_FORMAT_INT8);
  return TRUE;
}

static void
read_conv (Reader *self)
{
  guint64 dims[N_CONV_CELLS];
  guint64 down, across;
  SystoleOp op;

  for (guint i = CELL_INPUT_HEIGHT; i <= CELL_STRIDE; i++)
    if (!read_number (self, i, conv_titles[i], &dims[i]))
      return;
  dims[CELL_STRIDE_WIDTH] = dims[CELL_STRIDE];
  if (!read_rest (self, &dims[CELL_STRIDE_WIDTH]) || !check_filter (self, CELL_FILTER_HEIGHT, CELL_INPUT_HEIGHT, dims) || !check_filter (self, CELL_FILTER_WIDTH, CELL_INPUT_WIDTH, dims))
    return;
  down = count_steps (dims[CELL_INPUT_HEIGHT], dims[CELL_FILTER_HEIGHT], dims[CELL_STRIDE]);
  across = count_steps (dims[CELL_INPUT_WIDTH], dims[CELL_FILTER_WIDTH], dims[CELL_STRIDE_WIDTH]);
  if (self->unfold ? make_product (self, dims, down, across, &op) : make_conv (self, dims, down, across, &op))
    add (self, &op);
  else
    skip (self, 1, _ ("the layer is too large to be counted; the row is left out"));
}

static void
read_row (Reader *self, const char *row)
{
  if (!split (self, row))
    {
      g_autofree char *text = g_strdup_printf (_ ("the row has more than %d cells and is left out"), MAX_CELLS);

      skip (self, 1, text);
      return;
    }
  if (self->n_cells == 0 || (!self->has_header && read_header (self)))
    return;
  if (self->is_gemm)
    read_gemm (self);
  else
    read_conv (self);
}

/* --- the file --- */

static void
clear_note (gpointer data)
{
  g_free (((SystoleImportNote *) data)->text);
}

static SystoleImport *
import_new (void)
{
  SystoleImport *self = g_new0 (SystoleImport, 1);

  self->ops = g_array_new (FALSE, FALSE, sizeof (SystoleOp));
  self->notes = g_array_new (FALSE, FALSE, sizeof (SystoleImportNote));
  g_array_set_clear_func (self->notes, clear_note);
  return self;
}

void
systole_import_free (SystoleImport *self)
{
  g_array_unref (self->ops);
  g_array_unref (self->notes);
  g_free (self);
}

/* Lines end with LF, CR LF or CR. */
static void
read_lines (Reader *self, const char *data, gsize length)
{
  const char *end = data + length;

  for (const char *p = data; p < end;)
    {
      const char *q = p;
      g_autofree char *bytes = NULL;
      g_autofree char *row = NULL;

      while (q < end && *q != '\n' && *q != '\r')
        q++;
      bytes = g_strndup (p, (gsize) (q - p));
      row = g_utf8_make_valid (bytes, -1);
      self->line++;
      read_row (self, row);
      p = q + 1 + (q + 1 < end && q[0] == '\r' && q[1] == '\n');
    }
}

/**
 * systole_import_scale_sim:
 * @data: a topology of convolutions or of products, at most %SYSTOLE_IMPORT_MAX_BYTES
 * @file_name: only named in messages
 * @unfold: convolutions become the products that SCALE-Sim makes of them (im2col);
 *   else they stay what they are
 *
 * The steps of a filter are rounded up as SCALE-Sim does; numbers are whole and from
 * 1 to 2^40; the format is int8, since a word of SCALE-Sim is a byte.
 *
 * Returns: (transfer full) (nullable): the layers; NULL with %SYSTOLE_ERROR_SYNTAX when
 *   there is none, with the first row's place and reason
 */
SystoleImport *
systole_import_scale_sim (const char *data, gsize length, const char *file_name, gboolean unfold, GError **error)
{
  g_autoptr (SystoleImport) import = import_new ();
  g_autoptr (GHashTable) ids = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  Reader self = { .file_name = file_name, .import = import, .ids = ids, .unfold = unfold };

  if (length > SYSTOLE_IMPORT_MAX_BYTES || memchr (data, '\0', length) != NULL)
    {
      g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_SYNTAX, _ ("%s: this is no table of layers: it is too long or no text"), file_name);
      return NULL;
    }
  if (length >= 3 && memcmp (data, BYTE_ORDER_MARK, 3) == 0)
    {
      data += 3;
      length -= 3;
    }
  read_lines (&self, data, length);
  clear_cells (&self);
  if (import->ops->len > 0)
    return g_steal_pointer (&import);
  if (import->notes->len > 0)
    g_set_error_literal (error, SYSTOLE_ERROR, SYSTOLE_ERROR_SYNTAX, g_array_index (import->notes, SystoleImportNote, 0).text);
  else
    g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_SYNTAX, _ ("%s: there is no layer in it"), file_name);
  return NULL;
}
