/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "engine/scenario/scenario.h"
#include "tests/files/files.h"

/* Random scenarios in canonical form, with parts that no version knows wherever a file
 * may have them: read, written, and compared byte for byte. */

#define N_SCENARIOS 400

static guint
below (guint n)
{
  return (guint) g_test_rand_int_range (0, (gint32) n);
}

static const char *
one_of (const char *const *words)
{
  return words[below (g_strv_length ((char **) words))];
}

#define ONE_OF(...) one_of ((const char *const[]){ __VA_ARGS__, NULL })

static void
indent (GString *out, guint level)
{
  for (guint i = 0; i < level; i++)
    g_string_append (out, "  ");
}

/* An unknown element or a comment on lines of its own, with whatever in it */
static void
add_unknown (GString *out, guint level, guint depth)
{
  const char *name = ONE_OF ("later", "x:more", "lesson-2", "x:y");

  indent (out, level);
  switch (below (depth > 3 ? 3 : 5))
    {
    case 0:
      g_string_append (out, "<!-- a\n  comment -->\n");
      break;
    case 1:
      g_string_append_printf (out, "<%s a=\"%s\" b=\"%u\"/>\n", name, ONE_OF ("", "&lt;&amp;&quot;&gt;'", "ñ×…", "&#10;&#9;&#13;", "a  b"), below (1000));
      break;
    case 2:
      g_string_append_printf (out, "<%s>text %s <b>of <i/>all</b>\n kinds </%s>\n", name, ONE_OF ("&amp;", "日本", "&#13;"), name);
      break;
    case 3:
      g_string_append_printf (out, "<%s xml:space=\"preserve\">  <b/> <c> </c>\n</%s>\n", name, name);
      break;
    default:
      g_string_append_printf (out, "<%s>\n", name);
      add_unknown (out, level + 1, depth + 1);
      add_unknown (out, level + 1, depth + 1);
      indent (out, level);
      g_string_append_printf (out, "</%s>\n", name);
    }
}

static void
maybe_unknown (GString *out, guint level)
{
  while (below (6) == 0)
    add_unknown (out, level, 0);
}

static void
maybe_attribute (GString *out)
{
  if (below (6) == 0)
    g_string_append_printf (out, " x:later=\"%s\"", ONE_OF ("", "1", "&amp;&#10;"));
  if (below (6) == 0)
    g_string_append_printf (out, " colour=\"%u\"", below (9));
}

/* The end of an element whose children can only be unknown */
static void
end_leaf (GString *out, guint level, const char *name)
{
  gsize before = out->len;

  maybe_attribute (out);
  if (below (8) != 0)
    {
      g_string_append (out, "/>\n");
      return;
    }
  g_string_append (out, ">\n");
  before = out->len;
  add_unknown (out, level + 1, 0);
  g_assert_cmpuint (out->len, >, before);
  indent (out, level);
  g_string_append_printf (out, "</%s>\n", name);
}

static char *
number (void)
{
  double value = g_test_rand_double_range (1, 1e6) * (below (2) == 0 ? 1 : 1e-9) * (below (2) == 0 ? 1 : 1e9);
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];

  g_ascii_formatd (buffer, sizeof buffer, "%.3g", value);
  value = g_ascii_strtod (buffer, NULL);
  if (value >= 1 && value < 1e15)
    value = (double) (guint64) value;
  for (int precision = 1; precision <= 17; precision++)
    {
      g_autofree char *format = value >= 1 && value < 1e15 ? g_strdup ("%.0f") : g_strdup_printf ("%%.%dg", precision);

      g_ascii_formatd (buffer, sizeof buffer, format, value);
      if (memcmp (&value, &(double){ g_ascii_strtod (buffer, NULL) }, sizeof value) == 0)
        break;
    }
  return g_strdup (buffer);
}

static void
add_texts (GString *out)
{
  for (guint i = below (3); i > 0; i--)
    {
      g_string_append_printf (out, "  <title%s>%s</title>\n", ONE_OF ("", " xml:lang=\"en\"", " xml:lang=\"es\" mood=\"glad\""), ONE_OF ("A title", "8 × 8 &lt; 9 &amp; “so”", ""));
      maybe_unknown (out, 1);
    }
  for (guint i = below (3); i > 0; i--)
    {
      g_string_append_printf (out, "  <summary xml:lang=\"pt-BR\">%s</summary>\n", ONE_OF ("Some words.", "x"));
      maybe_unknown (out, 1);
    }
}

static guint
add_workload (GString *out)
{
  guint n = 1 + below (4);

  g_string_append (out, "  <workload");
  maybe_attribute (out);
  g_string_append (out, ">\n");
  maybe_unknown (out, 2);
  for (guint i = 0; i < n; i++)
    {
      g_string_append_printf (out, "    <op id=\"o%u\" name=\"gemm\" m=\"%u\" n=\"%u\" k=\"%u\" dtype=\"%s\" seed=\"%u\"", i, 1 + below (100000), 1 + below (9), 1 + below (9), ONE_OF ("int8", "bf16", "fp16", "fp32"), below (1u << 30));
      end_leaf (out, 2, "op");
      maybe_unknown (out, 2);
    }
  g_string_append (out, "  </workload>\n");
  maybe_unknown (out, 1);
  return n;
}

static void
add_machine (GString *out)
{
  guint n = below (3);

  if (below (3) == 0)
    {
      g_string_append_printf (out, "      <array rows=\"%u\" columns=\"%u\" dataflow=\"%s\" timing=\"%s\" clock-hz=\"%u\"", 1 + below (1024), 1 + below (1024), ONE_OF ("ws", "os", "is"), ONE_OF ("hardware", "scale-sim", "overlapped"), 1 + below (1u << 30));
      end_leaf (out, 3, "array");
      return;
    }
  if (below (2) == 0)
    {
      g_string_append_printf (out, "      <sm sub-cores=\"%u\" tensor=\"%ux%u\" warps=\"%u\" port-bytes=\"%u\" copy-bytes-per-cycle=\"%u\" copy-latency=\"%u\" stages=\"%u\" clock-hz=\"1.5\"", 1 + below (16), 1 + below (64), 1 + below (64), 2 + 2 * below (32), 1 + below (1024), 1 + below (4096), below (100001), 1 + below (16));
      end_leaf (out, 3, "sm");
      return;
    }
  g_string_append_printf (out, "      <machine ref=\"%s\"", ONE_OF ("nvidia-t4", "no-such.machine_1"));
  if (n == 0)
    {
      end_leaf (out, 3, "machine");
      return;
    }
  maybe_attribute (out);
  g_string_append (out, ">\n");
  maybe_unknown (out, 4);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *value = number ();

      g_string_append_printf (out, "        <set field=\"peak.fp16\" value=\"%s\" unit=\"op/s\"%s", value, ONE_OF ("", " source=\"me &amp; mine\""));
      end_leaf (out, 4, "set");
      maybe_unknown (out, 4);
    }
  g_string_append (out, "      </machine>\n");
}

static guint
add_lanes (GString *out, guint n_ops)
{
  guint n = 1 + below (5);

  g_string_append (out, "  <lanes>\n");
  maybe_unknown (out, 2);
  for (guint i = 0; i < n; i++)
    {
      g_string_append_printf (out, "    <lane op=\"o%u\"%s", below (n_ops), ONE_OF ("", " operands=\"resident\"", " operands=\"on-chip\""));
      maybe_attribute (out);
      g_string_append (out, ">\n");
      maybe_unknown (out, 3);
      add_machine (out);
      maybe_unknown (out, 3);
      if (below (2) == 0)
        {
          g_string_append_printf (out, "      <mapping%s", ONE_OF (" tile=\"128x256x64\"", " stages=\"3\"", " tile=\"1x2x65536\" stages=\"16\"", " stages=\"4\" unit=\"lanes\"", " schedule=\"stream-k\"", " tile=\"64x64x32\" schedule=\"persistent\""));
          end_leaf (out, 3, "mapping");
          maybe_unknown (out, 3);
        }
      g_string_append (out, "    </lane>\n");
      maybe_unknown (out, 2);
    }
  g_string_append (out, "  </lanes>\n");
  maybe_unknown (out, 1);
  return n;
}

static void
add_view (GString *out, guint n_lanes)
{
  guint n_bookmarks = below (10);

  g_string_append_printf (out, "  <view time-base=\"%s\" lane=\"%u\" cycle=\"%u\" speed=\"%s\"%s", ONE_OF ("cycles", "wall", "work"), below (n_lanes), below (1u << 30), ONE_OF ("0.1", "1", "16", "max", "2.5"), ONE_OF ("", " step=\"cycle\"", " step=\"event\""));
  maybe_attribute (out);
  g_string_append (out, ">\n");
  maybe_unknown (out, 2);
  for (guint i = 0; i < n_lanes; i++)
    if (i == 0 || below (2) == 0)
      {
        g_string_append_printf (out, "    <zoom lane=\"%u\" level=\"%s\"", i, ONE_OF ("chip", "array", "pe", "fragment"));
        end_leaf (out, 2, "zoom");
        maybe_unknown (out, 2);
      }
  for (guint i = 0; i < n_bookmarks; i++)
    {
      g_string_append_printf (out, "    <bookmark lane=\"%u\" cycle=\"%u\"%s", below (n_lanes), below (1u << 30), ONE_OF ("", " name=\"last\""));
      end_leaf (out, 2, "bookmark");
      maybe_unknown (out, 2);
    }
  g_string_append (out, "  </view>\n");
  maybe_unknown (out, 1);
}

static char *
random_scenario (void)
{
  GString *out = g_string_new ("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
  guint n_ops, n_lanes;

  if (below (4) == 0)
    g_string_append (out, "<!-- SPDX-License-Identifier: CC0-1.0 -->\n");
  g_string_append (out, "<scenario xmlns=\"urn:systole:scenario\" version=\"1\" engine=\"0.1.0\" xmlns:x=\"urn:x\"");
  maybe_attribute (out);
  g_string_append (out, ">\n");
  maybe_unknown (out, 1);
  add_texts (out);
  n_ops = add_workload (out);
  n_lanes = add_lanes (out, n_ops);
  for (guint i = below (4); i > 0; i--)
    {
      g_autofree char *value = number ();

      if (below (2) == 0)
        g_string_append_printf (out, "  <expect lane=\"%u\" what=\"cycles\" value=\"%u\"", below (n_lanes), below (1u << 30));
      else
        g_string_append_printf (out, "  <expect lane=\"%u\" what=\"seconds\" value=\"%s\" tolerance=\"0.05\"", below (n_lanes), value);
      end_leaf (out, 1, "expect");
      maybe_unknown (out, 1);
    }
  if (below (3) > 0)
    add_view (out, n_lanes);
  g_string_append (out, "</scenario>\n");
  if (below (4) == 0)
    g_string_append (out, "<!-- the end -->\n");
  return g_string_free (out, FALSE);
}

static void
test_random (void)
{
  for (guint i = 0; i < N_SCENARIOS; i++)
    {
      g_autofree char *text = random_scenario ();
      g_autoptr (GError) error = NULL;
      g_autoptr (SystoleScenario) scenario = NULL;
      g_autoptr (SystoleScenario) copy = NULL;
      g_autofree char *written = NULL;

      files_set_locale (files_locales[i % g_strv_length ((char **) files_locales)]);
      scenario = systole_scenario_read (text, strlen (text), "f.systole", &error);
      g_assert_no_error (error);
      copy = systole_scenario_copy (scenario);
      g_clear_pointer (&scenario, systole_scenario_unref);
      written = systole_scenario_write (copy, NULL);
      files_assert_same (written, text);
    }
  files_set_locale ("C");
}

/* Files in another order, with other blanks, prefixes and numbers: canonical after once. */
static void
test_loose (void)
{
  static const char loose[] =
      "<s:scenario xmlns:s='urn:systole:scenario' version='1'>\n\n\n<s:view cycle='3' lane='0'/>"
      "<s:expect value='0030' what='cycles' lane='0'/><s:lanes><s:lane op='p' operands='cold'><s:array columns='8' rows='08' clock-hz='7.0e8'/><s:mapping/></s:lane></s:lanes>"
      "<s:workload><s:op k='8' n='8' m='8' dtype='int8' name='gemm' id='p'></s:op></s:workload><s:title>\n  One\n   line<![CDATA[ & more]]> </s:title><s:odd/></s:scenario>";
  static const char canonical[] =
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<scenario xmlns=\"urn:systole:scenario\" version=\"1\" xmlns:s=\"urn:systole:scenario\">\n"
      "  <title>One line &amp; more</title>\n"
      "  <s:odd/>\n"
      "  <workload>\n"
      "    <op id=\"p\" name=\"gemm\" m=\"8\" n=\"8\" k=\"8\" dtype=\"int8\" seed=\"1\"/>\n"
      "  </workload>\n"
      "  <lanes>\n"
      "    <lane op=\"p\">\n"
      "      <array rows=\"8\" columns=\"8\" dataflow=\"ws\" timing=\"hardware\" clock-hz=\"700000000\"/>\n"
      "    </lane>\n"
      "  </lanes>\n"
      "  <expect lane=\"0\" what=\"cycles\" value=\"30\"/>\n"
      "  <view time-base=\"cycles\" lane=\"0\" cycle=\"3\" speed=\"1\"/>\n"
      "</scenario>\n";
  g_autoptr (GError) error = NULL;
  g_autoptr (SystoleScenario) scenario = systole_scenario_read (loose, strlen (loose), "f.systole", &error);
  g_autofree char *written = NULL;
  g_autoptr (SystoleScenario) again = NULL;
  g_autofree char *written_again = NULL;

  g_assert_no_error (error);
  written = systole_scenario_write (scenario, NULL);
  files_assert_same (written, canonical);
  again = systole_scenario_read (written, strlen (written), "f.systole", &error);
  g_assert_no_error (error);
  written_again = systole_scenario_write (again, NULL);
  files_assert_same (written_again, canonical);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/round-trip/random", test_random);
  g_test_add_func ("/round-trip/loose", test_loose);
  return g_test_run ();
}
