/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

/* What the tests of files share. */

/* Locales with other decimal points, thousands and letters than C. */
extern const char *const files_locales[]; /* NULL-terminated, "C" first */

void files_set_locale (const char *name);                         /* fails the test if it is not there */
char *files_read (const char *path, gsize *length);               /* fails the test */
char **files_list (const char *folder, const char *suffix);       /* paths, sorted */
void files_assert_same (const char *found, const char *expected); /* names the first line that differs */
