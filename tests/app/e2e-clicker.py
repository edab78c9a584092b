# SPDX-License-Identifier: GPL-3.0-or-later
"""Teaches a whole lesson with the keys that a clicker sends, through the server of the display:
e2e-clicker.py PROGRAM FILE BUILD."""
import os
import shutil
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from gi.repository import GLib  # noqa: E402
from uidrive import App, ROLE, STATE, act, wait, walk  # noqa: E402

program, original, _build = sys.argv[1:4]
NAMESPACE = '{urn:systole:scenario}'


def key(*keys):
    subprocess.run(['xdotool', 'key', '--delay', '40', *keys], check=True)


def lesson_length():
    """Beats, and places to stop at: a question is asked and answered."""
    beats = xml.etree.ElementTree.parse(original).getroot().findall('%slesson/%sbeat' % (NAMESPACE, NAMESPACE))
    return len(beats), len(beats) + sum(beat.find('.//%schoice' % NAMESPACE) is not None for beat in beats)


def find_picture(app):
    """The canvas of the presentation; None while there is none."""
    app.root.clear_cache()
    for i in range(app.root.get_child_count()):
        window = app.root.get_child_at_index(i)
        if window and window.get_name() == 'Presentation':
            for node in walk(window):
                if node.get_role() != ROLE.FRAME and node.get_description():
                    return node
    return None


class Picture:
    """What the class sees, in words."""

    def __init__(self, app):
        self.node = wait(lambda: find_picture(app), 'the presentation')

    def read(self):
        self.node.clear_cache()
        return self.node.get_description()

    def go(self, *keys):
        """Press, and wait until something else is said than was."""
        seen = self.read()
        key(*keys)
        return wait(lambda: self.read() != seen and self.read(), 'another picture after %s than %r' % (keys, seen), 20)

    def stay(self, *keys):
        """Press, and look a while whether anything else is said."""
        seen = self.read()
        key(*keys)
        for _look in range(5):
            time.sleep(0.05)
            assert self.read() == seen, (keys, seen, self.read())


def selected_beat(app):
    app.root.clear_cache()
    for node in walk(app.root):
        if node.get_role() == ROLE.LIST_ITEM and (node.get_name() or '').startswith('Beat ') and node.get_state_set().contains(STATE.SELECTED):
            return node.get_name()
    return None


def teach(app):
    n_beats, n_places = lesson_length()
    assert n_places > n_beats, 'a lesson that asks'
    key('F5')
    shown = Picture(app)
    seen = [shown.read()]
    for place in range(1, n_places):
        seen.append(shown.go('Next'))
        if place % 4 == 1:  # somebody speaks before a black screen: nothing is passed over when it ends
            shown.stay('b')
            shown.stay('Next')
        assert '{' not in seen[-1], seen[-1]
    assert len(set(seen)) == n_places, 'every place has words of its own'
    shown.stay('Next')
    shown.stay('F5')
    back = [seen[-1]]
    while len(back) < n_places:
        back.append(shown.go('Prior'))
    assert back[-1] == seen[0], (back[-1], seen[0])
    shown.stay('Prior')
    shown.go('End')
    key('period', 'Escape', 'Escape', 'Escape')
    wait(lambda: find_picture(app) is None, 'the end of the presentation')
    wait(lambda: (selected_beat(app) or '').startswith('Beat %d:' % n_beats), 'the last beat in the window')
    try:
        act(app.window(), 'win.close')
    except GLib.Error:
        pass


folder = tempfile.mkdtemp()
try:
    path = os.path.join(folder, 'taught.systole')
    shutil.copyfile(original, path)
    with App([program, path], os.path.basename(program)) as driven:
        wait(lambda: selected_beat(driven) or [node for node in walk(driven.root) if (node.get_name() or '').startswith('Beat 1')], 'the lesson')
        teach(driven)
    assert driven.process.returncode == 0, driven.process.returncode
    assert open(path, 'rb').read() == open(original, 'rb').read(), 'teaching changes nothing'
finally:
    shutil.rmtree(folder)
