/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Options that several commands share, read once. All are texts here; what they mean
 * is looked at where they are used, so that every message names its option. */

typedef enum
{
  SYSTOLE_CLI_OPTION_LANES = 1 << 0,  /* --op, --machine, --start, --mapping */
  SYSTOLE_CLI_OPTION_CYCLE = 1 << 1,  /* --lane, --cycle */
  SYSTOLE_CLI_OPTION_FORMAT = 1 << 2, /* --format */
  SYSTOLE_CLI_OPTION_OUTPUT = 1 << 3  /* --output, -o */
} SystoleCliOptionGroup;

typedef struct
{
  char *op;
  char **machines;
  char *start;
  char *mapping;
  char *lane;
  char *cycle;
  char *format;
  char *output;
  char **files; /* what is no option; never NULL after parsing */
} SystoleCliOptions;

typedef enum
{
  SYSTOLE_CLI_TEXT,
  SYSTOLE_CLI_JSON,
  SYSTOLE_CLI_CSV
} SystoleCliFormat;

gboolean systole_cli_options_parse (SystoleCliOptions *self, char **argv, guint groups, const GOptionEntry *own, GError **error);
void systole_cli_options_clear (SystoleCliOptions *self);

gboolean systole_cli_options_get_format (const SystoleCliOptions *self, guint allowed, SystoleCliFormat *out, GError **error);
gboolean systole_cli_options_get_uint (const char *text, const char *option, guint64 min, guint64 max, guint64 initial, guint64 *out, GError **error);
gboolean systole_cli_options_need_files (const SystoleCliOptions *self, guint min, guint max, GError **error);
void systole_cli_error_in (GError **error, const char *place);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (SystoleCliOptions, systole_cli_options_clear)

G_END_DECLS
