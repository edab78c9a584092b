#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Runs a program on a display and a message bus of its own: ui-session.sh PROGRAM ARGUMENT…
set -eu
export GDK_BACKEND=x11 GSK_RENDERER=cairo GSETTINGS_BACKEND=memory LC_ALL="${LC_ALL:-C.UTF-8}"
export GDK_DEBUG=gl-disable GDK_DISABLE=gl      # GTK 4.8 reads the first, newer ones the second
export G_SLICE=always-malloc                    # GLib before 2.76: leak checkers see every block
unset WAYLAND_DISPLAY DISPLAY || true
work=$(mktemp -d)
export XDG_STATE_HOME="$work/state" XDG_DATA_HOME="$work/data"    # nothing of the user's is read or written
Xvfb -displayfd 3 -screen 0 "${SYSTOLE_SCREEN:-1280x800x24}" -nolisten tcp -noreset 3>"$work/display" 2>"$work/log" &
xpid=$!
trap 'kill $xpid 2>/dev/null || true; wait $xpid 2>/dev/null || true; rm -rf "$work"' EXIT
n=0
until [ -s "$work/display" ]; do
  n=$((n + 1))
  if [ $n -gt 500 ] || ! kill -0 $xpid 2>/dev/null; then cat "$work/log" >&2; exit 99; fi
  sleep 0.02
done
export DISPLAY=":$(cat "$work/display")"
dbus-run-session -- "$@"
