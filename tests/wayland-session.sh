#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Runs a program on a headless Wayland compositor of its own, 1920 × 1080: wayland-session.sh PROGRAM ARGUMENT…
set -eu
export GDK_BACKEND=wayland GSK_RENDERER=cairo GSETTINGS_BACKEND=memory LC_ALL="${LC_ALL:-C.UTF-8}"
export GDK_DEBUG=gl-disable GDK_DISABLE=gl      # GTK 4.8 reads the first, newer ones the second
unset WAYLAND_DISPLAY DISPLAY || true
work=$(mktemp -d)
export XDG_STATE_HOME="$work/state" XDG_DATA_HOME="$work/data" XDG_RUNTIME_DIR="$work"
weston --backend=headless-backend.so --use-pixman --width=1920 --height=1080 --socket=systole --idle-time=0 >"$work/log" 2>&1 &
pid=$!
trap 'kill $pid 2>/dev/null || true; wait $pid 2>/dev/null || true; rm -rf "$work"' EXIT
n=0
until [ -S "$work/systole" ]; do
  n=$((n + 1))
  if [ $n -gt 500 ] || ! kill -0 $pid 2>/dev/null; then cat "$work/log" >&2; exit 99; fi
  sleep 0.02
done
export WAYLAND_DISPLAY=systole
dbus-run-session -- "$@"
