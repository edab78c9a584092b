/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/start-page.h"

#include "app/application.h"
#include "app/recent-files.h"
#include "app/start-card.h"
#include "app/start-list.h"
#include "app/start-thumbnail.h"
#include "engine/base/i18n.h"

#define MAX_WIDTH 1240
#define MAX_RECENT 6
#define MAX_COLUMNS 4
#define MAX_WORDS 12 /* of words in one row */

struct _SystoleStartPage
{
  AdwBin parent_instance;

  GPtrArray *entries; /* SystoleStartEntry */
  GPtrArray *cards;   /* by entry; the boxes own them */
  GPtrArray *groups;  /* boxes with title and cards, NULL: a group without any */
  GtkWidget *search, *nothing;
  GtkWidget *recent, *recent_box;
  SystoleScheme scheme; /* of the pictures */
  guint n_pictures;
  GCancellable *painting; /* the pictures that are asked for, or NULL: none were yet */
};

G_DEFINE_FINAL_TYPE (SystoleStartPage, systole_start_page, ADW_TYPE_BIN)

static void
activated_cb (GtkFlowBox *box, GtkFlowBoxChild *child)
{
  systole_start_card_activate (GTK_WIDGET (child));
}

static GtkWidget *
make_heading (const char *text, const char *style)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_widget_add_css_class (label, style);
  return label;
}

/* A title and what is below it; @box: the flow box. */
static GtkWidget *
make_group (const char *title, guint columns, gboolean homogeneous, GtkWidget **box)
{
  GtkWidget *group = gtk_box_new (GTK_ORIENTATION_VERTICAL, 8);
  GtkWidget *flow = gtk_flow_box_new ();

  gtk_flow_box_set_selection_mode (GTK_FLOW_BOX (flow), GTK_SELECTION_NONE);
  gtk_flow_box_set_max_children_per_line (GTK_FLOW_BOX (flow), columns);
  gtk_flow_box_set_homogeneous (GTK_FLOW_BOX (flow), homogeneous);
  gtk_flow_box_set_column_spacing (GTK_FLOW_BOX (flow), homogeneous ? 14 : 8);
  gtk_flow_box_set_row_spacing (GTK_FLOW_BOX (flow), homogeneous ? 14 : 8);
  gtk_accessible_update_property (GTK_ACCESSIBLE (flow), GTK_ACCESSIBLE_PROPERTY_LABEL, title, -1);
  g_signal_connect (flow, "child-activated", G_CALLBACK (activated_cb), NULL);
  gtk_box_append (GTK_BOX (group), make_heading (title, "title-4"));
  gtk_box_append (GTK_BOX (group), flow);
  *box = flow;
  return group;
}

static GtkWidget *
make_begin (void)
{
  static const struct
  {
    const char *label, *action;
  } rows[] = {
    { N_ ("Open a file…"), "win.open" },
    { N_ ("A machine"), "win.start-machine" },
    { N_ ("A SCALE-Sim table"), "win.import" },
    { N_ ("A blank scenario"), "win.start-blank" },
    { N_ ("The manual"), "win.manual" },
  };
  GtkWidget *box, *group = make_group (_ ("Or begin with"), MAX_WORDS, TRUE, &box);

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    gtk_flow_box_append (GTK_FLOW_BOX (box), systole_start_words_new (_ (rows[i].label), rows[i].action, NULL));
  return group;
}

/* The files that the desktop remembers now. */
static void
fill_recent (SystoleStartPage *self)
{
  g_autoptr (GPtrArray) files = systole_recent_files_list (MAX_RECENT);
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (self->recent_box)) != NULL)
    gtk_flow_box_remove (GTK_FLOW_BOX (self->recent_box), child);
  for (guint i = 0; i < files->len; i++)
    {
      GtkRecentInfo *file = g_ptr_array_index (files, i);

      GtkWidget *words = systole_start_words_new (gtk_recent_info_get_display_name (file), "win.open-uri", gtk_recent_info_get_uri (file));

      gtk_widget_set_halign (words, GTK_ALIGN_START);
      gtk_flow_box_append (GTK_FLOW_BOX (self->recent_box), words);
    }
  gtk_widget_set_visible (self->recent, files->len > 0);
}

static void
add_cards (SystoleStartPage *self, GtkWidget *content)
{
  for (guint group = 0; group < systole_start_get_n_groups (); group++)
    {
      GtkWidget *box, *widget = make_group (systole_start_group_get_title (group), MAX_COLUMNS, TRUE, &box);

      for (guint i = 0; i < self->entries->len; i++)
        {
          const SystoleStartEntry *entry = g_ptr_array_index (self->entries, i);
          GtkWidget *card;

          if (entry->group != group)
            continue;
          card = systole_start_card_new (entry);
          gtk_flow_box_append (GTK_FLOW_BOX (box), card);
          g_ptr_array_add (self->cards, card);
        }
      g_ptr_array_add (self->groups, widget);
      gtk_box_append (GTK_BOX (content), widget);
      if (group > 0)
        continue;
      gtk_box_append (GTK_BOX (content), make_begin ());
      self->recent = make_group (_ ("Recent"), MAX_WORDS, FALSE, &self->recent_box);
      gtk_box_append (GTK_BOX (content), self->recent);
    }
}

/* --- searching --- */

static void
filter (SystoleStartPage *self)
{
  const char *words = gtk_editable_get_text (GTK_EDITABLE (self->search));
  g_autofree gboolean *filled = g_new0 (gboolean, self->groups->len);
  gboolean any = FALSE;

  for (guint i = 0; i < self->entries->len; i++)
    {
      const SystoleStartEntry *entry = g_ptr_array_index (self->entries, i);
      gboolean shown = systole_start_entry_matches (entry, words);

      gtk_widget_set_visible (g_ptr_array_index (self->cards, i), shown);
      filled[entry->group] = filled[entry->group] || shown;
      any = any || shown;
    }
  for (guint i = 0; i < self->groups->len; i++)
    gtk_widget_set_visible (g_ptr_array_index (self->groups, i), filled[i]);
  gtk_widget_set_visible (self->nothing, !any);
}

/* Enter takes the first that was found. */
static void
search_activate_cb (SystoleStartPage *self)
{
  GtkWidget *card = systole_start_page_get_first (self);

  if (card != NULL)
    systole_start_card_activate (card);
}

static void
stop_search_cb (SystoleStartPage *self)
{
  if (*gtk_editable_get_text (GTK_EDITABLE (self->search)) != '\0')
    gtk_editable_set_text (GTK_EDITABLE (self->search), "");
  else
    gtk_widget_activate_action (GTK_WIDGET (self), "win.escape", NULL);
}

static gboolean
find_cb (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  return gtk_widget_grab_focus (SYSTOLE_START_PAGE (widget)->search);
}

static void
add_head (SystoleStartPage *self, GtkWidget *content)
{
  GtkEventController *keys = gtk_shortcut_controller_new ();

  self->search = gtk_search_entry_new ();
  g_object_set (self->search, "placeholder-text", _ ("Search questions and machines"), NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->search), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Search questions and machines"), -1);
  g_signal_connect_swapped (self->search, "search-changed", G_CALLBACK (filter), self);
  g_signal_connect_swapped (self->search, "activate", G_CALLBACK (search_activate_cb), self);
  g_signal_connect_swapped (self->search, "stop-search", G_CALLBACK (stop_search_cb), self);
  gtk_shortcut_controller_add_shortcut (GTK_SHORTCUT_CONTROLLER (keys), gtk_shortcut_new (gtk_keyval_trigger_new (GDK_KEY_f, GDK_CONTROL_MASK), gtk_callback_action_new (find_cb, NULL, NULL)));
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
  self->nothing = make_heading (_ ("Nothing in the library has all these words."), "dim-label");
  gtk_widget_set_visible (self->nothing, FALSE);
  gtk_box_append (GTK_BOX (content), make_heading (_ ("What do you want to find out?"), "start-title"));
  gtk_box_append (GTK_BOX (content), make_heading (_ ("Each question opens as a scenario whose numbers decide."), "start-line"));
  gtk_box_append (GTK_BOX (content), self->search);
  gtk_box_append (GTK_BOX (content), self->nothing);
}

/* --- pictures --- */

static void
picture_cb (guint entry, cairo_surface_t *surface, gpointer data)
{
  SystoleStartPage *self = data;

  systole_start_card_set_picture (g_ptr_array_index (self->cards, entry), surface);
  self->n_pictures++;
}

static void
stop_painting (SystoleStartPage *self)
{
  if (self->painting != NULL)
    g_cancellable_cancel (self->painting);
  g_clear_object (&self->painting);
}

/* Once while the colours stay: a page that is hidden keeps its pictures. */
static void
paint_pictures (SystoleStartPage *self)
{
  SystoleApplication *application = systole_application_get_default ();
  SystoleScheme scheme = systole_application_get_scheme (application);

  if (!gtk_widget_get_mapped (GTK_WIDGET (self)) || (self->painting != NULL && scheme == self->scheme))
    return;
  stop_painting (self);
  self->painting = g_cancellable_new ();
  self->scheme = scheme;
  self->n_pictures = 0;
  systole_start_thumbnails_paint_async (self->entries, systole_application_get_catalogue (application), scheme, self->painting, picture_cb, self);
}

static void
look_cb (SystoleStartPage *self)
{
  double font_scale = systole_application_get_font_scale (systole_application_get_default ());

  for (guint i = 0; i < self->cards->len; i++)
    systole_start_card_set_font_scale (g_ptr_array_index (self->cards, i), font_scale);
  paint_pictures (self);
}

/* --- class --- */

static void
systole_start_page_map (GtkWidget *widget)
{
  SystoleStartPage *self = SYSTOLE_START_PAGE (widget);

  GTK_WIDGET_CLASS (systole_start_page_parent_class)->map (widget);
  fill_recent (self);
  paint_pictures (self);
}

static gboolean
systole_start_page_grab_focus (GtkWidget *widget)
{
  GtkWidget *card = systole_start_page_get_first (SYSTOLE_START_PAGE (widget));

  return card != NULL && gtk_widget_grab_focus (card);
}

static void
systole_start_page_dispose (GObject *object)
{
  SystoleStartPage *self = SYSTOLE_START_PAGE (object);

  stop_painting (self);
  G_OBJECT_CLASS (systole_start_page_parent_class)->dispose (object);
}

static void
systole_start_page_finalize (GObject *object)
{
  SystoleStartPage *self = SYSTOLE_START_PAGE (object);

  g_ptr_array_unref (self->entries);
  g_ptr_array_unref (self->cards);
  g_ptr_array_unref (self->groups);
  G_OBJECT_CLASS (systole_start_page_parent_class)->finalize (object);
}

static void
systole_start_page_class_init (SystoleStartPageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = systole_start_page_dispose;
  G_OBJECT_CLASS (klass)->finalize = systole_start_page_finalize;
  widget_class->map = systole_start_page_map;
  widget_class->grab_focus = systole_start_page_grab_focus;
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
systole_start_page_init (SystoleStartPage *self)
{
  SystoleApplication *application = systole_application_get_default ();
  GtkWidget *content = gtk_box_new (GTK_ORIENTATION_VERTICAL, 18);
  GtkWidget *clamp = adw_clamp_new (), *scrolled = gtk_scrolled_window_new ();

  self->entries = systole_start_list (systole_application_get_catalogue (application), g_get_language_names ());
  self->cards = g_ptr_array_new ();
  self->groups = g_ptr_array_new ();
  add_head (self, content);
  add_cards (self, content);
  gtk_widget_add_css_class (content, "start-page");
  adw_clamp_set_maximum_size (ADW_CLAMP (clamp), MAX_WIDTH);
  adw_clamp_set_tightening_threshold (ADW_CLAMP (clamp), MAX_WIDTH);
  adw_clamp_set_child (ADW_CLAMP (clamp), content);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_AUTOMATIC, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), clamp);
  adw_bin_set_child (ADW_BIN (self), scrolled);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("What do you want to find out?"), -1);
  filter (self);
  g_signal_connect_object (application, "look-changed", G_CALLBACK (look_cb), self, G_CONNECT_SWAPPED);
  look_cb (self);
}

GtkWidget *
systole_start_page_new (void)
{
  return g_object_new (SYSTOLE_TYPE_START_PAGE, NULL);
}

/* As if @words were typed; at once. */
void
systole_start_page_search (SystoleStartPage *self, const char *words)
{
  gtk_editable_set_text (GTK_EDITABLE (self->search), words);
  filter (self);
}

guint
systole_start_page_count_shown (SystoleStartPage *self)
{
  guint n = 0;

  for (guint i = 0; i < self->cards->len; i++)
    n += gtk_widget_get_visible (g_ptr_array_index (self->cards, i));
  return n;
}

guint
systole_start_page_count_pictures (SystoleStartPage *self)
{
  return self->n_pictures;
}

GtkWidget *
systole_start_page_get_first (SystoleStartPage *self)
{
  for (guint i = 0; i < self->cards->len; i++)
    if (gtk_widget_get_visible (g_ptr_array_index (self->cards, i)))
      return g_ptr_array_index (self->cards, i);
  return NULL;
}
