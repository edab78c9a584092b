#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Runs a program on a headless Wayland compositor of its own, 1920 × 1080: wayland-session.sh PROGRAM ARGUMENT…
set -eu
. "$(dirname "$0")/session.sh"
export GDK_BACKEND=wayland XDG_RUNTIME_DIR="$work"
weston --backend=headless-backend.so --use-pixman --width=1920 --height=1080 --socket=systole --idle-time=0 >"$work/log" 2>&1 &
pid=$!
wait_for -S "$work/systole"
export WAYLAND_DISPLAY=systole
dbus-run-session -- "$@"
