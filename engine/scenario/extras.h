/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/base/xml.h"

G_BEGIN_DECLS

/*
 * What a file holds and this version does not understand: attributes, elements and
 * comments, kept where they were and written back there. One such list belongs to one
 * struct of a scenario; it is filled by the reader, never changed after, and shared by
 * the copies.
 *
 * A place is (element, rank, index): inside that element, after the index-th child of
 * the rank-th kind of known children; rank 0: before all of them.
 */

typedef struct _SystoleExtras SystoleExtras;

SystoleExtras *systole_extras_new (void) G_GNUC_WARN_UNUSED_RESULT;
SystoleExtras *systole_extras_ref (SystoleExtras *self);
void systole_extras_unref (SystoleExtras *self); /* NULL is allowed */
gboolean systole_extras_is_empty (const SystoleExtras *self);

void systole_extras_add_attribute (SystoleExtras *self, const char *element, const SystoleXmlAttribute *attribute);
void systole_extras_add_child (SystoleExtras *self, const char *element, guint rank, guint index, const SystoleXmlNode *node);
void systole_extras_adopt (SystoleExtras *self, SystoleExtras *other, const char *element); /* all of @other, which is empty after */

/* All of these take NULL for an empty list. */
gboolean systole_extras_has_attributes (const SystoleExtras *self, const char *element);
gboolean systole_extras_has_children (const SystoleExtras *self, const char *element);
void systole_extras_write_attributes (const SystoleExtras *self, const char *element, GString *out);
void systole_extras_write_inline (const SystoleExtras *self, const char *element, GString *out); /* all children, in one line */
void systole_extras_write_at (const SystoleExtras *self, const char *element, guint rank, guint index, GString *out, guint level);
void systole_extras_write_after (const SystoleExtras *self, const char *element, guint rank, guint index, GString *out, guint level);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SystoleExtras, systole_extras_unref)

G_END_DECLS
