/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/machine/machine.h"

G_BEGIN_DECLS

/* The machines that ship in data/machines, and the further names they
 * are known by (aliases). The caller brings the bytes: the engine opens no file. */

typedef struct _SystoleCatalogue SystoleCatalogue;

SystoleCatalogue *systole_catalogue_new (void) G_GNUC_WARN_UNUSED_RESULT;
SystoleCatalogue *systole_catalogue_ref (SystoleCatalogue *self);
void systole_catalogue_unref (SystoleCatalogue *self);
gboolean systole_catalogue_add_xml (SystoleCatalogue *self, const char *data, gsize length, const char *file_name, GError **error);
gboolean systole_catalogue_add_prices (SystoleCatalogue *self, const char *data, gsize length, const char *file_name, GError **error);

guint systole_catalogue_get_n (const SystoleCatalogue *self);
const SystoleMachine *systole_catalogue_get (const SystoleCatalogue *self, guint i);
const SystoleMachine *systole_catalogue_find (const SystoleCatalogue *self, const char *id_or_alias); /* or NULL */

char **systole_catalogue_list_aliases (const SystoleCatalogue *self, const char *id) G_GNUC_WARN_UNUSED_RESULT;

/* "nvidia-t4", an alias, "array:rows=8,cols=8,dataflow=ws,timing=hardware[,clock-hz=…]" or
 * "sm:sub-cores=4,tensor=4x4,warps=8,…" (transfer full). */
SystoleMachine *systole_catalogue_parse (const SystoleCatalogue *self, const char *text, GError **error) G_GNUC_WARN_UNUSED_RESULT;

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SystoleCatalogue, systole_catalogue_unref)

G_END_DECLS
