# SPDX-License-Identifier: GPL-3.0-or-later
# Read by the two scripts beside it: what every display of a test has, and how one waits for its server.
export GSK_RENDERER=cairo GSETTINGS_BACKEND=memory LC_ALL="${LC_ALL:-C.UTF-8}"
export GDK_DEBUG=gl-disable GDK_DISABLE=gl      # GTK 4.8 reads the first, newer ones the second
unset WAYLAND_DISPLAY DISPLAY || true
work=$(mktemp -d)
export XDG_STATE_HOME="$work/state" XDG_DATA_HOME="$work/data"    # nothing of the user's is read or written
pid=
trap 'kill $pid 2>/dev/null || true; wait $pid 2>/dev/null || true; rm -rf "$work"' EXIT

# wait_for TEST FILE: until the server, $pid, has made the file; 99 if it does not.
wait_for ()
{
  n=0
  until [ "$1" "$2" ]; do
    n=$((n + 1))
    if [ $n -gt 500 ] || ! kill -0 $pid 2>/dev/null; then cat "$work/log" >&2; exit 99; fi
    sleep 0.02
  done
}
