/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/explain-pane-private.h"

#include "engine/base/i18n.h"
#include "widgets/difference-view.h"
#include "widgets/energy-view.h"
#include "widgets/memory-view.h"
#include "widgets/metric-table.h"
#include "widgets/roofline-view.h"
#include "widgets/state-table.h"
#include "widgets/waterfall-view.h"
#include "widgets/widget-style.h"

#define REFRESH_MS 250 /* while playing */

enum
{
  PROP_0,
  PROP_STAGE,
  PROP_PAGE,
  PROP_SCHEME,
  PROP_FONT_SCALE,
  PROP_LINE_SCALE,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];
static guint part_activated;

G_DEFINE_FINAL_TYPE (SystoleExplainPane, systole_explain_pane, GTK_TYPE_WIDGET)

static SystoleLaneView *
shown_lane (SystoleExplainPane *self)
{
  SystoleLaneView *lane = NULL;

  if (self->stage != NULL)
    lane = systole_stage_get_selected_lane (self->stage);
  if (lane == NULL && self->stage != NULL)
    lane = systole_stage_get_active_lane (self->stage);
  return lane;
}

static gboolean
update_cb (gpointer data)
{
  SystoleExplainPane *self = data;

  self->update_source = 0;
  self->updated_at = g_get_monotonic_time ();
  systole_explain_pane_show_selection (self);
  return G_SOURCE_REMOVE;
}

static void
queue_update (SystoleExplainPane *self)
{
  SystoleLaneView *lane = shown_lane (self);
  gint64 wait = 0;

  if (self->update_source != 0)
    return;
  if (lane != NULL && systole_canvas_get_playing (SYSTOLE_CANVAS (lane)))
    wait = self->updated_at / 1000 + REFRESH_MS - g_get_monotonic_time () / 1000;
  self->update_source = wait > 0 ? g_timeout_add ((guint) wait, update_cb, self) : g_idle_add (update_cb, self);
}

/* Between two cycles nothing is new. */
static void
position_cb (SystoleExplainPane *self)
{
  SystoleLaneView *lane = shown_lane (self);
  guint64 cycle = lane != NULL ? (guint64) systole_lane_view_get_position (lane) : 0;

  if (cycle == self->shown_cycle)
    return;
  self->shown_cycle = cycle;
  queue_update (self);
}

static void
follow_lane (SystoleExplainPane *self)
{
  SystoleLaneView *lane = shown_lane (self);

  g_signal_group_set_target (self->lane_signals, lane);
  systole_state_table_set_lane (SYSTOLE_STATE_TABLE (self->states), lane);
  queue_update (self);
}

static void
runs_cb (SystoleExplainPane *self)
{
  SystoleRun *runs[SYSTOLE_STAGE_MAX_LANES];
  guint n = 0;

  /* A lane that cannot run keeps its letter. */
  for (; self->stage != NULL && n < systole_stage_get_n_lanes (self->stage); n++)
    runs[n] = systole_lane_view_get_run (systole_stage_get_lane (self->stage, n));
  systole_runs_view_set_runs (SYSTOLE_RUNS_VIEW (self->waterfalls), runs, n);
  systole_runs_view_set_runs (SYSTOLE_RUNS_VIEW (self->differences), runs, n);
  systole_runs_view_set_runs (SYSTOLE_RUNS_VIEW (self->rooflines), runs, n);
  systole_runs_view_set_runs (SYSTOLE_RUNS_VIEW (self->memories), runs, n);
  systole_runs_view_set_runs (SYSTOLE_RUNS_VIEW (self->energies), runs, n);
  systole_metric_table_set_runs (SYSTOLE_METRIC_TABLE (self->metrics), runs, n);
  systole_explain_pane_fill_audit (self);
  follow_lane (self);
}

static void
selection_cb (SystoleExplainPane *self)
{
  follow_lane (self);
}

static void
part_cb (SystoleExplainPane *self, guint lane, guint part)
{
  g_signal_emit (self, part_activated, 0, lane, part);
}

static void
page_cb (SystoleExplainPane *self)
{
  self->page_chosen |= !self->choosing_page;
  systole_explain_pane_update_cover (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_PAGE]);
}

static void
systole_explain_pane_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  SystoleExplainPane *self = SYSTOLE_EXPLAIN_PANE (object);

  switch (id)
    {
    case PROP_STAGE:
      g_value_set_object (value, self->stage);
      break;
    case PROP_PAGE:
      g_value_set_string (value, systole_explain_pane_get_page (self));
      break;
    case PROP_SCHEME:
      g_value_set_enum (value, (gint) self->scheme);
      break;
    case PROP_FONT_SCALE:
      g_value_set_double (value, self->font_scale);
      break;
    case PROP_LINE_SCALE:
      g_value_set_double (value, self->line_scale);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
systole_explain_pane_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  SystoleExplainPane *self = SYSTOLE_EXPLAIN_PANE (object);

  switch (id)
    {
    case PROP_STAGE:
      systole_explain_pane_set_stage (self, g_value_get_object (value));
      break;
    case PROP_PAGE:
      systole_explain_pane_set_page (self, g_value_get_string (value));
      break;
    case PROP_SCHEME:
      systole_explain_pane_set_scheme (self, (SystoleScheme) g_value_get_enum (value));
      break;
    case PROP_FONT_SCALE:
      systole_explain_pane_set_font_scale (self, g_value_get_double (value));
      break;
    case PROP_LINE_SCALE:
      systole_explain_pane_set_line_scale (self, g_value_get_double (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
systole_explain_pane_dispose (GObject *object)
{
  SystoleExplainPane *self = SYSTOLE_EXPLAIN_PANE (object);

  g_clear_handle_id (&self->update_source, g_source_remove);
  if (self->stage_signals != NULL)
    g_signal_group_set_target (self->stage_signals, NULL);
  if (self->lane_signals != NULL)
    g_signal_group_set_target (self->lane_signals, NULL);
  g_clear_object (&self->stage_signals);
  g_clear_object (&self->lane_signals);
  if (self->stack != NULL)
    g_signal_handlers_disconnect_by_data (self->stack, self);
  g_clear_pointer (&self->box, gtk_widget_unparent);
  self->stack = NULL;
  g_clear_object (&self->neighbours);
  g_clear_object (&self->trace);
  g_clear_object (&self->stage);
  G_OBJECT_CLASS (systole_explain_pane_parent_class)->dispose (object);
}

static void
install_properties (GObjectClass *object_class)
{
  const GParamFlags flags = G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  properties[PROP_STAGE] = g_param_spec_object ("stage", NULL, NULL, SYSTOLE_TYPE_STAGE, flags);
  properties[PROP_PAGE] = g_param_spec_string ("page", NULL, NULL, "selection", flags);
  properties[PROP_SCHEME] = g_param_spec_enum ("scheme", NULL, NULL, SYSTOLE_TYPE_SCHEME, SYSTOLE_SCHEME_LIGHT, flags);
  properties[PROP_FONT_SCALE] = g_param_spec_double ("font-scale", NULL, NULL, 0.25, 8, 1, flags);
  properties[PROP_LINE_SCALE] = g_param_spec_double ("line-scale", NULL, NULL, 0.25, 8, 1, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
bind_children (GtkWidgetClass *widget_class)
{
  gtk_widget_class_set_template_from_resource (widget_class, "/org/systole/Systole/widgets/explain-pane.ui");
  gtk_widget_class_bind_template_child (widget_class, SystoleExplainPane, box);
  gtk_widget_class_bind_template_child (widget_class, SystoleExplainPane, header);
  gtk_widget_class_bind_template_child (widget_class, SystoleExplainPane, switcher);
  gtk_widget_class_bind_template_child (widget_class, SystoleExplainPane, stack);
  gtk_widget_class_bind_template_child (widget_class, SystoleExplainPane, selection);
  gtk_widget_class_bind_template_child (widget_class, SystoleExplainPane, waterfalls);
  gtk_widget_class_bind_template_child (widget_class, SystoleExplainPane, memories);
  gtk_widget_class_bind_template_child (widget_class, SystoleExplainPane, rooflines);
  gtk_widget_class_bind_template_child (widget_class, SystoleExplainPane, differences);
  gtk_widget_class_bind_template_child (widget_class, SystoleExplainPane, energies);
  gtk_widget_class_bind_template_child (widget_class, SystoleExplainPane, map);
  gtk_widget_class_bind_template_child (widget_class, SystoleExplainPane, metrics);
  gtk_widget_class_bind_template_child (widget_class, SystoleExplainPane, states);
  gtk_widget_class_bind_template_child (widget_class, SystoleExplainPane, cover);
  gtk_widget_class_bind_template_child (widget_class, SystoleExplainPane, audit);
  gtk_widget_class_bind_template_child (widget_class, SystoleExplainPane, audit_icon);
  gtk_widget_class_bind_template_child (widget_class, SystoleExplainPane, audit_label);
  gtk_widget_class_bind_template_child (widget_class, SystoleExplainPane, audit_list);
  gtk_widget_class_bind_template_child (widget_class, SystoleExplainPane, audit_popover);
}

static void
systole_explain_pane_class_init (SystoleExplainPaneClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = systole_explain_pane_get_property;
  object_class->set_property = systole_explain_pane_set_property;
  object_class->dispose = systole_explain_pane_dispose;
  install_properties (object_class);
  part_activated = g_signal_new ("part-activated", SYSTOLE_TYPE_EXPLAIN_PANE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 2, G_TYPE_UINT, G_TYPE_UINT);

  g_type_ensure (SYSTOLE_TYPE_WATERFALL_VIEW);
  g_type_ensure (SYSTOLE_TYPE_MEMORY_VIEW);
  g_type_ensure (SYSTOLE_TYPE_ROOFLINE_VIEW);
  g_type_ensure (SYSTOLE_TYPE_DIFFERENCE_VIEW);
  g_type_ensure (SYSTOLE_TYPE_ENERGY_VIEW);
  g_type_ensure (SYSTOLE_TYPE_MAP_PAGE);
  g_type_ensure (SYSTOLE_TYPE_METRIC_TABLE);
  g_type_ensure (SYSTOLE_TYPE_STATE_TABLE);
  bind_children (widget_class);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "explainpane");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
systole_explain_pane_init (SystoleExplainPane *self)
{
  systole_widget_style_ensure (GTK_WIDGET (self));
  self->font_scale = self->line_scale = 1;
  gtk_widget_init_template (GTK_WIDGET (self));
  systole_explain_pane_add_tabs (self);
  self->neighbours = g_object_ref_sink (systole_neighbour_view_new ());
  systole_explain_pane_make_trace (self);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Explanation"), -1);
  g_signal_connect_swapped (self->waterfalls, "part-activated", G_CALLBACK (part_cb), self);
  g_signal_connect_swapped (self->stack, "notify::visible-child-name", G_CALLBACK (page_cb), self);

  self->stage_signals = g_signal_group_new (SYSTOLE_TYPE_STAGE);
  g_signal_group_connect_swapped (self->stage_signals, "runs-changed", G_CALLBACK (runs_cb), self);
  g_signal_group_connect_swapped (self->stage_signals, "selection-changed", G_CALLBACK (selection_cb), self);
  g_signal_group_connect_swapped (self->stage_signals, "notify::active", G_CALLBACK (selection_cb), self);
  self->lane_signals = g_signal_group_new (SYSTOLE_TYPE_LANE_VIEW);
  g_signal_group_connect_swapped (self->lane_signals, "notify::position", G_CALLBACK (position_cb), self);
  g_signal_group_connect_swapped (self->lane_signals, "notify::playing", G_CALLBACK (queue_update), self);
  g_signal_group_connect_swapped (self->lane_signals, "camera-changed", G_CALLBACK (queue_update), self);
  g_signal_group_connect_swapped (self->lane_signals, "values-changed", G_CALLBACK (queue_update), self);
  systole_explain_pane_show_selection (self);
}

GtkWidget *
systole_explain_pane_new (void)
{
  return g_object_new (SYSTOLE_TYPE_EXPLAIN_PANE, NULL);
}

SystoleStage *
systole_explain_pane_get_stage (SystoleExplainPane *self)
{
  g_return_val_if_fail (SYSTOLE_IS_EXPLAIN_PANE (self), NULL);
  return self->stage;
}

/**
 * systole_explain_pane_set_stage:
 * @stage: (nullable): whose runs, selection and time are explained
 */
void
systole_explain_pane_set_stage (SystoleExplainPane *self, SystoleStage *stage)
{
  g_return_if_fail (SYSTOLE_IS_EXPLAIN_PANE (self));
  if (!g_set_object (&self->stage, stage))
    return;
  g_signal_group_set_target (self->stage_signals, stage);
  runs_cb (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_STAGE]);
}

const char *
systole_explain_pane_get_page (SystoleExplainPane *self)
{
  g_return_val_if_fail (SYSTOLE_IS_EXPLAIN_PANE (self), NULL);
  return gtk_stack_get_visible_child_name (GTK_STACK (self->stack));
}

/**
 * systole_explain_pane_set_page:
 * @page: one of those in explain-pane.h
 */
void
systole_explain_pane_set_page (SystoleExplainPane *self, const char *page)
{
  g_return_if_fail (SYSTOLE_IS_EXPLAIN_PANE (self));
  g_return_if_fail (page != NULL);
  self->page_chosen |= !self->choosing_page;
  if (gtk_stack_get_child_by_name (GTK_STACK (self->stack), page) != NULL)
    gtk_stack_set_visible_child_name (GTK_STACK (self->stack), page);
}

/**
 * systole_explain_pane_set_flat:
 * @flat: it is wide and low, as a sheet at the bottom: the audit stands beside the tabs
 */
void
systole_explain_pane_set_flat (SystoleExplainPane *self, gboolean flat)
{
  GtkWidget *place;

  g_return_if_fail (SYSTOLE_IS_EXPLAIN_PANE (self));
  place = flat ? self->header : self->box;
  if (gtk_widget_get_parent (self->audit) == place)
    return;
  g_object_ref (self->audit);
  gtk_box_remove (GTK_BOX (gtk_widget_get_parent (self->audit)), self->audit);
  gtk_box_append (GTK_BOX (place), self->audit);
  gtk_flow_box_set_homogeneous (GTK_FLOW_BOX (self->switcher), !flat);
  gtk_widget_set_hexpand (self->audit, !flat);
  gtk_widget_set_valign (self->audit, flat ? GTK_ALIGN_START : GTK_ALIGN_FILL);
  g_object_unref (self->audit);
}

SystoleMapPage *
systole_explain_pane_get_map (SystoleExplainPane *self)
{
  g_return_val_if_fail (SYSTOLE_IS_EXPLAIN_PANE (self), NULL);
  return SYSTOLE_MAP_PAGE (self->map);
}

/* A property of every picture of the pane. */
static void
set_on_pictures (SystoleExplainPane *self, const char *property, const GValue *value)
{
  GtkWidget *pictures[] = { self->waterfalls, self->differences, self->rooflines, self->memories, self->energies, GTK_WIDGET (systole_map_page_get_view (SYSTOLE_MAP_PAGE (self->map))), self->neighbours };

  for (guint i = 0; i < G_N_ELEMENTS (pictures); i++)
    g_object_set_property (G_OBJECT (pictures[i]), property, value);
}

static void
set_scale_on_pictures (SystoleExplainPane *self, const char *property, double scale)
{
  g_auto (GValue) value = G_VALUE_INIT;

  g_value_init (&value, G_TYPE_DOUBLE);
  g_value_set_double (&value, scale);
  set_on_pictures (self, property, &value);
}

void
systole_explain_pane_set_scheme (SystoleExplainPane *self, SystoleScheme scheme)
{
  g_return_if_fail (SYSTOLE_IS_EXPLAIN_PANE (self));
  if (self->scheme == scheme)
    return;
  self->scheme = scheme;
  {
    g_auto (GValue) value = G_VALUE_INIT;

    g_value_init (&value, SYSTOLE_TYPE_SCHEME);
    g_value_set_enum (&value, (gint) scheme);
    set_on_pictures (self, "scheme", &value);
  }
  queue_update (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SCHEME]);
}

void
systole_explain_pane_set_font_scale (SystoleExplainPane *self, double font_scale)
{
  g_return_if_fail (SYSTOLE_IS_EXPLAIN_PANE (self));
  if (self->font_scale == font_scale)
    return;
  self->font_scale = font_scale;
  set_scale_on_pictures (self, "font-scale", font_scale);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_FONT_SCALE]);
}

void
systole_explain_pane_set_line_scale (SystoleExplainPane *self, double line_scale)
{
  g_return_if_fail (SYSTOLE_IS_EXPLAIN_PANE (self));
  if (self->line_scale == line_scale)
    return;
  self->line_scale = line_scale;
  set_scale_on_pictures (self, "line-scale", line_scale);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_LINE_SCALE]);
}
