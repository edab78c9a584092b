/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * SYSTOLE_ERROR: the one error domain of the engine.
 *
 * One code for each *reaction* of a user interface; the message says what is
 * wrong, where (file:line: element or option) and what is allowed, translated.
 */
#define SYSTOLE_ERROR (systole_error_quark ())
GQuark systole_error_quark (void);

typedef enum
{
  SYSTOLE_ERROR_SYNTAX,       /* the text cannot be read at all */
  SYSTOLE_ERROR_VERSION,      /* written by a newer format */
  SYSTOLE_ERROR_RANGE,        /* a value is outside what is allowed */
  SYSTOLE_ERROR_SHAPE,        /* values that do not fit each other */
  SYSTOLE_ERROR_CAPACITY,     /* too large: 64-bit counts, limits of a file */
  SYSTOLE_ERROR_NOT_MODELLED, /* understood, but the engine has no model of it */
  SYSTOLE_ERROR_CANCELLED,    /* the progress callback answered FALSE */
  SYSTOLE_ERROR_INTERNAL      /* a law was broken: a bug */
} SystoleError;

G_END_DECLS
