# SPDX-License-Identifier: GPL-3.0-or-later
"""The shortcuts that layouts of keyboards put in different places: pressed as a user of each
layout presses them, they do the same. e2e-layouts.py PROGRAM FILE BUILD"""
import os
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from uidrive import App, ROLE, read_text, type_text, wait  # noqa: E402

program, original, _build = sys.argv[1:4]
LAYOUTS = ['us', 'es', 'de', 'fr']
folder = tempfile.mkdtemp()
path = os.path.join(folder, 'two machines.systole')
shutil.copyfile(original, path)


def press(*keys):
    """By the letters on the keys: xdotool looks where they are in the present layout."""
    subprocess.run(['xdotool', 'key', '--delay', '20', *keys], check=True)


def focus():
    """There is no window manager that would give the keyboard to the newest window."""
    window = subprocess.run(['xdotool', 'search', '--onlyvisible', '--pid', str(app.process.pid)], capture_output=True, text=True).stdout.split()
    if window:
        subprocess.run(['xdotool', 'windowfocus', '--sync', window[-1]], check=True)
    return bool(window)


def value(title):
    return wait(lambda: read_text(app.get([ROLE.TEXT, ROLE.ENTRY], title)), 'a value of ' + title)


def until(keys, condition, what):
    """A new layout reaches the program a moment later: the key is pressed again if nothing came of it."""
    for _attempt in range(10):
        press(keys)
        try:
            return wait(condition, what, limit=3.0)
        except AssertionError:
            focus()
    raise AssertionError('%s: %s' % (keys, what))


def check(layout):
    subprocess.run(['setxkbmap', layout], check=True)
    type_text(app.get([ROLE.TEXT, ROLE.ENTRY], 'K'), '16')
    wait(lambda: value('K') == '16', 'K to be changed')
    until('ctrl+z', lambda: value('K') == '8', layout + ': K as it was')
    until('ctrl+shift+z', lambda: value('K') == '16', layout + ': K changed again')
    press('ctrl+z')
    wait(lambda: value('K') == '8', 'K as it was')
    before = open(path).read().count('<bookmark ')
    press('ctrl+9')
    until('ctrl+s', lambda: open(path).read().count('<bookmark ') == before + 1, layout + ': one bookmark more in the file')
    press('Right')
    windows = app.root.get_child_count()
    until('ctrl+question', lambda: app.root.get_child_count() > windows, layout + ': the list of shortcuts')
    focus()
    until('Escape', lambda: app.root.get_child_count() == windows, layout + ': the list closed')
    focus()
    print('ok', layout, flush=True)


try:
    with App([program, path], os.path.basename(program)) as app:
        wait(lambda: value('K') == '8', 'K of the file')
        wait(focus, 'a window')
        for layout in LAYOUTS:
            check(layout)
        app.process.terminate()
        app.process.wait(30)
finally:
    shutil.rmtree(folder)
