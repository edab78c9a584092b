/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The wrong ideas of engine/lesson/misconceptions.def. */

guint systole_misconception_get_n (void);
const char *systole_misconception_get_name (guint i);              /* "nameplate" */
const char *systole_misconception_get_sentence (const char *name); /* the idea as people say it, translated; NULL: no such name */

G_END_DECLS
