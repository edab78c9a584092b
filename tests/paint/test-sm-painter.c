/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "hand-run.h"
#include "lane-checks.h"
#include "paint-fixture.h"
#include "widgets/level-painter.h"
#include "widgets/sm-geometry.h"
#include "widgets/sm-tensor.h"
#include "widgets/sm-words.h"

#include <string.h>

static const char teaching[] = "sm:sub-cores=4,tensor=4x4,warps=8";

static void
init_lane (SystoleLanePaint *lane, const SystoleRun *run, SystoleLevel level, guint64 cycle)
{
  systole_lane_paint_init (lane);
  lane->run = run;
  lane->camera.level = level;
  lane->cycle = cycle;
  lane->width = 372;
  lane->height = 566;
}

/* The teaching SM, and SMs with more warps than rows and with large fragments. */
static void
test_labels (void)
{
  static const SystoleLevel levels[] = { SYSTOLE_LEVEL_SM, SYSTOLE_LEVEL_SUB_CORE, SYSTOLE_LEVEL_FRAGMENT };
  static const guint64 cycles[] = { 0, 5, 18, 35 };
  g_autoptr (SystoleRun) run = paint_fixture_run (teaching, 8, 8, 8, SYSTOLE_FORMAT_INT8);
  g_autoptr (SystoleRun) many = hand_run_new_gpu (132, 64, 16, 8, 16);
  g_autoptr (SystoleRun) large = hand_run_new_gpu (132, 12, 64, 256, 128);
  SystoleLanePaint lane;

  for (guint l = 0; l < G_N_ELEMENTS (levels); l++)
    {
      for (guint c = 0; c < G_N_ELEMENTS (cycles); c++)
        {
          init_lane (&lane, run, levels[l], cycles[c]);
          lane_check_labels (&lane);
        }
      init_lane (&lane, many, levels[l], 18);
      lane_check_labels (&lane);
      init_lane (&lane, large, levels[l], 18);
      lane_check_labels (&lane);
    }
}

static void
test_targets (void)
{
  g_autoptr (SystoleRun) run = paint_fixture_run (teaching, 8, 8, 8, SYSTOLE_FORMAT_INT8);
  SystoleLanePaint lane;

  init_lane (&lane, run, SYSTOLE_LEVEL_SM, 18);
  g_assert_cmpuint (lane_check_targets (&lane, SYSTOLE_TARGET_SUB_CORE), ==, 4);
  g_assert_cmpuint (lane_check_targets (&lane, SYSTOLE_TARGET_WARP), ==, 8);
  g_assert_cmpuint (lane_check_targets (&lane, SYSTOLE_TARGET_MULTIPLIER), ==, 4 * 16);
  g_assert_cmpuint (lane_check_targets (&lane, SYSTOLE_TARGET_STAGE), ==, 2);
  g_assert_cmpuint (lane_check_targets (&lane, SYSTOLE_TARGET_COPY), ==, 2);
  lane_check_words (&lane);
  init_lane (&lane, run, SYSTOLE_LEVEL_SUB_CORE, 18);
  lane.camera.sub_core = 2;
  g_assert_cmpuint (lane_check_targets (&lane, SYSTOLE_TARGET_WARP), ==, 2);
  init_lane (&lane, run, SYSTOLE_LEVEL_FRAGMENT, 18);
  g_assert_cmpuint (lane_check_targets (&lane, SYSTOLE_TARGET_MULTIPLIER), ==, 16);
  lane_check_words (&lane);
}

/* The picture of the SM in words, at the instant that the welcome scenario shows. */
static void
test_words (void)
{
  g_autoptr (SystoleRun) run = paint_fixture_run (teaching, 8, 8, 8, SYSTOLE_FORMAT_INT8);
  g_autofree char *text = NULL;
  g_autofree char *inner = NULL;
  SystoleLanePaint lane;

  init_lane (&lane, run, SYSTOLE_LEVEL_SM, 18);
  text = systole_lane_describe (&lane);
  g_assert_nonnull (strstr (text, "2 of 4 tensor cores multiply."));
  g_assert_nonnull (strstr (text, "1 is idle: waits for an earlier instruction’s result."));
  g_assert_nonnull (strstr (text, "1 is idle: port or pipe is taken by another."));
  init_lane (&lane, run, SYSTOLE_LEVEL_FRAGMENT, 18);
  inner = systole_lane_describe (&lane);
  g_assert_nonnull (strstr (inner, "column 2 of A with row 2 of B"));
}

/* A fragment with more sums than its core has multipliers: those that are not added to in this cycle are idle for no
 * cause, and the words count the others. */
static void
test_turns (void)
{
  static const struct
  {
    const char *machine, *op;
    guint multipliers; /* at most, of a sub-core */
  } cases[] = {
    { "nvidia-h100-sxm", "gemm:m=4096,n=4096,k=4096,dtype=fp16", 512 },
    { "nvidia-h100-sxm", "gemm:m=4096,n=4096,k=4096,dtype=fp32", 32 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (SystoleRun) run = paint_fixture_run_op (cases[i].machine, cases[i].op, SYSTOLE_FORMAT_FP16);
      guint64 cycle = systole_run_get_n_cycles (run) / 3;
      g_autofree char *sentence = NULL, *rest = NULL, *title = NULL, *number = NULL;
      SystoleTarget target = { SYSTOLE_TARGET_MULTIPLIER, 0, 0, 0, 0, SYSTOLE_LEVEL_CHIP };
      g_autoptr (GArray) facts = NULL;
      g_autoptr (GArray) labels = systole_labels_new ();
      SystoleLanePaint lane;
      SystoleSmFrame frame;
      guint first, last, busy;

      systole_sm_frame_init (&frame);
      do
        systole_run_sm_frame (run, 0, cycle++, &frame);
      while ((busy = systole_sm_count_busy_cells (&frame, 0, &first, &last)) == 0);
      number = g_strdup_printf ("%u ", busy);
      g_assert_cmpuint (busy, <=, cases[i].multipliers);
      g_assert_cmpuint (busy, <, frame.fragment_rows * frame.fragment_columns);
      while (systole_sm_find_cell (&frame, 0, target.row, 0)->reason == SYSTOLE_REASON_BUSY)
        target.row++;
      g_assert_true (systole_sm_cell_rests (&frame, systole_sm_find_cell (&frame, 0, target.row, 0)));
      init_lane (&lane, run, SYSTOLE_LEVEL_FRAGMENT, cycle - 1);
      lane.camera.row = target.row;
      lane.width = 960;
      lane.height = 720;
      lane.style.labels = labels;
      cairo_surface_destroy (paint_fixture_render (&lane, 1));
      for (guint l = 0; l < labels->len; l++)
        g_assert_true (g_array_index (labels, SystoleLabel, l).y < 100 || strcmp (g_array_index (labels, SystoleLabel, l).text, "S") != 0); /* above: the ribbon's */
      sentence = systole_sm_explain_rest (&frame, 0);
      title = systole_lane_explain (&lane, &target, &facts, &rest);
      g_assert_true (g_str_has_prefix (sentence, number));
      g_assert_cmpstr (rest, ==, sentence);
      systole_sm_frame_clear (&frame);
    }
}

/* Sums in cells of some size leave air to their outline: “−11” in 39 pixels. */
static void
test_air (void)
{
  g_autoptr (SystoleRun) run = paint_fixture_run (teaching, 8, 8, 8, SYSTOLE_FORMAT_INT8);
  g_autoptr (GArray) labels = systole_labels_new ();
  SystoleTarget cell = { SYSTOLE_TARGET_MULTIPLIER, 0, 0, 0, 0, SYSTOLE_LEVEL_CHIP };
  double x, y, width, height;
  SystoleLanePaint lane;
  guint n = 0;

  init_lane (&lane, run, SYSTOLE_LEVEL_SM, 18);
  lane.width = 960;
  lane.height = 720;
  lane.style.labels = labels;
  cairo_surface_destroy (paint_fixture_render (&lane, 1));
  g_assert_true (systole_lane_locate (&lane, &cell, &x, &y, &width, &height));
  for (guint i = 0; i < labels->len; i++)
    {
      const SystoleLabel *label = &g_array_index (labels, SystoleLabel, i);

      if (label->x < x || label->y < y || label->y > y + 4 * height + 30 || label->x > x + 4 * width + 30)
        continue;
      n++;
      g_assert_cmpfloat (label->width, <=, width - 6);
    }
  g_assert_cmpuint (n, ==, 16);
}

static gboolean
has_label (const GArray *labels, const char *text)
{
  for (guint i = 0; i < labels->len; i++)
    if (strstr (g_array_index (labels, SystoleLabel, i).text, text) != NULL)
      return TRUE;
  return FALSE;
}

/* How many multipliers of a kernel work is told as a share, not by which cells are drawn. */
static void
test_share (void)
{
  g_autoptr (SystoleRun) run = paint_fixture_run_op ("nvidia-a100-sxm-80", "attention:phase=prefill,b=2,sq=1024,skv=1024,hq=8,hkv=8,d=128,causal=1,dtype=bf16", SYSTOLE_FORMAT_BF16);
  g_autoptr (GArray) labels = systole_labels_new ();
  guint64 n = systole_run_get_n_cycles (run), cycle = n / 3;
  SystoleLanePaint lane;
  SystoleSmFrame frame;
  guint shares = 0;

  systole_sm_frame_init (&frame);
  do
    systole_run_sm_frame (run, 0, cycle++, &frame);
  while (!systole_tensor_is_share (&frame, 0) && cycle < n);
  g_assert_true (systole_tensor_is_share (&frame, 0));
  systole_sm_frame_clear (&frame);
  init_lane (&lane, run, SYSTOLE_LEVEL_SM, cycle - 1);
  lane.width = 960;
  lane.height = 720;
  lane.style.labels = labels;
  cairo_surface_destroy (paint_fixture_render (&lane, 1));
  for (guint i = 0; i < labels->len; i++)
    shares += g_array_index (labels, SystoleLabel, i).y > 100 && g_str_has_suffix (g_array_index (labels, SystoleLabel, i).text, "%");
  g_assert_cmpuint (shares, ==, 4);
}

/* What attention copies has a name, each copy tells which of its block's turns it is for, and a rate stands only
 * beside copies. */
static void
test_copies (void)
{
  g_autoptr (SystoleRun) run = paint_fixture_run_op ("nvidia-h100-sxm", "attention:phase=decode,b=16,sq=1,skv=8192,hq=64,hkv=8,d=128,dtype=bf16", SYSTOLE_FORMAT_BF16);
  g_autoptr (GArray) labels = systole_labels_new ();
  SystoleLanePaint lane;
  SystoleSmFrame frame;

  systole_sm_frame_init (&frame);
  systole_run_sm_frame (run, 0, systole_run_get_n_cycles (run) / 3, &frame);
  g_assert_cmpuint (frame.copies->len, >=, 2);
  g_assert_cmpuint (g_array_index (frame.copies, SystoleCopyState, 1).piece, ==, g_array_index (frame.copies, SystoleCopyState, 0).piece + 1);
  systole_sm_frame_clear (&frame);
  init_lane (&lane, run, SYSTOLE_LEVEL_SM, systole_run_get_n_cycles (run) / 3);
  lane.width = 960;
  lane.height = 720;
  lane.style.labels = labels;
  cairo_surface_destroy (paint_fixture_render (&lane, 1));
  g_assert_true (has_label (labels, "Keys and values in flight"));
  g_assert_true (has_label (labels, "B/cycle"));
  g_array_set_size (labels, 0);
  lane.cycle = systole_run_get_n_cycles (run) - 1;
  cairo_surface_destroy (paint_fixture_render (&lane, 1));
  g_assert_true (has_label (labels, "none"));
  g_assert_false (has_label (labels, "B/cycle"));
}

/* Where an SM has several blocks at once the picture, its words and the cards of its parts say which. */
static void
test_residents (void)
{
  g_autoptr (SystoleRun) run = paint_fixture_run_op ("nvidia-t4", "gemm:m=1000,n=3000,k=777,dtype=fp16", SYSTOLE_FORMAT_FP16);
  g_autoptr (GArray) labels = systole_labels_new ();
  g_autofree char *text = NULL;
  guint blocks[2] = { 0 };
  SystoleLanePaint lane;
  SystoleSmFrame frame;

  init_lane (&lane, run, SYSTOLE_LEVEL_SM, 60000);
  lane.width = 1280;
  lane.height = 800;
  text = systole_lane_describe (&lane);
  g_assert_nonnull (strstr (text, "Blocks at once: 0, 40."));
  lane.style.labels = labels;
  cairo_surface_destroy (paint_fixture_render (&lane, 1));
  for (guint i = 0; i < labels->len; i++)
    {
      const char *label = g_array_index (labels, SystoleLabel, i).text;

      blocks[0] += g_str_has_suffix (label, ", block 0");
      blocks[1] += g_str_has_suffix (label, ", block 40");
    }
  /* Nine warps of each; stages and copies beside them. */
  g_assert_cmpuint (blocks[0], >=, 9);
  g_assert_cmpuint (blocks[1], >=, 9);
  systole_sm_frame_init (&frame);
  systole_run_sm_frame (run, 0, 60000, &frame);
  g_assert_cmpuint (frame.residents, ==, 2);
  for (guint i = 0; i < frame.warps->len; i++)
    {
      SystoleTarget target = { SYSTOLE_TARGET_WARP, 0, 0, i, 0, SYSTOLE_LEVEL_CHIP };
      g_autoptr (GArray) facts = systole_facts_new ();
      g_autofree char *sentence = NULL, *title = systole_sm_explain (&frame, &target, &facts, &sentence);
      const SystoleFact *last = &g_array_index (facts, SystoleFact, facts->len - 1);

      g_assert_nonnull (title);
      g_assert_cmpstr (last->value, ==, i < 9 ? "block 0" : "block 40");
    }
  systole_sm_frame_clear (&frame);
}

/* One row says of several warps only what is true of each: a tile only where all wait for it. */
static void
test_row_words (void)
{
  g_autoptr (SystoleRun) run = hand_run_new_gpu (132, 64, 16, 8, 16);
  SystoleSmFrame frame;
  SystoleWarpState *warps;
  SystoleWarpRow row;
  g_autofree char *alike = NULL, *tiles = NULL, *blocks = NULL;

  systole_sm_frame_init (&frame);
  systole_run_sm_frame (run, 0, 18, &frame);
  warps = (SystoleWarpState *) frame.warps->data;
  for (guint i = 0; i < frame.warps->len; i++)
    {
      warps[i].issues = FALSE;
      warps[i].reason = SYSTOLE_REASON_MEMORY;
      warps[i].instruction = SYSTOLE_INSTRUCTION_WAIT;
      warps[i].tile = 3;
    }
  g_assert_cmpuint (systole_sm_get_rows (&frame, 0, 1, &row), ==, 1);
  alike = systole_sm_row_words (&frame, &row);
  g_assert_cmpstr (alike, ==, "16 × wait tile 3");
  for (guint i = 0; i < frame.warps->len; i++)
    warps[i].tile = 3 + i % 8;
  systole_sm_get_rows (&frame, 0, 1, &row);
  tiles = systole_sm_row_words (&frame, &row);
  g_assert_null (strstr (tiles, "tile"));
  for (guint i = 0; i < frame.warps->len; i++)
    {
      warps[i].by_block = TRUE;
      warps[i].tile = i / 32;
    }
  systole_sm_get_rows (&frame, 0, 1, &row);
  blocks = systole_sm_row_words (&frame, &row);
  g_assert_cmpstr (blocks, ==, "16 await data, 2 blocks");
  systole_sm_frame_clear (&frame);
}

/* Rows stand for every warp once, however few there are. */
static void
test_rows (void)
{
  g_autoptr (SystoleRun) run = hand_run_new_gpu (132, 64, 16, 8, 16);
  SystoleSmFrame frame;
  SystoleWarpRow rows[64];

  systole_sm_frame_init (&frame);
  systole_run_sm_frame (run, 0, 18, &frame);
  for (guint core = 0; core < frame.n_sub_cores; core++)
    for (guint max = 1; max <= 20; max++)
      {
        guint n = systole_sm_get_rows (&frame, core, max, rows);
        guint sum = 0;

        g_assert_cmpuint (n, <=, max);
        g_assert_cmpuint (n, >=, 1);
        for (guint i = 0; i < n; i++)
          {
            sum += rows[i].count;
            g_assert_cmpuint (rows[i].first->sub_core, ==, core);
            g_assert_cmpint (rows[i].count > 1 || !rows[i].mixed, ==, TRUE);
            for (guint j = 0; j < i; j++)
              g_assert_true (rows[i].first != rows[j].first);
          }
        g_assert_cmpuint (sum, ==, 16);
        g_assert_cmpuint (n, >=, MIN (max, 2)); /* not all in one, where there is room */
      }
  systole_sm_frame_clear (&frame);
}

/* From the SM to one multiplier and back, a level at a time. */
static void
test_zoom (void)
{
  g_autoptr (SystoleRun) run = paint_fixture_run (teaching, 8, 8, 8, SYSTOLE_FORMAT_INT8);
  SystoleTarget target = { SYSTOLE_TARGET_SUB_CORE, 0, 1, 0, 0, SYSTOLE_LEVEL_CHIP };
  SystoleCamera camera;
  SystoleLanePaint lane;

  init_lane (&lane, run, SYSTOLE_LEVEL_SM, 18);
  g_assert_true (systole_lane_zoom_in (&lane, &target, &camera));
  g_assert_cmpint (camera.level, ==, SYSTOLE_LEVEL_SUB_CORE);
  g_assert_cmpuint (camera.sub_core, ==, 1);
  lane.camera = camera;
  g_assert_true (systole_lane_zoom_in (&lane, &target, &camera));
  g_assert_cmpint (camera.level, ==, SYSTOLE_LEVEL_FRAGMENT);
  lane.camera = camera;
  g_assert_true (systole_lane_zoom_out (&lane, &camera));
  g_assert_cmpint (camera.level, ==, SYSTOLE_LEVEL_SUB_CORE);
}

static gboolean
has_label_in (const GArray *labels, const char *text, double x, double y, double width, double height)
{
  for (guint i = 0; i < labels->len; i++)
    {
      const SystoleLabel *label = &g_array_index (labels, SystoleLabel, i);
      double middle_x = label->x + label->width / 2, middle_y = label->y + label->height / 2;

      if (strcmp (label->text, text) == 0 && middle_x > x && middle_x < x + width && middle_y > y && middle_y < y + height)
        return TRUE;
    }
  return FALSE;
}

/* In a lane of the smallest window every multiplier that works shows its sum. */
static void
test_numbers (void)
{
  g_autoptr (SystoleRun) run = paint_fixture_run (teaching, 8, 8, 8, SYSTOLE_FORMAT_INT8);
  SystoleSmFrame frame;
  guint n = 0;

  systole_sm_frame_init (&frame);
  frame.values = TRUE;
  for (guint64 cycle = 0; cycle < systole_run_get_n_cycles (run); cycle++)
    {
      SystoleLanePaint lane;
      g_autoptr (GArray) labels = systole_labels_new ();

      init_lane (&lane, run, SYSTOLE_LEVEL_SM, cycle);
      lane.width = 340;
      lane.height = 520;
      lane.style.labels = labels;
      cairo_surface_destroy (paint_fixture_render (&lane, 1));
      systole_run_sm_frame (run, 0, cycle, &frame);
      for (guint i = 0; i < frame.cells->len; i++)
        {
          const SystoleFragmentCell *cell = &g_array_index (frame.cells, SystoleFragmentCell, i);
          SystoleTarget target = { SYSTOLE_TARGET_MULTIPLIER, 0, cell->sub_core, cell->row, cell->column, SYSTOLE_LEVEL_CHIP };
          double x, y, width, height;
          g_autofree char *text = NULL;

          if (cell->reason != SYSTOLE_REASON_BUSY)
            continue;
          text = systole_paint_format_number (cell->partial_out.value);
          g_assert_true (systole_lane_locate (&lane, &target, &x, &y, &width, &height));
          if (!has_label_in (labels, text, x, y, width, height))
            g_error ("cycle %u: no “%s” in cell (%u, %u) of sub-core %u", (guint) cycle, text, cell->row, cell->column, cell->sub_core);
          n++;
        }
    }
  systole_sm_frame_clear (&frame);
  g_assert_cmpuint (n, ==, 8 * 8 * 8);
}

int
main (int argc, char **argv)
{
  paint_fixture_init (&argc, &argv);
  g_test_add_func ("/sm-painter/labels", test_labels);
  g_test_add_func ("/sm-painter/targets", test_targets);
  g_test_add_func ("/sm-painter/words", test_words);
  g_test_add_func ("/sm-painter/turns", test_turns);
  g_test_add_func ("/sm-painter/air", test_air);
  g_test_add_func ("/sm-painter/share", test_share);
  g_test_add_func ("/sm-painter/copies", test_copies);
  g_test_add_func ("/sm-painter/residents", test_residents);
  g_test_add_func ("/sm-painter/rows", test_rows);
  g_test_add_func ("/sm-painter/row-words", test_row_words);
  g_test_add_func ("/sm-painter/zoom", test_zoom);
  g_test_add_func ("/sm-painter/numbers", test_numbers);
  return g_test_run ();
}
