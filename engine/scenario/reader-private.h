/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/base/xml.h"
#include "engine/scenario/attributes.h"
#include "engine/scenario/extras.h"
#include "engine/scenario/upgrade.h"

G_BEGIN_DECLS

/* What the parts of the reader share. */
typedef struct
{
  const char *file_name;
  const SystoleFormats *formats;
  SystoleScenario *scenario;
  gboolean lenient; /* a newer format: what cannot be read is left out with a warning */
} SystoleReading;

/* A known child of an element; the rank is its place in the table, from 1. */
typedef struct
{
  const char *name;
  guint max; /* 0: any number */
  gboolean (*read) (SystoleReading *self, const SystoleXmlNode *node, gpointer target, GError **error);
} SystoleChild;

void systole_reading_warn (SystoleReading *self, const char *message);

/* The attributes of the table into @target, the others into @extras under @key. */
gboolean systole_reading_attributes (SystoleReading *self, const SystoleXmlNode *node, const SystoleElement *element, gpointer target, SystoleExtras *extras, const char *key, GError **error);

/* The known children into @target, kind after kind, the others into @extras under @key. */
gboolean systole_reading_children (SystoleReading *self, const SystoleXmlNode *node, const SystoleChild *children, guint n_children, gpointer target, SystoleExtras *extras, const char *key, GError **error);

/* Attributes that no table knows: kept, and warned of. */
void systole_reading_keep_attribute (SystoleReading *self, const SystoleXmlNode *node, const SystoleXmlAttribute *attribute, SystoleExtras *extras, const char *key);

/* NULL instead of an empty list (transfer full) */
SystoleExtras *systole_reading_settle (SystoleExtras *extras) G_GNUC_WARN_UNUSED_RESULT;

gboolean systole_reading_text (SystoleReading *self, const SystoleXmlNode *node, const SystoleElement *element, GArray *texts, GError **error);
gboolean systole_reading_lane_exists (SystoleReading *self, const SystoleXmlNode *node, guint lane, GError **error);
gboolean systole_reading_workload (SystoleReading *self, const SystoleXmlNode *node, gpointer target, GError **error);
gboolean systole_reading_lanes (SystoleReading *self, const SystoleXmlNode *node, gpointer target, GError **error);
gboolean systole_reading_expect (SystoleReading *self, const SystoleXmlNode *node, gpointer target, GError **error);
gboolean systole_reading_lesson (SystoleReading *self, const SystoleXmlNode *node, gpointer target, GError **error);
gboolean systole_reading_exercise (SystoleReading *self, const SystoleXmlNode *node, gpointer target, GError **error);
gboolean systole_reading_op (SystoleReading *self, const SystoleXmlNode *node, gpointer target, GError **error);
gboolean systole_reading_lane (SystoleReading *self, const SystoleXmlNode *node, gpointer target, GError **error);
gboolean systole_reading_view (SystoleReading *self, const SystoleXmlNode *node, gpointer target, GError **error);

G_END_DECLS
