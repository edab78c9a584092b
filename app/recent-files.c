/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/recent-files.h"

/**
 * systole_recent_files_list:
 * @limit: how many at most
 *
 * Returns: (transfer full) (element-type GtkRecentInfo): the latest first
 */
GPtrArray *
systole_recent_files_list (guint limit)
{
  GPtrArray *files = g_ptr_array_new_with_free_func ((GDestroyNotify) gtk_recent_info_unref);
  GList *items = gtk_recent_manager_get_items (gtk_recent_manager_get_default ());

  for (GList *l = items; l != NULL && files->len < limit; l = l->next)
    if (gtk_recent_info_has_application (l->data, "Systole") && gtk_recent_info_exists (l->data))
      g_ptr_array_add (files, gtk_recent_info_ref (l->data));
  g_list_free_full (items, (GDestroyNotify) gtk_recent_info_unref);
  return files;
}
