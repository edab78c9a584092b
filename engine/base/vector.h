/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

/*
 * SYSTOLE_VECTOR before a function: it is compiled once for each of some widths of vector
 * unit, and the processor it runs on chooses when the program starts. Loops in it are
 * vectorised at -O2 too. What it computes does not depend on the choice: integers only,
 * or floats in the order written.
 */
#if defined(__x86_64__) && defined(__linux__) && defined(__GLIBC__) && defined(__GNUC__) && !defined(__clang__) && !defined(__SANITIZE_ADDRESS__)
#define SYSTOLE_VECTOR __attribute__ ((target_clones ("arch=skylake-avx512", "avx2", "default"), optimize ("O3")))
#elif defined(__GNUC__) && !defined(__clang__)
#define SYSTOLE_VECTOR __attribute__ ((optimize ("O3")))
#else
#define SYSTOLE_VECTOR
#endif
