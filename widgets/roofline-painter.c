/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/roofline-painter.h"

#include <math.h>

#include "engine/base/i18n.h"
#include "engine/base/number.h"
#include "engine/run/known-error.h"
#include "engine/run/measured.h"
#include "engine/run/run-name.h"
#include "widgets/lane-stroke.h"
#include "widgets/paint-lines.h"
#include "widgets/unit-format.h"

#define EDGE 12.0
#define AXIS_PX 11.5
#define NAME_PX 13.0
#define NOTE_PX 11.5
#define DOT 5.5
#define NOTHING_LINES 6
#define LEGEND_WIDTH 250.0
#define LEAST_PLOT 380.0 /* a plot that leaves room for a legend beside it */

typedef struct
{
  double scale;
  double left, top, right, bottom; /* of the plot */
  double legend_x, legend_y, legend_width;
  double x0, x1, y0, y1; /* log10 of the ends */
  double height;
  SystoleRoofline roofs[SYSTOLE_ROOFLINE_MAX_RUNS];
  gboolean present[SYSTOLE_ROOFLINE_MAX_RUNS];
  SystoleMeasured measured[SYSTOLE_ROOFLINE_MAX_RUNS]; /* count 0: nobody measured it */
  double seconds[SYSTOLE_ROOFLINE_MAX_RUNS];           /* as modelled */
  guint n_present;
} Layout;

static void
include (double *low, double *high, double value)
{
  if (!(value > 0))
    return;
  *low = MIN (*low, log10 (value));
  *high = MAX (*high, log10 (value));
}

/* Operations a second of the measurement; 0: nobody measured it. */
static double
measured_rate (const Layout *layout, guint i)
{
  const SystoleMeasured *measured = &layout->measured[i];

  return measured->count > 0 ? layout->roofs[i].achieved * layout->seconds[i] / measured->seconds : 0;
}

static void
widen (double *low, double *high, double by)
{
  double missing = MAX (2 - (*high - *low + 2 * by), 0);

  *low -= by + missing / 2;
  *high += by + missing / 2;
}

/* Both axes hold every dot and every corner with some room around, and at least two powers of ten. */
static void
measure_axes (Layout *out)
{
  out->x0 = out->y0 = 300;
  out->x1 = out->y1 = -300;
  for (guint i = 0; i < SYSTOLE_ROOFLINE_MAX_RUNS; i++)
    {
      const SystoleRoofline *roof = &out->roofs[i];

      if (!out->present[i])
        continue;
      include (&out->x0, &out->x1, roof->intensity);
      include (&out->x0, &out->x1, systole_roofline_get_ridge (roof));
      include (&out->y0, &out->y1, roof->peak);
      include (&out->y0, &out->y1, roof->achieved);
      include (&out->y0, &out->y1, measured_rate (out, i));
    }
  if (out->x0 > out->x1) /* nothing moves through a main memory */
    out->x0 = 0, out->x1 = 2;
  widen (&out->x0, &out->x1, 0.5);
  widen (&out->y0, &out->y1, 0.3);
}

static double
legend_row (const Layout *layout, guint i)
{
  return (20 + (layout->measured[i].count > 0 ? 7 : 4) * 16 + 10) * layout->scale;
}

static double
legend_height (const Layout *layout)
{
  double height = 0;

  for (guint i = 0; i < SYSTOLE_ROOFLINE_MAX_RUNS; i++)
    height += layout->present[i] ? legend_row (layout, i) : 0;
  return height;
}

static const char *
nothing_text (void)
{
  return _ ("No arithmetic is counted here, so there is no roofline. Memory tells the bytes, Time what the units wait for.");
}

static void
measure (const SystoleRooflinePaint *self, Layout *out)
{
  double scale = MAX (self->style.font_scale, 0.5), axis;
  gboolean beside;

  *out = (Layout){ .scale = scale };
  for (guint i = 0; i < MIN (self->n, SYSTOLE_ROOFLINE_MAX_RUNS); i++)
    if (self->runs[i] != NULL && systole_run_get_roofline (self->runs[i], &out->roofs[i]))
      {
        out->present[i] = TRUE;
        out->seconds[i] = systole_run_get_seconds (self->runs[i]);
        systole_run_get_measured (self->runs[i], &out->measured[i]);
        out->n_present++;
      }
  measure_axes (out);
  axis = systole_paint_text_width (&self->style, "100\u00a0G", AXIS_PX, SYSTOLE_WEIGHT_NORMAL) + 8;
  beside = self->width - LEGEND_WIDTH * scale - 3 * EDGE - axis >= LEAST_PLOT;
  out->left = EDGE + axis;
  out->top = EDGE + 22 * scale;
  out->right = self->width - EDGE - (beside ? LEGEND_WIDTH * scale + EDGE : 0) - 6 * scale;
  out->bottom = out->top + CLAMP ((out->right - out->left) * 0.75, 160, 420);
  out->legend_width = beside ? LEGEND_WIDTH * scale : self->width - 2 * EDGE;
  out->legend_x = beside ? self->width - EDGE - LEGEND_WIDTH * scale : EDGE;
  out->legend_y = beside ? out->top : out->bottom + 54 * scale;
  out->height = MAX (out->bottom + 54 * scale, out->legend_y + legend_height (out)) + EDGE;
  if (out->n_present == 0)
    out->height = 2 * EDGE + systole_paint_lines (NULL, &self->style, nothing_text (), NAME_PX, SYSTOLE_WEIGHT_NORMAL, self->style.palette->text, 0, 0, self->width - 2 * EDGE, NOTHING_LINES);
}

double
systole_roofline_get_height (const SystoleRooflinePaint *self)
{
  Layout layout;

  measure (self, &layout);
  return ceil (layout.height);
}

static double
x_at (const Layout *layout, double intensity)
{
  return layout->left + (log10 (intensity) - layout->x0) / (layout->x1 - layout->x0) * (layout->right - layout->left);
}

static double
y_at (const Layout *layout, double rate)
{
  return layout->bottom - (log10 (rate) - layout->y0) / (layout->y1 - layout->y0) * (layout->bottom - layout->top);
}

/* Every power of ten has a line; every so many have a number. */
static void
paint_axes (cairo_t *cr, const SystoleRooflinePaint *self, const Layout *layout)
{
  const SystolePalette *palette = self->style.palette;
  double tick = systole_paint_text_width (&self->style, "10\u00a0000", AXIS_PX, SYSTOLE_WEIGHT_NORMAL) + 10;
  double decade = (layout->right - layout->left) / (layout->x1 - layout->x0);
  int every = MAX (1, (int) ceil (tick / decade));
  double line = 16 * layout->scale;

  cairo_set_dash (cr, NULL, 0, 0);
  cairo_set_line_width (cr, self->style.line_scale);
  systole_paint_source (cr, palette->dark_wire);
  for (double x = ceil (layout->x0); x <= layout->x1; x++)
    {
      cairo_move_to (cr, round (x_at (layout, pow (10, x))) + 0.5, layout->top);
      cairo_line_to (cr, round (x_at (layout, pow (10, x))) + 0.5, layout->bottom);
    }
  for (double y = ceil (layout->y0); y <= layout->y1; y++)
    {
      cairo_move_to (cr, layout->left, round (y_at (layout, pow (10, y))) + 0.5);
      cairo_line_to (cr, layout->right, round (y_at (layout, pow (10, y))) + 0.5);
    }
  cairo_stroke (cr);
  systole_paint_source (cr, palette->border);
  cairo_rectangle (cr, round (layout->left) + 0.5, round (layout->top) + 0.5, round (layout->right - layout->left), round (layout->bottom - layout->top));
  cairo_stroke (cr);

  for (double x = ceil (layout->x0); x <= layout->x1; x += every)
    {
      g_autofree char *text = systole_units_format_tick (pow (10, x), pow (10, x), "");

      double half = systole_paint_text_width (&self->style, text, AXIS_PX, SYSTOLE_WEIGHT_NORMAL) / 2;

      /* The last one stays below the plot: beside it begins the legend. */
      systole_paint_text (cr, &self->style, text, NULL, AXIS_PX, SYSTOLE_WEIGHT_NORMAL, palette->second_text, MIN (x_at (layout, pow (10, x)), layout->right - half), layout->bottom + line * 0.8, 0, SYSTOLE_ALIGN_CENTRE);
    }
  for (double y = ceil (layout->y0); y <= layout->y1; y++)
    {
      g_autofree char *text = systole_units_format_tick (pow (10, y), pow (10, y), "");

      systole_paint_text (cr, &self->style, text, NULL, AXIS_PX, SYSTOLE_WEIGHT_NORMAL, palette->second_text, layout->left - 6, y_at (layout, pow (10, y)), 0, SYSTOLE_ALIGN_END);
    }
  systole_paint_text (cr, &self->style, _ ("operations a second (each line is 10 ×)"), _ ("operations a second"), AXIS_PX, SYSTOLE_WEIGHT_NORMAL, palette->text, EDGE, EDGE + 8 * layout->scale, layout->right - EDGE, SYSTOLE_ALIGN_START);
  systole_paint_text (cr, &self->style, _ ("operations a byte of main memory (each line is 10 ×)"), _ ("operations a byte"), AXIS_PX, SYSTOLE_WEIGHT_NORMAL, palette->text, layout->right, layout->bottom + line * 1.9, layout->right - EDGE, SYSTOLE_ALIGN_END);
}

/* The slope of memory up to the corner, then flat; without a main memory, flat. */
static void
paint_roof (cairo_t *cr, const SystoleRooflinePaint *self, const Layout *layout, guint i)
{
  const SystoleRoofline *roof = &layout->roofs[i];
  double ridge = systole_roofline_get_ridge (roof);

  cairo_save (cr);
  cairo_rectangle (cr, layout->left, layout->top, layout->right - layout->left, layout->bottom - layout->top);
  cairo_clip (cr);
  systole_lane_stroke_set (cr, &self->style, i, 2.5);
  if (ridge > 0)
    {
      cairo_move_to (cr, x_at (layout, pow (10, layout->x0)), y_at (layout, roof->bandwidth * pow (10, layout->x0)));
      cairo_line_to (cr, x_at (layout, ridge), y_at (layout, roof->peak));
    }
  else
    cairo_move_to (cr, layout->left, y_at (layout, roof->peak));
  cairo_line_to (cr, layout->right, y_at (layout, roof->peak));
  cairo_stroke (cr);
  cairo_restore (cr);
  if (ridge > 0)
    {
      cairo_arc (cr, x_at (layout, ridge), y_at (layout, roof->peak), 4, 0, 2 * G_PI);
      systole_paint_source (cr, self->style.palette->view);
      cairo_fill_preserve (cr);
      systole_paint_source (cr, self->style.palette->lanes[i]);
      cairo_set_line_width (cr, 2 * self->style.line_scale);
      cairo_stroke (cr);
    }
}

static double
dot_x (const Layout *layout, guint i)
{
  const SystoleRoofline *roof = &layout->roofs[i];

  /* What moves nothing through main memory lies at the right end: no slope bounds it. */
  return roof->intensity > 0 ? x_at (layout, roof->intensity) : layout->right - 4 * DOT;
}

/* Its intensity has no end: an arrow to the right, off the scale. */
static void
paint_beyond (cairo_t *cr, const SystoleRooflinePaint *self, const Layout *layout, double x, double y)
{
  double head = 4 * self->style.line_scale;

  systole_paint_source (cr, self->style.palette->text);
  cairo_set_line_width (cr, 1.5 * self->style.line_scale);
  cairo_move_to (cr, x, y);
  cairo_line_to (cr, layout->right, y);
  cairo_move_to (cr, layout->right - head, y - head);
  cairo_line_to (cr, layout->right, y);
  cairo_line_to (cr, layout->right - head, y + head);
  cairo_stroke (cr);
}

/* The dot of what was modelled, with a dotted line up to its roof: what was lost. The dot of what
 * was measured; the stroke between the two is the residual. */
static void
paint_dot (cairo_t *cr, const SystoleRooflinePaint *self, const Layout *layout, guint i)
{
  static const double dots[] = { 2, 2 };
  const SystoleRoofline *roof = &layout->roofs[i];
  double x = dot_x (layout, i), y = y_at (layout, roof->achieved), measured = measured_rate (layout, i);

  if (!(roof->intensity > 0))
    paint_beyond (cr, self, layout, x + DOT, y);
  cairo_save (cr);
  systole_paint_source (cr, self->style.palette->text);
  cairo_set_dash (cr, dots, G_N_ELEMENTS (dots), 0);
  cairo_set_line_width (cr, self->style.line_scale);
  cairo_move_to (cr, x, y);
  cairo_line_to (cr, x, y_at (layout, roof->bound));
  cairo_stroke (cr);
  if (measured > 0)
    {
      systole_paint_source (cr, self->style.palette->lanes[i]);
      cairo_set_dash (cr, NULL, 0, 0);
      cairo_set_line_width (cr, 2 * self->style.line_scale);
      cairo_move_to (cr, x, y);
      cairo_line_to (cr, x, y_at (layout, measured));
      cairo_stroke (cr);
      systole_lane_dot (cr, &self->style, i, TRUE, x, y_at (layout, measured), DOT);
    }
  cairo_restore (cr);
  systole_lane_dot (cr, &self->style, i, FALSE, x, y, DOT);
}

/* Whether a letter of that size has its middle free of the edges, of all dots and of the letters before it. */
static gboolean
is_free (const Layout *layout, guint i, double x, double y, double width, double height, const double (*letters)[2])
{
  if (x - width / 2 < layout->left || x + width / 2 > layout->right || y - height / 2 < layout->top || y + height / 2 > layout->bottom)
    return FALSE;
  for (guint other = 0; other < SYSTOLE_ROOFLINE_MAX_RUNS; other++)
    {
      double dot[2] = { layout->present[other] ? dot_x (layout, other) : 0, layout->present[other] ? y_at (layout, layout->roofs[other].achieved) : 0 };
      double measured = layout->present[other] ? measured_rate (layout, other) : 0;

      if (!layout->present[other])
        continue;
      if (fabs (dot[0] - x) < width / 2 + DOT + 2 && (fabs (dot[1] - y) < height / 2 + DOT || (measured > 0 && fabs (y_at (layout, measured) - y) < height / 2 + DOT)))
        return FALSE;
      if (other < i && fabs (letters[other][0] - x) < width && fabs (letters[other][1] - y) < height)
        return FALSE;
    }
  return TRUE;
}

/* Which lane a dot is of, where there are several: beside it, or above or below, where it is free. */
static void
paint_dot_letters (cairo_t *cr, const SystoleRooflinePaint *self, const Layout *layout)
{
  static const double sides[][2] = { { 1, 0 }, { -1, 0 }, { 0, -1 }, { 0, 1 } };
  double letters[SYSTOLE_ROOFLINE_MAX_RUNS][2], height = 1.25 * NAME_PX * layout->scale;

  for (guint i = 0; i < SYSTOLE_ROOFLINE_MAX_RUNS; i++)
    {
      const char letter[] = { (char) ('A' + i), '\0' };
      double width = systole_paint_text_width (&self->style, letter, NAME_PX, SYSTOLE_WEIGHT_BOLD) + 4;

      letters[i][0] = letters[i][1] = -1e6;
      for (guint side = layout->roofs[i].intensity > 0 ? 0 : 1; side < G_N_ELEMENTS (sides) && layout->present[i]; side++)
        {
          double x = dot_x (layout, i) + sides[side][0] * (DOT + 5 + width / 2), y = y_at (layout, layout->roofs[i].achieved) + sides[side][1] * (DOT + 3 + height / 2);

          if (!is_free (layout, i, x, y, width, height, letters))
            continue;
          letters[i][0] = x;
          letters[i][1] = y;
          cairo_rectangle (cr, x - width / 2, y - height / 2, width, height);
          systole_paint_source (cr, self->style.palette->view);
          cairo_fill (cr);
          systole_paint_text (cr, &self->style, letter, NULL, NAME_PX, SYSTOLE_WEIGHT_BOLD, self->style.palette->text, x, y, 0, SYSTOLE_ALIGN_CENTRE);
          break;
        }
    }
}

/* --- words --- */

static char *
format_rate (const SystoleRun *run, double rate)
{
  gboolean whole = g_str_has_prefix (systole_format_get_accumulator_id (systole_run_get_op (run)->format), "int");

  return systole_units_format_prefixed (rate, whole ? "OP/s" : "FLOP/s");
}

static char *
achieved_text (const SystoleRun *run, const SystoleRoofline *roof)
{
  g_autofree char *achieved = format_rate (run, roof->achieved);
  g_autofree char *share = systole_units_format_percent (roof->achieved / roof->bound);

  /* Translators: a rate, and its share of what the roof above it allows */
  return g_strdup_printf (_ ("%s, %s of its roof"), achieved, share);
}

static char *
roofs_text (const SystoleRun *run, const SystoleRoofline *roof)
{
  g_autofree char *peak = format_rate (run, roof->peak);
  g_autofree char *memory = NULL;

  if (!(roof->bandwidth > 0))
    /* Translators: %s is a rate */
    return g_strdup_printf (_ ("peak %s"), peak);
  memory = systole_units_format_prefixed (roof->bandwidth, "B/s");
  /* Translators: two rates: of the multipliers, and of main memory */
  return g_strdup_printf (_ ("peak %s, memory %s"), peak, memory);
}

static char *
bound_text (const SystoleRoofline *roof)
{
  g_autofree char *intensity = NULL;

  if (!(roof->intensity > 0))
    return g_strdup (_ ("nothing moves through main memory"));
  intensity = roof->intensity >= 100 ? systole_number_format_count ((guint64) llround (roof->intensity)) : systole_paint_format_number (roof->intensity >= 10 ? round (roof->intensity) : round (100 * roof->intensity) / 100);
  if (roof->bound < roof->peak)
    /* Translators: %s is a number of operations */
    return g_strdup_printf (_ ("%s a byte: memory is the roof"), intensity);
  return g_strdup_printf (_ ("%s a byte: the multipliers are the roof"), intensity);
}

static char *
measured_text (const Layout *layout, guint i, gboolean brief)
{
  const SystoleMeasured *measured = &layout->measured[i];
  double residual = layout->seconds[i] / measured->seconds - 1;
  g_autofree char *seconds = systole_units_format_seconds (measured->seconds);
  g_autofree char *size = systole_units_format_percent (fabs (residual));

  if (brief)
    return g_strdup_printf ("%s; %s%s", seconds, residual < 0 ? "\u2212" : "+", size);
  /* Translators: a time, then how far the modelled time is from it: “+4.2 %” */
  return g_strdup_printf (_ ("measured %s; modelled %s%s"), seconds, residual < 0 ? "\u2212" : "+", size);
}

static void
paint_measured (cairo_t *cr, const SystoleRooflinePaint *self, const Layout *layout, guint i, double y)
{
  const SystolePalette *palette = self->style.palette;
  g_autofree char *figures = measured_text (layout, i, FALSE);
  g_autofree char *brief = measured_text (layout, i, TRUE);
  const char *const lines[] = { layout->measured[i].source, _ ("its start and caches are in it") };
  double indent = 2 * DOT + 6;

  systole_lane_dot (cr, &self->style, i, TRUE, layout->legend_x + DOT, y, DOT);
  systole_paint_text (cr, &self->style, figures, brief, NOTE_PX, SYSTOLE_WEIGHT_SEMIBOLD, palette->text, layout->legend_x + indent, y, layout->legend_width - indent, SYSTOLE_ALIGN_START);
  for (guint l = 0; l < G_N_ELEMENTS (lines); l++)
    systole_paint_text (cr, &self->style, lines[l], NULL, NOTE_PX, SYSTOLE_WEIGHT_NORMAL, palette->second_text, layout->legend_x + indent, y + 16 * (l + 1) * layout->scale, layout->legend_width - indent, SYSTOLE_ALIGN_START);
}

static void
paint_legend (cairo_t *cr, const SystoleRooflinePaint *self, const Layout *layout, guint i, double y)
{
  const SystolePalette *palette = self->style.palette;
  double scale = layout->scale, key = 44 * scale, size = 18 * scale;
  const char letter[] = { (char) ('A' + i), '\0' };
  SystoleKnownError known = systole_run_get_known_error (self->runs[i]);
  g_auto (SystoleRunName) name = { NULL };
  g_autofree char *figure = systole_known_error_describe_short (&known);
  /* Translators: %s is “± 9 %” or “not validated” */
  g_autofree char *error = g_strdup_printf (_ ("error of the time: %s"), figure);
  char *lines[] = { achieved_text (self->runs[i], &layout->roofs[i]), bound_text (&layout->roofs[i]), roofs_text (self->runs[i], &layout->roofs[i]), error };

  systole_run_name_init (&name, self->runs, self->n, i);
  systole_paint_rounded (cr, layout->legend_x, y, size, size, 0.28 * size);
  systole_paint_source (cr, palette->text);
  cairo_fill (cr);
  systole_paint_text (cr, &self->style, letter, NULL, NAME_PX, SYSTOLE_WEIGHT_BOLD, palette->view, layout->legend_x + size / 2, y + size / 2, 0, SYSTOLE_ALIGN_CENTRE);
  systole_paint_text (cr, &self->style, name.title, name.brief, NAME_PX, SYSTOLE_WEIGHT_BOLD, palette->text, layout->legend_x + size + 8, y + size / 2, layout->legend_width - size - key - 16, SYSTOLE_ALIGN_START);
  cairo_save (cr);
  systole_lane_stroke_set (cr, &self->style, i, 2.5);
  cairo_move_to (cr, layout->legend_x + layout->legend_width - key, y + size / 2);
  cairo_line_to (cr, layout->legend_x + layout->legend_width, y + size / 2);
  cairo_stroke (cr);
  cairo_restore (cr);
  systole_lane_dot (cr, &self->style, i, FALSE, layout->legend_x + layout->legend_width - key / 2, y + size / 2, DOT);
  for (guint l = 0; l < G_N_ELEMENTS (lines); l++)
    systole_paint_text (cr, &self->style, lines[l], NULL, NOTE_PX, SYSTOLE_WEIGHT_NORMAL, l == 0 ? palette->text : palette->second_text, layout->legend_x, y + (28 + 16 * l) * scale, layout->legend_width, SYSTOLE_ALIGN_START);
  for (guint l = 0; l + 1 < G_N_ELEMENTS (lines); l++)
    g_free (lines[l]);
  if (layout->measured[i].count > 0)
    paint_measured (cr, self, layout, i, y + (28 + 16 * G_N_ELEMENTS (lines)) * scale);
}

/**
 * systole_roofline_paint:
 *
 * The ground is the caller's.
 */
void
systole_roofline_paint (cairo_t *cr, const SystoleRooflinePaint *self)
{
  Layout layout;
  double y;

  measure (self, &layout);
  if (layout.n_present == 0)
    {
      systole_paint_lines (cr, &self->style, nothing_text (), NAME_PX, SYSTOLE_WEIGHT_NORMAL, self->style.palette->second_text, EDGE, EDGE, self->width - 2 * EDGE, NOTHING_LINES);
      return;
    }
  paint_axes (cr, self, &layout);
  for (guint i = 0; i < SYSTOLE_ROOFLINE_MAX_RUNS; i++)
    if (layout.present[i])
      paint_roof (cr, self, &layout, i);
  y = layout.legend_y;
  for (guint i = 0; i < SYSTOLE_ROOFLINE_MAX_RUNS; i++)
    if (layout.present[i])
      {
        paint_dot (cr, self, &layout, i);
        paint_legend (cr, self, &layout, i, y);
        y += legend_row (&layout, i);
      }
  if (layout.n_present > 1)
    paint_dot_letters (cr, self, &layout);
}

/**
 * systole_roofline_describe:
 *
 * Returns: (transfer full): a sentence a run
 */
char *
systole_roofline_describe (const SystoleRooflinePaint *self)
{
  g_autoptr (GString) text = g_string_new (NULL);
  Layout layout = { 0 };

  for (guint i = 0; i < MIN (self->n, SYSTOLE_ROOFLINE_MAX_RUNS); i++)
    {
      SystoleRoofline roof;
      g_autofree char *achieved = NULL;
      g_autofree char *bound = NULL;
      g_autofree char *roofs = NULL;
      g_autofree char *measured = NULL;

      if (self->runs[i] == NULL || !systole_run_get_roofline (self->runs[i], &roof))
        continue;
      achieved = achieved_text (self->runs[i], &roof);
      bound = bound_text (&roof);
      roofs = roofs_text (self->runs[i], &roof);
      if (systole_run_get_measured (self->runs[i], &layout.measured[i]))
        {
          layout.seconds[i] = systole_run_get_seconds (self->runs[i]);
          measured = measured_text (&layout, i, FALSE);
        }
      if (text->len > 0)
        g_string_append_c (text, ' ');
      g_string_append_printf (text, "%c: %s; %s; %s%s%s.", 'A' + i, achieved, bound, roofs, measured != NULL ? "; " : "", measured != NULL ? measured : "");
    }
  return text->len > 0 ? g_strdup (text->str) : g_strdup (nothing_text ());
}
