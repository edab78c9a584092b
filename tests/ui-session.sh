#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Runs a program on a display and a message bus of its own: ui-session.sh PROGRAM ARGUMENT…
set -eu
. "$(dirname "$0")/session.sh"
export GDK_BACKEND=x11
export G_SLICE=always-malloc                    # GLib before 2.76: leak checkers see every block
Xvfb -displayfd 3 -screen 0 "${SYSTOLE_SCREEN:-1280x800x24}" -nolisten tcp -noreset 3>"$work/display" 2>"$work/log" &
pid=$!
wait_for -s "$work/display"
export DISPLAY=":$(cat "$work/display")"
dbus-run-session -- "$@"
