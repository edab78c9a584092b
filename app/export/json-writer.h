/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Writes JSON (RFC 8259) as it goes: doubles in the shortest form that reads back the
 * same, 64-bit integers exactly, nothing that depends on the locale. `key` is NULL in
 * an array and at the top. */

typedef struct _SystoleJson SystoleJson;

typedef void (*SystoleJsonFlush) (GString *text); /* takes the text and empties it */

SystoleJson *systole_json_new (SystoleJsonFlush flush) G_GNUC_WARN_UNUSED_RESULT;
void systole_json_free (SystoleJson *self);
void systole_json_finish (SystoleJson *self);
GBytes *systole_json_to_bytes (SystoleJson *self) G_GNUC_WARN_UNUSED_RESULT;

void systole_json_begin_object (SystoleJson *self, const char *key);
void systole_json_begin_array (SystoleJson *self, const char *key);
void systole_json_begin_line (SystoleJson *self, const char *key, char bracket);
void systole_json_end (SystoleJson *self);

void systole_json_string (SystoleJson *self, const char *key, const char *value);
void systole_json_uint (SystoleJson *self, const char *key, guint64 value);
void systole_json_real (SystoleJson *self, const char *key, double value);
void systole_json_boolean (SystoleJson *self, const char *key, gboolean value);
void systole_json_null (SystoleJson *self, const char *key);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SystoleJson, systole_json_free)

G_END_DECLS
