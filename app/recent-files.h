/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Documents of this program that the desktop remembers and that are still there, the latest first. */
GPtrArray *systole_recent_files_list (guint limit) G_GNUC_WARN_UNUSED_RESULT; /* of GtkRecentInfo */

G_END_DECLS
