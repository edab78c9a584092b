#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Compiles the locales that the tests read and write files under.
# usage: make-locales.sh FOLDER STAMP
set -e
mkdir -p "$1"
for name in es_ES de_DE fa_IR fr_FR pt_BR tr_TR; do
  # A warning (status 1) is not a failure: the locale is there, and the tests ask for it.
  localedef -i "$name" -f UTF-8 "$1/$name.UTF-8" >/dev/null 2>&1 || test -d "$1/$name.UTF-8"
done
: >"$2"
